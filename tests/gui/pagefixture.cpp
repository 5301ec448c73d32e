// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/pagefixture.h"

#include "redis/collections/kinds.h"

#include <algorithm>
#include <cmath>

namespace plimsoll::testing {

namespace {

using L1 = QLatin1StringView;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr milliseconds start{1'795'000'000'000};
constexpr qint64 players = 48'220;

/// Repeatable noise from 0 to 1.
double noise(int at, int stream)
{
    const auto mixed = static_cast<quint32>(at) * 2'654'435'761U + static_cast<quint32>(stream) * 40'503U;
    return static_cast<double>((mixed ^ (mixed >> 15U)) % 1000U) / 1000.0;
}

} // namespace

PageFixture::PageFixture(int queues, const QByteArray &before, int shards)
    : m_before(before), m_workspace(std::make_shared<Workspace>()), m_now(start)
{
    m_workspace->name = QString::fromUtf8(m_before) + QStringLiteral("orders");
    m_workspace->path = QStringLiteral("orders.json");
    m_workspace->connection.url = QStringLiteral("redis://127.0.0.1:6379");
    for (int i = 0; i < queues; ++i) {
        const QString name = i == 0 ? QStringLiteral("email") : QStringLiteral("queue %1").arg(i);
        const QByteArray key = "queue:" + name.toUtf8();
        add(name, L1("queue"),
            {{L1("ready"), {key + ":high", key, key + ":low"}},
             {L1("processing"), {key + ":processing"}},
             {L1("delayed"), {key + ":delayed"}},
             {L1("dead"), {key + ":failed"}}});
    }
    CollectionDefinition &email = m_workspace->collections.front();
    email.limits = {{email.kind->figureIndex(u"ready"), 1400.0, 5000.0, false},
                    {email.kind->figureIndex(u"oldestReadyMs"), 300'000.0, std::nullopt, false}};
    add(QStringLiteral("retries"), L1("schedule"),
        {{L1("delayed"), {"jobs:delayed"}}, {L1("processing"), {"jobs:claimed"}}, {L1("dead"), {"jobs:dead"}}});
    const auto sharded = [shards](const QByteArray &key) {
        std::vector<QByteArray> keys{key};
        for (int i = 1; i < shards; ++i) {
            keys.push_back(key + ":" + QByteArray::number(i));
        }
        return keys;
    };
    add(QStringLiteral("daily board"), L1("leaderboard"), {{L1("board"), sharded("leaderboard:game-1:20261120")}});
    add(QStringLiteral("lobby"), L1("presence"),
        {{L1("connected"), {"room:lobby:connections"}}, {L1("lastSeen"), {"user:presence:last-seen"}}});
    add(QStringLiteral("beta testers"), L1("members"), {{L1("set"), sharded("flag:beta:members")}});
    share();
}

void PageFixture::add(const QString &name, L1 kind, const std::vector<std::pair<L1, std::vector<QByteArray>>> &keys)
{
    CollectionDefinition collection;
    collection.name = QString::fromUtf8(m_before) + name;
    collection.kind = redis::findKind(QString(kind));
    for (const auto &[id, templates] : keys) {
        const auto wanted = id;
        const auto role = std::find_if(collection.kind->roles.begin(), collection.kind->roles.end(),
                                       [&](const RoleSpec &spec) { return spec.id == wanted; });
        std::vector<QByteArray> named;
        for (const QByteArray &key : templates) {
            named.push_back(m_before + key);
        }
        collection.keys.push_back({&*role, named});
    }
    m_workspace->collections.push_back(collection);
}

void PageFixture::share()
{
    m_layout = std::make_shared<SnapshotLayout>();
    m_layout->workspace = m_workspace;
    for (const CollectionDefinition &collection : m_workspace->collections) {
        SnapshotLayout::Row row{collection.name, collection.kind, m_layout->figureCount,
                                static_cast<int>(m_layout->parts.size()), 0};
        for (const RoleKeys &keys : collection.keys) {
            for (const QByteArray &key : keys.templates) {
                m_layout->parts.push_back({key, keys.role});
                ++row.partCount;
            }
        }
        m_layout->figureCount += static_cast<int>(collection.kind->figures.size());
        m_layout->rows.push_back(row);
    }
    m_figures.assign(static_cast<std::size_t>(m_layout->figureCount), unknownFigure);
}

std::size_t PageFixture::indexOf(L1 kind) const
{
    const auto &rows = m_layout->rows;
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const auto &row) { return row.kind->id == kind; });
    return static_cast<std::size_t>(found - rows.begin());
}

void PageFixture::set(std::size_t row, L1 figure, double value)
{
    const SnapshotLayout::Row &at = m_layout->rows[row];
    m_figures[static_cast<std::size_t>(at.firstFigure)
              + static_cast<std::size_t>(at.kind->figureIndex(QString(figure)))] = std::round(value);
}

SnapshotPtr PageFixture::tick()
{
    ++m_second;
    m_now += seconds(1);
    const double t = m_second;
    const double stale = isKnown(staleJobs) ? staleJobs : std::clamp((t - 600) / 7, 0.0, 41.0);
    const double low = 250 + 100 * t / 900 + 15 * noise(m_second / 9, 1);
    const double high = 40 + 30 * std::sin(t / 120) + 6 * noise(m_second / 7, 2);
    const double normal = 660 + 0.62 * t + 60 * noise(m_second / 20, 3);
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->layout = m_layout;
    snapshot->rows.resize(m_layout->rows.size());
    snapshot->notes.resize(static_cast<std::size_t>(m_layout->figureCount));
    for (std::size_t row = 0; row < m_layout->rows.size() && m_layout->rows[row].kind->id == L1("queue"); ++row) {
        const double scale = row == 0 ? 1 : 0.01 * static_cast<double>(row % 97);
        set(row, L1("ready"), (low + high + normal) * scale);
        set(row, L1("processing"), 20 + t / 20 + 5 * noise(m_second / 5, static_cast<int>(row)));
        set(row, L1("stale"), row == 0 ? stale : 0);
        set(row, L1("delayed"), 340 * scale);
        set(row, L1("due"), 12 * scale);
        set(row, L1("dead"), isKnown(deadJobs) ? deadJobs : 7 * scale);
        set(row, L1("oldestReadyMs"), 252'000 * scale);
        set(row, L1("oldestProcessingMs"), oldestProcessingMs);
        set(row, L1("growthPerMinute"), 24);
    }
    snapshot->rows[0].state = stale > 0 ? State::Critical : State::Ok;
    if (stale > 0) {
        const int figure = m_layout->rows[0].kind->figureIndex(u"stale");
        snapshot->rows[0].problems = std::make_shared<const std::vector<Problem>>(
            1,
            Problem{figure, State::Critical,
                    QString::fromUtf8(m_before) + QStringLiteral("%1 stale").arg(std::round(stale))});
    }
    if (problem) {
        snapshot->rows[0].state = problem->level;
        snapshot->rows[0].problems = std::make_shared<const std::vector<Problem>>(1, *problem);
    }
    const int oldest = m_layout->rows[0].kind->figureIndex(u"oldestReadyMs");
    Q_ASSERT(oldest >= 0);
    snapshot->notes[snapshot->place(0, oldest)] = quint8(FigureNote::AtLeast);
    const std::size_t schedule = indexOf(L1("schedule"));
    set(schedule, L1("delayed"), 1902 - t / 15);
    set(schedule, L1("due"), 12 + 6 * noise(m_second / 4, 5));
    set(schedule, L1("lagMs"), 800);
    set(schedule, L1("nextDueMs"), 2000);
    set(schedule, L1("processing"), 9 + 4 * noise(m_second / 6, 6));
    set(schedule, L1("stale"), 0);
    set(schedule, L1("dead"), 3);
    const std::size_t board = indexOf(L1("leaderboard"));
    set(board, L1("members"), 48'220 + 1.6 * (t - 900));
    set(board, L1("topScore"), place(0).score);
    set(board, L1("medianScore"), 1204);
    set(board, L1("ttlMs"), 6.46 * 86'400'000);
    auto head = std::make_shared<Head>();
    head->readAt = m_now;
    for (qint64 rank = 0; rank < 10; ++rank) {
        const Element element = place(rank);
        head->elements.push_back({element.element, element.score});
        if (rank < repeatedLeaders) {
            head->elements.push_back({element.element, element.score - 1});
        }
    }
    snapshot->rows[board].head = head;
    const std::size_t presence = indexOf(L1("presence"));
    set(presence, L1("active"), 3127 - 0.3 * t + 20 * noise(m_second / 12, 7));
    set(presence, L1("connected"), 3402 - 0.3 * t);
    set(presence, L1("seen"), 5210);
    set(presence, L1("inactive"), 2083);
    const std::size_t members = indexOf(L1("members"));
    set(members, L1("members"), 12'400 + t / 3);
    set(members, L1("growthPerMinute"), 20);

    snapshot->epoch = 1;
    snapshot->sequence = static_cast<quint64>(m_second);
    snapshot->serverTime = m_now;
    snapshot->taken = std::chrono::steady_clock::now();
    snapshot->figures = m_figures;
    snapshot->parts.assign(m_layout->parts.size(), 3.0);
    snapshot->parts[0] = std::round(high);
    snapshot->parts[1] = std::round(normal);
    snapshot->parts[2] = std::round(low);
    snapshot->server.nodes.emplace_back().info.address = QStringLiteral("127.0.0.1:6379");
    snapshot->roundTrip = std::chrono::microseconds(900);
    snapshot->pollTime = std::chrono::microseconds(900);
    snapshot->commands = 64;
    m_last = snapshot;
    return snapshot;
}

void PageFixture::fillHistory(models::History &history, int ticks)
{
    for (int i = 0; i < ticks; ++i) {
        const SnapshotPtr snapshot = tick();
        const bool away = i > ticks * 2 / 5 && i < ticks * 12 / 25;
        if (away) {
            history.noteGap(snapshot->serverTime);
        } else {
            history.apply(snapshot);
        }
    }
}

ElementsPage PageFixture::jobs(const ElementsQuery &query, L1 kind) const
{
    static constexpr std::array classes{"SendWelcome", "SendWelcome", "SendInvoice", "SendWelcome", "SendDigest"};
    const bool all = query.state.isEmpty();
    ElementsPage page;
    page.offset = query.offset;
    page.total = all || query.state == u"ready" ? readyJobs : 41;
    page.readAt = m_now;
    const qint64 end = std::min(query.offset + query.limit, *page.total);
    for (qint64 i = query.offset; i < end; ++i) {
        const auto number = i + jobShift;
        Element job;
        job.element = m_before + "8f" + QByteArray::number(0x3177 + number * 37, 16);
        job.id = job.element;
        job.key = "queue:email";
        const L1 inTurn = number < 3 ? L1("stale")
            : number < 5             ? L1("processing")
            : number < 7             ? L1("dead")
                                     : L1("ready");
        static constexpr std::array states{L1("ready"),   L1("processing"), L1("stale"),
                                           L1("delayed"), L1("due"),        L1("dead")};
        const auto *const given = std::find(states.begin(), states.end(), query.state);
        job.state = given == states.end() ? inTurn : *given;
        job.jobClass = QString::fromLatin1(classes.at(static_cast<std::size_t>(number) % classes.size()));
        job.createdAt = m_now - seconds(220) + seconds(number % 200);
        job.age = m_now - *job.createdAt;
        if (job.state == L1("stale") || kind == L1("schedule")) {
            job.due = m_now - seconds(190) + seconds(17 * number);
        } else if (job.state == L1("processing")) {
            job.due = m_now + seconds(26);
        }
        job.attempts = static_cast<int>(1 + number % 3);
        job.maxAttempts = 3;
        job.worker = QString::fromUtf8(m_before) + QStringLiteral("worker-4");
        job.error =
            number % 3 == 2 ? QString::fromUtf8(m_before) + QStringLiteral("SMTP timeout after 30 s") : QString();
        page.elements.push_back(job);
    }
    return page;
}

Element PageFixture::place(qint64 rank) const
{
    Element element;
    const qint64 swapped = rank < 20 && (m_second / 60) % 2 == 1 ? rank ^ 1 : rank;
    element.element = m_before + "user-" + QByteArray::number((swapped * 7919 + 7) % 98'317);
    element.id = element.element;
    element.key = "leaderboard:game-1:20261120";
    const double raw = 9910.0 - 80.0 * static_cast<double>(rank) + 0.35 * m_second;
    element.score = std::max(1.0, std::floor(rank == 4 ? raw + 80 : raw));
    element.rank = rank;
    element.state = L1("board");
    return element;
}

ElementsPage PageFixture::ranks(const ElementsQuery &query) const
{
    ElementsPage page;
    page.offset = query.offset;
    page.total = players;
    page.readAt = m_now;
    for (qint64 rank = query.offset; rank < std::min(query.offset + query.limit, players); ++rank) {
        page.elements.push_back(place(rank));
        page.elements.back().shards = rank < repeatedLeaders ? 2 : 1;
    }
    return page;
}

ElementsPage PageFixture::people(const ElementsQuery &query) const
{
    ElementsPage page;
    page.offset = query.offset;
    page.total = 5210;
    page.readAt = m_now;
    for (qint64 i = query.offset; i < query.offset + query.limit; ++i) {
        Element person;
        const qint64 number = i < 4 ? i + m_second : i;
        person.element = m_before + "user-" + QByteArray::number(10'000 + number * 13);
        person.id = person.element;
        person.key = "user:presence:last-seen";
        person.due = m_now - milliseconds(420 * i);
        person.state = i < 71 ? L1("active") : i % 9 == 0 ? L1("ghost") : L1("inactive");
        page.elements.push_back(person);
    }
    return page;
}

JobDetail PageFixture::detail(const JobQuery &query) const
{
    JobDetail detail;
    detail.element = query.element;
    detail.recordFound = true;
    detail.recordKey = "job:" + query.element.id;
    detail.fields = {{"class", "SendInvoice"}, {"queue", "email"}, {"priority", "normal"}, {"card", "4111 1111"}};
    detail.payload = payload.isEmpty()
        ? QByteArray(
            R"({"campaign_id":"c-1182","recipient_id":"r-98172","template_id":"invoice-v2","retry":{"n":2,"after":30.50},"card":{"no":"4111"},"ok":true})")
        : payload;
    if (!field.isEmpty()) {
        detail.fields.emplace_back("payload", query.maxBytes > 0 ? field.left(query.maxBytes) : field);
    }
    detail.payloadSize = std::max<qint64>(payloadSize, detail.payload.size());
    if (query.maxBytes > 0) {
        detail.payload = detail.payload.left(query.maxBytes);
    }
    return detail;
}

BrowseResult PageFixture::answer(quint64 id, std::size_t collection, const BrowseRequest::Query &query) const
{
    BrowseResult result{id, collection, query, Error{}};
    const L1 kind = m_layout->rows[collection].kind->id;
    if (failing) {
        result.answer =
            Error{ErrorKind::Unreachable,
                  QString::fromUtf8(m_before) + QStringLiteral("The connection to 127.0.0.1:6379 was lost.")};
    } else if (const auto *elements = std::get_if<ElementsQuery>(&query)) {
        const bool isJobs = kind == L1("queue") || kind == L1("schedule");
        ElementsPage page = isJobs      ? jobs(*elements, kind)
            : kind == L1("leaderboard") ? ranks(*elements)
                                        : people(*elements);
        if (kind == L1("members")) {
            page.nextCursor = "17";
        }
        result.answer = page;
    } else if (const auto *job = std::get_if<JobQuery>(&query)) {
        result.answer = detail(*job);
    } else if (const auto *member = std::get_if<MemberQuery>(&query)) {
        MemberAnswer found{member->member, true, place(1203), {}, 97.5, players, std::nullopt};
        found.element.element = member->member;
        for (qint64 rank = 1201; rank <= 1205; ++rank) {
            found.neighbours.push_back(rank == 1203 ? found.element : place(rank));
        }
        result.answer = found;
    } else if (const auto *histogram = std::get_if<HistogramQuery>(&query)) {
        Histogram counts;
        for (int i = 0; i <= histogram->buckets; ++i) {
            counts.edges.push_back(kind == L1("leaderboard") ? 9910.0 * i / histogram->buckets
                                                             : static_cast<double>((m_now + minutes(2) * i).count()));
        }
        for (int i = 0; i < histogram->buckets; ++i) {
            counts.counts.push_back(
                static_cast<qint64>(4000 * std::exp(-std::pow((i - 8) / 6.0, 2)) + 90 * noise(i, 3)));
        }
        counts.before = 12;
        counts.after = 430;
        result.answer = counts;
    } else if (std::holds_alternative<SampleQuery>(query)) {
        result.answer = people({{}, 300, 20, {}, {}});
    } else {
        result.answer = CompareAnswer{12'400, 900, 310, false, {"user-1", "user-2"}, {"user-9"}};
    }
    return result;
}

} // namespace plimsoll::testing
