// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/page/page.h"

#include "models/history/history.h"

#include "views/widgets/userinteracting.h"

#include <optional>
#include <set>

namespace plimsoll::views {

Page::Page(const PageContext &context, QWidget *parent) : QWidget(parent), m_context(context)
{
    keepStill(this);
}

models::MomentPtr Page::momentOf(const SnapshotPtr &snapshot) const
{
    const models::MomentPtr moment = m_context.history == nullptr ? nullptr : m_context.history->moment();
    return moment != nullptr && moment->snapshot == snapshot ? moment : nullptr;
}

std::vector<State> Page::judge(const SnapshotPtr & /*snapshot*/)
{
    return {};
}

std::optional<std::size_t> Page::currentCollection() const
{
    const std::set<std::size_t> open = shown();
    return open.size() == 1 ? std::optional(*open.begin()) : std::nullopt;
}

} // namespace plimsoll::views
