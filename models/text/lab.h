// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>
#include <utility>
#include <vector>

/// Results of the Lab as values, for the page and the command line.
namespace plimsoll::models {

/// Fault: occurs only in the wrong way. Bound: may occur in the right way, up to a stated limit. Price: what the right
/// way costs or cannot prevent.
enum class LabRole { Fault, Bound, Price };

struct LabCounter {
    QLatin1StringView id;
    QString title;
    LabRole role = LabRole::Fault;
    double wrong = 0; ///< NaN: unknown
    double right = 0;
    std::optional<double> bound{};
};

/// One command that a client sent.
struct LabLine {
    qint64 time = 0; ///< Unix ms
    QString who, command, reply;
    bool death = false; ///< the client died; `reply` is what it held
    QString fault{}; ///< counter that this command raised, in slow motion
};

/// Formats a figure: whole numbers as such, shares with two decimals, unknown as "–".
QString labFigure(double figure);
/// Keeps the newest lines. Deaths stay for three seconds, in at most half of the room.
void keepNewest(std::vector<LabLine> &lines, std::size_t room);

/// A live collection of one side, or the jobs that workers hold.
struct LabPlace {
    QString title;
    double count = 0;
    bool flows = false; ///< elements move on to the next place
};

struct LabReport {
    enum class Is : quint8 {
        Running,
        Settling, ///< the load has ended and work in flight finishes
        Over,
        CutOff, ///< over with work in flight, so a fault of the right way may be temporary
    };
    QLatin1StringView pattern;
    double seconds = 0; ///< duration of the load
    quint64 seed = 0;
    int contention = 0; ///< clients per side
    std::vector<LabCounter> counters; ///< faults first; the first counter is the main one
    double wrongLoad = 0, rightLoad = 0; ///< load or number of turns of each side
    std::vector<LabLine> wrongLines{}, rightLines{}; ///< last commands if the run is watched, oldest first
    double wrongRate = 0, rightRate = 0; ///< commands per second if the run is watched
    std::vector<LabPlace> wrongPlaces{}, rightPlaces{}; ///< collections if the run is watched
    Is is = Is::Running;
    /// Slow motion.
    struct Slow {
        double time = 0; ///< time of the run, ms
        qint64 steps = 0; ///< done
        bool right = false; ///< side of the next client
        QString who, command; ///< the next client and its command; empty if none waits
        bool waits = true; ///< a step must be requested
    };
    std::optional<Slow> slow{};
};

/// Options that the user may choose.
struct LabChoice {
    QString pattern;
    double seconds = 60;
    quint64 seed = 1;
    int producers = 1;
    int contention = 8;
    double crash = 0.02; ///< fraction of attempts
    bool switched = false;
    bool guarded = true;
    bool slow = false;
    std::optional<int> dial{}; ///< nullopt: the pattern's default

    bool operator==(const LabChoice &) const = default;
};

/// A number specific to a pattern, in ms.
struct LabDial {
    QString title;
    int least = 0, most = 0, usual = 0;
};

/// A step of the tour: its text, the action of the page, and the item it points to.
struct LabStep {
    QString text;
    QString spot; ///< "wrong.lost": a counter; "right.queue_reap": a script; "wrong.lines"; else a control
    bool kills = false;
    bool switched = false;
    std::optional<int> contention{}, dial{};
};

using LabCode = QList<std::pair<QString, QString>>; ///< name and text

/// A pattern as the page shows it.
struct LabPattern {
    QString id, title, question;
    QString say; ///< summary in one sentence
    QString wrongTitle, rightTitle;
    std::vector<LabCounter> counters; ///< without values
    LabCode wrongCode, rightCode; ///< the client's code first
    QString switchTitle; ///< empty: no switch
    bool switchesRight = false; ///< the switch affects the right way
    LabCode switchedCode; ///< code of the way with the switch on
    LabCode unguardedCode; ///< right way without guards, if that removes more than the marked lines
    std::optional<LabDial> dial;
    bool isFed = false; ///< load comes from producers; otherwise clients loop without pause
    /// Seconds of load from one producer until the server's memory is full; 0: a closed loop, whose memory is bounded.
    int heldSeconds = 0;
    bool crashes = false;
    QString whyNotSlow; ///< why slow motion shows nothing; empty: it does
    std::vector<LabStep> steps;
};

} // namespace plimsoll::models
