// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/clitest.h"
#include "tests/support/terminal.h"

using namespace plimsoll::testing;
using namespace Qt::StringLiterals;

/// `plimsoll top` in a terminal: keys are pressed, and the screen is read.
class TestCliTop final : public CliTest {
    Q_OBJECT

private slots:
    void init();
    void ranksAndOrders();
    void filters();
    void showsFigures();
    void resizes();
    void pauses();
    void outlivesItsServer();
    void continuesStates();
    void leavesTheTerminalAsItWas();
    void needsATerminal();
    void neverWrites();

private:
    void start(Terminal &terminal, const QString &behind = {}, const QStringList &environment = {});

    QString m_file;
};

namespace {

constexpr int patience = 120'000; // ms until it is hopeless, on any machine

/// The names of the collections in the order of the screen.
QStringList shownNames(const Terminal &terminal)
{
    QStringList names;
    for (const QString &line : terminal.screen().split(u'\n')) {
        for (const QString &name : {u"alpha"_s, u"beta"_s, u"gamma"_s}) {
            if (line.startsWith(name + u"  "_s)) {
                names << name;
            }
        }
    }
    return names;
}

} // namespace

#define SCREEN_HAS(terminal, text)                                                                                     \
    QTRY_VERIFY2_WITH_TIMEOUT((terminal).screen().contains(text), qPrintable((terminal).screen()), patience)
#define SCREEN_LACKS(terminal, text)                                                                                   \
    QTRY_VERIFY2_WITH_TIMEOUT(!(terminal).screen().contains(text), qPrintable((terminal).screen()), patience)
#define SHOWN_NAMES(terminal, names) QTRY_COMPARE_WITH_TIMEOUT(shownNames(terminal).join(u' '), names, patience)

void TestCliTop::init()
{
    if (!m_server.isRunning()) {
        m_server.start();
    }
    m_server.flush();
    for (int i = 0; i < 40; ++i) {
        m_server.run({"RPUSH", "a", QByteArray::number(i)});
    }
    m_server.run({"RPUSH", "b", "1", "2", "3"});
    m_server.run({"ZADD", "c", "10", "mara", "7", "juno"});
    m_file = workspace(parsed(R"([
        {"name": "alpha", "kind": "queue", "keys": {"ready": "a"}},
        {"name": "beta", "kind": "queue", "keys": {"ready": "b"}, "limits": {"ready": {"warning": 2, "critical": 100}}},
        {"name": "gamma", "kind": "leaderboard", "keys": {"board": "c"}}])"));
}

void TestCliTop::start(Terminal &terminal, const QString &behind, const QStringList &environment)
{
    terminal.start(
        u"sh -c '%1 top -w %2%3; echo ended $?; exec cat'"_s.arg(QStringLiteral(PLIMSOLL_BINARY), m_file, behind),
        environment);
    SCREEN_HAS(terminal, u"3 collections"_s);
}

void TestCliTop::ranksAndOrders()
{
    Terminal terminal;
    start(terminal);
    SHOWN_NAMES(terminal, u"beta alpha gamma"_s); // the warning first
    SCREEN_HAS(terminal, u"1 warning"_s);
    SCREEN_HAS(terminal, u"40 ready"_s);
    SCREEN_HAS(terminal, u"limit 2"_s); // what the chosen one says
    SCREEN_HAS(terminal, u"\u2585"_s); // a trend
    terminal.press(u"s"_s);
    SHOWN_NAMES(terminal, u"alpha beta gamma"_s);
    SCREEN_HAS(terminal, u"by name"_s);
    terminal.press(u"r"_s);
    SHOWN_NAMES(terminal, u"gamma beta alpha"_s);
    terminal.type(u"sss"_s); // kind, figure, change
    SCREEN_HAS(terminal, u"by change"_s);
    terminal.type(u"ssss"_s); // once round, to the figure
    SHOWN_NAMES(terminal, u"alpha beta gamma"_s);
    SCREEN_HAS(terminal, u"by figure"_s);
    m_server.run({"DEL", "b"});
    SCREEN_HAS(terminal, u"all well"_s);
    terminal.press(u"?"_s);
    SCREEN_HAS(terminal, u"reverse the order"_s);
    terminal.press(u"?"_s);
    SCREEN_HAS(terminal, u"alpha"_s);
    terminal.press(u"q"_s);
    SCREEN_HAS(terminal, u"ended 0"_s);
}

