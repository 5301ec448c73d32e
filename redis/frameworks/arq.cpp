// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/framework.h"
#include "redis/collections/overtime.h"
#include "redis/types/elementstate.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

/// arq leaves a job in its queue, a sorted set by due time, until it has finished. While it runs, arq:in-progress:ID is
/// there.
namespace plimsoll::redis {

namespace arq {
namespace {

using std::chrono::milliseconds;

/// Tells the jobs that run from those that wait. Running jobs are due, and mostly the earliest.
class InProgress final : public QueueExtra {
public:
    InProgress(const CollectionDefinition &definition, const Places &places)
        : QueueExtra(places), m_prefix(definition.preset->keyPrefix()),
          m_queue(m_prefix + definition.preset->queue.toUtf8())
    {
    }

    [[nodiscard]] int headCost() const override { return 1 + m_lastDue; }

    std::size_t appendHead(Pipeline &pipeline) override
    {
        pipeline.add({"ZRANGE", m_queue, "0", QByteArray::number(most - 1), "WITHSCORES"});
        return 1;
    }

    void readHead(std::span<const Reply> replies, milliseconds now) override
    {
        m_due.clear();
        m_found.reset();
        if (replies.empty()) {
            return;
        }
        if (replies[0].isError()) {
            fail(places().processing, replies[0].toError(m_queue));
            return;
        }
        for (HeadElement &job : scoredElements(replies[0])) {
            if (job.score <= static_cast<double>(now.count())) {
                m_due.push_back(std::move(job));
            }
        }
        m_lastDue = static_cast<int>(m_due.size());
        m_hasMore = m_lastDue == most;
        if (m_due.empty()) {
            m_found = Found();
        }
    }

    std::size_t appendFollowUp(Pipeline &pipeline, milliseconds /*now*/) override
    {
        for (const HeadElement &job : m_due) {
            pipeline.add({"EXISTS", m_prefix + "arq:in-progress:" + job.element});
        }
        return m_due.size();
    }

    void readFollowUp(std::span<const Reply> replies, milliseconds /*now*/) override
    {
        const std::vector<HeadElement> due = std::exchange(m_due, {});
        if (due.empty() || replies.size() != due.size()) {
            return;
        }
        Found found;
        for (std::size_t i = 0; i < due.size(); ++i) {
            if (replies[i].isError()) {
                fail(places().processing, replies[i].toError(m_prefix + "arq:in-progress:" + due[i].element));
                return;
            }
            if (replies[i].integer == 0) {
                found.firstWaiting = found.firstWaiting.value_or(milliseconds(static_cast<qint64>(due[i].score)));
                continue;
            }
            Element &job = found.running.emplace_back();
            job.element = job.id = due[i].element;
            job.key = m_queue;
            job.score = due[i].score;
            job.due = milliseconds(static_cast<qint64>(due[i].score));
            job.state = stateOf(Holds::Processing).id;
        }
        m_found = std::move(found);
    }

    void finish(Reading &reading) override
    {
        if (!m_found) {
            return;
        }
        const auto running = static_cast<double>(m_found->running.size());
        const auto figure = [&reading](int place) -> double & {
            return reading.figures[static_cast<std::size_t>(place)];
        };
        figure(places().processing) = std::min(running, figure(places().due)); // of the last head; NaN if that is
        figure(places().delayed) -= figure(places().processing);
        figure(places().due) -= figure(places().processing);
        if (m_hasMore) {
            reading.setAtLeast(places().processing);
        }
        if (figure(places().due) == 0) {
            figure(places().lag) = 0;
        } else if (m_found->firstWaiting) {
            figure(places().lag) = static_cast<double>((reading.now - *m_found->firstWaiting).count());
        }
    }

    [[nodiscard]] std::optional<std::vector<Element>> jobs() const override
    {
        return m_found.value_or(Found()).running;
    }
    [[nodiscard]] bool hasMoreJobs() const override { return m_hasMore; }

private:
    struct Found {
        std::vector<Element> running;
        std::optional<milliseconds> firstWaiting{}; ///< due time
    };

    static constexpr int most = 1000; ///< jobs looked at, those due first

    QByteArray m_prefix, m_queue;
    std::vector<HeadElement> m_due; ///< to be asked about
    int m_lastDue = 0;
    bool m_hasMore = false;
    std::optional<Found> m_found;
};

std::unique_ptr<QueueExtra> extra(const CollectionDefinition &definition, const QueueExtra::Places &places)
{
    return std::make_unique<InProgress>(definition, places);
}

} // namespace
} // namespace arq

extern const FrameworkCode arqCode;
constinit const FrameworkCode arqCode{.id = QLatin1StringView("arq"), .extra = &arq::extra};

} // namespace plimsoll::redis
