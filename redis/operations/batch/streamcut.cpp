// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/batch/streamcut.h"

#include "redis/collections/streamreplies.h"
#include "redis/operations/batch/costs.h"
#include "redis/operations/plan/planning.h"
#include "redis/operations/journal/words.h"
#include "redis/types/printable.h"

#include <algorithm>
#include <limits>

namespace plimsoll::redis::planning {

namespace {

using L1 = QLatin1StringView;
using std::chrono::milliseconds;

/// Maximum number of entries read for one plan: about a second of the server's time, in commands below a millisecond.
constexpr qint64 mostWalked = 500'000;
constexpr qint64 mostWalkedBytes = 64LL * 1024 * 1024;

/// Cut of a stream: first id that stays, and number of entries before it.
struct CutAt {
    QByteArray stays;
    qint64 count = 0;
    bool isCut = false; ///< the limit of a walk ended the count early
};

/// Reads entries from one end, page by page; streams have no command that maps ids to places or back.
class Walk final {
public:
    Walk(const PlanSource &source, QByteArray key, bool fromNewest)
        : m_source(source), m_key(std::move(key)), m_fromNewest(fromNewest), m_next(fromNewest ? "+" : "-")
    {
    }

    /// Next entries, at most `most`; empty at the end.
    Result<std::vector<StreamEntry>> next(qint64 most)
    {
        Pipeline pipeline;
        const QByteArray count = QByteArray::number(std::min(most, m_size.next()));
        if (m_fromNewest) {
            pipeline.add({"XREVRANGE", m_key, m_next, "-", "COUNT", count});
        } else {
            pipeline.add({"XRANGE", m_key, m_next, "+", "COUNT", count});
        }
        const Result<std::vector<Reply>> replies = m_source.server.exchange(pipeline, m_source.stop);
        if (!replies) {
            return replies.error();
        }
        if (replies->front().isError()) {
            return replies->front().toError(m_key);
        }
        std::vector<StreamEntry> entries = entriesIn(replies->front());
        qint64 bytes = 0;
        for (const StreamEntry &entry : entries) {
            bytes += entry.bytes();
        }
        m_size.learn(std::ssize(entries), bytes);
        m_walked += std::ssize(entries);
        m_bytes += bytes;
        if (!entries.empty()) {
            m_next = '(' + entries.back().id;
        }
        return entries;
    }

