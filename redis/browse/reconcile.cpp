// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/browse/asking.h"
#include "redis/collections/whereabouts.h"
#include "redis/types/elementstate.h"
#include "redis/types/keytemplate.h"

#include <QCoreApplication>
#include <QCryptographicHash>

#include <algorithm>
#include <array>
#include <numeric>

/// Jobs and their records held against each other, a bounded step at a time.
namespace plimsoll::redis {

namespace {

constexpr int elementsAStep = 500;
constexpr qint64 mostIds = 1'000; ///< limit per step
constexpr qint64 bytesAStep = 1'024LL * 1'024; ///< about, of elements that may be large
constexpr auto keysAScan = "1000";
constexpr std::size_t mostChecked = 20; ///< each may be a walk through a list, whose elements count together

quint64 printOf(const QByteArray &id)
{
    return QCryptographicHash::hash(id, QCryptographicHash::Sha1).toHex().first(16).toULongLong(nullptr, 16);
}

BrowseResult::Answer processing(const Asking &asking, const ReconcileQuery &query)
{
    const QLatin1StringView state = stateOf(Holds::Processing).id;
    ElementsQuery elements;
    elements.state = QString(state);
    elements.offset = query.offset;
    elements.limit = elementsAStep;
    const BrowseResult::Answer read = answerElements(asking, elements);
    const auto *page = std::get_if<ElementsPage>(&read);
    if (page == nullptr) {
        return read;
    }
    ReconcileStep step;
    step.looked = qint64(page->elements.size());
    step.total = page->total;
    step.offset = query.offset + step.looked;
    step.isAtEnd = page->elements.empty() || (page->total && step.offset >= *page->total);
    Pipeline pipeline;
    for (const Element &element : page->elements) {
        step.ids.push_back(printOf(element.id));
        pipeline.add({"EXISTS", asking.jobs().recordKey(element.id, asking.keysAt())});
    }
    const auto replies = asking.exchange(pipeline);
    if (!replies) {
        return replies.error();
    }
    for (std::size_t i = 0; i < page->elements.size(); ++i) {
        const Reply &reply = (*replies)[i];
        if (reply.isError()) {
            return reply.toError(asking.jobs().recordKey(page->elements[i].id, asking.keysAt()));
        }
        if (reply.integer == 0) {
            step.found.push_back(page->elements[i]);
        }
    }
    return step;
}

/// A key that may hold a job with such a record, and the collection that says what its elements are.
struct ListedPlace {
    HeldKey held;
    const Asking *of = nullptr;
};

/// The collection that is asked about, and those whose jobs have the same records.
using Family = std::vector<Asking>;

Family familyOf(const Asking &asking, const Workspace &workspace)
{
    Family family{asking};
    for (const CollectionDefinition *other : sharingRecords(workspace, asking.definition())) {
        family.push_back(asking.about(*other));
    }
    return family;
}

qint64 listedIn(const std::vector<ListedPlace> &places)
{
    return std::accumulate(places.begin(), places.end(), qint64(0), [](qint64 sum, const ListedPlace &place) {
        return sum + (place.held.type == ListKey ? place.held.size : 0);
    });
}

/// All keys that may hold a job, in the order a job passes through them, so that a job that moves on is found later.
Result<std::vector<ListedPlace>> allPlaces(const Family &family)
{
    std::vector<ListedPlace> places;
    for (const Asking &asking : family) {
        std::vector<const RoleKeys *> roles;
        for (const Holds holds : {Holds::Delayed, Holds::Ready, Holds::Processing, Holds::Dead}) {
            if (const RoleKeys *keys = asking.definition().role(holds)) {
                roles.push_back(keys);
            }
        }
        if (const Outcome possible = canTellNowhere(asking.definition()); !possible) {
            return possible.error();
        }
        const auto keys = asking.heldKeys(roles);
        if (!keys) {
            return keys.error();
        }
        for (const HeldKey &key : *keys) {
            places.push_back({key, &asking});
        }
        if (const Outcome possible = canTellNowhere(asking.definition(), listedIn(places)); !possible) {
            return possible.error();
        }
    }
    return places;
}

/// Estimates the number of elements of the key that a step may read.
Result<qint64> fitting(const Asking &asking, const HeldKey &key)
{
    Pipeline pipeline;
    pipeline.add({"MEMORY", "USAGE", key.key});
    const auto replies = asking.exchange(pipeline);
    if (!replies) {
        return replies.error();
    }
    const qint64 each = std::max<qint64>(1, replies->front().integer / std::max<qint64>(1, key.size));
    return std::clamp<qint64>(bytesAStep / each, 1, mostIds);
}

/// `cursor`: "<which key> <from where>".
BrowseResult::Answer queued(const Asking &asking, const Family &family, const ReconcileQuery &query)
{
    const auto keys = allPlaces(family);
    if (!keys) {
        return keys.error();
    }
    ReconcileStep step;
    step.total = 0;
    for (const ListedPlace &place : *keys) {
        step.total = *step.total + place.held.size;
    }
    const QList<QByteArray> words = query.cursor.split(' ');
    auto at = std::size_t(words.value(0).toUInt());
    const QByteArray from = words.value(1, "0");
    if (at >= keys->size()) {
        step.isAtEnd = true;
        return step;
    }
    const HeldKey &key = (*keys)[at].held;
    const JobReader &jobs = (*keys)[at].of->jobs();
    QByteArray next;
    if (key.size > 0) {
        const Result<qint64> count = fitting(asking, key);
        if (!count) {
            return count.error();
        }
        const QByteArray last = QByteArray::number(from.toLongLong() + *count - 1);
        Pipeline pipeline;
        if (key.type == SetKey) {
            pipeline.add({"SSCAN", key.key, from, "COUNT", QByteArray::number(*count)});
        } else {
            pipeline.add({key.type == ListKey ? "LRANGE" : "ZRANGE", key.key, from, last});
        }
        const auto replies = asking.exchange(pipeline);
        if (!replies || replies->front().isError()) {
            return replies ? replies->front().toError(key.key) : replies.error();
        }
        const bool isScan = key.type == SetKey && replies->front().elements.size() == 2;
        const std::vector<Reply> &members = isScan ? replies->front().elements[1].elements : replies->front().elements;
        for (const Reply &member : members) {
            step.ids.push_back(printOf(jobs.idOf(member.bytes)));
            if (const QByteArray owner = jobs.ownerOf(key.key, member.bytes); !owner.isEmpty()) {
                step.ids.push_back(printOf(owner));
            }
        }
        step.looked = qint64(members.size());
        next = isScan               ? replies->front().elements[0].bytes
            : step.looked == *count ? QByteArray::number(from.toLongLong() + step.looked)
                                    : QByteArray("0");
    }
    const bool isKeyDone = next.isEmpty() || next == "0";
    at += isKeyDone ? 1 : 0;
    step.cursor = QByteArray::number(qulonglong(at)) + ' ' + (isKeyDone ? QByteArray("0") : next);
    step.isAtEnd = at >= keys->size();
    return step;
}

BrowseResult::Answer records(const Asking &asking, const Workspace &workspace, const ReconcileQuery &query)
{
    const RoleKeys *role = asking.definition().role(Holds::Record);
    const Result<KeyTemplate> parsed = KeyTemplate::parse(role->templates.front());
    if (!parsed || !parsed->hasId()) {
        return Error{ErrorKind::Invalid,
                     QCoreApplication::translate("browse", "%1 has no key for job records with {id} in it")
                         .arg(asking.definition().name)};
    }
    const KeyPattern pattern(*parsed, asking.now());
    Pipeline pipeline;
    pipeline.add(
        {"SCAN", query.cursor.isEmpty() ? QByteArray("0") : query.cursor, "MATCH", pattern.glob(), "COUNT", keysAScan});
    pipeline.add({"DBSIZE"});
    const auto replies = asking.exchange(pipeline);
    if (!replies) {
        return replies.error();
    }
    const Reply &scan = replies->front();
    if (scan.isError() || scan.elements.size() != 2) {
        return scan.toError();
    }
    ReconcileStep step;
    step.looked = QByteArray(keysAScan).toLongLong();
    step.total = (*replies)[1].isError() ? std::nullopt : std::optional((*replies)[1].integer);
    step.cursor = scan.elements[0].bytes;
    step.isAtEnd = step.cursor == "0";
    const OthersRecords others(workspace, asking.definition(), asking.now());
    for (const Reply &key : scan.elements[1].elements) {
        const std::optional<QByteArray> id = pattern.idOf(key.bytes);
        if (id && !others.has(key.bytes)) {
            Element &job = step.found.emplace_back();
            job.element = job.id = *id;
            job.key = key.bytes;
            step.ids.push_back(printOf(*id));
        }
    }
    return step;
}

/// Checks the jobs on the server again, so that a job that was moving between two keys is not reported.
BrowseResult::Answer checked(const Asking &asking, const Family &family, const ReconcileQuery &query)
{
    const auto keys = allPlaces(family);
    if (!keys) {
        return keys.error();
    }
    ReconcileStep step;
    Pipeline pipeline;
    const auto fits = std::size_t(std::max<qint64>(1, mostListed / std::max<qint64>(1, listedIn(*keys))));
    const std::size_t count = std::min({query.ids.size(), mostChecked, fits});
    for (std::size_t i = 0; i < count; ++i) {
        const QByteArray &id = query.ids[i];
        pipeline.add({"TYPE", asking.jobs().recordKey(id, asking.keysAt())});
        for (const auto &[key, of] : *keys) {
            pipeline.add({key.type == SetKey ? "SISMEMBER" : key.type == ZSetKey ? "ZSCORE" : "LPOS", key.key, id});
        }
    }
    const auto replies = asking.exchange(pipeline);
    if (!replies) {
        return replies.error();
    }
    std::size_t at = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const Reply &type = (*replies)[at++];
        bool isQueued = type.bytes != "hash" && type.bytes != "string";
        for (const auto &[key, of] : *keys) {
            const Reply &reply = (*replies)[at++];
            if (reply.isError()) {
                return reply.toError(key.key);
            }
            isQueued = isQueued || (key.type == SetKey ? reply.integer == 1 : !reply.isNil());
        }
        if (!isQueued) {
            Element &job = step.found.emplace_back();
            job.element = job.id = query.ids[i];
            job.key = asking.jobs().recordKey(query.ids[i], asking.keysAt());
        }
    }
    if (const Outcome read = asking.readRecords(step.found); !read) {
        return read.error();
    }
    step.looked = qint64(count);
    step.offset = query.offset + step.looked;
    step.isAtEnd = count == query.ids.size();
    return step;
}

} // namespace

BrowseResult::Answer answerReconcile(const Asking &asking, const Workspace &workspace, const ReconcileQuery &query)
{
    using Part = ReconcileQuery::Part;
    if (!asking.jobs().hasRecord()) {
        return Error{ErrorKind::Invalid,
                     QCoreApplication::translate("browse", "%1 has no job records to compare its jobs with")
                         .arg(asking.definition().name)};
    }
    switch (query.part) {
    case Part::Processing:
        return processing(asking, query);
    case Part::Queued:
        return queued(asking, familyOf(asking, workspace), query);
    case Part::Records:
        return records(asking, workspace, query);
    case Part::Checked:
        return checked(asking, familyOf(asking, workspace), query);
    }
    return Error{};
}

} // namespace plimsoll::redis
