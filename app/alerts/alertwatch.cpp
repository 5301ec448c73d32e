// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/alerts/alertwatch.h"

#include "models/rows/alertmodel.h"
#include "redis/history/renamed.h"
#include "redis/storage/person.h"

#include <QDateTime>
#include <QFileInfo>

namespace plimsoll::app {

using redis::AlertStore;
using std::chrono::milliseconds;

static_assert(AlertWatch::mostPast == models::AlertModel::wholePage); // a full page means that there may be more

AlertWatch::AlertWatch(QObject *parent) : QObject(parent), m_look(this), m_away(this)
{
    qRegisterMetaType<plimsoll::AlertList>();
    qRegisterMetaType<std::vector<plimsoll::Alert>>();
    qRegisterMetaType<plimsoll::app::AlertsState>();
    qRegisterMetaType<std::vector<plimsoll::redis::AlertMessage>>();
    connect(&m_look, &QTimer::timeout, this, &AlertWatch::look);
    connect(&m_away, &QTimer::timeout, this, &AlertWatch::judgeAway);
}

void AlertWatch::open(const QString &path, const WorkspacePtr &workspace, milliseconds interval, bool keeping)
{
    close();
    m_path = path;
    if (QFileInfo::exists(path) && people() != nullptr) {
        if (const auto states = m_people->reading([this] { return m_people->clock(); }); states && !states->isEmpty()) {
            emit statesRead(*states);
        }
    }
    if (keeping) {
        m_keeper = std::make_unique<AlertKeeper>(path, workspace, interval);
    }
    m_look.start(lookEvery);
    look();
}

/// Whether it can be the recorder says, which does the same.
void AlertWatch::takeAlong(const QString &former,
                           const QString &history) // NOLINT(readability-convert-member-functions-to-static)
{
    static_cast<void>(redis::takeAlong(former, history));
}

void AlertWatch::close()
{
    m_look.stop();
    m_away.stop();
    m_keeper.reset();
    m_people.reset();
    m_version.reset();
    m_state.reset();
    m_isAway = false;
    m_path.clear();
}

void AlertWatch::setInterval(milliseconds interval)
{
    if (m_keeper != nullptr) {
        m_keeper->setInterval(interval);
    }
}

void AlertWatch::setPaused(bool paused)
{
    m_isPaused = paused;
    if (paused && m_keeper != nullptr) {
        m_away.stop();
        m_keeper->close();
        look();
    }
}

void AlertWatch::hand(const SnapshotPtr &snapshot)
{
    if (m_waiting < mostWaiting) {
        ++m_waiting;
        QMetaObject::invokeMethod(this, [this, snapshot] {
            --m_waiting;
            judge(snapshot);
        });
    }
}

void AlertWatch::judge(const SnapshotPtr &snapshot)
{
    m_isAway = false;
    m_away.stop();
    if (m_keeper != nullptr && !m_isPaused) {
        tell(m_keeper->apply(*snapshot));
    }
}

void AlertWatch::setAway(const QString &why)
{
    m_awayWhy = why;
    if (!std::exchange(m_isAway, true) && m_keeper != nullptr && !m_isPaused) {
        m_away.start(awayEvery); // also without reconnect attempts
    }
    judgeAway();
}

void AlertWatch::judgeAway()
{
    if (m_isAway && m_keeper != nullptr && !m_isPaused) {
        tell(m_keeper->away(m_awayWhy));
    }
}

void AlertWatch::tell(const std::vector<redis::AlertMessage> &messages)
{
    if (!messages.empty()) {
        emit toTell(messages);
    }
    sayState();
    if (const QString notice = m_keeper->takeNotice(); !notice.isEmpty()) {
        emit failed(notice);
    }
    look();
}

void AlertWatch::sayState()
{
    using Is = AlertsState::Is;
    const Is is = m_keeper->isElsewhere() ? Is::Elsewhere : m_keeper->trouble().isEmpty() ? Is::Kept : Is::Failing;
    const AlertsState state{is, m_keeper->trouble()};
    if (m_state != state) {
        m_state = state;
        emit stateChanged(state);
    }
}

void AlertWatch::told(qint64 message, const QString &outcome)
{
    if (m_keeper != nullptr) {
        m_keeper->told(message, outcome);
    }
}

void AlertWatch::delayed(qint64 message, const QString &why)
{
    if (m_keeper != nullptr) {
        m_keeper->delayed(message, why);
    }
}

AlertStore *AlertWatch::people()
{
    if (m_people != nullptr && m_people->isOutdated()) { // another file is there, or more may be done with it
        m_people.reset();
        m_version.reset();
    }
    if (m_people == nullptr) {
        if (auto opened = AlertStore::open(m_path, AlertStore::For::People)) {
            m_people = std::move(*opened);
        }
    }
    return m_people.get();
}

void AlertWatch::look()
{
    if (m_path.isEmpty() || !QFileInfo::exists(m_path) || people() == nullptr) {
        return;
    }
    using Found = std::optional<AlertList>;
    std::optional<qint64> version;
    const auto found = m_people->reading([this, &version]() -> Result<Found> {
        const Result<qint64> now = m_people->version();
        if (!now || m_version == *now) {
            return now ? Result<Found>(std::nullopt) : now.error();
        }
        version = *now;
        Result<AlertList> list = m_people->all(mostPast);
        return list ? Result<Found>(*std::move(list)) : list.error();
    });
    if (found && *found) {
        m_version = version;
        emit alertsRead(**found);
    }
}

void AlertWatch::readPast(const QString &before)
{
    std::vector<Alert> alerts;
    if (!m_path.isEmpty() && QFileInfo::exists(m_path) && people() != nullptr) {
        if (auto found = m_people->reading([&] { return m_people->pastBefore(before, mostPast); })) {
            alerts = std::move(*found);
        }
    }
    emit pastRead(before, alerts);
}

template <typename Write> void AlertWatch::write(const QStringList &alerts, Write write)
{
    if (m_path.isEmpty() || !QFileInfo::exists(m_path) || people() == nullptr) {
        emit failed(tr("It could not be saved: there is no alerts file for this workspace"));
        return;
    }
    for (const QString &alert : alerts) {
        if (const Outcome written = write(*m_people, alert); !written) {
            emit failed(written.error().message);
            break;
        }
    }
    look();
}

void AlertWatch::acknowledge(const QStringList &alerts, bool acknowledged)
{
    const auto now = acknowledged ? std::optional(milliseconds(QDateTime::currentMSecsSinceEpoch())) : std::nullopt;
    write(alerts, [now](AlertStore &store, const QString &alert) {
        return store.acknowledge(alert, now, redis::personName());
    });
}

void AlertWatch::mute(const QStringList &alerts, milliseconds until)
{
    const auto end = until > milliseconds::zero() ? std::optional(until) : std::nullopt;
    write(alerts,
          [end](AlertStore &store, const QString &alert) { return store.mute(alert, end, redis::personName()); });
}

void AlertWatch::keepNote(const Note &note)
{
    if (m_path.isEmpty() || !QFileInfo::exists(m_path) || people() == nullptr) {
        emit failed(tr("The note could not be saved: there is no alerts file for this workspace"));
        return;
    }
    const auto kept = m_people->keepNote(note, redis::personName());
    if (!kept) {
        emit failed(tr("The note could not be saved: %1").arg(kept.error().message));
    } else if (*kept == AlertStore::NoteKept::Anew) {
        emit failed(tr("That note was removed in the meantime; your text was saved as a new one"));
    }
    look();
}

void AlertWatch::note(const QStringList &alerts, const QString &text)
{
    const AlertNote note{milliseconds(QDateTime::currentMSecsSinceEpoch()), redis::personName(), text};
    write(alerts, [&note](AlertStore &store, const QString &alert) { return store.note(alert, note); });
}

} // namespace plimsoll::app
