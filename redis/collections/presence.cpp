// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/collector.h"
#include "redis/collections/joboptions.h"
#include "redis/collections/jobrecord.h"
#include "redis/collections/overtime.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace plimsoll::redis {

namespace presence {
namespace {

using L1 = QLatin1StringView;
using std::chrono::milliseconds;

constexpr L1 windowId(QT_TRANSLATE_NOOP("fields", "window"));

constexpr std::array roles{
    RoleSpec{.id = L1(QT_TRANSLATE_NOOP("fields", "connected")),
             .types = SetKey,
             .many = true,
             .help = QT_TRANSLATE_NOOP("kinds", "Who is connected: one or more sets"),
             .holds = Holds::Connected},
    RoleSpec{.id = L1(QT_TRANSLATE_NOOP("fields", "lastSeen")),
             .types = ZSetKey,
             .required = true,
             .help = QT_TRANSLATE_NOOP("kinds", "Last heartbeats: a sorted set by time"),
             .holds = Holds::Seen,
             .score = ScoreIs::PastTime,
             .unit = unitId,
             .window = windowId},
};

constexpr std::array options{
    OptionSpec{windowId,
               OptionType::Duration,
               {},
               "30s",
               QT_TRANSLATE_NOOP("kinds", "Seen within this time counts as active")},
    unitOption,
};

constexpr std::array figures{
    FigureSpec{L1("connected"), QT_TRANSLATE_NOOP("figures", "connected"),
               QT_TRANSLATE_NOOP("figures", "Members of the sets of connections.")},
    FigureSpec{L1("seen"), QT_TRANSLATE_NOOP("figures", "seen"),
               QT_TRANSLATE_NOOP("figures", "Everyone with a last heartbeat, however long ago.")},
    FigureSpec{L1("active"), QT_TRANSLATE_NOOP("figures", "active"),
               QT_TRANSLATE_NOOP("figures", "Seen within the window.")},
    FigureSpec{L1("inactive"), QT_TRANSLATE_NOOP("figures", "inactive"),
               QT_TRANSLATE_NOOP("figures", "Seen, but not within the window.")},
    FigureSpec{
        L1("ghosts"), QT_TRANSLATE_NOOP("figures", "ghosts"),
        QT_TRANSLATE_NOOP("figures", "Connected but not seen within the window; a lower bound above 500 connected.")},
};

// clang-format off
constexpr std::array sentence{
    Clause{0, L1("connected"), Clause::Positive, QT_TRANSLATE_NOOP("sentences", "{connected} connected")},
    Clause{0, L1("connected"), Clause::Zero, QT_TRANSLATE_NOOP("sentences", "no one is connected")},
    Clause{0, L1("seen"), Clause::Positive, QT_TRANSLATE_NOOP("sentences", "of {seen} seen")},
    Clause{1, L1("ghosts"), Clause::One, QT_TRANSLATE_NOOP("sentences", "1 ghost")},
    Clause{1, L1("ghosts"), Clause::Positive, QT_TRANSLATE_NOOP("sentences", "{ghosts} ghosts")},
    Clause{2, L1("inactive"), Clause::Positive, QT_TRANSLATE_NOOP("sentences", "{inactive} inactive")}};
// clang-format on

constexpr KindInfo info{L1("presence"),
                        QT_TRANSLATE_NOOP("kinds", "Presence"),
                        QT_TRANSLATE_NOOP("kinds", "Presence"),
                        QT_TRANSLATE_NOOP("kinds", "Who is connected and who is active"),
                        roles,
                        options,
                        figures,
                        sentence,
                        2};

enum Figure : std::size_t { Connected, Seen, Active, Inactive, Ghosts };
static_assert(figures.size() == Ghosts + 1);

constexpr std::array sizes{SizeRule{L1("connected"), Connected}, SizeRule{L1("lastSeen"), Seen}};
/// At most this many connected members are compared with those seen; of more, a random sample, and the number of
/// ghosts is a lower bound.
constexpr std::size_t mostCompared = 500;
constexpr QByteArrayView oneMoreThanCompared("501");

milliseconds windowOf(const CollectionDefinition &definition)
{
    return *definition.duration(windowId); // it has a fallback
}

std::vector<TimeRule> times(milliseconds window)
{
    return {{L1("lastSeen"), Active, {.at = TimeEdge::At::Now, .shift = -window}, {}}};
}

/// Counts connected members that were not seen within the window (ghosts).
class PresenceCollector final : public Collector {
public:
    explicit PresenceCollector(const CollectionDefinition &definition)
        : Collector(definition, sizes, times(windowOf(definition))), m_window(windowOf(definition)),
          m_codec(definition.codec(roles.back()))
    {
    }

    void appendFollowUp(Pipeline &pipeline, milliseconds now) override;
    void readFollowUp(ReplyCursor &replies, milliseconds now) override;

protected:
    [[nodiscard]] int kindHeadCost() const override;
    void appendKindHead(Pipeline &pipeline, milliseconds now) override;
    void readKindHead(ReplyCursor &replies, milliseconds now) override;
    void finishKind(Reading &reading) override;
    void keysChanged(const KeyOrigins &origins) override;

private:
    void readConnected(const PolledKey &key, const Reply &reply);

