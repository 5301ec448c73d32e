// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/alerts/alertwatch.h"
#include "app/past/pastreader.h"
#include "redis/history/alertstore.h"
#include "redis/operations/journal/journal.h"
#include "tests/support/onlytoread.h"
#include "tests/unit/historybench.h"

#include <QSignalSpy>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using testing::OnlyToRead;

namespace {

/// Files as a process leaves them.
enum class Left {
    Closed, ///< everything is in the file
    Killed, ///< the newest rows are in the log, with its index
    Copied, ///< the newest rows are in the log, without its index
};

template <typename T> QByteArray whyNot(const Result<T> &result)
{
    return result ? QByteArray() : result.error().message.toUtf8();
}

} // namespace
Q_DECLARE_METATYPE(Left)

/// History, alerts and journal of a folder that can only be read: all of it is read, nothing is made, and what is
/// written to them meanwhile is noticed.
class TestOnlyToRead final : public HistoryBench {
    Q_OBJECT

private slots:
    void init();
    void reads_data();
    void reads();
    void readsForTheWindow_data() { reads_data(); }
    void readsForTheWindow();
    void saysThatItMayNotWrite();
    void noticesWhoBeginsToWrite();
    void readsAgainWhatWasWrittenMeanwhile();
    void folderMayBeWrittenButNotTheFile();
    void olderAlerts();

private:
    [[nodiscard]] QString alerts() const { return alertPath(m_path); }
    void keepAlert(AlertStore &store, const QString &id);
    void leave(Left left);
    [[nodiscard]] QStringList files() const { return QDir(m_folder->filePath(u"history"_s)).entryList(QDir::Files); }
    void tickAt(HistoryWriter &writer, int second)
    {
        tick(writer, start + std::chrono::seconds(second), {u"email | queue | ok | ready=%1"_s.arg(second)});
    }
};

void TestOnlyToRead::init()
{
    begin();
    using P = QFile::Permission;
    QFile::setPermissions(m_folder->path(),
                          P::ReadOwner | P::WriteOwner | P::ExeOwner | P::ReadGroup | P::ExeGroup | P::ReadOther
                              | P::ExeOther);
}

void TestOnlyToRead::keepAlert(AlertStore &store, const QString &id)
{
    AlertChange change;
    change.alert.id = id;
    change.alert.subject = {email, queue, id, Cause::Level};
    change.alert.state = change.alert.worst = State::Warning;
    change.alert.raised = change.alert.changed = change.time = start;
    QVERIFY(store.keep({change}, "clock"));
}

/// Writes five samples and two alerts, the last of each only in the logs unless the files are closed.
void TestOnlyToRead::leave(Left left)
{
    const QString folder = QFileInfo(m_path).absolutePath();
    const QString away = m_folder->filePath(u"away"_s);
    {
        const auto judge = AlertStore::open(alerts(), AlertStore::For::Judging);
        HistoryWriter writer(m_path);
        keepAlert(**judge, u"a"_s);
        for (int i = 0; i < 5; ++i) {
            tickAt(writer, i);
        }
        keepAlert(**judge, u"b"_s);
        if (left != Left::Closed) { // copies the files while they are open
            QVERIFY(QDir().mkpath(away));
            for (const QString &file : files()) {
                const bool isTaken = !file.endsWith(u".lock"_s) && (left == Left::Killed || !file.endsWith(u"-shm"_s));
                QVERIFY(!isTaken || QFile::copy(folder + u'/' + file, away + u'/' + file));
            }
        }
    }
    if (left != Left::Closed) {
        QVERIFY(QDir(folder).removeRecursively() && QDir().rename(away, folder));
    }
}

void TestOnlyToRead::reads_data()
{
    QTest::addColumn<Left>("left");
    QTest::newRow("closed") << Left::Closed;
    QTest::newRow("killed") << Left::Killed;
    QTest::newRow("copied without the index of the log") << Left::Copied;
}

