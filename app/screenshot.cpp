// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/screenshot.h"

#include "app/clitext.h"
#include "app/commands/headless.h"
#include "app/demo/demosession.h"
#include "app/demo/terminationsignals.h"
#include "app/formats/snapshotformat.h"
#include "app/output.h"
#include "redis/collections/kinds.h"

#include "app/translations.h"

#include <QApplication>
#include <QDir>
#include <QImageWriter>
#include <QPushButton>
#include <QTableView>

#include <algorithm>
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

bool isDemo(const Arguments &arguments)
{
    return arguments.workspace.isEmpty() && arguments.url.isEmpty() && arguments.replay.isEmpty();
}

/// Opens the given workspace, or an empty one for a URL.
std::variant<Opened, ExitCode> openGiven(const Arguments &arguments)
{
    if (!arguments.workspace.isEmpty()) {
        return openWorkspace(arguments);
    }
    const auto endpoint = redis::Endpoint::parse(arguments.url);
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

Screenshots::Screenshots(QApplication &application, const Arguments &arguments, QObject *parent)
    : QObject(parent), m_directory(arguments.target), m_watch(arguments.watch),
      m_quick(isDemo(arguments) && arguments.watch < quickWatch),
      m_theme(application, arguments.dark ? views::Theme::Choice::Dark : views::Theme::Choice::Light),
      m_session(&m_theme, m_files)
{
    m_session.view().resize(arguments.width, arguments.height);
    m_deadline.setSingleShot(true);
    m_deadline.setInterval(pageDeadline);
    connect(&m_deadline, &QTimer::timeout, this, [this] {
        const QString page = m_filled && !m_pictures.empty() ? m_pictures.front().name : tr("the first figures");
        giveUp(tr("%1: not complete within 30 s. %2").arg(page, m_trouble).trimmed(), ExitCode::Failed);
    });
    const bool hasNone = isDemo(arguments) && arguments.dataDir.isEmpty();
    m_session.setDataDir(hasNone ? m_noData.path() : arguments.dataDir);
    m_session.keptHistory().setKeeping(false);
    m_session.alerts().setKeeping(isDemo(arguments)); // a viewer sends no notifications
    m_session.operations().setRecovering(false);
    connectSession();
}

void Screenshots::connectSession()
{
    const ConnectionController *connection = &m_session.connection();
    const views::PageHost *pages = &m_session.view().host();
    const auto ask = [this] { ++m_open; };
    const auto take = [this] {
        --m_open;
        advance();
    };
    connect(pages, &views::PageHost::asked, this, ask);
    connect(connection, &ConnectionController::answered, this, take);
    connect(pages, &views::PageHost::journalWanted, this, ask);
    connect(pages, &views::PageHost::journalRead, this, take);
    connect(pages, &views::PageHost::journalFailed, this, take);
    connect(connection, &ConnectionController::statusChanged, this, &Screenshots::onStatus);
    connect(connection, &ConnectionController::snapshotReady, this, &Screenshots::onSnapshot);
    connect(&m_session.operations(), &OperationsController::allowanceKnown, this, [this] { m_asking = false; });
    if (m_quick) {
        // At several polls per second, a late poll is not a gap.
        disconnect(connection, &ConnectionController::gap, &m_session.history(), nullptr);
    }
}

void Screenshots::offerLab(const redis::Endpoint &endpoint)
{
    m_lab.reset(); // its destructor withdraws the Lab
    m_lab = std::make_unique<LabController>(m_session.view().host(), endpoint);
    connect(&m_session.view().host(), &views::PageHost::labReported, this, [this] {
        ++m_reports;
        advance();
    });
}

/// Shows a step of the tour, which starts a run.
void Screenshots::showLab()
{
    m_session.view().showPage(labPage);
    if (auto *next = m_session.view().findChild<QPushButton *>(QStringLiteral("labNext"))) {
        next->click(); // starts the tour
        next->click();
    }
}

void Screenshots::start(const WorkspacePtr &workspace, const redis::Endpoint &endpoint)
{
    m_asking = !workspace->connection.readOnly; // otherwise permissions are not queried
    m_session.view().show();
    m_session.open(workspace, endpoint, WorkspaceDocument::Keeping::Nowhere);
    if (m_quick) {
        m_session.connection().setInterval(quickInterval);
    }
    begin();
}

void Screenshots::replay(const std::shared_ptr<RecordingReader> &recording)
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

void Screenshots::begin()
{
    plan();
    m_watching.start();
    m_deadline.start();
}

void Screenshots::plan()
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
    for (const KindInfo *kind : redis::kindInfos()) {
        const auto &all = m_session.document().workspace()->collections;
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

void Screenshots::onStatus(const views::ConnectionStatus &status)
{
    m_trouble = status.state == views::ConnectionStatus::State::Lost ? status.text : QString();
    const bool isReplaying = m_session.connection().isReplaying();
    if (!m_trouble.isEmpty() && (!m_snapshot || isReplaying)) {
        giveUp(m_trouble, isReplaying ? ExitCode::Usage : ExitCode::Unreachable);
    }
}

void Screenshots::onSnapshot(const SnapshotPtr &snapshot)
{
    m_snapshot = snapshot;
    ++m_polls;
    if (!m_filled && isFilled()) {
        m_filled = true;
        next();
        return;
    }
    if (!m_filled) {
        m_deadline.start(); // figures arrive, only the charts need more time
    }
    advance();
}

bool Screenshots::isFilled() const
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

void Screenshots::next()
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

bool Screenshots::hasAnswers() const
{
    return m_polls >= (m_inspecting ? pollsForInspector : pollsPerPage) && m_open == 0
        && m_reports >= m_pictures.front().reports;
}

void Screenshots::advance()
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
    take();
}

/// Selects the first alert if alerts are visible.
void Screenshots::selectAlert()
{
    auto *alerts = m_session.view().findChild<QTableView *>(QStringLiteral("activeAlerts"));
    if (alerts != nullptr && alerts->isVisible()) {
        alerts->selectRow(0);
    }
}

bool Screenshots::inspectFirst()
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

void Screenshots::take()
{
    // Applies a pending layout of new text, which otherwise waits for the event loop.
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    const QString path = QDir(m_directory).filePath(m_pictures.front().name + QStringLiteral(".png"));
    QImageWriter writer(path, "png");
    if (!writer.write(m_session.view().grab().toImage())) {
        giveUp(tr("%1: %2").arg(path, writer.errorString()), ExitCode::Failed);
        return;
    }
    if (m_pictures.front().reports > 0) {
        emit m_session.view().host().labStopRequested();
    }
    m_pictures.pop_front();
    next();
}

void Screenshots::giveUp(const QString &text, ExitCode code)
{
    complain(QStringLiteral("plimsoll: ") + text);
    finish(code);
}

void Screenshots::finish(ExitCode code)
{
    m_deadline.stop();
    m_pictures.clear();
    m_session.close();
    emit finished(code);
}

ExitCode runScreenshot(int argc, char **argv, const Arguments &arguments)
{
    if (!QDir().mkpath(arguments.target)) {
        complain(tr("plimsoll: %1: this folder cannot be made").arg(arguments.target));
        return ExitCode::Failed;
    }
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qputenv("QT_SCALE_FACTOR", QByteArray::number(arguments.scale));
    QApplication application(argc, argv);
    if (!arguments.printSnapshot) {
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
    Screenshots screenshots(application, arguments);
    QObject::connect(&screenshots, &Screenshots::finished, &application, end);
    if (isDemo(arguments)) {
        demo = std::make_unique<demo::DemoSession>(
            demo::DemoSession::Options{.seed = arguments.seed, .pace = arguments.pace});
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
    } else if (!arguments.replay.isEmpty()) {
        const auto recording = RecordingReader::open(arguments.replay, 0);
        if (!recording) {
            return fail(recording.error());
        }
        screenshots.replay(*recording);
    } else {
        const auto opened = openGiven(arguments);
        if (const auto *wrong = std::get_if<ExitCode>(&opened)) {
            return *wrong;
        }
        const auto &[workspace, endpoint] = std::get<Opened>(opened);
        screenshots.start(workspace, endpoint);
    }
    QApplication::exec();
    if (arguments.printSnapshot && screenshots.snapshot() && !print(snapshotTable(*screenshots.snapshot()))) {
        return ExitCode::Failed;
    }
    return code;
}

} // namespace plimsoll::app
