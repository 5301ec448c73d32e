// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/kinds/bucketgrid.h"

#include "models/text/format.h"
#include "redis/types/plural.h"
#include "redis/types/printable.h"
#include "models/charts/chartmath.h"
#include "views/theme/theme.h"

#include <QFontInfo>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace plimsoll::views {

namespace {

using std::chrono::milliseconds;

constexpr Px leastLeft{76}; // for the titles of the periods
constexpr Px leastAll{58}; // for what all of a period have,
constexpr Px leastExpires{70}; // and when they expire
constexpr Px between{12};
constexpr Px bucketHead{22};
constexpr Px bucketHeight{32};
constexpr Px bucketGap{4};
constexpr Px barsHeight{64};
constexpr Px narrowestBucket{34}; // a cell with a number in it

QColor mixedColor(const QColor &a, const QColor &b, double share)
{
    const auto part = [share](int x, int y) { return static_cast<int>(std::lround(x + (y - x) * share)); };
    return {part(a.red(), b.red()), part(a.green(), b.green()), part(a.blue(), b.blue())};
}

/// Dark figures stand out more on it than light ones (relative luminance as in WCAG 2.1).
bool isBright(const QColor &background)
{
    const auto part = [](double value) {
        return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * part(background.redF()) + 0.7152 * part(background.greenF()) + 0.0722 * part(background.blueF())
        > 0.179;
}

QString bucketCount(double number)
{
    return isKnown(number) ? models::formatCount(number) : models::unknownText();
}

} // namespace

BucketGrid::BucketGrid(Theme *theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("bucketGrid"));
    setAccessibleName(tr("Buckets by period and shard"));
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(theme, &Theme::changed, this, QOverload<>::of(&QWidget::update));
}

void BucketGrid::show(const std::vector<Row> &rows, const QStringList &shards, milliseconds now)
{
    const bool isOther = rows.size() != m_rows.size();
    m_now = now;
    m_shards = shards;
    m_rows = rows;
    measure();
    if (isOther) {
        updateGeometry();
    }
    const Bucket *bucket = chosen();
    setAccessibleDescription(bucket != nullptr ? describe(*bucket) : QString());
    update();
}

QString BucketGrid::allText(const Row &row)
{
    return bucketCount(std::accumulate(row.buckets.begin(), row.buckets.end(), 0.0,
                                       [](double sum, const Bucket &bucket) { return sum + bucket.members; }));
}

QString BucketGrid::expiresText(const Row &row) const
{
    double first = unknownFigure;
    bool isAny = false;
    const auto forEver =
        std::count_if(row.buckets.begin(), row.buckets.end(), [](const Bucket &bucket) { return bucket.isForEver(); });
    for (const Bucket &bucket : row.buckets) {
        isAny = isAny || bucket.isThere();
        if (bucket.expires() && !(bucket.expiresAt >= first)) {
            first = bucket.expiresAt;
        }
    }
    if (!isKnown(first)) {
        return isAny ? tr("never") : models::unknownText();
    }
    const QString soonest =
        models::formatDuration(std::max(milliseconds(0), milliseconds(std::llround(first)) - m_now));
    return forEver == 0 ? soonest : tr("%1, %2 never").arg(soonest, models::formatCount(double(forEver)));
}

double BucketGrid::barsBottom() const
{
    return bucketHead + static_cast<double>(m_rows.size()) * (bucketHeight + bucketGap) + bucketGap + barsHeight;
}

double BucketGrid::heightOf(double members, const std::vector<double> &sums) const
{
    const double mean = std::accumulate(sums.begin(), sums.end(), 0.0) / static_cast<double>(sums.size());
    return (barsHeight - 4) * members / std::max(2.2 * mean, *std::max_element(sums.begin(), sums.end()));
}

std::vector<double> BucketGrid::meanLabels() const
{
    constexpr Px lineHeight{16};
    const std::vector<double> sums = shardSums();
    const double mean = std::accumulate(sums.begin(), sums.end(), 0.0) / static_cast<double>(sums.size());
    const double bottom = barsBottom();
    return models::spreadLabels({bottom - heightOf(2 * mean, sums), bottom - heightOf(mean, sums)}, lineHeight,
                                bottom - barsHeight, bottom + bucketGap);
}

double BucketGrid::right() const
{
    return m_all + between + m_expires;
}

