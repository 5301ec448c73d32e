// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/alerts/alertkeeper.h"

#include <QObject>
#include <QStringList>
#include <QTimer>

#include <atomic>

namespace plimsoll::app {

/// How it is with the alerts of a workspace.
struct AlertsState {
    enum class Is { Kept, Elsewhere, Failing };
    Is is = Is::Kept;
    QString text; ///< why not; empty while they are kept
    friend bool operator==(const AlertsState &, const AlertsState &) = default;
};

/// Judges, keeps and reads the alerts of one workspace at a time on a thread of its own (moveToThread before open), and
/// writes down what people say of them: nobody who polls or looks waits for the disk. All but hand() is called by
/// queued connections or invokeMethod.
class AlertWatch final : public QObject {
    Q_OBJECT

public:
    /// Those that are over, as many as somebody looks through.
    static constexpr int mostPast = 1'000;

    explicit AlertWatch(QObject *parent = nullptr);

    /// Another one; the one before is let go. `keeping`: else it only reads what others keep.
    void open(const QString &path, const plimsoll::WorkspacePtr &workspace, std::chrono::milliseconds interval,
              bool keeping);
    /// Before another is opened: its history is the former, under another name.
    void takeAlong(const QString &former, const QString &history);
    /// What there is to keep is kept, and the file is let go.
    void close();
    void setInterval(std::chrono::milliseconds interval);
    /// Who does not look does not judge: another process may.
    void setPaused(bool paused);
    /// From any thread. Where the disk is slower than the polls, they wait, two minutes' worth at most; what comes then
    /// is not judged.
    void hand(const plimsoll::SnapshotPtr &snapshot);
    /// The server does not answer, until the next snapshot.
    void setAway(const QString &why);
    void told(qint64 message, const QString &outcome);
    void delayed(qint64 message, const QString &why);

    void acknowledge(const QStringList &alerts, bool acknowledged);
    /// `until`: server time; 0: not any more.
    void mute(const QStringList &alerts, std::chrono::milliseconds until);
    void note(const QStringList &alerts, const QString &text);
    /// Those that were over before that one.
    void readPast(const QString &before);
    /// What somebody notes down at a moment, by whomever the alerts are kept.
    void keepNote(const plimsoll::Note &note);

signals:
    /// What was known of states before: once, where there is anything.
    void statesRead(const QByteArray &saved);
    void toTell(const std::vector<plimsoll::redis::AlertMessage> &messages);
    /// The first there are, and whenever they are others.
    void alertsRead(const plimsoll::AlertList &alerts);
    /// As many as that; fewer: there are no more.
    void pastRead(const QString &before, const std::vector<plimsoll::Alert> &alerts);
    void stateChanged(const plimsoll::app::AlertsState &state);
    /// What somebody said could not be written down, or the file was taken away.
    void failed(const QString &why);

private:
    void judge(const SnapshotPtr &snapshot);
    void judgeAway();
    void tell(const std::vector<redis::AlertMessage> &messages);
    void sayState();
    /// Reads again where anybody wrote.
    void look();
    template <typename Write> void write(const QStringList &alerts, Write write);
    [[nodiscard]] redis::AlertStore *people();

    static constexpr int mostWaiting = 120;
    static constexpr std::chrono::milliseconds lookEvery{1'000}; ///< at what others write
    static constexpr std::chrono::milliseconds awayEvery{5'000};

    QString m_path;
    std::unique_ptr<AlertKeeper> m_keeper; ///< null: it only reads
    std::unique_ptr<redis::AlertStore> m_people;
    std::optional<qint64> m_version;
    QTimer m_look, m_away;
    QString m_awayWhy;
    bool m_isAway = false, m_isPaused = false;
    std::optional<AlertsState> m_state; ///< as it was said last
    std::atomic<int> m_waiting = 0; ///< snapshots in the queue of its thread
};

} // namespace plimsoll::app
