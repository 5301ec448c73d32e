// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/history/alertstore.h"
#include "redis/storage/sqlitefile.h"

#include <QProcess>
#include <QSet>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <cstdio>
#include <random>

using namespace plimsoll;
using namespace plimsoll::redis;
using std::chrono::milliseconds;

namespace {

/// The child: notes one thing after the other down and says so, until it is killed.
int write(const QString &path, const QString &round)
{
    const auto store = AlertStore::open(path, AlertStore::For::People);
    for (int n = 0; store; ++n) {
        const QString said = QStringLiteral("%1, %2").arg(round).arg(n);
        const Note note{{}, milliseconds(1'700'000'000'000 + n), {}, said};
        if (const auto kept = (*store)->keepNote(note, QStringLiteral("mara")); !kept) {
            std::fprintf(stderr, "%s\n", qPrintable(kept.error().message));
            return 1;
        }
        std::printf("%s\n", qPrintable(said));
        std::fflush(stdout);
    }
    std::fprintf(stderr, "%s\n", qPrintable(store.error().message));
    return 1;
}

} // namespace

/// Killed at any moment while notes are written: what was said to be kept is there, once, and the file is whole.
class TestNotesCrash final : public QObject {
    Q_OBJECT

private slots:
    void killedWhileItWrites();

private:
    /// `told`: what children said to be kept; each may have kept one more.
    static void check(const QString &path, const QSet<QString> &told, int children)
    {
        const auto store = AlertStore::open(path, AlertStore::For::People);
        QVERIFY2(store, store ? "" : qPrintable(store.error().message));
        const auto notes = (*store)->notes({milliseconds(0), milliseconds(1'800'000'000'000)}, AlertStore::mostNotes);
        QVERIFY(notes);
        QSet<QString> ids, texts;
        for (const Mark &note : *notes) {
            ids.insert(note.id);
            texts.insert(note.text);
        }
        QCOMPARE(std::size_t(ids.size()), notes->size());
        QCOMPARE(std::size_t(texts.size()), notes->size()); // none twice
        QVERIFY2(texts.contains(told), qPrintable(QStringList((told - texts).values()).join(u';')));
        QVERIFY(texts.size() <= told.size() + children);
        SqliteFile file(path, milliseconds(5'000));
        QVERIFY(file.open());
        QSqlQuery query(file.database());
        QVERIFY(query.exec(QStringLiteral("PRAGMA integrity_check")) && query.next());
        QCOMPARE(query.value(0).toString(), QStringLiteral("ok"));
    }
};

/// PLIMSOLL_NOTE_KILLS: how often.
void TestNotesCrash::killedWhileItWrites()
{
    const int asked = qEnvironmentVariableIntValue("PLIMSOLL_NOTE_KILLS");
    const int kills = asked > 0 ? asked : 10;
    std::mt19937 random(1);
    std::uniform_int_distribution<int> lines(0, 12);
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("one.alerts.sqlite"));
    QSet<QString> told;
    for (int round = 0; round < kills; ++round) {
        QProcess child;
        child.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--write"), path, QString::number(round)});
        QVERIFY(child.waitForStarted(30'000));
        QByteArray said;
        const int until = lines(random);
        while (said.count('\n') < until) { // when within the next one is chance
            QVERIFY2(child.waitForReadyRead(60'000), child.readAllStandardError().constData());
            said += child.readAllStandardOutput();
        }
        child.kill();
        QVERIFY(child.waitForFinished(30'000));
        said += child.readAllStandardOutput();
        QByteArrayList kept = said.split('\n');
        kept.removeLast(); // cut off, or empty
        for (const QByteArray &line : kept) {
            told.insert(QString::fromUtf8(line));
        }
        check(path, told, round + 1);
        if (QTest::currentTestFailed()) {
            return;
        }
    }
    QVERIFY(!told.isEmpty());
    qInfo("%d kills, %lld notes", kills, static_cast<long long>(told.size()));
}

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const QStringList words = QCoreApplication::arguments();
    if (words.value(1) == QLatin1String("--write")) {
        return write(words.value(2), words.value(3));
    }
    TestNotesCrash test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_notes_crash.moc"
