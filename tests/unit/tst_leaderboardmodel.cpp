// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/leaderboardmodel.h"
#include "tests/support/modeldump.h"
#include "tests/support/snapshotbuilder.h"

#include <QAbstractItemModelTester>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QSortFilterProxyModel>
#include <QTest>

#include <algorithm>

using namespace plimsoll;
using namespace plimsoll::models;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace {

constexpr milliseconds start = 1'700'000'000'000ms;

ElementsPage board(milliseconds time, const QStringList &members, qint64 offset = 0)
{
    QStringList rows;
    for (const QString &member : members) {
        rows += QString(member).replace(QLatin1Char(' '), QStringLiteral(" | | score="));
    }
    return test::elementsPage(start + time, rows, offset);
}

MemberAnswer found(const QString &member, const QStringList &around, qint64 firstRank)
{
    MemberAnswer answer;
    answer.member = member.toUtf8();
    answer.found = true;
    answer.neighbours = board(0s, around).elements;
    for (std::size_t i = 0; i < answer.neighbours.size(); ++i) {
        answer.neighbours[i].rank = firstRank + static_cast<qint64>(i);
        if (answer.neighbours[i].element == answer.member) {
            answer.element = answer.neighbours[i];
        }
    }
    return answer;
}

QStringList list(const char *text)
{
    return QString::fromUtf8(text).split(QStringLiteral(", "));
}

} // namespace

class TestLeaderboardModel final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
    void init();
    void ranksScoresBars();
    void changesSinceLastPage();
    void changesSinceAChosenTime();
    void newcomersOnlyWhereTheRankWasRead();
    void ties();
    void barsTellScoresApart();
    void aMemberIsOneRow();
    void pinnedMember();
    void pinnedMemberInThePage();
    void pinnedAboveThePage();
    void nothingChangedNothingSignalled();
    void clipboardAndSeparators();
    void memoryIsBounded();
    void scoresForTheChart();
    void randomPages();

private:
    std::unique_ptr<LeaderboardModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

void TestLeaderboardModel::init()
{
    m_tester.reset();
    m_model = std::make_unique<LeaderboardModel>();
    m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get(),
                                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
}

void TestLeaderboardModel::ranksScoresBars()
{
    m_model->apply(board(0s, list("user-7 9910, user-2 4955, user-3 0.5")));
    QCOMPARE(test::dump(*m_model),
             QStringLiteral("1 | user-7 | 9,910 |  | – | –\n"
                            "2 | user-2 | 4,955 |  | – | –\n"
                            "3 | user-3 | 0.5 |  | – | –\n"));
    QCOMPARE(m_model->index(0, 3).data(LeaderboardModel::ShareRole).toDouble(), 1.0);
    QCOMPARE(m_model->index(1, 3).data(LeaderboardModel::ShareRole).toDouble(), 0.5);
    m_model->apply(board(1s, list("user-50 991, user-51 99.1"), 49));
    QCOMPARE(m_model->index(0, 0).data().toString(), QStringLiteral("50"));
    QCOMPARE(m_model->index(0, 3).data(LeaderboardModel::ShareRole).toDouble(), 0.1); // of the best there is
}

void TestLeaderboardModel::changesSinceLastPage()
{
    m_model->apply(board(0s, list("a 9, b 8, c 7")));
    m_model->apply(board(1s, list("c 10, a 9, b 6")));
    QCOMPARE(test::dump(*m_model),
             QStringLiteral("1 | c | 10 |  | +3 | ▲ 2\n"
                            "2 | a | 9 |  | – | ▼ 1\n"
                            "3 | b | 6 |  | −2 | ▼ 1\n"));
    QCOMPARE(m_model->index(0, 0).data(LeaderboardModel::LastRankChangeRole).toInt(), 2);
    QVERIFY(m_model->index(0, 0).data(LeaderboardModel::ChangedRole).toBool());
    QCOMPARE(m_model->referenceTime(), std::optional(start));
}

