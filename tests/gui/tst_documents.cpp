// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/datafolder.h"
#include "app/session/sessioncontroller.h"
#include "redis/history/historyfile.h"
#include "tests/gui/dashboardbench.h"
#include "views/dialogs/connectiondialog.h"
#include "views/dialogs/passworddialog.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/notice.h"
#include "views/widgets/wrappedlabel.h"

#include <QFileDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QSignalSpy>

using namespace plimsoll;
using namespace plimsoll::testing;

/// The workspace as a document: nothing of it is lost, and what is said of one is not taken for another.
class TestDocuments final : public DashboardBench {
    Q_OBJECT

private slots:
    void init() { setUp(); }
    void cleanup() { tearDown(); }
    void asksBeforeAWorkspaceIsLost();
    void whatHasNoNameGetsThatOfItsFile_data();
    void whatHasNoNameGetsThatOfItsFile();
    void aSavePlaceIsForItsWorkspace();
    void aFailedSaveLeavesTheNameAsItWas();
    void anEditDuringASaveIsSavedToo();
    void anEditorOpenedDuringASaveIsNotRefused();
    void anEditDuringASecondSaveIsSavedToo();
    void savingStaysOnThePage();
    void aDemoThatFailsTakesNothing();
    void aDemoThatStartsTakesNothing();
    void aDemoInsteadOfAWorkspaceHasItsLab();
    void aNewDemoIsAskedAbout();
    void anAddressThatIsWrongCanBeEdited();
    void aRefusedLoginCanBeMended();
    void aRefusedLoginIsToldInTheMiddle();
    void aPasswordTooManyIsLeftOut();
    void aPasswordIsForItsServerAlone();

private:
    [[nodiscard]] app::Session &session() const { return m_dashboard->sessions().front()->session(); }
    /// Opens the server's address and adds a collection: no file holds the workspace.
    app::WorkspaceDocument &withoutAFile()
    {
        app::DashboardArguments arguments;
        arguments.target = m_server->url();
        dashboard(arguments);
        accept(fillEditor());
        return session().document();
    }
    [[nodiscard]] bool isDemo() const
    {
        return session().document().keeping() == app::WorkspaceDocument::Keeping::Nowhere;
    }
    /// The Lab's page can be opened and used.
    [[nodiscard]] bool hasLab() const
    {
        if (!session().view().pageNames().contains(QStringLiteral("lab"))) {
            return false;
        }
        session().view().showPage(QStringLiteral("lab"));
        const auto *run = session().view().findChild<QPushButton *>(QStringLiteral("labRun"));
        return run->isVisible() && run->isEnabled();
    }
};

/// A workspace that no file holds: whatever would take its place asks first.
void TestDocuments::asksBeforeAWorkspaceIsLost()
{
    app::DashboardArguments arguments;
    arguments.target = m_server->url();
    views::SessionView &window = dashboard(arguments).view();
    const auto question = [&window] { return window.findChild<QMessageBox *>(QStringLiteral("saveWorkspace")); };
    m_dashboard->window().close(); // nothing was made of it yet
    QVERIFY(!window.isVisible());
    m_dashboard->window().show();
    accept(fillEditor());
    QVERIFY(window.findChild<QFileDialog *>(QStringLiteral("saveDialog"))
            == nullptr); // asked for when it would be lost
    m_dashboard->window().close();
    QTRY_VERIFY(question() != nullptr);
    QVERIFY(window.isVisible());
    QCOMPARE(question()->icon(), QMessageBox::NoIcon); // it looks like the other dialogs
    for (QAbstractButton *button : question()->buttons()) {
        const bool isSave = question()->buttonRole(button) == QMessageBox::AcceptRole;
        QCOMPARE(button->property("role").toString() == QLatin1String("primary"), isSave);
    }
    QTest::mouseClick(question()->button(QMessageBox::Cancel), Qt::LeftButton);
    QTRY_VERIFY(question() == nullptr);
    QVERIFY(window.isVisible());

    const auto press = [&question](const QString &text) {
        for (QAbstractButton *button : question()->buttons()) {
            if (button->text() == text) {
                QTest::mouseClick(button, Qt::LeftButton);
                return;
            }
        }
    };
    // Given up for a file that cannot be opened: it is still there, and asked about again.
    emit window.openRequested(write(QStringLiteral("broken.json"), "{"));
    QTRY_VERIFY(question() != nullptr);
    press(QStringLiteral("Don't save"));
    QTRY_VERIFY(question() == nullptr && m_dashboard->sessions().front()->session().document().isDirty());
    m_dashboard->window().close();
    QTRY_VERIFY(question() != nullptr);
    QTest::mouseClick(question()->button(QMessageBox::Cancel), Qt::LeftButton);
    QTRY_VERIFY(question() == nullptr);

    const QString other = write(QStringLiteral("other.json"), workspaceJson(*m_server).replace("shop", "other"));
    emit window.openRequested(other);
    QTRY_VERIFY(question() != nullptr);
    press(QStringLiteral("Save…"));
    QTRY_VERIFY(window.findChild<QFileDialog *>(QStringLiteral("saveDialog")) != nullptr);
    const QString saved = m_folder->filePath(QStringLiteral("saved.json"));
    emit window.findChild<QFileDialog *>(QStringLiteral("saveDialog"))->fileSelected(saved);
    QTRY_VERIFY(window.windowTitle().startsWith(QLatin1String("other")));
    QVERIFY(QFile::exists(saved));
    m_dashboard->window().close();
    QVERIFY(!window.isVisible());
}

