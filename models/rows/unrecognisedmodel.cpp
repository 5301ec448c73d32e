// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/unrecognisedmodel.h"

#include "models/rows/samekeys.h"
#include "models/text/elementtext.h"
#include "models/text/format.h"
#include "models/text/ratetext.h"

#include <QCoreApplication>
#include <QDateTime>

#include <algorithm>
#include <utility>

namespace plimsoll::models {

namespace {

constexpr qsizetype longestTemplate = 200;

struct UnrecognisedWords {
    Q_DECLARE_TR_FUNCTIONS(unrecognised)
};

} // namespace

KeyCounts KeyCounts::of(const Proposal &proposal)
{
    const std::vector<FoundTemplate> &keys = proposal.templates;
    const bool isNew = !keys.empty() && !proposal.countBefore
        && std::all_of(keys.begin(), keys.end(), [](const FoundTemplate &one) { return one.isNew; });
    return {proposal.count, proposal.countBefore, isNew};
}

QString keyChangeText(const KeyCounts &keys)
{
    return keys.change() == 0 ? QString()
        : keys.isNew          ? UnrecognisedWords::tr("new")
        : keys.now == 0       ? UnrecognisedWords::tr("gone")
                              : formatChange(static_cast<double>(keys.change()));
}

QString keyChangeTip(const KeyCounts &keys)
{
    return keys.isNew  ? UnrecognisedWords::tr("The earlier search found no such keys.")
        : !keys.before ? QString()
                       : UnrecognisedWords::tr("Keys at the earlier search: %1, now: %2")
                             .arg(formatCount(*keys.before), formatCount(keys.now));
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
         [](auto &row) { return keyChangeText(KeyCounts::of(row)); },
         [](auto &row) { return KeyCounts::of(row).change(); },
         [](auto &row) { return keyChangeTip(KeyCounts::of(row)); }},
    });
    showTextsAsTips();
    setRowValues({{StaleRole, [](auto &row) { return row.count == 0; }},
                  {FilterRole, [](auto &row) { return elementText(row.text, 0); }}});
}

void UnrecognisedModel::apply(const Discovery &discovery)
{
    m_all = discovery.unrecognised;
    if (discovery.earlier) {
        m_all.insert(m_all.end(), discovery.earlier->gone.begin(), discovery.earlier->gone.end());
    }
    showRows();
}

void UnrecognisedModel::setWorkspace(const WorkspacePtr &workspace)
{
    m_workspace = workspace;
    showRows();
}

qint64 UnrecognisedModel::keyCount() const
{
    qint64 count = 0;
    for (int row = 0; row < rowCount(); ++row) {
        count += rowAt(row).count;
    }
    return count;
}

void UnrecognisedModel::showRows()
{
    const std::chrono::milliseconds now(QDateTime::currentMSecsSinceEpoch()); // for the periods in names
    const SameKeys watched = SameKeys::of(m_workspace, now);
    std::vector<FoundTemplate> rows = m_all;
    std::erase_if(rows, [&watched](const FoundTemplate &keys) { return watched.hasKeys(keys); });
    show(
        std::move(rows), [](const FoundTemplate &row) { return std::pair(row.text, row.type); },
        [](const FoundTemplate &a, const FoundTemplate &b) { return KeyCounts::of(a) == KeyCounts::of(b); });
}

} // namespace plimsoll::models
