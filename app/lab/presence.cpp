// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/trial.h"

#include <cmath>
#include <map>

namespace plimsoll::lab {

namespace {

using models::LabRole;
using redis::Reply;

constexpr int connections = 200;
constexpr double meanLife = 1'000; ///< ms
constexpr Milliseconds nextAfter{50};
constexpr double vanishing = 0.2;
constexpr Milliseconds beatEvery{100};
constexpr qint64 presenceWindow = 400; ///< ms

enum class Act { Come, Beat, Leave, Vanish };

struct Moment {
    Milliseconds at{};
    int client = 0;
    int person = 0;
    Act act = Act::Come;
};

class PresenceTrial final : public Trial {
public:
    explicit PresenceTrial(Bench &bench) : Trial(bench)
    {
        m_connected = bench.key(Side::Wrong, "connected");
        m_lastSeen = bench.key(Side::Right, "lastSeen");
    }

    void cast() override
    {
        std::vector<Moment> moments;
        const Milliseconds end(1'000 * m_bench.settings().seconds);
        int person = 0;
        for (int connection = 0; connection < connections * m_bench.settings().producers; ++connection) {
            const int client = connection % m_bench.settings().contention;
            Milliseconds at(nextAfter.count() * m_bench.draw("first", quint64(connection)));
            while (at < end && !m_bench.isStopped()) {
                const Milliseconds life(-meanLife * std::log(1 - m_bench.draw("life", quint64(person))));
                moments.push_back({at, client, person, Act::Come});
                for (Milliseconds beat = at + beatEvery; beat < at + life; beat += beatEvery) {
                    moments.push_back({beat, client, person, Act::Beat});
                }
                const bool vanishes = m_bench.strikes(vanishing, "vanish", quint64(person));
                moments.push_back({at + life, client, person, vanishes ? Act::Vanish : Act::Leave});
                at += life + nextAfter;
                ++person;
            }
        }
        m_bench.play(std::move(moments), [this](LabWorker &worker, const Moment &moment) { live(worker, moment); });
    }

    std::vector<Figure> count(LabWorker &control, bool) override
    {
        Figure ghosts;
        Figure young;
        Figure absent;
        Figure commands;
        for (const Side which : bothSides) {
            Half &side = m_sides[which];
            std::set<int> alive;
            {
                const std::lock_guard lock(side.mutex);
                alive = side.alive;
            }
            const auto [now, shown] = online(control, which);
            const std::lock_guard lock(side.mutex);
            for (const int person : shown) {
                if (const auto gone = side.gone.find(person); gone != side.gone.end()) {
                    (now - gone->second > presenceWindow ? ghosts : young)[which] += 1;
                }
            }
            for (const int person : alive) {
                absent[which] += side.alive.contains(person) && !shown.contains(person) ? 1 : 0;
            }
            if (which == Side::Right) {
                young.bound = double(std::count_if(side.gone.begin(), side.gone.end(), [&, now = now](const auto &one) {
                    return now - one.second <= presenceWindow;
                }));
            }
            commands[which] = double(side.commands);
        }
        return {ghosts, young, absent, commands};
    }

    std::vector<models::LabPlace> places(LabWorker &control, Side which) override
    {
        Half &side = m_sides[which];
        const std::lock_guard lock(side.mutex);
        return {place(QT_TRANSLATE_NOOP("lab", "really here"), double(side.alive.size())),
                which == Side::Wrong ? place(control, "SCARD", m_connected, false)
                                     : place(control, "ZCARD", m_lastSeen, false)};
    }

    Figure load() override
    {
        Figure people;
        for (const Side side : bothSides) {
            const std::lock_guard lock(m_sides[side].mutex);
            people[side] = double(m_sides[side].alive.size() + m_sides[side].left);
        }
        return people;
    }

private:
    struct Half {
        std::mutex mutex;
        std::set<int> alive; ///< people known to be alive
        std::map<int, qint64> gone; ///< people who vanished, with their time in Unix ms
        std::size_t left = 0;
        qint64 commands = 0;
    };

    void live(LabWorker &worker, const Moment &moment)
    {
        const bool isWrong = worker.side() == Side::Wrong;
        const QByteArray person = idOf(moment.person);
        int commands = 1;
        switch (moment.act) {
        case Act::Come:
        case Act::Beat:
            if (!isWrong) {
                worker.script(m_beat, {m_lastSeen}, {person, QByteArray::number(presenceWindow)});
            } else if (moment.act == Act::Come) {
                worker.command({"SADD", m_connected, person});
            } else {
                commands = 0;
            }
            break;
        case Act::Leave:
            worker.command({isWrong ? "SREM" : "ZREM", isWrong ? m_connected : m_lastSeen, person});
            break;
        case Act::Vanish:
            commands = 0;
            break;
        }
        Half &side = m_sides[worker.side()];
        const std::lock_guard lock(side.mutex);
        side.commands += commands;
        if (moment.act == Act::Come) {
            side.alive.insert(moment.person);
        } else if (moment.act != Act::Beat) {
            side.alive.erase(moment.person);
            ++side.left;
        }
        if (moment.act == Act::Vanish) {
            side.gone[moment.person] = clientNow();
        }
    }

    /// The server's time and the people it shows as online.
    std::pair<qint64, std::set<int>> online(LabWorker &control, Side side)
    {
        if (side == Side::Wrong) {
            const auto replies = control.transaction({{"TIME"}, {"SMEMBERS", m_connected}});
            return {microsecondsOf(replies[0]) / 1'000, numbersIn(replies[1])};
        }
        const Reply reply = control.script(m_online, {m_lastSeen}, {QByteArray::number(presenceWindow), "100000"});
        return reply.elements.size() == 2 ? std::pair(reply.elements[0].integer, numbersIn(reply.elements[1]))
                                          : std::pair<qint64, std::set<int>>();
    }

    QByteArray m_connected, m_lastSeen;
    Both<Half> m_sides;
    Script m_beat = cookbook("presence_beat");
    Script m_online = cookbook("presence_online", m_bench.settings().guarded);
};

} // namespace

const Experiment &presenceExperiment()
{
    static const Experiment experiment{
        QLatin1StringView("presence"),
        QT_TRANSLATE_NOOP("lab", "Presence"),
        QT_TRANSLATE_NOOP("lab", "Who is really here?"),
        {{QLatin1StringView("ghosts"), QT_TRANSLATE_NOOP("lab", "shown, but long gone"), LabRole::Fault},
         {QLatin1StringView("young"), QT_TRANSLATE_NOOP("lab", "shown, but just gone"), LabRole::Bound},
         {QLatin1StringView("absent"), QT_TRANSLATE_NOOP("lab", "here, but not shown"), LabRole::Price},
         {QLatin1StringView("commands"), QT_TRANSLATE_NOOP("lab", "commands sent"), LabRole::Price}},
        &makeTrial<PresenceTrial>,
        false,
        heldSeconds};
    return experiment;
}

} // namespace plimsoll::lab
