// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/historycontroller.h"

#include "app/desktop/background.h"
#include "app/desktop/datafolder.h"
#include "app/past/dayreader.h"
#include "app/past/historyrows.h"
#include "app/report/reporthtml.h"
#include "views/widgets/exportevent.h"

#include <QDateTime>
#include <QFileInfo>

#include <limits>
#include <utility>

namespace plimsoll::app {

HistoryController::HistoryController(QObject *parent) : HistoryService(parent)
{
    setDataDir({});
    m_exports.setMaxThreadCount(1);
}

HistoryController::~HistoryController()
{
    m_recorder.finish();
}

void HistoryController::setDataDir(const QString &dataDir)
{
    m_dataDir = dataFolder(dataDir);
    m_isGiven = !dataDir.isEmpty();
}

void HistoryController::setOptions(const redis::HistoryOptions &options)
{
    const bool same = options.bytes == m_options.bytes && options.age == m_options.age;
    m_options = options;
    if (!same && !m_path.isEmpty()) {
        openRecorder();
    }
}

void HistoryController::open(const WorkspacePtr &workspace, const redis::Endpoint &endpoint, Where where,
                             const QString &former)
{
    QString folder = m_dataDir;
    if (where == Where::BesideServer) {
        const bool hasFolder = endpoint.transport == redis::Endpoint::Transport::Local;
        folder = hasFolder ? QFileInfo(endpoint.path).absolutePath() : QString();
    }
    const QString path = folder.isEmpty() ? QString() : redis::historyPath(folder, endpoint, workspace->name);
    m_foundPath = folder.isEmpty() ? QString() : redis::foundPath(folder, endpoint);
    m_workspace = workspace;
    m_where = where;
    m_places = {path, m_isGiven || folder.isEmpty() ? m_dataDir : folder, endpoint, workspace->name};
    if (std::exchange(m_path, path) == path) {
        return;
    }
    forgetQuestions();
    if (path.isEmpty()) {
        m_recorder.call(&redis::Recorder::close);
    } else {
        if (!former.isEmpty()) {
            m_recorder.call(&redis::Recorder::takeAlong, former, path);
        }
        openRecorder();
    }
    m_damage.clear();
    emit stateChanged({}); // the state of the new history is unknown
    emit damaged({});
}

/// Damage is reported until the history is closed; it does not disappear.
void HistoryController::takeDamage(const QString &path, const QString &what)
{
    if (path == m_path && std::exchange(m_damage, what) != what) {
        emit damaged(what);
    }
}

void HistoryController::openRecorder()
{
    if (!m_keeping) {
        return;
    }
    if (m_recorder.object() == nullptr) {
        m_recorder.begin();
        m_recorder.forward(&redis::Recorder::stateChanged, this, &HistoryController::stateChanged);
        m_recorder.forward(&redis::Recorder::leftBehind, this, &HistoryController::problem);
        m_recorder.forward(&redis::Recorder::noticed, this, &HistoryController::problem);
    }
    m_recorder.call(&redis::Recorder::open, m_path, m_options);
}

void HistoryController::keep(const SnapshotPtr &snapshot)
{
    m_latest = snapshot;
    // A workspace without collections has no history file.
    if (m_recorder.object() != nullptr && !m_path.isEmpty() && !snapshot->layout->rows.empty()) {
        m_recorder.object()->hand(snapshot);
    }
}

void HistoryController::close()
{
    m_path.clear();
    m_foundPath.clear();
    forgetQuestions();
    m_recorder.call(&redis::Recorder::close);
}

void HistoryController::read(const models::PastQuestion &question)
{
    const bool isEarlier = question.reach.comparison != models::Comparison::None;
    if (m_path.isEmpty()) {
        if (isEarlier) { // nothing is recorded; queued, because the chart is still asking
            QMetaObject::invokeMethod(
                this, [this, question] { emit pastRead(question, {}); }, Qt::QueuedConnection);
        }
        return;
    }
    (isEarlier ? m_earlier : m_past).ask(question);
}

void HistoryController::askPast(NewestQuestion<models::PastQuestion> &queue, const models::PastQuestion &question)
{
    reader().ask(&PastReader::read, std::tuple(m_path, question),
                 [this, &queue, question](const models::PastAnswer &answer) {
                     queue.end([&] { emit pastRead(question, answer); });
                 });
}

void HistoryController::readMarks(const MarkQuestion &question)
{
    if (!m_path.isEmpty()) {
        m_marks.ask(question);
    }
}

void HistoryController::askMarks(const MarkQuestion &question)
{
    reader().ask(
        &PastReader::readMarks, std::tuple(m_places, question),
        [this, question](const std::vector<Mark> &marks) { m_marks.end([&] { emit marksRead(question, marks); }); });
}

Worker<PastReader> &HistoryController::reader()
{
    if (m_reader.object() == nullptr) {
        m_reader.begin();
        m_reader.forward(&PastReader::damaged, this, &HistoryController::takeDamage);
    }
    return m_reader;
}

/// Drops questions about the previous workspace or file.
void HistoryController::forgetQuestions()
{
    m_past.forget();
    m_earlier.forget();
    m_marks.forget();
    m_moment.forget();
    m_latest.reset();
}

bool HistoryController::isKept()
{
    if (m_path.isEmpty()) {
        emit problem(tr("There is no history of it"));
    }
    return !m_path.isEmpty();
}

std::chrono::milliseconds HistoryController::serverNow() const
{
    using std::chrono::milliseconds;
    return m_latest == nullptr ? milliseconds(QDateTime::currentMSecsSinceEpoch())
                               : m_latest->serverTime
            + std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - m_latest->taken);
}