void TestOnlyToRead::reads()
{
    QFETCH(Left, left);
    leave(left);
    const QStringList before = files();
    {
        const OnlyToRead only(QFileInfo(m_path).absolutePath());
        if (!only.bites()) {
            QSKIP("whoever runs this may write to everything, and may not become another user");
        }
        const auto reader = HistoryReader::open(m_path);
        QVERIFY2(reader, whyNot(reader).constData());
        const auto range = (*reader)->range();
        QVERIFY2(range && *range, whyNot(range).constData());
        QCOMPARE((*range)->to.count(), (start + 4s).count());
        const CollectionHistory history = read();
        QCOMPARE(history.columns.size(), std::size_t(5));
        const auto moment = (*reader)->at(start + 4s);
        QVERIFY(moment && moment->collections.size() == 1);
        QCOMPARE(moment->collections.front().values[std::size_t(history.figures.indexOf(ready))], 4.0);

        const auto store = AlertStore::openThere(alerts());
        QVERIFY2(store && *store, whyNot(store).constData());
        const auto kept = (*store)->active();
        QVERIFY(kept && kept->size() == 2);
    }
    QCOMPARE(files(), before); // nothing is made, nothing is tidied away
}

/// Charts, moments, marks and alerts.
void TestOnlyToRead::readsForTheWindow()
{
    QFETCH(Left, left);
    leave(left);
    const OnlyToRead only(QFileInfo(m_path).absolutePath());
    if (!only.bites()) {
        QSKIP("whoever runs this may write to everything, and may not become another user");
    }
    app::PastReader past;
    models::PastQuestion question;
    question.from = start - 1min;
    question.to = start + 1min;
    question.of = {{email, queue, {ready}}};
    const models::PastAnswer answer = past.read(m_path, question);
    QVERIFY(answer.size() == 1 && answer.front().size() == 1);
    QVERIFY(!answer.front().front().series.points.empty());

    app::MarkPlaces places;
    places.history = m_path;
    QCOMPARE(app::readMarks(places, {start - 1min, start + 1min}).size(), std::size_t(2));

    app::AlertWatch watch;
    QSignalSpy list(&watch, &app::AlertWatch::alertsRead), states(&watch, &app::AlertWatch::statesRead);
    watch.open(alerts(), std::make_shared<Workspace>(), 1s, false);
    QCOMPARE(states.value(0).value(0).toByteArray(), QByteArray("clock"));
    QCOMPARE(list.value(0).value(0).value<AlertList>().active.size(), std::size_t(2));
}

void TestOnlyToRead::saysThatItMayNotWrite()
{
    leave(Left::Closed);
    QVERIFY(Journal::open(m_folder->filePath(u"history"_s)));
    const OnlyToRead only(QFileInfo(m_path).absolutePath());
    if (!only.bites()) {
        QSKIP("whoever runs this may write to everything, and may not become another user");
    }
    const auto store = AlertStore::openThere(alerts());
    QVERIFY(store && *store);
    const auto noted = (*store)->keepNote({{}, start, email, u"deployed"_s}, u"ada"_s);
    QVERIFY(!noted);
    QVERIFY2(noted.error().message.contains(u"can only be read"_s), qPrintable(noted.error().message));
    QVERIFY((*store)->active()); // and it goes on

    const auto journal = Journal::openToRead(m_folder->filePath(u"history"_s));
    QVERIFY2(journal, whyNot(journal).constData());
    QVERIFY((*journal)->operations());
}

