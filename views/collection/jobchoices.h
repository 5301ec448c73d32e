// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/collection/elementspanel.h"

/// The states of jobs a person can look at, with what would make one where there is none.
namespace plimsoll::views {

std::vector<ElementsPanel::Choice> queueChoices();
std::vector<ElementsPanel::Choice> scheduleChoices();
/// Those of them for which the definition names keys.
std::vector<ElementsPanel::Choice> choicesFor(const CollectionDefinition &definition,
                                              std::vector<ElementsPanel::Choice> choices);

} // namespace plimsoll::views
