// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/bigkeysmodel.h"

#include "models/text/elementtext.h"
#include "models/text/format.h"
#include "models/text/samefigure.h"

#include <QCoreApplication>
#include <QSet>

#include <algorithm>

namespace plimsoll::models {

namespace {

struct BigKeyWords {
    Q_DECLARE_TR_FUNCTIONS(bigkeys)
};

constexpr qsizetype longestBigKey = 200;

bool isTooLarge(const BigKeyRow &row)
{
    return !row.size.bytes && !(row.size.elements <= KeySizes::mostElements);
}

/// Memory, or for keys that are too large to be measured more than any memory.
double weightOf(const BigKeyRow &row)
{
    constexpr double moreThanAny = 1e18;
    return row.size.bytes  ? static_cast<double>(*row.size.bytes)
        : !isTooLarge(row) ? 0
                           : moreThanAny + (isKnown(row.size.elements) ? row.size.elements : 0);
}

QString memoryCell(const BigKeyRow &row)
{
    return row.size.bytes ? formatBytes(*row.size.bytes) : unknownText();
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
        {QT_TRANSLATE_NOOP("bigkeys", "elements"), Cell::Figure,
         [](auto &row) { return formatCount(row.size.elements); }, [](auto &row) { return row.size.elements; }},
        {QT_TRANSLATE_NOOP("bigkeys", "memory"), Cell::Figure, memoryCell, weightOf,
         [](auto &row) {
             return isTooLarge(row) ? BigKeyWords::tr("Keys with more than %1 elements are not measured.")
                                          .arg(formatCount(KeySizes::mostElements))
                 : row.size.bytes ? BigKeyWords::tr("Estimated by the server from a few elements.")
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
            KeySize shown = size == nullptr ? KeySize{key.key, {}, {}, {}, {}} : *size;
            shown.elements = key.elements;
            rows.push_back({i, snapshot.layout->rows[i].name, std::move(shown)});
        }
    }
    const auto isLarger = [](const BigKeyRow &a, const BigKeyRow &b) { return weightOf(a) > weightOf(b); };
    const std::size_t count = std::min(rows.size(), most);
    std::partial_sort(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(count), rows.end(), isLarger);
    rows.resize(count);
    show(
        std::move(rows), [](const BigKeyRow &row) { return row.size.key; },
        [](const BigKeyRow &a, const BigKeyRow &b) {
            return a.collection == b.collection && a.name == b.name && isSameFigure(a.size.elements, b.size.elements)
                && a.size.bytes == b.size.bytes && a.size.expiresIn == b.size.expiresIn
                && a.size.frequency == b.size.frequency;
        });
}

bool BigKeysModel::hasUses() const
{
    return std::any_of(m_rows.begin(), m_rows.end(),
                       [](const BigKeyRow &row) { return row.size.frequency.has_value(); });
}

} // namespace plimsoll::models
