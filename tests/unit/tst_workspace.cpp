// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/kinds.h"
#include "redis/workspace/jsonscan.h"
#include "redis/workspace/workspacefile.h"
#include "tests/unit/workspacegenerator.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QRegularExpression>
#include <QTest>

using namespace plimsoll;
using namespace plimsoll::redis;
using plimsoll::testing::Generator;

namespace {

const QString folder = QStringLiteral(PLIMSOLL_TEST_DATA "/workspaces/");

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("cannot be opened");
}

bool write(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

/// One line a problem, as the command line prints them; empty for a good workspace.
QByteArray linesOf(const WorkspaceResult &result, const QString &name)
{
    QByteArray lines;
    if (const auto *const problems = std::get_if<WorkspaceProblems>(&result)) {
        for (const WorkspaceProblem &problem : *problems) {
            lines += problem.line(name).toUtf8() + '\n';
        }
    }
    return lines;
}

Workspace good(const QString &name)
{
    WorkspaceResult result = readWorkspace(folder + name, kindInfos());
    return std::holds_alternative<Workspace>(result) ? std::get<Workspace>(result) : Workspace{};
}

} // namespace

class WorkspaceTest final : public QObject {
    Q_OBJECT

private slots:
    void reads_data();
    void reads();
    void hundredMistakesAreHundredLines();
    void readsEveryMember();
    void fallsBackToTheFileName();
    void saysWhatCannotBeRead();
    void keepsThePasswordOutOfLines();
    void keepsTheWebhookOutOfLines();
    void writesWhatItReads_data();
    void writesWhatItReads();
    void writesWhatItReadsForAnyWorkspace();
    void writesInTheOrderOfTheContract();
    void neverWritesAPassword();
    void scannerAndQtAgree();
    void survivesAnyBytes();
    void checksOneCollection();
    void nearestName_data();
    void nearestName();
    void readsTenThousandCollections();
    void refusesMoreKeysThanItMayRead();
};

void WorkspaceTest::reads_data()
{
    QTest::addColumn<QString>("file");
    const QStringList files = QDir(folder).entryList({QStringLiteral("*.json")}, QDir::Files);
    QVERIFY(files.size() > 15);
    for (const QString &file : files) {
        QTest::newRow(qPrintable(file)) << file;
    }
}

/// NAME.txt next to NAME.json holds the expected lines, where KINDS stands for all kinds; without it the file is valid.
void WorkspaceTest::reads()
{
    QFETCH(const QString, file);
    const QString expected = folder + QString(file).replace(QLatin1String(".json"), QLatin1String(".txt"));
    const QRegularExpression kinds(
        QStringLiteral(R"(kind '.*' is unknown; it may be \K(?:'\w+'[or, ]*){%1})").arg(kindInfos().size()));
    QString lines = QString::fromUtf8(linesOf(readWorkspace(folder + file, kindInfos()), file));
    lines.replace(kinds, QStringLiteral("KINDS"));
    if (qEnvironmentVariableIsSet("PLIMSOLL_ACCEPT") && !lines.isEmpty()) {
        QVERIFY(write(expected, lines.toUtf8()));
    }
    QCOMPARE(lines, QFile::exists(expected) ? QString::fromUtf8(contents(expected)) : QString());
}

void WorkspaceTest::hundredMistakesAreHundredLines()
{
    const WorkspaceResult result = readWorkspace(folder + QStringLiteral("hundred.json"), kindInfos());
    QVERIFY(std::holds_alternative<WorkspaceProblems>(result));
    QCOMPARE(std::get<WorkspaceProblems>(result).size(), std::size_t{100});
    QCOMPARE(linesOf(result, QStringLiteral("f")).count('\n'), 100);
}

