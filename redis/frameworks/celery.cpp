// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/framework.h"
#include "redis/collections/overtime.h"
#include "redis/collections/processinglist.h"
#include "redis/types/operation.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <array>
#include <cstdlib>

/// Celery keeps a message as JSON whose member `headers` describes the task; the body, which may be a pickle, is not
/// looked at. A message that was not acknowledged is [message, exchange, routing key] in the hash `unacked`.
namespace plimsoll::redis {

namespace celery {
namespace {

using L1 = QLatin1StringView;
constexpr qsizetype largestMessage = 256LL * 1024; ///< bytes; of larger ones nothing is known

QJsonObject headersOf(QByteArrayView text)
{
    if (text.size() > largestMessage) {
        return {};
    }
    const QJsonDocument json = QJsonDocument::fromJson(text.toByteArray());
    return (json.isArray() ? json.array().first() : QJsonValue(json.object()))
        .toObject()
        .value(L1("headers"))
        .toObject();
}

void complete(JobReader::Values &values, QByteArrayView element, std::span<const QByteArray> record)
{
    const QJsonObject headers = headersOf(record.empty() ? element : QByteArrayView(record[0]));
    values = {}; // no member of the message itself is about the task
    values[JobReader::Class] = headers.value(L1("task")).toString().toUtf8();
    if (const QJsonValue retries = headers.value(L1("retries")); retries.isDouble()) {
        values[JobReader::Attempts] = QByteArray::number(retries.toInteger());
    }
}

/// Lists of the priorities where the option `sep` is ":". A queue with such a name has a binding.
std::vector<OtherList> otherLists(const CollectionDefinition &definition, Holds holds)
{
    std::vector<OtherList> lists;
    const PresetUse &preset = *definition.preset;
    if (holds == Holds::Ready && !preset.queue.isEmpty()) {
        for (const char *priority : {":3", ":6", ":9"}) {
            const QByteArray name = preset.queue.toUtf8() + priority;
            lists.push_back({preset.keyPrefix() + name, preset.keyPrefix() + "_kombu.binding." + name});
        }
    }
    return lists;
}

/// Counts the messages of those lists as well.
class Priorities final : public QueueExtra {
public:
    Priorities(const CollectionDefinition &definition, const Places &places)
        : QueueExtra(places), m_queue(definition.preset->keyPrefix() + definition.preset->queue.toUtf8()),
          m_lists(otherLists(definition, Holds::Ready))
    {
    }

    void appendCounts(CountSegment &counts, const PolledKey &key) const override
    {
        for (std::size_t i = 0; key.key == m_queue && i < m_lists.size(); ++i) {
            counts.add({"LLEN", m_lists[i].key});
            counts.add({"EXISTS", m_lists[i].unless});
        }
    }

    void readCounts(const PolledKey &key, ReplyCursor &replies, Reading &reading) override
    {
        for (std::size_t i = 0; key.key == m_queue && i < m_lists.size(); ++i) {
            const Reply &size = replies.next();
            const Reply &isOther = replies.next();
            // Of another type: it is something else.
            if (size.type == Reply::Type::Integer && isOther.type == Reply::Type::Integer && isOther.integer == 0) {
                reading.figures[static_cast<std::size_t>(places().ready)] += static_cast<double>(size.integer);
            }
        }
    }

private:
    QByteArray m_queue; ///< list of the lowest number, which is consumed first
    std::vector<OtherList> m_lists;
};

/// Since when the message has been out that a worker received first: the lowest score of the index.
class Unacked final : public QueueExtra {
public:
    Unacked(const CollectionDefinition &definition, const Places &places)
        : QueueExtra(places), m_index(definition.preset->keyPrefix() + "unacked_index")
    {
    }

    [[nodiscard]] int headCost() const override { return 1; }

    std::size_t appendHead(Pipeline &pipeline) override
    {
        pipeline.add({"ZRANGE", m_index, "0", "0", "WITHSCORES"});
        return 1;
    }

