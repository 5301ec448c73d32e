// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/operations/operationbar.h"

#include "models/text/format.h"
#include "models/text/operationtext.h"
#include "views/operations/operationgate.h"
#include "views/theme/theme.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/userinteracting.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>
#include <chrono>

namespace plimsoll::views {

using models::formatCount;

namespace {

constexpr Px operationBarHeight{38};
constexpr std::chrono::seconds longestSilence{2}; // a batch takes milliseconds
constexpr std::chrono::seconds resultStays{30};
constexpr std::chrono::seconds untilNextLook{1}; // while the pointer or the focus keeps a result that is due to leave
constexpr int progressSteps = 1'000; // a progress bar counts in int, an operation in qint64

QString titleOf(const OperationReport &report)
{
    return report.collection.isEmpty() ? models::actionTitle(report)
                                       : OperationBar::tr("%1, %2").arg(models::actionTitle(report), report.collection);
}

/// Why the last operation cannot be undone.
QString noUndoText(const OperationReport &report)
{
    const QString why = !report.undoOf.isEmpty() ? OperationBar::tr("The last operation was an undo.")
        : report.changed() == 0                  ? OperationBar::tr("The last operation changed nothing.")
                                : OperationBar::tr("The last operation (%1) cannot be undone.").arg(titleOf(report));
    return OperationBar::tr("%1 The Journal undoes what was done before.").arg(why);
}

/// Result of an operation, with advice if it failed.
QString resultLine(const OperationReport &report)
{
    const QString what = titleOf(report);
    const bool isVain = models::isInVain(report);
    QString text = OperationBar::tr("%1: %2").arg(
        what,
        isVain ? OperationBar::tr("nothing was changed · %1").arg(models::skippedText(report))
               : models::resultText(report));
    switch (report.state) {
    case OperationState::Cancelled:
        text += OperationBar::tr(" · stopped, %1 not reached").arg(formatCount(report.matched - report.accounted()));
        break;
    case OperationState::Failed:
    case OperationState::Partial:
        text += QStringLiteral(" · ") + report.error;
        break;
    case OperationState::Open:
    case OperationState::Done:
    case OperationState::Undone:
        break;
    }
    return report.notes.isEmpty() ? text : text + QStringLiteral(" · ") + report.notes.join(QStringLiteral(" · "));
}

} // namespace

OperationBar::OperationBar(Theme *theme, const OperationGate *gate, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_gate(gate), m_icon(new QLabel(this)), m_text(new ElidedLabel(this)),
      m_progress(new QProgressBar(this)), m_rate(new QLabel(this)), m_stop(new QPushButton(tr("Stop"), this)),
      m_undo(new QPushButton(tr("Undo"), this)), m_details(new QPushButton(tr("Details"), this)),
      m_close(new QToolButton(this))
{
    setObjectName(QStringLiteral("operationBar"));
    setAccessibleName(tr("Operation"));
    setFixedHeight(operationBarHeight);
    m_icon->setObjectName(QStringLiteral("operationIcon"));
    m_text->setObjectName(QStringLiteral("operationBarText"));
    m_progress->setObjectName(QStringLiteral("operationProgress"));
    m_progress->setAccessibleName(tr("Progress"));
    m_progress->setRange(0, progressSteps);
    m_progress->setTextVisible(false);
    m_progress->setFixedSize(Px(180), Px(6));
    m_rate->setObjectName(QStringLiteral("operationRate"));
    m_rate->setProperty("role", QStringLiteral("secondary"));
    m_stop->setObjectName(QStringLiteral("operationStop"));
    m_undo->setObjectName(QStringLiteral("operationUndoButton"));
    m_details->setObjectName(QStringLiteral("operationDetails"));
    m_close->setObjectName(QStringLiteral("operationClose"));
    m_close->setProperty("flat", true);
    m_close->setAccessibleName(tr("Close this line"));
    m_close->setToolTip(m_close->accessibleName());

    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(metrics::pageMargin, 0, metrics::cardGap, 0);
    layout->setSpacing(2 * metrics::step);
    layout->addWidget(m_icon);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_progress);
    layout->addWidget(m_rate);
    for (QAbstractButton *button : std::initializer_list<QAbstractButton *>{m_undo, m_details, m_stop, m_close}) {
        layout->addWidget(button);
    }
    for (QWidget *widget : {static_cast<QWidget *>(m_stop), static_cast<QWidget *>(m_close)}) {
        QSizePolicy policy = widget->sizePolicy(); // a second click on Stop must not meet a button of the result
        policy.setRetainSizeWhenHidden(true);
        widget->setSizePolicy(policy);
    }
    connect(m_stop, &QPushButton::clicked, this, &OperationBar::stop);
    m_silence.setSingleShot(true);
    m_silence.setInterval(longestSilence);
    connect(&m_silence, &QTimer::timeout, this, &OperationBar::sayWaiting);
    connect(m_undo, &QPushButton::clicked, this, [this] { emit undoRequested(m_undoable); });
    connect(m_details, &QPushButton::clicked, this, [this] { emit detailsRequested(m_operation); });
    connect(m_close, &QToolButton::clicked, this, &OperationBar::clear);
    m_stay.setObjectName(QStringLiteral("operationStay"));
    m_stay.setParent(this);
    m_stay.setSingleShot(true);
    connect(&m_stay, &QTimer::timeout, this, &OperationBar::leave);
    connect(theme, &Theme::changed, this, &OperationBar::retheme);
    connect(gate, &OperationGate::changed, this, &OperationBar::updateUndo);
    updateUndo();
    retheme();
    hide();
}

void OperationBar::updateUndo()
{
    m_undo->setEnabled(m_gate->isOpen());
    m_undo->setToolTip(m_gate->reason());
    m_undo->setAccessibleDescription(m_gate->reason());
}

void OperationBar::showRunning(const QString &title, qint64 planned)
{
    m_title = title;
    m_about = m_place;
    m_hasEnded = false;
    m_stay.stop();
    setRunning(true);
    m_text->setFullText(title);
    setSeverity(State::Ok);
    m_stop->setEnabled(true);
    m_progress->setValue(0);
    m_done = tr("0 of %1").arg(formatCount(planned));
    m_rate->setText(m_done);
    noteHeard();
    for (QWidget *widget :
         {static_cast<QWidget *>(m_progress), static_cast<QWidget *>(m_rate), static_cast<QWidget *>(m_stop)}) {
        widget->show();
    }
    for (QWidget *widget : {static_cast<QWidget *>(m_icon), static_cast<QWidget *>(m_undo),
                            static_cast<QWidget *>(m_details), static_cast<QWidget *>(m_close)}) {
        widget->hide();
    }
    showIfHere();
}

void OperationBar::stop()
{
    if (m_running && m_stop->isEnabled()) {
        m_stop->setEnabled(false);
        m_rate->setText(tr("stopping after this batch…"));
        emit stopRequested();
    }
}

void OperationBar::showProgress(const OperationProgress &progress)
{
    if (!m_running) {
        return;
    }
    m_operation = progress.id;
    const double share =
        progress.planned > 0 ? static_cast<double>(progress.done) / static_cast<double>(progress.planned) : 0.0;
    m_progress->setValue(static_cast<int>(std::clamp(share, 0.0, 1.0) * progressSteps));
    m_isAll = progress.done >= progress.planned;
    m_done = tr("%1 of %2").arg(formatCount(progress.done), formatCount(progress.planned));
    if (m_stop->isEnabled()) {
        m_rate->setText(progress.perSecond > 0 ? tr("%1 · %2 a second").arg(m_done, formatCount(progress.perSecond))
                                               : m_done);
    }
    noteHeard();
}

void OperationBar::noteHeard()
{
    m_heard = QDateTime::currentDateTime();
    m_silence.start();
}

void OperationBar::sayWaiting()
{
    const QString since = models::formatTime(std::chrono::milliseconds(m_heard.toMSecsSinceEpoch()));
    if (m_isAll && m_stop->isEnabled()) { // lists are brought into order, and what was done is noted
        m_rate->setText(tr("%1 · finishing since %2").arg(m_done, since));
        return;
    }
    m_rate->setText(m_stop->isEnabled() ? tr("%1 · waiting for the server since %2").arg(m_done, since)
                                        : tr("stopping · waiting for the server since %1").arg(since));
}

void OperationBar::showResult(const OperationReport &report)
{
    m_operation = report.id;
    // A stopped undo, or one that others kept from all of it, goes on where it was; a failed one can be asked again.
    const bool goesOn = !report.undoOf.isEmpty()
        && (report.state == OperationState::Cancelled || report.state == OperationState::Partial);
    const bool isAgain = goesOn
        || (!report.undoOf.isEmpty() && report.state == OperationState::Failed
            && report.errorKind != ErrorKind::Refused);
    const bool canUndo = report.undoable && report.changed() > 0;
    const QString undoable = isAgain ? report.undoOf : canUndo ? report.id : QString();
    setUndoable(undoable, undoable.isEmpty() ? noUndoText(report) : QString());
    m_undo->setText(goesOn ? tr("Continue") : tr("Undo"));
    m_undo->setVisible(!m_undoable.isEmpty());
    m_details->setVisible(report.errorKind != ErrorKind::Storage);
    showEnd(resultLine(report), models::operationSeverity(report), models::isInVain(report));
}

void OperationBar::showLeft()
{
    if (!m_running) {
        return;
    }
    m_undo->hide();
    m_details->hide();
    showEnd(tr("%1: stopped because the connection was closed · the journal shows how far it got").arg(m_title),
            State::Warning);
}

void OperationBar::showEnd(const QString &text, State severity, bool isInVain)
{
    m_isInVain = isInVain;
    m_text->setFullText(text);
    setSeverity(severity);
    m_progress->hide();
    m_rate->hide();
    m_stop->hide();
    m_icon->show();
    m_close->show();
    if (!m_running) { // finished from an earlier run
        m_about = m_place;
    }
    m_hasEnded = true;
    m_stay.stop();
    setRunning(false);
    showIfHere();
    if (m_about != m_place) {
        emit endedElsewhere(text, severity != State::Ok);
    }
}

void OperationBar::setPlace(const QString &place)
{
    m_place = place;
    showIfHere();
}

void OperationBar::showIfHere()
{
    setVisible(m_running || (m_hasEnded && m_about == m_place));
    noteSeen();
}

void OperationBar::noteSeen()
{
    if (m_hasEnded && isVisible() && !m_stay.isActive()) {
        m_stay.start(resultStays);
    }
}

void OperationBar::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    noteSeen(); // the window's tab may have been in the background
}

