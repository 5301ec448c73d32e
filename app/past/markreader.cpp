// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/past/markreader.h"

#include "models/text/operationtext.h"
#include "redis/history/alertstore.h"
#include "redis/history/historyfile.h"
#include "redis/operations/journal/journal.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace plimsoll::app {

namespace {

void addOperations(const MarkPlaces &places, const MarkQuestion &question, std::vector<Mark> &marks)
{
    if (!QFileInfo::exists(QDir(places.journal).filePath(QStringLiteral("operations.sqlite")))) {
        return;
    }
    const auto journal = redis::Journal::openToRead(places.journal);
    if (!journal) {
        return;
    }
    const auto isHere = [&places](const QString &server) { return redis::isSamePlace(places.endpoint, server); };
    const auto operations = (*journal)->reading([&] {
        return (*journal)->operationsBetween(question.from, question.to, places.workspace, isHere,
                                             MarkQuestion::mostOfEach);
    });
    for (const OperationReport &report : operations ? *operations : std::vector<OperationReport>()) {
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

} // namespace

std::vector<Mark> readMarks(const MarkPlaces &places, const MarkQuestion &question)
{
    std::vector<Mark> marks;
    const auto store =
        redis::AlertStore::openThere(places.history.isEmpty() ? QString() : redis::alertPath(places.history));
    if (store && *store) {
        auto found = (*store)->reading([&] { return (*store)->marks(question, MarkQuestion::mostOfEach); });
        marks = found ? std::move(*found) : std::move(marks);
    }
    if (!places.journal.isEmpty()) {
        addOperations(places, question, marks);
    }
    std::stable_sort(marks.begin(), marks.end(), [](const Mark &a, const Mark &b) { return a.time < b.time; });
    return marks;
}

} // namespace plimsoll::app
