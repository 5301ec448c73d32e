// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/picture.h"
#include "views/collection/figures.h"
#include "views/theme/theme.h"
#include "views/widgets/badge.h"
#include "views/widgets/figuretile.h"

#include <QApplication>
#include <QTest>

using namespace plimsoll;
using namespace plimsoll::views;

/// The small parts of pages, with names that nobody foresaw.
class PagePartsTest final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_theme.install(*qApp, Theme::Choice::Light); }
    void namesTellKeysApart_data();
    void namesTellKeysApart();
    void longAndBinaryNames();

private:
    Theme m_theme;
};

void PagePartsTest::namesTellKeysApart_data()
{
    QTest::addColumn<QList<QByteArray>>("keys");
    QTest::addColumn<QStringList>("names");
    QTest::newRow("one") << QList<QByteArray>{"queue:email"} << QStringList{QStringLiteral("email")};
    QTest::newRow("tiers") << QList<QByteArray>{"queue:email:high", "queue:email", "queue:email:low"}
                           << QStringList{QStringLiteral("high"), QStringLiteral("email"), QStringLiteral("low")};
    QTest::newRow("part at the word") << QList<QByteArray>{"q:low", "q:lowest"}
                                      << QStringList{QStringLiteral("low"), QStringLiteral("lowest")};
    QTest::newRow("nothing in common") << QList<QByteArray>{"a", "b"}
                                       << QStringList{QStringLiteral("a"), QStringLiteral("b")};
}

void PagePartsTest::namesTellKeysApart()
{
    QFETCH(QList<QByteArray>, keys);
    QTEST(distinctNames({keys.begin(), keys.end()}), "names");
}

void PagePartsTest::longAndBinaryNames()
{
    Badge badge(&m_theme);
    badge.show(State::Critical, QString(500, QLatin1Char('x')));
    badge.resize(100, 20);
    QVERIFY(badge.sizeHint().width() > 100);
    const QImage badgePicture = badge.grab().toImage();
    QVERIFY(testing::isPainted(badgePicture));
    QVERIFY(testing::isPlain(badgePicture.copy(100 - 4, 5, 3, 10))); // the text ends before the edge
    TileRow tiles(&m_theme);
    tiles.show({{QString(300, QLatin1Char('n')),
                 QStringLiteral("6 days 11 h 4 min"),
                 QString(300, QLatin1Char('m')),
                 {},
                 State::Ok}});
    tiles.resize(118, 90);
    const QImage tilePicture = tiles.grab().toImage();
    QVERIFY(testing::isPainted(tilePicture));
    QVERIFY(testing::isPlain(tilePicture.copy(118 - 7, 10, 5, 50)));
    const QStringList names = distinctNames({QByteArray("\xff\x00q:\x01", 5), QByteArray("\xff\x00q:\x02", 5)});
    QCOMPARE(names.size(), 2);
    QVERIFY(names[0] != names[1]);
}

QTEST_MAIN(PagePartsTest)
#include "tst_pageparts.moc"
