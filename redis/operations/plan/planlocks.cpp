// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/plan/planning.h"
#include "redis/operations/journal/words.h"
#include "redis/types/printable.h"

namespace plimsoll::redis::planning {

namespace {

/// True if the lock is held with that token. A value of another length is not read, because it may be large.
Result<bool> isHeldWith(const PlanSource &source, const Element &lock)
{
    const Result<Reply> length = source.server.command({"STRLEN", lock.key}, source.stop);
    if (!length) {
        return length.error();
    }
    if (lock.element.isEmpty() || length->integer != lock.element.size()) {
        return false;
    }
    const Result<Reply> held = source.server.command({"GET", lock.key}, source.stop);
    if (!held) {
        return held.error();
    }
    return held->bytes == lock.element;
}

} // namespace

Outcome release(const PlanSource &source, const OperationRequest &request, Plan &plan)
{
    const RoleKeys &role = source.definition.keys.front();
    if (request.elements.empty() || role.role->types != StringKey) {
        return Error{ErrorKind::Invalid, Words::tr("release needs the locks, each by key and token")};
    }
    for (const Element &lock : request.elements) {
        if (!source.definition.isKeyOf(role, lock.key, source.now)) {
            plan.absent.push_back(lock.key);
            continue;
        }
        const Result<std::optional<KeyType>> type = source.typeOf(*role.role, lock.key);
        if (!type) {
            return type.error();
        }
        const Result<bool> isHeld = isHeldWith(source, lock);
        if (!isHeld) {
            return isHeld.error();
        }
        if (!*isHeld) {
            plan.absent.push_back(lock.key);
            continue;
        }
        append(plan,
               {.key = lock.key, .keyType = StringKey, .does = UnlockStep{}, .items = {{lock.element, {}, {}, {}, {}}}},
               {lock});
    }
    if (plan.steps.empty()) {
        return Error{ErrorKind::Invalid,
                     Words::tr("%1: there is no lock with that token now").arg(source.definition.name)};
    }
    return Done{};
}

} // namespace plimsoll::redis::planning
