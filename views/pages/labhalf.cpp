// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pages/labhalf.h"

#include "models/text/format.h"
#include "redis/types/plural.h"
#include "views/pages/labcounter.h"
#include "views/pages/labflow.h"
#include "views/pages/luahighlighter.h"
#include "views/theme/theme.h"
#include "views/widgets/badge.h"
#include "views/widgets/elidedlabel.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QDateTime>
#include <QHBoxLayout>
#include <QPainter>
#include <QPainterPath>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTextBlock>
#include <QVBoxLayout>
#include <QVariant>

#include <algorithm>
#include <cmath>

namespace plimsoll::views {

namespace {

constexpr Px leastCode{54}; // px; three lines
constexpr Px leastFlowLines{62};
constexpr int whoWidth = 7;
constexpr int commandWidth = 34;
constexpr Px stripe{4};

/// Returns the number of whole visible lines.
std::size_t linesIn(const QPlainTextEdit *text)
{
    const int margin = 2 * static_cast<int>(text->document()->documentMargin());
    return static_cast<std::size_t>(
        std::max(1, (text->viewport()->height() - margin) / text->fontMetrics().lineSpacing()));
}

} // namespace

LabHalf::LabHalf(bool right, Theme *ofTheme, QWidget *parent)
    : Card(QString(), ofTheme, parent), m_right(right), m_counters(new QHBoxLayout), m_flow(new LabFlow(ofTheme, this)),
      m_passing(new ElidedLabel(this)), m_tabBar(new QWidget(this)), m_tabs(new QHBoxLayout(m_tabBar)),
      m_chosen(new QButtonGroup(this)), m_badge(new Badge(ofTheme, this)), m_switch(new QCheckBox(this)),
      m_unguarded(new QCheckBox(tr("without its guard"), this))
{
    setObjectName(named("lab"));
    m_badge->setObjectName(named("labBadge"));
    addCorner(m_badge);
    m_counters->setSpacing(metrics::cardGap);
    body()->addLayout(m_counters);
    m_flow->setObjectName(named("labFlow"));
    body()->addWidget(m_flow);
    m_tabs->setContentsMargins(0, 0, 0, 0);
    m_tabs->setSpacing(metrics::step);
    m_tabs->addStretch(1);
    body()->addWidget(m_tabBar);
    m_code = addText("labCode", tr("Code"));
    m_code->setMinimumHeight(leastCode);
    m_highlighter = new LuaHighlighter(ofTheme, m_code->document());
    body()->setStretchFactor(m_code, 2);
    m_options = new QWidget(this);
    auto *below = new QHBoxLayout(m_options);
    below->setContentsMargins(0, 0, 0, 0);
    below->setSpacing(metrics::cardGap);
    m_passing->setObjectName(named("labRate"));
    m_passing->setProperty("role", QStringLiteral("small"));
    m_switch->setObjectName(named("labSwitch"));
    m_unguarded->setObjectName(named("labUnguarded"));
    below->addWidget(m_passing, 1);
    below->addWidget(m_switch);
    below->addWidget(m_unguarded);
    body()->addWidget(m_options);
    m_lines = addText("labLines", tr("Commands as they go by"));
    m_lines->setMinimumHeight(leastFlowLines);
    m_lines->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_lines->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    body()->setStretchFactor(m_lines, 1);
    connect(m_chosen, &QButtonGroup::idClicked, this, &LabHalf::showCode);
    for (const QCheckBox *box : {m_switch, m_unguarded}) {
        connect(box, &QCheckBox::toggled, this, [this] {
            listCode();
            emit switched();
        });
    }
    setPattern(nullptr);
}

QString LabHalf::named(const char *name) const
{
    return QLatin1String(name) + (m_right ? QLatin1String("Right") : QLatin1String("Wrong"));
}

QPlainTextEdit *LabHalf::addText(const char *name, const QString &accessible)
{
    auto *text = new QPlainTextEdit(this);
    text->setObjectName(named(name));
    text->setAccessibleName(accessible);
    text->setReadOnly(true);
    text->setLineWrapMode(QPlainTextEdit::NoWrap);
    text->setFont(theme()->monoFont());
    text->setTabChangesFocus(true);
    text->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored); // takes the rest of the page, and scrolls
    body()->addWidget(text);
    return text;
}

void LabHalf::setPresenting(bool presenting, double scale)
{
    m_presenting = presenting;
    QFont mono = theme()->monoFont();
    mono.setPixelSize(static_cast<int>(std::lround(mono.pixelSize() * scale)));
    m_code->setFont(mono);
    m_lines->setFont(mono);
    m_flow->setScale(scale);
    m_badge->setScale(scale);
    showParts();
}

void LabHalf::setSlow(bool slow)
{
    m_slow = slow;
    showParts();
}

