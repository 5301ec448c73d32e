// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/framework.h"
#include "redis/types/elementstate.h"
#include "redis/types/operation.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>
#include <map>
#include <optional>

/// Sidekiq itself takes a job off the queue, where a crash loses it. Sidekiq Pro (super_fetch) moves it to a private
/// list of its process, queue:sq|PROCESS|QUEUE, or in older versions queue:sq_PROCESS_QUEUE; the hash of a process that
/// is gone has expired.
namespace plimsoll::redis {

namespace sidekiq {
namespace {

using std::chrono::milliseconds;

class SuperFetch final : public QueueExtra {
public:
    SuperFetch(const CollectionDefinition &definition, const Places &places)
        : QueueExtra(places), m_prefix(definition.preset->keyPrefix()), m_queue(definition.preset->queue.toUtf8())
    {
    }

    [[nodiscard]] int headCost() const override { return m_queue.isEmpty() ? 0 : 2; }

    std::size_t appendHead(Pipeline &pipeline) override
    {
        if (m_queue.isEmpty()) {
            return 0;
        }
        pipeline.add({"SSCAN", m_prefix + "super_processes", "0", "COUNT", most});
        return 1;
    }

    void readHead(std::span<const Reply> replies, milliseconds /*now*/) override
    {
        m_processes.clear();
        m_lists.clear();
        m_found.reset();
        m_hasMoreJobs = false;
        m_isRead = true;
        if (replies.empty()) {
            return;
        }
        if (replies[0].isError()) {
            failAll(replies[0], m_prefix + "super_processes");
        } else if (replies[0].elements.size() == 2) {
            m_hasMore = replies[0].elements[0].bytes != "0";
            for (const Reply &process : replies[0].elements[1].elements) {
                m_processes.push_back(process.bytes);
            }
        }
    }

    std::size_t appendFollowUp(Pipeline &pipeline, milliseconds /*now*/) override
    {
        for (const QByteArray &process : m_processes) {
            pipeline.add({"EXISTS", m_prefix + process});
            pipeline.add({"SSCAN", m_prefix + process + ":super_queues", "0", "COUNT", most});
        }
        for (const List &list : m_lists) {
            pipeline.add({"LLEN", m_prefix + list.key});
            if (isListing()) {
                pipeline.add({"LRANGE", m_prefix + list.key, QByteArray::number(-mostListed), "-1"});
            }
        }
        return 2 * m_processes.size() + repliesPerList() * m_lists.size();
    }

    void readFollowUp(std::span<const Reply> replies, milliseconds /*now*/) override
    {
        std::size_t at = 0;
        const std::vector<QByteArray> processes = std::exchange(m_processes, {});
        const std::vector<List> lists = std::exchange(m_lists, {});
        if (replies.size() != 2 * processes.size() + repliesPerList() * lists.size() || replies.empty()) {
            return;
        }
        Found found = m_found.value_or(Found());
        for (const QByteArray &process : processes) {
            const Reply &exists = replies[at++];
            const Reply &queues = replies[at++];
            if (exists.isError() || queues.isError()) {
                failAll(exists.isError() ? exists : queues, m_prefix + process);
                return;
            }
            for (const Reply &list : queues.elements.size() == 2 ? queues.elements[1].elements : std::vector<Reply>()) {
                if (list.bytes == "queue:sq|" + process + '|' + m_queue
                    || list.bytes == "queue:sq_" + process + '_' + m_queue) {
                    m_lists.push_back({list.bytes, process, exists.integer == 0});
                }
            }
        }
        for (const List &list : lists) {
            const Reply &size = replies[at++];
            if (size.isError()) {
                failAll(size, m_prefix + list.key);
                return;
            }
            found.jobs += static_cast<double>(size.integer);
            found.orphans += list.isOrphan ? static_cast<double>(size.integer) : 0;
            if (isListing()) {
                takeJobs(list, replies[at++], found);
                m_hasMoreJobs = m_hasMoreJobs || size.integer > mostListed;
            }
        }
        m_found = found;
    }

    [[nodiscard]] std::optional<std::vector<Element>> jobs() const override
    {
        const bool isPro = !m_isRead || m_found;
        return m_queue.isEmpty() || !isPro ? std::nullopt : std::optional(m_found.value_or(Found()).listed);
    }
    [[nodiscard]] bool hasMoreJobs() const override { return m_hasMore || m_hasMoreJobs; }

