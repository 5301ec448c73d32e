// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/collector.h"
#include "redis/collections/joboptions.h"
#include "redis/collections/streamflow.h"
#include "redis/collections/streamreplies.h"
#include "redis/types/printable.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

namespace plimsoll::redis {

namespace stream {
namespace {

using L1 = QLatin1StringView;
using std::chrono::milliseconds;

constexpr std::array roles{
    RoleSpec{.id = L1(QT_TRANSLATE_NOOP("fields", "stream")),
             .types = StreamKey,
             .required = true,
             .help = QT_TRANSLATE_NOOP("kinds", "The entries that consumer groups read and acknowledge"),
             .holds = Holds::Entries},
    RoleSpec{.id = deadRole.id,
             .types = StreamKey,
             .help = QT_TRANSLATE_NOOP("kinds", "A stream for dead-lettered entries"),
             .holds = Holds::Dead},
};

constexpr std::array options{
    OptionSpec{L1(QT_TRANSLATE_NOOP("fields", "group")),
               OptionType::Text,
               {},
               nullptr,
               QT_TRANSLATE_NOOP("kinds", "The only consumer group to watch; all of them if not set")},
    OptionSpec{staleAfterOption.id,
               OptionType::Duration,
               {},
               "60s",
               QT_TRANSLATE_NOOP("kinds", "A pending entry that was delivered longer ago than this is stale"),
               nullptr,
               true},
    OptionSpec{L1(QT_TRANSLATE_NOOP("fields", "maxDeliveries")),
               OptionType::Integer,
               {},
               "5",
               QT_TRANSLATE_NOOP("kinds", "A pending entry that was delivered more often than this is poison"),
               nullptr,
               true},
    redactOption,
};

constexpr std::array figures{
    FigureSpec{L1("length"), QT_TRANSLATE_NOOP("figures", "length"),
               QT_TRANSLATE_NOOP("figures", "Entries in the stream, read or unread.")},
    FigureSpec{L1("groups"), QT_TRANSLATE_NOOP("figures", "groups"),
               QT_TRANSLATE_NOOP("figures", "Consumer groups that read the stream.")},
    FigureSpec{L1("consumers"), QT_TRANSLATE_NOOP("figures", "consumers"),
               QT_TRANSLATE_NOOP("figures", "Consumers in those groups.")},
    FigureSpec{L1("lag"), QT_TRANSLATE_NOOP("figures", "lag"),
               QT_TRANSLATE_NOOP("figures",
                                 "Entries not yet delivered, summed over all groups; unknown where the server lost "
                                 "count, for example after entries were deleted in the middle.")},
    FigureSpec{L1("pending"), QT_TRANSLATE_NOOP("figures", "pending"),
               QT_TRANSLATE_NOOP("figures", "Entries delivered but not yet acknowledged.")},
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
                                 "Entries added per minute, averaged over the last five minutes, by the server's own "
                                 "counter (entries-added), without operations of this window. Before Redis 7, which "
                                 "has no such counter, a lower bound: how much the stream grew."),
               Unit::Frequency},
    FigureSpec{
        L1("acknowledgedPerMinute"), QT_TRANSLATE_NOOP("figures", "acknowledged"),
        QT_TRANSLATE_NOOP(
            "figures",
            "Entries acknowledged per minute by all groups together, averaged over the last five minutes: entries read "
            "(entries-read) minus pending entries, without trimmed or deleted ones and operations of this window. "
            "Redis 8 and Valkey 8 count an entry that was trimmed before it was read as read."),
        Unit::Frequency},
};

// clang-format off
constexpr std::array sentence{
    Clause{0, L1("stale"), Clause::One, QT_TRANSLATE_NOOP("sentences", "1 entry is stale")},
    Clause{0, L1("stale"), Clause::Several, QT_TRANSLATE_NOOP("sentences", "{stale} entries are stale")},
    Clause{1, {}, Clause::Silent, nullptr, {}, L1("stale")},
    Clause{2, L1("poison"), Clause::Positive, QT_TRANSLATE_NOOP("sentences", "{poison} poison")},
    Clause{3, L1("groups"), Clause::Zero, QT_TRANSLATE_NOOP("sentences", "no group reads it")},
    Clause{3, L1("lag"), Clause::Positive, QT_TRANSLATE_NOOP("sentences", "{lag} still to be read by its groups")},
    Clause{3, L1("lag"), Clause::Zero, QT_TRANSLATE_NOOP("sentences", "everything has been read")},
    Clause{4, L1("pending"), Clause::Positive, QT_TRANSLATE_NOOP("sentences", "{pending} pending")}};
// clang-format on

constexpr KindInfo info{L1("stream"),
                        QT_TRANSLATE_NOOP("kinds", "Stream"),
                        QT_TRANSLATE_NOOP("kinds", "Streams"),
                        QT_TRANSLATE_NOOP("kinds", "Entries that consumer groups read and acknowledge"),
                        roles,
                        options,
                        figures,
                        sentence};

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

// XPENDING with these counts takes the server far less than a millisecond; it begins with the oldest ids.
constexpr qint64 pageOfPending = 500;
constexpr qint64 pageOfThorough = 1'000;
constexpr qint64 mostPending = 2'000; ///< entries per head; the next head resumes behind them
constexpr std::size_t mostGroups = 32; ///< groups per head whose pending entries are read
constexpr milliseconds removedFor = std::chrono::hours(1); ///< time for which a removed group is told
constexpr std::size_t mostNamed = 3; ///< removed groups named in a sentence

/// Reads the groups of the stream with every tick. Its head reads the entries added in total, the consumers of each
/// group and a bounded number of pending entries, resuming where the previous head ended. A complete pass yields the
/// stale and poison counts until the next one completes. All entries of a consumer idle for too long are stale, as
/// none can have been delivered after its last command.
class StreamCollector final : public Collector {
public:
    explicit StreamCollector(const CollectionDefinition &definition)
        : Collector(definition, sizes, {}), m_group(definition.text(L1("group")).toUtf8()),
          m_staleAfter(definition.duration(L1("staleAfter"))), m_maxDeliveries(definition.integer(L1("maxDeliveries")))
    {
        for (const auto &[figure, option] : {std::pair(Stale, L1("staleAfter")), {Poison, L1("maxDeliveries")}}) {
            if (!definition.defaultOf(option).isEmpty()) {
                m_defaults.emplace_back(figure, option);
            }
        }
    }

