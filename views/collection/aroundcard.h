// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/mark.h"
#include "views/widgets/card.h"

#include <vector>

class QGridLayout;

namespace plimsoll::views {

/// List of the events around a past moment, with the moment in between; replaces content that is not recorded. GUI
/// thread.
class AroundCard final : public Card {
    Q_OBJECT

public:
    /// `unrecorded`: what of the page is not recorded, as a sentence.
    AroundCard(Theme *theme, const QString &unrecorded, QWidget *parent = nullptr);

    /// Shows the marks of the collection and the server nearest to the moment, and how many others there are.
    void show(std::chrono::milliseconds moment, const QString &collection, const std::vector<Mark> &marks);

signals:
    void noteMade(const plimsoll::Note &note); ///< a note at the moment, not yet assigned to a collection

private:
    void askNote();
    void fill();
    void addMore(qsizetype count);
    void addRow(std::chrono::milliseconds time, const Mark *mark);

    std::chrono::milliseconds m_moment{};
    std::vector<Mark> m_marks; ///< of the collection and the server, oldest first
    std::size_t m_most = 0; ///< how many of them are shown
    QGridLayout *m_rows;
    bool m_isFilled = false;
};

} // namespace plimsoll::views
