// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/past/pastreader.h"
#include "tests/support/damagedpages.h"
#include "tests/unit/historybench.h"

#include <QSignalSpy>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::seconds;

/// Pieces of a history whose bytes are damaged: they are told of, and are no gap in which nothing was recorded.
class TestHistoryDamage final : public HistoryBench {
    Q_OBJECT

private slots:
    void init() { begin(); }
    void chunk();
    void polls();
    void moment();
    void laterSteps();
    void charts();
    void pages();

private:
    void write(int first, int last)
    {
        HistoryWriter writer(m_path);
        for (int i = first; i < last; ++i) {
            tick(writer, start + seconds(i), {u"email | queue | ok | ready=%1"_s.arg(i)});
        }
    }
    void change(const QString &statement)
    {
        const auto file = HistoryFile::open(m_path, HistoryFile::For::Writing);
        QVERIFY(file && (*file)->run(statement));
    }
    /// Found where that is read.
    DamagedHistory damaged(TimeRange range = {milliseconds(0), start * 2}, milliseconds width = {})
    {
        const auto reader = HistoryReader::open(m_path);
        return reader && (*reader)->collection(email, queue, range, width) ? (*reader)->damaged() : DamagedHistory();
    }
};

void TestHistoryDamage::chunk()
{
    write(0, 1000);
    QCOMPARE(damaged().pieces, 0);
    change(u"UPDATE chunks0 SET points = x'00' WHERE id = (SELECT id FROM chunks0 WHERE series ="
           " (SELECT id FROM series WHERE name = 'email') ORDER BY first LIMIT 1 OFFSET 1)"_s);
    const DamagedHistory found = damaged();
    QCOMPARE(found.pieces, 1);
    QVERIFY(found.span.from > start && found.span.to > found.span.from && found.span.to < start + 1000s);
    const CollectionHistory history = read();
    QVERIFY(!history.columns.times.empty());
    const auto within =
        std::count_if(history.columns.times.begin(), history.columns.times.end(),
                      [&](milliseconds time) { return time >= found.span.from && time <= found.span.to; });
    QCOMPARE(within, 0);
    QCOMPARE(milliseconds((found.span.to - found.span.from)) / 1s + 1 + qint64(history.columns.size()), 1000);
    QCOMPARE(damaged({start, found.span.from - 1ms}).pieces, 0); // elsewhere nothing is
}

/// Damaged polls that are in no chunk yet: data are missing up to the next poll that is stored in full.
void TestHistoryDamage::polls()
{
    write(0, 100);
    change(u"UPDATE ticks SET figures = x'ff' WHERE id = 30"_s);
    const DamagedHistory found = damaged();
    QCOMPARE(found.pieces, 1);
    QCOMPARE(found.span.from.count(), (start + 29s).count());
    QVERIFY(found.span.to < start + 99s);
    QVERIFY(read().columns.size() >= 29 + 30);
}

void TestHistoryDamage::moment()
{
    write(0, 1000);
    change(u"UPDATE chunks0 SET points = x'00' WHERE series = (SELECT id FROM series WHERE name = 'email')"_s);
    const auto reader = HistoryReader::open(m_path);
    QVERIFY(reader && (*reader)->at(start + 100s));
    QCOMPARE((*reader)->damaged().pieces, 1);
    QVERIFY((*reader)->at(start + 999s)); // in no chunk yet
    QCOMPARE((*reader)->damaged().pieces, 0);
}

/// Values damaged before they were aggregated are missing from longer steps too, and the damage stays known.
void TestHistoryDamage::laterSteps()
{
    write(0, 1500);
    change(u"UPDATE chunks0 SET points = x'00' WHERE id = (SELECT id FROM chunks0 WHERE series ="
           " (SELECT id FROM series WHERE name = 'email') ORDER BY first LIMIT 1 OFFSET 1)"_s);
    const DamagedHistory before = damaged();
    QCOMPARE(before.pieces, 1);
    write(1500, 5 * 3600); // by now the polls of that time are gone
    const DamagedHistory after = damaged({start, start + 1500s}, 10s);
    QVERIFY(after.pieces >= 1);
    QVERIFY(after.span.from <= before.span.from && after.span.to >= before.span.to - 10s);
    const CollectionHistory history = read(email, 10s);
    QVERIFY(history.columns.size() > 1500);
    QVERIFY(std::is_sorted(history.columns.times.begin(), history.columns.times.end()));
    QVERIFY(std::adjacent_find(history.columns.times.begin(), history.columns.times.end())
            == history.columns.times.end());
    QCOMPARE(damaged({start + 3h, start + 5h}).pieces, 0);
}

/// To who looks at the window: also where nothing of the file can be read.
void TestHistoryDamage::charts()
{
    write(0, 1000);
    app::PastReader past;
    QSignalSpy damage(&past, &app::PastReader::damaged);
    models::PastQuestion question;
    question.from = start;
    question.to = start + 1000s;
    question.of = {{email, queue, {ready}}};
    past.read(m_path, question);
    QVERIFY(damage.isEmpty());
    change(u"UPDATE chunks0 SET points = x'00' WHERE series = (SELECT id FROM series WHERE name = 'email')"_s);
    past.read(m_path, question);
    QCOMPARE(damage.size(), 1);
    QVERIFY2(damage[0][1].toString().contains(u"pieces of the history"_s), qPrintable(damage[0][1].toString()));
    for (const char *end : {"-wal", "-shm"}) {
        QFile::remove(m_path + QLatin1String(end));
    }
    QFile file(m_path);
    QVERIFY(file.open(QIODevice::ReadWrite) && file.resize(5'000));
    past.read(m_path, question);
    QCOMPARE(damage.size(), 2);
}

/// A damaged page of the file ends a query in the middle: that is an error, and no end of the history.
void TestHistoryDamage::pages()
{
    constexpr int ticks = 400;
    {
        HistoryWriter writer(m_path);
        for (int i = 0; i < ticks; ++i) {
            QStringList rows{u"email | queue | ok | ready=%1"_s.arg(i)};
            for (int other = 0; other < 100; ++other) { // so that the polls take several pages
                rows << u"other %1 | queue | ok | ready=%2"_s.arg(other).arg(i);
            }
            tick(writer, start + seconds(i), rows);
        }
    }
    QCOMPARE(qint64(read().columns.size()), ticks);
    int whole = 0, refused = 0;
    withEachPageDamaged(m_path, [&] {
        const auto reader = HistoryReader::open(m_path);
        const auto history =
            reader ? (*reader)->collection(email, queue, {milliseconds(0), start * 2}, {}) : reader.error();
        if (history) {
            QVERIFY(qint64(history->columns.size()) == ticks || (*reader)->damaged().pieces > 0);
            ++whole;
        } else {
            QCOMPARE(history.error().kind, ErrorKind::Storage);
            ++refused;
        }
    });
    QVERIFY2(whole > 0 && refused > 0, qPrintable(u"%1 %2"_s.arg(whole).arg(refused)));
}

QTEST_GUILESS_MAIN(TestHistoryDamage)
#include "tst_historydamage.moc"