void HistoryController::goTo(std::chrono::milliseconds time)
{
    emit momentWanted(time);
    if (!isKept()) {
        return;
    }
    if (m_latest == nullptr || time >= serverNow() - std::chrono::seconds(1)) {
        goLive();
    } else {
        readMoment({m_latest->layout, time});
    }
}

void HistoryController::goToPast()
{
    readRecorded(std::chrono::floor<std::chrono::seconds>(serverNow()) - std::chrono::minutes(1),
                 models::Toward::Later);
}

void HistoryController::goToLastBefore(std::chrono::milliseconds time)
{
    readRecorded(std::chrono::ceil<std::chrono::seconds>(time) - std::chrono::seconds(1), models::Toward::Earlier);
}

void HistoryController::readRecorded(std::chrono::milliseconds time, models::Toward toward)
{
    emit momentWanted({});
    if (isKept() && m_latest != nullptr) {
        readMoment({m_latest->layout, time, toward});
    }
}

void HistoryController::goLive()
{
    m_moment.forget();
    emit momentRead(nullptr);
}

void HistoryController::readMoment(const models::MomentQuestion &question)
{
    if (!m_path.isEmpty()) {
        m_moment.ask(question);
    }
}

/// A dragged slider shows each moment read, not only the newest.
void HistoryController::askMoment(const models::MomentQuestion &question)
{
    reader().ask(&PastReader::readMoment, std::tuple(m_path, question), [this](const Result<models::MomentPtr> &read) {
        m_moment.end([&] { read ? emit momentRead(*read) : emit problem(read.error().message); });
    });
}

void HistoryController::readDay(const DayQuestion &question, QObject *context,
                                const std::function<void(const models::RecordedDay &day)> &then)
{
    if (m_path.isEmpty() || !m_keeping) {
        return;
    }
    const auto read = [path = m_path, question] {
        const QFileInfo file(question.file);
        const bool isOpen =
            question.file.isEmpty() || (file.isWritable() && QFileInfo(file.absolutePath()).isWritable());
        return isOpen ? app::readDay(path, question.collection, question.kind, question.now) : models::RecordedDay();
    };
    inBackground(m_exports, context, read, then);
}

void HistoryController::readDay(const QString &collection, const QString &kind)
{
    if (m_workspace == nullptr || m_workspace->path.isEmpty() || m_where == Where::BesideServer) {
        return;
    }
    readDay({collection, kind, serverNow(), m_workspace->path}, this,
            [this, collection, kind, path = m_path](const models::RecordedDay &day) {
                if (m_path == path) {
                    emit dayRead(collection, kind, day);
                }
            });
}

void HistoryController::exportCsv(const QString &collection, const QString &kind)
{
    if (!isKept()) {
        return;
    }
    using Read = std::pair<Result<QByteArray>, QString>; // CSV and a description of damage
    inBackground(
        m_exports, this,
        [path = m_path, collection, kind]() -> Read {
            const auto reader = redis::HistoryReader::open(path);
            if (!reader) {
                return {reader.error(), {}};
            }
            constexpr std::chrono::milliseconds furthest(std::numeric_limits<qint64>::max() / 4);
            const auto history = (*reader)->collection(collection, kind, {-furthest, furthest}, {});
            if (!history) {
                return {history.error(), {}};
            }
            return {historyCsv(historyRows(*history)), damageText((*reader)->damaged())};
        },
        [this, path = m_path, collection](const Read &read) {
            const auto &[csv, damage] = read;
            csv ? emit exported(views::exportName(collection, QLatin1StringView("csv")), *csv)
                : emit problem(csv.error().message);
            if (!damage.isEmpty()) {
                takeDamage(path, damage);
            }
        });
}

void HistoryController::makeReport(std::chrono::milliseconds from, std::chrono::milliseconds to)
{
    if (!isKept()) {
        return;
    }
    using Made = std::pair<QByteArray, QStringList>;
    inBackground(
        m_exports, this,
        [workspace = m_workspace, places = m_places, from, to]() -> Result<Made> {
            const auto incident = gatherIncident(workspace, places, {from, to});
            if (!incident) {
                return incident.error();
            }
            return Made{reportHtml(*incident), incident->missing};
        },
        [this, name = m_workspace->name](const Result<Made> &made) {
            if (!made) {
                emit problem(tr("No report was made: %1").arg(made.error().message));
                return;
            }
            emit exported(views::exportName(tr("%1 report").arg(name), QLatin1StringView("html")), made->first);
            for (const QString &what : made->second) {
                emit problem(what);
            }
        });
}

} // namespace plimsoll::app
