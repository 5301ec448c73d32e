// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/windowdialogs.h"

#include "app/alerts/consent.h"
#include "app/desktop/background.h"
#include "app/connection/connectiontest.h"
#include "app/session/keylookup.h"
#include "app/session/workspacedocument.h"
#include "app/desktop/secrets.h"
#include "redis/collections/kinds.h"
#include "redis/types/printable.h"
#include "redis/workspace/workspaceedit.h"
#include "redis/workspace/workspaceendpoint.h"
#include "redis/workspace/workspacefile.h"
#include "views/dialogs/collectioneditor.h"
#include "views/dialogs/passworddialog.h"
#include "views/widgets/dialogparts.h"
#include "views/widgets/elidedlabel.h"
#include "views/window/sessionview.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace plimsoll::app {

WindowDialogs::WindowDialogs(QWidget *window, views::Theme *theme, QObject *parent)
    : QObject(parent), m_window(window), m_theme(theme)
{
}

WindowDialogs::~WindowDialogs()
{
    m_testing.request_stop();
    m_looking.request_stop();
}

namespace {

struct Chosen {
    views::ConnectionForm form;
    redis::Endpoint endpoint;
};

/// True if the person has typed every program that the connection runs, which is as good as allowing it.
bool areProgramsTyped(const ConnectionSettings &after, const ConnectionSettings &before)
{
    return (after.ssh.isEmpty() || after.ssh != before.ssh)
        && (after.passwordCommand.isEmpty() || after.passwordCommand != before.passwordCommand);
}

/// Certificate paths are relative to the folder of the workspace that is edited, or absolute while it has no file.
Chosen chosenIn(const views::ConnectionDialog &dialog, const WorkspacePtr &edited, bool isAllowed)
{
    const QString workspacePath = edited == nullptr ? QString() : edited->path;
    Chosen chosen{dialog.form(), dialog.endpoint()};
    redis::applySettings(chosen.endpoint, chosen.form.connection, workspacePath);
    chosen.endpoint.programs.isAllowed =
        isAllowed || edited == nullptr || areProgramsTyped(chosen.form.connection, edited->connection);
    if (workspacePath.isEmpty() && chosen.endpoint.tls) {
        chosen.form.connection.caFile = chosen.endpoint.tls->caFile;
        chosen.form.connection.certFile = chosen.endpoint.tls->certFile;
        chosen.form.connection.keyFile = chosen.endpoint.tls->keyFile;
    }
    return chosen;
}

} // namespace

views::ConnectionDialog *WindowDialogs::makeConnectionDialog(const WorkspacePtr &workspace)
{
    auto *dialog = new views::ConnectionDialog(m_theme, m_window);
    dialog->setKeychainProblem(keychainProblem());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &views::ConnectionDialog::testRequested, this, [this, dialog, workspace](quint64 number) {
        auto tested = std::make_shared<Workspace>(workspace == nullptr ? Workspace() : *workspace);
        const Chosen chosen = chosenIn(*dialog, workspace, m_endpoint.programs.isAllowed);
        tested->connection = chosen.form.connection;
        test(dialog, number, tested, chosen.endpoint);
    });
    connect(dialog, &views::ConnectionDialog::testCancelled, this, [this] { m_testing.request_stop(); });
    connect(dialog, &QDialog::finished, this, [this] { m_testing.request_stop(); });
    return dialog;
}

void WindowDialogs::connectToServer()
{
    views::ConnectionDialog *const dialog = makeConnectionDialog(nullptr);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        const Chosen chosen = chosenIn(*dialog, nullptr, true);
        emit connectionChosen(chosen.form, chosen.endpoint);
    });
    connect(dialog, &QDialog::rejected, this, &WindowDialogs::connectionRefused);
    dialog->open();
}

