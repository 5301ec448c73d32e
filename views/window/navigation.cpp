// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/navigation.h"

#include "models/text/format.h"
#include "views/theme/theme.h"
#include "views/widgets/contextmenu.h"

#include <QMouseEvent>
#include <QPainter>
#include <QSignalBlocker>
#include <QStyledItemDelegate>

#include <algorithm>

namespace plimsoll::views {

namespace {

enum Role { PageRole = Qt::UserRole, CountRole, WorstRole, TitleRole, SectionRole };

constexpr Px entryHeight{31};
constexpr Px leastEntry{24}; // in a low window; still fits a badge
constexpr Px sideMargin{8};
constexpr Px sectionHeight{34}; // above the first entry of a section
constexpr Px leastSection{24};

class EntryDelegate final : public QStyledItemDelegate {
public:
    EntryDelegate(const Theme *theme, Navigation *list) : QStyledItemDelegate(list), m_theme(theme), m_list(list) { }

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const override
    {
        const bool begins = !index.data(SectionRole).toString().isEmpty();
        return {120, m_list->heights().entry + (begins ? m_list->heights().section : 0)};
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const Tokens &colours = m_theme->tokens();
        const bool selected = option.state.testFlag(QStyle::State_Selected);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        QRectF row = QRectF(option.rect).adjusted(sideMargin, 0, -sideMargin, -1);
        if (const QString section = index.data(SectionRole).toString(); !section.isEmpty()) {
            const int height = m_list->heights().section;
            row.setTop(row.top() + height);
            painter->setFont(m_theme->smallFont());
            painter->setPen(colours.secondaryText);
            painter->drawText(QRectF(row.left() + 10, option.rect.top(), row.width() - 16, height - 4),
                              Qt::AlignBottom | Qt::AlignLeft, section);
        }
        if (selected || option.state.testFlag(QStyle::State_MouseOver)) {
            QColor fill = colours.selection;
            fill.setAlphaF(selected ? 1.0F : 0.45F);
            painter->setPen(Qt::NoPen);
            painter->setBrush(fill);
            painter->drawRoundedRect(row, metrics::controlRadius, metrics::controlRadius);
        }
        if (selected && option.state.testFlag(QStyle::State_HasFocus)) {
            painter->setPen(QPen(colours.accent, 1));
            painter->setBrush(Qt::NoBrush);
            painter->drawRoundedRect(row.adjusted(0.5, 0.5, -0.5, -0.5), metrics::controlRadius,
                                     metrics::controlRadius);
        }
        const QRectF badge = paintBadge(*painter, row, index);
        painter->setFont(selected ? m_theme->headingFont() : m_theme->textFont());
        painter->setPen(colours.text);
        const QRectF text(row.left() + 10, row.top(), badge.left() - row.left() - 16, row.height());
        painter->drawText(text, Qt::AlignVCenter | Qt::AlignLeft,
                          painter->fontMetrics().elidedText(index.data(TitleRole).toString(), Qt::ElideRight,
                                                            static_cast<int>(text.width())));
        painter->restore();
    }

private:
    QRectF paintBadge(QPainter &painter, const QRectF &row, const QModelIndex &index) const
    {
        const int count = index.data(CountRole).toInt();
        const auto worst = static_cast<plimsoll::State>(index.data(WorstRole).toInt());
        if (count == 0 && worst == plimsoll::State::Ok) {
            return {row.right() - 4, row.top(), 0, row.height()};
        }
        const Tokens &colours = m_theme->tokens();
        const bool unknown = count == 0 || worst == plimsoll::State::Unknown;
        const bool critical = worst >= plimsoll::State::Critical;
        QFont font = m_theme->smallFont();
        font.setPixelSize(Px(11));
        font.setWeight(QFont::Bold);
        painter.setFont(font);
        const QString text = count == 0 ? QStringLiteral("?") : models::formatCount(count);
        constexpr Px height{19};
        const qreal width = std::max<qreal>(height, painter.fontMetrics().horizontalAdvance(text) + 11.0);
        const QRectF badge(row.right() - 10 - width, row.center().y() - height / 2.0, width, height);
        painter.setPen(Qt::NoPen);
        painter.setBrush(unknown ? colours.badge : critical ? colours.criticalBackground : colours.warningBackground);
        painter.drawRoundedRect(badge, height / 2.0, height / 2.0);
        painter.setPen(unknown ? colours.secondaryText : critical ? colours.critical : colours.warning);
        painter.drawText(badge, Qt::AlignCenter, text);
        return badge;
    }

