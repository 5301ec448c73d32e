// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/format.h"
#include "views/collection/aroundcard.h"
#include "views/collection/collectionpage.h"
#include "views/collection/daylimits.h"
#include "views/collection/jobsanddead.h"
#include "views/collection/periodbar.h"
#include "views/theme/theme.h"
#include "views/widgets/badge.h"

#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

/// A collection's page at a past moment: its recorded figures next to the current ones, and the events around it.
namespace plimsoll::views {

namespace {

/// Hides everything except the charts and their containers.
void hideAllBut(const std::vector<TimeChart *> &charts, QLayout *layout, std::vector<QPointer<QWidget>> &hidden)
{
    for (int i = 0; i < layout->count(); ++i) {
        if (QLayout *inner = layout->itemAt(i)->layout()) {
            hideAllBut(charts, inner, hidden);
            continue;
        }
        QWidget *widget = layout->itemAt(i)->widget();
        if (widget == nullptr || std::find(charts.begin(), charts.end(), widget) != charts.end()) {
            continue;
        }
        const bool holdsOne = std::any_of(charts.begin(), charts.end(),
                                          [widget](const TimeChart *chart) { return widget->isAncestorOf(chart); });
        if (holdsOne && widget->layout() != nullptr) {
            hideAllBut(charts, widget->layout(), hidden);
        } else if (!widget->isHidden()) {
            widget->hide();
            hidden.emplace_back(widget);
        }
    }
}

} // namespace

bool CollectionPage::isPast() const
{
    return momentOf(m_snapshot) != nullptr;
}

/// Hides content that is not recorded and shows the events around the moment instead.
void CollectionPage::placeMoment()
{
    const bool past = isPast();
    m_period->setEnabled(!past);
    m_day->setPast(past);
    m_reconcile->setEnabled(!past);
    m_copyCommands->setEnabled(!past && !m_period->isEarlier());
    if (m_jobs != nullptr) {
        m_jobs->button()->setEnabled(!past);
        if (past) {
            m_jobs->showCount(*m_snapshot, m_collection);
        }
    }
    if (!past) {
        if (m_around != nullptr) {
            m_around->hide();
        }
        return;
    }
    if (m_around == nullptr) {
        m_around = new AroundCard(context().theme, this);
        connect(m_around, &AroundCard::noteMade, this, &CollectionPage::keepNote);
        m_content->addWidget(m_around, 4);
    }
    const std::chrono::milliseconds moment = context().history->moment()->time;
    const MarkQuestion around{moment - models::aroundMoment, moment + models::aroundMoment};
    context().history->lookForMarks(around);
    m_around->show(moment, definition().name, context().history->marks(around));
    m_around->setVisible(false); // hidden first, so that hideAllBut() does not record it
    hideAllBut(m_charts, m_content, m_unrecorded);
    m_around->setVisible(true);
}

/// Shows the hidden widgets again, before a page updates its visibility.
void CollectionPage::showUnrecorded()
{
    for (const QPointer<QWidget> &widget : m_unrecorded) {
        if (widget != nullptr) {
            widget->show();
        }
    }
    m_unrecorded.clear();
}

/// Tiles of the page; at a past moment each also shows its current value.
std::vector<TileText> CollectionPage::tilesOf(const Figures &figures) const
{
    std::vector<TileText> texts = tiles(figures);
    const SnapshotPtr now = figures.isPast() ? context().history->judged() : nullptr;
    if (now == nullptr || now->layout != context().history->moment()->present) {
        return texts;
    }
    const std::vector<TileText> live = tiles(Figures(*now, m_collection, *context().history));
    for (TileText &text : texts) {
        const auto same = std::find_if(live.begin(), live.end(), [&text](const TileText &other) {
            return !text.figure.isEmpty() && other.figure == text.figure && other.title == text.title;
        });
        if (same == live.end()) {
            continue;
        }
        const QString told = tr("now %1").arg(same->value);
        text.note = text.state != State::Ok && !text.note.isEmpty() ? tr("%1 · %2").arg(text.note, told) : told;
    }
    return texts;
}

/// Returns the id of the figure that is worst, or of the first one.
QString CollectionPage::figureInTrouble(const Figures &figures)
{
    const Problem *worst = models::worstProblem(figures.row());
    const int figure = worst != nullptr && worst->figure >= 0 ? worst->figure : 0;
    return static_cast<std::size_t>(figure) < figures.layout().figures().size()
        ? QString(figures.layout().figure(figure).id)
        : QString();
}

/// Updates the badge next to the title.
void CollectionPage::showState(const Figures &figures)
{
    const State state = figures.row().state;
    const auto since = m_period->isEarlier() ? std::nullopt : context().history->since(m_collection);
    const models::History &history = *context().history;
    const bool isLive = since && !figures.isPast();
    const auto trouble = isLive ? history.troubleSince(m_collection) : std::nullopt;
    QString text = since ? models::stateSinceText(*since, trouble, m_snapshot->serverTime) : models::stateTitle(state);
    QStringList all;
    m_editLimit->setData(figureInTrouble(figures));
    if (since && state != State::Ok) {
        all.append(models::formatSince(*since));
    }
    if (const Problem *worst = models::worstProblem(figures.row())) {
        constexpr qsizetype longestProblem = 48;
        const bool isShort = worst->text.size() <= longestProblem;
        text = isShort ? tr("%1: %2").arg(text, worst->text) : text;
        m_badge->setAccessibleDescription(worst->text);
        for (const Problem &problem : *figures.row().problems) {
            all.append(
                models::problemText(problem, isLive ? history.problemSince(m_collection, problem) : std::nullopt));
        }
    }
    if (figures.isPast()) {
        const QString time = models::formatTime(figures.now());
        const QString minute = time.left(time.lastIndexOf(QLatin1Char(':')));
        text = tr("at %1: %2").arg(minute, text);
        if (state == State::Error) { // no current problem
            m_badge->show(State::Ok, tr("at %1: not recorded").arg(minute));
            return;
        }
    }
    if (m_old) {
        m_badge->show(State::Unknown, tr("unknown, was %1").arg(text));
        all.prepend(tr("Nothing is known since %1.").arg(models::formatTime(m_snapshot->serverTime)));
    } else {
        m_badge->show(state, state == State::Ok ? models::kindTitle(*figures.layout().kind) : text);
    }
    if (!all.isEmpty()) {
        m_badge->setToolTip(all.join(QLatin1Char('\n'))); // in place of that of show()
    }
    const bool hasLimit = !m_editLimit->data().toString().isEmpty();
    m_editLimit->setEnabled(hasLimit);
    m_badge->setCursor(hasLimit ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (hasLimit && state != State::Ok) {
        m_badge->setToolTip(QStringLiteral("%1\n%2").arg(m_badge->toolTip(), tr("Click: edit the limit")));
    }
}

} // namespace plimsoll::views
