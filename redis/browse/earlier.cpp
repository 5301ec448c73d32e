// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/browse/asking.h"
#include "redis/collections/collector.h"
#include "redis/types/keyslots.h"

#include <QCoreApplication>

#include <algorithm>
#include <set>

namespace plimsoll::redis {

namespace {

using std::chrono::milliseconds;

constexpr int mostAsked = 2'000; ///< keys, one EXISTS each: some milliseconds of the server's time in small pieces
constexpr int mostRounds = 16; ///< rounds; a kind needs one or two

/// One collection, read once as a tick reads it.
class OneLook {
public:
    explicit OneLook(const Asking &asking) : m_asking(asking), m_collector(makeCollector(asking.definition()))
    {
        m_collector->setBound(asking.definition());
        m_collector->setThorough(true);
        m_collector->expand(asking.keysAt());
    }

    BrowseResult::Answer answer()
    {
        if (m_collector->searches()) { // where its keys come from is told by nothing but a walk through all
            return Error{ErrorKind::Invalid, QCoreApplication::translate("browse", "its keys are found by scanning")};
        }
        for (const auto step : {&OneLook::askTypes, &OneLook::ask, &OneLook::followUp}) {
            if (const Outcome done = (this->*step)(); !done) {
                return done.error();
            }
        }
        m_collector->finish(m_reading);
        if (!m_reading.lacks.empty()) {
            const Result<AclUser> user = m_asking.aclUser();
            if (!user) {
                return user.error();
            }
            m_reading.reportLacks(*user);
        }
        m_answer.head = m_collector->head();
        m_answer.problems = std::move(m_reading.problems);
        return std::move(m_answer);
    }

private:
    Outcome exchange(const Pipeline &pipeline)
    {
        auto replies = m_asking.exchange(pipeline);
        if (!replies) {
            return replies.error();
        }
        m_replies = *std::move(replies);
        return Done{};
    }

    Outcome askTypes()
    {
        if (!m_collector->needsTypes()) {
            return Done{};
        }
        Pipeline pipeline;
        m_collector->appendTypes(pipeline);
        const Outcome done = exchange(pipeline);
        if (done) {
            ReplyCursor cursor(m_replies);
            m_collector->readTypes(cursor);
        }
        return done;
    }

    Outcome ask()
    {
        startReading();
        Pipeline pipeline;
        CountSegment segment;
        m_collector->appendCounts(segment);
        pipeline.append(segment.at(m_asking.now()));
        const auto counts = static_cast<std::size_t>(pipeline.size());
        m_collector->appendHead(pipeline, m_asking.now());
        const Outcome done = exchange(pipeline);
        if (done) {
            ReplyCursor cursor(m_replies);
            ReplyCursor own(cursor.take(counts));
            m_collector->readCounts(own, m_reading);
            m_collector->readHead(cursor, m_asking.now());
        }
        return done;
    }

    Outcome followUp()
    {
        for (int round = 0; round < mostRounds; ++round) {
            Pipeline pipeline;
            m_collector->appendFollowUp(pipeline, m_asking.now());
            if (pipeline.isEmpty()) {
                break;
            }
            if (const Outcome done = exchange(pipeline); !done) {
                return done;
            }
            ReplyCursor cursor(m_replies);
            m_collector->readFollowUp(cursor, m_asking.now());
        }
        return Done{};
    }

    void startReading()
    {
        m_answer.keysAt = m_asking.keysAt();
        m_answer.readAt = m_asking.now();
        m_answer.figures.assign(m_asking.definition().figures().size(), unknownFigure);
        m_answer.notes.assign(m_answer.figures.size(), 0);
        m_answer.parts.assign(m_collector->keys().size(), unknownFigure);
        for (const PolledKey &key : m_collector->keys()) {
            m_answer.keys.push_back(key.key);
        }
        m_reading.now = m_asking.now();
        m_reading.figures = m_answer.figures;
        m_reading.notes = m_answer.notes;
        m_reading.parts = m_answer.parts;
    }

    const Asking &m_asking;
    std::unique_ptr<Collector> m_collector;
    std::vector<Reply> m_replies;
    FiguresAnswer m_answer;
    Reading m_reading;
};

} // namespace

BrowseResult::Answer answerFigures(const Asking &asking)
{
    return OneLook(asking).answer();
}

BrowseResult::Answer answerPeriods(const Asking &asking, const PeriodsQuery &query)
{
    const CollectionDefinition &definition = asking.definition();
    PeriodsAnswer answer;
    answer.length = periodOf(definition);
    if (answer.length.count() == 0) {
        return answer;
    }
    const std::vector<QByteArray> now = keysOfPeriod(definition, asking.now());
    const std::set<QByteArray> present(now.begin(), now.end());
    const milliseconds begin = asking.now() / answer.length * answer.length;
    Pipeline pipeline;
    std::vector<std::pair<milliseconds, QByteArray>> asked;
    for (int back = 1; back <= query.most; ++back) {
        std::vector<QByteArray> keys = keysOfPeriod(definition, begin - back * answer.length);
        std::erase_if(keys, [&present](const QByteArray &key) { return present.contains(key); });
        if (back > 1 && pipeline.size() + std::ssize(keys) > mostAsked) {
            break;
        }
        for (QByteArray &key : keys) {
            pipeline.add({"EXISTS", key});
            asked.emplace_back(begin - back * answer.length, std::move(key));
        }
        answer.looked = back;
    }
    const auto replies = asking.exchange(pipeline);
    if (!replies) {
        return replies.error();
    }
    for (std::size_t i = 0; i < asked.size(); ++i) {
        const Reply &reply = (*replies)[i];
        if (reply.isError()) {
            return reply.toError(asked[i].second);
        }
        const bool isNew = answer.begins.empty() || answer.begins.back() != asked[i].first;
        if (reply.integer > 0 && isNew) {
            answer.begins.push_back(asked[i].first);
        }
    }
    return answer;
}

} // namespace plimsoll::redis
