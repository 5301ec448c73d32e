// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/framework.h"
#include "redis/frameworks/stray.h"
#include "redis/types/operation.h"

#include <QCoreApplication>

#include <array>
#include <optional>

/// asynq keeps a task in the hash asynq:{QUEUE}:t:ID: `msg` is a protobuf TaskMessage, `pending_since` nanoseconds.
namespace plimsoll::redis {

namespace asynq {
namespace {

constexpr std::array<QByteArrayView, 2> fields{"msg", "pending_since"};
enum Field : std::size_t { Message, PendingSince };

/// Field numbers of a TaskMessage.
enum Number : quint64 { Type = 1, Retry = 5, Retried = 6, ErrorMessage = 7, LastFailedAt = 11, CompletedAt = 13 };

/// A cursor over a message of protobuf; every step is nullopt where the bytes end or break.
class Wire {
public:
    explicit Wire(QByteArrayView bytes) : m_bytes(bytes) { }

    [[nodiscard]] bool atEnd() const { return m_at >= m_bytes.size(); }

    std::optional<quint64> varint()
    {
        constexpr int longest = 64;
        quint64 value = 0;
        for (int shift = 0; shift < longest && !atEnd(); shift += 7) {
            const auto byte = static_cast<unsigned char>(m_bytes[m_at++]);
            value |= static_cast<quint64>(byte & 0x7FU) << shift;
            if (byte < 0x80U) {
                return value;
            }
        }
        return std::nullopt;
    }

    std::optional<QByteArrayView> bytes(quint64 size)
    {
        if (size > static_cast<quint64>(m_bytes.size() - m_at)) {
            return std::nullopt;
        }
        const QByteArrayView found = m_bytes.sliced(m_at, static_cast<qsizetype>(size));
        m_at += found.size();
        return found;
    }

private:
    QByteArrayView m_bytes;
    qsizetype m_at = 0;
};

void take(JobReader::Values &values, quint64 number, quint64 value)
{
    switch (number) {
    case Retry:
        values[JobReader::MaxAttempts] = QByteArray::number(value);
        break;
    case Retried:
        values[JobReader::Attempts] = QByteArray::number(value);
        break;
    case LastFailedAt:
        values[JobReader::Failed] = QByteArray::number(value);
        break;
    case CompletedAt:
        values[JobReader::Finished] = QByteArray::number(value);
        break;
    default:
        break;
    }
}

void readMessage(JobReader::Values &values, QByteArrayView message)
{
    enum WireType : quint64 { Varint = 0, Fixed64 = 1, Bytes = 2, Fixed32 = 5 };
    Wire wire(message);
    while (!wire.atEnd()) {
        const std::optional<quint64> tag = wire.varint();
        if (!tag) {
            return;
        }
        const quint64 number = *tag >> 3U;
        const quint64 type = *tag & 7U;
        if (type == Varint) {
            const std::optional<quint64> value = wire.varint();
            if (!value) {
                return;
            }
            take(values, number, *value);
            continue;
        }
        const std::optional<quint64> size = type == Bytes ? wire.varint()
            : type == Fixed64                             ? std::optional<quint64>(8)
            : type == Fixed32                             ? std::optional<quint64>(4)
                                                          : std::nullopt;
        const std::optional<QByteArrayView> found = size ? wire.bytes(*size) : std::nullopt;
        if (!found) {
            return;
        }
        if (type == Bytes && number == Type) {
            values[JobReader::Class] = found->toByteArray();
        } else if (type == Bytes && number == ErrorMessage) {
            values[JobReader::LastError] = found->toByteArray();
        }
    }
    if (values[JobReader::Attempts].isEmpty() && !message.isEmpty()) {
        values[JobReader::Attempts] = "0"; // protobuf leaves a zero out
    }
}

void complete(JobReader::Values &values, QByteArrayView /*element*/, std::span<const QByteArray> record)
{
    constexpr qint64 nanoseconds = 1'000'000; ///< nanoseconds per millisecond
    if (record.size() < fields.size()) {
        return;
    }
    values = {}; // a task has no fields of other names
    readMessage(values, record[Message]);
    // A task that was run by hand has no time: its age is unknown, not 0.
    if (const qint64 since = record[PendingSince].toLongLong(); since > 0) {
        values[JobReader::Created] = QByteArray::number(since / nanoseconds);
    }
}

/// Keys of asynq before 0.22, which tell its queues from those of today: until 0.21 deadlines in place of leases, until
/// 0.17 whole messages in a list with the name of the queue, until 0.12 dead tasks.
class OldKeys final : public QueueExtra {
public:
    OldKeys(const CollectionDefinition &definition, const Places &places)
        : QueueExtra(places), m_queue(definition.preset->keyPrefix() + '{' + definition.preset->queue.toUtf8() + '}')
    {
    }

