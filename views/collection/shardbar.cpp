// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/collection/shardbar.h"

#include "models/text/format.h"
#include "redis/types/plural.h"
#include "redis/types/printable.h"
#include "views/collection/figures.h"
#include "views/theme/theme.h"

#include <QHelpEvent>
#include <QLocale>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace plimsoll::views {

namespace {

constexpr Px shardLineHeight{34};
constexpr double textShare = 0.5; // of the width; the rest are bars
constexpr Px shardGap{2};
constexpr qsizetype longestShardName = 40;

} // namespace

ShardBar::ShardBar(Theme *theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("shardBar"));
    setAccessibleName(tr("Shards"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(theme, &Theme::changed, this, QOverload<>::of(&QWidget::update));
    hide();
}

void ShardBar::show(std::vector<ShardLoad> loads)
{
    const bool isOther = loads.size() != m_loads.size();
    m_loads = std::move(loads);
    QStringList all;
    for (const ShardLoad &load : m_loads) {
        all.append(text(load));
    }
    setAccessibleDescription(all.join(QLatin1Char('\n')));
    setVisible(!m_loads.empty());
    if (isOther) {
        updateGeometry();
    }
    update();
}

QString ShardBar::text(const ShardLoad &load) const
{
    const auto shards = static_cast<qint64>(load.sizes.size());
    const QString many =
        tr("%1 shards of %2", nullptr, pluralOf(shards)).arg(models::formatCount(shards), QString(load.role->id));
    if (!isKnown(load.whole())) {
        return tr("%1: unknown").arg(many);
    }
    const QString whole = models::formatCount(load.whole());
    if (!isKnown(load.skew())) {
        return tr("%1: %2 in all").arg(many, whole);
    }
    const QString name = distinctNames(load.keys).value(static_cast<qsizetype>(load.largest()));
    const QString times = QLocale().toString(load.skew(), 'f', 1);
    return load.isHot() ? tr("%1: %2 in all, %3 is hot: %4 × the mean").arg(many, whole, name, times)
                        : tr("%1: %2 in all, the largest %3 with %4 × the mean").arg(many, whole, name, times);
}

QSize ShardBar::sizeHint() const
{
    return {400, std::max<int>(1, static_cast<int>(m_loads.size())) * shardLineHeight};
}

QRectF ShardBar::lineOf(std::size_t load) const
{
    return {0, static_cast<double>(load) * shardLineHeight, static_cast<double>(width()), double(shardLineHeight)};
}

QRectF ShardBar::barOf(std::size_t load, std::size_t shard) const
{
    const ShardLoad &of = m_loads[load];
    const QRectF line = lineOf(load).adjusted(width() * textShare, 3, 0, -3);
    const double each = line.width() / static_cast<double>(of.sizes.size());
    const double most = std::max((hotShard + 0.2) * of.mean(), of.sizes[of.largest()]);
    const double height = most > 0 ? line.height() * of.sizes[shard] / most : 0;
    const double space = each > 3 * shardGap ? shardGap : 0;
    return {line.left() + each * static_cast<double>(shard), line.bottom() - height, std::max(1.0, each - space),
            height};
}

void ShardBar::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    painter.setFont(m_theme->smallFont());
    const Tokens &tokens = m_theme->tokens();
    for (std::size_t i = 0; i < m_loads.size(); ++i) {
        const ShardLoad &load = m_loads[i];
        const QRectF line = lineOf(i);
        const QRectF said = line.adjusted(0, 0, -width() * (1 - textShare) - metrics::cardGap, 0);
        painter.setPen(load.isHot() ? tokens.warning : tokens.secondaryText);
        painter.drawText(said, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(text(load), Qt::ElideRight, static_cast<int>(said.width())));
        if (!(load.whole() > 0)) {
            continue;
        }
        for (std::size_t shard = 0; shard < load.sizes.size(); ++shard) {
            const bool isHot = load.sizes[shard] > hotShard * load.mean();
            painter.fillRect(barOf(i, shard), isHot ? tokens.warning : tokens.series[0]);
        }
        const double most = std::max((hotShard + 0.2) * load.mean(), load.sizes[load.largest()]);
        for (const double times : {1.0, hotShard}) {
            const double y = line.bottom() - 3 - (line.height() - 6) * times * load.mean() / most;
            painter.setPen(QPen(times > 1 ? tokens.warning : tokens.secondaryText, 1, Qt::DashLine));
            painter.drawLine(QPointF(width() * textShare, y), QPointF(width(), y));
        }
    }
}

bool ShardBar::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip) {
        return QWidget::event(event);
    }
    const auto *help = static_cast<QHelpEvent *>(event);
    for (std::size_t i = 0; i < m_loads.size(); ++i) {
        for (std::size_t shard = 0; shard < m_loads[i].sizes.size(); ++shard) {
            QRectF column = barOf(i, shard);
            column.setTop(lineOf(i).top());
            column.setBottom(lineOf(i).bottom());
            if (column.contains(help->pos())) {
                QToolTip::showText(help->globalPos(),
                                   tr("%1: %2").arg(printable(m_loads[i].keys[shard], longestShardName),
                                                    models::formatCount(m_loads[i].sizes[shard])),
                                   this);
                return true;
            }
        }
        if (lineOf(i).contains(help->pos())) {
            QToolTip::showText(help->globalPos(), text(m_loads[i]), this);
            return true;
        }
    }
    QToolTip::hideText();
    return true;
}

} // namespace plimsoll::views
