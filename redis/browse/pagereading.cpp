// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/browse/pagereading.h"

#include "redis/collections/framework.h"
#include "redis/collections/ranking.h"
#include "redis/types/bands.h"
#include "redis/types/elementstate.h"
#include "redis/types/keytemplate.h"
#include "redis/wire/pagesize.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

namespace plimsoll::redis {

namespace {

/// Bytes of one exchange: the server has them together in about a millisecond.
constexpr qint64 pieceBytes = 1024LL * 1024;
/// Elements read to merge the ranks of shards: deeper pages are refused instead of reading whole boards.
constexpr qint64 mergeBudget = 50'000;
/// One in this many elements is sampled before a page is read, to avoid fetching hundreds of large ones at once.
constexpr qint64 sampled = 16;
/// At most this many samples are read regardless of size; before more, two show whether elements are small.
constexpr std::size_t fewSamples = 8;
constexpr qint64 smallElement = 64LL * 1024;

/// The state an element has in a role, by the time it carries.
QLatin1StringView stateIn(const RoleSpec &role, const Element &element, const std::optional<bool> &isHeld,
                          const Asking &asking)
{
    if (role.holds == Holds::Processing && isHeld) {
        return stateOf(role.holds, *isHeld ? ElementState::Which::All : ElementState::Which::Overdue).id;
    }
    if (role.holds == Holds::Size) {
        return stateOf(Holds::Processing).id;
    }
    if (role.holds == Holds::Processing) {
        const auto staleAfter = asking.definition().duration(QLatin1StringView("staleAfter"));
        const bool late = element.due
            ? *element.due < asking.now()
                && *element.due >= firstDeadline(asking.definition(), role).value_or(*element.due)
            : element.startedAt && staleAfter && *element.startedAt + *staleAfter < asking.now();
        return stateOf(role.holds, late ? ElementState::Which::Overdue : ElementState::Which::All).id;
    }
    if (role.holds == Holds::Delayed && element.due && *element.due <= asking.now()) {
        return stateOf(role.holds, ElementState::Which::Overdue).id;
    }
    if (role.holds == Holds::Expiring) {
        const bool isPast = element.due && *element.due <= asking.now();
        return stateOf(role.holds, isPast ? ElementState::Which::Overdue : ElementState::Which::All).id;
    }
    const bool isJob = role.holds == Holds::Dead || role.holds == Holds::Delayed || role.holds == Holds::Ready;
    return isJob ? stateOf(role.holds).id : QLatin1StringView();
}

void appendRead(Pipeline &pipeline, const HeldKey &source, const Segment &segment, qint64 offset, qint64 count)
{
    const auto number = [](qint64 value) { return QByteArray::number(value); };
    const QByteArray first = number(source.first + offset);
    const QByteArray last = number(source.first + offset + count - 1);
    if (source.type == ListKey) {
        if (segment.reverse) {
            const qint64 from = source.behind + offset;
            pipeline.add({"LRANGE", source.key, number(-(from + count)), number(-(from + 1))});
        } else {
            pipeline.add({"LRANGE", source.key, first, last});
        }
    } else if (source.type == SetKey) {
        pipeline.add({"SSCAN", source.key, "0", "COUNT", number(std::min(offset + count, mergeBudget))});
    } else if (source.type == HashKey) { // of presets alone
        pipeline.add({"HSCAN", source.key, "0", "COUNT", number(std::min(offset + count, mergeBudget))});
    } else {
        pipeline.add({segment.reverse ? "ZREVRANGE" : "ZRANGE", source.key, first, last, "WITHSCORES"});
    }
}

/// A set on a page of its own has a cursor (setpages.cpp); between other keys it is walked from its start, which
/// the depth of such pages bounds.
void takeSet(std::vector<Element> &elements, const Reply &reply, const Stretch &stretch)
{
    if (reply.elements.size() != 2) {
        return;
    }
    const std::vector<Reply> &members = reply.elements[1].elements;
    const qint64 size = stretch.segment->keys.front().type == HashKey ? 2 : 1; // of a hash the field and its value
    const qint64 end = std::min(stretch.offset + stretch.count, static_cast<qint64>(members.size()) / size);
    for (qint64 i = stretch.offset; i < end; ++i) {
        Element made;
        made.element = members[static_cast<std::size_t>(i * size)].bytes;
        made.key = stretch.segment->keys.front().key;
        elements.push_back(std::move(made));
    }
}

void takeList(std::vector<Element> &elements, const Reply &reply, const Stretch &stretch)
{
    std::vector<QByteArray> bytes;
    for (const Reply &element : reply.elements) {
        bytes.push_back(element.bytes);
    }
    if (stretch.segment->reverse) {
        std::reverse(bytes.begin(), bytes.end());
    }
    qint64 rank = stretch.offset;
    const RoleSpec *role = stretch.segment->keys.front().role;
    for (QByteArray &element : bytes) {
        if (role->isMark(element)) {
            ++rank;
            continue; // no job
        }
        Element made;
        made.element = std::move(element);
        made.key = stretch.segment->keys.front().key;
        made.rank = rank++;
        elements.push_back(std::move(made));
    }
}

/// Returns how many entries were left out because their member has a better one in another shard.
qint64 takeScored(std::vector<Element> &elements, const std::vector<Reply> &replies, std::size_t at,
                  const Stretch &stretch, const Asking &asking)
{
    const Segment &segment = *stretch.segment;
    std::vector<Element> merged;
    for (std::size_t key = 0; key < segment.keys.size(); ++key) {
        for (HeadElement &member : scored(replies[at + key])) {
            Element made;
            made.element = std::move(member.element);
            made.key = segment.keys[key].key;
            made.score = member.score;
            merged.push_back(std::move(made));
        }
    }
    const bool shards = segment.isMerged();
    const ScoreIs score = segment.keys.front().role->score;
    const bool ranked = score == ScoreIs::Rank;
    const Bands bands = score == ScoreIs::Priority ? Bands::of(asking.definition()).orAll() : Bands();
    const std::size_t read = merged.size();
    if (shards) {
        std::sort(merged.begin(), merged.end(),
                  [&](const Element &a, const Element &b) { return ranksBefore(a, b, segment.reverse); });
        if (ranked) { // a job in two places is two entries; a player in two is one
            keepBest(merged, [](Element &kept, const Element & /*gone*/) { ++kept.shards; });
        }
    }
    const auto repeated = static_cast<qint64>(read - merged.size());
    const qint64 skip = shards ? stretch.offset : 0;
    for (qint64 i = skip; i < std::min(skip + stretch.count, static_cast<qint64>(merged.size())); ++i) {
        Element &element = merged[static_cast<std::size_t>(i)];
        if (!segment.range) {
            element.rank = stretch.offset + i - skip;
        } else if (score == ScoreIs::Priority && !shards) {
            element.rank = segment.keys.front().first + stretch.offset + i;
        }
        if (score == ScoreIs::Priority) {
            element.createdAt = bands.timeOf(element.score, asking.now());
        } else if (!ranked && score != ScoreIs::Nothing) {
            setScore(element, element.score, asking.definition().codec(*segment.keys.front().role));
        }
        elements.push_back(std::move(element));
    }
    return repeated;
}

/// Reads the stretches of one page; lives for one read.
class PageReading final {
public:
    PageReading(const std::vector<Stretch> &stretches, const Asking &asking) : m_stretches(stretches), m_asking(asking)
    {
    }