    void finish(Reading &reading) override
    {
        if (!m_found) {
            return; // no Pro: nothing tells how many jobs there are
        }
        reading.figures[static_cast<std::size_t>(places().processing)] = m_found->jobs;
        reading.figures[static_cast<std::size_t>(places().stale)] = m_found->orphans;
        for (const int figure : {places().processing, places().stale}) {
            if (m_hasMore) {
                reading.setAtLeast(figure);
            }
        }
    }

private:
    struct List {
        QByteArray key;
        QByteArray process;
        bool isOrphan = false;
    };
    struct Found {
        double jobs = 0, orphans = 0;
        std::vector<Element> listed{};
    };

    static constexpr qint64 mostListed = 200; ///< jobs of each list

    /// True if jobs are wanted, not figures.
    [[nodiscard]] bool isListing() const { return places().processing < 0; }
    [[nodiscard]] std::size_t repliesPerList() const { return isListing() ? 2 : 1; }

    void takeJobs(const List &list, const Reply &page, Found &found) const
    {
        const auto which = list.isOrphan ? ElementState::Which::Overdue : ElementState::Which::All;
        for (std::size_t i = page.elements.size(); i > 0; --i) { // the oldest first
            Element &job = found.listed.emplace_back();
            job.element = page.elements[i - 1].bytes;
            job.key = m_prefix + list.key;
            job.state = stateOf(Holds::Processing, which).id;
            job.worker = QString::fromUtf8(list.process);
        }
    }

    static constexpr QByteArrayView most{"1000"}; ///< processes looked at, and lists of each

    void failAll(const Reply &reply, const QByteArray &key)
    {
        fail(places().processing, reply.toError(key));
        fail(places().stale, reply.toError(key));
    }

    QByteArray m_prefix;
    QByteArray m_queue; ///< empty: one of the sets, which no process takes from
    std::vector<QByteArray> m_processes;
    std::vector<List> m_lists;
    bool m_hasMore = false;
    bool m_hasMoreJobs = false;
    bool m_isRead = false;
    std::optional<Found> m_found;
};

std::unique_ptr<QueueExtra> extra(const CollectionDefinition &definition, const QueueExtra::Places &places)
{
    return std::make_unique<SuperFetch>(definition, places);
}

/// The class of a job as Sidekiq shows it: the name that the job was given, and of a mail the mailer and its method.
void complete(JobReader::Values &values, QByteArrayView element, std::span<const QByteArray> /*record*/)
{
    using L1 = QLatin1StringView;
    constexpr qsizetype largestJob = 256LL * 1024; ///< bytes; of larger ones the class is the wrapped one
    QByteArray &shown = values[JobReader::Class];
    const bool isMail = shown.startsWith("ActionMailer::") && shown.endsWith("DeliveryJob");
    if (element.size() > largestJob || !(isMail || element.indexOf("\"display_class\"") >= 0)) {
        return;
    }
    const QJsonObject job = QJsonDocument::fromJson(element.toByteArray()).object();
    const QJsonArray arguments = job.value(L1("args")).toArray().at(0).toObject().value(L1("arguments")).toArray();
    const QString display = job.value(L1("display_class")).toString();
    if (!display.isEmpty()) {
        shown = display.toUtf8();
    } else if (isMail && arguments.at(0).isString() && arguments.at(1).isString()) {
        shown = (arguments.at(0).toString() + u'#' + arguments.at(1).toString()).toUtf8();
    }
}

constexpr QLatin1StringView schedule("schedule"), retry("retry"), dead("dead");
constexpr std::array actions{
    PresetAction{.part = dead, .action = Action::RequeueDead},
    PresetAction{.part = dead, .action = Action::Discard, .of = Holds::Dead},
    PresetAction{.part = retry, .action = Action::RunNow},
    PresetAction{.part = retry, .action = Action::Discard, .of = Holds::Delayed},
    PresetAction{.part = schedule, .action = Action::RunNow},
    PresetAction{.part = schedule, .action = Action::Discard, .of = Holds::Delayed},
    PresetAction{.action = Action::Requeue}, // with Sidekiq Pro
};

/// Finds jobs of processes that have stopped sending heartbeats; one comes every ten seconds, and what a process says
/// of its jobs expires after a minute. What was found stays until the process is removed from the set of processes.
class GoneProcesses final : public HealthCheck {
public:
    explicit GoneProcesses(const CollectionDefinition &definition)
        : m_prefix(definition.preset->keyPrefix()), m_queue(definition.preset->queue)
    {
    }

