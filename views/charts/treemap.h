// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/state.h"

#include <QRectF>
#include <QString>
#include <QWidget>

#include <span>
#include <vector>

namespace plimsoll::views {

class Theme;

/// Divides an area into one rectangle for each value, in proportion, as square as possible. `values`: positive, largest
/// first.
std::vector<QRectF> treemapLayout(std::span<const double> values, const QRectF &area);

/// Shares of a whole as rectangles: the largest at the top left, each with its name and value where there is room. GUI
/// thread.
class Treemap final : public QWidget {
    Q_OBJECT

public:
    struct Part {
        QString name, value; ///< both are shown
        double size = 0;
        State state = State::Ok; ///< marks trouble by colour, which the name's table says in words
        bool isUnknown = false; ///< hatched: what makes it up is not known

        friend bool operator==(const Part &, const Part &) = default;
    };

    explicit Treemap(Theme *theme, QWidget *parent = nullptr);

    /// `parts`: those with a size above 0 are drawn.
    void setParts(std::vector<Part> parts);
    [[nodiscard]] const std::vector<Part> &parts() const { return m_parts; }
    [[nodiscard]] QSize sizeHint() const override;

signals:
    void clicked(const QString &name);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    bool event(QEvent *event) override;

private:
    [[nodiscard]] std::vector<QRectF> places() const;
    [[nodiscard]] const Part *partAt(const QPointF &place) const; ///< null if none

    Theme *m_theme;
    std::vector<Part> m_parts; ///< largest first
};

} // namespace plimsoll::views
