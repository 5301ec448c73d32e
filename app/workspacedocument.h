// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/workspace.h"

#include <QObject>

#include <functional>

class QThreadPool;

namespace plimsoll::app {

/// The workspace of a session as a document: what it is now, whether a file holds it so, how it gets there, and what is
/// asked before it is lost. GUI thread; files are written on the pool, in the order asked for.
class WorkspaceDocument final : public QObject {
    Q_OBJECT

public:
    enum class Keeping { File, Nowhere }; ///< Nowhere: the demo's, which goes when it goes

    explicit WorkspaceDocument(QThreadPool &files, QObject *parent = nullptr);

    /// Null: nothing is open.
    [[nodiscard]] const WorkspacePtr &workspace() const { return m_workspace; }
    [[nodiscard]] Keeping keeping() const { return m_keeping; }
    /// No file holds it as it is.
    [[nodiscard]] bool isDirty() const { return m_dirty; }

    /// Another one is open now; the one before is not asked about any more.
    void open(const WorkspacePtr &workspace, Keeping keeping = Keeping::File);
    /// False, and nothing is done, when it is not `before` any more.
    [[nodiscard]] bool edit(const WorkspacePtr &before, const Workspace &after);
    /// To its file, or, while it has none, to the place that placeWanted() brings.
    void save();
    /// A workspace that was this one's lies there from now on.
    void saveTo(const WorkspacePtr &workspace, const QString &path);
    /// The person would not say where or whether to save it: what waited for that does not happen.
    void stay();
    /// What was going to be lost is not, after all: it is asked about again.
    void takeBack();
    /// At once, or once the person has said what becomes of what no file holds.
    void leave(const std::function<void()> &then);

signals:
    void placed(); ///< the same workspace, in another file
    void placeWanted(const plimsoll::WorkspacePtr &workspace);
    void lossAsked(const QString &name, const std::function<void()> &save, const std::function<void()> &lose);
    void stayed(); ///< what it was asked for does not happen
    void message(const QString &text);
    void problem(const QString &text);

private:
    void write(const WorkspacePtr &workspace);

    QThreadPool &m_files;
    WorkspacePtr m_workspace;
    Keeping m_keeping = Keeping::File;
    bool m_dirty = false;
    WorkspacePtr m_lost; ///< dirty, and may be lost
    std::function<void()> m_afterSaving; ///< what waits for it to be saved
};

} // namespace plimsoll::app