    Round look(milliseconds now) override
    {
        return {{{"SSCAN", m_prefix + "processes", "0", "COUNT", "200"}},
                [this, now](Replies replies) { return readProcesses(replies[0], now); }};
    }

    [[nodiscard]] QString problem() const override
    {
        std::size_t jobs = 0;
        for (const auto &[process, count] : m_jobs) {
            jobs += count;
        }
        return healthText(QT_TRANSLATE_NOOP("problems",
                                            "Jobs of processes whose heartbeat stopped: %1. If a process is gone, its "
                                            "jobs are lost: Sidekiq keeps no other copy of them"),
                          jobs, m_isAtLeast);
    }

private:
    static constexpr std::chrono::seconds silent{30};

    Round readProcesses(const Reply &page, milliseconds now)
    {
        if (page.elements.size() != 2) {
            return {};
        }
        m_isAtLeast = page.elements[0].bytes != "0";
        std::vector<QByteArray> processes;
        Round round;
        for (const Reply &process : page.elements[1].elements) {
            processes.push_back(process.bytes);
            round.commands.push_back({"HGET", m_prefix + process.bytes, "beat"});
        }
        std::erase_if(m_jobs, [&processes](const auto &known) {
            return std::find(processes.begin(), processes.end(), known.first) == processes.end();
        });
        round.then = [this, now, processes](Replies beats) { return readBeats(processes, beats, now); };
        return round;
    }

    Round readBeats(const std::vector<QByteArray> &processes, Replies beats, milliseconds now)
    {
        std::vector<QByteArray> gone;
        Round round;
        for (std::size_t i = 0; i < processes.size(); ++i) {
            const std::optional<milliseconds> beat = timeFromText(beats[i].bytes);
            if (beat && now - *beat > silent) {
                gone.push_back(processes[i]);
                round.commands.push_back({"HSCAN", m_prefix + processes[i] + ":work", "0", "COUNT", "200"});
            } else if (beat) {
                m_jobs.erase(processes[i]);
            }
        }
        round.then = [this, gone](Replies work) {
            for (std::size_t i = 0; i < gone.size(); ++i) {
                if (const std::size_t jobs = jobsIn(work[i]); jobs > 0) {
                    m_jobs[gone[i]] = jobs;
                }
            }
            return Round();
        };
        return round;
    }

    [[nodiscard]] std::size_t jobsIn(const Reply &work) const
    {
        std::size_t jobs = 0;
        if (work.elements.size() == 2) {
            const std::vector<Reply> &fields = work.elements[1].elements;
            for (std::size_t value = 1; value < fields.size(); value += 2) {
                const QJsonObject job = QJsonDocument::fromJson(fields[value].bytes).object();
                jobs += job.value(QLatin1StringView("queue")).toString() == m_queue ? 1 : 0;
            }
        }
        return jobs;
    }

    QByteArray m_prefix;
    QString m_queue;
    std::map<QByteArray, std::size_t> m_jobs; ///< number of jobs of each process
    bool m_isAtLeast = false;
};

HealthChecks checks(const CollectionDefinition &definition)
{
    HealthChecks checks;
    if (!definition.preset->queue.isEmpty()) {
        checks.push_back(std::make_unique<GoneProcesses>(definition));
    }
    return checks;
}

} // namespace
} // namespace sidekiq

extern const FrameworkCode sidekiqCode;
constinit const FrameworkCode sidekiqCode{
    .id = QLatin1StringView("sidekiq"),
    .extra = &sidekiq::extra,
    .complete = &sidekiq::complete,
    .actions = sidekiq::actions,
    .checks = &sidekiq::checks,
    .staleMeans = QT_TRANSLATE_NOOP("problems",
                                    "in lists of processes that are gone; another process of Sidekiq Pro "
                                    "takes them over, within an hour")};

} // namespace plimsoll::redis
