// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/shards.h"

#include <QWidget>

namespace plimsoll::views {

class Theme;

/// How the members of a collection are spread over its shards, a line a role: the whole, the mean, and a bar for each
/// shard, a hot one flagged. Not there where nothing is spread. GUI thread.
class ShardBar final : public QWidget {
    Q_OBJECT

public:
    explicit ShardBar(Theme *theme, QWidget *parent = nullptr);

    void show(std::vector<ShardLoad> loads);
    [[nodiscard]] const std::vector<ShardLoad> &loads() const { return m_loads; }
    [[nodiscard]] QString text(const ShardLoad &load) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {200, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    [[nodiscard]] QRectF lineOf(std::size_t load) const;
    [[nodiscard]] QRectF barOf(std::size_t load, std::size_t shard) const;

    Theme *m_theme;
    std::vector<ShardLoad> m_loads;
};

} // namespace plimsoll::views
