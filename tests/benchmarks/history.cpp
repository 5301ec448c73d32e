// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/past/pastreader.h"
#include "redis/collections/kinds.h"
#include "redis/history/historyreader.h"
#include "redis/history/historywriter.h"
#include "redis/history/rollup.h"
#include "tests/benchmarks/benchmark.h"
#include "tests/gui/notedservices.h"
#include "tests/support/cputime.h"
#include "views/charts/timechart.h"
#include "views/theme/theme.h"
#include "views/window/sessionview.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QTemporaryDir>

#include <algorithm>
#include <cmath>
#include <random>

/// Measures storing the figures of 10,000 collections, the size on disk, and reading a year and a moment of them.
namespace plimsoll::benchmarks {

namespace {

using namespace plimsoll::redis;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr milliseconds start(1'700'000'000'000);
constexpr std::size_t figures = 5;
const FigureSpec specs[figures]{{QLatin1StringView("ready"), "ready", ""},
                                {QLatin1StringView("processing"), "processing", ""},
                                {QLatin1StringView("dead"), "dead", ""},
                                {QLatin1StringView("oldestReadyMs"), "oldest", "", Unit::Duration, Means::Age},
                                {QLatin1StringView("growthPerMinute"), "growth", "", Unit::PerMinute, Means::Growth}};

const KindInfo &kind()
{
    static const KindInfo info = [] {
        KindInfo made{};
        made.id = QLatin1StringView("queue");
        made.figures = specs;
        return made;
    }();
    return info;
}

/// Collections as servers have them: of ten, five stand still, three are at work, and two are busy.
class Load final {
public:
    explicit Load(std::size_t collections)
        : m_depth(collections, 1000.0), m_due(collections, 0.0), m_dead(collections, 0.0)
    {
        auto layout = std::make_shared<SnapshotLayout>();
        layout->workspace = std::make_shared<const Workspace>();
        for (std::size_t i = 0; i < collections; ++i) {
            SnapshotLayout::Row row;
            row.name = QStringLiteral("collection %1").arg(i);
            row.kind = &kind();
            row.firstFigure = static_cast<int>(i * figures);
            layout->rows.push_back(row);
        }
        layout->figureCount = static_cast<int>(collections * figures);
        m_snapshot.layout = layout;
        m_snapshot.figures.assign(collections * figures, 0.0);
        m_snapshot.notes.assign(m_snapshot.figures.size(), 0);
    }

