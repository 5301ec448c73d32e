// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/proposalmodel.h"
#include "tests/gui/dashboardbench.h"
#include "views/table/tableview.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/notice.h"
#include "views/widgets/wrappedlabel.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QElapsedTimer>
#include <QFileDialog>
#include <QSortFilterProxyModel>

using namespace plimsoll;
using namespace plimsoll::testing;
using Column = models::ProposalModel::Column;

/// Finding collections in the program's window, on real servers.
class TestFindPage final : public DashboardBench {
    Q_OBJECT

private slots:
    void init()
    {
        setUp();
        m_server->flush();
    }
    void cleanup() { tearDown(); }

    void aUrlLeadsToADashboard();
    void nothingIsAddedUnasked();
    void marksWhatIsWatched();
    void changesAProposal();
    void showsFiguresAndElements();
    void frameworksAreGrouped();
    void nothingRecognisable();
    void watchedKeysAreRecognised();
    void anEmptyServer();
    void stops();
    void waitsForTheServer();
    void saysWhatIsNotPermitted();
    void strangeAndManyNames();
    void isOfferedByOverviewAndPalette();
    void saysWhatIsNewAndWhatIsGone();

private:
    void lists(std::initializer_list<const char *> keys, int length = 3)
    {
        redis::Pipeline pipeline;
        for (const char *key : keys) {
            for (int i = 0; i < length; ++i) {
                pipeline.add(
                    {"RPUSH", key, R"({"id":"j)" + QByteArray::number(i) + R"(","task":"send","attempts":1})"});
            }
        }
        for (const redis::Reply &reply : m_server->run(pipeline)) {
            QVERIFY(!reply.isError());
        }
    }
    /// BullMQ, Sidekiq and three applications made by hand.
    void fillApplications()
    {
        lists({"bull:mail:wait", "bull:pdf:wait"});
        for (const char *queue : {"mail", "pdf"}) {
            const QByteArray base = QByteArray("bull:") + queue;
            m_server->run({"HSET", base + ":meta", "version", "bullmq:5"});
            m_server->run({"SET", base + ":id", "9"});
        }
        m_server->run({"SADD", "queues", "default"});
        m_server->run({"RPUSH", "queue:default", R"({"class":"Job","jid":"a1","retry":true,"queue":"default"})"});
        m_server->run({"ZADD", "schedule", "4000000000", R"({"class":"Job","jid":"b"})"});
        m_server->run({"SET", "stat:processed", "9"});
        m_server->run({"SADD", "processes", "h:1"});
        lists({"shop:queue:email", "shop:queue:email:processing", "shop:queue:email:failed"});
        lists({"images:todo", "images:inprogress", "images:errors"});
        for (int i = 0; i < 40; ++i) {
            const QByteArray number = QByteArray::number(i);
            m_server->run({"ZADD", "game:leaderboard:weekly", QByteArray::number(17 * i), "player:" + number});
            m_server->run({"SET", "shop:cache:product:" + number, "html", "EX", "900"});
        }
        for (int i = 0; i < 9; ++i) {
            m_server->run({"SET", "shop:lock:order:" + QByteArray::number(i), "token", "PX", "900000"});
            m_server->run({"XADD", "game:events", "*", "t", "hi"});
            m_server->run({"SADD", "game:online", "user" + QByteArray::number(i)});
        }
    }

