// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/history/chunk.h"

#include "redis/history/bytes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace plimsoll::redis {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr std::array powers{1.0, 10.0, 100.0, 1'000.0, 10'000.0};
constexpr double mostExact = 9'007'199'254'740'992.0; ///< 2^53
constexpr std::size_t mostFigures = 10'000;
constexpr std::size_t mostNumbers = 10'000'000;
constexpr unsigned format = 1;
constexpr int packing = 6; ///< zlib level; 9 is a tenth slower and saves one per cent

enum class Code : quint8 { Nothing, Constant, Whole, Raw };
enum class Course : quint8 { Plain, Delta, DeltaOfDelta };

/// Estimates the number of bits after compression.
quint64 cost(const std::vector<qint64> &numbers)
{
    quint64 bits = 0;
    for (const qint64 number : numbers) {
        bits += std::bit_width(zigzag(number));
    }
    return bits;
}

std::vector<qint64> differences(const std::vector<qint64> &numbers)
{
    std::vector<qint64> found(numbers.size());
    qint64 before = 0;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        found[i] = numbers[i] - before;
        before = numbers[i];
    }
    return found;
}

void undoDifferences(std::vector<qint64> &numbers)
{
    quint64 sum = 0; // unsigned: a damaged chunk may overflow
    for (qint64 &number : numbers) {
        sum += static_cast<quint64>(number);
        number = static_cast<qint64>(sum);
    }
}

/// Writes the cheapest course, then the numbers.
void packWhole(ByteWriter &out, const std::vector<qint64> &numbers)
{
    const std::vector<qint64> first = differences(numbers);
    const std::vector<qint64> second = differences(first);
    const std::array candidates{&numbers, &first, &second};
    const auto cheapest = std::min_element(candidates.begin(), candidates.end(),
                                           [](const auto *a, const auto *b) { return cost(*a) < cost(*b); });
    out.byte(static_cast<quint8>(cheapest - candidates.begin()));
    for (const qint64 number : **cheapest) {
        out.signedNumber(number);
    }
}

std::vector<qint64> unpackWhole(ByteReader &in, std::size_t count)
{
    const quint8 course = in.byte();
    if (course > static_cast<quint8>(Course::DeltaOfDelta) || count > in.left()) {
        in.fail();
        return std::vector<qint64>(count, 0);
    }
    std::vector<qint64> numbers(count);
    for (qint64 &number : numbers) {
        number = in.signedNumber();
    }
    for (quint8 i = 0; i < course; ++i) {
        undoDifferences(numbers);
    }
    return numbers;
}

/// XORs each value with the one before and writes all first bytes, then all second ones: unchanged bytes pack well.
void packRaw(ByteWriter &out, const std::vector<double> &values)
{
    std::vector<quint64> bits(values.size());
    quint64 before = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto own = std::bit_cast<quint64>(values[i]);
        bits[i] = own ^ before;
        before = own;
    }
    for (unsigned shift = 0; shift < 64; shift += 8) {
        for (const quint64 one : bits) {
            out.byte(static_cast<quint8>(one >> shift));
        }
    }
}

std::vector<double> unpackRaw(ByteReader &in, std::size_t count)
{
    std::vector<double> values(count, unknown);
    if (in.left() / 8 < count) {
        in.fail();
        return values;
    }
    std::vector<quint64> bits(count, 0);
    for (unsigned shift = 0; shift < 64; shift += 8) {
        for (quint64 &one : bits) {
            one |= static_cast<quint64>(in.byte()) << shift;
        }
    }
    quint64 before = 0;
    for (std::size_t i = 0; i < count; ++i) {
        before ^= bits[i];
        values[i] = std::bit_cast<double>(before);
    }
    return values;
}

/// Writes the lengths of runs, alternately known and unknown; no run if all values are known.
void packKnown(ByteWriter &out, const std::vector<double> &values)
{
    std::vector<quint64> stretches;
    bool known = true;
    quint64 length = 0;
    for (const double value : values) {
        if (std::isnan(value) == known) {
            stretches.push_back(length);
            length = 0;
            known = !known;
        }
        ++length;
    }
    out.number(stretches.size());
    for (const quint64 stretch : stretches) {
        out.number(stretch);
    }
}

std::vector<bool> unpackKnown(ByteReader &in, std::size_t count)
{
    std::vector<bool> known(count, true);
    const std::size_t stretches = in.count(count + 1);
    std::size_t at = 0;
    bool now = true;
    for (std::size_t i = 0; i <= stretches; ++i) {
        const std::size_t length = i < stretches ? in.count(count - at) : count - at;
        std::fill_n(known.begin() + static_cast<std::ptrdiff_t>(at), length, now);
        at += length;
        now = !now;
    }
    return known;
}