    const Snapshot &at(qint64 second)
    {
        // A poll comes some milliseconds early or late.
        m_snapshot.serverTime = start + seconds(second) + milliseconds(m_random() % 4);
        for (std::size_t i = 0; i < m_depth.size(); ++i) {
            double *own = &m_snapshot.figures[i * figures];
            const std::size_t busy = i % 10;
            if (busy < 5) {
                own[0] = static_cast<double>(i);
                continue;
            }
            const double pace = busy < 8 ? 3 : 25;
            const double change = std::nearbyint(m_normal(m_random) * pace);
            m_depth[i] = std::max(0.0, m_depth[i] + change);
            m_dead[i] += m_random() % 2000 == 0 ? 1 : 0;
            // The oldest is worked on now and then, and another one is.
            m_due[i] = m_random() % 8 == 0 ? static_cast<double>(second) * 1000 - std::abs(m_normal(m_random)) * 2000
                                           : m_due[i];
            own[0] = m_depth[i];
            own[1] = 3 + std::nearbyint(std::abs(m_normal(m_random)) * 2);
            own[2] = m_dead[i];
            own[3] = std::nearbyint(static_cast<double>(second) * 1000 - m_due[i]);
            own[4] = 0.9 * own[4] + change * 6; // which smooths, as rates do
        }
        return m_snapshot;
    }

private:
    std::mt19937 m_random{1};
    std::normal_distribution<> m_normal;
    std::vector<double> m_depth, m_due, m_dead;
    Snapshot m_snapshot;
};

/// Bytes for each value in the chunks of a step, with keys and indices; a step keeps three of each figure.
void measureSteps(Report &report, HistoryFile &file)
{
    for (std::size_t step = 0; step < historySteps.size(); ++step) {
        double points = 0;
        (void)file.eachRow(QStringLiteral("SELECT points FROM ") + chunksOf(step), {}, [&](const QSqlQuery &row) {
            if (const auto columns = unpackChunk(row.value(0).toByteArray(), step)) {
                points += static_cast<double>(columns->size() * columns->figures.size());
            }
            return true;
        });
        const double values = points * (step == 0 ? 1 : 3);
        const auto bytes =
            file.number(QStringLiteral("SELECT SUM(pgsize) FROM dbstat WHERE name LIKE '%1%'").arg(chunksOf(step)));
        const auto packed = file.number(QStringLiteral("SELECT SUM(LENGTH(points) + 60) FROM ") + chunksOf(step));
        const double all = bytes ? static_cast<double>(*bytes) : packed ? static_cast<double>(*packed) : 0;
        const QString of = QStringLiteral("(h) step %1").arg(step);
        report.add(of + QStringLiteral(": a value"), all / std::max(1.0, values), 1.5, QStringLiteral("B"));
        if (step > 0) {
            report.note(of + QStringLiteral(": lowest, mean and highest"), all / std::max(1.0, points),
                        QStringLiteral("B"));
        }
    }
}

void measureWriting(Report &report)
{
    const QTemporaryDir folder;
    Load load(10'000);
    HistoryWriter writer(folder.filePath(QStringLiteral("writing.sqlite")));
    constexpr int settled = 320;
    constexpr int ticks = 300;
    double longest = 0;
    double cost = 0;
    for (int i = 0; i < settled + ticks; ++i) {
        const Snapshot &snapshot = load.at(i);
        const auto before = testing::threadCost();
        QElapsedTimer timer;
        timer.start();
        if (writer.apply(snapshot).is != HistoryState::Is::Kept) {
            report.fail(QStringLiteral("(h) writing"), writer.state().text);
            return;
        }
        if (i >= settled) {
            longest = std::max(longest, static_cast<double>(timer.nsecsElapsed()) / 1e6);
            cost += static_cast<double>((testing::threadCost() - before).count());
        }
    }
    report.add(QStringLiteral("(h) 50,000 figures a second: share of a core"), cost / ticks / 10, 10,
               QStringLiteral("%"));
    report.note(QStringLiteral("(h) the longest tick"), longest, QStringLiteral("ms"));
}

void measureSizes(Report &report)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("sizes.sqlite"));
    Load load(50);
    HistoryWriter writer(path);
    for (qint64 i = 0; i < 3 * 24 * 3600; ++i) {
        writer.apply(load.at(i));
    }
    auto file = HistoryFile::open(path, HistoryFile::For::Reading);
    if (file) {
        measureSteps(report, **file);
    }
}

/// From the question to the picture: the file is opened, all figures of a collection read, and one drawn.
void measureChart(Report &report, const QString &path)
{
    views::Theme theme;
    theme.install(*qobject_cast<QApplication *>(QCoreApplication::instance()), views::Theme::Choice::Light);
    views::TimeChart chart(QStringLiteral("Depth"), &theme, nullptr);
    chart.resize(560, 260);
    chart.range().setSpan(models::Span::Year);
    chart.show();
    models::PastQuestion question;
    question.reach = models::Span::Year;
    question.to = start + seconds(3600);
    question.from = question.to - std::chrono::hours(24 * 365);
    app::PastReader reader;
    std::vector<double> reading, drawing;
    for (int i = 0; i < 15; ++i) {
        models::PastQuestion::Of of{QStringLiteral("collection %1").arg(i * 61), QStringLiteral("queue"), {}};
        for (const FigureSpec &spec : specs) {
            of.figures.append(spec.id);
        }
        question.of = {of};
        QElapsedTimer timer;
        timer.start();
        const models::PastAnswer read = reader.read(path, question);
        reading.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
        timer.restart();
        models::Past past;
        past.add(question, read);
        const models::Series series = past.joined(of.collection, of.kind, of.figures.front(), question.reach, {});
        chart.setLines({{QStringLiteral("ready"), series, 0, true}}, question.to);
        chart.grab();
        drawing.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
        if (series.points.size() < 300) {
            report.fail(QStringLiteral("(h) a one-year chart"), QStringLiteral("is not there"));
        }
    }
    report.add(QStringLiteral("(h) a one-year chart: read, median"), percentile(reading, 0.5), 70,
               QStringLiteral("ms"));
    report.add(QStringLiteral("(h) a one-year chart: drawn, median"), percentile(drawing, 0.5), 30,
               QStringLiteral("ms"));
}

/// From a click to the window: the file is opened, all figures are read and judged, and the overview shows them.
void measureTravel(Report &report, const QString &path, std::size_t collections)
{
    views::Theme theme;
    theme.install(*qobject_cast<QApplication *>(QCoreApplication::instance()), views::Theme::Choice::Light);
    Workspace workspace;
    workspace.name = QStringLiteral("travel");
    auto layout = std::make_shared<SnapshotLayout>();
    for (std::size_t i = 0; i < collections; ++i) {
        CollectionDefinition definition;
        definition.name = QStringLiteral("collection %1").arg(i);
        definition.kind = *std::find_if(kindInfos().begin(), kindInfos().end(),
                                        [](const KindInfo *each) { return each->id == kind().id; });
        definition.limits = {{0, 900.0, 1100.0}};
        SnapshotLayout::Row row;
        row.name = definition.name;
        row.kind = definition.kind;
        row.firstFigure = layout->figureCount;
        layout->figureCount += static_cast<int>(definition.kind->figures.size());
        layout->rows.push_back(row);
        workspace.collections.push_back(std::move(definition));
    }
    layout->workspace = std::make_shared<const Workspace>(std::move(workspace));
    auto live = std::make_shared<Snapshot>();
    live->layout = layout;
    live->serverTime = start + seconds(3600);
    live->taken = std::chrono::steady_clock::now();
    live->figures.assign(static_cast<std::size_t>(layout->figureCount), 1.0);
    live->notes.assign(live->figures.size(), 0);
    live->rows.resize(collections);
    models::History history;
    testing::NotedServices services;
    views::SessionView view(services.context(theme, &history), kindInfos());
    view.resize(1280, 800);
    view.setWorkspace(layout->workspace);
    history.apply(live);
    view.apply(live);
    view.show();
    view.grab();
    app::PastReader reader;
    std::mt19937 random(2);
    std::vector<double> reading, showing, all;
    for (int i = 0; i < 15; ++i) {
        QElapsedTimer timer;
        timer.start();
        const auto read = reader.readMoment(path, {layout, start + seconds(random() % 3600)});
        const models::MomentPtr moment = read ? *read : nullptr;
        reading.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
        view.showMoment(moment);
        view.grab();
        all.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
        showing.push_back(all.back() - reading.back());
        if (moment == nullptr || moment->snapshot->rows.back().state == State::Error) {
            report.fail(QStringLiteral("(h) time travel"), QStringLiteral("is not there"));
            return;
        }
    }
    report.note(QStringLiteral("(h) time travel, read on its thread, longest"), percentile(reading, 1.0),
                QStringLiteral("ms"));
    report.note(QStringLiteral("(h) time travel, in the window, longest"), percentile(showing, 1.0),
                QStringLiteral("ms"));
    report.add(QStringLiteral("(h) time travel to a second of the last hour, longest"), percentile(all, 1.0), 200,
               QStringLiteral("ms"));
}

/// 1,000 collections: a year in steps of 10 min, made without living through it, and the last hour as it was polled.
void measureReading(Report &report)
{
    constexpr qint64 steps = 365 * 144;
    constexpr qint64 chunk = 288;
    constexpr std::size_t collections = 1'000;
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("year.sqlite"));
    {
        HistoryWriter writer(path);
        Load load(collections);
        for (int i = 0; i < 3600; ++i) {
            writer.apply(load.at(i));
        }
    }
    auto file = HistoryFile::open(path, HistoryFile::For::Writing);
    std::mt19937 random(1);
    const Outcome made = (*file)->transaction([&]() -> Outcome {
        for (qint64 first = 0; first < steps; first += chunk) {
            HistoryColumns columns;
            columns.figures.resize(figures);
            for (qint64 i = first; i < std::min(first + chunk, steps); ++i) {
                columns.times.push_back(stepBegin(start, historySteps[3].width) - (steps - i) * historySteps[3].width);
                for (HistoryBand &band : columns.figures) {
                    band.low.push_back(static_cast<double>(random() % 1000));
                    band.high.push_back(band.low.back() + static_cast<double>(random() % 100));
                    band.mean.push_back((band.low.back() + band.high.back()) / 2);
                }
            }
            const QByteArray packed = packChunk(columns, 3);
            for (std::size_t series = 1; series <= collections; ++series) {
                if (Outcome done =
                        (*file)->run(QStringLiteral("INSERT INTO chunks3 (series, run, first, last, written, points)"
                                                    " VALUES (?, 0, ?, ?, 0, ?)"),
                                     {qint64(series), qint64(columns.times.front().count()),
                                      qint64(columns.times.back().count()), packed});
                    !done) {
                    return done;
                }
            }
        }
        return Done{};
    });
    if (!made) {
        report.fail(QStringLiteral("(h) a year"), made.error().message);
        return;
    }
    const auto reader = HistoryReader::open(path);
    report.note(QStringLiteral("(h) a year of 1,000 collections"), static_cast<double>(*(*file)->bytes()) / 1024 / 1024,
                QStringLiteral("MiB"));
    std::vector<double> years;
    std::vector<double> moments;
    for (int i = 0; i < 15; ++i) {
        QElapsedTimer timer;
        timer.start();
        const auto points = (*reader)->points(QStringLiteral("collection %1").arg(random() % collections),
                                              QStringLiteral("queue"), QStringLiteral("ready"),
                                              {start - std::chrono::hours(24 * 365), start + seconds(3600)}, 1000);
        years.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
        if (!points || points->points.size() < 900) {
            report.fail(QStringLiteral("(h) a year"), QStringLiteral("is not there"));
        }
        timer.restart();
        const auto moment = (*reader)->at(start + seconds(random() % 3600));
        moments.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
        if (!moment || moment->collections.size() != collections
            || std::isnan(moment->collections.back().values.front())) {
            report.fail(QStringLiteral("(h) a moment"), QStringLiteral("is not there"));
        }
    }
    report.add(QStringLiteral("(h) a year of a figure at 1,000 points, median"), percentile(years, 0.5), 100,
               QStringLiteral("ms"));
    report.add(QStringLiteral("(h) all figures at a second of the last hour, longest"), percentile(moments, 1.0), 200,
               QStringLiteral("ms"));
    measureChart(report, path);
    measureTravel(report, path, collections);
}

void run(Report &report)
{
    measureWriting(report);
    measureSizes(report);
    measureReading(report);
}

const Registration registration("h", "history of 10,000 collections, and a year of 1,000", &run);

} // namespace

} // namespace plimsoll::benchmarks