    void openUrl()
    {
        app::DashboardArguments arguments;
        arguments.target = m_server->url();
        dashboard(arguments);
    }
    void openFile(int collections)
    {
        app::DashboardArguments arguments;
        arguments.target = write(QStringLiteral("shop.json"), workspaceJson(*m_server, collections));
        dashboard(arguments);
        auto *action = find<QAction>("findCollectionsAction");
        QTRY_VERIFY(action->isEnabled());
        action->trigger();
    }
    template <typename Widget> [[nodiscard]] Widget *find(const char *name) const
    {
        return m_dashboard->view().findChild<Widget *>(QString::fromLatin1(name));
    }
    [[nodiscard]] views::SessionView &view() const { return m_dashboard->view(); }
    [[nodiscard]] const Workspace &workspace() const
    {
        return *m_dashboard->sessions().front()->session().document().workspace();
    }
    [[nodiscard]] views::TableView *table() const { return find<views::TableView>("proposals"); }
    [[nodiscard]] QModelIndex at(int row, Column column) const
    {
        return table()->model()->index(row, static_cast<int>(column));
    }
    [[nodiscard]] QString cell(int row, Column column) const { return at(row, column).data().toString(); }
    [[nodiscard]] QStringList cells(Column column) const
    {
        QStringList all;
        for (int row = 0; row < table()->model()->rowCount(); ++row) {
            all += cell(row, column);
        }
        return all;
    }
    [[nodiscard]] int rowOf(const QString &name) const { return int(cells(Column::Name).indexOf(name)); }
    [[nodiscard]] QString line() const { return find<views::ElidedLabel>("findLine")->fullText(); }
    [[nodiscard]] QPushButton *button(const char *name) const { return find<QPushButton>(name); }
    [[nodiscard]] bool isOver() const { return button("findScan")->text() == QLatin1String("Look again"); }
    [[nodiscard]] QString notice() const
    {
        const auto *shown = find<QWidget>("findPage")->findChild<views::Notice *>();
        return shown->isVisible() ? shown->heading() : QString();
    }
    /// Midnight comes a second after the search, in a time zone of its own: the line says the day then.
    void aDayPasses() const
    {
        const QDateTime now = QDateTime::currentDateTimeUtc();
        const QByteArray zone = qgetenv("TZ");
        const auto restore = qScopeGuard([&zone] {
            zone.isNull() ? qunsetenv("TZ") : qputenv("TZ", zone);
            tzset();
        });
        qputenv("TZ", "TST" + now.time().addSecs(1).toString(QStringLiteral("H:mm:ss")).toUtf8()); // 23:59:59 is now
        tzset();
        const QString day = QLocale().dayName(now.date().addDays(-1).dayOfWeek(), QLocale::ShortFormat);
        QTRY_VERIFY2(line().contains(QStringLiteral(" · searched %1 23:59 · ").arg(day)), qPrintable(line()));
    }
    void clickCheck(int row) const
    {
        const QRect rect = table()->visualRect(at(row, Column::Watch));
        QTest::mouseClick(table()->viewport(), Qt::LeftButton, {}, rect.center());
    }
    [[nodiscard]] bool isTicked(int row) const
    {
        return at(row, Column::Watch).data(Qt::CheckStateRole).toInt() == Qt::Checked;
    }
};

void TestFindPage::aUrlLeadsToADashboard()
{
    fillApplications();
    QElapsedTimer timer;
    timer.start();
    openUrl(); // action 1
    QCOMPARE(view().currentPage(), QStringLiteral("find"));
    QTRY_VERIFY(isOver());
    QVERIFY2(line().contains(QLatin1String("the server worked")), qPrintable(line()));
    QVERIFY2(line().contains(QStringLiteral(" · searched ")), qPrintable(line()));
    aDayPasses();
    if (QTest::currentTestFailed()) {
        return;
    }
    const auto ticked = static_cast<std::size_t>(cells(Column::Name).size());
    QVERIFY2(ticked >= 10, qPrintable(cells(Column::Name).join(u',')));
    QVERIFY(workspace().collections.empty());
    const QString text = button("findWatch")->text();
    QVERIFY2(text.startsWith(QLatin1String("Watch ")), qPrintable(text));
    QTest::mouseClick(button("findWatch"), Qt::LeftButton); // action 2
    QCOMPARE(view().currentPage(), QStringLiteral("overview"));
    QVERIFY(workspace().collections.size() >= 10);
    QCOMPARE(text, QStringLiteral("Watch %1 collections").arg(workspace().collections.size()));
    QVERIFY(m_dashboard->sessions().front()->session().document().isDirty());
    QVERIFY(view().windowTitle().contains(QLatin1String("not saved")));
    const auto &history = m_dashboard->sessions().front()->session().history();
    QTRY_VERIFY(history.judged() != nullptr && history.judged()->size() == workspace().collections.size());
    QTRY_VERIFY(std::none_of(history.judged()->rows.begin(), history.judged()->rows.end(),
                             [](const Snapshot::Row &row) { return row.state == State::Error; }));
    find<QAction>("saveAction")->trigger(); // action 3
    auto *dialog = view().findChild<QFileDialog *>(QStringLiteral("saveDialog"));
    QVERIFY(dialog != nullptr);
    const QString path = m_folder->filePath(QStringLiteral("found.json"));
    emit dialog->fileSelected(path); // actions 4 and 5: a name, and Save
    QTRY_VERIFY(QFile::exists(path));
    QTRY_VERIFY(!m_dashboard->sessions().front()->session().document().isDirty());
    qInfo("a dashboard of %zu collections in %lld ms", workspace().collections.size(),
          static_cast<long long>(timer.elapsed()));
}

