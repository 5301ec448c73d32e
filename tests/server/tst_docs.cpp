// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/commandinfo.h"
#include "tests/support/redisserver.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace plimsoll;
using namespace plimsoll::app;
using namespace Qt::StringLiterals;

/// Checks the documentation: links lead somewhere, the program accepts the commands, and the tutorial works as written.
namespace {

const QString &root()
{
    static const QString path = QDir(QStringLiteral(PLIMSOLL_SOURCE_DIR)).absolutePath();
    return path;
}

/// A fenced block: the word behind the fence, and its lines.
struct Fence {
    QString language;
    QStringList lines;
};

/// A page as its fenced blocks and everything else, in which each block is one empty line.
struct Page {
    QString path; ///< relative to the root
    QList<Fence> fences;
    QStringList prose;
};

Page readPage(const QString &path)
{
    Page page{path, {}, {}};
    QFile file(root() + u'/' + path);
    if (!file.open(QIODevice::ReadOnly)) {
        return page;
    }
    bool isFenced = false;
    const QStringList lines = QString::fromUtf8(file.readAll()).split(u'\n');
    for (const QString &line : lines) {
        if (const QString trimmed = line.trimmed(); trimmed.startsWith(u"```"_s)) {
            isFenced = !isFenced;
            if (isFenced) {
                page.fences.append({trimmed.mid(3), {}});
                page.prose.append(QString());
            }
        } else if (isFenced) {
            page.fences.last().lines.append(line);
        } else {
            page.prose.append(line);
        }
    }
    return page;
}

const QList<Page> &pages()
{
    static const QList<Page> all = [] {
        QList<Page> found;
        const QStringList names{u"*.md"_s};
        for (const QString &folder : {QString(), u"docs/"_s, u"docs/patterns/"_s}) {
            for (const QString &name : QDir(root() + u'/' + folder).entryList(names, QDir::Files, QDir::Name)) {
                found.append(readPage(folder + name));
            }
        }
        return found;
    }();
    return all;
}

QString withoutCode(const QString &text)
{
    static const QRegularExpression code(u"`[^`]*`"_s);
    return QString(text).remove(code);
}

/// The anchors of a page: those that GitHub makes of its headings, and those that it names itself.
QStringList anchorsOf(const Page &page)
{
    static const QRegularExpression heading(u"^#{1,6} (.+)$"_s);
    static const QRegularExpression named(u"<a id=\"([^\"]+)\""_s);
    static const QRegularExpression link(u"\\[([^\\]]*)\\]\\([^)]*\\)"_s);
    static const QRegularExpression dropped(u"[^\\w\\- ]"_s, QRegularExpression::UseUnicodePropertiesOption);
    QStringList anchors;
    for (const QString &line : page.prose) {
        for (auto found = named.globalMatch(line); found.hasNext();) {
            anchors << found.next().captured(1);
        }
        const QRegularExpressionMatch match = heading.match(line);
        if (match.hasMatch()) {
            const QString slug =
                match.captured(1).trimmed().replace(link, u"\\1"_s).toLower().remove(dropped).replace(u' ', u'-');
            QString anchor = slug;
            for (int again = 1; anchors.contains(anchor); ++again) {
                anchor = slug + u'-' + QString::number(again);
            }
            anchors << anchor;
        }
    }
    return anchors;
}

/// Targets of the relative links of a page, as written.
QStringList linksOf(const Page &page)
{
    static const QRegularExpression link(u"\\]\\(([^)\\s]+)\\)"_s);
    static const QRegularExpression scheme(u"^[a-z]+:"_s);
    QStringList links;
    // A link may be broken over two lines between its brackets.
    const QString text = withoutCode(page.prose.join(u'\n'));
    for (auto found = link.globalMatch(text); found.hasNext();) {
        const QString target = found.next().captured(1);
        if (!target.contains(scheme)) {
            links << target;
        }
    }
    return links;
}

/// The path from the root that a link of a page leads to.
QString targetOf(const Page &page, const QString &link)
{
    const QString path = link.section(u'#', 0, 0);
    return path.isEmpty() ? page.path : QDir::cleanPath(QFileInfo(page.path).path() + u'/' + path);
}

/// The words of a command up to where the shell takes over: a comment, a pipe, a redirection, the next command.
QStringList wordsOf(const QString &line)
{
    static const QRegularExpression word(u"\\s*((?:[^\\s\"']|\"[^\"]*\"|'[^']*')+)"_s);
    static const QRegularExpression ofShell(u"^(#.*|\\|\\|?|&&?|;|[0-9]?>.*|<.*)$"_s);
    QStringList words;
    for (auto found = word.globalMatch(line); found.hasNext();) {
        const QString next = found.next().captured(1);
        if (next.contains(ofShell)) {
            break;
        }
        words << QString(next).remove(u'"').remove(u'\'');
    }
    return words;
}

/// Replaces what stands for something in a synopsis.
QStringList withValues(QStringList words)
{
    words.removeAll(u"…"_s);
    for (QString &word : words) {
        word.remove(u'[').remove(u']');
        word = word == u"URL"_s ? u"redis://localhost"_s : word == u"FILE"_s ? u"orders.json"_s : word;
    }
    return words;
}

/// The error of a command line; empty if the program accepts it.
QString refusalOf(const QStringList &words)
{
    QList<QByteArray> bytes;
    for (const QString &word : words) {
        bytes << word.toUtf8();
    }
    std::vector<char *> argv;
    for (QByteArray &word : bytes) {
        argv.push_back(word.data());
    }
    const int argc = static_cast<int>(argv.size());
    argv.push_back(nullptr);
    const auto parsed = parseCommandLine(argc, argv.data());
    const auto *reply = std::get_if<Reply>(&parsed);
    return reply == nullptr || reply->code == ExitCode::Done ? QString() : reply->lines.join(u'\n');
}

/// The first of a command's options that there is not, of a command that a sentence mentions and need not be complete.
QString unknownIn(const QStringList &words)
{
    static const std::vector<CommandInfo> all = commandInfos();
    const auto named =
        std::find_if(all.begin(), all.end(), [&words](const CommandInfo &one) { return one.name == words.value(1); });
    const CommandInfo &command = named == all.end() ? all.front() : *named;
    for (const QString &word : words.mid(1)) {
        if (word == u"--"_s) {
            break;
        }
        if (word.startsWith(u'-') && command.option(word) == nullptr) {
            return word;
        }
    }
    const bool isWord = words.size() < 2 || named != all.end() || words[1].startsWith(u'-')
        || words[1].contains(u"://"_s) || words[1].endsWith(u".json"_s) || words[1] == u"COMMAND"_s;
    return isWord ? QString() : words[1];
}

/// A pattern for output as a page shows it: "…" in a line is anything, a line of it alone any lines.
QRegularExpression patternOf(const QStringList &shown)
{
    QString pattern;
    for (const QString &line : shown) {
        pattern += line.trimmed() == u"…"_s
            ? u"(?:.*\n)*?"_s
            : QRegularExpression::escape(line).replace(QRegularExpression::escape(u"…"_s), u".*"_s) + u"[ ]*\n"_s;
    }
    return QRegularExpression(u"\\A"_s + pattern + u"\\z"_s);
}

} // namespace

