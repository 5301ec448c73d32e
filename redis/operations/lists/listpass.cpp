// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/lists/listpass.h"

#include "redis/operations/batch/batch.h"
#include "redis/operations/batch/permissions.h"
#include "redis/operations/journal/words.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <numeric>

namespace plimsoll::redis {

namespace {

constexpr qint64 pageElements = 1'000;
constexpr qint64 firstWindow = 4; ///< elements read before any size is known
constexpr qint64 windowBytes = qint64(512) * 1024;
constexpr qint64 followElements = 256;
constexpr qint64 tailElements = 64; ///< elements of a page that are read again with the next one
constexpr qint64 tailBytes = 16LL * 1024;
constexpr int windowAttempts = 20; ///< attempts at one window while others push and pop

Error stopped()
{
    return {ErrorKind::Cancelled, Words::tr("stopped")};
}

/// Digest of a window, computed as in arrange.lua.
QString digestOf(const std::vector<QByteArray> &window)
{
    QCryptographicHash digest(QCryptographicHash::Sha1);
    for (const QByteArray &element : window) {
        digest.addData(QByteArray::number(element.size()) + ':');
        digest.addData(outline(element));
    }
    return QString::fromLatin1(digest.result().toHex());
}

} // namespace

ListPass::ListPass(OperationChannel &channel, QByteArray key, QByteArray escrow, bool fromLeft, std::stop_token stop)
    : m_channel(channel), m_key(std::move(key)), m_escrow(std::move(escrow)), m_fromLeft(fromLeft),
      m_stop(std::move(stop)), m_pages(
                                   [&channel](const Pipeline &pipeline, bool canAskForLess) {
                                       using TooMuch = OperationChannel::TooMuch;
                                       return channel.ask(pipeline, canAskForLess ? TooMuch::Tell : TooMuch::AskAgain);
                                   },
                                   m_key, m_fromLeft, PageSize(pageElements, windowBytes, firstWindow)),
      m_budget({ListWeights::windowTarget, m_weights.firstWindow(0, 0), ListWeights::largestWindow})
{
}

Outcome ListPass::mayArrange(OperationChannel &channel, const QByteArray &key, const QByteArray &escrow)
{
    if (Outcome asked = redis::mayArrange(channel.server(), key, channel.identity().version); !asked) {
        return asked;
    }
    const QJsonObject nothing{
        {QStringLiteral("side"), QStringLiteral("left")},
        {QStringLiteral("ranges"), QJsonArray()},
        {QStringLiteral("take"), QJsonArray()},
        {QStringLiteral("digest"), digestOf({})},
        {QStringLiteral("slack"), 0},
    };
    const BatchCall call{
        &arrangeScript(), {escrow, key}, {QJsonDocument(nothing).toJson(QJsonDocument::Compact), QByteArray()}};
    std::chrono::microseconds took{};
    const Result<Reply> reply = channel.send(call, took);
    if (!reply) {
        return reply.error();
    }
    return reply->isError() ? Outcome(scriptError(*reply, call.keys, key)) : Outcome(Done{});
}

Outcome ListPass::find(std::vector<QByteArray> wanted, qint64 atLeast)
{
    m_wanted = std::move(wanted);
    m_place.assign(m_wanted.size(), -1);
    std::unordered_map<QByteArray, std::vector<std::size_t>> waiting;
    for (std::size_t i = m_wanted.size(); i-- > 0;) {
        waiting[m_wanted[i]].push_back(i); // in reverse, so that the first is taken from the back
    }
    for (qint64 at = 0; m_length < 0 || m_foundCount < m_wanted.size() || at < atLeast; at = m_weights.size()) {
        const Result<std::vector<QByteArray>> page = readOn();
        if (!page) {
            return page.error();
        }
        if (page->empty()) {
            break;
        }
        for (std::size_t i = 0; i < page->size(); ++i) {
            const auto same = waiting.find(elementName((*page)[i]));
            if (same != waiting.end() && !same->second.empty()) {
                m_place[same->second.back()] = at + qint64(i);
                same->second.pop_back();
                ++m_foundCount;
            }
        }
    }
    m_origin = m_place;
    return Done{};
}

/// Reads the next page of the original elements; empty once all are read or others took the rest.
Result<std::vector<QByteArray>> ListPass::readOn()
{
    for (int attempt = 0; attempt < windowAttempts && (m_length < 0 || m_weights.size() < m_length); ++attempt) {
        if (m_stop.stop_requested()) {
            return stopped();
        }
        const auto overlap = qint64(m_tail.size());
        const qint64 position = std::max<qint64>(0, m_weights.size() + m_shift - overlap);
        Pipeline length;
        length.add({"LLEN", m_key});
        Result<ListPages::Seen> seen = m_pages.nextFrom(position, overlap + 1, length);
        if (!seen) {
            return seen.error();
        }
        const qint64 lengthNow = seen->answers.front().integer;
        m_length = m_length < 0 ? lengthNow : m_length;
        const qint64 grown = m_lastLength < 0 ? 0 : std::max<qint64>(0, lengthNow - m_lastLength);
        m_lastLength = lengthNow;
        // If the tail is out of sight, assumes that other clients have pushed the elements by which the list has grown.
        const qint64 expected = m_weights.size() + m_shift - position;
        const qint64 begin = behindTail(seen->elements, expected).value_or(expected + grown);
        m_shift += begin - expected;
        std::vector<QByteArray> &page = seen->elements;
        page.erase(page.begin(), page.begin() + std::clamp<qint64>(begin, 0, qint64(page.size())));
        if (!page.empty()) {
            page.resize(std::min(page.size(), static_cast<std::size_t>(m_length - m_weights.size())));
            m_weights.add(page);
            keepTail(page);
        }
        if (!page.empty() || begin == expected) {
            return std::move(page);
        }
    }
    return std::vector<QByteArray>();
}

/// Index in a page behind the elements that were read before, next to the expected one; nullopt if they are not in it.
std::optional<qint64> ListPass::behindTail(const std::vector<QByteArray> &page, qint64 expected) const
{
    for (auto length = qint64(m_tail.size()); length > 0; length /= 2) { // its outer part may have been taken
        std::optional<qint64> nearest;
        for (qint64 end = length; end <= qint64(page.size()); ++end) {
            const bool isNearer = !nearest || std::abs(end - expected) < std::abs(*nearest - expected);
            if (isNearer && std::equal(m_tail.end() - length, m_tail.end(), page.begin() + (end - length))) {
                nearest = end;
            }
        }
        if (nearest) {
            return nearest;
        }
    }
    return std::nullopt;
}

void ListPass::keepTail(const std::vector<QByteArray> &page)
{
    const qint64 most = std::min(tailElements, std::max<qint64>(1, qint64(page.size()) / 4));
    auto first = page.end();
    for (qint64 bytes = 0; page.end() - first < most; --first) {
        bytes += (first - 1)->size();
        if (bytes > tailBytes) {
            break;
        }
    }
    m_tail.assign(first, page.end());
}

std::optional<qint64> ListPass::othersBefore(qint64 most, qint64 mostBytes) const
{
    qint64 last = -1, others = std::max<qint64>(0, m_shift), bytes = 0;
    for (const qint64 place : m_place) {
        if (place >= 0 && place < last) {
            return std::nullopt;
        }
        for (last = place >= 0 ? last + 1 : last; last < place && others <= most; ++last, ++others) {
            bytes += m_weights.at(last);
        }
        if (others > most || bytes > mostBytes) {
            return std::nullopt;
        }
    }
    return others;
}

qint64 ListPass::placeFromLeft(std::size_t index) const
{
    return m_fromLeft ? m_origin[index] : m_length - 1 - m_origin[index];
}

/// Chooses the end with the lower cost of passing; elements between the wanted ones are passed either way.
Outcome ListPass::chooseEnd()
{
    qint64 first = m_length, last = -1;
    for (const qint64 place : m_place) {
        first = place >= 0 ? std::min(first, place) : first;
        last = std::max(last, place);
    }
    const double here = m_weights.costOfPassing(0, first);
    double there = 0;
    for (qint64 place = last + 1; place < m_length && there < here; ++place) {
        if (place == m_weights.size()) {
            // Read on, because only elements of known size are passed.
            const Result<std::vector<QByteArray>> page = readOn();
            if (!page) {
                return page.error();
            }
            if (page->empty()) {
                return Done{}; // others took the rest
            }
        }
        there += m_weights.costOfPassing(place);
    }
    if (there >= here) {
        return Done{};
    }
    m_fromLeft = !m_fromLeft;
    for (qint64 &place : m_place) {
        place = place >= 0 ? m_length - 1 - place : place;
    }
    m_origin = m_place;
    m_shift = m_lastLength - m_length - m_shift;
    m_weights.reverse();
    return Done{};
}

Result<bool> ListPass::gather()
{
    if (Outcome chosen = chooseEnd(); !chosen) {
        return chosen.error();
    }
    std::vector<qint64> places(m_place.size(), -1);
    qint64 next = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
        places[i] = m_place[i] >= 0 ? next++ : -1;
    }
    return spread(places);
}

