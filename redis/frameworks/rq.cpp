// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/framework.h"
#include "redis/types/operation.h"

#include <QtEndian>

#include <algorithm>
#include <array>

/// RQ keeps a job in the hash rq:job:ID, its traceback compressed; `data` is a pickle and not looked at.
namespace plimsoll::redis {

namespace rq {
namespace {

constexpr std::array<QByteArrayView, 2> fields{"description", "exc_info"};
enum Field : std::size_t { Description, Traceback };

/// The last line of a traceback, which says what went wrong.
QByteArray errorIn(const QByteArray &compressed)
{
    constexpr qsizetype largest = 16LL * 1024; // bytes; no text of that becomes larger than 16 MiB
    if (compressed.isEmpty() || compressed.size() > largest) {
        return {};
    }
    constexpr quint32 expected = 4'096; // bytes; a guess that qUncompress wants in front
    QByteArray text(sizeof expected, '\0');
    qToBigEndian(expected, text.data());
    QByteArray plain = compressed.startsWith('x') ? qUncompress(text + compressed) : compressed;
    plain = plain.trimmed();
    return plain.sliced(plain.lastIndexOf('\n') + 1).trimmed();
}

void complete(JobReader::Values &values, QByteArrayView /*element*/, std::span<const QByteArray> record)
{
    if (record.size() < fields.size()) {
        return;
    }
    values[JobReader::Class] = record[Description];
    values[JobReader::LastError] = errorIn(record[Traceback]);
}

/// "JOB:EXECUTION" in the registry of started jobs since RQ 2, "JOB" elsewhere.
QByteArray idOf(QByteArrayView element)
{
    constexpr qsizetype executionSize = 32; // hex digits
    const qsizetype colon = element.lastIndexOf(':');
    const QByteArrayView execution = colon < 0 ? QByteArrayView() : element.sliced(colon + 1);
    const bool isExecution = execution.size() == executionSize
        && std::all_of(execution.begin(), execution.end(),
                       [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
    return isExecution ? element.first(colon).toByteArray() : QByteArray();
}

/// Counts the failed jobs that RQ itself counts: those that have expired stay until a worker cleans up.
class Failed final : public QueueExtra {
public:
    using QueueExtra::QueueExtra;

    void appendCounts(CountSegment &counts, const PolledKey &key) const override
    {
        if (key.role->holds == Holds::Dead) {
            counts.addTimeCount(key.key, key.codec, {}, {.at = TimeEdge::At::Now}, true);
            counts.add({"ZCOUNT", key.key, "(-inf", "(0"}); // kept forever
        }
    }

    void readCounts(const PolledKey &key, ReplyCursor &replies, Reading &reading) override
    {
        if (key.role->holds != Holds::Dead) {
            return;
        }
        const Reply &past = replies.next();
        const Reply &kept = replies.next();
        double &dead = reading.figures[static_cast<std::size_t>(places().dead)];
        dead = past.type == Reply::Type::Integer && kept.type == Reply::Type::Integer
            ? key.count - static_cast<double>(past.integer - kept.integer)
            : unknownFigure;
    }
};

/// Failed() as ranges: negative scores are kept for ever, positive ones are times of expiry.
std::vector<ScoreRange> keptDead(ScoreCodec codec, std::chrono::milliseconds now)
{
    std::vector<ScoreRange> kept{{"-inf", "(0"}};
    for (ScoreRange &range : codec.ranges({.from = now, .afterFrom = true}, ScoreCodec::Ends::All)) {
        kept.push_back(std::move(range));
    }
    return kept;
}

std::unique_ptr<QueueExtra> extra(const CollectionDefinition & /*definition*/, const QueueExtra::Places &places)
{
    return std::make_unique<Failed>(places);
}

constexpr std::array actions{
    PresetAction{.action = Action::Requeue},
    PresetAction{.action = Action::RequeueDead},
    PresetAction{.action = Action::Discard, .of = Holds::Dead},
    PresetAction{.action = Action::RunNow},
};

} // namespace
} // namespace rq

extern const FrameworkCode rqCode;
constinit const FrameworkCode rqCode{.id = QLatin1StringView("rq"),
                                     .extra = &rq::extra,
                                     .recordFields = rq::fields,
                                     .complete = &rq::complete,
                                     .keptDead = &rq::keptDead,
                                     .idOf = &rq::idOf,
                                     .actions = rq::actions};

} // namespace plimsoll::redis
