// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/mark.h"
#include "views/widgets/card.h"

#include <vector>

class QGridLayout;

namespace plimsoll::views {

/// What happened around the moment that is looked at, with that moment between: in place of what is not recorded. GUI
/// thread.
class AroundCard final : public Card {
    Q_OBJECT

public:
    explicit AroundCard(Theme *theme, QWidget *parent = nullptr);

    /// Those of one collection and of the server that are nearest to the moment.
    void show(std::chrono::milliseconds moment, const QString &collection, const std::vector<Mark> &marks);

signals:
    void noteMade(const plimsoll::Note &note); ///< of that moment, of no collection yet

private:
    void askNote();
    void fill();
    void addRow(std::chrono::milliseconds time, const Mark *mark);

    std::chrono::milliseconds m_moment{};
    std::vector<Mark> m_shown;
    QGridLayout *m_rows;
    bool m_isFilled = false;
};

} // namespace plimsoll::views
