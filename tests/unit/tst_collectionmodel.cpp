// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/collectionmodel.h"
#include "models/rows/collectionsortmodel.h"
#include "models/history/history.h"
#include "models/text/format.h"
#include "tests/support/modeldump.h"
#include "tests/support/snapshotbuilder.h"

#include <QAbstractItemModelTester>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <array>
#include <map>

using namespace plimsoll;
using namespace plimsoll::models;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace {

constexpr milliseconds start = 1'700'000'000'000ms;

QString queueRow(const QString &name, int ready, const QString &state = QStringLiteral("ok"))
{
    return QStringLiteral("%1 | queue | %2 | ready=%3").arg(name, state).arg(ready);
}

QStringList names(const QAbstractItemModel &model)
{
    QStringList result;
    for (int row = 0; row < model.rowCount(); ++row) {
        result += model.index(row, CollectionModel::NameColumn).data().toString();
    }
    return result;
}

} // namespace

class TestCollectionModel final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
    void init();
    void cleanup();
    void everyKind();
    void oneKind();
    void nothingChangedNothingSignalled();
    void invisibleChangesAreNotSignalled();
    void estimatesAreMarked();
    void changesComeInFewRanges();
    void changedCellsFlashOnce();
    void layoutChangesInRanges();
    void selectionSurvives();
    void otherKindOfTheSameNameIsAnother();
    void trouble();
    void stale();
    void troubleStandsInFront();
    void aFigureHasItsOwnBeginning();
    void nearBeginningsAreOne();
    void unknownTellsWhy();
    void noWorkspaceNoRows();
    void staysStillUntilResorted();
    void unknownIsLastInBothDirections();
    void filter();
    void randomSnapshots_data();
    void randomSnapshots();

private:
    void tick(const QStringList &rows)
    {
        m_time += 1s;
        const SnapshotPtr snapshot = m_builder->make(m_time, rows);
        m_history->apply(snapshot);
        m_model->apply(snapshot);
    }

    milliseconds m_time{};
    std::unique_ptr<test::SnapshotBuilder> m_builder;
    std::unique_ptr<History> m_history;
    std::unique_ptr<CollectionModel> m_model;
    std::unique_ptr<CollectionSortModel> m_sorted;
    std::vector<std::unique_ptr<QAbstractItemModelTester>> m_testers;
};

void TestCollectionModel::init()
{
    m_time = start;
    m_builder = std::make_unique<test::SnapshotBuilder>();
    m_history = std::make_unique<History>();
    m_model = std::make_unique<CollectionModel>(m_history.get());
    m_sorted = std::make_unique<CollectionSortModel>();
    m_sorted->setSourceModel(m_model.get());
    for (QAbstractItemModel *model :
         {static_cast<QAbstractItemModel *>(m_model.get()), static_cast<QAbstractItemModel *>(m_sorted.get())}) {
        m_testers.push_back(
            std::make_unique<QAbstractItemModelTester>(model, QAbstractItemModelTester::FailureReportingMode::Fatal));
    }
}

void TestCollectionModel::cleanup()
{
    m_testers.clear();
    m_sorted.reset();
    m_model.reset();
}

void TestCollectionModel::everyKind()
{
    tick({QStringLiteral("email | queue | critical | ready=1165 stale=41 || | stale: critical: 41 stale, limit 40"),
          QStringLiteral("lobby | presence | ok | active=3127 connected=3402 ghosts=275"),
          QStringLiteral("old | plain | ok |")});
    QCOMPARE(test::dump(*m_model),
             QStringLiteral("email | Queue | critical | 41 | – |  | limit 40\n"
                            "lobby | Presence | ok | 3,127 | – |  | 275 ghosts\n"
                            "old | Plain | ok | – | – |  | not read yet\n"));
    for (int i = 0; i < 10; ++i) {
        tick({QStringLiteral("email | queue | ok | ready=%1").arg(1165 + 4 * i),
              QStringLiteral("lobby | presence | ok | active=3127"), QStringLiteral("old | plain | ok |")});
    }
    const QModelIndex email = m_model->index(0, CollectionModel::ChangeColumn);
    QCOMPARE(email.data().toString(), QStringLiteral("+240/min"));
    QCOMPARE(m_model->index(1, CollectionModel::ChangeColumn).data().toString(), QStringLiteral("±0"));
    QCOMPARE(email.data(CollectionModel::TrendRole).value<QVector<float>>().size(), 11);
    QCOMPARE(email.data(CollectionModel::KindRole).toString(), QStringLiteral("queue"));
    QCOMPARE(m_model->index(1, 3).data(CollectionModel::FigureTitleRole).toString(), QStringLiteral("active"));
    QCOMPARE(m_model->index(1, 3).data(CollectionModel::FigureRole).toInt(), 2);
    QCOMPARE(m_model->headerData(0, Qt::Horizontal).toString(), QStringLiteral("collection"));
}

