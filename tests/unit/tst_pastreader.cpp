// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/past/pastreader.h"
#include "tests/unit/historybench.h"

#include <QSignalSpy>

#include <algorithm>

using namespace plimsoll;
using namespace plimsoll::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using std::chrono::seconds;

/// Tests what charts read from the history on disk.
class TestPastReader final : public HistoryBench {
    Q_OBJECT

private slots:
    void init() { begin(); }
    void whatIsDrawnOfASpanIsReadAsFinely();
    void whatIsRecordedIsFound();

private:
    models::Series ask(const models::PastQuestion &question)
    {
        return app::PastReader().read(m_path, question)[0][0].series;
    }
};

/// Half an hour of history on "24 h" is drawn on an hour, with its gap and its plateaus; what is before that hour is
/// there, too.
void TestPastReader::whatIsDrawnOfASpanIsReadAsFinely()
{
    {
        redis::HistoryWriter writer(m_path);
        tick(writer, start - 5h, {u"email | queue | ok | ready=7"_s});
        for (int i = 0; i < 1800; i += 2) {
            if (i < 700 || i >= 850) {
                tick(writer, start + seconds(i), {u"email | queue | ok | ready=%1"_s.arg(i % 400 < 60 ? 900 : 5)});
            }
        }
    }
    models::PastQuestion question;
    question.of = {{email, queue, {ready}}};
    question.to = start + 1800s;
    question.from = question.to - 24h;
    question.drawn = 1h;
    const auto points = ask(question).points;
    const auto drawn = std::find_if(points.begin(), points.end(), [](const auto &one) { return one.time >= start; });
    QVERIFY2(points.end() - drawn > 120, qPrintable(QString::number(points.end() - drawn)));
    QCOMPARE(std::count_if(drawn, points.end(), [](const auto &one) { return !isKnown(one.value); }), 1);
    QVERIFY(std::count_if(drawn, points.end(), [](const auto &one) { return one.value == 900; }) >= 20);
    QVERIFY(drawn - points.begin() == 2 && points[0].value == 7 && !isKnown(points[1].value));
    question.drawn = {};
    QVERIFY(ask(question).points.size() < 14); // all of it alike: as it is where a day is drawn
}

/// In chunks, in steps and as polled; and a moment of it is found where there is a gap.
void TestPastReader::whatIsRecordedIsFound()
{
    app::PastReader past;
    models::MomentPtr moment;
    const auto layout = std::make_shared<const SnapshotLayout>();
    QCOMPARE(past.readMoment(m_path, {layout, start, models::Toward::Later}).error().message,
             u"Nothing is recorded yet"_s);
    {
        redis::HistoryWriter writer(m_path);
        for (int i = 0; i < 1500; ++i) {
            if (i < 320 || (i >= 400 && i < 1000) || i >= 1100) {
                tick(writer, start + seconds(i), {u"email | queue | ok | ready=1"_s});
            }
        }
    }
    const auto find = [&](seconds after, models::Toward toward = models::Toward::Later) {
        moment = *past.readMoment(m_path, {layout, start + after, toward});
        return std::chrono::duration_cast<seconds>(moment->time - start);
    };
    QCOMPARE(find(200s), 200s);
    QCOMPARE(find(350s), 400s);
    QCOMPARE(find(1050s), 1100s);
    QCOMPARE(find(1099s, models::Toward::Earlier), 999s);
    QCOMPARE(find(-100s), 0s); // before all of it: the first
    QCOMPARE(find(2000s), 1499s); // after all of it: the last
    QCOMPARE(moment->recorded.size(), 3U);
    QCOMPARE(moment->recorded[1].from, start + 400s);
    QCOMPARE(moment->recorded[1].to, start + 999s);
}

QTEST_GUILESS_MAIN(TestPastReader)
#include "tst_pastreader.moc"
