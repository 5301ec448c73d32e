// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/dialogs/commandpalette.h"

#include "models/text/format.h"
#include "views/theme/theme.h"
#include "views/widgets/badge.h"
#include "views/widgets/oneline.h"

#include <QAbstractListModel>
#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace plimsoll::views {

namespace {

constexpr Px widestPalette{640}; // px
constexpr int mostPaletteRows = 12;
constexpr Px palettePadding{10}; // px, at both ends of a row

bool startsWord(const QString &text, qsizetype at)
{
    return at == 0 || !text[at - 1].isLetterOrNumber() || (text[at].isUpper() && text[at - 1].isLower());
}

/// Returns true if the letters appear in this order, the first at the beginning of a word.
bool hasLetters(const QString &letters, const QString &text)
{
    for (qsizetype from = 0; from < text.size(); ++from) {
        if (text[from].toCaseFolded() != letters[0] || !startsWord(text, from)) {
            continue;
        }
        qsizetype found = 0;
        for (qsizetype at = from; at < text.size() && found < letters.size(); ++at) {
            found += text[at].toCaseFolded() == letters[found] ? 1 : 0;
        }
        if (found == letters.size()) {
            return true;
        }
    }
    return false;
}

int scoreOf(const QString &word, const QString &title, const QString &more)
{
    int best = 0;
    for (qsizetype at = title.indexOf(word, 0, Qt::CaseInsensitive); at >= 0;
         at = title.indexOf(word, at + 1, Qt::CaseInsensitive)) {
        const qsizetype end = at + word.size();
        const bool whole = end == title.size() || !title[end].isLetterOrNumber();
        best = std::max(best, !startsWord(title, at) ? 4 : whole && at == 0 ? 8 : at == 0 ? 7 : whole ? 6 : 5);
    }
    if (best > 0) {
        return best;
    }
    if (more.contains(word, Qt::CaseInsensitive)) {
        return 2;
    }
    return word.size() > 1 && hasLetters(word.toCaseFolded(), title) ? 1 : 0;
}

} // namespace

int matchScore(const QString &typed, const QString &title, const QString &more)
{
    int score = 0;
    const QStringList words = typed.split(u' ', Qt::SkipEmptyParts);
    for (const QString &word : words) {
        const int found = scoreOf(word, title, more);
        if (found == 0) {
            return 0;
        }
        score += found;
    }
    return score;
}

/// The commands that fit, best first. GUI thread.
class CommandModel final : public QAbstractListModel {
public:
    using QAbstractListModel::QAbstractListModel;

    void set(std::vector<Command> commands)
    {
        m_all = std::move(commands);
        filter({});
    }
    void filter(const QString &typed)
    {
        beginResetModel();
        std::vector<std::pair<int, std::size_t>> found;
        for (std::size_t i = 0; i < m_all.size(); ++i) {
            const Command &command = m_all[i];
            const QString more = command.detail + u' ' + command.search;
            const int score = typed.trimmed().isEmpty() ? 1 : matchScore(typed, command.title, more);
            if (score > 0) {
                found.emplace_back(command.enabled ? score : 0, i);
            }
        }
        std::stable_sort(found.begin(), found.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
        m_shown.clear();
        for (const auto &each : found) {
            m_shown.push_back(each.second);
        }
        endResetModel();
    }
    [[nodiscard]] const Command &at(int row) const { return m_all[m_shown[static_cast<std::size_t>(row)]]; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
    }
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override
    {
        return index.isValid() && at(index.row()).enabled ? Qt::ItemIsEnabled | Qt::ItemIsSelectable : Qt::NoItemFlags;
    }
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override
    {
        if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
            return {};
        }
        const Command &command = at(index.row());
        switch (role) {
        case Qt::DisplayRole:
            return command.title;
        case Qt::ToolTipRole:
            return command.detail;
        case Qt::AccessibleTextRole: {
            const QString state = command.state == State::Ok ? QString() : models::stateTitle(command.state);
            QStringList parts{command.title, state, command.detail, command.keys};
            parts.removeAll(QString());
            return parts.join(QStringLiteral(", "));
        }
        default:
            return {};
        }
    }

private:
    std::vector<Command> m_all;
    std::vector<std::size_t> m_shown;
};

