// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/discovery/guess.h"

#include "redis/discovery/drafts.h"

namespace plimsoll::redis {

void guess(const std::vector<ReadTemplate> &templates, const FrameworkFinder &frameworks, std::chrono::milliseconds now,
           const Questions &questions, Discovery &result)
{
    Drafts drafts(templates, frameworks, now, questions, result);
    drafts.addFrameworks(frameworks);
    guessJobs(drafts);
    guessKeys(drafts);
    guessFound(drafts);
    drafts.conclude();
}

} // namespace plimsoll::redis
