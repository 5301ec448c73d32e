// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/charts/chartlabels.h"
#include "views/charts/timelines.h"
#include "views/theme/px.h"

#include <QHash>

#include <optional>
#include <vector>

namespace plimsoll::views {

/// The words inside a TimePlot and the names at the ends of its lines: places them so that they cover neither each
/// other nor, where possible, lines.
class TimeWords final {
public:
    /// A word and its place.
    struct Word {
        QString text;
        QRectF place;
        QColor colour;
        int limit = -1; ///< index of the limit that it names
    };

    /// `tag`: place of the tag of the selected moment, which is kept free.
    void place(const TimeFrame &frame, const TimeLines &lines, const std::optional<QRectF> &tag);
    void paint(QPainter &painter, const TimeFrame &frame) const;
    void paintNames(QPainter &painter, const TimeFrame &frame, const TimeLines &lines) const;

    [[nodiscard]] const std::vector<Word> &words() const { return m_words; }
    /// Returns the place of each name, in the order of TimeLines::labels().
    [[nodiscard]] const std::vector<QRectF> &namePlaces() const { return m_names; }
    [[nodiscard]] std::vector<Word> names(const TimeLines &lines) const;

private:
    void placeNames(const TimeFrame &frame, const TimeLines &lines);
    void placeMarks(const TimeFrame &frame);
    [[nodiscard]] std::optional<QRectF> markPlace(const TimeFrame &frame, double x, const QSizeF &size) const;
    void placeGaps(const TimeFrame &frame, const TimeLines &lines);
    void placeForecasts(const TimeFrame &frame, const TimeLines &lines);
    [[nodiscard]] bool isFree(const QRectF &place) const;

    std::vector<Word> m_words;
    std::vector<QRectF> m_names;
    QHash<QString, double> m_nameOffsets; ///< previous distances below the lines
    std::vector<LineLabel> m_limitLabels;
};

inline constexpr Px nameGap{6}; ///< px between a line and its name
/// Returns the greatest width of the name of a line.
double endLabelWidth(const TimeFrame &frame);
QColor limitColour(const TimeFrame &frame, const TimePicture::LimitLine &limit);

} // namespace plimsoll::views
