// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/page.h"

#include <atomic>

namespace plimsoll::views {

quint64 nextQuestion()
{
    static std::atomic<quint64> last{0};
    return ++last;
}

} // namespace plimsoll::views
