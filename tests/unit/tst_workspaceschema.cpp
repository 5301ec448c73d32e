// SPDX-License-Identifier: GPL-3.0-or-later
// Valijson's adapter for Qt is written without these restrictions.
#undef QT_NO_CAST_FROM_ASCII
#undef QT_NO_CAST_TO_ASCII
#undef QT_NO_CAST_FROM_BYTEARRAY

#include "redis/collections/kinds.h"
#include "redis/frameworks/presets.h"
#include "redis/workspace/workspacefile.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <valijson/adapters/qtjson_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include <map>

using namespace plimsoll;
using namespace plimsoll::redis;

namespace {

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray sample(const QString &name)
{
    return contents(QStringLiteral(PLIMSOLL_TEST_DATA "/workspaces/") + name);
}

/// The value with what stands at the path replaced, or removed when the new value is undefined.
QJsonValue replaced(const QJsonValue &value, const QStringList &path, const QJsonValue &with)
{
    if (path.isEmpty()) {
        return with;
    }
    if (value.isArray()) {
        QJsonArray array = value.toArray();
        const qsizetype index = path.first().toLongLong();
        array[index] = replaced(array.at(index), path.mid(1), with);
        return array;
    }
    QJsonObject object = value.toObject();
    const QJsonValue changed = replaced(object.value(path.first()), path.mid(1), with);
    if (changed.isUndefined()) {
        object.remove(path.first());
    } else {
        object.insert(path.first(), changed);
    }
    return object;
}

} // namespace

/// The shipped schema and the program's own checks must not drift apart: editors show the one, the program the other.
class WorkspaceSchemaTest final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void agreesOnFiles_data();
    void agreesOnFiles();
    void agreesOnOneMistake_data();
    void agreesOnOneMistake();
    void agreesOnPresets();
    void agreesOnWrongPresets_data();
    void agreesOnWrongPresets();

private:
    [[nodiscard]] bool schemaTakes(const QJsonValue &workspace) const
    {
        valijson::Validator validator;
        const valijson::adapters::QtJsonAdapter target(workspace);
        return validator.validate(m_schema, target, nullptr);
    }
    [[nodiscard]] QJsonObject definition(const QString &name) const
    {
        return m_json.value(QStringLiteral("definitions")).toObject().value(name).toObject();
    }

    QJsonObject m_json;
    valijson::Schema m_schema;
};

void WorkspaceSchemaTest::initTestCase()
{
    const QJsonDocument document = QJsonDocument::fromJson(contents(QStringLiteral(PLIMSOLL_SCHEMA)));
    QVERIFY(document.isObject());
    m_json = document.object();
    const QJsonValue root(m_json);
    const valijson::adapters::QtJsonAdapter adapter(root);
    valijson::SchemaParser(valijson::SchemaParser::kDraft7).populateSchema(adapter, m_schema);
}

void WorkspaceSchemaTest::agreesOnFiles_data()
{
    QTest::addColumn<QString>("file");
    for (const char *file : {"contract", "smallest", "every-member", "structure", "types", "connection", "collections",
                             "settings", "notify", "hundred"}) {
        QTest::newRow(file) << QString::fromLatin1(file) + QStringLiteral(".json");
    }
}

void WorkspaceSchemaTest::agreesOnFiles()
{
    QFETCH(const QString, file);
    const QByteArray json = sample(file);
    QCOMPARE(schemaTakes(QJsonDocument::fromJson(json).object()),
             std::holds_alternative<Workspace>(parseWorkspace(json, kindInfos())));
}