    /// True if the limit for one plan is reached.
    [[nodiscard]] bool isTired() const { return m_walked >= mostWalked || m_bytes >= mostWalkedBytes; }

private:
    const PlanSource &m_source;
    QByteArray m_key;
    qint64 m_walked = 0, m_bytes = 0;
    bool m_fromNewest;
    QByteArray m_next;
    PageSize m_size{500, 256LL * 1024, 8, 4}; // an XRANGE of this size takes less than a millisecond
};

Result<qint64> lengthOf(const PlanSource &source, const QByteArray &key)
{
    const Result<Reply> length = source.server.command({"XLEN", key}, source.stop);
    return length ? Result<qint64>(length->integer) : length.error();
}

/// Cuts at most `most` entries, counted from the oldest, and none from `first` on. Entries that either limit keeps
/// stay, even if others trim meanwhile.
Result<CutAt> cutFromOldest(const PlanSource &source, const QByteArray &key, qint64 most, std::optional<StreamId> first)
{
    CutAt at{first ? first->text() : QByteArray(), 0, false};
    Walk walk(source, key, false);
    while (true) {
        const bool isTired = walk.isTired();
        const qint64 left = isTired ? 0 : most - at.count;
        const Result<std::vector<StreamEntry>> entries = walk.next(left + 1); // plus the next one, which stays
        if (!entries) {
            return entries.error();
        }
        for (std::size_t i = 0; i < entries->size(); ++i) {
            const auto id = StreamId::parse((*entries)[i].id);
            if (!id || (first && *id >= *first)) {
                return at;
            }
            if (qint64(i) == left) {
                at.stays = (*entries)[i].id;
                at.isCut = isTired;
                return at;
            }
            ++at.count;
            if (!first) {
                at.stays = id->next().text();
            }
        }
        if (entries->empty()) {
            return at;
        }
    }
}

/// Cuts all but the newest `keep` entries, counted from the newest; nullopt if those are too many to read.
Result<std::optional<CutAt>> cutFromNewest(const PlanSource &source, const QByteArray &key, qint64 keep)
{
    CutAt at;
    // The last entry read is the first that stays; if none stays, the id after the newest.
    qint64 left = std::max<qint64>(keep, 1);
    Walk walk(source, key, true);
    while (left > 0) {
        if (walk.isTired()) {
            return std::optional<CutAt>();
        }
        const Result<std::vector<StreamEntry>> entries = walk.next(left);
        if (!entries) {
            return entries.error();
        }
        if (entries->empty()) {
            break; // the stream became shorter
        }
        left -= std::ssize(*entries);
        at.stays = entries->back().id;
    }
    if (keep == 0) {
        const auto newest = StreamId::parse(at.stays);
        at.stays = newest ? newest->next().text() : QByteArray();
    }
    const Result<qint64> length = lengthOf(source, key); // includes entries added since
    if (!length) {
        return length.error();
    }
    at.count = at.stays.isEmpty() ? 0 : std::max<qint64>(0, *length - keep);
    return std::optional(at);
}

/// Cuts all but the newest `keep` entries, and at most `most`.
Result<CutAt> cutToKeep(const PlanSource &source, const QByteArray &key, qint64 keep, qint64 most)
{
    Result<qint64> length = lengthOf(source, key);
    if (length && keep < std::min(*length - keep, most)) {
        const Result<std::optional<CutAt>> at = cutFromNewest(source, key, keep);
        if (!at) {
            return at.error();
        }
        if (*at && (*at)->count <= most) {
            return **at;
        }
    }
    // Recompute if others trim meanwhile: the trimmed entries no longer count.
    for (qint64 goes = most; length && std::min(goes, *length - keep) > 0;) {
        goes = std::min(goes, *length - keep);
        Result<CutAt> at = cutFromOldest(source, key, goes, std::nullopt);
        length = at ? lengthOf(source, key) : Result<qint64>(at.error());
        if (length && *length - at->count >= keep) {
            return at;
        }
    }
    return length ? Result<CutAt>(CutAt{}) : length.error();
}

/// Number of entries before `stays` pending in the group; true if there may be more.
Result<std::pair<qint64, bool>> pendingBefore(const PlanSource &source, const QByteArray &key, const QByteArray &group,
                                              const QByteArray &stays)
{
    constexpr qint64 page = 1'000;
    constexpr qint64 most = 200'000;
    qint64 count = 0;
    for (QByteArray from = "-"; count < most;) {
        Pipeline pipeline;
        pipeline.add({"XPENDING", key, group, from, '(' + stays, QByteArray::number(page)});
        const Result<std::vector<Reply>> replies = source.server.exchange(pipeline, source.stop);
        if (!replies) {
            return replies.error();
        }
        if (replies->front().isError()) {
            return isNoGroup(replies->front()) ? Result(std::pair(count, false)) : replies->front().toError(key);
        }
        const std::vector<PendingEntry> entries = pendingIn(replies->front());
        count += std::ssize(entries);
        if (std::ssize(entries) < page) {
            return std::pair(count, false);
        }
        from = '(' + entries.back().id;
    }
    return std::pair(count, true);
}

/// Number of removed entries that the group has not read, from its lag, which counts the entries after its last read;
/// nullopt if unknown.
std::optional<qint64> unreadBefore(const StreamGroup &group, const CutAt &at, qint64 length)
{
    const auto last = StreamId::parse(group.lastDelivered);
    const auto stays = StreamId::parse(at.stays);
    if (last && stays && last->next() >= *stays) {
        return 0;
    }
    return group.lag ? std::optional(std::clamp<qint64>(*group.lag - (length - at.count), 0, at.count)) : std::nullopt;
}

/// Notes for the preview: which groups lose entries.
Outcome noteLosses(const PlanSource &source, const QByteArray &key, const CutAt &at, qint64 length, Plan &plan)
{
    Pipeline pipeline;
    pipeline.add({"XINFO", "GROUPS", key});
    const Result<std::vector<Reply>> replies = source.server.exchange(pipeline, source.stop);
    if (!replies) {
        return replies.error();
    }
    if (replies->front().isError()) {
        return replies->front().toError(key);
    }
    const std::vector<StreamGroup> groups = groupsIn(replies->front());
    if (groups.empty()) {
        addNote(plan, Words::tr("No group reads %1.").arg(printable(key, 200)));
    }
    std::optional<qint64> least; // upper bound of the entries unread by every group: those unread by the most advanced
                                 // one
    bool isLeastKnown = !groups.empty();
    bool areDone = true; // read and acknowledged by every group
    for (const StreamGroup &group : groups) {
        const std::optional<qint64> unread = unreadBefore(group, at, length);
        isLeastKnown = isLeastKnown && (unread || least == 0);
        least = unread ? std::optional(std::min(*unread, least.value_or(*unread))) : least;
        const Result<std::pair<qint64, bool>> pending = pendingBefore(source, key, group.name, at.stays);
        if (!pending) {
            return pending.error();
        }
        if (unread == 0 && pending->first == 0) {
            continue;
        }
        areDone = false;
        const QString unreadText = !unread ? Words::tr("how many of them it has not read is unknown")
                                           : Words::tr("%1 of them are unread").arg(*unread);
        const QString pendingText =
            (pending->second ? Words::tr("at least %1 are pending there") : Words::tr("%1 are pending there"))
                .arg(pending->first);
        addNote(plan, Words::tr("Group %1: %2, %3.").arg(printable(group.name, 200), unreadText, pendingText));
    }
    if (!groups.empty()) {
        addNote(plan,
                areDone             ? Words::tr("All groups have read them, and none is pending.")
                    : least == 0    ? Words::tr("At least one group has read all of them.")
                    : !isLeastKnown ? Words::tr("How many of them no group has read is unknown.")
                                    : Words::tr("No group has read %1 of them.").arg(*least));
    }
    return Done{};
}

Outcome trimKey(const PlanSource &source, const OperationRequest &request, const QByteArray &key,
                std::optional<qint64> keep, std::optional<milliseconds> olderThan, Plan &plan)
{
    const qint64 most =
        request.limit > 0 ? request.limit - plan.matched() : std::numeric_limits<qint64>::max() - 1; // plus one, to
                                                                                                     // detect more
    const auto before = [&] {
        return StreamId{static_cast<quint64>(std::max<qint64>(0, (source.now - *olderThan).count())), 0};
    };
    const Result<CutAt> at =
        olderThan ? cutFromOldest(source, key, most, before()) : cutToKeep(source, key, keep.value_or(0), most);
    if (!at) {
        return at.error();
    }
    if (at->count == 0) {
        return Done{};
    }
    const Result<qint64> length = lengthOf(source, key);
    if (!length) {
        return length.error();
    }
    if (Outcome noted = noteLosses(source, key, *at, *length, plan); !noted) {
        return noted;
    }
    if (at->isCut) {
        addNote(plan,
                Words::tr("%1: only the oldest %2, the most that one trim goes through; trim again for the rest.")
                    .arg(printable(key, 200), QString::number(at->count)));
    }
    CutStreamStep cut;
    cut.count = at->count;
    cut.keep = *length - at->count;
    cut.stays = at->stays;
    cut.wholeNodes = request.wholeNodes;
    std::vector<Element> sample;
    Walk walk(source, key, false);
    const Result<std::vector<StreamEntry>> first = walk.next(std::min<qint64>(at->count, 8));
    for (const StreamEntry &entry : first ? *first : std::vector<StreamEntry>()) {
        Element &element = sample.emplace_back();
        element.element = element.id = entry.id;
        element.key = key;
        if (const auto id = StreamId::parse(entry.id); id && id->addedAt()) {
            element.createdAt = id->addedAt();
        }
    }
    append(plan, {.key = key, .keyType = StreamKey, .does = cut}, sample);
    return Done{};
}

} // namespace

Outcome trimStream(const PlanSource &source, const OperationRequest &request, Plan &plan)
{
    const CollectionDefinition &definition = source.definition;
    const bool isPurge = request.action == Action::Purge;
    const int given = int(request.keep.has_value()) + int(request.olderThan.has_value()) + int(request.toBound);
    if (!isPurge && given != 1) {
        return invalid(Words::tr("trim takes exactly one of --keep N, --older-than DURATION and --to-bound"));
    }
    std::optional<qint64> keep = isPurge ? std::optional<qint64>(0) : request.keep;
    std::optional<milliseconds> olderThan = isPurge ? std::nullopt : request.olderThan;
    if (request.toBound) {
        if (!definition.bound || (!definition.bound->keep && !definition.bound->maxAge)) {
            return invalid(
                Words::tr("%1 has no bound to cut to; set bound.keep or bound.maxAge, or say how much to keep")
                    .arg(definition.name));
        }
        keep = definition.bound->keep;
        olderThan = definition.bound->maxAge;
    }
    // An entry cannot be put back at its old place.
    plan.archive = false;
    plan.undoable = false;
    const RoleKeys &role = *definition.role(Holds::Entries);
    for (const QByteArray &key : source.keys(role)) {
        const Result<std::optional<KeyType>> type = source.typeOf(*role.role, key);
        if (!type) {
            return type.error();
        }
        if (!*type || isFull(request, plan)) {
            continue;
        }
        if (Outcome done = trimKey(source, request, key, keep, olderThan, plan); !done) {
            return done;
        }
    }
    if (plan.matched() > 0) {
        addNote(plan, Words::tr("This cannot be undone: an entry cannot go back to its old place in a stream."));
    }
    return Done{};
}

} // namespace plimsoll::redis::planning
