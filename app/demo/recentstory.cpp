// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/story.h"

#include <algorithm>
#include <array>

namespace plimsoll::demo {

namespace {

constexpr QByteArrayView recentOrders = "recent:orders";
constexpr std::array<QByteArrayView, 3> viewers{"viewed:anna", "viewed:ben", "viewed:clara"};
constexpr int visitors = 40;
constexpr int keptPages = 20; // as in the workspace
constexpr double viewedPagesASecond = 6;
constexpr double forgetful = 0.15; // fraction of pages added by an old client, which does not trim the list
constexpr QByteArrayView recentLife = "3600000";
constexpr QByteArrayView keptOrders = "50";
constexpr int keptViews = 30; // as in the workspace
constexpr QByteArrayView day = "86400000";
constexpr int pastViews = 60;
constexpr int pastPages = 600;
constexpr double ordersASecond = 0.5;
constexpr double looksASecond = 0.8;

/// Three kinds of recent items: a shop's last orders in a list, kept by one script; the items a few customers viewed
/// last, in sorted sets by time, where viewing an item again moves it to the front; and each visitor's last pages, in a
/// list per visitor that an old client fills beyond its bound.
class RecentStory final : public Story {
public:
    explicit RecentStory(quint32 seed) : m_random(seed) { }

    void begin(Batch &batch, const Moment &moment) override;
    void step(Batch &batch, const Moment &moment) override;

private:
    void order(Batch &batch);
    void visit(Batch &batch);
    void look(Batch &batch, milliseconds time);

    Random m_random;
    int m_orders = 0;
};

void RecentStory::order(Batch &batch)
{
    ++m_orders;
    const QByteArray order = R"({"order":)" + QByteArray::number(68'000 + m_orders) + R"(,"total":)"
        + QByteArray::number(m_random.between(9, 240)) + "}";
    batch.add({"EVALSHA", recentScript().sha, "1", recentOrders, order, keptOrders, day});
}

void RecentStory::look(Batch &batch, milliseconds time)
{
    const QByteArrayView viewed = m_random.of<QByteArrayView>(viewers);
    batch.add({"ZADD", viewed, stamp(time), "product-" + QByteArray::number(m_random.below(60))});
    batch.add({"ZREMRANGEBYRANK", viewed, "0", QByteArray::number(-keptViews - 1)});
    batch.add({"PEXPIRE", viewed, day});
}

/// Each visitor has a key of its own, which the application must scan for.
void RecentStory::visit(Batch &batch)
{
    // Prefers low numbers: a few visitors make most of the visits.
    const int visitor = std::min(m_random.below(visitors), m_random.below(visitors));
    const QByteArray visited = "visited:v-" + QByteArray::number(1'000 + visitor);
    const QByteArray page = "/product/" + QByteArray::number(m_random.below(400));
    if (m_random.chance(forgetful)) {
        batch.add({"LPUSH", visited, page});
        batch.add({"PEXPIRE", visited, recentLife});
    } else {
        batch.add({"EVALSHA", recentScript().sha, "1", visited, page, QByteArray::number(keptPages), recentLife});
    }
}

void RecentStory::begin(Batch &batch, const Moment &moment)
{
    for (int i = pastViews; i > 0; --i) {
        order(batch);
        look(batch, moment.server - milliseconds(i * 20'000));
    }
    for (int i = 0; i < pastPages; ++i) {
        visit(batch);
    }
}

void RecentStory::step(Batch &batch, const Moment &moment)
{
    for (int i = m_random.arrivals(ordersASecond); i > 0; --i) {
        order(batch);
    }
    for (int i = m_random.arrivals(looksASecond); i > 0; --i) {
        look(batch, moment.server);
    }
    for (int i = m_random.arrivals(viewedPagesASecond); i > 0; --i) {
        visit(batch);
    }
}

} // namespace

std::unique_ptr<Story> makeRecentStory(quint32 seed)
{
    return std::make_unique<RecentStory>(seed);
}

} // namespace plimsoll::demo