void OperationBar::leave()
{
    if (isVisible() && (isUserInteracting(this) || isAncestorOf(QApplication::focusWidget()))) {
        m_stay.start(untilNextLook);
    } else {
        clear();
    }
}

void OperationBar::keepPlace(bool keep)
{
    QSizePolicy policy = sizePolicy();
    policy.setRetainSizeWhenHidden(keep);
    setSizePolicy(policy);
}

void OperationBar::clear()
{
    m_hasEnded = false;
    m_stay.stop();
    setRunning(false);
    showIfHere();
}

void OperationBar::setRunning(bool running)
{
    if (!running) {
        m_silence.stop();
    }
    if (running != m_running) {
        m_running = running;
        emit runningChanged();
    }
}

void OperationBar::forget()
{
    setUndoable({});
    clear();
}

void OperationBar::dropUndo(const QString &operation, const QString &why)
{
    if (operation.isEmpty() || operation != m_undoable) {
        return;
    }
    m_text->setFullText(m_text->fullText() + QStringLiteral(" · ") + why);
    m_undo->hide();
    setUndoable({}, why);
}

void OperationBar::setUndoable(const QString &operation, const QString &whyNot)
{
    m_undoable = operation;
    m_whyNoUndo = whyNot;
    emit undoableChanged();
}

void OperationBar::setSeverity(State severity)
{
    m_severity = severity;
    retheme();
}

void OperationBar::retheme()
{
    const Tokens &tokens = m_theme->tokens();
    const QColor colour = m_severity == State::Ok ? (m_isInVain ? tokens.secondaryText : tokens.good)
        : m_severity == State::Warning            ? tokens.warning
                                                  : tokens.critical;
    // A tick says that it was done.
    const QLatin1StringView icon(m_severity == State::Ok            ? (m_isInVain ? "close" : "check")
                                     : m_severity == State::Warning ? "warning"
                                                                    : "critical");
    m_icon->setPixmap(m_theme->icon(icon, colour).pixmap(QSize(16, 16), devicePixelRatioF()));
    m_close->setIcon(m_theme->icon(QLatin1StringView("close"), tokens.secondaryText));
    update();
}

void OperationBar::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    const Tokens &tokens = m_theme->tokens();
    painter.fillRect(rect(), tokens.card);
    painter.fillRect(QRect(0, 0, width(), 1), tokens.border);
}

} // namespace plimsoll::views
