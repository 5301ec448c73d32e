// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHBoxLayout>

class QLabel;

namespace plimsoll::views {

class ElidedLabel;

/// The top of every page: title, one line of description that is elided first, and actions at the right. Titles have
/// the same height on all pages. Sets the margins of `page`.
struct PageHead {
    PageHead(const QString &text, QVBoxLayout *page);

    QLabel *title;
    ElidedLabel *line;
    QHBoxLayout *row;
    QHBoxLayout *tools; ///< right end
};

} // namespace plimsoll::views
