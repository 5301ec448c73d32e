// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/momentbar.h"

#include "models/text/format.h"
#include "models/charts/chartmath.h"
#include "views/theme/theme.h"
#include "views/theme/zoom.h"
#include "views/widgets/elidedlabel.h"
#include "views/window/momentslider.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QShortcut>
#include <QVBoxLayout>

#include <algorithm>

namespace plimsoll::views {

using std::chrono::milliseconds;

namespace {

constexpr std::chrono::minutes stepLength{1};
constexpr std::chrono::hours halfDay{12};
constexpr Px longestWorkspaceName{160}; // px; longest workspace name
constexpr Px momentIconSize{14};

} // namespace

MomentBar::MomentBar(const Theme *theme, int height, QWidget *parent)
    : QFrame(parent), m_theme(theme), m_name(new ElidedLabel(this)), m_production(new QLabel(tr("PRODUCTION"), this)),
      m_icon(new QLabel(this)), m_title(new ElidedLabel(this)), m_field(new QLineEdit(this)),
      m_line(new ElidedLabel(this)), m_slider(new MomentSlider(theme, this)),
      m_back(addButton(tr("‹ 1 min"), "momentBack")), m_on(addButton(tr("1 min ›"), "momentOn")),
      m_live(addButton(tr("Back to live"), "backToLive"))
{
    setObjectName(QStringLiteral("momentBar"));
    setFixedHeight(height);
    m_name->setObjectName(QStringLiteral("momentWorkspace"));
    m_name->setMaximumWidth(longestWorkspaceName);
    m_title->setObjectName(QStringLiteral("momentTitle"));
    m_title->setCursor(Qt::IBeamCursor);
    m_field->setObjectName(QStringLiteral("momentField"));
    m_field->setAccessibleName(tr("Time shown"));
    m_field->setFixedHeight(std::min(height - 22, m_field->sizeHint().height()));
    m_field->setStyleSheet(scaledSheet(QStringLiteral("padding: 0px 6px; min-height: 0px")));
    m_field->hide();
    for (QWidget *each :
         {static_cast<QWidget *>(m_title), static_cast<QWidget *>(m_field), static_cast<QWidget *>(m_slider),
          static_cast<QWidget *>(m_back), static_cast<QWidget *>(m_on), static_cast<QWidget *>(m_live)}) {
        each->installEventFilter(this);
    }
    m_line->setObjectName(QStringLiteral("momentLine"));
    m_production->setObjectName(QStringLiteral("momentProduction"));
    m_back->setAccessibleName(tr("A minute back"));
    m_on->setAccessibleName(tr("A minute forward"));
    m_live->setText(tr("Back to live") + QStringLiteral("  Esc"));
    m_live->setAccessibleName(tr("Back to live"));
    m_live->setProperty("role", QStringLiteral("live"));

    auto *words = new QVBoxLayout;
    words->setSpacing(1);
    words->addStretch(1);
    auto *title = new QHBoxLayout;
    title->setSpacing(Px(6));
    title->addWidget(m_icon);
    title->addWidget(m_title, 1);
    title->addWidget(m_field, 1);
    words->addLayout(title);
    words->addWidget(m_line);
    words->addStretch(1);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(Px(14), 0, Px(14), 0);
    layout->setSpacing(metrics::cardGap);
    layout->addWidget(m_name);
    layout->addWidget(m_production, 0, Qt::AlignVCenter);
    layout->addLayout(words, 3);
    layout->addWidget(m_slider, 5);
    layout->addWidget(m_back);
    layout->addWidget(m_on);
    layout->addWidget(m_live);

    for (int digit = 0; digit <= 9; ++digit) { // wherever the focus is, unless in a field
        connect(new QShortcut(static_cast<Qt::Key>(Qt::Key_0 + digit), this), &QShortcut::activated, this,
                [this, digit] { type(QString::number(digit)); });
    }
    connect(m_field, &QLineEdit::returnPressed, this, &MomentBar::takeTyped);
    connect(m_field, &QLineEdit::textEdited, this, [this] {
        m_wrong.clear();
        showWords();
    });
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

milliseconds MomentBar::present() const
{
    const auto since = std::chrono::steady_clock::now() - m_presentSince;
    return m_present + std::chrono::duration_cast<milliseconds>(since);
}

/// Steps from the moment requested last, so that clicks count before the data is read. Stops at the newest past moment:
/// one click too many should not hit a control of the live window.
void MomentBar::step(milliseconds by)
{
    const milliseconds newest = std::chrono::floor<std::chrono::seconds>(present()) - MomentSlider::newestPast;
    const milliseconds wanted = m_slider->recordedAt(std::min(m_wanted + by, newest), by);
    if (wanted <= newest) { // what is recorded after a gap may still be too new
        emit momentWanted(wanted);
    }
}

/// Replaces the title by a field with the whole time, or with the first digit of one.
void MomentBar::type(const QString &begun)
{
    m_field->setText(begun.isEmpty() ? models::formatDateTime(m_wanted) : begun);
    m_title->hide();
    m_field->show();
    m_field->setFocus(Qt::OtherFocusReason);
    if (begun.isEmpty()) {
        m_field->selectAll();
    }
    showWords();
}

void MomentBar::takeTyped()
{
    const milliseconds now = present();
    const auto time = models::typedTime(m_field->text(), now);
    if (!time) {
        m_wrong =
            tr("“%1” is not a time: write 14:05, 2026-11-20 or 2026-11-20 14:05:30").arg(m_field->text().simplified());
    } else if (*time > now) {
        m_wrong = tr("That time is in the future");
    } else {
        endTyping();
        emit momentWanted(*time);
        return;
    }
    m_field->selectAll();
    showWords();
}

void MomentBar::endTyping()
{
    const bool hadFocus = m_field->hasFocus();
    m_wrong.clear();
    m_field->hide();
    m_title->show();
    if (hadFocus) {
        focusSlider();
    }
    showWords();
}

bool MomentBar::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_title && event->type() == QEvent::MouseButtonRelease) {
        type({});
        return true;
    }
    if (watched == m_slider && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        const bool isEnter = key == Qt::Key_Return || key == Qt::Key_Enter;
        if (isEnter) {
            type({});
        }
        return isEnter;
    }
    if (event->type() == QEvent::KeyPress && qobject_cast<QPushButton *>(watched) != nullptr) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Left || key == Qt::Key_Right) { // would go from button to button
            return QCoreApplication::sendEvent(m_slider, event);
        }
    }
    if (watched == m_field && (event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress)
        && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape) {
        if (event->type() == QEvent::KeyPress) {
            endTyping();
        }
        event->accept(); // the first Escape ends typing; the past stays
        return true;
    }
    if (watched == m_field && event->type() == QEvent::FocusOut && !m_field->isHidden()
        && static_cast<QFocusEvent *>(event)->reason() != Qt::ActiveWindowFocusReason) {
        QMetaObject::invokeMethod(this, &MomentBar::endTyping, Qt::QueuedConnection);
    }
    return QFrame::eventFilter(watched, event);
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
    const bool isFollowing = m_moment == nullptr || m_wanted == milliseconds(0) || m_wanted == moment->time;
    m_moment = moment;
    m_present = present;
    m_presentSince = std::chrono::steady_clock::now();
    if (isFollowing) {
        m_wanted = moment->time;
        m_slider->setRecorded(moment->recorded, present);
        m_slider->setReach(m_wanted, present);
    }
    showWords();
}

