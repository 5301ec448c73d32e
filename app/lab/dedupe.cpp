// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/trial.h"

namespace plimsoll::lab {

namespace {

using models::LabRole;

constexpr double eventsPerSecond = 1'500;
constexpr double repeats = 0.3;
constexpr double repeatWithin = 100; ///< ms
constexpr int dedupeSubjects = 1'000;
constexpr qint64 period = 200; ///< ms
constexpr qint64 eventTtl = 2'000; ///< ms

struct Delivery {
    Milliseconds at{};
    int client = 0;
    int event = 0;
    bool repeat = false;
};

class DedupeTrial final : public Trial {
public:
    using Trial::Trial;

    void cast() override
    {
        const int events = m_bench.planned(eventsPerSecond);
        const double rate = m_bench.paced(eventsPerSecond) * m_bench.settings().producers;
        const auto clientFor = [this](std::string_view what, int event) {
            return int(m_bench.draw(what, quint64(event)) * m_bench.settings().contention);
        };
        std::vector<Delivery> deliveries;
        for (int event = 0; event < events && !m_bench.isStopped(); ++event) {
            const Milliseconds at(1'000 * event / rate);
            deliveries.push_back({at, clientFor("client", event), event, false});
            if (m_bench.strikes(repeats, "repeat", quint64(event))) {
                const Milliseconds later(repeatWithin * m_bench.draw("later", quint64(event)));
                deliveries.push_back({at + later, clientFor("again", event), event, true});
            }
        }
        for (const Side side : bothSides) {
            m_sides[side].firstNew.resize(std::size_t(events), never);
        }
        m_bench.play(std::move(deliveries),
                     [this](LabWorker &worker, const Delivery &delivery) { deliver(worker, delivery); });
    }

    std::vector<Figure> count(LabWorker &control, bool) override
    {
        Figure unending;
        Figure through;
        Figure swallowed;
        for (const Side side : bothSides) {
            unending[side] = countForever(control, side);
            through[side] = m_sides[side].through;
            swallowed[side] = m_sides[side].swallowed;
        }
        return {unending, through, swallowed};
    }

    std::vector<models::LabPlace> places(LabWorker &, Side which) override
    {
        Half &side = m_sides[which];
        const std::lock_guard lock(side.mutex);
        return {place(QT_TRANSLATE_NOOP("lab", "events"), side.delivered),
                place(QT_TRANSLATE_NOOP("lab", "taken as new"), side.taken),
                place(QT_TRANSLATE_NOOP("lab", "buckets"), double(side.made.size()), false)};
    }

    Figure load() override { return {double(m_sides[Side::Wrong].delivered), double(m_sides[Side::Right].delivered)}; }

private:
    static constexpr qint64 never = -1;

    struct Half {
        std::mutex mutex;
        std::vector<qint64> firstNew; ///< time of the run, ms, at which each event was taken as new, by event
        std::set<QByteArray> made; ///< buckets
        std::atomic<int> delivered = 0, taken = 0, through = 0, swallowed = 0;
    };

    void deliver(LabWorker &worker, const Delivery &delivery)
    {
        Half &side = m_sides[worker.side()];
        const qint64 now = m_bench.runTime(clientNow());
        const QByteArray id = idOf(delivery.event);
        const auto bucket = [&](qint64 which) {
            const QByteArray subject = idOf(int(m_bench.draw("subject", quint64(delivery.event)) * dedupeSubjects));
            // The tag includes the subject: its buckets share a slot, and all buckets are spread over many.
            return QByteArray(m_bench.key(worker.side(), "b" + QByteArray::number(which)))
                .replace("}", ":" + subject + "}");
        };
        const qint64 current = now / period;
        ++side.delivered;
        const bool dies = m_bench.crashes("crash", quint64(delivery.event), delivery.repeat ? 1 : 0);
        bool isNew = false;
        if (worker.side() == Side::Wrong) {
            const QByteArray key = bucket(current);
            isNew = worker.command({"SADD", key, id}).integer == 1;
            note(side, delivery.event, key, now, isNew, dies);
            if (!dies) {
                worker.command({"PEXPIRE", key, m_bench.lastingText(eventTtl)});
            }
        } else {
            const QByteArray key = bucket(current);
            isNew = worker
                        .script(m_seen, {bucket(current - 1), key, bucket(current + 1)},
                                {id, m_bench.lastingText(eventTtl)})
                        .integer
                == 1;
            note(side, delivery.event, key, now, isNew, dies);
        }
        if (dies) {
            worker.crash(id);
        }
    }

    static void note(Half &side, int event, const QByteArray &key, qint64 now, bool isNew, bool dies)
    {
        const std::lock_guard lock(side.mutex);
        side.made.insert(key);
        if (!isNew) {
            return;
        }
        ++side.taken;
        qint64 &first = side.firstNew[std::size_t(event)];
        side.through += first != never && std::abs(now - first) <= period ? 1 : 0;
        first = now;
        side.swallowed += dies ? 1 : 0;
    }

    /// Counts buckets without an expiry, except recent ones whose client may still set it.
    double countForever(LabWorker &control, Side which)
    {
        Half &side = m_sides[which];
        const QByteArray recent = ":b" + QByteArray::number(m_bench.runTime(clientNow()) / period);
        std::vector<QByteArray> keys;
        {
            const std::lock_guard lock(side.mutex);
            keys.assign(side.made.begin(), side.made.end());
        }
        const auto ttls = control.each("PTTL", keys);
        double count = 0;
        std::set<QByteArray> gone;
        for (std::size_t i = 0; i < keys.size(); ++i) {
            count += ttls[i].integer == -1 && (!m_bench.isLoading() || !keys[i].endsWith(recent)) ? 1 : 0;
            if (ttls[i].integer == -2) {
                gone.insert(keys[i]);
            }
        }
        const std::lock_guard lock(side.mutex);
        for (const QByteArray &key : gone) {
            side.made.erase(key);
        }
        return count;
    }

    Both<Half> m_sides;
    Script m_seen = cookbook("dedupe_seen", m_bench.settings().guarded);
};

} // namespace

const Experiment &dedupeExperiment()
{
    static const Experiment experiment{
        QLatin1StringView("dedupe"),
        QT_TRANSLATE_NOOP("lab", "Deduplication"),
        QT_TRANSLATE_NOOP("lab", "Has it been seen before?"),
        {{QLatin1StringView("forever"), QT_TRANSLATE_NOOP("lab", "buckets that stay forever"), LabRole::Fault},
         {QLatin1StringView("through"), QT_TRANSLATE_NOOP("lab", "repeats taken as new"), LabRole::Fault},
         {QLatin1StringView("swallowed"), QT_TRANSLATE_NOOP("lab", "events marked but never processed"),
          LabRole::Price}},
        &makeTrial<DedupeTrial>,
        false,
        heldSeconds};
    return experiment;
}

} // namespace plimsoll::lab
