// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/collector.h"
#include "redis/collections/framework.h"
#include "redis/collections/joboptions.h"
#include "redis/collections/jobrecord.h"
#include "redis/collections/keytypes.h"
#include "redis/collections/leases.h"
#include "redis/collections/overtime.h"
#include "redis/collections/processinglist.h"
#include "redis/collections/readyends.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>

namespace plimsoll::redis {

namespace queue {
namespace {

using L1 = QLatin1StringView;
using std::chrono::milliseconds;

constexpr std::array roles{
    RoleSpec{.id = L1(QT_TRANSLATE_NOOP("fields", "ready")),
             .types = ListKey,
             .required = true,
             .many = true,
             .help = QT_TRANSLATE_NOOP("kinds", "The list jobs wait on, or several from highest to lowest priority"),
             .holds = Holds::Ready,
             .consume = consumeId},
    RoleSpec{.id = L1(QT_TRANSLATE_NOOP("fields", "processing")),
             .types = ListKey | ZSetKey,
             .help = QT_TRANSLATE_NOOP("kinds", "Jobs being worked on: a list, or a sorted set by visibility deadline"),
             .holds = Holds::Processing,
             .score = ScoreIs::Deadline,
             .unit = unitId,
             .consume = consumeId},
    RoleSpec{.id = L1(QT_TRANSLATE_NOOP("fields", "delayed")),
             .types = ZSetKey,
             .help = QT_TRANSLATE_NOOP("kinds", "Jobs that wait for their time: a sorted set by due time"),
             .holds = Holds::Delayed,
             .score = ScoreIs::DueTime,
             .unit = unitId},
    deadRole,
    jobRole,
};

constexpr std::array options{
    consumeOption, staleAfterOption, maxAttemptsOption, fieldsOption, idOption, unitOption, redactOption,
};

constexpr std::array figures{
    FigureSpec{L1("ready"), QT_TRANSLATE_NOOP("figures", "ready"),
               QT_TRANSLATE_NOOP("figures", "Jobs that wait for a worker, over all priorities and shards.")},
    FigureSpec{L1("processing"), QT_TRANSLATE_NOOP("figures", "processing"),
               QT_TRANSLATE_NOOP("figures", "Jobs that a worker has taken and not finished.")},
    FigureSpec{L1("stale"), QT_TRANSLATE_NOOP("figures", "stale"),
               QT_TRANSLATE_NOOP("figures", "Jobs in processing past their deadline, or for longer than staleAfter."),
               Unit::Count, Means::Trouble},
    FigureSpec{L1("delayed"), QT_TRANSLATE_NOOP("figures", "delayed"),
               QT_TRANSLATE_NOOP("figures", "Jobs that wait for their time, those already due included.")},
    FigureSpec{L1("due"), QT_TRANSLATE_NOOP("figures", "due"),
               QT_TRANSLATE_NOOP("figures", "Delayed jobs whose time has come.")},
    deadFigure,
    FigureSpec{L1("oldestReadyMs"), QT_TRANSLATE_NOOP("figures", "oldest ready"),
               QT_TRANSLATE_NOOP("figures",
                                 "How long ago the oldest job was made, as its record says; without one, how long it "
                                 "has been seen waiting. Of "
                                 "a long list only both ends are read, so that it is at least that."),
               Unit::Duration, Means::Age},
    FigureSpec{L1("oldestProcessingMs"), QT_TRANSLATE_NOOP("figures", "oldest processing"),
               QT_TRANSLATE_NOOP("figures", "How long the longest-running job has been worked on."), Unit::Duration},
    FigureSpec{
        L1("growthPerMinute"), QT_TRANSLATE_NOOP("figures", "growth"),
        QT_TRANSLATE_NOOP(
            "figures", "Net change in ready jobs per minute, over the last five minutes, or since the trend turned."),
        Unit::PerMinute, Means::Growth},
    FigureSpec{L1("drainMs"), QT_TRANSLATE_NOOP("figures", "drain time"),
               QT_TRANSLATE_NOOP("figures", "Time until nothing is ready, at that net rate."), Unit::Duration},
};

// clang-format off
constexpr std::array sentence{
    Clause{0, L1("stale"), Clause::Positive, QT_TRANSLATE_NOOP("sentences", "{stale} stale, oldest claimed {oldestProcessingMs} ago")},
    Clause{0, L1("stale"), Clause::Positive, QT_TRANSLATE_NOOP("sentences", "{stale} stale")},
    Clause{0, L1("oldestProcessingMs"), Clause::Positive, QT_TRANSLATE_NOOP("sentences", "oldest claimed {oldestProcessingMs} ago"), {}, L1("stale")},
    Clause{1, L1("ready"), Clause::Zero, QT_TRANSLATE_NOOP("sentences", "nothing is waiting")},
    Clause{1, L1("growthPerMinute"), Clause::Telling, QT_TRANSLATE_NOOP("sentences", "ready grows {growthPerMinute}/min")},
    Clause{1, L1("drainMs"), Clause::Forecast, QT_TRANSLATE_NOOP("sentences", "empties in {drainMs}"), L1("stale")},
    Clause{2, L1("oldestReadyMs"), Clause::Positive, QT_TRANSLATE_NOOP("sentences", "oldest waits {oldestReadyMs}")},
    Clause{3, L1("due"), Clause::Positive, QT_TRANSLATE_NOOP("sentences", "{due} due")},
    Clause{4, L1("dead"), Clause::One, QT_TRANSLATE_NOOP("sentences", "1 dead letter")},
    Clause{4, L1("dead"), Clause::Several, QT_TRANSLATE_NOOP("sentences", "{dead} dead letters")}};
// clang-format on

constexpr KindInfo info{
    L1("queue"),
    QT_TRANSLATE_NOOP("kinds", "Queue"),
    QT_TRANSLATE_NOOP("kinds", "Queues"),
    QT_TRANSLATE_NOOP("kinds", "First in, first out work queue on lists, with or without a processing list"),
    roles,
    options,
    figures,
    sentence,
    0};

enum Figure : std::size_t {
    Ready,
    Processing,
    Stale,
    Delayed,
    Due,
    Dead,
    OldestReadyMs,
    OldestProcessingMs,
    GrowthPerMinute,
    DrainMs
};
static_assert(figures.size() == DrainMs + 1);

constexpr std::array sizes{SizeRule{L1("ready"), Ready}, SizeRule{L1("processing"), Processing},
                           SizeRule{L1("delayed"), Delayed}, SizeRule{L1("dead"), Dead}};

/// Reads the job that is next in each tier, the oldest jobs in processing, and their records.
class QueueCollector final : public Collector {
public:
    explicit QueueCollector(const CollectionDefinition &definition)
        : Collector(definition, sizes,
                    {{L1("processing"), Stale, {}, {.at = TimeEdge::At::Now, .exclusive = true}},
                     {L1("delayed"), Due, {}, {.at = TimeEdge::At::Now}}}),
          m_reader(definition, JobReader::Wanted::Times), m_consumeRight(definition.isOldestRight(roles.front())),
          m_staleAfter(definition.duration(staleAfterOption.id)),
          m_isDefault(!definition.defaultOf(staleAfterOption.id).isEmpty()), m_growth(definition.name),
          m_extra(definition, {Ready, Processing, Stale, Dead, OldestProcessingMs})
    {
        QueueCollector::sourcesChanged(definition); // in the constructor of the base it was that of the base
    }

