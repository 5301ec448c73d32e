// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/browse/asking.h"

#include "redis/collections/framework.h"
#include "redis/collections/keytypes.h"
#include "redis/topology/server.h"
#include "redis/topology/serverwatch.h"
#include "redis/types/bands.h"
#include "redis/types/elementstate.h"
#include "redis/types/printable.h"
#include "redis/wire/pagesize.h"

#include <QCoreApplication>

#include <algorithm>

namespace plimsoll::redis {

namespace {

/// Records read in one exchange, when the first few have told that they are not large.
constexpr qint64 recordsAtOnce = 1'000;
constexpr qint64 firstRecords = 4;
constexpr qint64 recordGrowth = 8;
constexpr qint64 recordBytes = 1024LL * 1024;

} // namespace

Asking::Asking(Server &server, const CollectionDefinition &definition, std::stop_token stop)
    : m_server(&server), m_definition(&definition), m_stop(std::move(stop)), m_jobs(definition)
{
}

Result<Asking> Asking::begin(Server &server, const CollectionDefinition &definition, const std::stop_token &stop,
                             std::chrono::milliseconds keysAt)
{
    Asking asking(server, definition, stop);
    const Result<std::chrono::milliseconds> now = server.time(stop);
    if (!now) {
        return now.error();
    }
    asking.m_now = *now;
    asking.m_keysAt = keysAt.count() == 0 ? *now : keysAt;
    return asking;
}

Asking Asking::about(const CollectionDefinition &other) const
{
    Asking asking(*m_server, other, m_stop);
    asking.m_now = m_now;
    asking.m_keysAt = m_keysAt;
    return asking;
}

Error Asking::noSuchState(const QString &state) const
{
    QStringList states;
    for (const ElementState &one : elementStates()) {
        const bool isSeen = one.of == Holds::Seen && definition().has(Holds::Seen);
        if (isSeen || definition().roleOfState(QString(one.id)) != nullptr) {
            states << QString(one.id);
        }
    }
    for (const RoleKeys &keys : definition().keys) {
        if (!keys.role->perId) {
            states << QString(keys.role->id);
        }
    }
    const Bands bands = Bands::of(definition());
    for (std::size_t band = 0; band < bands.size(); ++band) {
        states << bands.name(band);
    }
    states.removeDuplicates();
    const FrameworkCode *code = codeOf(definition());
    if (code != nullptr && code->extra != nullptr && figureIndex(definition().figures(), state) >= 0) {
        return {ErrorKind::Invalid,
                QCoreApplication::translate("browse", "%1: jobs that are %2 cannot be listed; it lists %3")
                    .arg(definition().name, printable(state.toUtf8(), 60), states.join(QStringLiteral(", ")))};
    }
    if (!definition().preset && isState(state, Holds::Dead) && definition().kind->hasRole(Holds::Dead)) {
        return {ErrorKind::Invalid,
                QCoreApplication::translate("browse",
                                            "%1 has no dead key; set keys.dead to where its dead letters are kept")
                    .arg(definition().name)};
    }
    return {ErrorKind::Invalid,
            QCoreApplication::translate("browse", "%1 has no state %2; it has %3")
                .arg(definition().name, printable(state.toUtf8(), 60), states.join(QStringLiteral(", ")))};
}

Result<std::vector<Reply>> Asking::exchange(const Pipeline &pipeline) const
{
    if (pipeline.isEmpty()) {
        return std::vector<Reply>();
    }
    return m_server->exchange(pipeline, m_stop);
}

bool Asking::allows(const QByteArray &command) const
{
    return m_server->allows(command);
}

Result<AclUser> Asking::aclUser() const
{
    AclUser user{m_server->endpoint().user, {}};
    if (allows("INFO")) {
        Pipeline pipeline;
        pipeline.add({"INFO", "server"});
        const auto replies = exchange(pipeline);
        if (!replies) {
            return replies.error();
        }
        if (const Reply &reply = replies->front(); !reply.isError()) {
            ServerInfo info;
            readInfo(reply.bytes, info);
            user.version = info.version;
        }
    }
    return user;
}

Result<std::vector<HeldKey>> Asking::heldKeys(Holds holds) const
{
    const RoleKeys *keys = m_definition->role(holds);
    return keys == nullptr ? Result(std::vector<HeldKey>()) : heldKeys({keys});
}

Result<std::vector<HeldKey>> Asking::heldKeys(const std::vector<const RoleKeys *> &roles, const QByteArray &only) const
{
    std::vector<HeldKey> found;
    Pipeline pipeline;
    for (const RoleKeys *keys : roles) {
        if (!only.isEmpty()) {
            if (m_definition->isKeyOf(*keys, only, m_keysAt)) {
                found.push_back({only, keys->role, 0, 0});
            }
            continue;
        }
        for (QByteArray &key : m_definition->source(*keys).keys(m_keysAt)) {
            found.push_back({std::move(key), keys->role, 0, 0});
        }
    }
    // The size is asked for every type the role takes; the ones that are not it answer WRONGTYPE, which saves a
    // round trip against asking for the type first.
    for (const HeldKey &source : found) {
        pipeline.add({"TYPE", source.key});
        for (const KeyTypeSpec &type : keyTypes) {
            if ((source.role->types & type.type) != 0) {
                pipeline.add({type.size, source.key});
            }
        }
    }
    const auto replies = exchange(pipeline);
    if (!replies) {
        return replies.error();
    }
    std::size_t at = 0;
    for (HeldKey &source : found) {
        const Reply &held = replies->at(at++);
        if (held.isError()) {
            return held.toError(source.key);
        }
        bool known = held.bytes == "none";
        for (const KeyTypeSpec &type : keyTypes) {
            if ((source.role->types & type.type) == 0) {
                continue;
            }
            const Reply &size = replies->at(at++);
            if (held.bytes != type.name) {
                continue;
            }
            if (size.isError()) {
                return size.toError(source.key);
            }
            known = true;
            source.type = type.type;
            source.size = size.integer;
        }
        if (!known) {
            return wrongType(source.key, held.bytes, *source.role);
        }
    }
    if (Outcome added = only.isEmpty() ? addOtherLists(roles, found) : Outcome(Done{}); !added) {
        return added.error();
    }
    if (Outcome left = leaveOutMarks(found); !left) {
        return left.error();
    }
    return found;
}

Outcome Asking::addOtherLists(const std::vector<const RoleKeys *> &roles, std::vector<HeldKey> &found) const
{
    const FrameworkCode *code = codeOf(*m_definition);
    if (code == nullptr || code->otherLists == nullptr) {
        return Done{};
    }
    std::vector<HeldKey> others;
    Pipeline pipeline;
    for (const RoleKeys *keys : roles) {
        for (const OtherList &list : code->otherLists(*m_definition, keys->role->holds)) {
            pipeline.add({"TYPE", list.key});
            pipeline.add({"LLEN", list.key});
            pipeline.add({"EXISTS", list.unless});
            others.push_back({list.key, keys->role, ListKey, 0});
        }
    }
    const auto replies = exchange(pipeline);
    if (!replies) {
        return replies.error();
    }
    for (std::size_t i = 0; i < others.size(); ++i) {
        const Reply &size = (*replies)[3 * i + 1];
        if ((*replies)[3 * i].bytes == "list" && !size.isError() && (*replies)[3 * i + 2].integer == 0) {
            others[i].size = size.integer;
            found.push_back(std::move(others[i]));
        }
    }
    return Done{};
}

/// Leaves out the elements at the ends of lists by which a framework wakes its workers: they are no jobs.
Outcome Asking::leaveOutMarks(std::vector<HeldKey> &found) const
{
    Pipeline pipeline;
    const auto hasMarks = [](const HeldKey &source) {
        return !source.role->marks.isEmpty() && source.type == ListKey && source.size > 0;
    };
    for (const HeldKey &source : found) {
        if (hasMarks(source)) {
            pipeline.add({"LINDEX", source.key, "0"});
            pipeline.add({"LINDEX", source.key, "-1"});
        }
    }
    const auto replies = exchange(pipeline);
    if (!replies) {
        return replies.error();
    }
    std::size_t at = 0;
    for (HeldKey &source : found) {
        if (!hasMarks(source)) {
            continue;
        }
        source.first = source.role->isMark(replies->at(at++).bytes) ? 1 : 0;
        source.behind = source.role->isMark(replies->at(at++).bytes) && source.size > source.first ? 1 : 0;
        source.size -= source.first + source.behind;
    }
    return Done{};
}

Outcome Asking::readRecords(std::vector<Element> &elements, const JobReader &jobs, bool needed) const
{
    if (!jobs.hasRecord()) {
        for (Element &element : elements) {
            jobs.fill(element, nullptr, m_now);
        }
        return Done{};
    }
    PageSize size(recordsAtOnce, recordBytes, firstRecords, recordGrowth);
    for (std::size_t first = 0; first < elements.size();) {
        const std::size_t end = std::min(elements.size(), first + static_cast<std::size_t>(size.next()));
        const auto page = std::span(elements).subspan(first, end - first);
        Pipeline names;
        jobs.appendIds(names, page, m_keysAt);
        const auto named = exchange(names);
        if (!named) {
            return named.error();
        }
        jobs.readIds(page, *named);
        Pipeline pipeline;
        for (std::size_t i = first; i < end; ++i) {
            jobs.appendRead(pipeline, jobs.recordKey(elements[i], m_keysAt), elements[i].id);
        }
        const auto replies = exchange(pipeline);
        if (!replies) {
            return replies.error();
        }
        qint64 bytes = 0;
        for (std::size_t i = first; i < end; ++i) {
            const Reply *own = &(*replies)[(i - first) * JobReader::repliesPerRecord];
            if (needed) {
                const std::optional<Error> error = JobReader::recordError(own, jobs.recordKey(elements[i], m_keysAt));
                if (error && error->kind == ErrorKind::Refused) {
                    return *error;
                }
            }
            jobs.fill(elements[i], own, m_now);
            bytes += JobReader::bytesOf(own);
        }
        size.learn(static_cast<qint64>(end - first), bytes);
        first = end;
    }
    return Done{};
}

void setScore(Element &element, double score, ScoreCodec codec)
{
    element.score = score;
    element.due = codec.timeOf(score);
}

std::vector<HeadElement> scored(const Reply &reply)
{
    std::vector<HeadElement> elements;
    elements.reserve(reply.elements.size() / 2);
    for (std::size_t i = 0; i + 1 < reply.elements.size(); i += 2) {
        elements.push_back({reply.elements[i].bytes, reply.elements[i + 1].toDouble().value_or(unknownFigure)});
    }
    return elements;
}

} // namespace plimsoll::redis
