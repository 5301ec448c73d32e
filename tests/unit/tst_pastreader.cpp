// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pastreader.h"
#include "tests/unit/historybench.h"

#include <QSignalSpy>

#include <algorithm>

using namespace plimsoll;
using namespace plimsoll::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using std::chrono::seconds;

/// What charts are told of the history on the disk.
class TestPastReader final : public HistoryBench {
    Q_OBJECT

private slots:
    void init() { begin(); }
    void whatIsDrawnOfASpanIsReadAsFinely();

private:
    models::Series ask(const models::PastQuestion &question)
    {
        app::PastReader past;
        models::Series series;
        connect(&past, &app::PastReader::answered, this,
                [&series](auto, const auto &, const models::PastAnswer &answer) { series = answer[0][0].series; });
        past.read(1, m_path, question);
        return series;
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

QTEST_GUILESS_MAIN(TestPastReader)
#include "tst_pastreader.moc"
