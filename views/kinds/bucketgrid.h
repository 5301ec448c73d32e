// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/text/samefigure.h"

#include <QWidget>

#include <vector>

namespace plimsoll::views {

class Theme;

/// Buckets as a strip of periods × shards: the fuller the stronger; one without an expiry is hatched, framed and says
/// so; below, what each shard has, against the mean and twice that. A click or the arrow keys choose one. GUI thread.
class BucketGrid final : public QWidget {
    Q_OBJECT

public:
    struct Bucket {
        QByteArray key;
        double members = unknownFigure; ///< 0: it is not there
        double expiresAt = unknownFigure; ///< Unix ms; infinite: never

        [[nodiscard]] bool isThere() const { return members > 0; }
        [[nodiscard]] bool isForEver() const { return isThere() && std::isinf(expiresAt); }
        [[nodiscard]] bool expires() const { return isThere() && std::isfinite(expiresAt); }
        friend bool operator==(const Bucket &a, const Bucket &b)
        {
            return a.key == b.key && models::isSameFigure(a.members, b.members)
                && models::isSameFigure(a.expiresAt, b.expiresAt);
        }
    };
    struct Row {
        QString title; ///< "12:00"
        std::vector<Bucket> buckets; ///< one bucket for each shard
        friend bool operator==(const Row &, const Row &) = default;
    };

    explicit BucketGrid(Theme *theme, QWidget *parent = nullptr);

    void show(const std::vector<Row> &rows, const QStringList &shards, std::chrono::milliseconds now);
    void choose(const QByteArray &key);
    [[nodiscard]] const std::vector<Row> &rows() const { return m_rows; }
    [[nodiscard]] const Bucket *chosen() const;
    /// Sum over all periods for each shard; empty without shards.
    [[nodiscard]] std::vector<double> shardSums() const;
    /// First expiry in a period and number of buckets without one; also used if cells have no room for text.
    [[nodiscard]] QString expiresText(const Row &row) const;
    /// Positions of the labels for twice the mean and the mean, next to the bars, without overlap.
    [[nodiscard]] std::vector<double> meanLabels() const;
    /// "6,554 members".
    [[nodiscard]] static QString membersText(double members);
    [[nodiscard]] QRectF cellOf(std::size_t row, std::size_t shard) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {320, sizeHint().height()}; }

signals:
    void bucketChosen();

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool event(QEvent *event) override;

private:
    struct At {
        std::size_t row = 0, shard = 0;
    };
    [[nodiscard]] std::optional<At> at(const QPointF &place) const;
    [[nodiscard]] std::optional<At> whereChosen() const;
    [[nodiscard]] std::size_t shardCount() const { return m_rows.empty() ? 0 : m_rows.front().buckets.size(); }
    [[nodiscard]] double columnWidth() const;
    void paintCell(QPainter &painter, const At &at, double fullest) const;
    void paintSides(QPainter &painter) const;
    void paintShards(QPainter &painter) const;
    [[nodiscard]] double barsBottom() const;
    [[nodiscard]] double heightOf(double members, const std::vector<double> &sums) const;
    [[nodiscard]] QString describe(const Bucket &bucket) const;
    void chooseAt(const At &at);

    Theme *m_theme;
    static QString allText(const Row &row);
    [[nodiscard]] double right() const; ///< width at the right of the cells
    void measure();

    double m_left = 0, m_all = 0, m_expires = 0; ///< widths of the columns next to the cells
    std::vector<Row> m_rows;
    QStringList m_shards;
    std::chrono::milliseconds m_now{};
    QByteArray m_chosen;
};

} // namespace plimsoll::views
