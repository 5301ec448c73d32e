// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/past/historyrows.h"
#include "app/past/markreader.h"
#include "models/history/moment.h"
#include "models/history/past.h"
#include "redis/history/historyreader.h"

#include <QObject>

namespace plimsoll::app {

/// Reads past data of charts and moments from a history file on its own thread, while the recorder writes it. Results
/// are empty for what cannot be read, as the file may not exist yet; damage is reported.
class PastReader final : public QObject {
    Q_OBJECT

public:
    models::PastAnswer read(const QString &path, const models::PastQuestion &question)
    {
        models::PastAnswer answer;
        const auto reader = redis::HistoryReader::open(path);
        if (!reader) {
            sayError(path, reader.error());
        }
        for (const models::PastQuestion::Of &of : question.of) {
            auto &series = answer.emplace_back();
            const auto points =
                reader ? pointsOf(**reader, of, question) : Result<std::vector<redis::FigurePoints>>(reader.error());
            for (std::size_t i = 0; points && i < points->size(); ++i) {
                series.push_back(seriesOf((*points)[i]));
            }
            if (reader && !points) {
                sayError(path, points.error());
            } else if (reader) {
                sayDamage(path, (*reader)->damaged());
            }
        }
        return answer;
    }
    std::vector<Mark> readMarks(const MarkPlaces &places, const MarkQuestion &question)
    {
        return app::readMarks(places, question);
    }
    Result<models::MomentPtr> readMoment(const QString &path, const models::MomentQuestion &question);

signals:
    /// Emitted if part of the file cannot be read.
    void damaged(const QString &path, const QString &what);

private:
    /// More than the columns of a line, so that each column's band is made of several points.
    static constexpr int mostPoints = 400;

    models::MomentLimits m_limits; ///< limits of the last moment read

    static models::PastSeries seriesOf(const redis::FigurePoints &points)
    {
        models::PastSeries past{{}, points.width};
        past.series.points.reserve(points.points.size());
        for (const redis::FigurePoints::Point &point : points.points) {
            if (point.gapBefore) {
                models::Series::Point gap;
                gap.time = (past.series.points.back().time + point.time) / 2;
                past.series.points.push_back(gap);
            }
            past.series.points.push_back({point.time, point.low, point.high, point.mean});
        }
        return past;
    }

    void sayDamage(const QString &path, const redis::DamagedHistory &damage)
    {
        if (const QString text = damageText(damage); !text.isEmpty()) {
            emit damaged(path, text);
        }
    }

    /// Detects damage by SQLite's messages, which are not translated. A missing or locked file is not damage.
    void sayError(const QString &path, const Error &error)
    {
        if (error.message.contains(QLatin1String("malformed"))
            || error.message.contains(QLatin1String("is not a database"))) {
            emit damaged(path, error.message);
        }
    }

    /// Reads the drawn part of a span at the resolution of a span of that length, and only a few points before it,
    /// which show that there is more to draw.
    static Result<std::vector<redis::FigurePoints>>
    pointsOf(redis::HistoryReader &reader, const models::PastQuestion::Of &of, const models::PastQuestion &question)
    {
        const std::chrono::milliseconds begin = question.to - question.drawn;
        if (question.drawn == std::chrono::milliseconds::zero() || begin <= question.from) {
            return reader.points(of.collection, of.kind, of.figures, {question.from, question.to}, mostPoints);
        }
        auto before = reader.points(of.collection, of.kind, of.figures, {question.from, begin}, mostPoints);
        auto drawn = reader.points(of.collection, of.kind, of.figures, {begin, question.to}, mostPoints);
        for (std::size_t i = 0; before && drawn && i < drawn->size() && i < before->size(); ++i) {
            std::vector<redis::FigurePoints::Point> &fine = (*drawn)[i].points;
            const auto &coarse = (*before)[i].points;
            if (!fine.empty() && !coarse.empty()) {
                fine.front().gapBefore = fine.front().time - coarse.back().time > 2 * (*before)[i].width;
            }
            fine.insert(fine.begin(), coarse.begin(), coarse.end());
        }
        return before ? std::move(drawn) : std::move(before);
    }
};

} // namespace plimsoll::app
