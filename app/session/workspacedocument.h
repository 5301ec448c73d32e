// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/workspace.h"

#include <QObject>

#include <functional>

class QThreadPool;

namespace plimsoll::app {

/// The workspace of a session as a document: its current state, whether it is saved, saving it, and the question before
/// unsaved changes are lost. GUI thread; files are written on the pool in the order requested.
class WorkspaceDocument final : public QObject {
    Q_OBJECT

public:
    enum class Keeping { File, Nowhere }; ///< Nowhere: the demo's, which ends with it

    explicit WorkspaceDocument(QThreadPool &files, QObject *parent = nullptr);

    /// Null: no workspace is open.
    [[nodiscard]] const WorkspacePtr &workspace() const { return m_workspace; }
    [[nodiscard]] Keeping keeping() const { return m_keeping; }
    /// True if no file holds the current state.
    [[nodiscard]] bool isDirty() const { return m_dirty; }

    /// Opens another workspace without asking about the previous one.
    void open(const WorkspacePtr &workspace, Keeping keeping = Keeping::File);
    /// Returns false without changes if the workspace is no longer `before`; a file that it got meanwhile is no change.
    [[nodiscard]] bool edit(const WorkspacePtr &before, const Workspace &after);
    /// Saves to its file; without one, the workspace is unsaved until saveAs().
    void save();
    /// Asks for a file by placeWanted(), if no file holds the current state.
    void saveAs();
    /// Proposed name of the file.
    static QString proposedFile() { return QStringLiteral("plimsoll.json"); }
    /// Saves `workspace` to a file, which becomes its file if that succeeds. A workspace named by its server's address
    /// is then named by the file, unless that has the proposed name.
    void saveTo(const WorkspacePtr &workspace, const QString &path);
    /// The user cancelled: drops the action that waited for saving.
    void stay();
    /// Marks changes whose loss was accepted as unsaved again, because the workspace stays open.
    void takeBack();
    /// Calls `then` at once, or after the user has decided about unsaved changes.
    void leave(const std::function<void()> &then);

signals:
    void dirtyChanged(bool dirty);
    void placed(bool isRenamed); ///< the workspace has a new file
    void placeWanted(const plimsoll::WorkspacePtr &workspace);
    void lossAsked(const QString &name, const std::function<void()> &save, const std::function<void()> &lose);
    void stayed(); ///< the requested action was cancelled
    void message(const QString &text);
    void problem(const QString &text);

private:
    void setDirty(bool dirty);
    static WorkspacePtr edited(const WorkspacePtr &before, const Workspace &after, const Workspace &there);
    /// Returns true if it has to be written once more, with edits that were made meanwhile.
    bool place(const WorkspacePtr &before, const WorkspacePtr &there);
    /// `before`: the workspace that gets the new file and name as soon as the file is written; null: it has them.
    void write(const WorkspacePtr &workspace, const WorkspacePtr &before = nullptr);

    QThreadPool &m_files;
    WorkspacePtr m_workspace;
    Keeping m_keeping = Keeping::File;
    bool m_dirty = false;
    struct {
        WorkspacePtr asked; ///< workspace for which a new file is being written; null if none
        WorkspacePtr now; ///< with the edits made since
    } m_toPlace;
    struct {
        WorkspacePtr before; ///< workspace that got its file last; editors opened before that still have it
        WorkspacePtr there; ///< the same, with that file
    } m_placed;
    WorkspacePtr m_lost; ///< workspace whose changes may be lost
    std::function<void()> m_afterSaving; ///< action to run after saving
};

} // namespace plimsoll::app
