// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/clitext.h"
#include "app/commands/commands.h"

#include "app/commands/headless.h"
#include "app/datafolder.h"
#include "app/historyrows.h"
#include "app/output.h"
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
std::optional<QString> unknownFigure(const QStringList &asked, const QStringList &recorded,
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

} // namespace

ExitCode runHistory(const Arguments &arguments)
{
    const auto opened = openWorkspace(arguments);
    if (const auto *code = std::get_if<ExitCode>(&opened)) {
        return *code;
    }
    const auto &[workspace, endpoint] = std::get<Opened>(opened);
    const auto at = findCollection(*workspace, arguments.target);
    if (!at) {
        return ExitCode::Usage;
    }
    const CollectionDefinition &collection = workspace->collections[*at];
    const HistoryArguments &asked = arguments.history;
    const auto reader =
        redis::HistoryReader::open(redis::historyPath(dataFolder(arguments.dataDir), endpoint, workspace->name));
    if (!reader) {
        const auto wrong = unknownFigure(asked.figures, {}, collection);
        return fail(wrong ? Error{ErrorKind::Invalid, *wrong} : reader.error());
    }
    constexpr milliseconds furthest(std::numeric_limits<qint64>::max() / 4);
    const milliseconds step = asked.step.value_or(milliseconds(0));
    const redis::TimeRange range{asked.from.value_or(-furthest), asked.to.value_or(furthest)};
    auto history = (*reader)->collection(collection.name, QString(collection.kind->id), range, step);
    if (!history) {
        return fail(history.error());
    }
    if (const auto wrong = unknownFigure(asked.figures, history->figures, collection)) {
        return fail({ErrorKind::Invalid, *wrong});
    }
    if (const QString damage = damageText((*reader)->damaged()); !damage.isEmpty()) {
        complain(tr("plimsoll: %1").arg(damage));
    }
    if (asked.step) {
        redis::RollUp gathered(step, range.from, range.to + milliseconds(1));
        gathered.add(history->columns);
        history->columns = gathered.take();
    }
    const std::vector<HistoryRow> rows = historyRows(*history, asked.figures);
    const QByteArray text = arguments.format == Format::Csv ? historyCsv(rows)
        : arguments.format == Format::Json                  ? historyJson(collection.name, asked.step, rows)
                                                            : historyTable(rows);
    return print(text) ? ExitCode::Done : ExitCode::Failed;
}

} // namespace plimsoll::app