Result<bool> ListPass::spread(const std::vector<qint64> &places)
{
    if (places == m_place) {
        return true;
    }
    m_at.clear();
    for (std::size_t i = 0; i < m_place.size(); ++i) {
        if (m_place[i] >= 0) {
            m_at.emplace(m_place[i], i);
        }
    }
    // The first window is the deepest one.
    const qint64 deepest = *std::max_element(m_place.begin(), m_place.end());
    m_budget =
        BatchBudget({ListWeights::windowTarget, m_weights.firstWindow(deepest, m_length), ListWeights::largestWindow});
    const Result<bool> together = collect();
    return together && *together ? distribute(places) : together;
}

/// From the deepest place outwards: each unwanted element is swapped with the innermost wanted one gathered so far.
Result<bool> ListPass::collect()
{
    const qint64 deepest = *std::max_element(m_place.begin(), m_place.end());
    qint64 gathered = 1;
    for (qint64 place = deepest - 1; place >= 0; --place) {
        if (m_at.contains(place)) {
            ++gathered;
            continue;
        }
        Result<bool> done = exchange(place, place + gathered);
        if (!done || !*done) {
            return done;
        }
    }
    return flush();
}

/// From the end inward: each unwanted element changes places with the outermost wanted one not at its place yet.
Result<bool> ListPass::distribute(const std::vector<qint64> &places)
{
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (m_place[i] >= 0) {
            order.push_back(i);
        }
    }
    std::sort(order.begin(), order.end(), [&places](std::size_t a, std::size_t b) { return places[a] < places[b]; });
    auto left = qint64(order.size());
    std::size_t next = 0;
    for (qint64 place = 0; next < order.size(); ++place) {
        const bool isHere = places[order[next]] <= place;
        Result<bool> done = exchange(place, isHere ? m_place[order[next]] : place + left);
        if (!done || !*done) {
            return done;
        }
        if (isHere) {
            ++next;
            --left;
        }
    }
    return flush();
}

