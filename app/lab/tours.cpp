// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/texts.h"
#include "app/lab/trial.h"

namespace plimsoll::lab {

namespace {

const Texts queueTexts{
    QLatin1StringView("queue"),
    QT_TRANSLATE_NOOP("lab", "A pop trusts the worker to live."),
    QT_TRANSLATE_NOOP("lab", "Take with RPOP"),
    QT_TRANSLATE_NOOP("lab", "Lease, finish, and a reaper"),
    "job = RPOP ready\nHGET attempts job\nwork(job)\nHINCRBY done job 1",
    "job = LMOVE ready processing RIGHT LEFT\nHGET attempts job\nqueue_lease(job, 300)\nwork(job)\nqueue_finish(job)\n"
    "\nevery 50 ms:\n  queue_reap(300, 5, 100)",
    "queue_lease,queue_finish,queue_reap",
    {{{QT_TRANSLATE_NOOP("lab", "Jobs start flowing. Both sides get the same jobs, and the same attempts crash."),
       "wrong.flow"},
      {QT_TRANSLATE_NOOP("lab", "On the left a worker dies with its job in hand. Nobody else knows of it: it is lost."),
       "wrong.lost", true},
      {QT_TRANSLATE_NOOP("lab",
                         "On the right the job is still in processing, with the time until when it may be kept."),
       "right.flow"},
      {QT_TRANSLATE_NOOP("lab", "The reaper finds what is overdue and gives it back. Nothing is lost."),
       "right.queue_reap"},
      {QT_TRANSLATE_NOOP("lab",
                         "The cost: a job whose worker dies after the work is worked again. Make the work idempotent."),
       "right.twice"}}},
    true,
    true};

const Texts delayedTexts{
    QLatin1StringView("delayed"),
    QT_TRANSLATE_NOOP("lab", "Eight saw it, eight ran it."),
    QT_TRANSLATE_NOOP("lab", "Read what is due, then remove"),
    QT_TRANSLATE_NOOP("lab", "Claim in one script"),
    "due = ZRANGE delayed -inf NOW BYSCORE LIMIT 0 10\nfor job in due:\n  ZREM delayed job\n  work(job)\n"
    "  HINCRBY done job 1",
    "due = delayed_claim(10, 300)\nfor job in due:\n  HGET attempts job\n  work(job)\n  delayed_ack(job)\n"
    "\nevery 50 ms:\n  delayed_reap(100)",
    "delayed_claim,delayed_ack,delayed_reap",
    {{{QT_TRANSLATE_NOOP("lab", "Twenty jobs fall due every 50 ms on both sides."), "wrong.flow"},
      {QT_TRANSLATE_NOOP("lab", "On the left all clients read the same ten before the first has removed one."),
       "wrong.lines"},
      {QT_TRANSLATE_NOOP("lab", "Each of them works: a job runs about five times."), "wrong.again"},
      {QT_TRANSLATE_NOOP("lab", "On the right one script reads and takes: one owner, with a deadline."),
       "right.delayed_claim"},
      {QT_TRANSLATE_NOOP("lab",
                         "The left side reads the reply of ZREM now: the repeats end. What a dying worker "
                         "removed stays lost."),
       "wrong.lost", false, true}}},
    true,
    true,
    {QT_TRANSLATE_NOOP("lab", "reads ZREM's reply"),
     "due = ZRANGE delayed -inf NOW BYSCORE LIMIT 0 10\nfor job in due:\n  if ZREM delayed job == 0:\n    continue\n"
     "  work(job)\n  HINCRBY done job 1"}};

const Texts priorityTexts{
    QLatin1StringView("priority"),
    QT_TRANSLATE_NOOP("lab", "Priority without time is a queue some never leave."),
    QT_TRANSLATE_NOOP("lab", "The band as the score"),
    QT_TRANSLATE_NOOP("lab", "Arrival plus a head start"),
    "ZADD queue band job\njob = ZPOPMIN queue\nwork(job)",
    "priority_add(job, band, HEAD_START)\njob = ZPOPMIN queue\nwork(job)",
    "priority_add",
    {{{QT_TRANSLATE_NOOP("lab", "Top customers send the next job as soon as one is done: the top is always full."),
       "wrong.flow"},
      {QT_TRANSLATE_NOOP("lab", "On the left the low band is never served."), "wrong.overtaken"},
      {QT_TRANSLATE_NOOP("lab", "Its longest wait grows by a second every second."), "wrong.wait"},
      {QT_TRANSLATE_NOOP("lab", "On the right a low job is served after its head start of 0.3 s."), "right.wait"},
      {QT_TRANSLATE_NOOP("lab", "The head start is a second now: it is for you to say how long the low ones may wait."),
       "labDial", false, false, 0, 1'000}}},
    true,
    false,
    {},
    {QT_TRANSLATE_NOOP("lab", "head start"), 50, 5'000, headStart},
    "",
    QT_TRANSLATE_NOOP("lab", "No slow motion: the fault is in the order of the scores, not between two commands")};

const Texts ratelimitTexts{
    QLatin1StringView("ratelimit"),
    QT_TRANSLATE_NOOP("lab", "Between count and add there is room for eight."),
    QT_TRANSLATE_NOOP("lab", "Count, then add"),
    QT_TRANSLATE_NOOP("lab", "Count and add in one script"),
    "ZREMRANGEBYSCORE s -inf NOW-500\nif ZCARD s < 20:\n  ZADD s NOW id\n  PEXPIRE s 500",
    "ratelimit_allow(20, 500, id)",
    "ratelimit_allow",
    {{{QT_TRANSLATE_NOOP("lab", "Twenty may pass in half a second, each of four subjects."), "wrong.flow"},
      {QT_TRANSLATE_NOOP("lab", "On the left a place falls free, and several count nineteen."), "wrong.lines"},
      {QT_TRANSLATE_NOOP("lab", "All of them get in: over the limit."), "wrong.over"},
      {QT_TRANSLATE_NOOP("lab", "On the right nothing comes between count and add: never one too many."), "right.over"},
      {QT_TRANSLATE_NOOP("lab",
                         "The right side takes the time as the member now. It is atomic and still wrong: who "
                         "comes in the same millisecond counts as one."),
       "right.over", false, true}}},
    false,
    false,
    {QT_TRANSLATE_NOOP("lab", "time as the member"), "ratelimit_allow(20, 500)", "ratelimit_allow", true,
     timeAsMember}};

const Texts dedupeTexts{
    QLatin1StringView("dedupe"),
    QT_TRANSLATE_NOOP("lab", "It tidies up, unless it dies in the wrong millisecond."),
    QT_TRANSLATE_NOOP("lab", "SADD, then PEXPIRE"),
    QT_TRANSLATE_NOOP("lab", "Three buckets in one script"),
    "new = SADD bucket id\nPEXPIRE bucket 2000",
    "new = dedupe_seen(last, this, next, id, 2000)",
    "dedupe_seen",
    {{{QT_TRANSLATE_NOOP("lab", "Events come, and three of ten come again within 100 ms."), "wrong.flow"},
      {QT_TRANSLATE_NOOP("lab", "A client dies between the two commands: its bucket stays forever."), "wrong.forever",
       true},
      {QT_TRANSLATE_NOOP("lab", "At the edge of a period repeats pass as new."), "wrong.through"},
      {QT_TRANSLATE_NOOP("lab", "On the right one script looks at three buckets, adds, and sets the expiry."),
       "right.dedupe_seen"},
      {QT_TRANSLATE_NOOP("lab", "Swallowed on both sides: marked, and the client died before the work."),
       "right.swallowed"}}},
    true,
    true};

const Texts recentTexts{
    QLatin1StringView("recent"),
    QT_TRANSLATE_NOOP("lab", "Fifty for the writer is not fifty for the reader."),
    QT_TRANSLATE_NOOP("lab", "LPUSH, LTRIM, EXPIRE"),
    QT_TRANSLATE_NOOP("lab", "The same in one script"),
    "LPUSH list thing\nLTRIM list 0 49\nPEXPIRE list 60000",
    "recent_push(thing, 50, 60000)",
    "recent_push",
    {{{QT_TRANSLATE_NOOP("lab", "Things are pushed; each list keeps the newest fifty."), "wrong.flow"},
      {QT_TRANSLATE_NOOP("lab", "On the left the reader sees more than fifty, again and again."), "wrong.over"},
      {QT_TRANSLATE_NOOP("lab", "A client dies after the push: a visitor's list never expires."), "wrong.forever",
       true},
      {QT_TRANSLATE_NOOP("lab", "On the right every read is within the bound."), "right.longest"},
      {QT_TRANSLATE_NOOP("lab", "Sixteen clients now: worse on the left, and nothing changes on the right."),
       "labContention", false, false, 16}}},
    true,
    true};

const Texts presenceTexts{
    QLatin1StringView("presence"),
    QT_TRANSLATE_NOOP("lab", "Nobody says goodbye when the power fails."),
    QT_TRANSLATE_NOOP("lab", "SADD and SREM"),
    QT_TRANSLATE_NOOP("lab", "Beats with the server's time"),
    "SADD connected who\nSREM connected who",
    "every 100 ms:\n  presence_beat(who, 400)\nZREM lastSeen who\n\nshown = presence_online(400)",
    "presence_beat,presence_online",
    {{{QT_TRANSLATE_NOOP("lab", "Two hundred people come and go."), "wrong.flow"},
      {QT_TRANSLATE_NOOP("lab", "One in five vanishes without a goodbye."), "wrong.client"},
      {QT_TRANSLATE_NOOP("lab", "On the left they stay: ghosts add up."), "wrong.ghosts"},
      {QT_TRANSLATE_NOOP("lab", "On the right each fades within 0.4 s."), "right.young"},
      {QT_TRANSLATE_NOOP("lab", "The cost: more than five times the commands, and who is slow flickers."),
       "right.commands"}}},
    true,
    false,
    {},
    {},
    "",
    QT_TRANSLATE_NOOP("lab", "No slow motion: people come and go with time, nothing happens between two commands")};

const Texts leaderboardTexts{
    QLatin1StringView("leaderboard"),
    QT_TRANSLATE_NOOP("lab", "One board is one key, one slot, one core."),
    QT_TRANSLATE_NOOP("lab", "Read, add, write"),
    QT_TRANSLATE_NOOP("lab", "ZINCRBY on eight shards"),
    "points = ZSCORE board player\nZADD board points+n player",
    "ZINCRBY board:SHARD n player -- guard\n\ntop = merge(ZRANGE board:0 0 9 REV WITHSCORES, ...,\n"
    "            ZRANGE board:7 0 9 REV WITHSCORES)",
    "",
    {{{QT_TRANSLATE_NOOP("lab", "Five hundred players score, some much more than others."), "wrong.lines"},
      {QT_TRANSLATE_NOOP("lab", "On the left every write goes to one key: one slot, one core."), "wrong.hottest"},
      {QT_TRANSLATE_NOOP("lab", "A client that reads before another has written loses the other's points."),
       "wrong.points"},
      {QT_TRANSLATE_NOOP("lab", "On the right ZINCRBY loses nothing, and eight keys share the writes."), "right.flow"},
      {QT_TRANSLATE_NOOP("lab", "The merged top ten equals the truth. ZINCRBY cures the points, shards the heat."),
       "right.top"}}},
    false,
    false,
    {QT_TRANSLATE_NOOP("lab", "ZINCRBY on one board"), "ZINCRBY board n player"},
    {},
    "ZINCRBY board:SHARD n player -- guard\npoints = ZSCORE board:SHARD player\nZADD board:SHARD points+n player\n\n"
    "top = merge(ZRANGE board:0 0 9 REV WITHSCORES, ...,\n            ZRANGE board:7 0 9 REV WITHSCORES)"};

const Texts streamTexts{
    QLatin1StringView("stream"),
    QT_TRANSLATE_NOOP("lab", "Pending is not a plan."),
    QT_TRANSLATE_NOOP("lab", "Read only new entries"),
    QT_TRANSLATE_NOOP("lab", "Claim first, then read"),
    "entry = XREADGROUP GROUP g me COUNT 1 STREAMS stream >\nwork(entry)\nXACK stream g entry\nHINCRBY done job 1",
    "entry = XAUTOCLAIM stream g me 300 0 COUNT 1\nif entry and deliveries(entry) > 3:\n  stream_dead(entry)\n"
    "if not entry:\n  entry = XREADGROUP GROUP g me COUNT 1 STREAMS stream >\nwork(entry)\nstream_finish(entry)",
    "stream_finish,stream_dead",
    {{{QT_TRANSLATE_NOOP("lab", "Entries flow to a group of consumers."), "wrong.flow"},
      {QT_TRANSLATE_NOOP("lab", "A consumer dies; its entry stays pending under its name."), "wrong.flow", true},
      {QT_TRANSLATE_NOOP("lab", "On the left nobody ever asks for it: stuck grows."), "wrong.stuck"},
      {QT_TRANSLATE_NOOP("lab", "On the right it is claimed when it has been idle for 0.3 s."), "right.client"},
      {QT_TRANSLATE_NOOP("lab",
                         "An entry that kills whoever takes it ends among the dead letters after three deliveries."),
       "right.dead"}}},
    true,
    true,
    {QT_TRANSLATE_NOOP("lab", "claims ten at a time"),
     "entries = XAUTOCLAIM stream g me 300 0 COUNT 10\nfor entry in entries:\n  if deliveries(entry) > 3:\n"
     "    stream_dead(entry)\n  else:\n    work(entry)\n    stream_finish(entry)\nif not entries:\n"
     "  entry = XREADGROUP GROUP g me COUNT 1 STREAMS stream >\n  work(entry)\n  stream_finish(entry)",
     "stream_finish,stream_dead", true}};

const Texts lockTexts{
    QLatin1StringView("lock"),
    QT_TRANSLATE_NOOP("lab", "The lock you delete may no longer be yours."),
    QT_TRANSLATE_NOOP("lab", "GET, and if mine DEL"),
    QT_TRANSLATE_NOOP("lab", "Compare and delete, with a fence"),
    "SET lock token NX PX 20\nwork()\nHSET res value token\nif GET lock == token:\n  DEL lock  -- as GETDEL, to "
    "count whose it was",
    "fence = lock_take(token, 20)\nwork()\nlock_write(fence, value)\nlock_release(token)",
    "lock_take,lock_write,lock_release",
    {{{QT_TRANSLATE_NOOP("lab", "A lock is held for 20 ms at the most: the lease."), "wrong.client"},
      {QT_TRANSLATE_NOOP("lab", "On the left a client pauses between GET and DEL."), "wrong.lines"},
      {QT_TRANSLATE_NOOP("lab", "Its lease has run out: the DEL frees the lock of its successor."), "wrong.foreign"},
      {QT_TRANSLATE_NOOP("lab", "On the right comparing and deleting is one step."), "right.lock_release"},
      {QT_TRANSLATE_NOOP("lab",
                         "Two are at work at once on both sides: only the fence number protects what is written."),
       "right.both"}}},
    false,
    false,
    {QT_TRANSLATE_NOOP("lab", "DEL without GET"),
     "SET lock token NX PX 20\nwork()\nHSET res value token\nDEL lock  -- as GETDEL, to count whose it was"}};

const Texts cacheTexts{
    QLatin1StringView("cache"),
    QT_TRANSLATE_NOOP("lab", "Forty keys, one birthday."),
    QT_TRANSLATE_NOOP("lab", "GET, fetch, SET"),
    QT_TRANSLATE_NOOP("lab", "One fetches, the others wait"),
    "value = GET v\nif not value:\n  value = origin()\n  SET v value PX 800",
    "value = cache_look(token, GUARD)\nwhile value is wait:\n  sleep(3)\n  value = cache_look(token, GUARD)\n"
    "if value is fetch:\n  value = origin()\n  cache_fill(token, value, 800 ± 25 %)",
    "cache_look,cache_fill",
    {{{QT_TRANSLATE_NOOP("lab", "Forty values, all filled at the same moment."), "wrong.flow"},
      {QT_TRANSLATE_NOOP("lab", "On the left all of them expire together."), "wrong.peak"},
      {QT_TRANSLATE_NOOP("lab", "Every miss asks the origin, again and again for the same value."), "wrong.extra"},
      {QT_TRANSLATE_NOOP("lab", "On the right one asks, the others wait for it, and lives differ by chance."),
       "right.cache_look"},
      {QT_TRANSLATE_NOOP("lab", "The cost: when the one who asks dies, the others wait for the end of its guard."),
       "right.worst", true}}},
    false,
    true,
    {QT_TRANSLATE_NOOP("lab", "SET NX, no second look"),
     "value = GET v\nif not value and SET l token NX PX GUARD:\n  value = origin()\n  SET v value PX 800 ± 25 %\n  DEL "
     "l",
     "", true},
    {QT_TRANSLATE_NOOP("lab", "guard"), 5, 1'000, cacheGuard}};

const Texts expiryTexts{
    QLatin1StringView("expiry"),
    QT_TRANSLATE_NOOP("lab", "A TTL forgets. It does not tell."),
    QT_TRANSLATE_NOOP("lab", "Follow expired events"),
    QT_TRANSLATE_NOOP("lab", "An index by deadline"),
    "SET draft text PX life\nSADD open draft\non expired(draft):\n  SREM open draft",
    "expiry_write(draft, text, life)\n\nevery 50 ms:\n  due = ZRANGE index -inf NOW BYSCORE LIMIT 0 100\n"
    "  expiry_clean(due)",
    "expiry_write,expiry_clean",
    {{{QT_TRANSLATE_NOOP("lab", "Drafts are written, each with a deadline."), "wrong.flow"},
      {QT_TRANSLATE_NOOP("lab", "About once a second the follower restarts."), "wrong.client"},
      {QT_TRANSLATE_NOOP("lab", "On the left, what fell due in the meantime stays open forever."), "wrong.never"},
      {QT_TRANSLATE_NOOP("lab", "On the right the cleaner finds it in the index and catches up."),
       "right.expiry_clean"},
      {QT_TRANSLATE_NOOP("lab", "Even who is always there hears late: the event comes when the server meets the key."),
       "wrong.lag"}}},
    true,
    false,
    {},
    {},
    "",
    QT_TRANSLATE_NOOP("lab", "No slow motion: the server decides when it announces an expired key")};

} // namespace

std::span<const Texts> allTexts()
{
    static const std::array all{queueTexts,  delayedTexts, priorityTexts, ratelimitTexts,
                                dedupeTexts, recentTexts,  presenceTexts, leaderboardTexts,
                                streamTexts, lockTexts,    cacheTexts,    expiryTexts};
    return all;
}

} // namespace plimsoll::lab
