// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/browse/streamentries.h"

#include "redis/types/elementstate.h"
#include "redis/types/printable.h"
#include "redis/wire/pagesize.h"

#include <algorithm>

namespace plimsoll::redis {

namespace {

constexpr std::size_t mostFields = 16;
constexpr qsizetype longestValue = 256;
constexpr std::size_t detailFields = 1'000;
constexpr std::size_t detailGroups = 32;

QByteArray cutEntry(const QByteArray &bytes, qint64 bound)
{
    return bytes.first(std::min<qint64>(bytes.size(), bound));
}

} // namespace

void setFields(Element &element, const StreamEntry &entry)
{
    for (const auto &[name, value] : std::span(entry.fields).first(std::min(mostFields, entry.fields.size()))) {
        element.fields.emplace_back(cutEntry(name, longestValue), cutEntry(value, longestValue));
    }
}

Element elementOf(const QByteArray &id, const QByteArray &key, std::chrono::milliseconds now)
{
    Element element;
    element.element = element.id = id;
    element.key = key;
    if (const auto parsed = StreamId::parse(id); parsed && parsed->addedAt()) {
        element.createdAt = parsed->addedAt();
        element.age = std::max(std::chrono::milliseconds(0), now - *parsed->addedAt());
    }
    return element;
}

Result<std::size_t> readEntries(const Asking &asking, std::vector<Element> &elements, const TakeEntry &take)
{
    constexpr qint64 mostBytes = 4LL * 1024 * 1024;
    PageSize size(100, 512LL * 1024);
    qint64 bytes = 0;
    std::size_t first = 0;
    while (first < elements.size() && bytes < mostBytes) {
        const std::size_t end = std::min(elements.size(), first + static_cast<std::size_t>(size.next()));
        Pipeline pipeline;
        for (std::size_t i = first; i < end; ++i) {
            pipeline.add({"XRANGE", elements[i].key, elements[i].element, elements[i].element});
        }
        const auto replies = asking.exchange(pipeline);
        if (!replies) {
            return replies.error();
        }
        qint64 some = 0;
        for (std::size_t i = first; i < end; ++i) {
            const Reply &reply = replies->at(i - first);
            if (reply.isError()) {
                return reply.toError(elements[i].key);
            }
            for (const StreamEntry &entry : entriesIn(reply)) {
                take(elements[i], entry);
                some += entry.bytes();
            }
        }
        size.learn(qint64(end - first), some);
        bytes += some;
        first = end;
    }
    for (Element &element : std::span(elements).subspan(first)) {
        element.fieldsUnread = true;
    }
    return first;
}

Result<std::vector<StreamGroup>> groupsOf(const Asking &asking, const QByteArray &key, const QByteArray &group)
{
    Pipeline pipeline;
    pipeline.add({"XINFO", "GROUPS", key});
    const auto replies = asking.exchange(pipeline);
    if (!replies) {
        return replies.error();
    }
    if (replies->front().isError() && !isNoStream(replies->front())) {
        return replies->front().toError(key);
    }
    std::vector<StreamGroup> groups = groupsIn(replies->front());
    const QByteArray only = group.isEmpty() ? asking.definition().text(QLatin1StringView("group")).toUtf8() : group;
    std::erase_if(groups, [&only](const StreamGroup &one) { return !only.isEmpty() && one.name != only; });
    return groups;
}

/// All of one entry, and how each group stands to it.
BrowseResult::Answer answerEntry(const Asking &asking, const JobQuery &query)
{
    constexpr qint64 mostBytes = 16LL * 1024 * 1024;
    const qint64 bound = query.maxBytes > 0 ? std::min(query.maxBytes, mostBytes) : mostBytes;
    JobDetail detail;
    detail.element = query.element;
    detail.element.id = query.element.element;
    detail.recordKey = query.element.key;
    detail.payload = query.element.element;
    detail.payloadSize = detail.payload.size();
    const QByteArray &id = query.element.element;
    const QByteArray &key = query.element.key;
    const RoleKeys *dead = asking.definition().role(Holds::Dead);
    const bool isDead = dead != nullptr
        && std::any_of(dead->templates.begin(), dead->templates.end(),
                       [&](const QByteArray &one) { return one == key; });
    Result<std::vector<StreamGroup>> groups = std::vector<StreamGroup>();
    if (!isDead) {
        groups = groupsOf(asking, key);
        if (!groups) {
            return groups.error();
        }
        groups->resize(std::min(groups->size(), detailGroups));
    }
    Pipeline pipeline;
    pipeline.add({"XRANGE", key, id, id});
    for (const StreamGroup &group : *groups) {
        pipeline.add({"XPENDING", key, group.name, id, id, "1"});
    }
    const auto replies = asking.exchange(pipeline);
    if (!replies) {
        return replies.error();
    }
    if (replies->front().isError()) {
        return replies->front().toError(key);
    }
    for (const StreamEntry &entry : entriesIn(replies->front())) {
        detail.recordFound = true;
        detail.element.fields.clear();
        setFields(detail.element, entry);
        detail.hasMoreFields = entry.fields.size() > detailFields;
        for (const auto &[name, value] : std::span(entry.fields).first(std::min(detailFields, entry.fields.size()))) {
            detail.addField(name, value, bound);
        }
    }
    const auto parsed = StreamId::parse(id);
    for (std::size_t i = 0; i < groups->size(); ++i) {
        using Is = JobDetail::Standing::Is;
        const StreamGroup &group = (*groups)[i];
        const Reply &reply = replies->at(i + 1);
        const std::vector<PendingEntry> pending = pendingIn(reply);
        const auto last = StreamId::parse(group.lastDelivered);
        JobDetail::Standing standing{group.name,
                                     reply.isError() || !parsed || !last ? Is::Unknown
                                         : *parsed > *last               ? Is::Unread
                                                                         : Is::NotPending};
        if (!pending.empty()) {
            standing.is = Is::Pending;
            standing.consumer = pending.front().consumer;
        }
        detail.groups.push_back(std::move(standing));
    }
    return detail;
}

} // namespace plimsoll::redis