void TestCliTop::filters()
{
    Terminal terminal;
    start(terminal);
    terminal.type(u"/amm"_s);
    SHOWN_NAMES(terminal, u"gamma"_s);
    SCREEN_HAS(terminal, u"1 of 3 collections"_s);
    SCREEN_HAS(terminal, u"mara leads with 10"_s);
    terminal.press(u"BSpace"_s);
    terminal.press(u"BSpace"_s);
    SHOWN_NAMES(terminal, u"beta alpha gamma"_s); // each has an "a"
    terminal.type(u"q"_s); // a letter of the filter, and no key
    SCREEN_HAS(terminal, u"No collection has"_s);
    terminal.press(u"Escape"_s);
    SHOWN_NAMES(terminal, u"beta alpha gamma"_s);
    terminal.type(u"/leaderboard"_s);
    terminal.press(u"Enter"_s);
    SHOWN_NAMES(terminal, u"gamma"_s);
    terminal.press(u"Escape"_s);
    SCREEN_LACKS(terminal, u"Filter"_s);
    SHOWN_NAMES(terminal, u"beta alpha gamma"_s);
}

void TestCliTop::showsFigures()
{
    Terminal terminal;
    start(terminal);
    terminal.press(u"Down"_s);
    terminal.press(u"Down"_s);
    SCREEN_HAS(terminal, u"mara leads"_s);
    terminal.press(u"Up"_s);
    terminal.press(u"Up"_s);
    SCREEN_HAS(terminal, u"limit 2"_s);
    terminal.press(u"Enter"_s);
    SCREEN_HAS(terminal, u"warning 2, critical 100"_s);
    SCREEN_HAS(terminal, u"oldest processing"_s);
    SCREEN_LACKS(terminal, u"alpha"_s);
    SCREEN_HAS(terminal, u"Jobs that wait for a worker"_s); // the help of the first figure
    terminal.press(u"Down"_s);
    SCREEN_LACKS(terminal, u"Jobs that wait for a worker"_s);
    m_server.run({"RPUSH", "b", "4"});
    const auto readyLine = [&terminal] {
        for (const QString &line : terminal.screen().split(u'\n')) {
            if (line.startsWith(u"ready "_s)) {
                return line;
            }
        }
        return QString();
    };
    QTRY_VERIFY2_WITH_TIMEOUT(readyLine().contains(u" 4 "_s), qPrintable(terminal.screen()), patience);
    terminal.press(u"Escape"_s);
    SHOWN_NAMES(terminal, u"beta alpha gamma"_s);
}

void TestCliTop::resizes()
{
    Terminal terminal({160, 40});
    start(terminal);
    SCREEN_HAS(terminal, u"NOW"_s); // the column of sentences
    SCREEN_HAS(terminal, u"mara leads"_s);
    terminal.resize({80, 24});
    SCREEN_LACKS(terminal, u"NOW"_s);
    SCREEN_LACKS(terminal, u"mara leads"_s);
    SHOWN_NAMES(terminal, u"beta alpha gamma"_s);
    QTRY_COMPARE_WITH_TIMEOUT(terminal.screen().trimmed().count(u'\n'), 23, patience); // its keys are on the last line
    terminal.resize({30, 6});
    SCREEN_HAS(terminal, u"beta"_s);
    terminal.resize({2, 1});
    QTRY_COMPARE_WITH_TIMEOUT(terminal.screen().trimmed().count(u'\n'), 0, patience);
    terminal.resize({160, 40});
    SCREEN_HAS(terminal, u"mara leads"_s);
}

void TestCliTop::pauses()
{
    Terminal terminal;
    start(terminal);
    terminal.press(u"Space"_s);
    SCREEN_HAS(terminal, u"Paused"_s);
    m_server.run({"RPUSH", "a", "more"});
    const int before = m_server.calls("LLEN");
    terminal.press(u"p"_s);
    SCREEN_LACKS(terminal, u"Paused"_s);
    SCREEN_HAS(terminal, u"41 ready"_s);
    QVERIFY(m_server.calls("LLEN") > before);
}