void TestFindPage::nothingIsAddedUnasked()
{
    lists({"shop:queue:email", "shop:queue:sms"});
    openUrl();
    QTRY_VERIFY(isOver());
    const QAbstractItemModelTester tester(qobject_cast<QSortFilterProxyModel *>(table()->model())->sourceModel(),
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    QCOMPARE(cells(Column::Name), QStringList({QStringLiteral("shop email"), QStringLiteral("shop sms")}));
    QVERIFY(isTicked(0) && isTicked(1));
    QCOMPARE(button("findWatch")->text(), QStringLiteral("Watch 2 collections"));
    clickCheck(0);
    QVERIFY(!isTicked(0));
    QCOMPARE(button("findWatch")->text(), QStringLiteral("Watch 1 collection"));
    clickCheck(1);
    QVERIFY(!button("findWatch")->isEnabled());
    QVERIFY(!button("findWatch")->toolTip().isEmpty());
    table()->setFocus();
    table()->selectAll();
    QTest::keyClick(table(), Qt::Key_Space);
    QVERIFY(isTicked(0) && isTicked(1));
    table()->selectRow(0);
    QTest::keyClick(table(), Qt::Key_Space);
    QVERIFY(!isTicked(0) && isTicked(1));
    // The user's choices are kept by another search.
    lists({"shop:queue:sms:processing"});
    QTest::mouseClick(button("findScan"), Qt::LeftButton);
    QTRY_VERIFY(isOver());
    QVERIFY(!isTicked(rowOf(QStringLiteral("shop email"))));
    QVERIFY(isTicked(rowOf(QStringLiteral("shop sms"))));
    QVERIFY(workspace().collections.empty());
}

void TestFindPage::marksWhatIsWatched()
{
    lists({"q0", "mail:queue"});
    openFile(1); // watches q0
    QTRY_VERIFY(isOver());
    const int watched = int(cells(Column::Watch).indexOf(QStringLiteral("watched")));
    QVERIFY2(watched >= 0, qPrintable(cells(Column::Name).join(u',')));
    const QString before = button("findWatch")->text();
    QCOMPARE(before, QStringLiteral("Watch 1 collection"));
    clickCheck(watched);
    QCOMPARE(button("findWatch")->text(), before);
    QTest::mouseClick(button("findWatch"), Qt::LeftButton);
    QCOMPARE(workspace().collections.size(), 2U);
    find<QAction>("findCollectionsAction")->trigger();
    QCOMPARE(view().currentPage(), QStringLiteral("find"));
    QVERIFY(isOver()); // no second search
    QCOMPARE(cells(Column::Watch).count(QStringLiteral("watched")), 2);
    QCOMPARE(button("findWatch")->text(), QStringLiteral("Watch"));
}

void TestFindPage::changesAProposal()
{
    lists({"shop:queue:email", "shop:queue:sms"});
    openUrl();
    QTRY_VERIFY(isOver());
    table()->selectRow(0);
    QTest::mouseClick(button("findChange"), Qt::LeftButton);
    auto *editor = view().findChild<views::CollectionEditor *>();
    QVERIFY(editor != nullptr);
    QCOMPARE(editor->findChild<QPlainTextEdit *>(QStringLiteral("key.ready"))->toPlainText(),
             QStringLiteral("shop:queue:email"));
    auto *name = editor->findChild<QLineEdit *>(QStringLiteral("collectionName"));
    name->clear();
    QTest::keyClicks(name, QStringLiteral("shop sms"));
    QVERIFY(!editor->isValid()); // another proposal has the name
    name->clear();
    QTest::keyClicks(name, QStringLiteral("letters"));
    accept(editor);
    QTRY_VERIFY(cells(Column::Name).contains(QStringLiteral("letters")));
    QVERIFY(workspace().collections.empty());
    const int row = rowOf(QStringLiteral("letters"));
    QCOMPARE(cell(row, Column::Confidence), QStringLiteral("changed"));
    QTest::mouseClick(button("findScan"), Qt::LeftButton); // another search does not take it back
    QTRY_VERIFY(isOver());
    QVERIFY(cells(Column::Name).contains(QStringLiteral("letters")));
    QTest::mouseClick(button("findWatch"), Qt::LeftButton);
    QCOMPARE(workspace().collections.size(), 2U);
    QVERIFY(std::any_of(workspace().collections.begin(), workspace().collections.end(),
                        [](const CollectionDefinition &one) { return one.name == QLatin1String("letters"); }));
}

void TestFindPage::showsFiguresAndElements()
{
    lists({"shop:queue:email"}, 7);
    openUrl();
    QTRY_VERIFY(isOver());
    QTRY_COMPARE(cell(0, Column::Elements), QStringLiteral("7 ready"));
    table()->selectRow(0);
    QCOMPARE(find<views::ElidedLabel>("findTitle")->fullText(), cell(0, Column::Name));
    QVERIFY(!find<views::WrappedLabel>("findReason")->fullText().isEmpty());
    QTRY_VERIFY(find<views::WrappedLabel>("findElements")->fullText().contains(QLatin1String("\"task\"")));
    QTRY_VERIFY(find<views::WrappedLabel>("findFigure") != nullptr);
    m_server->run({"RPUSH", "shop:queue:email", "another"});
    QTRY_COMPARE(cell(0, Column::Elements), QStringLiteral("8 ready")); // the figures are live
    const auto polls = [this] { return m_server->run({"CLIENT", "LIST"}).bytes.count("name=plimsoll:poll"); };
    QCOMPARE(polls(), 2);
    view().showPage(QStringLiteral("overview"));
    QTRY_COMPARE(polls(), 1); // the proposals are not on screen
}

void TestFindPage::frameworksAreGrouped()
{
    fillApplications();
    openUrl();
    QTRY_VERIFY(isOver());
    const QStringList applications = cells(Column::Application);
    QCOMPARE(applications.count(QStringLiteral("BullMQ")), 2);
    QVERIFY(applications.contains(QStringLiteral("Sidekiq")));
    QVERIFY(applications.contains(QStringLiteral("shop")));
    QVERIFY(applications.contains(QStringLiteral("game")));
    QStringList runs; // each is one group of rows
    for (const QString &each : applications) {
        if (runs.isEmpty() || runs.last() != each) {
            QVERIFY2(!runs.contains(each), qPrintable(applications.join(u',')));
            runs += each;
        }
    }
}

void TestFindPage::nothingRecognisable()
{
    for (int i = 0; i < 30; ++i) {
        m_server->run({"SET", "token:" + QByteArray::number(i), "x"});
    }
    openUrl();
    QTRY_COMPARE(notice(), QStringLiteral("Nothing recognisable"));
    auto *rest = find<views::TableView>("unrecognised");
    QTRY_VERIFY(rest->isVisible());
    QCOMPARE(rest->model()->index(0, 0).data().toString(), QStringLiteral("token:{number}"));
    QCOMPARE(rest->model()->index(0, 2).data().toString(), QStringLiteral("30"));
    QVERIFY(button("findAdd")->isVisible());
    QVERIFY(!button("findWatch")->isEnabled());
}

/// Keys that the workspace watches are known, whatever a search makes of them.
void TestFindPage::watchedKeysAreRecognised()
{
    m_server->run({"SET", "big", "x"});
    m_server->run({"SET", "token", "x"});
    for (const char *record : {"rec:1", "rec:2", "rec:3", "rec:4"}) {
        m_server->run({"SET", record, "x"});
    }
    for (const char *other : {"rec:archive:1", "rec:archive:2", "rec:archive:3"}) { // begins alike
        m_server->run({"SET", other, "x"});
    }
    for (const char *list : {"rec:5", "rec:6", "rec:7", "rec:8"}) { // named like records, which are no lists
        m_server->run({"RPUSH", list, "x"});
    }
    app::DashboardArguments arguments;
    arguments.target = write(QStringLiteral("big.json"),
                             R"({"plimsoll":1,"name":"big","connection":{"url":")" + m_server->url().toUtf8()
                                 + R"("},"collections":[{"name":"big","kind":"members","keys":{"set":"big"}},)"
                                   R"({"name":"q","kind":"queue","keys":{"ready":"q","job":"rec:{id}"}}]})");
    dashboard(arguments);
    auto *action = find<QAction>("findCollectionsAction");
    QTRY_VERIFY(action->isEnabled());
    action->trigger();
    QTRY_VERIFY(isOver());
    const QAbstractItemModel *rest = find<views::TableView>("unrecognised")->model();
    const auto names = [rest] {
        QStringList all;
        for (int row = 0; row < rest->rowCount(); ++row) {
            all += rest->index(row, 0).data().toString() + QLatin1Char(' ') + rest->index(row, 1).data().toString();
        }
        all.sort();
        return all;
    };
    QTRY_COMPARE(names(),
                 QStringList({QStringLiteral("rec:archive:{number} string"), QStringLiteral("rec:{number} list"),
                              QStringLiteral("token string")}));
}

