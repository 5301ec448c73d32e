// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/trial.h"
#include "tests/server/labbench.h"

#include <QRegularExpression>

#include <array>
#include <thread>
#include <vector>

using namespace plimsoll;
using plimsoll::models::LabCode;
using plimsoll::models::LabPattern;
using plimsoll::testing::RedisServer;
using plimsoll::testing::runLab;

/// The code that the Lab shows is the code that runs: what it names is sent, with the switch and without the guard.
class TestLabCode : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void runs_data();
    void runs();

private:
    struct Row;
    static void runRow(const Row &row, RedisServer &server, int times);

    RedisServer m_server;
    std::vector<Row> m_rows;
};

namespace {

/// Names of commands and scripts sent to each side, also by the counting clients ("wrong GET", "right queue_lease").
QSet<QString> sentTo(RedisServer &server, const LabPattern &pattern)
{
    QHash<QByteArray, QString> names; // by hash, and by how the text begins: the server keeps 128 bytes of a word
    for (const auto &[script, shown] : pattern.rightCode.sliced(1)) {
        for (const bool guarded : {true, false}) {
            const auto patch = script == QLatin1String("ratelimit_allow") ? lab::timeAsMember : lab::Patch();
            for (const lab::Script &one :
                 {lab::cookbook(script.toLatin1(), guarded), lab::cookbook(script.toLatin1(), guarded, patch)}) {
                names.insert(one.sha, script);
                names.insert(one.text.first(100), script);
            }
        }
    }
    QSet<QString> sent;
    for (const redis::Reply &entry : server.run({"SLOWLOG", "GET", "-1"}).elements) {
        const std::vector<redis::Reply> &words = entry.elements[3].elements;
        QString name = QString::fromLatin1(words[0].bytes).toUpper();
        if (name.startsWith(QLatin1String("EVAL"))) {
            name = names.value(words[1].bytes.first(std::min<qsizetype>(100, words[1].bytes.size())));
        }
        for (const redis::Reply &word : words) {
            for (const char *side : {"wrong", "right"}) {
                if (word.bytes.contains(QByteArray(":") + side)) {
                    sent.insert(QLatin1String(side) + u' ' + name);
                }
            }
        }
    }
    return sent;
}

/// Commands and scripts named in the shown code, except on lines that are struck out.
QStringList namedIn(RedisServer &server, const LabCode &code, bool guarded)
{
    static const QRegularExpression word(QStringLiteral("\\b([A-Z]{3,}|[a-z]+_[a-z]+)\\b"));
    QStringList scripts;
    for (const auto &tab : code.sliced(1)) {
        scripts << tab.first;
    }
    QStringList named;
    for (QString line : code.front().second.split(u'\n')) {
        const bool isGuard = line.endsWith(QLatin1String("-- guard"));
        line = line.section(QLatin1String("--"), 0, 0);
        for (auto found = word.globalMatch(line); found.hasNext() && (guarded || !isGuard);) {
            const QString name = found.next().captured(1);
            const bool isScript = name.contains(u'_');
            const auto known = [&] { return !server.run({"COMMAND", "INFO", name.toLatin1()}).elements[0].isNil(); };
            if (isScript ? scripts.contains(name) : known()) {
                named << name;
            }
        }
    }
    return named;
}

} // namespace

struct TestLabCode::Row {
    QByteArray name;
    LabPattern pattern;
    bool switched = false;
    bool guarded = true;
    QSet<QString> sent{};
};

/// Runs one of them for as long as it takes until the first value has expired, the first deadline has passed, the first
/// poison killed thrice; on a slow machine that is `times` as long.
void TestLabCode::runRow(const Row &row, RedisServer &server, int times)
{
    const QString &id = row.pattern.id;
    lab::Settings settings;
    const bool lives = id == QLatin1String("cache") || id == QLatin1String("expiry");
    settings.seconds = times * (lives || id == QLatin1String("stream") ? 1 : 0.25);
    settings.settling = times * (id == QLatin1String("stream") ? 1.5 : 0);
    settings.switched = row.switched;
    settings.guarded = row.guarded;
    runLab(server, id, settings);
}

