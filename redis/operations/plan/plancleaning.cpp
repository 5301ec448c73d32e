// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/batch/costs.h"
#include "redis/operations/lists/keyweights.h"
#include "redis/operations/plan/planning.h"
#include "redis/operations/journal/words.h"
#include "redis/types/keytemplate.h"
#include "redis/types/plural.h"
#include "redis/types/printable.h"

#include <QCryptographicHash>

#include <algorithm>

namespace plimsoll::redis::planning {

namespace {

constexpr std::size_t askedAtOnce = 200;
constexpr qint64 largestCompared = 256LL * 1024; ///< bytes; SHA-1 takes the script less than a millisecond
constexpr qint64 mostCompared = 16LL * 1024 * 1024; ///< bytes read for one plan
constexpr qint64 largestKept =
    512LL * 1024; ///< DUMP and RESTORE of it hold a server for 2 to 4 ms (Valkey 8.1); as in clean.lua

/// Current target keys of index entries.
class Targets final {
public:
    Targets(const PlanSource &source, const RoleKeys &index) : m_source(source), m_indexes(source.keys(index))
    {
        const RoleKeys *keys = source.definition.role(Holds::Target);
        if (keys != nullptr && !keys->templates.empty()) {
            if (const Result<KeyTemplate> parsed = KeyTemplate::parse(keys->templates.front())) {
                m_template = *parsed;
            }
        }
    }

    [[nodiscard]] bool areThere() const { return m_template.has_value(); }
    [[nodiscard]] qint64 bytes() const { return m_bytes; }
    [[nodiscard]] qint64 present() const { return m_present; }
    [[nodiscard]] qint64 tooLarge() const { return m_tooLarge; }
    [[nodiscard]] qint64 compared() const { return m_countCompared; }

    /// Fills in the target key of each item and its state; removes items whose key is too large to keep.
    Outcome read(std::vector<PlanItem> &items)
    {
        if (!m_template) {
            return Done{};
        }
        std::vector<PlanItem> all;
        all.reserve(items.size());
        for (std::size_t first = 0; first < items.size(); first += askedAtOnce) {
            const auto some = std::span(items).subspan(first, std::min(askedAtOnce, items.size() - first));
            if (Outcome read = readSome(some); !read) {
                return read;
            }
            std::copy_if(some.begin(), some.end(), std::back_inserter(all),
                         [](const PlanItem &item) { return !item.indexed->shown.isEmpty(); });
        }
        items = std::move(all);
        return Done{};
    }

private:
    [[nodiscard]] bool isIndex(const QByteArray &key) const
    {
        return std::find(m_indexes.begin(), m_indexes.end(), key) != m_indexes.end();
    }

    Outcome readSome(std::span<PlanItem> items)
    {
        std::vector<QByteArray> keys;
        for (PlanItem &item : items) {
            item.record = m_template->expandOne(m_source.now, item.element);
            item.indexed = std::make_shared<IndexedKey>();
            keys.push_back(item.record);
            if (isIndex(item.record)) {
                return Error{ErrorKind::Refused,
                             Words::tr("the key that %1 stands for is the index %2 itself, which a clean-up would "
                                       "delete; give \"target\" another template")
                                 .arg(printable(item.element, 200), printable(item.record, 200))};
            }
        }
        const auto known = weightsOf(
            keys, [this](const Pipeline &pipeline) { return m_source.server.exchange(pipeline, m_source.stop); });
        if (!known) {
            return known.error();
        }
        if (Outcome read = readExpiries(items); !read) {
            return read;
        }
        for (std::size_t i = 0; i < items.size(); ++i) {
            const qint64 size = (*known)[i] ? (*known)[i]->bytes : 0;
            if (!(*known)[i]) {
                items[i].indexed->shown = "-";
            } else if (size > largestKept) {
                ++m_tooLarge;
            } else {
                items[i].indexed->shown = "+";
                ++m_present;
                m_bytes += size;
            }
            if (items[i].indexed->shown == "+" && size <= largestCompared && m_compared < mostCompared) {
                m_compared += size;
                if (Outcome compared = digest(items[i]); !compared) {
                    return compared;
                }
            }
        }
        return flush();
    }

