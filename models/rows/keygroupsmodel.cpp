// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/keygroupsmodel.h"

#include "models/text/elementtext.h"
#include "models/text/format.h"
#include "models/text/samefigure.h"

#include <QCoreApplication>

#include <cmath>

namespace plimsoll::models {

namespace {

using std::chrono::milliseconds;

struct KeyGroupsWords {
    Q_DECLARE_TR_FUNCTIONS(groups)
};

constexpr qsizetype longestPrefix = 60;

bool sameCounts(const KeyGroup &a, const KeyGroup &b)
{
    return a.name == b.name && a.seen == b.seen && isSameFigure(a.medianLeftMs, b.medianLeftMs)
        && isSameFigure(a.together, b.together) && a.withoutTtl == b.withoutTtl;
}

} // namespace

KeyGroupsModel::KeyGroupsModel(QObject *parent) : TableModel("groups", parent)
{
    const auto isTooMany = [this](const KeyGroup &group) { return group.together >= m_limit; };
    setColumns({
        {QT_TRANSLATE_NOOP("groups", "prefix"), Cell::Mono,
         [](auto &group) {
             return group.name.isEmpty() ? KeyGroupsWords::tr("others") : elementText(group.name, longestPrefix);
         }},
        {QT_TRANSLATE_NOOP("groups", "seen"), Cell::Figure, [](auto &group) { return formatCount(group.seen); },
         [](auto &group) { return group.seen; }},
        {QT_TRANSLATE_NOOP("groups", "keys, about"), Cell::Figure,
         [this](auto &group) {
             return isKnown(m_scale) ? formatCount(std::round(static_cast<double>(group.seen) * m_scale))
                                     : unknownText();
         },
         [this](auto &group) { return static_cast<double>(group.seen) * m_scale; }},
        {QT_TRANSLATE_NOOP("groups", "median left"), Cell::Figure,
         [](auto &group) {
             return isKnown(group.medianLeftMs) ? formatDuration(milliseconds(std::llround(group.medianLeftMs)))
                                                : unknownText();
         },
         [](auto &group) { return group.medianLeftMs; }},
        {QT_TRANSLATE_NOOP("groups", "together"), Cell::Bar},
        {"",
         {Cell::Badge, true},
         [](auto &group) {
             return isKnown(group.together)
                 ? KeyGroupsWords::tr("%1 %").arg(formatCount(std::round(group.together * 100)))
                 : unknownText();
         },
         [](auto &group) { return group.together; },
         nullptr,
         {{SeverityRole,
           [isTooMany](auto &group) { return static_cast<int>(isTooMany(group) ? State::Warning : State::Ok); }}}},
        {QT_TRANSLATE_NOOP("groups", "no expiry"), Cell::Figure,
         [](auto &group) { return formatCount(group.withoutTtl); }, [](auto &group) { return group.withoutTtl; }},
    });
    setRowValues({{ShareRole, [](auto &group) { return isKnown(group.together) ? group.together : 0.0; }},
                  {SeriesRole, [isTooMany](auto &group) { return isTooMany(group) ? 3 : 0; }}});
}

void KeyGroupsModel::apply(const std::vector<KeyGroup> &groups, double scale, double limit, bool isHeld)
{
    const bool isOther = !isSameFigure(scale, m_scale) || !isSameFigure(limit, m_limit);
    m_scale = scale;
    m_limit = limit;
    std::vector<KeyGroup> next = groups;
    if (isHeld && canHold(next)) {
        next = inPlaces(std::move(next), &KeyGroup::name, [](const KeyGroup &row) {
            KeyGroup gone;
            gone.name = row.name;
            return gone;
        });
    }
    show(std::move(next), &KeyGroup::name, sameCounts);
    if (isOther) {
        signalAll();
    }
}

} // namespace plimsoll::models
