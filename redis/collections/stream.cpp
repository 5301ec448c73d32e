// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/collector.h"
#include "redis/collections/joboptions.h"
#include "redis/collections/streamflow.h"
#include "redis/collections/streamreplies.h"
#include "redis/types/printable.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <optional>
#include <set>

namespace plimsoll::redis {

namespace {

using L1 = QLatin1StringView;
using std::chrono::milliseconds;

constexpr std::array roles{
    RoleSpec{.id = L1(QT_TRANSLATE_NOOP("fields", "stream")),
             .types = StreamKey,
             .required = true,
             .help = QT_TRANSLATE_NOOP("kinds", "The entries, which groups of consumers read and acknowledge"),
             .holds = Holds::Entries},
    RoleSpec{.id = deadRole.id,
             .types = StreamKey,
             .help = QT_TRANSLATE_NOOP("kinds", "A stream for entries that were given up"),
             .holds = Holds::Dead},
};

constexpr std::array options{
    OptionSpec{L1(QT_TRANSLATE_NOOP("fields", "group")),
               OptionType::Text,
               {},
               nullptr,
               QT_TRANSLATE_NOOP("kinds", "The one consumer group that is watched; all of them where it is not given")},
    OptionSpec{staleAfterOption.id,
               OptionType::Duration,
               {},
               nullptr,
               QT_TRANSLATE_NOOP("kinds", "An entry that was delivered longer ago and is not acknowledged is stale")},
    OptionSpec{
        L1(QT_TRANSLATE_NOOP("fields", "maxDeliveries")),
        OptionType::Integer,
        {},
        nullptr,
        QT_TRANSLATE_NOOP("kinds", "An entry that was delivered more often without being acknowledged is poison")},
    redactOption,
};

constexpr std::array figures{
    FigureSpec{L1("length"), QT_TRANSLATE_NOOP("figures", "length"),
               QT_TRANSLATE_NOOP("figures", "How many entries the stream holds, whoever has read them.")},
    FigureSpec{L1("groups"), QT_TRANSLATE_NOOP("figures", "groups"),
               QT_TRANSLATE_NOOP("figures", "How many consumer groups read the stream.")},
    FigureSpec{L1("consumers"), QT_TRANSLATE_NOOP("figures", "consumers"),
               QT_TRANSLATE_NOOP("figures", "How many consumers those groups have.")},
    FigureSpec{L1("lag"), QT_TRANSLATE_NOOP("figures", "lag"),
               QT_TRANSLATE_NOOP("figures",
                                 "How many entries were not delivered to a group yet, of all groups; not known where "
                                 "the server does not know it, as after entries were deleted in the middle.")},
    FigureSpec{L1("pending"), QT_TRANSLATE_NOOP("figures", "pending"),
               QT_TRANSLATE_NOOP("figures", "How many entries were delivered and are not acknowledged yet.")},
    FigureSpec{.id = L1("stale"),
               .title = QT_TRANSLATE_NOOP("figures", "stale"),
               .help = QT_TRANSLATE_NOOP("figures", "Pending entries that were delivered longer ago than staleAfter."),
               .means = Means::Trouble},
    FigureSpec{.id = L1("poison"),
               .title = QT_TRANSLATE_NOOP("figures", "poison"),
               .help =
                   QT_TRANSLATE_NOOP("figures", "Pending entries that were delivered more often than maxDeliveries."),
               .means = Means::Trouble},
    FigureSpec{L1("oldestPendingMs"), QT_TRANSLATE_NOOP("figures", "oldest pending"),
               QT_TRANSLATE_NOOP("figures", "How long ago the oldest pending entry was added to the stream."),
               Unit::Duration},
    FigureSpec{L1("addedPerMinute"), QT_TRANSLATE_NOOP("figures", "added"),
               QT_TRANSLATE_NOOP("figures",
                                 "How many entries are added a minute, on the average of the last five minutes, by the "
                                 "server's own counter (entries-added); operations of this window left out. At least, "
                                 "before Redis 7, which has none: by how much the stream grew."),
               Unit::Frequency},
    FigureSpec{
        L1("acknowledgedPerMinute"), QT_TRANSLATE_NOOP("figures", "acknowledged"),
        QT_TRANSLATE_NOOP("figures",
                          "How many entries all groups together acknowledge a minute, on the average of the last "
                          "five minutes: what each has read (entries-read) less what is pending; what was "
                          "trimmed or deleted, and operations of this window, left out."),
        Unit::Frequency},
};

constexpr KindInfo info{L1("stream"),
                        QT_TRANSLATE_NOOP("kinds", "Stream"),
                        QT_TRANSLATE_NOOP("kinds", "Streams"),
                        QT_TRANSLATE_NOOP("kinds", "Entries that groups of consumers read and acknowledge"),
                        roles,
                        options,
                        figures};

enum Figure : std::size_t {
    Length,
    Groups,
    Consumers,
    Lag,
    Pending,
    Stale,
    Poison,
    OldestPendingMs,
    AddedPerMinute,
    AcknowledgedPerMinute
};
static_assert(figures.size() == AcknowledgedPerMinute + 1);

constexpr std::array sizes{SizeRule{L1("stream"), Length}};

// What XPENDING of so many takes the server is far below a millisecond; it begins with the oldest ids.
constexpr qint64 pageOfPending = 500;
constexpr qint64 pageOfThorough = 1'000;
constexpr qint64 mostPending = 2'000; ///< looked at in one head; of those beyond figures say "at least"
constexpr std::size_t mostGroups = 32; ///< whose pending entries are looked at

/// Groups of the stream with every tick; how many were ever added, who holds what, and for how long, with its head: the
/// consumers of each group, and as many pending entries as a budget allows, the oldest first. What a consumer holds
/// that has not asked for anything for too long is stale as a whole: nothing can have been delivered to it later than
/// it asked.
class StreamCollector final : public Collector {
public:
    explicit StreamCollector(const CollectionDefinition &definition)
        : Collector(definition, sizes, {}), m_group(definition.text(L1("group")).toUtf8()),
          m_staleAfter(definition.duration(L1("staleAfter"))), m_maxDeliveries(definition.integer(L1("maxDeliveries")))
    {
    }

