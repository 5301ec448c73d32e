// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/screenshots.h"

#include "app/recording/recordingreader.h"
#include "app/demo/demosession.h"
#include "app/demo/terminationsignals.h"
#include "app/demo/workload.h"
#include "app/formats/snapshotformat.h"
#include "app/session/labcontroller.h"
#include "app/cli/output.h"
#include "app/session/session.h"
#include "app/session/translations.h"
#include "redis/collections/kinds.h"
#include "views/theme/theme.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QImageWriter>
#include <QObject>
#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>
#include <QThreadPool>
#include <QTimer>

#include <algorithm>
#include <deque>
#include <functional>
#include <memory>

namespace plimsoll::app {

namespace {

using namespace std::chrono_literals;

constexpr auto pageDeadline = 30s;
constexpr auto quickInterval = 400ms;
/// A private server watched for longer is polled at the workspace's interval.
constexpr auto quickWatch = 60s;
/// Points at one per second that make a line recognizable. On a private server there are enough for a change per
/// minute, which needs ten seconds.
constexpr std::size_t fewPoints = 5, manyPoints = 12;
/// A page asks for data after its first figures, and draws the answer with the next poll.
constexpr int pollsPerPage = 3;
constexpr int pollsForInspector = 1;
constexpr auto labPage = QLatin1StringView("lab");
constexpr int labReports = 20; ///< at five per second, enough for faults to occur

/// Turns a name such as "daily board" into part of a file name.
QString fileName(const QString &name)
{
    constexpr qsizetype longest = 60; // file systems allow 255 bytes
    QString plain;
    for (const QChar letter : name.left(longest).toLower()) {
        plain += letter.isLetterOrNumber() ? letter : QLatin1Char('-');
    }
    return plain;
}

/// Opens the given workspace, or an empty one for a URL.
std::variant<Opened, ExitCode> openGiven(const Place &place)
{
    if (!place.workspace.isEmpty()) {
        return openWorkspace(place);
    }
    const auto endpoint = redis::Endpoint::parse(place.url);
    if (!endpoint) {
        complain(QStringLiteral("--url: ") + endpoint.error().message);
        return ExitCode::Usage;
    }
    Workspace workspace;
    workspace.name = endpoint->display();
    workspace.connection.url = endpoint->url();
    return Opened{std::make_shared<const Workspace>(std::move(workspace)), withEnvironmentPassword(*endpoint)};
}

} // namespace

/// Takes a picture of every page, and of one collection of each kind with an element inspected, in a separate window
/// without the user's settings. Waits for the contents of a page, never for a fixed time. GUI thread.
class Screenshots final : public QObject {
    Q_OBJECT

public:
    Screenshots(QApplication &application, const ScreenshotOptions &options, QObject *parent = nullptr)
        : QObject(parent), m_directory(options.directory), m_watch(options.watch()),
          m_quick(options.isDemo() && options.watch() < quickWatch),
          m_theme(application, options.isDark ? views::Theme::Choice::Dark : views::Theme::Choice::Light),
          m_session(&m_theme, m_files), m_isDemo(options.isDemo())
    {
        m_session.view().resize(options.width, options.height);
        m_deadline.setSingleShot(true);
        m_deadline.setInterval(pageDeadline);
        connect(&m_deadline, &QTimer::timeout, this, [this] {
            const QString page =
                m_filled && !m_pictures.empty() ? m_pictures.front().name : QStringLiteral("the first figures");
            giveUp(QStringLiteral("%1: not complete within 30 s. %2").arg(page, m_trouble).trimmed(), ExitCode::Failed);
        });
        const bool hasNone = options.isDemo() && options.place.dataDir.isEmpty();
        m_session.setDataDir(hasNone ? m_noData.path() : options.place.dataDir);
        m_session.keptHistory().setKeeping(false);
        m_session.alerts().setKeeping(options.isDemo()); // a viewer sends no notifications
        m_session.operations().setRecovering(false);
        connectSession();
    }

    Q_DISABLE_COPY_MOVE(Screenshots)

    /// Adds the Lab, which needs a private server.
    void offerLab(const redis::Endpoint &endpoint)
    {
        m_session.lab().open(endpoint);
        connect(&m_session.lab(), &LabController::reported, this, [this] {
            ++m_reports;
            advance();
        });
    }

