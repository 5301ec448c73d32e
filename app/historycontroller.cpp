// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/historycontroller.h"

#include "app/background.h"
#include "app/datafolder.h"
#include "app/dayreader.h"
#include "app/historyrows.h"
#include "app/report/reporthtml.h"

#include <QFileInfo>

#include <limits>
#include <utility>

namespace plimsoll::app {

HistoryController::HistoryController(QObject *parent) : QObject(parent)
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
        m_recorder.forward(&redis::Recorder::leftBehind, this, &HistoryController::leftBehind);
        m_recorder.forward(&redis::Recorder::noticed, this, &HistoryController::noticed);
    }
    m_recorder.call(&redis::Recorder::open, m_path, m_options);
}

void HistoryController::keep(const SnapshotPtr &snapshot)
{
    // A workspace without collections has no history file.
    if (m_recorder.object() != nullptr && !m_path.isEmpty() && !snapshot->layout->rows.empty()) {
        m_recorder.object()->hand(snapshot);
    }
}

void HistoryController::close()
{
    m_path.clear();
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
    if (m_reading) {
        (isEarlier ? m_nextEarlier : m_next) = question;
        return;
    }
    openReader();
    m_reading = true;
    m_reader.call(&PastReader::read, m_question.next(), m_path, question);
}

void HistoryController::readMarks(const MarkQuestion &question)
{
    if (m_path.isEmpty()) {
        return;
    }
    if (m_readingMarks) {
        m_nextMarks = question;
        return;
    }
    openReader();
    m_readingMarks = true;
    m_reader.call(&PastReader::readMarks, m_markQuestion.next(), m_places, question);
}

void HistoryController::takeMarks(quint64 number, const MarkQuestion &question, const std::vector<Mark> &marks)
{
    m_readingMarks = false;
    if (m_markQuestion.is(number)) {
        emit marksRead(question, marks);
    }
    if (const auto next = std::exchange(m_nextMarks, std::nullopt)) {
        readMarks(*next);
    }
}

void HistoryController::openReader()
{
    if (m_reader.object() != nullptr) {
        return;
    }
    m_reader.begin();
    m_reader.forward(&PastReader::answered, this, &HistoryController::takeAnswer);
    m_reader.forward(&PastReader::marksAnswered, this, &HistoryController::takeMarks);
    m_reader.forward(&PastReader::momentRead, this, &HistoryController::takeMoment);
    m_reader.forward(&PastReader::momentFailed, this, &HistoryController::takeMomentFailure);
    m_reader.forward(&PastReader::damaged, this, &HistoryController::takeDamage);
}

/// Drops questions about the previous workspace or file.
void HistoryController::forgetQuestions()
{
    m_question.forget();
    m_next.reset();
    m_nextEarlier.reset();
    m_markQuestion.forget();
    m_nextMarks.reset();
    forgetMoment();
}

void HistoryController::readMoment(const models::MomentQuestion &question)
{
    if (m_path.isEmpty()) {
        emit momentFailed(tr("There is no history of it"));
        return;
    }
    if (m_readingMoment) {
        m_nextMoment = question;
        return;
    }
    openReader();
    m_readingMoment = true;
    m_reader.call(&PastReader::readMoment, m_moment.next(), m_path, question);
}

void HistoryController::forgetMoment()
{
    m_moment.forget();
    m_nextMoment.reset();
}

void HistoryController::takeMoment(quint64 number, const models::MomentPtr &moment)
{
    m_readingMoment = false;
    if (m_moment.is(number)) { // a dragged slider shows each moment read, not only the newest
        emit momentRead(moment);
    }
    readNextMoment();
}

void HistoryController::takeMomentFailure(quint64 number, const QString &why)
{
    m_readingMoment = false;
    if (m_moment.is(number)) {
        emit momentFailed(why);
    }
    readNextMoment();
}

void HistoryController::readNextMoment()
{
    if (const auto next = std::exchange(m_nextMoment, std::nullopt)) {
        readMoment(*next);
    }
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

void HistoryController::exportCsv(const QString &collection, const QString &kind)
{
    if (m_path.isEmpty()) {
        emit exportFailed(tr("There is no history of it"));
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
            csv ? emit exported(collection, *csv) : emit exportFailed(csv.error().message);
            if (!damage.isEmpty()) {
                takeDamage(path, damage);
            }
        });
}

void HistoryController::makeReport(const WorkspacePtr &workspace, const redis::TimeRange &range)
{
    if (m_path.isEmpty()) {
        emit exportFailed(tr("There is no history of it"));
        return;
    }
    using Made = std::pair<QByteArray, QStringList>;
    inBackground(
        m_exports, this,
        [workspace, places = m_places, range]() -> Result<Made> {
            const auto incident = gatherIncident(workspace, places, range);
            if (!incident) {
                return incident.error();
            }
            return Made{reportHtml(*incident), incident->missing};
        },
        [this, workspace](const Result<Made> &made) {
            made ? emit reported(workspace->name, made->first, made->second)
                 : emit exportFailed(tr("No report was made: %1").arg(made.error().message));
        });
}

void HistoryController::takeAnswer(quint64 number, const models::PastQuestion &question,
                                   const models::PastAnswer &answer)
{
    m_reading = false;
    if (m_question.is(number)) {
        emit pastRead(question, answer);
    }
    for (std::optional<models::PastQuestion> *waiting : {&m_next, &m_nextEarlier}) {
        if (const auto next = std::exchange(*waiting, std::nullopt)) {
            read(*next);
        }
    }
}

} // namespace plimsoll::app