/// All of them, some at once: nothing here is a matter of time.
void TestLabCode::initTestCase()
{
    for (const LabPattern &pattern : lab::patterns()) {
        const QByteArray id = pattern.id.toLatin1();
        const bool isLeft = !pattern.switchTitle.isEmpty() && !pattern.switchesRight;
        m_rows.push_back({id, pattern});
        m_rows.push_back({id + ", without its guard", pattern, isLeft, false});
        if (!pattern.switchTitle.isEmpty() && !isLeft) {
            m_rows.push_back({id + ", switched", pattern, true, true});
        }
    }
    std::array<RedisServer, 4> servers;
    for (RedisServer &server : servers) {
        server.run({"CONFIG", "SET", "slowlog-max-len", "1000000"});
        server.run({"CONFIG", "SET", "slowlog-log-slower-than", "0"});
    }
    for (std::size_t from = 0; from < m_rows.size(); from += servers.size()) {
        const std::size_t count = std::min(servers.size(), m_rows.size() - from);
        {
            std::vector<std::jthread> runs;
            for (std::size_t i = 0; i < count; ++i) {
                servers[i].run({"SLOWLOG", "RESET"});
                runs.emplace_back([&row = m_rows[from + i], &server = servers[i]] { runRow(row, server, 1); });
            }
        }
        for (std::size_t i = 0; i < count; ++i) {
            m_rows[from + i].sent = sentTo(servers[i], m_rows[from + i].pattern);
        }
    }
}

void TestLabCode::runs_data()
{
    QTest::addColumn<int>("row");
    for (int i = 0; i < int(m_rows.size()); ++i) {
        QTest::newRow(m_rows[std::size_t(i)].name.constData()) << i;
    }
}

void TestLabCode::runs()
{
    QFETCH(const int, row);
    const auto &[name, pattern, switched, guarded, sent] = m_rows[std::size_t(row)];
    QHash<QString, QString> stands; // for what is sent in its place: see docs/lab.md
    if (pattern.id == QLatin1String("lock")) {
        stands = {{QStringLiteral("SET"), QStringLiteral("lock_take")},
                  {QStringLiteral("HSET"), QStringLiteral("lock_write")},
                  {QStringLiteral("DEL"), QStringLiteral("GETDEL")}};
    }
    const LabCode &left = switched && !pattern.switchesRight ? pattern.switchedCode : pattern.wrongCode;
    const LabCode &right = switched && pattern.switchesRight ? pattern.switchedCode
        : guarded || pattern.unguardedCode.isEmpty()         ? pattern.rightCode
                                                             : pattern.unguardedCode;
    const QStringList leftNames = namedIn(m_server, left, true);
    QStringList rightNames = namedIn(m_server, right, guarded);
    if (pattern.id == QLatin1String("expiry") && !guarded) {
        rightNames.removeAll(QStringLiteral("expiry_clean")); // without which nothing is in the index
    }
    QVERIFY(!leftNames.isEmpty() && !rightNames.isEmpty());
    QSet<QString> expected;
    for (const QString &one : leftNames) {
        expected.insert(QLatin1String("wrong ") + stands.value(one, one));
    }
    for (const QString &one : std::as_const(rightNames)) {
        expected.insert(QLatin1String("right ") + one);
    }
    QSet<QString> missing = expected - sent;
    for (int times = 2; !missing.isEmpty() && times <= 16; times *= 2) { // it was not given enough time
        m_server.run({"CONFIG", "SET", "slowlog-max-len", "1000000"});
        m_server.run({"CONFIG", "SET", "slowlog-log-slower-than", "0"});
        m_server.run({"SLOWLOG", "RESET"});
        runRow(m_rows[std::size_t(row)], m_server, times);
        missing -= sentTo(m_server, pattern);
    }
    QVERIFY2(missing.isEmpty(), qPrintable(QStringList(missing.values()).join(u' ')));
}

QTEST_GUILESS_MAIN(TestLabCode)

#include "tst_lab_code.moc"
