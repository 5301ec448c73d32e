// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QMap>
#include <QObject>
#include <QPointer>
#include <QRandomGenerator>
#include <QStringList>
#include <QTimer>

#include <chrono>

class QAction;
class QMainWindow;
class QMenu;
class QWidget;

namespace plimsoll::testing {

/// An operator's shift at random: clicks, keys, text, menus, dialogs, sizes and themes on whatever the window offers,
/// while the server behind it is killed, stopped and cut off. Goes on through dialogs and menus, because each act is
/// asked for before the last one returns. GUI thread. The seed decides what is tried; what it meets depends on time.
class RandomShift final : public QObject {
    Q_OBJECT

public:
    RandomShift(QMainWindow &window, quint32 seed);
    ~RandomShift() override;
    Q_DISABLE_COPY_MOVE(RandomShift)

    /// Acts for this time; ended() follows.
    void start(std::chrono::seconds time);

    [[nodiscard]] int acts() const { return m_acts; }
    [[nodiscard]] int disturbances() const { return m_disturbances; }
    /// How often each kind of act was done: an act that never happened proves nothing.
    [[nodiscard]] const QMap<QString, int> &counts() const { return m_counts; }
    /// The longest time the event loop was not reached, and what was done before.
    [[nodiscard]] std::chrono::milliseconds longestStall() const { return m_longestStall; }
    [[nodiscard]] const QString &stalledBy() const { return m_stalledBy; }
    /// Buttons outside their window and windows outside their screen, each once.
    [[nodiscard]] QStringList misplaced() const { return m_misplaced.keys(); }

signals:
    void ended();

private:
    void act();
    void beat();
    void actOnMenu(QMenu &menu);
    void actOnDialog(QWidget &dialog);
    void actOnWindow(QWidget &window);
    void click(QWidget &within);
    void press();
    void type();
    void scroll(QWidget &within);
    void wander(QWidget &within);
    void resize();
    void disturbServer();
    void resumeServer();
    void checkPlaces();
    void note(const QString &what);

    QMainWindow &m_window;
    QRandomGenerator m_random;
    QElapsedTimer m_since;
    std::chrono::milliseconds m_length{};
    QTimer m_heart;
    QElapsedTimer m_sinceBeat;
    QString m_last;
    int m_acts = 0, m_disturbances = 0;
    QMap<QString, int> m_counts;
    std::chrono::milliseconds m_longestStall{};
    QString m_stalledBy;
    QMap<QString, int> m_misplaced;
    qint64 m_stopped = 0; ///< process id of a server that is stopped
};

} // namespace plimsoll::testing
