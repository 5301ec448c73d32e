// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/slowlogmodel.h"

#include "models/text/elementtext.h"
#include "models/text/format.h"
#include "redis/types/printable.h"
#include "redis/types/redaction.h"

#include <QCoreApplication>
#include <QLocale>

namespace plimsoll::models {

namespace {

struct SlowLogWords {
    Q_DECLARE_TR_FUNCTIONS(slowlog)
};

constexpr qsizetype longestArgument = 200; // the server keeps 128 bytes and a note
constexpr qsizetype longestCommandCell = 500;
const QString hiddenArgument = QStringLiteral("•••");

/// Hides the values of fields inside JSON, and the argument after the name of one, as in HSET and XADD.
SlowLogRow slowLogRow(const SlowLogEntry &entry, const QStringList &redacted)
{
    SlowLogRow row{entry, {}, false};
    QStringList words;
    for (std::size_t i = 0; i < entry.arguments.size(); ++i) {
        const QByteArray &argument = entry.arguments[i];
        const bool isHidden = i > 1 && redacted.contains(QString::fromUtf8(entry.arguments[i - 1]));
        const QByteArray shown = redactedJson(argument, redacted);
        row.isRedacted = row.isRedacted || isHidden || shown != argument;
        words += isHidden ? hiddenArgument : elementText(shown, longestArgument);
    }
    row.command = words.join(u' ');
    return row;
}

QString clientText(const SlowLogRow &row)
{
    const QString name = printable(row.entry.client, longestArgument);
    const QString address =
        row.entry.isInScript() ? SlowLogWords::tr("in a script") : printable(row.entry.address, longestArgument);
    const QString client = name.isEmpty() ? address
        : address.isEmpty()               ? name
                                          : QStringLiteral("%1 · %2").arg(name, address);
    return row.entry.isOurs ? SlowLogWords::tr("Plimsoll's own · %1").arg(client)
        : client.isEmpty()  ? unknownText()
                            : client;
}

} // namespace

QString slowLogDuration(std::chrono::microseconds duration)
{
    using std::chrono::milliseconds;
    return duration < milliseconds(1)
        ? SlowLogWords::tr("%1 µs").arg(QLocale().toString(static_cast<qlonglong>(duration.count())))
        : formatDuration(std::chrono::duration_cast<milliseconds>(duration));
}

SlowLogModel::SlowLogModel(QObject *parent) : TableModel("slowlog", parent)
{
    setColumns({
        {QT_TRANSLATE_NOOP("slowlog", "when"), Cell::Figure, [](auto &row) { return formatDateTime(row.entry.time); },
         [](auto &row) { return static_cast<qlonglong>(row.entry.time.count()); }},
        {QT_TRANSLATE_NOOP("slowlog", "duration"), Cell::Figure,
         [](auto &row) { return slowLogDuration(row.entry.duration); },
         [](auto &row) { return static_cast<qlonglong>(row.entry.duration.count()); }}, // µs
        {QT_TRANSLATE_NOOP("slowlog", "command"), Cell::Mono,
         [](auto &row) { return row.command.left(longestCommandCell); }, nullptr,
         [](auto &row) { return row.command; }},
        {QT_TRANSLATE_NOOP("slowlog", "client"), Cell::Text, clientText},
    });
    showTextsAsTips();
    setRowValues({{StaleRole, [](auto &row) { return row.entry.isOurs; }},
                  {FilterRole, [](auto &row) { return row.command + u' ' + clientText(row); }}});
}

void SlowLogModel::apply(const SlowLog &log, const QStringList &redacted, bool isHeld)
{
    const auto id = [](const SlowLogRow &row) { return row.entry.id; };
    std::vector<SlowLogRow> next;
    next.reserve(log.entries.size());
    for (const SlowLogEntry &entry : log.entries) {
        next.push_back(slowLogRow(entry, redacted));
    }
    if (isHeld && canHold(next)) {
        next = inPlaces(std::move(next), id, [](const SlowLogRow &row) { return row; });
    }
    show(std::move(next), id,
         [](const SlowLogRow &a, const SlowLogRow &b) { return a.entry == b.entry && a.command == b.command; });
}

QString SlowLogModel::whyNotCopied(int row) const
{
    const SlowLogRow &at = rowAt(row);
    return at.isRedacted   ? SlowLogWords::tr("It holds fields that must not be shown (options.redact).")
        : at.entry.isCut() ? SlowLogWords::tr("The server kept only a part of this command.")
                           : QString();
}

} // namespace plimsoll::models