    void appendFollowUp(Pipeline &pipeline, milliseconds now) override;
    void readFollowUp(ReplyCursor &replies, milliseconds now) override;
    void startRates(Reading &reading) override;
    void passTicks(const TicksPassed &passed) override;
    /// The keys of leases expire, a framework's further reads may be of anything, and a list of jobs in processing is
    /// read page by page.
    [[nodiscard]] bool isStillBetweenEdges() const override
    {
        return !m_lease && m_extra.isNone() && std::none_of(keys().begin(), keys().end(), [](const PolledKey &key) {
            return key.role->holds == Holds::Processing && key.type == ListKey && key.count != 0;
        });
    }

protected:
    [[nodiscard]] int kindHeadCost() const override;
    [[nodiscard]] milliseconds kindHeadWantedFrom() const override;
    void appendKindHead(Pipeline &pipeline, milliseconds now) override;
    void readKindHead(ReplyCursor &replies, milliseconds now) override;
    void finishKind(Reading &reading) override;
    void keysChanged(const KeyOrigins &origins) override;
    void sourcesChanged(const CollectionDefinition &definition) override;
    void appendKindCounts(CountSegment &counts, const PolledKey &key, milliseconds now) override;
    void readKindCounts(const PolledKey &key, ReplyCursor &replies, Reading &reading) override;

private:
    /// The job of a processing zset with the first deadline.
    struct Front {
        std::size_t key = 0;
        QByteArray print{}; ///< empty: nothing seen there
        JobStart start{};
        bool isRead = false; ///< since the key was last empty
    };
    struct Tier {
        std::size_t key = 0;
        std::unique_ptr<ReadyEnds> ends{}; ///< null: nothing known; most of many lists are empty

