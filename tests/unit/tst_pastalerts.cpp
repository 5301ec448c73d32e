// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/alertmodel.h"
#include "redis/history/alertstore.h"
#include "tests/support/timing.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QPersistentModelIndex>
#include <QSet>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <limits>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;
using models::AlertModel;
using std::chrono::milliseconds;

/// Tests that any number of past alerts is read in pieces, each one once, and only as far as the user scrolls.
class TestPastAlerts final : public QObject {
    Q_OBJECT

private slots:
    void piecesFollowEachOther();
    void quickWithVeryMany();
    void olderStayBehindTheNewest();
    void nothingBehindAGap();
    void heldWhileOlderCome();
    void quickInATable();

private:
    static constexpr milliseconds start{1'700'000'000'000};
    static constexpr int piece = static_cast<int>(AlertModel::wholePage);

    /// Two are over at the same time.
    static Alert alertOf(int number)
    {
        Alert alert;
        alert.id = QStringLiteral("alert %1").arg(number);
        alert.subject = {QStringLiteral("list %1").arg(number % 7), QStringLiteral("queue"), QStringLiteral("ready"),
                         Cause::Level};
        alert.worst = State::Warning;
        alert.text = alert.worstText = QStringLiteral("%1 ready, limit 5").arg(number);
        alert.raised = alert.since = start + number * 1s;
        alert.cleared = alert.changed = start + (number / 2) * 2s + 1min;
        return alert;
    }
    /// Newest first: those of numbers from `last` down to `first`.
    static std::vector<Alert> alertsOf(int last, int first)
    {
        std::vector<Alert> all;
        for (int number = last; number >= first; --number) {
            all.push_back(alertOf(number));
        }
        return all;
    }
    static void fill(redis::AlertStore &store, int count)
    {
        for (int first = 0; first < count; first += 10'000) {
            std::vector<AlertChange> changes;
            std::vector<redis::AlertMessage> messages;
            for (int number = first; number < std::min(count, first + 10'000); ++number) {
                const Alert alert = alertOf(number);
                changes.push_back({alert, State::Warning, *alert.cleared});
                if (number % 50 == 0) {
                    messages.push_back({number + 1, QStringLiteral("command"), "{}", start, alert.id});
                }
            }
            QVERIFY(store.keep(changes, "clock", messages));
        }
        for (int number = 0; number < std::min(count, 5'000); number += 50) {
            QVERIFY(store.told(number + 1, AlertTelling{QStringLiteral("command"), start, QStringLiteral("exit 0")}));
        }
    }
    std::unique_ptr<redis::AlertStore> make(int count)
    {
        m_folder = std::make_unique<QTemporaryDir>();
        auto made = redis::AlertStore::open(m_folder->filePath(QStringLiteral("one.alerts.sqlite")),
                                            redis::AlertStore::For::Judging);
        if (made) {
            fill(**made, count);
        }
        return made ? std::move(*made) : nullptr;
    }
    template <typename Work> static qint64 bestOf(Work work)
    {
        qint64 best = std::numeric_limits<qint64>::max();
        for (int attempt = 0; attempt < attempts; ++attempt) {
            QElapsedTimer timer;
            timer.start();
            work();
            best = std::min(best, timer.elapsed());
        }
        return best;
    }

    /// The shortest time, in ns, to add one alert to a table of `rows`.
    static qint64 oneMoreOn(int rows)
    {
        AlertModel model(AlertModel::Shows::Past);
        int newest = rows;
        model.apply(alertsOf(newest, newest - piece + 1), nullptr, nullptr, false);
        for (int last = newest - piece; last > 0; last -= piece) {
            model.fetchMore({});
            model.append(alertOf(last + 1).id, alertsOf(last, last - piece + 1));
        }
        qint64 best = model.rowCount() == rows ? std::numeric_limits<qint64>::max() : 0;
        for (int attempt = 0; attempt < attempts; ++attempt) {
            ++newest;
            const std::vector<Alert> next = alertsOf(newest, newest - piece + 1);
            QElapsedTimer timer;
            timer.start();
            model.apply(next, nullptr, nullptr, false);
            best = std::min(best, timer.nsecsElapsed());
        }
        return model.alertAt(0).id == alertOf(newest).id ? best : 0;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestPastAlerts::piecesFollowEachOther()
{
    const auto store = make(2'501);
    QVERIFY(store);
    QVERIFY(store->note(QStringLiteral("alert 7"), {start, QStringLiteral("mara"), QStringLiteral("seen")}));
    QStringList ids;
    std::vector<Alert> read = store->all(piece)->past;
    while (!read.empty()) {
        for (const Alert &alert : read) {
            ids += alert.id;
            QCOMPARE(alert.notes.size(), std::size_t(alert.id == QLatin1String("alert 7") ? 1 : 0));
            QCOMPARE(alert.told.size(), std::size_t(alert.id.mid(6).toInt() % 50 == 0 ? 1 : 0));
        }
        read = *store->pastBefore(read.back().id, piece);
    }
    QCOMPARE(ids.size(), 2'501);
    for (int i = 0; i < 2'501; ++i) {
        QCOMPARE(ids[i], alertOf(2'500 - i).id);
    }
    QVERIFY(store->pastBefore(QStringLiteral("none of ours"), piece)->empty());
}

void TestPastAlerts::quickWithVeryMany()
{
    const auto store = make(100'000);
    QVERIFY(store);
    const qint64 newest = bestOf([&store] { QCOMPARE(store->all(piece)->past.size(), std::size_t(piece)); });
    const QString deep = alertOf(5'000).id;
    const qint64 older =
        bestOf([&store, &deep] { QCOMPARE(store->pastBefore(deep, piece)->size(), std::size_t(piece)); });
    qInfo("of 100,000 the newest in %lld ms, others in %lld ms", newest, older);
    QVERIFY2(newest < 250, qPrintable(QString::number(newest)));
    QVERIFY2(older < 250, qPrintable(QString::number(older)));
}

void TestPastAlerts::olderStayBehindTheNewest()
{
    AlertModel model(AlertModel::Shows::Past);
    const QAbstractItemModelTester tester(&model);
    QSignalSpy wanted(&model, &AlertModel::moreWanted);
    model.apply(alertsOf(9'999, 9'000), nullptr, nullptr, false);
    QCOMPARE(model.rowCount(), 1'000);
    model.fetchMore({}); // the tester may have done so already
    QVERIFY(!model.canFetchMore({})); // it is asked for
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted.front().front().toString(), alertOf(9'000).id);
    model.append(alertOf(9'001).id, alertsOf(9'000, 8'001)); // an answer to something else
    QCOMPARE(model.rowCount(), 1'000);
    model.append(alertOf(9'000).id, alertsOf(8'999, 8'000));
    QCOMPARE(model.rowCount(), 2'000);
    const QPersistentModelIndex one = model.index(1'500, 0);
    const QString id = one.data(AlertModel::IdRole).toString();
    model.apply(alertsOf(10'004, 9'005), nullptr, nullptr, false); // five more are over
    QCOMPARE(model.rowCount(), 2'005);
    QVERIFY(one.isValid());
    QCOMPARE(one.row(), 1'505);
    QCOMPARE(one.data(AlertModel::IdRole).toString(), id);
    for (int row = 0; row < model.rowCount(); ++row) {
        QCOMPARE(model.alertAt(row).id, alertOf(10'004 - row).id);
    }
    model.fetchMore({});
    QCOMPARE(wanted.back().front().toString(), alertOf(8'000).id);
    model.append(alertOf(8'000).id, alertsOf(7'999, 7'990)); // all there are
    QCOMPARE(model.rowCount(), 2'015);
    QVERIFY(!model.canFetchMore({}) && !model.hasMore());
}

void TestPastAlerts::nothingBehindAGap()
{
    AlertModel model(AlertModel::Shows::Past);
    const QAbstractItemModelTester tester(&model);
    model.apply(alertsOf(1'999, 1'000), nullptr, nullptr, false);
    model.fetchMore({});
    model.append(alertOf(1'000).id, alertsOf(999, 0));
    QCOMPARE(model.rowCount(), 2'000);
    model.apply(alertsOf(9'999, 9'000), nullptr, nullptr, false); // the alerts in between are unknown
    QCOMPARE(model.rowCount(), 1'000);
    QVERIFY(model.hasMore());
    model.apply({}, nullptr, nullptr, false); // another workspace
    QCOMPARE(model.rowCount(), 0);
    QVERIFY(!model.canFetchMore({}));
}

/// While the user points at a row no row moves; afterwards all are in their places.
void TestPastAlerts::heldWhileOlderCome()
{
    AlertModel model(AlertModel::Shows::Past);
    const QSignalSpy wanted(&model, &AlertModel::moreWanted);
    model.apply(alertsOf(1'999, 1'000), nullptr, nullptr, false);
    model.apply(alertsOf(2'000, 1'001), nullptr, nullptr, true);
    QCOMPARE(model.alertAt(0).id, alertOf(1'999).id);
    QCOMPARE(model.rowCount(), 1'001);
    model.fetchMore({});
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted.front().front().toString(), alertOf(1'000).id);
    model.append(alertOf(1'000).id, alertsOf(999, 990));
    model.apply(alertsOf(2'001, 1'002), nullptr, nullptr, false);
    QCOMPARE(model.rowCount(), 1'012);
    for (int row = 0; row < model.rowCount(); ++row) {
        QCOMPARE(model.alertAt(row).id, alertOf(2'001 - row).id);
    }
}

void TestPastAlerts::quickInATable()
{
    // The time grows in proportion to the number of rows, not with its square.
    const qint64 few = oneMoreOn(10'000);
    const qint64 many = oneMoreOn(100'000);
    qInfo("one more on 10,000 rows in %lld us, on 100,000 in %lld us", few / 1000, many / 1000);
    QVERIFY(many < 40 * few);
}

QTEST_GUILESS_MAIN(TestPastAlerts)
#include "tst_pastalerts.moc"
