// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/collector.h"
#include "redis/collections/joboptions.h"
#include "redis/types/keyslots.h"
#include "redis/types/shards.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace plimsoll::redis {

namespace dedupe {
namespace {

using L1 = QLatin1StringView;
using std::chrono::milliseconds;

constexpr L1 periodsId(QT_TRANSLATE_NOOP("fields", "periods"));

constexpr std::array roles{
    RoleSpec{.id = L1(QT_TRANSLATE_NOOP("fields", "bucket")),
             .types = SetKey,
             .required = true,
             .help = QT_TRANSLATE_NOOP(
                 "kinds", "Ids already seen, in a set for each period and shard: seen:{yyyyMMddHH}:{0..7}"),
             .holds = Holds::Members,
             .periods = periodsId},
};

constexpr std::array options{
    OptionSpec{periodsId,
               OptionType::Integer,
               {},
               "2",
               QT_TRANSLATE_NOOP("kinds", "How many periods are watched, including the current one")},
    OptionSpec{L1(QT_TRANSLATE_NOOP("fields", "ttl")),
               OptionType::Duration,
               {},
               nullptr,
               QT_TRANSLATE_NOOP("kinds", "How long a bucket is kept: the expiry that is set where one is missing")},
    redactOption,
};

constexpr std::array figures{
    FigureSpec{L1("members"), QT_TRANSLATE_NOOP("figures", "members"),
               QT_TRANSLATE_NOOP("figures", "Number of members.")},
    FigureSpec{L1("buckets"), QT_TRANSLATE_NOOP("figures", "buckets"),
               QT_TRANSLATE_NOOP("figures", "Buckets of all watched periods and shards.")},
    FigureSpec{.id = L1("withoutTtl"),
               .title = QT_TRANSLATE_NOOP("figures", "without expiry"),
               .help = QT_TRANSLATE_NOOP("figures", "Buckets that never expire and so stay forever."),
               .means = Means::Trouble},
    FigureSpec{L1("skew"), QT_TRANSLATE_NOOP("figures", "skew"),
               QT_TRANSLATE_NOOP(
                   "figures", "Members of the largest shard divided by the average per shard, all periods together."),
               Unit::Score},
};

// clang-format off
constexpr std::array sentence{
    Clause{0, L1("withoutTtl"), Clause::One, QT_TRANSLATE_NOOP("sentences", "1 bucket never expires")},
    Clause{0, L1("withoutTtl"), Clause::Several, QT_TRANSLATE_NOOP("sentences", "{withoutTtl} buckets never expire")},
    Clause{1, L1("members"), Clause::Zero, QT_TRANSLATE_NOOP("sentences", "nothing was seen")},
    Clause{2, L1("buckets"), Clause::Several, QT_TRANSLATE_NOOP("sentences", "spread over {buckets} buckets")}};
// clang-format on

constexpr KindInfo info{L1("dedupe"),
                        QT_TRANSLATE_NOOP("kinds", "Deduplication"),
                        QT_TRANSLATE_NOOP("kinds", "Dedupe"),
                        QT_TRANSLATE_NOOP("kinds", "Ids already seen, in buckets by time and shard"),
                        roles,
                        options,
                        figures,
                        sentence,
                        0};

enum Figure : std::size_t { Members, Buckets, WithoutTtl, Skew };
static_assert(figures.size() == Skew + 1);

constexpr double skewSteps = 1'000; // steps to which the ratio is rounded, as further digits are noise
constexpr std::array sizes{SizeRule{L1("bucket"), Members}};

/// Expiry of each bucket. The head lists them by key, as Unix time in ms; infinity for none.
class DedupeCollector final : public Collector {
public:
    explicit DedupeCollector(const CollectionDefinition &definition) : Collector(definition, sizes, {})
    {
        DedupeCollector::sourcesChanged(definition);
    }

protected:
    void sourcesChanged(const CollectionDefinition &definition) override
    {
        m_slots = slotsOf(definition, *definition.role(L1("bucket")));
    }
    [[nodiscard]] int kindHeadCost() const override { return static_cast<int>(keys().size()); }
    [[nodiscard]] milliseconds kindHeadWantedFrom() const override { return m_isOld ? always : never; }
    void appendKindHead(Pipeline &pipeline, milliseconds now) override;
    void readKindHead(ReplyCursor &replies, milliseconds now) override;
    void finishKind(Reading &reading) override;
    void keysChanged(const KeyOrigins &origins) override;

private:
    [[nodiscard]] double skew() const;

    std::vector<KeySlot> m_slots; ///< slot of each key
    std::vector<bool> m_there; ///< buckets that existed when the head was read
    double m_withoutTtl = unknownFigure;
    bool m_isOld = false; ///< buckets were added or removed since the head
};

void DedupeCollector::keysChanged(const KeyOrigins & /*origins*/)
{
    m_there.clear();
    m_withoutTtl = unknownFigure;
    m_isOld = true;
}

void DedupeCollector::appendKindHead(Pipeline &pipeline, milliseconds /*now*/)
{
    for (const PolledKey &key : keys()) {
        pipeline.add({"PTTL", key.key});
    }
}

void DedupeCollector::readKindHead(ReplyCursor &replies, milliseconds now)
{
    auto head = std::make_shared<Head>();
    head->readAt = now;
    m_withoutTtl = 0;
    m_there.clear();
    for (const PolledKey &key : keys()) {
        const Reply &reply = replies.next();
        if (reply.isError()) {
            failHead(WithoutTtl, reply.toError(key.key));
        }
        const qint64 left = reply.type == Reply::Type::Integer ? reply.integer : -2; // -2: there is no key
        m_there.push_back(left != -2);
        m_withoutTtl += left == -1 ? 1 : 0;
        const double at = left >= 0 ? static_cast<double>(now.count() + left)
            : left == -1            ? std::numeric_limits<double>::infinity()
                                    : unknownFigure;
        head->elements.push_back({key.key, at});
    }
    m_isOld = false;
    setHead(std::move(head));
}

/// Not known where there is nothing to be spread.
double DedupeCollector::skew() const
{
    std::vector<double> shards;
    for (std::size_t key = 0; key < keys().size() && key < m_slots.size(); ++key) {
        const auto shard = static_cast<std::size_t>(m_slots[key].shard);
        shards.resize(std::max(shards.size(), shard + 1), 0);
        shards[shard] += keys()[key].count;
    }
    return skewOf(shards);
}

void DedupeCollector::finishKind(Reading &reading)
{
    if (!isKnown(reading.figures[Members])) {
        return;
    }
    double buckets = 0;
    for (std::size_t key = 0; key < keys().size(); ++key) {
        const bool isThere = keys()[key].count > 0;
        buckets += isThere ? 1 : 0;
        m_isOld = m_isOld || (key < m_there.size() && m_there[key] != isThere);
    }
    reading.figures[Buckets] = buckets;
    reading.figures[WithoutTtl] = m_withoutTtl;
    reading.figures[Skew] = std::round(skew() * skewSteps) / skewSteps;
    reading.note(Skew, FigureNote::Absent); // nothing to be spread
    reading.rest.begin();
}

} // namespace
} // namespace dedupe

extern const Kind dedupeKind;
constinit const Kind dedupeKind{&dedupe::info, &makeOf<dedupe::DedupeCollector>};

} // namespace plimsoll::redis