    void startRates(Reading &reading) override;
    /// The server tells of no change when a consumer takes or acknowledges entries.
    [[nodiscard]] bool isStillBetweenEdges() const override { return false; }
    [[nodiscard]] const char *whyUnknown(int figure) const override
    {
        return figure == Lag ? QT_TRANSLATE_NOOP("problems", "the server lost count") : Collector::whyUnknown(figure);
    }

protected:
    void appendKindCounts(CountSegment &counts, const PolledKey &key, milliseconds now) override;
    void readKindCounts(const PolledKey &key, ReplyCursor &replies, Reading &reading) override;
    [[nodiscard]] int kindHeadCost() const override;
    [[nodiscard]] milliseconds kindHeadWantedFrom() const override;
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
    /// One pass through the pending entries of a group, from the oldest id on.
    struct Pass {
        qint64 poison = 0;
        struct Counts {
            qint64 seen = 0, stale = 0;
        };
        std::map<QByteArray, Counts> consumers{}; ///< counts per consumer name
        int heads = 0; ///< number of heads it took
        bool isWhole = false; ///< the pass is complete
    };
    /// Progress in one group's pending entries.
    struct Look {
        QByteArray last{}; ///< id of the last entry read; empty: the pass begins with the oldest
        Pass under{}; ///< current pass, or the one that ended with the last head
        std::optional<Pass> before{}; ///< last complete pass
        std::optional<StreamId> oldest{};
        struct Consumer {
            qint64 pending = 0;
            bool isGone = false; ///< idle for too long
        };
        std::map<QByteArray, Consumer> consumers{}; ///< consumers in the last head; empty: unknown
        std::optional<Head::Silent> silent{}; ///< the dead one that holds the most entries
        bool asksConsumers = true;
        bool isBegun = false, isDone = false; ///< begun or done in this head
    };
    using LookKey = std::pair<std::size_t, QByteArray>; ///< index of the key, name of the group

