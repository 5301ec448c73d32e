// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/documents/jsonwriter.h"
#include "app/formats/snapshotformat.h"
#include "models/history/history.h"
#include "redis/collections/kinds.h"
#include "redis/types/limits.h"
#include "redis/workspace/workspacefile.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int bands = 40;
constexpr const char *help = "Members of one band";

/// The figures of a kind whose collections are divided into bands by an option.
std::shared_ptr<const FigureTable> bandsOf(const CollectionDefinition &definition)
{
    auto table = std::make_shared<FigureTable>(*definition.kind);
    for (qint64 band = 0; band < definition.integer(QLatin1StringView("top")).value_or(0); ++band) {
        table->add("band." + QByteArray::number(band), "band " + QByteArray::number(band), help);
    }
    return table;
}

const KindInfo &bandedKind()
{
    static const KindInfo kind = [] {
        KindInfo made = *findKind(u"leaderboard");
        made.id = QLatin1StringView("banded");
        made.furtherFigures = &bandsOf;
        return made;
    }();
    return kind;
}

WorkspaceResult parsed(const QByteArray &limits)
{
    const std::array<const KindInfo *, 1> kinds{&bandedKind()};
    return parseWorkspace(R"({"plimsoll":1,"connection":{"url":"redis://localhost"},"collections":[)"
                          R"({"name":"jobs","kind":"banded","keys":{"board":"b"},"options":{"top":40},)"
                          R"("limits":{)"
                              + limits + "}}]}",
                          kinds);
}

std::shared_ptr<Snapshot> snapshotOf(const WorkspacePtr &workspace, std::chrono::milliseconds time, double last)
{
    const CollectionDefinition &definition = workspace->collections.front();
    auto layout = std::make_shared<SnapshotLayout>();
    layout->workspace = workspace;
    layout->rows.push_back({definition.name, definition.kind, 0, 0, 0, definition.ownFigures});
    layout->figureCount = int(definition.figures().size());
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->layout = layout;
    snapshot->serverTime = time;
    snapshot->taken = std::chrono::steady_clock::time_point(time);
    snapshot->rows.resize(1);
    snapshot->figures.resize(definition.figures().size(), 7);
    snapshot->figures.back() = last;
    snapshot->notes.resize(snapshot->figures.size());
    return snapshot;
}

} // namespace

/// A collection may have figures of its own behind those of its kind, as many as its definition makes.
class TestFigureTable final : public QObject {
    Q_OBJECT

private slots:
    void limitsKnowThem();
    void formatsTellThem();
    void historyFollowsThem();

private:
    [[nodiscard]] static WorkspacePtr workspace()
    {
        return std::make_shared<const Workspace>(std::get<Workspace>(parsed(R"("band.39":{"warning":5})")));
    }
};

void TestFigureTable::limitsKnowThem()
{
    const WorkspacePtr made = workspace();
    const CollectionDefinition &jobs = made->collections.front();
    const auto fixed = int(jobs.kind->figures.size());
    QCOMPARE(jobs.figures().size(), std::size_t(fixed + bands));
    QVERIFY(jobs.figures()[0].id == jobs.kind->figures[0].id); // at the same places for all of the kind
    QCOMPARE(jobs.limits.front().figure, fixed + 39);
    const std::optional<Problem> problem = checkLimit(jobs.figures(), jobs.limits.front(), 6);
    QVERIFY(problem.has_value());
    QCOMPARE(problem->text, u"6 band 39, limit 5"_s);
    QVERIFY(workspaceToJson(*made).contains("\"band.39\""));

    const WorkspaceResult wrong = parsed(R"("band.40":{"warning":5})");
    const auto *const problems = std::get_if<WorkspaceProblems>(&wrong);
    QVERIFY(problems != nullptr);
    QVERIFY2(problems->front().text.contains(u"band."_s), qPrintable(problems->front().text));
}

void TestFigureTable::formatsTellThem()
{
    const auto snapshot = snapshotOf(workspace(), 1'000s, 9);
    snapshot->notes.back() = quint8(FigureNote::AtLeast);
    const QJsonObject json =
        QJsonDocument::fromJson(app::snapshotJson(*snapshot, app::JsonWriter::Layout::Line))[u"collections"_s][0]
            .toObject();
    QCOMPARE(json[u"figures"_s][u"band.39"_s].toDouble(), 9.0);
    QCOMPARE(json[u"figures"_s][u"band.0"_s].toDouble(), 7.0);
    QCOMPARE(json[u"atLeast"_s].toArray(), QJsonArray{u"band.39"_s});
    QVERIFY(app::snapshotOpenMetrics(*snapshot).contains("figure=\"band.39\",bound=\"lower\"} 9"));
    const QStringList table = QString::fromUtf8(app::snapshotTable(*snapshot)).split(u'\n');
    const auto head =
        std::find_if(table.begin(), table.end(), [](const QString &line) { return line.startsWith(u"LEADERBOARD"); });
    QVERIFY2(head != table.end(), qPrintable(table.join(u"\n"_s)));
    QVERIFY2(head->contains(u"BAND 0 ") && head->endsWith(u"BAND 39"_s), qPrintable(*head));
    QVERIFY2(std::next(head)->endsWith(u" 7      ≥ 9"_s), qPrintable(*std::next(head)));
}

void TestFigureTable::historyFollowsThem()
{
    models::History history;
    const WorkspacePtr made = workspace();
    const int last = int(made->collections.front().figures().size()) - 1;
    for (int i = 0; i <= 30; ++i) {
        auto snapshot = snapshotOf(made, (1'000 + i) * 1s, 100 + i);
        snapshot->notes[std::size_t(last)] = i == 10 ? quint8(FigureNote::Jumped) : 0;
        snapshot->figures.back() += i < 10 ? 0 : 5'000;
        history.apply(snapshot);
    }
    QCOMPARE(history.recentOf(0, last).size(), std::size_t(31));
    QCOMPARE(history.changePerMinute(0, last), 60.0); // what jumped is no growth
    QCOMPARE(history.changePerMinute(0, last - 1), 0.0);
}

QTEST_GUILESS_MAIN(TestFigureTable)

#include "tst_figuretable.moc"