    void startRates(Reading &reading) override;

protected:
    void appendKindCounts(CountSegment &counts, const PolledKey &key, milliseconds now) override;
    void readKindCounts(const PolledKey &key, ReplyCursor &replies, Reading &reading) override;
    [[nodiscard]] int kindHeadCost() const override;
    [[nodiscard]] milliseconds kindHeadWantedFrom() const override { return m_isOld ? always : never; }
    void appendKindHead(Pipeline &pipeline, milliseconds now) override;
    void readKindHead(ReplyCursor &replies, milliseconds now) override;
    void appendFollowUp(Pipeline &pipeline, milliseconds now) override;
    void readFollowUp(ReplyCursor &replies, milliseconds now) override;
    void finishKind(Reading &reading) override;
    void keysChanged(const KeyOrigins &origins) override;

private:
    struct Group {
        std::size_t key = 0;
        StreamGroup said;
    };
    /// What is looked at of one group's pending entries.
    struct Look {
        std::size_t key = 0;
        QByteArray group;
        QByteArray last{}; ///< id of the last one that was seen
        bool asksConsumers = true;
        bool isBegun = false, isWhole = false;
        qint64 seen = 0, stale = 0, poison = 0;
        std::optional<StreamId> oldest{};
        std::set<QByteArray> gone{}; ///< consumers that have not asked for anything for too long
        qint64 ofGone = 0; ///< entries they hold
        qint64 ofOthers = 0, othersSeen = 0, othersStale = 0;
    };