    void start(const WorkspacePtr &workspace, const redis::Endpoint &endpoint)
    {
        m_session.view().show();
        m_session.open(workspace, endpoint, WorkspaceDocument::Keeping::Nowhere);
        // Otherwise permissions are not queried; an answer is handled later, by the event loop.
        m_asking = !workspace->connection.readOnly && m_session.view().areChangesAllowed();
        if (m_quick) {
            m_session.connection().setInterval(quickInterval);
        }
        begin();
    }

    /// Shows the end of a recording.
    void replay(const std::shared_ptr<RecordingReader> &recording)
    {
        m_session.view().show();
        connect(&m_session.connection(), &ConnectionController::replayEnded, this, [this] {
            m_replayed = true;
            // The page draws its data with the next snapshot, so the last one is repeated.
            QMetaObject::invokeMethod(&m_session.connection(), &ConnectionController::refresh, Qt::QueuedConnection);
        });
        m_session.replay(recording);
        begin();
    }

    /// Snapshot of the last poll.
    [[nodiscard]] SnapshotPtr snapshot() const { return m_snapshot; }

signals:
    void finished(plimsoll::app::ExitCode code);

private:
    struct Picture {
        QString name; ///< file name without ".png"
        std::function<void()> show;
        bool inspected = false; ///< shows the first element in the inspector
        int reports = 0; ///< number of Lab reports to wait for
        bool isSearch = false; ///< waits for the end of a search for collections, and for figures of what it found
    };

    void connectSession()
    {
        const ConnectionController *connection = &m_session.connection();
        const views::PageHost *pages = &m_session.view().host();
        const auto onAsked = [this] { ++m_open; };
        const auto onAnswered = [this] {
            --m_open;
            advance();
        };
        connect(pages, &views::PageHost::asked, this, onAsked);
        connect(connection, &ConnectionController::answered, this, onAnswered);
        const OperationsController *operations = &m_session.operations();
        connect(operations, &OperationsController::journalWanted, this, onAsked);
        connect(operations, &OperationsController::journalRead, this, onAnswered);
        connect(operations, &OperationsController::journalFailed, this, onAnswered);
        const DiscoveryController *discovery = &m_session.discovery();
        connect(discovery, &DiscoveryController::statusChanged, this, &Screenshots::onSearch);
        connect(discovery, &DiscoveryController::found, this, &Screenshots::onFound);
        connect(discovery, &DiscoveryController::previewed, this, [this] {
            ++m_previews;
            advance();
        });
        connect(connection, &ConnectionController::statusChanged, this, &Screenshots::onStatus);
        connect(connection, &ConnectionController::snapshotReady, this, &Screenshots::onSnapshot);
        connect(operations, &OperationsController::allowanceKnown, this, [this] { m_asking = false; });
        if (m_quick) {
            // At several polls per second, a late poll is not a gap.
            disconnect(connection, &ConnectionController::gap, &m_session.history(), nullptr);
        }
    }

    void begin()
    {
        planPictures();
        m_watching.start();
        m_deadline.start();
    }

    void planPictures()
    {
        for (const QString &page : m_session.view().pageNames()) {
            if (page == labPage) {
                m_pictures.push_back({.name = page, .show = [this] { showLab(); }, .reports = labReports});
                continue;
            }
            m_pictures.push_back({.name = page, .show = [this, page] {
                                      m_session.view().showPage(page);
                                      selectAlert();
                                  }});
        }
        const auto &all = m_session.document().workspace()->collections;
        if (!m_session.connection().isReplaying() && (m_isDemo || all.empty())) { // no other server is searched unasked
            m_pictures.push_back({.name = QStringLiteral("find"),
                                  .show = [this] { emit m_session.view().host().findRequested(); },
                                  .isSearch = true});
        }
        for (const KindInfo *kind : redis::kindInfos()) {
            const auto first =
                std::find_if(all.begin(), all.end(), [&](const CollectionDefinition &c) { return c.kind == kind; });
            if (first != all.end()) {
                const auto index = static_cast<std::size_t>(first - all.begin());
                m_pictures.push_back({.name = QString(kind->id) + QLatin1Char('-') + fileName(first->name),
                                      .show = [this, index] { m_session.view().openCollection(index); },
                                      .inspected = true});
            }
        }
    }

