// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/alerts/alertipcserver.h"
#include "app/alerts/alertkeeper.h"
#include "app/alerts/alertnotifier.h"
#include "app/alerts/consent.h"
#include "app/desktop/background.h"
#include "app/formats/clitext.h"
#include "app/cli/metricsserver.h"
#include "app/cli/shared.h"
#include "app/desktop/datafolder.h"
#include "app/demo/terminationsignals.h"
#include "app/formats/snapshotformat.h"
#include "app/cli/output.h"
#include "app/recording/recordingwriter.h"
#include "redis/history/historywriter.h"
#include "redis/poll/pacing.h"
#include "redis/poll/pollsession.h"
#include "redis/storage/person.h"
#include "redis/types/printable.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QFileInfo>
#include <QHash>
#include <QProcess>
#include <QProcessEnvironment>
#include <QRandomGenerator>
#include <QThreadPool>

#include <spdlog/spdlog.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace plimsoll::app {

namespace {

using std::chrono::milliseconds;

/// Options of the command.
struct RecordOptions {
    QStringList workspaces; ///< files, each recorded on a thread of its own
    QString url, dataDir;
    std::optional<double> everySeconds; ///< nullopt: as each workspace says
    std::optional<int> count;
    QString record; ///< file for the snapshots; empty: none
};

/// One workspace, polled and kept on the thread that calls run(). What changes is said on standard error, once.
class Recording final {
public:
    Recording(Opened opened, const RecordOptions &options, std::shared_ptr<RecordingFile> file)
        : m_opened(std::move(opened)), m_file(std::move(file)), m_name(m_opened.workspace->name),
          m_count(options.count),
          m_path(redis::historyPath(dataFolder(options.dataDir), m_opened.endpoint, m_opened.workspace->name)),
          m_interval(options.everySeconds ? milliseconds(static_cast<qint64>(*options.everySeconds * 1000.0))
                                          : m_opened.workspace->pollInterval),
          m_window(windowArguments(m_opened.workspace->path, options)),
          m_alerts(redis::alertPath(m_path), m_opened.workspace, m_interval), m_notifier(*m_opened.workspace, buttons())
    {
        // The notifier lives on this thread, independent of the polling thread.
        QObject::connect(
            &m_notifier, &AlertNotifier::told, &m_notifier,
            [this](qint64 message, const QString &outcome) { m_alerts.told(message, outcome); }, Qt::DirectConnection);
        QObject::connect(
            &m_notifier, &AlertNotifier::delayed, &m_notifier,
            [this](qint64 message, const QString &why) { m_alerts.delayed(message, why); }, Qt::DirectConnection);
        QObject::connect(&m_notifier, &AlertNotifier::failed, &m_notifier,
                         [name = m_name](const QString &why) { complain(errorLine(name, why)); });
        QObject::connect(&m_notifier, &AlertNotifier::muteRequested, &m_notifier,
                         [this](const QStringList &alerts) { mute(alerts); });
        QObject::connect(&m_notifier, &AlertNotifier::openRequested, &m_notifier,
                         [this](const QStringList &alerts) { open(alerts.front()); });
        m_notifier.setConsent(AlertNotifier::Consent::Given); // else it would not have come to this
        for (const QString &wrong : m_notifier.wrong()) {
            complain(errorLine(m_name, wrong));
        }
    }

    /// Records until stopped, or until the requested number of polls is stored.
    ExitCode run(const std::stop_token &stop)
    {
        const ExitCode code = poll(stop);
        if (!stop.stop_requested()) {
            m_alerts.waitUntilTold(stop, tellingDeadline);
        }
        m_alerts.close(); // on the thread that opened it
        return code;
    }