    Outcome run()
    {
        for (const Stretch &stretch : m_stretches) {
            const auto shards = static_cast<qint64>(stretch.segment->keys.size());
            if (shards > 1 && (stretch.offset + stretch.count) * shards > mergeBudget) {
                return Error{ErrorKind::Invalid,
                             QCoreApplication::translate("browse",
                                                         "too deep: the ranks of %n shards are merged up to rank %1",
                                                         nullptr, static_cast<int>(shards))
                                 .arg(mergeBudget / shards)};
            }
            m_entries += shards > 1 ? (stretch.offset + stretch.count) * shards : stretch.count;
        }
        if (Outcome looked = lookAhead(); !looked) {
            return looked;
        }
        if (m_entries <= elementsAtOnce && m_entries * m_largest <= pieceBytes) {
            return readAtOnce(m_stretches);
        }
        for (const Stretch &stretch : m_stretches) {
            if (bytesOf(m_read.elements) >= pageBytes) {
                break;
            }
            if (Outcome read = stretch.segment->isMerged() ? merge(stretch) : readInPieces(stretch); !read) {
                return read;
            }
        }
        return Done{};
    }

    [[nodiscard]] PageRead &read() { return m_read; }
    [[nodiscard]] const std::vector<const RoleSpec *> &roles() const { return m_roles; }

private:
    struct Sample {
        const Stretch *stretch = nullptr;
        qint64 position = 0; ///< index within the stretch
    };

    /// Estimates the size of the page's elements from a few samples.
    Outcome lookAhead()
    {
        std::vector<Sample> ends;
        std::vector<Sample> all;
        for (const Stretch &stretch : m_stretches) {
            const bool merged = stretch.segment->isMerged();
            const qint64 count = merged ? stretch.offset + stretch.count : stretch.count;
            ends.push_back({&stretch, 0});
            ends.push_back({&stretch, count - 1});
            // Not at even distances: elements of several sizes may take turns.
            for (qint64 i = 0; i * sampled < std::min<qint64>(count, elementsAtOnce); ++i) {
                all.push_back({&stretch, std::min(count - 1, i * sampled + i * 7 % sampled)});
            }
            all.push_back({&stretch, count - 1});
        }
        if (all.size() > fewSamples) {
            if (Outcome looked = lookAt(ends); !looked || m_largest > smallElement) {
                return looked;
            }
        }
        m_isSampled = true;
        return lookAt(all);
    }