    void onSnapshot(const SnapshotPtr &snapshot)
    {
        m_snapshot = snapshot;
        ++m_polls;
        if (!m_filled && isFilled()) {
            m_filled = true;
            showNext();
            return;
        }
        if (!m_filled) {
            m_deadline.start(); // figures arrive, only the charts need more time
        }
        advance();
    }

    void onStatus(const models::ConnectionStatus &status)
    {
        m_trouble = status.state == models::ConnectionStatus::State::Lost ? status.text : QString();
        const bool isReplaying = m_session.connection().isReplaying();
        if (!m_trouble.isEmpty() && (!m_snapshot || isReplaying)) {
            giveUp(m_trouble, isReplaying ? ExitCode::Usage : ExitCode::Unreachable);
        }
    }

    [[nodiscard]] bool isFilled() const
    {
        if (m_session.connection().isReplaying()) {
            return m_replayed;
        }
        if (m_asking || std::chrono::milliseconds(m_watching.elapsed()) < m_watch) {
            return false;
        }
        const std::size_t wanted = m_quick ? manyPoints : fewPoints;
        for (std::size_t row = 0; row < m_snapshot->size(); ++row) {
            // A collection with an error will not get figures later.
            const bool failed = m_snapshot->rows[row].state == State::Error;
            const int main = m_snapshot->layout->workspace->collections[row].kind->mainFigure;
            if (!failed && m_session.history().figure(row, main, models::Span::QuarterHour).points.size() < wanted) {
                return false;
            }
        }
        return true;
    }

    [[nodiscard]] bool hasAnswers() const
    {
        return m_polls >= (m_inspecting ? pollsForInspector : pollsPerPage) && m_open == 0
            && m_reports >= m_pictures.front().reports && (!m_pictures.front().isSearch || isSearched());
    }

    void onSearch(const views::DiscoveryStatus &status)
    {
        m_search = status.is;
        m_previews = 0;
    }

    /// Selects the first of the collections found.
    void onFound(const Discovery &discovery)
    {
        m_hasFound = !discovery.found.empty();
        if (auto *table = m_session.view().findChild<QTableView *>(QStringLiteral("proposals"))) {
            table->selectRow(0);
        }
    }

    [[nodiscard]] bool isSearched() const
    {
        using Is = views::DiscoveryStatus::Is;
        return m_search == Is::Failed || (m_search == Is::Ended && (!m_hasFound || m_previews >= pollsPerPage));
    }

    void showNext()
    {
        if (m_pictures.empty()) {
            finish(ExitCode::Done);
            return;
        }
        m_polls = 0;
        m_reports = 0;
        m_inspecting = false;
        m_deadline.start();
        m_pictures.front().show();
        m_session.connection().refresh();
    }

    void advance()
    {
        if (!m_filled || m_pictures.empty() || !hasAnswers()) {
            return;
        }
        if (m_pictures.front().inspected && !m_inspecting) {
            m_inspecting = true;
            if (inspectFirst()) {
                m_polls = 0; // waits for the inspector's answer and the poll after it
                return;
            }
        }
        savePicture();
    }

    /// Selects the first alert if alerts are visible.
    void selectAlert()
    {
        auto *alerts = m_session.view().findChild<QTableView *>(QStringLiteral("activeAlerts"));
        if (alerts != nullptr && alerts->isVisible()) {
            alerts->selectRow(0);
        }
    }

    bool inspectFirst()
    {
        const auto tables = m_session.view().findChildren<QTableView *>(QStringLiteral("elements"));
        for (QTableView *table : tables) {
            if (table->isVisible() && table->model() != nullptr && table->model()->rowCount() > 0) {
                table->selectRow(0);
                return true;
            }
        }
        return false; // empty: nothing to inspect
    }

    void savePicture()
    {
        // Applies a pending layout of new text, which otherwise waits for the event loop.
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        const QString path = QDir(m_directory).filePath(m_pictures.front().name + QStringLiteral(".png"));
        QImageWriter writer(path, "png");
        if (!writer.write(m_session.view().grab().toImage())) {
            giveUp(QStringLiteral("%1: %2").arg(path, writer.errorString()), ExitCode::Failed);
            return;
        }
        if (m_pictures.front().reports > 0) {
            m_session.lab().stop();
        }
        m_pictures.pop_front();
        showNext();
    }