void WorkspaceSchemaTest::agreesOnOneMistake_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QJsonValue>("value");
    QTest::addColumn<bool>("good");
    const auto row = [](const char *path, const QJsonValue &value, bool good = false) {
        QTest::addRow("%s %s", path, QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact).constData())
            << QString::fromLatin1(path) << value << good;
    };
    const QJsonValue missing(QJsonValue::Undefined);
    row("plimsoll", missing);
    row("plimsoll", 2);
    row("plimsoll", QStringLiteral("1"));
    row("name", missing, true);
    row("name", QStringLiteral(" "));
    row("extra", 1);
    row("connection", missing);
    row("connection/url", missing);
    row("connection/url", QStringLiteral("http://x"));
    row("connection/url", QStringLiteral("unix:///tmp/redis.sock?db=3"), true);
    row("connection/url", QStringLiteral("redis+sentinel://a:26379,b:26379/main/0"), true);
    row("connection/url", QStringLiteral("rediss+cluster://a"), true);
    row("connection/serverName", QString());
    row("connection/addressMap", QJsonArray());
    row("connection/addressMap/a", QStringLiteral("b:7001"), true);
    row("connection/addressMap/a", 7001);
    row("connection/sentinel/user", QStringLiteral("watch"), true);
    row("connection/sentinel/password", QStringLiteral("x"));
    row("connection/ssh", QStringLiteral("bastion"), true);
    row("connection/ssh", QStringLiteral("ops@[::1]:2222"), true);
    row("connection/ssh", QStringLiteral("-oProxyCommand=true"));
    row("connection/ssh", QStringLiteral("ops@-oProxyCommand"));
    row("connection/ssh", QStringLiteral("$(id)@bastion"));
    row("connection/ssh", QStringLiteral("bastion;id"));
    row("connection/ssh", QString());
    row("connection/proxy", QStringLiteral("ftp://a:21"));
    row("connection/replicas", 1);
    row("connection/passwordCommand", QJsonArray{QStringLiteral("pass"), QStringLiteral("show")}, true);
    row("connection/passwordCommand", QJsonArray());
    row("connection/passwordCommand", QStringLiteral("pass show"));
    row("connection/passwordCommand", QJsonArray{1});
    row("connection/verify", false, true);
    row("connection/verify", QStringLiteral("no"));
    row("connection/keyFile", missing);
    row("connection/certFile", missing);
    row("connection/readOnly", 1);
    row("connection/colour", QStringLiteral("#12345"));
    row("connection/colour", QStringLiteral("#ABCDEF"), true);
    row("pollMs", 99);
    row("pollMs", 100, true);
    row("pollMs", 3'600'000, true);
    row("pollMs", 3'600'001);
    row("pollMs", 1000.5);
    row("maxKeys", 0);
    row("maxKeys", 1'000, true);
    row("maxKeys", 2'000'001);
    row("polling", QStringLiteral("tracking"), true);
    row("polling", QStringLiteral("Tracking"));
    row("polling", true);
    row("collections", missing);
    row("collections", QJsonArray(), true);
    row("collections/0/name", missing);
    row("collections/0/name", QString());
    row("collections/0/kind", QStringLiteral("queues"));
    row("collections/0/keys", missing);
    row("collections/0/keys/ready", missing);
    row("collections/0/keys/ready", QJsonArray());
    row("collections/0/keys/ready", QStringLiteral("one"), true);
    row("collections/0/keys/ready", QJsonArray{QStringLiteral("a"), QStringLiteral("a")});
    row("collections/0/keys/processing", QJsonArray{QStringLiteral("a")});
    row("collections/0/keys/processing", QString());
    row("collections/0/keys/job", QStringLiteral("job"));
    row("collections/0/keys/unheard", QStringLiteral("x"));
    row("collections/0/options/top", 5);
    row("collections/0/options/consume", QStringLiteral("up"));
    row("collections/0/options/staleAfter", QStringLiteral("30"));
    row("collections/0/options/staleAfter", QStringLiteral("0s"));
    row("collections/0/options/staleAfter", QStringLiteral("500ms"), true);
    row("collections/0/options/staleAfter", QJsonValue::Null, true);
    row("collections/0/options/maxAttempts", QJsonValue::Null);
    row("collections/0/options/maxAttempts", 0);
    row("collections/0/options/id", QStringLiteral("uuid"));
    row("collections/0/options/id", QStringLiteral("json:uuid"), true);
    row("collections/0/options/redact", QJsonArray{QString()});
    row("collections/0/options/fields", QJsonObject{{QStringLiteral("created"), 1}});
    row("collections/0/limits/ready", QJsonObject());
    row("collections/0/limits/ready/warn", 1);
    row("collections/0/limits/ready/below", 1);
    const QString member = QStringLiteral("unchangedFor");
    const QJsonObject same{{QStringLiteral("warning"), QStringLiteral("10m")}};
    row("collections/0/limits/ready/for", QStringLiteral("5m"), true);
    row("collections/0/limits/ready/for", 5);
    row("collections/0/limits/ready/for", QStringLiteral("5"));
    row("collections/0/limits/ready/clear", 900, true);
    row("collections/0/limits/ready/clear", QStringLiteral("900"));
    row("collections/0/limits/ready/unchangedFor", same, true);
    row("collections/0/limits/ready/unchangedFor", QJsonObject());
    row("collections/0/limits/ready/unchangedFor", QStringLiteral("10m"));
    row("collections/0/limits/ready/unchangedFor/until", 1);
    row("collections/0/limits/dead", QJsonObject{{member, same}}, true);
    row("collections/0/limits/dead", QJsonObject{{member, same}, {QStringLiteral("for"), QStringLiteral("1m")}});
    row("collections/0/limits/dead", QJsonObject{{member, same}, {QStringLiteral("clear"), 1}});
    row("collections/0/limits/dead", QJsonObject{{member, same}, {QStringLiteral("below"), true}});
    row("collections/0/limits/unheard", QJsonObject{{QStringLiteral("warning"), 1}});
    row("notify", QJsonObject(), true);
    row("notify", QJsonArray());
    row("notify/from", QStringLiteral("critical"), true);
    row("notify/from", QStringLiteral("error"));
    row("notify/unknownFor", QStringLiteral("5m"), true);
    row("notify/unknownFor", 5);
    row("notify/desktop", true, true);
    row("notify/desktop", 1);
    row("notify/command", QJsonArray{QStringLiteral("page")}, true);
    row("notify/command", QJsonArray());
    row("notify/command", QStringLiteral("page"));
    row("notify/webhook", QStringLiteral("https://hooks.example/${TOKEN}"), true);
    row("notify/webhook", QStringLiteral("ftp://hooks.example"));
    row("notify/mail", 1);
    row("collections/1/bound", QJsonObject());
    row("collections/1/bound/keep", -1);
    row("collections/1/bound/keep", 0, true);
    row("collections/1/bound/ttl", true);
    row("collections/1/bound", QJsonObject{{QStringLiteral("ttl"), true}}, true);
    row("collections/1/bound", QJsonObject{{QStringLiteral("ttl"), false}});
    row("collections/1/bound", QJsonObject{{QStringLiteral("maxAge"), QStringLiteral("7 d")}});
    row("collections/1/bound", QJsonObject{{QStringLiteral("approved"), QString()}});
}

