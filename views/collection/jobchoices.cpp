// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/collection/jobchoices.h"

#include <QCoreApplication>

namespace plimsoll::views {

namespace {

using L1 = QLatin1StringView;

QString tr(const char *text)
{
    return QCoreApplication::translate("jobs", text);
}

ElementsPanel::Choice of(L1 state, const QString &title, const QString &heading, const QString &text)
{
    return {QString(state), title, state, heading, text};
}

ElementsPanel::Choice ready()
{
    return of(L1("ready"), tr("ready"), tr("No job is waiting"),
              tr("Producers push jobs here; workers have taken all there were."));
}

ElementsPanel::Choice processing()
{
    return of(L1("processing"), tr("processing"), tr("No job is being worked on"),
              tr("A worker that takes a job moves it here until it is done."));
}

ElementsPanel::Choice stale()
{
    return of(L1("stale"), tr("stale"), tr("No stale job"),
              tr("A job turns stale when its worker dies or hangs: its deadline passes, or it is in processing for "
                 "longer than staleAfter."));
}

ElementsPanel::Choice delayed()
{
    return of(L1("delayed"), tr("delayed"), tr("No job waits for its time"),
              tr("Retries with backoff and jobs for later stand here, by the time they are due."));
}

ElementsPanel::Choice due()
{
    return of(L1("due"), tr("due"), tr("No job is overdue"),
              tr("A delayed job is due when its time has come and nobody has moved it on yet."));
}

ElementsPanel::Choice dead()
{
    return of(L1("dead"), tr("dead"), tr("No dead letter"),
              tr("A job that fails as often as it may (maxAttempts) ends here, for a person to look at."));
}

} // namespace

std::vector<ElementsPanel::Choice> queueChoices()
{
    ElementsPanel::Choice all{{},
                              tr("all jobs"),
                              {},
                              tr("No job in any state"),
                              tr("Push one with LPUSH, or start a producer, and it shows here.")};
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