    [[nodiscard]] static bool isStream(const PolledKey &key) { return key.role->holds == Holds::Entries; }
    [[nodiscard]] bool isWanted(const Look &look) const;
    void readConsumers(Look &look, const Reply &reply) const;
    void readPending(Look &look, const Reply &reply);
    void finishLooks(Reading &reading);
    /// One key's stream, and how many come and go.
    struct Flow {
        std::size_t key = 0;
        bool isRead = false; ///< its groups, in this tick
        StreamFlow flow{};
    };
    [[nodiscard]] std::vector<StreamGroup> groupsOf(std::size_t key) const;
    void readFlows(ReplyCursor &replies, milliseconds now);
    void showFlow(Reading &reading) const;
    [[nodiscard]] qint64 page() const { return isThorough() ? pageOfThorough : pageOfPending; }

    QByteArray m_group; ///< empty: all
    std::optional<milliseconds> m_staleAfter;
    std::optional<qint64> m_maxDeliveries;
    std::vector<Group> m_groups;
    std::vector<Look> m_looks;
    std::vector<Flow> m_flows; ///< of each key of the stream
    bool m_isCapped = false; ///< there are more groups than are looked at
    bool m_isRead = false; ///< there was a head
    bool m_isOld = false;
    qint64 m_looked = 0; ///< pending entries in this head
};

void StreamCollector::keysChanged(const KeyOrigins &origins)
{
    keepParts(m_flows, origins);
    for (const std::size_t key : keysOf(L1("stream"))) {
        if (std::ranges::find(m_flows, key, &Flow::key) == m_flows.end()) {
            m_flows.push_back({key});
        }
    }
    std::ranges::sort(m_flows, {}, &Flow::key);
    m_groups.clear();
    m_looks.clear();
    m_isRead = m_isOld = m_isCapped = false;
}

void StreamCollector::appendKindCounts(CountSegment &counts, const PolledKey &key, milliseconds /*now*/)
{
    if (isStream(key)) {
        counts.add({"XINFO", "GROUPS", key.key});
    }
}

void StreamCollector::readKindCounts(const PolledKey &key, ReplyCursor &replies, Reading &reading)
{
    if (!isStream(key)) {
        return;
    }
    const auto index = static_cast<std::size_t>(&key - keys().data());
    if (index == 0) {
        m_groups.clear();
        for (const Figure figure : {Groups, Consumers, Lag, Pending}) {
            reading.figures[figure] = 0;
        }
    }
    const Reply &reply = replies.next();
    const auto flow = std::ranges::find(m_flows, index, &Flow::key);
    flow->isRead = !reply.isError();
    if (reply.isError()) {
        flow->flow.restart();
    }
    if (reply.isError() && !isNoStream(reply)) {
        for (const Figure figure : {Groups, Consumers, Lag, Pending}) {
            reading.figures[figure] = unknownFigure;
            reading.fail(figure, errorOf(key, reply));
        }
        return;
    }
    bool isFound = m_group.isEmpty() || reply.isError(); // of a stream that is not there yet none is missed
    for (StreamGroup &group : groupsIn(reply)) {
        if (!m_group.isEmpty() && group.name != m_group) {
            continue;
        }
        isFound = true;
        reading.figures[Groups] += 1;
        reading.figures[Consumers] += static_cast<double>(group.consumers);
        reading.figures[Pending] += static_cast<double>(group.pending);
        reading.figures[Lag] += group.lag ? static_cast<double>(*group.lag) : unknownFigure;
        m_groups.push_back({index, std::move(group)});
    }
    if (flow->isRead) {
        flow->flow.glance(groupsOf(index));
    }
    for (const Figure figure : {Consumers, Lag, Pending}) {
        if (!isFound) {
            reading.figures[figure] = unknownFigure;
            reading.fail(figure,
                         {ErrorKind::Invalid,
                          QCoreApplication::translate("browse", "%1 has no group %2")
                              .arg(printable(key.key), printable(m_group))});
        }
    }
}

int StreamCollector::kindHeadCost() const
{
    // Consumers and pending entries of each group.
    return std::max<int>(1, static_cast<int>(m_flows.size() + 2 * std::min(m_groups.size(), mostGroups)));
}

std::vector<StreamGroup> StreamCollector::groupsOf(std::size_t key) const
{
    std::vector<StreamGroup> groups;
    for (const Group &group : m_groups) {
        if (group.key == key) {
            groups.push_back(group.said);
        }
    }
    return groups;
}

void StreamCollector::appendKindHead(Pipeline &pipeline, milliseconds /*now*/)
{
    for (const Flow &flow : m_flows) {
        pipeline.add({"XINFO", "STREAM", keys()[flow.key].key});
    }
}

void StreamCollector::readFlows(ReplyCursor &replies, milliseconds now)
{
    for (Flow &flow : m_flows) {
        const Reply &reply = replies.next();
        if (reply.isError() && !isNoStream(reply)) {
            failHead(AddedPerMinute, errorOf(keys()[flow.key], reply));
        }
        flow.flow.look(now, flow.isRead ? countersIn(reply) : std::nullopt, groupsOf(flow.key));
    }
}

void StreamCollector::showFlow(Reading &reading) const
{
    bool isAtLeast = false;
    double added = 0;
    double acknowledged = 0;
    for (const auto &[key, isRead, flow] : m_flows) {
        added += flow.addedPerMinute();
        acknowledged += flow.acknowledgedPerMinute();
        isAtLeast = isAtLeast || flow.isAddedAtLeast(reading.now);
    }
    reading.figures[AddedPerMinute] = added;
    reading.figures[AcknowledgedPerMinute] = acknowledged;
    if (isAtLeast && isKnown(added)) {
        reading.setAtLeast(AddedPerMinute);
    }
}

void StreamCollector::startRates(Reading &reading)
{
    for (Flow &flow : m_flows) {
        flow.flow.leaveOut();
    }
    showFlow(reading);
}

void StreamCollector::readKindHead(ReplyCursor &replies, milliseconds now)
{
    readFlows(replies, now);
    m_looks.clear();
    m_looked = 0;
    m_isCapped = false;
    for (const Group &group : m_groups) {
        if (group.said.pending == 0) {
            continue;
        }
        m_isCapped = m_isCapped || m_looks.size() == mostGroups;
        if (m_looks.size() < mostGroups) {
            Look &look = m_looks.emplace_back();
            look.key = group.key;
            look.group = group.said.name;
            look.asksConsumers = group.said.consumers <= mostConsumers;
        }
    }
    auto head = std::make_shared<Head>();
    head->readAt = now;
    setHead(std::move(head));
    m_isRead = true;
    m_isOld = false;
}

bool StreamCollector::isWanted(const Look &look) const
{
    if (look.isWhole) {
        return false;
    }
    // The first page tells the oldest; more only who counts.
    return !look.isBegun || ((m_staleAfter || m_maxDeliveries) && (isThorough() || m_looked < mostPending));
}

void StreamCollector::appendFollowUp(Pipeline &pipeline, milliseconds /*now*/)
{
    for (const Look &look : m_looks) {
        if (!isWanted(look)) {
            continue;
        }
        const QByteArray &key = keys()[look.key].key;
        if (!look.isBegun && look.asksConsumers) {
            pipeline.add({"XINFO", "CONSUMERS", key, look.group});
        }
        pipeline.add({"XPENDING", key, look.group, look.isBegun ? '(' + look.last : QByteArray("-"), "+",
                      QByteArray::number(page())});
    }
}

void StreamCollector::readFollowUp(ReplyCursor &replies, milliseconds /*now*/)
{
    std::vector<Look *> asked; // all of them before one is read: what is wanted depends on how much was looked at
    for (Look &look : m_looks) {
        if (isWanted(look)) {
            asked.push_back(&look);
        }
    }
    for (Look *look : asked) {
        if (!look->isBegun && look->asksConsumers) {
            readConsumers(*look, replies.next());
        }
        readPending(*look, replies.next());
    }
}

void StreamCollector::readConsumers(Look &look, const Reply &reply) const
{
    // Without them, as where this user may not ask, entries are counted one by one.
    for (const StreamConsumer &consumer : consumersIn(reply)) {
        const bool isGone = m_staleAfter && consumer.idle > *m_staleAfter;
        (isGone ? look.ofGone : look.ofOthers) += consumer.pending;
        if (isGone) {
            look.gone.insert(consumer.name);
        }
    }
}

void StreamCollector::readPending(Look &look, const Reply &reply)
{
    if (reply.isError()) {
        look.isBegun = look.isWhole = true;
        if (!isNoGroup(reply)) { // it went meanwhile
            for (const Figure figure : {Stale, Poison, OldestPendingMs}) {
                failHead(figure, errorOf(keys()[look.key], reply));
            }
        }
        return;
    }
    const std::vector<PendingEntry> entries = pendingIn(reply);
    for (const PendingEntry &entry : entries) {
        const bool isStale = m_staleAfter && entry.idle > *m_staleAfter;
        const bool isOther = !look.gone.contains(entry.consumer);
        look.stale += isStale ? 1 : 0;
        look.othersSeen += isOther ? 1 : 0;
        look.othersStale += isOther && isStale ? 1 : 0;
        look.poison += m_maxDeliveries && entry.deliveries > *m_maxDeliveries ? 1 : 0;
    }
    if (!look.isBegun && !entries.empty()) {
        look.oldest = StreamId::parse(entries.front().id);
    }
    look.isBegun = true;
    look.isWhole = std::ssize(entries) < page();
    look.seen += std::ssize(entries);
    m_looked += std::ssize(entries);
    if (!entries.empty()) {
        look.last = entries.back().id;
    }
}

void StreamCollector::finishLooks(Reading &reading)
{
    bool isStaleAtLeast = m_isCapped;
    bool isPoisonAtLeast = m_isCapped;
    double stale = 0;
    double poison = 0;
    std::optional<StreamId> oldest;
    for (const Look &look : m_looks) {
        // All that one holds who is gone is stale; who is not holds few, as a rule all of which were seen.
        stale += static_cast<double>(look.isWhole ? look.stale : std::max(look.ofGone + look.othersStale, look.stale));
        isStaleAtLeast = isStaleAtLeast || (!look.isWhole && look.othersSeen < look.ofOthers);
        isStaleAtLeast = isStaleAtLeast || (!look.isWhole && look.ofGone + look.ofOthers == 0);
        poison += static_cast<double>(look.poison);
        isPoisonAtLeast = isPoisonAtLeast || !look.isWhole;
        if (look.oldest && (!oldest || *look.oldest < *oldest)) {
            oldest = look.oldest;
        }
    }
    const double pending = reading.figures[Pending];
    if (m_staleAfter) {
        reading.figures[Stale] = std::min(stale, pending);
        if (isStaleAtLeast) {
            reading.setAtLeast(Stale);
        }
        m_isOld = stale > pending;
    }
    if (m_maxDeliveries) {
        reading.figures[Poison] = std::min(poison, pending);
        if (isPoisonAtLeast) {
            reading.setAtLeast(Poison);
        }
    }
    const auto added = oldest ? oldest->addedAt() : std::nullopt;
    if (added) {
        reading.figures[OldestPendingMs] = static_cast<double>(std::max(milliseconds(0), reading.now - *added).count());
        if (m_isCapped) {
            reading.setAtLeast(OldestPendingMs);
        }
    }
}

void StreamCollector::finishKind(Reading &reading)
{
    showFlow(reading);
    const double pending = reading.figures[Pending];
    if (pending == 0) {
        reading.figures[Stale] = m_staleAfter ? 0 : unknownFigure;
        reading.figures[Poison] = m_maxDeliveries ? 0 : unknownFigure;
        m_looks.clear();
    } else if (m_isRead && isKnown(pending)) {
        m_isOld = m_looks.empty(); // there was none when the head was read
        if (!m_looks.empty()) {
            finishLooks(reading);
        }
    }
}

} // namespace

extern const Kind streamKind;
constinit const Kind streamKind{&info, &makeOf<StreamCollector>};

} // namespace plimsoll::redis
