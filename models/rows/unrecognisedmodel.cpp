// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/unrecognisedmodel.h"

#include "models/text/elementtext.h"
#include "models/text/format.h"

namespace plimsoll::models {

namespace {

constexpr qsizetype longestTemplate = 200;

} // namespace

UnrecognisedModel::UnrecognisedModel(QObject *parent) : TableModel("unrecognised", parent)
{
    setColumns({
        {QT_TRANSLATE_NOOP("unrecognised", "name of the keys"), Cell::Mono,
         [](auto &row) { return elementText(row.text, longestTemplate); }},
        {QT_TRANSLATE_NOOP("unrecognised", "type"), Cell::Text,
         [](auto &row) { return row.type.isEmpty() ? unknownText() : QString::fromUtf8(row.type); }},
        {QT_TRANSLATE_NOOP("unrecognised", "keys"), Cell::Figure, [](auto &row) { return formatCount(row.count); },
         [](auto &row) { return row.count; }},
    });
    showTextsAsTips();
    setRowValues({{FilterRole, [](auto &row) { return elementText(row.text, 0); }}});
}

void UnrecognisedModel::apply(const std::vector<UnrecognisedKeys> &keys)
{
    show(
        keys, [](const UnrecognisedKeys &row) { return std::pair(row.text, row.type); },
        [](const UnrecognisedKeys &a, const UnrecognisedKeys &b) { return a.count == b.count; });
}

} // namespace plimsoll::models
