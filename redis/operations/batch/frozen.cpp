// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/batch/frozen.h"

#include "redis/collections/keytypes.h"
#include "redis/operations/plan/zsetpages.h"
#include "redis/operations/journal/words.h"
#include "redis/types/printable.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <unordered_set>

namespace plimsoll::redis {

namespace {

constexpr std::size_t sampleSize = 10;
constexpr qint64 sampleBytes = 64LL * 1'024;

qint64 weightOf(const Reply &reply)
{
    return std::accumulate(reply.elements.begin(), reply.elements.end(), qint64(reply.bytes.size()),
                           [](qint64 sum, const Reply &part) { return sum + weightOf(part); });
}

/// Reads records in pages and passes the replies of each, JobReader::repliesPerRecord, to `take`; Refused if one may
/// not be read. `ids`: of the jobs; may be left out where only a record in a key of its own is of interest.
Outcome readRecords(const PlanSource &source, const JobReader &reader, const std::vector<QByteArray> &keys,
                    const std::function<Outcome(std::size_t, const Reply *)> &take,
                    const std::vector<QByteArray> &ids = {})
{
    for (std::size_t first = 0; first < keys.size();) {
        const std::size_t last = std::min(first + static_cast<std::size_t>(source.recordPage.next()), keys.size());
        Pipeline pipeline;
        for (std::size_t i = first; i < last; ++i) {
            reader.appendRead(pipeline, keys[i], ids.empty() ? QByteArrayView() : QByteArrayView(ids[i]));
        }
        const Result<std::vector<Reply>> replies = source.server.exchange(pipeline, source.stop);
        if (!replies) {
            return replies.error();
        }
        for (std::size_t i = first; i < last; ++i) {
            const Reply *own = &(*replies)[(i - first) * JobReader::repliesPerRecord];
            const std::optional<Error> error = JobReader::recordError(own, keys[i]);
            if (error && error->kind == ErrorKind::Refused) {
                return *error;
            }
            if (Outcome taken = take(i, own); !taken) {
                return taken;
            }
        }
        source.recordPage.learn(qint64(last - first),
                                std::accumulate(replies->begin(), replies->end(), qint64(0),
                                                [](qint64 sum, const Reply &one) { return sum + weightOf(one); }));
        first = last;
    }
    return Done{};
}

/// Reads the attempts of a record that is longer than a page, as the scripts do.
Result<JobAttempts> readWhole(const PlanSource &source, const JobReader &reader, const QByteArray &key)
{
    // One by one, as each may be megabytes. One extra byte shows that a record is too long.
    const Result<Reply> whole =
        source.server.command({"GETRANGE", key, "0", QByteArray::number(JobReader::longestRecord)}, source.stop);
    return whole ? Result<JobAttempts>(reader.attemptsOf(whole->bytes)) : whole.error();
}

/// `attempts`: attempts of each record as the scripts read them; nullopt if that requires readWhole().
Outcome describe(const PlanSource &source, const JobReader &reader, std::vector<Element> &elements,
                 std::vector<std::optional<JobAttempts>> &attempts)
{
    attempts.assign(elements.size(), std::nullopt);
    if (!reader.hasRecord()) {
        for (Element &element : elements) {
            reader.fill(element, nullptr, source.now);
        }
        return Done{};
    }
    std::vector<QByteArray> keys, ids;
    for (const Element &element : elements) {
        ids.push_back(element.id.isEmpty() ? reader.idOf(element.element) : element.id);
        keys.push_back(reader.recordKey(ids.back(), source.now));
    }
    const auto complete = [&](std::size_t i, const Reply *own) {
        reader.fill(elements[i], own, source.now);
        if (!JobReader::isCutOff(own)) {
            attempts[i] = reader.attemptsOf(own);
        }
        return Outcome(Done{});
    };
    return readRecords(source, reader, keys, complete, ids);
}

/// True if an element is selected by its record, read as the scripts do. Binds the item to the record: a job started
/// again meanwhile has a different start.
Result<bool> isMeant(const PlanSource &source, const Choice &choice, Element &element,
                     std::optional<JobAttempts> attempts, PlanItem &item)
{
    if (choice.byRecord && !choice.byRecord(element)) {
        return false;
    }
    if (!choice.byRecord || item.record.isEmpty()) {
        return true;
    }
    if (!attempts) {
        Result<JobAttempts> whole = readWhole(source, source.reader, item.record);
        if (!whole) {
            return whole.error();
        }
        attempts = std::move(*whole);
    }
    element.startedAt = source.reader.startOf(element.element, *attempts);
    bindTo(*attempts, item);
    return choice.byRecord(element);
}

/// Adds the elements of a page that belong to the plan. False at the limit.
Result<bool> take(const PlanSource &source, std::vector<Element> page, const std::vector<QByteArray> &scores,
                  const Choice &choice, Frozen &frozen)
{
    if (source.stop.stop_requested()) {
        return Error{ErrorKind::Cancelled, Words::tr("stopped before anything was changed")};
    }
    for (Element &element : page) {
        element.key = frozen.key;
    }
    Pipeline names;
    source.reader.appendIds(names, page, source.now);
    if (!names.isEmpty()) {
        const Result<std::vector<Reply>> named = source.server.exchange(names, source.stop);
        if (!named) {
            return named.error();
        }
        source.reader.readIds(page, *named);
    }
    std::vector<std::optional<JobAttempts>> attempts(page.size());
    if (choice.byRecord) {
        const JobReader &reader = choice.byError ? source.reader : source.statusReader;
        if (Outcome described = describe(source, reader, page, attempts); !described) {
            return described.error();
        }
    }
    for (std::size_t i = 0; i < page.size(); ++i) {
        if (choice.belongs && !choice.belongs(page[i])) {
            frozen.whole = false;
            continue;
        }
        PlanItem item{page[i].element,
                      scores.empty() ? QByteArray() : scores[i],
                      {},
                      {},
                      source.reader.hasRecord() ? source.reader.recordKey(page[i].id, source.now) : QByteArray()};
        const Result<bool> meant = isMeant(source, choice, page[i], std::move(attempts[i]), item);
        if (!meant) {
            return meant.error();
        }
        if (!*meant) {
            frozen.whole = false;
            continue;
        }
        if (choice.limit > 0 && qint64(frozen.items.size()) >= choice.limit) {
            return false;
        }
        frozen.items.push_back(std::move(item));
        if (frozen.sample.size() < sampleSize) {
            frozen.sample.push_back(page[i]);
        }
    }
    return true;
}

Element &addToSample(const PlanSource &source, const QByteArray &key, QByteArray bytes, std::vector<Element> &sample)
{
    Element &element = sample.emplace_back();
    element.element = std::move(bytes);
    element.id = source.reader.idOf(element.element);
    element.key = key;
    return element;
}

Result<Frozen> withSample(const PlanSource &source, Frozen frozen, const Choice &choice)
{
    if (!choice.byError && !frozen.sample.empty()) {
        if (Outcome described = describeSample(source, frozen.sample); !described) {
            return described.error();
        }
    }
    return frozen;
}

} // namespace

void bindTo(const JobAttempts &record, PlanItem &item)
{
    item.attemptsLeft = record.isRead ? '=' + record.text : QByteArray("!");
    item.startLeft = record.isRead ? '=' + record.start : QByteArray();
}

PlanSource::PlanSource(Server &from, const CollectionDefinition &collection, std::chrono::milliseconds serverTime,
                       std::stop_token stopToken, std::vector<QByteArray> meant)
    : server(from), definition(collection), reader(collection), statusReader(collection, JobReader::Wanted::Status),
      now(serverTime), stop(std::move(stopToken)), bands(Bands::of(collection).orAll()), chosen(std::move(meant))
{
    for (const RoleKeys &role : definition.keys) {
        for (QByteArray &key : role.role->perId ? std::vector<QByteArray>() : keys(role)) {
            m_roles.emplace(std::move(key), role.role);
        }
    }
}

void PlanSource::readTime(const QByteArray &key, Element &element) const
{
    const RoleSpec &role = roleOf(key);
    if (role.score == ScoreIs::Priority) {
        element.createdAt = bands.timeOf(element.score, now);
    } else {
        element.due = definition.codec(role).timeOf(element.score);
    }
}

const RoleSpec &PlanSource::roleOf(const QByteArray &key) const
{
    static constexpr RoleSpec other; // keys of another period
    const auto found = m_roles.find(key);
    return found == m_roles.end() ? other : *found->second;
}

std::vector<QByteArray> PlanSource::keys(Holds holds) const
{
    const RoleKeys *role = definition.role(holds);
    return role == nullptr ? std::vector<QByteArray>() : keys(*role);
}

std::vector<QByteArray> PlanSource::keys(const RoleKeys &role) const
{
    if (role.role->named != Named::ById || (chosen.empty() && definition.foundRole() == nullptr)) {
        return definition.source(role).keys(now);
    }
    std::vector<QByteArray> keys;
    std::copy_if(chosen.begin(), chosen.end(), std::back_inserter(keys),
                 [&](const QByteArray &key) { return definition.isKeyOf(role, key, now); });
    return keys;
}

Result<std::optional<KeyType>> PlanSource::typeOf(const RoleSpec &role, const QByteArray &key) const
{
    const Result<Reply> type = server.command({"TYPE", key}, stop);
    if (!type) {
        return type.error();
    }
    if (type->bytes == "none") {
        return std::optional<KeyType>();
    }
    const KeyTypeSpec *known = findKeyType(type->bytes);
    if (known == nullptr || (role.types & known->type) == 0) {
        return wrongType(key, type->bytes, role);
    }
    return std::optional(known->type);
}

QByteArray PlanSource::recordKey(const QByteArray &element) const
{
    return reader.hasRecord() ? reader.recordKey(reader.idOf(element), now) : QByteArray();
}

Outcome describe(const PlanSource &source, std::vector<Element> &elements)
{
    std::vector<std::optional<JobAttempts>> attempts;
    return describe(source, source.reader, elements, attempts);
}

Outcome describeSample(const PlanSource &source, std::vector<Element> &sample)
{
    Outcome described = describe(source, sample);
    return !described && described.error().kind == ErrorKind::Refused ? Outcome(Done{}) : described;
}

Result<std::vector<JobReader::TierNames>> readTiers(const PlanSource &source, std::span<const PlanItem> items)
{
    const JobReader reader(source.definition, JobReader::Wanted::Tier);
    std::vector<JobReader::TierNames> all;
    all.reserve(items.size());
    if (!reader.hasRecord()) {
        std::transform(items.begin(), items.end(), std::back_inserter(all),
                       [&reader](const PlanItem &item) { return reader.tierOf(item.element, nullptr); });
        return all;
    }
    std::vector<QByteArray> keys;
    keys.reserve(items.size());
    for (const PlanItem &item : items) {
        keys.push_back(item.record);
    }
    const Outcome read = readRecords(source, reader, keys, [&](std::size_t i, const Reply *own) {
        all.push_back(reader.tierOf(items[i].element, own));
        return Outcome(Done{});
    });
    return read ? Result<std::vector<JobReader::TierNames>>(std::move(all)) : read.error();
}

Result<std::vector<JobAttempts>> readAttempts(const PlanSource &source, const JobReader &reader,
                                              std::span<const PlanItem> items)
{
    std::vector<JobAttempts> all;
    if (!reader.hasRecord()) {
        std::transform(items.begin(), items.end(), std::back_inserter(all),
                       [&reader](const PlanItem &item) { return reader.attemptsInside(item.element); });
        return all;
    }
    std::vector<QByteArray> keys;
    for (const PlanItem &item : items) {
        keys.push_back(item.record);
    }
    const Outcome read = readRecords(source, reader, keys, [&](std::size_t i, const Reply *own) -> Outcome {
        if (JobReader::isAbsent(own)) {
            all.push_back(reader.attemptsInside(items[i].element));
            return Done{};
        }
        if (!JobReader::isCutOff(own)) {
            all.push_back(reader.attemptsOf(own));
            return Done{};
        }
        Result<JobAttempts> whole = readWhole(source, reader, keys[i]);
        if (!whole) {
            return whole.error();
        }
        all.push_back(std::move(*whole));
        return Done{};
    });
    return read ? Result<std::vector<JobAttempts>>(std::move(all)) : read.error();
}

Result<Frozen> freezeList(const PlanSource &source, const QByteArray &key, bool fromLeft, const Choice &choice)
{
    Frozen frozen{key, ListKey, {}, {}, 0, true};
    const Result<Reply> length = source.server.command({"LLEN", key}, source.stop);
    if (!length) {
        return length.error();
    }
    frozen.length = length->integer;
    ListPages pages(source.server, key, fromLeft, source.stop);
    while (pages.position() < frozen.length) {
        Result<std::vector<QByteArray>> page = pages.next();
        if (!page) {
            return page.error();
        }
        if (page->empty()) {
            break;
        }
        std::vector<Element> elements(page->size());
        for (std::size_t i = 0; i < elements.size(); ++i) {
            elements[i].element = std::move((*page)[i]);
        }
        const Result<bool> more = take(source, std::move(elements), {}, choice, frozen);
        if (!more) {
            return more.error();
        }
        if (!*more) {
            break;
        }
    }
    return withSample(source, std::move(frozen), choice);
}

Result<Frozen> freezeZSet(const PlanSource &source, const QByteArray &key, const std::vector<ScoreRange> &ranges,
                          const Choice &choice)
{
    Frozen frozen{key, ZSetKey, {}, {}, 0, true};
    qint64 bytes = 0;
    std::unordered_set<QByteArray> seen; // a member that is rescored, or read again at the start of a page, may appear
                                         // twice
    for (const auto &[low, high] : ranges) {
        ZSetPages pages(source.server, key, low, high, source.stop);
        while (true) {
            Result<std::vector<ZSetPages::Member>> page = pages.next();
            if (!page) {
                return page.error();
            }
            if (page->empty()) {
                break;
            }
            std::vector<Element> elements;
            std::vector<QByteArray> scores;
            for (ZSetPages::Member &member : *page) {
                bytes += member.element.size();
                if (seen.insert(member.element).second) {
                    Element &element = elements.emplace_back();
                    element.score = member.score.toDouble();
                    source.readTime(key, element);
                    element.element = std::move(member.element);
                    scores.push_back(std::move(member.score));
                }
            }
            if (choice.mostBytes > 0 && bytes > choice.mostBytes) {
                frozen.isTooMuch = true;
                return frozen;
            }
            const Result<bool> more = take(source, std::move(elements), scores, choice, frozen);
            if (!more) {
                return more.error();
            }
            if (!*more) {
                return withSample(source, std::move(frozen), choice);
            }
        }
    }
    return withSample(source, std::move(frozen), choice);
}

Result<Frozen> freezeSet(const PlanSource &source, const QByteArray &key, const Choice &choice)
{
    Frozen frozen{key, SetKey, {}, {}, 0, true};
    QByteArray cursor = "0";
    PageSize size;
    std::set<QByteArray> seen; // SSCAN may give a member twice
    do {
        Result<Reply> page =
            source.server.command({"SSCAN", key, cursor, "COUNT", QByteArray::number(size.next())}, source.stop);
        if (!page) {
            return page.error();
        }
        if (page->elements.size() != 2) {
            return Error{ErrorKind::Protocol, Words::tr("SSCAN did not answer with a page")};
        }
        cursor = page->elements[0].bytes;
        std::vector<Element> elements;
        size.learn(qint64(page->elements[1].elements.size()), weightOf(page->elements[1]));
        for (Reply &member : page->elements[1].elements) {
            if (seen.insert(member.bytes).second) {
                elements.emplace_back().element = std::move(member.bytes);
            }
        }
        const Result<bool> more = take(source, std::move(elements), {}, choice, frozen);
        if (!more) {
            return more.error();
        }
        if (!*more) {
            break;
        }
    } while (cursor != "0");
    return withSample(source, std::move(frozen), choice);
}

Result<std::vector<Element>> sampleList(const PlanSource &source, const QByteArray &key, bool fromLeft)
{
    ListPages pages(source.server, key, fromLeft, source.stop, PageSize(sampleSize, sampleBytes, 1));
    std::vector<Element> sample;
    qint64 bytes = 0;
    while (sample.size() < sampleSize && bytes < sampleBytes) {
        Result<std::vector<QByteArray>> page = pages.next();
        if (!page) {
            return page.error();
        }
        if (page->empty()) {
            break;
        }
        for (QByteArray &element : *page) {
            bytes += element.size();
            addToSample(source, key, std::move(element), sample);
        }
    }
    if (Outcome described = describeSample(source, sample); !described) {
        return described.error();
    }
    return sample;
}

Result<std::vector<Element>> sampleZSet(const PlanSource &source, const QByteArray &key, const QByteArray &low,
                                        const QByteArray &high)
{
    PageSize size(sampleSize, sampleBytes, 1);
    std::vector<Element> sample;
    qint64 bytes = 0;
    while (sample.size() < sampleSize && bytes < sampleBytes) {
        Result<Reply> page = source.server.command({"ZRANGE", key, low, high, "BYSCORE", "LIMIT",
                                                    QByteArray::number(qulonglong(sample.size())),
                                                    QByteArray::number(size.next()), "WITHSCORES"},
                                                   source.stop);
        if (!page) {
            return page.error();
        }
        if (page->elements.empty()) {
            break;
        }
        qint64 read = 0;
        for (std::size_t i = 0; i + 1 < page->elements.size(); i += 2) {
            read += page->elements[i].bytes.size();
            Element &element = addToSample(source, key, std::move(page->elements[i].bytes), sample);
            element.score = page->elements[i + 1].bytes.toDouble();
            source.readTime(key, element);
        }
        size.learn(qint64(page->elements.size() / 2), read);
        bytes += read;
    }
    if (Outcome described = describeSample(source, sample); !described) {
        return described.error();
    }
    return sample;
}

Result<Frozen> freezeKey(const PlanSource &source, const QByteArray &key, KeyType type, bool fromLeft,
                         const Choice &choice)
{
    switch (type) {
    case ListKey:
        return freezeList(source, key, fromLeft, choice);
    case SetKey:
        return freezeSet(source, key, choice);
    case ZSetKey:
        return freezeZSet(source, key, {{"-inf", "+inf"}}, choice);
    case HashKey:
    case StringKey:
    case StreamKey:
        break;
    }
    return Error{ErrorKind::WrongType, Words::tr("%1 holds no list, set or sorted set").arg(printable(key))};
}

} // namespace plimsoll::redis
