// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/mark.h"
#include "views/widgets/card.h"

#include <optional>
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

protected:
    void moveEvent(QMoveEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

signals:
    void noteMade(const plimsoll::Note &note); ///< of that moment, of no collection yet

private:
    void askNote();
    void fill();
    /// It is what the page is about: rows above it may be out of sight.
    void scrollToMoment();
    void addRow(std::chrono::milliseconds time, const Mark *mark);

    std::chrono::milliseconds m_moment{};
    std::optional<int> m_scrolledTo; ///< so that the moment is in sight; another place is one that a person chose
    std::vector<Mark> m_shown;
    QGridLayout *m_rows;
    bool m_isFilled = false;
};

} // namespace plimsoll::views