class TestDocs final : public QObject {
    Q_OBJECT

private slots:
    void linksLeadSomewhere();
    void everyPageIsInTheIndex();
    void commandsAreAccepted();
    void checksFindMistakes();
    void tutorialWorks();
};

void TestDocs::linksLeadSomewhere()
{
    int links = 0;
    QStringList broken;
    for (const Page &page : pages()) {
        for (const QString &link : linksOf(page)) {
            ++links;
            const QString target = targetOf(page, link);
            const QString anchor = link.section(u'#', 1);
            if (!QFileInfo::exists(root() + u'/' + target)
                || (!anchor.isEmpty() && !anchorsOf(readPage(target)).contains(anchor))) {
                broken << u"%1: %2"_s.arg(page.path, link);
            }
        }
    }
    QVERIFY2(links > 100, "the pages were not found");
    QCOMPARE(broken.join(u'\n'), QString());
}

void TestDocs::everyPageIsInTheIndex()
{
    const Page index = readPage(u"docs/README.md"_s);
    QStringList linked{index.path};
    for (const QString &link : linksOf(index)) {
        linked << targetOf(index, link);
    }
    QStringList missing;
    for (const Page &page : pages()) {
        if (!linked.contains(page.path)) {
            missing << page.path;
        }
    }
    QCOMPARE(missing.join(u'\n'), QString());
}

/// Complete ones in blocks are parsed as the program parses them; of those that a sentence mentions, the options have
/// to be there.
void TestDocs::commandsAreAccepted()
{
    static const QRegularExpression inBlock(u"^\\s*(?:\\$ )?(plimsoll(?: .*)?)$"_s);
    static const QRegularExpression inSentence(u"`(plimsoll(?: [^`]*)?)`"_s);
    static const QRegularExpression meaning(u"\\s{2,}\\S.*$"_s); // behind a command of a synopsis
    int commands = 0;
    QStringList wrong;
    for (const Page &page : pages()) {
        for (const Fence &fence : page.fences) {
            for (const QString &line : fence.lines) {
                const QRegularExpressionMatch match = inBlock.match(line);
                if (!match.hasMatch()) {
                    continue;
                }
                ++commands;
                const bool isSynopsis = match.captured(1).contains(meaning);
                const QStringList words = withValues(wordsOf(match.captured(1).remove(meaning)));
                const QString refusal = isSynopsis ? unknownIn(words) : refusalOf(words);
                if (!refusal.isEmpty()) {
                    wrong << u"%1: %2: %3"_s.arg(page.path, line.trimmed(), refusal);
                }
            }
        }
        for (auto found = inSentence.globalMatch(page.prose.join(u' ')); found.hasNext();) {
            ++commands;
            const QString line = found.next().captured(1);
            const QStringList words = withValues(wordsOf(line));
            const QString unknown = unknownIn(words);
            if (!unknown.isEmpty() && !refusalOf(words).isEmpty()) {
                wrong << u"%1: %2: %3"_s.arg(page.path, line, unknown);
            }
        }
    }
    QVERIFY2(commands > 60, "the commands were not found");
    QCOMPARE(wrong.join(u'\n'), QString());
}

