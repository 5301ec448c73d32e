// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/demobar.h"

#include "views/theme/theme.h"
#include "views/widgets/elidedlabel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QSlider>
#include <QTime>
#include <QToolButton>

#include <array>
#include <cmath>

namespace plimsoll::views {

namespace {

constexpr std::array steps{0.25, 0.5, 1.0, 2.0, 4.0, 10.0};
constexpr int normal = 2;
constexpr Px symbolSize{16};

} // namespace

DemoBar::DemoBar(const Theme *theme, QWidget *parent)
    : QToolBar(parent), m_theme(theme), m_icon(new QLabel(this)), m_title(new QLabel(this)),
      m_caption(new ElidedLabel(this)), m_paceWord(new QLabel(tr("Pace"), this)),
      m_slider(new QSlider(Qt::Horizontal, this)), m_paceText(new QLabel(this))
{
    setObjectName(QStringLiteral("demoBar"));
    setWindowTitle(tr("Demo"));
    setMovable(false);
    setFloatable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    toggleViewAction()->setVisible(false);

    // A separate row, because QToolBar's style has neither margins nor spacing.
    auto *content = new QWidget(this);
    m_row = new QHBoxLayout(content);
    m_row->setContentsMargins(Px(14), metrics::step, Px(14), metrics::step);
    m_row->setSpacing(2 * metrics::step);
    addWidget(content);

    m_title->setText(tr("Demo"));
    m_caption->setObjectName(QStringLiteral("demoCaption"));
    m_caption->setFullText(tr("A private server with made-up applications"));
    m_paceWord->setProperty("role", QStringLiteral("secondary"));

    m_slider->setObjectName(QStringLiteral("demoPace"));
    m_slider->setAccessibleName(tr("Pace of the demo"));
    m_slider->setToolTip(tr("How fast the made-up applications work"));
    m_slider->setRange(0, static_cast<int>(steps.size()) - 1);
    m_slider->setPageStep(1);
    m_slider->setValue(normal);
    m_slider->setFixedWidth(Px(110));
    m_paceWord->setBuddy(m_slider);
    m_paceText->setMinimumWidth(m_paceText->fontMetrics().horizontalAdvance(QStringLiteral("0.25×")) + metrics::step);

    m_row->addWidget(m_icon);
    m_row->addWidget(m_title);
    m_row->addWidget(m_caption, 1);
    m_row->addWidget(m_paceWord);
    m_row->addWidget(m_slider);
    m_row->addWidget(m_paceText);
    m_pause =
        addButton("demoPause", tr("Pause demo"), tr("The made-up applications are paused; the server's clock runs on"));
    m_pause->setCheckable(true);
    const QToolButton *burst = addButton("demoBurst", tr("Burst"), tr("Hundreds of mails to send within six seconds"));
    const QToolButton *crash =
        addButton("demoCrash", tr("Crash a worker"), tr("One mail worker is killed; its jobs turn stale within 12 s"));

    connect(m_slider, &QSlider::valueChanged, this, [this] {
        m_pace = steps[static_cast<std::size_t>(m_slider->value())];
        showPace();
        emit paceChanged(m_pace);
    });
    connect(m_pause, &QToolButton::toggled, this, &DemoBar::pauseToggled);
    connect(burst, &QToolButton::clicked, this, &DemoBar::burstRequested);
    connect(crash, &QToolButton::clicked, this, &DemoBar::crashRequested);
    connect(theme, &Theme::changed, this, &DemoBar::retheme);
    showPace();
    retheme();
}

QToolButton *DemoBar::addButton(const char *name, const QString &text, const QString &tip)
{
    auto *button = new QToolButton(this);
    button->setObjectName(QLatin1StringView(name));
    button->setText(text);
    button->setToolTip(tip);
    button->setAccessibleDescription(tip);
    button->setFocusPolicy(Qt::TabFocus);
    m_row->addWidget(button);
    return button;
}

/// In a narrow window the slider goes without its word.
void DemoBar::resizeEvent(QResizeEvent *event)
{
    constexpr Px narrow{760};
    QToolBar::resizeEvent(event);
    m_paceWord->setVisible(width() >= narrow);
}

void DemoBar::setPace(double pace)
{
    std::size_t nearest = 0;
    for (std::size_t i = 1; i < steps.size(); ++i) {
        if (std::abs(std::log(steps[i] / pace)) < std::abs(std::log(steps[nearest] / pace))) {
            nearest = i;
        }
    }
    const QSignalBlocker quiet(m_slider); // the demo has this pace already, which may lie between steps
    m_slider->setValue(static_cast<int>(nearest));
    m_pace = pace;
    showPace();
}

void DemoBar::say(const QString &text)
{
    m_caption->setFullText(
        QStringLiteral("%1  %2").arg(locale().toString(QTime::currentTime(), QStringLiteral("HH:mm:ss")), text));
}

void DemoBar::showPace()
{
    m_paceText->setText(QStringLiteral("%1×").arg(locale().toString(m_pace)));
}

void DemoBar::retheme()
{
    m_title->setFont(m_theme->headingFont());
    m_icon->setPixmap(m_theme->icon(QLatin1StringView("demo"), m_theme->tokens().accent).pixmap(symbolSize));
    setStyleSheet(QStringLiteral("QToolBar#demoBar { background: %1; border: none; border-top: 1px solid %2; }")
                      .arg(m_theme->tokens().card.name(), m_theme->tokens().border.name()));
}

} // namespace plimsoll::views
