// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/endpoint.h"
#include "redis/types/workspace.h"
#include "models/text/connectionstatus.h"
#include "views/dialogs/connectiondialog.h"
#include "views/dialogs/keyfinder.h"
#include "views/dialogs/settingsdialog.h"

#include <QObject>
#include <QPointer>
#include <QThreadPool>

#include <functional>
#include <optional>
#include <stop_token>

class QWidget;

namespace plimsoll::views {
class CollectionEditor;
class PasswordDialog;
class Theme;
} // namespace plimsoll::views

namespace plimsoll::app {

/// The dialogs of the dashboard: shows them over the window, tests their connections and reports the user's choice.
/// They do not block: each answers with a signal. GUI thread.
class WindowDialogs final : public QObject {
    Q_OBJECT

public:
    WindowDialogs(QWidget *window, views::Theme *theme, QObject *parent = nullptr);
    /// Cancels a running test.
    ~WindowDialogs() override;
    Q_DISABLE_COPY_MOVE(WindowDialogs)

    /// Sets the endpoint of the session, on which an editor looks up keys.
    void setEndpoint(const redis::Endpoint &endpoint) { m_endpoint = endpoint; }
    void connectToServer();
    /// Edits the connection of a workspace; `password` is the one in use.
    void editConnection(const WorkspacePtr &workspace, const QByteArray &password);
    /// Edits the collection at `index`, or a new one.
    views::CollectionEditor *editCollection(const WorkspacePtr &workspace, std::optional<std::size_t> index);
    /// Edits a new collection that starts as a copy.
    void duplicateCollection(const WorkspacePtr &workspace, std::size_t index);
    /// Edits a proposed collection, which is in no workspace.
    void editProposal(const CollectionDefinition &proposal, const QStringList &otherNames);
    void removeCollection(const WorkspacePtr &workspace, std::size_t index, bool confirm);
    void chooseWorkspace();
    void chooseSavePlace(const WorkspacePtr &workspace);
    /// Asks for the password of the server's user, which is kept until the program ends. `why` is the reason why the
    /// last login was refused.
    void askPassword(const redis::Endpoint &endpoint, const WorkspacePtr &workspace, const QString &why);
    /// Answers a password that is being tried: closes its dialog, or shows there why it was refused.
    void answerPassword(const models::ConnectionStatus &status);
    void closePassword();
    /// Asks whether to restart the demo or to save an unsaved workspace: save, discard or cancel.
    void askToRestartDemo(const std::function<void()> &restart);
    /// Asks whether to connect in this tab, which closes the workspace in it, or in a new one.
    void askWhereToConnect(const QString &closed, const std::function<void()> &here,
                           const std::function<void()> &inNewTab);
    void askToSave(const QString &name, const std::function<void()> &save, const std::function<void()> &lose);
    void editSettings(const views::SettingsValues &values);
    /// Shows all that the workspace does outside of Redis and asks for consent.
    void askConsent(const WorkspacePtr &workspace);

signals:
    void connectionChosen(const plimsoll::views::ConnectionForm &form, const plimsoll::redis::Endpoint &endpoint);
    void connectionRefused(); ///< connectToServer() was cancelled
    void connectionEdited(const plimsoll::WorkspacePtr &before, const plimsoll::views::ConnectionForm &form,
                          const plimsoll::redis::Endpoint &endpoint);
    void workspaceEdited(const plimsoll::WorkspacePtr &before, const plimsoll::Workspace &after);
    void proposalEdited(const plimsoll::CollectionDefinition &proposal);
    void workspaceChosen(const QString &path);
    void savePlaceChosen(const WorkspacePtr &workspace, const QString &path);
    void savePlaceRefused();
    void lossRefused(); ///< neither saved nor discarded
    void passwordGiven(const redis::Endpoint &asked, const QByteArray &password);
    void settingsChosen(const plimsoll::views::SettingsValues &values);
    void consentAnswered(const plimsoll::WorkspacePtr &workspace, bool allowed);

private:
    /// `workspace`: the one that it edits, whose collections are tested, and whose folder is the base of relative
    /// certificate paths; null: a new one.
    views::ConnectionDialog *makeConnectionDialog(const WorkspacePtr &workspace);
    using Accept = std::function<void(CollectionDefinition edited)>;
    /// `filled`: initial contents. `accept`: called with the collection, whose name is not in `taken`.
    views::CollectionEditor *openEditor(const QStringList &taken, const QJsonObject &filled, bool isNew,
                                        const Accept &accept);
    /// Opens the editor for a collection of a workspace; without `index`, for a new one.
    views::CollectionEditor *openEditor(const WorkspacePtr &workspace, std::optional<std::size_t> index,
                                        const QJsonObject &filled);
    void lookUp(views::KeyFinder *finder, quint64 number, const std::vector<views::KeyQuestion> &questions);
    void test(views::ConnectionDialog *dialog, quint64 number, const WorkspacePtr &workspace,
              const redis::Endpoint &endpoint);

    QWidget *m_window;
    views::Theme *m_theme;
    QThreadPool m_tests;
    std::stop_source m_testing; ///< cancels the last test
    std::stop_source m_looking; ///< cancels the last lookup
    QPointer<views::PasswordDialog> m_password;
    redis::Endpoint m_endpoint; ///< the session's, for key lookups and for whether its programs are allowed
};

} // namespace plimsoll::app