void TestFindPage::anEmptyServer()
{
    openUrl();
    QTRY_COMPARE(notice(), QStringLiteral("There are no keys"));
}

void TestFindPage::stops()
{
    lists({"shop:queue:email"});
    redis::Pipeline pipeline;
    for (int i = 0; i < 200'000; ++i) {
        pipeline.add({"SET", "user:" + QByteArray::number(i) + ":name", "x"});
    }
    m_server->run(pipeline);
    openUrl();
    QTRY_VERIFY(line().contains(QLatin1String("of 200,001 keys")));
    QCOMPARE(button("findScan")->text(), QStringLiteral("Stop"));
    QTest::mouseClick(button("findScan"), Qt::LeftButton);
    QTRY_VERIFY(isOver());
    QVERIFY2(line().startsWith(QLatin1String("stopped after")), qPrintable(line()));
    QTRY_VERIFY(!m_server->run({"CLIENT", "LIST"}).bytes.contains("plimsoll:discover"));
}

void TestFindPage::waitsForTheServer()
{
    lists({"shop:queue:email"});
    m_server->stop();
    openUrl();
    QCOMPARE(view().currentPage(), QStringLiteral("find"));
    QCOMPARE(notice(), QStringLiteral("Waiting for the connection…"));
    m_server->start();
    lists({"shop:queue:email"});
    QTRY_VERIFY_WITH_TIMEOUT(isOver(), 20'000);
}

void TestFindPage::saysWhatIsNotPermitted()
{
    lists({"shop:queue:email"});
    m_server->run({"ACL", "SETUSER", "default", "-scan"});
    openUrl();
    QTRY_COMPARE(notice(), QStringLiteral("The keys cannot be looked through"));
    m_server->run({"ACL", "SETUSER", "default", "+scan"});
    QTest::mouseClick(button("findScan"), Qt::LeftButton);
    QTRY_COMPARE(cells(Column::Name).size(), 1);
}

void TestFindPage::strangeAndManyNames()
{
    m_server->run({"RPUSH", QByteArray("queue:\xff\x00\xfe", 9), "x"});
    m_server->run({"RPUSH", "queue:" + QByteArray(300, 'l'), "x"});
    QByteArray name("aaaa");
    for (int i = 0; i < 300; ++i) {
        m_server->run({"RPUSH", "queue:" + name + ":jobs", "x"});
        for (qsizetype digit = 3; digit >= 0 && ++name[digit] > 'z'; --digit) {
            name[digit] = 'a';
        }
    }
    openUrl();
    QTRY_VERIFY(isOver());
    const int rows = table()->model()->rowCount();
    QVERIFY(rows > 0);
    for (const QString &each : cells(Column::Name)) {
        QVERIFY(!each.isEmpty() && !each.contains(QChar::ReplacementCharacter));
    }
    for (int row = 0; row < rows; ++row) {
        table()->selectRow(row);
    }
    QTRY_VERIFY(!button("findWatch")->isEnabled() || !workspace().tooManyKeys().size());
}

void TestFindPage::isOfferedByOverviewAndPalette()
{
    lists({"shop:queue:email"});
    app::DashboardArguments arguments;
    arguments.target = write(QStringLiteral("none.json"), workspaceJson(*m_server, 0));
    dashboard(arguments);
    QTRY_COMPARE(view().currentPage(), QStringLiteral("overview")); // a file without collections is not searched for
    QTRY_VERIFY(button("findCollectionsActionButton")->isVisible());
    QVERIFY(!view().pageNames().contains(QLatin1String("find")));
    QTest::mouseClick(button("findCollectionsActionButton"), Qt::LeftButton);
    QCOMPARE(view().currentPage(), QStringLiteral("find"));
    QTRY_VERIFY(isOver());
    QVERIFY(view().pageNames().contains(QLatin1String("find")));
    QCOMPARE(cells(Column::Name).size(), 1);
    QVERIFY(QTest::qWaitForWindowActive(&m_dashboard->window()));
    QTRY_COMPARE(QApplication::focusWidget(), table()); // for the next key
    find<QAction>("backAction")->trigger();
    QCOMPARE(view().currentPage(), QStringLiteral("overview"));
}

/// What was found is kept, also for the next start.
void TestFindPage::saysWhatIsNewAndWhatIsGone()
{
    lists({"shop:queue:email", "shop:queue:sms"});
    for (int i = 0; i < 3; ++i) {
        m_server->run({"SET", "config:" + QByteArray::number(i), "x"});
        m_server->run({"SET", "flag:" + QByteArray::number(i), "x"});
    }
    openUrl();
    QTRY_VERIFY(isOver());
    QVERIFY(table()->isColumnHidden(static_cast<int>(Column::Change))); // there was no search before
    m_server->run({"DEL", "shop:queue:sms", "config:0", "config:1", "config:2"});
    lists({"shop:queue:push"});
    m_server->run({"SET", "flag:9", "x"});
    openUrl();
    QTRY_VERIFY(isOver());
    QVERIFY2(line().startsWith(QLatin1String("1 new, 2 gone since ")), qPrintable(line()));
    QVERIFY(!table()->isColumnHidden(static_cast<int>(Column::Change)));
    QCOMPARE(cell(rowOf(QStringLiteral("shop push")), Column::Change), QStringLiteral("new"));
    QCOMPARE(cell(rowOf(QStringLiteral("shop email")), Column::Change), QString());
    const QAbstractItemModel *rest = find<views::TableView>("unrecognised")->model();
    QStringList rows;
    for (int row = 0; row < rest->rowCount(); ++row) {
        rows += rest->index(row, 0).data().toString() + u' ' + rest->index(row, 2).data().toString() + u' '
            + rest->index(row, 3).data().toString();
    }
    rows.sort();
    QCOMPARE(rows,
             QStringList({QStringLiteral("config:{number} 0 gone"), QStringLiteral("flag:{number} 4 +1"),
                          QStringLiteral("shop:queue:sms 0 gone")}));
}

QTEST_MAIN(TestFindPage)
#include "tst_findpage.moc"
