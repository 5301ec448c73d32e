// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/translations.h"
#include "tests/gui/tsfile.h"
#include "tests/support/redisserver.h"

#include <QDir>
#include <QDirIterator>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>

#include <algorithm>

using namespace plimsoll;
using plimsoll::testing::Message;
using plimsoll::testing::Messages;
using plimsoll::testing::readTs;
using plimsoll::testing::RedisServer;

namespace {

const QString root = QStringLiteral(PLIMSOLL_SOURCE_DIR);

/// Parts that a text and its translation must both have.
QStringList fixedParts(const QString &text)
{
    static const QRegularExpression pattern(QStringLiteral(R"(%L?\d+|%n|\{\w+\}|&(?=\w)|\n|^ | $)"));
    QStringList parts;
    for (auto match = pattern.globalMatch(text); match.hasNext();) {
        parts += match.next().captured();
    }
    parts.sort();
    parts.removeDuplicates();
    return parts;
}

QString named(const Messages::const_iterator &message)
{
    return std::get<0>(message.key()) + QLatin1String(": ") + std::get<1>(message.key());
}

} // namespace

/// The sources against the translations that are committed, and what is printed whatever the locale.
class TestTranslation final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void lupdateKnowsEveryContext();
    void nothingIsMissing();
    void nothingIsLeftOver();
    void fixedPartsAreTheSame();
    void pluralsHaveAllForms();
    void theProgramHoldsThem();
    void languageOfThePerson_data();
    void languageOfThePerson();
    void theWindowSpeaksIt();
    void aSentenceForOneHasItsPlural();
    void noSentenceIsOutside();
    void commandsReadTheSameEverywhere();

private:
    QTemporaryDir m_folder;
    QByteArray m_said;
    Messages m_sources, m_german;
};