/// Dates are as long as the person's language writes them.
void BucketGrid::measure()
{
    const QFontMetricsF metrics(m_theme->textFont());
    m_left = leastLeft;
    m_all = leastAll;
    m_expires = leastExpires;
    for (const Row &row : m_rows) {
        m_left = std::max(m_left, std::ceil(metrics.horizontalAdvance(row.title)) + between);
        m_all = std::max(m_all, std::ceil(metrics.horizontalAdvance(allText(row))) + between);
        m_expires = std::max(m_expires, std::ceil(metrics.horizontalAdvance(expiresText(row))));
    }
}

const BucketGrid::Bucket *BucketGrid::chosen() const
{
    const std::optional<At> where = whereChosen();
    return where ? &m_rows[where->row].buckets[where->shard] : nullptr;
}

std::optional<BucketGrid::At> BucketGrid::whereChosen() const
{
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        for (std::size_t shard = 0; shard < m_rows[row].buckets.size(); ++shard) {
            if (!m_chosen.isEmpty() && m_rows[row].buckets[shard].key == m_chosen) {
                return At{row, shard};
            }
        }
    }
    return std::nullopt;
}

void BucketGrid::choose(const QByteArray &key)
{
    m_chosen = key;
    const Bucket *bucket = chosen();
    setAccessibleDescription(bucket != nullptr ? describe(*bucket) : QString());
    update();
}

std::vector<double> BucketGrid::shardSums() const
{
    std::vector<double> sums(shardCount(), 0);
    for (const Row &row : m_rows) {
        for (std::size_t shard = 0; shard < std::min(sums.size(), row.buckets.size()); ++shard) {
            sums[shard] += row.buckets[shard].members;
        }
    }
    return sums;
}

QSize BucketGrid::sizeHint() const
{
    const auto rows = static_cast<double>(std::max<std::size_t>(1, m_rows.size()));
    const double bars = shardCount() > 1 ? barsHeight + 2 * bucketGap : 0;
    return {640, static_cast<int>(bucketHead + rows * (bucketHeight + bucketGap) + bars)};
}

double BucketGrid::columnWidth() const
{
    return shardCount() == 0 ? 0 : (width() - m_left - right()) / static_cast<double>(shardCount());
}

QRectF BucketGrid::cellOf(std::size_t row, std::size_t shard) const
{
    const double space = columnWidth() > 3 * bucketGap ? bucketGap : 1;
    return {m_left + static_cast<double>(shard) * columnWidth(),
            bucketHead + static_cast<double>(row) * (bucketHeight + bucketGap), std::max(1.0, columnWidth() - space),
            double(bucketHeight)};
}

std::optional<BucketGrid::At> BucketGrid::at(const QPointF &place) const
{
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        for (std::size_t shard = 0; shard < m_rows[row].buckets.size(); ++shard) {
            if (cellOf(row, shard).contains(place)) {
                return At{row, shard};
            }
        }
    }
    return std::nullopt;
}

QString BucketGrid::membersText(double members)
{
    if (!isKnown(members)) {
        return tr("members unknown");
    }
    return members == 1 ? tr("1 member")
                        : tr("%1 members", nullptr, pluralOf(std::llround(members))).arg(models::formatCount(members));
}

QString BucketGrid::describe(const Bucket &bucket) const
{
    const QString key = printable(bucket.key, 120);
    if (!bucket.isThere()) {
        return isKnown(bucket.members) ? tr("%1: does not exist").arg(key) : tr("%1: unknown").arg(key);
    }
    const QString size = tr("%1: %2").arg(key, membersText(bucket.members));
    return bucket.isForEver() ? tr("%1, never expires").arg(size)
        : bucket.expires()
        ? tr("%1, expires in %2")
              .arg(size, models::formatDuration(milliseconds(std::llround(bucket.expiresAt)) - m_now))
        : size;
}

