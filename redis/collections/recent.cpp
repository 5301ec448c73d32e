// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/collector.h"
#include "redis/collections/joboptions.h"
#include "redis/collections/overtime.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <optional>

namespace plimsoll::redis {

namespace {

using L1 = QLatin1StringView;
using std::chrono::milliseconds;

constexpr L1 newestId(QT_TRANSLATE_NOOP("fields", "newest"));

constexpr std::array roles{
    RoleSpec{.id = L1(QT_TRANSLATE_NOOP("fields", "items")),
             .types = ListKey | ZSetKey,
             .required = true,
             .many = true,
             .help = QT_TRANSLATE_NOOP("kinds", "The last things, in a list or in a sorted set by time"),
             .holds = Holds::Elements,
             .score = ScoreIs::PastTime,
             .unit = unitId,
             .newest = newestId},
};

constexpr std::array ends{L1(QT_TRANSLATE_NOOP("fields", "left")), L1(QT_TRANSLATE_NOOP("fields", "right"))};

constexpr std::array options{
    OptionSpec{newestId, OptionType::Choice, ends, "left",
               QT_TRANSLATE_NOOP("kinds", "The end of a list where what is new is added")},
    unitOption,
    redactOption,
};

constexpr std::array figures{
    FigureSpec{L1("length"), QT_TRANSLATE_NOOP("figures", "length"),
               QT_TRANSLATE_NOOP("figures", "How many things are kept, of all keys.")},
    FigureSpec{L1("bound"), QT_TRANSLATE_NOOP("figures", "bound"),
               QT_TRANSLATE_NOOP("figures", "How many are to be kept in each key, as the workspace says.")},
    FigureSpec{L1("over"), QT_TRANSLATE_NOOP("figures", "over the bound"),
               QT_TRANSLATE_NOOP("figures", "How many there are beyond it, key by key."), Unit::Count,
               Means::OverBound},
    FigureSpec{L1("ttlMs"), QT_TRANSLATE_NOOP("figures", "expires in"),
               QT_TRANSLATE_NOOP("figures", "Time until the key expires."), Unit::Duration, Means::Expiry},
};

constexpr KindInfo info{L1("recent"),
                        QT_TRANSLATE_NOOP("kinds", "Recent"),
                        QT_TRANSLATE_NOOP("kinds", "Recent"),
                        QT_TRANSLATE_NOOP("kinds", "The last things, up to a bound"),
                        roles,
                        options,
                        figures,
                        0};

enum Figure : std::size_t { Length, BoundOf, Over, TtlMs };
static_assert(figures.size() == TtlMs + 1);

constexpr std::array sizes{SizeRule{L1("items"), Length}};

class RecentCollector final : public Collector {
public:
    explicit RecentCollector(const CollectionDefinition &definition) : Collector(definition, sizes, {}) { }

protected:
    [[nodiscard]] int kindHeadCost() const override { return static_cast<int>(keys().size()); }
    [[nodiscard]] milliseconds kindHeadWantedFrom() const override { return m_expiry.at(); }
    void appendKindHead(Pipeline &pipeline, milliseconds /*now*/) override { Expiry::append(pipeline, keys()); }
    void readKindHead(ReplyCursor &replies, milliseconds now) override
    {
        if (const std::optional<Error> error = m_expiry.read(replies, keys(), now)) {
            failHead(TtlMs, *error);
        }
    }
    void finishKind(Reading &reading) override;
    void keysChanged(const KeyOrigins & /*origins*/) override { m_expiry.clear(); }

private:
    Expiry m_expiry;
};

void RecentCollector::finishKind(Reading &reading)
{
    reading.figures[BoundOf] = boundOfKeys();
    if (isKnown(boundOfKeys())) {
        double over = 0;
        for (const PolledKey &key : keys()) {
            over += isKnown(key.count) ? std::max(0.0, key.count - boundOfKeys()) : unknownFigure;
        }
        reading.figures[Over] = over;
    }
    m_expiry.tell(reading, TtlMs);
}

std::unique_ptr<Collector> make(const CollectionDefinition &definition)
{
    return std::make_unique<RecentCollector>(definition);
}

} // namespace

extern const Kind recentKind;
constinit const Kind recentKind{&info, &make};

} // namespace plimsoll::redis
