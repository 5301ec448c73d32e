// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/clitest.h"
#include "tests/support/terminal.h"

#include <QFileInfo>

#include <array>

using namespace plimsoll::testing;
using namespace Qt::StringLiterals;

/// The completion scripts in real interactive shells: keys are typed, and the screen is read.
class TestCliCompletion final : public CliTest {
    Q_OBJECT

private slots:
    void initTestCase();
    void shells_data();
    void shells();
    void listsCandidates();
    void listsWhatIsReadable();
    void createsNothing();
    void refusesOtherWords();

private:
    QString m_operation; ///< id of the only operation in the journal
};

namespace {

/// A line as typed, the screen that a Tab has to give, and what may not be there then.
struct Completing {
    const char *line;
    const char *shown;
    const char *hidden = "";
    int tabs = 1;
};

constexpr std::array completings{
    Completing{"plimsoll snap", "plimsoll snapshot"},
    Completing{"plimsoll snapshot --fail", "--fail-on"},
    Completing{"plimsoll snapshot --fail-on crit", "--fail-on critical"},
    Completing{"plimsoll snapshot --format op", "openmetrics"},
    Completing{"plimsoll jobs --format ", "json", "openmetrics", 2},
    Completing{"plimsoll snapshot -w ord", "-w orders.json"},
    Completing{"plimsoll snapshot --workspace=ord", "--workspace=orders.json"},
    Completing{"plimsoll jobs -w orders.json dai", "daily\\ board"},
    Completing{"plimsoll jobs -w orders.json queue:em", "orders.json queue:email"},
    Completing{"plimsoll -w orders.json jobs dai", "daily\\ board"},
    Completing{"plimsoll trim --workspace=orders.json dai", "daily\\ board"},
    Completing{"plimsoll trim -w 'two words.json' oth", "two words.json' other"},
    Completing{"plimsoll history -w orders.json --figure oldestR", "oldestReadyMs"},
    Completing{"plimsoll lab leader", "plimsoll lab leaderboard"},
    Completing{"plimsoll completion fi", "completion fish"},
    Completing{"plimsoll undo --data-dir data ", "OPERATION"},
};

} // namespace