    const Theme *m_theme;
    const Navigation *m_list;
};

} // namespace

Navigation::Navigation(const Theme *theme, QWidget *parent) : QListWidget(parent), m_heights{entryHeight, sectionHeight}
{
    setObjectName(QStringLiteral("navigation"));
    setAccessibleName(tr("Pages"));
    setFixedWidth(Px(176));
    setItemDelegate(new EntryDelegate(theme, this));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMouseTracking(true);
    showActionsAsMenu(this);
    connect(this, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem *item) {
        if (item != nullptr) {
            emit pageChosen(item->data(PageRole).toString());
        }
    });
    connect(theme, &Theme::changed, viewport(), qOverload<>(&QWidget::update));
}

void Navigation::mousePressEvent(QMouseEvent *event)
{
    const QListWidgetItem *pressed = itemAt(event->position().toPoint());
    const bool again = pressed != nullptr && pressed == currentItem() && event->button() == Qt::LeftButton;
    QListWidget::mousePressEvent(event);
    // A click on the current entry returns to the start of its page.
    if (again) {
        emit pageChosen(pressed->data(PageRole).toString());
    }
}

void Navigation::addEntry(const QString &page, const QString &title, const QString &section)
{
    const QSignalBlocker quiet(this);
    auto *item = new QListWidgetItem(this);
    item->setData(PageRole, page);
    item->setData(TitleRole, title);
    item->setData(SectionRole, section);
    item->setData(Qt::AccessibleTextRole, title);
    fit();
}

void Navigation::setTrouble(int row, int count, plimsoll::State worst)
{
    QListWidgetItem *entry = item(row);
    if (entry == nullptr
        || (entry->data(CountRole).toInt() == count && entry->data(WorstRole).toInt() == static_cast<int>(worst))) {
        return;
    }
    const QString title = entry->data(TitleRole).toString();
    entry->setData(CountRole, count);
    entry->setData(WorstRole, static_cast<int>(worst));
    const bool isWell = count == 0 && worst == plimsoll::State::Ok;
    const QString words = isWell ? title
        : count == 0             ? tr("%1: %2").arg(title, models::stateTitle(worst))
        : worst == plimsoll::State::Unknown
        ? tr("%1: unknown, %n in trouble when last read", nullptr, count).arg(title)
        : tr("%1: %n in trouble, the worst %2", nullptr, count).arg(title, models::stateTitle(worst));
    entry->setData(Qt::AccessibleTextRole, words);
    entry->setToolTip(isWell ? QString() : words);
}

void Navigation::setListed(int row, bool listed)
{
    item(row)->setHidden(!listed);
    fit();
}

void Navigation::resizeEvent(QResizeEvent *event)
{
    QListWidget::resizeEvent(event);
    fit();
}

/// Reduces the heights in a low window to fit all entries, down to a readable minimum.
void Navigation::fit()
{
    int entries = 0;
    int sections = 0;
    for (int row = 0; row < count(); ++row) {
        entries += item(row)->isHidden() ? 0 : 1;
        sections += item(row)->isHidden() || item(row)->data(SectionRole).toString().isEmpty() ? 0 : 1;
    }
    Heights heights{entryHeight, sectionHeight};
    const int room = viewport()->height();
    if (entries > 0 && entries * entryHeight + sections * sectionHeight > room) {
        heights.section = leastSection;
        heights.entry = std::clamp<int>((room - sections * leastSection) / entries, leastEntry, entryHeight);
    }
    if (heights != m_heights) {
        m_heights = heights;
        scheduleDelayedItemsLayout();
    }
}

void Navigation::showPage(const QString &page)
{
    const QSignalBlocker quiet(this);
    setCurrentItem(entryOf(page));
}

int Navigation::troubleCount(const QString &page) const
{
    const QListWidgetItem *entry = entryOf(page);
    return entry == nullptr ? 0 : entry->data(CountRole).toInt();
}

plimsoll::State Navigation::worst(const QString &page) const
{
    const QListWidgetItem *entry = entryOf(page);
    return entry == nullptr ? plimsoll::State::Ok : static_cast<plimsoll::State>(entry->data(WorstRole).toInt());
}

QStringList Navigation::pages() const
{
    QStringList names;
    for (int row = 0; row < count(); ++row) {
        if (!item(row)->isHidden()) {
            names.append(item(row)->data(PageRole).toString());
        }
    }
    return names;
}

QListWidgetItem *Navigation::entryOf(const QString &page) const
{
    for (int row = 0; row < count(); ++row) {
        if (item(row)->data(PageRole).toString() == page) {
            return item(row);
        }
    }
    return nullptr;
}

} // namespace plimsoll::views