Result<bool> ListPass::exchange(qint64 one, qint64 other)
{
    if (one == other) {
        return true;
    }
    qint64 more = 0;
    for (const qint64 place : {one, other}) {
        more += m_take.contains(place) ? 0 : m_weights.at(place);
    }
    if (!m_take.empty() && m_takeBytes + more > m_budget.next().bytes) {
        if (Result<bool> done = flush(); !done || !*done) {
            return done;
        }
    }
    for (const qint64 place : {one, other}) {
        m_takeBytes += m_take.try_emplace(place, place).second ? m_weights.at(place) : 0;
    }
    std::swap(m_take[one], m_take[other]);
    m_weights.swap(one, other);
    auto first = m_at.extract(one), second = m_at.extract(other);
    for (auto &[node, place] : {std::pair(&first, other), std::pair(&second, one)}) {
        if (*node) {
            node->key() = place;
            m_place[node->mapped()] = place;
            m_at.insert(std::move(*node));
        }
    }
    const bool isFull = m_take.size() >= m_budget.next().items || m_takeBytes >= m_budget.next().bytes;
    return isFull ? flush() : Result<bool>(true);
}

ListPass::Ranges ListPass::touched() const
{
    Ranges ranges;
    for (const auto &[place, from] : m_take) {
        if (!ranges.empty() && ranges.back().first + ranges.back().second == place) {
            ++ranges.back().second;
        } else {
            ranges.emplace_back(place, 1);
        }
    }
    return ranges;
}

std::unordered_map<qint64, std::size_t> ListPass::believed() const
{
    std::unordered_map<qint64, std::size_t> before;
    for (const auto &[place, from] : m_take) {
        if (const auto wanted = m_at.find(place); wanted != m_at.end()) {
            before.emplace(from, wanted->second);
        }
    }
    return before;
}

bool ListPass::matches(const Ranges &ranges, const std::vector<QByteArray> &window, std::size_t offset) const
{
    const auto wanted = believed();
    std::size_t at = offset;
    for (const auto &[first, count] : ranges) {
        for (qint64 place = first; place < first + count; ++place, ++at) {
            const auto expected = wanted.find(place);
            if (at >= window.size()
                || (expected != wanted.end() && elementName(window[at]) != m_wanted[expected->second])) {
                return false;
            }
        }
    }
    return true;
}

