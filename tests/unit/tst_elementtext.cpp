// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/elementtext.h"
#include "redis/types/workspace.h"

#include <QJsonArray>
#include <QTest>

using namespace plimsoll;
using namespace plimsoll::models;

/// What collections say about how their elements are shown: hidden fields, attempts.
class TestElementText final : public QObject {
    Q_OBJECT

private slots:
    void redacts_data();
    void redacts();
    void everyBeginningOfADocument();
    void namesHideWhatIsRedacted();
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
    for (qsizetype length = 0; length <= whole.size(); ++length) {
        const QByteArray shown = redactedJson(whole.left(length), {QStringLiteral("card")});
        QVERIFY2(!shown.contains("4111") && !shown.contains("555"), shown.constData());
    }
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
}

QTEST_GUILESS_MAIN(TestElementText)
#include "tst_elementtext.moc"
