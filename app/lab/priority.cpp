// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/trial.h"

#include <cmath>
#include <map>

namespace plimsoll::lab {

namespace {

using models::LabRole;
using redis::Reply;

constexpr int customers = 32; ///< clients of the top band; each sends its next job when one is done
constexpr double lowPerSecond = 20;
constexpr qint64 lateness = 700; ///< ms that the backlog and the machine may add

/// The events of one side in the order of the server, which numbers them in the same transaction.
class PriorityTruth {
public:
    void setHeadStart(qint64 ms) { m_headStart = ms * 1'000; }

    struct Event {
        bool taken = false;
        QByteArray job;
        bool low = false;
        qint64 time = 0; ///< server time, µs
    };

    void note(qint64 sequence, Event event)
    {
        const std::lock_guard lock(m_mutex);
        m_ahead.emplace(sequence, std::move(event));
        for (auto next = m_ahead.find(m_next); next != m_ahead.end(); next = m_ahead.find(++m_next)) {
            replay(next->second);
            m_ahead.erase(next);
        }
    }

    [[nodiscard]] double overtaken() const { return locked(m_overtaken); }
    [[nodiscard]] double disorder() const { return locked(m_disorder); }
    [[nodiscard]] double takes() const { return locked(m_takes); }
    /// Number of jobs waiting in the top band and in the low one.
    [[nodiscard]] std::pair<double, double> waiting() const
    {
        const std::lock_guard lock(m_mutex);
        return {double(m_top.size()), double(m_low.size())};
    }
    /// Longest wait of a low job in ms; jobs still waiting count up to `now`.
    [[nodiscard]] double longestWait(qint64 now) const
    {
        const std::lock_guard lock(m_mutex);
        const qint64 waiting = m_low.empty() ? 0 : now - *m_low.begin();
        return std::round(double(std::max(waiting, m_longest)) / 1'000);
    }

private:
    double locked(const double &figure) const
    {
        const std::lock_guard lock(m_mutex);
        return figure;
    }

    void replay(const Event &event)
    {
        if (event.job.isEmpty()) {
            return; // the queue was empty
        }
        if (!event.taken) {
            m_arrivals[event.job] = event.time;
            (event.low ? m_low : m_top).insert(event.time);
            return;
        }
        const qint64 arrival = m_arrivals[event.job];
        m_arrivals.remove(event.job);
        std::multiset<qint64> &band = event.low ? m_low : m_top;
        m_disorder += *band.begin() < arrival ? 1 : 0;
        m_overtaken += !event.low && !m_low.empty() && *m_low.begin() < arrival - m_headStart ? 1 : 0;
        m_longest = event.low ? std::max(m_longest, event.time - arrival) : m_longest;
        band.erase(band.find(arrival));
        ++m_takes;
    }

    qint64 m_headStart = headStart * 1'000; ///< µs
    mutable std::mutex m_mutex;
    std::map<qint64, Event> m_ahead; ///< events noted before their predecessor
    qint64 m_next = 1;
    QHash<QByteArray, qint64> m_arrivals; ///< arrivals of waiting jobs
    std::multiset<qint64> m_low, m_top; ///< arrivals of waiting jobs
    qint64 m_longest = 0;
    double m_overtaken = 0, m_disorder = 0, m_takes = 0;
};

class PriorityTrial final : public Trial {
public:
    explicit PriorityTrial(Bench &bench) : Trial(bench)
    {
        for (const Side side : bothSides) {
            m_sides[side].queue = bench.key(side, "queue");
            m_sides[side].sequence = bench.key(side, "seq");
            m_sides[side].truth.setHeadStart(m_headStart);
        }
    }

    void prepare(LabWorker &control) override
    {
        for (const Side side : bothSides) {
            for (int customer = 0; customer < customers; ++customer) {
                add(control, side, false);
            }
        }
    }

    void cast() override
    {
        m_bench.addClients(Bench::Until::Loaded, [this](LabWorker &worker) {
            Half &side = m_sides[worker.side()];
            const auto replies = worker.transaction({{"TIME"}, {"ZPOPMIN", side.queue}, {"INCR", side.sequence}});
            if (replies[1].elements.empty()) {
                side.truth.note(replies[2].integer, {});
                worker.sleep(think);
                return;
            }
            const QByteArray &job = replies[1].elements.front().bytes;
            const bool low = job.endsWith('l');
            side.truth.note(replies[2].integer, {true, job, low, microsecondsOf(replies[0])});
            worker.sleep(workTime);
            if (!low && m_bench.isLoading()) {
                add(worker, worker.side(), false);
            }
        });
        m_bench.addFeed(lowPerSecond, [this](LabWorker &worker, int) {
            for (const Side side : bothSides) {
                add(worker, side, true);
            }
        });
    }

    std::vector<Figure> count(LabWorker &control, bool) override
    {
        const qint64 now = microsecondsOf(control.command({"TIME"}));
        Figure overtaken;
        Figure disorder;
        Figure wait;
        for (const Side side : bothSides) {
            const PriorityTruth &truth = m_sides[side].truth;
            overtaken[side] = truth.overtaken();
            disorder[side] = truth.disorder();
            wait[side] = truth.longestWait(now);
        }
        wait.bound = double(m_headStart + lateness) + std::ceil(m_bench.pausedFor().count());
        return {overtaken, disorder, wait};
    }

    std::vector<models::LabPlace> places(LabWorker &, Side which) override
    {
        const PriorityTruth &truth = m_sides[which].truth;
        const auto [top, low] = truth.waiting();
        return {place(QT_TRANSLATE_NOOP("lab", "top waiting"), top, false),
                place(QT_TRANSLATE_NOOP("lab", "low waiting"), low),
                place(QT_TRANSLATE_NOOP("lab", "taken"), truth.takes(), false)};
    }

    Figure load() override { return {m_sides[Side::Wrong].truth.takes(), m_sides[Side::Right].truth.takes()}; }

private:
    struct Half {
        QByteArray queue, sequence;
        PriorityTruth truth;
        std::atomic<quint64> made = 0;
    };

    void add(LabWorker &worker, Side which, bool low)
    {
        Half &side = m_sides[which];
        // IDs do not follow time, as in practice; the last character is the band.
        const quint64 number = side.made++;
        const QByteArray job =
            QByteArray::number(quint64(m_bench.draw("id", number) * 0x1.0p48), 16) + (low ? "l" : "t");
        const QByteArray band = low ? "1" : "0";
        qint64 arrival = 0;
        qint64 sequence = 0;
        if (which == Side::Wrong) {
            const auto replies =
                worker.transaction({{"TIME"}, {"ZADD", side.queue, band, job}, {"INCR", side.sequence}});
            arrival = microsecondsOf(replies[0]);
            sequence = replies[2].integer;
        } else {
            const auto replies =
                worker.transaction({{"EVAL", m_add.text, "1", side.queue, job, band, QByteArray::number(m_headStart)},
                                    {"INCR", side.sequence}},
                                   &m_add);
            arrival = replies[0].integer;
            sequence = replies[1].integer;
        }
        side.truth.note(sequence, {false, job, low, arrival});
    }

    int m_headStart = m_bench.settings().dial.value_or(headStart);
    Both<Half> m_sides;
    Script m_add = cookbook("priority_add", m_bench.settings().guarded);
};

} // namespace

const Experiment &priorityExperiment()
{
    static const Experiment experiment{
        QLatin1StringView("priority"),
        QT_TRANSLATE_NOOP("lab", "Priority queue"),
        QT_TRANSLATE_NOOP("lab", "Does the lowest band get its turn?"),
        {{QLatin1StringView("overtaken"), QT_TRANSLATE_NOOP("lab", "jobs that overtook a waiting one"), LabRole::Fault},
         {QLatin1StringView("disorder"), QT_TRANSLATE_NOOP("lab", "taken before an older one of their band"),
          LabRole::Fault},
         {QLatin1StringView("wait"), QT_TRANSLATE_NOOP("lab", "longest wait of a low job, ms"), LabRole::Bound}},
        &makeTrial<PriorityTrial>,
        false};
    return experiment;
}

} // namespace plimsoll::lab