Result<std::vector<QByteArray>> ListPass::read(const Ranges &ranges)
{
    Pipeline pipeline;
    for (const auto &[first, count] : ranges) {
        const qint64 from = first + m_shift;
        const qint64 to = from + count - 1;
        pipeline.add({"LRANGE", m_key, QByteArray::number(m_fromLeft ? from : -to - 1),
                      QByteArray::number(m_fromLeft ? to : -from - 1)});
    }
    Result<std::vector<Reply>> replies = m_channel.ask(pipeline);
    if (!replies) {
        return replies.error();
    }
    std::vector<QByteArray> window;
    for (Reply &reply : *replies) {
        if (reply.isError()) {
            return reply.toError(m_key);
        }
        if (!m_fromLeft) {
            std::reverse(reply.elements.begin(), reply.elements.end());
        }
        for (Reply &element : reply.elements) {
            window.push_back(std::move(element.bytes));
        }
    }
    return window;
}

/// Others pushed or popped at this end: finds how far the window has shifted.
Result<bool> ListPass::follow(const Ranges &ranges)
{
    const auto wanted = believed();
    const auto range = std::find_if(ranges.begin(), ranges.end(), [&wanted](const auto &one) {
        for (qint64 place = one.first; place < one.first + one.second; ++place) {
            if (wanted.contains(place)) {
                return true;
            }
        }
        return false;
    });
    if (range == ranges.end()) {
        return false;
    }
    const qint64 slack = std::max<qint64>(2, m_weights.slackAround(range->first, range->second, followElements));
    const qint64 from = std::max<qint64>(0, range->first + m_shift - slack) - m_shift;
    const Result<std::vector<QByteArray>> around = read({{from, range->first - from + range->second + slack}});
    if (!around) {
        return around.error();
    }
    qint64 best = slack + 1;
    for (qint64 at = 0; at + range->second <= qint64(around->size()); ++at) {
        const qint64 shift = from + at - range->first;
        if (std::abs(shift) < std::abs(best) && matches({*range}, *around, static_cast<std::size_t>(at))) {
            best = shift;
        }
    }
    if (best > slack) {
        return false;
    }
    m_shift += best;
    return true;
}

BatchCall ListPass::callFor(const Ranges &ranges, const std::vector<QByteArray> &window) const
{
    QJsonArray places;
    std::unordered_map<qint64, int> numbers; // index of each place in the window
    for (const auto &[first, count] : ranges) {
        places.append(QJsonArray{first + m_shift, count});
        for (qint64 place = first; place < first + count; ++place) {
            numbers.emplace(place, static_cast<int>(numbers.size()) + 1);
        }
    }
    QJsonArray take;
    for (const auto &[place, from] : m_take) {
        take.append(numbers.at(from));
    }
    const QJsonObject parameters{
        {QStringLiteral("side"), QLatin1String(m_fromLeft ? "left" : "right")},
        {QStringLiteral("ranges"), places},
        {QStringLiteral("take"), take},
        {QStringLiteral("digest"), digestOf(window)},
        {QStringLiteral("slack"), m_weights.slackAround(ranges.front().first, ranges.front().second, 64)},
    };
    return {&arrangeScript(),
            {m_escrow, m_key},
            {QJsonDocument(parameters).toJson(QJsonDocument::Compact), outline(window.front())}};
}

Result<bool> ListPass::flush()
{
    std::erase_if(m_take, [](const auto &one) { return one.first == one.second; });
    const Ranges ranges = touched();
    bool isDone = ranges.empty();
    for (int attempt = 0; attempt < windowAttempts && !isDone; ++attempt) {
        if (m_stop.stop_requested()) {
            return stopped();
        }
        const Result<std::vector<QByteArray>> window = read(ranges);
        if (!window) {
            return window.error();
        }
        if (!matches(ranges, *window)) {
            Result<bool> found = follow(ranges);
            if (!found || !*found) {
                return found;
            }
            continue;
        }
        const BatchCall call = callFor(ranges, *window);
        std::chrono::microseconds took{};
        const Result<Reply> reply = m_channel.send(call, took);
        if (!reply) {
            return reply.error();
        }
        if (reply->isError()) {
            return scriptError(*reply, call.keys, m_key);
        }
        if (const std::optional<qint64> shift = reply->toInteger()) {
            m_shift += *shift;
            m_budget.learn({m_take.size(), m_takeBytes}, took);
            isDone = true;
        }
    }
    m_take.clear();
    m_takeBytes = 0;
    return isDone;
}

} // namespace plimsoll::redis
