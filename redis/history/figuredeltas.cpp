// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/history/figuredeltas.h"

#include <cmath>
#include <limits>

namespace plimsoll::redis {

namespace {

// The two lowest bits of a number give the meaning of the other bits.
enum Token : quint64 { Same = 0, Changed = 1, Unknown = 2, Exact = 3 };
constexpr double mostWhole = 1e15; ///< leaves room for a sign and a token in the difference

bool isWhole(double value)
{
    return std::abs(value) < mostWhole && std::nearbyint(value) == value;
}

} // namespace

void writeFigures(ByteWriter &out, std::span<const double> now, std::span<const double> before)
{
    quint64 same = 0;
    const auto endStretch = [&] {
        if (same > 0) {
            out.number(same << 2U | Same);
            same = 0;
        }
    };
    for (std::size_t i = 0; i < now.size(); ++i) {
        const double value = now[i];
        const double last = before.empty() ? std::numeric_limits<double>::quiet_NaN() : before[i];
        if (value == last || (std::isnan(value) && std::isnan(last))) {
            ++same;
            continue;
        }
        endStretch();
        const double base = isWhole(last) ? last : 0; // 0 for NaN, too
        if (std::isnan(value)) {
            out.number(Unknown);
        } else if (isWhole(value)) {
            out.number(zigzag(static_cast<qint64>(value) - static_cast<qint64>(base)) << 2U | Changed);
        } else {
            out.number(Exact);
            out.real(value);
        }
    }
    endStretch();
}

bool readFigures(ByteReader &in, std::span<double> figures)
{
    for (std::size_t i = 0; i < figures.size() && in.ok();) {
        const quint64 token = in.number();
        const quint64 value = token >> 2U;
        switch (token & 3U) {
        case Same:
            if (value == 0 || value > figures.size() - i) {
                in.fail();
            } else {
                i += value;
            }
            break;
        case Changed: {
            const double base = isWhole(figures[i]) ? figures[i] : 0;
            figures[i++] = static_cast<double>(static_cast<qint64>(base) + unzigzag(value));
            break;
        }
        case Unknown:
            figures[i++] = std::numeric_limits<double>::quiet_NaN();
            break;
        default:
            figures[i++] = in.real();
        }
    }
    return in.ok();
}

} // namespace plimsoll::redis