void WindowDialogs::editConnection(const WorkspacePtr &workspace, const QByteArray &password)
{
    views::ConnectionDialog *const dialog = makeConnectionDialog(workspace);
    dialog->setEditing();
    dialog->setForm({workspace->name, workspace->connection, password, false});
    connect(dialog, &QDialog::accepted, this, [this, dialog, workspace] {
        const Chosen chosen = chosenIn(*dialog, workspace, m_endpoint.programs.isAllowed);
        emit connectionEdited(workspace, chosen.form, chosen.endpoint);
    });
    dialog->open();
}

void WindowDialogs::test(views::ConnectionDialog *dialog, quint64 number, const WorkspacePtr &workspace,
                         const redis::Endpoint &endpoint)
{
    m_testing.request_stop(); // cancels the previous test
    m_testing = std::stop_source();
    inBackground(
        m_tests, dialog,
        [workspace, endpoint, stop = m_testing.get_token()] { return testConnection(workspace, endpoint, stop); },
        [dialog, number](const ConnectionReport &report) { dialog->showTestResult(number, report); });
}

views::CollectionEditor *WindowDialogs::editCollection(const WorkspacePtr &workspace, std::optional<std::size_t> index)
{
    return openEditor(workspace, index,
                      index ? redis::collectionToJson(workspace->collections[*index]) : QJsonObject());
}

void WindowDialogs::duplicateCollection(const WorkspacePtr &workspace, std::size_t index)
{
    const QStringList taken = redis::collectionNames(*workspace, std::nullopt);
    QJsonObject copy = redis::collectionToJson(workspace->collections[index]);
    QString name = tr("%1 copy").arg(workspace->collections[index].name);
    for (int number = 2; taken.contains(name); ++number) {
        name = tr("%1 copy %2").arg(workspace->collections[index].name, QString::number(number));
    }
    copy.insert(QStringLiteral("name"), name);
    openEditor(workspace, std::nullopt, copy);
}

void WindowDialogs::lookUp(views::KeyFinder *finder, quint64 number, const std::vector<views::KeyQuestion> &questions)
{
    m_looking.request_stop();
    m_looking = std::stop_source();
    inBackground(
        m_tests, finder,
        [endpoint = m_endpoint, questions, stop = m_looking.get_token()] {
            return lookUpKeys(endpoint, questions, stop);
        },
        [finder, number](const std::vector<views::KeyFinding> &findings) { finder->show(number, findings); });
}

void WindowDialogs::editProposal(const CollectionDefinition &proposal, const QStringList &otherNames)
{
    openEditor(otherNames, redis::collectionToJson(proposal), false,
               [this](const CollectionDefinition &edited) { emit proposalEdited(edited); });
}

views::CollectionEditor *WindowDialogs::openEditor(const WorkspacePtr &workspace, std::optional<std::size_t> index,
                                                   const QJsonObject &filled)
{
    views::CollectionEditor *editor =
        openEditor(redis::collectionNames(*workspace, index), filled, !index,
                   [this, workspace, index](CollectionDefinition edited) {
                       emit workspaceEdited(workspace,
                                            index ? redis::withCollectionReplaced(*workspace, *index, std::move(edited))
                                                  : redis::withCollectionAdded(*workspace, std::move(edited)));
                   });
    if (workspace->connection.production) {
        editor->setProduction(workspace->name);
    }
    return editor;
}

views::CollectionEditor *WindowDialogs::openEditor(const QStringList &taken, const QJsonObject &filled, bool isNew,
                                                   const Accept &accept)
{
    auto *editor = new views::CollectionEditor(
        redis::kindInfos(),
        [taken](const QJsonObject &collection) -> views::CollectionEditor::Checked {
            redis::CheckedCollection checked = redis::checkCollection(collection, redis::kindInfos(), taken);
            return {std::move(checked.problems), std::move(checked.definition.ownFigures), checked.definition.kind};
        },
        m_theme, m_window);
    editor->setAttribute(Qt::WA_DeleteOnClose);
    connect(editor->finder(), &views::KeyFinder::asked, this,
            [this, finder = editor->finder()](quint64 number, const std::vector<views::KeyQuestion> &questions) {
                lookUp(finder, number, questions);
            });
    if (!filled.isEmpty()) {
        editor->setCollection(filled, isNew);
    }
    connect(editor, &QDialog::accepted, this, [editor, taken, accept] {
        redis::CheckedCollection checked = redis::checkCollection(editor->collection(), redis::kindInfos(), taken);
        if (checked.problems.empty()) {
            accept(std::move(checked.definition));
        }
    });
    editor->open();
    return editor;
}