void TestCollectionModel::oneKind()
{
    tick({queueRow(QStringLiteral("a"), 1), QStringLiteral("m | members | warning | members=5 ttlMs=90000"),
          queueRow(QStringLiteral("b"), 2)});
    m_model->setKind(test::testKind(u"members"));
    QCOMPARE(test::dump(*m_model), QStringLiteral("m | Members | warning | 5 | – | 1 min 30 s | \n"));
    QCOMPARE(m_model->headerData(3, Qt::Horizontal).toString(), QStringLiteral("members"));
    QCOMPARE(m_model->index(0, 0).data(CollectionModel::RowRole).toInt(), 1);
    m_model->setKind(test::testKind(u"queue"));
    QCOMPARE(names(*m_model), (QStringList{QStringLiteral("a"), QStringLiteral("b")}));
    QCOMPARE(m_model->collectionAt(1), std::size_t{2});
    m_model->setKind(nullptr);
    QCOMPARE(m_model->rowCount(), 3);
}

void TestCollectionModel::nothingChangedNothingSignalled()
{
    const QStringList rows{queueRow(QStringLiteral("a"), 1),
                           QStringLiteral("b | leaderboard | ok | members=2 || x=2 y=1 | members: warning: two")};
    for (int i = 0; i < 12; ++i) {
        tick(rows); // until the change per minute is known
    }
    QSignalSpy changed(m_model.get(), &QAbstractItemModel::dataChanged);
    QSignalSpy layout(m_model.get(), &QAbstractItemModel::layoutChanged);
    tick(rows);
    m_model->apply(test::SnapshotBuilder().make(m_time, rows)); // another layout object, as after a reconnect
    QCOMPARE(layout.count(), 0);
    changed.clear();
    tick(rows);
    changed.clear();
    tick(rows);
    m_model->setStale(false);
    QCOMPARE(changed.count(), 0);
}

void TestCollectionModel::invisibleChangesAreNotSignalled()
{
    const QString row = QStringLiteral("q | queue | ok | ready=1 oldestReadyMs=%1");
    m_model->setKind(test::testKind(u"queue"));
    tick({row.arg(1'200'000)});
    const QSignalSpy changed(m_model.get(), &QAbstractItemModel::dataChanged);
    tick({row.arg(1'201'000)}); // 20 min either way
    QCOMPARE(changed.count(), 0);
    tick({row.arg(1'261'000)});
    QCOMPARE(changed.count(), 1);
}

/// A figure from a sample is shown as an estimate, a lower bound as a bound.
void TestCollectionModel::estimatesAreMarked()
{
    test::SnapshotBuilder builder;
    Snapshot snapshot =
        *builder.make(1'700'000'000'000ms, {QStringLiteral("q | queue | ok | ready=1234 dead>=5 due=2")});
    const auto text = [&](const char *id) {
        return formatFigure(snapshot, 0, snapshot.layout->rows[0].figureIndex(QString::fromLatin1(id)));
    };
    snapshot.notes[snapshot.place(0, 0)] |= static_cast<quint8>(FigureNote::Estimate);
    QCOMPARE(text("ready"), QStringLiteral("≈ 1,234"));
    QCOMPARE(text("dead"), QStringLiteral("≥ 5"));
    QCOMPARE(text("due"), QStringLiteral("2"));
    QCOMPARE(text("stale"), QStringLiteral("–"));
}

