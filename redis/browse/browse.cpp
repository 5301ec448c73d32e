// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/browse/asking.h"
#include "redis/browse/browser.h"

#include <QCoreApplication>

#include <spdlog/spdlog.h>

#include <algorithm>
#include <string>

namespace plimsoll::redis {

namespace {

constexpr int maxPage = 1'000;

ElementsQuery bounded(ElementsQuery query)
{
    query.limit = std::clamp(query.limit, 1, maxPage);
    query.offset = std::max<qint64>(0, query.offset);
    return query;
}

struct Dispatch {
    const Asking &asking;
    const Workspace &workspace;

    BrowseResult::Answer operator()(const ElementsQuery &query) const { return answerElements(asking, bounded(query)); }
    BrowseResult::Answer operator()(const JobQuery &query) const { return answerJob(asking, query); }
    BrowseResult::Answer operator()(const MemberQuery &query) const { return answerMember(asking, query); }
    BrowseResult::Answer operator()(const HistogramQuery &query) const { return answerHistogram(asking, query); }
    BrowseResult::Answer operator()(const SampleQuery &query) const { return answerSample(asking, query); }
    BrowseResult::Answer operator()(const StreamQuery &query) const { return answerStream(asking, query); }
    BrowseResult::Answer operator()(const SearchQuery &query) const { return answerSearch(asking, query); }
    BrowseResult::Answer operator()(const ReconcileQuery &query) const
    {
        return answerReconcile(asking, workspace, query);
    }
    BrowseResult::Answer operator()(const SetsQuery &query) const { return answerSets(asking, query); }
    BrowseResult::Answer operator()(const PeriodsQuery &query) const { return answerPeriods(asking, query); }
    BrowseResult::Answer operator()(const FiguresQuery & /*query*/) const { return answerFigures(asking); }
    BrowseResult::Answer operator()(const CompareQuery &query) const { return answerCompare(asking, query); }
};

} // namespace

BrowseResult browse(Server &server, const BrowseRequest &request, const std::stop_token &stop)
{
    BrowseResult result{request.id, request.collection, request.query, Error{}};
    if (!request.workspace || request.collection >= request.workspace->collections.size()) {
        result.answer = Error{ErrorKind::Invalid,
                              QCoreApplication::translate("browse", "the workspace no longer has this collection")};
        return result;
    }
    const auto asking = Asking::begin(server, request.workspace->collections[request.collection], stop, request.keysAt);
    result.answer = asking ? std::visit(Dispatch{*asking, *request.workspace}, request.query)
                           : BrowseResult::Answer(asking.error());
    if (auto *const error = std::get_if<Error>(&result.answer); error != nullptr && !error->lacks.isEmpty()) {
        const Result<AclUser> user = asking ? asking->aclUser() : AclUser{server.endpoint().user, {}};
        *error = user ? withPermission(std::move(*error), *user) : user.error();
    }
    if (const auto log = spdlog::get("redis"); log && log->should_log(spdlog::level::debug)) {
        const auto *error = std::get_if<Error>(&result.answer);
        // The kind alone: messages name keys, which may hold identifiers.
        log->debug("question {} of kind {}: {}", request.id, request.query.index(),
                   error != nullptr ? "error of kind " + std::to_string(static_cast<int>(error->kind)) : "answered");
    }
    return result;
}

} // namespace plimsoll::redis
