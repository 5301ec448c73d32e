// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/lists/listweights.h"

#include <algorithm>

namespace plimsoll::redis {

namespace {

// A step is about 20 ns of the server's time, the comparison of one small element. To find and take an element, the
// server walks to it twice; an exchange writes two elements (LSET) that were read and hashed.
constexpr double stepsOfAnExchange = 250;
constexpr double stepsOfAByte = 0.125;

// The server walks to a place from the nearer end, node by node (8 KiB), once to read and once to write it.
constexpr double nodeBytes = 8'192;
constexpr double microsecondsOfANode = 0.008; ///< walked twice, measured in lists of 2 and 5 million elements
constexpr double microsecondsOfAPlace = 6;
constexpr BatchLoad firstAtAnEnd{16, qint64(16) * 1024};
constexpr double slowest = 8; ///< allowed slowdown relative to the server this was measured on

constexpr qint64 followBytes = qint64(128) * 1024; ///< bytes read to see how far a window has shifted

} // namespace

void ListWeights::add(const std::vector<QByteArray> &page)
{
    qint64 bytes = 0;
    for (const QByteArray &element : page) {
        m_bytes.push_back(static_cast<quint32>(element.size()));
        bytes += element.size();
    }
    m_average = page.empty() ? m_average : std::max<qint64>(1, bytes / qint64(page.size()));
}

qint64 ListWeights::at(qint64 place) const
{
    return place >= 0 && place < size() ? qint64(m_bytes[static_cast<std::size_t>(place)]) : m_average;
}

void ListWeights::swap(qint64 one, qint64 other)
{
    if (std::max(one, other) < size()) {
        std::swap(m_bytes[static_cast<std::size_t>(one)], m_bytes[static_cast<std::size_t>(other)]);
    }
}

double ListWeights::costOfPassing(qint64 place) const
{
    return stepsOfAnExchange + stepsOfAByte * double(at(place));
}

double ListWeights::costOfPassing(qint64 from, qint64 to) const
{
    double cost = 0;
    for (qint64 place = from; place < to; ++place) {
        cost += costOfPassing(place);
    }
    return cost;
}

bool ListWeights::maySearch(qint64 places, qint64 times, bool first, qint64 length) const
{
    constexpr qint64 mostPlaces = 20'000; // each walked twice, LPOS and LREM: below 1 ms
    constexpr qint64 mostBytes = 512LL * 1'024;
    if (places * times > mostPlaces) {
        return false;
    }
    qint64 bytes = 0;
    for (qint64 place = 0; place < std::min(places, length) && bytes <= mostBytes; ++place) {
        bytes += at(first ? place : length - 1 - place);
    }
    return bytes * times <= mostBytes;
}

bool ListWeights::isSearchCheaper(const std::vector<qint64> &places, qint64 length) const
{
    double steps = 0, wanted = 0;
    qint64 first = length, last = -1;
    qint64 fromFirst = 0, fromLast = 0; // greatest distance from each end
    for (const qint64 place : places) {
        if (place >= 0) {
            const qint64 distance = std::min(place, length - 1 - place) + 1;
            steps += 2 * double(distance);
            wanted += costOfPassing(place);
            qint64 &farthest = place <= length - 1 - place ? fromFirst : fromLast;
            farthest = std::max(farthest, distance);
            first = std::min(first, place);
            last = std::max(last, place);
        }
    }
    return maySearch(fromFirst, 1, true, length) && maySearch(fromLast, 1, false, length)
        && steps
        <= std::min(costOfPassing(0, first), costOfPassing(last + 1, length)) + costOfPassing(first, last + 1) - wanted;
}

BatchLoad ListWeights::firstWindow(qint64 place, qint64 length) const
{
    double here = 0, all = 0; // nodes
    for (qint64 one = 0; one < length; ++one) {
        const double node = std::min(1.0, double(at(one)) / nodeBytes);
        all += node;
        here += one < place ? node : 0;
    }
    const double each = microsecondsOfAPlace + microsecondsOfANode * std::min(here, all - here);
    const auto most = static_cast<std::size_t>(double(windowTarget.count()) / slowest / each);
    return {std::clamp<std::size_t>(most, 2, firstAtAnEnd.items), firstAtAnEnd.bytes};
}

qint64 ListWeights::slackAround(qint64 first, qint64 count, qint64 most) const
{
    qint64 slack = 0;
    for (qint64 bytes = 0; slack < most; ++slack) {
        bytes += at(first - slack - 1) + at(first + count + slack);
        if (bytes > followBytes) {
            break;
        }
    }
    return slack;
}

} // namespace plimsoll::redis
