// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pages/labpage.h"

#include "models/text/format.h"
#include "views/page/actions.h"
#include "views/page/pagehead.h"
#include "views/page/labservice.h"
#include "views/pages/labcontrols.h"
#include "views/pages/labhalf.h"
#include "views/pages/labring.h"
#include "views/theme/theme.h"
#include "views/widgets/badge.h"
#include "views/widgets/card.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/wrappedlabel.h"

#include <QAction>
#include <QComboBox>
#include <QHideEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QShortcut>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>
#include <QVariant>

#include <algorithm>
#include <cmath>

namespace plimsoll::views {

namespace {

using namespace std::chrono_literals;

constexpr auto restartAfter = 300ms;
constexpr int slowWorkers = 2; ///< on each side: as many as can be followed

/// Factor by which a presentation enlarges what the zoom has not enlarged as much already.
double presentScale()
{
    constexpr double wanted = 1.6;
    return std::max(1.0, wanted / Px::zoom());
}

int scaled(int pixels)
{
    return static_cast<int>(std::lround(pixels * Px::zoom() * presentScale()));
}

/// Sizes of theme.h and the style sheet, for a presentation.
QString presentSheet()
{
    return QStringLiteral("QLabel, QPushButton, QCheckBox { font-size: %1px; }"
                          "QLabel[role=\"small\"], QPushButton[role=\"tab\"] { font-size: %2px; }"
                          "QLabel[role=\"figure\"] { font-size: %3px; }")
        .arg(QString::number(scaled(13)), QString::number(scaled(12)), QString::number(scaled(22)));
}

} // namespace

LabPage::LabPage(const PageContext &pageContext, QWidget *parent)
    : Page(pageContext, parent), m_stack(new QStackedWidget(this)), m_restart(new QTimer(this))
{
    setObjectName(QStringLiteral("labPage"));
    auto *layout = new QVBoxLayout(this);
    makeHead(layout);
    layout->addWidget(m_stack, 1);
    m_stack->addWidget(makeEmpty());
    m_stack->addWidget(makeBody());
    m_restart->setObjectName(QStringLiteral("labRestart"));
    m_restart->setSingleShot(true);
    m_restart->setInterval(restartAfter);
    connect(m_restart, &QTimer::timeout, this, &LabPage::run);
    connectHost();
    showPattern();
    showRunning();
}

void LabPage::connectHost()
{
    connect(context().lab, &LabService::offered, this, &LabPage::offer);
    connect(context().lab, &LabService::reported, this, &LabPage::showReport);
    connect(context().lab, &LabService::ended, this, &LabPage::end);
}

void LabPage::makeHead(QVBoxLayout *page)
{
    const PageHead head(tr("Lab"), page);
    m_question = head.line;
    m_choice = new QComboBox(this);
    m_choice->setObjectName(QStringLiteral("labPattern"));
    m_choice->setAccessibleName(tr("Pattern"));
    head.row->insertWidget(head.row->indexOf(head.title) + 1, m_choice);
    auto *where = new Badge(context().theme, this);
    where->show(State::Ok, tr("private demo server"));
    head.row->insertWidget(head.row->indexOf(m_choice) + 1, where);
    m_pause = addTool(head.tools, "labPause", tr("Pause"));
    m_again = addTool(head.tools, "labAgain", tr("Start again"));
    m_run = addTool(head.tools, "labRun", tr("Run"));
    auto *present = addTool(head.tools, "labPresent", tr("Present"));
    present->setToolTip(tr("For a projector: tour, counters, flow and code alone, in large letters (F11, Escape)"));
    connect(present, &QPushButton::clicked, this, [this] { setPresenting(true); });
    m_head = {head.title, head.line, m_choice, where, m_pause, m_again, m_run, present};
    connect(m_choice, &QComboBox::currentIndexChanged, this, [this] {
        stopRunning();
        showPattern();
    });
    connect(m_pause, &QPushButton::clicked, this, &LabPage::pause);
    connect(m_again, &QPushButton::clicked, this, &LabPage::run);
    connect(m_run, &QPushButton::clicked, this, [this] { m_running.pattern.isEmpty() ? run() : stopRunning(); });
}

QPushButton *LabPage::addTool(QLayout *tools, const char *name, const QString &text)
{
    auto *button = new QPushButton(text, this);
    button->setObjectName(QLatin1String(name));
    tools->addWidget(button);
    return button;
}

QWidget *LabPage::makeEmpty()
{
    auto *empty = new QWidget(this);
    auto *column = new QVBoxLayout(empty);
    auto *heading = new QLabel(tr("There is no server to try it on"), empty);
    heading->setObjectName(QStringLiteral("labNoServer"));
    heading->setProperty("role", QStringLiteral("heading"));
    auto *text = new QLabel(tr("The Lab breaks things on purpose. It runs on the demonstration's private server, and "
                               "on no other."),
                            empty);
    text->setProperty("role", QStringLiteral("secondary"));
    text->setWordWrap(true);
    text->setAlignment(Qt::AlignCenter);
    column->addStretch(2);
    column->addWidget(heading, 0, Qt::AlignCenter);
    column->addWidget(text);
    if (context().actions != nullptr && context().actions->demo != nullptr) {
        auto *demo = new QPushButton(context().actions->demo->text(), empty);
        connect(demo, &QPushButton::clicked, context().actions->demo, &QAction::trigger);
        column->addWidget(demo, 0, Qt::AlignCenter);
    }
    column->addStretch(3);
    return empty;
}

QWidget *LabPage::makeBody()
{
    // Scrolls, so that the page can be as small as any other.
    m_scroll = new QScrollArea(this);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setFrameShape(QFrame::NoFrame);
    auto *body = new QWidget(m_scroll);
    body->setObjectName(QStringLiteral("pageBody"));
    auto *content = new QVBoxLayout(body);
    content->setContentsMargins(0, 0, 0, 0);
    content->setSpacing(metrics::cardGap);
    m_scroll->setWidget(body);
    makeTour(content);
    m_controls = new LabControls(context().theme, body);
    content->addWidget(m_controls);
    m_slowBar = new LabSlow(context().theme, body);
    m_slowBar->hide();
    content->addWidget(m_slowBar);
    auto *halves = new QHBoxLayout;
    halves->setSpacing(metrics::cardGap);
    m_wrong = new LabHalf(false, context().theme, body);
    m_right = new LabHalf(true, context().theme, body);
    halves->addWidget(m_wrong, 1);
    halves->addWidget(m_right, 1);
    content->addLayout(halves, 1);
    m_legend =
        new QLabel(tr("must be 0: a fault · must stay ≤ N: allowed, up to a bound · cost: what the right way pays "
                      "or cannot prevent"),
                   body);
    m_legend->setObjectName(QStringLiteral("labLegend"));
    m_legend->setProperty("role", QStringLiteral("small"));
    m_legend->setAlignment(Qt::AlignCenter);
    m_legend->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    content->addWidget(m_legend);
    m_ring = new LabRing(context().theme, body);
    connect(m_controls, &LabControls::changed, this, &LabPage::change);
    connect(m_controls, &LabControls::killWanted, context().lab, &LabService::kill);
    connect(m_slowBar, &LabSlow::killWanted, context().lab, &LabService::kill);
    connect(m_slowBar, &LabSlow::stepWanted, context().lab, &LabService::step);
    connect(new QShortcut(Qt::Key_F10, this), &QShortcut::activated, this, [this] {
        if (m_running.slow) {
            m_slowBar->step();
        }
    });
    connect(new QShortcut(Qt::Key_F11, this), &QShortcut::activated, this, [this] { setPresenting(!m_presenting); });
    for (const LabHalf *half : {m_wrong, m_right}) {
        connect(half, &LabHalf::switched, this, &LabPage::change);
    }
    return m_scroll;
}

void LabPage::makeTour(QVBoxLayout *page)
{
    auto *card = new LabTourCard(context().theme, this);
    auto *row = new QHBoxLayout;
    row->setSpacing(metrics::cardGap);
    m_dots = new LabDots(context().theme, card);
    // Title and dots are as high as two lines of text, so that nothing below moves between steps.
    auto *where = new QVBoxLayout;
    where->setSpacing(0);
    where->addWidget(m_dots);
    m_stepTitle = new QLabel(card);
    m_stepTitle->setObjectName(QStringLiteral("labStep"));
    m_stepTitle->setProperty("role", QStringLiteral("heading"));
    m_stepText = new WrappedLabel(card);
    m_stepText->setObjectName(QStringLiteral("labStepText"));
    where->addWidget(m_stepTitle, 0, Qt::AlignCenter);
    row->addLayout(where);
    row->addWidget(m_stepText, 1, Qt::AlignVCenter);
    m_slow = addTool(row, "labSlow", tr("Slow motion"));
    m_slow->setCheckable(true);
    m_back = addTool(row, "labBack", tr("Back"));
    m_next = addTool(row, "labNext", tr("Next"));
    m_next->setProperty("role", QStringLiteral("primary"));
    card->body()->addLayout(row);
    page->addWidget(card);
    connect(m_back, &QPushButton::clicked, this, [this] { goTo(m_step - 1); });
    connect(m_next, &QPushButton::clicked, this, &LabPage::goNext);
    connect(m_slow, &QPushButton::toggled, this, &LabPage::setSlow);
}

/// Leads from the last step of a tour to the tour of the next pattern.
void LabPage::goNext()
{
    const models::LabPattern *shown = pattern();
    if (shown == nullptr || m_step + 1 < int(shown->steps.size())) {
        goTo(isFresh() ? m_step : m_step + 1);
    } else {
        m_choice->setCurrentIndex(m_choice->currentIndex() + 1);
        goTo(0);
    }
}

void LabPage::setPresenting(bool presenting)
{
    if (presenting == m_presenting || (presenting && pattern() == nullptr)) {
        return;
    }
    m_presenting = presenting;
    for (QWidget *each : m_head) {
        each->setVisible(!presenting);
    }
    showControls();
    setStyleSheet(presenting ? presentSheet() : QString());
    for (LabHalf *half : {m_wrong, m_right}) {
        half->setPresenting(presenting, presenting ? presentScale() : 1);
    }
    // Room for three lines, so that nothing below moves between steps.
    m_stepText->setMinimumHeight(presenting ? 3 * m_stepText->fontMetrics().lineSpacing() : 0);
    emit context().host->presentationWanted(presenting);
}

bool LabPage::stepBack()
{
    const bool was = m_presenting;
    setPresenting(false);
    return was;
}

/// Another page has no key that would end the presentation.
void LabPage::hideEvent(QHideEvent *event)
{
    if (!event->spontaneous()) { // not minimised
        setPresenting(false);
    }
    Page::hideEvent(event);
}

/// Slow motion has controls of its own, in the place of those of the load.
void LabPage::showControls()
{
    const bool slow = m_slow->isChecked();
    m_slowBar->setVisible(slow);
    m_controls->setVisible(!m_presenting && !slow);
}

/// Begins again, in slow motion or not.
void LabPage::setSlow(bool slow)
{
    showControls();
    m_wrong->setSlow(slow);
    m_right->setSlow(slow);
    if (slow || !m_running.pattern.isEmpty()) {
        run();
    }
}

const models::LabPattern *LabPage::pattern() const
{
    const auto index = static_cast<std::size_t>(std::max(0, m_choice->currentIndex()));
    return index < m_patterns.size() ? &m_patterns[index] : nullptr;
}

void LabPage::offer(const std::vector<models::LabPattern> &patterns)
{
    if (m_choice->currentIndex() >= 0) {
        m_wanted = m_choice->currentData().toString();
    }
    m_patterns = patterns;
    m_running.pattern.clear();
    {
        const QSignalBlocker blocker(m_choice);
        m_choice->clear();
        for (const models::LabPattern &one : m_patterns) {
            m_choice->addItem(one.title, one.id);
        }
        m_choice->setCurrentIndex(std::max(0, m_choice->findData(m_wanted))); // kept across a restart of the server
    }
    showPattern();
    showRunning();
}

void LabPage::showPattern()
{
    const models::LabPattern *shown = pattern();
    m_step = 0;
    if (m_before) { // undo the changes of the tour
        m_controls->show(ownChoice());
        m_before.reset();
    }
    pointAt({});
    m_question->setFullText(shown != nullptr ? shown->question + QLatin1String("  ") + shown->say : QString());
    m_wrong->setPattern(shown);
    m_right->setPattern(shown);
    m_controls->setPattern(shown);
    m_controls->say({});
    const bool canBeSlow = shown != nullptr && shown->whyNotSlow.isEmpty();
    if (!canBeSlow) {
        m_slow->setChecked(false);
    }
    m_slow->setEnabled(canBeSlow);
    m_slow->setToolTip(canBeSlow              ? tr("One command at a time, two workers on each side")
                           : shown != nullptr ? shown->whyNotSlow
                                              : QString());
    m_choice->setEnabled(shown != nullptr);
    m_stack->setCurrentIndex(shown != nullptr ? 1 : 0);
    showStep();
}

void LabPage::showStep()
{
    const models::LabPattern *shown = pattern();
    const auto steps = shown != nullptr ? int(shown->steps.size()) : 0;
    m_dots->show(m_step, steps);
    m_stepTitle->setText(tr("Tour, %1 of %2").arg(QString::number(m_step + 1), QString::number(steps)));
    m_stepText->setFullText(steps > 0 ? shown->steps[std::size_t(m_step)].text : QString());
    m_back->setEnabled(m_step > 0);
    const bool isLast = m_step + 1 >= steps;
    const auto next = static_cast<std::size_t>(m_choice->currentIndex() + 1);
    m_next->setEnabled(!isLast || (steps > 0 && next < m_patterns.size()));
    m_next->setText(isFresh()                           ? tr("Start the tour")
                        : isLast && m_next->isEnabled() ? tr("Next pattern: %1").arg(m_patterns[next].title)
                                                        : tr("Next"));
}

/// Returns true if nothing runs and the tour is at its start.
bool LabPage::isFresh() const
{
    return m_step == 0 && m_running.pattern.isEmpty();
}

/// Goes to a step of the tour: runs the pattern with the step's parameters and rings its target.
void LabPage::goTo(int step)
{
    const models::LabPattern *shown = pattern();
    if (shown == nullptr) {
        return;
    }
    m_step = step;
    const models::LabStep &now = shown->steps[std::size_t(step)];
    setUp(now);
    if (!(m_running == asked())) {
        run();
    } else if (m_paused) {
        pause();
    }
    if (now.kills) {
        context().lab->kill();
    }
    showStep();
    pointAt(now.spot);
}

/// Undoes the changes of the previous step, then applies those of this one.
void LabPage::setUp(const models::LabStep &step)
{
    if (m_before) {
        const models::LabChoice own = ownChoice();
        m_controls->show(own);
        setSwitched(own.switched);
        m_before.reset();
    }
    if (!step.contention && !step.dial && !step.switched) {
        return;
    }
    m_before = choice();
    models::LabChoice wanted = *m_before;
    wanted.contention = step.contention.value_or(wanted.contention);
    wanted.dial = step.dial ? step.dial : wanted.dial;
    m_controls->show(wanted);
    setSwitched(wanted.switched || step.switched);
    m_set = choice();
}

/// Returns the user's choice: that before the tour, with later manual changes.
models::LabChoice LabPage::ownChoice() const
{
    models::LabChoice own = *m_before;
    const models::LabChoice now = choice();
    const auto take = [&](auto models::LabChoice::*part) {
        if (now.*part != m_set.*part) {
            own.*part = now.*part;
        }
    };
    take(&models::LabChoice::seconds);
    take(&models::LabChoice::seed);
    take(&models::LabChoice::producers);
    take(&models::LabChoice::contention);
    take(&models::LabChoice::crash);
    take(&models::LabChoice::switched);
    take(&models::LabChoice::dial);
    return own;
}

void LabPage::setSwitched(bool switched)
{
    (pattern()->switchesRight ? m_right : m_wrong)->setSwitched(switched);
}

void LabPage::pointAt(const QString &spot)
{
    m_spot = spot;
    const qsizetype dot = spot.indexOf(u'.');
    QWidget *at = nullptr;
    if (dot > 0) {
        at = (spot.startsWith(QLatin1String("right")) ? m_right : m_wrong)->spot(spot.sliced(dot + 1));
    } else if (!spot.isEmpty()) {
        at = m_controls->findChild<QWidget *>(spot);
    }
    m_ring->point(at);
    if (at != nullptr) {
        m_spot.clear();
        // A new widget gets its geometry in the next turn of the event loop.
        QTimer::singleShot(0, at, [this, at] { m_scroll->ensureWidgetVisible(at); });
    }
}

models::LabChoice LabPage::choice() const
{
    models::LabChoice choice;
    choice.pattern = pattern() != nullptr ? pattern()->id : QString();
    m_controls->read(choice);
    choice.switched = m_wrong->isSwitched() || m_right->isSwitched();
    choice.guarded = m_right->isGuarded();
    choice.slow = m_slow->isChecked();
    return choice;
}

/// Returns what is run: in slow motion no more workers than can be followed.
models::LabChoice LabPage::asked() const
{
    models::LabChoice asked = choice();
    asked.contention = asked.slow ? std::min(asked.contention, slowWorkers) : asked.contention;
    return asked;
}

/// Called on user changes: restarts a running pattern.
void LabPage::change()
{
    if (!m_running.pattern.isEmpty()) {
        m_restart->start();
    }
}

void LabPage::run()
{
    m_restart->stop();
    if (pattern() == nullptr) {
        return;
    }
    m_running = asked();
    m_paused = false;
    m_controls->say({});
    m_wrong->forget();
    m_right->forget();
    showRunning();
    context().lab->start(m_running);
}

void LabPage::pause()
{
    m_paused = !m_paused;
    context().lab->setPaused(m_paused);
    showRunning();
}

void LabPage::stopRunning()
{
    if (!m_running.pattern.isEmpty()) {
        context().lab->stop();
        end({});
    }
}

void LabPage::end(const QString &why)
{
    m_restart->stop();
    m_running = {};
    m_paused = false;
    if (!why.isEmpty()) {
        m_controls->say(why);
    }
    showRunning();
}

void LabPage::showRunning()
{
    const bool running = !m_running.pattern.isEmpty();
    m_run->setText(running ? tr("Stop") : tr("Run"));
    m_run->setEnabled(pattern() != nullptr);
    m_again->setEnabled(running);
    m_pause->setEnabled(running && !m_running.slow); // which stands still by itself
    m_slowBar->setRunning(running && m_running.slow);
    m_pause->setText(m_paused ? tr("Continue") : tr("Pause"));
    m_controls->setRunning(running && !m_paused);
    showStep();
}

void LabPage::showReport(const models::LabReport &report)
{
    const models::LabPattern *shown = pattern();
    if (shown == nullptr || shown->id != report.pattern) {
        return;
    }
    const QString left = models::formatCount(static_cast<qint64>(report.wrongLoad));
    const QString right = models::formatCount(static_cast<qint64>(report.rightLoad));
    const bool paced = shown->heldSeconds > 0;
    const QString load = left == right ? tr("both sides the same: %1").arg(left)
        : paced                        ? tr("given so far: left %1, right %2").arg(left, right)
                                       : tr("loops: left %1, right %2").arg(left, right);
    const auto stand = [&] {
        switch (report.is) {
        case models::LabReport::Is::Settling:
            return tr("no new load; work in flight is finished");
        case models::LabReport::Is::Over:
            return tr("finished: these are the counts");
        case models::LabReport::Is::CutOff:
            return tr("finished with work still in flight: counts above 0 may include it");
        case models::LabReport::Is::Running:
            break;
        }
        return QString();
    };
    const QString is = stand();
    m_controls->say(is.isEmpty() ? load : load + QLatin1String("; ") + is);
    m_wrong->show(report);
    m_right->show(report);
    if (report.slow) {
        m_slowBar->show(*report.slow);
    }
    if (!m_spot.isEmpty()) {
        pointAt(m_spot);
    }
}

} // namespace plimsoll::views