void TestLeaderboardModel::changesSinceAChosenTime()
{
    m_model->apply(board(0s, list("a 9, b 8, c 7")));
    m_model->apply(board(600s, list("b 10, a 9, c 7")));
    m_model->apply(board(601s, list("b 10, a 9, c 8")));
    m_model->setReference(start + 5s);
    QCOMPARE(test::dump(*m_model),
             QStringLiteral("1 | b | 10 |  | +2 | ▲ 1\n"
                            "2 | a | 9 |  | – | ▼ 1\n"
                            "3 | c | 8 |  | +1 | –\n"));
    QCOMPARE(m_model->referenceTime(), std::optional(start));
    QVERIFY(m_model->headerData(LeaderboardModel::ChangeColumn, Qt::Horizontal)
                .toString()
                .startsWith(QLatin1String("since ")));
    m_model->setReference(std::nullopt);
    QCOMPARE(m_model->index(0, 5).data().toString(), QStringLiteral("–"));
}

void TestLeaderboardModel::newcomersOnlyWhereTheRankWasRead()
{
    m_model->apply(board(0s, list("a 9, b 8")));
    m_model->apply(board(1s, list("a 9, x 8.5, b 8")));
    QCOMPARE(m_model->index(1, 5).data().toString(), QStringLiteral("new"));
    QCOMPARE(m_model->index(2, 5).data().toString(), QStringLiteral("▼ 1"));
    m_model->apply(board(2s, list("m 2, n 1"), 100));
    QCOMPARE(m_model->index(0, 5).data().toString(), QStringLiteral("–")); // the change is unknown
}

void TestLeaderboardModel::ties()
{
    m_model->apply(board(0s, list("a 9, b 8, c 8, d 8, e 1")));
    QCOMPARE(m_model->tieCount(), 3);
    QCOMPARE(m_model->index(1, 5).data().toString(), QStringLiteral("–"));
    QCOMPARE(m_model->index(2, 5).data().toString(), QStringLiteral("tie"));
    QVERIFY(m_model->index(1, 5).data(LeaderboardModel::TieRole).toBool());
    QVERIFY(!m_model->index(4, 5).data(LeaderboardModel::TieRole).toBool());
    m_model->apply(board(1s, list("a 9, c 8, b 8, d 8, e 1")));
    QCOMPARE(m_model->index(2, 5).data().toString(), QStringLiteral("tie, ▼ 1"));
}

void TestLeaderboardModel::barsTellScoresApart()
{
    const auto bar = [this](int row) { return m_model->index(row, 0).data(LeaderboardModel::ShareRole).toDouble(); };
    const auto header = [this] { return m_model->headerData(LeaderboardModel::BarColumn, Qt::Horizontal).toString(); };
    m_model->apply(board(1s, list("ann 9000, bo 4500, cy 900")));
    QCOMPARE(bar(1), 0.5);
    QCOMPARE(header(), QString());
    const QSignalSpy changed(m_model.get(), &QAbstractItemModel::headerDataChanged);
    m_model->apply(board(2s, list("ann 9910, bo 9880, cy 9850, dee 9820")));
    QCOMPARE(changed.count(), 1);
    QCOMPARE(header(), QStringLiteral("from 9,790"));
    QCOMPARE(bar(0), 1.0);
    QVERIFY2(bar(3) > 0.1 && bar(3) < 0.5, qPrintable(QString::number(bar(3))));
    m_model->apply(board(3s, list("ann 5, bo 5")));
    QCOMPARE(bar(1), 1.0);
    QCOMPARE(header(), QString());
}

