// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/boundsmodel.h"

#include "models/history/history.h"
#include "models/rows/samekeys.h"
#include "models/rows/unrecognisedmodel.h"
#include "models/text/atleast.h"
#include "models/text/elementtext.h"
#include "models/text/format.h"
#include "models/text/ratetext.h"
#include "models/text/samefigure.h"
#include "models/text/sentence.h"
#include "redis/types/boundrole.h"
#include "redis/types/limits.h"
#include "redis/types/plural.h"

#include <QCoreApplication>
#include <QDateTime>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

namespace plimsoll::models {

namespace {

using std::chrono::milliseconds;

struct BoundsWords {
    Q_DECLARE_TR_FUNCTIONS(bounds)
};

constexpr double million = 1e6;
constexpr std::size_t refreshedAtOnce = 100;
constexpr qsizetype longestFoundName = 200;
constexpr milliseconds leastGrowthTime = std::chrono::minutes(5);
/// Weight of a verdict in the order, more than any growth.
constexpr double verdictWeight = 1e15;

bool isBadVerdict(BoundVerdict verdict)
{
    return verdict <= BoundVerdict::Beyond;
}

double orderOf(const BoundsRow &row)
{
    const double growth = isKnown(row.growth.perHour) ? row.growth.perHour : 0;
    return (static_cast<double>(BoundVerdict::ByExpiry) - static_cast<double>(row.verdict)) * verdictWeight
        + std::clamp(growth, -verdictWeight / 4, verdictWeight / 4);
}

/// Counts of the keys that the bound is about: those of its role.
std::vector<double> boundedParts(const Snapshot &snapshot, std::size_t row)
{
    const RoleKeys *role = boundRole(snapshot.layout->workspace->collections[row]);
    const SnapshotLayout::Row &at = snapshot.layout->rows[row];
    std::vector<double> counts;
    for (int part = at.firstPart; role != nullptr && part < at.firstPart + at.partCount; ++part) {
        const auto i = static_cast<std::size_t>(part);
        if (snapshot.layout->parts[i].role == role->role) {
            counts.push_back(snapshot.parts[i]);
        }
    }
    return counts;
}

/// Elements that the bound limits: those of its role, which need not be the main figure.
double boundedSize(const Snapshot &snapshot, std::size_t row, double size)
{
    const std::vector<double> counts = boundedParts(snapshot, row);
    return counts.empty() ? size : std::accumulate(counts.begin(), counts.end(), 0.0);
}

/// Returns the figure of what grows: of a presence all that are stored, not the active ones.
int sizeFigureOf(const Snapshot &snapshot, std::size_t collection)
{
    const RoleKeys *role = boundRole(snapshot.layout->workspace->collections[collection]);
    const int seen = role != nullptr && role->role->holds == Holds::Seen
        ? snapshot.layout->rows[collection].figureIndex(u"seen")
        : -1;
    return seen >= 0 ? seen : mainFigureOf(snapshot, collection);
}

QString boundWords(const BoundsRow &row)
{
    const std::optional<Bound> &bound = row.bound;
    if (!bound) {
        return BoundsWords::tr("none");
    }
    if (bound->keep) {
        return (row.isBoundOfKey ? BoundsWords::tr("at most %1 each") : BoundsWords::tr("at most %1"))
            .arg(formatCount(*bound->keep));
    }
    return bound->maxAge ? BoundsWords::tr("for %1").arg(formatDuration(*bound->maxAge))
        : bound->ttl     ? BoundsWords::tr("its keys expire")
                         : BoundsWords::tr("approved: %1").arg(bound->approved);
}

/// True if the bound applies to each of several keys.
bool isBoundOfKey(const Snapshot &snapshot, std::size_t collection)
{
    const CollectionDefinition &definition = snapshot.layout->workspace->collections[collection];
    const SnapshotLayout::Row &at = snapshot.layout->rows[collection];
    if (!definition.bound || !definition.bound->keep) {
        return false;
    }
    return snapshot.rows[collection].found != nullptr ? figureIndex(at.figures(), Means::OverBound) >= 0
                                                      : at.partCount > 1 && isBoundOfEachKey(definition);
}

/// "2 keys over 20, the longest has 23"; empty if none is known to be
QString overWords(const Snapshot &snapshot, std::size_t collection, double most)
{
    qint64 over = 0;
    double longest = 0;
    bool isAtLeast = false;
    if (const KeysFound *found = snapshot.rows[collection].found.get(); found != nullptr) {
        over = std::ssize(found->outside);
        for (const FoundKey &key : found->first) {
            longest = std::fmax(longest, key.count);
        }
        isAtLeast = !found->isWhole() || found->unread > 0 || found->outside.size() == KeysFound::mostShown;
    } else {
        for (const double count : boundedParts(snapshot, collection)) {
            over += count > most ? 1 : 0;
            longest = std::fmax(longest, count);
        }
    }
    if (over == 0) {
        return {};
    }
    if (over == 1 && !isAtLeast) {
        return BoundsWords::tr("1 key over %1, it has %2").arg(formatCount(most), formatCount(longest));
    }
    return BoundsWords::tr("%1 keys over %2, the longest has %3", nullptr, pluralOf(over))
        .arg(atLeastText(formatCount(over), isAtLeast), formatCount(most), formatCount(longest));
}

/// Reads how many keys expire: the figure of the kind, else what a search has read of its keys, else the keys measured.
/// `hasOthers`: there are keys that are not looked at.
KeyExpiry expiryOf(const Snapshot &snapshot, std::size_t collection, const KeyMemory::Sum &memory, bool hasOthers)
{
    using enum KeyExpiry::Basis;
    const KeysFound *found = snapshot.rows[collection].found.get();
    const bool isSearched = found == nullptr || (found->isWhole() && found->unread == 0);
    const int figure = snapshot.layout->rows[collection].figureIndex(u"withoutTtl");
    const double endless = figure < 0 ? unknownFigure : snapshot.figure(collection, figure);
    KeyExpiry expiry;
    if (endless > 0 && snapshot.has(collection, figure, FigureNote::Estimate)) {
        const double keys = snapshot.figure(collection, mainFigureOf(snapshot, collection));
        expiry = {Estimate, std::max(endless, keys), endless};
    } else if (isKnown(endless)) {
        const qint64 keys = found == nullptr ? memory.keys : isSearched ? found->seen : found->seen - found->unread;
        expiry = {isSearched && !hasOthers ? All : Looked, static_cast<double>(keys), endless};
    } else {
        auto read = memory.expiryKnown;
        auto never = memory.expiryKnown - memory.expiring;
        if (found != nullptr && figure < 0) {
            const auto &ends = found->ends;
            const auto known = std::count_if(ends.begin(), ends.end(), [](double end) { return isKnown(end); });
            if (known > read) {
                read = known;
                never = std::count_if(ends.begin(), ends.end(), [](double end) { return std::isinf(end); });
            }
        }
        const bool isAll = isSearched && !hasOthers && read == (found == nullptr ? memory.keys : found->seen);
        expiry = {isAll ? All : Looked, static_cast<double>(read), static_cast<double>(never)};
    }
    return expiry.keys > 0 ? expiry : KeyExpiry();
}

/// "12 of 838 keys never expire"
QString endlessWords(const KeyExpiry &expiry)
{
    if (expiry.basis == KeyExpiry::Basis::Unknown) {
        return BoundsWords::tr("whether its keys expire is not known");
    }
    if (expiry.basis != KeyExpiry::Basis::Estimate && !(expiry.endless < expiry.keys)) {
        return expiry.basis == KeyExpiry::Basis::All ? BoundsWords::tr("none of its keys expires")
                                                     : BoundsWords::tr("no key looked at expires");
    }
    const QString text = expiry.basis == KeyExpiry::Basis::Looked
        ? BoundsWords::tr("%1 of %2 keys looked at never expire")
        : BoundsWords::tr("%1 of %2 keys never expire");
    return estimateText(text.arg(formatCount(expiry.endless), formatCount(expiry.keys)),
                        expiry.basis == KeyExpiry::Basis::Estimate);
}

/// Judges a collection without a bound.
std::pair<BoundVerdict, QString> judgeGrowth(const BoundsRow &row)
{
    const auto isGrowing = [](const Growth &growth) { return growth.isSteady && growth.perHour > 0; };
    if (row.expiry.allExpire()) {
        return {BoundVerdict::Expires, {}};
    }
    if (!isGrowing(row.growth) && !isGrowing(row.endlessGrowth)) {
        return {BoundVerdict::Unbounded, {}};
    }
    if (row.expiry.basis == KeyExpiry::Basis::Unknown && row.memory.looked == 0) {
        return {BoundVerdict::Unbounded, BoundsWords::tr("it grows; whether its keys expire is not known yet")};
    }
    if (isKnown(row.endlessGrowth.perHour) && !isGrowing(row.endlessGrowth)) {
        return {BoundVerdict::Unbounded,
                BoundsWords::tr("%1; their number does not grow").arg(endlessWords(row.expiry))};
    }
    return {BoundVerdict::Growing, endlessWords(row.expiry)};
}

/// Returns the figure that the bound is about, or -1.
int boundFigureOf(const Snapshot &snapshot, std::size_t collection, int size)
{
    const std::span<const FigureSpec> figures = snapshot.layout->rows[collection].figures();
    const Bound &bound = *snapshot.layout->workspace->collections[collection].bound;
    const int age = figureIndex(figures, Means::Age);
    const int over = figureIndex(figures, Means::OverBound);
    return bound.maxAge ? (age >= 0 ? age : size)
        : bound.ttl     ? figureIndex(figures, Means::Expiry)
        : over >= 0     ? over
                        : size;
}

/// True if a limit of the person's judges what the bound is about, in place of the default warning.
bool hasLimitOfBound(const Snapshot &snapshot, std::size_t collection, int size)
{
    const CollectionDefinition &definition = snapshot.layout->workspace->collections[collection];
    const int judged = definition.bound ? boundFigureOf(snapshot, collection, size) : -1;
    return judged >= 0 && hasOwnLimit(definition.limits, judged);
}

/// Judges by the collection's state, for bounds that no figure or measured key shows to be exceeded.
std::pair<BoundVerdict, QString> judgeByProblem(const Snapshot &snapshot, std::size_t collection,
                                                BoundVerdict otherwise)
{
    const int size = sizeFigureOf(snapshot, collection);
    const int told = boundFigureOf(snapshot, collection, size);
    // Without a figure it is a problem of the collection, as those of a framework's health are.
    const bool isTold = told >= 0 || !snapshot.layout->workspace->collections[collection].preset;
    const auto &problems = snapshot.rows[collection].problems;
    if (problems != nullptr && isTold && !hasLimitOfBound(snapshot, collection, size)) {
        const auto found = std::find_if(problems->begin(), problems->end(), [told](const Problem &problem) {
            return problem.figure == told && problem.loss == nullptr
                && (problem.level == State::Warning || problem.level == State::Unknown);
        });
        if (found != problems->end()) {
            return {found->level == State::Unknown ? BoundVerdict::Unknown : BoundVerdict::Beyond, found->text};
        }
    }
    return {otherwise, {}};
}

/// Judges a collection, and says why where the verdict alone does not.
std::pair<BoundVerdict, QString> judge(const Snapshot &snapshot, std::size_t collection, const BoundsRow &row)
{
    if (!isKnown(row.size)) {
        const Problem *problem = worstProblem(snapshot.rows[collection]);
        return {BoundVerdict::Unknown, problem == nullptr ? QString() : problem->text};
    }
    const std::span<const FigureSpec> figures = snapshot.layout->rows[collection].figures();
    const auto valueOf = [&](Means means) {
        const int figure = figureIndex(figures, means);
        return figure < 0 ? unknownFigure : snapshot.figure(collection, figure);
    };
    if (!row.bound) {
        return judgeGrowth(row);
    }
    if (!row.bound->approved.isEmpty()) {
        return {BoundVerdict::Approved, row.bound->approved};
    }
    if (row.bound->keep) {
        const auto most = static_cast<double>(*row.bound->keep);
        const double over = valueOf(Means::OverBound); // then the bound applies to each key
        if (row.isBoundOfKey && !isKnown(over)) {
            const QString words = overWords(snapshot, collection, most);
            return {words.isEmpty() ? BoundVerdict::ByTrim : BoundVerdict::Beyond, words};
        }
        const double size = boundedSize(snapshot, collection, row.size);
        if (isKnown(over) ? over > 0 : figureIndex(figures, Means::OverBound) < 0 && size > most) {
            if (row.isBoundOfKey) {
                return {BoundVerdict::Beyond, overWords(snapshot, collection, most)};
            }
            return {BoundVerdict::Beyond,
                    BoundsWords::tr("%1 beyond the bound of %2")
                        .arg(formatCount(isKnown(over) ? over : size - most), formatCount(most))};
        }
        return {BoundVerdict::ByTrim, {}};
    }
    if (row.bound->maxAge) {
        const double age = valueOf(Means::Age);
        if (!isKnown(age)) {
            return judgeByProblem(snapshot, collection, BoundVerdict::ByAge);
        }
        const auto oldest = static_cast<double>(row.bound->maxAge->count());
        if (age > oldest) {
            return {
                BoundVerdict::Beyond,
                BoundsWords::tr("the oldest is %1 old, the bound is %2")
                    .arg(formatDuration(milliseconds(static_cast<qint64>(age))), formatDuration(*row.bound->maxAge))};
        }
        return {BoundVerdict::ByAge, {}};
    }
    if (row.expiry.endless > 0) {
        return {BoundVerdict::Beyond, endlessWords(row.expiry)};
    }
    // Keys are measured while the page is on screen, and polled at all times.
    std::pair<BoundVerdict, QString> told = judgeByProblem(snapshot, collection, BoundVerdict::ByExpiry);
    if (told.first == BoundVerdict::ByExpiry && row.expiry.basis == KeyExpiry::Basis::Unknown) {
        told.second = endlessWords(row.expiry);
    }
    return told;
}

void foresee(BoundsRow &row, const Snapshot &snapshot)
{
    const auto at = [&](double target) {
        const auto in = timeUntil(row.growth, row.size, target);
        return in ? milliseconds(std::chrono::floor<std::chrono::minutes>(snapshot.serverTime + *in)) : milliseconds(0);
    };
    row.millionAt = at(million);
    const ServerInfo &server = snapshot.server.summary();
    const qint64 limit = server.maxMemory.value_or(0);
    if (snapshot.server.nodes.size() == 1 && limit > 0 && server.usedMemory && row.memory.perElement > 0) {
        const auto free = static_cast<double>(std::max<qint64>(limit - *server.usedMemory, 1));
        row.fullAt = at(row.size + free / row.memory.perElement);
        row.isFullSoon = row.fullAt.count() > 0 && row.fullAt - snapshot.serverTime <= longestForecast;
    }
}

/// "14:05" within a day, "2026-12-03" later.
QString whenText(milliseconds time, bool isSoon)
{
    const QDateTime local = QDateTime::fromMSecsSinceEpoch(time.count());
    return local.toString(isSoon ? QStringLiteral("HH:mm") : QStringLiteral("yyyy-MM-dd"));
}

QString memoryTip(const BoundsRow &row)
{
    const KeyMemory::Sum &memory = row.memory;
    QStringList lines;
    if (memory.measured > 0) {
        lines += BoundsWords::tr("Measured: %1 of %2 keys, each estimated by the server from a few elements.")
                     .arg(formatCount(memory.measured), formatCount(memory.keys));
    } else if (memory.keys > 0 && !memory.hasTooLarge && row.collection) {
        lines += BoundsWords::tr("Not measured yet: %1 keys a minute are.").arg(formatCount(KeySizes::mostKeys));
    } else if (!row.collection && memory.looked == 0) {
        lines += BoundsWords::tr("Not measured, or not yet: of what is not watched, a few keys each of the %1 largest "
                                 "forms of names are.")
                     .arg(KeyMemory::mostUnwatched);
    }
    if (memory.measured > 0 && memory.isAbout) {
        lines += BoundsWords::tr("Extrapolated for keys that were not measured or have changed since.");
    }
    if (memory.hasTooLarge) {
        lines += BoundsWords::tr("Keys with more than %1 elements are not measured.")
                     .arg(formatCount(KeySizes::mostElements));
    }
    if (!row.uncounted.isEmpty()) {
        lines += BoundsWords::tr("Not counted: %1").arg(row.uncounted);
    }
    if (isKnown(memory.perElement)) {
        lines += BoundsWords::tr("%1 an element").arg(formatBytes(static_cast<qint64>(std::ceil(memory.perElement))));
    }
    return lines.join(u'\n');
}

QString expiryText(const KeyExpiry &expiry)
{
    using enum KeyExpiry::Basis;
    if (expiry.basis == Unknown) {
        return unknownText();
    }
    const QString expiring = formatCount(expiry.keys - expiry.endless);
    const QString keys = formatCount(expiry.keys);
    const bool isAll = expiry.allExpire();
    const bool isNone = !(expiry.endless < expiry.keys);
    if (expiry.basis == Looked) {
        return isAll ? BoundsWords::tr("all of %1 looked at").arg(keys)
            : isNone ? BoundsWords::tr("none of %1 looked at").arg(keys)
                     : BoundsWords::tr("%1 of %2 looked at").arg(expiring, keys);
    }
    return estimateText(isAll        ? BoundsWords::tr("all")
                            : isNone ? BoundsWords::tr("none")
                                     : BoundsWords::tr("%1 of %2").arg(expiring, keys),
                        expiry.basis == Estimate);
}

QString expiryTip(const BoundsRow &row)
{
    const KeyExpiry &expiry = row.expiry;
    if (expiry.basis == KeyExpiry::Basis::Unknown) {
        return row.memory.looked > 0 ? BoundsWords::tr("The expiry of its keys cannot be read.")
                                     : BoundsWords::tr("No key was looked at yet.");
    }
    const QString text = expiry.basis == KeyExpiry::Basis::Looked
        ? BoundsWords::tr("%1 of the %2 keys looked at expire.")
        : expiry.basis == KeyExpiry::Basis::Estimate ? BoundsWords::tr("About %1 of %2 keys expire, by a sample.")
                                                     : BoundsWords::tr("%1 of %2 keys expire.");
    QStringList lines(text.arg(formatCount(expiry.keys - expiry.endless), formatCount(expiry.keys)));
    if (!row.uncounted.isEmpty()) {
        lines += BoundsWords::tr("Not looked at: %1").arg(row.uncounted);
    }
    return lines.join(u'\n');
}

double expiryShare(const KeyExpiry &expiry)
{
    return expiry.basis == KeyExpiry::Basis::Unknown ? unknownFigure : 1 - expiry.endless / expiry.keys;
}

/// The verdict of a row, which claims nothing of keys that were not looked at.
QString verdictCell(const BoundsRow &row)
{
    return row.verdict == BoundVerdict::Expires && row.expiry.basis != KeyExpiry::Basis::All
        ? BoundsWords::tr("all looked at expire")
        : verdictText(row.verdict);
}

QString growthTip(const BoundsRow &row)
{
    const Growth &growth = row.growth;
    if (!row.collection) {
        return isKnown(growth.perHour)
            ? BoundsWords::tr("Between two searches for collections, %1 apart").arg(formatDuration(growth.over))
            : BoundsWords::tr("Not known: it takes two searches through all keys, at least five minutes apart.");
    }
    if (!isKnown(growth.perHour)) {
        return BoundsWords::tr("Not known: it takes five minutes of polls.");
    }
    const QString observed = BoundsWords::tr("The median over the last %1: a single burst or trim does not count.")
                                 .arg(formatDuration(growth.over));
    return growth.isSteady ? observed
                           : observed + u' '
            + (growth.perHour == 0 ? BoundsWords::tr("It does not grow, so there is no forecast.")
                                   : BoundsWords::tr("It does not move one way, so there is no forecast."));
}

/// Says why nothing is foreseen.
QString noForecastWords(const BoundsRow &row)
{
    const bool isBounded = row.verdict >= BoundVerdict::ByTrim;
    return row.size >= million                                 ? BoundsWords::tr("It has more than 1 million elements.")
        : isBounded                                            ? BoundsWords::tr("It has a bound, and is within it.")
        : !isKnown(row.growth.perHour) || !row.growth.isSteady ? growthTip(row)
        : !(row.growth.perHour > 0)
        ? BoundsWords::tr("It gets smaller.")
        : BoundsWords::tr("Only further ahead than the last %1 can tell.").arg(formatDuration(row.growth.over));
}

milliseconds earliest(const BoundsRow &row)
{
    return row.fullAt.count() > 0 && (row.millionAt.count() == 0 || row.fullAt < row.millionAt) ? row.fullAt
                                                                                                : row.millionAt;
}

} // namespace

QString memoryText(const KeyMemory::Sum &memory)
{
    if (!isKnown(memory.bytes)) {
        return unknownText();
    }
    const QString text = formatBytes(static_cast<qint64>(memory.bytes));
    return memory.isAtLeast ? atLeastText(text, true) : estimateText(text, memory.isAbout);
}

State severityOf(const BoundsRow &row)
{
    if (row.verdict == BoundVerdict::Growing && row.isFullSoon) {
        return State::Critical;
    }
    const bool isAllowed = row.verdict == BoundVerdict::Beyond && row.hasOwnLimit;
    return isBadVerdict(row.verdict) && !isAllowed ? State::Warning
        : row.verdict == BoundVerdict::Unknown     ? State::Unknown
                                                   : State::Ok;
}

QString verdictText(BoundVerdict verdict)
{
    switch (verdict) {
    case BoundVerdict::Growing:
        return BoundsWords::tr("no bound, growing");
    case BoundVerdict::Beyond:
        return BoundsWords::tr("beyond its bound");
    case BoundVerdict::Unknown:
        return BoundsWords::tr("unknown");
    case BoundVerdict::Unbounded:
        return BoundsWords::tr("no bound");
    case BoundVerdict::NotWatched:
        return BoundsWords::tr("not watched");
    case BoundVerdict::Expires:
        return BoundsWords::tr("all keys expire");
    case BoundVerdict::Approved:
        return BoundsWords::tr("approved");
    case BoundVerdict::ByTrim:
        return BoundsWords::tr("bounded by trim");
    case BoundVerdict::ByAge:
        return BoundsWords::tr("bounded by age");
    case BoundVerdict::ByExpiry:
        return BoundsWords::tr("bounded by expiry");
    }
    return {};
}

BoundsModel::BoundsModel(const History *history, const KeyMemory *memory, QObject *parent)
    : TableModel("bounds", parent), m_history(history), m_memory(memory)
{
    const auto reaches = [this](const BoundsRow &row) -> QString {
        if (row.size >= million) {
            return BoundsWords::tr("over 1 M");
        }
        const milliseconds when = earliest(row);
        if (when.count() == 0) {
            return unknownText();
        }
        const bool isSoon = when - m_snapshot->serverTime <= longestForecast;
        const QString text = when == row.fullAt
            ? (isSoon ? BoundsWords::tr("maxmemory at %1") : BoundsWords::tr("maxmemory on %1"))
            : (isSoon ? BoundsWords::tr("1 M at %1") : BoundsWords::tr("1 M on %1"));
        return text.arg(whenText(when, isSoon));
    };
    const auto reachesTip = [](const BoundsRow &row) {
        QStringList lines;
        if (row.millionAt.count() > 0) {
            lines += BoundsWords::tr("Reaches 1 million elements on %1.").arg(formatDateTime(row.millionAt));
        }
        if (row.fullAt.count() > 0) {
            lines += BoundsWords::tr("Its growth alone reaches maxmemory on %1.").arg(formatDateTime(row.fullAt));
        }
        if (!lines.isEmpty()) {
            lines += BoundsWords::tr("If it grows on as over the last %1.").arg(formatDuration(row.growth.over));
        }
        return lines.isEmpty() ? noForecastWords(row) : lines.join(u'\n');
    };
    setColumns({
        {QT_TRANSLATE_NOOP("bounds", "collection"), Cell::Text, [](auto &row) { return row.name; }, nullptr,
         [](auto &row) {
             return row.kind == nullptr ? row.name : QStringLiteral("%1 (%2)").arg(row.name, kindTitle(*row.kind));
         }},
        {QT_TRANSLATE_NOOP("bounds", "verdict"), Cell::Badge, verdictCell, orderOf,
         [](auto &row) { return row.reason.isEmpty() ? verdictCell(row) : asSentence(row.reason); }},
        {QT_TRANSLATE_NOOP("bounds", "size"), Cell::Figure,
         [](auto &row) { return atLeastText(formatCount(row.size), row.isAtLeast && isKnown(row.size)); },
         [](auto &row) { return row.size; }, [](auto &row) { return row.figure; }},
        {QT_TRANSLATE_NOOP("bounds", "growth/h"), Cell::Figure,
         [](auto &row) { return formatChange(row.growth.perHour); }, [](auto &row) { return row.growth.perHour; },
         growthTip},
        {QT_TRANSLATE_NOOP("bounds", "memory"), Cell::Figure, [](auto &row) { return memoryText(row.memory); },
         [](auto &row) { return row.memory.bytes; }, memoryTip},
        {QT_TRANSLATE_NOOP("bounds", "keys expire"), Cell::Figure, [](auto &row) { return expiryText(row.expiry); },
         [](auto &row) { return expiryShare(row.expiry); }, expiryTip},
        {QT_TRANSLATE_NOOP("bounds", "bound"), Cell::Text,
         [](auto &row) { return row.collection ? boundWords(row) : unknownText(); }, nullptr,
         [](auto &row) { return row.collection ? boundWords(row) : QString(); }},
        {QT_TRANSLATE_NOOP("bounds", "reaches"), Cell::Text, reaches,
         [](auto &row) { return -static_cast<double>(earliest(row).count()); }, reachesTip},
    });
    setRowValues({{SeverityRole, [](auto &row) { return static_cast<int>(severityOf(row)); }},
                  {IdRole, [](auto &row) { return row.name; }},
                  {StaleRole, [](auto &row) { return !row.collection; }},
                  {FilterRole, [](auto &row) {
                       const QString kind = row.kind == nullptr ? QString() : kindTitle(*row.kind);
                       return QStringList{row.name, kind, verdictCell(row), boundWords(row)}.join(u' ');
                   }}});
}

BoundsRow BoundsModel::rowOf(const Snapshot &snapshot, std::size_t collection, const BoundsRow *before, bool refresh,
                             bool isMeasured) const
{
    const SnapshotLayout::Row &at = snapshot.layout->rows[collection];
    const int figure = sizeFigureOf(snapshot, collection);
    BoundsRow row;
    row.collection = collection;
    row.name = at.name;
    row.kind = at.kind;
    row.figure = figureTitle(at.figure(figure));
    row.size = snapshot.figure(collection, figure);
    row.isAtLeast = snapshot.isAtLeast(collection, figure);
    row.bound = snapshot.layout->workspace->collections[collection].bound;
    row.isBoundOfKey = isBoundOfKey(snapshot, collection);
    row.hasOwnLimit = hasLimitOfBound(snapshot, collection, figure);
    row.growth = refresh || before == nullptr
        ? growthOf(*m_history, collection, figure, before == nullptr ? nullptr : &before->growth)
        : before->growth;
    if (const int endless = at.figureIndex(u"withoutTtl"); endless >= 0 && snapshot.rows[collection].found != nullptr) {
        row.endlessGrowth = refresh || before == nullptr
            ? growthOf(*m_history, collection, endless, before == nullptr ? nullptr : &before->endlessGrowth)
            : before->endlessGrowth;
    }
    row.memory = refresh || isMeasured || before == nullptr ? m_memory->sumOf(snapshot, collection) : before->memory;
    if (const QByteArrayList uncounted = KeyMemory::uncountedKeys(snapshot, collection); !uncounted.isEmpty()) {
        row.uncounted = elementText(uncounted.join(", "), longestFoundName);
    }
    row.expiry = expiryOf(snapshot, collection, row.memory, !row.uncounted.isEmpty());
    std::tie(row.verdict, row.reason) = judge(snapshot, collection, row);
    if (row.verdict < BoundVerdict::ByTrim) {
        foresee(row, snapshot);
    }
    return row;
}

/// Makes the rows of what was found and is not watched.
void BoundsModel::findUnwatched()
{
    m_unwatched.clear();
    m_unwatchedKeys.clear();
    const auto add = [this](BoundsRow row, std::vector<FoundTemplate> keys, double size, double before) {
        m_unwatchedKeys.push_back(std::move(keys));
        row.size = size;
        row.verdict = BoundVerdict::NotWatched;
        const milliseconds over = m_discovery.earlier ? m_discovery.time - m_discovery.earlier->time : milliseconds(0);
        if (over >= leastGrowthTime) {
            row.growth.perHour = (size - before) / std::chrono::duration<double, std::ratio<3600>>(over).count();
            row.growth.over = over;
        }
        m_unwatched.push_back(std::move(row));
    };
    SameKeys watched;
    for (const CollectionDefinition &definition : m_snapshot->layout->workspace->collections) {
        watched.add(definition, 0);
        watched.addPatterns(definition, m_snapshot->serverTime);
    }
    for (const Proposal &proposal : m_discovery.found) {
        const CollectionDefinition &found = proposal.definition;
        if (found.kind != nullptr && watched.find(found) < 0 && !watched.hasPatternsFor(proposal.templates)) {
            BoundsRow row;
            row.name = found.name;
            row.kind = found.kind;
            row.figure = BoundsWords::tr("elements");
            const auto known = [](const std::optional<qint64> &count) {
                return count ? static_cast<double>(*count) : unknownFigure;
            };
            add(std::move(row), proposal.templates, known(proposal.elements),
                KeyCounts::of(proposal).isNew ? 0 : known(proposal.elementsBefore));
        }
    }
    for (const FoundTemplate &keys : m_discovery.unrecognised) {
        if (watched.hasPatternsFor(std::span(&keys, 1))) {
            continue;
        }
        BoundsRow row;
        row.name = elementText(keys.text, longestFoundName);
        row.figure = BoundsWords::tr("keys");
        const double before = keys.isNew ? 0
            : keys.countBefore           ? static_cast<double>(*keys.countBefore)
                                         : unknownFigure;
        add(std::move(row), {keys}, static_cast<double>(keys.count), before);
    }
    measureUnwatched();
}

void BoundsModel::measureUnwatched()
{
    for (std::size_t i = 0; i < m_unwatched.size(); ++i) {
        BoundsRow &row = m_unwatched[i];
        row.memory = m_memory->sumOf(m_unwatchedKeys[i]);
        const bool isAll = row.memory.expiryKnown == row.memory.keys;
        row.expiry = {row.memory.expiryKnown == 0 ? KeyExpiry::Basis::Unknown
                          : isAll                 ? KeyExpiry::Basis::All
                                                  : KeyExpiry::Basis::Looked,
                      static_cast<double>(row.memory.expiryKnown),
                      static_cast<double>(row.memory.expiryKnown - row.memory.expiring)};
    }
}

std::vector<FoundTemplate> BoundsModel::unwatchedKeys() const
{
    std::vector<FoundTemplate> keys;
    for (const std::vector<FoundTemplate> &of : m_unwatchedKeys) {
        keys.insert(keys.end(), of.begin(), of.end());
    }
    return keys;
}

void BoundsModel::showRows(const Snapshot &snapshot)
{
    QHash<QString, const BoundsRow *> before;
    for (const BoundsRow &row : m_rows) {
        if (row.collection) {
            before.insert(row.name, &row);
        }
    }
    const bool isMeasured = std::exchange(m_revision, m_memory->revision()) != m_memory->revision();
    std::vector<BoundsRow> next;
    next.reserve(snapshot.size());
    for (std::size_t i = 0; i < snapshot.size(); ++i) {
        const bool isTurn = (i + snapshot.size() - m_next % snapshot.size()) % snapshot.size() < refreshedAtOnce;
        next.push_back(rowOf(snapshot, i, before.value(snapshot.layout->rows[i].name), isTurn, isMeasured));
    }
    m_next = snapshot.size() == 0 ? 0 : (m_next + refreshedAtOnce) % snapshot.size();
    if (isMeasured) {
        measureUnwatched();
    }
    next.insert(next.end(), m_unwatched.begin(), m_unwatched.end());
    const auto same = [](const BoundsRow &a, const BoundsRow &b) {
        return a.collection == b.collection && a.kind == b.kind && isSameFigure(a.size, b.size)
            && a.isAtLeast == b.isAtLeast && isSameFigure(a.growth.perHour, b.growth.perHour)
            && a.growth.isSteady == b.growth.isSteady && (a.collection || a.growth.over == b.growth.over)
            && a.memory == b.memory && a.expiry == b.expiry && a.uncounted == b.uncounted && a.bound == b.bound
            && a.isBoundOfKey == b.isBoundOfKey && a.hasOwnLimit == b.hasOwnLimit && a.verdict == b.verdict
            && a.reason == b.reason && a.millionAt == b.millionAt && a.fullAt == b.fullAt
            && a.isFullSoon == b.isFullSoon;
    };
    show(
        std::move(next), [](const BoundsRow &row) { return std::pair(row.name, row.collection.has_value()); }, same);
}

void BoundsModel::apply(const SnapshotPtr &snapshot)
{
    const bool isOther = m_snapshot == nullptr || m_snapshot->layout->workspace != snapshot->layout->workspace;
    m_snapshot = snapshot;
    if (isOther) {
        findUnwatched();
    }
    showRows(*snapshot);
}

void BoundsModel::setDiscovery(const Discovery &discovery)
{
    m_discovery = discovery;
    if (m_snapshot != nullptr) {
        findUnwatched();
        showRows(*m_snapshot);
    }
}

int BoundsModel::unknownGrowth() const
{
    return static_cast<int>(std::count_if(m_rows.begin(), m_rows.end(), [](const BoundsRow &row) {
        const bool isWaiting = row.growth.isSteady && row.growth.perHour > 0
            && row.expiry.basis == KeyExpiry::Basis::Unknown; // for its keys to be looked at
        return row.verdict == BoundVerdict::Unbounded && (!isKnown(row.growth.perHour) || isWaiting);
    }));
}

int BoundsModel::count(BoundVerdict verdict) const
{
    return static_cast<int>(std::count_if(m_rows.begin(), m_rows.end(),
                                          [verdict](const BoundsRow &row) { return row.verdict == verdict; }));
}

} // namespace plimsoll::models
