// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/streammodels.h"

#include <QAbstractItemModelTester>
#include <QRandomGenerator>
#include <QtTest>

using namespace plimsoll;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

/// Groups and consumers of a stream as rows, and how long a group takes until it has read all.
class StreamModelsTest final : public QObject {
    Q_OBJECT

    /// Of one group, at the time at which it was read.
    static StreamAnswer answerOf(std::chrono::seconds at, const QByteArray &name, qint64 lag, qint64 read)
    {
        StreamAnswer answer;
        answer.readAt = at;
        answer.groups.push_back({name, "1-1", 1, 0, lag, read});
        return answer;
    }

private slots:
    void models()
    {
        models::StreamGroupsModel groups;
        models::StreamConsumersModel consumers;
        QAbstractItemModelTester testsGroups(&groups, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QAbstractItemModelTester testsConsumers(&consumers, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QRandomGenerator random(3);
        for (int i = 0; i < 200; ++i) {
            StreamAnswer answer;
            answer.readAt = i * 1s;
            for (int group = random.bounded(5); group > 0; --group) {
                answer.groups.push_back({"g" + QByteArray::number(group), "1-1", 1, random.bounded(9)});
                answer.consumers.push_back({"c" + QByteArray::number(group), random.bounded(9), 1ms});
            }
            groups.apply(answer);
            consumers.apply(answer, 10s);
            QCOMPARE(groups.rowCount(), int(answer.groups.size()));
        }
    }

    void drains()
    {
        models::StreamGroupsModel model;
        const auto apply = [&](std::chrono::seconds at, qint64 lag, qint64 read) {
            model.apply(answerOf(at, "g", lag, read));
        };
        apply(0s, 100, 1'000);
        QVERIFY(!model.drainTime(model.rows().front())); // at what rate is not known yet
        apply(10s, 100, 1'100); // entries are added at the rate at which it reads
        QCOMPARE(model.drainTime(model.rows().front()), std::optional(std::chrono::milliseconds::max()));
        apply(20s, 400, 1'200);
        QCOMPARE(model.drainTime(model.rows().front()), std::optional(std::chrono::milliseconds::max()));
        apply(30s, 0, 1'700);
        QCOMPARE(model.drainTime(model.rows().front()), std::optional(0ms));
    }

    void keepsUp_data()
    {
        QTest::addColumn<int>("most");
        QTest::addColumn<int>("perMinute");
        QTest::addColumn<bool>("keepsUp");
        QTest::newRow("each entry is read at once") << 4 << 0 << true;
        QTest::newRow("as many are left as it reads in minutes") << 4'000 << 0 << false;
        QTest::newRow("each minute it is further behind") << 4 << 60 << false;
    }

    /// A group that reads all that is added has a small lag that does not fall.
    void keepsUp()
    {
        QFETCH(const int, most);
        QFETCH(const int, perMinute);
        QFETCH(const bool, keepsUp);
        models::StreamGroupsModel model;
        QRandomGenerator random(5);
        for (int at = 0; at <= 60; at += 2) {
            const int lag = most / 2 + random.bounded(most / 2) + perMinute * at / 60;
            model.apply(answerOf(std::chrono::seconds(at), "g", lag, 1'000 + 5 * at));
        }
        const StreamGroup &group = model.rows().front();
        const milliseconds own(std::lround(static_cast<double>(*group.lag) * 1000.0 / 5)); // it reads five a second
        QCOMPARE(model.drainTime(group), std::optional(keepsUp ? own : milliseconds::max()));
    }

    /// What came in a burst says nothing of the reading after it.
    void drainsAfterABurst()
    {
        models::StreamGroupsModel model;
        const auto apply = [&](std::chrono::seconds at, qint64 lag, qint64 read) {
            model.apply(answerOf(at, "g", lag, read));
        };
        for (int at = 0; at < 40; at += 2) {
            apply(std::chrono::seconds(at), 0, 1'000);
        }
        for (int at = 40; at <= 60; at += 2) {
            apply(std::chrono::seconds(at), 600 - (at - 40) * 10, 1'000 + (at - 40) * 10);
        }
        QCOMPARE(model.drainTime(model.rows().front()), std::optional(40'000ms)); // 400 left, 10 a second
    }

    /// A group that was deleted and created again is a new one: earlier readings give it no rate.
    void forgetsGroupsThatAreGone()
    {
        models::StreamGroupsModel model;
        const auto apply = [&](std::chrono::seconds at, const QByteArray &name, qint64 read, qint64 lag = 100) {
            model.apply(answerOf(at, name, lag, read));
        };
        apply(0s, "g", 1'000);
        apply(10s, "other", 1'000);
        apply(20s, "g", 1'200);
        QVERIFY(!model.drainTime(model.rows().front()));
        apply(30s, "g", 1'300, 50);
        QCOMPARE(model.drainTime(model.rows().front()), std::optional(10'000ms));
    }

    /// Only a group that catches up gets to the end.
    void drainsOnlyWhereTheLagFalls_data()
    {
        QTest::addColumn<int>("perSecond");
        QTest::addColumn<int>("spread");
        QTest::addColumn<bool>("never");
        QTest::newRow("twenty a minute of 680") << 1 << 0 << true;
        QTest::newRow("with ups and downs") << 1 << 15 << true;
        QTest::newRow("ups and downs alone") << 0 << 15 << true;
        QTest::newRow("large ones") << 0 << 200 << true;
        QTest::newRow("it stays as it is") << 0 << 0 << true;
        QTest::newRow("it catches up") << -2 << 15 << false;
    }

    void drainsOnlyWhereTheLagFalls()
    {
        QFETCH(const int, perSecond);
        QFETCH(const int, spread);
        QFETCH(const bool, never);
        models::StreamGroupsModel model;
        QRandomGenerator random(11);
        for (int at = 0; at <= 180; at += 2) {
            const int noise = spread == 0 ? 0 : random.bounded(-spread, spread + 1);
            model.apply(answerOf(std::chrono::seconds(at), "g", 680 + at * perSecond / 3 + noise, 1'000 + 3 * at));
        }
        const std::optional<milliseconds> drains = model.drainTime(model.rows().front());
        QVERIFY(drains);
        QCOMPARE(*drains == milliseconds::max(), never);
    }
};

QTEST_GUILESS_MAIN(StreamModelsTest)
#include "tst_streammodels.moc"