void TestCollectionModel::changesComeInFewRanges()
{
    QStringList rows;
    for (int i = 0; i < 1000; ++i) {
        rows += queueRow(QStringLiteral("q%1").arg(i), i);
    }
    m_model->setKind(test::testKind(u"queue"));
    tick(rows);
    QSignalSpy changed(m_model.get(), &QAbstractItemModel::dataChanged);
    for (const int i : {10, 11, 12, 500}) {
        rows[i] = queueRow(QStringLiteral("q%1").arg(i), 5000);
    }
    tick(rows);
    QCOMPARE(changed.count(), 2);
    QCOMPARE(changed[0][0].toModelIndex().row(), 10);
    QCOMPARE(changed[0][1].toModelIndex().row(), 12);
    QCOMPARE(changed[1][0].toModelIndex().row(), 500);
    QCOMPARE(changed[1][1].toModelIndex().row(), 500);
    changed.clear();
    for (int i = 0; i < 1000; i += 10) {
        rows[i] = queueRow(QStringLiteral("q%1").arg(i), 7000);
    }
    tick(rows);
    QCOMPARE(changed.count(), 1); // too many to tell one by one
    QCOMPARE(changed[0][0].toModelIndex().row(), 0);
    QCOMPARE(changed[0][1].toModelIndex().row(), 990);
}

void TestCollectionModel::changedCellsFlashOnce()
{
    m_model->setKind(test::testKind(u"queue"));
    tick({queueRow(QStringLiteral("a"), 1)});
    const QModelIndex ready = m_model->index(0, CollectionModel::FirstFigureColumn);
    QVERIFY(!ready.data(CollectionModel::ChangedRole).toBool());
    tick({queueRow(QStringLiteral("a"), 2, QStringLiteral("warning"))});
    QVERIFY(ready.data(CollectionModel::ChangedRole).toBool());
    QVERIFY(ready.siblingAtColumn(CollectionModel::StateColumn).data(CollectionModel::ChangedRole).toBool());
    QVERIFY(!ready.siblingAtColumn(4).data(CollectionModel::ChangedRole).toBool());
    const QSignalSpy changed(m_model.get(), &QAbstractItemModel::dataChanged);
    tick({queueRow(QStringLiteral("a"), 2, QStringLiteral("warning"))});
    QVERIFY(!ready.data(CollectionModel::ChangedRole).toBool());
    QCOMPARE(changed.count(), 1); // it is not new any more
    tick({queueRow(QStringLiteral("a"), 2, QStringLiteral("warning"))});
    QCOMPARE(changed.count(), 1);
}

void TestCollectionModel::layoutChangesInRanges()
{
    const auto rows = [](const QString &letters) {
        QStringList result;
        for (const QChar letter : letters) {
            result += queueRow(QString(letter), letter.unicode());
        }
        return result;
    };
    tick(rows(QStringLiteral("abcdefgh")));
    QSignalSpy removed(m_model.get(), &QAbstractItemModel::rowsRemoved);
    QSignalSpy inserted(m_model.get(), &QAbstractItemModel::rowsInserted);
    QSignalSpy moved(m_model.get(), &QAbstractItemModel::layoutChanged);
    const QSignalSpy reset(m_model.get(), &QAbstractItemModel::modelReset);
    tick(rows(QStringLiteral("abXYZefhW"))); // c, d and g go, X Y Z and W come
    QCOMPARE(names(*m_model).join(QString()), QStringLiteral("abXYZefhW"));
    QCOMPARE(removed.count(), 2);
    QCOMPARE(inserted.count(), 2);
    QCOMPARE(moved.count(), 0);
    tick(rows(QStringLiteral("WabXYZefh")));
    QCOMPARE(names(*m_model).join(QString()), QStringLiteral("WabXYZefh"));
    QCOMPARE(removed.count(), 2);
    QCOMPARE(inserted.count(), 2);
    QCOMPARE(moved.count(), 1);
    tick({});
    QCOMPARE(m_model->rowCount(), 0);
    tick(rows(QStringLiteral("ab")));
    QCOMPARE(names(*m_model).join(QString()), QStringLiteral("ab"));
    QCOMPARE(reset.count(), 0);
}

