// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/momentrecord.h"
#include "tests/support/judgedworkspace.h"
#include "tests/unit/historybench.h"

#include <cmath>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::test;
using namespace Qt::StringLiterals;
using std::chrono::days;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

/// Tests the limits of past moments, which are stored with the history.
class TestHistoryJudged final : public HistoryBench {
    Q_OBJECT

private slots:
    void init() { begin(); }
    void everythingComesBack();
    void whatIsNoSuchThing();
    void limitsAsTheyWere();
    void anotherProcessGoesOn();
    void clockSetBack();
    void renamed();
    void olderFiles();
    void whatNobodyAsksForGoes();
    void theSameIsKeptOnce();

private:
    void judge(const std::optional<double> &warning, const QString &name = email)
    {
        m_builder.setWorkspace(judgedWorkspace({name}, warning));
    }
    void poll(HistoryWriter &writer, milliseconds time, const QString &name = email)
    {
        tick(writer, time, {u"%1 | queue | ok | ready=5"_s.arg(name)});
    }
    /// NaN: it had no limit; nullopt: nothing is stored.
    std::optional<double> warningAt(milliseconds time, const QString &name = email)
    {
        const auto reader = HistoryReader::open(m_path);
        const auto moment = (*reader)->at(time);
        return moment ? keptWarning(*moment, name) : std::nullopt;
    }
    qint64 rows()
    {
        const auto file = HistoryFile::open(m_path, HistoryFile::For::Reading);
        return *(*file)->number(u"SELECT COUNT(*) FROM judged WHERE series > 0"_s);
    }
};