void WorkspaceSchemaTest::agreesOnOneMistake()
{
    QFETCH(const QString, path);
    QFETCH(const QJsonValue, value);
    QFETCH(const bool, good);
    const QJsonValue original(QJsonDocument::fromJson(sample(QStringLiteral("contract.json"))).object());
    const QJsonObject changed = replaced(original, path.split(u'/'), value).toObject();
    const WorkspaceResult result = parseWorkspace(QJsonDocument(changed).toJson(), kindInfos());
    QCOMPARE(std::holds_alternative<Workspace>(result), good);
    QCOMPARE(schemaTakes(changed), good);
    if (!good) {
        QCOMPARE(std::get<WorkspaceProblems>(result).size(), std::size_t{1});
    }
}

namespace {

QJsonObject workspaceWith(QJsonObject collection)
{
    collection.insert(QStringLiteral("name"), QStringLiteral("n"));
    return {{QStringLiteral("plimsoll"), 1},
            {QStringLiteral("connection"), QJsonObject{{QStringLiteral("url"), QStringLiteral("redis://h")}}},
            {QStringLiteral("collections"), QJsonArray{collection}}};
}

} // namespace

void WorkspaceSchemaTest::agreesOnPresets()
{
    const auto collectionOf = [](const Preset &preset, const QString &part) {
        return QJsonObject{{QStringLiteral("preset"), preset.id},
                           part.isEmpty() ? std::pair(QStringLiteral("queue"), QJsonValue(QStringLiteral("q")))
                                          : std::pair(QStringLiteral("part"), QJsonValue(part))};
    };
    for (const Preset &preset : presets()) {
        for (const PresetLayout &layout : preset.layouts) {
            QJsonObject collection = collectionOf(preset, layout.part);
            QVERIFY2(schemaTakes(workspaceWith(collection)), qPrintable(preset.id + layout.part));
            // Options and limits are those of its kind.
            for (const KindInfo *kind : kindInfos()) {
                const QString figure(kind->figures[0].id);
                collection.insert(QStringLiteral("limits"),
                                  QJsonObject{{figure, QJsonObject{{QStringLiteral("warning"), 1}}}});
                QCOMPARE(schemaTakes(workspaceWith(collection)), layout.kind->figureIndex(figure) >= 0);
            }
        }
        for (const Preset &other : presets()) {
            for (const PresetLayout &layout : other.layouts) {
                if (!layout.part.isEmpty()) {
                    QCOMPARE(schemaTakes(workspaceWith(collectionOf(preset, layout.part))),
                             preset.layout(layout.part) != nullptr);
                }
            }
        }
    }
}

void WorkspaceSchemaTest::agreesOnWrongPresets_data()
{
    QTest::addColumn<QByteArray>("collection");
    QTest::newRow("preset") << QByteArray(R"({"preset": "bulmq", "queue": "q"})");
    QTest::newRow("no queue") << QByteArray(R"({"preset": "rq"})");
    QTest::newRow("empty queue") << QByteArray(R"({"preset": "rq", "queue": " "})");
    QTest::newRow("both") << QByteArray(R"({"preset": "sidekiq", "queue": "q", "part": "dead"})");
    QTest::newRow("kind") << QByteArray(R"({"preset": "rq", "queue": "q", "kind": "queue"})");
    QTest::newRow("keys") << QByteArray(R"({"preset": "rq", "queue": "q", "keys": {"ready": "q"}})");
    QTest::newRow("prefix") << QByteArray(R"({"preset": "rq", "queue": "q", "prefix": 1})");
    QTest::newRow("option") << QByteArray(R"({"preset": "rq", "queue": "q", "options": {"top": 1}})");
    QTest::newRow("queue of a kind") << QByteArray(R"({"kind": "queue", "keys": {"ready": "q"}, "queue": "q"})");
}

void WorkspaceSchemaTest::agreesOnWrongPresets()
{
    QFETCH(const QByteArray, collection);
    const QJsonObject workspace = workspaceWith(QJsonDocument::fromJson(collection).object());
    QVERIFY(!std::holds_alternative<Workspace>(parseWorkspace(QJsonDocument(workspace).toJson(), kindInfos())));
    QVERIFY(!schemaTakes(workspace));
}

QTEST_GUILESS_MAIN(WorkspaceSchemaTest)
#include "tst_workspaceschema.moc"