void MomentBar::setPresent(milliseconds present)
{
    m_present = present;
    m_presentSince = std::chrono::steady_clock::now();
    if (m_moment != nullptr && !m_slider->isSliderDown()) {
        m_slider->setReach(m_wanted, present);
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

/// Names the gap in which the moment is.
QString MomentBar::gapText() const
{
    const auto &all = m_moment->recorded;
    const std::optional<TimeRange> gap = models::gapAt(all, m_moment->time);
    const auto text = [this](milliseconds time) {
        const bool isNear = time - m_moment->time < halfDay && m_moment->time - time < halfDay;
        return isNear ? models::formatTime(time) : models::formatDateTime(time);
    };
    if (gap) {
        return tr("nothing was recorded from %1 to %2").arg(text(gap->from), text(gap->to));
    }
    return !all.empty() && m_moment->time < all.front().from
        ? tr("nothing was recorded before %1").arg(text(all.front().from))
        : tr("nothing was recorded then");
}

void MomentBar::showWords()
{
    if (m_moment == nullptr) {
        return;
    }
    m_title->setFullText(tr("Past: %1").arg(models::momentTitle(m_moment->time, m_present)),
                         tr("Click to type a time: 14:05, 2026-11-20 or 2026-11-20 14:05:30"));
    const QString what = m_moment->step.count() == 0 ? gapText() : tr("not live");
    if (!m_field->isHidden()) {
        m_line->setFullText(m_wrong.isEmpty() ? tr("14:05, 2026-11-20 or 2026-11-20 14:05:30; Enter shows it")
                                              : m_wrong);
        return;
    }
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
    m_name->setFont(m_theme->headingFont());
    m_title->setFont(m_theme->headingFont());
    m_line->setFont(m_theme->smallFont());
    colour(m_name, tokens.onPast);
    colour(m_title, tokens.onPast);
    colour(m_line, tokens.onPastSecondary);
    m_icon->setPixmap(m_theme->icon(QLatin1StringView("past"), tokens.onPast)
                          .pixmap(QSize(momentIconSize, momentIconSize), devicePixelRatioF()));
    m_production->setStyleSheet(
        scaledSheet(QStringLiteral("background: %1; color: #ffffff; border-radius: 4px; padding: 2px 6px;"
                                   "font-size: 11px; font-weight: 700; letter-spacing: 1px;")
                        .arg(lightTokens().critical.name())));
    update();
}

void MomentBar::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme->tokens().past);
}

} // namespace plimsoll::views
