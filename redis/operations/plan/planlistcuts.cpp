// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/batch/batch.h"
#include "redis/operations/batch/costs.h"
#include "redis/operations/plan/planlistcuts.h"
#include "redis/operations/plan/planning.h"
#include "redis/operations/journal/words.h"
#include "redis/types/printable.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace plimsoll::redis::planning {

namespace {

constexpr std::size_t mostBeyond = 32; ///< elements next to the mark that distinguish it from equal ones
constexpr qint64 mostBeyondBytes = 64LL * 1'024; ///< bytes; every batch reads them
constexpr qint64 mostHead = 128, mostHeadBytes = 1'024LL * 1'024;
constexpr qint64 mostKnown = 2'000'000;
constexpr qint64 mostKnownBytes = 16LL * 1'024 * 1'024; ///< bytes read to remove elements individually
constexpr qint64 mostSlack = 1'000;
constexpr int mostRestarts = 50;

/// A list as it was read.
struct ListEnd {
    qint64 length = 0;
    std::vector<QByteArray> newest; ///< the newest few, newest first
};

Pipeline askForEnd(const PlanSource &source, const QByteArray &key)
{
    Pipeline pipeline; // answered at the same moment as the page
    pipeline.add({"LLEN", key});
    pipeline.add({"LINDEX", key, source.isOldestRight(key) ? "0" : "-1"});
    return pipeline;
}

/// Reads the replies of askForEnd() and the elements next to the newest one, however many have arrived since.
Outcome learnEnd(const PlanSource &source, const QByteArray &key, const std::vector<Reply> &answers, ListEnd &end)
{
    for (const Reply &answer : answers) {
        if (answer.isError()) {
            return answer.toError(key);
        }
    }
    const QByteArray newest = answers[1].bytes;
    end.length = answers[0].integer;
    end.newest = {newest};
    for (qint64 count = 2; count <= mostHead; count *= 4) {
        const Result<Reply> reply =
            source.server.command({"LRANGE", key, QByteArray::number(source.isOldestRight(key) ? 0 : -count),
                                   QByteArray::number(source.isOldestRight(key) ? count - 1 : -1)},
                                  source.stop);
        if (!reply) {
            return reply.error();
        }
        if (reply->isError()) {
            return reply->toError(key);
        }
        std::vector<QByteArray> some;
        qint64 bytes = 0;
        for (const Reply &element : reply->elements) {
            some.push_back(element.bytes);
            bytes += element.bytes.size();
        }
        if (!source.isOldestRight(key)) {
            std::reverse(some.begin(), some.end());
        }
        if (const auto at = std::find(some.begin(), some.end(), newest); at != some.end()) {
            end.newest.assign(at, some.end());
        }
        if (qint64(some.size()) < count || end.newest.size() > mostBeyond || bytes * 4 > mostHeadBytes) {
            break;
        }
    }
    return Done{};
}

Outcome readEnd(const PlanSource &source, const QByteArray &key, ListEnd &end)
{
    const Result<std::vector<Reply>> answers = source.server.exchange(askForEnd(source, key), source.stop);
    return answers ? learnEnd(source, key, *answers, end) : Outcome(answers.error());
}

void setMark(const ListEnd &end, CutListStep &step)
{
    step.mark = end.newest.front();
    qint64 bytes = 0;
    for (std::size_t i = 1; i < end.newest.size() && step.beyondMark.size() < mostBeyond; ++i) {
        bytes += end.newest[i].size();
        if (bytes > mostBeyondBytes && (step.onlyKnown || !step.beyondMark.empty())) {
            break; // if every element is known, an ambiguous mark is harmless
        }
        step.beyondMark.push_back(knownAs(end.newest[i]));
    }
}

/// Number of leading elements to remove; `before` elements precede them at the old end.
using Going = std::function<Result<std::size_t>(std::vector<QByteArray> elements, std::size_t before)>;

/// Reads the elements to remove, from the old end to the first that stays; `end`: state of the list at the first page.
/// Workers may take from that end meanwhile, so pages overlap by a slack.
Result<std::vector<quint64>> freezeOldEnd(const PlanSource &source, const QByteArray &key, const Going &going,
                                          ListEnd &end)
{
    std::vector<quint64> known;
    ListPages pages(source.server, key, !source.isOldestRight(key), source.stop);
    const Pipeline first = askForEnd(source, key);
    Pipeline outermost;
    outermost.add({"LINDEX", key, source.isOldestRight(key) ? "-1" : "0"});
    int restarts = 0;
    qint64 taken = 0; // elements of `known` taken by workers
    qint64 slack = 0; // elements to read again, as workers may take that many before the next page
    while (true) {
        const qint64 position = std::max<qint64>(0, qint64(known.size()) - taken - slack);
        Result<ListPages::Seen> page = pages.nextFrom(position, slack + 1, known.empty() ? first : outermost);
        if (!page) {
            return page.error();
        }
        qint64 overlap = 0; // elements of the page already known
        if (known.empty()) {
            if (Outcome learnt = learnEnd(source, key, page->answers, end); !learnt) {
                return learnt.error();
            }
        } else {
            const auto at = std::find(known.begin() + taken, known.end(), knownAs(page->answers[0].bytes));
            if (at == known.end()) {
                if (++restarts == mostRestarts) {
                    return known;
                }
                known.clear(); // all known elements were taken: starts again, by now with larger pages
                taken = slack = 0;
                continue;
            }
            const qint64 before = std::exchange(taken, at - known.begin());
            slack = std::min(mostSlack, std::max(slack, 2 * (taken - before)));
            overlap = qint64(known.size()) - position - taken;
            if (overlap < 0) {
                continue; // a gap: some elements were not seen
            }
        }
        if (qint64(page->elements.size()) <= overlap) {
            return known; // the end of the list
        }
        page->elements.erase(page->elements.begin(), page->elements.begin() + overlap);
        std::vector<quint64> digests(page->elements.size());
        std::transform(page->elements.begin(), page->elements.end(), digests.begin(), knownAs);
        const Result<std::size_t> count = going(std::move(page->elements), known.size());
        if (!count) {
            return count.error();
        }
        known.insert(known.end(), digests.begin(), digests.begin() + qsizetype(*count));
        if (*count < digests.size()) {
            return known;
        }
    }
}

/// Counts the leading elements whose records are older than `age`; stops at a record without a time.
Going olderThan(const PlanSource &source, std::chrono::milliseconds age)
{
    return [&source, age](std::vector<QByteArray> page, std::size_t) -> Result<std::size_t> {
        std::vector<Element> elements(page.size());
        for (std::size_t i = 0; i < elements.size(); ++i) {
            elements[i].element = std::move(page[i]);
        }
        if (Outcome described = describe(source, elements); !described) {
            return described.error();
        }
        const auto young = std::find_if(elements.begin(), elements.end(), [&](const Element &element) {
            return !element.createdAt || source.now - *element.createdAt <= age;
        });
        return static_cast<std::size_t>(young - elements.begin());
    };
}

} // namespace

