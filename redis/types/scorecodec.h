// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QStringView>

#include <chrono>
#include <optional>
#include <span>
#include <vector>

namespace plimsoll {

/// Scores from min to max as ZCOUNT writes them. Pages of them are read by rank: with an offset ZRANGE BYSCORE walks
/// through all that lies before it.
struct ScoreRange {
    QByteArray min, max;

    /// What does not reach it, or lies beyond it.
    [[nodiscard]] ScoreRange below() const { return {"-inf", complement(min)}; }
    [[nodiscard]] ScoreRange above() const { return {complement(max), "+inf"}; }

private:
    static QByteArray complement(const QByteArray &bound)
    {
        return bound.startsWith('(') ? bound.sliced(1) : "(" + bound;
    }
};

/// How the scores of a sorted set say times: reading one, writing one, and which scores lie between two moments. Times
/// are Unix milliseconds. Value; reentrant.
class ScoreCodec final {
public:
    enum class Code : quint8 {
        Auto, ///< Seconds up to 1e11, Milliseconds above, score by score (patterns.md)
        Milliseconds,
        Seconds, ///< whole ones are written, fractions understood
        FractionalSeconds, ///< with milliseconds behind the point (Sidekiq)
        Milliseconds4096, ///< × 4,096 and a counter in the place of the last twelve bits (BullMQ)
        NegativeSeconds, ///< fractional; the youngest is the lowest (Horizon)
    };

    constexpr explicit ScoreCodec(Code code = Code::Auto) : m_code(code) { }
    /// Where a score is band × divisor + time, of the scores of one band.
    constexpr ScoreCodec(Code code, qint64 divisor, qint64 band) : m_code(code), m_offset(divisor * band) { }
    /// "auto", "ms" or "s" of `options.unit`.
    static ScoreCodec of(QStringView unit);

    [[nodiscard]] constexpr Code code() const { return m_code; }
    [[nodiscard]] bool operator==(const ScoreCodec &other) const = default;

    /// Nullopt for infinities, NaN and what is beyond all dates.
    [[nodiscard]] std::optional<std::chrono::milliseconds> timeOf(double score) const;
    /// The lowest score that says the time. `like`: a score seen there, which decides where the code is Auto.
    [[nodiscard]] QByteArray scoreOf(std::chrono::milliseconds time, QByteArrayView like = {}) const;

    /// From a moment on, or after it (nullopt: from the first there is), up to before another, or with it.
    struct Span {
        std::optional<std::chrono::milliseconds> from{}, to{};
        bool withTo = false;
        bool afterFrom = false;
    };
    /// What an open end takes in: all scores, or those that say times, as figures count them and operations take them.
    enum class Ends : quint8 { Times, All };
    /// Ascending. With Auto two: seconds and milliseconds may stand side by side.
    [[nodiscard]] std::vector<ScoreRange> ranges(const Span &span, Ends ends = Ends::Times) const;

    /// Auto: the last score that is seconds, the first and before the first that are.
    static constexpr QByteArrayView lastSecond{"100000000000"};
    static constexpr QByteArrayView firstSecond{"-100000000000"};
    static constexpr QByteArrayView beforeMilliseconds{"(100000000000"};

    /// What each of the ranges() is of: the code itself, or the two that Auto takes scores for.
    [[nodiscard]] std::vector<ScoreCodec> parts() const;

    /// How ranges() says an edge in time, just before the moment or just after it: a bound at a shifted moment, beyond
    /// which scores begin (`isOpen`) or with which.
    struct Edge {
        bool isOpen = false;
        std::chrono::milliseconds shift{};
    };
    enum class Side : quint8 { From, To };
    [[nodiscard]] Edge edge(Side side, bool isAfter) const;
    /// The younger, the lower the score: what a span begins with is its highest.
    [[nodiscard]] bool isDescending() const { return m_code == Code::NegativeSeconds; }
    /// For what is written anew at every tick: a bound of ranges() in digits of fixed width, for the years 1970 to
    /// 2286. Auto: as milliseconds.
    static constexpr std::size_t widest = 24; ///< "-9223372036854775807.250"
    [[nodiscard]] std::size_t width() const;
    void write(std::span<char> to, std::chrono::milliseconds time) const; ///< `to` is width() long

private:
    Code m_code;
    qint64 m_offset = 0;
};

} // namespace plimsoll
