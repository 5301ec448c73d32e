// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/browse/asking.h"
#include "redis/collections/keytypes.h"
#include "redis/types/printable.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

/// Counts the common and distinct members of several sets without reading them: exactly, by the server, if the cost
/// is bounded; else estimated from a sample.
namespace plimsoll::redis {

namespace {

using Is = SetsAnswer::Is;

constexpr int mostSampled = 5'000;
constexpr qint64 leastSampled = 20;
constexpr qint64 mostBytes = 1'024LL * 1'024; ///< approximate limit of a sample; members may be large
constexpr int atOnce = 500; ///< members asked for in one exchange
constexpr std::size_t mostSets = 16;
constexpr std::size_t mostMembersShown = 50;
/// SINTERCARD stops after LIMIT hits, but without hits it looks up every member of the smallest set in the others.
/// It is not used if that may take more look-ups than this.
constexpr qint64 mostIntersected = 20'000;

struct SetCount {
    double count = 0, low = 0, high = 0;
    Is is = Is::Exact;
};

/// Wilson's interval: holds for few hits as well, and for none.
SetCount estimate(qint64 hits, qint64 looked, qint64 size)
{
    if (looked == 0 || looked >= size) {
        return {double(hits), double(hits), double(hits), Is::Exact};
    }
    constexpr double z = 1.96; // 95 of 100
    const double n = double(looked), p = double(hits) / n;
    const double middle = (p + z * z / (2 * n)) / (1 + z * z / n);
    const double half = z * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n);
    const auto times = [size](double share) { return std::clamp(share, 0.0, 1.0) * double(size); };
    return {p * double(size), std::max(double(hits), times(middle - half)),
            std::min(double(size - (looked - hits)), times(middle + half)), Is::Sampled};
}

class Sets {
public:
    Sets(const Asking &asking, const SetsQuery &query)
        : m_asking(asking), m_keys(query.keys), m_sample(std::clamp(query.sample, 1, mostSampled)),
          m_limit(std::max<qint64>(1, query.limit))
    {
    }

    Outcome readSizes(SetsAnswer &answer)
    {
        Pipeline pipeline;
        for (const QByteArray &key : m_keys) {
            pipeline.add({"TYPE", key});
            pipeline.add({"SCARD", key});
        }
        const auto replies = m_asking.exchange(pipeline);
        if (!replies) {
            return replies.error();
        }
        for (std::size_t i = 0; i < m_keys.size(); ++i) {
            const Reply &type = (*replies)[2 * i], &size = (*replies)[2 * i + 1];
            if (type.isError() || (size.isError() && type.bytes == specOf(SetKey).name)) {
                return (type.isError() ? type : size).toError(m_keys[i]);
            }
            if (type.bytes != specOf(SetKey).name && type.bytes != "none") {
                return Error{ErrorKind::WrongType,
                             QCoreApplication::translate("browse", "%1 is not a set: it holds a %2")
                                 .arg(printable(m_keys[i], 200), QString::fromLatin1(type.bytes))};
            }
            m_sizes.push_back(type.bytes == specOf(SetKey).name ? size.integer : 0);
            answer.sizes.push_back(type.bytes == specOf(SetKey).name ? size.integer : -1);
        }
        return Done{};
    }

    /// Estimates the members of set `from` that are in all (or in none) of the sets `others`.
    Result<SetCount> sampled(std::size_t from, const std::vector<std::size_t> &others, bool inAll, SetsAnswer &answer)
    {
        const qint64 size = m_sizes[from];
        if (size == 0) {
            return SetCount{};
        }
        Pipeline weighing;
        weighing.add({"MEMORY", "USAGE", m_keys[from]});
        const auto weighed = m_asking.exchange(weighing);
        if (!weighed) {
            return weighed.error();
        }
        const qint64 each = std::max<qint64>(1, weighed->front().integer / size); // 0 where it may not be asked
        const qint64 sample = std::clamp<qint64>(mostBytes / each, std::min<qint64>(leastSampled, m_sample), m_sample);
        Pipeline drawing;
        drawing.add({"SRANDMEMBER", m_keys[from], QByteArray::number(sample)});
        const auto drawn = m_asking.exchange(drawing);
        if (!drawn || drawn->front().isError()) {
            return drawn ? drawn->front().toError(m_keys[from]) : drawn.error();
        }
        const std::vector<Reply> &members = drawn->front().elements;
        qint64 hits = 0;
        for (std::size_t first = 0; first < members.size(); first += atOnce) {
            const std::size_t end = std::min(members.size(), first + atOnce);
            Pipeline pipeline;
            for (const std::size_t other : others) {
                std::vector<QByteArrayView> words{"SMISMEMBER", m_keys[other]};
                for (std::size_t i = first; i < end; ++i) {
                    words.emplace_back(members[i].bytes);
                }
                pipeline.add(words);
            }
            const auto replies = m_asking.exchange(pipeline);
            if (!replies) {
                return replies.error();
            }
            for (std::size_t o = 0; o < others.size(); ++o) {
                if ((*replies)[o].isError()) {
                    return (*replies)[o].toError(m_keys[others[o]]);
                }
            }
            for (std::size_t i = first; i < end; ++i) {
                const bool isHit = std::all_of(replies->begin(), replies->end(), [&](const Reply &reply) {
                    return (i - first < reply.elements.size() && reply.elements[i - first].integer == 1) == inAll;
                });
                hits += isHit ? 1 : 0;
                if (isHit && answer.members.size() < mostMembersShown) {
                    answer.members.push_back(members[i].bytes);
                }
            }
        }
        answer.looked += qint64(members.size());
        answer.hits += hits;
        return estimate(hits, qint64(members.size()), size);
    }

