// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/redisserver.h"

#include <QRandomGenerator>

#include <atomic>
#include <chrono>
#include <map>

namespace plimsoll::testing {

/// The data of a random run: one collection of every kind, its elements (0 B to 2 MB, raw bytes or JSON), their records
/// (hashes and strings, with and without expiry, with custom field names), and the applications that keep working
/// meanwhile. The server itself records what was produced, so that a lost reply leaves no doubt. Lives on one thread;
/// actAsApplications() runs on another.
class CrashWorld final {
public:
    CrashWorld(RedisServer &server, QRandomGenerator &random);
    Q_DISABLE_COPY_MOVE(CrashWorld)

    [[nodiscard]] QByteArray workspace() const;
    void seed(int elements);
    /// Producers, workers that take, finish, give up and crash, people who come and go, until `stop`.
    void actAsApplications(const redis::Endpoint &endpoint, quint32 seed, const std::atomic_bool &stop) const;

    using Places = std::map<QByteArray, QByteArrayList>; ///< element to the keys and archives that hold it
    /// Places of all produced elements on the server; elements that were never produced are reported in `wrong`.
    Places places(QString &wrong);
    /// Expiries, records and people: what no operation may have changed. Empty when all is as it was.
    QString checkRest(const Places &places);
    [[nodiscard]] bool hasLargeElements() const { return m_large; }

private:
    /// Everything about the record of a job follows from its id, so that it can be checked at the end.
    struct Record;
    [[nodiscard]] Record recordOf(const QByteArray &id) const;
    [[nodiscard]] std::vector<QByteArray> produceCall(const QByteArray &place, const QByteArray &element,
                                                      const QByteArray &score, int attempts) const;
    QByteArray newElement(QRandomGenerator &random, char actor, int number, bool mayBeLarge) const;
    QString checkRecord(const QByteArray &id);
    QString checkExpiries();
    QString checkPeople();

    RedisServer &m_server;
    QRandomGenerator &m_random;
    bool m_deadlines; ///< processing is a sorted set of deadlines, not a list
    QByteArray m_deadType;
    bool m_ownNames; ///< `options.fields` names attempts and their maximum
    qint64 m_expireAt = 0; ///< Unix ms of the keys that expire; 0: none does
    mutable bool m_large = false;
};

/// Number of jobs of the collection "lost", whose elements are ids only; some are lost now and then. Each is in one of
/// its places, or in none.
inline constexpr int losable = 60;
QByteArray losableId(int number);

/// An element, or the text of a record, as it was produced: an edit puts a space behind it.
QByteArray unedited(QByteArray text);
/// Elements of a reply.
QByteArrayList bytesOf(const redis::Reply &reply);
QString shown(const QByteArray &bytes);

} // namespace plimsoll::testing
