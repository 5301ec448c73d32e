// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/frameworks/stray.h"

#include "redis/collections/framework.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace plimsoll::redis {

namespace {

using std::chrono::milliseconds;
using Command = StrayRule::Command;

bool isNothing(const Reply &reply)
{
    return reply.isNil() || (reply.type == Reply::Type::Integer && reply.integer == 0);
}

bool isSame(const Reply &a, const Reply &b)
{
    return a.type == b.type && a.integer == b.integer && a.bytes == b.bytes
        && std::equal(a.elements.begin(), a.elements.end(), b.elements.begin(), b.elements.end(), &isSame);
}

class StrayKeys final : public HealthCheck {
public:
    explicit StrayKeys(StrayRule rule) : m_rule(std::move(rule)) { }

    Round look(milliseconds /*now*/) override
    {
        m_candidates = {m_strays.begin(), m_strays.end()};
        m_steps = 0;
        return scan();
    }

    [[nodiscard]] QString problem() const override { return healthText(m_rule.sentence, m_strays.size(), true); }

private:
    static constexpr std::size_t most = 200; ///< keys remembered
    static constexpr std::size_t mostCandidates = 500; ///< approximate maximum of keys asked about in one look
    static constexpr int mostSteps = 5; ///< SCAN steps in one look, each over about a thousand keys
    static constexpr QByteArrayView stepSize{"1000"};

    Round scan()
    {
        ++m_steps;
        return {{{"SCAN", m_cursor, "MATCH", m_rule.glob, "COUNT", stepSize.toByteArray()}},
                [this](Replies replies) { return readScan(replies[0]); }};
    }

    Round readScan(const Reply &reply)
    {
        if (reply.elements.size() != 2) {
            return {}; // not permitted, or the node is lost
        }
        for (const Reply &key : reply.elements[1].elements) {
            m_candidates.insert(key.bytes);
        }
        m_cursor = reply.elements[0].bytes;
        return m_cursor != "0" && m_steps < mostSteps && m_candidates.size() < mostCandidates ? scan() : askAll();
    }

    Round askAll()
    {
        m_asked.clear();
        Round round;
        for (const QByteArray &key : std::exchange(m_candidates, {})) {
            if (Command command = m_rule.ask(key); !command.empty()) {
                m_asked.push_back({key, {}, 0});
                round.commands.push_back(std::move(command));
            }
        }
        round.then = [this](Replies replies) { return seekAll(replies); };
        return round;
    }

    Round seekAll(Replies answers)
    {
        Round round;
        for (std::size_t i = 0; i < m_asked.size(); ++i) {
            m_asked[i].answer = answers[i];
            for (Command &command :
                 answers[i].isError() ? std::vector<Command>() : m_rule.seek(m_asked[i].key, answers[i])) {
                round.commands.push_back(std::move(command));
                ++m_asked[i].questions;
            }
        }
        round.then = [this](Replies replies) { return askAgain(replies); };
        if (round.commands.empty()) {
            m_strays.clear();
        }
        return round;
    }

    Round askAgain(Replies found)
    {
        Round round;
        std::vector<Asked> missing;
        std::size_t at = 0;
        for (Asked &asked : m_asked) {
            const Replies own = found.subspan(at, asked.questions);
            at += own.size();
            if (!own.empty() && std::all_of(own.begin(), own.end(), &isNothing)) {
                round.commands.push_back(m_rule.ask(asked.key));
                missing.push_back(std::move(asked));
            }
        }
        m_asked = std::move(missing);
        round.then = [this](Replies again) { return conclude(again); };
        if (round.commands.empty()) {
            m_strays.clear();
        }
        return round;
    }

    Round conclude(Replies again)
    {
        m_strays.clear();
        for (std::size_t i = 0; i < m_asked.size() && m_strays.size() < most; ++i) {
            if (isSame(m_asked[i].answer, again[i])) {
                m_strays.insert(m_asked[i].key);
            }
        }
        m_asked.clear();
        return {};
    }

    struct Asked {
        QByteArray key;
        Reply answer;
        std::size_t questions = 0;
    };

