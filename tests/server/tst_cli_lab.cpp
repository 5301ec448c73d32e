// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/clitest.h"

using namespace plimsoll::testing;
using namespace Qt::StringLiterals;

/// `plimsoll lab`: on a server of its own, counted, in the form that scripts read.
class TestCliLab : public CliTest {
    Q_OBJECT

private slots:
    void lists();
    void counts();
    void printsATable();
    void refuses_data();
    void refuses();
};

void TestCliLab::lists()
{
    const Run table = run({u"lab"_s});
    QCOMPARE(table.code, 0);
    QCOMPARE(table.out.trimmed().split('\n').size(), 13); // with its head
    const Run json = run({u"lab"_s, u"--format"_s, u"json"_s});
    QCOMPARE(json.code, 0);
    QStringList names;
    for (const QJsonValue &one : json.json()[u"patterns"_s].toArray()) {
        names << one[u"pattern"_s].toString();
        QVERIFY(table.out.contains(names.last().toUtf8()));
    }
    QCOMPARE(names.join(u' '),
             u"queue delayed priority ratelimit dedupe recent presence leaderboard stream lock cache expiry"_s);
}

void TestCliLab::counts()
{
    const Run one = run({u"lab"_s, u"queue"_s, u"--seconds"_s, u"1"_s, u"--seed"_s, u"3"_s, u"--contention"_s, u"4"_s,
                         u"--format"_s, u"json"_s});
    QVERIFY2(one.code == 0, one.err.constData());
    QCOMPARE(one.err, QByteArray());
    const QJsonObject document = one.json();
    QCOMPARE(document.keys(), (QStringList{u"contention"_s, u"counters"_s, u"pattern"_s, u"seconds"_s, u"seed"_s}));
    QCOMPARE(document[u"pattern"_s].toString(), u"queue"_s);
    QCOMPARE(document[u"seconds"_s].toDouble(), 1.0);
    QCOMPARE(document[u"seed"_s].toInt(), 3);
    QCOMPARE(document[u"contention"_s].toInt(), 4);
    const QJsonArray counters = document[u"counters"_s].toArray();
    QCOMPARE(counters.size(), 3);
    const QJsonObject lost = counters[0].toObject();
    QCOMPARE(lost[u"id"_s].toString(), u"lost"_s);
    QCOMPARE(lost[u"title"_s].toString(), u"jobs lost"_s);
    QCOMPARE(lost[u"role"_s].toString(), u"fault"_s);
    QVERIFY(lost[u"wrong"_s].toInt() > 0);
    QCOMPARE(lost[u"right"_s].toInt(-1), 0);
    QVERIFY(!lost.contains(u"bound"_s));
    const QJsonObject twice = counters[2].toObject();
    QCOMPARE(twice[u"role"_s].toString(), u"bound"_s);
    QVERIFY(twice[u"bound"_s].toInt(-1) >= twice[u"right"_s].toInt());
}

void TestCliLab::printsATable()
{
    const Run one = run({u"lab"_s, u"lock"_s, u"--seconds"_s, u"0.5"_s});
    QCOMPARE(one.code, 0);
    QVERIFY2(one.out.contains("Whose lock did you release?") && one.out.contains("foreign"), one.out.constData());
}

void TestCliLab::refuses_data()
{
    QTest::addColumn<QString>("words");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("unknown") << u"lab queu"_s << QByteArray("did you mean 'queue'?");
    QTest::newRow("two") << u"lab queue lock"_s << QByteArray("lock");
    QTest::newRow("a server") << u"lab queue -u redis://127.0.0.1:1"_s << QByteArray("--url");
    QTest::newRow("no time") << u"lab queue --seconds 0"_s << QByteArray("--seconds");
    QTest::newRow("nobody") << u"lab queue --contention 0"_s << QByteArray("--contention");
    QTest::newRow("openmetrics") << u"lab queue --format openmetrics"_s << QByteArray("openmetrics");
}

void TestCliLab::refuses()
{
    QFETCH(const QString, words);
    QFETCH(const QByteArray, says);
    const Run one = run(words.split(u' '));
    QCOMPARE(one.code, 2);
    QCOMPARE(one.out, QByteArray());
    QCOMPARE(one.errorLines().size(), 1);
    QVERIFY2(one.err.contains(says), one.err.constData());
}

QTEST_GUILESS_MAIN(TestCliLab)

#include "tst_cli_lab.moc"
