// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/windowbench.h"
#include "views/widgets/elidedlabel.h"

#include <QDateTime>

using namespace plimsoll;
using namespace plimsoll::testing;

namespace {

constexpr const char *quotes =
    "{\"plimsoll\":1,\"name\":\"shop\",\"connection\":{\"url\":\"redis://127.0.0.1:6379\"},\"pollMs\":100,"
    "\"collections\":[{\"name\":\"quotes\",\"kind\":\"expiry\","
    "\"keys\":{\"index\":\"i\",\"target\":\"quote:{id}\"}}]}";

} // namespace

/// The page of an index of what expires, clicked: what is late, whether its key is there, and cleaning it up.
class ExpiryPageTest final : public QObject {
    Q_OBJECT

    static void add(WindowBench &bench, const QByteArray &id, int offsetMs, bool isThere)
    {
        bench.server.run({"ZADD", "i", QByteArray::number(QDateTime::currentMSecsSinceEpoch() + offsetMs), id});
        if (isThere) {
            bench.server.run({"SET", "quote:" + id, "content of " + id});
        }
    }

private slots:
    void showsAndCleansUp()
    {
        WindowBench bench;
        add(bench, "old", -90'000, true);
        add(bench, "deleted", -30'000, false);
        add(bench, "later", 600'000, true);
        bench.open(quotes);
        bench.window->showPage(QStringLiteral("expiry"));
        QTRY_COMPARE(bench.names(),
                     QStringList({QStringLiteral("old"), QStringLiteral("deleted"), QStringLiteral("later")}));
        QCOMPARE(bench.cell(0, 1), QStringLiteral("expired"));
        QCOMPARE(bench.cell(2, 1), QStringLiteral("indexed"));
        QCOMPARE(bench.cell(0, 3), QStringLiteral("there"));
        QCOMPARE(bench.cell(1, 3), QStringLiteral("gone"));
        auto *clean = bench.find<QPushButton>("cleanUpButton");
        QTRY_COMPARE(clean->text(), QStringLiteral("Clean up 2 expired…"));
        QTest::mouseClick(clean, Qt::LeftButton);
        QTRY_VERIFY(bench.find<views::ElidedLabel>("operationTitle") != nullptr
                    && bench.find<views::ElidedLabel>("operationTitle")->fullText()
                        == QStringLiteral("Clean up 2 entries of quotes"));
        bench.confirm();
        QTRY_COMPARE(bench.server.run({"ZCARD", "i"}).integer, 1);
        QCOMPARE(bench.server.run({"EXISTS", "quote:old", "quote:later"}).integer, 1);
        const auto *undo = bench.find<QPushButton>("operationUndoButton");
        QTRY_VERIFY(undo->isVisible() && undo->isEnabled());
        QTest::mouseClick(bench.find<QPushButton>("operationUndoButton"), Qt::LeftButton);
        QTRY_VERIFY(bench.find<views::ElidedLabel>("operationTitle")->fullText().startsWith(QLatin1String("Undo: ")));
        bench.confirm();
        QTRY_COMPARE(bench.server.run({"GET", "quote:old"}).bytes, QByteArray("content of old"));
        QCOMPARE(bench.server.run({"ZCARD", "i"}).integer, 3);
    }
};

QTEST_MAIN(ExpiryPageTest)
#include "tst_expirypage.moc"