    void readHead(std::span<const Reply> replies, std::chrono::milliseconds /*now*/) override
    {
        m_first.reset();
        if (replies.empty()) {
            return;
        }
        if (replies[0].isError()) {
            fail(places().oldestProcessing, replies[0].toError(m_index));
        }
        for (const HeadElement &first : scoredElements(replies[0])) {
            m_first = ScoreCodec(ScoreCodec::Code::FractionalSeconds).timeOf(first.score);
        }
    }

    void finish(Reading &reading) override
    {
        const auto figure = static_cast<std::size_t>(places().oldestProcessing);
        if (m_first && reading.figures[static_cast<std::size_t>(places().processing)] > 0) {
            reading.notes[figure] = 0; // it was observed until now
            setAge(reading, places().oldestProcessing, JobStart{*m_first, false});
        }
    }

private:
    QByteArray m_index;
    std::optional<std::chrono::milliseconds> m_first;
};

std::unique_ptr<QueueExtra> extra(const CollectionDefinition &definition, const QueueExtra::Places &places)
{
    if (definition.preset->part.isEmpty()) {
        return std::make_unique<Priorities>(definition, places);
    }
    return std::make_unique<Unacked>(definition, places);
}

/// Compares the sizes of the hash of unacknowledged messages and of its index, which change together: they are judged
/// when they stay the same three times.
class Inconsistent final : public HealthCheck {
public:
    explicit Inconsistent(const CollectionDefinition &definition)
        : m_hash(definition.preset->keyPrefix() + "unacked"), m_index(m_hash + "_index")
    {
    }

    Round look(std::chrono::milliseconds /*now*/) override
    {
        m_times = 0;
        return count();
    }

    [[nodiscard]] QString problem() const override
    {
        return healthText(QT_TRANSLATE_NOOP("problems",
                                            "Messages that are in only one of unacked and unacked_index: %1. Celery "
                                            "does not restore them when their worker is gone"),
                          m_difference, true);
    }

private:
    static constexpr int times = 3;

    [[nodiscard]] Round count()
    {
        return {{{"HLEN", m_hash}, {"ZCARD", m_index}}, [this](Replies replies) { return judge(replies); }};
    }

    Round judge(Replies replies)
    {
        if (replies[0].type != Reply::Type::Integer || replies[1].type != Reply::Type::Integer) {
            return {};
        }
        const qint64 difference = std::abs(replies[0].integer - replies[1].integer);
        if (m_times > 0 && difference != m_last) {
            return {}; // busy: what was found before stands
        }
        m_last = difference;
        if (++m_times < times && difference > 0) {
            return count();
        }
        m_difference = static_cast<std::size_t>(difference);
        return {};
    }

    QByteArray m_hash, m_index;
    qint64 m_last = 0;
    int m_times = 0;
    std::size_t m_difference = 0;
};

HealthChecks checks(const CollectionDefinition &definition)
{
    HealthChecks checks;
    if (!definition.preset->part.isEmpty()) {
        checks.push_back(std::make_unique<Inconsistent>(definition));
    }
    return checks;
}

QByteArray idOf(QByteArrayView element)
{
    return element.startsWith('{') ? headersOf(element).value(L1("id")).toString().toUtf8() : QByteArray();
}

constexpr std::array actions{PresetAction{.part = QLatin1StringView("unacked"), .action = Action::Requeue}};

} // namespace
} // namespace celery

extern const FrameworkCode celeryCode;
constinit const FrameworkCode celeryCode{.id = QLatin1StringView("celery"),
                                         .extra = &celery::extra,
                                         .complete = &celery::complete,
                                         .idOf = &celery::idOf,
                                         .otherLists = &celery::otherLists,
                                         .actions = celery::actions,
                                         .checks = &celery::checks};

} // namespace plimsoll::redis
