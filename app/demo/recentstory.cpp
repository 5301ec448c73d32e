// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/recentstory.h"

#include <array>

namespace plimsoll::demo {

namespace {

constexpr QByteArrayView orders = "recent:orders";
constexpr std::array<QByteArrayView, 3> customers{"viewed:anna", "viewed:ben", "viewed:clara"};
constexpr QByteArrayView keptOrders = "50";
constexpr int keptViews = 30; // as the workspace says
constexpr QByteArrayView day = "86400000";
constexpr int past = 60;
constexpr double ordersASecond = 0.5;
constexpr double looksASecond = 0.8;

} // namespace

void RecentStory::order(Batch &batch)
{
    ++m_orders;
    const QByteArray order = R"({"order":)" + QByteArray::number(68'000 + m_orders) + R"(,"total":)"
        + QByteArray::number(m_random.between(9, 240)) + "}";
    batch.add({"EVALSHA", recentScript().sha, "1", orders, order, keptOrders, day});
}

void RecentStory::look(Batch &batch, milliseconds time)
{
    const QByteArrayView viewed = m_random.of<QByteArrayView>(customers);
    batch.add({"ZADD", viewed, stamp(time), "product-" + QByteArray::number(m_random.below(60))});
    batch.add({"ZREMRANGEBYRANK", viewed, "0", QByteArray::number(-keptViews - 1)});
    batch.add({"PEXPIRE", viewed, day});
}

void RecentStory::begin(Batch &batch, const Moment &moment)
{
    for (int i = past; i > 0; --i) {
        order(batch);
        look(batch, moment.server - milliseconds(i * 20'000));
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
}

} // namespace plimsoll::demo
