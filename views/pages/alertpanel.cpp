// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pages/alertpanel.h"

#include "models/text/format.h"
#include "models/history/history.h"
#include "models/text/ratetext.h"
#include "redis/types/alert.h"
#include "views/charts/timechart.h"
#include "views/collection/figures.h"
#include "views/theme/theme.h"
#include "views/widgets/badge.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/wrappedlabel.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace plimsoll::views {

using std::chrono::milliseconds;

namespace {

constexpr Px chartHeight{176};
constexpr Px panelMargin{14};
constexpr Px panelNameWidth{62};

void empty(QLayout *layout)
{
    while (QLayoutItem *item = layout->takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

QWidget *rule(QWidget *parent)
{
    auto *line = new QFrame(parent);
    line->setFrameShape(QFrame::HLine);
    line->setProperty("role", QStringLiteral("rule"));
    line->setFixedHeight(1);
    return line;
}

} // namespace

AlertPanel::AlertPanel(const PageContext &pageContext, QWidget *parent)
    : QWidget(parent), m_context(pageContext), m_empty(new QLabel(tr("Select an alert to see all of it here."), this)),
      m_scroll(new QScrollArea(this))
{
    setObjectName(QStringLiteral("alertPanel"));
    setAccessibleName(tr("The selected alert"));
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    m_empty->setProperty("role", QStringLiteral("secondary"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(panelMargin);
    m_scroll->setObjectName(QStringLiteral("alertPanelScroll"));
    m_scroll->setWidgetResizable(true);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setWidget(makeBody());
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 0, 0, 0);
    layout->addWidget(m_empty, 1);
    layout->addWidget(m_scroll, 1);
    show(nullptr, nullptr, {});
}

QLabel *AlertPanel::addHeading(QVBoxLayout *layout, const QString &text)
{
    layout->addWidget(rule(this));
    auto *heading = new QLabel(text);
    heading->setProperty("role", QStringLiteral("small"));
    layout->addWidget(heading);
    return heading;
}

AlertPanel::Field AlertPanel::addField(const QString &name)
{
    const int row = m_fields->rowCount();
    Field field{new QLabel(name), new WrappedLabel};
    field.name->setProperty("role", QStringLiteral("secondary"));
    m_fields->addWidget(field.name, row, 0, Qt::AlignTop);
    m_fields->addWidget(field.value, row, 1);
    return field;
}

QWidget *AlertPanel::makeBody()
{
    auto *body = new QWidget(this);
    body->setObjectName(QStringLiteral("pageBody"));
    body->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // texts wrap at the width that there is
    auto *layout = new QVBoxLayout(body);
    layout->setContentsMargins(panelMargin, panelMargin, panelMargin, panelMargin);
    layout->setSpacing(Px(9));
    auto *head = new QHBoxLayout;
    m_title = new ElidedLabel(body);
    m_title->setObjectName(QStringLiteral("alertTitle"));
    m_title->setProperty("role", QStringLiteral("heading"));
    m_badge = new Badge(m_context.theme, body);
    m_badge->setObjectName(QStringLiteral("alertBadge"));
    head->addWidget(m_title, 1);
    head->addWidget(m_badge);
    layout->addLayout(head);
    m_chart = new TimeChart({}, m_context.theme, nullptr, body);
    m_chart->setObjectName(QStringLiteral("alertChart"));
    m_chart->setFixedHeight(chartHeight);
    m_chart->setMinimumWidth(0);
    connect(&m_chart->range(), &ChartRange::momentChosen, m_context.kept, &HistoryService::goTo);
    connect(m_chart, &TimeChart::limitEditRequested, this, &AlertPanel::limitEditRequested);
    layout->addWidget(m_chart);

    m_fields = new QGridLayout;
    m_fields->setHorizontalSpacing(Px(12));
    m_fields->setVerticalSpacing(Px(5));
    m_fields->setColumnMinimumWidth(0, panelNameWidth);
    m_fields->setColumnStretch(1, 1);
    m_rule = addField(tr("rule"));
    m_clears = addField(tr("clears"));
    m_began = addField(tr("began"));
    m_worst = addField(tr("worst"));
    m_forecast = addField(tr("forecast"));
    m_taken = addField(tr("acknowledged"));
    m_muted = addField(tr("muted"));
    m_ended = addField(tr("resolved"));
    m_rule.value->setObjectName(QStringLiteral("alertRule"));
    m_forecast.value->setObjectName(QStringLiteral("alertForecast"));
    m_began.value->setObjectName(QStringLiteral("alertBegan"));
    m_clears.value->setObjectName(QStringLiteral("alertClears"));
    m_ended.value->setObjectName(QStringLiteral("alertOver"));
    m_worst.value->setObjectName(QStringLiteral("alertWorst"));
    layout->addLayout(m_fields);

    addHeading(layout, tr("notified"));
    m_told = new QGridLayout;
    m_told->setHorizontalSpacing(Px(12));
    m_told->setVerticalSpacing(Px(5));
    m_told->setColumnMinimumWidth(0, panelNameWidth);
    m_told->setColumnStretch(1, 1);
    layout->addLayout(m_told);
    addHeading(layout, tr("notes"));
    m_notes = new QVBoxLayout;
    m_notes->setSpacing(Px(5));
    layout->addLayout(m_notes);
    m_note = new QLineEdit(body);
    m_note->setObjectName(QStringLiteral("alertNote"));
    m_note->setPlaceholderText(tr("Add a note"));
    m_note->setAccessibleName(tr("Add a note"));
    m_note->setMaxLength(1'000);
    m_note->installEventFilter(this);
    connect(m_note, &QLineEdit::returnPressed, this, [this] {
        constexpr std::chrono::seconds soon{1}; // a second Enter before the note is stored is the same note
        const QString text = m_note->text().trimmed();
        const bool isSame = text == m_noted && m_notedAt.isValid() && !m_notedAt.hasExpired(milliseconds(soon).count());
        if (!text.isEmpty() && !isSame) {
            m_noted = text;
            m_notedAt.start();
            emit noteAdded(text);
        }
    });
    layout->addWidget(m_note);
    layout->addWidget(rule(body));
    m_before = new WrappedLabel(body);
    m_before->setObjectName(QStringLiteral("alertBefore"));
    m_before->setProperty("role", QStringLiteral("small"));
    layout->addWidget(m_before);
    m_edit = new QPushButton(tr("Edit limit…"), body);
    m_edit->setObjectName(QStringLiteral("alertEditLimit"));
    connect(m_edit, &QPushButton::clicked, this, [this] {
        if (m_collection) {
            emit limitEditRequested(*m_collection, m_figure);
        }
    });
    m_then = new QPushButton(body);
    m_then->setObjectName(QStringLiteral("alertShowThen"));
    connect(m_then, &QPushButton::clicked, this, [this] { m_context.kept->goTo(m_beganAt); });
    layout->addWidget(m_then);
    layout->addWidget(m_edit);
    m_unacknowledge = new QPushButton(tr("Unacknowledge"), body);
    m_unacknowledge->setObjectName(QStringLiteral("alertUnacknowledge"));
    connect(m_unacknowledge, &QPushButton::clicked, this, &AlertPanel::unacknowledgeRequested);
    layout->addWidget(m_unacknowledge);
    layout->addStretch(1);
    return body;
}

void AlertPanel::paintEvent(QPaintEvent * /*event*/)
{
    const Tokens &tokens = m_context.theme->tokens();
    QPainter painter(this);
    painter.fillRect(rect(), tokens.card);
    painter.fillRect(QRect(0, 0, 1, height()), tokens.border);
}

bool AlertPanel::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_note && (event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress)) {
        const auto *key = dynamic_cast<const QKeyEvent *>(event);
        if (key != nullptr && key->key() == Qt::Key_Escape && !m_note->text().isEmpty()) {
            event->accept();
            if (event->type() == QEvent::KeyPress) {
                m_note->clear();
            }
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void AlertPanel::set(const Field &field, const QString &text, const QString &hover)
{
    field.name->setVisible(!text.isEmpty());
    field.value->setVisible(!text.isEmpty());
    field.value->setFullText(text, hover);
}

/// Start of the alert's state, as the collection's pill says it.
StateSince AlertPanel::levelOf(const Alert &alert, const SnapshotPtr &snapshot) const
{
    return m_context.history != nullptr && snapshot != nullptr
        ? m_context.history->alertSince(alert, models::placeOf(alert.subject, *snapshot))
        : models::alertLevel(alert);
}

void AlertPanel::show(const Alert *alert, const SnapshotPtr &snapshot, const std::vector<Alert> &past)
{
    m_empty->setVisible(alert == nullptr);
    m_scroll->setVisible(alert != nullptr);
    if (alert == nullptr) {
        m_alert.clear();
        m_isFilled = false;
        return;
    }
    const milliseconds now = snapshot == nullptr ? alert->changed : snapshot->serverTime;
    m_title->setFullText(models::alertHeading(*alert, snapshot.get()));
    const StateSince level = levelOf(*alert, snapshot);
    const State shown = alert->isActive() ? alert->state : State::Ok;
    m_badge->show(shown,
                  alert->isActive() ? models::alertSinceText(level, now)
                                    : tr("%1, resolved").arg(models::alertStateTitle(alert->worst)));
    if (std::exchange(m_alert, alert->id) != alert->id) {
        m_chart->forget();
        m_note->clear();
        m_noted.clear();
        m_isFilled = false;
    }
    showFields(*alert, snapshot);
    showChart(*alert, snapshot);
    showTold(*alert, now);
    showNotes(*alert, now);
    m_isFilled = true;
    m_before->setFullText(models::alertBefore(*alert, past, now));
}

void AlertPanel::showFields(const Alert &alert, const SnapshotPtr &snapshot)
{
    const models::AlertPlace place =
        snapshot == nullptr ? models::AlertPlace() : models::placeOf(alert.subject, *snapshot);
    const milliseconds now = snapshot == nullptr ? alert.changed : snapshot->serverTime;
    set(m_rule, models::alertRule(alert, place, snapshot.get()));
    set(m_clears, alert.isActive() ? models::alertClears(alert, place, snapshot.get()) : QString());
    const milliseconds began = beganAt(alert);
    const QString when = tr("%1, %2").arg(models::momentText(began, now), models::formatRelative(began, now));
    QString since = alert.isAtLeast ? tr("%1 or earlier").arg(when) : when;
    if (const StateSince level = levelOf(alert, snapshot); models::alertHasTurned(alert, level.since)) {
        since += u'\n' + models::alertLevelText(level, models::momentText(level.since, now));
    }
    set(m_began, since, models::formatDateTime(began));
    set(m_worst, models::alertWorst(alert, place, snapshot.get()));
    const bool canForecast = alert.isActive() && place.hasFigure() && m_context.history != nullptr;
    const Rate rate = canForecast ? m_context.history->rate(static_cast<std::size_t>(place.row), place.figure) : Rate();
    const QString forecast = canForecast ? models::alertForecast(alert, place, *snapshot, rate) : QString();
    m_forecast.name->setText(forecast.isEmpty() ? tr("change") : tr("forecast"));
    set(m_forecast, !canForecast || !forecast.isEmpty() ? forecast : models::alertChange(alert, place, *snapshot, rate),
        canForecast ? models::forecastHelp(
            rate, models::amountOf(snapshot->layout->rows[static_cast<std::size_t>(place.row)].figure(place.figure)))
                    : QString());
    // A line that comes with a click would move the buttons below it.
    const QString no = alert.isActive() ? tr("no") : QString();
    set(m_taken, alert.acknowledged ? models::alertAcknowledgedText(alert, now) : no);
    set(m_muted, alert.isMuted(now) ? tr("until %1").arg(models::momentText(*alert.mutedUntil, now)) : no,
        alert.mutedUntil ? tr("muted by %1").arg(alert.mutedBy) : QString());
    set(m_ended,
        alert.cleared ? tr("%1, after %2").arg(models::momentText(*alert.cleared, now), models::lastedText(alert, now))
                      : QString());
    m_collection = place.row >= 0 ? std::optional(static_cast<std::size_t>(place.row)) : std::nullopt;
    m_figure = alert.subject.figure;
    m_edit->setVisible(m_collection.has_value() && place.hasFigure()); // otherwise there is no limit to edit
    // The moment shown above, rounded up to a second so that its poll is included.
    m_beganAt = std::chrono::ceil<std::chrono::seconds>(began);
    m_then->setText(tr("Show %1").arg(models::momentText(began, now)));
    m_then->setToolTip(tr("Shows the whole window as it was at %1.").arg(models::formatDateTime(m_beganAt)));
    m_note->setEnabled(!isPast(snapshot));
    m_unacknowledge->setVisible(alert.isActive() && alert.acknowledged && !isPast(snapshot));
}

bool AlertPanel::isPast(const SnapshotPtr &snapshot) const
{
    const models::MomentPtr moment = m_context.history == nullptr ? nullptr : m_context.history->moment();
    return moment != nullptr && moment->snapshot == snapshot;
}

void AlertPanel::showChart(const Alert &alert, const SnapshotPtr &snapshot)
{
    const models::AlertPlace place =
        snapshot == nullptr ? models::AlertPlace() : models::placeOf(alert.subject, *snapshot);
    const bool hasChart = place.hasFigure() && m_context.history != nullptr && alert.isActive();
    m_chart->setVisible(hasChart);
    if (!hasChart) {
        return;
    }
    const auto row = static_cast<std::size_t>(place.row);
    const Figures figures(*snapshot, row, *m_context.history);
    const FigureSpec &spec = figures.layout().figure(place.figure);
    const SnapshotPtr newest = isPast(snapshot) ? m_context.history->judged() : snapshot;
    m_chart->range().lookAt(isPast(snapshot) ? std::optional(snapshot->serverTime) : std::nullopt,
                            newest == nullptr ? snapshot->serverTime : newest->serverTime);
    m_context.history->lookBack({row}, m_chart->reach());
    TimeChart::Line line;
    line.label = models::figureTitle(spec);
    line.series = m_context.history->figure(row, place.figure, m_chart->reach());
    constexpr int orange = 4, amber = 3; // like sparklines in tables and cards
    line.colour = alert.state >= State::Critical ? orange : amber;
    line.filled = true;
    if (place.limit != nullptr && alert.subject.cause == Cause::Level) {
        std::vector<TimeChart::LimitLine> limits;
        if (place.limit->warning) {
            limits.push_back({tr("warning %1").arg(models::formatFigure(spec, *place.limit->warning)),
                              *place.limit->warning, false, row, QString(spec.id)});
        }
        if (place.limit->critical) {
            limits.push_back({tr("critical %1").arg(models::formatFigure(spec, *place.limit->critical)),
                              *place.limit->critical, true, row, QString(spec.id)});
        }
        m_chart->setLimits(limits);
    } else {
        m_chart->setLimits({});
    }
    m_chart->setMarks(marksOf(*m_context.history, m_chart->range(), snapshot->serverTime, {alert.subject.collection},
                              alert.id)); // other alerts of the collection began at other times
    m_chart->setLines({line}, snapshot->serverTime, spec.unit);
}

void AlertPanel::showTold(const Alert &alert, milliseconds now)
{
    if (m_isFilled && m_shownTold == alert.told) {
        return;
    }
    m_shownTold = alert.told;
    empty(m_told);
    if (alert.told.empty()) {
        auto *nobody = new WrappedLabel;
        nobody->setProperty("role", QStringLiteral("secondary"));
        nobody->setFullText(tr("Nobody. Set up notifications under “notify” in the workspace file."));
        m_told->addWidget(nobody, 0, 0, 1, 2);
        return;
    }
    // Show the last notification of each channel; the tooltip lists all.
    QStringList ways;
    for (const AlertTelling &telling : alert.told) {
        ways.removeAll(telling.channel);
        ways += telling.channel;
    }
    for (int row = 0; row < static_cast<int>(ways.size()); ++row) {
        QStringList all;
        QString last;
        for (const AlertTelling &telling : alert.told) {
            if (telling.channel == ways[row]) {
                const auto text = [&telling](auto timeText) {
                    const QString time = telling.time ? timeText(*telling.time) : tr("not notified yet");
                    return telling.outcome.isEmpty() ? time : tr("%1, %2").arg(time, telling.outcome);
                };
                last = text([](milliseconds time) { return models::formatTime(time); });
                all += text([](milliseconds time) { return models::formatDateTime(time); });
            }
        }
        auto *name = new QLabel(models::channelTitle(ways[row]));
        name->setProperty("role", QStringLiteral("secondary"));
        auto *value = new WrappedLabel;
        value->setObjectName(QStringLiteral("told.") + ways[row]);
        value->setFullText(last, all.join(u'\n'));
        m_told->addWidget(name, row, 0, Qt::AlignTop);
        m_told->addWidget(value, row, 1);
    }
    Q_UNUSED(now)
}

void AlertPanel::showNotes(const Alert &alert, milliseconds now)
{
    if (m_isFilled && m_shownNotes == alert.notes) {
        return;
    }
    const auto isNew = [this](const AlertNote &note) {
        return note.text == m_noted && std::find(m_shownNotes.begin(), m_shownNotes.end(), note) == m_shownNotes.end();
    };
    if (m_isFilled && !m_noted.isEmpty() && std::any_of(alert.notes.begin(), alert.notes.end(), isNew)) {
        if (m_note->text().trimmed() == m_noted) { // otherwise the text was edited since
            m_note->clear();
        }
        m_noted.clear();
    }
    m_shownNotes = alert.notes;
    empty(m_notes);
    for (const AlertNote &note : alert.notes) {
        auto *label = new WrappedLabel;
        label->setObjectName(QStringLiteral("alertNoteText"));
        const QString text = tr("%1 %2").arg(models::momentText(note.time, now), note.text);
        label->setFullText(note.by.isEmpty() ? text : tr("%1 (%2)").arg(text, note.by),
                           models::formatDateTime(note.time));
        m_notes->addWidget(label);
    }
}

QSize AlertPanel::sizeHint() const
{
    constexpr Px width{292};
    return {width, QWidget::sizeHint().height()};
}

QSize AlertPanel::minimumSizeHint() const
{
    constexpr Px width{160}; // px; small enough not to limit the window
    return {width, 0};
}

void AlertPanel::focusNote()
{
    if (!m_alert.isEmpty()) {
        m_scroll->ensureWidgetVisible(m_note);
        m_note->setFocus(Qt::ShortcutFocusReason);
    }
}

} // namespace plimsoll::views
