// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/unrecognisedmodel.h"

#include "models/text/elementtext.h"
#include "models/text/format.h"
#include "models/text/ratetext.h"

#include <QCoreApplication>

#include <utility>

namespace plimsoll::models {

namespace {

constexpr qsizetype longestTemplate = 200;

struct UnrecognisedWords {
    Q_DECLARE_TR_FUNCTIONS(unrecognised)
};

/// Keys of several templates now and at the earlier search.
struct KeyCounts {
    qint64 now = 0, before = 0;
    bool isNew = false; ///< there were none
    bool isKnown = false;

    explicit KeyCounts(std::span<const FoundTemplate> keys) : isNew(!keys.empty()), isKnown(!keys.empty())
    {
        for (const FoundTemplate &one : keys) {
            now += one.count;
            before += one.countBefore.value_or(0);
            isNew = isNew && one.isNew;
            isKnown = isKnown && (one.isNew || one.countBefore);
        }
    }
};

qint64 changeOrder(const FoundTemplate &keys)
{
    const KeyCounts counts({&keys, 1});
    return counts.isKnown ? counts.now - counts.before : 0;
}

} // namespace

QString changeText(std::span<const FoundTemplate> keys)
{
    const KeyCounts counts(keys);
    return !counts.isKnown || counts.now == counts.before ? QString()
        : counts.isNew                                    ? UnrecognisedWords::tr("new")
        : counts.now == 0                                 ? UnrecognisedWords::tr("gone")
                          : formatChange(static_cast<double>(counts.now - counts.before));
}

QString changeTip(std::span<const FoundTemplate> keys)
{
    const KeyCounts counts(keys);
    return counts.isNew   ? UnrecognisedWords::tr("The earlier search found no such keys.")
        : !counts.isKnown ? QString()
                          : UnrecognisedWords::tr("Keys at the earlier search: %1, now: %2")
                                .arg(formatCount(counts.before), formatCount(counts.now));
}

UnrecognisedModel::UnrecognisedModel(QObject *parent) : TableModel("unrecognised", parent)
{
    setColumns({
        {QT_TRANSLATE_NOOP("unrecognised", "name of the keys"), Cell::Mono,
         [](auto &row) { return elementText(row.text, longestTemplate); }},
        {QT_TRANSLATE_NOOP("unrecognised", "type"), Cell::Text,
         [](auto &row) { return row.type.isEmpty() ? unknownText() : QString::fromUtf8(row.type); }},
        {QT_TRANSLATE_NOOP("unrecognised", "keys"), Cell::Figure, [](auto &row) { return formatCount(row.count); },
         [](auto &row) { return row.count; }},
        {QT_TRANSLATE_NOOP("unrecognised", "change"), Cell::Figure,
         [](auto &row) {
             return changeText({&row, 1});
         },
         changeOrder,
         [](auto &row) {
             return changeTip({&row, 1});
         }},
    });
    showTextsAsTips();
    setRowValues({{StaleRole, [](auto &row) { return row.count == 0; }},
                  {FilterRole, [](auto &row) { return elementText(row.text, 0); }}});
}

void UnrecognisedModel::apply(const Discovery &discovery)
{
    std::vector<FoundTemplate> rows = discovery.unrecognised;
    if (discovery.earlier) {
        rows.insert(rows.end(), discovery.earlier->gone.begin(), discovery.earlier->gone.end());
    }
    show(
        std::move(rows), [](const FoundTemplate &row) { return std::pair(row.text, row.type); },
        [](const FoundTemplate &a, const FoundTemplate &b) {
            return a.count == b.count && a.isNew == b.isNew && a.countBefore == b.countBefore;
        });
}

} // namespace plimsoll::models
