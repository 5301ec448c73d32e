// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/presencemodel.h"

#include "models/text/elementtext.h"
#include "models/text/format.h"

#include <QStringList>

#include <algorithm>

namespace plimsoll::models {

namespace {

using std::chrono::milliseconds;

constexpr qsizetype longestPersonCell = 300;

} // namespace

PresenceTracker::Absence PresenceTracker::absenceFrom(const ElementsPage &page) const
{
    if (page.offset != 0) {
        return Absence::Unknown;
    }
    if (page.total && !page.totalAtLeast && *page.total <= static_cast<qint64>(page.elements.size())) {
        return Absence::Removed;
    }
    // Newest first: a member not on the page was seen before the page's last one.
    if (page.elements.empty() || !page.elements.front().due || !page.elements.back().due
        || *page.elements.front().due < *page.elements.back().due) {
        return Absence::Unknown;
    }
    return isActive(*page.elements.back().due, page.readAt) ? Absence::Unknown : Absence::Inactive;
}

std::vector<PresenceEvent> PresenceTracker::apply(const ElementsPage &page)
{
    std::vector<PresenceEvent> events;
    QHash<QByteArray, milliseconds> active;
    const Absence absence = absenceFrom(page);
    QHash<QByteArray, milliseconds> seenHere;
    for (const Element &element : page.elements) {
        if (element.due) {
            seenHere.insert(element.element, *element.due);
        }
    }
    for (auto it = m_active.constBegin(); it != m_active.constEnd(); ++it) {
        const auto here = seenHere.constFind(it.key());
        if (here != seenHere.constEnd() ? !isActive(*here, page.readAt) : absence != Absence::Unknown) {
            events.push_back({page.readAt, it.key(), false});
        }
    }
    // Sorts by last-seen time, then by name, because the order of a hash varies.
    std::sort(events.begin(), events.end(), [this](const PresenceEvent &a, const PresenceEvent &b) {
        return std::pair(m_active.value(a.member), a.member) < std::pair(m_active.value(b.member), b.member);
    });
    for (auto element = page.elements.rbegin(); element != page.elements.rend(); ++element) {
        if (!element->due || !isActive(*element->due, page.readAt)) {
            continue;
        }
        active.insert(element->element, *element->due);
        if (m_started && !m_active.contains(element->element) && absence != Absence::Unknown) {
            events.push_back({page.readAt, element->element, true});
        }
    }
    m_started = true;
    m_active = std::move(active);
    return events;
}

void PresenceTracker::clear()
{
    m_started = false;
    m_active.clear();
}

PresenceModel::PresenceModel(QObject *parent) : TableModel(staticMetaObject.className(), parent)
{
    setColumns({
        {QT_TR_NOOP("when"), Cell::Text, [this](auto &event) { return formatRelative(event.time, m_now); },
         [](auto &event) { return static_cast<double>(event.time.count()); },
         [](auto &event) { return formatDateTime(event.time); }},
        {QT_TR_NOOP("what"), Cell::Text, [](auto &event) { return event.came ? tr("came") : tr("went"); }},
        {QT_TR_NOOP("member"),
         Cell::Mono,
         [](auto &event) { return elementText(event.member, longestPersonCell); },
         nullptr,
         nullptr,
         {{MonospaceRole, [](auto &event) { return blankText(event.member).isNull(); }}}},
    });
}

void PresenceModel::apply(const ElementsPage &page)
{
    std::vector<PresenceEvent> events = m_tracker.apply(page);
    if (events.size() > mostEvents) {
        events.erase(events.begin(), events.end() - static_cast<std::ptrdiff_t>(mostEvents));
    }
    if (!events.empty()) {
        const std::size_t room = mostEvents - events.size();
        if (m_rows.size() > room) {
            beginRemoveRows({}, static_cast<int>(room), rowCount() - 1);
            m_rows.resize(room);
            endRemoveRows();
        }
        beginInsertRows({}, 0, static_cast<int>(events.size()) - 1);
        m_rows.insert(m_rows.begin(), events.rbegin(), events.rend());
        endInsertRows();
        const auto came = std::count_if(events.begin(), events.end(), [](const auto &event) { return event.came; });
        m_came += static_cast<int>(came);
        m_went += static_cast<int>(events.size()) - static_cast<int>(came);
        emit bannerChanged();
    }
    setNow(std::max(m_now, page.readAt));
}

void PresenceModel::setNow(milliseconds serverNow)
{
    const milliseconds before = std::exchange(m_now, serverNow);
    int first = -1;
    int last = -1;
    for (int row = 0; row < rowCount(); ++row) {
        const milliseconds time = m_rows[static_cast<std::size_t>(row)].time;
        if (formatRelative(time, before) != formatRelative(time, serverNow)) {
            first = first < 0 ? row : first;
            last = row;
        }
    }
    if (first >= 0) {
        emit dataChanged(index(first, 0), index(last, 0));
    }
}

void PresenceModel::clear()
{
    m_tracker.clear();
    TableModel::clear();
    acknowledge();
}

void PresenceModel::acknowledge()
{
    if (m_came == 0 && m_went == 0) {
        return;
    }
    m_came = 0;
    m_went = 0;
    emit bannerChanged();
}

QString PresenceModel::bannerText() const
{
    QStringList parts;
    if (m_came > 0) {
        parts += tr("%1 came").arg(formatCount(m_came));
    }
    if (m_went > 0) {
        parts += tr("%1 went").arg(formatCount(m_went));
    }
    return parts.join(QLatin1String(", "));
}

} // namespace plimsoll::models
