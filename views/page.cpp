// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/page.h"

#include <QApplication>

#include <atomic>
#include <optional>
#include <set>

namespace plimsoll::views {

std::optional<std::size_t> Page::currentCollection() const
{
    const std::set<std::size_t> open = shown();
    return open.size() == 1 ? std::optional(*open.begin()) : std::nullopt;
}

bool isUnderHand(const QWidget *widget)
{
    if (QApplication::activeModalWidget() != nullptr || QApplication::activePopupWidget() != nullptr) {
        return true;
    }
    const QWidget *outermost = widget;
    for (const QWidget *each = widget; each != nullptr; each = each->parentWidget()) {
        if (qobject_cast<const Page *>(each) != nullptr) {
            outermost = each;
        }
    }
    return outermost->underMouse();
}

quint64 nextQuestion()
{
    static std::atomic<quint64> last{0};
    return ++last;
}

} // namespace plimsoll::views
