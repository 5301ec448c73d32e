// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/collection/jobchoices.h"

#include <QCoreApplication>

namespace plimsoll::views {

namespace {

using L1 = QLatin1StringView;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(jobs)
};

ElementsPanel::Choice of(L1 state, const QString &title, const QString &heading, const QString &text)
{
    return {QString(state), title, state, heading, text};
}

ElementsPanel::Choice ready()
{
    return of(L1("ready"), Words::tr("ready"), Words::tr("No job is waiting"),
              Words::tr("Producers push jobs here; workers have taken all there were."));
}

ElementsPanel::Choice processing()
{
    return of(L1("processing"), Words::tr("processing"), Words::tr("No job is being worked on"),
              Words::tr("A worker that takes a job moves it here until it is done."));
}

ElementsPanel::Choice stale()
{
    return of(
        L1("stale"), Words::tr("stale"), Words::tr("No stale job"),
        Words::tr("A job turns stale when its worker dies or hangs: its deadline passes, or it is in processing for "
                  "longer than staleAfter."));
}

ElementsPanel::Choice delayed()
{
    return of(L1("delayed"), Words::tr("delayed"), Words::tr("No job waits for its time"),
              Words::tr("Retries with backoff and jobs for later stand here, by the time they are due."));
}

ElementsPanel::Choice due()
{
    return of(L1("due"), Words::tr("due"), Words::tr("No job is overdue"),
              Words::tr("A delayed job is due when its time has come and nobody has moved it on yet."));
}

ElementsPanel::Choice dead()
{
    return of(L1("dead"), Words::tr("dead"), Words::tr("No dead letter"),
              Words::tr("A job that fails as often as it may (maxAttempts) ends here, for a person to look at."));
}

} // namespace

std::vector<ElementsPanel::Choice> queueChoices()
{
    ElementsPanel::Choice all{{},
                              Words::tr("all jobs"),
                              {},
                              Words::tr("No job in any state"),
                              Words::tr("Push one with LPUSH, or start a producer, and it shows here.")};
    return {all, ready(), processing(), stale(), delayed(), due(), dead()};
}

std::vector<ElementsPanel::Choice> scheduleChoices()
{
    return {delayed(), due(), processing(), stale(), ready(), dead()};
}

std::vector<ElementsPanel::Choice> choicesFor(const CollectionDefinition &definition,
                                              std::vector<ElementsPanel::Choice> choices)
{
    std::erase_if(choices, [&](const ElementsPanel::Choice &choice) {
        const L1 role = choice.state == L1("stale") ? L1("processing")
            : choice.state == L1("due")             ? L1("delayed")
                                                    : choice.figure;
        return !role.isEmpty() && !definition.has(role);
    });
    return choices;
}

} // namespace plimsoll::views
