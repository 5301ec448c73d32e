// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pages/labcontrols.h"

#include "models/text/format.h"
#include "views/theme/theme.h"
#include "views/widgets/wrappedlabel.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSlider>
#include <QSpinBox>
#include <QTimer>
#include <QVBoxLayout>
#include <QVariant>

#include <cmath>

namespace plimsoll::views {

namespace {

using namespace std::chrono_literals;

constexpr auto slowPace = 1s; ///< time for a step to be read
constexpr int mostProducers = 4;
constexpr int mostWorkers = 32;
constexpr int mostCrashes = 200; ///< tenths of a percent
constexpr int longest = 300; ///< seconds
constexpr Px dialWidth{96};
constexpr Px ownWidth{160};

} // namespace

LabControls::LabControls(Theme *ofTheme, QWidget *parent) : Card(ofTheme, parent)
{
    auto *row = new QHBoxLayout;
    row->setSpacing(5 * metrics::step);
    m_producers = addDial(row, tr("producers"), "labProducers", 1, mostProducers);
    m_workers = addDial(row, tr("workers"), "labContention", 1, mostWorkers);
    m_workers.slider->setToolTip(tr("Contention: how many work at once on each side"));
    m_crash = addDial(row, tr("crashes"), "labCrash", 0, mostCrashes);
    m_crash.scale = 0.1;
    m_crash.suffix = QStringLiteral(" %");
    m_own = addDial(row, {}, "labDial", 0, 1);
    m_own.whole->setFixedWidth(ownWidth);
    m_own.suffix = QStringLiteral(" ms");
    m_seed = addField(row, tr("seed"), "labSeed", 1, 999'999);
    m_seconds = addField(row, tr("seconds"), "labSeconds", 1, longest);
    connect(m_seconds, &QSpinBox::valueChanged, this, [this](int seconds) { m_wantedSeconds = seconds; });
    m_state = new WrappedLabel(this);
    m_state->setObjectName(QStringLiteral("labState"));
    m_state->setProperty("role", QStringLiteral("small"));
    row->addWidget(m_state, 1, Qt::AlignVCenter);
    m_kill = new QPushButton(tr("Kill a worker"), this);
    m_kill->setObjectName(QStringLiteral("labKill"));
    row->addWidget(m_kill);
    body()->addLayout(row);
    show(models::LabChoice());
    connect(m_kill, &QPushButton::clicked, this, &LabControls::killWanted);
}

LabControls::Dial LabControls::addDial(QHBoxLayout *row, const QString &title, const char *name, int least, int most)
{
    Dial dial;
    dial.whole = new QWidget(this);
    dial.whole->setFixedWidth(dialWidth);
    auto *grid = new QGridLayout(dial.whole);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(0);
    dial.title = new QLabel(title, dial.whole);
    dial.title->setProperty("role", QStringLiteral("small"));
    dial.value = new QLabel(dial.whole);
    dial.value->setProperty("role", QStringLiteral("heading"));
    dial.slider = new QSlider(Qt::Horizontal, dial.whole);
    dial.slider->setObjectName(QLatin1String(name));
    dial.slider->setAccessibleName(title);
    dial.slider->setRange(least, most);
    dial.title->setBuddy(dial.slider);
    grid->addWidget(dial.title, 0, 0);
    grid->addWidget(dial.value, 0, 1, Qt::AlignRight);
    grid->addWidget(dial.slider, 1, 0, 1, 2);
    row->addWidget(dial.whole);
    connect(dial.slider, &QSlider::valueChanged, this, [this] {
        for (const Dial *each : {&m_producers, &m_workers, &m_crash, &m_own}) {
            showValue(*each);
        }
        fitSeconds();
        emit changed();
    });
    return dial;
}

QSpinBox *LabControls::addField(QHBoxLayout *row, const QString &title, const char *name, int least, int most)
{
    auto *column = new QVBoxLayout;
    column->setSpacing(0);
    auto *label = new QLabel(title, this);
    label->setProperty("role", QStringLiteral("small"));
    auto *field = new QSpinBox(this);
    field->setObjectName(QLatin1String(name));
    field->setAccessibleName(title);
    field->setRange(least, most);
    field->setProperty("role", QStringLiteral("slim"));
    field->setButtonSymbols(QAbstractSpinBox::NoButtons);
    field->setKeyboardTracking(false); // no signal until the number is complete
    label->setBuddy(field);
    column->addWidget(label);
    column->addWidget(field);
    row->addLayout(column);
    connect(field, &QSpinBox::valueChanged, this, &LabControls::changed);
    return field;
}

void LabControls::showValue(const Dial &dial)
{
    if (dial.slider != nullptr) {
        dial.value->setText(dial.whole->locale().toString(dial.slider->value() * dial.scale) + dial.suffix);
    }
}

void LabControls::use(const Dial &dial, bool of, const QString &otherwise)
{
    dial.whole->setEnabled(of);
    dial.whole->setToolTip(of ? QString() : otherwise);
}

void LabControls::setPattern(const models::LabPattern *pattern)
{
    m_hasDial = pattern != nullptr && pattern->dial.has_value();
    m_crashes = pattern != nullptr && pattern->crashes;
    m_held = pattern != nullptr ? pattern->heldSeconds : 0;
    const QSignalBlocker quiet(this);
    m_own.whole->setVisible(m_hasDial);
    if (m_hasDial) {
        m_own.title->setText(pattern->dial->title);
        m_own.slider->setAccessibleName(pattern->dial->title);
        m_own.slider->setRange(pattern->dial->least, pattern->dial->most);
        m_own.slider->setPageStep(std::max(1, pattern->dial->most / 20));
        m_own.slider->setValue(pattern->dial->usual);
    }
    use(m_producers, pattern != nullptr && pattern->isFed,
        tr("No producers here: a client asks again once it is served"));
    use(m_crash, m_crashes, tr("No crashes here"));
    m_kill->setToolTip(m_crashes ? tr("The same attempt dies on both sides") : tr("No crashes here"));
    fitSeconds();
    setRunning(false);
}

/// Limits the duration to the time in which the producers fill the server's memory; a longer one is restored when it
/// fits.
void LabControls::fitSeconds()
{
    if (m_seconds == nullptr) {
        return;
    }
    const QSignalBlocker quiet(m_seconds);
    const int most = m_held > 0 ? std::min(longest, m_held / m_producers.slider->value()) : longest;
    m_seconds->setMaximum(most);
    m_seconds->setValue(std::min(m_wantedSeconds, most));
    m_seconds->setToolTip(most < longest
                              ? tr("At most %1: by then the server's memory is full").arg(locale().toString(most))
                              : QString());
}

void LabControls::read(models::LabChoice &choice) const
{
    choice.producers = m_producers.whole->isEnabled() ? m_producers.slider->value() : 1;
    choice.contention = m_workers.slider->value();
    choice.crash = m_crash.slider->value() / 1'000.0;
    choice.dial = m_hasDial ? std::optional(m_own.slider->value()) : std::nullopt;
    choice.seed = static_cast<quint64>(m_seed->value());
    choice.seconds = m_seconds->value();
}

void LabControls::show(const models::LabChoice &choice)
{
    const QSignalBlocker quiet(this);
    if (m_producers.whole->isEnabled()) { // as in read()
        m_producers.slider->setValue(choice.producers);
    }
    m_workers.slider->setValue(choice.contention);
    m_crash.slider->setValue(static_cast<int>(std::lround(choice.crash * 1'000)));
    if (choice.dial) {
        m_own.slider->setValue(*choice.dial);
    }
    m_seed->setValue(static_cast<int>(choice.seed));
    m_seconds->setValue(static_cast<int>(choice.seconds));
}

void LabControls::setRunning(bool running)
{
    m_kill->setEnabled(running && m_crashes);
}

void LabControls::say(const QString &text)
{
    m_state->setFullText(text);
}

LabSlow::LabSlow(Theme *ofTheme, QWidget *parent)
    : Card(ofTheme, parent), m_next(new WrappedLabel(this)), m_pace(new QTimer(this))
{
    setObjectName(QStringLiteral("labSlowBar"));
    auto *row = new QHBoxLayout;
    row->setSpacing(metrics::cardGap);
    m_step = addButton(row, "labStepOnce", tr("Step"), tr("One client sends one command (F10)"));
    m_play = addButton(row, "labPlay", tr("Play"), tr("A step a second"));
    m_toFault = addButton(row, "labToFault", tr("To the next fault"),
                          tr("As many steps as it takes until a fault is counted on either side"));
    m_kill = addButton(row, "labSlowKill", tr("Kill a worker"), {});
    m_next->setObjectName(QStringLiteral("labNextStep"));
    row->addWidget(m_next, 1, Qt::AlignVCenter);
    body()->addLayout(row);
    m_pace->setObjectName(QStringLiteral("labPace"));
    m_pace->setInterval(slowPace);
    connect(m_pace, &QTimer::timeout, this, [this] { emit stepWanted(false); });
    connect(m_step, &QPushButton::clicked, this, &LabSlow::step);
    connect(m_play, &QPushButton::clicked, this, [this] { setPlaying(!m_pace->isActive()); });
    connect(m_toFault, &QPushButton::clicked, this, [this] {
        setPlaying(false);
        emit stepWanted(true);
    });
    connect(m_kill, &QPushButton::clicked, this, &LabSlow::killWanted);
    setRunning(false);
}

QPushButton *LabSlow::addButton(QLayout *row, const char *name, const QString &text, const QString &tip)
{
    auto *button = new QPushButton(text, this);
    button->setObjectName(QLatin1String(name));
    button->setToolTip(tip);
    row->addWidget(button);
    return button;
}

void LabSlow::step()
{
    setPlaying(false);
    emit stepWanted(false);
}

void LabSlow::setPlaying(bool playing)
{
    playing ? m_pace->start() : m_pace->stop();
    m_play->setText(playing ? tr("Hold") : tr("Play"));
    if (playing) {
        emit stepWanted(false);
    }
}

void LabSlow::setRunning(bool running)
{
    for (QPushButton *button : {m_step, m_play, m_toFault, m_kill}) {
        button->setEnabled(running);
    }
    if (!running) {
        setPlaying(false);
        m_next->setFullText(tr("One client at a time sends one command; the others wait, and time stands still."));
    }
}

void LabSlow::show(const models::LabReport::Slow &slow)
{
    const QString where =
        tr("Step %1, %2 ms").arg(models::formatCount(slow.steps), locale().toString(slow.time, 'f', 1));
    const QString next = slow.right ? tr("next on the right: %1 %2") : tr("next on the left: %1 %2");
    m_next->setFullText(slow.who.isEmpty() ? where : where + QStringLiteral(" · ") + next.arg(slow.who, slow.command),
                        tr("Time of the run: it moves while all clients sleep, and by 0.1 ms a command. On the server "
                           "each ms lasts a minute, so that no lease runs out while you look."));
}

} // namespace plimsoll::views