namespace {

class CommandDelegate final : public QStyledItemDelegate {
public:
    CommandDelegate(const Theme *theme, const CommandModel *model, QObject *parent)
        : QStyledItemDelegate(parent), m_theme(theme), m_model(model)
    {
    }

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override
    {
        return {100, metrics::rowHeight};
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const Command &command = m_model->at(index.row());
        const Tokens &colours = m_theme->tokens();
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        if (option.state.testFlag(QStyle::State_Selected)) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(colours.selection);
            painter->drawRoundedRect(QRectF(option.rect).adjusted(0, 0, 0, -1), metrics::controlRadius,
                                     metrics::controlRadius);
        }
        QRect room = option.rect.adjusted(palettePadding, 0, -palettePadding, 0);
        painter->setFont(m_theme->smallFont());
        painter->setPen(colours.secondaryText);
        if (!command.keys.isEmpty()) {
            painter->drawText(room, Qt::AlignRight | Qt::AlignVCenter, command.keys);
            room.setRight(room.right() - painter->fontMetrics().horizontalAdvance(command.keys) - metrics::cardGap);
        }
        if (command.state != State::Ok) {
            const QString word = models::stateTitle(command.state);
            const int width = badgeSize(*m_theme, command.state, word, true).toSize().width();
            paintBadge(*painter, *m_theme, QRectF(room.right() - width, room.top(), width, room.height()),
                       command.state, word, true);
            room.setRight(room.right() - width - metrics::cardGap);
        }
        painter->setFont(m_theme->textFont());
        painter->setPen(command.enabled ? colours.text : option.palette.color(QPalette::Disabled, QPalette::Text));
        const QString title = painter->fontMetrics().elidedText(command.title, Qt::ElideRight, room.width());
        painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter, title);
        room.setLeft(room.left() + painter->fontMetrics().horizontalAdvance(title) + metrics::cardGap);
        painter->setFont(m_theme->smallFont());
        painter->setPen(colours.secondaryText);
        if (room.width() > 3 * metrics::cardGap) {
            painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                              painter->fontMetrics().elidedText(command.detail, Qt::ElideRight, room.width()));
        }
        painter->restore();
    }

private:
    const Theme *m_theme;
    const CommandModel *m_model;
};

} // namespace

