// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pages/eventline.h"

#include "models/alerts/alerttext.h"
#include "models/text/format.h"
#include "views/theme/theme.h"
#include "views/theme/zoom.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/plainlabel.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>

namespace plimsoll::views {

using std::chrono::milliseconds;

namespace {

constexpr Px eventLineHeight{33}; ///< px; height of the buttons in a page head
constexpr Px leastEventTitle{120}; ///< px
constexpr Px leastEventMore{60}; ///< px; less of the details tells nothing
constexpr Px edge{4}; ///< px; coloured edge on the left
constexpr Px eventIconSize{14};

/// "Server restarted 03:14: 326,000 elements gone".
QString titleOf(const Mark &event, milliseconds now)
{
    const QString time = models::momentText(event.time, now);
    QString title;
    switch (event.event) {
    case ServerEvent::Type::Restarted:
        title = EventLine::tr("Server restarted %1").arg(time);
        break;
    case ServerEvent::Type::Failover:
        title = EventLine::tr("Server failed over %1").arg(time);
        break;
    case ServerEvent::Type::Flushed:
        title = EventLine::tr("Server flushed %1").arg(time);
        break;
    case ServerEvent::Type::Emptied:
        title = EventLine::tr("Server emptied %1").arg(time);
        break;
    }
    // The title gives the type; append the loss, which follows the first comma.
    const qsizetype comma = event.text.indexOf(QLatin1String(", "));
    return comma < 0 ? title : EventLine::tr("%1: %2").arg(title, event.text.mid(comma + 2));
}

} // namespace

EventLine::EventLine(Theme *theme, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_icon(new QLabel(this)), m_title(new ElidedLabel(this)),
      m_more(new ElidedLabel(this)), m_ago(plainLabel(this, QStringLiteral("eventAgo"))), m_show(new QPushButton(this)),
      m_dismiss(new QPushButton(tr("Dismiss"), this))
{
    setObjectName(QStringLiteral("eventLine"));
    setAccessibleName(tr("Server event"));
    setFixedHeight(eventLineHeight);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // takes the room that others leave
    m_icon->setFixedWidth(eventIconSize);
    m_title->setObjectName(QStringLiteral("eventTitle"));
    m_title->setProperty("role", QStringLiteral("heading"));
    m_more->setObjectName(QStringLiteral("eventMore"));
    m_more->setProperty("role", QStringLiteral("secondary"));
    m_show->setObjectName(QStringLiteral("eventShow"));
    m_dismiss->setObjectName(QStringLiteral("eventDismiss"));
    m_dismiss->setToolTip(tr("Hides this line; the alert and the marks in charts stay"));
    for (QPushButton *button : {m_show, m_dismiss}) {
        button->setStyleSheet(scaledSheet(QStringLiteral("padding: 2px 8px; min-height: 18px; font-size: 12px")));
    }
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(edge + Px(10), 0, Px(8), 0);
    row->setSpacing(2 * metrics::step);
    row->addWidget(m_icon);
    row->addWidget(m_title);
    row->addWidget(m_more, 100);
    row->addStretch(1);
    row->addWidget(m_ago);
    row->addWidget(m_show);
    row->addWidget(m_dismiss);
    connect(m_show, &QPushButton::clicked, this, [this] {
        if (m_event) {
            emit shown(m_event->time);
        }
    });
    connect(m_dismiss, &QPushButton::clicked, this, &EventLine::dismissed);
    connect(theme, &Theme::changed, this, &EventLine::retheme);
}

void EventLine::show(const std::optional<Mark> &event, milliseconds now)
{
    const bool isOther = event != m_event;
    m_event = event;
    if (event) {
        const QString title = titleOf(*event, now);
        m_title->setFullText(title);
        m_title->setMinimumWidth(std::min<int>(m_title->sizeHint().width(), leastEventTitle));
        m_more->setFullText(event->more);
        m_ago->setText(models::formatRelative(event->time, now));
        m_ago->setToolTip(models::formatDateTime(event->time));
        m_show->setText(tr("Show %1").arg(models::momentText(event->time, now)));
        m_show->setToolTip(
            tr("Shows the whole window as it was just before %1").arg(models::formatDateTime(event->time)));
        fit();
        setAccessibleDescription(event->more.isEmpty() ? title : tr("%1: %2").arg(title, event->more));
    }
    if (isOther) {
        retheme();
    }
}

void EventLine::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fit();
}

/// Hides the details, then the age, where the title would be cut.
void EventLine::fit()
{
    const QMargins margins = layout()->contentsMargins();
    const int spacing = layout()->spacing();
    int room = width() - margins.left() - margins.right() - eventIconSize - m_title->sizeHint().width() - spacing;
    for (const QPushButton *button : {m_show, m_dismiss}) {
        room -= button->sizeHint().width() + spacing;
    }
    const int age = m_ago->sizeHint().width() + spacing;
    m_ago->setVisible(room >= age);
    m_more->setVisible(room >= age + spacing + leastEventMore && !m_more->fullText().isEmpty());
}

void EventLine::retheme()
{
    if (m_event) {
        const Tokens &tokens = m_theme->tokens();
        const bool isCritical = m_event->level >= State::Critical;
        m_icon->setPixmap(m_theme
                              ->icon(isCritical ? QLatin1StringView("critical") : QLatin1StringView("warning"),
                                     isCritical ? tokens.critical : tokens.warning)
                              .pixmap(eventIconSize, eventIconSize));
    }
    update();
}

/// Paints a card with a coloured edge, like those of collections in trouble.
void EventLine::paintEvent(QPaintEvent *)
{
    if (!m_event) {
        return;
    }
    const Tokens &tokens = m_theme->tokens();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    QPainterPath path;
    path.addRoundedRect(frame, metrics::cardRadius, metrics::cardRadius);
    painter.fillPath(path, tokens.card);
    painter.save();
    painter.setClipPath(path);
    painter.fillRect(QRectF(0, 0, edge, height()),
                     m_event->level >= State::Critical ? tokens.critical : tokens.warning);
    painter.restore();
    painter.setPen(tokens.border);
    painter.drawPath(path);
}

} // namespace plimsoll::views
