// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/collectionmodel.h"
#include "models/text/format.h"
#include "models/history/history.h"
#include "redis/types/loss.h"
#include "tests/support/snapshotbuilder.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace plimsoll;
using namespace plimsoll::models;
using std::chrono::milliseconds;
using namespace std::chrono_literals;

/// Since when a collection is as it is, as its card says it.
class TestSinceWhen final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
    void sinceWhen();
    void ofTheOldestCauseThatLasts();
    void ofTheLossThatIsTold();
    void ofTheCauseThatTookThePlaceOfAnother();

private:
    void tick(const QString &row)
    {
        m_time += 1s;
        const SnapshotPtr snapshot = m_builder.make(m_time, {row});
        m_history.apply(snapshot);
        m_model.apply(m_history.judged());
    }

    milliseconds m_time = 1'700'000'000'000ms;
    test::SnapshotBuilder m_builder;
    History m_history;
    CollectionModel m_model{&m_history};
    QAbstractItemModelTester m_tester{&m_model};
};

void TestSinceWhen::sinceWhen()
{
    const QString well = QStringLiteral("a | queue | ok | ready=1");
    const QString ill = QStringLiteral("a | queue | critical | ready=9 || | ready: critical: 9 ready, limit 5");
    const auto state = [this](int role = Qt::DisplayRole) {
        return m_model.index(0, CollectionModel::StateColumn).data(role).toString();
    };
    const auto pass = [&](int ticks, const QString &row) {
        for (int i = 0; i < ticks; ++i) {
            tick(row);
        }
    };
    pass(30, well);
    QCOMPARE(state(), QStringLiteral("ok"));
    pass(1, ill);
    const milliseconds began = m_time;
    QCOMPARE(state(), QStringLiteral("critical")); // just now
    pass(45, ill);
    QCOMPARE(state(), QStringLiteral("critical for 40 s"));
    QVERIFY(state(Qt::ToolTipRole).startsWith(QStringLiteral("since %1, ok before").arg(formatDateTime(began))));
    pass(195, ill);
    QCOMPARE(state(), QStringLiteral("critical for 4 min"));
    const QSignalSpy changed(&m_model, &QAbstractItemModel::dataChanged);
    pass(50, ill);
    QCOMPARE(changed.count(), 0);
    pass(10, ill);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(state(), QStringLiteral("critical for 5 min"));
    pass(1, well);
    QCOMPARE(state(), QStringLiteral("ok"));
    // A server that does not answer leaves the state as it was last read.
    pass(200, ill);
    QCOMPARE(state(), QStringLiteral("critical for 3 min"));
    m_history.noteGap(m_time + 30s);
    QCOMPARE(state(), QStringLiteral("critical for 3 min"));
    QCOMPARE(m_history.troubleSince(0)->since, m_time - 199s);
    QVERIFY(m_history.problemSince(0, m_history.judged()->rows[0].problems->front()));
    m_time += 30s;
    pass(1, QStringLiteral("a | queue | error | ready=? || | ready: error: wrong type"));
    QCOMPARE(state(), QStringLiteral("error"));
    QVERIFY(!m_history.troubleSince(0));
    // Not watched when it began.
    m_history.clear();
    pass(61, ill);
    QCOMPARE(state(), QStringLiteral("critical for ≥ 1 min"));
}

/// A second cause begins nothing anew: the state is as old as the oldest cause that lasts, and each has its own start.
void TestSinceWhen::ofTheOldestCauseThatLasts()
{
    m_history.clear();
    const auto cell = [this](int column, int role = Qt::DisplayRole) {
        return m_model.index(0, column).data(role).toString();
    };
    const auto pass = [&](int ticks, const QString &problems) {
        for (int i = 0; i < ticks; ++i) {
            tick(QStringLiteral("a | queue | ") + problems);
        }
    };
    const auto words = [this] { return stateSinceText(m_history.since(0).value(), m_history.troubleSince(0), m_time); };
    const QString stale = QStringLiteral("stale: warning: 3 stale");
    pass(1, QStringLiteral("ok | ready=1 stale=0"));
    const milliseconds staleFrom = m_time + 1s;
    pass(240, QStringLiteral("warning | ready=1 stale=3 || | ") + stale);
    QCOMPARE(cell(CollectionModel::StateColumn), QStringLiteral("warning for 3 min"));
    const QString alone = cell(CollectionModel::SentenceColumn);
    const milliseconds readyFrom = m_time + 1s;
    pass(121, QStringLiteral("warning | ready=9 stale=3 || | ready: warning: 9 ready, limit 5 // ") + stale);
    QCOMPARE(cell(CollectionModel::SentenceColumn), alone + QStringLiteral("9 ready, limit 5")); // behind it
    QCOMPARE(cell(CollectionModel::StateColumn), QStringLiteral("warning for 6 min"));
    QCOMPARE(words(), QStringLiteral("warning for 6 min"));
    QCOMPARE(cell(CollectionModel::StateColumn, Qt::ToolTipRole),
             QStringLiteral("since %1, ok before\n3 stale, since %1\n9 ready, limit 5, since %2")
                 .arg(formatDateTime(staleFrom), formatDateTime(readyFrom)));
    // A worse one is a worse state, which begins then; the trouble does not.
    pass(61, QStringLiteral("critical | ready=90 stale=3 || | ready: critical: 90 ready, limit 50 // ") + stale);
    QCOMPARE(cell(CollectionModel::StateColumn), words()); // the card says what the page says
    QCOMPARE(words(), QStringLiteral("critical for 1 min, in trouble for 7 min"));
    QCOMPARE(cell(CollectionModel::StateColumn, CollectionModel::ShortStateRole), QStringLiteral("critical for 1 min"));
    // A problem that is over no longer counts.
    pass(1, QStringLiteral("critical | ready=90 stale=0 || | ready: critical: 90 ready, limit 50"));
    QCOMPARE(words(), QStringLiteral("critical for 1 min"));
    pass(1, QStringLiteral("warning | ready=1 stale=3 || | ") + stale);
    QCOMPARE(words(), QStringLiteral("warning"));
    pass(1, QStringLiteral("ok | ready=1 stale=0"));
    QCOMPARE(words(), QStringLiteral("ok"));
}