/// Shards are merged before; a member that is sent twice all the same is shown where it stands best.
void TestLeaderboardModel::aMemberIsOneRow()
{
    ElementsPage page = board(1s, list("ann 90, bo 80, ann 70, cy 60"));
    page.elements[1].shards = 2;
    m_model->apply(page);
    QCOMPARE(m_model->rowOf("ann"), 0);
    const auto shown = [this](int column) {
        QStringList cells;
        for (int row = 0; row < m_model->rowCount(); ++row) {
            cells += m_model->index(row, column).data().toString();
        }
        return cells;
    };
    QCOMPARE(shown(LeaderboardModel::MemberColumn).filter(QStringLiteral("ann")).size(), 1);
    QVERIFY(shown(LeaderboardModel::MemberColumn).contains(QStringLiteral("bo · in 2 shards")));
    QCOMPARE(m_model->repeatedCount(), 1);
    QVERIFY(m_model->asText({m_model->index(1, 0)}).contains(QStringLiteral("\tbo\t")));
    m_model->apply(board(2s, list("bo 95, ann 90, bo 80, cy 60")));
    QCOMPARE(m_model->rowOf("bo"), 0);
    QCOMPARE(m_model->repeatedCount(), 0);
}

void TestLeaderboardModel::pinnedMember()
{
    m_model->apply(board(0s, list("a 9, b 8")));
    m_model->setPinned(found(QStringLiteral("me"), list("p 5, me 4, n 3"), 1202));
    QCOMPARE(test::dump(*m_model),
             QStringLiteral("1 | a | 9 |  | – | –\n"
                            "2 | b | 8 |  | – | –\n"
                            "… |  |  |  |  | \n"
                            "1,203 | p | 5 |  | – | –\n"
                            "1,204 | me | 4 |  | – | –\n"
                            "1,205 | n | 3 |  | – | –\n"));
    const int row = m_model->rowOf(QByteArrayLiteral("me"));
    QCOMPARE(row, 4);
    QVERIFY(m_model->index(row, 0).data(LeaderboardModel::PinnedRole).toBool());
    const QPersistentModelIndex me = m_model->index(row, 0);
    m_model->apply(board(1s, list("a 9, b 8, c 7")));
    QVERIFY(me.isValid());
    QCOMPARE(me.row(), 5);
    m_model->clearPinned();
    QCOMPARE(m_model->rowCount(), 3);
    MemberAnswer nobody;
    nobody.member = QByteArrayLiteral("nobody");
    m_model->setPinned(nobody);
    QCOMPARE(m_model->rowCount(), 3);
}

void TestLeaderboardModel::pinnedMemberInThePage()
{
    m_model->apply(board(0s, list("a 9, b 8, c 7")));
    m_model->setPinned(found(QStringLiteral("c"), list("b 8, c 7, d 6"), 1));
    QCOMPARE(m_model->rowCount(), 4); // d follows on at once
    QVERIFY(m_model->index(2, 0).data(LeaderboardModel::PinnedRole).toBool());
    m_model->apply(board(1s, list("a 9, d 8.5, b 8"))); // the answer is older than the page
    QCOMPARE(m_model->rowCount(), 3);
}

void TestLeaderboardModel::pinnedAboveThePage()
{
    m_model->apply(board(0s, list("y 2, z 1"), 100));
    m_model->setPinned(found(QStringLiteral("b"), list("a 9, b 8"), 0));
    QCOMPARE(test::dump(*m_model),
             QStringLiteral("1 | a | 9 |  | – | –\n"
                            "2 | b | 8 |  | – | –\n"
                            "… |  |  |  |  | \n"
                            "101 | y | 2 |  | – | –\n"
                            "102 | z | 1 |  | – | –\n"));
}

void TestLeaderboardModel::nothingChangedNothingSignalled()
{
    m_model->apply(board(0s, list("a 9, b 8")));
    m_model->apply(board(1s, list("a 9, b 8")));
    const QSignalSpy changed(m_model.get(), &QAbstractItemModel::dataChanged);
    m_model->apply(board(2s, list("a 9, b 8")));
    QCOMPARE(changed.count(), 0);
    m_model->apply(board(3s, list("a 9, b 8.5")));
    QCOMPARE(changed.count(), 1);
}

