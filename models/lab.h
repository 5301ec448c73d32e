// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>
#include <utility>
#include <vector>

/// What the Lab found out: values, shown by a page or printed.
namespace plimsoll::models {

/// Fault: what the wrong way does and the right one never. Bound: what the right way may do, up to what is stated.
/// Price: what the right way costs, or cannot prevent.
enum class LabRole { Fault, Bound, Price };

struct LabCounter {
    QLatin1StringView id;
    QString title;
    LabRole role = LabRole::Fault;
    double wrong = 0; ///< NaN: not known
    double right = 0;
    std::optional<double> bound{};
};

/// One command of a client as it went by.
struct LabLine {
    qint64 time = 0; ///< Unix ms
    QString who, command, reply;
    bool death = false; ///< it died: `reply` is what it held
};

/// As people read it: whole numbers as such, shares with two digits, unknown "–".
QString labFigure(double figure);
/// The newest that there is room for; who died stays among them for three seconds, in up to half of it.
void keepNewest(std::vector<LabLine> &lines, std::size_t room);

/// A live collection of one side, or what is in nobody's list but in hands.
struct LabPlace {
    QString title;
    double count = 0;
    bool flows = false; ///< into the next one
};

struct LabReport {
    enum class Is : quint8 {
        Running,
        Settling, ///< no new load; what is on its way comes to its end
        Over,
        CutOff, ///< over, and not all had come to its end: a fault of the right way may be on its way still
    };
    QLatin1StringView pattern;
    double seconds = 0; ///< of load
    quint64 seed = 0;
    int contention = 0; ///< clients a side
    std::vector<LabCounter> counters; ///< faults first; the first is the main one
    double wrongLoad = 0, rightLoad = 0; ///< what each side was given, or came round
    std::vector<LabLine> wrongLines{}, rightLines{}; ///< the last few, where somebody watches; oldest first
    double wrongRate = 0, rightRate = 0; ///< commands a second now, the same
    std::vector<LabPlace> wrongPlaces{}, rightPlaces{}; ///< the same
    Is is = Is::Running;
};

/// What a person may choose.
struct LabChoice {
    QString pattern;
    double seconds = 60;
    quint64 seed = 1;
    int producers = 1;
    int contention = 8;
    double crash = 0.02; ///< of attempts
    bool switched = false;
    bool guarded = true;
    std::optional<int> dial{}; ///< as the pattern's own number is usually

    bool operator==(const LabChoice &) const = default;
};

/// A number that belongs to one pattern, in ms.
struct LabDial {
    QString title;
    int least = 0, most = 0, usual = 0;
};

/// A step of the tour: what is said, what the page does with it beside running, and what it points at.
struct LabStep {
    QString text;
    QString spot; ///< "wrong.lost", a counter; "right.queue_reap", a script; "wrong.lines"; else a control
    bool kills = false;
    bool switched = false;
    std::optional<int> contention{}, dial{};
};

using LabCode = QList<std::pair<QString, QString>>; ///< name and text

/// A pattern as a page shows it.
struct LabPattern {
    QString id, title, question;
    QString say; ///< it in one sentence
    QString wrongTitle, rightTitle;
    std::vector<LabCounter> counters; ///< of which nothing is known yet
    LabCode wrongCode, rightCode; ///< the client's first
    QString switchTitle; ///< empty: it has no switch
    bool switchesRight = false; ///< it is a switch of the right way
    LabCode switchedCode; ///< of the way it switches
    LabCode
        unguardedCode; ///< of the right way, where more than to leave the marked lines out is done without its guard
    std::optional<LabDial> dial;
    bool isFed = false; ///< by producers; else its clients ask as fast as they come round
    /// For how many seconds one producer may give its load until the server's memory is full; 0: it is a closed loop,
    /// which holds what its clients do.
    int heldSeconds = 0;
    bool crashes = false;
    std::vector<LabStep> steps;
};

} // namespace plimsoll::models