/// A loss is told before an older cause, with its own time; the trouble is as old as the older cause.
void TestSinceWhen::ofTheLossThatIsTold()
{
    m_history.clear();
    const QString stale = QStringLiteral("a | queue | warning | ready=0 stale=3 || | stale: warning: 3 stale");
    const auto pass = [&](int ticks, const QString &row) {
        for (int i = 0; i < ticks; ++i) {
            tick(row);
        }
    };
    pass(1, QStringLiteral("a | queue | ok | ready=222 stale=0"));
    const milliseconds staleFrom = m_time + 1s;
    pass(240, stale);
    m_time += 1s;
    const milliseconds lostAt = m_time;
    const auto lost = std::make_shared<Snapshot>(*m_builder.make(m_time, {stale}));
    std::vector<Problem> problems = *lost->rows[0].problems;
    const Loss loss{lostAt, lostAt, 222, QStringLiteral("restarted, 222 elements gone")};
    problems.push_back(lossProblem(std::make_shared<const Loss>(loss), *lost, 0));
    lost->rows[0].problems = std::make_shared<const std::vector<Problem>>(problems);
    m_history.apply(lost);
    m_model.apply(m_history.judged());
    const auto cell = [this](int column, int role = Qt::DisplayRole) {
        return m_model.index(0, column).data(role).toString();
    };
    const QString text = QStringLiteral("restarted %1, 222 elements gone").arg(formatTime(lostAt));
    // The figure of the card is another reason than the loss.
    QCOMPARE(cell(CollectionModel::SentenceColumn),
             QStringLiteral("stale since %1; %2").arg(formatTime(staleFrom).left(5), text));
    QCOMPARE(cell(CollectionModel::StateColumn), QStringLiteral("warning, in trouble for 4 min"));
    pass(21, stale);
    QCOMPARE(cell(CollectionModel::StateColumn), QStringLiteral("warning for 20 s, in trouble for 4 min"));
    QCOMPARE(cell(CollectionModel::StateColumn, Qt::ToolTipRole),
             QStringLiteral("since %1\n3 stale, since %2\n%3, since %1")
                 .arg(formatDateTime(lostAt), formatDateTime(staleFrom), text));
    QCOMPARE(stateSinceText(m_history.since(0).value(), m_history.troubleSince(0), m_time),
             QStringLiteral("warning for 20 s, in trouble for 4 min"));
}

/// Without a break in the trouble, the duration beside a reason is that of the reason all the same.
void TestSinceWhen::ofTheCauseThatTookThePlaceOfAnother()
{
    m_history.clear();
    const auto cell = [this](int column) { return m_model.index(0, column).data().toString(); };
    tick(QStringLiteral("a | queue | ok | ready=1 stale=0"));
    for (int i = 0; i < 600; ++i) {
        tick(QStringLiteral("a | queue | warning | ready=9 stale=0 || | ready: warning: 9 ready, limit 5"));
    }
    QCOMPARE(cell(CollectionModel::StateColumn), QStringLiteral("warning for 9 min"));
    for (int i = 0; i < 130; ++i) {
        tick(QStringLiteral("a | queue | warning | ready=1 stale=3 || | stale: warning: 3 stale"));
    }
    QCOMPARE(cell(CollectionModel::StateColumn), QStringLiteral("warning for 2 min"));
    QVERIFY2(!cell(CollectionModel::SentenceColumn).contains(QStringLiteral("since")),
             qPrintable(cell(CollectionModel::SentenceColumn))); // the time is beside it
    const std::optional<StateSince> since = m_history.since(0);
    QVERIFY(since);
    QCOMPARE(since->since, m_time - 129s);
    QVERIFY(!since->was); // the collection was not well before
    QCOMPARE(m_history.problemSince(0, m_history.judged()->rows[0].problems->front())->since, since->since);
}

QTEST_GUILESS_MAIN(TestSinceWhen)

#include "tst_sincewhen.moc"