void BucketGrid::paintCell(QPainter &painter, const At &at, double fullest) const
{
    const Tokens &tokens = m_theme->tokens();
    const Bucket &bucket = m_rows[at.row].buckets[at.shard];
    const QRectF cell = cellOf(at.row, at.shard);
    const double share = fullest > 0 && bucket.isThere() ? bucket.members / fullest : 0;
    painter.setPen(bucket.isThere() ? Qt::NoPen : QPen(tokens.border, 1, Qt::DashLine));
    painter.setBrush(bucket.isThere() ? mixedColor(tokens.card, tokens.series[0], 0.15 + 0.75 * share) : tokens.card);
    painter.drawRoundedRect(cell, 3, 3);
    if (bucket.isForEver()) {
        QColor hatch = tokens.warning;
        hatch.setAlphaF(0.45F);
        painter.setBrush(QBrush(hatch, Qt::BDiagPattern));
        painter.setPen(QPen(tokens.warning, 2));
        painter.drawRoundedRect(cell.adjusted(1, 1, -1, -1), 3, 3);
    }
    if (bucket.key == m_chosen && !m_chosen.isEmpty()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(tokens.accent, 2));
        painter.drawRoundedRect(cell.adjusted(-1, -1, 1, 1), 4, 4);
    }
    if (cell.width() < narrowestBucket) {
        return;
    }
    const QColor background = mixedColor(tokens.card, tokens.series[0], 0.15 + 0.75 * share);
    painter.setPen(!bucket.isThere()          ? tokens.secondaryText
                       : isBright(background) ? lightTokens().text
                                              : darkTokens().text);
    const QString number = bucket.isThere() ? bucketCount(bucket.members) : models::unknownText();
    if (!bucket.isForEver()) {
        painter.drawText(cell, Qt::AlignCenter, number);
        return;
    }
    // On a plate of its own, where hatching would run through it.
    QFont face = painter.font();
    face.setPixelSize(QFontInfo(face).pixelSize() * 17 / 20);
    painter.save();
    painter.setFont(face);
    const QString words =
        QFontMetricsF(face).horizontalAdvance(tr("no expiry")) + 8 < cell.width() ? tr("no expiry") : tr("∞");
    painter.setPen(Qt::NoPen);
    painter.setBrush(tokens.card);
    const double wide =
        std::max(QFontMetricsF(face).horizontalAdvance(words), QFontMetricsF(face).horizontalAdvance(number));
    painter.drawRoundedRect(QRectF(cell.center().x() - wide / 2 - 3, cell.top() + 3, wide + 6, cell.height() - 6), 2,
                            2);
    painter.setPen(tokens.text);
    painter.drawText(cell.adjusted(0, 2, 0, -cell.height() / 2 + 1), Qt::AlignCenter, number);
    painter.setPen(tokens.warning);
    painter.drawText(cell.adjusted(0, cell.height() / 2 - 2, 0, -2), Qt::AlignCenter, words);
    painter.restore();
}

void BucketGrid::paintSides(QPainter &painter) const
{
    const Tokens &tokens = m_theme->tokens();
    const double edge = m_left + columnWidth() * static_cast<double>(shardCount());
    painter.setPen(tokens.secondaryText);
    painter.drawText(QRectF(edge, 0, m_all, bucketHead), Qt::AlignRight | Qt::AlignVCenter, tr("all"));
    painter.drawText(QRectF(edge + m_all, 0, m_expires + between, bucketHead), Qt::AlignRight | Qt::AlignVCenter,
                     tr("expires"));
    const std::vector<double> sums = shardSums();
    const double mean =
        std::accumulate(sums.begin(), sums.end(), 0.0) / static_cast<double>(std::max<std::size_t>(1, sums.size()));
    if (columnWidth() < narrowestBucket) {
        painter.setPen(tokens.secondaryText);
        const QRectF place(m_left, 0, edge - m_left, bucketHead);
        const QString how = tr("%1 shards: hover over one, or select it, to see its numbers")
                                .arg(models::formatCount(double(shardCount())));
        painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(how, Qt::ElideRight, static_cast<int>(place.width())));
    }
    for (std::size_t shard = 0; shard < shardCount() && columnWidth() >= narrowestBucket; ++shard) {
        const bool isHot = shardCount() > 1 && sums[shard] > 2 * mean;
        painter.setPen(isHot ? tokens.warning : tokens.secondaryText);
        const QRectF place(cellOf(0, shard).left(), 0, columnWidth() - bucketGap, bucketHead);
        painter.drawText(place, Qt::AlignCenter,
                         painter.fontMetrics().elidedText(m_shards.value(static_cast<qsizetype>(shard)), Qt::ElideLeft,
                                                          static_cast<int>(place.width())));
    }
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        const QRectF line(0, cellOf(row, 0).top(), width(), bucketHeight);
        painter.setPen(tokens.text);
        painter.drawText(line.adjusted(0, 0, -(width() - m_left) - 4, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         m_rows[row].title);
        painter.drawText(QRectF(edge, line.top(), m_all, bucketHeight), Qt::AlignRight | Qt::AlignVCenter,
                         allText(m_rows[row]));
        painter.setPen(tokens.secondaryText);
        painter.drawText(QRectF(edge + m_all, line.top(), m_expires + between, bucketHeight),
                         Qt::AlignRight | Qt::AlignVCenter, expiresText(m_rows[row]));
    }
}

