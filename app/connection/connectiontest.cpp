// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/connection/connectiontest.h"

#include "app/connection/collectiontest.h"
#include "redis/collections/lacks.h"
#include "redis/operations/plan/askallowance.h"
#include "redis/operations/plan/planner.h"
#include "redis/topology/server.h"
#include "redis/types/plural.h"
#include "redis/types/printable.h"
#include "redis/types/serverinfo.h"
#include "redis/wire/serveranswers.h"
#include "redis/types/slot.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QHostAddress>
#include <QLocale>

#include <algorithm>
#include <array>
#include <chrono>

namespace plimsoll::app {

namespace {

using redis::ConnectStage;
using redis::Endpoint;

constexpr qsizetype mostShown = 8; ///< missing permissions in one sentence
constexpr qsizetype longestShown = 60;
constexpr QByteArrayView commandRule = "+command"; // which a read-only connection needs

struct TestWords {
    Q_DECLARE_TR_FUNCTIONS(ConnectionTest)
};

QString listed(QStringList all)
{
    if (all.size() > mostShown) {
        all = all.first(mostShown) + QStringList(QStringLiteral("…"));
    }
    return all.join(QLatin1String(", "));
}

/// Steps that every test has, in order.
enum class Step : quint8 { Resolve, Connect, Ssh, Tls, Auth, Role, Topology, Rights };
constexpr std::array stepNames{QLatin1StringView("resolve"),  QLatin1StringView("connect"), QLatin1StringView("ssh"),
                               QLatin1StringView("tls"),      QLatin1StringView("auth"),    QLatin1StringView("role"),
                               QLatin1StringView("topology"), QLatin1StringView("rights")};

QLatin1StringView nameOf(Step step)
{
    return stepNames.at(static_cast<std::size_t>(step));
}

/// Runs one test; lives on the stack of testConnection().
class ConnectionTester {
public:
    ConnectionTester(const WorkspacePtr &workspace, Endpoint endpoint, std::stop_token stop)
        : m_workspace(*workspace), m_shared(workspace), m_endpoint(std::move(endpoint)), m_stop(std::move(stop))
    {
    }

    ConnectionReport run();

private:
    void add(Step step, StepState state, const QString &text);
    /// Adds a failed step, or a skipped one if the test was stopped. Always returns false.
    bool fail(Step step, Error error);
    void skipRest();
    [[nodiscard]] std::unique_ptr<redis::Server> makeServer(const Endpoint &endpoint, bool isReadOnly);

    bool reach();
    bool failToReach(const Error &error);
    void addReached(ConnectStage last);
    void addBeforeSsh();
    [[nodiscard]] Step stepAfter(const std::optional<ConnectStage> &passed) const;
    [[nodiscard]] QString loginText() const;
    [[nodiscard]] QString userText() const;
    bool learnRole();
    bool readRole(const redis::Reply &info);
    bool readHello(const redis::Reply &hello);
    bool learnTopology();
    void addCluster();
    bool testRights();
    bool failForLacks();
    void addRights();
    [[nodiscard]] QString lackText(const QByteArray &rule, const QStringList &collections) const;
    [[nodiscard]] std::optional<QString> operatingText();
    [[nodiscard]] QString missingExtras();
    void addCollections();

