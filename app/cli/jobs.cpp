// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/formats/clitext.h"
#include "app/cli/shared.h"
#include "app/formats/texttable.h"
#include "app/cli/output.h"
#include "models/text/atleast.h"
#include "models/text/elementtext.h"
#include "models/text/format.h"
#include "models/documents/jsonwriter.h"
#include "redis/browse/browser.h"
#include "redis/browse/pagereading.h"
#include "redis/topology/server.h"
#include "redis/types/elementstate.h"
#include "redis/types/printable.h"
#include "redis/types/redaction.h"

#include <QCoreApplication>

#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>

namespace plimsoll::app {

namespace {

/// Limit of elements per browse request; longer lists are read in pages.
constexpr qint64 pageSize = 1'000;
constexpr int staleDepth = 20'000; ///< same depth as in snapshots, a thousand per exchange
constexpr qsizetype jobCellWidth = 60;

/// Number of further elements that fit on the page, assuming the same average size.
qint64 fitting(qint64 bytes, qint64 elements)
{
    return bytes == 0 ? pageSize
                      : std::max<qint64>(1, (redis::pageBytes - bytes) / std::max<qint64>(1, bytes / elements));
}

/// Reads pages until the limit, the size limit of one answer, the end of the state, or an error.
Result<ElementsPage> readJobs(redis::Server &server, const WorkspacePtr &workspace, std::size_t collection,
                              const JobList &list)
{
    ElementsPage all;
    all.offset = list.offset;
    qint64 bytes = 0;
    ElementsQuery query{list.state, list.offset, 0, {}, {}, staleDepth, {}, list.group};
    while (query.limit >= 0) {
        const auto count = static_cast<qint64>(all.elements.size());
        query.limit = static_cast<int>(std::min({pageSize, list.limit - count, fitting(bytes, count)}));
        spdlog::debug("asking for {} jobs from {}", query.limit, query.offset);
        const BrowseResult result = redis::browse(server, {1, workspace, collection, query});
        if (const auto *error = std::get_if<Error>(&result.answer)) {
            return *error;
        }
        ElementsPage page = std::get<ElementsPage>(result.answer);
        all.readAt = page.readAt;
        all.total = page.total;
        all.totalAtLeast = page.totalAtLeast;
        bytes += redis::bytesOf(page.elements);
        std::move(page.elements.begin(), page.elements.end(), std::back_inserter(all.elements));
        const bool more = page.nextCursor.isEmpty() ? !page.elements.empty() : true;
        const bool enough = static_cast<qint64>(all.elements.size()) >= list.limit || bytes >= redis::pageBytes;
        const bool complete = page.nextCursor.isEmpty() && all.total
            && list.offset + static_cast<qint64>(all.elements.size()) >= *all.total;
        if (!more || enough || complete) {
            break;
        }
        query.offset = list.offset + static_cast<qint64>(all.elements.size());
        query.cursor = page.nextCursor;
    }
    return all;
}

/// Removes the fields in options.redact from the output, also if they provide a job's error or class.
void redact(ElementsPage &page, const CollectionDefinition &definition)
{
    const models::ElementRules rules = models::ElementRules::of(definition);
    for (Element &job : page.elements) {
        job.id = redactedJson(job.id, rules.redacted);
        job.element = redactedJson(job.element, rules.redacted);
        job.error = models::errorText(job.error, rules);
        job.jobClass = models::classText(job.jobClass, rules);
        job.rawError = rules.hidesError ? QByteArray() : redactedJson(job.rawError, rules.redacted);
        job.rawClass = rules.hidesClass ? QByteArray() : redactedJson(job.rawClass, rules.redacted);
    }
}

void writeText(models::JsonWriter &json, models::JsonName name, const QString &text, const QByteArray &raw)
{
    if (raw.isEmpty()) {
        json.knownText(name, text);
    } else {
        json.bytes(name, raw);
    }
}

void writeJob(models::JsonWriter &json, const Element &job, std::chrono::milliseconds readAt)
{
    json.beginObject();
    json.bytes("id", job.id);
    json.bytes("element", job.element);
    json.integer("ageMs", job.age ? std::optional<qint64>(job.age->count()) : std::nullopt);
    json.number("score", job.score);
    json.integer("attempts", job.attempts);
    writeText(json, "error", job.error, job.rawError);
    writeText(json, "class", job.jobClass, job.rawClass);
    if (!job.group.isEmpty()) { // pending in a stream
        json.bytes("group", job.group);
        writeText(json, "consumer", job.worker, job.rawWorker);
        json.integer("idleMs", job.startedAt ? std::optional<qint64>((readAt - *job.startedAt).count()) : std::nullopt);
    }
    json.endObject();
}

QByteArray asJson(const QString &collection, const JobList &list, const ElementsPage &page)
{
    models::JsonWriter json(models::JsonWriter::Layout::Indented);
    json.beginObject();
    json.text("collection", collection);
    json.text("state", list.state);
    json.integer("total", page.total);
    if (page.total && page.totalAtLeast) {
        json.beginArray("atLeast");
        json.text({}, QStringLiteral("total"));
        json.endArray();
    }
    json.integer("offset", page.offset);
    json.beginArray("jobs");
    for (const Element &job : page.elements) {
        writeJob(json, job, page.readAt);
    }
    json.endArray();
    json.endObject();
    return json.take();
}

QString cell(const QString &text)
{
    return text.isEmpty() ? models::unknownText() : printable(text.toUtf8(), jobCellWidth);
}

QByteArray asTable(const QString &collection, const JobList &list, const ElementsPage &page)
{
    const QString total =
        page.total ? models::atLeastText(models::formatCount(*page.total), page.totalAtLeast) : models::unknownText();
    const QString name = printable(collection.toUtf8(), jobCellWidth);
    if (page.elements.empty()) {
        return ((page.total ? tr("%1: none %2 (of %3)").arg(name, list.state, total)
                            : tr("%1: none known to be %2").arg(name, list.state))
                + u'\n')
            .toUtf8();
    }
    const auto position = [&](qint64 at) { return models::formatCount(at); };
    QString out = tr("%1: %2 to %3 of %4 %5")
                      .arg(name, position(page.offset + 1),
                           position(page.offset + static_cast<qint64>(page.elements.size())), total, list.state)
        + QLatin1String("\n\n");
    const bool isBegun = std::any_of(page.elements.begin(), page.elements.end(),
                                     [](const Element &job) { return job.startedAt.has_value(); });
    std::vector<TextTable::Column> columns{{tr("job"), false}, {tr("state"), false}, {tr("age"), true}};
    if (isBegun) {
        columns.push_back({page.elements.front().group.isEmpty() ? tr("in work") : tr("idle"), true});
    }
    columns.insert(columns.end(), {{tr("attempts"), true}, {tr("class"), false}, {tr("last error"), false}});
    TextTable table(columns, tableColour());
    const auto duration = [](const std::optional<std::chrono::milliseconds> &time) {
        return time ? models::formatDuration(*time) : models::unknownText();
    };
    for (const Element &job : page.elements) {
        QStringList cells{printable(job.id, jobCellWidth), job.state, duration(job.age)};
        if (isBegun) {
            cells << duration(job.startedAt ? std::optional(page.readAt - *job.startedAt) : std::nullopt);
        }
        cells << (job.attempts ? QString::number(*job.attempts) : models::unknownText()) << cell(job.jobClass)
              << cell(job.error);
        table.add(cells);
    }
    return (out + table.text()).toUtf8();
}

class JobsCommand final : public HeadlessCommand {
    void addOptions(Options &options) override
    {
        options.describe("Prints one page of the jobs of a collection in one state, the next one first: position 0 is "
                         "what a worker takes next. It only reads.");
        options.example("plimsoll jobs email -w orders.json", "The jobs that are waiting");
        options.example("plimsoll jobs email -w orders.json --state dead --format json",
                        "The first 100 dead letters as JSON");
        options.word("COLLECTION", "The collection's name in the workspace", &m_collection);
        std::vector<std::pair<std::string, QString>> states;
        std::string known;
        for (const ElementState &state : elementStates()) {
            if (state.isOfJobs()) {
                states.emplace_back(std::string(state.id.data(), std::size_t(state.id.size())), state.id);
                known += states.back().first + ", ";
            }
        }
        known.resize(known.size() - 2);
        options.choice("--state", "STATE",
                       known + " (default: ready; of a stream pending, and where no list is ready delayed)", states,
                       &m_list.state);
        options.number("--offset", "N", "Skip the first N elements", &m_list.offset,
                       Bounds<qint64>{0, 1'000'000'000'000});
        addPlace(options, &m_place);
        addFormat(options, &m_list.format);
        addLimit(options, &m_list.limit);
        requireWorkspace(options, [this] { return m_place.workspace.isEmpty(); });
    }

