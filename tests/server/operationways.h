// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/batch.h"
#include "tests/server/operationbench.h"

#include <functional>

/// Every way through every script of a batch, on keys of its own: "k", "t", "dead", "new", "guard", "job:…".
namespace plimsoll::testing {

using namespace Qt::StringLiterals;

struct Way {
    const char *name;
    PlanStep::Type type;
    KeyType keyType;
    std::function<void(PlanStep &)> set = [](PlanStep &) {};
    bool archive = true;
};

inline PlanStep stepOf(const Way &way)
{
    PlanStep step;
    step.type = way.type;
    step.key = "k";
    step.keyType = way.keyType;
    step.count = 3;
    for (const QByteArray id : {"x", "y", "z"}) {
        step.items.push_back(
            {id, step.keyType == ZSetKey ? "1" : "", "5", step.keyType == ZSetKey ? "2" : "", "job:" + id});
    }
    way.set(step);
    return step;
}

inline PlanTarget to(PlanTarget::How how, const QByteArray &key = "t")
{
    return {key, how, how == PlanTarget::How::AddToZSet ? "3" : ""};
}

/// Every way through every script.
inline std::vector<Way> ways()
{
    using Type = PlanStep::Type;
    using How = PlanTarget::How;
    using Attempts = PlanStep::Attempts;
    const auto exhausted = [](How how) {
        return [how](PlanStep &s) {
            s.target = to(how);
            s.dead = to(how, "dead");
            s.attempts = Attempts::Increment;
            s.maxAttempts = 1;
        };
    };
    return {
        {"found one by one, counted", Type::Move, ListKey,
         [](PlanStep &s) { s.target = to(How::PushLeft), s.attempts = Attempts::Increment; }},
        {"from the left end", Type::Move, ListKey,
         [](PlanStep &s) { s.target = to(How::PushRight), s.contiguous = s.atLeft = true; }},
        {"from the right end", Type::Move, ListKey,
         [](PlanStep &s) { s.target = to(How::PushLeft), s.contiguous = true; }},
        {"found one by one from the left, out", Type::Move, ListKey, [](PlanStep &s) { s.atLeft = true; }},
        {"all that there is", Type::Move, ListKey,
         [](PlanStep &s) {
             s.contiguous = true, s.items.push_back({"more", {}, {}, {}, {}});
         }},
        {"attempts set", Type::Move, ListKey,
         [](PlanStep &s) { s.target = to(How::AddToSet), s.attempts = Attempts::Set; }},
        {"attempts taken away", Type::Move, ListKey,
         [](PlanStep &s) {
             s.target = to(How::PushLeft), s.attempts = Attempts::Set;
             for (PlanItem &item : s.items) {
                 item.attempts.clear();
             }
         }},
        {"to dead letters, lists", Type::Move, ListKey, exhausted(How::PushLeft)},
        {"to dead letters, sorted sets", Type::Move, ZSetKey, exhausted(How::AddToZSet)},
        {"to dead letters, sets", Type::Move, SetKey, exhausted(How::AddToSet)},
        {"into a key with an expiry", Type::Move, ZSetKey,
         [](PlanStep &s) { s.target = to(How::AddToZSet), s.expireAt = now(100'000); }},
        {"out of a guarded set", Type::Move, SetKey,
         [](PlanStep &s) {
             s.guard = "guard";
             for (PlanItem &item : s.items) {
                 item.score = "1";
             }
         }},
        {"cut from the left", Type::CutList, ListKey, [](PlanStep &s) { s.atLeft = true, s.mark = "other"; }},
        {"cut what is known", Type::CutList, ListKey,
         [](PlanStep &s) {
             s.atLeft = s.onlyKnown = true, s.mark = "other", s.known = {knownAs("x"), knownAs("y")};
         }},
        {"cut from the right, unarchived", Type::CutList, ListKey, [](PlanStep &s) { s.mark = "x"; }, false},
        {"cut the lowest", Type::CutZSet, ZSetKey, [](PlanStep &s) { s.bound = "+inf"; }},
        {"cut the highest, unarchived", Type::CutZSet, ZSetKey, [](PlanStep &s) { s.bound = "-inf", s.atMax = true; },
         false},
        {"restored at the left", Type::Restore, ListKey, [](PlanStep &s) { s.key = "new", s.atLeft = true; }},
        {"restored at the right", Type::Restore, ListKey,
         [](PlanStep &s) { s.key = "new", s.expireAt = now(100'000); }},
        {"restored to a set", Type::Restore, SetKey, [](PlanStep &s) { s.key = "new"; }},
        {"restored to a sorted set", Type::Restore, ZSetKey, [](PlanStep &s) { s.key = "new"; }},
        {"another score", Type::Rescore, ZSetKey},
        {"an expiry", Type::Expire, ListKey, [](PlanStep &s) { s.expireAt = now(100'000); }},
        {"none any more", Type::Expire, ZSetKey},
    };
}

/// What each way needs to do something: three items and one more, with a record each.
inline void fillFor(RedisServer &server, const PlanStep &step, bool json)
{
    server.flush();
    server.run({"ZADD", "guard", "1", "x", "1", "y", "1", "z"});
    for (const QByteArray id : {"x", "y", "z"}) {
        if (step.keyType == ListKey) {
            server.run({"RPUSH", "k", id});
        } else if (step.keyType == SetKey) {
            server.run({"SADD", "k", id});
        } else {
            server.run({"ZADD", "k", "1", id});
        }
        if (json) {
            server.run({"SET", "job:" + id, R"({"attempts":2})"});
        } else {
            server.run({"HSET", "job:" + id, "attempts", "2"});
        }
    }
    server.run({step.keyType == ListKey      ? "RPUSH"
                    : step.keyType == SetKey ? "SADD"
                                             : "ZADD",
                "k", step.keyType == ZSetKey ? "0" : "more", "other"}); // so that something stays
}

/// The call of a way's batch, with its arguments in full.
inline std::pair<BatchCall, std::vector<QByteArray>> callOf(const Way &way)
{
    const PlanStep step = stepOf(way);
    const BatchRange range{.first = 0,
                           .count = step.items.size(),
                           .window = step.contiguous ? 4 : 0,
                           .archive = way.archive,
                           .bytes = 1'000'000,
                           .left = step.atLeft,
                           .within = 100};
    BatchCall call = makeCall(step, range, escrowKey("k", u"op"_s, 0));
    std::vector<QByteArray> arguments{"60000", now(5'000)};
    arguments.insert(arguments.end(), call.arguments.begin(), call.arguments.end());
    return {std::move(call), std::move(arguments)};
}

} // namespace plimsoll::testing
