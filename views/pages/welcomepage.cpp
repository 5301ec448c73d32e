// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pages/welcomepage.h"

#include "views/theme/theme.h"
#include "views/theme/zoom.h"

#include <QAction>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <utility>

namespace plimsoll::views {

namespace {

constexpr Px welcomeWidth{480};
constexpr int mostRecent = 6;

/// A button in the form of a card with an icon, an action and its effect.
class ChoiceButton final : public QAbstractButton {
public:
    ChoiceButton(const Theme *theme, QLatin1StringView icon, QString title, QString help, QWidget *parent)
        : QAbstractButton(parent), m_theme(theme), m_icon(icon), m_title(std::move(title)), m_help(std::move(help))
    {
        setFixedHeight(Px(64));
        setFocusPolicy(Qt::StrongFocus);
        setCursor(Qt::PointingHandCursor);
        setAccessibleName(m_title);
        setAccessibleDescription(m_help);
        setAttribute(Qt::WA_Hover);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        const Tokens &colours = m_theme->tokens();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setBrush(isDown() ? colours.selection : colours.card);
        painter.setPen(QPen(hasFocus()         ? colours.accent
                                : underMouse() ? colours.secondaryText
                                               : colours.border,
                            hasFocus() ? 2 : 1));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), metrics::cardRadius, metrics::cardRadius);
        m_theme->icon(m_icon, colours.accent).paint(&painter, QRect(20, (height() - 22) / 2, 22, 22));
        const QRect text = rect().adjusted(60, 0, -16, 0);
        painter.setFont(m_theme->headingFont());
        painter.setPen(colours.text);
        painter.drawText(text.adjusted(0, 12, 0, 0), Qt::AlignTop | Qt::AlignLeft, m_title);
        painter.setFont(m_theme->smallFont());
        painter.setPen(colours.secondaryText);
        painter.drawText(text.adjusted(0, 0, 0, -13), Qt::AlignBottom | Qt::AlignLeft,
                         painter.fontMetrics().elidedText(m_help, Qt::ElideRight, text.width()));
    }

private:
    const Theme *m_theme;
    QLatin1StringView m_icon;
    QString m_title;
    QString m_help;
};

} // namespace

WelcomePage::WelcomePage(const Theme *theme, const Actions &actions, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_recentBox(new QWidget(this)), m_recentLayout(new QVBoxLayout(m_recentBox))
{
    setObjectName(QStringLiteral("welcomePage"));
    auto *column = new QWidget(this);
    column->setFixedWidth(welcomeWidth);
    auto *layout = new QVBoxLayout(column);
    layout->setSpacing(metrics::cardGap);
    layout->addStretch(2);
    auto *title = new QLabel(tr("What is in your Redis?"), column);
    QFont big = theme->titleFont();
    big.setPixelSize(Px(24));
    title->setFont(big);
    auto *text = new QLabel(
        tr("Plimsoll watches the queues, streams, locks, leaderboards and other patterns your applications keep "
           "there: how deep they are, how fast they grow, what is stuck."),
        column);
    text->setProperty("role", QStringLiteral("secondary"));
    text->setWordWrap(true);
    layout->addWidget(title);
    layout->addWidget(text);
    layout->addSpacing(metrics::step);
    addChoice(layout, actions.connectServer, QLatin1StringView("connect"), tr("Connect to a server…"),
              tr("By URL or host. Read-only unless you say otherwise."));
    addChoice(layout, actions.openFile, QLatin1StringView("open"), tr("Open a workspace…"),
              tr("A file that says which collections to watch. Or drop it here."));
    addChoice(layout, actions.demo, QLatin1StringView("demo"), tr("Try the demo"),
              tr("A private server with made-up traffic. Nothing of yours is touched."));
    m_recentLayout->setContentsMargins(0, metrics::cardGap, 0, 0);
    m_recentLayout->setSpacing(0);
    layout->addWidget(m_recentBox);
    layout->addStretch(3);

    auto *area = new QScrollArea(this);
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    area->setWidgetResizable(true);
    auto *body = new QWidget(area);
    body->setObjectName(QStringLiteral("pageBody"));
    auto *row = new QHBoxLayout(body);
    row->addWidget(column, 0, Qt::AlignHCenter);
    area->setWidget(body);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(area);
    setRecent({});
}

void WelcomePage::addChoice(QVBoxLayout *layout, QAction *action, QLatin1StringView icon, const QString &title,
                            const QString &help)
{
    auto *button = new ChoiceButton(m_theme, icon, title, help, this);
    button->setObjectName(QStringLiteral("welcome_%1").arg(action->objectName()));
    connect(button, &QAbstractButton::clicked, action, &QAction::trigger);
    connect(m_theme, &Theme::changed, button, qOverload<>(&QWidget::update));
    layout->addWidget(button);
    m_first = m_first == nullptr ? button : m_first;
}

void WelcomePage::focusFirst()
{
    m_first->setFocus();
}

void WelcomePage::setRecent(const QStringList &paths)
{
    while (QLayoutItem *item = m_recentLayout->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_recentBox->setVisible(!paths.isEmpty());
    if (paths.isEmpty()) {
        return;
    }
    auto *title = new QLabel(tr("Recent"), m_recentBox);
    title->setProperty("role", QStringLiteral("small"));
    m_recentLayout->addWidget(title);
    for (const QString &path : paths.mid(0, mostRecent)) {
        const bool url = path.contains(QLatin1StringView("://"));
        const QFileInfo file(path);
        const QString shown =
            url ? path : QStringLiteral("%1   %2").arg(file.fileName(), QDir::toNativeSeparators(file.path()));
        auto *button = new QPushButton(m_recentBox);
        const QString cut = button->fontMetrics().elidedText(shown, Qt::ElideMiddle, welcomeWidth - 40);
        button->setText(QString(cut).replace(u'&', QStringLiteral("&&")));
        button->setObjectName(QStringLiteral("recentButton"));
        button->setAccessibleName(tr("Open %1").arg(path));
        button->setToolTip(path);
        button->setStyleSheet(scaledSheet(QStringLiteral(
            "QPushButton { text-align: left; padding: 5px 2px; background: transparent; border-color: transparent; }"
            "QPushButton:hover { text-decoration: underline; }")));
        connect(button, &QPushButton::clicked, this, [this, path] { emit recentChosen(path); });
        m_recentLayout->addWidget(button);
    }
}

} // namespace plimsoll::views
