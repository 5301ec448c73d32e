// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/timepicture.h"

#include "models/documents/csv.h"
#include "models/text/format.h"
#include "models/text/isotime.h"
#include "models/charts/chartmath.h"

#include <QCoreApplication>
#include <QLocale>

#include <cmath>

namespace plimsoll::views {

using models::Comparison;

namespace {

struct PictureWords {
    Q_DECLARE_TR_FUNCTIONS(chart)
};

bool isKnownPoint(const models::Series::Point &point)
{
    return isKnown(point.value);
}

} // namespace

QString TimePicture::figureText(double value) const
{
    const FigureSpec figure{{}, nullptr, nullptr, unit};
    return isShare ? models::formatShare(value) : models::formatFigure(figure, value);
}

std::optional<TimePicture::Line> TimePicture::earlier() const
{
    const auto found = std::find_if(lines.begin(), lines.end(), [this](const Line &line) {
        const auto &points = line.series.earlier;
        return !hidden.contains(line.label) && points && std::any_of(points->begin(), points->end(), isKnownPoint);
    });
    if (comparison == Comparison::None || found == lines.end()) {
        return std::nullopt;
    }
    const bool isYesterday = comparison == Comparison::Yesterday;
    Line line;
    line.series.points = *found->series.earlier;
    if (found->stacked) { // the uppermost layer is the sum
        line.label = isYesterday ? PictureWords::tr("all, yesterday") : PictureWords::tr("all, last week");
    } else if (lines.size() == 1) {
        line.label = isYesterday ? PictureWords::tr("yesterday") : PictureWords::tr("last week");
    } else {
        line.label =
            (isYesterday ? PictureWords::tr("%1 yesterday") : PictureWords::tr("%1 last week")).arg(found->label);
    }
    return line;
}

bool TimePicture::isWithoutEarlier() const
{
    return comparison != Comparison::None && !lines.empty() && !earlier()
        && std::all_of(lines.begin(), lines.end(),
                       [this](const Line &line) { return hidden.contains(line.label) || line.series.earlier; });
}

QByteArray TimePicture::csv() const
{
    const auto number = [](double value) {
        return std::isfinite(value) ? QByteArray::number(value, 'g', QLocale::FloatingPointShortest) : QByteArray();
    };
    QByteArray out = "time,line,min,value,max\r\n";
    const auto add = [&](const Line &line, const models::Series *below) {
        for (const auto &point : line.series.points) {
            const bool isOnScreen = point.time >= now - length && point.time <= now && isKnown(point.value);
            if (!isOnScreen || hidden.contains(line.label)) {
                continue;
            }
            const double under = below == nullptr ? 0 : readAt(*below, point.time, models::pointSpacing(*below) * 2);
            out += models::isoTime(point.time).toLatin1() + ',' + models::csvField(line.label).toUtf8() + ','
                + (line.stacked ? QByteArray() : number(point.low)) + ',' + number(point.value - under) + ','
                + (line.stacked ? QByteArray() : number(point.high)) + "\r\n";
        }
    };
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const Line &line = lines[i];
        const bool isOnNext = line.stacked && i + 1 < lines.size() && lines[i + 1].stacked;
        add(line, isOnNext ? &lines[i + 1].series : nullptr);
    }
    if (const std::optional<Line> before = earlier()) {
        add(*before, nullptr);
    }
    return out;
}

} // namespace plimsoll::views
