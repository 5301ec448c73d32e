// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/loss.h"

#include "redis/types/limits.h"
#include "redis/types/plural.h"

#include <QCoreApplication>

#include <algorithm>

namespace plimsoll {

namespace {

/// How long a collection says that it lost its elements, if they do not come back.
constexpr std::chrono::milliseconds toldFor = std::chrono::minutes(15);

} // namespace

double elementsOf(const Snapshot &snapshot, std::size_t row)
{
    const SnapshotLayout::Row &at = snapshot.layout->rows[row];
    double sum = 0;
    for (int part = at.firstPart; part < at.firstPart + at.partCount; ++part) {
        sum += snapshot.parts[static_cast<std::size_t>(part)];
    }
    return sum;
}

double keysSince(const KeysFound *found, std::chrono::milliseconds since)
{
    const bool isAll = found != nullptr && found->wholeAt > since && found->oldestRead > since;
    return isAll ? found->about : unknownFigure;
}

QString goneText(const QString &what, double elements)
{
    const int plural = pluralOf(static_cast<qint64>(elements));
    return elements <= 0 ? what
        : elements == 1  ? QCoreApplication::translate("problems", "%1, 1 element gone").arg(what)
                         : QCoreApplication::translate("problems", "%1, %2 elements gone", nullptr, plural)
                              .arg(what, limitValueText(Unit::Count, elements));
}

QString fewerText(const QString &what, double elements)
{
    const int plural = pluralOf(static_cast<qint64>(elements));
    return elements <= 0 ? what
        : elements == 1
        ? QCoreApplication::translate("problems", "%1, 1 element fewer than when it was seen last").arg(what)
        : QCoreApplication::translate("problems", "%1, %2 elements fewer than when it was seen last", nullptr, plural)
              .arg(what, limitValueText(Unit::Count, elements));
}

bool isOver(const Loss &loss, const Snapshot &snapshot, std::size_t row)
{
    const std::chrono::milliseconds past = snapshot.serverTime - loss.time;
    if (past > toldFor || past < -toldFor) {
        return true; // or the server's clock was set back
    }
    const KeysFound *found = snapshot.rows[row].found.get();
    const double now = found == nullptr ? elementsOf(snapshot, row) : keysSince(found, loss.noticed);
    return now >= loss.before / 2;
}

Problem lossProblem(std::shared_ptr<const Loss> loss)
{
    const QString text = loss->text;
    return {-1, State::Warning, text, std::move(loss)};
}

std::shared_ptr<const Loss> toldLoss(const Snapshot::Row &row)
{
    if (row.problems == nullptr) {
        return nullptr;
    }
    const auto found = std::find_if(row.problems->begin(), row.problems->end(),
                                    [](const Problem &problem) { return problem.loss != nullptr; });
    return found == row.problems->end() ? nullptr : found->loss;
}

} // namespace plimsoll
