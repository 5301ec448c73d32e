// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/story.h"

#include <QCoreApplication>
#include <QLocale>

#include <utility>

namespace plimsoll::demo {

using redis::Reply;

namespace {

constexpr std::size_t helpers = 2;

struct ListWords {
    Q_DECLARE_TR_FUNCTIONS(demo)
};

/// A queue of JSON jobs on one list. Workers take jobs with LMOVE to a processing list or, without one, with a bare
/// RPOP. Its length rises to a mark and falls again, because helpers join above the mark.
class ListStory final : public Story {
public:
    struct Plan {
        QByteArray ready;
        QByteArray processing; ///< empty: bare RPOP
        QByteArray jobClass;
        double arrivals = 1; ///< per second
        int workers = 1;
        milliseconds shortest{500}, longest{1'500}; ///< time for one job
        int backlog = 0; ///< jobs waiting at the beginning
        int helpAbove = 0, helpUntil = 0; ///< depths at which two helpers join and leave
    };

    ListStory(Plan plan, quint32 seed);

    void begin(Batch &batch, const Moment &moment) override;
    void step(Batch &batch, const Moment &moment) override;

private:
    struct Worker {
        QByteArray job; ///< exact bytes; empty: idle
        milliseconds until{};
    };

    QByteArray makeJob(milliseconds created);
    void work(Worker &worker, Batch &batch, const Moment &moment);

    Plan m_plan;
    Random m_random;
    std::vector<Worker> m_workers;
    bool m_helped = false;
    int m_made = 0;
};

ListStory::ListStory(Plan plan, quint32 seed)
    : m_plan(std::move(plan)), m_random(seed), m_workers(static_cast<std::size_t>(m_plan.workers) + helpers)
{
}

QByteArray ListStory::makeJob(milliseconds created)
{
    return R"({"id":")" + m_random.hex(4) + '-' + QByteArray::number(++m_made) + R"(","class":")" + m_plan.jobClass
        + R"(","customer":)" + QByteArray::number(m_random.between(1'000, 9'999)) + R"(,"created_at":)" + stamp(created)
        + '}';
}

void ListStory::begin(Batch &batch, const Moment &moment)
{
    for (int i = m_plan.backlog; i > 0; --i) {
        batch.add({"LPUSH", m_plan.ready, makeJob(moment.server - i * milliseconds(400))});
    }
}

void ListStory::step(Batch &batch, const Moment &moment)
{
    for (int jobs = m_random.arrivals(m_plan.arrivals); jobs > 0; --jobs) {
        batch.add({"LPUSH", m_plan.ready, makeJob(moment.server)});
    }
    const std::size_t awake = m_workers.size() - (m_helped ? 0 : helpers);
    for (std::size_t i = 0; i < m_workers.size(); ++i) {
        // A helper that was dismissed finishes its job.
        if (i < awake || !m_workers[i].job.isEmpty()) {
            work(m_workers[i], batch, moment);
        }
    }
    if (m_plan.helpAbove > 0 && moment.story % milliseconds(1'000) == milliseconds(0)) {
        batch.add({"LLEN", m_plan.ready}, [this](const Reply &length, Batch &next) {
            const qint64 depth = length.toInteger().value_or(0);
            const bool helped = depth > (m_helped ? m_plan.helpUntil : m_plan.helpAbove);
            if (std::exchange(m_helped, helped) != helped) {
                const QString waiting = QLocale().toString(depth);
                next.tell(helped ? ListWords::tr("%1 invoices wait: two more workers start").arg(waiting)
                                 : ListWords::tr("%1 invoices wait: the two helpers stop").arg(waiting));
            }
        });
    }
}

void ListStory::work(Worker &worker, Batch &batch, const Moment &moment)
{
    if (moment.story < worker.until) {
        return;
    }
    if (!worker.job.isEmpty()) {
        if (!m_plan.processing.isEmpty()) {
            batch.add({"LREM", m_plan.processing, "1", worker.job});
        }
        worker.job.clear();
    }
    const milliseconds time(
        m_random.between(static_cast<int>(m_plan.shortest.count()), static_cast<int>(m_plan.longest.count())));
    worker.until = moment.story + time;
    const auto take = [working = &worker](const Reply &job, Batch & /*next*/) { working->job = job.bytes; };
    if (m_plan.processing.isEmpty()) {
        batch.add({"RPOP", m_plan.ready}, take);
    } else {
        batch.add({"LMOVE", m_plan.ready, m_plan.processing, "RIGHT", "LEFT"}, take);
    }
}

} // namespace

std::unique_ptr<Story> makeInvoiceStory(quint32 seed)
{
    return std::make_unique<ListStory>(ListStory::Plan{.ready = "queue:invoices",
                                                       .processing = "queue:invoices:processing",
                                                       .jobClass = "RenderInvoice",
                                                       .arrivals = 2.4,
                                                       .workers = 2,
                                                       .backlog = 1'120,
                                                       .helpAbove = 1'700,
                                                       .helpUntil = 1'050},
                                       seed);
}

std::unique_ptr<Story> makeThumbnailStory(quint32 seed)
{
    return std::make_unique<ListStory>(ListStory::Plan{.ready = "queue:thumbnails",
                                                       .processing = {},
                                                       .jobClass = "Thumbnail",
                                                       .arrivals = 0.3,
                                                       .shortest = milliseconds(600),
                                                       .longest = milliseconds(2'400)},
                                       seed);
}

} // namespace plimsoll::demo