void TestHistoryJudged::everythingComesBack()
{
    const KindInfo *kind = testKind(queue);
    CollectionDefinition one{
        .name = email, .kind = kind, .keys = {}, .options = {}, .limits = {}, .bound = {}, .ownFigures = nullptr};
    Limit limit;
    limit.figure = kind->figureIndex(ready);
    limit.warning = 0.1;
    limit.critical = 1e12 + 0.5;
    limit.holdFor = minutes(2);
    limit.clear = 0.05;
    limit.unchangedFor = {minutes(10), hours(1)};
    Limit low;
    low.figure = limit.figure + 1;
    low.below = true;
    low.critical = 0;
    Limit off;
    off.figure = limit.figure + 2;
    one.limits = {limit, low, off};
    one.bound = Bound{.keep = 10'000, .maxAge = {}, .ttl = false, .approved = {}};
    const QByteArray kept = judgedBy(one);
    CollectionDefinition now = one;
    now.limits.clear();
    now.bound.reset();
    const auto then = asJudgedBy(kept, now);
    QVERIFY(then);
    for (const Limit &each : one.limits) {
        QVERIFY2(std::find(then->limits.begin(), then->limits.end(), each) != then->limits.end(), kept.constData());
    }
    QCOMPARE(then->limits.size(), one.limits.size());
    QVERIFY(then->bound == one.bound);
    QCOMPARE(judgedBy(*then), kept);
    Workspace workspace;
    workspace.notify.unknownFor = seconds(17);
    Workspace other;
    QVERIFY(judgeBy(judgedBy(workspace), other));
    QCOMPARE(other.notify.unknownFor, milliseconds(seconds(17)));
}

void TestHistoryJudged::whatIsNoSuchThing()
{
    const CollectionDefinition now = judgedWorkspace({email}, 5)->collections.front();
    for (const char *kept : {"", "[]", "{", "{\"limits\":3}", "null"}) {
        QVERIFY2(!asJudgedBy(kept, now), kept);
        Workspace workspace;
        QVERIFY2(!judgeBy(kept, workspace), kept);
    }
    const auto then = asJudgedBy(R"({"limits":{"gone":{"warning":3}}})", now); // a figure that there is no more
    QVERIFY(then && then->limits.empty());
}

void TestHistoryJudged::limitsAsTheyWere()
{
    HistoryWriter writer(m_path);
    for (int i = 0; i < 2000; ++i) {
        if (i % 500 == 0) {
            judge(i == 1000 ? std::nullopt : std::optional(double(i + 1)));
        }
        poll(writer, start + seconds(i));
    }
    QVERIFY(!warningAt(start - seconds(1)));
    for (const int i : {0, 1, 499, 500, 999, 1000, 1300, 1499, 1500, 1999}) {
        const auto warning = warningAt(start + seconds(i));
        QVERIFY(warning);
        const double expected = i / 500 * 500 + 1;
        QVERIFY2(i / 500 == 2 ? std::isnan(*warning) : *warning == expected, qPrintable(QString::number(i)));
    }
    QCOMPARE(rows(), 4);
    judge(1501); // another workspace that is judged alike
    poll(writer, start + seconds(2000));
    QCOMPARE(rows(), 4);
}

void TestHistoryJudged::anotherProcessGoesOn()
{
    for (int process = 0; process < 6; ++process) {
        HistoryWriter writer(m_path);
        judge(process / 2);
        poll(writer, start + seconds(process));
    }
    for (int process = 0; process < 6; ++process) {
        QCOMPARE(warningAt(start + seconds(process)).value_or(-1), double(process / 2));
    }
    QCOMPARE(rows(), 3);
}

/// If a time was recorded twice, the last recording counts, as for figures.
void TestHistoryJudged::clockSetBack()
{
    HistoryWriter writer(m_path);
    judge(1);
    poll(writer, start);
    judge(2);
    poll(writer, start + hours(2));
    poll(writer, start + hours(1)); // set back
    QCOMPARE(warningAt(start).value_or(-1), 1.0);
    QCOMPARE(warningAt(start + hours(1)).value_or(-1), 2.0);
    judge(3);
    poll(writer, start + hours(1) + minutes(1));
    QCOMPARE(warningAt(start + hours(1)).value_or(-1), 2.0);
    QCOMPARE(warningAt(start + hours(2)).value_or(-1), 3.0);
}

void TestHistoryJudged::renamed()
{
    HistoryWriter writer(m_path);
    judge(1);
    poll(writer, start);
    const QString mail = u"mail"_s;
    judge(1, mail);
    poll(writer, start + seconds(1), mail);
    QCOMPARE(warningAt(start, mail).value_or(-1), 1.0);
    QCOMPARE(rows(), 1);
}

/// In files from before limits were stored, all figures are there, and no limits are invented.
void TestHistoryJudged::olderFiles()
{
    {
        HistoryWriter writer(m_path);
        judge(1);
        for (int i = 0; i < 700; ++i) {
            poll(writer, start + seconds(i));
        }
    }
    {
        const auto file = HistoryFile::open(m_path, HistoryFile::For::Writing);
        for (const char *statement : {"DROP TABLE judged", "PRAGMA user_version = 1"}) {
            QVERIFY((*file)->run(QString::fromLatin1(statement)));
        }
    }
    const CollectionHistory before = read();
    QCOMPARE(before.columns.size(), std::size_t(700));
    QVERIFY(!warningAt(start + seconds(600))); // also before the file is next written to
    {
        HistoryWriter writer(m_path);
        judge(7);
        poll(writer, start + seconds(700));
    }
    QCOMPARE(read().columns.size(), std::size_t(701));
    QVERIFY(!warningAt(start + seconds(699)));
    QCOMPARE(warningAt(start + seconds(700)).value_or(-1), 7.0);
    const auto file = HistoryFile::open(m_path, HistoryFile::For::Reading);
    QCOMPARE(*(*file)->number(u"PRAGMA user_version"_s), 2);
}

void TestHistoryJudged::whatNobodyAsksForGoes()
{
    HistoryOptions options;
    options.age = days(10);
    HistoryWriter writer(m_path, options);
    for (int day = 0; day < 30; ++day) {
        judge(day);
        poll(writer, start + days(day));
    }
    QCOMPARE(rows(), 11);
    QCOMPARE(warningAt(start + days(19)).value_or(-1), 19.0);
    QVERIFY(!warningAt(start + days(18)));
}

/// Equal limits are stored once, even if the workspace is read again and again.
void TestHistoryJudged::theSameIsKeptOnce()
{
    HistoryWriter writer(m_path);
    for (int i = 0; i < 50; ++i) {
        judge(3);
        poll(writer, start + seconds(i));
    }
    QCOMPARE(rows(), 1);
}

QTEST_GUILESS_MAIN(TestHistoryJudged)
#include "tst_historyjudged.moc"