    void appendCounts(CountSegment &counts, const PolledKey &key) const override
    {
        if (const QByteArray old = oldOf(key); !old.isEmpty()) {
            counts.add({"EXISTS", old});
        }
    }

    void readCounts(const PolledKey &key, ReplyCursor &replies, Reading &reading) override
    {
        const QByteArray old = oldOf(key);
        if (old.isEmpty()) {
            return;
        }
        const Reply &exists = replies.next();
        const Holds holds = key.role->holds;
        const int figure = holds == Holds::Ready ? places().ready
            : holds == Holds::Processing         ? places().stale
                                                 : places().dead;
        if (exists.isError()) {
            reading.fail(figure, exists.toError(old));
        }
        if (exists.type != Reply::Type::Integer || exists.integer != 0) {
            reading.figures[static_cast<std::size_t>(figure)] = unknownFigure; // what is counted there is not read
        }
    }

private:
    [[nodiscard]] QByteArray oldOf(const PolledKey &key) const
    {
        switch (key.role->holds) {
        case Holds::Ready:
            return m_queue;
        case Holds::Processing:
            return m_queue + ":deadlines";
        case Holds::Dead:
            return m_queue + ":dead";
        default:
            return {};
        }
    }

    QByteArray m_queue;
};

std::unique_ptr<QueueExtra> extra(const CollectionDefinition &definition, const QueueExtra::Places &places)
{
    return std::make_unique<OldKeys>(definition, places);
}

constexpr std::array actions{
    PresetAction{.action = Action::Requeue},
    PresetAction{.action = Action::RequeueDead},
    PresetAction{.action = Action::RunNow},
    PresetAction{.action = Action::Discard, .of = Holds::Dead},
    PresetAction{.action = Action::Discard, .of = Holds::Delayed},
};

/// Sets that hold a task of the state with their name. Those of the other states are lists, or of a group.
constexpr std::array<QByteArrayView, 4> setStates{"scheduled", "retry", "archived", "completed"};

HealthChecks checks(const CollectionDefinition &definition)
{
    const QByteArray queue = definition.preset->keyPrefix() + '{' + definition.preset->queue.toUtf8() + "}:";
    HealthChecks checks;
    checks.push_back(idsWithoutRecord(definition));
    checks.push_back(strayKeys(
        {.glob = KeyTemplate::globOf(queue + "t:") + '*',
         .ask =
             [](const QByteArray &key) {
                 return StrayRule::Command{"HGET", key, "state"};
             },
         .seek =
             [queue](const QByteArray &key, const Reply &state) {
                 const bool isOfSet = std::find(setStates.begin(), setStates.end(), state.bytes) != setStates.end();
                 return isOfSet
                     ? std::vector<StrayRule::Command>{{"ZSCORE", queue + state.bytes, key.sliced(queue.size() + 2)}}
                     : std::vector<StrayRule::Command>();
             },
         .sentence = QT_TRANSLATE_NOOP("problems",
                                       "Tasks that are in none of the queue's sets: %1. asynq neither runs nor deletes "
                                       "them: they use memory until their keys are deleted")}));
    checks.push_back(locksOfGoneJobs(queue + "unique:", queue + "t:",
                                     QT_TRANSLATE_NOOP("problems",
                                                       "Unique locks of tasks that are gone: %1. New tasks of their "
                                                       "kind are refused as duplicates until the locks expire")));
    return checks;
}

} // namespace
} // namespace asynq

extern const FrameworkCode asynqCode;
constinit const FrameworkCode asynqCode{
    .id = QLatin1StringView("asynq"),
    .extra = &asynq::extra,
    .recordFields = asynq::fields,
    .complete = &asynq::complete,
    .actions = asynq::actions,
    .checks = &asynq::checks,
    .staleMeans = QT_TRANSLATE_NOOP("problems",
                                    "their lease has expired, so that their server is gone; another server "
                                    "retries or archives them")};

} // namespace plimsoll::redis