    ExitCode run() override
    {
        const auto opened = openCollection(m_place, m_collection);
        if (const auto *code = std::get_if<ExitCode>(&opened)) {
            return *code;
        }
        const auto &collection = std::get<OpenedCollection>(opened);
        const CollectionDefinition &definition = collection.definition();
        const auto lists = [&definition](const ElementState &state) {
            return state.isOfJobs() && definition.roleOfState(QString(state.id)) != nullptr;
        };
        const auto states = elementStates();
        if (std::none_of(states.begin(), states.end(), lists)) {
            return fail(mistake(tr("%1 is of kind %2, which has no jobs to list; `snapshot` tells its figures")
                                    .arg(definition.name, definition.kind->id)));
        }
        if (m_list.state.isEmpty()) {
            constexpr std::array usual{Holds::Ready, Holds::Entries, Holds::Delayed};
            const auto *const first = std::find_if(usual.begin(), usual.end(), [&lists](Holds of) {
                return lists(stateOf(of, ElementState::Which::All));
            });
            m_list.state = QString(first != usual.end() ? stateOf(*first, ElementState::Which::All).id
                                                        : std::find_if(states.begin(), states.end(), lists)->id);
        }
        return listJobs(collection, m_list);
    }

    Place m_place;
    QString m_collection;
    JobList m_list; ///< its state is empty until run() if none is named
};

} // namespace

extern const CommandSpec jobsCommand{"jobs", "List jobs of one collection in one state", &makeCommand<JobsCommand>};

ExitCode listJobs(const OpenedCollection &opened, const JobList &list)
{
    redis::Endpoint endpoint = opened.endpoint;
    const auto server = connectTo(endpoint, {.name = "plimsoll:browse", .readOnly = true});
    if (!server) {
        return fail(server.error());
    }
    auto page = readJobs(**server, opened.workspace, opened.collection, list);
    if (!page) {
        return fail(page.error());
    }
    redact(*page, opened.definition());
    return printLong(list.format == Format::Json ? asJson(opened.definition().name, list, *page)
                                                 : asTable(opened.definition().name, list, *page))
        ? ExitCode::Done
        : ExitCode::Failed;
}

} // namespace plimsoll::app
