// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/journal/archive.h"
#include "redis/operations/journal/journalfile.h"
#include "tests/support/damagedpages.h"

#include <QTemporaryDir>
#include <QTest>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace Qt::StringLiterals;

/// The elements of operations, in a file that gets damaged.
class TestArchive final : public QObject {
    Q_OBJECT

private slots:
    void partOfItIsNotTakenForAllOfIt();
};

/// Reading ends at the damage: that is an error, and no end.
void TestArchive::partOfItIsNotTakenForAllOfIt()
{
    constexpr int count = 600;
    const QString operation = u"op"_s;
    QTemporaryDir folder;
    QString path;
    {
        JournalFile file(folder.path());
        const Outcome opened = file.open();
        QVERIFY2(opened, qPrintable(opened ? QString() : opened.error().message));
        path = file.path();
        BatchResult batch;
        for (int i = 0; i < count; ++i) {
            ArchivedElement element;
            element.element = QByteArray(300, 'x') + QByteArray::number(i);
            element.place = i;
            batch.elements.push_back(element);
        }
        const Archive archive(file);
        QVERIFY(file.transaction([&] { return archive.add(operation, batch); }).ok());
        const auto whole = archive.elements(operation, Archive::From::Oldest);
        QVERIFY(whole && whole->size() == count);
    }
    int refused = 0;
    test::withEachPageDamaged(path, [&] {
        JournalFile file(folder.path());
        if (!file.open()) {
            return;
        }
        const Archive archive(file);
        for (const auto from : {Archive::From::Oldest, Archive::From::Newest}) {
            const auto elements = archive.elements(operation, from);
            QVERIFY2(!elements || elements->size() == count, "a part was taken for all of it");
            refused += elements ? 0 : 1;
        }
        const auto places = archive.places(operation);
        QVERIFY(!places || places->size() == count);
        const auto part = archive.part(operation, {0, 'm', count}, std::nullopt, {count, qint64(count) * 1000});
        QVERIFY(!part || part->size() == count);
    });
    QVERIFY(refused > 0);
}

QTEST_GUILESS_MAIN(TestArchive)
#include "tst_archive.moc"
