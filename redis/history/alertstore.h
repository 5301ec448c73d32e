// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/storage/sqlitefile.h"
#include "redis/types/alert.h"
#include "redis/types/result.h"

#include <QSqlQuery>
#include <QVariantList>

#include <functional>
#include <memory>

namespace plimsoll::redis {

class ProcessLock;

/// Something that somebody is to be told, until it is said.
struct AlertMessage {
    qint64 id = 0; ///< the maker's, each its own
    QString channel; ///< "command", "webhook", "desktop"
    QByteArray payload;
    std::chrono::milliseconds time{};
};

/// Where the alerts of a workspace on a server are kept: beside its history.
QString alertPath(const QString &historyPath);

/// The SQLite file of the alerts, what a StateClock has to remember, and what is still to be told; open on one thread.
/// One process judges and keeps, and holds the lock; any may read, and write what people say of alerts.
class AlertStore final {
public:
    enum class For { Judging, People };

    /// To judge: fails where another process does (ErrorKind::Refused).
    static Result<std::unique_ptr<AlertStore>> open(const QString &path, For purpose);
    ~AlertStore();
    Q_DISABLE_COPY_MOVE(AlertStore)

    /// Steps of alerts, what the clock knows by then and who is to be told: all of it or nothing.
    Outcome keep(const std::vector<AlertChange> &changes, const QByteArray &clock,
                 const std::vector<AlertMessage> &messages = {});
    Result<QByteArray> clock();
    Result<std::vector<Alert>> active();
    /// The newest so many that are over, newest first.
    Result<std::vector<Alert>> past(int most);
    Result<std::optional<Alert>> alert(const QString &id);
    /// Those that were active at any time between the two, both included, oldest first.
    Result<std::vector<Alert>> during(std::chrono::milliseconds from, std::chrono::milliseconds to);

    /// What is still to be told, oldest first.
    Result<std::vector<AlertMessage>> waiting();
    Outcome told(qint64 message);

    Outcome acknowledge(const QString &id, std::optional<std::chrono::milliseconds> time);
    Outcome mute(const QString &id, std::optional<std::chrono::milliseconds> until);
    Outcome note(const QString &id, const QString &text);
    /// Those that were over before then.
    Outcome forget(std::chrono::milliseconds before);

private:
    explicit AlertStore(const QString &path);
    Outcome prepare();
    Outcome write(const AlertChange &change);
    Outcome run(const QString &statement, const QVariantList &values = {});
    Result<QSqlQuery> select(const QString &statement, const QVariantList &values = {});
    Result<std::vector<Alert>> alerts(QByteArrayView where, const QVariantList &values);
    Outcome transaction(const std::function<Outcome()> &body);
    [[nodiscard]] Error failed(const QSqlQuery &query) const;

    QString m_path;
    std::unique_ptr<ProcessLock> m_lock;
    SqliteFile m_file; ///< closed before the lock goes
};

} // namespace plimsoll::redis
