// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/benchmark.h"

#include "tests/support/redisserver.h"

#include <QFile>

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

namespace plimsoll::benchmarks {

namespace {

QString text(double value, const QString &unit)
{
    return QString::number(value, 'f', std::abs(value) < 100 ? 2 : 0) + QLatin1Char(' ') + unit;
}

} // namespace

void Report::add(const QString &what, double measured, double most, const QString &unit)
{
    const bool good = measured <= most;
    m_holds = m_holds && good;
    m_rows.push_back({what, text(measured, unit), QStringLiteral("≤ ") + text(most, unit),
                      good ? QStringLiteral("ok") : QStringLiteral("TOO MUCH")});
}

void Report::addLeast(const QString &what, double measured, double least, const QString &unit)
{
    const bool good = measured >= least;
    m_holds = m_holds && good;
    m_rows.push_back({what, text(measured, unit), QStringLiteral("≥ ") + text(least, unit),
                      good ? QStringLiteral("ok") : QStringLiteral("TOO LITTLE")});
}

void Report::note(const QString &what, double measured, const QString &unit)
{
    m_rows.push_back({what, text(measured, unit), {}, {}});
}

void Report::fail(const QString &what, const QString &why)
{
    m_holds = false;
    m_rows.push_back({what, why, {}, QStringLiteral("FAILED")});
}

QString Report::table() const
{
    const auto width = [this](QString Row::*column, qsizetype least) {
        for (const Row &row : m_rows) {
            least = std::max(least, (row.*column).size());
        }
        return least;
    };
    const qsizetype what = width(&Row::what, 4);
    const qsizetype measured = width(&Row::measured, 8);
    const qsizetype bound = width(&Row::bound, 5);
    QString out;
    const auto line = [&](const Row &row) {
        out += row.what.leftJustified(what) + QLatin1String("  ") + row.measured.rightJustified(measured)
            + QLatin1String("  ") + row.bound.rightJustified(bound) + QLatin1String("  ") + row.verdict
            + QLatin1Char('\n');
    };
    line({QStringLiteral("what"), QStringLiteral("measured"), QStringLiteral("bound"), {}});
    std::for_each(m_rows.begin(), m_rows.end(), line);
    return out;
}

bool Report::holds() const
{
    return m_holds;
}

Registration::Registration(const char *letter, const char *title, Run run)
{
    entries().push_back({QString::fromLatin1(letter), QString::fromLatin1(title), run});
}

std::vector<Entry> &entries()
{
    static std::vector<Entry> all;
    return all;
}

double ownCpuMs()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto ms = [](const timeval &t) {
        return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_usec) / 1e3;
    };
    return ms(usage.ru_utime) + ms(usage.ru_stime);
}

double serverCpuMs(testing::RedisServer &server)
{
    double seconds = 0;
    for (const QByteArray &line : server.run({"INFO", "cpu"}).bytes.split('\n')) {
        if (line.startsWith("used_cpu_sys:") || line.startsWith("used_cpu_user:")) {
            seconds += line.sliced(line.indexOf(':') + 1).trimmed().toDouble();
        }
    }
    return seconds * 1e3;
}

double residentMiB()
{
    QFile statm(QStringLiteral("/proc/self/statm"));
    if (!statm.open(QIODevice::ReadOnly)) {
        return 0;
    }
    const double pages = statm.readAll().split(' ').value(1).toDouble();
    return pages * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1024.0 * 1024.0);
}

double mostResidentMiB()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024.0; // KiB
}

double percentile(std::vector<double> values, double share)
{
    if (values.empty()) {
        return std::nan("");
    }
    std::sort(values.begin(), values.end());
    const auto last = static_cast<double>(values.size() - 1);
    return values[static_cast<std::size_t>(std::lround(share * last))];
}

} // namespace plimsoll::benchmarks
