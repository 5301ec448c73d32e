// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/formats/clitext.h"
#include "app/cli/operating.h"
#include "app/cli/output.h"
#include "models/text/format.h"
#include "redis/poll/pollsession.h"
#include "redis/types/printable.h"

#include <algorithm>
#include <iterator>

namespace plimsoll::app {

namespace {

/// The keys of a collection that are looked for on the server, as far as a snapshot knows them: those that come first
/// by their kind, which are the fullest of those that are cut.
Result<std::vector<QByteArray>> foundKeys(const WorkspacePtr &workspace, const redis::Endpoint &endpoint,
                                          std::size_t collection)
{
    constexpr int mostLooks = 20; // of some three seconds each
    auto alone = std::make_shared<Workspace>(*workspace);
    alone->collections = {workspace->collections[collection]};
    redis::PollOptions options;
    options.headBudget = 0;
    redis::PollSession session(alone, endpoint, options);
    std::shared_ptr<const KeysFound> found;
    for (int look = 0; look < mostLooks && (!found || !found->isWhole() || found->unread > 0); ++look) {
        const Result<SnapshotPtr> snapshot = session.tick();
        if (!snapshot) {
            return snapshot.error();
        }
        found = (*snapshot)->rows.front().found;
    }
    std::vector<QByteArray> keys;
    if (found) {
        std::transform(found->first.begin(), found->first.end(), std::back_inserter(keys),
                       [](const FoundKey &key) { return key.key; });
    }
    if (found && (std::ssize(keys) < found->seen || !found->isWhole())) {
        complain(tr("plimsoll: %1: only the first %2 of the %3 keys that were seen; run it again for the others")
                     .arg(printable(workspace->collections[collection].name.toUtf8()),
                          models::formatCount(double(keys.size())), models::formatCount(double(found->seen))));
    }
    if (keys.empty()) { // the template's own text: a key that is not there, so that nothing is cut
        keys.push_back(alone->collections.front().foundRole()->templates.front());
    }
    return keys;
}

/// Adds the keys to a trim of a collection whose keys are searched: it covers all that were found.
Outcome addFoundKeys(OperationRequest &request, const redis::Endpoint &endpoint)
{
    const RoleKeys *found = request.workspace->collections[request.collection].foundRole();
    if (found == nullptr || (found->role->types & (ListKey | ZSetKey)) == 0) {
        return Done{};
    }
    Result<std::vector<QByteArray>> keys = foundKeys(request.workspace, endpoint, request.collection);
    if (!keys) {
        return keys.error();
    }
    request.keys = *std::move(keys);
    return Done{};
}

class TrimCommand final : public HeadlessCommand {
    void addOptions(Options &options) override
    {
        options.describe("Cuts a collection to its newest elements (or the best of a leaderboard), to an age, or to "
                         "the bound in the workspace. It shows the plan and asks before it changes anything; plimsoll "
                         "undo puts back what it removed.");
        options.example("plimsoll trim audit -w orders.json --to-bound --dry-run",
                        "What would be removed to meet the bound");
        options.example("plimsoll trim board -w orders.json --keep 10000", "Keep the best 10,000");
        options.word("COLLECTION", "The collection's name in the workspace", &m_collection);
        options.number("--keep", "N", "Keep the newest N, or the best N of a leaderboard", &m_request.keep,
                       Bounds<qint64>{0, 1'000'000'000'000});
        options.duration("--older-than", "Remove elements older than this", &m_request.olderThan);
        options.flag("--to-bound", "Trim to the bound given in the workspace", &m_request.toBound);
        options.flag("--no-archive", "Keep no archive: the trim cannot be undone", &m_hasNoArchive);
        options.refuse(
            [this] { return int(!!m_request.keep) + int(!!m_request.olderThan) + int(m_request.toBound) != 1; },
            tr("trim takes exactly one of --keep N, --older-than DURATION and --to-bound"));
        m_acting.addTo(options, true);
    }

    ExitCode run() override
    {
        m_request.action = Action::Trim;
        m_request.archive = !m_hasNoArchive;
        return operate(m_acting, m_collection, m_request, &addFoundKeys);
    }

    QString m_collection;
    OperationRequest m_request;
    bool m_hasNoArchive = false;
    ActingOptions m_acting;
};

} // namespace

extern const CommandSpec trimCommand{"trim", "Cut a collection to its bound", &makeCommand<TrimCommand>};

} // namespace plimsoll::app
