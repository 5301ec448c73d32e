// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/batch/batch.h"
#include "tests/server/operationbench.h"

#include <functional>

/// Every way through every script of a batch, on keys of its own: "k", "t", "dead", "new", "guard", "job:…".
namespace plimsoll::testing {

using namespace Qt::StringLiterals;

struct Way {
    const char *name;
    PlanStep::Does does;
    KeyType keyType;
    std::function<void(PlanStep &)> set = [](PlanStep &) {};
    bool archive = true;
};

inline PlanStep stepOf(const Way &way)
{
    PlanStep step{.key = "k", .keyType = way.keyType, .does = way.does};
    if (CutAmount *const cut = step.cut()) {
        cut->count = 3;
    }
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
    using How = PlanTarget::How;
    using Attempts = MoveStep::Attempts;
    const auto exhausted = [](How how) {
        return MoveStep{.target = to(how), .dead = to(how, "dead"), .attempts = Attempts::Increment, .maxAttempts = 1};
    };
    const auto cutList = [](bool atLeft, const QByteArray &mark, std::vector<quint64> known = {}) {
        CutListStep cut;
        cut.atLeft = atLeft;
        cut.mark = mark;
        cut.onlyKnown = !known.empty();
        cut.known = std::move(known);
        return cut;
    };
    const auto cutZSet = [](bool atMax, const QByteArray &bound) {
        CutZSetStep cut;
        cut.atMax = atMax;
        cut.bound = bound;
        return cut;
    };
    const auto atNew = [](PlanStep &s) { s.key = "new"; };
    const auto edits = [](PlanStep &s) { // of one job, and so in a batch of its own
        s.items.resize(1);
        s.items.front().after = "w";
    };
    const auto record = [](const QByteArray &before) {
        return [before](PlanStep &s) {
            s.items.resize(1);
            s.items.front().element = before;
            s.items.front().after = "w";
        };
    };
    const auto lost = [](PlanStep &s) {
        s.key = "new";
        for (PlanItem &item : s.items) {
            item.element.prepend("lost-");
        }
    };
    return {
        {"found one by one, counted", MoveStep{.target = to(How::PushLeft), .attempts = Attempts::Increment}, ListKey},
        {"from the left end", MoveStep{.target = to(How::PushRight), .atLeft = true, .contiguous = true}, ListKey},
        {"from the right end", MoveStep{.target = to(How::PushLeft), .contiguous = true}, ListKey},
        {"found one by one from the left, out", MoveStep{.atLeft = true}, ListKey},
        {"all that there is", MoveStep{.contiguous = true}, ListKey,
         [](PlanStep &s) {
             s.items.push_back({"more", {}, {}, {}, {}});
         }},
        {"attempts set", MoveStep{.target = to(How::AddToSet), .attempts = Attempts::Set}, ListKey},
        {"attempts taken away", MoveStep{.target = to(How::PushLeft), .attempts = Attempts::Set}, ListKey,
         [](PlanStep &s) {
             for (PlanItem &item : s.items) {
                 item.attempts.clear();
             }
         }},
        {"to dead letters, lists", exhausted(How::PushLeft), ListKey},
        {"to dead letters, sorted sets", exhausted(How::AddToZSet), ZSetKey},
        {"to dead letters, sets", exhausted(How::AddToSet), SetKey},
        {"into a key with an expiry", MoveStep{.target = to(How::AddToZSet), .expireAt = now(100'000)}, ZSetKey},
        {"out of a guarded set", MoveStep{.guard = "guard"}, SetKey,
         [](PlanStep &s) {
             for (PlanItem &item : s.items) {
                 item.score = "1";
             }
         }},
        {"cut from the left", cutList(true, "other"), ListKey},
        {"cut what is known", cutList(true, "other", {knownAs("x"), knownAs("y")}), ListKey},
        {"cut from the right, unarchived", cutList(false, "x"), ListKey, [](PlanStep &) {}, false},
        {"cut the lowest", cutZSet(false, "+inf"), ZSetKey},
        {"cut the highest, unarchived", cutZSet(true, "-inf"), ZSetKey, [](PlanStep &) {}, false},
        {"restored at the left", RestoreStep{.atLeft = true}, ListKey, atNew},
        {"restored at the right", RestoreStep{.expireAt = now(100'000)}, ListKey, atNew},
        {"restored to a set", RestoreStep{}, SetKey, atNew},
        {"restored to a sorted set", RestoreStep{}, ZSetKey, atNew},
        {"another score", RescoreStep{}, ZSetKey},
        {"an expiry", ExpireStep{now(100'000)}, ListKey},
        {"none any more", ExpireStep{}, ZSetKey},
        {"other bytes in a list", EditStep{}, ListKey, edits},
        {"other bytes in a set", EditStep{}, SetKey, edits},
        {"other bytes in a sorted set", EditStep{}, ZSetKey, edits},
        {"another record", EditStep{.of = EditStep::Of::Text, .job = "x", .record = "text"}, ListKey, record("old")},
        {"another field", EditStep{.of = EditStep::Of::Field, .job = "x", .record = "job:x", .field = "attempts"},
         ListKey, record("2")},
        {"another field in a set",
         EditStep{.of = EditStep::Of::Field, .job = "x", .record = "job:x", .field = "attempts"}, SetKey, record("2")},
        {"jobs off a list", JobStep{.script = "discard", .removes = true}, ListKey},
        {"jobs off a set", JobStep{.script = "discard", .removes = true, .atLeft = true}, SetKey},
        {"jobs off a sorted set", JobStep{.script = "discard", .removes = true}, ZSetKey},
        {"adopted at the left", AdoptStep{.atLeft = true, .elsewhere = {"k", "guard"}}, ListKey, lost},
        {"adopted at the right", AdoptStep{}, ListKey, lost},
        {"adopted in a sorted set", AdoptStep{.elsewhere = {"k", "t"}}, ZSetKey, lost},
    };
}

/// Data on which each way has an effect: three items and one more, with a record each.
inline void fillFor(RedisServer &server, const PlanStep &step, bool json)
{
    server.flush();
    server.run({"ZADD", "guard", "1", "x", "1", "y", "1", "z"});
    server.run({"SET", "text", "old"});
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
                           .window = step.is<MoveStep>() && step.as<MoveStep>()->contiguous ? 4 : 0,
                           .archive = way.archive,
                           .bytes = 1'000'000,
                           .left = step.atLeft(),
                           .within = 100};
    BatchCall call = makeCall(step, range, escrowKey("k", u"op"_s, 0));
    std::vector<QByteArray> arguments{"60000", now(5'000)};
    arguments.insert(arguments.end(), call.arguments.begin(), call.arguments.end());
    return {std::move(call), std::move(arguments)};
}

} // namespace plimsoll::testing