    StrayRule m_rule;
    QByteArray m_cursor{"0"};
    int m_steps = 0;
    std::set<QByteArray> m_candidates;
    std::vector<Asked> m_asked;
    std::set<QByteArray> m_strays;
};

/// Reads a page of each list and set with a look, and in the next one the page behind it.
class IdsWithoutRecord final : public HealthCheck {
public:
    explicit IdsWithoutRecord(const CollectionDefinition &definition) : m_reader(definition, JobReader::Wanted::Status)
    {
        const FrameworkCode *code = codeOf(definition);
        for (const RoleKeys &keys : definition.keys) {
            const bool isOfIds = (keys.role->types & (ListKey | ZSetKey)) != 0 && !keys.role->perId;
            // Record and id of a failed job that expires may disappear at different times.
            const bool mayExpire = keys.role->holds == Holds::Dead && code != nullptr && code->keptDead != nullptr;
            for (const QByteArray &key :
                 isOfIds && !mayExpire ? definition.source(keys).keys({}) : std::vector<QByteArray>()) {
                m_keys.push_back({key, keys.role, definition.isOldestRight(*keys.role)});
            }
        }
    }

    Round look(milliseconds now) override
    {
        m_now = now;
        Round round;
        for (const Key &key : m_keys) {
            round.commands.push_back({"TYPE", key.key});
        }
        round.then = [this](Replies types) {
            for (std::size_t i = 0; i < m_keys.size(); ++i) {
                m_keys[i].type = types[i].bytes;
                m_keys[i].missing.clear();
                if (!m_keys[i].isPaged()) {
                    m_keys[i].found = m_keys[i].foundBefore = 0;
                    m_keys[i].isWhole = true;
                }
            }
            return pages([this](Replies replies) { return readPages(replies); });
        };
        return round;
    }

    [[nodiscard]] QString problem() const override
    {
        std::size_t count = 0;
        bool isAtLeast = false;
        for (const Key &key : m_keys) {
            count += std::max(key.found, key.foundBefore);
            isAtLeast = isAtLeast || !key.isWhole;
        }
        return healthText(QT_TRANSLATE_NOOP("problems",
                                            "Ids without a job record: %1. A worker that takes one finds nothing to "
                                            "run: the job's data was deleted, evicted or has expired"),
                          count, isAtLeast);
    }

private:
    struct Key {
        QByteArray key;
        const RoleSpec *role = nullptr;
        bool isOldestRight = false;
        QByteArray type{};
        qint64 offset = 0; ///< position of the page
        std::size_t found = 0; ///< ids without a record in this pass over the key
        std::size_t foundBefore = 0; ///< same number in the pass before
        bool isWhole = false; ///< the pass before covered the whole key
        std::vector<QByteArray> missing{}; ///< ids of the page under suspicion
        bool isEnd = false; ///< it is the last page of the pass

        [[nodiscard]] bool isPaged() const { return type == "list" || type == "zset"; }
    };

    static constexpr qint64 pageSize = 200;
    static constexpr qint64 deepest = 10'000; ///< elements of a key that are read

    /// Returns the read of the page of each key that has one.
    template <typename Then> [[nodiscard]] Round pages(Then then) const
    {
        Round round;
        for (const Key &key : m_keys) {
            const QByteArray first = QByteArray::number(key.offset);
            const QByteArray last = QByteArray::number(key.offset + pageSize - 1);
            if (key.type == "list" && key.isOldestRight) {
                round.commands.push_back({"LRANGE", key.key, QByteArray::number(-key.offset - pageSize),
                                          QByteArray::number(-key.offset - 1)});
            } else if (key.type == "list") {
                round.commands.push_back({"LRANGE", key.key, first, last});
            } else if (key.type == "zset") {
                round.commands.push_back({"ZRANGE", key.key, first, last});
            }
        }
        round.then = then;
        return round;
    }

    [[nodiscard]] std::vector<Key *> paged()
    {
        std::vector<Key *> keys;
        for (Key &key : m_keys) {
            if (key.isPaged()) {
                keys.push_back(&key);
            }
        }
        return keys;
    }

    Round readPages(Replies replies)
    {
        const std::vector<Key *> keys = paged();
        Round round;
        for (std::size_t i = 0; i < keys.size(); ++i) {
            Key &key = *keys[i];
            key.missing.clear();
            for (const Reply &element : replies[i].elements) {
                if (key.role->isMark(element.bytes)) {
                    continue;
                }
                key.missing.push_back(m_reader.idOf(element.bytes));
            }
            const auto read = static_cast<qint64>(replies[i].elements.size());
            key.isEnd = read < pageSize || key.offset + read >= deepest;
            if (!key.missing.empty() && !m_reader.isInHash()) {
                Command &exist = round.commands.emplace_back(Command{"EXISTS"}); // mostly all are there, which one says
                for (const QByteArray &id : key.missing) {
                    const QByteArray owner = m_reader.ownerOf(key.key, id);
                    exist.push_back(m_reader.recordKey(owner.isEmpty() ? id : owner, m_now));
                }
            }
        }
        round.then = [this](Replies existing) { return judgePages(existing); };
        return round.commands.empty() ? askEach() : round;
    }