void TestCollectionModel::selectionSurvives()
{
    tick({queueRow(QStringLiteral("a"), 1), queueRow(QStringLiteral("b"), 2), queueRow(QStringLiteral("c"), 3)});
    m_sorted->sort(CollectionModel::FirstFigureColumn, Qt::DescendingOrder);
    const QPersistentModelIndex b = m_sorted->index(1, 0);
    const QPersistentModelIndex a = m_sorted->index(2, 0);
    QCOMPARE(b.data().toString(), QStringLiteral("b"));
    tick({queueRow(QStringLiteral("c"), 3), queueRow(QStringLiteral("n"), 9), queueRow(QStringLiteral("b"), 20)});
    QVERIFY(!a.isValid());
    QVERIFY(b.isValid());
    QCOMPARE(b.data().toString(), QStringLiteral("b"));
    m_sorted->resortNow();
    QCOMPARE(b.data().toString(), QStringLiteral("b"));
    QCOMPARE(b.row(), 0);
}

void TestCollectionModel::otherKindOfTheSameNameIsAnother()
{
    tick({QStringLiteral("x | queue | ok | ready=1")});
    const QPersistentModelIndex before = m_model->index(0, 0);
    tick({QStringLiteral("x | members | ok | members=1")});
    QVERIFY(!before.isValid());
    QCOMPARE(m_model->index(0, 1).data().toString(), QStringLiteral("Members"));
}

void TestCollectionModel::trouble()
{
    const auto rows = [](int tick) {
        return QStringList{queueRow(QStringLiteral("calm"), 5), queueRow(QStringLiteral("grows"), 10 * tick),
                           queueRow(QStringLiteral("shrinks"), 1000 - tick),
                           queueRow(QStringLiteral("warns"), 1, QStringLiteral("warning")),
                           queueRow(QStringLiteral("worst"), 1, QStringLiteral("critical"))};
    };
    for (int i = 0; i < 15; ++i) {
        tick(rows(i));
    }
    m_sorted->setSortedRole(CollectionModel::TroubleRole);
    m_sorted->sort(0, Qt::DescendingOrder);
    QCOMPARE(names(*m_sorted).join(QLatin1Char(' ')), QStringLiteral("worst warns grows calm shrinks"));
}

void TestCollectionModel::stale()
{
    tick({queueRow(QStringLiteral("a"), 1)});
    const QSignalSpy changed(m_model.get(), &QAbstractItemModel::dataChanged);
    QVERIFY(!m_model->index(0, 0).data(CollectionModel::StaleRole).toBool());
    m_model->setStale(true);
    QVERIFY(m_model->index(0, 0).data(CollectionModel::StaleRole).toBool());
    m_model->setStale(true);
    QCOMPARE(changed.count(), 1);
}

/// The state of a collection may have begun before the trouble of the figure that stands beside it.
void TestCollectionModel::aFigureHasItsOwnBeginning()
{
    const auto sentence = [this] { return m_model->index(0, CollectionModel::SentenceColumn).data().toString(); };
    const QString dead = QStringLiteral("dead: critical: 7 dead, limit 5");
    for (int i = 0; i < 10; ++i) {
        tick({QStringLiteral("email | queue | critical | ready=9 dead=7 stale=0 ||| ") + dead});
    }
    QCOMPARE(sentence(), QStringLiteral("limit 5"));
    for (int i = 0; i < 12; ++i) {
        tick({QStringLiteral("email | queue | critical | ready=9 dead=7 stale=3 ||| stale: critical: 3 stale // ")
              + dead});
    }
    const QDateTime began = localTime(m_time - 11s);
    QVERIFY2(sentence().startsWith(began.toString(QStringLiteral("'stale since 'HH:mm"))), qPrintable(sentence()));
    QVERIFY2(!sentence().endsWith(QStringLiteral("; ")), qPrintable(sentence()));

    // On the next day the time has its day, and the row is painted again.
    cleanup();
    init();
    m_time = milliseconds(localTime(start).date().addDays(1).startOfDay().toMSecsSinceEpoch()) - 20s;
    const QString day = QLocale().dayName(localTime(m_time).date().dayOfWeek(), QLocale::ShortFormat);
    for (int i = 0; i < 12; ++i) {
        tick({QStringLiteral("email | queue | critical | ready=9 dead=7 stale=0 ||| ") + dead});
    }
    const QString both =
        QStringLiteral("email | queue | critical | ready=9 dead=7 stale=3 ||| stale: critical: 3 stale // ");
    for (int i = 0; i < 7; ++i) {
        tick({both + dead});
    }
    QVERIFY2(sentence().startsWith(QStringLiteral("stale since 23:59")), qPrintable(sentence()));
    const QSignalSpy changed(m_model.get(), &QAbstractItemModel::dataChanged);
    tick({both + dead}); // midnight
    QVERIFY2(sentence().startsWith(QStringLiteral("stale since %1 23:59").arg(day)), qPrintable(sentence()));
    QCOMPARE(changed.count(), 1);
}