    /// Counts the members that all sets hold; nullopt if SINTERCARD is too costly or not permitted.
    Result<std::optional<SetCount>> intersection()
    {
        const qint64 smallest = *std::min_element(m_sizes.begin(), m_sizes.end());
        if (smallest == 0) {
            return std::optional(SetCount{});
        }
        if (smallest * qint64(m_keys.size() - 1) > mostIntersected || !m_asking.allows("SINTERCARD")) {
            return std::optional<SetCount>();
        }
        const QByteArray number = QByteArray::number(qulonglong(m_keys.size()));
        const QByteArray limit = QByteArray::number(m_limit);
        std::vector<QByteArrayView> words{"SINTERCARD", number};
        words.insert(words.end(), m_keys.begin(), m_keys.end());
        words.insert(words.end(), {"LIMIT", limit});
        Pipeline pipeline;
        pipeline.add(words);
        const auto replies = m_asking.exchange(pipeline);
        if (!replies) {
            return replies.error();
        }
        if (replies->front().isError()) {
            return std::optional<SetCount>(); // not permitted: a sample tells
        }
        const auto count = double(replies->front().integer);
        return std::optional(
            SetCount{count, count, double(smallest), replies->front().integer >= m_limit ? Is::AtLeast : Is::Exact});
    }

    [[nodiscard]] std::size_t smallest() const
    {
        return std::size_t(std::min_element(m_sizes.begin(), m_sizes.end()) - m_sizes.begin());
    }
    [[nodiscard]] std::vector<std::size_t> others(std::size_t than) const
    {
        std::vector<std::size_t> all;
        for (std::size_t i = 0; i < m_keys.size(); ++i) {
            if (i != than) {
                all.push_back(i);
            }
        }
        return all;
    }
    [[nodiscard]] std::size_t count() const { return m_keys.size(); }
    [[nodiscard]] qint64 size(std::size_t of) const { return m_sizes[of]; }

private:
    const Asking &m_asking;
    const std::vector<QByteArray> &m_keys;
    int m_sample;
    qint64 m_limit;
    std::vector<qint64> m_sizes;
};

void tell(SetsAnswer &answer, const SetCount &count)
{
    answer.count = count.count;
    answer.is = count.is;
    answer.low = count.low;
    answer.high = count.high;
}

Outcome intersect(Sets &sets, SetsAnswer &answer)
{
    const Result<std::optional<SetCount>> counted = sets.intersection();
    if (!counted) {
        return counted.error();
    }
    const Result<SetCount> seen = sets.sampled(sets.smallest(), sets.others(sets.smallest()), true, answer);
    if (!seen) {
        return seen.error();
    }
    tell(answer, *counted && seen->is != Is::Exact ? **counted : *seen);
    return Done{};
}

/// Who is in the first, and in none of the others?
Outcome subtract(Sets &sets, SetsAnswer &answer)
{
    const Result<SetCount> seen = sets.sampled(0, sets.others(0), false, answer);
    if (!seen) {
        return seen.error();
    }
    tell(answer, *seen);
    if (sets.count() != 2 || seen->is == Is::Exact) {
        return Done{};
    }
    const Result<std::optional<SetCount>> common = sets.intersection();
    if (!common) {
        return common.error();
    }
    if (*common) {
        const double left = double(sets.size(0)) - (*common)->count;
        const bool isExact = (*common)->is == Is::Exact;
        if (isExact) {
            tell(answer, {left, left, left, Is::Exact});
        } else if (left < seen->high) { // what the sample tells is known besides
            tell(answer, {left, 0, left, Is::AtMost});
        }
    }
    return Done{};
}

/// The first, and of each further one those that none before it holds.
Outcome unite(Sets &sets, SetsAnswer &answer)
{
    SetCount sum;
    for (std::size_t i = 0; i < sets.count(); ++i) {
        std::vector<std::size_t> before(i);
        for (std::size_t j = 0; j < i; ++j) {
            before[j] = j;
        }
        const auto size = double(sets.size(i));
        const Result<SetCount> part =
            i == 0 ? Result<SetCount>(SetCount{size, size, size, Is::Exact}) : sets.sampled(i, before, false, answer);
        if (!part) {
            return part.error();
        }
        sum.count += part->count;
        sum.low += part->low;
        sum.high += part->high;
        sum.is = part->is == Is::Exact ? sum.is : part->is;
    }
    if (sum.is != Is::Exact && sets.count() == 2) {
        const Result<std::optional<SetCount>> common = sets.intersection();
        if (!common) {
            return common.error();
        }
        if (*common && (*common)->is == Is::Exact) {
            const double all = double(sets.size(0)) + double(sets.size(1)) - (*common)->count;
            sum = {all, all, all, Is::Exact};
        }
    }
    tell(answer, sum);
    return Done{};
}

} // namespace

BrowseResult::Answer answerSets(const Asking &asking, const SetsQuery &query)
{
    if (query.keys.size() < 2 || query.keys.size() > mostSets) {
        return Error{ErrorKind::Invalid,
                     QCoreApplication::translate("browse", "2 to %1 sets can be compared").arg(mostSets)};
    }
    SetsAnswer answer;
    Sets sets(asking, query);
    Outcome done = sets.readSizes(answer);
    if (done) {
        done = query.what == SetsQuery::What::Intersection ? intersect(sets, answer)
            : query.what == SetsQuery::What::Union         ? unite(sets, answer)
                                                           : subtract(sets, answer);
    }
    return done ? BrowseResult::Answer(answer) : BrowseResult::Answer(done.error());
}

} // namespace plimsoll::redis
