// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/clitest.h"
#include "tests/support/terminal.h"

#include <QDir>
#include <QRegularExpression>
#include <QTextStream>

using namespace plimsoll::testing;
using namespace Qt::StringLiterals;

/// --help, the manual pages and the scripts, which come from the same tables.
class TestCliManual final : public CliTest {
    Q_OBJECT

private slots:
    void initTestCase();
    void everyCommandIsExplained();
    void examplesUseWhatThereIs();
    void pagesNameWhatHelpNames();
    void pagesHaveNoWarnings();
    void pageOfTheWorkspace();
    void scriptsNameWhatHelpNames();
    void colourIsForTerminals();
    void longTablesGoThroughAPager_data();
    void longTablesGoThroughAPager();

private:
    struct Help {
        QString name; ///< empty: the program
        QString text;
        QStringList options; ///< every spelling
        QStringList examples;
    };
    [[nodiscard]] QString generated(const QString &path) const;

    QList<Help> m_helps;
};

void TestCliManual::initTestCase()
{
    const auto read = [](const QString &name) {
        Help help{
            name,
            QString::fromUtf8(run((name.isEmpty() ? QStringList() : QStringList{name}) + QStringList{u"--help"_s}).out),
            {},
            {}};
        static const QRegularExpression option(u"^  (?:(-\\w), |    )(--[a-z-]+)"_s,
                                               QRegularExpression::MultilineOption);
        for (auto found = option.globalMatch(help.text); found.hasNext();) {
            const QStringList names = found.next().capturedTexts().mid(1);
            help.options += names;
        }
        help.options.removeAll(QString());
        static const QRegularExpression example(u"^  (.*\\bplimsoll\\b.*)\\n      "_s,
                                                QRegularExpression::MultilineOption);
        for (auto found = example.globalMatch(help.text.section(u"\nExamples:\n"_s, 1)); found.hasNext();) {
            help.examples << found.next().captured(1);
        }
        return help;
    };
    m_helps << read({});
    const QString commands = m_helps.front().text.section(u"Commands:\n"_s, 1).section(u"\n\n"_s, 0, 0);
    static const QRegularExpression command(u"^  ([a-z]+) "_s, QRegularExpression::MultilineOption);
    for (auto found = command.globalMatch(commands); found.hasNext();) {
        m_helps << read(found.next().captured(1));
    }
    QVERIFY(m_helps.size() > 14);
    QCOMPARE(run({u"completion"_s, u"--write"_s, m_folder.filePath(u"share"_s)}).code, 0);
}