void WindowDialogs::removeCollection(const WorkspacePtr &workspace, std::size_t index, bool confirm)
{
    if (index >= workspace->collections.size()) {
        return;
    }
    const auto remove = [this, workspace, index] {
        emit workspaceEdited(workspace, redis::withCollectionRemoved(*workspace, index));
    };
    if (!confirm) {
        remove();
        return;
    }
    QMessageBox *const question =
        views::makeQuestion(m_window, "removeCollection", tr("Remove from the workspace"),
                            tr("Remove %1 from the workspace?").arg(workspace->collections[index].name),
                            tr("The keys on the server stay as they are; Plimsoll no longer watches them."));
    const QPushButton *yes =
        views::addAnswer(question, tr("Remove from the workspace"), QMessageBox::AcceptRole, "destructive");
    connect(yes, &QPushButton::clicked, this, remove);
    question->open();
}

void WindowDialogs::chooseWorkspace()
{
    auto *dialog =
        new QFileDialog(m_window, tr("Open a workspace"), QDir::homePath(), tr("Workspaces (*.json);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &WindowDialogs::workspaceChosen);
    dialog->open();
}

void WindowDialogs::chooseSavePlace(const WorkspacePtr &workspace)
{
    auto *dialog = new QFileDialog(m_window, tr("Save the workspace"), QDir::homePath(), tr("Workspaces (*.json)"));
    dialog->setObjectName(QStringLiteral("saveDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("json"));
    dialog->selectFile(WorkspaceDocument::proposedFile());
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, workspace](const QString &path) { emit savePlaceChosen(workspace, path); });
    connect(dialog, &QDialog::rejected, this, &WindowDialogs::savePlaceRefused);
    dialog->open();
}

void WindowDialogs::askPassword(const redis::Endpoint &endpoint, const WorkspacePtr &workspace, const QString &why)
{
    if (m_password || workspace == nullptr) {
        return;
    }
    m_password = new views::PasswordDialog(m_theme, endpoint, *workspace, why, m_window);
    m_password->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_password, &views::PasswordDialog::given, this,
            [this, endpoint](const QByteArray &password) { emit passwordGiven(endpoint, password); });
    m_password->open();
}

void WindowDialogs::answerPassword(const models::ConnectionStatus &status)
{
    using State = models::ConnectionStatus::State;
    if (!m_password || !m_password->isTrying()) {
        return;
    }
    if (status.state == State::Connected) {
        m_password->accept();
    } else if (status.state == State::Lost) {
        m_password->showRefused(status.text);
    }
}

void WindowDialogs::closePassword()
{
    if (m_password) {
        m_password->reject();
    }
}

void WindowDialogs::askToSave(const QString &name, const std::function<void()> &save, const std::function<void()> &lose)
{
    QMessageBox *const question = views::makeQuestion(m_window, "saveWorkspace", tr("Save the workspace"),
                                                      tr("Save the workspace “%1”?").arg(name),
                                                      tr("If you don't, its connection and collections will be lost."));
    const QPushButton *yes = views::addAnswer(question, tr("Save…"), QMessageBox::AcceptRole, "primary");
    const QPushButton *no = views::addAnswer(question, tr("Don't save"), QMessageBox::DestructiveRole, "destructive");
    connect(yes, &QPushButton::clicked, this, save);
    connect(no, &QPushButton::clicked, this, lose);
    connect(question, &QDialog::finished, this, [this, question, yes, no] {
        if (question->clickedButton() != yes && question->clickedButton() != no) {
            emit lossRefused();
        }
    });
    question->open();
}

void WindowDialogs::askWhereToConnect(const QString &closed, const std::function<void()> &here,
                                      const std::function<void()> &inNewTab)
{
    QMessageBox *const question = views::makeQuestion(m_window, "replaceConnection", tr("Connect to a server"),
                                                      tr("Connect in this tab or in a new one?"),
                                                      tr("In this tab, “%1” is closed once you connect.").arg(closed));
    const QPushButton *apart = views::addAnswer(question, tr("In a new tab"), QMessageBox::AcceptRole, "primary");
    const QPushButton *same = views::addAnswer(question, tr("In this tab"), QMessageBox::AcceptRole, "");
    connect(apart, &QPushButton::clicked, this, inNewTab);
    connect(same, &QPushButton::clicked, this, here);
    question->open();
}

void WindowDialogs::askConsent(const WorkspacePtr &workspace)
{
    auto *dialog = new QDialog(m_window);
    dialog->setObjectName(QStringLiteral("consentDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Allow what this workspace does?"));
    auto *const question =
        new QLabel(tr("%1 wants to do this on this computer when it connects, or when there is an alert. Allow it only "
                      "if you trust the author of the file. Until then, none of it runs.")
                       .arg(printable((workspace->path.isEmpty() ? workspace->name : workspace->path).toUtf8())));
    question->setTextFormat(Qt::PlainText);
    question->setWordWrap(true);
    // In a scrollable field, so that the end of a long command is visible.
    auto *const actions = new QPlainTextEdit(outsideActionLines(*workspace).join(QLatin1String("\n\n")));
    actions->setObjectName(QStringLiteral("consentActions"));
    actions->setReadOnly(true);
    actions->setTabChangesFocus(true);
    actions->setAccessibleName(tr("What the workspace wants to do"));
    auto *const buttons = views::dialogButtons(dialog);
    QPushButton *const allow =
        views::named(buttons->addButton(tr("Allow"), QDialogButtonBox::AcceptRole), "consentAllow");
    allow->setAutoDefault(false);
    QPushButton *const notNow =
        views::named(buttons->addButton(tr("Not now"), QDialogButtonBox::RejectRole), "consentNotNow");
    notNow->setDefault(true);
    QVBoxLayout *const layout = views::dialogLayout(dialog);
    layout->addWidget(views::dialogTitle(dialog->windowTitle(), dialog));
    layout->addWidget(question);
    layout->addWidget(actions, 1);
    layout->addWidget(buttons);
    dialog->resize(560, 300);
    // A press alone is an answer: where the window is closed instead, what waits is told by the next process.
    connect(allow, &QPushButton::clicked, this, [this, workspace] { emit consentAnswered(workspace, true); });
    connect(notNow, &QPushButton::clicked, this, [this, workspace] { emit consentAnswered(workspace, false); });
    dialog->open();
    notNow->setFocus();
}

void WindowDialogs::askToRestartDemo(const std::function<void()> &restart)
{
    QMessageBox *const question = views::makeQuestion(
        m_window, "restartDemo", tr("Restart the demo"), tr("End this demo and start a new one?"),
        tr("Its server is shut down with everything in it: jobs, history, journal, and any run of the Lab."));
    const QPushButton *yes =
        views::addAnswer(question, tr("Start a new demo"), QMessageBox::DestructiveRole, "destructive");
    connect(yes, &QPushButton::clicked, this, restart);
    question->open();
}

void WindowDialogs::editSettings(const views::SettingsValues &values)
{
    auto *dialog = new views::SettingsDialog(m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setValues(values);
    connect(dialog, &QDialog::accepted, this, [this, dialog] { emit settingsChosen(dialog->values()); });
    dialog->open();
}

} // namespace plimsoll::app