void LabHalf::showParts()
{
    m_options->setVisible(!m_presenting);
    m_lines->setVisible(!m_presenting || m_slow);
    // In large letters there is room for one of the two: in slow motion the commands are what is looked at.
    m_tabBar->setVisible(!m_presenting || !m_slow);
    m_code->setVisible(!m_presenting || !m_slow);
    body()->setStretchFactor(m_code, m_slow ? 1 : 2);
    body()->setStretchFactor(m_lines, m_slow ? 2 : 1);
}

void LabHalf::setPattern(const models::LabPattern *pattern)
{
    setTitle(pattern == nullptr ? QString() : m_right ? pattern->rightTitle : pattern->wrongTitle);
    m_usual = pattern == nullptr ? models::LabCode() : m_right ? pattern->rightCode : pattern->wrongCode;
    const bool switches = pattern != nullptr && !pattern->switchTitle.isEmpty() && pattern->switchesRight == m_right;
    m_switched = switches ? pattern->switchedCode : m_usual;
    m_unguardedCode = pattern != nullptr && m_right ? pattern->unguardedCode : models::LabCode();
    m_switch->setVisible(switches);
    m_switch->setText(switches ? pattern->switchTitle : QString());
    m_unguarded->setVisible(m_right && pattern != nullptr);
    {
        const QSignalBlocker switchQuiet(m_switch);
        const QSignalBlocker guardQuiet(m_unguarded);
        m_switch->setChecked(false);
        m_unguarded->setChecked(false);
    }
    listCounters(pattern != nullptr ? pattern->counters : std::vector<models::LabCounter>());
    m_flow->show({});
    m_passing->setFullText(tr("commands as they go by"));
    m_lines->clear();
    listCode();
}

void LabHalf::listCounters(const std::vector<models::LabCounter> &counters)
{
    for (const auto &view : m_views) {
        delete view.second;
    }
    m_views.clear();
    m_faults = 0;
    m_counted = counters;
    for (const models::LabCounter &counter : counters) {
        auto *view = new LabCounterView(theme(), m_right, this);
        view->setObjectName(named("labCounter") + QLatin1Char('.') + counter.id);
        view->show(counter);
        m_counters->addWidget(view, 1);
        m_views.emplace_back(counter.id, view);
    }
}

LabCounterView *LabHalf::viewOf(const QString &counter) const
{
    const auto there =
        std::find_if(m_views.begin(), m_views.end(), [&](const auto &one) { return one.first == counter; });
    return there != m_views.end() ? there->second : nullptr;
}

bool LabHalf::isSwitched() const
{
    return m_switch->isChecked();
}

bool LabHalf::isGuarded() const
{
    return !m_unguarded->isChecked() || !hasGuard();
}

bool LabHalf::hasGuard() const
{
    const models::LabCode &chosen = isSwitched() ? m_switched : m_usual;
    return std::any_of(chosen.begin(), chosen.end(),
                       [](const auto &one) { return one.second.contains(QLatin1String("-- guard")); });
}

const models::LabCode &LabHalf::code() const
{
    return isSwitched() ? m_switched : isGuarded() || m_unguardedCode.isEmpty() ? m_usual : m_unguardedCode;
}

void LabHalf::setSwitched(bool switched)
{
    const QSignalBlocker quiet(m_switch);
    m_switch->setChecked(switched);
    listCode();
}

void LabHalf::listCode()
{
    const int before = std::max(0, m_chosen->checkedId());
    for (QAbstractButton *button : m_chosen->buttons()) {
        delete button;
    }
    showBadge();
    m_unguarded->setEnabled(hasGuard());
    m_unguarded->setToolTip(hasGuard() ? tr("The marked lines are left out: what makes it right")
                                       : tr("This run has no guard"));
    const models::LabCode &shown = code();
    for (int i = 0; i < shown.size(); ++i) {
        auto *tab = new QPushButton(this);
        tab->setObjectName(named("labTab"));
        tab->setText(i == 0 ? shown[i].first : shown[i].first + QLatin1String(".lua"));
        tab->setProperty("role", QStringLiteral("tab"));
        tab->setCheckable(true);
        m_chosen->addButton(tab, i);
        m_tabs->insertWidget(i, tab);
    }
    if (!shown.isEmpty()) {
        m_chosen->button(std::min(before, int(shown.size()) - 1))->setChecked(true);
    }
    showCode();
}

/// Shows the faults of a side, also if it is the right form.
void LabHalf::showBadge()
{
    if (!m_right) {
        m_badge->show(State::Critical, tr("the wrong way"));
        return;
    }
    const QString way = isGuarded() ? tr("the right way") : tr("right way with its guard removed");
    if (m_faults == 1) {
        m_badge->show(State::Critical, tr("%1: 1 fault").arg(way));
    } else if (m_faults > 0) {
        m_badge->show(State::Critical,
                      tr("%1: %2 faults", nullptr, pluralOf(m_faults)).arg(way, models::formatCount(m_faults)));
    } else if (std::any_of(m_views.begin(), m_views.end(), [](const auto &one) { return one.second->isBad(); })) {
        m_badge->show(State::Critical, tr("%1: over its bound").arg(way));
    } else {
        m_badge->show(isGuarded() ? State::Ok : State::Warning, way);
    }
}

