// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/slowlogmodel.h"

#include "models/columninfo.h"
#include "models/elementtext.h"
#include "models/format.h"
#include "redis/types/printable.h"
#include "redis/types/redaction.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <array>

namespace plimsoll::models {

namespace {

struct SlowLogWords {
    Q_DECLARE_TR_FUNCTIONS(slowlog)
};

constexpr qsizetype longestArgument = 200; // the server keeps 128 bytes and a note
constexpr qsizetype longestCommandCell = 500;
const QString hiddenArgument = QStringLiteral("•••");

constexpr std::array slowLogColumns{
    ColumnInfo{QT_TRANSLATE_NOOP("slowlog", "when"), true},
    ColumnInfo{QT_TRANSLATE_NOOP("slowlog", "duration"), true},
    ColumnInfo{QT_TRANSLATE_NOOP("slowlog", "command"), false},
    ColumnInfo{QT_TRANSLATE_NOOP("slowlog", "client"), false},
};

} // namespace

QString slowLogDuration(std::chrono::microseconds duration)
{
    using std::chrono::milliseconds;
    return duration < milliseconds(1)
        ? SlowLogWords::tr("%1 µs").arg(QLocale().toString(static_cast<qlonglong>(duration.count())))
        : formatDuration(std::chrono::duration_cast<milliseconds>(duration));
}

/// Hides the values of fields inside JSON, and the argument after the name of one, as in HSET and XADD.
SlowLogModel::Row SlowLogModel::made(const SlowLogEntry &entry, const QStringList &redacted)
{
    Row row{entry, {}, false};
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

void SlowLogModel::apply(const SlowLog &log, const QStringList &redacted, bool isHeld)
{
    std::vector<Row> next;
    next.reserve(log.entries.size());
    for (const SlowLogEntry &entry : log.entries) {
        next.push_back(made(entry, redacted));
    }
    if (isHeld && m_rows.size() < 2 * next.size() + mostGone) {
        next = inPlaces(m_rows, std::move(next), &Row::key, [](const Row &row) { return row; });
    }
    const auto keysOf = [](const std::vector<Row> &rows) {
        std::vector<QByteArray> keys(rows.size());
        std::transform(rows.begin(), rows.end(), keys.begin(), [](const Row &row) { return row.key(); });
        return keys;
    };
    arrange(m_rows, next, originsOf(keysOf(next), keysOf(m_rows)), [] {});
    update(m_rows, std::move(next),
           [](const Row &a, const Row &b) { return a.entry == b.entry && a.command == b.command; });
}

void SlowLogModel::clear()
{
    beginResetModel();
    m_rows.clear();
    endResetModel();
}

QString SlowLogModel::whyNotCopied(int row) const
{
    const Row &at = m_rows[static_cast<std::size_t>(row)];
    return at.isRedacted   ? SlowLogWords::tr("It holds fields that are not to be shown (options.redact).")
        : at.entry.isCut() ? SlowLogWords::tr("The server kept only a part of this command.")
                           : QString();
}

int SlowLogModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int SlowLogModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(slowLogColumns.size());
}

QString SlowLogModel::text(const Row &row, Column column)
{
    switch (column) {
    case Column::Time:
        return formatDateTime(row.entry.time);
    case Column::Duration:
        return slowLogDuration(row.entry.duration);
    case Column::Command:
        return row.command.left(longestCommandCell);
    case Column::Client: {
        const QString name = printable(row.entry.client, longestArgument);
        const QString address = printable(row.entry.address, longestArgument);
        const QString client = name.isEmpty() ? address
            : address.isEmpty()               ? name
                                              : QStringLiteral("%1 · %2").arg(name, address);
        return row.entry.isOurs() ? SlowLogWords::tr("Plimsoll's own · %1").arg(client)
            : client.isEmpty()    ? unknownText()
                                  : client;
    }
    }
    return {};
}

QVariant SlowLogModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    const auto column = static_cast<Column>(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case Qt::ToolTipRole:
        return column == Column::Command ? row.command : text(row, column);
    case Qt::TextAlignmentRole:
        return columnAlignment(slowLogColumns.at(static_cast<std::size_t>(index.column())).number);
    case SortRole:
        return column == Column::Time    ? QVariant(static_cast<qlonglong>(row.entry.time.count()))
            : column == Column::Duration ? QVariant(static_cast<qlonglong>(row.entry.duration.count()))
                                         : QVariant(text(row, column));
    case OursRole:
        return row.entry.isOurs();
    case FilterRole:
        return row.command + u' ' + text(row, Column::Client);
    default:
        return {};
    }
}

QVariant SlowLogModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return columnHeader(slowLogColumns, "slowlog", section, orientation, role);
}

} // namespace plimsoll::models
