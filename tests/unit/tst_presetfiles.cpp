// SPDX-License-Identifier: GPL-3.0-or-later
// Valijson's adapter for Qt is written without these restrictions.
#undef QT_NO_CAST_FROM_ASCII
#undef QT_NO_CAST_TO_ASCII
#undef QT_NO_CAST_FROM_BYTEARRAY

#include "redis/collections/kinds.h"
#include "redis/frameworks/presets.h"
#include "redis/types/keytemplate.h"
#include "redis/workspace/workspacefile.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QTest>

#include <valijson/adapters/qtjson_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

using namespace plimsoll;
using namespace plimsoll::redis;

namespace {

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray workspaceWith(const QByteArray &members)
{
    return R"({"plimsoll": 1, "connection": {"url": "redis://h"}, "collections": [{"name": "n", )" + members + "}]}";
}

} // namespace

/// Checks the file of each preset against its schema and the kinds, and reads workspaces that use presets.
class PresetFilesTest final : public QObject {
    Q_OBJECT

private slots:
    void files_data();
    void files();
    void wrongFiles_data();
    void wrongFiles();
    void resolve();
    void optionsGoBefore();
    void writtenAsRead_data();
    void writtenAsRead();
    void mistakes_data();
    void mistakes();
};

void PresetFilesTest::files_data()
{
    QTest::addColumn<QString>("file");
    const QDir folder(QStringLiteral(PLIMSOLL_PRESETS_FOLDER));
    const QStringList files = folder.entryList({QStringLiteral("*.json")});
    QVERIFY(files.size() > 10);
    for (const QString &file : files) {
        QTest::newRow(qPrintable(file)) << folder.filePath(file);
    }
}

void PresetFilesTest::files()
{
    QFETCH(const QString, file);
    const QJsonValue schemaJson = QJsonDocument::fromJson(contents(QStringLiteral(PLIMSOLL_PRESETS_SCHEMA))).object();
    valijson::Schema schema;
    const valijson::adapters::QtJsonAdapter schemaAdapter(schemaJson);
    valijson::SchemaParser(valijson::SchemaParser::kDraft7).populateSchema(schemaAdapter, schema);
    const QByteArray json = contents(file);
    const QJsonValue value = QJsonDocument::fromJson(json).object();
    const valijson::adapters::QtJsonAdapter adapter(value);
    valijson::Validator validator;
    QVERIFY(validator.validate(schema, adapter, nullptr));

    const Result<Preset> read = parsePreset(json);
    QVERIFY2(read.ok(), read.ok() ? "" : qPrintable(read.error().message));
    QCOMPARE(read->id + QStringLiteral(".json"), QFileInfo(file).fileName());
    const Preset *known = findPreset(read->id); // embedded, and in the list
    QVERIFY(known != nullptr);
    PresetUse use;
    use.preset = known;
    use.prefix = QStringLiteral("app_database_");
    use.queue = QStringLiteral("q");
    for (const PresetLayout &layout : known->layouts) {
        for (std::size_t role = 0; role < layout.roles.size(); ++role) {
            const std::vector<QByteArray> keys = use.templates(layout, role);
            QVERIFY(!keys.empty());
            for (const QByteArray &key : keys) {
                QVERIFY2(KeyTemplate::parse(key).ok() && !key.contains("{queue}") && !key.contains("{prefix}"),
                         key.constData());
            }
        }
        use.part = layout.part;
        // A workspace must accept these options.
        QJsonObject collection{{QStringLiteral("name"), QStringLiteral("n")},
                               {QStringLiteral("preset"), known->id},
                               {QStringLiteral("options"), layout.options}};
        collection.insert(layout.part.isEmpty() ? QStringLiteral("queue") : QStringLiteral("part"),
                          layout.part.isEmpty() ? QStringLiteral("q") : layout.part);
        const CheckedCollection checked = checkCollection(collection, kindInfos(), {});
        QVERIFY2(checked.problems.empty(),
                 checked.problems.empty() ? ""
                                          : qPrintable(checked.problems.front().where + checked.problems.front().text));
    }
}