    [[nodiscard]] QString name() const { return m_name; }
    /// Snapshot of the last poll; null if it failed or there was none. Callable from any thread.
    [[nodiscard]] SnapshotPtr latest() const
    {
        const std::scoped_lock lock(m_mutex);
        return m_latest;
    }

private:
    static constexpr int loginAttempts = 3;
    static constexpr milliseconds tellingDeadline{10'000}; ///< ms; time for pending alert messages at exit

    static QString errorLine(const QString &name, const QString &what)
    {
        return QStringLiteral("plimsoll: %1: %2").arg(name, what.simplified());
    }

    /// Buttons of desktop notifications; without a display no window can be opened.
    static DesktopChannel::Buttons buttons()
    {
        const bool hasDisplay =
            !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY") || !qEnvironmentVariableIsEmpty("DISPLAY");
        return hasDisplay ? DesktopChannel::Buttons::OpenAndMute : DesktopChannel::Buttons::Mute;
    }

    /// Arguments that start a window on the same workspace.
    static QStringList windowArguments(const QString &workspace, const RecordOptions &options)
    {
        QStringList words{QStringLiteral("-w"), QFileInfo(workspace).absoluteFilePath()};
        if (!options.dataDir.isEmpty()) {
            words += {QStringLiteral("--data-dir"), QFileInfo(options.dataDir).absoluteFilePath()};
        }
        if (!options.url.isEmpty()) {
            words += {QStringLiteral("-u"), redis::withoutPassword(options.url)};
        }
        return words;
    }

    /// In the window that watches the same, or in one of its own; not on this thread, because it waits for the other.
    void open(const QString &alert)
    {
        inBackground(
            *QThreadPool::globalInstance(), &m_notifier,
            [path = redis::alertPath(m_path), alert] { return AlertIpcServer::ask(path, alert); },
            [this, alert](bool isShown) {
                if (!isShown) {
                    openWindow(alert);
                }
            });
    }

    void openWindow(const QString &alert)
    {
        QProcess window;
        window.setProgram(QCoreApplication::applicationFilePath());
        window.setArguments(m_window + QStringList{QStringLiteral("--alert"), alert});
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        if (!m_opened.endpoint.password.isEmpty()) { // which is in no list of processes, and taken out at once
            environment.insert(QStringLiteral("PLIMSOLL_PASSWORD"), QString::fromUtf8(m_opened.endpoint.password));
        }
        window.setProcessEnvironment(environment);
        if (!window.startDetached()) {
            complain(errorLine(m_name, tr("the window could not be started")));
        }
    }

    /// Mutes alerts through the file, like a window; on a pool thread, because it blocks on the disk.
    void mute(const QStringList &alerts)
    {
        inBackground(
            *QThreadPool::globalInstance(), &m_notifier,
            [path = redis::alertPath(m_path), alerts, until = serverNow() + DesktopChannel::muteLength]() -> Outcome {
                const auto store = redis::AlertStore::openThere(path);
                Outcome muted = store ? Outcome(Done{}) : store.error();
                for (const QString &alert : alerts) {
                    if (muted && *store) {
                        muted = (*store)->mute(alert, until, redis::personName());
                    }
                }
                return muted;
            },
            [name = m_name](const Outcome &muted) {
                if (!muted) {
                    complain(errorLine(name, muted.error().message));
                }
            });
    }

    [[nodiscard]] milliseconds serverNow() const
    {
        const std::scoped_lock lock(m_mutex);
        return milliseconds(QDateTime::currentMSecsSinceEpoch()) + m_serverAhead;
    }

    ExitCode poll(const std::stop_token &stop)
    {
        redis::HistoryWriter writer(m_path);
        connect();
        for (int done = 0, failures = 0, refusals = 0;;) {
            const Result<SnapshotPtr> polled = m_session->tick(stop);
            if (stop.stop_requested()) {
                return ExitCode::Done;
            }
            milliseconds wait{};
            publish(polled ? *polled : nullptr);
            if (polled) {
                failures = refusals = 0;
                reportChange(m_trouble, {});
                const redis::HistoryState &state = writer.apply(**polled);
                printNotice(writer.takeNotice());
                reportChange(m_state, state.text);
                keepSnapshot(*polled);
                deliver(m_alerts.apply(**polled));
                reportAlertTrouble();
                if (m_count && ++done >= *m_count) {
                    return state.is == redis::HistoryState::Is::Kept && !m_hasLostFile ? ExitCode::Done
                                                                                       : ExitCode::Failed;
                }
                wait = m_pace.next(m_interval, (*polled)->serverShare, (*polled)->pollTime).wait;
            } else if (!useKeychainPassword(polled.error())) {
                const bool refused = polled.error().kind == ErrorKind::LoginRefused;
                refusals = refused ? refusals + 1 : 0;
                reportChange(m_trouble, polled.error().message);
                deliver(m_alerts.away(polled.error().message));
                if (m_count || refusals >= loginAttempts) {
                    return app::exitCodeFor(polled.error());
                }
                wait = redis::nextAfterFailure(++failures, QRandomGenerator::global()->generateDouble());
            }
            std::unique_lock lock(m_mutex);
            m_wake.wait_for(lock, stop, wait, [] { return false; });
            if (stop.stop_requested()) {
                return ExitCode::Done;
            }
        }
    }

    void deliver(const std::vector<redis::AlertMessage> &messages)
    {
        for (const redis::AlertMessage &message : messages) {
            QMetaObject::invokeMethod(&m_notifier, [this, message] { m_notifier.tell(message); });
        }
    }

    /// Reports trouble with the alert file, unless the history already reports one.
    void reportAlertTrouble()
    {
        printNotice(m_alerts.takeNotice());
        if (m_state.isEmpty()) {
            reportChange(m_alertState, m_alerts.trouble());
        }
    }

    void printNotice(const QString &notice)
    {
        if (!notice.isEmpty()) {
            complain(errorLine(m_name, notice));
        }
    }

    /// Writes the snapshot to the recording file; a failure does not affect the history.
    void keepSnapshot(const SnapshotPtr &snapshot)
    {
        const Outcome kept = m_file ? m_file->keep(snapshot) : Done{};
        if (!kept) {
            complain(errorLine(m_name, kept.error().message));
            m_file.reset();
            m_hasLostFile = true;
        }
    }

    void connect()
    {
        m_session = std::make_unique<redis::PollSession>(m_opened.workspace, m_opened.endpoint, redis::PollOptions{});
    }

    /// The keychain is asked once, where the server wants a password and none was given.
    bool useKeychainPassword(const Error &error)
    {
        const bool wanted = error.kind == ErrorKind::LoginRefused && m_opened.endpoint.password.isEmpty();
        const auto password = wanted && !std::exchange(m_askedKeychain, true)
            ? readKeychain(m_opened.endpoint, keychainDeadline)
            : std::nullopt;
        if (password) {
            m_opened.endpoint.password = *password;
            connect();
        }
        return password.has_value();
    }

    void publish(const SnapshotPtr &snapshot)
    {
        const std::scoped_lock lock(m_mutex);
        m_latest = snapshot;
        if (snapshot != nullptr) {
            m_serverAhead = snapshot->serverTime - milliseconds(QDateTime::currentMSecsSinceEpoch());
        }
    }

    /// Reports a changed state, including its end.
    void reportChange(QString &before, const QString &now)
    {
        if (before != now) {
            complain(errorLine(m_name, now.isEmpty() ? tr("goes on") : now));
            before = now;
        }
    }

    Opened m_opened;
    std::shared_ptr<RecordingFile> m_file; ///< additional recording file; null: none
    bool m_hasLostFile = false; ///< m_file could not be written
    std::unique_ptr<redis::PollSession> m_session;
    redis::PollPace m_pace;
    QString m_name;
    std::optional<int> m_count;
    QString m_path;
    milliseconds m_interval;
    QStringList m_window; ///< arguments of the window's command
    AlertKeeper m_alerts;
    AlertNotifier m_notifier; ///< lives on the thread that created this
    QString m_trouble, m_state, m_alertState; ///< last reported texts
    bool m_askedKeychain = false;
    mutable std::mutex m_mutex;
    SnapshotPtr m_latest;
    milliseconds m_serverAhead{}; ///< ms by which the server's clock is ahead of the local one
    std::condition_variable_any m_wake;
};

using Recordings = std::vector<std::unique_ptr<Recording>>;

/// Metrics of all recordings; recordings with equal names also have their file as a label.
QByteArray metricsText(const Recordings &recordings, const QStringList &files)
{
    std::vector<WatchedSnapshot> watched;
    for (const auto &recording : recordings) {
        const bool isAlone = std::count_if(recordings.begin(), recordings.end(),
                                           [&](const auto &other) { return other->name() == recording->name(); })
            == 1;
        const QString &file = files[static_cast<qsizetype>(watched.size())];
        watched.push_back({isAlone ? recording->name() : file, recording->latest()});
    }
    return watchedOpenMetrics(watched);
}

/// Refuses external actions without stored consent, as a recording cannot ask the user.
std::optional<Error> consentRefusal(const Workspace &workspace, const QString &dataDir)
{
    const Result<bool> allowed = ConsentStore(dataFolder(dataDir)).isAllowed(workspace);
    if (allowed && *allowed) {
        return std::nullopt;
    }
    if (!allowed) {
        return allowed.error();
    }
    const QString file = printable(workspace.path.toUtf8());
    const QString trust = QStringLiteral("plimsoll trust ") + file
        + (dataDir.isEmpty() ? QString() : QStringLiteral(" --data-dir ") + dataDir);
    return Error{
        ErrorKind::Refused,
        tr("%1: its actions outside Redis are not allowed yet; review and allow them with: %2").arg(file, trust)};
}

/// Polls each workspace on a thread of its own and keeps its history, until it is told to end.
class RecordCommand final : public HeadlessCommand {
    void addOptions(Options &options) override
    {
        options.describe("Polls one or several workspaces, records the history of their figures and raises their "
                         "alerts until it is stopped: SIGTERM, SIGINT and SIGHUP end it within a second, and nothing "
                         "is lost. It never changes anything on the servers.");
        options.describe("The unit plimsoll-record@NAME of systemd runs it for ~/.config/plimsoll/NAME.json.");
        options.example("plimsoll record -w orders.json", "Record until Ctrl+C");
        options.example("plimsoll record -w orders.json --listen 9400",
                        "Also serve the figures to Prometheus at http://127.0.0.1:9400/metrics");
        options.texts("-w,--workspace", "FILE", "The workspace; may be repeated", &m_typed);
        options.number("--every", "SECONDS", "Interval of the polls (default: as in the workspace)",
                       &m_options.everySeconds, Bounds<double>{0.0, 86'400.0});
        options.number("--count", "N", "Stop after N polls", &m_options.count, Bounds<int>{1, 2'000'000'000});
        options.text("--listen", "[ADDRESS:]PORT", "Serve OpenMetrics at /metrics (default address: 127.0.0.1)",
                     &m_listen);
        addUrl(options, &m_options.url);
        addDataDir(options, &m_options.dataDir);
        addRecord(options, &m_options.record);
        options.check([this] { return parseAddress(); });
        options.check([this]() -> Outcome {
            for (const QByteArray &typed : m_typed) {
                const QString file = QString::fromLocal8Bit(typed);
                if (m_options.workspaces.contains(file)) {
                    return mistake(tr("-w %1: given twice").arg(printableWord(file)));
                }
                m_options.workspaces += file;
            }
            for (const QString &file : m_options.workspaces) {
                if (Outcome checked = checkIsFile(file); !checked) {
                    return checked;
                }
            }
            return Done{};
        });
        const auto isSeveral = [this] { return m_options.workspaces.size() > 1; };
        options.refuse([=, this] { return isSeveral() && !m_options.url.isEmpty(); },
                       tr("-u takes one workspace, but several are given"));
        options.refuse([=, this] { return isSeveral() && !m_options.record.isEmpty(); },
                       tr("--record takes one workspace, but several are given"));
        requireWorkspace(options, [this] { return m_options.workspaces.isEmpty(); });
    }

    ExitCode run() override
    {
        Recordings recordings;
        if (const auto code = open(recordings)) {
            return *code;
        }
        const TerminationSignals termination;
        MetricsServer metrics([this, &recordings] { return metricsText(recordings, m_options.workspaces); });
        if (m_address) {
            const auto bound = metrics.listen(*m_address);
            if (!bound) {
                complain(QStringLiteral("plimsoll: %1").arg(bound.error().message));
                return ExitCode::Failed;
            }
            complain(tr("plimsoll: metrics at http://%1/metrics").arg(bound->text()));
        }
        std::atomic<int> worst = 0;
        std::atomic<std::size_t> running = recordings.size();
        std::vector<std::jthread> threads;
        // Asked before the loop runs: the queued quit waits for it.
        QObject::connect(&termination, &TerminationSignals::asked, QCoreApplication::instance(), [&threads] {
            for (std::jthread &thread : threads) {
                thread.request_stop();
            }
        });
        for (const auto &recording : recordings) {
            threads.emplace_back([&worst, &running, one = recording.get()](const std::stop_token &stop) {
                const int code = static_cast<int>(one->run(stop));
                int before = worst;
                while (before < code && !worst.compare_exchange_weak(before, code)) { }
                if (--running == 0) {
                    QMetaObject::invokeMethod(QCoreApplication::instance(), &QCoreApplication::quit,
                                              Qt::QueuedConnection);
                }
            });
        }
        QCoreApplication::exec();
        threads.clear(); // each has ended
        return static_cast<ExitCode>(worst.load());
    }

    Outcome parseAddress()
    {
        m_address = ListenAddress::parse(m_listen);
        return m_listen.isEmpty() || m_address
            ? Outcome(Done{})
            : mistake(tr("--listen: %1 is not an address and port such as 127.0.0.1:9400, [::1]:9400 or :9400")
                          .arg(m_listen));
    }

    /// Opens all workspaces; returns an exit code if one of them cannot be recorded.
    std::optional<ExitCode> open(Recordings &recordings)
    {
        std::shared_ptr<RecordingFile> written;
        QHash<QString, QString> kept; // file by path of its history
        for (const QString &file : m_options.workspaces) {
            auto opened = openWorkspace({.workspace = file, .url = m_options.url, .dataDir = m_options.dataDir});
            if (const auto *code = std::get_if<ExitCode>(&opened)) {
                return *code;
            }
            const auto &[workspace, endpoint] = std::get<Opened>(opened);
            const QString history = redis::historyPath(dataFolder(m_options.dataDir), endpoint, workspace->name);
            if (const auto other = kept.constFind(history); other != kept.constEnd()) {
                return fail(
                    {ErrorKind::Invalid,
                     tr("%1 and %2 are both named “%3” and use one server: they would share one history, and one of "
                        "them would be neither recorded nor watched; rename one")
                         .arg(printableWord(*other), printableWord(file), printable(workspace->name.toUtf8()))});
            }
            kept.insert(history, file);
            if (const auto refused = consentRefusal(*workspace, m_options.dataDir)) {
                return fail(*refused);
            }
            if (!m_options.record.isEmpty()) {
                auto made = RecordingFile::create(m_options.record);
                if (!made) {
                    return fail(made.error());
                }
                written = *made;
            }
            recordings.push_back(std::make_unique<Recording>(std::get<Opened>(std::move(opened)), m_options, written));
        }
        return std::nullopt;
    }

    RecordOptions m_options;
    std::vector<QByteArray> m_typed; ///< workspaces, as typed
    QString m_listen; ///< typed address
    std::optional<ListenAddress> m_address; ///< address of the metrics server
};

} // namespace

extern const CommandSpec recordCommand{"record", "Record the history of workspaces and raise alerts, without a window",
                                       &makeCommand<RecordCommand>};

} // namespace plimsoll::app
