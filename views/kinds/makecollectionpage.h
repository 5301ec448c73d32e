// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

namespace plimsoll {
struct KindInfo;
}

namespace plimsoll::views {

class CollectionPage;
struct PageContext;

/// Makes the page of one collection of that kind: its own, or a plain page of figures and elements where it has none.
std::unique_ptr<CollectionPage> makeCollectionPage(const KindInfo *kind, const PageContext &context);

} // namespace plimsoll::views
