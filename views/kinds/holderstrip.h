// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"

#include <QWidget>

#include <vector>

namespace plimsoll::views {

class Theme;

/// Holders of a lock in the last half hour: a line for each holder, a bar for each tenure. Tokens that are equal up to
/// their last colon belong to one holder. Hidden if there was only one holder. GUI thread.
class HolderStrip final : public QWidget {
    Q_OBJECT

public:
    explicit HolderStrip(Theme *theme, QWidget *parent = nullptr);

    /// `isEndless`: who holds it now does so without an expiry.
    void show(const std::shared_ptr<const std::vector<Tenure>> &tenures, std::chrono::milliseconds now, bool isEndless);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {240, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    struct Bar {
        std::chrono::milliseconds from{}, to{};
        bool isEndless = false;
    };
    struct Line {
        QString holder;
        std::vector<Bar> bars;
    };

    Theme *m_theme;
    std::vector<Line> m_lines; ///< most recent holder first
    std::chrono::milliseconds m_now{};
};

} // namespace plimsoll::views