void TestDocuments::whatHasNoNameGetsThatOfItsFile_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("name"); // empty: its address
    QTest::newRow("given") << QStringLiteral("orders.live.json") << QStringLiteral("orders.live");
    QTest::newRow("the proposed one") << QStringLiteral("plimsoll.json") << QString();
}

/// Of a server that was opened by its address; the history goes along.
void TestDocuments::whatHasNoNameGetsThatOfItsFile()
{
    QFETCH(const QString, file);
    QFETCH(const QString, name);
    app::DashboardArguments arguments;
    arguments.target = m_server->url();
    views::SessionView &window = dashboard(arguments).view();
    accept(fillEditor());
    app::Session &session = m_dashboard->sessions().front()->session();
    QTRY_VERIFY(session.document().isDirty());
    const QString address = session.document().workspace()->name;
    emit window.saveRequested();
    auto *place = window.findChild<QFileDialog *>(QStringLiteral("saveDialog"));
    QVERIFY(place != nullptr);
    const QString path = m_folder->filePath(file);
    emit place->fileSelected(path);
    place->reject();
    QTRY_VERIFY(!session.document().isDirty());
    const QString wanted = name.isEmpty() ? address : name;
    QCOMPARE(session.document().workspace()->name, wanted);
    QVERIFY2(window.windowTitle().startsWith(wanted), qPrintable(window.windowTitle()));
    QFile saved(path);
    QVERIFY(saved.open(QIODevice::ReadOnly));
    QVERIFY(saved.readAll().contains('"' + wanted.toUtf8() + '"'));
    const redis::Endpoint there = session.connection().endpoint();
    const QString kept = redis::historyPath(app::dataFolder(session.dataDir()), there, wanted);
    QCOMPARE(session.keptHistory().path(), kept);
    QTRY_VERIFY(QFile::exists(kept));
}

/// Another file was asked for, and is read when the first workspace has been edited: nothing of that is lost.
void TestDocuments::aSavePlaceIsForItsWorkspace()
{
    app::DashboardArguments arguments;
    arguments.target = m_server->url();
    views::SessionView &window = dashboard(arguments).view();
    const auto *editor = fillEditor();
    emit window.openRequested(write(QStringLiteral("other.json"), workspaceJson(*m_server).replace("shop", "other")));
    accept(editor);
    emit window.saveRequested();
    auto *place = window.findChild<QFileDialog *>(QStringLiteral("saveDialog"));
    QVERIFY(place != nullptr);
    QVERIFY(!window.windowTitle().startsWith(QLatin1String("other")));
    const auto question = [&window] { return window.findChild<QMessageBox *>(QStringLiteral("saveWorkspace")); };
    QTRY_VERIFY(question() != nullptr); // the other one has been read
    QVERIFY(!window.windowTitle().startsWith(QLatin1String("other")));
    const QString saved = m_folder->filePath(QStringLiteral("saved.json"));
    emit place->fileSelected(saved);
    QTRY_VERIFY(message().contains(QLatin1String("saved.json saved")));
    QFile file(saved);
    QVERIFY(file.open(QIODevice::ReadOnly) && file.readAll().contains("mail"));
    for (QAbstractButton *button : question()->buttons()) {
        if (button->text() == QStringLiteral("Save…")) {
            QTest::mouseClick(button, Qt::LeftButton); // it is by now
            break;
        }
    }
    QTRY_VERIFY(window.windowTitle().startsWith(QLatin1String("other")));
}

