// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/windowbench.h"
#include "views/widgets/elidedlabel.h"

using namespace plimsoll;
using namespace plimsoll::testing;

namespace {

constexpr const char *testers = R"({"plimsoll":1,"name":"shop","connection":{"url":"redis://127.0.0.1:6379"},)"
                                R"("pollMs":100,"collections":[{"name":"testers","kind":"members",)"
                                R"("keys":{"set":"beta"}}]})";

} // namespace

/// Members of a set, clicked, while others change it: the rows never pretend that they are still all there is.
class MembersPageTest final : public QObject {
    Q_OBJECT

    static QStringList sorted(QStringList names)
    {
        names.sort();
        return names;
    }
    static QString line(const WindowBench &bench)
    {
        const auto *label = bench.find<views::ElidedLabel>("newRowsText");
        return label != nullptr && label->isVisible() ? label->fullText() : QString();
    }

private slots:
    void aSetOfOnePageIsFollowed()
    {
        WindowBench bench;
        bench.server.run({"SADD", "beta", "only"});
        bench.open(testers);
        bench.window->showPage(QStringLiteral("members"));
        QTRY_COMPARE(bench.names(), QStringList{QStringLiteral("only")});
        bench.server.run({"SREM", "beta", "only"}); // the number stays the same
        bench.server.run({"SADD", "beta", "new"});
        QTRY_COMPARE(bench.names(), QStringList{QStringLiteral("new")});
        bench.server.run({"DEL", "beta"});
        QTRY_VERIFY(bench.names().isEmpty());
        bench.server.run({"SADD", "beta", "a", "b"});
        QTRY_COMPARE(sorted(bench.names()), (QStringList{QStringLiteral("a"), QStringLiteral("b")}));
    }

    void rowsThatAreHeldSayWhatIsNew()
    {
        WindowBench bench;
        bench.server.run({"SADD", "beta", "only"});
        bench.open(testers);
        bench.window->showPage(QStringLiteral("members"));
        QTRY_COMPARE(bench.names().size(), 1);
        bench.table()->selectRow(0);
        bench.server.run({"SREM", "beta", "only"});
        bench.server.run({"SADD", "beta", "a", "b", "c"});
        QTRY_VERIFY2(line(bench).contains(QStringLiteral("3 others on this page now")), qPrintable(line(bench)));
        QVERIFY(bench.names().contains(QStringLiteral("only"))); // nothing moves under who chooses
        QTest::mouseClick(bench.find<QPushButton>("showNewRows"), Qt::LeftButton);
        QTRY_COMPARE(bench.names().size(), 3);
    }

    void aPageOfALargeSetSaysThatItChanged()
    {
        WindowBench bench;
        const auto add = [&bench](int from, int to) {
            for (int i = from; i < to; ++i) {
                bench.server.run({"SADD", "beta", "m" + QByteArray::number(i)});
            }
        };
        add(0, 2'000);
        bench.open(testers);
        bench.window->showPage(QStringLiteral("members"));
        QTRY_VERIFY(bench.names().size() >= 100);
        const QStringList before = bench.names();
        add(2'000, 2'010);
        QTRY_COMPARE(line(bench), QStringLiteral("2,010 now, 2,000 when this page was read"));
        QCOMPARE(bench.names(), before);
        QTest::mouseClick(bench.find<QPushButton>("showNewRows"), Qt::LeftButton);
        QTRY_VERIFY(line(bench).isEmpty());
    }
};

QTEST_MAIN(MembersPageTest)
#include "tst_memberspage.moc"
