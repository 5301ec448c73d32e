// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/momentbar.h"

#include "models/format.h"
#include "views/theme/theme.h"
#include "views/widgets/elidedlabel.h"
#include "views/window/momentslider.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace plimsoll::views {

using std::chrono::milliseconds;

namespace {

constexpr std::chrono::minutes stepLength{1};
constexpr int longestName = 160; // pixels of the workspace's name
constexpr int iconSize = 14;

} // namespace

MomentBar::MomentBar(const Theme *theme, int height, QWidget *parent)
    : QFrame(parent), m_theme(theme), m_name(new ElidedLabel(this)), m_production(new QLabel(tr("PROD"), this)),
      m_icon(new QLabel(this)), m_title(new ElidedLabel(this)), m_line(new ElidedLabel(this)),
      m_slider(new MomentSlider(theme, this)), m_back(addButton(tr("‹ 1 min"), "momentBack")),
      m_on(addButton(tr("1 min ›"), "momentOn")), m_live(addButton(tr("Back to live"), "backToLive"))
{
    setObjectName(QStringLiteral("momentBar"));
    setFixedHeight(height);
    m_name->setObjectName(QStringLiteral("momentWorkspace"));
    m_name->setMaximumWidth(longestName);
    m_name->setFont(theme->headingFont());
    m_title->setObjectName(QStringLiteral("momentTitle"));
    m_title->setFont(theme->headingFont());
    m_line->setObjectName(QStringLiteral("momentLine"));
    m_line->setFont(theme->smallFont());
    m_production->setObjectName(QStringLiteral("momentProduction"));
    m_back->setAccessibleName(tr("A minute back"));
    m_on->setAccessibleName(tr("A minute on"));
    m_live->setText(tr("Back to live") + QStringLiteral("  Esc"));
    m_live->setAccessibleName(tr("Back to live"));
    m_live->setProperty("role", QStringLiteral("live"));

    auto *words = new QVBoxLayout;
    words->setSpacing(1);
    words->addStretch(1);
    auto *title = new QHBoxLayout;
    title->setSpacing(6);
    title->addWidget(m_icon);
    title->addWidget(m_title, 1);
    words->addLayout(title);
    words->addWidget(m_line);
    words->addStretch(1);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(14, 0, 14, 0);
    layout->setSpacing(metrics::cardGap);
    layout->addWidget(m_name);
    layout->addWidget(m_production, 0, Qt::AlignVCenter);
    layout->addLayout(words, 3);
    layout->addWidget(m_slider, 5);
    layout->addWidget(m_back);
    layout->addWidget(m_on);
    layout->addWidget(m_live);

    connect(m_slider, &MomentSlider::timeChosen, this, &MomentBar::momentWanted);
    connect(m_back, &QPushButton::clicked, this, [this] { step(-stepLength); });
    connect(m_on, &QPushButton::clicked, this, [this] { step(stepLength); });
    connect(m_live, &QPushButton::clicked, this, &MomentBar::liveWanted);
    connect(theme, &Theme::changed, this, &MomentBar::retheme);
    retheme();
}

QPushButton *MomentBar::addButton(const QString &text, const char *name)
{
    auto *button = new QPushButton(text, this);
    button->setObjectName(QLatin1StringView(name));
    button->setProperty("role", QStringLiteral("past"));
    return button;
}

/// From the moment that was asked for last: clicks count though nothing was read between them.
void MomentBar::step(milliseconds by)
{
    emit momentWanted(m_wanted + by);
}

void MomentBar::setWorkspace(const WorkspacePtr &workspace)
{
    m_name->setFullText(workspace == nullptr ? QString() : workspace->name);
    const bool isProduction = workspace != nullptr && workspace->connection.production;
    m_production->setVisible(isProduction);
    m_production->setToolTip(isProduction ? tr("%1 is marked as production").arg(workspace->name) : QString());
    m_production->setAccessibleName(m_production->toolTip());
}

void MomentBar::show(const models::MomentPtr &moment, milliseconds present)
{
    const bool isFollowing = m_moment == nullptr || m_wanted == moment->time;
    m_moment = moment;
    m_present = present;
    if (isFollowing) {
        m_wanted = moment->time;
        m_slider->setReach(m_wanted, moment->recordedFrom.value_or(m_wanted), present);
    }
    showWords();
}

void MomentBar::setPresent(milliseconds present)
{
    m_present = present;
    if (m_moment != nullptr && !m_slider->isSliderDown()) {
        m_slider->setReach(m_wanted, m_moment->recordedFrom.value_or(m_wanted), present);
    }
    showWords();
}

void MomentBar::setWanted(milliseconds time)
{
    m_wanted = time;
    if (!m_slider->isSliderDown()) {
        m_slider->setTime(time);
    }
}

void MomentBar::setMarks(const std::vector<Mark> &marks)
{
    m_slider->setMarks(marks);
}

MarkQuestion MomentBar::stretch() const
{
    return {m_slider->begin(), m_slider->present()};
}

void MomentBar::focusSlider()
{
    m_slider->setFocus(Qt::ShortcutFocusReason);
}

void MomentBar::showWords()
{
    if (m_moment == nullptr) {
        return;
    }
    m_title->setFullText(tr("Past: %1").arg(models::momentTitle(m_moment->time, m_present)));
    const QString what = m_moment->step.count() == 0 ? tr("nothing was recorded then") : tr("not live");
    m_line->setFullText(tr("%1 · %2 · operations off").arg(models::formatRelative(m_moment->time, m_present), what),
                        models::limitsHelp(*m_moment));
    setAccessibleName(m_title->fullText());
}

void MomentBar::retheme()
{
    const Tokens &tokens = m_theme->tokens();
    const auto colour = [](QWidget *widget, const QColor &text) {
        QPalette own = widget->palette();
        own.setColor(QPalette::WindowText, text);
        widget->setPalette(own);
    };
    colour(m_name, tokens.onPast);
    colour(m_title, tokens.onPast);
    colour(m_line, tokens.onPastSecondary);
    m_icon->setPixmap(
        m_theme->icon(QLatin1StringView("past"), tokens.onPast).pixmap(QSize(iconSize, iconSize), devicePixelRatioF()));
    m_production->setStyleSheet(QStringLiteral("background: %1; color: #ffffff; border-radius: 4px; padding: 2px 6px;"
                                               "font-size: 11px; font-weight: 700; letter-spacing: 1px;")
                                    .arg(lightTokens().critical.name()));
    update();
}

void MomentBar::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme->tokens().past);
}

} // namespace plimsoll::views
