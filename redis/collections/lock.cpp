// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/foundkeys.h"
#include "redis/types/lease.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace plimsoll::redis {

namespace lock {
namespace {

using L1 = QLatin1StringView;
using std::chrono::milliseconds;

constexpr std::array roles{
    RoleSpec{.id = L1(QT_TRANSLATE_NOOP("fields", "lock")),
             .types = StringKey,
             .required = true,
             .many = true,
             .help = QT_TRANSLATE_NOOP("kinds", "Leases, each a string with its holder's token: lock:{id}"),
             .named = Named::ById},
};

constexpr std::array figures{
    FigureSpec{L1("held"), QT_TRANSLATE_NOOP("figures", "held"), QT_TRANSLATE_NOOP("figures", "Locks held now.")},
    FigureSpec{L1("ttlMs"), QT_TRANSLATE_NOOP("figures", "shortest left"),
               QT_TRANSLATE_NOOP("figures", "Time until the first of the leases ends."), Unit::Duration},
    FigureSpec{.id = L1("withoutTtl"),
               .title = QT_TRANSLATE_NOOP("figures", "without expiry"),
               .help = QT_TRANSLATE_NOOP("figures",
                                         "Locks that never expire: when their holder dies, nothing frees "
                                         "them."),
               .means = Means::Trouble},
    FigureSpec{L1("handsPerMinute"), QT_TRANSLATE_NOOP("figures", "holder changes"),
               QT_TRANSLATE_NOOP(
                   "figures",
                   "Observed changes of holder per minute, over the last fifteen; those between two polls are missed."),
               Unit::Frequency},
};

// clang-format off
constexpr std::array sentence{
    Clause{0, L1("withoutTtl"), Clause::One, QT_TRANSLATE_NOOP("sentences", "1 lock never expires")},
    Clause{0, L1("withoutTtl"), Clause::Several, QT_TRANSLATE_NOOP("sentences", "{withoutTtl} locks never expire")},
    Clause{1, L1("held"), Clause::Zero, QT_TRANSLATE_NOOP("sentences", "nothing is locked")},
    Clause{2, L1("held"), Clause::One, QT_TRANSLATE_NOOP("sentences", "1 lock is held")},
    Clause{2, L1("held"), Clause::Several, QT_TRANSLATE_NOOP("sentences", "{held} locks are held")}};
// clang-format on

constexpr KindInfo info{L1("lock"),
                        QT_TRANSLATE_NOOP("kinds", "Lock"),
                        QT_TRANSLATE_NOOP("kinds", "Locks"),
                        QT_TRANSLATE_NOOP("kinds", "Leases: who holds what, and for how long"),
                        roles,
                        {},
                        figures,
                        sentence,
                        0};

enum Figure : std::size_t { Held, TtlMs, WithoutTtl, HandsPerMinute };
static_assert(figures.size() == HandsPerMinute + 1);

constexpr milliseconds remembered = std::chrono::minutes(15);
constexpr std::size_t mostChanges = 1'000; ///< limit of remembered changes per lock
constexpr milliseconds rememberedTenures = std::chrono::minutes(30);
constexpr qsizetype mostTenures = 60; ///< limit per lock
constexpr qsizetype mostOfAll = 60'000; ///< limit for all locks; with many, each keeps fewer
constexpr qsizetype mostPast = 20'000; ///< locks with a remembered past
constexpr double moved = 500; ///< ms; PTTL has a resolution of 1 ms and arrives a tick late

class LockCollector final : public FoundCollector {
public:
    explicit LockCollector(const CollectionDefinition &given) : FoundCollector(given) { }

protected:
    void appendKey(Pipeline &pipeline, const Entry &entry, milliseconds now) override;
    Result<Is> readKey(ReplyCursor &replies, Entry &entry, milliseconds now) override;
    [[nodiscard]] bool isBefore(const FoundKey &a, const FoundKey &b) const override;
    void sumUp(const std::vector<Entry> &entries, KeysFound &found) override;
    void tell(Reading &reading) override;

private:
    /// History of a lock, held or free.
    struct Past {
        QByteArray holder; ///< last holder seen
        std::vector<milliseconds> changes; ///< times at which the holder changed, oldest first
        std::vector<Tenure> tenures; ///< oldest first
    };
    Past *pastOf(const QByteArray &key, milliseconds now);
    void noteChange(Past *past, milliseconds now);
    /// `holder`: empty if the lock is free.
    void noteHolder(Past &past, const QByteArray &holder, milliseconds now, FoundKey &key) const;

