// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/pagebench.h"
#include "views/collection/shardbar.h"
#include "views/theme/theme.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/figuretile.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QTest>
#include <QToolButton>

#include <algorithm>

using namespace plimsoll;
using namespace plimsoll::views;
using testing::Bench;
using L1 = QLatin1StringView;

/// Collections that lie in several keys, on their pages.
class ShardsTest final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_theme.install(*qApp, Theme::Choice::Light); }
    void leadersInTwoShards();
    void shardsAreOneCollection();
    void aHotShardIsFlagged();

private:
    Theme m_theme;
};

/// Five lead, then some of them come to stand in another shard as well.
void ShardsTest::leadersInTwoShards()
{
    Bench bench(m_theme, L1("leaderboard"));
    bench.tick(10);
    const QString leader = bench.cell(0, 1);
    for (const int repeated : {1, 3, 0, 5, 2}) {
        bench.fixture.repeatedLeaders = repeated;
        bench.tick(70); // far enough for others to take the lead
        const QStringList shown = [&] {
            QStringList members;
            for (int row = 0; row < 10; ++row) {
                members += bench.cell(row, 1);
            }
            return members;
        }();
        QCOMPARE(shown.filter(QStringLiteral("in 2 shards")).size(), repeated);
        QStringList once = shown;
        once.removeDuplicates();
        QCOMPARE(once, shown);
    }
    const auto tiles = bench.page->findChildren<FigureTile *>();
    QVERIFY(std::any_of(tiles.begin(), tiles.end(), [](const FigureTile *tile) {
        return tile->accessibleDescription().contains(QStringLiteral("2 shown in several shards"));
    }));
}

void ShardsTest::shardsAreOneCollection()
{
    const QByteArray before = "100%2 "; // a stranger's key may hold what looks like a place for something
    Bench board(m_theme, L1("leaderboard"), 1, 3, before);
    board.tick();
    const auto descriptionOf = [](const Bench &bench) {
        for (const ElidedLabel *label : bench.page->findChildren<ElidedLabel *>()) {
            if (label->isVisible() && label->accessibleName().contains(QStringLiteral("shards"))) {
                return label->accessibleName();
            }
        }
        return QString();
    };
    QCOMPARE(descriptionOf(board),
             QStringLiteral("100%2 leaderboard:game-1:20261120 and 2 more shards, highest score first"));
    QCOMPARE(board.cell(0), QStringLiteral("1"));
    Bench set(m_theme, L1("members"), 1, 3, before);
    set.tick();
    QVERIFY2(descriptionOf(set).startsWith(QStringLiteral("Set in 3 shards, 100%2 ")), qPrintable(descriptionOf(set)));
    for (QAction *action : set.page->findChild<QToolButton *>(QStringLiteral("moreButton"))->menu()->actions()) {
        if (action->text() == QStringLiteral("Copy key names")) {
            action->trigger();
        }
    }
    QCOMPARE(QGuiApplication::clipboard()->text().split(u'\n').size(), 3);
}

/// On the page of every kind, in one place.
void ShardsTest::aHotShardIsFlagged()
{
    Bench bench(m_theme, L1("members"), 1, 3);
    bench.tick();
    const auto *bar = bench.find<ShardBar>(QStringLiteral("shardBar"));
    QVERIFY(bar->isVisible());
    QVERIFY2(bar->accessibleDescription().startsWith(QStringLiteral("3 shards of set: ")),
             qPrintable(bar->accessibleDescription()));
    ShardLoad load = bar->loads().front();
    load.sizes = {10, 10, 100};
    QVERIFY2(bar->text(load).contains(QStringLiteral("is hot: 2.5 × the mean")), qPrintable(bar->text(load)));
    load.sizes = {10, 10, 11};
    QVERIFY2(!bar->text(load).contains(QStringLiteral("hot")), qPrintable(bar->text(load)));
    load.sizes[1] = unknownFigure;
    QVERIFY2(bar->text(load).endsWith(QStringLiteral("unknown")), qPrintable(bar->text(load)));
    Bench one(m_theme, L1("members"));
    one.tick();
    QVERIFY(!one.find<ShardBar>(QStringLiteral("shardBar"))->isVisible());
}

QTEST_MAIN(ShardsTest)
#include "tst_shards.moc"