void TestDocs::checksFindMistakes()
{
    const Page page{
        u"docs/page.md"_s, {}, {u"# A `name`, twice"_s, u"## Same"_s, u"## Same"_s, u"[a](b.md#c) `[d](e)`"_s}};
    QCOMPARE(anchorsOf(page), QStringList({u"a-name-twice"_s, u"same"_s, u"same-1"_s}));
    QCOMPARE(linksOf(page), QStringList({u"b.md#c"_s}));
    QCOMPARE(targetOf(page, u"../SECURITY.md"_s), u"SECURITY.md"_s);
    QCOMPARE(wordsOf(u"plimsoll dead 'a b' --all > x"_s),
             QStringList({u"plimsoll"_s, u"dead"_s, u"a b"_s, u"--all"_s}));
    QVERIFY(!refusalOf({u"plimsoll"_s, u"snapshot"_s}).isEmpty());
    QVERIFY(refusalOf({u"plimsoll"_s, u"snapshot"_s, u"-w"_s, u"orders.json"_s}).isEmpty());
    QCOMPARE(unknownIn({u"plimsoll"_s, u"snapshot"_s, u"--all"_s}), u"--all"_s);
    QCOMPARE(unknownIn({u"plimsoll"_s, u"snapshoot"_s}), u"snapshoot"_s);
    const QRegularExpression pattern = patternOf({u"1 of … (x)"_s, u"…"_s, u"end"_s});
    QVERIFY(pattern.match(u"1 of 2 (x)\nmore\nend\n"_s).hasMatch());
    QVERIFY(!pattern.match(u"1 of 2 (x)\nend\nmore\n"_s).hasMatch());
}

/// Runs the blocks marked "sh" in one shell, in order. Where a block marked "text" follows, it is what they print.
void TestDocs::tutorialWorks()
{
    const QString separator = u"=== block "_s;
    const Page page = readPage(u"docs/tutorial.md"_s);
    QString script = u"set -e\nexec 2>&1\n"_s;
    QList<qsizetype> blocks;
    for (qsizetype i = 0; i < page.fences.size(); ++i) {
        if (page.fences[i].language == u"sh"_s) {
            script += u"echo '%1'%2\n%3\n"_s.arg(separator, QString::number(i), page.fences[i].lines.join(u'\n'));
            blocks << i;
        }
    }
    QVERIFY(blocks.size() > 5);
    const QTemporaryDir folder;
    const QString port = QString::number(plimsoll::testing::freePort());
    QProcess shell;
    shell.setWorkingDirectory(folder.path());
    shell.setEnvironment({u"PATH=%1:/usr/bin:/bin"_s.arg(QFileInfo(QStringLiteral(PLIMSOLL_BINARY)).path()),
                          u"HOME="_s + folder.path(), u"PORT="_s + port, u"LC_ALL=C.UTF-8"_s});
    shell.start(u"bash"_s, {u"-c"_s, script});
    const bool isFinished = shell.waitForFinished(120'000);
    const QString output = QString::fromUtf8(shell.readAll());
    // The server is the tutorial's own, whose last block ends it.
    const auto endServer = qScopeGuard([&port] {
        QProcess client;
        client.start(u"redis-cli"_s, {u"-p"_s, port, u"SHUTDOWN"_s, u"NOSAVE"_s});
        client.waitForFinished();
    });
    QVERIFY2(isFinished && shell.exitCode() == 0, qPrintable(output));
    for (const qsizetype block : std::as_const(blocks)) {
        if (block + 1 < page.fences.size() && page.fences[block + 1].language == u"text"_s) {
            const QString printed =
                output.section(separator + QString::number(block) + u'\n', 1).section(separator, 0, 0);
            const QStringList shown = page.fences[block + 1].lines;
            QVERIFY2(patternOf(shown).match(printed).hasMatch(),
                     qPrintable(u"printed:\n%1\nshown:\n%2"_s.arg(printed, shown.join(u'\n'))));
        }
    }
    const QString last = output.section(separator, -1);
    QVERIFY2(!QFileInfo::exists(folder.filePath(u"plimsoll-tutorial"_s)), qPrintable(last));
}

QTEST_GUILESS_MAIN(TestDocs)
#include "tst_docs.moc"
