// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/rows/elementmodel.h"
#include "views/page/kindview.h"

#include <array>

/// Parts shared by the views of several kinds: states of jobs, and operations on jobs and members.
namespace plimsoll::views {

template <typename Made> CollectionPage *makePage(const PageContext &context)
{
    return new Made(context);
}

using L1 = QLatin1StringView;
using Offered = CollectionOffer;
using Shown = models::ElementModel::Shown;
using Column = models::ElementModel::Column;

// clang-format off
inline constexpr auto noneThere = QT_TRANSLATE_NOOP("kinds", "It is empty now.");
inline constexpr std::array memberRows{
    RowOffer{L1("discard"), Action::Discard, QT_TRANSLATE_NOOP("kinds", "Remove…"), QT_TRANSLATE_NOOP("kinds", "Remove all…")}};

namespace jobs {

inline constexpr RowOffer requeue{L1("requeue"), Action::Requeue, QT_TRANSLATE_NOOP("kinds", "Requeue"), QT_TRANSLATE_NOOP("kinds", "Requeue all…")};
inline constexpr RowOffer requeueDeadRow{L1("requeue"), Action::RequeueDead, QT_TRANSLATE_NOOP("kinds", "Requeue"), QT_TRANSLATE_NOOP("kinds", "Requeue all…")};
inline constexpr RowOffer runNow{L1("runNow"), Action::RunNow, QT_TRANSLATE_NOOP("kinds", "Run now"), QT_TRANSLATE_NOOP("kinds", "Run all now…")};
inline constexpr RowOffer postpone{L1("postpone"), Action::Postpone, QT_TRANSLATE_NOOP("kinds", "Postpone…"), QT_TRANSLATE_NOOP("kinds", "Postpone all…")};
inline constexpr RowOffer move{L1("move"), Action::Move, QT_TRANSLATE_NOOP("kinds", "Move…"), QT_TRANSLATE_NOOP("kinds", "Move all…")};
inline constexpr RowOffer deadLetter{L1("deadLetter"), Action::DeadLetter, QT_TRANSLATE_NOOP("kinds", "Dead-letter…"), QT_TRANSLATE_NOOP("kinds", "Dead-letter all…")};
inline constexpr RowOffer discard{L1("discard"), Action::Discard, QT_TRANSLATE_NOOP("kinds", "Discard…"), QT_TRANSLATE_NOOP("kinds", "Discard all…")};
inline constexpr std::array readyRows{move, deadLetter, discard};
inline constexpr std::array processingRows{requeue, deadLetter, discard};
inline constexpr std::array delayedRows{runNow, postpone, deadLetter, discard};
inline constexpr std::array deadRows{requeueDeadRow, discard};

inline constexpr StateView ready{
    .id = L1("ready"), .role = L1("ready"), .title = QT_TRANSLATE_NOOP("kinds", "ready"), .figure = L1("ready"),
    .emptyHeading = QT_TRANSLATE_NOOP("kinds", "No job is waiting"),
    .emptyText = QT_TRANSLATE_NOOP("kinds", "Producers push jobs here; workers have taken them all."),
    .offers = readyRows};
inline constexpr StateView processing{
    .id = L1("processing"), .role = L1("processing"), .title = QT_TRANSLATE_NOOP("kinds", "processing"), .figure = L1("processing"),
    .emptyHeading = QT_TRANSLATE_NOOP("kinds", "No job is being worked on"),
    .emptyText = QT_TRANSLATE_NOOP("kinds", "A worker that takes a job moves it here until it is done."),
    .offers = processingRows, .due = QT_TRANSLATE_NOOP("kinds", "deadline")};
inline constexpr StateView stale{
    .id = L1("stale"), .role = L1("processing"), .title = QT_TRANSLATE_NOOP("kinds", "stale"), .figure = L1("stale"),
    .emptyHeading = QT_TRANSLATE_NOOP("kinds", "No stale jobs"),
    .emptyText = QT_TRANSLATE_NOOP("kinds", "A job turns stale when its worker dies or hangs: its deadline passes, or it is in processing for longer than staleAfter."),
    .unknownHeading = QT_TRANSLATE_NOOP("kinds", "Which jobs are stale is not known"),
    .unknownText = QT_TRANSLATE_NOOP("kinds", "Some of these jobs do not say since when a worker has them, or have not been looked at: “processing” lists all."),
    .offers = processingRows, .due = QT_TRANSLATE_NOOP("kinds", "deadline")};
inline constexpr StateView delayed{
    .id = L1("delayed"), .role = L1("delayed"), .title = QT_TRANSLATE_NOOP("kinds", "delayed"), .figure = L1("delayed"),
    .emptyHeading = QT_TRANSLATE_NOOP("kinds", "No job waits for its time"),
    .emptyText = QT_TRANSLATE_NOOP("kinds", "Retries with backoff and jobs for later wait here until they are due."),
    .offers = delayedRows};
inline constexpr StateView due{
    .id = L1("due"), .role = L1("delayed"), .title = QT_TRANSLATE_NOOP("kinds", "due"), .figure = L1("due"),
    .emptyHeading = QT_TRANSLATE_NOOP("kinds", "No job is overdue"),
    .emptyText = QT_TRANSLATE_NOOP("kinds", "A delayed job is due once its time has come and it still waits here."),
    .offers = delayedRows};
inline constexpr StateView dead{
    .id = L1("dead"), .role = L1("dead"), .title = QT_TRANSLATE_NOOP("kinds", "dead"), .figure = L1("dead"),
    .emptyHeading = QT_TRANSLATE_NOOP("kinds", "No dead letters"),
    .emptyText = QT_TRANSLATE_NOOP("kinds", "A job that uses up its attempts (maxAttempts) ends up here, for someone to look at."),
    .offers = deadRows};

inline constexpr auto noneDelayed = QT_TRANSLATE_NOOP("kinds", "No job waits for its time now.");
inline constexpr auto noneDead = QT_TRANSLATE_NOOP("kinds", "There are no dead letters now.");
inline constexpr Offered requeueStale{L1("requeue"), Action::Requeue, {}, L1("stale"), L1("processing"), Offered::Button, QT_TRANSLATE_NOOP("kinds", "Requeue %1 stale"), QT_TRANSLATE_NOOP("kinds", "No job is stale now: no worker is overdue.")};
inline constexpr Offered requeueDead{L1("requeueDead"), Action::RequeueDead, L1("dead"), L1("dead"), L1("dead"), Offered::Menu, QT_TRANSLATE_NOOP("kinds", "Requeue all dead letters…"), noneDead};
inline constexpr Offered discardDead{L1("discardDead"), Action::Discard, L1("dead"), L1("dead"), L1("dead"), Offered::Menu, QT_TRANSLATE_NOOP("kinds", "Discard all dead letters…"), noneDead};
inline constexpr Offered runDelayed{L1("runDelayed"), Action::RunNow, L1("delayed"), L1("delayed"), L1("delayed"), Offered::Menu, QT_TRANSLATE_NOOP("kinds", "Run all delayed now…"), noneDelayed};
inline constexpr Offered postponeAll{L1("postpone"), Action::Postpone, L1("delayed"), L1("delayed"), L1("delayed"), Offered::Menu, QT_TRANSLATE_NOOP("kinds", "Postpone all delayed…"), noneDelayed};
inline constexpr Offered purgeDelayed{L1("purge"), Action::Purge, L1("delayed"), L1("delayed"), L1("delayed"), Offered::Menu, QT_TRANSLATE_NOOP("kinds", "Purge delayed jobs…"), noneThere};

inline constexpr LimitView staleLimit{L1("stale"), 1, 25};
inline constexpr LimitView deadLimit{L1("dead"), 1, 100};

} // namespace jobs
// clang-format on
} // namespace plimsoll::views
