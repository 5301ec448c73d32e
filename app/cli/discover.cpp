// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/operating.h"
#include "app/cli/shared.h"
#include "app/formats/clitext.h"
#include "app/formats/discoverformat.h"
#include "app/cli/output.h"
#include "models/text/format.h"
#include "redis/collections/kinds.h"
#include "redis/discovery/discover.h"
#include "redis/workspace/workspacefile.h"

#include <QDir>
#include <QFileInfo>

#include <chrono>
#include <cstdio>
#include <unistd.h>

namespace plimsoll::app {

namespace {

/// Scans a server and proposes a workspace; saves it if told to.
class DiscoverCommand final : public HeadlessCommand {
    void addOptions(Options &options) override
    {
        options.describe("Scans the keys of a server and says which of them are queues, schedules, leaderboards and "
                         "other kinds of collections, how certain that is and why, and which keys it does not "
                         "recognise. It only reads, and leaves the server idle for most of the time.");
        options.example("plimsoll discover redis://localhost", "What there is on a server");
        options.example("plimsoll discover redis://localhost --save shop.json",
                        "Save it as a workspace for snapshot, top and the window");
        options.bytes("--match", "GLOB", "Look only at keys that match this SCAN pattern", &m_match);
        options.text("--save", "FILE", "Write the workspace to this file", &m_save);
        options.flag("--yes", "Replace that file if it exists", &m_isConfirmed);
        options.number("--max-keys", "N", "Look at at most N keys", &m_maxKeys, Bounds<qint64>{1, 1'000'000'000'000});
        options.number("--share", "PERCENT", "Use at most this share of the server's time, 1 to 100", &m_share,
                       Bounds<double>{1.0, 100.0});
        addPlaceOrServer(options, "The server, where there is no workspace", tr("look at"), &m_place);
        addFormat(options, &m_format);
        options.refuse([this] { return !m_place.isNamed(); },
                       tr("a server is required: -u URL, or -w FILE for the server of a workspace"));
        options.refuse([this] { return m_isConfirmed && m_save.isEmpty(); }, tr("--yes needs --save"));
    }

    ExitCode run() override
    {
        if (!m_save.isEmpty() && !m_isConfirmed && QFileInfo::exists(m_save)) {
            return fail({ErrorKind::Refused,
                         tr("%1 exists already; add --yes to replace it (the old file is kept as %1~)")
                             .arg(printableWord(m_save))});
        }
        auto opened = open();
        if (const auto *code = std::get_if<ExitCode>(&opened)) {
            return *code;
        }
        auto &place = std::get<Opened>(opened);
        const StopOnSignal signal;
        const auto server = connectTo(place.endpoint, {.name = "plimsoll:discover", .readOnly = true});
        if (!server) {
            return fail(server.error());
        }
        const auto discovery = redis::discover(**server, discoverOptions(), signal.token());
        endProgress();
        if (!discovery) {
            return fail(discovery.error());
        }
        if (!printLong(m_format == Format::Json ? discoveryJson(*discovery) : discoveryTable(*discovery))) {
            return ExitCode::Failed;
        }
        for (const QString &problem : discovery->problems) {
            complain(QLatin1String("plimsoll: ") + problem.simplified());
        }
        if (discovery->isStopped) {
            complain(m_save.isEmpty() ? tr("plimsoll: stopped before all keys were looked at")
                                      : tr("plimsoll: stopped before all keys were looked at; nothing was saved"));
            return ExitCode::Failed;
        }
        if (discovery->nodesMissing > 0) {
            if (!m_save.isEmpty()) {
                complain(tr("plimsoll: nothing was saved"));
            }
            return ExitCode::Unreachable;
        }
        return m_save.isEmpty() ? ExitCode::Done : save(place, *discovery);
    }

    [[nodiscard]] std::variant<Opened, ExitCode> open() const
    {
        if (!m_place.workspace.isEmpty()) {
            return openWorkspace(m_place);
        }
        const auto endpoint = redis::Endpoint::parse(m_place.url);
        if (!endpoint) {
            return fail({ErrorKind::Invalid, QLatin1String("--url: ") + endpoint.error().message});
        }
        Opened opened;
        opened.endpoint = withEnvironmentPassword(*endpoint);
        return opened;
    }

    redis::DiscoverOptions discoverOptions()
    {
        redis::DiscoverOptions options;
        options.match = m_match;
        options.maxKeys = m_maxKeys.value_or(0);
        options.sharePercent = m_share;
        if (isatty(STDERR_FILENO) != 0 && qgetenv("TERM") != "dumb") {
            options.progress = [this](const DiscoveryProgress &progress) { showProgress(progress); };
        }
        return options;
    }

    void showProgress(const DiscoveryProgress &progress)
    {
        using namespace std::chrono_literals;
        const auto now = std::chrono::steady_clock::now();
        if (now - m_shownAt < 100ms) {
            return;
        }
        m_shownAt = now;
        const QString share = QString::number(static_cast<int>(progress.share * 100));
        const QByteArray line = tr("\r%1 keys looked at, of %2 on the server, %3 % ")
                                    .arg(models::formatCount(progress.keys), models::formatCount(progress.total), share)
                                    .toUtf8();
        std::fputs(line.constData(), stderr);
    }

    /// Clears the line.
    void endProgress() const
    {
        if (m_shownAt.time_since_epoch().count() != 0) {
            std::fputs("\r\033[K", stderr);
        }
    }

    [[nodiscard]] ExitCode save(const Opened &opened, const Discovery &discovery) const
    {
        Workspace workspace;
        if (opened.workspace) {
            workspace.name = opened.workspace->name;
            workspace.connection = opened.workspace->connection;
            const QDir folder = QFileInfo(opened.workspace->path).absoluteDir();
            for (QString *file :
                 {&workspace.connection.caFile, &workspace.connection.certFile, &workspace.connection.keyFile}) {
                if (!file->isEmpty() && folder != QFileInfo(m_save).absoluteDir()) {
                    *file = folder.absoluteFilePath(*file);
                }
            }
        } else {
            workspace.connection.readOnly = true; // as the window proposes for a new connection
        }
        workspace.connection.url = opened.endpoint.url();
        for (const Proposal &one : discovery.found) {
            workspace.collections.push_back(one.definition);
        }
        const redis::WorkspaceResult checked =
            redis::parseWorkspace(redis::workspaceToJson(workspace), redis::kindInfos());
        if (const auto *problems = std::get_if<redis::WorkspaceProblems>(&checked)) {
            for (const redis::WorkspaceProblem &problem : *problems) {
                complain(problem.line(printableWord(m_save)));
            }
            return ExitCode::Failed;
        }
        if (const Outcome saved = redis::saveWorkspace(workspace, m_save); !saved) {
            return fail(saved.error());
        }
        const std::size_t count = workspace.collections.size();
        complain(tr("plimsoll: %1: %2 saved")
                     .arg(printableWord(m_save), count == 1 ? tr("1 collection") : tr("%1 collections").arg(count)));
        return ExitCode::Done;
    }

    QByteArray m_match;
    QString m_save;
    bool m_isConfirmed = false;
    std::optional<qint64> m_maxKeys;
    double m_share = 10;
    Place m_place;
    Format m_format = Format::Table;
    std::chrono::steady_clock::time_point m_shownAt;
};

} // namespace

extern const CommandSpec discoverCommand{"discover", "Scan the keys of a server and propose a workspace",
                                         &makeCommand<DiscoverCommand>};

} // namespace plimsoll::app
