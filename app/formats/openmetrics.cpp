// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/formats/snapshotformat.h"

#include <QLocale>

#include <cmath>

namespace plimsoll::app {

namespace {

/// A label's value between its quotes: backslash, quote and line feed are escaped, nothing else is.
QByteArray escaped(const QString &value)
{
    QByteArray out;
    for (const char c : value.toUtf8()) {
        if (c == '\\' || c == '"') {
            out += '\\';
        }
        out += c == '\n' ? QByteArray("\\n") : QByteArray(1, c);
    }
    return out;
}

QByteArray number(double value)
{
    if (std::isinf(value)) {
        return value > 0 ? "+Inf" : "-Inf";
    }
    constexpr double largestInteger = 9007199254740992.0;
    if (value == std::trunc(value) && std::abs(value) <= largestInteger) {
        return QByteArray::number(static_cast<qint64>(value));
    }
    return QByteArray::number(value, 'g', QLocale::FloatingPointShortest);
}

/// "oldestReadyMs" is "oldestReadySeconds": base units, as the format wants them.
QByteArray nameOf(const FigureSpec &figure)
{
    QByteArray name(figure.id.data(), figure.id.size());
    if (figure.unit == Unit::Duration && name.endsWith("Ms")) {
        name.chop(2);
        name += "Seconds";
    }
    return name;
}

QByteArray labels(const SnapshotLayout::Row &row)
{
    return "collection=\"" + escaped(row.name) + "\",kind=\"" + escaped(row.kind->id) + '"';
}

} // namespace

QByteArray snapshotOpenMetrics(const Snapshot &snapshot)
{
    QByteArray out("# TYPE plimsoll_collection gauge\n"
                   "# HELP plimsoll_collection A figure of a collection; durations in seconds.\n");
    for (std::size_t at = 0; at < snapshot.size(); ++at) {
        const SnapshotLayout::Row &row = snapshot.layout->rows[at];
        const QByteArray common = labels(row);
        for (std::size_t i = 0; i < row.kind->figures.size(); ++i) {
            const FigureSpec &figure = row.kind->figures[i];
            const double value = snapshot.figure(at, static_cast<int>(i));
            if (isKnown(value)) {
                const QByteArray bound = snapshot.isAtLeast(at, static_cast<int>(i)) ? ",bound=\"lower\"" : "";
                out += "plimsoll_collection{" + common + ",figure=\"" + nameOf(figure) + '"' + bound + "} "
                    + number(figure.unit == Unit::Duration ? value / 1000.0 : value) + '\n';
            }
        }
    }
    out += "# TYPE plimsoll_collection_state gauge\n"
           "# HELP plimsoll_collection_state 0 ok, 1 warning, 2 critical, 3 error.\n";
    for (std::size_t at = 0; at < snapshot.size(); ++at) {
        out += "plimsoll_collection_state{" + labels(snapshot.layout->rows[at]) + "} "
            + QByteArray::number(static_cast<int>(snapshot.rows[at].state)) + '\n';
    }
    out += "# TYPE plimsoll_poll_seconds gauge\n"
           "# UNIT plimsoll_poll_seconds seconds\n"
           "# HELP plimsoll_poll_seconds How long the poll took.\n"
           "plimsoll_poll_seconds "
        + number(static_cast<double>(snapshot.pollTime.count()) / 1e6) + "\n# EOF\n";
    return out;
}

} // namespace plimsoll::app
