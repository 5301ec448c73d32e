// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/bigkeysmodel.h"

#include "models/text/atleast.h"
#include "models/text/elementtext.h"
#include "models/text/format.h"
#include "models/text/samefigure.h"

#include <QCoreApplication>
#include <QSet>

#include <algorithm>
#include <cmath>

namespace plimsoll::models {

namespace {

struct BigKeyWords {
    Q_DECLARE_TR_FUNCTIONS(bigkeys)
};

constexpr qsizetype longestBigKey = 200;

bool isTooLarge(const BigKeyRow &row)
{
    return !row.size.bytes && !(row.elements <= KeySizes::mostElements);
}

/// Memory as measured, so that rows do not move in between; for keys that are too large to be measured more than any.
double weightOf(const BigKeyRow &row)
{
    constexpr double moreThanAny = 1e18;
    return row.size.bytes  ? static_cast<double>(*row.size.bytes)
        : !isTooLarge(row) ? 0
                           : moreThanAny + (isKnown(row.elements) ? row.elements : 0);
}

bool hasChanged(const BigKeyRow &row)
{
    return row.size.bytes && !isSameFigure(row.elements, row.size.elements);
}

QString memoryCell(const BigKeyRow &row)
{
    return row.size.bytes
        ? estimateText(formatBytes(std::llround(KeyMemory::bytesNow(row.size, row.elements))), hasChanged(row))
        : unknownText();
}

QString expiryCell(const BigKeyRow &row)
{
    return !row.size.expiresIn                  ? unknownText()
        : *row.size.expiresIn == KeySize::never ? neverText()
                                                : formatDuration(*row.size.expiresIn);
}

} // namespace

BigKeysModel::BigKeysModel(QObject *parent) : TableModel("bigkeys", parent)
{
    setColumns({
        {QT_TRANSLATE_NOOP("bigkeys", "key"), Cell::Mono,
         [](auto &row) { return elementText(row.size.key, longestBigKey); }},
        {QT_TRANSLATE_NOOP("bigkeys", "collection"), Cell::Text, [](auto &row) { return row.name; }},
        {QT_TRANSLATE_NOOP("bigkeys", "elements"), Cell::Figure, [](auto &row) { return formatCount(row.elements); },
         [](auto &row) { return row.elements; }},
        {QT_TRANSLATE_NOOP("bigkeys", "memory"), Cell::Figure, memoryCell, weightOf,
         [](auto &row) {
             return isTooLarge(row) ? BigKeyWords::tr("Keys with more than %1 elements are not measured.")
                                          .arg(formatCount(KeySizes::mostElements))
                 : hasChanged(row) ? BigKeyWords::tr("Measured with %1 elements.").arg(formatCount(row.size.elements))
                 : row.size.bytes  ? BigKeyWords::tr("Estimated by the server from a few elements.")
                                   : BigKeyWords::tr("Not measured yet.");
         }},
        {QT_TRANSLATE_NOOP("bigkeys", "expires in"), Cell::Figure, expiryCell,
         [](auto &row) { return static_cast<qlonglong>(row.size.expiresIn.value_or(KeySize::never).count()); }},
        {QT_TRANSLATE_NOOP("bigkeys", "uses"), Cell::Figure,
         [](auto &row) { return row.size.frequency ? formatCount(*row.size.frequency) : unknownText(); },
         [](auto &row) { return row.size.frequency.value_or(-1); },
         [](auto & /*row*/) {
             return BigKeyWords::tr("Logarithmic counter of the server (OBJECT FREQ), from 0 to 255; it falls while a "
                                    "key is not used.");
         }},
    });
    showTextsAsTips();
    setRowValues({{IdRole, [](auto &row) { return row.size.key; }},
                  {FilterRole, [](auto &row) { return elementText(row.size.key, 0) + u' ' + row.name; }}});
}

void BigKeysModel::apply(const Snapshot &snapshot, const KeyMemory &memory)
{
    std::vector<BigKeyRow> rows;
    QSet<QByteArray> seen;
    for (std::size_t i = 0; i < snapshot.size(); ++i) {
        for (KeyToSize &key : KeyMemory::keysOf(snapshot, i)) {
            if (seen.contains(key.key)) {
                continue;
            }
            seen.insert(key.key);
            const KeySize *size = memory.of(key.key);
            rows.push_back({i, snapshot.layout->rows[i].name,
                            size == nullptr ? KeySize{key.key, {}, {}, {}, {}} : *size, key.elements});
        }
    }
    const auto isLarger = [](const BigKeyRow &a, const BigKeyRow &b) { return weightOf(a) > weightOf(b); };
    const std::size_t count = std::min(rows.size(), most);
    std::partial_sort(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(count), rows.end(), isLarger);
    rows.resize(count);
    show(
        std::move(rows), [](const BigKeyRow &row) { return row.size.key; },
        [](const BigKeyRow &a, const BigKeyRow &b) {
            return a.collection == b.collection && a.name == b.name && isSameFigure(a.elements, b.elements)
                && isSameFigure(a.size.elements, b.size.elements) && a.size.bytes == b.size.bytes
                && a.size.expiresIn == b.size.expiresIn && a.size.frequency == b.size.frequency;
        });
}

bool BigKeysModel::hasUses() const
{
    return std::any_of(m_rows.begin(), m_rows.end(),
                       [](const BigKeyRow &row) { return row.size.frequency.has_value(); });
}

} // namespace plimsoll::models