/// Two beginnings that a card could not tell apart stay one, at every age.
void TestCollectionModel::nearBeginningsAreOne()
{
    const QString dead = QStringLiteral("dead: critical: 7 dead, limit 5");
    for (int i = 0; i < 3; ++i) {
        tick({QStringLiteral("email | queue | critical | ready=9 dead=7 stale=0 ||| ") + dead});
    }
    for (int i = 0; i < 130; ++i) {
        tick({QStringLiteral("email | queue | critical | ready=9 dead=7 stale=3 ||| stale: critical: 3 stale // ")
              + dead});
        const QString text = m_model->index(0, CollectionModel::SentenceColumn).data().toString();
        QVERIFY2(!text.contains(QStringLiteral("since")), qPrintable(QStringLiteral("%1 s: %2").arg(i).arg(text)));
    }
}

void TestCollectionModel::troubleStandsInFront()
{
    const auto rows = [](int stale, const QString &state) {
        const QString problem =
            state == QLatin1String("ok") ? QString() : QStringLiteral("stale: %1: too many").arg(state);
        return QStringList{
            QStringLiteral("email | queue | %1 | ready=9 stale=%2 ||| %3").arg(state).arg(stale).arg(problem)};
    };
    for (int i = 0; i < 12; ++i) {
        tick(rows(i, QStringLiteral("ok")));
    }
    const auto at = [this](int column, int role) { return m_model->index(0, column).data(role); };
    QCOMPARE(at(CollectionModel::FirstFigureColumn, Qt::DisplayRole).toString(), QStringLiteral("9"));
    QCOMPARE(at(CollectionModel::ChangeColumn, Qt::DisplayRole).toString(), QStringLiteral("±0"));
    tick(rows(12, QStringLiteral("critical")));
    QCOMPARE(at(CollectionModel::FirstFigureColumn, Qt::DisplayRole).toString(), QStringLiteral("12"));
    QCOMPARE(at(CollectionModel::FirstFigureColumn, CollectionModel::FigureTitleRole).toString(),
             QStringLiteral("stale"));
    QCOMPARE(at(CollectionModel::ChangeColumn, Qt::DisplayRole).toString(), QStringLiteral("+60/min"));
    QCOMPARE(at(CollectionModel::TrendColumn, CollectionModel::TrendRole).value<QVector<float>>().last(), 12.0F);
    QVERIFY(at(CollectionModel::NameColumn, Qt::AccessibleTextRole)
                .toString()
                .startsWith(QStringLiteral("email, Queue, critical, 12 stale, too many")));
    tick({QStringLiteral("email | queue | error | ready=9 ||| stale: error: not allowed")});
    QCOMPARE(at(CollectionModel::FirstFigureColumn, Qt::DisplayRole).toString(), QStringLiteral("9"));
}

