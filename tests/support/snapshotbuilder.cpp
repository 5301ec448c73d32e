// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/snapshotbuilder.h"

#include <QHash>

#include <algorithm>
#include <array>

namespace plimsoll::test {

namespace {

using L1 = QLatin1StringView;
using std::chrono::milliseconds;

constexpr std::array anyRole{
    RoleSpec{.id = L1("items"), .types = ListKey | SetKey | ZSetKey, .required = true, .many = true, .help = ""}};

constexpr FigureSpec figure(const char *id, Unit unit = Unit::Count, Means means = Means::Nothing)
{
    return {L1(id), id, "What it counts.", unit, means};
}

constexpr std::array queueFigures{figure("ready"),
                                  figure("processing"),
                                  figure("stale"),
                                  figure("delayed"),
                                  figure("due"),
                                  figure("dead"),
                                  figure("oldestReadyMs", Unit::Duration),
                                  figure("oldestProcessingMs", Unit::Duration),
                                  figure("growthPerMinute", Unit::PerMinute, Means::Growth),
                                  figure("drainMs", Unit::Duration)};
constexpr std::array scheduleFigures{figure("delayed"),
                                     figure("due"),
                                     figure("lagMs", Unit::Duration),
                                     figure("nextDueMs", Unit::Duration),
                                     figure("processing"),
                                     figure("stale"),
                                     figure("dead")};
constexpr std::array leaderboardFigures{figure("members"), figure("topScore", Unit::Score),
                                        figure("medianScore", Unit::Score), figure("ttlMs", Unit::Duration)};
constexpr std::array presenceFigures{figure("connected"), figure("seen"), figure("active"), figure("inactive"),
                                     figure("ghosts")};
constexpr std::array membersFigures{figure("members"), figure("growthPerMinute", Unit::PerMinute, Means::Growth),
                                    figure("ttlMs", Unit::Duration)};
constexpr std::array presenceSentence{Clause{0, L1("ghosts"), Clause::Several, "{ghosts} ghosts"}};
constexpr FigureSpec withoutTtl{L1("withoutTtl"), "without expiry", "What it counts."};
constexpr std::array dedupeFigures{figure("members"), figure("buckets"), withoutTtl};
constexpr std::array lockFigures{figure("held"), withoutTtl};
constexpr std::array plainFigures{figure("count")};

const std::array<KindInfo, 8> kinds{{
    {L1("queue"), "Queue", "Queues", "", anyRole, {}, queueFigures, {}, 0},
    {L1("schedule"), "Schedule", "Schedules", "", anyRole, {}, scheduleFigures, {}, 0},
    {L1("leaderboard"), "Leaderboard", "Leaderboards", "", anyRole, {}, leaderboardFigures, {}, 0},
    {L1("presence"), "Presence", "Presence", "", anyRole, {}, presenceFigures, presenceSentence, 2},
    {L1("members"), "Members", "Members", "", anyRole, {}, membersFigures, {}, 0},
    {L1("dedupe"), "Dedupe", "Dedupe", "", anyRole, {}, dedupeFigures, {}, 0},
    {L1("lock"), "Lock", "Locks", "", anyRole, {}, lockFigures, {}, 0},
    {L1("plain"), "Plain", "Plain", "", anyRole, {}, plainFigures, {}, 0},
}};

QStringList words(const QString &text)
{
    return text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

std::pair<QString, QString> pairOf(const QString &text)
{
    const qsizetype at = text.lastIndexOf(QLatin1Char('='));
    return {text.left(at), text.mid(at + 1)};
}

State stateOf(const QString &text)
{
    for (const State state : {State::Ok, State::Unknown, State::Warning, State::Critical, State::Error}) {
        if (text == stateId(state)) {
            return state;
        }
    }
    return State::Ok;
}

void readFigures(const QString &text, const KindInfo &kind, Snapshot &snapshot)
{
    const std::size_t first = snapshot.figures.size();
    snapshot.figures.resize(first + kind.figures.size(), unknownFigure);
    snapshot.notes.resize(snapshot.figures.size());
    for (const QString &word : words(text)) {
        auto [name, value] = pairOf(word);
        const bool observed = name.endsWith(QLatin1Char('>'));
        const int index = kind.figureIndex(observed ? name.chopped(1) : name);
        if (index < 0) {
            qFatal("no figure %s", qPrintable(name));
        }
        snapshot.notes[first + static_cast<std::size_t>(index)] = observed ? quint8(FigureNote::AtLeast) : 0;
        snapshot.figures[first + static_cast<std::size_t>(index)] = value.toDouble();
    }
}

std::shared_ptr<const Head> readHead(const QString &text, milliseconds time)
{
    if (text.isEmpty()) {
        return nullptr;
    }
    auto head = std::make_shared<Head>();
    head->readAt = time;
    for (const QString &word : words(text)) {
        const auto [member, score] = pairOf(word);
        head->elements.push_back({member.toUtf8(), score.toDouble()});
    }
    return head;
}

std::shared_ptr<const std::vector<Problem>> readProblems(const QString &text, const KindInfo &kind)
{
    if (text.isEmpty()) {
        return nullptr;
    }
    auto problems = std::make_shared<std::vector<Problem>>();
    for (const QString &line : text.split(QStringLiteral(" // "))) {
        const QString figureName = line.section(QLatin1Char(':'), 0, 0).trimmed();
        const State level = stateOf(line.section(QLatin1Char(':'), 1, 1).trimmed());
        problems->push_back({kind.figureIndex(figureName), level, line.section(QLatin1Char(':'), 2).trimmed()});
    }
    return problems;
}

bool sameLayout(const SnapshotLayout &a, const SnapshotLayout &b)
{
    return a.workspace == b.workspace
        && std::equal(a.rows.begin(), a.rows.end(), b.rows.begin(), b.rows.end(),
                      [](const auto &x, const auto &y) {
                          return x.name == y.name && x.kind == y.kind && x.partCount == y.partCount;
                      })
        && std::equal(a.parts.begin(), a.parts.end(), b.parts.begin(), b.parts.end(),
                      [](const auto &x, const auto &y) { return x.key == y.key; });
}

std::optional<milliseconds> timeIn(const QHash<QString, QString> &values, const QString &name)
{
    return values.contains(name) ? std::optional(milliseconds(values.value(name).toLongLong())) : std::nullopt;
}

/// Element::state is a view, so it needs static text.
QLatin1StringView elementState(const QString &text)
{
    static constexpr std::array states{L1("ready"), L1("processing"), L1("stale"),  L1("delayed"),  L1("due"),
                                       L1("dead"),  L1("connected"),  L1("active"), L1("inactive"), L1("ghost")};
    const auto *found = std::find(states.begin(), states.end(), text);
    return found == states.end() ? L1() : *found;
}

} // namespace

const KindInfo *testKind(QStringView id)
{
    const auto *found = std::find_if(kinds.begin(), kinds.end(), [&](const KindInfo &kind) { return id == kind.id; });
    return found == kinds.end() ? nullptr : found;
}

SnapshotPtr SnapshotBuilder::make(milliseconds time, const QStringList &rows)
{
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->epoch = 1;
    snapshot->sequence = ++m_sequence;
    snapshot->serverTime = time;
    snapshot->taken = std::chrono::steady_clock::time_point(time);
    SnapshotLayout layout;
    layout.workspace = m_workspace;
    for (const QString &text : rows) {
        const auto field = [&text](int index) { return text.section(QLatin1Char('|'), index, index).trimmed(); };
        SnapshotLayout::Row at;
        at.name = field(0);
        at.kind = testKind(field(1));
        if (at.kind == nullptr) {
            qFatal("no kind in \"%s\"", qPrintable(text));
        }
        at.firstFigure = static_cast<int>(snapshot->figures.size());
        at.firstPart = static_cast<int>(snapshot->parts.size());
        Snapshot::Row &row = snapshot->rows.emplace_back();
        row.state = stateOf(field(2));
        readFigures(field(3), *at.kind, *snapshot);
        for (const QString &word : words(field(4))) {
            const auto [key, count] = pairOf(word);
            layout.parts.push_back({key.toUtf8(), anyRole.data()});
            snapshot->parts.push_back(count.toDouble());
            ++at.partCount;
        }
        row.head = readHead(field(5), time);
        row.problems = readProblems(text.section(QLatin1Char('|'), 6).trimmed(), *at.kind);
        layout.rows.push_back(at);
    }
    layout.figureCount = static_cast<int>(snapshot->figures.size());
    shareLayout(*snapshot, std::move(layout));
    return snapshot;
}

void SnapshotBuilder::shareLayout(Snapshot &snapshot, SnapshotLayout layout)
{
    if (!m_layout || !sameLayout(*m_layout, layout)) {
        m_layout = std::make_shared<const SnapshotLayout>(std::move(layout));
    }
    snapshot.layout = m_layout;
}

ElementsPage elementsPage(milliseconds readAt, const QStringList &rows, qint64 offset, std::optional<qint64> total)
{
    ElementsPage page;
    page.readAt = readAt;
    page.offset = offset;
    page.total = total;
    for (const QString &text : rows) {
        Element element;
        element.element = text.section(QLatin1Char('|'), 0, 0).trimmed().toUtf8();
        element.state = elementState(text.section(QLatin1Char('|'), 1, 1).trimmed());
        QHash<QString, QString> values;
        for (const QString &word : words(text.section(QLatin1Char('|'), 2))) {
            const auto [name, value] = pairOf(word);
            values.insert(name, value);
        }
        element.id = values.value(QStringLiteral("id"), QString::fromUtf8(element.element)).toUtf8();
        element.key = values.value(QStringLiteral("key")).toUtf8();
        element.score =
            values.contains(QStringLiteral("score")) ? values.value(QStringLiteral("score")).toDouble() : unknownFigure;
        if (values.contains(QStringLiteral("rank"))) {
            element.rank = values.value(QStringLiteral("rank")).toLongLong();
        }
        element.age = timeIn(values, QStringLiteral("age"));
        if (const auto observed = timeIn(values, QStringLiteral("observed"))) {
            element.age = observed;
            element.ageAtLeast = true;
        }
        element.due = timeIn(values, QStringLiteral("due"));
        element.createdAt = timeIn(values, QStringLiteral("created"));
        element.failedAt = timeIn(values, QStringLiteral("failed"));
        const QStringList attempts =
            values.value(QStringLiteral("attempts")).split(QLatin1Char('/'), Qt::SkipEmptyParts);
        if (!attempts.isEmpty()) {
            element.attempts = attempts.front().toInt();
        }
        if (attempts.size() > 1) {
            element.maxAttempts = attempts.back().toInt();
        }
        element.error = values.value(QStringLiteral("error"));
        element.jobClass = values.value(QStringLiteral("class"));
        page.elements.push_back(element);
    }
    return page;
}

} // namespace plimsoll::test