void TestCliCompletion::initTestCase()
{
    m_server.flush();
    const QString file =
        write("orders.json",
              {{u"plimsoll"_s, 1},
               {u"connection"_s, QJsonObject{{u"url"_s, m_server.url()}}},
               {u"collections"_s,
                parsed(R"([{"name": "queue:email", "kind": "queue", "keys": {"ready": "email", "dead": "gone"}},
                                            {"name": "daily board", "kind": "leaderboard", "keys": {"board": "b"}}])")}});
    write("two words.json",
          {{u"plimsoll"_s, 1},
           {u"connection"_s, QJsonObject{{u"url"_s, m_server.url()}}},
           {u"collections"_s, parsed(R"([{"name": "other", "kind": "queue", "keys": {"ready": "other"}}])")}});
    m_server.run({"RPUSH", "gone", "j1"});
    const Run moved = run({u"dead"_s, u"queue:email"_s, u"-w"_s, file, u"--requeue"_s, u"--all"_s, u"--yes"_s,
                           u"--format"_s, u"json"_s, u"--data-dir"_s, m_folder.filePath(u"data"_s)});
    QCOMPARE(moved.code, 0);
    m_operation = moved.json().value(u"operation"_s).toString();
    QVERIFY(!m_operation.isEmpty());
    QCOMPARE(run({u"completion"_s, u"--write"_s, m_folder.filePath(u"share"_s)}).code, 0);
}

void TestCliCompletion::shells_data()
{
    QTest::addColumn<QString>("shell");
    QTest::addColumn<QString>("start");
    const QString installed = m_folder.filePath(u"share"_s); // which is where XDG_DATA_DIRS points
    QTest::newRow("bash, installed") << u"bash --norc --noprofile -i"_s
                                     << u"PS1='$ '; source /usr/share/bash-completion/bash_completion"_s;
    QTest::newRow("zsh, installed")
        << u"zsh -f -i"_s
        << u"PS1='$ '; fpath=(%1/zsh/vendor-completions $fpath); autoload -U compinit; compinit -u -D"_s.arg(installed);
    QTest::newRow("fish, installed") << u"fish -i"_s << u"function fish_prompt; echo '$ '; end"_s;
    QTest::newRow("bash") << u"bash --norc --noprofile -i"_s << u"PS1='$ '; source <(plimsoll completion bash)"_s;
    QTest::newRow("zsh") << u"zsh -f -i"_s
                         << u"PS1='$ '; autoload -U compinit; compinit -u; source <(plimsoll completion zsh)"_s;
    QTest::newRow("fish") << u"fish --no-config -i"_s
                          << u"function fish_prompt; echo '$ '; end; plimsoll completion fish | source"_s;
}

void TestCliCompletion::shells()
{
    QFETCH(const QString, shell);
    QFETCH(const QString, start);
    constexpr int patience = 60'000; // ms
    Terminal terminal({150, 40});
    terminal.start(shell,
                   {u"PATH=%1:/usr/bin:/bin"_s.arg(QFileInfo(QStringLiteral(PLIMSOLL_BINARY)).path()),
                    u"fish_greeting="_s, u"XDG_DATA_DIRS=%1:/usr/share"_s.arg(m_folder.filePath(u"share"_s))});
    terminal.type(u"cd %1; %2; clear; echo rea''dy"_s.arg(m_folder.path(), start));
    terminal.press(u"Enter"_s);
    QTRY_VERIFY2_WITH_TIMEOUT(terminal.screen().trimmed() == u"ready\n$"_s, qPrintable(terminal.screen()), patience);
    int row = 0;
    for (const Completing &completing : completings) {
        const QString line = QString::fromUtf8(completing.line);
        terminal.press(u"C-u"_s); // an empty line on a screen that has only the number of the row
        terminal.type(u"clear; echo ro''w %1"_s.arg(++row));
        terminal.press(u"Enter"_s);
        const QString empty = u"row %1\n$"_s.arg(row);
        QTRY_VERIFY2_WITH_TIMEOUT(terminal.screen().trimmed() == empty, qPrintable(line + terminal.screen()), patience);
        terminal.type(line);
        QTRY_VERIFY2_WITH_TIMEOUT(terminal.screen().contains(line.trimmed()), qPrintable(terminal.screen()), patience);
        for (int tab = 0; tab < completing.tabs; ++tab) {
            terminal.press(u"Tab"_s);
        }
        const QString shown = QString::fromUtf8(completing.shown).replace(u"OPERATION"_s, m_operation);
        QTRY_VERIFY2_WITH_TIMEOUT(terminal.screen().contains(shown), qPrintable(line + u"\n"_s + terminal.screen()),
                                  patience);
        const QString hidden = QString::fromUtf8(completing.hidden);
        QVERIFY2(hidden.isEmpty() || !terminal.screen().contains(hidden), qPrintable(terminal.screen()));
    }
}

void TestCliCompletion::listsCandidates()
{
    const auto listed = [this](const QString &what) {
        return run({u"completion"_s, u"--list"_s, what, u"-w"_s, m_folder.filePath(u"orders.json"_s), u"--data-dir"_s,
                    m_folder.filePath(u"data"_s)});
    };
    QCOMPARE(listed(u"collections"_s).out, QByteArray("queue:email\tQueue\ndaily board\tLeaderboard\n"));
    QVERIFY(listed(u"figures"_s).out.contains("\nprocessing\t"));
    QCOMPARE(listed(u"operations"_s).out, m_operation.toUtf8() + "\trequeue-dead queue:email, done\n");
    QVERIFY(listed(u"patterns"_s).out.startsWith("queue\t"));
}

/// Candidates are read from a file that is otherwise wrong, and words that a line cannot hold are left out.
void TestCliCompletion::listsWhatIsReadable()
{
    const QString file =
        write("wrong.json",
              {{u"wrong"_s, true},
               {u"collections"_s, parsed(R"([{"name": "a\nb", "kind": "queue"}, {"name": "c", "kind": "no such kind"},
                                            {"name": "d", "preset": "bullmq"}, 7])")}});
    QCOMPARE(run({u"completion"_s, u"--list"_s, u"collections"_s, u"-w"_s, file}).out,
             QByteArray("c\tno such kind\nd\tbullmq\n"));
    const Run none = run({u"completion"_s, u"--list"_s, u"collections"_s, u"-w"_s, u"/nowhere.json"_s});
    QCOMPARE(none.code, 0);
    QCOMPARE(none.out + none.err, QByteArray());
}

void TestCliCompletion::createsNothing()
{
    const QString folder = m_folder.filePath(u"nothing"_s);
    const Run none = run({u"completion"_s, u"--list"_s, u"operations"_s, u"--data-dir"_s, folder});
    QCOMPARE(none.code, 0);
    QCOMPARE(none.out + none.err, QByteArray());
    QVERIFY(!QFileInfo::exists(folder));
}

void TestCliCompletion::refusesOtherWords()
{
    for (const QStringList &words : QList<QStringList>{{}, {u"tcsh"_s}, {u"bash"_s, u"--list"_s, u"patterns"_s}}) {
        const Run wrong = run(QStringList{u"completion"_s} + words);
        QCOMPARE(wrong.code, 2);
        QCOMPARE(wrong.errorLines().size(), 1);
    }
}

QTEST_GUILESS_MAIN(TestCliCompletion)
#include "tst_cli_completion.moc"
