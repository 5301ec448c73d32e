// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/documents/jsonwriter.h"
#include "models/documents/numbertext.h"
#include "app/formats/operationformat.h"
#include "app/formats/snapshotformat.h"
#include "tests/support/snapshotbuilder.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

#include <limits>

using namespace plimsoll;
using namespace plimsoll::app;

/// The text that programs read: to the byte, since scripts compare it.
class TestFormats final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::German)); } // nothing of it may show
    void numbers_data();
    void numbers();
    void layouts();
    void textComesBack_data();
    void textComesBack();
    void bytesThatAreNoText();
    void takenTwice();
    void snapshotAsJson();
    void snapshotAsOpenMetrics();
    void snapshotAsTable();
    void colourChangesNoText();
    void skippedElementsHaveAReason();
    void nothingChangedIsNotDone();

private:
    static SnapshotPtr sample();
};

/// A note about something else does not take the place of the reason.
void TestFormats::skippedElementsHaveAReason()
{
    OperationReport undo;
    undo.id = QStringLiteral("u1");
    undo.action = Action::Undo;
    undo.collection = QStringLiteral("orders");
    undo.matched = 5;
    undo.moved = 3;
    undo.skipped = 2;
    undo.state = OperationState::Done;
    QVERIFY2(operationText(undo).contains("2 skipped, because they changed meanwhile\n"),
             operationText(undo).constData());
    undo.notes = {QStringLiteral("The server shows these consumers as just seen, even dead ones.")};
    QVERIFY2(operationText(undo).contains("2 skipped, because they changed meanwhile or for a reason below\n"),
             operationText(undo).constData());
    QVERIFY2(operationText(undo).endsWith("\nThe server shows these consumers as just seen, even dead ones.\n"),
             operationText(undo).constData());
}

void TestFormats::nothingChangedIsNotDone()
{
    OperationReport requeue;
    requeue.id = QStringLiteral("r1");
    requeue.action = Action::Requeue;
    requeue.collection = QStringLiteral("orders");
    requeue.matched = requeue.skipped = 2;
    requeue.state = OperationState::Done;
    const QByteArray table = operationsTable({requeue});
    QVERIFY2(table.contains("  nothing changed  ") && !table.contains("  done  "), table.constData());
}

void TestFormats::numbers_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("zero") << 0.0 << QByteArray("0");
    QTest::newRow("negative zero") << -0.0 << QByteArray("0");
    QTest::newRow("whole") << 1200.0 << QByteArray("1200");
    QTest::newRow("negative") << -4.0 << QByteArray("-4");
    QTest::newRow("largest whole") << 9007199254740992.0 << QByteArray("9007199254740992");
    QTest::newRow("fraction") << 0.31 << QByteArray("0.31");
    QTest::newRow("sum") << 0.1 + 0.2 << QByteArray("0.30000000000000004");
    QTest::newRow("large") << 1e300 << QByteArray("1e+300");
    QTest::newRow("smallest") << -std::numeric_limits<double>::denorm_min() << QByteArray("-5e-324");
    QTest::newRow("unknown") << unknownFigure << QByteArray("null");
    QTest::newRow("infinite") << std::numeric_limits<double>::infinity() << QByteArray("null");
}

void TestFormats::numbers()
{
    QFETCH(const double, value);
    QFETCH(const QByteArray, text);
    JsonWriter json(JsonWriter::Layout::Line);
    json.beginArray();
    json.number({}, value);
    json.endArray();
    QCOMPARE(json.take(), '[' + text + "]\n");
}

void TestFormats::layouts()
{
    const auto write = [](JsonWriter::Layout layout) {
        JsonWriter json(layout);
        json.beginObject();
        json.integer("z", 1);
        json.integer("a", std::nullopt);
        json.beginObject("empty");
        json.endObject();
        json.beginArray("list");
        json.boolean({}, true);
        json.knownText({}, QString());
        json.endArray();
        json.beginArray("none");
        json.endArray();
        json.text("", QString());
        json.endObject();
        return json.take();
    };
    QCOMPARE(write(JsonWriter::Layout::Line),
             R"({"z":1,"a":null,"empty":{},"list":[true,null],"none":[],"":""})"
             "\n");
    QCOMPARE(write(JsonWriter::Layout::Indented),
             "{\n  \"z\": 1,\n  \"a\": null,\n  \"empty\": {},\n  \"list\": [\n    true,\n    null\n  ],\n"
             "  \"none\": [],\n  \"\": \"\"\n}\n");
}