void TestCollectionModel::unknownTellsWhy()
{
    m_model->setKind(test::testKind(u"queue"));
    tick({QStringLiteral("a | queue | error | ready=1 ||| stale: error: the job records may not be read")});
    QCOMPARE(m_model->index(0, 5).data().toString(), QStringLiteral("–"));
    QCOMPARE(m_model->index(0, 5).data(Qt::ToolTipRole).toString(), QStringLiteral("the job records may not be read"));
    QCOMPARE(m_model->index(0, 4).data(Qt::ToolTipRole).toString(), QStringLiteral("Unknown"));
    // A name that is cut is whole on hover.
    const QModelIndex name = m_model->index(0, CollectionModel::NameColumn);
    QCOMPARE(name.data(Qt::ToolTipRole).toString().section(u'\n', 0, 0), QStringLiteral("a"));
}

void TestCollectionModel::noWorkspaceNoRows()
{
    QCOMPARE(m_model->rowCount(), 0);
    m_model->setKind(test::testKind(u"queue"));
    m_model->setStale(true);
    QCOMPARE(m_model->rowCount(), 0);
    m_sorted->resortNow();
}

void TestCollectionModel::staysStillUntilResorted()
{
    tick({queueRow(QStringLiteral("a"), 1), queueRow(QStringLiteral("b"), 2), queueRow(QStringLiteral("c"), 3)});
    m_sorted->sort(CollectionModel::FirstFigureColumn, Qt::DescendingOrder);
    QCOMPARE(names(*m_sorted).join(QString()), QStringLiteral("cba"));
    tick({queueRow(QStringLiteral("a"), 9), queueRow(QStringLiteral("b"), 2), queueRow(QStringLiteral("c"), 3)});
    QCOMPARE(names(*m_sorted).join(QString()), QStringLiteral("cba"));
    const QSignalSpy moved(m_sorted.get(), &QAbstractItemModel::layoutChanged);
    m_sorted->resortNow();
    QCOMPARE(names(*m_sorted).join(QString()), QStringLiteral("acb"));
    QCOMPARE(moved.count(), 1);
    m_sorted->resortNow(); // in order already
    QCOMPARE(moved.count(), 1);
}

void TestCollectionModel::unknownIsLastInBothDirections()
{
    tick({QStringLiteral("u | queue | ok |"), queueRow(QStringLiteral("b"), 2), queueRow(QStringLiteral("a"), 2),
          QStringLiteral("v | queue | ok |"), queueRow(QStringLiteral("c"), 3)});
    m_sorted->sort(CollectionModel::FirstFigureColumn, Qt::AscendingOrder);
    QCOMPARE(names(*m_sorted).join(QString()), QStringLiteral("bacuv"));
    m_sorted->sort(CollectionModel::FirstFigureColumn, Qt::DescendingOrder);
    QCOMPARE(names(*m_sorted).join(QString()), QStringLiteral("cbauv")); // equal ones as in the workspace
}

void TestCollectionModel::filter()
{
    const QStringList rows{QStringLiteral("Email | queue | ok | ready=1 | queue:mail:high=1"),
                           QStringLiteral("lobby | presence | ok | active=1 | room:lobby=1"),
                           QStringLiteral("invoices | queue | ok | ready=1 | queue:invoice=1")};
    tick(rows);
    const auto filtered = [&](const char *text) {
        m_sorted->setFilterText(QString::fromUtf8(text));
        return names(*m_sorted).join(QLatin1Char(' '));
    };
    QCOMPARE(filtered("email"), QStringLiteral("Email"));
    QCOMPARE(filtered("queue"), QStringLiteral("Email invoices"));
    QCOMPARE(filtered("queue :high"), QStringLiteral("Email"));
    QCOMPARE(filtered("nothing"), QString());
    QCOMPARE(filtered("ROOM:"), QStringLiteral("lobby"));
    tick(rows + QStringList{QStringLiteral("foyer | presence | ok | active=1 | room:foyer=1")});
    QCOMPARE(names(*m_sorted).join(QLatin1Char(' ')), QStringLiteral("lobby foyer"));
    tick({rows[0], rows[2], rows[1]}); // other places, other verdicts
    QCOMPARE(names(*m_sorted).join(QLatin1Char(' ')), QStringLiteral("lobby"));
    QCOMPARE(filtered(""), QStringLiteral("Email invoices lobby"));
}

