// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/connection/connectiontest.h"
#include "app/demo/demosession.h"
#include "redis/browse/browser.h"
#include "redis/collections/kinds.h"
#include "redis/collections/watchrights.h"
#include "redis/operations/journal/journal.h"
#include "redis/operations/plan/planner.h"
#include "redis/operations/run/runner.h"
#include "redis/poll/pollsession.h"
#include "redis/topology/standalone.h"
#include "redis/types/elementstate.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <set>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace Qt::StringLiterals;

/// The users of docs/access.md on the server of the demonstration, which has every kind: none of them is refused
/// anything that it is for.
class TestAccess final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void passTheDoctor();
    void watches();
    void operates();

private:
    [[nodiscard]] Endpoint as(const QByteArray &user) const;
    Reply run(std::initializer_list<QByteArrayView> words);
    [[nodiscard]] BrowseResult pageOf(Server &server, std::size_t collection, const QString &state) const
    {
        ElementsQuery query;
        query.state = state;
        query.limit = 2;
        return browse(server, {1, m_workspace, collection, query});
    }
    /// Commands refused by the server since the last call: "watch: zcard".
    QByteArrayList refused();

    QTemporaryDir m_folder;
    std::unique_ptr<demo::DemoSession> m_demo;
    Endpoint m_endpoint;
    WorkspacePtr m_workspace;
};