/// A workspace that could not be saved keeps its name, and asks again where to save it.
void TestDocuments::aFailedSaveLeavesTheNameAsItWas()
{
    app::DashboardArguments arguments;
    arguments.target = m_server->url();
    views::SessionView &window = dashboard(arguments).view();
    accept(fillEditor());
    app::Session &session = m_dashboard->sessions().front()->session();
    QTRY_VERIFY(session.document().isDirty());
    const QString before = session.document().workspace()->name;
    const QString kept = session.keptHistory().path();
    const auto saveTo = [&window](const QString &path) {
        emit window.saveRequested();
        auto *place = window.findChild<QFileDialog *>(QStringLiteral("saveDialog"));
        QVERIFY(place != nullptr);
        emit place->fileSelected(path);
        place->setObjectName(QString());
        place->reject();
    };
    saveTo(m_folder->filePath(QStringLiteral("no such folder/live.json")));
    QTRY_VERIFY2(message().contains(QLatin1String("live.json could not be saved")), qPrintable(message()));
    QCOMPARE(session.document().workspace()->name, before);
    QCOMPARE(session.document().workspace()->path, QString());
    QCOMPARE(session.keptHistory().path(), kept);
    QVERIFY(session.document().isDirty());
    QVERIFY2(window.windowTitle().startsWith(before), qPrintable(window.windowTitle()));
    emit window.moveCollectionRequested(0, 0); // an edit does not write to the place that was refused
    saveTo(m_folder->filePath(QStringLiteral("live.json")));
    QTRY_VERIFY(!session.document().isDirty());
    QCOMPARE(session.document().workspace()->name, QStringLiteral("live"));
}

/// An edit that is made while the file is written is written to that file after it.
void TestDocuments::anEditDuringASaveIsSavedToo()
{
    app::WorkspaceDocument &document = withoutAFile();
    QTRY_VERIFY(document.isDirty());
    const QString path = m_folder->filePath(QStringLiteral("live.json"));
    const WorkspacePtr before = document.workspace();
    document.saveTo(before, path); // answers once the window has its turn
    Workspace after = *before;
    after.collections.front().name = QStringLiteral("letters");
    QVERIFY(document.edit(before, after));
    document.save();
    QTRY_VERIFY(!document.isDirty());
    QCOMPARE(document.workspace()->path, path);
    QCOMPARE(document.workspace()->name, QStringLiteral("live"));
    QCOMPARE(document.workspace()->collections.front().name, QStringLiteral("letters"));
    QFile saved(path);
    QVERIFY(saved.open(QIODevice::ReadOnly));
    const QByteArray text = saved.readAll();
    QVERIFY2(text.contains("\"letters\"") && text.contains("\"live\""), text.constData());
}

/// A file is no change of what is edited; another edit is.
void TestDocuments::anEditorOpenedDuringASaveIsNotRefused()
{
    app::WorkspaceDocument &document = withoutAFile();
    QTRY_VERIFY(document.isDirty());
    const QString path = m_folder->filePath(QStringLiteral("live.json"));
    const WorkspacePtr before = document.workspace(); // what the editor is about
    document.saveTo(before, path);
    QTRY_COMPARE(document.workspace()->path, path);
    Workspace after = *before;
    after.collections.front().name = QStringLiteral("letters");
    session().edit(before, after, session().connection().endpoint());
    QTRY_COMPARE(document.workspace()->collections.front().name, QStringLiteral("letters"));
    QCOMPARE(document.workspace()->path, path);
    QCOMPARE(document.workspace()->name, QStringLiteral("live"));
    QVERIFY(!document.edit(before, after));
}

/// An editor opened before the first save accepts while a second one is written.
void TestDocuments::anEditDuringASecondSaveIsSavedToo()
{
    app::WorkspaceDocument &document = withoutAFile();
    QTRY_VERIFY(document.isDirty());
    const WorkspacePtr before = document.workspace(); // what the editor is about
    const QString first = m_folder->filePath(QStringLiteral("first.json"));
    document.saveTo(before, first);
    QTRY_COMPARE(document.workspace()->path, first);
    const QString second = m_folder->filePath(QStringLiteral("second.json"));
    document.saveTo(document.workspace(), second);
    Workspace after = *before;
    after.collections.front().name = QStringLiteral("letters");
    QVERIFY(document.edit(before, after));
    document.save();
    QTRY_COMPARE(document.workspace()->path, second);
    QCOMPARE(document.workspace()->collections.front().name, QStringLiteral("letters"));
    const auto text = [&second] {
        QFile saved(second);
        return saved.open(QIODevice::ReadOnly) ? saved.readAll() : QByteArray();
    };
    QTRY_VERIFY2(text().contains("\"letters\""), text().constData());
}