void TestCollectionModel::randomSnapshots_data()
{
    QTest::addColumn<quint32>("seed");
    QTest::addColumn<bool>("oneKind");
    for (quint32 seed = 1; seed <= 6; ++seed) {
        QTest::addRow("seed %u", seed) << seed << (seed % 2 == 0);
    }
}

/// After any snapshot, the model shows its rows, the proxy shows the same ones, and a selected collection stays
/// selected while it exists.
void TestCollectionModel::randomSnapshots()
{
    QFETCH(const quint32, seed);
    QFETCH(const bool, oneKind);
    QRandomGenerator random(seed);
    const QStringList kinds{QStringLiteral("queue"), QStringLiteral("plain"), QStringLiteral("members")};
    const QStringList mains{QStringLiteral("ready"), QStringLiteral("count"), QStringLiteral("members")};
    m_model->setKind(oneKind ? test::testKind(u"queue") : nullptr);
    m_sorted->sort(CollectionModel::FirstFigureColumn, Qt::DescendingOrder);
    std::vector<std::pair<QString, int>> collections; // name, kind
    std::map<QString, QPersistentModelIndex> selected;
    for (int round = 0; round < 150; ++round) {
        if (random.bounded(3) == 0) {
            std::erase_if(collections, [&](const auto &) { return random.bounded(5) == 0; });
            for (int i = random.bounded(6); i > 0; --i) {
                const QString name = QStringLiteral("n%1").arg(random.bounded(30));
                const bool taken = std::any_of(collections.begin(), collections.end(),
                                               [&](const auto &collection) { return collection.first == name; });
                if (!taken) {
                    collections.insert(collections.begin() + random.bounded(static_cast<int>(collections.size()) + 1),
                                       {name, random.bounded(3)});
                }
            }
            if (random.bounded(3) == 0) {
                std::shuffle(collections.begin(), collections.end(), random);
            }
        }
        QStringList rows;
        QStringList expected;
        for (const auto &[name, kind] : collections) {
            const int value = random.bounded(4);
            const QString figure = value == 0 ? QString() : QStringLiteral("%1=%2").arg(mains[kind]).arg(value);
            rows += QStringLiteral("%1 | %2 | ok | %3").arg(name, kinds[kind], figure);
            if (!oneKind || kind == 0) {
                expected += name + QLatin1Char(' ') + (value == 0 ? QStringLiteral("–") : QString::number(value));
            }
        }
        tick(rows);
        if (random.bounded(4) == 0) {
            m_sorted->resortNow();
        }
        if (random.bounded(10) == 0) {
            m_sorted->setFilterText(random.bounded(2) == 0 ? QString() : QStringLiteral("n1"));
        }
        QStringList shown;
        for (int row = 0; row < m_model->rowCount(); ++row) {
            shown += m_model->index(row, 0).data().toString() + QLatin1Char(' ')
                + m_model->index(row, CollectionModel::FirstFigureColumn).data().toString();
        }
        QCOMPARE(shown, expected);
        QStringList accepted = names(*m_model);
        if (!m_sorted->filterText().isEmpty()) {
            accepted = accepted.filter(QStringLiteral("n1"));
        }
        QStringList sorted = names(*m_sorted);
        accepted.sort();
        sorted.sort();
        QCOMPARE(sorted, accepted);
        for (const auto &[name, index] : selected) {
            const bool exists = names(*m_model).contains(name);
            if (index.isValid()) {
                QVERIFY(exists);
                QCOMPARE(index.data().toString(), name);
            }
        }
        for (auto it = selected.begin(); it != selected.end();) {
            it = it->second.isValid() ? std::next(it) : selected.erase(it);
        }
        if (m_model->rowCount() > 0) {
            const QModelIndex chosen = m_model->index(random.bounded(m_model->rowCount()), 0);
            selected.insert_or_assign(chosen.data().toString(), QPersistentModelIndex(chosen));
        }
    }
}

QTEST_GUILESS_MAIN(TestCollectionModel)
#include "tst_collectionmodel.moc"