        [[nodiscard]] const ReadyEnds &jobs() const
        {
            static const ReadyEnds none;
            return ends == nullptr ? none : *ends;
        }
    };
    struct List {
        std::size_t key = 0;
        ProcessingList jobs;
        bool again = false; ///< a wider page is to be read in this tick
        std::optional<Leases> leases{}; ///< tell what is stale, in place of the ages of the jobs
    };
    /// Key whose size is the number of jobs in processing.
    struct Size {
        QByteArray key;
        KeyType type = ListKey;
    };
    /// A job whose record is requested in this round.
    struct Asked {
        Tier *tier = nullptr; ///< one of a ready list
        Front *front = nullptr;
        List *list = nullptr; ///< one of a processing list
        std::size_t index = 0; ///< among the jobs of tier or list
        QByteArray element;
        QByteArray id{};
        QByteArray recordKey; ///< empty: it has none
    };

    void noteFront(Front &front, const Reply &reply, const QByteArray &element, milliseconds now);
    [[nodiscard]] ReadyEnds::Next nextIn(const Tier &tier) const;
    void readTier(Tier &tier, std::span<const Reply> replies, milliseconds now, Head &head);
    void readList(List &list, std::span<const Reply> replies, milliseconds now);
    void release(List &list);
    void sortProcessing(); ///< follows the current types of its keys
    void ask(Asked asked, milliseconds now);
    void noteRecord(const Asked &asked, const Reply *replies, milliseconds now);
    void finishReady(Reading &reading);
    void finishProcessing(Reading &reading);
    /// The stale jobs of one list; NaN when not known.
    double finishList(Reading &reading, List &list, std::optional<JobStart> &oldest);
    void finishGrowth(Reading &reading);
    void takeErrors();