void TestDocuments::savingStaysOnThePage()
{
    app::DashboardArguments arguments;
    arguments.target = m_server->url();
    views::SessionView &window = dashboard(arguments).view();
    accept(fillEditor());
    emit window.saveRequested();
    QTRY_VERIFY(window.findChild<QFileDialog *>(QStringLiteral("saveDialog")) != nullptr);
    window.showPage(QStringLiteral("queue"));
    emit window.findChild<QFileDialog *>(QStringLiteral("saveDialog"))
        ->fileSelected(m_folder->filePath(QStringLiteral("here.json")));
    QTRY_VERIFY(message().contains(QLatin1String("here.json saved")));
    QCOMPARE(window.currentPage(), QStringLiteral("queue"));
}

/// Without a keychain there is no password at the next start: the banner offers to enter it.
/// Its workspace is saved nowhere; that of a person is, as long as it is open.
void TestDocuments::aDemoThatFailsTakesNothing()
{
    app::DashboardArguments arguments;
    arguments.target = write(QStringLiteral("shop.json"), workspaceJson(*m_server));
    views::SessionView &window = dashboard(arguments).view();
    QTRY_VERIFY(window.windowTitle().startsWith(QLatin1String("shop")));
    const QByteArray path = qgetenv("PATH");
    qputenv("PATH", "/nowhere");
    emit window.demoRequested();
    QTRY_VERIFY2(message().contains(QLatin1String("redis-server")), qPrintable(message()));
    qputenv("PATH", path);
    emit window.moveCollectionRequested(0, 1);
    QTRY_VERIFY2(message().contains(QLatin1String("shop.json saved")), qPrintable(message()));
}