void LabHalf::showCode()
{
    const models::LabCode &shown = code();
    const int chosen = m_chosen->checkedId();
    m_highlighter->setUnguarded(!isGuarded());
    m_code->setPlainText(chosen >= 0 && chosen < shown.size() ? shown[chosen].second : QString());
    // Scroll to the guard, the essential part of the code.
    if (const QTextCursor guard = m_code->document()->find(QStringLiteral("-- guard")); !guard.isNull()) {
        const int above = guard.blockNumber() - static_cast<int>(linesIn(m_code)) / 2;
        m_code->verticalScrollBar()->setValue(std::max(0, above));
    }
}

QWidget *LabHalf::spot(const QString &name)
{
    if (name == QLatin1String("flow")) {
        return m_flow;
    }
    if (name == QLatin1String("lines")) {
        return m_lines;
    }
    if (LabCounterView *view = viewOf(name)) {
        return view;
    }
    const models::LabCode &shown = code();
    for (int i = 0; i < shown.size(); ++i) {
        if (shown[i].first == name || (i == 0 && name == QLatin1String("client"))) {
            m_chosen->button(i)->setChecked(true);
            showCode();
            return m_code;
        }
    }
    return nullptr;
}

void LabHalf::show(const models::LabReport &report)
{
    showCounters(report.counters);
    m_flow->show(m_right ? report.rightPlaces : report.wrongPlaces);
    const auto rate = static_cast<qint64>(m_right ? report.rightRate : report.wrongRate);
    m_passing->setFullText(report.slow ? tr("commands, one at a time")
                                       : tr("commands as they go by, %1 a second").arg(models::formatCount(rate)));
    showLines(m_right ? report.rightLines : report.wrongLines);
}

void LabHalf::forget()
{
    showCounters(m_counted);
    m_lines->clear();
}

void LabHalf::showCounters(const std::vector<models::LabCounter> &counters)
{
    m_faults = 0;
    for (const models::LabCounter &counter : counters) {
        if (LabCounterView *view = viewOf(counter.id)) {
            view->show(counter);
        }
        const double figure = m_right ? counter.right : counter.wrong;
        m_faults += counter.role == models::LabRole::Fault && figure > 0 ? qint64(figure) : 0;
    }
    showBadge();
}

/// Shows the newest command last; marks workers that died by colour and word.
void LabHalf::showLines(const std::vector<models::LabLine> &lines)
{
    const Tokens &tokens = theme()->tokens();
    const auto coloured = [](const QColor &colour) {
        QTextCharFormat format;
        format.setForeground(colour);
        return format;
    };
    m_lines->clear();
    QTextCursor cursor(m_lines->document());
    std::vector<models::LabLine> newest = lines;
    models::keepNewest(newest, linesIn(m_lines));
    for (const models::LabLine &line : newest) {
        const QString dead = line.reply.isEmpty() ? tr("killed") : tr("killed, with %1 in hand").arg(line.reply);
        const QString command = line.command.left(commandWidth).leftJustified(commandWidth);
        const QString text = line.death ? dead : command + QLatin1String("  ") + line.reply;
        // In slow motion the wall clock says nothing; each client has a colour instead.
        const QString time =
            m_slow ? QString() : QDateTime::fromMSecsSinceEpoch(line.time).toString(QStringLiteral("HH:mm:ss.zzz "));
        cursor.insertText((cursor.atStart() ? QString() : QStringLiteral("\n")) + time
                              + line.who.leftJustified(whoWidth),
                          coloured(m_slow ? colourOf(line.who) : tokens.secondaryText));
        cursor.insertText(text, coloured(!line.death ? tokens.text : m_right ? tokens.warning : tokens.critical));
        if (!line.fault.isEmpty()) {
            cursor.insertText(QStringLiteral("  ← ") + line.fault, coloured(tokens.critical));
        }
    }
}

/// Returns one colour for each worker, "w1", "w2", …; reapers and readers are grey.
QColor LabHalf::colourOf(const QString &who) const
{
    const Tokens &tokens = theme()->tokens();
    bool isWorker = false;
    const int number = who.mid(1).toInt(&isWorker);
    return isWorker ? tokens.series.at(static_cast<std::size_t>(number * 2 - 2) % tokens.series.size())
                    : tokens.secondaryText;
}

void LabHalf::paintEvent(QPaintEvent *event)
{
    Card::paintEvent(event);
    if (m_right) {
        return;
    }
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath card;
    card.addRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), metrics::cardRadius, metrics::cardRadius);
    painter.setClipPath(card);
    painter.fillRect(QRectF(0, 0, stripe, height()), theme()->tokens().critical);
}

} // namespace plimsoll::views
