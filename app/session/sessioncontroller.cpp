// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/sessioncontroller.h"

#include "app/alerts/consent.h"
#include "app/desktop/background.h"
#include "app/desktop/datafolder.h"
#include "app/desktop/secrets.h"
#include "redis/collections/kinds.h"
#include "redis/workspace/workspaceedit.h"
#include "redis/workspace/workspaceendpoint.h"

#include <QFileInfo>

#include <utility>

namespace plimsoll::app {

using views::SessionView;

SessionController::SessionController(Settings &settings, views::Theme &theme, QThreadPool &files, QObject *parent)
    : QObject(parent), m_settings(settings), m_files(files), m_session(&theme, files), m_dialogs(&view(), &theme),
      m_demo(view(), m_session.lab(), theme)
{
    view().setPageRows(m_settings.values().pageRows);
    connectView();
    connectEditing();
    connectDialogs();
    connect(&m_demo, &DemoController::message, &view(), &SessionView::showMessage);
    connect(&m_demo, &DemoController::ready, this, &SessionController::showDemo);
    connect(&m_session.connection(), &ConnectionController::replayEnded, this, [this] {
        const QString cut = m_recording->warning(); // complete, because the recording has ended
        view().showMessage(cut.isEmpty() ? tr("The recording ends here") : cut);
    });
    connect(&m_session.connection(), &ConnectionController::statusChanged, this,
            [this](const models::ConnectionStatus &status) {
                m_lostWhy = status.text;
                m_dialogs.answerPassword(status);
            });
    connect(&m_session.connection(), &ConnectionController::loginRefused, this, &SessionController::askKeychain);
}

SessionController::~SessionController() = default;

void SessionController::leave()
{
    m_session.close();
    m_demo.stop();
}

void SessionController::connectView()
{
    WorkspaceDocument &document = m_session.document();
    connect(&view(), &SessionView::demoRequested, this, [this, &document] {
        if (m_demo.isRunning() && document.keeping() == WorkspaceDocument::Keeping::Nowhere) {
            m_dialogs.askToRestartDemo([this] { startDemo(); });
        } else {
            document.leave([this] { startDemo(); });
        }
    });
    connect(&view(), &SessionView::connectRequested, this, &SessionController::askToConnect);
    connect(&view(), &SessionView::settingsRequested, this, [this] { m_dialogs.editSettings(m_settings.values()); });
    connect(&view(), &SessionView::passwordRequested, this,
            [this] { m_dialogs.askPassword(m_session.connection().endpoint(), workspace(), m_lostWhy); });
    connect(&view(), &SessionView::openRequested, this,
            [this](const QString &path) { path.isEmpty() ? m_dialogs.chooseWorkspace() : askFor(path); });
}

void SessionController::connectEditing()
{
    connect(&view(), &SessionView::editConnectionRequested, this, &SessionController::editConnection);
    using Proposing = views::CollectionEditor::Proposing;
    const auto edit = [this](std::size_t collection, Proposing proposing, const QString &figure = {}) {
        if (workspace() && collection < workspace()->collections.size()) {
            editCollection(collection, proposing, figure);
        }
    };
    connect(&view(), &SessionView::addCollectionRequested, this, [this] {
        if (workspace()) {
            m_dialogs.setEndpoint(m_session.connection().endpoint());
            m_dialogs.editCollection(workspace(), std::nullopt);
        }
    });
    connect(&view().host(), &views::PageHost::proposalEditRequested, this,
            [this](const CollectionDefinition &proposal, const QStringList &otherNames) {
                m_dialogs.setEndpoint(m_session.connection().endpoint());
                m_dialogs.editProposal(proposal, otherNames);
            });
    connect(&m_dialogs, &WindowDialogs::proposalEdited, &view().host(), &views::PageHost::proposalEdited);
    connect(&view(), &SessionView::editCollectionRequested, this,
            [edit](std::size_t which) { edit(which, Proposing::WhenAsked); });
    connect(&view(), &SessionView::editLimitRequested, this,
            [edit](std::size_t which, const QString &figure) { edit(which, Proposing::WhenAsked, figure); });
    connect(&view(), &SessionView::editBoundRequested, this, [this](std::size_t which, bool approve) {
        if (workspace() && which < workspace()->collections.size()) {
            editCollection(which, Proposing::WhenAsked)->showBound(approve);
        }
    });
    connect(&view(), &SessionView::limitsReviewRequested, this,
            [edit](std::size_t which) { edit(which, Proposing::Now); });
    connect(&view(), &SessionView::duplicateCollectionRequested, this, [this](std::size_t which) {
        if (workspace() && which < workspace()->collections.size()) {
            m_dialogs.setEndpoint(m_session.connection().endpoint());
            m_dialogs.duplicateCollection(workspace(), which);
        }
    });
    connect(&view(), &SessionView::removeCollectionRequested, this, [this](std::size_t collection) {
        if (workspace()) {
            m_dialogs.removeCollection(workspace(), collection, m_settings.values().confirmRemove);
        }
    });
    connect(&view(), &SessionView::moveCollectionRequested, this, [this](std::size_t from, std::size_t to) {
        if (workspace()) {
            applyEdit(workspace(), redis::withCollectionMoved(*workspace(), from, to));
        }
    });
}

views::CollectionEditor *SessionController::editCollection(std::size_t collection,
                                                           views::CollectionEditor::Proposing proposing,
                                                           const QString &figure)
{
    m_dialogs.setEndpoint(m_session.connection().endpoint());
    const CollectionDefinition &definition = workspace()->collections[collection];
    views::CollectionEditor *const editor = m_dialogs.editCollection(workspace(), collection);
    if (!figure.isEmpty()) {
        editor->showLimit(figure);
    }
    m_session.keptHistory().readDay(
        {definition.name, QString(definition.kind->id), view().serverNow()}, editor,
        [editor, proposing](const models::RecordedDay &day) { editor->setDay(day, proposing); });
    return editor;
}

void SessionController::connectDialogs()
{
    WorkspaceDocument &document = m_session.document();
    connect(&document, &WorkspaceDocument::dirtyChanged, &view(), &SessionView::setUnsaved);
    connect(&view(), &SessionView::saveRequested, &document, &WorkspaceDocument::saveAs);
    connect(&document, &WorkspaceDocument::placeWanted, &m_dialogs, &WindowDialogs::chooseSavePlace);
    connect(&document, &WorkspaceDocument::lossAsked, &m_dialogs, &WindowDialogs::askToSave);
    connect(&m_dialogs, &WindowDialogs::savePlaceRefused, &document, &WorkspaceDocument::stay);
    connect(&m_dialogs, &WindowDialogs::lossRefused, &document, &WorkspaceDocument::stay);
    connect(&m_dialogs, &WindowDialogs::savePlaceChosen, this,
            [this, &document](const WorkspacePtr &workspace, const QString &path) {
                if (m_elsewhere(path)) {
                    document.stay();
                    return;
                }
                document.saveTo(workspace, path);
            });
    connect(&document, &WorkspaceDocument::placed, this,
            [this, &document] { emit opened(document.workspace()->path); });
    connect(&m_dialogs, &WindowDialogs::connectionChosen, this,
            [this, &document](const views::ConnectionForm &form, const redis::Endpoint &endpoint) {
                // The user was asked before the form, but the open workspace may have been edited since.
                document.leave([this, form, endpoint] { openChosen(form, endpoint); });
            });
    connect(&m_dialogs, &WindowDialogs::connectionRefused, &document, &WorkspaceDocument::takeBack);
    connect(&m_dialogs, &WindowDialogs::workspaceChosen, this, &SessionController::askFor);
    connect(&m_dialogs, &WindowDialogs::workspaceEdited, this, &SessionController::applyEdit);
    connect(&m_dialogs, &WindowDialogs::connectionEdited, this, &SessionController::connectionEdited);
    connect(&m_dialogs, &WindowDialogs::passwordGiven, this, &SessionController::takePassword);
    connect(&m_dialogs, &WindowDialogs::settingsChosen, this, &SessionController::settingsChosen);
    connect(&m_session.alerts(), &AlertsController::consentWanted, &m_dialogs, &WindowDialogs::askConsent);
    connect(&m_dialogs, &WindowDialogs::consentAnswered, &m_session.alerts(), &AlertsController::answerConsent);
    connect(&m_dialogs, &WindowDialogs::consentAnswered, this, [this](const WorkspacePtr &asked, bool allowed) {
        redis::Endpoint endpoint = m_session.connection().endpoint();
        if (allowed && asked == workspace() && endpoint.programs.refusal()) {
            endpoint.programs.isAllowed = true;
            m_session.follow(endpoint);
        }
    });
}

void SessionController::askToConnect()
{
    if (workspace() == nullptr) {
        m_dialogs.connectToServer();
        return;
    }
    m_dialogs.askWhereToConnect(
        workspace()->name, [this] { m_session.document().leave([this] { m_dialogs.connectToServer(); }); },
        [this] { emit newTabConnectionRequested(); });
}

void SessionController::openNamed(const QString &name, const QString &url)
{
    isUrl(name) ? openUrl(name) : openFile(name, url);
}

void SessionController::askFor(const QString &path)
{
    if (!m_elsewhere(path)) {
        m_session.document().leave([this, path] { openFile(path); });
    }
}

void SessionController::openFile(const QString &path, const QString &url)
{
    const quint64 opening = m_opening.next();
    inBackground(
        m_files, this, [path] { return redis::readWorkspace(path, redis::kindInfos()); },
        [this, opening, path, url](const redis::WorkspaceResult &read) {
            if (m_opening.is(opening)) {
                openRead(path, url, read);
            }
        });
}

void SessionController::openRead(const QString &path, const QString &url, const redis::WorkspaceResult &read)
{
    if (const auto *problems = std::get_if<redis::WorkspaceProblems>(&read)) {
        const auto more = static_cast<int>(problems->size()) - 1;
        const QString first = problems->front().line(QFileInfo(path).fileName());
        m_session.document().takeBack();
        view().showMessage(more > 0 ? tr("%1 (and %n more)", nullptr, more).arg(first) : first);
        return;
    }
    const auto workspace = std::make_shared<const Workspace>(std::get<Workspace>(read));
    const auto endpoint = redis::endpointOf(*workspace, url);
    if (!endpoint) {
        m_session.document().takeBack();
        view().showMessage(endpoint.error().message);
        return;
    }
    if (m_elsewhere(path)) {
        m_session.document().takeBack();
        return;
    }
    // The user was asked before the file was read, but the open workspace may have been edited since.
    m_session.document().leave([this, path, workspace, endpoint = *endpoint] {
        emit opened(QFileInfo(path).absoluteFilePath());
        open(workspace, endpoint);
        if (const QString many = workspace->manyKeys(); !many.isEmpty()) {
            view().showMessage(many);
        }
    });
}

void SessionController::openUrl(const QString &url)
{
    const auto endpoint = redis::Endpoint::parse(url);
    if (!endpoint) {
        view().showMessage(endpoint.error().message);
        return;
    }
    Workspace workspace;
    workspace.name = endpoint->display();
    workspace.connection.url = endpoint->url();
    workspace.connection.readOnly = true;
    workspace.pollInterval = m_settings.values().pollInterval;
    open(std::make_shared<const Workspace>(std::move(workspace)), *endpoint);
}

void SessionController::openRecording(const QString &path, double pace)
{
    const quint64 opening = m_opening.next();
    inBackground(
        m_files, this, [path, pace, title = tr("%1 (recording)")] { return RecordingReader::open(path, pace, title); },
        [this, opening](const Result<std::shared_ptr<RecordingReader>> &recording) {
            if (!m_opening.is(opening)) {
                return;
            }
            if (!recording) {
                view().showProblem(recording.error().message);
                return;
            }
            m_demo.stop();
            m_recording = *recording;
            m_session.replay(m_recording);
        });
}

void SessionController::openChosen(const views::ConnectionForm &form, const redis::Endpoint &endpoint)
{
    Workspace workspace;
    workspace.name = form.name.isEmpty() ? endpoint.display() : form.name;
    workspace.connection = form.connection;
    workspace.pollInterval = m_settings.values().pollInterval;
    keepPassword(form, endpoint);
    open(std::make_shared<const Workspace>(std::move(workspace)), endpoint);
}

void SessionController::keepPassword(const views::ConnectionForm &form, const redis::Endpoint &endpoint)
{
    if (form.rememberPassword && !endpoint.password.isEmpty()) {
        writeKeychainLater(endpoint, this, [this](const QString &problem) {
            if (problem.isEmpty()) {
                view().showMessage(tr("The password is in the system keychain"));
            } else {
                view().showProblem(tr("The password could not be saved: %1").arg(problem));
            }
        });
    }
}

void SessionController::editConnection()
{
    if (m_session.connection().isReplaying()) {
        view().showMessage(tr("A recording has no server; connect to one with Ctrl+N"));
    } else if (m_session.document().keeping() == WorkspaceDocument::Keeping::Nowhere) {
        view().showMessage(tr("The demo has a server of its own; connect to another with Ctrl+N"));
    } else if (workspace()) {
        m_dialogs.setEndpoint(m_session.connection().endpoint());
        m_dialogs.editConnection(workspace(), m_session.connection().endpoint().password);
    }
}

void SessionController::connectionEdited(const WorkspacePtr &before, const views::ConnectionForm &form,
                                         const redis::Endpoint &there)
{
    Workspace after = *before;
    after.name = form.name.isEmpty() ? there.display() : form.name;
    after.connection = form.connection;
    keepPassword(form, there);
    inBackground( // a user who had allowed the old settings has typed the new ones
        m_files, this,
        [store = ConsentStore(dataFolder(m_session.dataDir())), before, after, mayRun = !there.programs.refusal()] {
            const Result<bool> allowed = store.isAllowed(*before);
            return mayRun && allowed && *allowed && !after.path.isEmpty() ? store.allow(after) : Outcome(Done{});
        },
        [this](const Outcome &kept) {
            if (!kept) {
                view().showProblem(kept.error().message);
            }
        });
    m_session.edit(before, after, withEnvironmentPassword(there));
}

void SessionController::applyEdit(const WorkspacePtr &before, const Workspace &after)
{
    m_session.edit(before, after, m_session.connection().endpoint());
}

void SessionController::open(const WorkspacePtr &workspace, const redis::Endpoint &endpoint)
{
    if (!endpoint.programs.refusal()) {
        openJudged(workspace, endpoint);
        return;
    }
    const quint64 opening = m_opening.next();
    inBackground(
        m_files, this,
        [store = ConsentStore(dataFolder(m_session.dataDir())), workspace] { return store.isAllowed(*workspace); },
        [this, opening, workspace, judged = endpoint](const Result<bool> &allowed) {
            if (m_opening.is(opening)) {
                redis::Endpoint there = judged;
                there.programs.isAllowed = allowed && *allowed; // else the person is asked
                openJudged(workspace, there);
            }
        });
}

void SessionController::openJudged(const WorkspacePtr &workspace, const redis::Endpoint &endpoint)
{
    m_opening.forget();
    m_demo.stop();
    m_session.open(workspace, withEnvironmentPassword(endpoint));
    if (workspace->collections.empty() && workspace->path.isEmpty()) {
        emit view().host().findRequested();
    }
    showAlert(m_alert);
}

void SessionController::showAlert(const QString &alert)
{
    m_alert = alert;
    if (workspace() != nullptr && !m_opening.isOut() && !alert.isEmpty()) {
        emit view().host().alertShown(std::exchange(m_alert, {}));
    }
}

void SessionController::startDemo()
{
    m_opening.forget();
    m_demo.start(m_demoOptions);
}

void SessionController::showDemo(const WorkspacePtr &workspace, const redis::Endpoint &endpoint)
{
    if (m_session.document().isDirty()) { // edited while the demo started
        view().showMessage(tr("The demo was not opened: this workspace is not saved yet"));
        QMetaObject::invokeMethod(
            this, [this] { m_demo.stop(); }, Qt::QueuedConnection); // not while m_demo is emitting
        return;
    }
    m_opening.forget();
    m_session.open(workspace, endpoint, WorkspaceDocument::Keeping::Nowhere);
}

void SessionController::askKeychain()
{
    const redis::Endpoint asked = m_session.connection().endpoint();
    const auto take = [this, before = workspace(), asked](const std::optional<QByteArray> &password) {
        if (password && workspace() == before) {
            redis::Endpoint endpoint = asked;
            endpoint.password = *password;
            m_session.follow(endpoint);
        }
    };
    readKeychainLater(asked, this, take);
}

void SessionController::takePassword(const redis::Endpoint &asked, const QByteArray &password)
{
    redis::Endpoint endpoint = m_session.connection().endpoint();
    endpoint.password = asked.password; // may have come from the keychain meanwhile
    if (workspace() == nullptr || endpoint != asked) {
        m_dialogs.closePassword();
        view().showMessage(tr("The password was for another server; nothing was done"));
        return;
    }
    endpoint.password = password;
    m_session.follow(endpoint);
}

} // namespace plimsoll::app