    [[nodiscard]] static bool isStream(const PolledKey &key) { return key.role->holds == Holds::Entries; }
    [[nodiscard]] bool countsPending() const { return m_staleAfter || m_maxDeliveries; }
    [[nodiscard]] bool isWanted(const Look &look) const;
    /// True if the requested page does not begin with the oldest entry.
    [[nodiscard]] bool asksOldest(const Look &look) const
    {
        return !look.isBegun && (!look.last.isEmpty() || !countsPending());
    }
    void openLooks();
    void readConsumers(Look &look, const Reply &reply, milliseconds now) const;
    [[nodiscard]] std::optional<Head::Silent> silentOne() const;
    bool readOldest(const PolledKey &key, Look &look, const Reply &reply);
    void readPending(const PolledKey &key, Look &look, const Reply &reply);
    [[nodiscard]] static qint64 staleIn(const Look &look, const Pass &pass);
    [[nodiscard]] static bool hasSeenOthers(const Look &look);
    void finishLooks(Reading &reading);
    /// One key's stream, and how many come and go.
    struct Flow {
        std::size_t key = 0;
        bool isRead = false; ///< its groups, in this tick
        StreamFlow flow{};
        std::optional<milliseconds> oldest{}; ///< time of its first entry, in the last head
        std::vector<QByteArray> groups{}; ///< names, in the last tick in which the stream existed
        std::map<QByteArray, milliseconds> removed{}; ///< groups removed since, and when that was noticed
    };
    [[nodiscard]] std::vector<StreamGroup> groupsOf(std::size_t key) const;
    void noteRemoved(Flow &flow, milliseconds now) const;
    void tellRemoved(Reading &reading) const;
    void readFlows(ReplyCursor &replies, milliseconds now);
    void showFlow(Reading &reading) const;
    void checkAge(Reading &reading) const;
    [[nodiscard]] qint64 page() const { return isThorough() ? pageOfThorough : pageOfPending; }

