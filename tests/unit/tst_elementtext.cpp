// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/elementtext.h"
#include "redis/types/redaction.h"
#include "redis/types/workspace.h"

#include <QJsonArray>
#include <QTest>

using namespace plimsoll;
using namespace plimsoll::models;

/// Tests how options of a collection change the text of its elements: hidden fields, attempts.
class TestElementText final : public QObject {
    Q_OBJECT

private slots:
    void redacts_data();
    void redacts();
    void everyBeginningOfADocument();
    void namesHideWhatIsRedacted();
    void nothingIsInvisible_data();
    void nothingIsInvisible();
    void entriesThatWereNotReadSaySo();
    void listsHaveDeadlinesByTheirStart();
    void attemptsOfTheCollectionNeedARecord();
};

void TestElementText::redacts_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("shown");
    const auto row = [](const char *name, const char *text, const char *shown) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(shown);
    };
    row("text", R"({"card": "4111", "n": 1})", R"({"card": "•••", "n": 1})");
    row("number", R"({"card":4111,"n":1})", R"({"card":"•••","n":1})");
    row("last number", R"({"card":4111})", R"({"card":"•••"})");
    row("object", R"({"card": {"no": "4}1", "cvc": [1, 2]}, "n": 1})", R"({"card": "•••", "n": 1})");
    row("array", R"([{"card": [4, "]", 1]}, {"n": 1}])", R"([{"card": "•••"}, {"n": 1}])");
    row("deep", R"({"a": [{"b": {"card": true}}]})", R"({"a": [{"b": {"card": "•••"}}]})");
    row("escaped quote", R"({"card": "4\"1\\", "n": 1})", R"({"card": "•••", "n": 1})");
    row("escaped name", R"({"c\u0061rd": "4111"})", R"({"c\u0061rd": "•••"})");
    row("a value of that name", R"({"n": "card", "m": "4111"})", R"({"n": "card", "m": "4111"})");
    row("blanks", "{ \"card\" \n :\t 4111 , \"n\":1}", "{ \"card\" \n :\t \"•••\" , \"n\":1}");
    row("cut in the value", R"({"n":1,"card": "411)", R"({"n":1,"card": "•••")");
    row("cut in an object", R"({"card": {"no": "411)", R"({"card": "•••")");
    row("cut after the colon", R"({"card":)", R"({"card":"•••")");
    row("not a value", R"({"card": 41 "11" {"no": 4111}, "n": 1})", R"({"card": "•••", "n": 1})");
    row("no value", R"({"card": , "n": {"card": }})", R"({"card": "•••", "n": {"card": "•••"}})");
    row("JSON in a string", R"({"data": "{\"card\": \"4111\", \"n\": 1}", "n": "\u00e4"})",
        R"({"data": "{\"card\": \"•••\", \"n\": 1}", "n": "\u00e4"})");
    row("JSON in an element of an array", R"(["a\"b", "[{\"card\":4111}]"])", R"(["a\"b", "[{\"card\":\"•••\"}]"])");
    row("JSON twice in a string", R"({"a": "{\"b\":\"{\\\"card\\\":4111}\"}"})",
        R"({"a": "{\"b\":\"{\\\"card\\\":\\\"•••\\\"}\"}"})");
    row("JSON in the only string", R"("{\"card\":4111}")", R"("{\"card\":\"•••\"}")");
    row("JSON in a string, spelled with escapes", R"({"a": "\u007b\u0022c\u0061rd\u0022:4111}"})",
        R"({"a": "{\"card\":\"•••\"}"})");
    row("JSON cut in a string", R"({"a": "{\"card\":41)", R"({"a": "{\"card\":\"•••\"")");
    row("a string that nothing is hidden in", R"({"a": "{\"n\":\u0031}"})", R"({"a": "{\"n\":\u0031}"})");
    row("not JSON", R"(card "card": 4111)", R"(card "card": 4111)");
    row("empty", "", "");
}

void TestElementText::redacts()
{
    QFETCH(QByteArray, text);
    QTEST(redactedJson(text, {QStringLiteral("card")}), "shown");
    QCOMPARE(redactedJson(text, {}), text);
}

void TestElementText::everyBeginningOfADocument()
{
    const QByteArray whole = R"({"n": [1, {"card": {"no": "4111", "x": [7]}}], "card": "5\"555", "m": "ok"})";
    const QByteArray nested = R"({"n": "{\"a\":\"{\\\"card\\\":\\\"4111\\\"}\",\"card\":\"5\\u0035\\\"555\"}"})";
    for (const QByteArray &document : {whole, nested}) {
        for (qsizetype length = 0; length <= document.size(); ++length) {
            const QByteArray shown = redactedJson(document.left(length), {QStringLiteral("card")});
            QVERIFY2(!shown.contains("4111") && !shown.contains("555"), shown.constData());
        }
    }
}