    const Workspace &m_workspace;
    WorkspacePtr m_shared;
    Endpoint m_endpoint;
    std::stop_token m_stop;
    ConnectionReport m_report;
    std::unique_ptr<redis::Server> m_server;
    std::optional<ConnectStage> m_passed; ///< last stage of the connection
    std::array<QString, 4> m_details; ///< one for each stage
    std::optional<Error> m_late; ///< why the connection failed after the login
    std::chrono::steady_clock::time_point m_stageBegan;
    std::chrono::microseconds m_connectTime{};
    ServerInfo m_info;
    WatchLacks m_lacks;
    std::vector<CollectionFinding> m_findings;
};

void ConnectionTester::add(Step step, StepState state, const QString &text)
{
    m_report.steps.push_back({nameOf(step), state, printable(text.simplified().toUtf8())}); // names come from outside
}

bool ConnectionTester::fail(Step step, Error error)
{
    const bool isStopped = error.kind == ErrorKind::Cancelled;
    add(step, isStopped ? StepState::Skipped : StepState::Failed,
        isStopped ? TestWords::tr("cancelled") : error.message);
    m_report.failure = std::move(error);
    return false;
}

/// Skips all steps that are still missing, because of the one that failed.
void ConnectionTester::skipRest()
{
    const bool isStopped = m_report.failure && m_report.failure->kind == ErrorKind::Cancelled;
    const auto failed = std::find_if(m_report.steps.begin(), m_report.steps.end(),
                                     [](const ConnectionStep &step) { return step.state == StepState::Failed; });
    const QString why = isStopped || failed == m_report.steps.end()
        ? TestWords::tr("cancelled")
        : TestWords::tr("not tested, because %1 failed").arg(failed->step);
    for (std::size_t step = m_report.steps.size(); step < stepNames.size(); ++step) {
        m_report.steps.push_back({stepNames.at(step), StepState::Skipped, why});
    }
    for (std::size_t i = m_report.steps.size() - stepNames.size(); i < m_workspace.collections.size(); ++i) {
        m_report.steps.push_back({collectionStep(m_workspace.collections[i]), StepState::Skipped, why});
    }
}

std::unique_ptr<redis::Server> ConnectionTester::makeServer(const Endpoint &endpoint, bool isReadOnly)
{
    redis::ClientOptions options;
    options.name = "plimsoll:test";
    options.readOnly = isReadOnly;
    options.passed = [this](ConnectStage stage, const QString &detail) {
        const auto now = std::chrono::steady_clock::now();
        if (stage == ConnectStage::Connect || stage == ConnectStage::Way) {
            m_connectTime = std::chrono::duration_cast<std::chrono::microseconds>(now - m_stageBegan);
        }
        m_stageBegan = now;
        m_passed = stage;
        m_details.at(static_cast<std::size_t>(stage)) = detail;
    };
    return redis::makeServer(endpoint, options);
}

ConnectionReport ConnectionTester::run()
{
    if (reach() && learnRole() && learnTopology() && testRights()) {
        addCollections();
    }
    skipRest();
    return std::move(m_report);
}

/// The bastion does both.
void ConnectionTester::addBeforeSsh()
{
    add(Step::Resolve, StepState::Skipped, TestWords::tr("the bastion looks up %1").arg(m_endpoint.host));
    add(Step::Connect, StepState::Skipped, TestWords::tr("the bastion connects to %1").arg(m_endpoint.display()));
}

/// Returns the step that failed after the last stage that was passed.
Step ConnectionTester::stepAfter(const std::optional<ConnectStage> &passed) const
{
    if (passed == ConnectStage::Way || (passed == ConnectStage::Connect && !m_endpoint.proxy)) {
        return Step::Tls;
    }
    if (m_endpoint.programs.ssh) {
        return Step::Ssh;
    }
    const bool isLocal = m_endpoint.transport == Endpoint::Transport::Local;
    return !passed && !isLocal ? Step::Resolve : Step::Connect;
}

/// Adds the steps up to the last stage that was passed.
void ConnectionTester::addReached(ConnectStage last)
{
    const bool isLocal = m_endpoint.transport == Endpoint::Transport::Local;
    const auto detail = [this](ConnectStage stage) { return m_details.at(static_cast<std::size_t>(stage)); };
    if (m_endpoint.programs.ssh) {
        addBeforeSsh();
        add(Step::Ssh, StepState::Ok,
            TestWords::tr("ssh leads to %1 through %2").arg(m_endpoint.display(), m_endpoint.programs.ssh->display()));
    } else if (isLocal) {
        add(Step::Resolve, StepState::Skipped, TestWords::tr("a unix socket has no host name"));
    } else {
        const QString &host = m_endpoint.proxy ? m_endpoint.proxy->host : m_endpoint.host;
        add(Step::Resolve, StepState::Ok,
            QHostAddress(host).isNull() ? TestWords::tr("%1 is %2").arg(host, detail(ConnectStage::Resolve))
                                        : TestWords::tr("%1 is an address").arg(host));
    }
    if (last == ConnectStage::Resolve || (last == ConnectStage::Connect && m_endpoint.proxy)) {
        return;
    }
    if (!m_endpoint.programs.ssh) {
        const std::chrono::duration<double, std::milli> took = m_connectTime;
        const QString to = isLocal ? m_endpoint.display()
            : m_endpoint.proxy
            ? TestWords::tr("%1 through the proxy %2").arg(m_endpoint.display(), m_endpoint.proxy->display())
            : TestWords::tr("%1, port %2").arg(detail(ConnectStage::Connect), QString::number(m_endpoint.port));
        add(Step::Connect, StepState::Ok,
            TestWords::tr("connected to %1 in %2 ms").arg(to, QLocale().toString(took.count(), 'f', 1)));
        add(Step::Ssh, StepState::Skipped, TestWords::tr("the connection does not go through ssh"));
    }
    if (last == ConnectStage::Connect || last == ConnectStage::Way) {
        return;
    }
    if (!m_endpoint.tls) {
        add(Step::Tls, StepState::Skipped,
            isLocal ? TestWords::tr("a unix socket needs no TLS")
                    : TestWords::tr("the URL begins with %1://, which is without TLS")
                          .arg(m_endpoint.url().section(u':', 0, 0)));
    } else if (!m_endpoint.tls->verify) {
        add(Step::Tls, StepState::Warning,
            TestWords::tr(
                "%1; the certificate is not verified (\"verify\": false), so any server could answer in its place")
                .arg(detail(ConnectStage::Tls)));
    } else {
        add(Step::Tls, StepState::Ok, detail(ConnectStage::Tls));
    }
}

QString ConnectionTester::loginText() const
{
    return m_endpoint.user.isEmpty() && m_endpoint.password.isEmpty()
        ? TestWords::tr("%1, without a password").arg(userText())
        : TestWords::tr("logged in as %1").arg(userText());
}

QString ConnectionTester::userText() const
{
    return m_endpoint.user.isEmpty() ? TestWords::tr("the default user")
                                     : TestWords::tr("the user “%1”").arg(printable(m_endpoint.user, longestShown));
}

/// Adds the steps of a connection that could not be opened. True if it failed after the login, so that a second one,
/// without what was refused there, can tell more.
bool ConnectionTester::failToReach(const Error &error)
{
    const bool isLocal = m_endpoint.transport == Endpoint::Transport::Local;
    if (error.kind == ErrorKind::Refused && m_endpoint.programs.refusal()) {
        return fail(Step::Resolve, error);
    }
    if (m_passed) {
        addReached(*m_passed);
    } else if (m_endpoint.programs.ssh) {
        addBeforeSsh();
    } else if (isLocal) {
        add(Step::Resolve, StepState::Skipped, TestWords::tr("a unix socket has no host name"));
    }
    if (m_passed != ConnectStage::Tls) {
        return fail(stepAfter(m_passed), error);
    }
    switch (error.kind) {
    case ErrorKind::LoginRefused: {
        Error refused = error;
        refused.message += error.isPasswordUnwanted || !m_endpoint.programs.passwordCommand.isEmpty() ? QString()
            : m_endpoint.password.isEmpty()
            ? TestWords::tr(". A password comes from the URL, PLIMSOLL_PASSWORD, REDISCLI_AUTH or the keychain")
            : TestWords::tr(". The login was tried as %1; to log in as another user, write redis://USER@host")
                  .arg(userText());
        return fail(Step::Auth, refused);
    }
    case ErrorKind::Unreachable:
    case ErrorKind::TimedOut:
        if (m_endpoint.topology == Endpoint::Topology::Cluster) {
            return true; // of a node that the first one named, perhaps
        }
        return fail(Step::Auth, error);
    case ErrorKind::Protocol:
    case ErrorKind::Cancelled:
        return fail(Step::Auth, error);
    default:
        return true;
    }
}

bool ConnectionTester::reach()
{
    m_stageBegan = std::chrono::steady_clock::now();
    m_server = makeServer(m_endpoint, true);
    if (const Outcome connected = m_server->connect(m_stop); connected) {
        addReached(ConnectStage::Tls);
    } else if (failToReach(connected.error())) {
        m_late = connected.error();
        Endpoint other = m_endpoint;
        if (m_late->kind == ErrorKind::Unreachable || m_late->kind == ErrorKind::TimedOut) {
            other = m_endpoint.processAt(m_endpoint.addresses().front());
            m_late->message =
                TestWords::tr("%1; where the nodes of a cluster announce addresses that cannot be reached "
                              "from here, connection.addressMap of the workspace says what to connect "
                              "to instead")
                    .arg(m_late->message);
        }
        other.database = m_late->lacks == commandRule ? m_endpoint.database : 0;
        m_server = makeServer(other, false); // the test itself sends reading commands alone
        if (const Outcome again = m_server->connect(m_stop); !again) {
            return fail(Step::Auth, again.error());
        }
    } else {
        return false;
    }
    add(Step::Auth, StepState::Ok, loginText());
    return true;
}

bool ConnectionTester::readHello(const redis::Reply &hello)
{
    for (std::size_t i = 0; i + 1 < hello.elements.size(); i += 2) {
        const QByteArray &name = hello.elements[i].bytes;
        const QString value = QString::fromUtf8(hello.elements[i + 1].bytes);
        if (name == "server") {
            m_info.name = value;
        } else if (name == "version") {
            m_info.version = value;
        } else if (name == "mode") {
            m_info.mode = value;
        } else if (name == "role") {
            m_info.role = value;
        }
    }
    return !m_info.role.isEmpty();
}

bool ConnectionTester::readRole(const redis::Reply &info)
{
    redis::readInfo(info.bytes, m_info, m_endpoint.database);
    if (m_info.mode == QLatin1String("sentinel") || m_info.role == QLatin1String("sentinel")) {
        return fail(Step::Role, redis::sentinelError(info.bytes, m_endpoint.display()));
    }
    const auto field = [&](QByteArrayView name) { return printable(redis::infoField(info.bytes, name), longestShown); };
    if (field("loading") == QLatin1String("1")) {
        return fail(Step::Role,
                    {ErrorKind::NotNow,
                     TestWords::tr("The server is still loading its data from disk (%1 %, about %2 s more); it will "
                                   "answer when it is done")
                         .arg(field("loading_loaded_perc").section(u'.', 0, 0), field("loading_eta_seconds"))});
    }
    const QString title = serverTitle(m_info);
    if (m_info.role == QLatin1String("slave") || m_info.role == QLatin1String("replica")) {
        const QString master = field("master_host").isEmpty() ? TestWords::tr("a master")
                                                              : field("master_host") + u':' + field("master_port");
        const QString link =
            m_info.masterLinkUp == std::optional(false) ? TestWords::tr("; its link to the master is down") : QString();
        add(Step::Role, StepState::Warning,
            TestWords::tr("%1, a replica of %2: its data may be late, and nothing can be changed here; connect to the "
                          "master to operate%3")
                .arg(title, master, link));
        return true;
    }
    QStringList parts{TestWords::tr("%1, a master").arg(title)};
    if (m_info.keys) {
        parts += *m_info.keys == 1
            ? TestWords::tr("1 key")
            : TestWords::tr("%1 keys", nullptr, pluralOf(*m_info.keys)).arg(QLocale().toString(*m_info.keys));
    }
    add(Step::Role, StepState::Ok, parts.join(QLatin1String(", ")));
    return true;
}

bool ConnectionTester::learnRole()
{
    redis::Pipeline pipeline;
    pipeline.add({"INFO"});
    pipeline.add({"HELLO"});
    const auto replies = m_server->exchange(pipeline, m_stop);
    if (!replies) {
        return fail(Step::Role, replies.error());
    }
    const redis::Reply &info = replies->front();
    if (!info.isError()) {
        return readRole(info);
    }
    if (info.concernsNode()) { // it answers nothing for now
        return fail(Step::Role, info.toError());
    }
    if (readHello(replies->back())) {
        if (m_info.role == QLatin1String("sentinel") || m_info.mode == QLatin1String("sentinel")) {
            return fail(Step::Role, redis::sentinelError(info.bytes, m_endpoint.display()));
        }
        const bool isMaster = m_info.role == QLatin1String("master");
        add(Step::Role, StepState::Warning,
            TestWords::tr("%1, %2; everything else is unknown without INFO, see rights")
                .arg(serverTitle(m_info), isMaster ? TestWords::tr("a master") : TestWords::tr("a replica")));
        return true;
    }
    add(Step::Role, StepState::Warning, TestWords::tr("unknown without INFO, see rights"));
    return true;
}

/// The test goes on if some nodes do not answer: the collections of the others can be watched. A slot that no node
/// serves takes the whole cluster down, unless it is to serve the others all the same (cluster-require-full-coverage).
void ConnectionTester::addCluster()
{
    const std::size_t nodes = m_server->nodes().size();
    QStringList parts{
        nodes == 1
            ? TestWords::tr("a cluster of 1 node")
            : TestWords::tr("a cluster of %1 nodes", nullptr, static_cast<int>(nodes)).arg(QString::number(nodes))};
    int orphans = slotCount;
    bool isReached = true;
    for (const std::unique_ptr<redis::Node> &node : m_server->nodes()) {
        orphans -= node->slotsServed().value_or(0);
        if (!node->isConnected() && node->error()) {
            isReached = false;
            parts += node->error()->message;
        }
    }
    if (orphans > 0) {
        parts += orphans == 1 ? TestWords::tr("1 slot of %1 is served by no node").arg(slotCount)
                              : TestWords::tr("%1 slots of %2 are served by no node", nullptr, orphans)
                                    .arg(QString::number(orphans), QString::number(slotCount));
    }
    const Result<redis::Reply> info = m_server->command({"CLUSTER", "INFO"}, m_stop);
    const bool isDown = info && redis::infoField(info->bytes, "cluster_state") == "fail";
    if (isDown) {
        parts += TestWords::tr("the cluster is down (cluster_state:fail)");
    }
    if (isDown || !isReached) {
        fail(Step::Topology, {ErrorKind::Unreachable, parts.join(QLatin1String("; "))});
    } else {
        add(Step::Topology, orphans == 0 ? StepState::Ok : StepState::Warning, parts.join(QLatin1String("; ")));
    }
}

bool ConnectionTester::learnTopology()
{
    const bool isCluster = m_info.mode == QLatin1String("cluster");
    const QString cluster = m_endpoint.tls ? QStringLiteral("rediss+cluster://") : QStringLiteral("redis+cluster://");
    if (m_late && m_endpoint.database != 0 && isCluster) {
        return fail(Step::Topology,
                    {ErrorKind::Invalid,
                     TestWords::tr("this is a node of a Redis Cluster, which has only database 0, not %1; the URL of a "
                                   "cluster begins with %2")
                         .arg(QString::number(m_endpoint.database), cluster)});
    }
    if (m_late && m_late->lacks.isEmpty()) {
        return fail(Step::Topology, *m_late);
    }
    using Topology = Endpoint::Topology;
    if (isCluster && m_endpoint.topology != Topology::Cluster) { // polling refuses it, too
        return fail(
            Step::Topology,
            {ErrorKind::Invalid,
             TestWords::tr("this is a node of a Redis Cluster: a plain connection sees only the keys in its own "
                           "slots; the URL of the whole cluster begins with %1")
                 .arg(cluster)});
    }
    if (m_endpoint.topology == Topology::Cluster) {
        addCluster();
    } else if (m_endpoint.topology == Topology::Sentinel) {
        add(Step::Topology, StepState::Ok,
            TestWords::tr("the sentinels name the master of “%1”, which has all keys")
                .arg(printable(m_endpoint.masterName, longestShown)));
    } else if (m_info.mode.isEmpty()) {
        add(Step::Topology, StepState::Skipped, TestWords::tr("unknown without INFO, see rights"));
    } else {
        add(Step::Topology, StepState::Ok, TestWords::tr("one server with all keys"));
    }
    return true;
}

/// Names a missing permission and what needs it.
QString ConnectionTester::lackText(const QByteArray &rule, const QStringList &collections) const
{
    const QString what = rule.startsWith('+')
        ? printable(rule.sliced(1)).toUpper().replace(u'|', u' ')
        : TestWords::tr("the key “%1”").arg(printable(rule.sliced(rule.indexOf('~') + 1), longestShown));
    const QString why = rule == "+time" || rule == commandRule || rule == "+select"
        ? TestWords::tr("without it nothing can be watched")
        : rule == "+info" ? TestWords::tr("without it version, memory, restarts and failovers are unknown")
        : rule == "+scan" || rule == "+dbsize" ? TestWords::tr("without it keys cannot be searched for")
        : collections.isEmpty()                ? QString()
                                               : TestWords::tr("needed by %1").arg(listed(collections));
    return why.isEmpty() ? what : TestWords::tr("%1 (%2)").arg(what, why);
}

bool ConnectionTester::failForLacks()
{
    QStringList vital, others;
    std::set<QByteArray> rules = m_lacks.unasked;
    for (const auto &[rule, collections] : m_lacks.rules) {
        const bool isVital = rule == "+time" || rule == "+info" || rule == commandRule || rule == "+select";
        (isVital ? vital : others) += lackText(rule, collections);
        rules.insert(rule);
    }
    const QString grant = redis::permissionFor(rules, {m_endpoint.user, m_info.version});
    return fail(Step::Rights,
                {ErrorKind::Refused,
                 TestWords::tr("The server's ACL does not allow this user %1. To permit it: %2")
                     .arg(listed(vital + others), grant),
                 *rules.begin()});
}

/// Says what the user lacks for operating, and how to permit it; nullopt if nothing, or if it does not matter.
std::optional<QString> ConnectionTester::operatingText()
{
    if (m_workspace.connection.readOnly || m_workspace.collections.empty()) {
        return std::nullopt;
    }
    if (const Outcome safe = redis::checkLayout(*m_server, m_stop); !safe) {
        return std::nullopt; // each collection says so
    }
    const auto server = makeServer(m_endpoint, false);
    if (const Outcome connected = server->connect(m_stop); !connected) {
        return TestWords::tr("whether it may operate is unknown: %1").arg(connected.error().message);
    }
    redis::AllowanceSurvey survey(m_shared);
    while (!survey.isDone() && !m_stop.stop_requested()) {
        survey.askSome(*server, m_stop);
    }
    const Allowance &allowance = survey.allowance();
    switch (allowance.answer) {
    case Allowance::Answer::All:
        return std::nullopt;
    case Allowance::Answer::NotAsked:
    case Allowance::Answer::Unknown:
        return TestWords::tr("whether it may operate is unknown: %1").arg(listed(allowance.missing));
    case Allowance::Answer::None:
    case Allowance::Answer::Some:
        break;
    }
    QStringList each = allowance.missing;
    each.removeDuplicates();
    const QString missing = allowance.answer == Allowance::Answer::None
        ? TestWords::tr("it may not operate, because it may not run scripts (EVALSHA)")
        : TestWords::tr("operations that need one of these are refused: %1").arg(listed(each));
    return TestWords::tr("%1. To permit it: %2")
        .arg(missing, redis::permissionFor(survey.lacks(), {m_endpoint.user, m_info.version}));
}

/// Names what only completes the picture: neither watching nor operating needs it.
QString ConnectionTester::missingExtras()
{
    redis::Pipeline pipeline;
    pipeline.add({"SLOWLOG", "LEN"});
    pipeline.add({"CONFIG", "GET", "appendfsync"});
    const auto replies = m_server->exchange(pipeline, m_stop);
    QStringList texts;
    if (replies && replies->front().isError()) {
        texts += TestWords::tr("SLOWLOG is not permitted, so the slow log is not shown");
    }
    if (replies && replies->back().isError()) {
        texts += TestWords::tr("CONFIG GET is not permitted, so it is unknown whether data is saved");
    }
    return texts.join(QLatin1String("; "));
}

bool ConnectionTester::testRights()
{
    Result<WatchLacks> lacks = testWatchCommands(*m_server, m_workspace, m_stop);
    if (!lacks) {
        return fail(Step::Rights, lacks.error());
    }
    m_lacks = *std::move(lacks);
    if (m_late) {
        m_lacks.rules[m_late->lacks];
    }
    if (m_lacks.rules.contains("+select")) {
        return failForLacks(); // the keys of that database are out of reach
    }
    // Without TIME, the computer's clock names the keys of the period well enough for asking whether they may be read.
    const bool hasTime = !m_lacks.rules.contains("+time");
    const Result<std::chrono::milliseconds> now = hasTime
        ? m_server->time(m_stop)
        : Result<std::chrono::milliseconds>(std::chrono::milliseconds(QDateTime::currentMSecsSinceEpoch()));
    auto findings = now ? testCollections(*m_server, m_workspace, *now, m_lacks, m_stop)
                        : Result<std::vector<CollectionFinding>>(now.error());
    if (!findings) {
        return fail(Step::Rights, findings.error());
    }
    if (!hasTime) {
        return failForLacks();
    }
    m_findings = *std::move(findings);
    if (!m_lacks.rules.empty()) {
        failForLacks();
        return true; // what may be read is tested all the same
    }
    const bool isFailed = m_report.failure.has_value();
    addRights();
    return isFailed || !m_report.failure;
}

void ConnectionTester::addRights()
{
    QStringList parts{
        m_workspace.collections.empty()
            ? TestWords::tr("this user may run what watching needs; which keys it may read depends on the "
                            "workspace")
            : m_workspace.connection.readOnly ? TestWords::tr("this user may watch; the workspace is read-only")
                                              : TestWords::tr("this user may watch")};
    StepState state = StepState::Ok;
    if (!m_lacks.renamed.empty()) {
        state = StepState::Warning;
        for (const QString &error : m_lacks.renamed) {
            parts += error;
        }
    }
    if (const QString extras = missingExtras(); !extras.isEmpty()) {
        parts += extras;
    }
    if (const std::optional<QString> lacking = operatingText()) {
        state = StepState::Warning;
        parts += *lacking; // last, as it ends with a command to copy
    } else if (!m_workspace.connection.readOnly && !m_workspace.collections.empty()) {
        parts.front() = TestWords::tr("this user may watch and operate");
    }
    if (m_stop.stop_requested()) {
        fail(Step::Rights, {ErrorKind::Cancelled, TestWords::tr("cancelled")});
        return;
    }
    add(Step::Rights, state, parts.join(QLatin1String("; ")));
}

void ConnectionTester::addCollections()
{
    QString server;
    const bool mayOperate = !m_workspace.connection.readOnly && !m_workspace.collections.empty();
    if (mayOperate) {
        const Outcome safe = redis::checkLayout(*m_server, m_stop);
        server = safe || !safe.error().lacks.isEmpty() ? QString() : safe.error().message;
    }
    const std::chrono::milliseconds now(QDateTime::currentMSecsSinceEpoch()); // period keys of any time will do
    const bool isCluster = m_endpoint.topology == Endpoint::Topology::Cluster;
    for (std::size_t i = 0; i < m_findings.size(); ++i) {
        CollectionFinding &finding = m_findings[i];
        if (finding.failure && !m_report.failure) {
            m_report.failure = finding.failure;
        }
        const Result<bool> crosses =
            mayOperate && isCluster ? redis::movesBetweenSlots(m_workspace.collections[i], now) : Result<bool>(false);
        const QString unsafe = crosses ? server : crosses.error().message;
        if (finding.step.state == StepState::Ok && crosses && *crosses) {
            finding.step.text =
                TestWords::tr("%1; its keys are in several slots: jobs that move are kept here until they are there")
                    .arg(finding.step.text);
        }
        if (finding.step.state == StepState::Ok && !unsafe.isEmpty()) {
            finding.step.state = StepState::Warning;
            finding.step.text =
                TestWords::tr("%1; it can be watched, but not operated: %2").arg(finding.step.text, unsafe);
        }
        m_report.steps.push_back(std::move(finding.step));
    }
}

} // namespace

ConnectionReport testConnection(const WorkspacePtr &workspace, const redis::Endpoint &endpoint,
                                const std::stop_token &stop)
{
    return ConnectionTester(workspace, endpoint, stop).run();
}

} // namespace plimsoll::app
