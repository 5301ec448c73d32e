// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/formats/clitext.h"
#include "app/cli/shared.h"
#include "app/desktop/datafolder.h"
#include "app/past/historyrows.h"
#include "app/cli/output.h"
#include "redis/history/historyreader.h"
#include "redis/history/rollup.h"
#include "redis/types/printable.h"
#include "redis/workspace/workspacefile.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>

namespace plimsoll::app {

namespace {

using std::chrono::milliseconds;

/// Asked for and neither of the collection nor in its history.
std::optional<QString> whyNoFigure(const QStringList &asked, const QStringList &recorded,
                                   const CollectionDefinition &collection)
{
    QStringList known = recorded;
    for (const FigureSpec &figure : collection.figures()) {
        known << QString(figure.id);
    }
    for (const QString &one : asked) {
        if (!known.contains(one)) {
            const QString nearest = redis::nearestName(one, known);
            const QString shown = printable(one.toUtf8(), 60);
            return nearest.isEmpty()
                ? tr("--figure: %1: the collection has no such figure").arg(shown)
                : tr("--figure: %1: the collection has no such figure; did you mean '%2'?").arg(shown, nearest);
        }
    }
    return std::nullopt;
}

class HistoryCommand final : public HeadlessCommand {
    void addOptions(Options &options) override
    {
        options.describe("Prints the figures of a collection over time, as recorded by plimsoll record or the window: "
                         "lowest, mean and highest of each step. The server is not asked. Times are UTC, by the "
                         "server's clock; a gap has no line.");
        options.example("plimsoll history email -w orders.json --from 2h --step 5m",
                        "The last two hours in steps of five minutes");
        options.example("plimsoll history email -w orders.json --figure ready --format csv",
                        "One figure, for a spreadsheet");
        options.word("COLLECTION", "The collection's name in the workspace", &m_collection);
        options.texts("--figure", "FIGURE", "Only this figure; may be repeated (default: all)", &m_figures);
        options.moment("--from", "Start: ISO 8601, or an age such as 2h", &m_from);
        options.moment("--to", "End (default: now)", &m_to);
        requireOrder(options, &m_from, &m_to);
        options.duration("--step", "Aggregate into steps of this length (default: as stored)", &m_step);
        addPlace(options, &m_place);
        addFormat(options, &m_format, Format::Csv);
        requireWorkspace(options, [this] { return m_place.workspace.isEmpty(); });
    }

    ExitCode run() override
    {
        const auto found = openCollection(m_place, m_collection);
        if (const auto *code = std::get_if<ExitCode>(&found)) {
            return *code;
        }
        const auto &opened = std::get<OpenedCollection>(found);
        const CollectionDefinition &collection = opened.definition();
        const auto reader = redis::HistoryReader::open(
            redis::historyPath(dataFolder(m_place.dataDir), opened.endpoint, opened.workspace->name));
        if (!reader) {
            const auto wrong = whyNoFigure(m_figures, {}, collection);
            return fail(wrong ? Error{ErrorKind::Invalid, *wrong} : reader.error());
        }
        constexpr milliseconds furthest(std::numeric_limits<qint64>::max() / 4);
        const milliseconds step = m_step.value_or(milliseconds(0));
        const redis::TimeRange range{m_from.value_or(-furthest), m_to.value_or(furthest)};
        auto history = (*reader)->collection(collection.name, QString(collection.kind->id), range, step);
        if (!history) {
            return fail(history.error());
        }
        if (const auto wrong = whyNoFigure(m_figures, history->figures, collection)) {
            return fail({ErrorKind::Invalid, *wrong});
        }
        if (const QString damage = damageText((*reader)->damaged()); !damage.isEmpty()) {
            complain(tr("plimsoll: %1").arg(damage));
        }
        if (m_step) {
            redis::RollUp gathered(step, range.from, range.to + milliseconds(1));
            gathered.add(history->columns);
            history->columns = gathered.take();
        }
        const std::vector<HistoryRow> rows = historyRows(*history, m_figures);
        const QByteArray text = m_format == Format::Csv ? historyCsv(rows)
            : m_format == Format::Json                  ? historyJson(collection.name, m_step, rows)
                                                        : historyTable(rows, tableColour());
        return printLong(text) ? ExitCode::Done : ExitCode::Failed;
    }

    QString m_collection;
    QStringList m_figures; ///< empty: all
    std::optional<milliseconds> m_from, m_to; ///< Unix ms; nullopt: the whole history
    std::optional<milliseconds> m_step; ///< nullopt: stored resolution
    Place m_place;
    Format m_format = Format::Table;
};

} // namespace

extern const CommandSpec historyCommand{"history", "Figures of a collection over time", &makeCommand<HistoryCommand>};

} // namespace plimsoll::app
