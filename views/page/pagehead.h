// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHBoxLayout>

class QLabel;

namespace plimsoll::views {

class ElidedLabel;

/// The top of every page: its title, one line about it that is cut before anything else is, and at the right what can
/// be done; titles stand at one height, with buttons beside them and without. Gives `page` the margins of a page.
struct PageHead {
    PageHead(const QString &text, QVBoxLayout *page);

    QLabel *title;
    ElidedLabel *line;
    QHBoxLayout *row;
    QHBoxLayout *tools; ///< at the right
};

} // namespace plimsoll::views
