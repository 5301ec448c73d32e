// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/text/lab.h"

#include <QWidget>

namespace plimsoll::views {

class Theme;

/// Draws the live collections of one side of the Lab and the elements being processed: boxes, with arrows along the
/// flow. GUI thread.
class LabFlow final : public QWidget {
    Q_OBJECT

public:
    explicit LabFlow(Theme *theme, QWidget *parent = nullptr);

    void show(const std::vector<models::LabPlace> &places);
    void setScale(double scale);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Theme *m_theme;
    std::vector<models::LabPlace> m_places;
    double m_scale = 1;
};

} // namespace plimsoll::views
