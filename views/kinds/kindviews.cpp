// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/kinds/kindparts.h"
#include "views/kinds/plainpage.h"

#include <algorithm>

namespace plimsoll::views {

// PLIMSOLL_VIEWS is VIEW(queue) VIEW(schedule) …: the list in CMakeLists.txt.
#define VIEW(name) extern const KindView name##View;
PLIMSOLL_VIEWS
#undef VIEW

const KindView &viewOf(const KindInfo &kind)
{
#define VIEW(name) &name##View,
    static constexpr std::array views{PLIMSOLL_VIEWS};
#undef VIEW
    static constexpr KindView plain{.makePage = makePage<PlainPage>};
    const auto *const found =
        std::find_if(views.begin(), views.end(), [&kind](const KindView *view) { return view->kind == kind.id; });
    return found == views.end() ? plain : **found;
}

const StateView *KindView::state(QStringView id) const
{
    const auto found = std::find_if(states.begin(), states.end(), [id](const StateView &state) {
        return state.isBand ? id.startsWith(state.id) : state.id == id;
    });
    return found != states.end() ? &*found : id.isEmpty() && !states.empty() ? &states.front() : nullptr;
}

} // namespace plimsoll::views