    double m_held = 0, m_withoutTtl = 0;
    double m_firstEnd = unknownFigure; ///< Unix ms
    std::vector<milliseconds> m_changes; ///< changes of all locks, oldest first
    milliseconds m_begun{};
    QHash<QByteArray, Past> m_past;
};

void LockCollector::appendKey(Pipeline &pipeline, const Entry &entry, milliseconds /*now*/)
{
    pipeline.add({"GETRANGE", entry.told.key, "0", QByteArray::number(longestToken)});
    pipeline.add({"PTTL", entry.told.key});
}

void LockCollector::noteChange(Past *past, milliseconds now)
{
    const auto note = [now](std::vector<milliseconds> &changes, std::size_t most) {
        std::erase_if(changes, [now](milliseconds at) { return now - at > remembered; });
        if (changes.size() < most) {
            changes.push_back(now);
        }
    };
    note(m_changes, mostChanges * 100);
    if (past != nullptr) {
        note(past->changes, mostChanges);
    }
}

void LockCollector::noteHolder(Past &past, const QByteArray &holder, milliseconds now, FoundKey &key) const
{
    std::vector<Tenure> &tenures = past.tenures;
    const bool isOpen = !tenures.empty() && tenures.back().to.count() == 0;
    if (isOpen ? tenures.back().holder == holder : holder.isEmpty()) {
        return;
    }
    if (isOpen) {
        tenures.back().to = now;
    }
    if (!holder.isEmpty()) {
        tenures.push_back({holder, now, {}});
    }
    std::erase_if(tenures, [now](const Tenure &one) { return one.to.count() > 0 && now - one.to > rememberedTenures; });
    const qsizetype most = std::clamp<qsizetype>(mostOfAll / std::max<qsizetype>(1, m_past.size()), 2, mostTenures);
    if (std::ssize(tenures) > most) {
        tenures.erase(tenures.begin(), tenures.end() - most);
    }
    key.tenures = std::make_shared<const std::vector<Tenure>>(tenures);
}

/// Null where too many locks are known already: that of another whose hands did not change lately goes first.
LockCollector::Past *LockCollector::pastOf(const QByteArray &key, milliseconds now)
{
    if (m_past.size() >= mostPast && !m_past.contains(key)) {
        m_past.removeIf([now](const auto &entry) {
            return entry.value().changes.empty() || now - entry.value().changes.back() > remembered;
        });
        if (m_past.size() >= mostPast) {
            return nullptr;
        }
    }
    return &m_past[key];
}

Result<FoundCollector::Is> LockCollector::readKey(ReplyCursor &replies, Entry &entry, milliseconds now)
{
    const Reply &token = replies.next();
    const Reply &ttl = replies.next();
    FoundKey &key = entry.told;
    m_begun = m_begun.count() == 0 ? now : m_begun;
    for (const Reply *reply : {&token, &ttl}) {
        if (reply->isError()) {
            return reply->toError(key.key);
        }
    }
    if (ttl.integer == -2) {
        key.holder.clear();
        key.since = {};
        if (const auto past = m_past.find(key.key); past != m_past.end()) {
            noteHolder(*past, {}, now, key);
        }
        return Is::Gone;
    }
    const double expiresAt = ttl.integer < 0 ? std::numeric_limits<double>::infinity()
                                             : static_cast<double>((now + milliseconds(ttl.integer)).count());
    Past *past = pastOf(key.key, now);
    const QByteArray before = past == nullptr ? key.holder : past->holder;
    if (key.since.count() == 0 || key.holder != token.bytes) {
        // The lock was known before this holder took it, so its start was observed.
        key.isSinceSeen = key.readAt.count() != 0 || (!before.isEmpty() && before != token.bytes);
        key.renewed = 0;
        key.lease = unknownFigure;
        if (!before.isEmpty() && before != token.bytes) {
            noteChange(past, now);
        }
        key.holder = token.bytes;
        key.since = now;
    } else if (expiresAt > key.expiresAt + moved) {
        ++key.renewed;
    }
    key.expiresAt = expiresAt;
    if (std::isfinite(expiresAt)) {
        key.lease = std::fmax(key.lease, static_cast<double>(ttl.integer));
    }
    if (past != nullptr) {
        past->holder = token.bytes;
        noteHolder(*past, token.bytes, now, key);
        key.hands = static_cast<int>(std::count_if(past->changes.begin(), past->changes.end(),
                                                   [now](milliseconds at) { return now - at <= remembered; }));
    }
    return Is::There;
}

/// Orders locks without expiry first, then by expiry, soonest first.
bool LockCollector::isBefore(const FoundKey &a, const FoundKey &b) const
{
    const auto rank = [](const FoundKey &key) {
        return std::isinf(key.expiresAt) ? 0.0
            : isKnown(key.expiresAt)     ? key.expiresAt
                                         : std::numeric_limits<double>::max();
    };
    if (rank(a) != rank(b)) {
        return rank(a) < rank(b);
    }
    return a.since != b.since ? a.since < b.since : a.key < b.key;
}

void LockCollector::sumUp(const std::vector<Entry> &entries, KeysFound &found)
{
    m_held = static_cast<double>(found.seen);
    m_withoutTtl = 0;
    m_firstEnd = unknownFigure;
    for (const Entry &entry : entries) {
        if (!entry.isThere) {
            continue;
        }
        const double end = entry.told.expiresAt;
        m_withoutTtl += std::isinf(end) ? 1 : 0;
        m_firstEnd = std::isfinite(end) ? std::fmin(m_firstEnd, end) : m_firstEnd;
    }
}

void LockCollector::tell(Reading &reading)
{
    tellFigure(reading, Held, m_held, false);
    tellFigure(reading, WithoutTtl, m_withoutTtl);
    // Locks not yet found or read may expire sooner, so the shortest TTL has no lower bound.
    const bool isAll = found()->isWhole() && found()->unread == 0;
    if (isAll && isKnown(m_firstEnd)) {
        reading.figures[TtlMs] = std::max(0.0, m_firstEnd - static_cast<double>(reading.now.count()));
    } else if (isAll && m_held > 0 && m_withoutTtl == m_held) {
        reading.note(TtlMs, FigureNote::Never);
    } else if (isAll && m_held == 0) {
        reading.note(TtlMs, FigureNote::Absent);
    }
    std::erase_if(m_changes, [&](milliseconds at) { return reading.now - at > remembered; });
    const milliseconds watched = std::min(remembered, reading.now - m_begun);
    reading.note(HandsPerMinute, FigureNote::NotYet);
    if (m_begun.count() > 0 && watched >= std::chrono::seconds(10)) {
        reading.figures[HandsPerMinute] =
            static_cast<double>(m_changes.size()) * 60'000 / static_cast<double>(watched.count());
        if (!m_changes.empty() || !isAll) { // of none nothing more is said
            reading.setAtLeast(HandsPerMinute);
        }
    }
}

} // namespace
} // namespace lock

extern const Kind lockKind;
constinit const Kind lockKind{&lock::info, &makeOf<lock::LockCollector>};

} // namespace plimsoll::redis
