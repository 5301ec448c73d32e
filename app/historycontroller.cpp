// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/historycontroller.h"

#include "app/datafolder.h"

#include <QFileInfo>

#include <utility>

namespace plimsoll::app {

HistoryController::HistoryController(QObject *parent) : QObject(parent)
{
    setDataDir({});
}

HistoryController::~HistoryController()
{
    m_recorder.finish();
}

void HistoryController::setDataDir(const QString &dataDir)
{
    m_dataDir = dataFolder(dataDir);
}

void HistoryController::setOptions(const redis::HistoryOptions &options)
{
    const bool same = options.bytes == m_options.bytes && options.age == m_options.age;
    m_options = options;
    if (!same && !m_path.isEmpty()) {
        openRecorder();
    }
}

void HistoryController::open(const WorkspacePtr &workspace, const redis::Endpoint &endpoint, Where where)
{
    QString folder = m_dataDir;
    if (where == Where::BesideServer) {
        const bool hasFolder = endpoint.transport == redis::Endpoint::Transport::Local;
        folder = hasFolder ? QFileInfo(endpoint.path).absolutePath() : QString();
    }
    const QString path = folder.isEmpty() ? QString() : redis::historyPath(folder, endpoint, workspace->name);
    if (std::exchange(m_path, path) == path) {
        return;
    }
    if (path.isEmpty()) {
        m_recorder.call(&redis::Recorder::close);
    } else {
        openRecorder();
    }
    emit stateChanged({}); // nothing is known of this one yet
}

void HistoryController::openRecorder()
{
    if (!m_keeping) {
        return;
    }
    if (m_recorder.object() == nullptr) {
        m_recorder.begin();
        m_recorder.hear(&redis::Recorder::stateChanged, this, &HistoryController::stateChanged);
    }
    m_recorder.call(&redis::Recorder::open, m_path, m_options);
}

void HistoryController::keep(const SnapshotPtr &snapshot)
{
    // A workspace without collections makes no file.
    if (m_recorder.object() != nullptr && !m_path.isEmpty() && !snapshot->layout->rows.empty()) {
        m_recorder.object()->hand(snapshot);
    }
}

void HistoryController::close()
{
    m_path.clear();
    m_recorder.call(&redis::Recorder::close);
}

} // namespace plimsoll::app
