// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/benchmark.h"

#include <QApplication>

#include <algorithm>
#include <cstdio>

/// Runs all benchmarks, or those whose letters are given, and prints one table. Exit 1 when one is over its bound.
int main(int argc, char **argv)
{
    using namespace plimsoll::benchmarks;
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    const QStringList chosen = QApplication::arguments().mid(1);

    std::vector<Entry> all = entries();
    std::sort(all.begin(), all.end(), [](const Entry &a, const Entry &b) { return a.letter < b.letter; });
    Report report;
    for (const Entry &entry : all) {
        if (chosen.isEmpty() || chosen.contains(entry.letter)) {
            std::fprintf(stderr, "(%s) %s …\n", qPrintable(entry.letter), qPrintable(entry.title));
            entry.run(report);
        }
    }
    std::fputs(report.table().toUtf8().constData(), stdout);
    return report.holds() ? 0 : 1;
}