void TestLeaderboardModel::clipboardAndSeparators()
{
    m_model->apply(board(0s, list("a 9")));
    m_model->setPinned(found(QStringLiteral("me"), list("me 4"), 9));
    QVERIFY((m_model->flags(m_model->index(1, 0)) & Qt::ItemIsSelectable) == 0);
    QCOMPARE(m_model->elementAt(1), nullptr);
    QCOMPARE(m_model->asText({m_model->index(2, 0), m_model->index(1, 0), m_model->index(0, 0)}),
             QStringLiteral("1\ta\t9\t–\t–\n10\tme\t4\t–\t–\n"));
}

void TestLeaderboardModel::memoryIsBounded()
{
    RankMemory memory;
    for (int i = 0; i < 30 * 360; ++i) {
        memory.remember(board(i * 10s, list("a 9, b 8")));
    }
    QVERIFY2(memory.size() <= 300, qPrintable(QString::number(memory.size())));
    const milliseconds last = start + (30 * 360 - 1) * 10s;
    QCOMPARE(memory.previous()->time, last - 10s);
    QVERIFY(std::chrono::abs(memory.at(last - 10h)->time - (last - 10h)) <= 10min);
    QVERIFY(std::chrono::abs(memory.at(last - 30min)->time - (last - 30min)) <= 1min);
    // A clock that was set back leaves nothing that is later than now.
    memory.remember(board(100s, list("a 1")));
    QCOMPARE(memory.scoresOf(QByteArrayLiteral("a"), Span::Day).points.back().time, start + 100s);
}

void TestLeaderboardModel::scoresForTheChart()
{
    for (int i = 0; i < 60; ++i) {
        m_model->apply(board(i * 10s, QStringList{QStringLiteral("a %1").arg(i), QStringLiteral("b 1")}));
    }
    const Series series = m_model->scoresOf(QByteArrayLiteral("a"), Span::QuarterHour);
    QCOMPARE(series.points.size(), std::size_t{60});
    QCOMPARE(series.points.back().value, 59.0);
    QVERIFY(m_model->scoresOf(QByteArrayLiteral("x"), Span::Day).points.empty());
}

void TestLeaderboardModel::randomPages()
{
    QRandomGenerator random(7);
    QSortFilterProxyModel proxy;
    proxy.setSourceModel(m_model.get());
    const QAbstractItemModelTester proxyTester(&proxy, QAbstractItemModelTester::FailureReportingMode::Fatal);
    for (int round = 0; round < 200; ++round) {
        std::vector<std::pair<int, QString>> scores;
        for (int i = 0; i < 12; ++i) {
            if (random.bounded(4) != 0) {
                scores.emplace_back(-random.bounded(6), QStringLiteral("m%1").arg(i));
            }
        }
        std::sort(scores.begin(), scores.end());
        QStringList rows;
        for (const auto &[score, name] : scores) {
            rows += QStringLiteral("%1 %2").arg(name).arg(-score);
        }
        m_model->apply(board(round * 1s, rows, random.bounded(3)));
        if (random.bounded(3) == 0) {
            m_model->setPinned(found(QStringLiteral("m3"), list("m2 9, m3 8, m4 7"), random.bounded(20)));
        }
        if (random.bounded(5) == 0) {
            m_model->clearPinned();
        }
        for (int row = 1; row < m_model->rowCount(); ++row) {
            const QVariant above = m_model->index(row - 1, 0).data(LeaderboardModel::RankRole);
            const QVariant here = m_model->index(row, 0).data(LeaderboardModel::RankRole);
            QVERIFY(!above.isValid() || !here.isValid() || here.toLongLong() == above.toLongLong() + 1);
        }
    }
}

QTEST_GUILESS_MAIN(TestLeaderboardModel)
#include "tst_leaderboardmodel.moc"
