// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/bands.h"

#include "redis/types/workspace.h"

#include <QCoreApplication>
#include <QJsonArray>

#include <algorithm>
#include <cmath>
#include <limits>

namespace plimsoll {

namespace {

using std::chrono::milliseconds;
using Code = ScoreCodec::Code;

constexpr QLatin1StringView divisorMember("divisor");
constexpr QLatin1StringView namesMember("names");

/// Year 2001: no element waits longer, so a lower number is no time.
constexpr milliseconds firstTime{1'000'000'000'000};
constexpr milliseconds farthest = std::chrono::hours(24); ///< maximum lead of a producer's clock over the server's
constexpr double largestDivisor = 1e14;
constexpr double lastSecond = 1e11; // equals ScoreCodec::lastSecond

struct BandsWords {
    Q_DECLARE_TR_FUNCTIONS(Workspace)
};

QByteArray exact(double score)
{
    return QByteArray::number(score, 'g', 17);
}

qint64 perSecond(Code code)
{
    return code == Code::Seconds ? 1 : 1'000;
}

bool isByDivisor(const QJsonObject &option)
{
    return option.contains(divisorMember) && !option.value(divisorMember).isArray();
}

/// Names become part of figure ids, which are ASCII.
bool isName(const QString &name)
{
    return !name.isEmpty()
        && std::all_of(name.begin(), name.end(), [](QChar c) { return c.unicode() > 0x20 && c.unicode() < 0x7f; });
}

QString wrongName(const QString &name)
{
    return isName(name) ? QString()
                        : BandsWords::tr("\"%1\" is not a name for a band: use ASCII without spaces").arg(name);
}

QString wrongRange(const QString &name, const QJsonValue &value)
{
    const QJsonArray ends = value.toArray();
    const bool isRange = ends.size() == 2 && ends[0].isDouble() && ends[1].isDouble();
    if (!isRange || ends[0].toDouble() > ends[1].toDouble()) {
        return BandsWords::tr("\"%1\" must be [lowest score, highest score]").arg(name);
    }
    return {};
}

QString wrongDivisor(const QJsonObject &option)
{
    const QJsonValue divisor = option.value(divisorMember);
    if (!divisor.isDouble() || divisor.toDouble() < 1 || divisor.toDouble() > largestDivisor
        || divisor.toDouble() != std::floor(divisor.toDouble())) {
        return BandsWords::tr("\"divisor\" must be a whole number from 1 to 1e14");
    }
    QStringList names;
    for (const QJsonValue name : option.value(namesMember).toArray()) {
        names += name.toString();
    }
    const bool given = option.contains(namesMember);
    for (const QString &name : names) {
        if (const QString wrong = wrongName(name); !wrong.isEmpty()) {
            return wrong;
        }
    }
    if (given && (names.isEmpty() || names.removeDuplicates() > 0)) {
        return BandsWords::tr("\"names\" must be the names of the bands, each once, highest priority first");
    }
    return option.size() > (given ? 2 : 1) ? BandsWords::tr("accepts only \"divisor\" and \"names\"")
        : names.size() > Bands::mostBands  ? BandsWords::tr("accepts at most %1 bands").arg(Bands::mostBands)
                                           : QString();
}

} // namespace

QString Bands::wrong(const QJsonObject &option)
{
    if (isByDivisor(option)) {
        return wrongDivisor(option);
    }
    if (option.isEmpty() || option.size() > mostBands) {
        return BandsWords::tr(
                   "must be {\"NAME\": [lowest score, highest score], …}, at most %1 bands, or {\"divisor\": N}")
            .arg(mostBands);
    }
    std::vector<std::pair<double, double>> ranges;
    for (auto member = option.begin(); member != option.end(); ++member) {
        if (const QString wrong = wrongRange(member.key(), member.value()); !wrong.isEmpty()) {
            return wrong;
        }
        if (const QString wrong = wrongName(member.key()); !wrong.isEmpty()) {
            return wrong;
        }
        ranges.emplace_back(member.value()[0].toDouble(), member.value()[1].toDouble());
    }
    std::sort(ranges.begin(), ranges.end());
    for (std::size_t i = 1; i < ranges.size(); ++i) {
        if (ranges[i].first <= ranges[i - 1].second) {
            return BandsWords::tr("has two bands with the score %1").arg(ranges[i].first);
        }
    }
    return {};
}

Bands Bands::of(const CollectionDefinition &definition)
{
    Bands bands;
    const RoleKeys *const role = definition.role(Holds::Ready);
    bands.m_codec = role != nullptr ? definition.codec(*role->role) : ScoreCodec();
    const QJsonObject option = definition.options.value(QLatin1StringView("bands")).toObject();
    if (option.isEmpty() || !wrong(option).isEmpty()) {
        return bands;
    }
    if (isByDivisor(option)) {
        bands.m_divisor = option.value(divisorMember).toInteger();
        for (const QJsonValue name : option.value(namesMember).toArray()) {
            bands.m_names += name.toString();
        }
        for (int band = 0; !option.contains(namesMember) && band < usualBands; ++band) {
            bands.m_names += QString::number(band);
        }
        return bands;
    }
    std::vector<std::pair<std::pair<double, double>, QString>> ranges;
    for (auto member = option.begin(); member != option.end(); ++member) {
        ranges.push_back({{member.value()[0].toDouble(), member.value()[1].toDouble()}, member.key()});
    }
    std::sort(ranges.begin(), ranges.end());
    for (auto &[range, name] : ranges) {
        bands.m_ranges.push_back(range);
        bands.m_names += name;
    }
    return bands;
}

Bands Bands::orAll() const
{
    Bands all = *this;
    if (all.size() == 0) {
        constexpr double infinite = std::numeric_limits<double>::infinity();
        all.m_names += QString();
        all.m_ranges.emplace_back(-infinite, infinite);
    }
    return all;
}

std::optional<std::size_t> Bands::find(QStringView state) const
{
    for (std::size_t band = 0; band < size(); ++band) {
        if (state == idOf(name(band))) {
            return band;
        }
    }
    return std::nullopt;
}

bool Bands::isApart(milliseconds now) const
{
    const Code code = m_codec.code() == Code::Milliseconds ? Code::Milliseconds : Code::Seconds;
    return m_divisor == 0 || m_divisor > now.count() * perSecond(code) / 1'000;
}

std::vector<Bands::Part> Bands::parts(std::size_t band, milliseconds now) const
{
    const auto fixed = [](const QByteArray &text) { return Edge{text, {}}; };
    if (m_divisor == 0) {
        const auto &[low, high] = m_ranges[band];
        return {{{}, fixed(exact(low)), fixed(exact(high))}};
    }
    const qint64 first = qint64(band) * m_divisor;
    if (isApart(now)) {
        return {{{}, fixed(QByteArray::number(first)), fixed('(' + QByteArray::number(first + m_divisor))}};
    }
    std::vector<Part> parts;
    const auto add = [&](Code code, qint64 lowest, const QByteArray &before) {
        if (first < lowest && (parts.empty())) { // scores too low to hold a time
            const qint64 end = std::min(lowest, first + m_divisor);
            parts.push_back({code, fixed(QByteArray::number(first)), fixed('(' + QByteArray::number(end))});
        }
        // Allows a producer's clock to be ahead by a minute, but at most by half the head start.
        const auto inTime = [&](qint64 score) { return milliseconds(score * 1'000 / perSecond(code)); };
        const milliseconds ahead = std::min<milliseconds>(std::chrono::minutes(1), inTime(m_divisor) / 2);
        parts.push_back({code, band == 0 ? fixed(before) : Edge{{}, inTime(first - m_divisor) + ahead},
                         Edge{{}, inTime(first) + ahead}});
    };
    const bool isAuto = m_codec.code() == Code::Auto;
    const qint64 firstSecond = firstTime.count() / 1'000;
    if (isAuto || m_codec.code() == Code::Seconds) {
        add(Code::Seconds, firstSecond, QByteArray::number(firstSecond));
    }
    if (isAuto || m_codec.code() == Code::Milliseconds) {
        add(Code::Milliseconds, firstTime.count(),
            isAuto ? ScoreCodec::beforeMilliseconds.toByteArray() : QByteArray::number(firstTime.count()));
    }
    return parts;
}

ScoreRange Bands::Interval::range() const
{
    return {(isLowOpen ? "(" : "") + exact(low), (isHighOpen ? "(" : "") + exact(high)};
}

std::vector<Bands::Interval> Bands::intervals(std::size_t band, milliseconds now) const
{
    std::vector<Interval> intervals;
    for (const Part &part : parts(band, now)) {
        const auto numberOf = [&](const Edge &edge) {
            return edge.fixed.isEmpty() ? double((now + edge.shift).count()) * double(perSecond(part.code)) / 1'000
                                        : (edge.fixed.startsWith('(') ? edge.fixed.sliced(1) : edge.fixed).toDouble();
        };
        intervals.push_back({numberOf(part.low), numberOf(part.high),
                             part.low.fixed.isEmpty() || part.low.fixed.startsWith('('),
                             part.high.fixed.startsWith('(')});
    }
    return intervals;
}

std::vector<ScoreRange> Bands::ranges(std::size_t band, milliseconds now) const
{
    std::vector<ScoreRange> ranges;
    for (const Interval &interval : intervals(band, now)) {
        ranges.push_back(interval.range());
    }
    return ranges;
}

std::vector<ScoreRange> Bands::rangesBetween(std::size_t band, milliseconds from, milliseconds before,
                                             milliseconds now) const
{
    std::vector<ScoreRange> ranges;
    const double offset = double(band) * double(m_divisor);
    for (const Interval &all : intervals(band, now)) {
        for (const Code code : {Code::Seconds, Code::Milliseconds}) {
            if (m_codec.code() != Code::Auto && m_codec.code() != code) {
                continue;
            }
            const auto scoreOf = [&](milliseconds time) {
                return offset + double(time.count()) * double(perSecond(code)) / 1'000;
            };
            Interval some = all;
            if (scoreOf(from) >= some.low) {
                some.low = scoreOf(from);
                some.isLowOpen = false;
            }
            if (scoreOf(before) <= some.high) {
                some.high = scoreOf(before);
                some.isHighOpen = true;
            }
            if (some.low < some.high) {
                ranges.push_back(some.range());
            }
        }
    }
    return ranges;
}

std::vector<ScoreRange> Bands::rangesBefore(std::size_t band, milliseconds before, milliseconds now) const
{
    return rangesBetween(band, firstTime, before, now);
}

std::vector<ScoreRange> Bands::rangesSince(std::size_t band, milliseconds since, milliseconds now) const
{
    return rangesBetween(band, since, now + farthest, now);
}

std::optional<std::size_t> Bands::bandOf(double score, milliseconds now) const
{
    for (std::size_t band = 0; band < size(); ++band) {
        const std::vector<Interval> all = intervals(band, now);
        if (std::any_of(all.begin(), all.end(), [score](const Interval &one) { return one.holds(score); })) {
            return band;
        }
    }
    return std::nullopt;
}

std::optional<milliseconds> Bands::timeOf(double score, milliseconds now) const
{
    const std::optional<std::size_t> band = bandOf(score, now);
    if (!band) {
        return std::nullopt;
    }
    const double offset = m_divisor > 0 ? double(*band) * double(m_divisor) : 0;
    // A head start is in the unit of the score, which the remaining time alone may not reveal.
    const bool isLong = m_divisor > 0 && !isApart(now) && m_codec.code() == Code::Auto && score > lastSecond;
    const std::optional<milliseconds> time = (isLong ? ScoreCodec(Code::Milliseconds) : m_codec).timeOf(score - offset);
    return time && *time >= firstTime && *time <= now + farthest ? time : std::nullopt;
}

QByteArray Bands::scoreIn(std::size_t band, double score, milliseconds now) const
{
    if (m_divisor == 0) {
        const auto &[low, high] = m_ranges[band];
        return exact(std::clamp(score, low, high));
    }
    const auto divisor = double(m_divisor);
    // A score outside all bands counts as the last band, or as the first unless positive.
    const std::size_t from = bandOf(score, now).value_or(score > 0 ? size() - 1 : 0);
    const double rest = isApart(now) && score > 0 ? std::fmod(score, divisor) : score - double(from) * divisor;
    return exact(double(band) * divisor + rest);
}

QByteArray Bands::scoreOfNew(std::size_t band, double like, milliseconds now) const
{
    if (m_divisor == 0) {
        return exact(m_ranges[band].second);
    }
    const double offset = double(band) * double(m_divisor);
    // Seconds, if milliseconds would exceed the divisor.
    QByteArray rest = m_divisor <= now.count() ? QByteArrayLiteral("0") : QByteArray();
    if (std::isfinite(like)) {
        const std::optional<milliseconds> time = timeOf(like, now);
        if (!time) {
            return exact(offset); // without a time, like the existing scores
        }
        rest = exact(like - double(*bandOf(like, now)) * double(m_divisor));
    }
    return exact(offset + m_codec.scoreOf(now, rest).toDouble());
}

} // namespace plimsoll