std::vector<double> onlyKnown(const std::vector<double> &values, const std::vector<double> &by)
{
    std::vector<double> known;
    known.reserve(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!std::isnan(by[i])) {
            known.push_back(values[i]);
        }
    }
    return known;
}

std::vector<double> spread(const std::vector<double> &known, const std::vector<bool> &places)
{
    std::vector<double> values(places.size(), unknown);
    std::size_t next = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (places[i] && next < known.size()) {
            values[i] = known[next++];
        }
    }
    return values;
}

std::vector<qint64> whole(const std::vector<double> &values, int decimals)
{
    std::vector<qint64> numbers(values.size());
    std::transform(values.begin(), values.end(), numbers.begin(), [decimals](double value) {
        return std::llround(value * powers[static_cast<std::size_t>(decimals)]);
    });
    return numbers;
}

std::vector<double> fromWhole(const std::vector<qint64> &numbers, int decimals)
{
    std::vector<double> values(numbers.size());
    std::transform(numbers.begin(), numbers.end(), values.begin(), [decimals](qint64 number) {
        return static_cast<double>(number) / powers[static_cast<std::size_t>(decimals)];
    });
    return values;
}

void packHead(ByteWriter &out, Code code, int decimals)
{
    out.byte(static_cast<quint8>(static_cast<unsigned>(code) | static_cast<unsigned>(decimals) << 4U));
}

struct Head {
    Code code = Code::Nothing;
    int decimals = 0;
};
Head unpackHead(ByteReader &in)
{
    const quint8 head = in.byte();
    const unsigned decimals = head >> 4U;
    if ((head & 0xFU) > static_cast<unsigned>(Code::Raw) || decimals >= powers.size()) {
        in.fail();
        return {};
    }
    return {static_cast<Code>(head & 0xFU), static_cast<int>(decimals)};
}

void packSamples(ByteWriter &out, const std::vector<double> &values)
{
    const std::vector<double> known = onlyKnown(values, values);
    if (known.empty()) {
        packHead(out, Code::Nothing, 0);
        return;
    }
    const bool constant = std::all_of(known.begin(), known.end(), [&](double value) { return value == known.front(); });
    const auto decimals = decimalsOf(known);
    packHead(out, constant ? Code::Constant : decimals ? Code::Whole : Code::Raw, decimals.value_or(0));
    packKnown(out, values);
    if (constant) {
        out.real(known.front());
    } else if (decimals) {
        packWhole(out, whole(known, *decimals));
    } else {
        packRaw(out, known);
    }
}

std::vector<double> unpackSamples(ByteReader &in, std::size_t count)
{
    const Head head = unpackHead(in);
    if (head.code == Code::Nothing) {
        return std::vector<double>(count, unknown);
    }
    const std::vector<bool> places = unpackKnown(in, count);
    const auto known = static_cast<std::size_t>(std::count(places.begin(), places.end(), true));
    switch (head.code) {
    case Code::Constant:
        return spread(std::vector<double>(known, in.real()), places);
    case Code::Whole:
        return spread(fromWhole(unpackWhole(in, known), head.decimals), places);
    default:
        return spread(unpackRaw(in, known), places);
    }
}

/// Writes the lowest value, the difference to the highest, and the position of the mean between them.
void packBand(ByteWriter &out, const HistoryBand &band)
{
    packSamples(out, band.low);
    const std::vector<double> low = onlyKnown(band.low, band.low);
    const std::vector<double> high = onlyKnown(band.high, band.low);
    const std::vector<double> mean = onlyKnown(band.mean, band.low);
    if (low.empty()) {
        return;
    }
    if (low == high) {
        packHead(out, Code::Nothing, 0); // the mean is the same, too
        return;
    }
    auto decimals = decimalsOf(low);
    decimals = decimals ? decimalsOf(high, *decimals) : decimals;
    packHead(out, decimals ? Code::Whole : Code::Raw, decimals.value_or(0));
    if (decimals) {
        std::vector<qint64> heights = whole(high, *decimals);
        const std::vector<qint64> floors = whole(low, *decimals);
        std::transform(heights.begin(), heights.end(), floors.begin(), heights.begin(), std::minus<>());
        packWhole(out, heights);
    } else {
        packRaw(out, high);
    }
    for (std::size_t i = 0; i < low.size(); ++i) {
        const double height = high[i] - low[i];
        if (height > 0 && std::isfinite(height)) {
            const double part = (mean[i] - low[i]) / height * static_cast<double>(meanParts);
            out.byte(static_cast<quint8>(std::clamp<long long>(std::llround(part), 0, meanParts)));
        }
    }
}