    /// Reads expiries by PTTL, between two readings of the server's clock that bound their time; PEXPIRETIME requires
    /// Redis 7. In a cluster, each node has a clock of its own, and only PEXPIRETIME is exact.
    Outcome readExpiries(std::span<PlanItem> items)
    {
        const bool isCluster = m_source.server.endpoint().topology == Endpoint::Topology::Cluster;
        Pipeline pipeline;
        pipeline.add({"TIME"});
        for (const PlanItem &item : items) {
            pipeline.add({"PTTL", item.record});
        }
        pipeline.add({"TIME"});
        for (const PlanItem &item : isCluster ? items : std::span<PlanItem>()) {
            pipeline.add({"PEXPIRETIME", item.record});
        }
        const Result<std::vector<Reply>> replies = m_source.server.exchange(pipeline, m_source.stop);
        if (!replies) {
            return replies.error();
        }
        const auto clock = [](const Reply &time) {
            return time.elements.size() < 2
                ? 0
                : time.elements[0].bytes.toLongLong() * 1'000 + time.elements[1].bytes.toLongLong() / 1'000;
        };
        const std::size_t last = items.size() + 1;
        for (std::size_t i = 0; i < items.size(); ++i) {
            const Reply &left = (*replies)[i + 1];
            if (left.isError()) {
                return left.toError(items[i].record);
            }
            const Reply *const at =
                isCluster && !(*replies)[last + 1 + i].isError() ? &(*replies)[last + 1 + i] : nullptr;
            if (at != nullptr && at->integer >= 0) {
                items[i].indexed->expiry = QByteArray::number(at->integer) + '-' + QByteArray::number(at->integer);
            } else if (at == nullptr && left.integer >= 0) {
                items[i].indexed->expiry = QByteArray::number(clock(replies->front()) + left.integer) + '-'
                    + QByteArray::number(clock((*replies)[last]) + left.integer);
            }
        }
        return Done{};
    }

    /// Queues a dump; dumps are requested together, a page's worth at a time.
    Outcome digest(PlanItem &item)
    {
        m_asked.push_back(&item);
        m_dumps.add({"DUMP", item.record});
        constexpr std::size_t page = 32;
        return m_asked.size() < page ? Outcome(Done{}) : flush();
    }

    Outcome flush()
    {
        if (m_asked.empty()) {
            return Done{};
        }
        const Result<std::vector<Reply>> dumps = m_source.server.exchange(m_dumps, m_source.stop);
        if (!dumps) {
            return dumps.error();
        }
        for (std::size_t i = 0; i < m_asked.size(); ++i) {
            const Reply &dump = (*dumps)[i];
            if (dump.isError()) {
                return dump.toError(m_asked[i]->record);
            }
            ++m_countCompared;
            m_asked[i]->indexed->shown =
                dump.isNil() ? "-" : QCryptographicHash::hash(dump.bytes, QCryptographicHash::Sha1).toHex();
        }
        m_asked.clear();
        m_dumps = Pipeline();
        return Done{};
    }

    const PlanSource &m_source;
    std::vector<QByteArray> m_indexes;
    std::optional<KeyTemplate> m_template;
    std::vector<PlanItem *> m_asked;
    Pipeline m_dumps;
    qint64 m_bytes = 0, m_present = 0, m_tooLarge = 0, m_compared = 0, m_countCompared = 0;
};

void noteTargets(const Targets &targets, qint64 planned, Plan &plan)
{
    if (!targets.areThere()) {
        addNote(plan, Words::tr("The workspace names no target: only the entries are removed."));
        return;
    }
    const qint64 gone = planned - targets.present();
    if (gone > 0) {
        addNote(plan,
                gone == 1 ? Words::tr("The key of 1 of them is already gone; its entry is removed.")
                          : Words::tr("The keys of %1 of them are already gone; their entries are removed.", nullptr,
                                      pluralOf(gone))
                                .arg(gone));
    }
    if (targets.tooLarge() > 0) {
        addNote(plan,
                targets.tooLarge() == 1 ? Words::tr("1 is left out: its key takes more than 512 KiB, or has more than "
                                                    "2,500 elements, too much to keep for an undo.")
                                        : Words::tr("%1 are left out: their keys take more than 512 KiB each, or have "
                                                    "more than 2,500 elements, too much to keep for an undo.",
                                                    nullptr, pluralOf(targets.tooLarge()))
                                              .arg(targets.tooLarge()));
    }
    if (targets.present() > targets.compared()) {
        addNote(
            plan,
            Words::tr("Large keys are not compared: anything written to them meanwhile is archived and removed too."));
    }
}

} // namespace

Outcome cleanUp(const PlanSource &source, const OperationRequest &request, Plan &plan)
{
    const RoleKeys *index = source.definition.role(Holds::Expiring);
    if (index == nullptr) {
        return Error{ErrorKind::Invalid, Words::tr("%1 is not an expiry index").arg(source.definition.name)};
    }
    Targets targets(source, *index);
    const std::vector<ScoreRange> expired =
        source.definition.codec(*index->role).ranges({.to = source.now, .withTo = true});
    for (const QByteArray &key : source.keys(*index)) {
        const Result<std::optional<KeyType>> type = source.typeOf(*index->role, key);
        if (!type) {
            return type.error();
        }
        if (!*type || isFull(request, plan)) {
            continue;
        }
        Result<Frozen> frozen = freezeZSet(source, key, expired, choiceOf(request, plan, key));
        if (!frozen) {
            return frozen.error();
        }
        const qint64 before = targets.bytes();
        if (Outcome read = targets.read(frozen->items); !read) {
            return read;
        }
        PlanStep step{.key = key, .keyType = ZSetKey, .does = CleanStep{targets.bytes() - before}};
        step.items = std::move(frozen->items);
        append(plan, std::move(step), frozen->sample);
    }
    noteTargets(targets, plan.matched(), plan);
    return Done{};
}

} // namespace plimsoll::redis::planning
