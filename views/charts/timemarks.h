// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/charts/timeframe.h"

#include <QColor>
#include <QString>

#include <vector>

class QPainter;

/// Events in a TimePlot: vertical lines for server events, bars below the axis for alerts, diamonds for notes,
/// triangles for operations.
namespace plimsoll::views {

struct ReadingRow;

QColor markColour(const TimeFrame &frame, const TimePicture::Mark &mark);
void paintMarks(QPainter &painter, const TimeFrame &frame);
/// Returns the marks that are read at `x`.
std::vector<const TimePicture::Mark *> marksNear(const TimeFrame &frame, double x);
/// Adds the texts of the marks at `x` to the rows, and their words to the title.
void readMarks(const TimeFrame &frame, double x, std::vector<ReadingRow> &rows, QString &title);
/// Says where the marks at `x` are listed that find no room; "%1" is their number.
QString moreMarksText(const TimeFrame &frame, double x);

} // namespace plimsoll::views
