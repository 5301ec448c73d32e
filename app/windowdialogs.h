// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/endpoint.h"
#include "redis/types/workspace.h"
#include "views/dialogs/connectiondialog.h"
#include "views/dialogs/keyfinder.h"
#include "views/dialogs/settingsdialog.h"

#include <QObject>
#include <QThreadPool>

#include <functional>
#include <optional>
#include <stop_token>

class QMessageBox;
class QWidget;

namespace plimsoll::views {
class CollectionEditor;
class Theme;
} // namespace plimsoll::views

namespace plimsoll::app {

/// The dialogs of the dashboard: shows them over the window, tests connections for them, and says what a person chose.
/// None of them blocks: each is opened and answers by a signal. GUI thread.
class WindowDialogs final : public QObject {
    Q_OBJECT

public:
    WindowDialogs(QWidget *window, views::Theme *theme, QObject *parent = nullptr);
    /// Cancels a test under way.
    ~WindowDialogs() override;
    Q_DISABLE_COPY_MOVE(WindowDialogs)

    /// Where the keys of an editor are looked up.
    void setEndpoint(const redis::Endpoint &endpoint) { m_endpoint = endpoint; }
    void connectToServer();
    /// Where this workspace's server is and how it is treated; `password` is that in use.
    void editConnection(const WorkspacePtr &workspace, const QByteArray &password);
    /// Another collection, or the one at that index changed.
    views::CollectionEditor *editCollection(const WorkspacePtr &workspace, std::optional<std::size_t> index);
    /// A new one that begins as a copy of this.
    void duplicateCollection(const WorkspacePtr &workspace, std::size_t index);
    void removeCollection(const WorkspacePtr &workspace, std::size_t index, bool confirm);
    void chooseWorkspace();
    void chooseSavePlace(const WorkspacePtr &workspace);
    /// The password of that server's user, for as long as the program runs.
    void askPassword(const redis::Endpoint &endpoint);
    /// A workspace that no file holds would be lost: save it, lose it, or stay.
    void askToRestartDemo(const std::function<void()> &restart);
    void askToSave(const QString &name, const std::function<void()> &save, const std::function<void()> &lose);
    void editSettings(const views::SettingsValues &values);
    /// What the workspace does outside of Redis, in full: allowed, or not now.
    void askConsent(const WorkspacePtr &workspace);

signals:
    void connectionChosen(const plimsoll::views::ConnectionForm &form, const plimsoll::redis::Endpoint &endpoint);
    void connectionEdited(const plimsoll::WorkspacePtr &before, const plimsoll::views::ConnectionForm &form,
                          const plimsoll::redis::Endpoint &endpoint);
    void workspaceEdited(const plimsoll::WorkspacePtr &before, const plimsoll::Workspace &after);
    void workspaceChosen(const QString &path);
    void savePlaceChosen(const WorkspacePtr &workspace, const QString &path);
    void savePlaceRefused();
    void lossRefused(); ///< neither saved nor lost
    void passwordGiven(const redis::Endpoint &asked, const QByteArray &password);
    void settingsChosen(const plimsoll::views::SettingsValues &values);
    void consentAnswered(const plimsoll::WorkspacePtr &workspace, bool allowed);

private:
    QMessageBox *makeQuestion(const char *name, const QString &title, const QString &text, const QString &more) const;
    /// `workspacePath`: from whose folder certificates are named.
    views::ConnectionDialog *makeConnectionDialog(const QString &workspacePath);
    /// `filled`: what the fields hold at first; without `index` it becomes a new collection.
    views::CollectionEditor *openEditor(const WorkspacePtr &workspace, std::optional<std::size_t> index,
                                        const QJsonObject &filled);
    void lookUp(views::KeyFinder *finder, quint64 number, const std::vector<views::KeyQuestion> &questions);
    void test(views::ConnectionDialog *dialog, quint64 number, const redis::Endpoint &endpoint);

    QWidget *m_window;
    views::Theme *m_theme;
    QThreadPool m_tests;
    std::stop_source m_testing; ///< of the last test
    std::stop_source m_looking; ///< of the last look at keys
    redis::Endpoint m_endpoint; ///< where keys are looked up
};

} // namespace plimsoll::app
