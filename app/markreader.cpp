// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/markreader.h"

#include "models/operationtext.h"
#include "redis/history/alertstore.h"
#include "redis/history/historyfile.h"
#include "redis/operations/journal.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace plimsoll::app {

namespace {

constexpr int mostOfEach = 500;

void addOperations(const MarkPlaces &places, const MarkQuestion &question, std::vector<Mark> &marks)
{
    if (!QFileInfo::exists(QDir(places.journal).filePath(QStringLiteral("operations.sqlite")))) {
        return;
    }
    const auto journal = redis::Journal::open(places.journal);
    const auto operations = journal ? (*journal)->operationsBetween(question.from, question.to, mostOfEach)
                                    : Result<std::vector<OperationReport>>(journal.error());
    // Whoever names a history alike means the same place, with whichever login.
    const auto placeOf = [](const redis::Endpoint &of) { return redis::historyPath({}, of, {}); };
    const QString here = placeOf(places.endpoint);
    for (const OperationReport &report : operations ? *operations : std::vector<OperationReport>()) {
        const auto ran = redis::Endpoint::parse(report.server);
        if (report.workspace == places.workspace && ran && placeOf(*ran) == here) {
            Mark &mark = marks.emplace_back();
            mark.kind = Mark::Kind::Operation;
            mark.time = report.time;
            mark.level = models::operationSeverity(report);
            mark.text = QStringLiteral("%1: %2").arg(models::actionTitle(report), models::resultText(report));
            mark.collection = report.collection;
            mark.by = report.by;
            mark.id = report.id;
        }
    }
}

} // namespace

std::vector<Mark> readMarks(const MarkPlaces &places, const MarkQuestion &question)
{
    std::vector<Mark> marks;
    const QString path = places.history.isEmpty() ? QString() : redis::alertPath(places.history);
    if (!path.isEmpty() && QFileInfo::exists(path)) { // looking makes nothing
        const auto store = redis::AlertStore::open(path, redis::AlertStore::For::People);
        auto found = store ? (*store)->marks(question, mostOfEach) : Result<std::vector<Mark>>(store.error());
        marks = found ? std::move(*found) : std::move(marks);
    }
    if (!places.journal.isEmpty()) {
        addOperations(places, question, marks);
    }
    std::stable_sort(marks.begin(), marks.end(), [](const Mark &a, const Mark &b) { return a.time < b.time; });
    return marks;
}

} // namespace plimsoll::app