void PresetFilesTest::wrongFiles_data()
{
    QTest::addColumn<QByteArray>("layout");
    QTest::addColumn<QString>("text");
    const auto row = [](const char *name, const char *layout, const char *text) {
        QTest::newRow(name) << QByteArray(layout) << QString::fromLatin1(text);
    };
    row("kind", R"({"kind": "queues"})", "x: no kind is called queues");
    row("role", R"({"kind": "queue", "keys": {"redy": "a"}})", "x: queue has no role redy");
    row("option", R"({"kind": "queue", "keys": {}, "options": {"top": 1}})", "x: queue has no option top");
    row("type", R"({"kind": "queue", "keys": {"ready": {"keys": "a", "types": ["lists"]}}})",
        "x: no type of keys is called lists");
    row("score", R"({"kind": "queue", "keys": {"delayed": {"keys": "a", "score": "hours"}}})",
        "x: no score is called hours");
    row("timeout", R"({"kind": "queue", "keys": {"processing": {"keys": "a", "timeout": "late"}}})",
        "x: queue has no option late");
}

void PresetFilesTest::wrongFiles()
{
    QFETCH(const QByteArray, layout);
    QFETCH(const QString, text);
    const Result<Preset> read = parsePreset(R"({"preset": "x", "title": "X", "queue": )" + layout + "}");
    QVERIFY(!read.ok());
    QCOMPARE(read.error().message, text);
}

void PresetFilesTest::resolve()
{
    const WorkspaceResult result = parseWorkspace(
        workspaceWith(
            R"("preset": "bullmq", "prefix": "{b}", "queue": "{prefix}", "limits": {"ready": {"warning": 9}})"),
        kindInfos());
    const auto *workspace = std::get_if<Workspace>(&result);
    QVERIFY(workspace != nullptr);
    const CollectionDefinition &made = workspace->collections.front();
    QCOMPARE(QString(made.kind->id), QStringLiteral("queue"));
    QCOMPARE(made.source(*made.role(Holds::Ready)).keys({}),
             (std::vector<QByteArray>{"{b}:{prefix}:wait", "{b}:{prefix}:paused", "{b}:{prefix}:prioritized"}));
    QCOMPARE(made.role(Holds::Lease)->templates.front(), QByteArray("\\{b\\}:\\{prefix\\}:{id}:lock"));
    QCOMPARE(made.text(QLatin1StringView("consume")), QStringLiteral("right"));
    QCOMPARE(made.codec(*made.role(Holds::Delayed)->role).code(), ScoreCodec::Code::Milliseconds4096);
    QCOMPARE(made.limits.size(), std::size_t{1});
    QCOMPARE(QByteArray(made.figures()[5].title), QByteArray("failed"));
}

