// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/historyrows.h"
#include "app/markreader.h"
#include "models/moment.h"
#include "models/past.h"
#include "redis/history/historyreader.h"

#include <QObject>

namespace plimsoll::app {

/// Reads the past for charts, and all of a moment, from a history's file, on a thread of its own, while whoever keeps
/// it writes. What cannot be read is empty: there may be none yet; damage is told of.
class PastReader final : public QObject {
    Q_OBJECT

public:
    void read(quint64 number, const QString &path, const plimsoll::models::PastQuestion &question)
    {
        emit answered(number, question, answerOf(path, question));
    }

    void readMarks(quint64 number, const plimsoll::app::MarkPlaces &places, const plimsoll::MarkQuestion &question)
    {
        emit marksAnswered(number, question, app::readMarks(places, question));
    }
    void readMoment(quint64 number, const QString &path, const plimsoll::models::MomentQuestion &question);

signals:
    void marksAnswered(quint64 number, const plimsoll::MarkQuestion &question,
                       const std::vector<plimsoll::Mark> &marks);
    void answered(quint64 number, const plimsoll::models::PastQuestion &question,
                  const plimsoll::models::PastAnswer &answer);
    void momentRead(quint64 number, const plimsoll::models::MomentPtr &moment);
    void momentFailed(quint64 number, const QString &why);
    /// Some of what is kept cannot be read.
    void damaged(const QString &path, const QString &what);

private:
    /// More than a line has columns, so that the band of each is made of several.
    static constexpr int mostPoints = 400;

    models::MomentLimits m_limits; ///< of the moment that was read last

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

    /// By SQLite's words, which are the same everywhere: not that there is none yet, or somebody is in the way.
    void sayError(const QString &path, const Error &error)
    {
        if (error.message.contains(QLatin1String("malformed"))
            || error.message.contains(QLatin1String("is not a database"))) {
            emit damaged(path, error.message);
        }
    }

    /// What is drawn of a span as finely as a span of that length; of what is before it a few points, which tell that
    /// there is more to be drawn.
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

    models::PastAnswer answerOf(const QString &path, const models::PastQuestion &question)
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
};

} // namespace plimsoll::app