void BucketGrid::paintShards(QPainter &painter) const
{
    const std::vector<double> sums = shardSums();
    const double all = std::accumulate(sums.begin(), sums.end(), 0.0);
    if (sums.size() < 2 || !(all > 0)) {
        return;
    }
    const Tokens &tokens = m_theme->tokens();
    const double mean = all / static_cast<double>(sums.size());
    const double bottom = barsBottom();
    for (std::size_t shard = 0; shard < sums.size(); ++shard) {
        const QRectF cell = cellOf(0, shard);
        const double inset = cell.width() > 20 ? 6 : 0;
        painter.setPen(Qt::NoPen);
        painter.setBrush(sums[shard] > 2 * mean ? tokens.series[3] : tokens.series[0]);
        painter.drawRect(QRectF(cell.left() + inset, bottom - heightOf(sums[shard], sums), cell.width() - 2 * inset,
                                heightOf(sums[shard], sums)));
    }
    const double edge = m_left + columnWidth() * static_cast<double>(sums.size());
    const auto line = [&](double members, double place, const QString &text, const QColor &colour) {
        const double y = bottom - heightOf(members, sums);
        painter.setPen(QPen(colour, 1, Qt::DashLine));
        painter.drawLine(QPointF(m_left, y), QPointF(edge, y));
        painter.setPen(colour);
        painter.drawText(QRectF(0, place - 9, m_left - 6, 18), Qt::AlignRight | Qt::AlignVCenter, text);
    };
    const std::vector<double> places = meanLabels();
    line(mean, places.back(), tr("mean"), tokens.secondaryText);
    line(2 * mean, places.front(), tr("2 × mean"), tokens.warning);
    const auto hottest = std::max_element(sums.begin(), sums.end());
    const double share = *hottest / all;
    const bool isHot = *hottest > 2 * mean;
    painter.setPen(isHot ? tokens.warning : tokens.secondaryText);
    painter.drawText(QRectF(edge + 8, bottom - barsHeight, right() - 8, barsHeight),
                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap,
                     tr("%1: %2 %, %3 × mean")
                         .arg(m_shards.value(hottest - sums.begin()), QLocale().toString(share * 100, 'f', 0),
                              QLocale().toString(*hottest / mean, 'f', 1)));
}

void BucketGrid::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(m_theme->textFont());
    double fullest = 0;
    for (const Row &row : m_rows) {
        for (const Bucket &bucket : row.buckets) {
            fullest = std::max(fullest, isKnown(bucket.members) ? bucket.members : 0);
        }
    }
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        for (std::size_t shard = 0; shard < m_rows[row].buckets.size(); ++shard) {
            paintCell(painter, {row, shard}, fullest);
        }
    }
    if (shardCount() > 0) {
        paintSides(painter);
        paintShards(painter);
    }
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(m_theme->tokens().accent, 1, Qt::DotLine));
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    }
}

void BucketGrid::chooseAt(const At &at)
{
    choose(m_rows[at.row].buckets[at.shard].key);
    emit bucketChosen();
}

void BucketGrid::mousePressEvent(QMouseEvent *event)
{
    if (const std::optional<At> where = at(event->position())) {
        chooseAt(*where);
    }
}

void BucketGrid::keyPressEvent(QKeyEvent *event)
{
    const int key = event->key();
    const bool isArrow = key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Up || key == Qt::Key_Down;
    if (!isArrow || shardCount() == 0) {
        QWidget::keyPressEvent(event);
        return;
    }
    const std::optional<At> from = whereChosen();
    At to = from.value_or(At{});
    if (from) {
        to.shard += key == Qt::Key_Right && to.shard + 1 < shardCount() ? 1 : 0;
        to.shard -= key == Qt::Key_Left && to.shard > 0 ? 1 : 0;
        to.row += key == Qt::Key_Down && to.row + 1 < m_rows.size() ? 1 : 0;
        to.row -= key == Qt::Key_Up && to.row > 0 ? 1 : 0;
    }
    chooseAt({to.row, std::min(to.shard, m_rows[to.row].buckets.size() - 1)});
}

bool BucketGrid::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const std::optional<At> where = at(help->pos());
        QToolTip::showText(help->globalPos(), where ? describe(m_rows[where->row].buckets[where->shard]) : QString(),
                           this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace plimsoll::views