    Outcome lookAt(const std::vector<Sample> &samples)
    {
        Pipeline pipeline;
        for (const Sample &sample : samples) {
            const Segment &segment = *sample.stretch->segment;
            for (const HeldKey &source : segment.keys) {
                if (source.type == SetKey) {
                    pipeline.add({"SRANDMEMBER", source.key, "1"});
                } else {
                    appendRead(pipeline, source, segment,
                               (segment.isMerged() ? 0 : sample.stretch->offset) + sample.position, 1);
                }
            }
        }
        const auto replies = m_asking.exchange(pipeline);
        if (!replies) {
            return replies.error();
        }
        for (const Reply &reply : *replies) { // an error is that of the read to come
            if (!reply.elements.empty()) {
                m_largest = std::max<qint64>(m_largest, reply.elements.front().bytes.size());
            }
        }
        return Done{};
    }

    Outcome readAtOnce(const std::vector<Stretch> &stretches)
    {
        Pipeline pipeline;
        for (const Stretch &stretch : stretches) {
            const bool merged = stretch.segment->isMerged();
            for (const HeldKey &source : stretch.segment->keys) {
                appendRead(pipeline, source, *stretch.segment, merged ? 0 : stretch.offset,
                           merged ? stretch.offset + stretch.count : stretch.count);
            }
        }
        const auto replies = m_asking.exchange(pipeline);
        if (!replies) {
            return replies.error();
        }
        std::size_t at = 0;
        for (const Stretch &stretch : stretches) {
            if (Outcome taken = take(*replies, at, stretch); !taken) {
                return taken;
            }
            at += stretch.segment->keys.size();
        }
        return Done{};
    }

    Outcome take(const std::vector<Reply> &replies, std::size_t at, const Stretch &stretch)
    {
        const std::vector<HeldKey> &keys = stretch.segment->keys;
        for (std::size_t key = 0; key < keys.size(); ++key) {
            if (replies[at + key].isError()) {
                return replies[at + key].toError(keys[key].key);
            }
        }
        if (keys.front().type == ListKey) {
            takeList(m_read.elements, replies[at], stretch);
        } else if (keys.front().type == SetKey || keys.front().type == HashKey) {
            takeSet(m_read.elements, replies[at], stretch);
        } else {
            m_read.repeated += takeScored(m_read.elements, replies, at, stretch, m_asking);
        }
        m_roles.resize(m_read.elements.size(), keys.front().role);
        return Done{};
    }

    /// Size of the pieces read at once. The last element says little about the next unless many were sampled.
    [[nodiscard]] PageSize pieces(qint64 keys) const
    {
        const qint64 most = m_isSampled ? std::clamp<qint64>(pieceBytes / m_largest, sampled, elementsAtOnce) : sampled;
        PageSize size(std::max<qint64>(1, most / keys), pieceBytes / keys, most);
        size.expect(m_largest);
        return size;
    }

    Outcome readInPieces(const Stretch &stretch)
    {
        PageSize size = pieces(1);
        for (qint64 at = 0; at < stretch.count && bytesOf(m_read.elements) < pageBytes;) {
            const std::size_t before = m_read.elements.size();
            const qint64 count = std::min(size.next(), stretch.count - at);
            if (Outcome read = readAtOnce({{stretch.segment, stretch.offset + at, count}}); !read) {
                return read;
            }
            if (m_read.elements.size() == before) {
                break; // it has become shorter
            }
            size.learn(static_cast<qint64>(m_read.elements.size() - before), bytesOf(m_read.elements, before));
            at += count;
        }
        return Done{};
    }