void TestElementText::nothingIsInvisible_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("shown");
    const auto row = [](const char *name, const QString &text, const QString &shown) {
        QTest::newRow(name) << text.toUtf8() << shown;
    };
    row("override", QStringLiteral("\u202Etxt.exe"), QStringLiteral("\\u202etxt.exe"));
    row("isolate", QStringLiteral("a\u2066b\u2069"), QStringLiteral("a\\u2066b\\u2069"));
    row("marks", QStringLiteral("\u200E\u200F\u061C"), QStringLiteral("\\u200e\\u200f\\u061c"));
    row("no width", QStringLiteral("a\u200Bb\uFEFF"), QStringLiteral("a\\u200bb\\ufeff"));
    row("soft hyphen", QStringLiteral("a\u00ADb"), QStringLiteral("a\\u00adb"));
    row("line", QStringLiteral("a\u2028b"), QStringLiteral("a\\u2028b"));
    row("blank letter", QStringLiteral("a\u3164"), QStringLiteral("a\\u3164"));
    row("C1 control", QStringLiteral("a\u0085"), QStringLiteral("a\\u0085"));
    row("tag", QString::fromUcs4(U"a\U000E0041"), QStringLiteral("a\\udb40\\udc41"));
    row("control", QStringLiteral("a\nb"), QStringLiteral("a\\x0ab"));
    row("right-to-left words", QStringLiteral("\u05E9\u05DC\u05D5\u05DD"), QStringLiteral("\u05E9\u05DC\u05D5\u05DD"));
    row("picture", QString::fromUcs4(U"\U0001F600"), QString::fromUcs4(U"\U0001F600"));
    row("accents", QStringLiteral("\u00E9\u20AC"), QStringLiteral("\u00E9\u20AC"));
    row("empty", {}, QStringLiteral("(empty)"));
    row("a space", QStringLiteral(" "), QStringLiteral("(1 space)"));
    row("spaces", QStringLiteral("   "), QStringLiteral("(3 spaces)"));
    row("other blanks", QStringLiteral("\u3000 "), QStringLiteral("(4 bytes of blanks)"));
    row("words", QStringLiteral(" a "), QStringLiteral(" a "));
}

void TestElementText::nothingIsInvisible()
{
    QFETCH(QByteArray, bytes);
    QTEST(elementText(bytes, 60), "shown");
    Element element;
    element.element = bytes;
    QTEST(elementName(element, {}, 60), "shown");
    QTEST(elementBytes(element, {}, 60), "shown");
}

void TestElementText::entriesThatWereNotReadSaySo()
{
    Element entry;
    entry.fieldsUnread = true;
    QVERIFY(fieldsText(entry, {}, 200).contains(QLatin1String("not read")));
    entry.fieldsUnread = false;
    QCOMPARE(fieldsText(entry, {}, 200), QString());
    entry.fields.emplace_back("order", "7");
    QCOMPARE(fieldsText(entry, {}, 200), QStringLiteral("order=7"));
}

void TestElementText::listsHaveDeadlinesByTheirStart()
{
    using namespace std::chrono_literals;
    ElementRules rules;
    Element element;
    element.state = QLatin1StringView("stale");
    element.startedAt = 1000s;
    QCOMPARE(deadlineOf(element, rules), std::nullopt);
    rules.staleAfter = 60s;
    QCOMPARE(deadlineOf(element, rules), std::optional<std::chrono::milliseconds>(1060s));
    element.state = QLatin1StringView("ready"); // it was started once, and put back
    QCOMPARE(deadlineOf(element, rules), std::nullopt);
    element.due = 7s;
    QCOMPARE(deadlineOf(element, rules), std::optional<std::chrono::milliseconds>(7s));
}

void TestElementText::namesHideWhatIsRedacted()
{
    Element element;
    element.element = R"({"card": "4111"})";
    const ElementRules rules{{QStringLiteral("card")}, {}};
    QCOMPARE(elementName(element, rules, 100), QString::fromUtf8(R"({"card": "•••"})"));
    element.id = "8f32-02";
    QCOMPARE(elementName(element, rules, 100), QStringLiteral("8f32-02"));
    QCOMPARE(elementBytes(element, rules, 100), QString::fromUtf8(R"({"card": "•••"})"));
}

void TestElementText::attemptsOfTheCollectionNeedARecord()
{
    CollectionDefinition definition;
    definition.options = {{QStringLiteral("maxAttempts"), 3},
                          {QStringLiteral("redact"), QJsonArray{QStringLiteral("card")}}};
    QCOMPARE(ElementRules::of(definition), (ElementRules{{QStringLiteral("card")}, {}}));
    Element element;
    QCOMPARE(attemptsText(element, {{}, 3}), QStringLiteral("–"));
    element.attempts = 2;
    QCOMPARE(attemptsText(element, {}), QStringLiteral("2"));
    QCOMPARE(attemptsText(element, {{}, 3}), QStringLiteral("2 of 3"));
    element.maxAttempts = 5;
    QCOMPARE(attemptsText(element, {{}, 3}), QStringLiteral("2 of 5"));
    element.attempts = 8; // no share
    QCOMPARE(attemptsText(element, {}), QStringLiteral("8, limit 5"));
}

QTEST_GUILESS_MAIN(TestElementText)
#include "tst_elementtext.moc"
