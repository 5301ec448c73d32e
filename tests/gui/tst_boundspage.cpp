// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/bigkeysmodel.h"
#include "models/rows/boundsmodel.h"
#include "tests/gui/dashboardbench.h"
#include "views/charts/treemap.h"
#include "views/pages/boundspage.h"
#include "views/table/tableview.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/notice.h"
#include "views/window/navigation.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QComboBox>
#include <QFileInfo>
#include <QSignalSpy>

using namespace plimsoll;
using namespace plimsoll::testing;
using Column = models::BoundsModel::Column;

namespace {

constexpr auto collections = R"({"name":"mail","kind":"queue","keys":{"ready":"q"}},)"
                             R"({"name":"best","kind":"leaderboard","keys":{"board":"board"},"bound":{"keep":2}},)"
                             R"({"name":"tags","kind":"members","keys":{"set":"tags"}})";

} // namespace

/// The page of what grows, in the program's window, on a real server.
class TestBoundsPage final : public DashboardBench {
    Q_OBJECT

private slots:
    void init()
    {
        setUp();
        m_server->flush();
    }
    void cleanup() { tearDown(); }

    void showsTheWorstFirst();
    void itsNumberIsBesideItsName();
    void firstSecondsAreNotKnown();
    void theVerdictHasItsRoom();
    void boundsEachKey();
    void believesTheCollectionsOwnFigures();
    void measuresLittle();
    void ranksKeysAndDrawsMemory();
    void saysThatNoKeyExists();
    void unreadKeysMayExist();
    void saysWhatIsNotMeasured();
    void measuresWhatNobodyWatches();
    void approvesWithAReason();
    void setsABound();
    void trimsToTheBound();
    void isEmpty();
    void asksNothingWithoutAPermission();
    void staysReadOnly();

private:
    [[nodiscard]] views::SessionView &view() const { return m_dashboard->view(); }
    template <typename Widget> [[nodiscard]] Widget *find(const char *name) const
    {
        return view().findChild<Widget *>(QString::fromLatin1(name));
    }
    [[nodiscard]] const QAbstractItemModel *rows() const { return find<views::TableView>("bounds")->model(); }
    [[nodiscard]] QString cell(int row, Column column) const
    {
        return rows()->index(row, static_cast<int>(column)).data().toString();
    }
    [[nodiscard]] QByteArray workspaceText(const QByteArray &connection, const QByteArray &watched) const
    {
        return QByteArray(
                   R"({"plimsoll":1,"name":"shop","connection":{"url":"URL"MORE},"pollMs":100,"collections":[ALL]})")
            .replace("URL", m_server->url().toUtf8())
            .replace("MORE", connection)
            .replace("ALL", watched);
    }
    void openWith(const QByteArray &watched, const QByteArray &connection = {})
    {
        app::DashboardArguments arguments;
        arguments.target = write(QStringLiteral("shop.json"), workspaceText(connection, watched));
        dashboard(arguments);
        view().window()->resize(1280, 720);
        QTRY_VERIFY(m_server->calls("time") > 2); // polled
        view().showPage(QStringLiteral("bounds"));
    }
    /// A server with a list, a board beyond its bound and a set whose key expires, watched.
    void open(const QByteArray &connection = {})
    {
        m_server->run({"RPUSH", "q", "a", "b", "c"});
        m_server->run({"ZADD", "board", "1", "x", "2", "y", "3", "z"});
        m_server->run({"SADD", "tags", "red"});
        m_server->run({"PEXPIRE", "tags", "600000"});
        openWith(collections, connection);
        QTRY_COMPARE(rows()->rowCount(), 3);
        QTRY_COMPARE(cell(1, Column::Size).isEmpty(), false);
    }
    void select(const char *name)
    {
        for (int row = 0; row < rows()->rowCount(); ++row) {
            if (cell(row, Column::Name) == QLatin1StringView(name)) {
                find<views::TableView>("bounds")->selectRow(row);
                return;
            }
        }
        QFAIL(name);
    }
    [[nodiscard]] QString textOf(const char *name, Column column, int role = Qt::DisplayRole) const
    {
        for (int row = 0; row < rows()->rowCount(); ++row) {
            if (cell(row, Column::Name) == QLatin1StringView(name)) {
                return rows()->index(row, static_cast<int>(column)).data(role).toString();
            }
        }
        return {};
    }
    [[nodiscard]] QString verdictOf(const char *name) const { return textOf(name, Column::Verdict); }
    void click(const char *button)
    {
        QTRY_VERIFY(find<QPushButton>(button) != nullptr && find<QPushButton>(button)->isEnabled());
        QTest::mouseClick(find<QPushButton>(button), Qt::LeftButton);
    }
    [[nodiscard]] bool isConfirmable() const
    {
        const auto *confirm = find<QPushButton>("operationConfirm");
        return confirm != nullptr && confirm->isVisible() && confirm->isEnabled();
    }
    QByteArray savedText()
    {
        QFile file(m_folder->filePath(QStringLiteral("shop.json")));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
};

/// The number of what is beyond its bound, also before the page is opened, and the same as on the page.
void TestBoundsPage::itsNumberIsBesideItsName()
{
    m_server->run({"ZADD", "board", "1", "x", "2", "y", "3", "z"});
    app::DashboardArguments arguments;
    arguments.target = write(QStringLiteral("shop.json"), workspaceText({}, collections));
    dashboard(arguments);
    const auto *navigation = find<views::Navigation>("navigation");
    QTRY_COMPARE(navigation->troubleCount(QStringLiteral("bounds")), 1);
    view().showPage(QStringLiteral("bounds"));
    QTRY_COMPARE(verdictOf("best"), QStringLiteral("beyond its bound"));
    QTRY_VERIFY(verdictOf("mail") != QStringLiteral("beyond its bound"));
    QCOMPARE(navigation->troubleCount(QStringLiteral("bounds")), 1);
}

void TestBoundsPage::showsTheWorstFirst()
{
    open();
    const QAbstractItemModelTester tester(find<views::TableView>("bounds")->model());
    QTRY_COMPARE(verdictOf("tags"), QStringLiteral("all keys expire")); // measured
    QCOMPARE(cell(0, Column::Name), QStringLiteral("best"));
    QCOMPARE(cell(0, Column::Verdict), QStringLiteral("beyond its bound"));
    QCOMPARE(cell(1, Column::Name), QStringLiteral("mail"));
    QCOMPARE(cell(1, Column::Verdict), QStringLiteral("no bound"));
    QCOMPARE(cell(1, Column::Size), QStringLiteral("3"));
    QVERIFY2(cell(1, Column::Memory).endsWith(QLatin1Char('B')), qPrintable(cell(1, Column::Memory)));
    QCOMPARE(cell(1, Column::Expiry), QStringLiteral("none"));
    QCOMPARE(cell(0, Column::Bound), QStringLiteral("at most 2"));
    QVERIFY2(find<views::ElidedLabel>("boundsLine")->fullText().contains(QLatin1String("1 beyond the bound")),
             qPrintable(find<views::ElidedLabel>("boundsLine")->fullText()));
    // A row leads to its collection.
    select("mail");
    emit find<views::TableView>("bounds")->opened(find<views::TableView>("bounds")->currentIndex());
    QCOMPARE(view().currentPage(), QStringLiteral("queue"));
}

/// Growth takes five minutes: until then the page does not say that nothing grows.
void TestBoundsPage::firstSecondsAreNotKnown()
{
    open();
    QTRY_COMPARE(verdictOf("tags"), QStringLiteral("all keys expire"));
    for (int row = 0; row < rows()->rowCount(); ++row) {
        QCOMPARE(cell(row, Column::Growth), QStringLiteral("–"));
    }
    select("best");
    click("boundsTrimButton");
    QTRY_VERIFY(isConfirmable());
    QTest::mouseClick(find<QPushButton>("operationConfirm"), Qt::LeftButton);
    QTRY_COMPARE(verdictOf("best"), QStringLiteral("bounded by trim"));
    const QString line = find<views::ElidedLabel>("boundsLine")->fullText();
    QVERIFY2(!line.contains(QLatin1String("nothing grows")), qPrintable(line));
    QVERIFY2(line.contains(QLatin1String("1 without a bound, growth not known yet")), qPrintable(line)); // "mail"
}

/// Columns do not move when the first verdict turns amber.
void TestBoundsPage::theVerdictHasItsRoom()
{
    open();
    QTRY_COMPARE(verdictOf("best"), QStringLiteral("beyond its bound"));
    m_server->run({"ZREM", "board", "z"});
    QTRY_COMPARE(verdictOf("best"), QStringLiteral("bounded by trim"));
    const auto *table = find<views::TableView>("bounds");
    const int column = static_cast<int>(Column::Verdict);
    view().window()->resize(1280, 720);
    QTRY_VERIFY(table->viewport()->width() > 900); // in less, columns are as narrow as what they hold
    const std::chrono::milliseconds before = view().serverNow();
    QTRY_VERIFY(view().serverNow() > before + std::chrono::milliseconds(300)); // fitted again
    const int width = table->columnWidth(column);
    m_server->run({"ZADD", "board", "3", "z"});
    QTRY_COMPARE(verdictOf("best"), QStringLiteral("beyond its bound"));
    const std::chrono::milliseconds then = view().serverNow();
    QTRY_VERIFY(view().serverNow() > then + std::chrono::milliseconds(300));
    QCOMPARE(table->columnWidth(column), width);
}

/// Written keys, and those of a search.
void TestBoundsPage::boundsEachKey()
{
    m_server->run({"RPUSH", "r1", "a", "b", "c", "d", "e"});
    m_server->run({"RPUSH", "r2", "a", "b", "c"});
    m_server->run({"RPUSH", "r3", "a"});
    for (const char *key : {"found:1", "found:2", "found:3"}) {
        m_server->run({"RPUSH", key, "a", "b"});
    }
    m_server->run({"RPUSH", "found:3", "c"});
    openWith(R"({"name":"written","kind":"recent","keys":{"items":["r1","r2","r3"]},"bound":{"keep":2}},)"
             R"({"name":"found","kind":"recent","keys":{"items":"found:{id}"},"bound":{"keep":2}})");
    QTRY_COMPARE(verdictOf("written"), QStringLiteral("beyond its bound"));
    QTRY_COMPARE(verdictOf("found"), QStringLiteral("beyond its bound"));
    QCOMPARE(textOf("written", Column::Bound), QStringLiteral("at most 2 each"));
    QCOMPARE(textOf("found", Column::Bound), QStringLiteral("at most 2 each"));
    QCOMPARE(textOf("written", Column::Verdict, Qt::ToolTipRole), QStringLiteral("2 keys over 2, the longest has 5."));
    QTRY_COMPARE(textOf("found", Column::Verdict, Qt::ToolTipRole), QStringLiteral("1 key over 2, it has 3."));
}

/// Figures that a search has counted over all keys prevail over measurements of a few.
void TestBoundsPage::believesTheCollectionsOwnFigures()
{
    for (int i = 0; i < 60; ++i) {
        const QByteArray number = QByteArray::number(i);
        m_server->run({"SET", "cache:" + number, "v", "PX", "600000"});
        m_server->run({"SET", "lock:" + number, "v", "PX", "600000"});
    }
    m_server->run({"PERSIST", "cache:7"});
    openWith(R"({"name":"pages","kind":"cache","keys":{"entry":"cache:*"}},)"
             R"({"name":"locks","kind":"lock","keys":{"lock":"lock:{id}"}})");
    QTRY_COMPARE(textOf("pages", Column::Expiry), QStringLiteral("59 of 60"));
    QTRY_COMPARE(textOf("locks", Column::Expiry), QStringLiteral("all"));
    QCOMPARE(verdictOf("pages"), QStringLiteral("no bound"));
    QCOMPARE(verdictOf("locks"), QStringLiteral("all keys expire"));
}

/// Three keys are measured once, however long the page is looked at and however often it is opened.
void TestBoundsPage::measuresLittle()
{
    open();
    QTRY_COMPARE(m_server->calls("memory|usage"), 3);
    for (int i = 0; i < 3; ++i) {
        view().showPage(QStringLiteral("overview"));
        view().showPage(QStringLiteral("bounds"));
        const std::chrono::milliseconds before = view().serverNow();
        QTRY_VERIFY(view().serverNow() > before + std::chrono::milliseconds(300));
    }
    QCOMPARE(m_server->calls("memory|usage"), 3);
    QCOMPARE(m_server->calls("object|freq"), 0);
}

void TestBoundsPage::ranksKeysAndDrawsMemory()
{
    m_server->run({"CONFIG", "SET", "maxmemory-policy", "allkeys-lfu"});
    m_server->run({"RPUSH", "q", QByteArray(5'000'000, 'x')});
    open();
    auto *keys = find<views::TableView>("bigKeys");
    QTRY_COMPARE(keys->model()->index(0, 0).data().toString(), QStringLiteral("q"));
    QCOMPARE(keys->model()->rowCount(), 3);
    const int uses = static_cast<int>(models::BigKeysModel::Column::Uses);
    QTRY_VERIFY(!keys->isColumnHidden(uses));
    QVERIFY(keys->model()->index(0, uses).data().toInt() > 0);
    auto *map = find<views::Treemap>("boundsTreemap");
    const auto measured = [map] {
        return std::count_if(map->parts().begin(), map->parts().end(),
                             [](const auto &part) { return !part.isUnknown; });
    };
    QCOMPARE(measured(), 3);
    QCOMPARE(map->parts().front().name, QStringLiteral("mail"));
    QVERIFY(!find<views::ElidedLabel>("boundsUnmeasured")->isVisible());
    QTest::mouseClick(map, Qt::LeftButton, {}, QPoint(3, 3));
    const auto *table = find<views::TableView>("bounds");
    QCOMPARE(table->selectedRows().size(), 1);
    QCOMPARE(table->currentIndex().siblingAtColumn(0).data().toString(), QStringLiteral("mail"));
}

/// While nothing is in the collections, the table of keys says so.
void TestBoundsPage::saysThatNoKeyExists()
{
    openWith(R"({"name":"mail","kind":"queue","keys":{"ready":"q"}})");
    const auto *notice = find<views::Notice>("bigKeysNotice");
    QTRY_VERIFY(notice->isVisible());
    QCOMPARE(notice->heading(), QStringLiteral("No keys"));
    m_server->run({"RPUSH", "q", "a"});
    QTRY_VERIFY(find<views::TableView>("bigKeys")->isVisible());
    QVERIFY(!notice->isVisible());
}

/// Keys that could not be searched for may exist.
void TestBoundsPage::unreadKeysMayExist()
{
    m_server->run({"ACL", "SETUSER", "default", "-scan"});
    openWith(R"({"name":"found","kind":"recent","keys":{"items":"found:{id}"}})");
    const auto *notice = find<views::Notice>("bigKeysNotice");
    QTRY_VERIFY(notice->isVisible());
    QTRY_COMPARE(notice->heading(), QStringLiteral("Unknown which keys exist"));
    QVERIFY2(notice->text().contains(QStringLiteral("found")), qPrintable(notice->text()));
    m_server->run({"ACL", "SETUSER", "default", "+@all"});
    QTRY_COMPARE_WITH_TIMEOUT(notice->heading(), QStringLiteral("No keys"), 30'000);
}

/// Keys that discovery found take part: a few of each form are measured.
void TestBoundsPage::measuresWhatNobodyWatches()
{
    m_server->run({"RPUSH", "q", "a", "b", "c"});
    for (int i = 0; i < 40; ++i) {
        m_server->run({"SET", "session:" + QByteArray::number(i), QByteArray(400, 'x'), "PX", "900000"});
    }
    app::DashboardArguments arguments;
    arguments.target =
        write(QStringLiteral("shop.json"), workspaceText({}, R"({"name":"mail","kind":"queue","keys":{"ready":"q"}})"));
    dashboard(arguments);
    view().window()->resize(1280, 720);
    QTRY_VERIFY(m_server->calls("time") > 2); // polled
    QTRY_VERIFY(find<QAction>("findCollectionsAction")->isEnabled());
    find<QAction>("findCollectionsAction")->trigger();
    QTRY_COMPARE(find<QPushButton>("findScan")->text(), QStringLiteral("Look again"));
    view().showPage(QStringLiteral("bounds"));
    QTRY_COMPARE(rows()->rowCount(), 2);
    QTRY_VERIFY(m_server->calls("memory|usage") > 1);
    const auto memory = [this] { return textOf("session:{number}", Column::Memory); };
    QTRY_VERIFY2(memory().startsWith(u"≈ ") && memory().endsWith(QLatin1String(" KiB")), qPrintable(memory()));
    QVERIFY(m_server->calls("memory|usage") <= 1 + int(FoundTemplate::mostSamples)); // not of all
    QCOMPARE(textOf("session:{number}", Column::Expiry), QStringLiteral("all of 3 looked at"));
    const std::vector<views::Treemap::Part> &parts = find<views::Treemap>("boundsTreemap")->parts();
    QVERIFY(std::any_of(parts.begin(), parts.end(),
                        [](const auto &part) { return part.name == QLatin1String("session:{number}"); }));
}

/// A list too long to be measured has a place in the picture, and is named.
void TestBoundsPage::saysWhatIsNotMeasured()
{
    m_server->run({"EVAL",
                   "for i = 1, 600 do local t = {} for j = 1, 100 do t[j] = string.rep('y', 100) end "
                   "redis.call('RPUSH', 'long', unpack(t)) end",
                   "0"});
    m_server->run({"RPUSH", "q", "a"});
    openWith(QByteArray(R"({"name":"mail","kind":"queue","keys":{"ready":"q"}},)")
             + R"({"name":"audit","kind":"queue","keys":{"ready":"long"}})");
    const auto *map = find<views::Treemap>("boundsTreemap");
    QTRY_VERIFY(!map->parts().empty());
    QTRY_COMPARE(find<views::ElidedLabel>("boundsUnmeasured")->fullText(), QStringLiteral("Not measured: audit"));
    QVERIFY(find<views::ElidedLabel>("boundsUnmeasured")->isVisible());
    QCOMPARE(map->parts().front().name, QStringLiteral("not measured"));
    QVERIFY(map->parts().front().isUnknown && map->parts().front().size > 6e6);
}

void TestBoundsPage::approvesWithAReason()
{
    open();
    QVERIFY(!find<QPushButton>("boundsApprove")->isEnabled());
    select("best");
    click("boundsApprove");
    QTRY_VERIFY(view().findChild<views::CollectionEditor *>() != nullptr);
    QTest::keyClick(view().findChild<views::CollectionEditor *>(), Qt::Key_Escape); // nothing was entered: no question
    QTRY_VERIFY(view().findChild<views::CollectionEditor *>() == nullptr);
    select("best");
    click("boundsApprove");
    auto *editor = view().findChild<views::CollectionEditor *>();
    QVERIFY(editor != nullptr);
    auto *reason = editor->findChild<QLineEdit *>(QStringLiteral("boundValue"));
    QVERIFY(reason->isVisible() && reason->text().isEmpty()); // not the number of the bound before
    QTRY_COMPARE(editor->focusWidget(), reason);
    QTest::keyClicks(reason, QStringLiteral("a few players"));
    accept(editor);
    QTRY_COMPARE(verdictOf("best"), QStringLiteral("approved"));
    QTRY_VERIFY(savedText().contains("a few players"));
    // And back.
    select("best");
    click("boundsSet");
    QTRY_VERIFY(view().findChild<views::CollectionEditor *>() != nullptr);
    editor = view().findChild<views::CollectionEditor *>();
    auto *way = editor->findChild<QComboBox *>(QStringLiteral("boundWay"));
    way->setCurrentIndex(0);
    accept(editor);
    QTRY_COMPARE(verdictOf("best"), QStringLiteral("no bound"));
    QTRY_VERIFY(!savedText().contains("approved"));
}

void TestBoundsPage::setsABound()
{
    open();
    select("mail");
    click("boundsSet");
    auto *editor = view().findChild<views::CollectionEditor *>();
    QVERIFY(editor != nullptr);
    auto *way = editor->findChild<QComboBox *>(QStringLiteral("boundWay"));
    QTRY_COMPARE(editor->focusWidget(), way);
    way->setCurrentIndex(way->findData(QStringLiteral("keep")));
    QTest::keyClicks(editor->findChild<QLineEdit *>(QStringLiteral("boundValue")), QStringLiteral("100"));
    accept(editor);
    QTRY_COMPARE(verdictOf("mail"), QStringLiteral("bounded by trim"));
}

void TestBoundsPage::trimsToTheBound()
{
    open();
    select("mail");
    QTRY_VERIFY(find<QPushButton>("boundsTrimButton")->isEnabled());
    select("tags"); // a set has no order
    QVERIFY(!find<QPushButton>("boundsTrimButton")->isEnabled());
    QVERIFY(!find<QPushButton>("boundsTrimButton")->toolTip().isEmpty());
    select("best");
    click("boundsTrimButton");
    QTRY_VERIFY(isConfirmable());
    QTest::mouseClick(find<QPushButton>("operationConfirm"), Qt::LeftButton);
    QTRY_COMPARE(m_server->run({"ZCARD", "board"}).integer, 2);
    QTRY_COMPARE(verdictOf("best"), QStringLiteral("bounded by trim"));
}

void TestBoundsPage::isEmpty()
{
    app::DashboardArguments arguments;
    arguments.target = write(QStringLiteral("none.json"), workspaceText({}, {}));
    dashboard(arguments);
    QTRY_VERIFY(m_server->calls("time") > 2); // polled
    view().showPage(QStringLiteral("bounds"));
    const auto *notice = find<QWidget>("boundsPage")->findChild<views::Notice *>();
    QTRY_COMPARE(notice->heading(), QStringLiteral("No collections are watched"));
    QVERIFY(notice->isVisible());
    QCOMPARE(m_server->calls("pttl"), 0);
}

void TestBoundsPage::asksNothingWithoutAPermission()
{
    m_server->run({"ACL", "SETUSER", "default", "-memory|usage"});
    open();
    QTRY_VERIFY(find<views::ElidedLabel>("boundsLine")->fullText().contains(QLatin1String("+memory|usage")));
    QCOMPARE(cell(1, Column::Memory), QStringLiteral("–"));
    QTRY_COMPARE(cell(0, Column::Expiry), QStringLiteral("none")); // the rest is there
}

void TestBoundsPage::staysReadOnly()
{
    open(R"(,"readOnly":true)");
    select("best");
    QVERIFY(!find<QPushButton>("boundsTrimButton")->isEnabled());
    QVERIFY(!find<QPushButton>("boundsExpiryButton")->isEnabled());
    QVERIFY(find<QPushButton>("boundsSet")->isEnabled()); // the workspace is the person's own
    QTRY_VERIFY(cell(0, Column::Memory) != QStringLiteral("–"));
}

QTEST_MAIN(TestBoundsPage)
#include "tst_boundspage.moc"