void WorkspaceTest::readsEveryMember()
{
    const Workspace orders = good(QStringLiteral("contract.json"));
    QCOMPARE(orders.name, QStringLiteral("orders, production"));
    QCOMPARE(orders.path, folder + QStringLiteral("contract.json"));
    QCOMPARE(orders.connection.url, QStringLiteral("rediss://ops@redis.example:6380/0"));
    QCOMPARE(orders.connection.caFile, QStringLiteral("ca.pem"));
    QCOMPARE(orders.connection.certFile, QStringLiteral("client.pem"));
    QCOMPARE(orders.connection.keyFile, QStringLiteral("client.key"));
    QVERIFY(orders.connection.readOnly && orders.connection.production);
    QCOMPARE(orders.connection.colour, QStringLiteral("#c0392b"));
    QCOMPARE(orders.pollInterval, std::chrono::milliseconds(1000));
    QCOMPARE(orders.collections.size(), std::size_t{3});
    const CollectionDefinition &email = orders.collections[0];
    QCOMPARE(email.kind->id, QLatin1String("queue"));
    QCOMPARE(email.role(QLatin1String("ready"))->templates,
             (std::vector<QByteArray>{"queue:email:high", "queue:email", "queue:email:low"}));
    QCOMPARE(email.duration(QLatin1String("staleAfter")), std::chrono::milliseconds(30'000));
    QCOMPARE(email.integer(QLatin1String("maxAttempts")), 3);
    QCOMPARE(email.limits, (std::vector<Limit>{{0, 1000, 5000, false}, {6, 60000, std::nullopt, false}}));
    QVERIFY(!email.bound);
    QCOMPARE(orders.collections[1].bound->keep, 10000);
    QVERIFY(orders.connection.verify);

    const Workspace every = good(QStringLiteral("every-member.json"));
    QVERIFY(!every.connection.verify);
    QCOMPARE(every.collections.size(), std::size_t{3});
    QCOMPARE(every.collections[0].role(QLatin1String("processing"))->templates,
             std::vector{QByteArray("\xff\x00\xfe", 3)});
    QCOMPARE(every.collections[0].limits[0], (Limit{0, 1, 0, true, std::chrono::minutes(5), 1.5}));
    QCOMPARE(every.collections[0].limits[1].unchangedFor,
             (SilenceLimit{std::chrono::minutes(10), std::chrono::hours(2)}));
    QVERIFY(every.collections[0].limits[2].isOff());
    QCOMPARE(every.collections[0].bound->maxAge, std::chrono::days(7));
    QVERIFY(every.collections[1].bound->ttl);
    QCOMPARE(every.collections[2].bound->approved, QStringLiteral("a few hundred customers"));
    const NotifySettings &notify = every.notify;
    QVERIFY(notify.from == State::Critical && notify.desktop && notify.unknownFor == std::chrono::minutes(5));
    QCOMPARE(notify.command, (QStringList{QStringLiteral("page"), QStringLiteral("--me"), QString()}));
    QCOMPARE(notify.webhook, QStringLiteral("https://${USER}:${TOKEN}@hooks.example:8443/redis/${TOKEN}"));
    QVERIFY(orders.notify == NotifySettings());
}

void WorkspaceTest::fallsBackToTheFileName()
{
    QCOMPARE(good(QStringLiteral("smallest.json")).name, QStringLiteral("smallest"));
}

void WorkspaceTest::saysWhatCannotBeRead()
{
    const QByteArray missing =
        linesOf(readWorkspace(folder + QStringLiteral("no-such.json"), kindInfos()), QStringLiteral("f"));
    QVERIFY2(missing.startsWith("f: 1:1: cannot be read: "), missing.constData());
    QCOMPARE(linesOf(readWorkspace(folder, kindInfos()), QStringLiteral("f")),
             QByteArray("f: 1:1: is a folder, not a workspace file\n"));
    QCOMPARE(linesOf(readWorkspace(QStringLiteral("/dev/zero"), kindInfos()), QStringLiteral("f")),
             QByteArray("f: 1:1: is larger than 64 MiB, too large for a workspace\n"));
}

/// A webhook's URL may hold a secret, even if it is invalid.
void WorkspaceTest::keepsTheWebhookOutOfLines()
{
    for (const char *url : {"https://me:secret@hooks.example", "hooks.example/secret", "https://${TOKEN",
                            "https://${A-secret}/x", "https:///secret", "ftp://x/secret"}) {
        const QJsonObject root{
            {QStringLiteral("plimsoll"), 1},
            {QStringLiteral("connection"), QJsonObject{{QStringLiteral("url"), QStringLiteral("redis://a")}}},
            {QStringLiteral("collections"), QJsonArray()},
            {QStringLiteral("notify"), QJsonObject{{QStringLiteral("webhook"), QLatin1String(url)}}}};
        const QByteArray lines =
            linesOf(parseWorkspace(QJsonDocument(root).toJson(), kindInfos()), QStringLiteral("f"));
        QCOMPARE(lines.count('\n'), 1);
        QVERIFY2(!lines.contains("secret"), lines.constData());
    }
}

void WorkspaceTest::keepsThePasswordOutOfLines()
{
    for (const char *url :
         {"redis://ops:secret@host", "redis://:secret@host:port", "redis://:secret@", "unix://ops:secret@x",
          "http://ops:secret@host", "rediss://ops:secret@host/0", "redis+sentinel://:secret@a:1,b:2/m/0",
          "ops:secret@host", "redis://secret:secret@ho st/x"}) {
        const QJsonObject root{{QStringLiteral("plimsoll"), 1},
                               {QStringLiteral("connection"), QJsonObject{{QStringLiteral("url"), QLatin1String(url)}}},
                               {QStringLiteral("collections"), QJsonArray()}};
        const QByteArray lines =
            linesOf(parseWorkspace(QJsonDocument(root).toJson(), kindInfos()), QStringLiteral("f"));
        QCOMPARE(lines.count('\n'), 1);
        QVERIFY2(!lines.contains("secret"), lines.constData());
    }
}

void WorkspaceTest::writesWhatItReads_data()
{
    QTest::addColumn<QString>("file");
    for (const char *file : {"contract.json", "smallest.json", "every-member.json"}) {
        QTest::newRow(file) << QString::fromLatin1(file);
    }
}

void WorkspaceTest::writesWhatItReads()
{
    QFETCH(const QString, file);
    const Workspace before = good(file);
    WorkspaceResult after = parseWorkspace(workspaceToJson(before), kindInfos());
    QCOMPARE(linesOf(after, file), QByteArray());
    std::get<Workspace>(after).path = before.path;
    QVERIFY(std::get<Workspace>(after) == before);
}

void WorkspaceTest::writesWhatItReadsForAnyWorkspace()
{
    Generator generator(11);
    for (int round = 0; round < 200; ++round) {
        const Workspace before = generator.workspace();
        const QByteArray json = workspaceToJson(before);
        const WorkspaceResult after = parseWorkspace(json, kindInfos());
        QVERIFY2(std::holds_alternative<Workspace>(after), linesOf(after, QStringLiteral("f")).constData());
        QVERIFY2(std::get<Workspace>(after) == before, json.constData());
        for (const CollectionDefinition &collection : before.collections) {
            const CheckedCollection checked = checkCollection(collectionToJson(collection), kindInfos(), {});
            QVERIFY(checked.problems.empty());
            QVERIFY(checked.definition == collection);
        }
    }
}

void WorkspaceTest::writesInTheOrderOfTheContract()
{
    Workspace workspace = good(QStringLiteral("contract.json"));
    workspace.collections.resize(1);
    const QByteArray expected = R"({
  "plimsoll": 1,
  "name": "orders, production",
  "connection": {
    "url": "rediss://ops@redis.example:6380/0",
    "caFile": "ca.pem",
    "certFile": "client.pem",
    "keyFile": "client.key",
    "readOnly": true,
    "production": true,
    "colour": "#c0392b"
  },
  "pollMs": 1000,
  "collections": [
    {
      "name": "email",
      "kind": "queue",
      "keys": {
        "ready": ["queue:email:high","queue:email","queue:email:low"],
        "processing": "queue:email:processing",
        "delayed": "queue:email:delayed",
        "dead": "queue:email:failed",
        "job": "job:{id}"
      },
      "options": {
        "consume": "right",
        "staleAfter": "30s",
        "maxAttempts": 3
      },
      "limits": {
        "ready": {"critical":5000,"warning":1000},
        "oldestReadyMs": {"warning":60000}
      }
    }
  ]
}
)";
    QCOMPARE(QString::fromUtf8(workspaceToJson(workspace)), QString::fromUtf8(expected));
}

