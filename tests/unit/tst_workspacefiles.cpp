// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/kinds.h"
#include "redis/workspace/workspaceedit.h"
#include "redis/workspace/workspacefile.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

#include <sys/stat.h>

using namespace plimsoll;
using namespace plimsoll::redis;

namespace {

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("cannot be opened");
}

bool write(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

Workspace good(const QString &name)
{
    WorkspaceResult result = readWorkspace(QStringLiteral(PLIMSOLL_TEST_DATA "/workspaces/") + name, kindInfos());
    return std::holds_alternative<Workspace>(result) ? std::get<Workspace>(result) : Workspace{};
}

} // namespace

/// How a workspace is changed and written to disk; tst_workspace reads it.
class WorkspaceFilesTest final : public QObject {
    Q_OBJECT

private slots:
    void savesWithOneBackup();
    void savesThroughALink();
    void failedSaveLeavesTheOldFile();
    void savesNoDevice();
    void editsCollections();
};

void WorkspaceFilesTest::savesWithOneBackup()
{
    const QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("orders.json"));
    Workspace workspace = good(QStringLiteral("contract.json"));
    QVERIFY(saveWorkspace(workspace, path).ok());
    QVERIFY(!QFile::exists(path + u'~'));
    const QByteArray first = contents(path);
    QVERIFY(QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner));

    workspace.name = QStringLiteral("second");
    QVERIFY(saveWorkspace(workspace, path).ok());
    QCOMPARE(contents(path + u'~'), first);
    QCOMPARE(contents(path), workspaceToJson(workspace));
    const QFile::Permissions others = QFile::ReadGroup | QFile::ReadOther;
    QVERIFY(!(QFile::permissions(path) & others));
    QVERIFY(!(QFile::permissions(path + u'~') & others));

    const QByteArray second = contents(path);
    workspace.name = QStringLiteral("third");
    QVERIFY(saveWorkspace(workspace, path).ok());
    QCOMPARE(contents(path + u'~'), second);
    QCOMPARE(QDir(dir.path()).entryList(QDir::Files | QDir::Hidden).size(), 2);
}

/// A pipe stands for what is no file: to read a device for the backup may never end.
void WorkspaceFilesTest::savesNoDevice()
{
    const QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("pipe"));
    QVERIFY(mkfifo(qPrintable(path), 0600) == 0);
    const Outcome saved = saveWorkspace(good(QStringLiteral("contract.json")), path);
    QVERIFY(!saved);
    QVERIFY2(saved.error().message.contains(QStringLiteral("is no regular file")), qPrintable(saved.error().message));
    QVERIFY(!QFileInfo(path).isFile());
}

void WorkspaceFilesTest::savesThroughALink()
{
    const QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("real.json"));
    const QString link = dir.filePath(QStringLiteral("link.json"));
    QVERIFY(write(path, "old"));
    QVERIFY(QFile::link(path, link));
    const Workspace workspace = good(QStringLiteral("smallest.json"));
    QVERIFY(saveWorkspace(workspace, link).ok());
    QVERIFY(QFileInfo(link).isSymLink());
    QCOMPARE(contents(path), workspaceToJson(workspace));
    QCOMPARE(contents(path + u'~'), QByteArray("old"));
}

void WorkspaceFilesTest::failedSaveLeavesTheOldFile()
{
    const QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("orders.json"));
    QVERIFY(write(path, "old"));
    // A folder where the backup belongs stops even root, who may write into a read-only directory.
    QVERIFY(QDir().mkpath(path + QStringLiteral("~/inside")));
    const Outcome blocked = saveWorkspace(good(QStringLiteral("smallest.json")), path);
    QVERIFY(!blocked.ok());
    QCOMPARE(blocked.error().kind, ErrorKind::Storage);
    QVERIFY(blocked.error().message.contains(path));
    QCOMPARE(contents(path), QByteArray("old"));

    QVERIFY(!saveWorkspace(good(QStringLiteral("smallest.json")), dir.filePath(QStringLiteral("no/such/folder.json")))
                 .ok());
    // /proc takes no new file from anyone.
    const Outcome noFile = saveWorkspace(good(QStringLiteral("smallest.json")), QStringLiteral("/proc/plimsoll.json"));
    QVERIFY(!noFile.ok());
    QCOMPARE(noFile.error().kind, ErrorKind::Storage);

    if (::geteuid() != 0) {
        const QString locked = dir.filePath(QStringLiteral("locked"));
        QVERIFY(QDir().mkpath(locked) && write(locked + QStringLiteral("/w.json"), "old"));
        QVERIFY(QFile::setPermissions(locked, QFile::ReadOwner | QFile::ExeOwner));
        QVERIFY(!saveWorkspace(good(QStringLiteral("smallest.json")), locked + QStringLiteral("/w.json")).ok());
        QCOMPARE(contents(locked + QStringLiteral("/w.json")), QByteArray("old"));
        QVERIFY(QFile::setPermissions(locked, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    }
}

void WorkspaceFilesTest::editsCollections()
{
    const auto named = [](const char *name) {
        CollectionDefinition collection;
        collection.name = QString::fromLatin1(name);
        return collection;
    };
    const auto names = [](const Workspace &workspace) { return collectionNames(workspace).join(u' '); };
    Workspace workspace;
    for (const char *name : {"a", "b", "c", "d"}) {
        workspace = withCollectionAdded(workspace, named(name));
    }
    QCOMPARE(names(workspace), QStringLiteral("a b c d"));
    QCOMPARE(names(withCollectionReplaced(workspace, 1, named("x"))), QStringLiteral("a x c d"));
    QCOMPARE(names(withCollectionReplaced(workspace, 4, named("x"))), QStringLiteral("a b c d"));
    QCOMPARE(names(withCollectionRemoved(workspace, 0)), QStringLiteral("b c d"));
    QCOMPARE(names(withCollectionRemoved(workspace, 3)), QStringLiteral("a b c"));
    QCOMPARE(names(withCollectionRemoved(workspace, 4)), QStringLiteral("a b c d"));
    QCOMPARE(names(withCollectionMoved(workspace, 0, 3)), QStringLiteral("b c d a"));
    QCOMPARE(names(withCollectionMoved(workspace, 3, 0)), QStringLiteral("d a b c"));
    QCOMPARE(names(withCollectionMoved(workspace, 1, 2)), QStringLiteral("a c b d"));
    QCOMPARE(names(withCollectionMoved(workspace, 2, 2)), QStringLiteral("a b c d"));
    QCOMPARE(names(withCollectionMoved(workspace, 0, 4)), QStringLiteral("a b c d"));
    QCOMPARE(collectionNames(workspace, 2).join(u' '), QStringLiteral("a b d"));
    QCOMPARE(names(workspace), QStringLiteral("a b c d"));
}

QTEST_GUILESS_MAIN(WorkspaceFilesTest)
#include "tst_workspacefiles.moc"