void TestDocuments::aDemoThatStartsTakesNothing()
{
    app::DashboardArguments arguments;
    arguments.target = m_server->url();
    views::SessionView &window = dashboard(arguments).view();
    const QString title = window.windowTitle();
    const auto *editor = fillEditor();
    emit window.demoRequested();
    accept(editor);
    QTRY_VERIFY_WITH_TIMEOUT(message().contains(QLatin1String("demo was not opened")), 20'000);
    QString edited = title;
    QCOMPARE(window.windowTitle(), edited.replace(QStringLiteral(" – "), QStringLiteral(" (not saved) – ")));
}

/// Its pages are made anew for the demo, after those of the workspace before have been filled.
void TestDocuments::aDemoInsteadOfAWorkspaceHasItsLab()
{
    app::DashboardArguments arguments;
    arguments.target = write(QStringLiteral("shop.json"), workspaceJson(*m_server));
    views::SessionView &window = dashboard(arguments).view();
    const QSignalSpy polled(&session().connection(), &app::ConnectionController::snapshotReady);
    QTRY_VERIFY(!polled.isEmpty());
    emit window.demoRequested();
    QTRY_VERIFY_WITH_TIMEOUT(isDemo(), 20'000);
    QTRY_VERIFY(hasLab());
}

void TestDocuments::aNewDemoIsAskedAbout()
{
    app::DashboardArguments arguments;
    arguments.isDemo = true;
    views::SessionView &window = dashboard(arguments).view();
    const QSignalSpy polled(&session().connection(), &app::ConnectionController::snapshotReady);
    QTRY_VERIFY_WITH_TIMEOUT(isDemo() && !polled.isEmpty(), 20'000);
    const WorkspacePtr first = session().document().workspace();
    const auto question = [&window] { return window.findChild<QMessageBox *>(QStringLiteral("restartDemo")); };
    emit window.demoRequested();
    QTRY_VERIFY(question() != nullptr);
    QVERIFY(question()->defaultButton() == question()->button(QMessageBox::Cancel));
    QTest::mouseClick(question()->button(QMessageBox::Cancel), Qt::LeftButton);
    QTRY_VERIFY(question() == nullptr);
    const auto before = polled.size();
    QTRY_VERIFY(polled.size() > before); // its server lives
    QVERIFY(session().document().workspace() == first);
    emit window.demoRequested();
    QTRY_VERIFY(question() != nullptr);
    for (QAbstractButton *button : question()->buttons()) {
        if (question()->buttonRole(button) == QMessageBox::DestructiveRole) {
            QTest::mouseClick(button, Qt::LeftButton);
            break;
        }
    }
    QTRY_VERIFY_WITH_TIMEOUT(session().document().workspace() != first, 20'000);
    QTRY_VERIFY(hasLab());
}

void TestDocuments::anAddressThatIsWrongCanBeEdited()
{
    app::DashboardArguments arguments;
    arguments.target = write(QStringLiteral("shop.json"),
                             R"({"plimsoll": 1, "connection": {"url": "redis://127.0.0.1:1"}, "collections": []})");
    views::SessionView &window = dashboard(arguments).view();
    auto *edit = window.findChild<QPushButton *>(QStringLiteral("bannerOther"));
    QTRY_VERIFY(edit->isVisible());
    QTest::mouseClick(edit, Qt::LeftButton);
    QTRY_VERIFY(window.window()->findChild<views::ConnectionDialog *>() != nullptr);
}

void TestDocuments::aRefusedLoginCanBeMended()
{
    m_server->run({"CONFIG", "SET", "requirepass", "secret"});
    app::DashboardArguments arguments;
    arguments.target = write(QStringLiteral("shop.json"), workspaceJson(*m_server));
    views::SessionView &window = dashboard(arguments).view();
    auto *action = window.findChild<QPushButton *>(QStringLiteral("bannerAction"));
    QTRY_COMPARE(action->text(), QStringLiteral("Enter the password…"));
    QVERIFY(action->isVisible());
    QTest::mouseClick(action, Qt::LeftButton);
    auto *dialog = window.findChild<views::PasswordDialog *>(QStringLiteral("passwordDialog"));
    QTRY_VERIFY(dialog != nullptr && dialog->isVisible());
    auto *field = dialog->findChild<QLineEdit *>();
    QCOMPARE(field->echoMode(), QLineEdit::Password);
    QTest::keyClicks(field, QStringLiteral("secret"));
    QTest::keyClick(field, Qt::Key_Return);
    const auto *connection = window.findChild<views::ElidedLabel *>(QStringLiteral("connectionLabel"));
    QTRY_VERIFY(connection->fullText().startsWith(QLatin1String("connected")));
    QVERIFY(!action->isVisible());
}

/// In the middle of the window, with what to do; the box says for whom and why, and stays until it is right.
void TestDocuments::aRefusedLoginIsToldInTheMiddle()
{
    m_server->run({"ACL", "SETUSER", "ada", "on", ">secret", "~*", "+@all"});
    app::DashboardArguments arguments;
    arguments.target = write(QStringLiteral("shop.json"), workspaceJson(*m_server).replace("//", "//ada@"));
    views::SessionView &window = dashboard(arguments).view();
    auto *notice = window.findChild<views::Notice *>(QStringLiteral("loginRefused"));
    QTRY_VERIFY(notice->isVisible());
    QCOMPARE(notice->heading(), QStringLiteral("The server refused the login"));
    QTRY_VERIFY2(notice->text().contains(QLatin1String("Enter the password")), qPrintable(notice->text()));
    const QRect place(notice->mapTo(&window, QPoint()), notice->size());
    QVERIFY(place.contains(window.rect().center()));
    QTest::mouseClick(window.findChild<QPushButton *>(QStringLiteral("loginPassword")), Qt::LeftButton);
    const auto *dialog = window.findChild<views::PasswordDialog *>(QStringLiteral("passwordDialog"));
    QTRY_VERIFY(dialog != nullptr && dialog->isVisible());
    const auto said = [dialog](const char *name) {
        return dialog->findChild<views::WrappedLabel *>(QLatin1StringView(name))->fullText();
    };
    QVERIFY2(said("passwordLogin").startsWith(QLatin1String("ada@")), qPrintable(said("passwordLogin")));
    QCOMPARE(said("passwordWorkspace"), QStringLiteral("shop"));
    QVERIFY2(!said("fieldProblem").isEmpty(), qPrintable(said("fieldProblem")));
    auto *field = dialog->findChild<QLineEdit *>(QStringLiteral("passwordField"));
    QTRY_VERIFY(field->hasFocus());
    QTest::keyClicks(field, QStringLiteral("wrong"));
    QCOMPARE(said("fieldProblem"), QString()); // it was of the one before
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_VERIFY2(said("fieldProblem").contains(QLatin1String("Wrong user name or password")),
                 qPrintable(said("fieldProblem")));
    QVERIFY(dialog->isVisible() && field->isEnabled());
    QTest::keyClicks(field, QStringLiteral("secret")); // what was wrong is selected
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_VERIFY(window.findChild<views::PasswordDialog *>(QStringLiteral("passwordDialog")) == nullptr);
    QTRY_VERIFY(!notice->isVisible());
    const auto *connection = window.findChild<views::ElidedLabel *>(QStringLiteral("connectionLabel"));
    QTRY_VERIFY(connection->fullText().startsWith(QLatin1String("connected")));
}

/// The server has no password: neither the middle nor the line below asks for another one, and without it all is well.
void TestDocuments::aPasswordTooManyIsLeftOut()
{
    app::DashboardArguments arguments;
    arguments.target = QStringLiteral("unix://:secret@%1").arg(m_server->local().path);
    views::SessionView &window = dashboard(arguments).view();
    auto *notice = window.findChild<views::Notice *>(QStringLiteral("loginRefused"));
    QTRY_VERIFY(notice->isVisible());
    QVERIFY2(notice->text().contains(QLatin1String("leave the password out")), qPrintable(notice->text()));
    QVERIFY2(!notice->text().contains(QLatin1String("Enter")), qPrintable(notice->text()));
    QVERIFY(!window.findChild<QPushButton *>(QStringLiteral("loginPassword"))->isVisible());
    auto *action = window.findChild<QPushButton *>(QStringLiteral("bannerAction"));
    QTRY_COMPARE(action->text(), QStringLiteral("Edit the connection…"));
    QTest::mouseClick(window.findChild<QPushButton *>(QStringLiteral("loginConnection")), Qt::LeftButton);
    const auto *dialog = window.findChild<views::ConnectionDialog *>();
    QTRY_VERIFY(dialog != nullptr && dialog->isVisible());
    auto *field = dialog->findChild<QLineEdit *>(QStringLiteral("connectionPassword"));
    QCOMPARE(field->text(), QStringLiteral("secret"));
    field->selectAll();
    QTest::keyClick(field, Qt::Key_Delete);
    QTest::mouseClick(dialog->findChild<QPushButton *>(QStringLiteral("connectionAccept")), Qt::LeftButton);
    const auto *connection = window.findChild<views::ElidedLabel *>(QStringLiteral("connectionLabel"));
    QTRY_VERIFY(connection->fullText().startsWith(QLatin1String("connected")));
    QVERIFY(!notice->isVisible());
}

/// The dialog stays while another workspace is opened: what is typed there is no password of that one's server.
void TestDocuments::aPasswordIsForItsServerAlone()
{
    m_server->run({"CONFIG", "SET", "requirepass", "secret"});
    RedisServer other;
    app::DashboardArguments arguments;
    arguments.target = write(QStringLiteral("shop.json"), workspaceJson(*m_server));
    views::SessionView &window = dashboard(arguments).view();
    auto *action = window.findChild<QPushButton *>(QStringLiteral("bannerAction"));
    QTRY_COMPARE(action->text(), QStringLiteral("Enter the password…"));
    emit window.openRequested(write(QStringLiteral("other.json"), workspaceJson(other).replace("shop", "other")));
    QTest::mouseClick(action, Qt::LeftButton); // before the file is read
    auto *dialog = window.findChild<views::PasswordDialog *>(QStringLiteral("passwordDialog"));
    QVERIFY(dialog != nullptr);
    const auto *connection = window.findChild<views::ElidedLabel *>(QStringLiteral("connectionLabel"));
    QTRY_VERIFY(window.windowTitle().startsWith(QLatin1String("other")));
    QTRY_VERIFY(connection->fullText().startsWith(QLatin1String("connected")));
    dialog->findChild<QLineEdit *>()->setText(QStringLiteral("secret"));
    QTest::mouseClick(dialog->findChild<QPushButton *>(QStringLiteral("passwordAccept")), Qt::LeftButton);
    QVERIFY2(connection->fullText().startsWith(QLatin1String("connected")), qPrintable(connection->fullText()));
    QVERIFY2(message().contains(QLatin1String("another server")), qPrintable(message()));
}

QTEST_MAIN(TestDocuments)

#include "tst_documents.moc"
