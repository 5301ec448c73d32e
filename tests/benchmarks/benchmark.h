// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

namespace plimsoll::testing {
class RedisServer;
}

/// Common parts of the benchmarks. A benchmark is a source with a function and a `Registration` of it, listed only in
/// CMakeLists.txt.
namespace plimsoll::benchmarks {

/// Takes the rows of the one table that is printed in the end.
class Report {
public:
    /// A value, and the most it may be.
    void add(const QString &what, double measured, double most, const QString &unit);
    /// A value, and the least it may be.
    void addLeast(const QString &what, double measured, double least, const QString &unit);
    /// A value that is told and not judged.
    void note(const QString &what, double measured, const QString &unit);
    /// It could not be measured at all.
    void fail(const QString &what, const QString &why);

    [[nodiscard]] QString table() const;
    [[nodiscard]] bool holds() const;

private:
    struct Row {
        QString what;
        QString measured;
        QString bound;
        QString verdict;
    };
    std::vector<Row> m_rows;
    bool m_holds = true;
};

using Run = void (*)(Report &report);

struct Entry {
    QString letter; ///< letter in the issue's list; the order of the table
    QString title;
    Run run;
};

/// A static object of a benchmark's source, which registers it with main.
class Registration {
public:
    Registration(const char *letter, const char *title, Run run);
};

std::vector<Entry> &entries();

/// Processor time of this process: a tick over several nodes may use more than one thread.
double ownCpuMs();
/// Processor time of a server, as it tells.
double serverCpuMs(testing::RedisServer &server);

/// Resident memory of this process, now and at the most.
double residentMiB();
double mostResidentMiB();

/// The value below which `share` of the values are.
double percentile(std::vector<double> values, double share);

} // namespace plimsoll::benchmarks