    milliseconds m_window;
    ScoreCodec m_codec;
    std::vector<QByteArray> m_connected; ///< to be looked up in the follow-up
    bool m_tooMany = false; ///< not all of them are
    double m_ghosts = unknownFigure; ///< among those that were compared
    bool m_isCompared = false; ///< the comparison is of this poll
    double m_visitors = unknownFigure; ///< active and not connected, at the last comparison; unknown after a sample
};

void PresenceCollector::keysChanged(const KeyOrigins & /*origins*/)
{
    m_connected.clear();
    m_ghosts = unknownFigure;
}

int PresenceCollector::kindHeadCost() const
{
    const double connected = countOf(L1("connected"));
    const double looked = isKnown(connected) ? std::min(connected, static_cast<double>(mostCompared)) : 0;
    return static_cast<int>(keys().size() + keysOf(L1("lastSeen")).size() * static_cast<std::size_t>(looked));
}

void PresenceCollector::appendKindHead(Pipeline &pipeline, milliseconds /*now*/)
{
    for (const PolledKey &key : keys()) {
        if (key.role->id == L1("lastSeen")) {
            pipeline.add({"ZREVRANGE", key.key, "0", "9", "WITHSCORES"});
        } else {
            // With a count no smaller than the set, the whole of it; each member once in any case.
            pipeline.add({"SRANDMEMBER", key.key, oneMoreThanCompared});
        }
    }
}

void PresenceCollector::readConnected(const PolledKey &key, const Reply &reply)
{
    if (reply.isError()) {
        failHead(Ghosts, reply.toError(key.key));
        m_tooMany = true;
        return;
    }
    for (const Reply &member : reply.elements) {
        m_connected.push_back(member.bytes);
    }
}

void PresenceCollector::readKindHead(ReplyCursor &replies, milliseconds now)
{
    auto head = std::make_shared<Head>();
    head->readAt = now;
    m_connected.clear();
    m_tooMany = false;
    for (const PolledKey &key : keys()) {
        if (key.role->id == L1("lastSeen")) {
            std::vector<HeadElement> seen = scoredElements(replies.next());
            std::move(seen.begin(), seen.end(), std::back_inserter(head->elements));
        } else {
            readConnected(key, replies.next());
        }
    }
    std::stable_sort(head->elements.begin(), head->elements.end(),
                     [](const HeadElement &a, const HeadElement &b) { return a.score > b.score; });
    setHead(std::move(head));
    m_ghosts = unknownFigure;
    if (m_connected.size() > mostCompared) {
        m_tooMany = true;
        m_connected.resize(mostCompared);
    }
    if (m_connected.empty() && !m_tooMany && hasRole(L1("connected"))) {
        m_ghosts = 0;
        m_isCompared = true;
    }
}

void PresenceCollector::appendFollowUp(Pipeline &pipeline, milliseconds /*now*/)
{
    if (m_connected.empty()) {
        return;
    }
    // One ZSCORE each and not ZMSCORE, which servers before 6.2 do not know.
    for (const std::size_t key : keysOf(L1("lastSeen"))) {
        for (const QByteArray &member : m_connected) {
            pipeline.add({"ZSCORE", keys()[key].key, member});
        }
    }
}

void PresenceCollector::readFollowUp(ReplyCursor &replies, milliseconds now)
{
    std::vector<bool> active(m_connected.size());
    bool isWhole = true; // a node may be lost while it answers
    for (const std::size_t key : keysOf(L1("lastSeen"))) {
        for (std::size_t i = 0; i < m_connected.size(); ++i) {
            const Reply &reply = replies.next();
            const std::optional<double> score = reply.toDouble();
            const std::optional<milliseconds> seen = score ? m_codec.timeOf(*score) : std::nullopt;
            active[i] = active[i] || (seen && *seen >= now - m_window);
            if (reply.isError() && std::exchange(isWhole, false)) {
                failHead(Ghosts, reply.toError(keys()[key].key));
            }
        }
    }
    m_ghosts = isWhole ? static_cast<double>(std::count(active.begin(), active.end(), false)) : unknownFigure;
    m_isCompared = true;
    m_connected.clear();
}

void PresenceCollector::finishKind(Reading &reading)
{
    reading.figures[Inactive] = std::max(0.0, reading.figures[Seen] - reading.figures[Active]);
    if (!isKnown(reading.figures[Seen]) || !isKnown(reading.figures[Active])) {
        reading.figures[Inactive] = unknownFigure;
    }
    const double connected = reading.figures[Connected];
    const double active = reading.figures[Active];
    if (std::exchange(m_isCompared, false)) {
        m_visitors = m_tooMany ? unknownFigure : active - (connected - m_ghosts);
    }
    double &ghosts = reading.figures[Ghosts];
    // The comparison is older than the counts: assumes as many visitors as it found, so that the figures add up.
    const double now = isKnown(m_visitors) && isKnown(m_ghosts) ? connected - (active - m_visitors) : m_ghosts;
    ghosts = isKnown(now) && isKnown(connected) ? std::clamp(now, 0.0, std::max(0.0, connected)) : m_ghosts;
    if (!m_tooMany && !(connected > static_cast<double>(mostCompared))) {
        return;
    }
    // Connected members seen within the window are at most all members seen. Several sets may share members.
    const double unseen = keysOf(L1("connected")).size() == 1 ? connected - active : unknownFigure;
    if (unseen > 0 && !(ghosts > unseen)) {
        ghosts = unseen;
    }
    if (isKnown(ghosts)) {
        reading.setAtLeast(Ghosts);
    }
}

} // namespace
} // namespace presence

extern const Kind presenceKind;
constinit const Kind presenceKind{&presence::info, &makeOf<presence::PresenceCollector>};

} // namespace plimsoll::redis
