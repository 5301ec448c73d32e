// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/jobrecord.h"
#include "redis/collections/lacks.h"
#include "redis/types/browse.h"
#include "redis/types/result.h"
#include "redis/types/snapshot.h"
#include "redis/wire/pipeline.h"
#include "redis/wire/reply.h"

#include <initializer_list>
#include <stop_token>
#include <vector>

namespace plimsoll::redis {

class Server;

/// One key of a collection as it is now: its type and how many elements it has (both 0 when it does not exist).
struct HeldKey {
    QByteArray key;
    const RoleSpec *role = nullptr;
    unsigned type = 0; ///< one KeyType
    qint64 size = 0; ///< elements, without the marks of a framework at the ends of a list
    qint64 first = 0; ///< first requested rank of a sorted set; of a list the first element that is no mark
    qint64 behind = 0; ///< marks at the end of a list
};

/// Context of one request: the connection, the definition and the server's time. Lives for one request.
class Asking {
public:
    /// Reads the server's time first: every age and every period is relative to it.
    /// `keysAt`: server time at which key templates are expanded; 0: now.
    static Result<Asking> begin(Server &server, const CollectionDefinition &definition, const std::stop_token &stop,
                                std::chrono::milliseconds keysAt = {});

    /// Copies this context for another collection on that server, at the same time.
    [[nodiscard]] Asking about(const CollectionDefinition &other) const;

    [[nodiscard]] const CollectionDefinition &definition() const { return *m_definition; }
    [[nodiscard]] const JobReader &jobs() const { return m_jobs; }
    [[nodiscard]] std::chrono::milliseconds now() const { return m_now; }
    /// Server time for the periods in keys.
    [[nodiscard]] std::chrono::milliseconds keysAt() const { return m_keysAt; }

    [[nodiscard]] Result<std::vector<Reply>> exchange(const Pipeline &pipeline) const;
    /// Whether the server has the command; one it does not know would have the whole pipeline refused.
    [[nodiscard]] bool allows(const QByteArray &command) const;
    /// The connected user; reads the version of the server, which stays unknown without permission.
    [[nodiscard]] Result<AclUser> aclUser() const;

    /// The keys of a role for the period that is meant with their types and sizes, in the order of the workspace. A key
    /// of a type the role does not take is an error. Empty when the collection has no such role.
    [[nodiscard]] Result<std::vector<HeldKey>> heldKeys(Holds holds) const;
    /// Reads several roles in one exchange; if `only` is not empty, that key alone.
    [[nodiscard]] Result<std::vector<HeldKey>> heldKeys(const std::vector<const RoleKeys *> &roles,
                                                        const QByteArray &only = {}) const;

    /// Completes elements from their own JSON and the fields of their job records that `jobs` reads. Without permission
    /// to read a record its fields stay unknown; if the answer depends on them (`needed`), that is an error.
    [[nodiscard]] Outcome readRecords(std::vector<Element> &elements, const JobReader &jobs, bool needed = false) const;
    [[nodiscard]] Outcome readRecords(std::vector<Element> &elements) const { return readRecords(elements, m_jobs); }

    /// The collection has no such state; says which it has.
    [[nodiscard]] Error noSuchState(const QString &state) const;

private:
    Asking(Server &server, const CollectionDefinition &definition, std::stop_token stop);

    [[nodiscard]] Outcome addOtherLists(const std::vector<const RoleKeys *> &roles, std::vector<HeldKey> &found) const;
    [[nodiscard]] Outcome leaveOutMarks(std::vector<HeldKey> &found) const;

    Server *m_server;
    const CollectionDefinition *m_definition;
    std::stop_token m_stop;
    JobReader m_jobs;
    std::chrono::milliseconds m_now{};
    std::chrono::milliseconds m_keysAt{};
};

/// The score of a zset that holds times, and the time it says.
void setScore(Element &element, double score, ScoreCodec codec);

/// Members and scores of a WITHSCORES reply; whatever else it holds is left out.
std::vector<HeadElement> scored(const Reply &reply);

// The questions, one file each.
BrowseResult::Answer answerElements(const Asking &asking, const ElementsQuery &query);
BrowseResult::Answer answerSetPage(const Asking &asking, const std::vector<HeldKey> &sets, const ElementsQuery &query);
BrowseResult::Answer answerPresencePage(const Asking &asking, const ElementsQuery &query);
BrowseResult::Answer answerStreamPage(const Asking &asking, const ElementsQuery &query);
BrowseResult::Answer answerEntry(const Asking &asking, const JobQuery &query);
BrowseResult::Answer answerStream(const Asking &asking, const StreamQuery &query);
BrowseResult::Answer answerJob(const Asking &asking, const JobQuery &query);
BrowseResult::Answer answerMember(const Asking &asking, const MemberQuery &query);
BrowseResult::Answer answerHistogram(const Asking &asking, const HistogramQuery &query);
BrowseResult::Answer answerSample(const Asking &asking, const SampleQuery &query);
BrowseResult::Answer answerSearch(const Asking &asking, const SearchQuery &query);
BrowseResult::Answer answerStreamSearch(const Asking &asking, const SearchQuery &query);
BrowseResult::Answer answerReconcile(const Asking &asking, const Workspace &workspace, const ReconcileQuery &query);
BrowseResult::Answer answerSets(const Asking &asking, const SetsQuery &query);
BrowseResult::Answer answerPeriods(const Asking &asking, const PeriodsQuery &query);
BrowseResult::Answer answerFigures(const Asking &asking);
BrowseResult::Answer answerCompare(const Asking &asking, const CompareQuery &query);

} // namespace plimsoll::redis