void TestCliTop::outlivesItsServer()
{
    Terminal terminal;
    start(terminal);
    m_server.kill9();
    SCREEN_HAS(terminal, u"Cannot connect"_s);
    SCREEN_HAS(terminal, u"Figures of"_s);
    SCREEN_HAS(terminal, u"40 ready"_s); // the last ones stay
    m_server.start();
    SCREEN_LACKS(terminal, u"Cannot connect"_s);
    SCREEN_HAS(terminal, u"restarted"_s);
    SCREEN_HAS(terminal, u" 0 ready"_s);
    terminal.press(u"q"_s);
    SCREEN_HAS(terminal, u"ended 0"_s);
}

/// A limit that has to hold for two seconds, and did while the workspace was recorded, counts from the first poll on.
void TestCliTop::continuesStates()
{
    m_file = workspace(parsed(R"([
        {"name": "alpha", "kind": "queue", "keys": {"ready": "a"}, "limits": {"ready": {"warning": 1, "for": "2s"}}},
        {"name": "beta", "kind": "queue", "keys": {"ready": "b"}},
        {"name": "gamma", "kind": "leaderboard", "keys": {"board": "c"}}])"));
    const QString data = m_folder.filePath(u"data"_s);
    const Run recorded =
        run({u"record"_s, u"-w"_s, m_file, u"--every"_s, u"1"_s, u"--count"_s, u"4"_s, u"--data-dir"_s, data});
    QCOMPARE(recorded.code, 0);
    Terminal terminal;
    start(terminal, u" --data-dir "_s + data);
    QVERIFY2(terminal.screen().contains(u"1 warning"_s), qPrintable(terminal.screen()));
}

void TestCliTop::leavesTheTerminalAsItWas()
{
    for (const QString &key : {u"q"_s, u"C-c"_s}) {
        Terminal terminal;
        start(terminal);
        terminal.press(key);
        SCREEN_HAS(terminal, u"ended 0"_s);
        SCREEN_LACKS(terminal, u"collections"_s);
        terminal.type(u"echoed"_s); // by the terminal: its modes are back
        SCREEN_HAS(terminal, u"echoed"_s);
    }
    Terminal plain;
    start(plain, {}, {u"NO_COLOR=1"_s});
    QVERIFY(!plain.colouredScreen().contains(u"\x1b[33m"_s));
    Terminal coloured;
    start(coloured);
    QVERIFY2(coloured.colouredScreen().contains(u"\x1b[33m"_s), qPrintable(coloured.colouredScreen()));
}

void TestCliTop::needsATerminal()
{
    const Run piped = run({u"top"_s, u"-w"_s, m_file});
    QCOMPARE(piped.code, 1);
    QCOMPARE(piped.out, QByteArray());
    QVERIFY2(piped.err.contains("needs a terminal"), piped.err.constData());
    const Run none = run({u"top"_s});
    QCOMPARE(none.code, 2);
    QVERIFY2(none.err.contains("-w FILE is required"), none.err.constData());
}

/// No key sends commands that write.
void TestCliTop::neverWrites()
{
    const QByteArray user = "reader";
    m_server.run({"ACL", "SETUSER", user, "reset", "on", ">secret", "~*", "+@read", "+@connection", "+info", "+time",
                  "+command"});
    const QString url = m_server.url().replace(u"unix://"_s, u"unix://reader:secret@"_s);
    Terminal terminal;
    start(terminal, u" -u "_s + url);
    terminal.type(u"s/a"_s);
    terminal.press(u"Enter"_s);
    terminal.press(u"Enter"_s);
    terminal.type(u"xd"_s);
    terminal.press(u"DC"_s);
    SCREEN_HAS(terminal, u"FIGURE"_s);
    terminal.press(u"q"_s);
    SCREEN_HAS(terminal, u"ended 0"_s);
    m_server.run({"ACL", "DELUSER", user});
    QCOMPARE(m_server.run({"LLEN", "a"}).integer, qint64(40));
}

QTEST_GUILESS_MAIN(TestCliTop)
#include "tst_cli_top.moc"