HistoryBand unpackBand(ByteReader &in, std::size_t count)
{
    HistoryBand band;
    band.low = unpackSamples(in, count);
    const std::vector<double> low = onlyKnown(band.low, band.low);
    band.mean = band.high = band.low;
    if (low.empty()) {
        return band;
    }
    const Head head = unpackHead(in);
    std::vector<double> high = low;
    if (head.code == Code::Whole) {
        std::vector<qint64> heights = unpackWhole(in, low.size());
        const std::vector<qint64> floors = whole(low, head.decimals);
        std::transform(heights.begin(), heights.end(), floors.begin(), heights.begin(), [](qint64 a, qint64 b) {
            return static_cast<qint64>(static_cast<quint64>(a) + static_cast<quint64>(b));
        });
        high = fromWhole(heights, head.decimals);
    } else if (head.code == Code::Raw) {
        high = unpackRaw(in, low.size());
    }
    std::size_t next = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (std::isnan(band.low[i])) {
            continue;
        }
        band.high[i] = high[next++];
        const double height = band.high[i] - band.low[i];
        if (height > 0 && std::isfinite(height)) {
            band.mean[i] = band.low[i] + height * (static_cast<double>(in.byte()) / static_cast<double>(meanParts));
        }
    }
    return band;
}

} // namespace

std::optional<int> decimalsOf(const std::vector<double> &values, int atLeast)
{
    auto decimals = static_cast<std::size_t>(atLeast);
    for (const double value : values) {
        for (;; ++decimals) {
            if (decimals == powers.size() || std::isnan(value)) {
                return std::nullopt;
            }
            const double scaled = std::nearbyint(value * powers[decimals]);
            if (std::abs(scaled) <= mostExact && scaled / powers[decimals] == value) {
                break;
            }
        }
    }
    // With more decimals, a large value checked earlier may no longer fit.
    const bool fit = std::all_of(values.begin(), values.end(), [decimals](double value) {
        const double scaled = std::nearbyint(value * powers[decimals]);
        return std::abs(scaled) <= mostExact && scaled / powers[decimals] == value;
    });
    return fit ? std::optional(static_cast<int>(decimals)) : std::nullopt;
}

QByteArray packChunk(const HistoryColumns &columns, std::size_t step)
{
    ByteWriter out;
    out.byte(format);
    out.number(columns.size());
    out.number(columns.figures.size());
    const std::chrono::milliseconds unit = step == 0 ? std::chrono::milliseconds(1) : historySteps.at(step).width;
    std::vector<qint64> times(columns.size());
    std::transform(columns.times.begin(), columns.times.end(), times.begin(),
                   [unit](std::chrono::milliseconds time) { return time / unit; });
    packWhole(out, times);
    for (const HistoryBand &band : columns.figures) {
        if (step == 0) {
            packSamples(out, band.low);
        } else {
            packBand(out, band);
        }
    }
    return qCompress(out.bytes(), packing);
}

std::optional<HistoryColumns> unpackChunk(const QByteArray &bytes, std::size_t step)
{
    // zlib data begins with its unpacked size: a damaged one must not allocate unbounded memory.
    constexpr int most = 64 * 1024 * 1024;
    if (bytes.size() < 5 || static_cast<quint8>(bytes.at(0)) > most >> 24) {
        return std::nullopt;
    }
    const QByteArray plain = qUncompress(bytes);
    ByteReader in(plain);
    if (in.byte() != format) {
        return std::nullopt;
    }
    HistoryColumns columns;
    const std::size_t count = in.count(mostPoints);
    const std::size_t figures = in.count(std::min(mostFigures, mostNumbers / std::max<std::size_t>(count, 1)));
    const std::chrono::milliseconds unit = step == 0 ? std::chrono::milliseconds(1) : historySteps.at(step).width;
    const std::vector<qint64> times = unpackWhole(in, count);
    columns.times.reserve(count);
    for (const qint64 time : times) {
        columns.times.emplace_back(
            static_cast<qint64>(static_cast<quint64>(time) * static_cast<quint64>(unit.count())));
    }
    for (std::size_t i = 0; i < figures && in.ok(); ++i) {
        if (step == 0) {
            columns.figures.push_back({unpackSamples(in, count), {}, {}});
        } else {
            columns.figures.push_back(unpackBand(in, count));
        }
    }
    const bool ordered = std::is_sorted(columns.times.begin(), columns.times.end());
    return in.ok() && in.atEnd() && ordered ? std::optional(std::move(columns)) : std::nullopt;
}

} // namespace plimsoll::redis
