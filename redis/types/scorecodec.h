// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QStringView>

#include <chrono>
#include <optional>
#include <span>
#include <vector>

namespace plimsoll {

/// Range of scores in ZCOUNT syntax. Read its pages by rank: with an offset, ZRANGE BYSCORE walks through all elements
/// before it.
struct ScoreRange {
    QByteArray min, max;

    /// Ranges of all scores below and above this one.
    [[nodiscard]] ScoreRange below() const { return {"-inf", complement(min)}; }
    [[nodiscard]] ScoreRange above() const { return {complement(max), "+inf"}; }

private:
    static QByteArray complement(const QByteArray &bound)
    {
        return bound.startsWith('(') ? bound.sliced(1) : "(" + bound;
    }
};

/// Encoding of times in the scores of a sorted set: reads and writes scores, and finds the scores between two moments.
/// Times are Unix milliseconds. Value; reentrant.
class ScoreCodec final {
public:
    enum class Code : quint8 {
        Auto, ///< Seconds up to 1e11, Milliseconds above, for each score
        Milliseconds,
        Seconds, ///< written as whole seconds; fractions are understood
        FractionalSeconds, ///< milliseconds after the decimal point (Sidekiq)
        Milliseconds4096, ///< time × 4,096 plus a counter in the lowest twelve bits (BullMQ)
        NegativeSeconds, ///< fractional; the youngest has the lowest score (Horizon)
    };

    constexpr explicit ScoreCodec(Code code = Code::Auto) : m_code(code) { }
    /// For the scores of one band, where a score is band × divisor + time.
    constexpr ScoreCodec(Code code, qint64 divisor, qint64 band) : m_code(code), m_offset(divisor * band) { }
    /// For scores that are `timeout` before the time that counts; not for Auto.
    constexpr ScoreCodec(Code code, std::chrono::milliseconds timeout)
        : m_code(code), m_offset(code == Code::Seconds || code == Code::FractionalSeconds ? -timeout.count() / 1'000
                                                                                          : -timeout.count())
    {
    }
    /// Parses "auto", "ms" or "s" from `options.unit`.
    static ScoreCodec of(QStringView unit);

    [[nodiscard]] constexpr Code code() const { return m_code; }
    [[nodiscard]] bool operator==(const ScoreCodec &other) const = default;

    /// Returns nullopt for infinities, NaN and values beyond all dates.
    [[nodiscard]] std::optional<std::chrono::milliseconds> timeOf(double score) const;
    /// Returns the lowest score for a time. For Auto, `like`, a score from the set, decides the unit.
    [[nodiscard]] QByteArray scoreOf(std::chrono::milliseconds time, QByteArrayView like = {}) const;

    /// Time span from `from`, exclusive if afterFrom (nullopt: unbounded), to `to`, inclusive if withTo.
    struct Span {
        std::optional<std::chrono::milliseconds> from{}, to{};
        bool withTo = false;
        bool afterFrom = false;
    };
    /// Scores at an unbounded end: all, or only those that hold times, as in figures and operations.
    enum class Ends : quint8 { Times, All };
    /// Ascending. Auto gives two ranges: seconds and milliseconds may be mixed.
    [[nodiscard]] std::vector<ScoreRange> ranges(const Span &span, Ends ends = Ends::Times) const;

    /// For Auto: the last and the first score in seconds, and the exclusive lower bound of milliseconds.
    static constexpr QByteArrayView lastSecond{"100000000000"};
    static constexpr QByteArrayView firstSecond{"-100000000000"};
    static constexpr QByteArrayView beforeMilliseconds{"(100000000000"};

    /// Returns the codec of each of the ranges(): this one, or Seconds and Milliseconds for Auto.
    [[nodiscard]] std::vector<ScoreCodec> parts() const;

    /// Form of a bound of ranges() just before or after a moment: at a shifted time, exclusive if `isOpen`.
    struct Edge {
        bool isOpen = false;
        std::chrono::milliseconds shift{};
    };
    enum class Side : quint8 { From, To };
    [[nodiscard]] Edge edge(Side side, bool isAfter) const;
    /// True if younger elements have lower scores: a span begins at its highest score.
    [[nodiscard]] bool isDescending() const { return m_code == Code::NegativeSeconds; }
    /// For bounds that are rewritten at every tick: a bound of ranges() with a fixed number of digits, for the years
    /// 1970 to 2286. Auto: as milliseconds.
    static constexpr std::size_t widest = 24; ///< "-9223372036854775807.250"
    [[nodiscard]] std::size_t width() const;
    void write(std::span<char> to, std::chrono::milliseconds time) const; ///< `to` is width() long

private:
    Code m_code;
    qint64 m_offset = 0;
};

} // namespace plimsoll
