// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/trial.h"

namespace plimsoll::lab {

namespace {

using models::LabRole;
using redis::Reply;

constexpr int locks = 2;
constexpr qint64 leaseTime = 20; ///< ms
constexpr double shortestWork = 1; ///< duration of the work, ms
constexpr double longestWork = 8;
constexpr double pauseRate = 0.03;
constexpr Milliseconds pauseTime{30};
constexpr Milliseconds retryEvery{0.5};

class LockTrial final : public Trial {
public:
    explicit LockTrial(Bench &bench) : Trial(bench)
    {
        for (const Side side : bothSides) {
            for (int i = 0; i < locks; ++i) {
                m_sides[side].keys[std::size_t(i)] = {bench.key(side, "lock:" + idOf(i)),
                                                      bench.key(side, "fence:" + idOf(i)),
                                                      bench.key(side, "res:" + idOf(i))};
            }
        }
    }

    void cast() override
    {
        m_bench.addClients(Bench::Until::Loaded, [this](LabWorker &worker) { holdOnce(worker, worker.nextTurn()); });
    }

    std::vector<Figure> count(LabWorker &, bool) override
    {
        Figure foreign;
        Figure stale;
        Figure both;
        for (const Side side : bothSides) {
            foreign[side] = m_sides[side].foreign;
            stale[side] = m_sides[side].stale;
            both[side] = m_sides[side].both;
        }
        return {foreign, stale, both};
    }

    std::vector<models::LabPlace> places(LabWorker &control, Side which) override
    {
        const Half &side = m_sides[which];
        std::vector<models::LabPlace> all;
        for (std::size_t i = 0; i < locks; ++i) {
            all.push_back(place(control, "EXISTS", side.keys[i].lock, false));
            all.push_back(place(QT_TRANSLATE_NOOP("lab", "at work"), side.atWork[i], false));
        }
        return all;
    }

    Figure load() override { return {double(m_sides[Side::Wrong].held), double(m_sides[Side::Right].held)}; }

private:
    struct Keys {
        QByteArray lock, fence, resource;
    };
    struct Half {
        std::array<Keys, locks> keys;
        std::array<std::atomic<int>, locks> atWork{};
        std::atomic<int> held = 0, foreign = 0, stale = 0, both = 0;
    };

    void holdOnce(LabWorker &worker, quint64 turn)
    {
        Half &side = m_sides[worker.side()];
        const auto which = std::size_t(m_bench.draw("lock", turn) * locks);
        const Keys &keys = side.keys[which];
        const QByteArray token = QByteArray::number(turn);
        QByteArray fence = take(worker, keys, token);
        while (fence.isEmpty() && m_bench.isLoading()) {
            worker.sleep(retryEvery);
            fence = take(worker, keys, token);
        }
        if (fence.isEmpty()) {
            return;
        }
        ++side.held;
        side.both += side.atWork[which]++ > 0 ? 1 : 0;
        pause(worker, "taken", turn);
        worker.sleep(Milliseconds(shortestWork + (longestWork - shortestWork) * m_bench.draw("work", turn)));
        side.stale += write(worker, keys, fence, token) ? 1 : 0;
        --side.atWork[which];
        pause(worker, "written", turn);
        side.foreign += release(worker, keys, token, turn) ? 1 : 0;
        worker.sleep(think);
    }

    void pause(LabWorker &worker, std::string_view where, quint64 turn)
    {
        if (m_bench.strikes(pauseRate, where, turn)) {
            worker.sleep(pauseTime);
        }
    }

    /// Returns the fence number; empty if another client holds the lock.
    QByteArray take(LabWorker &worker, const Keys &keys, const QByteArray &token) const
    {
        qint64 fence = 0;
        const QByteArray leaseMs = m_bench.lastingText(leaseTime);
        if (worker.side() == Side::Right) {
            fence = worker.script(m_take, {keys.lock, keys.fence}, {token, leaseMs}).integer;
        } else {
            const Words set{"SET", keys.lock, token, "NX", "PX", leaseMs};
            fence = worker.counted(m_take, {keys.lock, keys.fence}, {token, leaseMs}, set).integer;
            Reply reply;
            reply.type = fence > 0 ? Reply::Type::Status : Reply::Type::Nil;
            reply.bytes = fence > 0 ? "OK" : "";
            worker.show(set, reply);
        }
        return fence > 0 ? QByteArray::number(fence) : QByteArray();
    }

    /// Returns true if the resource accepted this write after one of a later holder.
    bool write(LabWorker &worker, const Keys &keys, const QByteArray &fence, const QByteArray &value) const
    {
        if (worker.side() == Side::Right) {
            const Reply reply = worker.script(m_write, {keys.resource}, {fence, value});
            return reply.elements.size() == 2 && reply.elements[0].integer == 1
                && reply.elements[1].integer > fence.toLongLong();
        }
        // The wrong way's resource accepts every write: the same script without its guard, which records the highest
        // number. It is one script because other clients write in between.
        const Words shown{"HSET", keys.resource, "value", value};
        const Reply reply = worker.counted(m_count, {keys.resource}, {fence, value}, shown);
        Reply set;
        set.type = Reply::Type::Integer;
        worker.show(shown, set);
        return reply.elements.size() == 2 && reply.elements[1].integer > fence.toLongLong();
    }

    /// Returns true if it released another client's lock.
    bool release(LabWorker &worker, const Keys &keys, const QByteArray &token, quint64 turn)
    {
        if (worker.side() == Side::Right) {
            pause(worker, "looked", turn);
            const Reply released = worker.script(m_release, {keys.lock}, {token});
            return !released.isNil() && released.bytes != token;
        }
        // The switch skips this check.
        if (!m_bench.settings().switched && worker.command({"GET", keys.lock}).bytes != token) {
            return false;
        }
        pause(worker, "looked", turn);
        const Reply released = worker.command({"GETDEL", keys.lock}); // like DEL, but returns the value
        return !released.isNil() && released.bytes != token;
    }

    Both<Half> m_sides;
    Script m_take = cookbook("lock_take");
    Script m_write = cookbook("lock_write", m_bench.settings().guarded);
    Script m_count = cookbook("lock_write", false);
    Script m_release = cookbook("lock_release", m_bench.settings().guarded);
};

} // namespace

const Experiment &lockExperiment()
{
    static const Experiment experiment{
        QLatin1StringView("lock"),
        QT_TRANSLATE_NOOP("lab", "Lock"),
        QT_TRANSLATE_NOOP("lab", "Whose lock did you release?"),
        {{QLatin1StringView("foreign"), QT_TRANSLATE_NOOP("lab", "locks of others released"), LabRole::Fault},
         {QLatin1StringView("stale"), QT_TRANSLATE_NOOP("lab", "writes after a successor's"), LabRole::Fault},
         {QLatin1StringView("both"), QT_TRANSLATE_NOOP("lab", "two at work at once"), LabRole::Price}},
        &makeTrial<LockTrial>,
        false};
    return experiment;
}

} // namespace plimsoll::lab