void TestFormats::textComesBack_data()
{
    QTest::addColumn<QString>("text");
    QString controls;
    for (char16_t c = 0; c < 0x20; ++c) {
        controls += QChar(c);
    }
    QTest::newRow("controls") << controls + QChar(0x7f);
    QTest::newRow("quotes") << QStringLiteral(R"(say "yes\no" /)");
    QTest::newRow("beyond ASCII") << QStringLiteral("Grüße, 日本, 🚢");
    QTest::newRow("line separators") << QString(QChar(0x2028)) + QChar(0x2029);
    QTest::newRow("long") << QString(100'000, QChar(0x20AC));
}

void TestFormats::textComesBack()
{
    QFETCH(const QString, text);
    JsonWriter json(JsonWriter::Layout::Line);
    json.beginObject();
    json.text("text", text);
    json.endObject();
    const QByteArray document = json.take();
    QCOMPARE(document.count('\n'), 1); // a document a line
    QCOMPARE(QJsonDocument::fromJson(document).object().value(QLatin1String("text")).toString(), text);
}

void TestFormats::bytesThatAreNoText()
{
    JsonWriter json(JsonWriter::Layout::Line);
    json.beginObject();
    json.bytes("text", "job\x01");
    json.bytes("binary", QByteArrayView("\xff\x00", 2));
    json.bytes("nothing", {});
    json.endObject();
    QCOMPARE(json.take(),
             R"({"text":"job\u0001","binary":{"base64":"/wA="},"nothing":""})"
             "\n");
}

void TestFormats::takenTwice()
{
    JsonWriter json(JsonWriter::Layout::Line);
    for (int i = 0; i < 2; ++i) {
        json.beginObject();
        json.integer("n", i);
        json.endObject();
        QCOMPARE(json.take(), "{\"n\":" + QByteArray::number(i) + "}\n");
    }
}

SnapshotPtr TestFormats::sample()
{
    auto workspace = std::make_shared<Workspace>();
    workspace->name = QStringLiteral("orders");
    test::SnapshotBuilder builder;
    builder.setWorkspace(workspace);
    auto snapshot = std::make_shared<Snapshot>(*builder.make(
        std::chrono::milliseconds(1'700'000'000'123),
        {QStringLiteral(R"(a "b" | members | warning | members=1234 growthPerMinute=0.5 ttlMs=1500 | x=1 y=2 x=1 | )"
                        "| members: warning: 1,234 members, limit 1,000"),
         QStringLiteral("none | members | error | | z=nan | | -: error: gone")}));
    ServerInfo &server = snapshot->server.nodes.emplace_back().info;
    server.address = QStringLiteral("127.0.0.1:6379");
    server.version = QStringLiteral("7.0.15");
    snapshot->roundTrip = std::chrono::microseconds(310);
    snapshot->pollTime = std::chrono::microseconds(1900);
    snapshot->commands = 14;
    return snapshot;
}

void TestFormats::snapshotAsJson()
{
    const QByteArray document = snapshotJson(*sample(), JsonWriter::Layout::Line);
    QCOMPARE(
        document,
        R"({"plimsoll":1,"workspace":"orders","time":"2023-11-14T22:13:20.123Z","server":{"address":"127.0.0.1:6379",)"
        R"("name":null,"version":"7.0.15","mode":null,"role":null,"roundTripMs":0.31,"pollMs":1.9,"commands":14},"collections":[)"
        R"({"name":"a \"b\"","kind":"members","state":"warning","figures":{"members":1234,"growthPerMinute":0.5,)"
        R"("ttlMs":1500},"keys":{"x":1,"y":2},"problems":[{"figure":"members","level":"warning",)"
        R"("text":"1,234 members, limit 1,000"}]},{"name":"none","kind":"members","state":"error","figures":{)"
        R"("members":null,"growthPerMinute":null,"ttlMs":null},"keys":{"z":null},"problems":[{"figure":null,)"
        R"("level":"error","text":"gone"}]}]})"
        "\n");
}

void TestFormats::snapshotAsOpenMetrics()
{
    QCOMPARE(snapshotOpenMetrics(*sample()),
             "# TYPE plimsoll_collection gauge\n"
             "# HELP plimsoll_collection A figure of a collection; durations in seconds.\n"
             "plimsoll_collection{collection=\"a \\\"b\\\"\",kind=\"members\",figure=\"members\"} 1234\n"
             "plimsoll_collection{collection=\"a \\\"b\\\"\",kind=\"members\",figure=\"growthPerMinute\"} 0.5\n"
             "plimsoll_collection{collection=\"a \\\"b\\\"\",kind=\"members\",figure=\"ttlSeconds\"} 1.5\n"
             "# TYPE plimsoll_collection_state gauge\n"
             "# HELP plimsoll_collection_state 0 ok, 0.5 unknown, 1 warning, 2 critical, 3 error.\n"
             "plimsoll_collection_state{collection=\"a \\\"b\\\"\",kind=\"members\"} 1\n"
             "plimsoll_collection_state{collection=\"none\",kind=\"members\"} 3\n"
             "# TYPE plimsoll_poll_seconds gauge\n"
             "# UNIT plimsoll_poll_seconds seconds\n"
             "# HELP plimsoll_poll_seconds How long the poll took.\n"
             "plimsoll_poll_seconds 0.0019\n"
             "# EOF\n");
}

void TestFormats::snapshotAsTable()
{
    const QStringList lines = QString::fromUtf8(snapshotTable(*sample())).split(u'\n');
    QCOMPARE(lines.mid(2),
             QStringList({QStringLiteral("MEMBERS  STATE    MEMBERS  GROWTHPERMINUTE  TTLMS"),
                          QStringLiteral("a \"b\"    warning    1.234         +0,5/min    1 s"),
                          QStringLiteral("none     error          –                –      –"), QString(),
                          QStringLiteral("warning: a \"b\": 1,234 members, limit 1,000"),
                          QStringLiteral("error: none: gone"), QString()}));
}

/// Without its escape sequences, a coloured table is the other one.
void TestFormats::colourChangesNoText()
{
    const QString plain = QString::fromUtf8(snapshotTable(*sample()));
    QString coloured = QString::fromUtf8(snapshotTable(*sample(), Colour::On));
    QVERIFY(!plain.contains(u'\x1b'));
    QVERIFY2(coloured.contains(QLatin1String("\x1b[31merror\x1b[0m"))
                 || coloured.contains(QLatin1String("\x1b[33mwarning\x1b[0m")),
             qPrintable(coloured));
    static const QRegularExpression escape(QStringLiteral("\x1b\\[[0-9]+m"));
    QCOMPARE(coloured.remove(escape), plain);
}

QTEST_GUILESS_MAIN(TestFormats)
#include "tst_formats.moc"