QString TestCliManual::generated(const QString &path) const
{
    QFile file(m_folder.filePath(u"share/"_s + path));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// A description and two examples: Options::describe() and Options::example() in the command's addOptions().
void TestCliManual::everyCommandIsExplained()
{
    for (const Help &help : m_helps) {
        QVERIFY2(help.examples.size() >= 2, qPrintable(help.name + u" has fewer than two examples"_s));
        const QString between = help.text.section(u"Usage: "_s, 1).section(u"\n\n"_s, 1, 1);
        QVERIFY2(!between.startsWith(u"Options:"_s) && !between.startsWith(u"Words:"_s),
                 qPrintable(help.name + u" has no description"_s));
        for (const QString &line : help.text.split(u'\n')) {
            QVERIFY2(line.size() <= 80 || help.examples.contains(line.mid(2)), qPrintable(line));
        }
    }
}

void TestCliManual::examplesUseWhatThereIs()
{
    for (const Help &help : m_helps) {
        for (const QString &example : help.examples) {
            const QStringList words = example.section(u"plimsoll"_s, 1).split(u' ', Qt::SkipEmptyParts);
            const auto used = std::find_if(m_helps.begin(), m_helps.end(), [&words](const Help &one) {
                return !one.name.isEmpty() && one.name == words.value(0);
            });
            QVERIFY2(help.name.isEmpty() || (used != m_helps.end() && used->name == help.name), qPrintable(example));
            for (const QString &word : words) {
                const QStringList &options = used == m_helps.end() ? m_helps.front().options : used->options;
                QVERIFY2(!word.startsWith(u'-') || options.contains(word), qPrintable(example));
            }
        }
    }
}

void TestCliManual::pagesNameWhatHelpNames()
{
    for (const Help &help : m_helps) {
        const QString name = help.name.isEmpty() ? u"plimsoll"_s : u"plimsoll-"_s + help.name;
        const QString page = generated(u"man/man1/%1.1"_s.arg(name));
        QVERIFY2(!page.isEmpty(), qPrintable(name));
        for (const QString &option : help.options) {
            QVERIFY2(page.contains(u"\\fB"_s + QString(option).replace(u'-', u"\\-"_s) + u"\\fR"_s),
                     qPrintable(name + option));
        }
        for (const QString &section :
             {u"SYNOPSIS"_s, u"DESCRIPTION"_s, u"OPTIONS"_s, u"EXIT STATUS"_s, u"EXAMPLES"_s}) {
            QVERIFY2(page.contains(u".SH \""_s + section), qPrintable(name + section));
        }
        if (!help.name.isEmpty()) {
            QVERIFY(generated(u"man/man1/plimsoll.1"_s).contains(u"\\fBplimsoll\\-%1\\fR(1)"_s.arg(help.name)));
        }
    }
}

void TestCliManual::pagesHaveNoWarnings()
{
    const QDir pages(m_folder.filePath(u"share/man"_s));
    int count = 0;
    for (const QString &section : {u"man1"_s, u"man5"_s}) {
        for (const QFileInfo &page : QDir(pages.filePath(section)).entryInfoList(QDir::Files)) {
            QProcess man;
            man.setEnvironment({u"PATH=/usr/bin:/bin"_s, u"LC_ALL=C.UTF-8"_s, u"MANROFFSEQ="_s, u"MANWIDTH=80"_s});
            man.setStandardOutputFile(QProcess::nullDevice());
            man.start(u"man"_s, {u"--warnings"_s, u"-E"_s, u"UTF-8"_s, u"-l"_s, u"-Tutf8"_s, u"-Z"_s, page.filePath()});
            QVERIFY2(man.waitForFinished(120'000), "man is missing");
            QCOMPARE(QString::fromUtf8(man.readAllStandardError()), QString());
            QCOMPARE(man.exitCode(), 0);
            ++count;
        }
    }
    QCOMPARE(count, m_helps.size() + 1);
}

void TestCliManual::pageOfTheWorkspace()
{
    const QString page = generated(u"man/man5/plimsoll-workspace.5"_s);
    for (const QString &word :
         {u"caFile"_s, u"unchangedFor"_s, u"oldestReadyMs"_s, u"staleAfter"_s, u".SS \"leaderboard\""_s}) {
        QVERIFY2(page.contains(word), qPrintable(word));
    }
}

void TestCliManual::scriptsNameWhatHelpNames()
{
    const QString bash = generated(u"bash-completion/completions/plimsoll"_s);
    const QString zsh = generated(u"zsh/vendor-completions/_plimsoll"_s);
    const QString fish = generated(u"fish/vendor_completions.d/plimsoll.fish"_s);
    for (const Help &help : m_helps) {
        const QString names = bash.section(u"'%1') _plimsoll_names='"_s.arg(help.name), 1).section(u'\'', 0, 0);
        QCOMPARE(QSet<QString>(help.options.begin(), help.options.end()).size(), names.split(u' ').size());
        const QString specs = help.name.isEmpty()
            ? zsh
            : zsh.section(u"                %1)\n"_s.arg(help.name), 1).section(u";;"_s, 0, 0);
        for (const QString &option : help.options) {
            QVERIFY2(names.split(u' ').contains(option), qPrintable(help.name + option));
            QVERIFY2(specs.contains(option), qPrintable(help.name + option));
            const QString own = option.size() == 2 ? u" -s "_s + option.mid(1) : u" -l "_s + option.mid(2);
            const QString condition =
                help.name.isEmpty() ? u"'not __plimsoll_command'"_s : u"'__plimsoll_is %1'"_s.arg(help.name);
            const QStringList lines = fish.split(u'\n').filter(u" -n "_s + condition);
            QVERIFY2(std::any_of(lines.begin(), lines.end(),
                                 [&own](const QString &line) { return (line + u' ').contains(own + u' '); }),
                     qPrintable(help.name + option));
        }
    }
}

/// Colour says what the words say, on a terminal alone; a pipe that is closed early ends the program without a word.
void TestCliManual::colourIsForTerminals()
{
    m_server.flush();
    m_server.run({"RPUSH", "q", "a", "b"});
    const QString file = workspace(parsed(
        R"([{"name": "email", "kind": "queue", "keys": {"ready": "q"}, "limits": {"ready": {"critical": 1}}}])"));
    const QString line = u"%1 snapshot -w %2"_s.arg(QStringLiteral(PLIMSOLL_BINARY), file);
    const auto shown = [&line](const QString &before, const QString &behind, const QStringList &environment = {}) {
        Terminal terminal({160, 30});
        terminal.start(u"sh -c '"_s + before + line + behind + u"; echo ended $?'"_s, environment);
        if (!QTest::qWaitFor([&terminal] { return terminal.screen().contains(u"ended"_s); }, 120'000)) {
            return u"not ended: "_s + terminal.screen();
        }
        return terminal.colouredScreen();
    };
    const QString coloured = shown({}, {});
    QVERIFY2(coloured.contains(u"\x1b[31mcritical"_s) && coloured.contains(u"ended 0"_s), qPrintable(coloured));
    for (const QString &plain : {shown(u"NO_COLOR=1 "_s, {}), shown(u"TERM=dumb "_s, {}), shown({}, u" | cat"_s)}) {
        QVERIFY2(plain.contains(u"critical"_s) && !plain.contains(u'\x1b'), qPrintable(plain));
    }
    const QString cut = shown({}, u" --every 0 | head -n 1"_s);
    QCOMPARE(cut.trimmed().count(u'\n'), 1); // the line and the end
    QVERIFY2(cut.contains(u"ended 0"_s), qPrintable(cut));
}

void TestCliManual::longTablesGoThroughAPager_data()
{
    QTest::addColumn<QString>("before"); // what stands before the program on the line
    QTest::addColumn<QString>("behind"); // and behind it
    QTest::addColumn<QString>("shown");
    QTest::addColumn<QString>("hidden");
    const QString pager = u"PAGER=\"tail -n 1 | sed s/^/paged:/\" "_s;
    QTest::newRow("long") << pager << QString() << u"paged:job39"_s << u"job38"_s;
    QTest::newRow("short") << pager << u" --limit 3"_s << u"job02"_s << u"paged:"_s;
    QTest::newRow("not wanted") << pager << u" --no-pager"_s << u"job38"_s << u"paged:"_s;
    QTest::newRow("none") << u"PAGER= "_s << QString() << u"job38"_s << u"paged:"_s;
    QTest::newRow("missing") << u"PAGER=/nowhere/pager "_s << QString() << u"job38"_s << u"paged:"_s;
    QTest::newRow("simple terminal") << u"TERM=dumb "_s + pager << QString() << u"job38"_s << u"paged:"_s;
    QTest::newRow("pipe") << pager << u" | cat"_s << u"job38"_s << u"paged:"_s;
    QTest::newRow("closed early") << u"PAGER=\"head -n 1\" "_s << QString() << u"40 of 40"_s << u"job38"_s;
}

void TestCliManual::longTablesGoThroughAPager()
{
    QFETCH(const QString, before);
    QFETCH(const QString, behind);
    QFETCH(const QString, shown);
    QFETCH(const QString, hidden);
    m_server.flush();
    for (int job = 0; job < 40; ++job) {
        m_server.run({"LPUSH", "q", QByteArray("job") + QByteArray::number(job).rightJustified(2, '0')});
    }
    const QString file = workspace(parsed(R"([{"name": "email", "kind": "queue", "keys": {"ready": "q"}}])"));
    Terminal terminal({100, 30});
    terminal.start(u"sh -c '"_s + before + QStringLiteral(PLIMSOLL_BINARY) + u" jobs email -w "_s + file + behind
                       + u"; echo ended $?'"_s,
                   {});
    QTRY_VERIFY2_WITH_TIMEOUT(terminal.screen().contains(u"ended 0"_s), qPrintable(terminal.screen()), 60'000);
    QVERIFY2(terminal.screen().contains(shown), qPrintable(terminal.screen()));
    QVERIFY2(!terminal.screen().contains(hidden), qPrintable(terminal.screen()));
}

QTEST_GUILESS_MAIN(TestCliManual)
#include "tst_cli_manual.moc"