void TestAccess::initTestCase()
{
    m_demo = std::make_unique<demo::DemoSession>(demo::DemoSession::Options{.seed = 1, .pace = 20});
    m_demo->server().setParentFolder(m_folder.path());
    connect(m_demo.get(), &demo::DemoSession::ready, this,
            [this](const WorkspacePtr &workspace, const Endpoint &endpoint) {
                m_workspace = workspace;
                m_endpoint = endpoint;
            });
    m_demo->start();
    QTRY_VERIFY_WITH_TIMEOUT(m_workspace != nullptr, 60'000);
    std::set<QLatin1StringView> kinds;
    for (const CollectionDefinition &definition : m_workspace->collections) {
        kinds.insert(definition.kind->id);
    }
    QCOMPARE(kinds.size(), kindInfos().size()); // every kind is tested below

    QFile page(QStringLiteral(PLIMSOLL_SOURCE_DIR "/docs/access.md"));
    QVERIFY(page.open(QIODevice::ReadOnly));
    int users = 0;
    for (const QByteArray &line : page.readAll().split('\n')) {
        if (line.startsWith("ACL SETUSER ")) {
            const QByteArrayList words = QByteArray(line).replace("PASSWORD", "secret").split(' ');
            Client client(m_endpoint, {});
            QVERIFY(client.connect().ok());
            Pipeline pipeline;
            pipeline.add(std::vector<QByteArrayView>(words.begin(), words.end()));
            const auto replies = client.exchange(pipeline);
            QVERIFY2(replies && !replies->front().isError(), replies ? replies->front().bytes.constData() : "");
            ++users;
        }
    }
    QCOMPARE(users, 2);
}

Endpoint TestAccess::as(const QByteArray &user) const
{
    Endpoint there = m_endpoint;
    there.user = user;
    there.password = "secret";
    return there;
}

Reply TestAccess::run(std::initializer_list<QByteArrayView> words)
{
    Client client(m_endpoint, {});
    const Outcome connected = client.connect();
    const Result<Reply> reply = connected ? client.command(words) : Result<Reply>(connected.error());
    return reply ? *reply : Reply();
}

QByteArrayList TestAccess::refused()
{
    QByteArrayList all;
    for (const Reply &entry : run({"ACL", "LOG", "128"}).elements) {
        QByteArray user, object;
        for (std::size_t i = 0; i + 1 < entry.elements.size(); i += 2) {
            if (entry.elements[i].bytes == "username") {
                user = entry.elements[i + 1].bytes;
            } else if (entry.elements[i].bytes == "object") {
                object = entry.elements[i + 1].bytes;
            }
        }
        all += user + ": " + object;
    }
    run({"ACL", "LOG", "RESET"});
    return all;
}

void TestAccess::passTheDoctor()
{
    auto onlyRead = std::make_shared<Workspace>(*m_workspace);
    onlyRead->connection.readOnly = true;
    auto writable = std::make_shared<Workspace>(*m_workspace);
    writable->connection.readOnly = false;
    for (const auto &[workspace, user] :
         {std::pair<WorkspacePtr, QByteArray>{onlyRead, "watch"}, {writable, "operate"}}) {
        const ConnectionReport report = app::testConnection(workspace, as(user));
        QVERIFY(report.isOk());
        for (const ConnectionStep &step : report.steps) {
            QVERIFY2(step.state == StepState::Ok || step.state == StepState::Skipped,
                     qPrintable(QString::fromLatin1(user) + u' ' + step.step + u": "_s + step.text));
            QVERIFY2(!step.text.contains(u"not permitted"_s), qPrintable(step.text));
        }
    }
    refused(); // the doctor asks what it may
}

void TestAccess::watches()
{
    run({"CONFIG", "RESETSTAT"});
    PollSession session(m_workspace, as("watch"), {.headBudget = 0});
    for (int tick = 0; tick < 3; ++tick) {
        const Result<SnapshotPtr> snapshot = session.tick();
        QVERIFY2(snapshot.ok(), snapshot ? "" : qPrintable(snapshot.error().message));
        for (const Snapshot::Row &row : (*snapshot)->rows) {
            for (const Problem &problem : row.problems ? *row.problems : std::vector<Problem>()) {
                QVERIFY2(!problem.text.contains(u"ACL"_s), qPrintable(problem.text));
            }
        }
        session.goOn();
    }
    // Polling sends only commands that the doctor asks for; AUTH and others belong to the connection.
    std::set<QByteArray> asked{"auth", "client|setname", "command", "config|get", "slowlog|len",     "slowlog|get",
                               "info", "time",           "ping",    "select",     "config|resetstat"};
    for (const WatchCommand &command : watchCommands(~0U, true)) {
        const bool isContainer = command.words[0] == "XINFO" || command.words[0] == "MEMORY";
        asked.insert((isContainer ? command.words[0] + '|' + command.words[1] : command.words[0]).toLower());
    }
    m_demo->workload().setPaused(true);
    Standalone server(as("watch"), {.readOnly = true});
    QVERIFY(server.connect().ok());
    int pages = 0;
    for (std::size_t i = 0; i < m_workspace->collections.size(); ++i) {
        QStringList states;
        for (const ElementState &state : elementStates()) {
            states += state.id;
        }
        for (const RoleKeys &keys : m_workspace->collections[i].keys) {
            states += keys.role->id;
        }
        for (const QString &state : states) {
            const BrowseResult page = pageOf(server, i, state);
            const auto *const error = std::get_if<Error>(&page.answer);
            QVERIFY2(error == nullptr || error->lacks.isEmpty(), error ? qPrintable(error->message) : "");
            pages += error == nullptr ? 1 : 0;
        }
    }
    QVERIFY(pages > 20);
    QCOMPARE(refused(), QByteArrayList());
    // Which of all clients sent what is not known: those that write are the workload's.
    PollSession quiet(m_workspace, as("watch"), {.headBudget = 0});
    QTRY_VERIFY(run({"CLIENT", "LIST"}).bytes.contains("plimsoll:workload"));
    run({"CONFIG", "RESETSTAT"});
    QVERIFY(quiet.tick().ok());
    static const QRegularExpression called(u"cmdstat_([^:]+):calls=[1-9]"_s);
    for (auto found = called.globalMatch(QString::fromLatin1(run({"INFO", "commandstats"}).bytes)); found.hasNext();) {
        const QByteArray name = found.next().captured(1).toLatin1();
        QVERIFY2(asked.contains(name) || name == "client|list", name.constData());
    }
}

void TestAccess::operates()
{
    m_demo->workload().setPaused(true);
    const Result<std::unique_ptr<Journal>> journal = Journal::open(m_folder.filePath(u"journal"_s));
    QVERIFY2(journal.ok(), journal ? "" : qPrintable(journal.error().message));
    Standalone server(as("operate"), {});
    QVERIFY(server.connect().ok());
    refused();
    std::set<QString> done; ///< kinds
    const auto attempt = [&](OperationRequest request) {
        request.limit = 2;
        const Result<Plan> plan = Planner(server).plan(request);
        if (!plan || plan->matched() == 0) {
            QVERIFY2(plan.ok() || plan.error().lacks.isEmpty(), plan ? "" : qPrintable(plan.error().message));
            return;
        }
        const OperationReport report = Runner(server, journal->get()).run(*plan);
        const QString kind = m_workspace->collections[request.collection].kind->id;
        QVERIFY2(report.state == OperationState::Done, qPrintable(kind + u": "_s + report.error));
        done.insert(kind);
        if (report.undoable) {
            const Result<Plan> undo = Planner(server).planUndo(**journal, report.id, OnServer::Same);
            if (undo && undo->matched() > 0) {
                const OperationReport back = Runner(server, journal->get()).run(*undo);
                QVERIFY2(back.state == OperationState::Done, qPrintable(kind + u": "_s + back.error));
            }
        }
    };
    for (std::size_t i = 0; i < m_workspace->collections.size(); ++i) {
        const CollectionDefinition &definition = m_workspace->collections[i];
        QStringList states{QString()};
        for (const ElementState &state : elementStates()) {
            if (definition.roleOfState(QString(state.id)) != nullptr) {
                states += state.id;
            }
        }
        std::vector<QByteArray> keys;
        for (const RoleKeys &role : definition.keys) {
            for (const KeyPattern &pattern : definition.patterns(role, *server.time())) {
                if (definition.kind->id == "lock"_L1) { // the others may have expired
                    run({"SET", QByteArray(pattern.glob()).replace('*', "held"), "a token"});
                }
                const Result<Reply> scan = server.command({"SCAN", "0", "MATCH", pattern.glob(), "COUNT", "100000"});
                for (std::size_t k = 0; scan && k < std::min<std::size_t>(scan->elements[1].elements.size(), 2); ++k) {
                    keys.push_back(scan->elements[1].elements[k].bytes);
                }
            }
        }
        for (const QByteArray &key : keys) { // locks, with their tokens
            const Result<Reply> token = server.command({"GET", key});
            OperationRequest request;
            request.workspace = m_workspace;
            request.collection = i;
            request.action = Action::Release;
            request.elements.emplace_back();
            request.elements.back().key = key;
            request.elements.back().element = token ? token->bytes : QByteArray();
            attempt(request);
        }
        for (const QString &state : states) {
            const BrowseResult page = pageOf(server, i, state);
            const auto *const elements = std::get_if<ElementsPage>(&page.answer);
            for (int action = 0; action < static_cast<int>(Action::Undo); ++action) {
                OperationRequest request;
                request.workspace = m_workspace;
                request.collection = i;
                request.action = static_cast<Action>(action);
                request.state = state;
                request.keep = 1;
                request.by = std::chrono::hours(1);
                request.olderThan =
                    request.action == Action::Trim ? std::nullopt : std::optional(std::chrono::milliseconds(1));
                request.keys = keys;
                attempt(request);
                if (elements != nullptr && !elements->elements.empty()) {
                    request.elements = elements->elements;
                    attempt(request);
                }
            }
        }
    }
    const QByteArrayList lacking = refused();
    QVERIFY2(lacking.isEmpty(), lacking.join(", ").constData());
    QCOMPARE(done.size(), kindInfos().size());
}

QTEST_GUILESS_MAIN(TestAccess)
#include "tst_access.moc"