    void giveUp(const QString &text, ExitCode code)
    {
        complain(QStringLiteral("plimsoll: ") + text);
        finish(code);
    }

    void finish(ExitCode code)
    {
        m_deadline.stop();
        m_pictures.clear();
        m_session.close();
        emit finished(code);
    }

    /// Shows a step of the tour, which starts a run.
    void showLab()
    {
        m_session.view().showPage(labPage);
        if (auto *next = m_session.view().findChild<QPushButton *>(QStringLiteral("labNext"))) {
            next->click(); // starts the tour
            next->click();
        }
    }

    QString m_directory;
    std::chrono::milliseconds m_watch{};
    bool m_quick = false; ///< private server, which may be polled faster than the workspace says
    views::Theme m_theme;
    QTemporaryDir m_noData; ///< data folder of a private demo, which starts without a journal
    QThreadPool m_files;
    Session m_session;
    QTimer m_deadline;
    QElapsedTimer m_watching;
    SnapshotPtr m_snapshot;
    QString m_trouble; ///< connection error
    std::deque<Picture> m_pictures;
    int m_polls = 0; ///< polls since the page was shown
    int m_reports = 0; ///< Lab reports since the page was shown
    int m_open = 0; ///< unanswered questions
    views::DiscoveryStatus::Is m_search{}; ///< state of the search for collections
    int m_previews = 0; ///< polls of what it found, since its end
    bool m_hasFound = false; ///< that search found a collection
    bool m_isDemo;
    bool m_asking = false; ///< permissions are being queried
    bool m_filled = false;
    bool m_replayed = false; ///< the recording has ended
    bool m_inspecting = false;
};

ExitCode takeScreenshots(int &argc, char **argv, const ScreenshotOptions &options)
{
    if (options.printsSnapshot) {
        fixLocale();
    }
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qputenv("QT_SCALE_FACTOR", QByteArray::number(options.scale));
    QApplication application(argc, argv);
    if (!options.printsSnapshot) {
        translate(application);
    }
    auto code = ExitCode::Failed;
    const auto end = [&code](ExitCode with) {
        code = with;
        QCoreApplication::quit();
    };
    const TerminationSignals termination;
    QObject::connect(&termination, &TerminationSignals::asked, &application, &QCoreApplication::quit);
    std::unique_ptr<demo::DemoSession> demo;
    Screenshots screenshots(application, options);
    QObject::connect(&screenshots, &Screenshots::finished, &application, end);
    if (options.isDemo()) {
        demo =
            std::make_unique<demo::DemoSession>(demo::DemoSession::Options{.seed = options.seed, .pace = options.pace});
        QObject::connect(demo.get(), &demo::DemoSession::ready, &screenshots,
                         [&screenshots](const WorkspacePtr &workspace, const redis::Endpoint &endpoint) {
                             screenshots.offerLab(endpoint);
                             screenshots.start(workspace, endpoint);
                         });
        QObject::connect(demo.get(), &demo::DemoSession::failed, &application, [end](const QString &text) {
            complain(QStringLiteral("plimsoll: ") + text);
            end(ExitCode::Failed);
        });
        QMetaObject::invokeMethod(demo.get(), &demo::DemoSession::start, Qt::QueuedConnection);
    } else if (!options.replay.isEmpty()) {
        const auto recording = RecordingReader::open(options.replay, 0);
        if (!recording) {
            return fail(recording.error());
        }
        screenshots.replay(*recording);
    } else {
        const auto opened = openGiven(options.place);
        if (const auto *wrong = std::get_if<ExitCode>(&opened)) {
            return *wrong;
        }
        if (const auto refusal = std::get<Opened>(opened).endpoint.programs.refusal()) {
            return fail(*refusal);
        }
        const auto &[workspace, endpoint] = std::get<Opened>(opened);
        screenshots.start(workspace, endpoint);
    }
    QApplication::exec();
    if (options.printsSnapshot && screenshots.snapshot()
        && !print(snapshotTable(*screenshots.snapshot(), tableColour()))) {
        return ExitCode::Failed;
    }
    return code;
}

} // namespace plimsoll::app

#include "screenshots.moc"
