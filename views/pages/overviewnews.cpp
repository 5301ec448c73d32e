// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pages/overviewnews.h"

#include "models/text/atleast.h"
#include "models/alerts/alerttext.h"
#include "models/text/format.h"
#include "models/history/history.h"
#include "redis/types/plural.h"
#include "views/page/page.h"
#include "views/pages/eventline.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/preferences.h"

#include <QCryptographicHash>
#include <QHBoxLayout>
#include <QStringList>

#include <algorithm>

namespace plimsoll::views {

using std::chrono::milliseconds;

namespace {

constexpr std::chrono::minutes keptEvery{1};

/// Formats a count, with "≥" unless `isAll`, because reading stops at a maximum.
QString counted(qint64 count, bool isAll, const QString &one, const QString &many)
{
    const QString number = models::formatCount(count);
    return isAll && count == 1 ? one : many.arg(models::atLeastText(number, !isAll));
}

milliseconds keptTime(const QString &name)
{
    return milliseconds(Preferences::ofPerson().value(name, 0).toLongLong());
}

} // namespace

OverviewNews::OverviewNews(const PageContext &context, EventLine *line, QHBoxLayout *head, QObject *parent)
    : QObject(parent), m_history(context.history), m_line(line), m_since(new ElidedLabel)
{
    m_since->setObjectName(QStringLiteral("sinceLooked"));
    m_since->setProperty("role", QStringLiteral("secondary"));
    head->addWidget(m_since);
    connect(m_line, &EventLine::dismissed, this, &OverviewNews::dismiss);
    connect(m_line, &EventLine::shown, context.kept, &HistoryService::goToLastBefore);
}

void OverviewNews::open(const QString &workspace)
{
    const QByteArray hash = QCryptographicHash::hash(workspace.toUtf8(), QCryptographicHash::Sha1).toHex().left(16);
    m_key = QString::fromLatin1(hash);
    m_kept = keptTime(QStringLiteral("looked/") + m_key);
    m_absence = models::Absence(m_kept);
    m_dismissed = keptTime(QStringLiteral("dismissed/") + m_key);
}

void OverviewNews::pause()
{
    m_line->show({}, m_now);
    m_since->setFullText({});
}

void OverviewNews::setRoomForSince(bool room)
{
    m_since->setVisible(room);
}

void OverviewNews::forget()
{
    m_key.clear();
    pause();
}

void OverviewNews::show(const WorkspacePtr &workspace, milliseconds now, bool looking)
{
    if (m_history == nullptr || workspace == nullptr) {
        return;
    }
    if (m_key.isEmpty()) {
        open(workspace->name);
    }
    m_now = now;
    if (looking) {
        m_absence.look(now);
        if (now - m_kept >= keptEvery || now < m_kept) {
            m_kept = now;
            Preferences::ofPerson().setValue(QStringLiteral("looked/") + m_key, qint64{now.count()});
        }
    }
    const milliseconds from = std::min<milliseconds>(now - eventFor, m_absence.since().value_or(now));
    const MarkQuestion stretch{from, now};
    m_history->lookForMarks(stretch);
    const std::vector<Mark> marks = m_history->marks(stretch);
    std::optional<Mark> event;
    qint64 events = 0;
    for (const Mark &mark : marks) {
        if (mark.kind == Mark::Kind::Event && mark.time > m_dismissed && now - mark.time <= eventFor) {
            event = mark;
            ++events;
        }
    }
    if (events > 1) {
        QStringList more{event->more, models::eventsBeforeText(events - 1)};
        more.removeAll(QString());
        event->more = more.join(QStringLiteral("; "));
    }
    m_line->show(event, now);
    showSince(marks);
}

void OverviewNews::showSince(const std::vector<Mark> &marks)
{
    const auto &since = m_absence.since();
    if (!since) {
        m_since->setFullText({});
        return;
    }
    const auto count = [&](Mark::Kind kind) -> qint64 {
        return std::count_if(marks.begin(), marks.end(),
                             [&](const Mark &mark) { return mark.kind == kind && mark.time > *since; });
    };
    const auto isAll = [&marks](Mark::Kind kind) {
        return std::count_if(marks.begin(), marks.end(), [kind](const Mark &mark) { return mark.kind == kind; })
            < MarkQuestion::mostOfEach;
    };
    const bool isEveryAlert = isAll(Mark::Kind::Raised); // also limits the cleared ones, which are read with them
    QStringList parts;
    if (const qint64 raised = count(Mark::Kind::Raised); raised > 0) {
        parts += counted(raised, isEveryAlert, tr("1 alert raised"), tr("%1 alerts raised", nullptr, pluralOf(raised)));
    }
    if (const qint64 cleared = count(Mark::Kind::Cleared); cleared > 0) {
        parts += counted(cleared, isEveryAlert, tr("1 cleared"), tr("%1 cleared", nullptr, pluralOf(cleared)));
    }
    if (const qint64 operations = count(Mark::Kind::Operation); operations > 0) {
        parts += counted(operations, isAll(Mark::Kind::Operation), tr("1 operation"),
                         tr("%1 operations", nullptr, pluralOf(operations)));
    }
    m_since->setFullText(tr("since you last looked, %1: %2")
                             .arg(models::momentText(*since, m_now),
                                  parts.isEmpty() ? tr("no alert, no operation") : parts.join(QStringLiteral(", "))));
}

/// Dismisses the event on this computer; its alert stays.
void OverviewNews::dismiss()
{
    if (m_line->event()) {
        m_dismissed = m_line->event()->time;
        Preferences::ofPerson().setValue(QStringLiteral("dismissed/") + m_key, qint64{m_dismissed.count()});
        m_line->show({}, m_now);
    }
}

} // namespace plimsoll::views