void TestTranslation::initTestCase()
{
    const QString path = m_folder.filePath(QStringLiteral("plimsoll_de.ts"));
    QProcess tool;
    tool.setProcessChannelMode(QProcess::MergedChannels);
    tool.start(root + QLatin1String("/tools/translate"), {path});
    QVERIFY2(tool.waitForFinished(90'000), "tools/translate");
    m_said = tool.readAll();
    QVERIFY2(tool.exitStatus() == QProcess::NormalExit && tool.exitCode() == 0, m_said.constData());
    m_sources = readTs(path);
    m_german = readTs(root + QLatin1String("/resources/translations/plimsoll_de.ts"));
    QVERIFY(m_sources.size() > 1000);
}

/// Otherwise the text's context in the file differs from that in the program.
void TestTranslation::lupdateKnowsEveryContext()
{
    QByteArrayList doubts;
    for (const QByteArray &line : m_said.split('\n')) {
        if (line.contains("Qualifying with unknown") || line.contains("lacks Q_OBJECT")
            || line.contains("Cannot invoke tr") || line.contains("Discarding")) {
            doubts += line;
        }
    }
    QVERIFY2(doubts.isEmpty(), doubts.join('\n').constData());
    QVERIFY(!m_sources.isEmpty());
}

void TestTranslation::nothingIsMissing()
{
    QStringList missing;
    for (auto it = m_sources.cbegin(); it != m_sources.cend(); ++it) {
        const auto found = m_german.constFind(it.key());
        if (found == m_german.cend() || found->isUnfinished || found->forms.contains(QString())) {
            missing += named(it);
        }
    }
    QVERIFY2(missing.isEmpty(), qPrintable(missing.join(u'\n')));
}

void TestTranslation::nothingIsLeftOver()
{
    QStringList left;
    for (auto it = m_german.cbegin(); it != m_german.cend(); ++it) {
        if (!m_sources.contains(it.key())) {
            left += named(it);
        }
    }
    QVERIFY2(left.isEmpty(), qPrintable(left.join(u'\n')));
}

void TestTranslation::fixedPartsAreTheSame()
{
    QStringList wrong;
    for (auto it = m_german.cbegin(); it != m_german.cend(); ++it) {
        for (const QString &form : it->forms) {
            if (fixedParts(form) != fixedParts(std::get<1>(it.key()))) {
                wrong += named(it) + QStringLiteral(" → ") + form;
            }
        }
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
}

void TestTranslation::pluralsHaveAllForms()
{
    for (auto it = m_german.cbegin(); it != m_german.cend(); ++it) {
        QVERIFY2(it->forms.size() == (it->isNumerus ? 2 : 1), qPrintable(named(it)));
        const auto source = m_sources.constFind(it.key());
        QVERIFY2(source == m_sources.cend() || source->isNumerus == it->isNumerus, qPrintable(named(it)));
    }
}

void TestTranslation::theProgramHoldsThem()
{
    QTranslator translator;
    QVERIFY(translator.load(QStringLiteral(":/plimsoll/translations/plimsoll_de.qm")));
    for (auto it = m_german.cbegin(); it != m_german.cend(); ++it) {
        const auto &[context, source, comment] = it.key();
        const QString form =
            translator.translate(context.toUtf8().constData(), source.toUtf8().constData(),
                                 comment.isEmpty() ? nullptr : qPrintable(comment), it->isNumerus ? 2 : -1);
        QCOMPARE(form, it->forms.last());
    }
}

void TestTranslation::languageOfThePerson_data()
{
    QTest::addColumn<QStringList>("wanted");
    QTest::addColumn<QString>("language");
    const auto row = [](const char *name, const QStringList &wanted, const char *language) {
        QTest::newRow(name) << wanted << QString::fromLatin1(language);
    };
    row("German", {QStringLiteral("de-DE"), QStringLiteral("de")}, "de");
    row("Austrian", {QStringLiteral("de-AT")}, "de");
    row("English", {QStringLiteral("en-GB"), QStringLiteral("en")}, "");
    row("none", {QStringLiteral("C")}, "");
    row("no language", {}, "");
    row("one there is none for", {QStringLiteral("pt-BR"), QStringLiteral("pt")}, "");
    row("then German", {QStringLiteral("da-DK"), QStringLiteral("de-DE")}, "de");
    row("English before German", {QStringLiteral("en-US"), QStringLiteral("de-DE")}, "");
}

void TestTranslation::languageOfThePerson()
{
    QFETCH(const QStringList, wanted);
    QFETCH(const QString, language);
    QCOMPARE(app::languageFor(wanted, {QStringLiteral("de"), QStringLiteral("fr")}), language);
}

void TestTranslation::theWindowSpeaksIt()
{
    const auto first = [] { return QCoreApplication::translate("plimsoll::views::Pager", "First page"); };
    const auto cancel = [] { return QCoreApplication::translate("QPlatformTheme", "Cancel"); };
    app::translate(*QCoreApplication::instance(), {QStringLiteral("en-US"), QStringLiteral("de-DE")});
    QCOMPARE(first(), QStringLiteral("First page"));
    app::translate(*QCoreApplication::instance(), {QStringLiteral("de-CH"), QStringLiteral("en")});
    QCOMPARE(first(), QStringLiteral("Erste Seite"));
    QCOMPARE(cancel(), QStringLiteral("Abbrechen")); // Qt's own; tools/lib.sh installs it
    qDeleteAll(QCoreApplication::instance()->findChildren<QTranslator *>());
}

/// Literals that read like sentences and that no tr() holds, by what stands before them.
/// A language may have more forms than one and many: where there is a sentence for 1, the other one gets the number.
void TestTranslation::aSentenceForOneHasItsPlural()
{
    static const QRegularExpression choice(QStringLiteral(
        R"re(== 1\s*\?\s*(?:\w+::)?(?:tr\(|QT_TRANSLATE_NOOP\("\w+",)\s*(?:"[^"\n]*"\s*)+\)[^:;]*:\s*(?:\w+::)?)re"
        R"re((?:tr\(|QT_TRANSLATE_NOOP\("\w+",)\s*((?:"[^"\n]*"\s*)+)\))re"));
    QStringList wrong;
    int files = 0;
    for (const char *house : {"models", "redis", "views", "app/demo"}) {
        QDirIterator each(root + u'/' + QLatin1String(house), {QStringLiteral("*.cpp")}, QDir::Files,
                          QDirIterator::Subdirectories);
        while (each.hasNext()) {
            QFile file(each.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            ++files;
            auto found = choice.globalMatch(QString::fromUtf8(file.readAll()));
            while (found.hasNext()) {
                wrong += each.fileName() + QLatin1String(": ") + found.next().captured(1);
            }
        }
    }
    QVERIFY(files > 100);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
}

void TestTranslation::noSentenceIsOutside()
{
    static const QRegularExpression comment(QStringLiteral(R"re((?<!:)//[^\n]*|#include[^\n]*)re"));
    static const QRegularExpression literal(QStringLiteral(R"re((?:"(?:[^"\\\n]|\\.)*"\s*)+)re"));
    static const QRegularExpression joint(QStringLiteral(R"re("\s*")re"));
    static const QRegularExpression sentence(QStringLiteral(R"re([a-z]{2,} [a-z]{2,}|[a-z]{3,}[.:;,] [a-z])re"));
    static const QRegularExpression excused(QStringLiteral(
        R"re((tr|translate|translated|NOOP|workspaceText)\([^;{}]*$)re" // it is translated
        R"re(|\b(spdlog::|log->)[^;]*$)re" // for the log
        R"re(|(contains|startsWith|says|setStyleSheet|replace)\([^;{}]*$)re" // words of a server, colours
        R"re(|constexpr QByteArrayView \w+ ?= ?$)re"));
    static const QRegularExpression sql(QStringLiteral(R"re(\b(SELECT|INSERT|UPDATE|CREATE)\b|^(id|row), \w+, )re"));
    // The command line; what jobs of the demo say; words of key names; mistakes in files of ours.
    static const QRegularExpression elsewhere(
        QStringLiteral(R"re(/app/(cli|formats|report)/|/app/(main|windowmain|session/screenshots)\.)re"
                       R"re(|/app/demo/\w+story\.cpp|/redis/(discovery/keywords|frameworks/presets)\.cpp)re"));
    QStringList outside;
    int files = 0;
    for (const char *house : {"app", "models", "redis", "views"}) {
        QDirIterator each(root + u'/' + QLatin1String(house), {QStringLiteral("*.cpp"), QStringLiteral("*.h")},
                          QDir::Files, QDirIterator::Subdirectories);
        while (each.hasNext()) {
            QFile file(each.next());
            if (file.fileName().contains(elsewhere) || !file.open(QIODevice::ReadOnly)) {
                continue;
            }
            ++files;
            const QString code = QString::fromUtf8(file.readAll()).remove(comment);
            for (auto match = literal.globalMatch(code); match.hasNext();) {
                const auto found = match.next();
                const qsizetype start = found.capturedStart();
                const QString before = code.mid(std::max<qsizetype>(0, start - 200), std::min<qsizetype>(200, start));
                const QString text = found.captured().remove(joint).remove(u'"').trimmed();
                if (text.contains(sentence) && !text.contains(sql) && !before.contains(excused)) {
                    outside += file.fileName().mid(root.size() + 1) + QLatin1String(": ") + text;
                }
            }
        }
    }
    QVERIFY(files > 300);
    QVERIFY2(outside.isEmpty(), qPrintable(outside.join(u'\n')));
}

/// Words and numbers of a snapshot with a problem, of a list of jobs, of help and of a mistake.
void TestTranslation::commandsReadTheSameEverywhere()
{
    RedisServer server;
    redis::Pipeline pipeline;
    for (int i = 0; i < 1500; ++i) {
        pipeline.add({"RPUSH", "q", "j" + QByteArray::number(i)});
    }
    server.run(pipeline);
    QFile workspace(m_folder.filePath(QStringLiteral("w.json")));
    QVERIFY(workspace.open(QIODevice::WriteOnly));
    workspace.write(R"({"plimsoll":1,"name":"w","connection":{"url":")" + server.url().toUtf8()
                    + R"("},"collections":[{"name":"email","kind":"queue","keys":{"ready":"q"},)"
                      R"("limits":{"ready":{"warning":1000}}}]})");
    workspace.close();
    const auto printed = [&](const QStringList &arguments, const QString &locale, const QString &language) {
        QProcess program;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("LC_ALL"), locale);
        environment.insert(QStringLiteral("LANGUAGE"), language);
        program.setProcessEnvironment(environment);
        program.setProcessChannelMode(QProcess::MergedChannels);
        program.start(QStringLiteral(PLIMSOLL_BINARY), arguments);
        return program.waitForFinished(30'000) ? program.readAll() : QByteArray();
    };
    const QString german = QStringLiteral("de_DE.UTF-8");
    const QByteArray snapshot = printed({QStringLiteral("snapshot"), QStringLiteral("-w"), workspace.fileName(),
                                         QStringLiteral("--format"), QStringLiteral("json")},
                                        german, QStringLiteral("de"));
    QVERIFY2(snapshot.contains("\"1,500 ready, limit 1,000\""), snapshot.constData());
    for (const QStringList &arguments :
         {QStringList{QStringLiteral("jobs"), QStringLiteral("email"), QStringLiteral("-w"), workspace.fileName()},
          QStringList{QStringLiteral("trim"), QStringLiteral("email"), QStringLiteral("-w"), workspace.fileName(),
                      QStringLiteral("--keep"), QStringLiteral("10"), QStringLiteral("--dry-run")},
          QStringList{QStringLiteral("snapshot"), QStringLiteral("-w"), QStringLiteral("/nowhere.json")},
          QStringList{QStringLiteral("--help")}}) {
        const QByteArray english = printed(arguments, QStringLiteral("C.UTF-8"), {});
        QVERIFY(!english.isEmpty());
        QCOMPARE(printed(arguments, german, QStringLiteral("de")), english);
    }
}

QTEST_GUILESS_MAIN(TestTranslation)
#include "tst_translation.moc"