qint64 averageBytes(const std::vector<Element> &sample)
{
    qint64 bytes = 0;
    for (const Element &element : sample) {
        bytes += element.element.size();
    }
    return bytes / std::max<qint64>(1, qint64(sample.size()));
}

Outcome cutList(const PlanSource &source, const QByteArray &key, const Cut &cut, Plan &plan)
{
    const qint64 keep = cut.keep.value_or(0);
    const Result<Reply> length = source.server.command({"LLEN", key}, source.stop);
    if (!length) {
        return length.error();
    }
    if (length->integer <= keep) {
        return Done{};
    }
    CutListStep step;
    step.atLeft = !source.isOldestRight(key);
    const Result<std::vector<Element>> sample = sampleList(source, key, step.atLeft);
    if (!sample) {
        return sample.error();
    }
    ListEnd end;
    const auto goes = [&end, keep] { return std::max<qint64>(0, end.length - keep); };
    const qint64 expected = length->integer - keep;
    step.onlyKnown = cut.olderThan || (expected <= mostKnown && expected * averageBytes(*sample) <= mostKnownBytes);
    if (step.onlyKnown) {
        qint64 bytes = 0;
        const Going allButKept = [&goes, &bytes](const std::vector<QByteArray> &page, std::size_t before) {
            for (const QByteArray &element : page) {
                bytes += element.size();
            }
            const auto going = static_cast<std::size_t>(goes());
            return bytes > mostKnownBytes ? 0 : std::min(page.size(), going - std::min(going, before));
        };
        Result<std::vector<quint64>> known =
            freezeOldEnd(source, key, cut.olderThan ? olderThan(source, *cut.olderThan) : allButKept, end);
        if (!known) {
            return known.error();
        }
        step.onlyKnown = cut.olderThan || bytes <= mostKnownBytes;
        step.known = step.onlyKnown ? std::move(*known) : std::vector<quint64>();
    } else if (Outcome read = readEnd(source, key, end); !read) {
        return read.error();
    }
    step.count = step.onlyKnown ? qint64(step.known.size()) : goes();
    step.keep = end.length - step.count;
    if (step.count == 0) {
        return Done{};
    }
    setMark(end, step);
    if (!step.onlyKnown) {
        addNote(plan,
                Words::tr("Anything pushed to the old end of %1 meanwhile may be cut in place of an element shown.")
                    .arg(printable(key, 200)));
    }
    append(plan, {.key = key, .keyType = ListKey, .does = std::move(step)}, *sample);
    return Done{};
}

} // namespace plimsoll::redis::planning