    /// Reads from every shard the elements that the page may need.
    Outcome merge(const Stretch &stretch)
    {
        const Segment &segment = *stretch.segment;
        const qint64 depth = stretch.offset + stretch.count;
        PageSize size = pieces(static_cast<qint64>(segment.keys.size()));
        std::vector<Reply> gathered(segment.keys.size());
        qint64 at = 0;
        // The elements before the page determine its ranks and are read whatever their size.
        for (qint64 bytes = 0; at < depth && (bytes < pageBytes || at <= stretch.offset);) {
            const qint64 count = std::min(size.next(), depth - at);
            Pipeline pipeline;
            for (const HeldKey &source : segment.keys) {
                appendRead(pipeline, source, segment, at, count);
            }
            auto replies = m_asking.exchange(pipeline);
            if (!replies) {
                return replies.error();
            }
            qint64 found = 0;
            qint64 large = 0;
            for (std::size_t key = 0; key < gathered.size(); ++key) {
                Reply &reply = replies->at(key);
                if (reply.isError()) {
                    return reply.toError(segment.keys[key].key);
                }
                for (std::size_t i = 0; i < reply.elements.size(); i += 2, ++found) {
                    large += reply.elements[i].bytes.size();
                }
                gathered[key].elements.insert(gathered[key].elements.end(),
                                              std::make_move_iterator(reply.elements.begin()),
                                              std::make_move_iterator(reply.elements.end()));
            }
            at = found > 0 ? at + count : depth;
            bytes += large;
            size.learn(found, large);
        }
        return take(gathered, 0, {&segment, stretch.offset, at - stretch.offset});
    }

    const std::vector<Stretch> &m_stretches;
    const Asking &m_asking;
    PageRead m_read;
    std::vector<const RoleSpec *> m_roles; ///< role of each element
    qint64 m_entries = 0; ///< to be read
    qint64 m_largest = 1; ///< bytes of an element
    bool m_isSampled = false; ///< m_largest is that of many
};

/// Whether the keys that entries of an index stand for are there.
Outcome readTargets(const Asking &asking, std::vector<Element> &elements)
{
    const RoleKeys *keys = asking.definition().role(Holds::Target);
    const Result<KeyTemplate> target = keys == nullptr || keys->templates.empty()
        ? Result<KeyTemplate>(Error{})
        : KeyTemplate::parse(keys->templates.front());
    if (!target || elements.empty()) {
        return Done{};
    }
    Pipeline pipeline;
    for (const Element &element : elements) {
        pipeline.add({"EXISTS", target->expandOne(asking.now(), element.element)});
    }
    const auto replies = asking.exchange(pipeline);
    if (!replies) {
        return replies.error();
    }
    for (std::size_t i = 0; i < elements.size(); ++i) {
        if (!replies->at(i).isError()) { // else it is not known
            elements[i].hasTarget = replies->at(i).integer > 0;
        }
    }
    return Done{};
}

/// Whether workers have the jobs that stand in processing, by a key of each job; nullopt where that does not tell.
Result<std::vector<std::optional<bool>>> readLeases(const Asking &asking, const std::vector<Element> &elements,
                                                    const std::vector<const RoleSpec *> &roles)
{
    std::vector<std::optional<bool>> held(elements.size());
    const RoleKeys *keys = asking.definition().role(Holds::Lease);
    const Result<KeyTemplate> lease = keys == nullptr || keys->templates.empty()
        ? Result<KeyTemplate>(Error{})
        : KeyTemplate::parse(keys->templates.front());
    if (!lease) {
        return held;
    }
    Pipeline pipeline;
    std::vector<std::size_t> asked;
    for (std::size_t i = 0; i < elements.size(); ++i) {
        if (roles[i]->holds == Holds::Processing) {
            pipeline.add({"EXISTS", lease->expandOne(asking.keysAt(), elements[i].element)});
            asked.push_back(i);
        }
    }
    const auto replies = asking.exchange(pipeline);
    if (!replies) {
        return replies.error();
    }
    for (std::size_t i = 0; i < asked.size(); ++i) {
        if (!replies->at(i).isError()) {
            held[asked[i]] = replies->at(i).integer > 0;
        }
    }
    return held;
}

} // namespace

qint64 bytesOf(const std::vector<Element> &elements, std::size_t from)
{
    qint64 bytes = 0;
    for (std::size_t i = from; i < elements.size(); ++i) {
        bytes += elements[i].element.size();
    }
    return bytes;
}

Result<PageRead> readStretches(const std::vector<Stretch> &stretches, const Asking &asking, const JobReader &jobs,
                               bool recordsNeeded)
{
    if (stretches.empty()) {
        return PageRead();
    }
    PageReading reading(stretches, asking);
    if (const Outcome run = reading.run(); !run) {
        return run.error();
    }
    PageRead &read = reading.read();
    if (const Outcome records = asking.readRecords(read.elements, jobs, recordsNeeded); !records) {
        return records.error();
    }
    if (const Outcome targets = readTargets(asking, read.elements); !targets) {
        return targets.error();
    }
    const auto held = readLeases(asking, read.elements, reading.roles());
    if (!held) {
        return held.error();
    }
    for (std::size_t i = 0; i < read.elements.size(); ++i) {
        read.elements[i].state = stateIn(*reading.roles()[i], read.elements[i], (*held)[i], asking);
    }
    return std::move(read);
}

} // namespace plimsoll::redis