    QByteArray m_group; ///< empty: all
    std::optional<milliseconds> m_staleAfter;
    std::optional<qint64> m_maxDeliveries;
    std::vector<std::pair<int, L1>> m_defaults; ///< figures that use the default of an option
    std::vector<Group> m_groups;
    std::map<LookKey, Look> m_looks; ///< one for each group with pending entries
    std::vector<std::map<LookKey, Look>::iterator> m_open; ///< looks of this head
    LookKey m_lastOpen; ///< last group of this head, if one head cannot read all
    std::vector<Flow> m_flows; ///< one for each key of the stream
    bool m_isRead = false; ///< a head was read
    bool m_isOld = false;
    qint64 m_looked = 0; ///< pending entries read in this head
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
    m_open.clear();
    m_isRead = m_isOld = false;
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
    bool isFound = m_group.isEmpty() || reply.isError(); // no group is missing while the stream does not exist
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
        noteRemoved(*flow, reading.now);
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

/// A stream that is deleted takes its groups along: that is told once it is there again without them.
void StreamCollector::noteRemoved(Flow &flow, milliseconds now) const
{
    std::vector<QByteArray> names;
    for (const Group &group : m_groups) {
        if (group.key == flow.key) {
            names.push_back(group.said.name);
            flow.removed.erase(group.said.name);
        }
    }
    std::erase_if(flow.removed, [now](const auto &group) { return now - group.second > removedFor; });
    for (const QByteArray &name : flow.groups == names ? std::vector<QByteArray>() : flow.groups) {
        if (std::ranges::find(names, name) == names.end()) {
            flow.removed.emplace(name, now);
        }
    }
    flow.groups = std::move(names);
}

void StreamCollector::tellRemoved(Reading &reading) const
{
    QStringList names;
    for (const Flow &flow : m_flows) {
        for (const auto &[name, noticed] : flow.removed) {
            if (reading.now - noticed <= removedFor) { // also while the stream cannot be read
                names += printable(name, 40);
            }
        }
    }
    if (names.isEmpty() || !m_group.isEmpty()) { // the only group is an error while it is missing
        return;
    }
    const auto text = [](const char *words) { return QCoreApplication::translate("problems", words); };
    const qsizetype more = names.size() - static_cast<qsizetype>(mostNamed);
    const QString first = names.first(std::min<qsizetype>(names.size(), mostNamed)).join(QLatin1String(", "));
    const QString told = names.size() == 1 ? text(QT_TRANSLATE_NOOP("problems", "group %1 was removed")).arg(first)
        : more <= 0
        ? text(QT_TRANSLATE_NOOP("problems", "groups %1 were removed")).arg(first)
        : text(QT_TRANSLATE_NOOP("problems", "groups %1 and %2 more were removed")).arg(first, QString::number(more));
    reading.changes.push_back({Groups, State::Warning, told});
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
        const std::optional<StreamCounters> counters = countersIn(reply);
        flow.flow.look(now, flow.isRead ? counters : std::nullopt, groupsOf(flow.key));
        flow.oldest = counters && counters->first ? counters->first->addedAt() : std::nullopt;
    }
}

void StreamCollector::showFlow(Reading &reading) const
{
    bool isAtLeast = false;
    double added = 0;
    double acknowledged = 0;
    for (const Flow &each : m_flows) {
        added += each.flow.addedPerMinute();
        acknowledged += each.flow.acknowledgedPerMinute();
        isAtLeast = isAtLeast || each.flow.isAddedAtLeast(reading.now);
    }
    reading.figures[AddedPerMinute] = added;
    reading.figures[AcknowledgedPerMinute] = acknowledged;
    if (isAtLeast && isKnown(added)) {
        reading.setAtLeast(AddedPerMinute);
    }
    const bool isThere = std::ranges::any_of(m_flows, &Flow::isRead);
    const auto why = [](bool isAny) { return isAny ? FigureNote::NotYet : FigureNote::Absent; };
    reading.note(AddedPerMinute, why(isThere));
    reading.note(AcknowledgedPerMinute, why(isThere && reading.figures[Groups] > 0));
}

/// The first entry tells whether there is any beyond an age, not how many.
void StreamCollector::checkAge(Reading &reading) const
{
    reading.beyondBound = 0;
    for (const Flow &flow : m_flows) {
        const bool isEmpty = keys()[flow.key].count == 0;
        const bool isBeyond = flow.oldest && *flow.oldest < reading.now - *ageBound();
        reading.beyondBound += isEmpty ? 0 : !flow.oldest ? unknownFigure : isBeyond ? 1 : 0;
    }
}

void StreamCollector::startRates(Reading &reading)
{
    for (Flow &flow : m_flows) {
        flow.flow.leaveOut();
    }
    showFlow(reading);
}

milliseconds StreamCollector::kindHeadWantedFrom() const
{
    const auto isUnderWay = [](const auto &look) { return !look.second.under.isWhole; };
    return m_isOld || (countsPending() && std::ranges::any_of(m_looks, isUnderWay)) ? always : never;
}

/// Drops the looks of removed groups and opens those of the next groups, if one head cannot read all.
void StreamCollector::openLooks()
{
    std::map<LookKey, Look> looks;
    for (const Group &group : m_groups) {
        if (group.said.pending == 0) {
            continue;
        }
        const LookKey id(group.key, group.said.name);
        auto known = m_looks.extract(id);
        Look &look = known ? looks.insert(std::move(known)).position->second : looks[id];
        look.asksConsumers = group.said.consumers <= mostConsumers;
        look.isBegun = look.isDone = false;
    }
    m_looks = std::move(looks);
    m_open.clear();
    auto next = m_looks.upper_bound(m_lastOpen);
    while (m_open.size() < std::min(mostGroups, m_looks.size())) {
        next = next == m_looks.end() ? m_looks.begin() : next;
        m_open.push_back(next++);
    }
    if (!m_open.empty()) {
        m_lastOpen = m_open.back()->first;
    }
}

void StreamCollector::readKindHead(ReplyCursor &replies, milliseconds now)
{
    readFlows(replies, now);
    m_looked = 0;
    openLooks();
    auto head = std::make_shared<Head>();
    head->readAt = now;
    setHead(std::move(head));
    m_isRead = true;
    m_isOld = false;
}

bool StreamCollector::isWanted(const Look &look) const
{
    return !look.isDone && (!look.isBegun || isThorough() || m_looked < mostPending);
}

void StreamCollector::appendFollowUp(Pipeline &pipeline, milliseconds /*now*/)
{
    for (const auto &open : m_open) {
        const auto &[id, look] = *open;
        if (!isWanted(look)) {
            continue;
        }
        const QByteArray &key = keys()[id.first].key;
        if (!look.isBegun && look.asksConsumers) {
            pipeline.add({"XINFO", "CONSUMERS", key, id.second});
        }
        if (asksOldest(look)) {
            pipeline.add({"XPENDING", key, id.second, "-", "+", "1"});
        }
        if (countsPending()) {
            pipeline.add({"XPENDING", key, id.second, look.last.isEmpty() ? QByteArray("-") : '(' + look.last, "+",
                          QByteArray::number(page())});
        }
    }
}

void StreamCollector::readFollowUp(ReplyCursor &replies, milliseconds now)
{
    std::vector<std::pair<const PolledKey *, Look *>> asked; // all of them before one is read: what is wanted depends
                                                             // on how much was looked at
    for (const auto &open : m_open) {
        if (isWanted(open->second)) {
            asked.emplace_back(&keys()[open->first.first], &open->second);
        }
    }
    for (const auto &[key, look] : asked) {
        if (!look->isBegun && look->asksConsumers) {
            readConsumers(*look, replies.next(), now);
        }
        if (asksOldest(*look)) {
            look->isDone = !readOldest(*key, *look, replies.next()) || !countsPending();
        }
        if (countsPending()) {
            readPending(*key, *look, replies.next());
        }
        look->isBegun = true;
    }
    setHead(std::make_shared<const Head>(Head{now, {}, silentOne()}));
}

std::optional<Head::Silent> StreamCollector::silentOne() const
{
    std::optional<Head::Silent> most;
    for (const auto &[id, look] : m_looks) {
        if (look.silent && (!most || look.silent->pending > most->pending)) {
            most = look.silent;
        }
    }
    return most;
}

void StreamCollector::readConsumers(Look &look, const Reply &reply, milliseconds now) const
{
    // Without them, as where this user may not ask, entries are counted one by one.
    look.consumers.clear();
    look.silent.reset();
    for (const StreamConsumer &consumer : consumersIn(reply)) {
        look.consumers[consumer.name] = {consumer.pending, m_staleAfter && consumer.idle > *m_staleAfter};
        if (consumer.isDead(m_staleAfter) && (!look.silent || consumer.pending > look.silent->pending)) {
            look.silent = {consumer.name, consumer.pending, now - consumer.idle};
        }
    }
}

/// False: it cannot be told.
bool StreamCollector::readOldest(const PolledKey &key, Look &look, const Reply &reply)
{
    if (reply.isError()) {
        if (!isNoGroup(reply)) { // it went meanwhile
            failHead(OldestPendingMs, errorOf(key, reply));
        }
        return false;
    }
    const std::vector<PendingEntry> entries = pendingIn(reply);
    look.oldest = entries.empty() ? std::nullopt : StreamId::parse(entries.front().id);
    return true;
}

void StreamCollector::readPending(const PolledKey &key, Look &look, const Reply &reply)
{
    if (reply.isError()) {
        look = {.asksConsumers = look.asksConsumers, .isDone = true};
        if (!isNoGroup(reply)) {
            for (const Figure figure : {Stale, Poison, OldestPendingMs}) {
                failHead(figure, errorOf(key, reply));
            }
        }
        return;
    }
    const std::vector<PendingEntry> entries = pendingIn(reply);
    Pass &pass = look.under;
    if (look.last.isEmpty()) {
        pass = {};
        look.oldest = entries.empty() ? std::nullopt : StreamId::parse(entries.front().id);
    }
    pass.heads += look.last.isEmpty() || !look.isBegun ? 1 : 0;
    for (const PendingEntry &entry : entries) {
        Pass::Counts &counts = pass.consumers[look.asksConsumers ? entry.consumer : QByteArray()];
        ++counts.seen;
        counts.stale += m_staleAfter && entry.idle > *m_staleAfter ? 1 : 0;
        pass.poison += m_maxDeliveries && entry.deliveries > *m_maxDeliveries ? 1 : 0;
    }
    m_looked += std::ssize(entries);
    look.last = entries.empty() ? QByteArray() : entries.back().id;
    if (std::ssize(entries) < page()) {
        pass.isWhole = look.isDone = true;
        look.before = pass;
        look.last.clear();
    }
}

/// All entries of an idle consumer are stale, unless the pass took a single head and so has just read every entry.
qint64 StreamCollector::staleIn(const Look &look, const Pass &pass)
{
    const bool isFresh = pass.isWhole && pass.heads == 1;
    qint64 stale = 0;
    for (const auto &[name, counts] : pass.consumers) {
        const auto consumer = look.consumers.find(name);
        const bool isGone = !isFresh && consumer != look.consumers.end() && consumer->second.isGone;
        stale += isGone ? 0 : counts.stale;
    }
    for (const auto &[name, consumer] : look.consumers) {
        stale += !isFresh && consumer.isGone ? consumer.pending : 0;
    }
    return stale;
}

/// True if all entries of active consumers were read; usually these hold few.
bool StreamCollector::hasSeenOthers(const Look &look)
{
    return !look.consumers.empty() && std::ranges::all_of(look.consumers, [&look](const auto &told) {
        const auto &[name, consumer] = told;
        const auto counts = look.under.consumers.find(name);
        return consumer.isGone || consumer.pending <= (counts == look.under.consumers.end() ? 0 : counts->second.seen);
    });
}

void StreamCollector::finishLooks(Reading &reading)
{
    bool isStaleAtLeast = false;
    bool isPoisonAtLeast = false;
    bool isOldestAtLeast = false;
    qint64 stale = 0;
    qint64 poison = 0;
    std::optional<StreamId> oldest;
    for (const auto &[id, look] : m_looks) {
        // More than the pass before found are known already, while it is not known how many more there are.
        const qint64 staleNow = staleIn(look, look.under);
        const qint64 staleBefore = look.before ? staleIn(look, *look.before) : -1;
        stale += std::max(staleNow, staleBefore);
        isStaleAtLeast = isStaleAtLeast || (staleNow > staleBefore && !look.under.isWhole && !hasSeenOthers(look));
        const qint64 poisonBefore = look.before ? look.before->poison : -1;
        poison += std::max(look.under.poison, poisonBefore);
        isPoisonAtLeast = isPoisonAtLeast || (look.under.poison > poisonBefore && !look.under.isWhole);
        isOldestAtLeast = isOldestAtLeast || !look.oldest;
        if (look.oldest && (!oldest || *look.oldest < *oldest)) {
            oldest = look.oldest;
        }
    }
    const double pending = reading.figures[Pending];
    const auto show = [&](Figure figure, qint64 found, bool isAtLeast) {
        reading.figures[figure] = std::min(static_cast<double>(found), pending);
        if (isAtLeast) {
            reading.setAtLeast(figure, true);
            reading.note(figure, FigureNote::NotYet); // the pass goes on with the next head
        }
    };
    if (m_staleAfter) {
        show(Stale, stale, isStaleAtLeast);
        m_isOld = static_cast<double>(stale) > pending;
    }
    if (m_maxDeliveries) {
        show(Poison, poison, isPoisonAtLeast);
    }
    const auto added = oldest ? oldest->addedAt() : std::nullopt;
    if (added) {
        reading.figures[OldestPendingMs] = static_cast<double>(std::max(milliseconds(0), reading.now - *added).count());
        if (isOldestAtLeast) {
            reading.setAtLeast(OldestPendingMs);
        }
    }
}

void StreamCollector::finishKind(Reading &reading)
{
    showFlow(reading);
    tellRemoved(reading);
    if (ageBound()) {
        checkAge(reading);
    }
    reading.defaults = m_defaults;
    const double pending = reading.figures[Pending];
    if (!m_staleAfter) {
        reading.note(Stale, FigureNote::Absent); // no entry is stale
    }
    if (!m_maxDeliveries) {
        reading.note(Poison, FigureNote::Absent);
    }
    if (pending == 0) {
        reading.figures[Stale] = m_staleAfter ? 0 : unknownFigure;
        reading.figures[Poison] = m_maxDeliveries ? 0 : unknownFigure;
        reading.note(OldestPendingMs, FigureNote::Absent);
        m_looks.clear();
        m_open.clear();
    } else if (m_isRead && isKnown(pending)) {
        m_isOld = m_looks.empty(); // there was none when the head was read
        if (!m_looks.empty()) {
            finishLooks(reading);
        }
    }
}

} // namespace
} // namespace stream

extern const Kind streamKind;
constinit const Kind streamKind{&stream::info, &makeOf<stream::StreamCollector>};

} // namespace plimsoll::redis
