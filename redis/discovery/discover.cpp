// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/discovery/discover.h"

#include "redis/collections/keytypes.h"
#include "redis/discovery/frameworkfinder.h"
#include "redis/discovery/guess.h"
#include "redis/discovery/keywords.h"
#include "redis/topology/cluster.h"
#include "redis/topology/server.h"
#include "redis/topology/serverwatch.h"
#include "redis/topology/workestimate.h"
#include "redis/types/operation.h"
#include "redis/wire/scancursor.h"
#include "redis/wire/pagesize.h"
#include "redis/wire/serveranswers.h"

#include <QCoreApplication>
#include <QDateTime>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <utility>

namespace plimsoll::redis {

namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using Steady = std::chrono::steady_clock;

// An exchange has one SCAN and the questions about keys found earlier. Other clients wait until it ends. If it takes
// the server longer than its limit, the next one is smaller; if it takes less than half of that, larger.
constexpr microseconds mostWork{1'000}; ///< limit of a scan without rests
constexpr microseconds politeWork{30}; ///< limit of a scan that rests: as long as some commands of other clients take
constexpr int politeTrips = 200; ///< or this fraction of a round trip, so that few commands of other clients wait
constexpr qint64 firstScan = 200;
constexpr qint64 leastScan = 10;
constexpr qint64 mostScan = 2'000;
constexpr std::size_t mostQuestions = 800; ///< commands about keys in one exchange
constexpr std::size_t contentsRead = 2; ///< keys of a template whose elements are read
constexpr std::size_t templatesRead = 2'000;
constexpr milliseconds afterStop{1'000}; ///< time to guess in after a stop request
constexpr milliseconds tellPause{1'000}; ///< least time of the scan between two guesses
constexpr int tellShare = 4; ///< least time of the scan between two guesses, in times of the last one

/// Sends pipelines and measures what they cost the server, which it leaves alone for as long as the share demands.
class Meter {
public:
    Meter(double sharePercent, Discovery::Cost &cost) : m_share(sharePercent / 100), m_cost(cost) { }

    /// Measures the round trip of a small command on this connection.
    Outcome begin(Node &node)
    {
        Pipeline time;
        time.add({"TIME"});
        microseconds fastest = microseconds::max();
        for (int i = 0; i < 4; ++i) { // the first one may be slow for other reasons
            const Steady::time_point start = Steady::now();
            const auto replies = node.exchange(time, {});
            if (!replies) {
                return replies.error();
            }
            ++m_cost.commands;
            fastest = std::min(fastest, std::chrono::duration_cast<microseconds>(Steady::now() - start));
        }
        m_estimate.setRoundTrip(fastest);
        m_longWork = m_share < 1 ? std::clamp(fastest / politeTrips, politeWork, mostWork) : mostWork;
        return Done{};
    }

    enum class Timing {
        Apart, ///< the first command, a SCAN, by itself
        Together,
        Outside, ///< exchange with several servers: the whole exchange is timed
    };
    using Send = std::function<Result<std::vector<Reply>>(const Pipeline &)>;

    /// Waits for its turn, then exchanges. The server's own clock is asked before and after, in the same pipeline,
    /// since what else the round trip takes is not its work.
    Result<std::vector<Reply>> exchange(const Pipeline &pipeline, Timing timing, const Send &send,
                                        const std::stop_token &stop)
    {
        if (m_share < 1 && m_dueAt > Steady::now()) {
            std::mutex mutex;
            std::unique_lock lock(mutex);
            std::condition_variable_any never;
            static_cast<void>(never.wait_until(lock, stop, m_dueAt, [] { return false; }));
        }
        const Pipeline timed = timing == Timing::Outside ? pipeline : withTimes(pipeline, timing);
        const Steady::time_point start = Steady::now();
        Result<std::vector<Reply>> replies = send(timed);
        const Steady::time_point end = Steady::now();
        const auto took = std::chrono::duration_cast<microseconds>(end - start);
        const bool isAnswered = replies && std::none_of(replies->begin(), replies->end(), [](const Reply &reply) {
                                    return reply.type == Reply::Type::Unanswered;
                                });
        if (!isAnswered) {
            m_work = microseconds::zero(); // waited for a node that is gone: no server worked
            return replies;
        }
        const Times times = timing == Timing::Outside ? Times() : takeTimes(*replies, timing);
        m_work = m_estimate.of(took, times.all);
        m_cost.server += m_work;
        m_cost.longest = std::max(m_cost.longest, std::min(m_work, times.longest.value_or(m_work)));
        m_cost.commands += timed.size();
        m_dueAt = end + std::chrono::duration_cast<Steady::duration>(m_work * (1 / m_share - 1));
        return replies;
    }

    /// Returns the size of the next exchange; the last one had `size`.
    [[nodiscard]] qint64 adapted(qint64 size, qint64 least, qint64 most) const
    {
        return m_work > m_longWork    ? std::max(size / 2, least)
            : m_work < m_longWork / 2 ? std::min(size * 2, most)
                                      : size;
    }

private:
    static Pipeline withTimes(const Pipeline &pipeline, Timing timing)
    {
        Pipeline timed;
        timed.add({"TIME"});
        if (timing == Timing::Apart) {
            timed.append(pipeline, 0);
            timed.add({"TIME"});
            for (int i = 1; i < pipeline.size(); ++i) {
                timed.append(pipeline, i);
            }
        } else {
            timed.append(pipeline);
        }
        timed.add({"TIME"});
        return timed;
    }

    /// Time taken by the server's clock; nullopt: the server did not give it.
    struct Times {
        std::optional<microseconds> all{};
        std::optional<microseconds> longest{}; ///< upper bound of the longest command's
    };

    /// Removes the replies of withTimes().
    static Times takeTimes(std::vector<Reply> &replies, Timing timing)
    {
        const auto timeOf = [](const Reply &reply) -> std::optional<microseconds> {
            if (reply.elements.size() != 2) {
                return std::nullopt; // not permitted
            }
            return std::chrono::seconds(reply.elements[0].toInteger().value_or(0))
                + microseconds(reply.elements[1].toInteger().value_or(0));
        };
        const std::optional<microseconds> first = timeOf(replies.front());
        const std::optional<microseconds> last = timeOf(replies.back());
        const std::optional<microseconds> middle =
            timing == Timing::Apart && replies.size() > 3 ? timeOf(replies[2]) : last;
        replies.pop_back();
        if (timing == Timing::Apart) {
            replies.erase(replies.begin() + 2);
        }
        replies.erase(replies.begin());
        if (!first || !middle || !last || *last < *first) { // the clock was set
            return {};
        }
        return {*last - *first, *middle - *first};
    }

    double m_share;
    Discovery::Cost &m_cost;
    WorkEstimate m_estimate;
    microseconds m_longWork = mostWork;
    microseconds m_work{}; ///< the server's, in the last exchange
    Steady::time_point m_dueAt;
};

/// One discovery, on the thread of its server.
class Discoverer {
    Q_DECLARE_TR_FUNCTIONS(Discovery)

public:
    Discoverer(Server &server, const DiscoverOptions &options, std::stop_token stop)
        : m_server(server), m_options(options), m_stop(std::move(stop)), m_meter(options.sharePercent, m_result.cost),
          m_tree(&isKept)
    {
    }

    Result<Discovery> run()
    {
        const Steady::time_point start = Steady::now();
        if (Outcome scanned = scanAll(); !scanned) {
            return scanned.error();
        }
        if (Outcome guessed = readAndGuess(m_tree, m_frameworks, m_result); !guessed) {
            return guessed.error();
        }
        noteFlushes();
        if (m_result.nodesMissing == 0) { // one may have been lost meanwhile
            noteMissingNodes();
        }
        m_result.duration = std::chrono::duration_cast<milliseconds>(Steady::now() - start);
        m_result.time = milliseconds(QDateTime::currentMSecsSinceEpoch());
        return std::move(m_result);
    }

private:
    /// A question about a key: its type, or its size by a command for that type.
    struct Question {
        QByteArray key;
        const KeyTypeSpec *size = nullptr; ///< null: the type is asked
    };

    /// An exchange takes milliseconds, so it is not interrupted: that would cost the connection.
    Result<std::vector<Reply>> exchange(Node &node, const Pipeline &pipeline, Meter::Timing timing)
    {
        return m_meter.exchange(
            pipeline, timing, [&node](const Pipeline &timed) { return node.exchange(timed, {}); }, m_stop);
    }

    /// True after a stop request, which leaves some time to guess in.
    bool isStopped()
    {
        if (m_stop.stop_requested() && !m_result.isStopped) {
            m_result.isStopped = true;
            m_result.isComplete = false;
            m_deadline = Steady::now() + afterStop;
        }
        return m_result.isStopped;
    }

    [[nodiscard]] bool isFull() const { return m_options.maxKeys > 0 && m_result.keys >= m_options.maxKeys; }

    Outcome scanAll()
    {
        std::vector<Node *> masters;
        for (const std::unique_ptr<Node> &node : m_server.nodes()) {
            if (node->isConnected()) {
                masters.push_back(node.get());
            }
        }
        noteMissingNodes();
        std::vector<std::optional<QByteArray>> slotsBefore;
        m_flushesBefore.clear();
        for (Node *node : masters) {
            if (Outcome begun = m_meter.begin(*node); !begun) {
                return begun;
            }
            if (isPartOfCluster(*node)) {
                return partOfCluster(node->endpoint());
            }
            Pipeline size;
            size.add({"DBSIZE"});
            const auto replies = exchange(*node, size, Meter::Timing::Together);
            if (!replies) {
                return replies.error();
            }
            m_total += replies->front().toInteger().value_or(0); // only for the progress
            slotsBefore.push_back(slotsOf(*node));
            m_flushesBefore.emplace_back(node, flushesOf(*node));
        }
        tellProgress(0);
        if (Outcome told = tellFound(); !told) {
            return told;
        }
        m_result.isComplete = m_result.nodesMissing == 0;
        for (std::size_t i = 0; i < masters.size(); ++i) {
            if (Outcome scanned = scan(*masters[i], double(i), double(masters.size())); !scanned) {
                return scanned;
            }
        }
        const bool areSame = std::equal(masters.begin(), masters.end(), slotsBefore.begin(),
                                        [this](Node *node, const std::optional<QByteArray> &had) {
                                            const std::optional<QByteArray> now = slotsOf(*node);
                                            return !now || !had || *now == *had;
                                        });
        if (!areSame) {
            m_result.isComplete = false;
            m_result.problems.append(tr("Slots moved to other nodes meanwhile: some keys may be missing"));
        }
        return Done{};
    }

    void noteMissingNodes()
    {
        for (const std::unique_ptr<Node> &node : m_server.nodes()) {
            if (!node->isConnected()) {
                ++m_result.nodesMissing;
                m_result.isComplete = false;
                m_result.problems.append(
                    tr("%1 does not answer: its keys are unknown").arg(node->endpoint().display()));
            }
        }
    }

    /// True if the keys of other nodes would be missing.
    bool isPartOfCluster(Node &node)
    {
        if (m_server.endpoint().topology == Endpoint::Topology::Cluster || !node.allows("INFO")) {
            return false;
        }
        Pipeline pipeline;
        pipeline.add({"INFO", "server"});
        const auto replies = exchange(node, pipeline, Meter::Timing::Together);
        ServerInfo info;
        readInfo(replies ? replies->front().bytes : QByteArray(), info);
        return info.mode == QLatin1StringView("cluster");
    }

    /// The slots that a node of a cluster serves, as CLUSTER NODES says it; nullopt if it is alone, or does not say.
    std::optional<QByteArray> slotsOf(Node &node)
    {
        if (m_server.endpoint().topology != Endpoint::Topology::Cluster) {
            return std::nullopt;
        }
        Pipeline pipeline;
        pipeline.add({"CLUSTER", "NODES"});
        const auto replies = exchange(node, pipeline, Meter::Timing::Together);
        for (const QByteArray &line : replies ? replies->front().bytes.split('\n') : QByteArrayList()) {
            const QByteArrayList fields = line.split(' ');
            constexpr qsizetype firstSlot = 8;
            if (fields.size() > 2 && fields[2].contains("myself")) {
                return fields.mid(firstSlot).join(' ');
            }
        }
        return std::nullopt;
    }

    /// How often all keys of the node were deleted; nullopt if it does not say.
    std::optional<qint64> flushesOf(Node &node)
    {
        Pipeline pipeline;
        pipeline.add({"INFO", "commandstats"});
        const auto replies =
            node.allows("INFO") ? exchange(node, pipeline, Meter::Timing::Together) : Result(std::vector<Reply>());
        return replies && !replies->empty() && !replies->front().isError() ? readFlushes(replies->front().bytes)
                                                                           : std::nullopt;
    }

    void noteFlushes()
    {
        const bool isAny = std::any_of(m_flushesBefore.begin(), m_flushesBefore.end(), [this](const auto &before) {
            const auto &[node, flushes] = before;
            return flushes && node->isConnected() && flushesOf(*node).value_or(*flushes) > *flushes;
        });
        if (isAny) {
            m_result.isComplete = false;
            m_result.problems.append(tr("All keys were deleted meanwhile (FLUSHALL or FLUSHDB): what was found may be "
                                        "gone, and what came since may be missing"));
        }
    }

    /// Scans one node. Each exchange has the next SCAN, the types of the keys of the last one, and the sizes of those
    /// whose type came with it.
    Outcome scan(Node &node, double before, double nodes)
    {
        QByteArray cursor = "0";
        bool isAtEnd = isFull();
        m_result.isComplete = m_result.isComplete && !isAtEnd;
        m_waiting.clear();
        while ((!isAtEnd || !m_waiting.empty()) && !isStopped()) {
            Pipeline pipeline;
            const bool scans = !isAtEnd && m_waiting.size() <= questionsNow();
            if (scans) {
                qint64 count = m_count;
                if (m_options.maxKeys > 0 && m_options.match.isEmpty()) {
                    count = std::clamp<qint64>(m_options.maxKeys - m_result.keys, 1, count);
                }
                appendScan(pipeline, cursor, count);
            }
            const std::vector<Question> asked = takeQuestions(pipeline);
            const auto replies = exchange(node, pipeline, scans ? Meter::Timing::Apart : Meter::Timing::Together);
            if (!replies) {
                return replies.error();
            }
            std::span<const Reply> answers(*replies);
            if (scans) {
                const Reply &reply = answers.front();
                if (reply.isError() || reply.elements.size() != 2) {
                    return reply.isError() ? reply.toError() : Error{ErrorKind::Protocol, QStringLiteral("SCAN")};
                }
                answers = answers.subspan(1);
                cursor = reply.elements[0].bytes;
                addKeys(reply.elements[1].elements);
                isAtEnd = cursor == "0" || isFull();
                m_result.isComplete = m_result.isComplete && (cursor == "0" || !isAtEnd);
            }
            m_count = m_meter.adapted(m_count, leastScan, mostScan);
            for (std::size_t i = 0; i < asked.size(); ++i) {
                if (answers[i].concernsNode()) {
                    return answers[i].toError();
                }
                answer(asked[i], answers[i]);
            }
            const double share = cursor == "0" && isAtEnd ? 1 : ScanCursor{cursor}.progress();
            tellProgress((before + share) / nodes);
            if (Outcome told = tellFound(); !told) {
                return told;
            }
        }
        return Done{};
    }

    void tellProgress(double share) const
    {
        if (m_options.progress) {
            m_options.progress({m_result.keys, m_total, share, m_result.cost});
        }
    }

    /// Guesses from copies, so that the scan goes on as if nothing had been asked.
    Outcome tellFound()
    {
        const Steady::time_point start = Steady::now();
        if (!m_options.found || start < m_tellAt || isStopped()) {
            return Done{};
        }
        TemplateTree tree = m_tree;
        FrameworkFinder frameworks = m_frameworks;
        Discovery soFar = m_result;
        if (Outcome guessed = readAndGuess(tree, frameworks, soFar); !guessed) {
            return guessed;
        }
        soFar.isComplete = false;
        soFar.cost = m_result.cost;
        m_options.found(soFar);
        const Steady::time_point end = Steady::now();
        m_tellAt = end + std::max<Steady::duration>(tellPause, tellShare * (end - start));
        return Done{};
    }

    void appendScan(Pipeline &pipeline, const QByteArray &cursor, qint64 count) const
    {
        const QByteArray number = QByteArray::number(count);
        if (m_options.match.isEmpty()) {
            pipeline.add({"SCAN", cursor, "COUNT", number});
        } else {
            pipeline.add({"SCAN", cursor, "MATCH", m_options.match, "COUNT", number});
        }
    }

    std::vector<Question> takeQuestions(Pipeline &pipeline)
    {
        const std::size_t count = std::min(m_waiting.size(), questionsNow());
        std::vector<Question> asked(std::make_move_iterator(m_waiting.begin()),
                                    std::make_move_iterator(m_waiting.begin() + static_cast<std::ptrdiff_t>(count)));
        m_waiting.erase(m_waiting.begin(), m_waiting.begin() + static_cast<std::ptrdiff_t>(count));
        for (const Question &question : asked) {
            pipeline.add({question.size == nullptr ? QByteArrayView("TYPE") : question.size->size, question.key});
        }
        return asked;
    }

    void addKeys(const std::vector<Reply> &keys)
    {
        for (const Reply &key : keys) {
            if (isFull()) {
                m_result.isComplete = false;
                return;
            }
            if (key.bytes.startsWith(escrowPrefix)) {
                continue; // our own
            }
            ++m_result.keys;
            m_frameworks.see(key.bytes);
            if (m_tree.add(key.bytes)) {
                m_waiting.push_back({key.bytes, nullptr});
            }
        }
    }

    void answer(const Question &question, const Reply &reply)
    {
        if (reply.isError()) {
            const Error error = reply.toError(question.key);
            if (question.size == nullptr) {
                m_tree.setType(question.key, {});
            }
            if (!reply.bytes.startsWith("NOPERM") && error.kind != ErrorKind::WrongType) {
                ++m_unasked; // on another node meanwhile, or on none
                m_unaskedWhy = m_unaskedWhy.isEmpty() ? error.message : m_unaskedWhy;
                return;
            }
            if (question.size == nullptr) {
                ++m_untyped;
            } else if (error.kind != ErrorKind::WrongType) { // replaced meanwhile
                ++m_unsized;
            }
            m_firstError = m_firstError.isEmpty() ? error.message : m_firstError;
            return;
        }
        if (question.size != nullptr) {
            m_tree.setSize(question.key, question.size->name.toByteArray(), reply.toInteger().value_or(0));
            return;
        }
        if (reply.bytes == "none") {
            m_tree.remove(question.key); // expired meanwhile
            return;
        }
        m_tree.setType(question.key, reply.bytes);
        if (const KeyTypeSpec *spec = findKeyType(reply.bytes); spec != nullptr) {
            m_waiting.push_back({question.key, spec});
        }
    }

    /// Maximum number of questions in the next exchange; each costs about as much as a scanned key.
    [[nodiscard]] std::size_t questionsNow() const
    {
        return std::min(static_cast<std::size_t>(m_count), mostQuestions);
    }

    /// Sends commands to the nodes of their keys. No replies: there is no time left, or the connection failed.
    std::vector<Reply> ask(const Pipeline &pipeline)
    {
        if (pipeline.isEmpty() || m_failure || (isStopped() && Steady::now() > m_deadline)) {
            return {};
        }
        auto replies = m_meter.exchange(
            pipeline, m_server.nodes().size() > 1 ? Meter::Timing::Outside : Meter::Timing::Together,
            [this](const Pipeline &timed) { return m_server.exchange(timed); }, m_stop);
        if (!replies) {
            m_failure = replies.error();
            return {};
        }
        return *std::move(replies);
    }

    Outcome readAndGuess(TemplateTree &tree, FrameworkFinder &frameworks, Discovery &result)
    {
        std::vector<ReadTemplate> templates;
        for (TemplateKeys &keys : tree.finish()) {
            templates.push_back({std::move(keys), {}});
        }
        const auto asked = [this](const Pipeline &pipeline) { return ask(pipeline); };
        frameworks.confirm(asked, m_options.match.isEmpty());
        readContents(templates, frameworks);
        frameworks.seeElements(templates);
        frameworks.conclude(asked);
        result.problems += frameworks.problems();
        Questions questions;
        questions.types = [this](const std::vector<QByteArray> &keys) { return typesOf(keys); };
        questions.shared = [this](const QByteArray &set, const std::vector<QByteArray> &members) {
            Pipeline pipeline;
            for (const QByteArray &member : members) {
                pipeline.add({"ZSCORE", set, member});
            }
            const std::vector<Reply> replies = ask(pipeline);
            return static_cast<std::size_t>(std::count_if(replies.begin(), replies.end(),
                                                          [](const Reply &reply) { return bool(reply.toDouble()); }));
        };
        Pipeline time;
        time.add({"TIME"});
        const std::vector<Reply> replies = ask(time);
        const milliseconds now = replies.empty() ? milliseconds(0) : timeIn(replies.front()).value_or(milliseconds(0));
        guess(templates, frameworks, now, questions, result);
        addProblems(result.problems);
        return m_failure ? Outcome(*m_failure) : Outcome(Done{});
    }

    std::vector<QByteArray> typesOf(const std::vector<QByteArray> &keys)
    {
        Pipeline pipeline;
        for (const QByteArray &key : keys) {
            pipeline.add({"TYPE", key});
        }
        std::vector<QByteArray> types;
        for (const Reply &reply : ask(pipeline)) {
            types.push_back(reply.isError() ? QByteArray() : reply.bytes);
        }
        return types;
    }

    /// Reads a few elements of what may be a collection, in pages bounded by bytes. Framework keys are left alone.
    void readContents(std::vector<ReadTemplate> &templates, const FrameworkFinder &frameworks)
    {
        m_unread = 0;
        struct Read {
            std::size_t index;
            QByteArray key;
        };
        std::vector<Read> reads;
        // Strings are many and say little: those come last.
        for (const bool wantsStrings : {false, true}) {
            for (std::size_t i = 0; i < templates.size() && reads.size() < contentsRead * templatesRead; ++i) {
                const TemplateKeys &keys = templates[i].keys;
                const bool isString = keys.type == specOf(StringKey).name;
                if (keys.type.isEmpty() || keys.type == specOf(HashKey).name || isString != wantsStrings
                    || frameworks.owns(keys)) {
                    continue;
                }
                for (std::size_t j = 0; j < std::min(contentsRead, keys.samples.size()); ++j) {
                    reads.push_back({i, keys.samples[j].key});
                }
            }
        }
        constexpr qint64 mostAtOnce = 32;
        constexpr qint64 contentBytes = 64LL * 1024;
        PageSize page(mostAtOnce, contentBytes, 2);
        for (std::size_t next = 0; next < reads.size();) {
            const std::size_t end = std::min(reads.size(), next + static_cast<std::size_t>(page.next()));
            Pipeline pipeline;
            for (std::size_t i = next; i < end; ++i) {
                appendContent(pipeline, reads[i].key, templates[reads[i].index].keys.type);
            }
            const std::vector<Reply> replies = ask(pipeline);
            if (replies.empty()) {
                return;
            }
            std::span<const Reply> rest(replies);
            qint64 bytes = 0;
            for (std::size_t i = next; i < end; ++i) {
                ReadTemplate &into = templates[reads[i].index];
                const std::size_t own = contentReplies(into.keys.type);
                into.contents.push_back(readContent(rest.first(own), reads[i].key, into.keys.type));
                bytes += bytesOf(into.contents.back());
                noteError(into.contents.back());
                rest = rest.subspan(own);
            }
            page.learn(static_cast<qint64>(end - next), bytes);
            next = end;
        }
    }

    void noteError(const KeyContent &content)
    {
        if (content.error && content.error->kind == ErrorKind::Refused) {
            ++m_unread;
            m_firstError = m_firstError.isEmpty() ? content.error->message : m_firstError;
        }
    }

    void addProblems(QStringList &problems) const
    {
        const auto add = [&problems](qint64 count, const QString &text, const QString &why) {
            if (count > 0) {
                problems.append(text.arg(QString::number(count), why));
            }
        };
        add(m_unasked, tr("%1 keys could not be asked for their type and size. %2"), m_unaskedWhy);
        add(m_untyped, tr("The type of %1 keys could not be read (NOPERM); they are recognised by name only. %2"),
            m_firstError);
        add(m_untyped > 0 ? 0 : m_unsized, tr("The size of %1 keys could not be read (NOPERM). %2"), m_firstError);
        add(m_untyped > 0 ? 0 : m_unread,
            tr("The elements of %1 keys could not be read (NOPERM): what they are is guessed from names. %2"),
            m_firstError);
    }

    Server &m_server;
    const DiscoverOptions &m_options;
    std::stop_token m_stop;
    Discovery m_result;
    Meter m_meter;
    TemplateTree m_tree;
    FrameworkFinder m_frameworks;
    std::vector<Question> m_waiting; ///< questions for the next exchange
    qint64 m_count = firstScan; ///< COUNT of the next SCAN
    qint64 m_total = 0;
    qint64 m_untyped = 0, m_unsized = 0, m_unread = 0; ///< keys refused
    QString m_firstError;
    qint64 m_unasked = 0;
    QString m_unaskedWhy;
    Steady::time_point m_deadline = Steady::time_point::max();
    Steady::time_point m_tellAt; ///< earliest time of the next intermediate result
    std::optional<Error> m_failure;
    std::vector<std::pair<Node *, std::optional<qint64>>> m_flushesBefore;
};

} // namespace

Result<Discovery> discover(Server &server, const DiscoverOptions &options, const std::stop_token &stop)
{
    return Discoverer(server, options, stop).run();
}

} // namespace plimsoll::redis
