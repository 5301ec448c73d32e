// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/workspacedocument.h"

#include "app/desktop/background.h"
#include "redis/types/endpoint.h"
#include "redis/workspace/workspacefile.h"

#include <QFileInfo>

#include <utility>

namespace plimsoll::app {

WorkspaceDocument::WorkspaceDocument(QThreadPool &files, QObject *parent) : QObject(parent), m_files(files) { }

void WorkspaceDocument::open(const WorkspacePtr &workspace, Keeping keeping)
{
    m_workspace = workspace;
    m_keeping = keeping;
    m_toPlace = {};
    m_placed = {};
    setDirty(false);
}

/// `after` is an edit of `before`, whose file and name are now those of `there`.
WorkspacePtr WorkspaceDocument::edited(const WorkspacePtr &before, const Workspace &after, const Workspace &there)
{
    Workspace edited = after;
    edited.path = there.path;
    edited.name = after.name == before->name ? there.name : after.name;
    return std::make_shared<const Workspace>(std::move(edited));
}

bool WorkspaceDocument::edit(const WorkspacePtr &before, const Workspace &after)
{
    const bool isPlaced = before != nullptr && before == m_placed.before && m_workspace == m_placed.there;
    if (m_workspace != before && !isPlaced) {
        return false;
    }
    const WorkspacePtr replaced = std::exchange(
        m_workspace, isPlaced ? edited(before, after, *m_placed.there) : std::make_shared<const Workspace>(after));
    m_toPlace.now = m_toPlace.now == replaced ? m_workspace : m_toPlace.now;
    return true;
}

void WorkspaceDocument::save()
{
    if (m_keeping == Keeping::Nowhere) {
        return;
    }
    if (m_workspace->path.isEmpty()) {
        setDirty(true);
    } else {
        write(m_workspace);
    }
}

void WorkspaceDocument::saveAs()
{
    if (m_dirty) {
        emit placeWanted(m_workspace);
    }
}

void WorkspaceDocument::setDirty(bool dirty)
{
    if (std::exchange(m_dirty, dirty) != dirty) {
        emit dirtyChanged(dirty);
    }
}

void WorkspaceDocument::saveTo(const WorkspacePtr &workspace, const QString &path)
{
    Workspace copy = *workspace;
    copy.path = path;
    const QFileInfo file(path);
    const Result<redis::Endpoint> server = redis::Endpoint::parse(copy.connection.url);
    if (server && copy.name == server->display() && file.fileName() != proposedFile()
        && !file.completeBaseName().isEmpty()) {
        copy.name = file.completeBaseName();
    }
    const auto there = std::make_shared<const Workspace>(std::move(copy));
    if (m_workspace == workspace) { // otherwise another workspace has been opened
        m_toPlace = {workspace, workspace};
    }
    write(there, workspace);
}

/// The file of `before` was written as `there`: it gets that file and name, together with edits made meanwhile.
bool WorkspaceDocument::place(const WorkspacePtr &before, const WorkspacePtr &there)
{
    if (m_toPlace.asked != before) {
        return false;
    }
    const WorkspacePtr now = std::exchange(m_toPlace, {}).now;
    const bool isRenamed = there->name != before->name;
    m_workspace = now == before ? there : edited(before, *now, *there);
    m_placed = {now, m_workspace};
    emit placed(isRenamed);
    return m_workspace != there;
}

void WorkspaceDocument::write(const WorkspacePtr &workspace, const WorkspacePtr &before)
{
    inBackground(
        m_files, this, [workspace] { return redis::saveWorkspace(*workspace, workspace->path); },
        [this, workspace, before](const Outcome &saved) {
            if (saved && before != nullptr && place(before, workspace)) {
                write(m_workspace); // what waits for it goes on waiting
                return;
            }
            const QString file = QFileInfo(workspace->path).fileName();
            const auto then = std::exchange(m_afterSaving, nullptr);
            if (m_workspace == workspace) {
                setDirty(!saved);
            }
            if (saved && then) {
                then();
            }
            if (!saved && then) {
                emit stayed();
            }
            if (saved) {
                emit message(tr("%1 saved").arg(file));
            } else {
                emit problem(tr("%1 could not be saved: %2").arg(file, saved.error().message));
            }
        });
}

void WorkspaceDocument::stay()
{
    m_afterSaving = nullptr;
    emit stayed();
}

void WorkspaceDocument::takeBack()
{
    if (const WorkspacePtr lost = std::exchange(m_lost, nullptr); lost != nullptr && lost == m_workspace) {
        setDirty(true);
    }
}

void WorkspaceDocument::leave(const std::function<void()> &then)
{
    if (!m_dirty) {
        then();
        return;
    }
    const auto save = [this, then] {
        if (!m_dirty) { // it has been saved meanwhile
            then();
            return;
        }
        m_afterSaving = then;
        emit placeWanted(m_workspace);
    };
    const auto lose = [this, then] {
        setDirty(false);
        m_lost = m_workspace;
        then();
    };
    emit lossAsked(m_workspace->name, save, lose);
}

} // namespace plimsoll::app