void PresetFilesTest::optionsGoBefore()
{
    const auto staleAfter = [](const QByteArray &options) {
        const WorkspaceResult result =
            parseWorkspace(workspaceWith(R"("preset": "celery", "part": "unacked")" + options), kindInfos());
        const auto &made = std::get<Workspace>(result).collections.front();
        return made.codec(*made.role(Holds::Processing)->role).timeOf(1'000'000).value().count();
    };
    QCOMPARE(staleAfter({}), (1'000'000 + 3'600) * 1'000LL);
    QCOMPARE(staleAfter(R"(, "options": {"staleAfter": "10s"})"), (1'000'000 + 10) * 1'000LL);
    QVERIFY(staleAfter(R"(, "options": {"staleAfter": null})") > 800'000'000LL * 1'000); // never
}

void PresetFilesTest::writtenAsRead_data()
{
    QTest::addColumn<QByteArray>("members");
    QTest::newRow("prefix") << QByteArray(R"("preset": "bullmq", "prefix": "bull", "queue": "mail")");
    QTest::newRow("empty prefix") << QByteArray(R"("preset": "bullmq", "prefix": "", "queue": "mail")");
    QTest::newRow("no prefix") << QByteArray(R"("preset": "rq", "queue": "default")");
    QTest::newRow("part") << QByteArray(R"("preset": "sidekiq", "part": "retry")");
    QTest::newRow("options") << QByteArray(
        R"("preset": "celery", "part": "unacked", "options": {"staleAfter": "5m"}, "limits": {"stale": null}, "bound": {"keep": 9})");
}

void PresetFilesTest::writtenAsRead()
{
    QFETCH(const QByteArray, members);
    const WorkspaceResult result = parseWorkspace(workspaceWith(members), kindInfos());
    const auto *workspace = std::get_if<Workspace>(&result);
    QVERIFY(workspace != nullptr);
    const QJsonObject given = QJsonDocument::fromJson(R"({"name": "n", )" + members + "}").object();
    QCOMPARE(collectionToJson(workspace->collections.front()), given);
    const QByteArray written = workspaceToJson(*workspace);
    QCOMPARE(QJsonDocument::fromJson(written)[QStringLiteral("collections")][0].toObject(), given);
    QCOMPARE(std::get<Workspace>(parseWorkspace(written, kindInfos())), *workspace);
}

void PresetFilesTest::mistakes_data()
{
    QTest::addColumn<QByteArray>("members");
    QTest::addColumn<QString>("problem");
    const auto row = [](const char *name, const char *members, const char *problem) {
        QTest::newRow(name) << QByteArray(members) << QString::fromLatin1(problem);
    };
    row("preset", R"("preset": "sidekik", "queue": "q")",
        "/preset: preset 'sidekik' is unknown; did you mean 'sidekiq'?");
    row("no queue", R"("preset": "sidekiq")", "/queue: is missing");
    row("both", R"("preset": "sidekiq", "queue": "q", "part": "dead")",
        ": must hold one of 'queue' or 'part', not both");
    row("part", R"("preset": "sidekiq", "part": "ded")", "/part: 'ded' of Sidekiq is unknown; did you mean 'dead'?");
    row("no parts", R"("preset": "rq", "part": "dead")", "/part: 'dead' of RQ is unknown");
    row("keys", R"("preset": "rq", "queue": "q", "keys": {})",
        "/keys: unknown; it may be 'name', 'preset', 'prefix', 'queue', 'part', 'options', 'limits' or 'bound'");
    row("type", R"("preset": 7, "queue": "q")", "/preset: must be a string, not a number");
    row("empty", R"("preset": "rq", "queue": " ")", "/queue: is empty");
    row("option", R"("preset": "rq", "queue": "q", "options": {"top": 1})",
        "/options/top: unknown; it may be 'consume', 'staleAfter', 'maxAttempts', 'fields', 'id', 'unit' or 'redact'");
    row("figure", R"("preset": "sidekiq", "part": "retry", "limits": {"ready": {"warning": 1}})",
        "/limits/ready: unknown; it may be 'delayed', 'due', 'lagMs', 'nextDueMs', 'processing', 'stale' or 'dead'");
}

void PresetFilesTest::mistakes()
{
    QFETCH(const QByteArray, members);
    QFETCH(const QString, problem);
    const WorkspaceResult result = parseWorkspace(workspaceWith(members), kindInfos());
    const auto *problems = std::get_if<WorkspaceProblems>(&result);
    QVERIFY(problems != nullptr);
    QCOMPARE(problems->size(), std::size_t{1});
    QCOMPARE(problems->front().where + QStringLiteral(": ") + problems->front().text,
             QStringLiteral("/collections/0") + problem);
}

QTEST_GUILESS_MAIN(PresetFilesTest)
#include "tst_presetfiles.moc"