    [[nodiscard]] Command existsOne(const Key &key, const QByteArray &id) const
    {
        if (m_reader.isInHash()) {
            return {"HEXISTS", m_reader.recordKey(id, m_now), id};
        }
        Command command{"EXISTS", m_reader.recordKey(id, m_now)};
        if (const QByteArray owner = m_reader.ownerOf(key.key, id); !owner.isEmpty()) {
            command.push_back(m_reader.recordKey(owner, m_now));
        }
        return command;
    }

    Round judgePages(Replies existing)
    {
        std::size_t at = 0;
        for (Key &key : m_keys) {
            if (key.missing.empty()) {
                continue;
            }
            const Reply &all = existing[at++];
            // An error: the records are in several slots.
            if (all.type == Reply::Type::Integer && all.integer == static_cast<qint64>(key.missing.size())) {
                key.missing.clear();
            }
        }
        return askEach();
    }

    Round askEach()
    {
        return eachMissing([this](Replies each) {
            keepMissing(each);
            const bool isAny =
                std::any_of(m_keys.begin(), m_keys.end(), [](auto &key) { return !key.missing.empty(); });
            return isAny ? pages([this](Replies again) { return readAgain(again); }) : conclude();
        });
    }

    template <typename Then> Round eachMissing(Then then)
    {
        Round round;
        for (const Key &key : m_keys) {
            for (const QByteArray &id : key.missing) {
                round.commands.push_back(existsOne(key, id));
            }
        }
        round.then = then;
        return round.commands.empty() ? conclude() : round;
    }

    void keepMissing(Replies each)
    {
        std::size_t at = 0;
        for (Key &key : m_keys) {
            std::erase_if(key.missing, [&](const QByteArray & /*id*/) {
                const Reply &exists = each[at++];
                return exists.type != Reply::Type::Integer || exists.integer != 0;
            });
        }
    }

    /// A job that ended meanwhile has left the list.
    Round readAgain(Replies replies)
    {
        const std::vector<Key *> keys = paged();
        for (std::size_t i = 0; i < keys.size(); ++i) {
            std::set<QByteArray> here;
            for (const Reply &element : replies[i].elements) {
                here.insert(m_reader.idOf(element.bytes));
            }
            std::erase_if(keys[i]->missing, [&here](const QByteArray &id) { return !here.contains(id); });
        }
        return eachMissing([this](Replies each) {
            keepMissing(each);
            return conclude();
        });
    }

    Round conclude()
    {
        for (Key *key : paged()) {
            key->found += key->missing.size();
            key->missing.clear();
            if (key->isEnd) {
                key->isWhole = key->offset + pageSize < deepest;
                key->foundBefore = std::exchange(key->found, 0);
                key->offset = 0;
            } else {
                key->offset += pageSize;
            }
        }
        return {};
    }

    JobReader m_reader;
    milliseconds m_now{};
    std::vector<Key> m_keys;
};

} // namespace

std::unique_ptr<HealthCheck> strayKeys(StrayRule rule)
{
    return std::make_unique<StrayKeys>(std::move(rule));
}

std::unique_ptr<HealthCheck> locksOfGoneJobs(const QByteArray &prefix, const QByteArray &records, const char *sentence)
{
    return strayKeys({.glob = KeyTemplate::globOf(prefix) + '*',
                      .ask =
                          [](const QByteArray &key) {
                              return Command{"GET", key};
                          },
                      .seek =
                          [records](const QByteArray & /*key*/, const Reply &job) {
                              return job.bytes.isEmpty() ? std::vector<Command>()
                                                         : std::vector<Command>{{"EXISTS", records + job.bytes}};
                          },
                      .sentence = sentence});
}

std::unique_ptr<HealthCheck> idsWithoutRecord(const CollectionDefinition &definition)
{
    return std::make_unique<IdsWithoutRecord>(definition);
}

} // namespace plimsoll::redis
