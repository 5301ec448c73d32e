// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command.h"
#include "app/cli/options.h"
#include "app/formats/texttable.h"
#include "app/desktop/secrets.h"
#include "redis/topology/server.h"
#include "redis/types/result.h"
#include "redis/types/workspace.h"

#include <memory>
#include <optional>
#include <variant>

/// Options and functions that several commands share.
namespace plimsoll::app {

enum class Format { Table, Json, OpenMetrics, Csv };

/// The workspace, and where its server is if not where the workspace says.
struct Place {
    QString workspace; ///< -w
    QString url; ///< -u; may hold a password
    QString word{}; ///< the same as a word, before the checks
    QString dataDir{}; ///< --data-dir; empty: the platform's application data folder

    [[nodiscard]] bool isNamed() const { return !workspace.isEmpty() || !url.isEmpty(); }
};

/// Tells the URL of a server from the name of a file.
bool isUrl(const QString &word);

void addUrl(Options &options, QString *to);
/// Meaning of a server's URL after -w: a mistake, -u, or the server that the window opens.
enum class UrlAsWorkspace { Refused, ServerIsEnough, Opened };
/// Adds -w and -u.
void addPlace(Options &options, Place *to, UrlAsWorkspace url = UrlAsWorkspace::Refused);
/// Adds -w and -u for a task that needs only a server, which may also be given as a word. `task`: "test".
void addPlaceOrServer(Options &options, const std::string &help, const QString &task, Place *to);
/// Adds --format. Besides table and json the command has at most the `additional` one.
void addFormat(Options &options, Format *to, std::optional<Format> additional = {});
void addLimit(Options &options, qint64 *to);
void addDataDir(Options &options, QString *to);
void addDryRun(Options &options, bool *to);
void addRecord(Options &options, QString *to);
void addReplay(Options &options, QString *to);
void addReplayPace(Options &options, std::optional<double> *to);

/// Refuses the URL of a server.
Outcome checkIsFile(const QString &workspace);
void requireWorkspace(Options &options, const std::function<bool()> &isMissing);
using Moment = std::optional<std::chrono::milliseconds>; ///< Unix ms
/// Refuses a stretch of time that ends before it begins.
void requireOrder(Options &options, const Moment *from, const Moment *to);
/// Refuses a recording to replay if anything else is named.
void requireAlone(Options &options, const QString *replay, const std::function<bool()> &isOtherNamed);

/// The colour of tables on standard output.
Colour tableColour();

/// Typed text made safe to print.
QString printableWord(const QString &typed);

struct Opened {
    WorkspacePtr workspace;
    /// Includes the password from the URL or the environment, and whether its programs are allowed.
    redis::Endpoint endpoint;
};

/// Reads the workspace; prints errors to standard error, one line a problem.
std::variant<WorkspacePtr, ExitCode> readWorkspaceFile(const QString &file);

/// Reads the workspace and finds out where to connect; prints errors to standard error, one line a problem.
std::variant<Opened, ExitCode> openWorkspace(const Place &place);

struct OpenedCollection : Opened {
    std::size_t collection = 0; ///< index in the workspace

    [[nodiscard]] const CollectionDefinition &definition() const { return workspace->collections[collection]; }
};

/// Also finds the named collection.
std::variant<OpenedCollection, ExitCode> openCollection(const Place &place, const QString &name);

/// Returns a connected server.
Result<std::unique_ptr<redis::Server>> connectTo(redis::Endpoint &endpoint, const redis::ClientOptions &options);

ExitCode exitCodeFor(const Error &error);
/// Prints the error to standard error, in one line, and returns its exit code.
ExitCode fail(const Error &error);

constexpr std::chrono::milliseconds keychainDeadline{1'500};

/// Tries with the given password; if the server wants one and none was given, once more with the keychain's.
template <typename Attempt> auto withKeychain(redis::Endpoint &endpoint, const Attempt &attempt)
{
    auto result = attempt(endpoint);
    if (!result && result.error().kind == ErrorKind::LoginRefused && endpoint.password.isEmpty()) {
        if (const auto password = readKeychain(endpoint, keychainDeadline)) {
            endpoint.password = *password;
            return attempt(endpoint);
        }
    }
    return result;
}

/// The elements of one collection in one state, as jobs lists them.
struct JobList {
    QString state{};
    QByteArray group{}; ///< stream: only this consumer group; empty: all
    qint64 offset = 0;
    qint64 limit = 100;
    Format format = Format::Table;
};

ExitCode listJobs(const OpenedCollection &opened, const JobList &list);

} // namespace plimsoll::app