void WorkspaceTest::neverWritesAPassword()
{
    Workspace workspace;
    workspace.connection.url = QStringLiteral("redis://ops:secret@redis.example");
    QVERIFY(!workspaceToJson(workspace).contains("secret"));
}

/// Input that the scanner accepts is accepted by Qt: no syntax error goes unreported or is reported twice.
void WorkspaceTest::scannerAndQtAgree()
{
    std::mt19937 random(3);
    const QByteArray original = contents(folder + QStringLiteral("every-member.json"));
    const QByteArray alphabet("{}[]\",:\\0 1.eE-+tfn\n\xff\xc3u");
    std::uniform_int_distribution<qsizetype> place(0, original.size() - 1);
    std::uniform_int_distribution<qsizetype> letter(0, alphabet.size() - 1);
    int taken = 0;
    for (int round = 0; round < 5'000; ++round) {
        QByteArray json = original;
        json[place(random)] = alphabet[letter(random)];
        const JsonScan scan = scanJson(json, ScanOffsets::Skip);
        if (!scan.error) {
            QJsonParseError error;
            static_cast<void>(QJsonDocument::fromJson(json, &error));
            QVERIFY2(error.error == QJsonParseError::NoError, json.constData());
            ++taken;
        } else {
            QVERIFY(scan.error->offset >= 0 && scan.error->offset <= json.size());
        }
    }
    QVERIFY(taken > 500 && taken < 4'500);
}

void WorkspaceTest::survivesAnyBytes()
{
    std::mt19937 random(5);
    const QByteArray original = contents(folder + QStringLiteral("every-member.json"));
    std::uniform_int_distribution<qsizetype> place(0, original.size() - 1);
    for (int round = 0; round < 200; ++round) {
        QByteArray json = original;
        const qsizetype from = place(random);
        json.remove(from, place(random) % 9).insert(from, original.mid(place(random), place(random) % 9));
        const WorkspaceResult result = parseWorkspace(json, kindInfos());
        if (const auto *const workspace = std::get_if<Workspace>(&result)) {
            const WorkspaceResult again = parseWorkspace(workspaceToJson(*workspace), kindInfos());
            QVERIFY(std::holds_alternative<Workspace>(again) && std::get<Workspace>(again) == *workspace);
        } else {
            QVERIFY(!std::get<WorkspaceProblems>(result).empty());
        }
    }
    QCOMPARE(linesOf(parseWorkspace(QByteArray(100'000, '['), kindInfos()), QStringLiteral("f")),
             QByteArray("f: 1:66: nested more than 64 deep\n"));
}

void WorkspaceTest::checksOneCollection()
{
    const QJsonObject keys{{QStringLiteral("ready"), QStringLiteral("q")}};
    QJsonObject json{{QStringLiteral("name"), QStringLiteral("mail")},
                     {QStringLiteral("kind"), QStringLiteral("queue")},
                     {QStringLiteral("keys"), keys}};
    const CheckedCollection fine = checkCollection(json, kindInfos(), {QStringLiteral("other")});
    QVERIFY(fine.problems.empty());
    QCOMPARE(fine.definition.name, QStringLiteral("mail"));
    QCOMPARE(fine.definition.keys.size(), std::size_t{1});

    json.insert(QLatin1String("keys"), QJsonObject{{QStringLiteral("ready"), QString(QChar(0xD800))}});
    const CheckedCollection wrong = checkCollection(json, kindInfos(), {QStringLiteral("mail")});
    QCOMPARE(wrong.problems.size(), std::size_t{2});
    QCOMPARE(wrong.problems[0].text, QStringLiteral("contains half a surrogate pair, which is not a character"));
    QCOMPARE(wrong.problems[1].where, QStringLiteral("/name"));
}

/// Some lines of a file name a million keys, and each poll reads them all.
void WorkspaceTest::refusesMoreKeysThanItMayRead()
{
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); // as commands set it
    const auto parse = [](int collections, const QByteArray &more) {
        QByteArray all;
        for (int i = 0; i < collections; ++i) {
            const QByteArray number = QByteArray::number(i);
            all += (i > 0 ? "," : "") + QByteArray(R"({"name":")") + number + R"(","kind":"dedupe","keys":{"bucket":"b)"
                + number + R"(:{0..999}:{yyyyMMdd}"},"options":{"periods":10}})";
        }
        return parseWorkspace(R"({"plimsoll":1,"connection":{"url":"redis://h"},)" + more + R"("collections":[)" + all
                                  + "]}",
                              kindInfos());
    };
    const WorkspaceResult some = parse(4, {});
    QCOMPARE(std::get<Workspace>(some).keyCount(), 40'000);
    QCOMPARE(std::get<Workspace>(some).manyKeys(), QString());
    const WorkspaceResult many = parse(20, {});
    QVERIFY2(std::get<Workspace>(many).manyKeys().contains(u"200,000 keys, which cost about 147 MiB"),
             qPrintable(std::get<Workspace>(many).manyKeys()));
    const WorkspaceResult million = parse(100, {});
    QVERIFY(std::holds_alternative<WorkspaceProblems>(million));
    const WorkspaceProblem &problem = std::get<WorkspaceProblems>(million).front();
    QCOMPARE(problem.where, QStringLiteral("/collections"));
    QVERIFY2(problem.text.contains(u"1,000,000 keys, which cost about 738 MiB of memory and 30 s"),
             qPrintable(problem.text));
    const WorkspaceResult allowed = parse(100, R"("maxKeys":1000000,)");
    QVERIFY(std::holds_alternative<Workspace>(allowed));
    QVERIFY(workspaceToJson(std::get<Workspace>(allowed)).contains(R"("maxKeys": 1000000)"));
    const WorkspaceResult tracked = parse(1, R"("polling":"tracking",)");
    QCOMPARE(std::get<Workspace>(tracked).polling, Polling::Tracking);
    QVERIFY(workspaceToJson(std::get<Workspace>(tracked)).contains(R"("polling": "tracking")"));
}

void WorkspaceTest::nearestName_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("nearest");
    const auto row = [](const char *name, const char *nearest) {
        QTest::newRow(name) << QString::fromLatin1(name) << QString::fromLatin1(nearest);
    };
    row("redy", "ready");
    row("Ready", "ready");
    row("raedy", "ready");
    row("processed", "processing");
    row("proc", "processing");
    row("daed", "dead");
    row("dlq", "");
    row("", "");
    row("jobs", "job");
    row("completely different", "");
}

void WorkspaceTest::nearestName()
{
    QFETCH(const QString, name);
    QTEST(redis::nearestName(name,
                             {QStringLiteral("ready"), QStringLiteral("processing"), QStringLiteral("delayed"),
                              QStringLiteral("dead"), QStringLiteral("job")}),
          "nearest");
}

/// The size the whole program is measured with; quadratic checks would take minutes here.
void WorkspaceTest::readsTenThousandCollections()
{
    Workspace workspace = good(QStringLiteral("contract.json"));
    const CollectionDefinition email = workspace.collections[0];
    workspace.collections.clear();
    for (int i = 0; i < 10'000; ++i) {
        workspace.collections.push_back(email);
        workspace.collections.back().name = QString::number(i);
    }
    const QByteArray json = workspaceToJson(workspace);
    const WorkspaceResult result = parseWorkspace(json, kindInfos());
    QVERIFY(std::holds_alternative<Workspace>(result));
    QCOMPARE(std::get<Workspace>(result).collections.size(), std::size_t{10'000});
}

QTEST_GUILESS_MAIN(WorkspaceTest)
#include "tst_workspace.moc"
