// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/chartlabels.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace plimsoll::views {

namespace {

constexpr int placesALine = 8; // positions along a line, each above and below it
constexpr double inset = 4; // px from the ends of the line
constexpr double clear = 2; // px around a word
constexpr double besideWord = 8; // px between two words, which would otherwise read as one
// The cost of a position, per item that a label covers.
constexpr int ofCurve = 1;
constexpr int ofLimit = 10;
constexpr int ofWord = 100;
constexpr int ofLabel = 100'000; // placed labels stay, and the others give way; words in `taken` may be dropped
constexpr int impossible = std::numeric_limits<int>::max();

QRectF place(const QRectF &plot, const LineLabel &label, int spot)
{
    const double room = std::max(0.0, plot.width() - 2 * inset - label.size.width());
    const int step = label.right ? placesALine - spot / 2 : spot / 2;
    const double left = plot.left() + inset + room * step / placesALine;
    const bool above = spot % 2 == 0;
    if (!label.y) { // label above the plot: first or second row at the top
        return {{left, plot.top() + (above ? 0 : label.size.height() + clear + 1)}, label.size};
    }
    return {{left, above ? *label.y - label.size.height() - 1 : *label.y + 1}, label.size};
}

int costOf(const QRectF &rect, const QRectF &plot, const std::vector<QPolygonF> &lines,
           const std::vector<double> &limits, const std::vector<QRectF> &taken, const std::vector<QRectF> &placed)
{
    if (rect.top() < plot.top() - rect.height() / 2 || rect.bottom() > plot.bottom()) {
        return impossible;
    }
    const QRectF wide = rect.adjusted(-clear, -clear, clear, clear);
    int cost = 0;
    for (const QPolygonF &line : lines) {
        cost += crosses(line, wide) ? ofCurve : 0;
    }
    for (const double y : limits) {
        cost += y > rect.top() && y < rect.bottom() ? ofLimit : 0;
    }
    const QRectF apart = rect.adjusted(-besideWord, -clear, besideWord, clear);
    for (const QRectF &other : taken) {
        cost += other.intersects(apart) ? ofWord : 0;
    }
    for (const QRectF &other : placed) {
        cost += other.intersects(apart) ? ofLabel : 0;
    }
    return cost;
}

} // namespace

bool crosses(const QPolygonF &line, const QRectF &rect)
{
    auto point =
        std::lower_bound(line.begin(), line.end(), rect.left(), [](const QPointF &p, double x) { return p.x() < x; });
    if (point != line.begin()) {
        --point;
    }
    for (; point != line.end() && std::next(point) != line.end() && point->x() <= rect.right(); ++point) {
        const QPointF from = *point;
        const QPointF to = *std::next(point);
        const double width = to.x() - from.x();
        const auto at = [&](double x) {
            return width > 0 ? from.y() + (to.y() - from.y()) * (x - from.x()) / width : from.y();
        };
        const double left = std::max(from.x(), rect.left());
        const double right = std::min(to.x(), rect.right());
        if (left > right) {
            continue;
        }
        const auto [low, high] = std::minmax({at(left), width > 0 ? at(right) : to.y()});
        if (high >= rect.top() && low <= rect.bottom()) {
            return true;
        }
    }
    return false;
}

std::vector<QRectF> placeLabels(const QRectF &plot, std::vector<LineLabel> &labels, const std::vector<QPolygonF> &lines,
                                const std::vector<QRectF> &taken)
{
    std::vector<double> limits;
    for (const LineLabel &label : labels) {
        if (label.y) {
            limits.push_back(*label.y);
        }
    }
    std::vector<QRectF> places(labels.size());
    std::vector<QRectF> placed;
    std::vector<std::size_t> order(labels.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_partition(order.begin(), order.end(), [&labels](std::size_t i) { return labels[i].right; });
    for (const std::size_t i : order) {
        LineLabel &label = labels[i];
        int best = 0;
        int least = impossible;
        const auto consider = [&](int spot) {
            const int cost = costOf(place(plot, label, spot), plot, lines, limits, taken, placed);
            if (cost < least) {
                least = cost;
                best = spot;
            }
        };
        if (label.spot >= 0) {
            consider(label.spot); // considered first, so that it wins ties: labels should not move with every reading
        }
        for (int spot = 0; spot <= 2 * placesALine + 1; ++spot) {
            consider(spot);
        }
        label.spot = best;
        if (least < ofLabel) {
            places[i] = place(plot, label, best);
            placed.push_back(places[i]);
        }
    }
    return places;
}

namespace {

constexpr double nameStep = 2; // px between two candidate positions
// Costs, in pixels of distance, of crossing a curve or a limit, and the discount for staying in place.
constexpr double nameOnCurve = 24;
constexpr double nameAcross = 6;
constexpr double nameMoves = 8;

double costOf(const EndName &name, const QRectF &place, const std::vector<QPolygonF> &lines,
              const std::vector<double> &across)
{
    const double below = place.center().y() - name.y;
    double cost = std::abs(below);
    for (const QPolygonF &line : lines) {
        cost += crosses(line, place) ? nameOnCurve : 0;
    }
    for (const double y : across) {
        cost += y > place.top() && y < place.bottom() ? nameAcross : 0;
    }
    return cost - (name.last && std::abs(*name.last - below) <= nameStep ? nameMoves : 0);
}

} // namespace

std::optional<std::vector<double>> placeNames(const QRectF &room, double height, const std::vector<EndName> &names,
                                              const std::vector<QPolygonF> &lines, const std::vector<double> &across)
{
    const auto apart = static_cast<std::size_t>(std::ceil(height / nameStep));
    const double span = room.height() - height;
    if (names.empty() || span < static_cast<double>((names.size() - 1) * apart) * nameStep) {
        return names.empty() ? std::optional(std::vector<double>()) : std::nullopt;
    }
    const std::size_t spots = static_cast<std::size_t>(span / nameStep) + 1;
    const auto middle = [&](std::size_t spot) {
        return room.top() + height / 2 + static_cast<double>(spot) * nameStep;
    };
    std::vector<std::size_t> order(names.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return names[a].y < names[b].y; });

    // `least`: lowest cost of the names placed up to now if the last is at this spot or higher; `chosen`: its spot.
    constexpr double never = std::numeric_limits<double>::infinity();
    std::vector<double> least(spots, 0);
    std::vector<std::vector<std::size_t>> chosen;
    for (std::size_t nth = 0; nth < order.size(); ++nth) {
        const EndName &name = names[order[nth]];
        std::vector<double> now(spots, never);
        std::vector<std::size_t> &spotOf = chosen.emplace_back(spots, 0);
        for (std::size_t spot = 0; spot < spots; ++spot) {
            const bool isFirst = nth == 0;
            const double before = isFirst ? 0 : spot >= apart ? least[spot - apart] : never;
            const QRectF place(room.left(), middle(spot) - height / 2, name.width, height);
            const double cost = std::isfinite(before) ? before + costOf(name, place, lines, across) : never;
            const bool isBetter = spot == 0 || cost < now[spot - 1];
            now[spot] = isBetter ? cost : now[spot - 1];
            spotOf[spot] = isBetter ? spot : spotOf[spot - 1];
        }
        least = std::move(now);
    }
    std::vector<double> middles(names.size());
    std::size_t spot = spots - 1;
    for (std::size_t nth = order.size(); nth-- > 0;) {
        spot = chosen[nth][spot];
        middles[order[nth]] = middle(spot);
        spot -= std::min(spot, apart);
    }
    return middles;
}

} // namespace plimsoll::views
