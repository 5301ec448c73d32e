// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/history/marks.h"

#include "models/alerts/alerttext.h"
#include "models/text/atleast.h"
#include "models/text/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace plimsoll::models {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::size_t mostRangesRead = 8; ///< ranges: the open page and the moment shown
constexpr seconds askMarksAgain{30}; ///< retry time without an answer, and refresh time of ranges up to now

struct MarkWords {
    Q_DECLARE_TR_FUNCTIONS(marks) // NOLINT(modernize-use-trailing-return-type,misc-const-correctness)
};

bool isWithin(const Mark &mark, const MarkQuestion &stretch)
{
    if (mark.isOngoing()) {
        return mark.time <= stretch.to && (!mark.until || *mark.until >= stretch.from);
    }
    return mark.time >= stretch.from && mark.time <= stretch.to;
}

bool covers(const MarkQuestion &read, const MarkQuestion &wanted)
{
    return read.from <= wanted.from && read.to >= wanted.to;
}

} // namespace

std::optional<MarkQuestion> Marks::missing(const MarkQuestion &wanted, milliseconds now)
{
    // A range up to now may be 30 s old; new alerts and notes outdate it earlier.
    const auto isHere = [&](const Read &read) {
        const MarkQuestion reached{wanted.from, std::min(wanted.to, now - askMarksAgain)};
        return !read.isOutdated && covers({read.question.from - seconds(1), read.question.to}, reached);
    };
    const bool wasAsked = m_asked && covers(*m_asked, {wanted.from + seconds(1), std::min(wanted.to, m_asked->to)})
        && now >= m_askedAt && now - m_askedAt < askMarksAgain;
    if (wasAsked || std::any_of(m_read.begin(), m_read.end(), isHere)) {
        return std::nullopt;
    }
    m_asked = wanted;
    m_askedAt = now;
    return wanted;
}

void Marks::add(const MarkQuestion &question, const std::vector<Mark> &marks)
{
    // An answer in flight may be older than the change that outdated it.
    const bool isAsked = m_asked == question;
    if (isAsked) {
        m_asked.reset();
    }
    std::erase_if(m_read, [&](const Read &read) { return covers(question, read.question); });
    m_read.push_front({question, marks, !isAsked});
    if (m_read.size() > mostRangesRead) {
        m_read.pop_back();
    }
}

void Marks::outdate()
{
    m_asked.reset();
    for (Read &read : m_read) {
        read.isOutdated = true;
    }
}

std::vector<Mark> Marks::of(const MarkQuestion &wanted, const std::vector<ServerEvent> &events) const
{
    // The overlap of an outdated range counts half.
    const auto overlap = [&wanted](const Read &read) {
        const milliseconds both = std::min(read.question.to, wanted.to) - std::max(read.question.from, wanted.from);
        return read.isOutdated && both.count() > 0 ? both / 2 : both;
    };
    const auto best = std::max_element(m_read.begin(), m_read.end(), [&overlap](const Read &a, const Read &b) {
        return overlap(a) < overlap(b); // the first of equal ones is the newest
    });
    std::vector<Mark> all;
    if (best != m_read.end()) {
        std::copy_if(best->marks.begin(), best->marks.end(), std::back_inserter(all),
                     [&wanted](const Mark &mark) { return isWithin(mark, wanted); });
    }
    for (const ServerEvent &event : events) {
        Mark mark = markOf(event);
        const bool isKnown = std::any_of(all.begin(), all.end(), [&event](const Mark &other) {
            return other.kind == Mark::Kind::Event && other.event == event.type && other.time == event.time;
        });
        if (!isKnown && isWithin(mark, wanted)) {
            all.push_back(std::move(mark));
        }
    }
    std::stable_sort(all.begin(), all.end(), [](const Mark &a, const Mark &b) { return a.time < b.time; });
    return all;
}

Mark markOf(const ServerEvent &event)
{
    Mark mark{Mark::Kind::Event, event.time, event.elementsGone > 0 ? State::Critical : State::Warning, event.text};
    mark.event = event.type;
    if (event.elementsGone > 0 && isKnown(event.before) && isKnown(event.after)) {
        mark.more = MarkWords::tr("%1 before, %2 after").arg(formatCount(event.before), formatCount(event.after));
        if (event.savedAt.count() > 0 && event.after > 0) {
            const bool isOld = event.time - event.savedAt > std::chrono::hours(24);
            mark.more = MarkWords::tr("%1; restored from the save of %2")
                            .arg(mark.more, isOld ? formatDateTime(event.savedAt) : formatTime(event.savedAt));
        }
    }
    return mark;
}

QString markText(const Mark &mark)
{
    const QString lasted = atLeastText(formatDuration(mark.lasted), mark.isAtLeast);
    switch (mark.kind) {
    case Mark::Kind::Raised:
    case Mark::Kind::Changed:
        return MarkWords::tr("%1: %2").arg(alertStateTitle(mark.level), mark.text);
    case Mark::Kind::Cleared:
        return mark.text.isEmpty() ? MarkWords::tr("cleared after %1").arg(lasted)
                                   : MarkWords::tr("cleared after %1, at worst %2").arg(lasted, mark.text);
    case Mark::Kind::Operation:
    case Mark::Kind::Note:
        return mark.by.isEmpty() ? mark.text : MarkWords::tr("%1: %2").arg(mark.by, mark.text);
    case Mark::Kind::Event:
        break;
    }
    return mark.more.isEmpty() ? mark.text : MarkWords::tr("%1: %2").arg(mark.text, mark.more);
}

QString markTextLater(const Mark &mark)
{
    const QString rest = withoutValue(mark.text);
    const QString state = alertStateTitle(mark.level);
    return rest.isEmpty() ? state : MarkWords::tr("%1: %2").arg(state, rest);
}

QString markWord(const Mark &mark)
{
    static constexpr std::array words{QT_TRANSLATE_NOOP("marks", "restarted"), QT_TRANSLATE_NOOP("marks", "emptied"),
                                      QT_TRANSLATE_NOOP("marks", "failover"), QT_TRANSLATE_NOOP("marks", "flushed")};
    return mark.kind == Mark::Kind::Event ? MarkWords::tr(words.at(static_cast<std::size_t>(mark.event))) : QString();
}

} // namespace plimsoll::models