/// An open reader sees what other processes write later.
void TestOnlyToRead::noticesWhoBeginsToWrite()
{
    leave(Left::Closed);
    const QString folder = QFileInfo(m_path).absolutePath();
    std::unique_ptr<HistoryReader> reader;
    app::AlertWatch watch;
    QSignalSpy list(&watch, &app::AlertWatch::alertsRead);
    {
        const OnlyToRead only(folder);
        if (!only.bites()) {
            QSKIP("whoever runs this may write to everything, and may not become another user");
        }
        auto opened = HistoryReader::open(m_path);
        QVERIFY(opened);
        reader = std::move(*opened);
        watch.open(alerts(), std::make_shared<Workspace>(), 1s, false);
        QCOMPARE(list.size(), 1);
    }
    {
        HistoryWriter writer(m_path);
        tickAt(writer, 10);
        const auto judge = AlertStore::open(alerts(), AlertStore::For::Judging);
        keepAlert(**judge, u"c"_s);
    }
    const OnlyToRead only(folder);
    const auto range = reader->range();
    QVERIFY(range && *range);
    QCOMPARE((*range)->to.count(), (start + 10s).count());
    QTRY_COMPARE(list.size(), 2);
    QCOMPARE(list.value(1).value(0).value<AlertList>().active.size(), std::size_t(3));
}

void TestOnlyToRead::readsAgainWhatWasWrittenMeanwhile()
{
    leave(Left::Closed);
    std::optional<OnlyToRead> only(std::in_place, QFileInfo(m_path).absolutePath());
    if (!only->bites()) {
        QSKIP("whoever runs this may write to everything, and may not become another user");
    }
    const auto file = HistoryFile::open(m_path, HistoryFile::For::Reading);
    QVERIFY(file);
    int times = 0;
    qint64 newest = 0;
    const Outcome read = (*file)->reading([&]() -> Outcome {
        if (++times == 1) { // between two pages of what is read
            only.reset();
            {
                HistoryWriter writer(m_path);
                tickAt(writer, 20);
            }
            only.emplace(QFileInfo(m_path).absolutePath());
        }
        const auto found = (*file)->number(u"SELECT MAX(time) FROM ticks"_s);
        newest = found ? *found : 0;
        return found ? Outcome(Done{}) : found.error();
    });
    QVERIFY2(read, whyNot(read).constData());
    QCOMPARE(times, 2);
    QCOMPARE(newest, (start + 20s).count());
}

/// A log or index of a reader's would be in the owner's way.
void TestOnlyToRead::folderMayBeWrittenButNotTheFile()
{
    leave(Left::Closed);
    const QString folder = QFileInfo(m_path).absolutePath();
    const OnlyToRead only(m_folder->path());
    if (!only.bites()) {
        QSKIP("whoever runs this may write to everything, and may not become another user");
    }
    // A folder of this user's own, with a file that is not.
    const QString own = QDir::temp().filePath(u"plimsoll-%1"_s.arg(QCoreApplication::applicationPid()));
    QVERIFY(QDir().mkpath(own));
    const QString link = own + u"/one.sqlite"_s;
    QVERIFY(QFile::copy(m_path, link));
    QFile::setPermissions(link, QFile::ReadOwner | QFile::ReadOther);
    {
        const auto reader = HistoryReader::open(link);
        QVERIFY2(reader, whyNot(reader).constData());
        const auto range = (*reader)->range();
        QVERIFY(range && *range);
        QCOMPARE(QDir(own).entryList(QDir::Files), QStringList{u"one.sqlite"_s});
    }
    QCOMPARE(QDir(own).entryList(QDir::Files), QStringList{u"one.sqlite"_s});
    QVERIFY(QDir(own).removeRecursively());
}

/// A file that cannot be read without changing it is reported.
void TestOnlyToRead::olderAlerts()
{
    leave(Left::Closed);
    {
        SqliteFile file(alerts(), 1s);
        QVERIFY(file.open());
        QVERIFY(QSqlQuery(file.database()).exec(u"PRAGMA user_version = 3"_s));
    }
    const OnlyToRead only(QFileInfo(m_path).absolutePath());
    if (!only.bites()) {
        QSKIP("whoever runs this may write to everything, and may not become another user");
    }
    const auto store = AlertStore::openThere(alerts());
    QVERIFY(!store);
    QVERIFY2(store.error().message.contains(u"older Plimsoll"_s), qPrintable(store.error().message));
}

QTEST_GUILESS_MAIN(TestOnlyToRead)
#include "tst_onlytoread.moc"
