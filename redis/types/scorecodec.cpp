// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/scorecodec.h"

#include <algorithm>
#include <cmath>

namespace plimsoll {

namespace {

using std::chrono::milliseconds;
using Code = ScoreCodec::Code;

constexpr double autoEdge = 1e11; ///< equals lastSecond
constexpr double latest = 8.64e15; ///< ms, in the year 275760: limit of ECMAScript dates and QDateTime
constexpr qint64 widestTime = 9'999'999'999'999;

/// A score is sign × (time × perMillisecond + an extra number below `room`), written with `decimals` decimals.
struct Rule {
    double perMillisecond = 1;
    int decimals = 0; ///< decimals written
    int exactDecimals = 0; ///< decimals of a bound that is exact to the millisecond
    qint64 room = 0;
    int sign = 1;
};

constexpr Rule ruleOf(Code code)
{
    switch (code) {
    case Code::Seconds:
        return {.perMillisecond = 0.001, .exactDecimals = 3};
    case Code::FractionalSeconds:
        return {.perMillisecond = 0.001, .decimals = 3, .exactDecimals = 3};
    case Code::Milliseconds4096:
        return {.perMillisecond = 4'096, .room = 4'096};
    case Code::NegativeSeconds:
        return {.perMillisecond = 0.001, .decimals = 3, .exactDecimals = 3, .sign = -1};
    case Code::Auto:
    case Code::Milliseconds:
        break;
    }
    return {};
}

/// Returns the score, or thousandths of it if a bound has decimals. Integer arithmetic loses no millisecond.
qint64 numberOf(const Rule &rule, milliseconds time, qint64 offset)
{
    return rule.exactDecimals == 0 ? rule.sign * time.count() * qint64(rule.perMillisecond) + offset
                                   : rule.sign * time.count() + offset * 1'000;
}

QByteArray text(const Rule &rule, milliseconds time, qint64 offset, int decimals)
{
    const qint64 number = numberOf(rule, time, offset);
    if (rule.exactDecimals == 0) {
        return QByteArray::number(number);
    }
    if (decimals == 0 || number % 1'000 == 0) {
        return QByteArray::number(number / 1'000);
    }
    const qint64 size = std::abs(number);
    return (number < 0 ? "-" : "") + QByteArray::number(size / 1'000) + '.'
        + QByteArray::number(size % 1'000).rightJustified(3, '0');
}

char *writeDigits(char *begin, char *end, qint64 number)
{
    while (end != begin) {
        *--end = static_cast<char>('0' + number % 10);
        number /= 10;
    }
    return end;
}

} // namespace

ScoreCodec ScoreCodec::of(QStringView unit)
{
    return ScoreCodec(unit == u"ms" ? Code::Milliseconds : unit == u"s" ? Code::Seconds : Code::Auto);
}

std::optional<milliseconds> ScoreCodec::timeOf(double score) const
{
    if (!std::isfinite(score)) {
        return std::nullopt;
    }
    const double own = score - double(m_offset);
    const Rule rule = ruleOf(m_code == Code::Auto && std::abs(own) <= autoEdge ? Code::Seconds : m_code);
    const double time = rule.sign * own / rule.perMillisecond;
    if (std::abs(time) > latest) {
        return std::nullopt;
    }
    return milliseconds(rule.room > 0 ? qint64(std::floor(time)) : std::llround(time));
}

QByteArray ScoreCodec::scoreOf(milliseconds time, QByteArrayView like) const
{
    const bool isSeconds =
        m_code == Code::Auto && !like.isEmpty() && std::abs(like.toDouble() - double(m_offset)) <= autoEdge;
    const Rule rule = ruleOf(isSeconds ? Code::Seconds : m_code);
    return text(rule, time, m_offset, rule.decimals);
}

std::vector<ScoreRange> ScoreCodec::ranges(const Span &span, Ends ends) const
{
    const auto range = [&](Code code, const QByteArray &lowest, const QByteArray &highest) {
        const Rule rule = ruleOf(code);
        const auto bound = [&](milliseconds time, Edge at) {
            return (at.isOpen ? "(" : "") + text(rule, time + at.shift, m_offset, rule.exactDecimals);
        };
        const auto atFrom = [&] { return bound(*span.from, edge(Side::From, span.afterFrom)); };
        const auto atTo = [&] { return bound(*span.to, edge(Side::To, span.withTo)); };
        if (rule.sign < 0) {
            return ScoreRange{span.to ? atTo() : lowest, span.from ? atFrom() : highest};
        }
        return ScoreRange{span.from ? atFrom() : lowest, span.to ? atTo() : highest};
    };
    const bool isAll = ends == Ends::All;
    const QByteArray last = isAll ? "+inf" : "(+inf";
    if (m_code != Code::Auto) {
        return {range(m_code, isAll ? "-inf" : "(-inf", last)};
    }
    return {range(Code::Seconds, isAll ? QByteArray("-inf") : firstSecond.toByteArray(), lastSecond.toByteArray()),
            range(Code::Milliseconds, beforeMilliseconds.toByteArray(), last)};
}

std::vector<ScoreCodec> ScoreCodec::parts() const
{
    return m_code == Code::Auto ? std::vector{ScoreCodec(Code::Seconds), ScoreCodec(Code::Milliseconds)}
                                : std::vector{*this};
}

ScoreCodec::Edge ScoreCodec::edge(Side side, bool isAfter) const
{
    // With an extra number after the time, a whole millisecond of scores lies before the next one.
    const bool isNext = isAfter && ruleOf(m_code).room > 0;
    return {(side == Side::From) == (isAfter && !isNext), milliseconds(isNext ? 1 : 0)};
}

std::size_t ScoreCodec::width() const
{
    const Rule rule = ruleOf(m_code);
    const qint64 first = numberOf(rule, milliseconds(0), m_offset);
    const qint64 last = numberOf(rule, milliseconds(widestTime), m_offset);
    const auto digits = QByteArray::number(std::max(std::abs(first), std::abs(last))).size();
    return std::size_t(digits) + (rule.exactDecimals > 0 ? 1 : 0) + (std::min(first, last) < 0 ? 1 : 0);
}

void ScoreCodec::write(std::span<char> to, milliseconds time) const
{
    const Rule rule = ruleOf(m_code);
    const qint64 number = numberOf(rule, milliseconds(std::clamp<qint64>(time.count(), 0, widestTime)), m_offset);
    qint64 size = std::abs(number);
    char *const begin = to.data();
    char *end = begin + to.size();
    if (rule.exactDecimals > 0) {
        end = writeDigits(end - rule.exactDecimals, end, size % 1'000);
        *--end = '.';
        size /= 1'000;
    }
    writeDigits(begin, end, size);
    if (number < 0) {
        *begin = '-';
    }
}

} // namespace plimsoll
