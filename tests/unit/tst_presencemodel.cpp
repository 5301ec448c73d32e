// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/presencemodel.h"
#include "tests/support/modeldump.h"
#include "tests/support/snapshotbuilder.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace plimsoll;
using namespace plimsoll::models;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace {

/// "ann 5" was last seen five seconds before; newest first.
ElementsPage page(std::chrono::seconds time, const QStringList &members, std::optional<qint64> total)
{
    const milliseconds now = 1'000'000ms + time;
    QStringList rows;
    for (const QString &member : members) {
        const qint64 ago = member.section(QLatin1Char(' '), 1).toLongLong() * 1000;
        rows += QStringLiteral("%1 | | due=%2").arg(member.section(QLatin1Char(' '), 0, 0)).arg(now.count() - ago);
    }
    return test::elementsPage(now, rows, 0, total);
}

QStringList list(const char *text)
{
    return QString::fromUtf8(text).split(QStringLiteral(", "), Qt::SkipEmptyParts);
}

} // namespace

class TestPresenceModel final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
    void firstPageIsWhatThereWas();
    void comingAndGoing();
    void whoWasRemovedWent();
    void pushedOffThePageIsNotGone();
    void eventsAreBounded();
    void timesMoveOn();
};

void TestPresenceModel::firstPageIsWhatThereWas()
{
    PresenceModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.apply(page(0s, list("ann 1, bob 2"), 2));
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(model.bannerText(), QString());
}

void TestPresenceModel::comingAndGoing()
{
    PresenceModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    QSignalSpy banner(&model, &PresenceModel::bannerChanged);
    model.apply(page(0s, list("ann 1, bob 25, eve 90"), 3));
    model.apply(page(10s, list("new 1, ann 2, bob 35, eve 100"), 4)); // bob's window of 30 s passed
    QCOMPARE(test::dump(model), QStringLiteral("now | came | new\nnow | went | bob\n"));
    QCOMPARE(model.bannerText(), QStringLiteral("1 came, 1 went"));
    model.apply(page(12s, list("eve 0, bob 1, new 3, ann 4"), 4)); // both are back
    QCOMPARE(test::dump(model),
             QStringLiteral("now | came | eve\nnow | came | bob\n2 s ago | came | new\n2 s ago | went | bob\n"));
    QCOMPARE(model.cameCount(), 3);
    QCOMPARE(banner.count(), 2);
    model.acknowledge();
    QCOMPARE(model.bannerText(), QString());
    QCOMPARE(banner.count(), 3);
    model.apply(page(13s, list("eve 1, bob 2, new 4, ann 5"), 4));
    QCOMPARE(banner.count(), 3);
}

void TestPresenceModel::whoWasRemovedWent()
{
    PresenceModel model;
    model.apply(page(0s, list("ann 1, bob 2"), 2));
    model.apply(page(1s, list("ann 2"), 1)); // said goodbye
    QCOMPARE(test::dump(model), QStringLiteral("now | went | bob\n"));
    model.apply(page(2s, {}, 0));
    QCOMPARE(model.wentCount(), 2);
}

void TestPresenceModel::pushedOffThePageIsNotGone()
{
    PresenceModel model;
    model.apply(page(0s, list("ann 1, bob 2"), 500));
    model.apply(page(1s, list("kim 0, lee 1"), 500)); // all of them within the window: nothing can be told
    QCOMPARE(model.rowCount(), 0);
    model.apply(page(2s, list("kim 1, old 60"), 500)); // the page ends outside the window: lee must be gone
    QCOMPARE(test::dump(model), QStringLiteral("now | went | lee\n"));
    model.apply(page(3s, list("joe 0, kim 2"), std::nullopt)); // no total, all within the window
    QCOMPARE(model.rowCount(), 1);
}

void TestPresenceModel::eventsAreBounded()
{
    PresenceModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.apply(page(0s, {}, 0));
    for (int i = 1; i <= 30; ++i) {
        QStringList members;
        for (int k = 0; k < 10 * i; ++k) {
            members += QStringLiteral("m%1-%2 0").arg(i).arg(k);
        }
        model.apply(page(std::chrono::seconds(i), members, members.size()));
    }
    QCOMPARE(model.rowCount(), static_cast<int>(PresenceModel::mostEvents));
    model.clear();
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(model.bannerText(), QString());
}

void TestPresenceModel::timesMoveOn()
{
    PresenceModel model;
    model.apply(page(0s, {}, 0));
    model.apply(page(1s, list("ann 0"), 1));
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    model.setNow(1'000'000ms + 61s);
    QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("1 min ago"));
    model.setNow(1'000'000ms + 61s);
    QCOMPARE(changed.count(), 1);
}

QTEST_GUILESS_MAIN(TestPresenceModel)
#include "tst_presencemodel.moc"
