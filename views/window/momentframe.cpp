// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/momentframe.h"

#include "models/text/format.h"
#include "views/theme/theme.h"
#include "views/widgets/elidedlabel.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QStatusBar>

namespace plimsoll::views {

MomentFrame::MomentFrame(const Theme *theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("momentFrame"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    parent->installEventFilter(this);
    setGeometry(parent->rect());
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    hide();
}

bool MomentFrame::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize) {
        setGeometry(parentWidget()->rect());
    }
    return QWidget::eventFilter(watched, event);
}

void MomentFrame::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    const QColor colour = m_theme->tokens().pastFrame;
    const QRect all = rect();
    painter.fillRect(QRect(0, 0, width, all.height()), colour);
    painter.fillRect(QRect(all.width() - width, 0, width, all.height()), colour);
    painter.fillRect(QRect(0, 0, all.width(), width), colour);
    painter.fillRect(QRect(0, all.height() - width, all.width(), width), colour);
}

MomentStrip::MomentStrip(const Theme *theme, QStatusBar *bar)
    : QWidget(bar), m_theme(theme), m_bar(bar), m_shown(new ElidedLabel(this)), m_memory(new ElidedLabel(this)),
      m_uptime(new ElidedLabel(this)), m_limits(new ElidedLabel(this)), m_live(new ElidedLabel(this))
{
    setObjectName(QStringLiteral("momentStrip"));
    m_shown->setObjectName(QStringLiteral("momentShown"));
    m_memory->setObjectName(QStringLiteral("momentMemory"));
    m_uptime->setObjectName(QStringLiteral("momentUptime"));
    m_limits->setObjectName(QStringLiteral("momentLimits"));
    m_live->setObjectName(QStringLiteral("momentLive"));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(Px(14), 0, Px(14), 0);
    layout->setSpacing(Px(24));
    layout->addWidget(m_shown);
    layout->addWidget(m_memory);
    layout->addWidget(m_uptime);
    layout->addWidget(m_limits);
    layout->addStretch(1);
    layout->addWidget(m_live);
    bar->installEventFilter(this);
    setGeometry(bar->rect());
    connect(bar, &QStatusBar::messageChanged, this, &MomentStrip::showWords);
    connect(theme, &Theme::changed, this, &MomentStrip::retheme);
    retheme();
    hide();
}

bool MomentStrip::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize) {
        setGeometry(m_bar->rect());
    }
    return QWidget::eventFilter(watched, event);
}

void MomentStrip::show(const models::Moment &moment)
{
    const QString time = models::formatTime(moment.time);
    m_text = moment.step.count() == 0
        ? tr("shown: %1, nothing was recorded then").arg(time)
        : tr("shown: %1, recorded every %2").arg(time, models::formatDuration(moment.step));
    m_limits->setFullText(models::limitsText(moment), models::limitsHelp(moment));
    showServer(moment.snapshot->server.summary());
    showWords();
}

/// Shows the recorded server figures.
void MomentStrip::showServer(const ServerInfo &server)
{
    const auto bytes = [](const std::optional<qint64> &value) {
        return value ? models::formatBytes(*value) : models::unknownText();
    };
    const auto count = [](const std::optional<qint64> &value) {
        return value ? models::formatCount(static_cast<double>(*value)) : models::unknownText();
    };
    const bool hasLimit = server.usedMemory && server.maxMemory && *server.maxMemory > 0;
    m_memory->setFullText(hasLimit ? tr("memory then %1 of %2").arg(bytes(server.usedMemory), bytes(server.maxMemory))
                                   : tr("memory then %1").arg(bytes(server.usedMemory)),
                          tr("Then: %1 clients, %2 of them blocked; %3 keys evicted since the server started; %4 in "
                             "the slow log.")
                              .arg(count(server.connectedClients), count(server.blockedClients),
                                   count(server.evictedKeys), count(server.slowLogLength)));
    const QString uptime =
        server.uptime ? models::formatDuration(std::chrono::milliseconds(*server.uptime)) : models::unknownText();
    m_uptime->setFullText(tr("server up for %1 then").arg(uptime));
}

void MomentStrip::showWords()
{
    const QString message = m_bar->currentMessage();
    m_shown->setFullText(message.isEmpty() ? m_text : message);
    for (ElidedLabel *label : {m_memory, m_uptime, m_limits}) {
        label->setVisible(message.isEmpty());
    }
}

void MomentStrip::setLive(State worst, const QString &text)
{
    m_live->setFullText(text);
    m_live->setContentsMargins(worst > State::Unknown ? 18 : 0, 0, 0, 0);
    m_worst = worst;
    update();
}

void MomentStrip::retheme()
{
    for (ElidedLabel *label : {m_shown, m_memory, m_uptime, m_limits, m_live}) {
        label->setFont(m_theme->smallFont());
    }
    const Tokens &tokens = m_theme->tokens();
    for (ElidedLabel *label : {m_shown, m_memory, m_uptime, m_limits, m_live}) {
        QPalette own = label->palette();
        own.setColor(QPalette::WindowText,
                     label == m_shown || label == m_live ? tokens.onPast : tokens.onPastSecondary);
        label->setPalette(own);
    }
    update();
}

void MomentStrip::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme->tokens().past);
    if (m_worst > State::Unknown) {
        constexpr Px size{12};
        const bool isCritical = m_worst >= State::Critical;
        const Tokens &dark = darkTokens(); // the strip is dark in both themes
        m_theme->icon(QLatin1StringView(isCritical ? "critical" : "warning"), isCritical ? dark.critical : dark.warning)
            .paint(&painter, QRect(m_live->x(), (height() - size) / 2, size, size));
    }
}

} // namespace plimsoll::views
