// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/history/history.h"
#include "redis/collections/kinds.h"
#include "tests/support/sampleworkspace.h"
#include "views/charts/timeplot.h"
#include "views/collection/deepestqueues.h"
#include "views/theme/theme.h"

#include <QApplication>
#include <QMap>
#include <QTest>

#include <memory>

using namespace plimsoll;
using namespace plimsoll::views;
using namespace std::chrono_literals;
using support::SampleWorkspace;

namespace {

/// A run of the program: a chart that knows nothing but what is kept.
struct Run {
    explicit Run(Theme &theme) : chart(QStringLiteral("Deepest queues"), &theme, nullptr), deepest(&chart, &history)
    {
        for (int i = 0; i < 7; ++i) {
            workspace.add(QString(QChar(u'a' + i)), redis::findKind(QStringLiteral("queue")));
        }
        chart.resize(900, 300);
        chart.show();
    }

    /// The colour of each that is shown, with a to g that deep.
    QMap<QString, QRgb> show(const std::vector<double> &depths)
    {
        for (std::size_t i = 0; i < depths.size(); ++i) {
            workspace.set(i, QLatin1StringView("ready"), depths[i]);
        }
        for (int tick = 0; tick < 2; ++tick) {
            time += 1s;
            const SnapshotPtr snapshot = workspace.snapshot(time);
            history.apply(snapshot);
            deepest.show(*snapshot);
        }
        QMap<QString, QRgb> colours;
        for (const TimePlot::Word &name : chart.findChild<TimePlot *>()->names()) {
            colours.insert(name.text, name.colour.rgb());
        }
        return colours;
    }

    std::chrono::milliseconds time{1'795'000'000'000};
    models::History history;
    SampleWorkspace workspace;
    TimeChart chart;
    DeepestQueues deepest;
};

} // namespace

/// The Overview's chart: which queue has which colour.
class DeepestQueuesTest final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_theme.install(*qobject_cast<QApplication *>(qApp), Theme::Choice::Light); }
    void coloursDoNotFollowTheDepth();
    void coloursAreKeptFromRunToRun();

private:
    Theme m_theme;
};

void DeepestQueuesTest::coloursDoNotFollowTheDepth()
{
    const auto first = Run(m_theme).show({60, 50, 40, 30, 20, 1, 1});
    QCOMPARE(first.size(), 5);
    QCOMPARE(first[QStringLiteral("a")], m_theme.tokens().series[0].rgb());
    QCOMPARE(first[QStringLiteral("e")], m_theme.tokens().series[4].rgb());
    QCOMPARE(Run(m_theme).show({20, 30, 40, 50, 60, 1, 1}), first);
}

void DeepestQueuesTest::coloursAreKeptFromRunToRun()
{
    QMap<QString, QRgb> before;
    {
        Run run(m_theme);
        const auto first = run.show({60, 50, 40, 30, 20, 10, 5});
        before = run.show({60, 50, 1, 30, 20, 2, 90}); // g takes the place of c
        QCOMPARE(before.size(), 5);
        QCOMPARE(before[QStringLiteral("g")], first[QStringLiteral("c")]);
        QCOMPARE(before[QStringLiteral("e")], first[QStringLiteral("e")]);
    }
    Run again(m_theme);
    QCOMPARE(again.show({20, 30, 1, 50, 60, 2, 25}), before);
    const auto back = again.show({20, 30, 80, 50, 60, 2, 1}); // and c that of g
    QCOMPARE(back[QStringLiteral("c")], before[QStringLiteral("g")]);
    QCOMPARE(back[QStringLiteral("e")], before[QStringLiteral("e")]);
}

QTEST_MAIN(DeepestQueuesTest)
#include "tst_deepestqueues.moc"
