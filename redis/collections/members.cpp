// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/collector.h"
#include "redis/collections/overtime.h"

#include <QCoreApplication>

#include <array>
#include <optional>

namespace plimsoll::redis {

namespace members {
namespace {

using L1 = QLatin1StringView;
using std::chrono::milliseconds;

constexpr std::array roles{
    RoleSpec{.id = L1(QT_TRANSLATE_NOOP("fields", "set")),
             .types = SetKey,
             .required = true,
             .many = true,
             .help = QT_TRANSLATE_NOOP("kinds", "The set, or its shards"),
             .holds = Holds::Members},
};

constexpr std::array figures{
    FigureSpec{L1("members"), QT_TRANSLATE_NOOP("figures", "members"),
               QT_TRANSLATE_NOOP("figures", "Number of members.")},
    FigureSpec{
        .id = L1("growthPerMinute"),
        .title = QT_TRANSLATE_NOOP("figures", "growth"),
        .help = QT_TRANSLATE_NOOP(
            "figures", "Net change in members per minute, over the last five minutes, or since the trend turned."),
        .unit = Unit::PerMinute,
        .means = Means::Growth},
    FigureSpec{.id = L1("ttlMs"),
               .title = QT_TRANSLATE_NOOP("figures", "expires in"),
               .help = QT_TRANSLATE_NOOP("figures", "Time until the key expires."),
               .unit = Unit::Duration,
               .means = Means::Expiry},
};

// clang-format off
constexpr std::array sentence{
    Clause{0, L1("members"), Clause::Zero, QT_TRANSLATE_NOOP("sentences", "empty")},
    Clause{1, L1("growthPerMinute"), Clause::Positive, QT_TRANSLATE_NOOP("sentences", "members grow {growthPerMinute}/min")},
    Clause{1, L1("growthPerMinute"), Clause::Negative, QT_TRANSLATE_NOOP("sentences", "members shrink {growthPerMinute}/min")},
    Clause{2, L1("ttlMs"), Clause::Positive, QT_TRANSLATE_NOOP("sentences", "expires in {ttlMs}")}};
// clang-format on

constexpr KindInfo info{L1("members"),
                        QT_TRANSLATE_NOOP("kinds", "Members"),
                        QT_TRANSLATE_NOOP("kinds", "Members"),
                        QT_TRANSLATE_NOOP("kinds", "Membership, tags or a secondary index, in sets"),
                        roles,
                        {},
                        figures,
                        sentence,
                        0};

enum Figure : std::size_t { Members, GrowthPerMinute, TtlMs };
static_assert(figures.size() == TtlMs + 1);

constexpr std::array sizes{SizeRule{L1("set"), Members}};

class MembersCollector final : public Collector {
public:
    explicit MembersCollector(const CollectionDefinition &definition)
        : Collector(definition, sizes, {}), m_growth(definition.name)
    {
    }

protected:
    [[nodiscard]] int kindHeadCost() const override { return static_cast<int>(keys().size()); }
    [[nodiscard]] milliseconds kindHeadWantedFrom() const override { return m_expiry.at(); }
    void appendKindHead(Pipeline &pipeline, milliseconds /*now*/) override { Expiry::append(pipeline, keys()); }
    void readKindHead(ReplyCursor &replies, milliseconds now) override;
    void finishKind(Reading &reading) override;
    void keysChanged(const KeyOrigins & /*origins*/) override { m_expiry.clear(); }

public:
    void startRates(Reading &reading) override;
    void passTicks(const TicksPassed &passed) override { m_growth.hold(passed); }

private:
    Growth m_growth;
    Expiry m_expiry;
};

void MembersCollector::startRates(Reading &reading)
{
    m_growth.startAnew(reading.now);
    m_growth.add(reading.now, reading.figures[Members]);
    reading.rate = m_growth.rate();
    reading.figures[GrowthPerMinute] = unknownFigure;
    reading.note(GrowthPerMinute, FigureNote::NotYet);
}

void MembersCollector::readKindHead(ReplyCursor &replies, milliseconds now)
{
    if (const std::optional<Error> error = m_expiry.read(replies, keys(), now)) {
        failHead(TtlMs, *error);
    }
}

void MembersCollector::finishKind(Reading &reading)
{
    m_growth.add(reading.now, reading.figures[Members]);
    reading.rate = m_growth.rate();
    reading.figures[GrowthPerMinute] = reading.rate->perMinute;
    m_expiry.tell(reading, TtlMs);
    if (isKnown(reading.figures[Members]) && !isKnown(reading.rate->perMinute)) {
        reading.note(GrowthPerMinute, FigureNote::NotYet);
    }
    if (reading.figures[Members] == 0) {
        reading.note(TtlMs, FigureNote::Absent);
    }
    if (isKnown(reading.figures[Members])) {
        reading.rest.begin();
        reading.rest.endAt(m_growth.changesAt());
    }
}

} // namespace
} // namespace members

extern const Kind membersKind;
constinit const Kind membersKind{&members::info, &makeOf<members::MembersCollector>};

} // namespace plimsoll::redis
