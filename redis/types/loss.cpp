// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/loss.h"

#include "redis/types/limits.h"
#include "redis/types/plural.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace plimsoll {

namespace {

/// Maximum time for which lost elements are reported.
constexpr std::chrono::milliseconds toldFor = std::chrono::minutes(15);
constexpr std::chrono::milliseconds moreWithin = std::chrono::hours(1);

/// Returns the elements of a found key; 1 if its kind counts none, or if it was not read yet.
double elementsIn(const FoundKey &key, bool hasWindow)
{
    return !isKnown(key.count) ? 1 : key.count + (hasWindow && isKnown(key.outside) ? key.outside : 0);
}

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

bool hasFoundWindow(const Snapshot &snapshot, std::size_t row)
{
    const WorkspacePtr &workspace = snapshot.layout->workspace;
    const RoleKeys *role = workspace == nullptr ? nullptr : workspace->collections[row].foundRole();
    return role != nullptr && !role->role->window.isEmpty();
}

double keysLasting(const KeysFound &found, std::chrono::milliseconds then)
{
    const double all =
        found.wholeAt.count() > 0 && isKnown(found.about) ? found.about : static_cast<double>(found.seen);
    const auto lasting = static_cast<double>(std::count_if(
        found.ends.begin(), found.ends.end(), [then](double end) { return end > static_cast<double>(then.count()); }));
    return found.ends.empty() ? 0 : std::round(all * lasting / static_cast<double>(found.ends.size()));
}

double elementsLasting(const Snapshot &snapshot, std::size_t row, const KeysFound &found,
                       std::chrono::milliseconds then)
{
    const auto lasts = [then](double end) { return end > static_cast<double>(then.count()); };
    const bool hasWindow = hasFoundWindow(snapshot, row);
    double elements = 0;
    double shown = 0;
    for (const FoundKey &key : found.first) {
        elements += lasts(key.expiresAt) ? elementsIn(key, hasWindow) : 0;
        shown += lasts(key.expiresAt) ? 1 : 0;
    }
    return elements + std::max(0.0, keysLasting(found, then) - shown);
}

double elementsSince(const Snapshot &snapshot, std::size_t row, std::chrono::milliseconds since)
{
    const KeysFound *found = snapshot.rows[row].found.get();
    if (found == nullptr || found->wholeAt <= since || found->oldestRead <= since) {
        return unknownFigure;
    }
    const bool hasWindow = hasFoundWindow(snapshot, row);
    double elements = found->about - static_cast<double>(found->first.size());
    for (const FoundKey &key : found->first) {
        elements += elementsIn(key, hasWindow);
    }
    return elements;
}

QString happenedText(ServerEvent::Type type)
{
    switch (type) {
    case ServerEvent::Type::Restarted:
        return QCoreApplication::translate("problems", "restarted");
    case ServerEvent::Type::Failover:
        return QCoreApplication::translate("problems", "failed over");
    case ServerEvent::Type::Flushed:
        return QCoreApplication::translate("problems", "flushed");
    case ServerEvent::Type::Emptied:
        break;
    }
    return QCoreApplication::translate("problems", "emptied");
}

QString goneText(const QString &what, double elements)
{
    const int plural = pluralOf(static_cast<qint64>(elements));
    return elements <= 0 ? what
        : elements == 1  ? QCoreApplication::translate("problems", "%1, 1 element gone").arg(what)
                         : QCoreApplication::translate("problems", "%1, %2 elements gone", nullptr, plural)
                              .arg(what, limitValueText(Unit::Count, elements));
}

QString withEarlierText(const QString &text, double elements)
{
    return elements <= 0 ? text
                         : QCoreApplication::translate("problems", "%1, %2 more shortly before")
                               .arg(text, limitValueText(Unit::Count, elements));
}

QString fewerText(const QString &what, double elements)
{
    const int plural = pluralOf(static_cast<qint64>(elements));
    return elements <= 0 ? what
        : elements == 1
        ? QCoreApplication::translate("problems", "%1, 1 element fewer than when last seen").arg(what)
        : QCoreApplication::translate("problems", "%1, %2 elements fewer than when last seen", nullptr, plural)
              .arg(what, limitValueText(Unit::Count, elements));
}

bool isOver(const Loss &loss, const Snapshot &snapshot, std::size_t row)
{
    const std::chrono::milliseconds past = snapshot.serverTime - loss.time;
    const std::chrono::milliseconds told = loss.figure < 0 ? toldFor : moreWithin;
    if (past > told || past < -told) {
        return true; // or the server's clock was set back
    }
    if (loss.figure >= 0) {
        return snapshot.figure(row, loss.figure) <= loss.before;
    }
    const bool isSearched = snapshot.rows[row].found != nullptr;
    const double now = isSearched ? elementsSince(snapshot, row, loss.noticed) : elementsOf(snapshot, row);
    return now >= loss.before / 2;
}

Problem lossProblem(std::shared_ptr<const Loss> loss, const Snapshot &snapshot, std::size_t row)
{
    QString text = loss->text;
    if (loss->figure >= 0 && isKnown(snapshot.figure(row, loss->figure))) {
        const double value = snapshot.figure(row, loss->figure);
        text = moreDeadText(snapshot.layout->rows[row].figure(loss->figure), value,
                            snapshot.isAtLeast(row, loss->figure), value - loss->before);
    }
    return {loss->figure, State::Warning, text, std::move(loss)};
}

QString moreDeadText(const FigureSpec &figure, double value, bool isAtLeast, double more)
{
    return QCoreApplication::translate("problems", "%1, %2 new in the last hour")
        .arg(figureText(figure, value, isAtLeast), limitValueText(Unit::Count, more));
}

std::shared_ptr<const Loss> toldLoss(const Snapshot::Row &row, int figure)
{
    if (row.problems == nullptr) {
        return nullptr;
    }
    const auto found = std::find_if(row.problems->begin(), row.problems->end(), [figure](const Problem &problem) {
        return problem.loss != nullptr && problem.figure == figure;
    });
    return found == row.problems->end() ? nullptr : found->loss;
}

} // namespace plimsoll
