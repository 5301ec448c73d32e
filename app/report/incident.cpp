// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/incident.h"

#include "app/past/historyrows.h"
#include "models/text/isotime.h"
#include "redis/history/alertstore.h"
#include "redis/operations/journal/journal.h"
#include "redis/types/redaction.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <optional>

namespace plimsoll::app {

namespace {

using std::chrono::milliseconds;

constexpr int points = 320; ///< per chart: about one for two pixels

struct IncidentWords {
    Q_DECLARE_TR_FUNCTIONS(report)
};

/// All figures at one time, by collection, kind and figure.
class Moment final {
public:
    static Result<Moment> read(redis::HistoryReader &history, milliseconds time)
    {
        auto record = history.at(time);
        if (!record) {
            return record.error();
        }
        Moment moment;
        moment.m_time = time;
        for (MomentFigures &one : record->collections) {
            auto &own = moment.m_collections[{one.collection, one.kind}];
            own = std::move(one);
        }
        return moment;
    }

    [[nodiscard]] Reading reading(const CollectionDefinition &collection, const FigureSpec &figure) const
    {
        const auto found = m_collections.find({collection.name, QString(collection.kind->id)});
        const qsizetype at = found == m_collections.end() ? -1 : found->second.figures.indexOf(QString(figure.id));
        if (at < 0) {
            return {};
        }
        const auto place = static_cast<std::size_t>(at);
        const bool isAtLeast = place < found->second.atLeast.size() && found->second.atLeast[place] != 0;
        return {found->second.values[place], m_time, isAtLeast};
    }

private:
    milliseconds m_time{};
    std::map<std::pair<QString, QString>, MomentFigures> m_collections;
};

IncidentFigure figureOf(int index, Reading before, Reading after, redis::FigurePoints found)
{
    IncidentFigure figure{index, before, after, {}, {}, std::move(found)};
    const auto &all = figure.points.points;
    if (all.empty()) {
        return figure;
    }
    const auto low =
        std::min_element(all.begin(), all.end(), [](const auto &a, const auto &b) { return a.low < b.low; });
    const auto high =
        std::max_element(all.begin(), all.end(), [](const auto &a, const auto &b) { return a.high < b.high; });
    figure.lowest = {low->low, low->time, low->isAtLeast};
    figure.highest = {high->high, high->time, high->isAtLeast};
    return figure;
}

/// If no figure of a collection is known at an end of the range, uses the collection's first or last known values. A
/// figure that was unknown at that time remains unknown.
void fillEnds(std::vector<IncidentFigure> &figures)
{
    const auto fill = [&figures](Reading IncidentFigure::*end, auto pointOf, auto isFurther) {
        std::optional<milliseconds> known;
        for (const IncidentFigure &figure : figures) {
            if (isKnown((figure.*end).value)) {
                return;
            }
            if (!figure.points.points.empty()) {
                const milliseconds time = pointOf(figure).time;
                known = !known || isFurther(time, *known) ? time : *known;
            }
        }
        for (IncidentFigure &figure : figures) {
            if (known && !figure.points.points.empty() && pointOf(figure).time == *known) {
                const auto &point = pointOf(figure);
                figure.*end = {point.mean, point.time, point.isAtLeast};
            }
        }
    };
    fill(
        &IncidentFigure::before,
        [](const IncidentFigure &figure) -> const auto & { return figure.points.points.front(); }, std::less<>());
    fill(
        &IncidentFigure::after,
        [](const IncidentFigure &figure) -> const auto & { return figure.points.points.back(); }, std::greater<>());
}

/// Range of known values, from the start of the first point to the end of the last.
redis::TimeRange extentOf(const std::vector<redis::FigurePoints> &figures)
{
    redis::TimeRange extent{milliseconds::max(), milliseconds::min()};
    for (const redis::FigurePoints &figure : figures) {
        if (!figure.points.empty()) {
            extent.from = std::min(extent.from, figure.points.front().time);
            extent.to = std::max(extent.to, figure.points.back().time + figure.width);
        }
    }
    return extent;
}

/// Reads a short recording within a long range at full resolution, so that times are not rounded to a step.
Result<std::vector<redis::FigurePoints>> pointsOf(redis::HistoryReader &history, const CollectionDefinition &collection,
                                                  const QStringList &figures, redis::TimeRange range)
{
    const auto read = [&](const redis::TimeRange &of) {
        return history.points(collection.name, QString(collection.kind->id), figures, of, points);
    };
    auto found = read(range);
    for (int closer = 0; found && closer < 3; ++closer) {
        const redis::TimeRange extent = extentOf(*found);
        const redis::TimeRange within{std::max(range.from, extent.from), std::min(range.to, extent.to)};
        if (within.to <= within.from || (within.to - within.from) * 2 > range.to - range.from) {
            break;
        }
        range = within;
        found = read(range);
    }
    return found;
}

Outcome readFigures(redis::HistoryReader &history, Incident &incident)
{
    const auto before = Moment::read(history, incident.range.from);
    const auto after = Moment::read(history, incident.range.to);
    if (!before || !after) {
        return before ? after.error() : before.error();
    }
    for (std::size_t at = 0; at < incident.workspace->collections.size(); ++at) {
        const CollectionDefinition &collection = incident.workspace->collections[at];
        QStringList ids;
        for (const FigureSpec &figure : collection.figures()) {
            ids << QString(figure.id);
        }
        auto found = pointsOf(history, collection, ids, incident.range);
        if (!found) {
            return found.error();
        }
        if (const QString damage = damageText(history.damaged()); !damage.isEmpty()) {
            incident.missing << IncidentWords::tr("%1: %2").arg(collection.name, damage);
        }
        IncidentCollection &made = incident.collections.emplace_back();
        made.collection = at;
        for (std::size_t i = 0; i < found->size(); ++i) {
            const FigureSpec &spec = collection.figures()[i];
            IncidentFigure figure = figureOf(static_cast<int>(i), before->reading(collection, spec),
                                             after->reading(collection, spec), std::move((*found)[i]));
            if (figure.isKnown()) {
                made.figures.push_back(std::move(figure));
            }
        }
        fillEnds(made.figures);
    }
    return Done{};
}

Outcome readAlerts(const QString &path, Incident &incident)
{
    const auto store = redis::AlertStore::openThere(path);
    if (!store || *store == nullptr) {
        return store ? Outcome(Done{}) : store.error();
    }
    const auto [from, to] = incident.range;
    return (*store)->reading([&, from = from, to = to]() -> Outcome {
        auto alerts = (*store)->during(from, to);
        auto notes = (*store)->notes({from, to}, redis::AlertStore::mostNotes);
        if (!alerts || !notes) {
            return alerts ? notes.error() : alerts.error();
        }
        incident.alerts = std::move(*alerts);
        incident.notes = std::move(*notes);
        return Done{};
    });
}

/// Redacts an element inside an operation's text. If the fields are unknown, as for another workspace, removes all of
/// it.
QString redacted(const QString &text, const std::optional<QStringList> &fields)
{
    static const QRegularExpression opening(QStringLiteral("[{\\[]"));
    const qsizetype begin = fields && fields->isEmpty() ? -1 : text.indexOf(opening);
    if (begin < 0) {
        return text;
    }
    return text.left(begin)
        + (fields ? QString::fromUtf8(redactedJson(QStringView(text).sliced(begin).toUtf8(), *fields))
                  : QStringLiteral("…"));
}

Outcome readOperations(const QString &dataFolder, const redis::Endpoint &endpoint, Incident &incident)
{
    if (!QFileInfo::exists(QDir(dataFolder).filePath(QStringLiteral("operations.sqlite")))) {
        return Done{};
    }
    const auto journal = redis::Journal::openToRead(dataFolder);
    if (!journal) {
        return journal.error();
    }
    const auto operations = (*journal)->reading([&journal] { return (*journal)->operations(); });
    if (!operations) {
        return operations.error();
    }
    const QStringList ours = redactedFields(*incident.workspace);
    for (OperationReport report : *operations) {
        const bool isHere = redis::isSamePlace(endpoint, report.server);
        if (isHere && report.time >= incident.range.from && report.time <= incident.range.to) {
            const auto fields = report.workspace == incident.workspace->name ? std::optional(ours) : std::nullopt;
            report.error = redacted(report.error, fields);
            for (QString &note : report.notes) {
                note = redacted(note, fields);
            }
            incident.operations.push_back(std::move(report));
        }
    }
    return Done{};
}

void rank(Incident &incident)
{
    for (IncidentCollection &collection : incident.collections) {
        const QString &name = incident.workspace->collections[collection.collection].name;
        for (const Alert &alert : incident.alerts) {
            if (alert.subject.collection == name) {
                for (const AlertStep &step : stepsUntil(alert, incident.range.to)) {
                    collection.worst = std::max(collection.worst, step.state);
                }
            }
        }
    }
    std::stable_sort(incident.collections.begin(), incident.collections.end(),
                     [](const auto &a, const auto &b) { return a.worst > b.worst; });
}

Error nothingThere(redis::HistoryReader &history, redis::TimeRange range)
{
    const auto reach = history.range();
    const QString from = models::isoTime(range.from);
    const QString to = models::isoTime(range.to);
    if (!reach || !*reach) {
        return {ErrorKind::Storage,
                IncidentWords::tr("nothing was recorded from %1 to %2: the history is empty").arg(from, to)};
    }
    return {ErrorKind::Storage,
            IncidentWords::tr("nothing was recorded from %1 to %2: the history reaches from %3 to %4")
                .arg(from, to, models::isoTime((*reach)->from), models::isoTime((*reach)->to))};
}

} // namespace

const IncidentFigure *IncidentCollection::figure(int index) const
{
    const auto found =
        std::find_if(figures.begin(), figures.end(), [index](const auto &one) { return one.figure == index; });
    return found == figures.end() ? nullptr : &*found;
}

std::vector<AlertStep> stepsUntil(const Alert &alert, milliseconds to)
{
    if (alert.steps.empty() || alert.steps.front().time != alert.raised) {
        return {{alert.raised, alert.worst, alert.raised, alert.worstText.isEmpty() ? alert.text : alert.worstText}};
    }
    std::vector<AlertStep> steps;
    std::copy_if(alert.steps.begin(), alert.steps.end(), std::back_inserter(steps),
                 [&](const AlertStep &step) { return steps.empty() || step.time <= to; });
    return steps;
}

Result<Incident> gatherIncident(const WorkspacePtr &workspace, const redis::Endpoint &endpoint,
                                const QString &dataFolder, redis::TimeRange range)
{
    const QString history = redis::historyPath(dataFolder, endpoint, workspace->name);
    return gatherIncident(workspace, {history, dataFolder, endpoint, workspace->name}, range);
}

Result<Incident> gatherIncident(const WorkspacePtr &workspace, const MarkPlaces &places, redis::TimeRange range)
{
    const redis::Endpoint &endpoint = places.endpoint;
    const auto history = redis::HistoryReader::open(places.history);
    if (!history) {
        return history.error();
    }
    Incident incident;
    incident.workspace = workspace;
    incident.server = endpoint.display()
        + (endpoint.database == 0 ? QString()
                                  : IncidentWords::tr(", database %1").arg(QString::number(endpoint.database)));
    incident.range = range;
    incident.made = redis::localNow();
    if (Outcome read = readFigures(**history, incident); !read) {
        return read.error();
    }
    const bool isEmpty = std::all_of(incident.collections.begin(), incident.collections.end(),
                                     [](const auto &collection) { return collection.figures.empty(); });
    if (isEmpty) {
        return nothingThere(**history, range);
    }
    if (const Outcome read = readAlerts(redis::alertPath(places.history), incident); !read) {
        incident.missing << IncidentWords::tr("The alerts could not be read: %1").arg(read.error().message);
    }
    if (const Outcome read = readOperations(places.journal, endpoint, incident); !read) {
        incident.missing
            << IncidentWords::tr("The journal of operations could not be read: %1").arg(read.error().message);
    }
    rank(incident);
    return incident;
}

} // namespace plimsoll::app