CommandPalette::CommandPalette(const Theme *theme, QWidget *parent)
    : Overlay(theme, parent), m_field(new QLineEdit(card())), m_list(new QListView(card())),
      m_model(new CommandModel(this))
{
    setObjectName(QStringLiteral("commandPalette"));
    setAccessibleName(tr("Go to or run"));
    setFocusProxy(m_field);
    m_field->setObjectName(QStringLiteral("paletteField"));
    m_field->setAccessibleName(tr("Go to or run"));
    m_field->setPlaceholderText(tr("Go to a collection or page, or run an action"));
    keepToOneLine(m_field);
    m_field->installEventFilter(this);
    m_list->setObjectName(QStringLiteral("paletteList"));
    m_list->setAccessibleName(tr("Matches"));
    m_list->setFocusPolicy(Qt::NoFocus); // the field keeps it, and moves the selection
    m_list->setUniformItemSizes(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setMouseTracking(true);
    m_list->setModel(m_model);
    m_list->setItemDelegate(new CommandDelegate(theme, m_model, m_list));
    auto *nothing = new QLabel(tr("No match."), card());
    nothing->setObjectName(QStringLiteral("paletteEmpty"));
    nothing->setProperty("role", QStringLiteral("secondary"));
    nothing->setContentsMargins(palettePadding, metrics::step, palettePadding, metrics::step);
    auto *layout = new QVBoxLayout(card());
    layout->setContentsMargins(metrics::cardGap, metrics::cardGap, metrics::cardGap, metrics::cardGap);
    layout->setSpacing(2 * metrics::step);
    layout->addWidget(m_field);
    layout->addWidget(nothing);
    layout->addWidget(m_list, 1);
    connect(m_model, &QAbstractItemModel::modelReset, nothing,
            [this, nothing] { nothing->setVisible(m_model->rowCount() == 0); });
    connect(m_field, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(m_list, &QListView::clicked, this, &CommandPalette::run);
    connect(qApp, &QApplication::focusChanged, this, [this](const QWidget *, const QWidget *now) {
        if (isVisible() && now != nullptr && now != m_field && window()->isAncestorOf(now)) {
            hide();
        }
    });
}

void CommandPalette::open(std::vector<Command> commands)
{
    m_field->clear();
    m_model->set(std::move(commands));
    filter({});
    Overlay::open();
    place();
    m_field->setFocus(Qt::PopupFocusReason);
}

/// Gives the palette a fixed height, so that nothing moves while the user types.
void CommandPalette::place()
{
    const int wide = std::min<int>(widestPalette, width() - 2 * metrics::pageMargin);
    const int high = mostPaletteRows * metrics::rowHeight + m_field->sizeHint().height() + 3 * metrics::cardGap;
    const int top = height() / 10;
    card()->setGeometry((width() - wide) / 2, top, wide, std::min(high, height() - top - metrics::pageMargin));
}

void CommandPalette::resizeEvent(QResizeEvent *event)
{
    Overlay::resizeEvent(event);
    place();
}

void CommandPalette::filter(const QString &typed)
{
    m_model->filter(typed);
    m_list->setCurrentIndex({});
    step(1);
}

/// Moves the selection to the next command that is enabled, cyclic.
void CommandPalette::step(int by)
{
    const int rows = m_model->rowCount();
    int row = m_list->currentIndex().isValid() ? m_list->currentIndex().row() : by > 0 ? -1 : rows;
    for (int tried = 0; tried < rows; ++tried) {
        row = (row + by + rows) % rows;
        if (m_model->at(row).enabled) {
            m_list->setCurrentIndex(m_model->index(row));
            return;
        }
    }
}

void CommandPalette::run()
{
    const QModelIndex current = m_list->currentIndex();
    if (!current.isValid() || !m_model->at(current.row()).enabled) {
        return;
    }
    const std::function<void()> command = m_model->at(current.row()).run; // it may open the palette again
    hide(); // first, because the focus returns; then the command moves it
    command();
}

bool CommandPalette::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_field || (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride)) {
        return Overlay::eventFilter(watched, event);
    }
    const bool pressed = event->type() == QEvent::KeyPress;
    const auto *key = static_cast<QKeyEvent *>(event);
    switch (key->key()) {
    case Qt::Key_Escape:
        pressed ? hide() : event->accept(); // else it goes back from the page
        return true;
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Backtab:
    case Qt::Key_Tab:
        if (key->modifiers().testFlag(Qt::ControlModifier)) {
            break;
        }
        if (pressed) {
            step(key->key() == Qt::Key_Down || key->key() == Qt::Key_Tab ? 1 : -1);
        }
        return pressed;
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        if (pressed && key->modifiers() == Qt::NoModifier) {
            QApplication::sendEvent(m_list, event);
            if (m_list->currentIndex().isValid() && !m_model->at(m_list->currentIndex().row()).enabled) {
                step(key->key() == Qt::Key_PageDown ? -1 : 1);
            }
            return true;
        }
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (pressed) {
            run();
        } else {
            event->accept(); // Ctrl+Enter is not for the page behind
        }
        return true;
    default:
        break;
    }
    return Overlay::eventFilter(watched, event);
}

} // namespace plimsoll::views
