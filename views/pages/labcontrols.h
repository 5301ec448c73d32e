// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/text/lab.h"
#include "views/widgets/card.h"

class QHBoxLayout;
class QLabel;
class QPushButton;
class QSlider;
class QSpinBox;
class QTimer;

namespace plimsoll::views {

class WrappedLabel;

/// The parameters of both sides of the Lab, and the button that kills a worker. GUI thread.
class LabControls final : public Card {
    Q_OBJECT

public:
    explicit LabControls(Theme *theme, QWidget *parent = nullptr);

    /// Disables the parameters that a pattern does not use; null for no pattern.
    void setPattern(const models::LabPattern *pattern);
    /// Writes the parameters into `choice`.
    void read(models::LabChoice &choice) const;
    void show(const models::LabChoice &choice);
    void setRunning(bool running);
    void say(const QString &text);

signals:
    void changed(); ///< on user input
    void killWanted();

private:
    struct Dial {
        QWidget *whole = nullptr;
        QLabel *title = nullptr;
        QLabel *value = nullptr;
        QSlider *slider = nullptr;
        QString suffix;
        double scale = 1; ///< slider value to displayed value
    };

    Dial addDial(QHBoxLayout *row, const QString &title, const char *name, int least, int most);
    QSpinBox *addField(QHBoxLayout *row, const QString &title, const char *name, int least, int most);
    static void showValue(const Dial &dial);
    void fitSeconds();
    static void use(const Dial &dial, bool of, const QString &otherwise);

    Dial m_producers, m_workers, m_crash, m_own;
    QSpinBox *m_seed = nullptr;
    QSpinBox *m_seconds = nullptr;
    WrappedLabel *m_state = nullptr;
    QPushButton *m_kill = nullptr;
    bool m_hasDial = false;
    bool m_crashes = false;
    int m_held = 0; ///< LabPattern::heldSeconds
    int m_wantedSeconds = 0; ///< chosen duration, which may exceed the current maximum
};

/// The controls of slow motion in the Lab: one step, a slow pace, the next fault; and who comes next. GUI thread.
class LabSlow final : public Card {
    Q_OBJECT

public:
    explicit LabSlow(Theme *theme, QWidget *parent = nullptr);

    void setRunning(bool running);
    void show(const models::LabReport::Slow &slow);
    void step(); ///< same as a click of the button

signals:
    void stepWanted(bool toFault);
    void killWanted();

private:
    void setPlaying(bool playing);
    QPushButton *addButton(QLayout *row, const char *name, const QString &text, const QString &tip);

    QPushButton *m_step, *m_play, *m_toFault, *m_kill;
    WrappedLabel *m_next;
    QTimer *m_pace;
};

} // namespace plimsoll::views