    JobReader m_reader;
    bool m_consumeRight;
    std::optional<milliseconds> m_staleAfter;
    bool m_isDefault; ///< the collection does not say after how long a job is stale
    std::vector<Tier> m_tiers;
    std::vector<Front> m_deadlines; ///< earliest deadlines of processing zsets
    std::vector<List> m_lists; ///< processing lists
    std::vector<Asked> m_asked;
    bool m_hasProcessing = false; ///< there is a key of that role
    Growth m_growth;
    // Only for presets.
    ExtraReads m_extra;
    std::optional<Size> m_size;
    std::optional<KeyTemplate> m_lease; ///< keys that exist while workers have the jobs of processing lists
};

void QueueCollector::sourcesChanged(const CollectionDefinition &definition)
{
    const auto firstOf = [&definition](Holds holds) {
        const RoleKeys *role = definition.role(holds);
        return role == nullptr || role->templates.empty() ? std::nullopt : std::optional(*role);
    };
    m_size.reset();
    m_lease.reset();
    if (const auto size = firstOf(Holds::Size)) {
        if (const Result<KeyTemplate> key = KeyTemplate::parse(size->templates.front())) {
            m_size = Size{key->expandOne({}, {}), static_cast<KeyType>(size->role->types)};
        }
    }
    if (const auto lease = firstOf(Holds::Lease)) {
        if (Result<KeyTemplate> key = KeyTemplate::parse(lease->templates.front())) {
            m_lease = *std::move(key);
        }
    }
}

void QueueCollector::appendKindCounts(CountSegment &counts, const PolledKey &key, milliseconds /*now*/)
{
    if (m_size && key.role->holds == Holds::Processing) {
        counts.add({specOf(m_size->type).size, m_size->key});
    }
    m_extra.appendCounts(counts, key);
}

void QueueCollector::readKindCounts(const PolledKey &key, ReplyCursor &replies, Reading &reading)
{
    if (m_size && key.role->holds == Holds::Processing) {
        const Reply &size = replies.next();
        if (size.isError()) {
            reading.fail(Processing, size.toError(m_size->key));
        }
        reading.figures[Processing] =
            size.type == Reply::Type::Integer ? static_cast<double>(size.integer) : unknownFigure;
    }
    m_extra.readCounts(key, replies, reading);
}

void QueueCollector::takeErrors()
{
    for (const auto &[figure, error] : m_extra.takeErrors()) {
        failHead(figure, error);
    }
}

void QueueCollector::keysChanged(const KeyOrigins &origins)
{
    m_asked.clear();
    keepParts(m_deadlines, origins);
    keepParts(m_lists, origins);
    keepParts(m_tiers, origins);
    m_hasProcessing = hasRole(L1("processing"));
    std::vector<Tier> known = std::exchange(m_tiers, {});
    auto next = known.begin();
    for (const std::size_t key : keysOf(L1("ready"))) {
        const bool isKnownKey = next != known.end() && next->key == key;
        m_tiers.push_back(isKnownKey ? std::move(*next++) : Tier{key, {}});
    }
}

int QueueCollector::kindHeadCost() const
{
    const int records = m_reader.hasRecord() ? JobReader::repliesPerRecord : 0;
    auto fronts = static_cast<int>(keysOf(L1("processing")).size()) * (1 + records);
    for (const std::size_t key : keysOf(L1("ready"))) {
        const double count = keys()[key].count;
        fronts += ReadyEnds::commands
            + records * static_cast<int>(std::min(isKnown(count) ? count : 0, 2.0 * ReadyEnds::most));
    }
    const double listed = std::min(countOf(L1("processing")), static_cast<double>(ProcessingList::mostElements));
    const int jobs = m_lists.empty() || !isKnown(listed) ? 0 : static_cast<int>(listed);
    const int leases = m_lease ? Leases::commands * static_cast<int>(m_lists.size()) : 0;
    return fronts + jobs * records + leases + m_extra.headCost();
}

milliseconds QueueCollector::kindHeadWantedFrom() const
{
    const auto isThere = [this](const auto &part) { return keys()[part.key].count > 0; };
    const auto wants = [](const List &list) { return !list.jobs.isRead() || list.jobs.wantsMore(); };
    const bool wanted = std::any_of(m_tiers.begin(), m_tiers.end(),
                                    [&](const Tier &tier) { return isThere(tier) && !tier.jobs().isRead(); })
        || std::any_of(m_deadlines.begin(), m_deadlines.end(),
                       [&](const Front &front) { return isThere(front) && !front.isRead; })
        || std::any_of(m_lists.begin(), m_lists.end(), [&](const List &list) { return isThere(list) && wants(list); });
    return wanted ? always : never;
}

void QueueCollector::appendKindHead(Pipeline &pipeline, milliseconds /*now*/)
{
    for (const Tier &tier : m_tiers) {
        tier.jobs().append(pipeline, keys()[tier.key].key, nextIn(tier));
    }
    sortProcessing();
    for (const Front &front : m_deadlines) {
        pipeline.add({"ZRANGE", keys()[front.key].key, "0", "0"});
    }
    for (List &list : m_lists) {
        list.jobs.append(pipeline, keys()[list.key].key, m_consumeRight);
        if (list.leases) {
            list.leases->appendHead(pipeline, keys()[list.key].key, m_consumeRight);
        }
    }
    m_extra.appendHead(pipeline);
}

void QueueCollector::sortProcessing()
{
    const auto isHere = [](std::size_t key) { return [key](const auto &other) { return other.key == key; }; };
    for (const std::size_t key : keysOf(L1("processing"))) {
        const bool zset = keys()[key].type == ZSetKey;
        if (zset) {
            std::erase_if(m_lists, isHere(key));
        } else {
            std::erase_if(m_deadlines, isHere(key));
        }
        if (zset && std::none_of(m_deadlines.begin(), m_deadlines.end(), isHere(key))) {
            m_deadlines.push_back({key, {}, {}, false});
        }
        if (!zset && std::none_of(m_lists.begin(), m_lists.end(), isHere(key))) {
            const QByteArrayView marks(keys()[key].role->marks);
            m_lists.push_back({key, {}, false, m_lease ? std::optional(Leases(*m_lease, marks)) : std::nullopt});
        }
    }
}

ReadyEnds::Next QueueCollector::nextIn(const Tier &tier) const
{
    return keys()[tier.key].type == ZSetKey ? ReadyEnds::Next::Lowest
        : m_consumeRight                    ? ReadyEnds::Next::Right
                                            : ReadyEnds::Next::Left;
}

void QueueCollector::readTier(Tier &tier, std::span<const Reply> replies, milliseconds now, Head &head)
{
    if (replies.front().isError()) {
        failHead(OldestReadyMs, errorOf(keys()[tier.key], replies.front()));
    }
    const PolledKey &key = keys()[tier.key];
    if (tier.ends == nullptr) {
        tier.ends = std::make_unique<ReadyEnds>();
    }
    const std::vector<QByteArray> jobs = tier.ends->read(replies, key.count, nextIn(tier), now, key.role->marks);
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        ask({&tier, nullptr, nullptr, i, jobs[i], {}, {}}, now);
    }
    if (!jobs.empty()) {
        head.elements.push_back({jobs.front(), unknownFigure});
    } else {
        tier.ends.reset();
    }
}

void QueueCollector::noteFront(Front &front, const Reply &reply, const QByteArray &element, milliseconds now)
{
    if (reply.isError()) {
        failHead(OldestProcessingMs, errorOf(keys()[front.key], reply));
    }
    if (reply.isError() || reply.isNil() || (reply.type == Reply::Type::Array && reply.elements.empty())) {
        front = {.key = front.key};
        return;
    }
    const QByteArray print = fingerprint(element);
    if (!front.isRead || print != front.print) {
        front = {front.key, print, {now, true}, true};
    }
}

void QueueCollector::readList(List &list, std::span<const Reply> replies, milliseconds now)
{
    if (replies.front().isError()) {
        list.jobs.clear();
        list.again = false;
        failHead(Stale, errorOf(keys()[list.key], replies.front()));
        failHead(OldestProcessingMs, errorOf(keys()[list.key], replies.front()));
        return;
    }
    list.again = list.jobs.read(replies, keys()[list.key].count, m_consumeRight, now);
    if (list.again) {
        return;
    }
    const auto elements = list.jobs.elements();
    bool hasJobs = false;
    for (std::size_t i = 0; i < elements.size(); ++i) {
        if (keys()[list.key].role->isMark(elements[i])) {
            list.jobs.setStarted(i, now); // no job: older than none
            continue;
        }
        ask({nullptr, nullptr, &list, i, elements[i], {}, {}}, now);
        hasJobs = true;
    }
    if (!m_reader.hasRecord() || !hasJobs) {
        release(list);
    }
}

void QueueCollector::release(List &list)
{
    list.jobs.release();
    list.again = isThorough() && list.jobs.wantsMore();
}

void QueueCollector::ask(Asked asked, milliseconds now)
{
    if (!m_reader.hasRecord()) {
        noteRecord(asked, nullptr, now);
        return;
    }
    asked.id = m_reader.idOf(asked.element);
    asked.recordKey = m_reader.recordKey(asked.id, now);
    const QByteArray owner =
        asked.front == nullptr ? QByteArray() : m_reader.ownerOf(keys()[asked.front->key].key, asked.element);
    m_asked.push_back(asked);
    if (!owner.isEmpty()) { // one of the two has a record
        asked.id = owner;
        asked.recordKey = m_reader.recordKey(owner, now);
        m_asked.push_back(std::move(asked));
    }
}

void QueueCollector::noteRecord(const Asked &asked, const Reply *replies, milliseconds now)
{
    Element job;
    job.element = asked.element;
    m_reader.fill(job, replies, now);
    const bool ready = asked.tier != nullptr;
    const std::optional<milliseconds> time = ready ? job.createdAt : job.startedAt;
    if (ready) {
        asked.tier->ends->setCreated(asked.index, time, asked.element);
    } else if (time && asked.front != nullptr) {
        asked.front->start = {*time, false};
    } else if (time) {
        asked.list->jobs.setStarted(asked.index, *time);
    }
    const std::optional<Error> error =
        replies == nullptr ? std::nullopt : JobReader::recordError(replies, asked.recordKey);
    for (const Figure figure : {ready ? OldestReadyMs : OldestProcessingMs, Stale}) {
        if (error && (figure != Stale || asked.list != nullptr)) { // of a list the records alone tell
            failHead(figure, *error);
        }
    }
}

void QueueCollector::readKindHead(ReplyCursor &replies, milliseconds now)
{
    m_asked.clear();
    auto head = std::make_shared<Head>();
    head->readAt = now;
    for (Tier &tier : m_tiers) {
        readTier(tier, replies.take(tier.jobs().replies()), now, *head);
    }
    for (Front &front : m_deadlines) {
        const Reply &reply = replies.next();
        const QByteArray element = reply.elements.empty() ? QByteArray() : reply.elements.front().bytes;
        noteFront(front, reply, element, now);
        if (front.isRead) {
            ask({nullptr, &front, nullptr, 0, element, {}, {}}, now);
        }
    }
    for (List &list : m_lists) {
        list.again = false;
        readList(list, replies.take(list.jobs.replies()), now);
        if (list.leases) {
            list.leases->readHead(replies.next());
        }
    }
    m_extra.readHead(replies, now);
    takeErrors();
    setHead(std::move(head));
}

void QueueCollector::appendFollowUp(Pipeline &pipeline, milliseconds now)
{
    for (const Asked &asked : m_asked) {
        m_reader.appendRead(pipeline, asked.recordKey, asked.id);
    }
    for (List &list : m_lists) {
        if (list.again) {
            list.jobs.append(pipeline, keys()[list.key].key, m_consumeRight);
        }
        if (list.leases) {
            list.leases->appendFollowUp(pipeline, keys()[list.key].key, m_consumeRight);
        }
    }
    m_extra.appendFollowUp(pipeline, now);
}

void QueueCollector::readFollowUp(ReplyCursor &replies, milliseconds now)
{
    const std::vector<Asked> asked = std::exchange(m_asked, {});
    for (const Asked &job : asked) {
        noteRecord(job, replies.take(JobReader::repliesPerRecord).data(), now);
    }
    for (List &list : m_lists) {
        if (list.again) {
            readList(list, replies.take(list.jobs.replies()), now);
        } else if (std::any_of(asked.begin(), asked.end(), [&list](const Asked &job) { return job.list == &list; })) {
            release(list);
        }
        if (list.leases) {
            if (const std::optional<Reply> wrong = list.leases->readFollowUp(replies)) {
                failHead(Stale, wrong->toError({}));
            }
        }
    }
    m_extra.readFollowUp(replies, now);
    takeErrors();
}

void QueueCollector::finishReady(Reading &reading)
{
    std::optional<JobStart> oldest;
    bool allRead = true;
    for (Tier &tier : m_tiers) {
        if (keys()[tier.key].count == 0) {
            tier.ends.reset();
        } else if (!tier.jobs().isRead()) {
            allRead = false;
        } else {
            const JobStart start = tier.ends->oldest(reading.now);
            keepEarlier(oldest, start);
            if (start.moves && m_tiers.size() > 1) { // another tier's may become the oldest
                reading.rest.end();
            }
        }
    }
    if (oldest && !allRead) {
        oldest->observed = true;
    }
    setAge(reading, OldestReadyMs, oldest);
    if (reading.figures[Ready] == 0) {
        reading.note(OldestReadyMs, FigureNote::Absent);
    }
}

double QueueCollector::finishList(Reading &reading, List &list, std::optional<JobStart> &oldest)
{
    const double count = keys()[list.key].count;
    if (count == 0) {
        list.jobs.noteEmpty(reading.now);
    }
    list.jobs.noteCount(count);
    double stale = count == 0 ? 0 : unknownFigure;
    if (list.leases) {
        stale = list.leases->without(count);
        if (list.leases->mayBeMore(count)) {
            reading.setAtLeast(Stale);
        }
    } else if (list.jobs.isRead() && m_staleAfter) {
        const milliseconds before = reading.now - *m_staleAfter;
        stale = std::min(count, list.jobs.startedBefore(before));
        if (list.jobs.mayBeMore(before) && stale < count) {
            reading.setAtLeast(Stale, list.jobs.wantsMore());
            if (list.jobs.wantsMore()) {
                reading.note(Stale, FigureNote::NotYet);
            }
        }
        if (list.jobs.isObservedBefore(before)) { // told as a lower bound, as their age is
            reading.setAtLeast(Stale);
        }
    }
    if (const std::optional<JobStart> first = list.jobs.oldest(); first && list.jobs.isRead()) {
        keepEarlier(oldest, *first);
    }
    return stale;
}

void QueueCollector::finishProcessing(Reading &reading)
{
    if (!m_hasProcessing) {
        return;
    }
    sortProcessing();
    std::optional<JobStart> oldest;
    for (Front &front : m_deadlines) {
        if (keys()[front.key].count == 0) {
            front = {.key = front.key};
        } else if (front.isRead) {
            keepEarlier(oldest, front.start);
        }
    }
    if (!m_lists.empty()) {
        double stale = m_deadlines.empty() ? 0 : reading.figures[Stale];
        for (List &list : m_lists) {
            stale += finishList(reading, list, oldest);
        }
        reading.figures[Stale] = stale;
        if (m_isDefault && !m_lease) {
            reading.defaults.emplace_back(Stale, staleAfterOption.id);
        }
    }
    setAge(reading, OldestProcessingMs, oldest);
    if (reading.figures[Processing] == 0) {
        reading.note(OldestProcessingMs, FigureNote::Absent);
    }
    if (!m_staleAfter && !m_lease && isKnown(reading.figures[Processing])) {
        reading.note(Stale, FigureNote::Absent); // no job is stale
    }
}

void QueueCollector::finishGrowth(Reading &reading)
{
    const double ready = reading.figures[Ready];
    m_growth.add(reading.now, ready);
    reading.rate = m_growth.rate();
    const double rate = reading.rate->perMinute;
    reading.figures[GrowthPerMinute] = rate;
    if (ready == 0 && rate <= 0) {
        reading.figures[DrainMs] = 0;
    } else if (ready > 0 && rate < 0) { // at the net rate, steady or not; what the window foretells asks for more
        reading.figures[DrainMs] = std::round(ready / -rate * 60'000.0);
    }
    if (isKnown(ready) && !isKnown(rate)) {
        reading.note(GrowthPerMinute, FigureNote::NotYet);
    }
    if (isKnown(ready) && !isKnown(reading.figures[DrainMs])) {
        reading.note(DrainMs,
                     !isKnown(rate)  ? FigureNote::NotYet
                         : ready > 0 ? FigureNote::Never // it does not shrink
                                     : FigureNote::Absent);
    }
}

void QueueCollector::startRates(Reading &reading)
{
    m_growth.startAnew(reading.now);
    reading.figures[DrainMs] = unknownFigure;
    finishGrowth(reading);
}

void QueueCollector::passTicks(const TicksPassed &passed)
{
    m_growth.hold(passed);
    for (List &list : m_lists) {
        if (keys()[list.key].count == 0) {
            list.jobs.noteEmpty(passed.until);
        }
    }
}

void QueueCollector::finishKind(Reading &reading)
{
    finishReady(reading);
    finishProcessing(reading);
    m_extra.finish(reading);
    finishGrowth(reading);
    if (isKnown(reading.figures[Ready]) && isStillBetweenEdges()) {
        reading.rest.begin();
        reading.rest.endAt(m_growth.changesAt());
    }
}

} // namespace
} // namespace queue

extern const Kind queueKind;
constinit const Kind queueKind{&queue::info, &makeOf<queue::QueueCollector>};

} // namespace plimsoll::redis
