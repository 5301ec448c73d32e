// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <optional>

class QLabel;
class QToolButton;

namespace plimsoll::views {

/// Shows the position of a page in a collection ("101–200 of 1,165") and buttons for the other pages. GUI thread.
class Pager final : public QWidget {
    Q_OBJECT

public:
    enum class Step { First, Previous, Next, Last };

    explicit Pager(QWidget *parent = nullptr);

    /// Shows a page read by position: first row, number of rows, and total.
    void showRange(qint64 offset, qint64 rows, std::optional<qint64> total, bool atLeast, int pageSize);
    /// Shows a page read by cursor, which allows only the first and the next page.
    void showCursor(int page, qint64 rows, std::optional<qint64> total, bool hasNext);
    [[nodiscard]] QString text() const;
    /// Shows the counts grey, because they could not be read again.
    void setOld(bool old);

signals:
    void stepped(plimsoll::views::Pager::Step step);

private:
    QToolButton *addButton(const QString &text, const QString &name, Step step);

    QLabel *m_text;
    QToolButton *m_first;
    QToolButton *m_previous;
    QToolButton *m_next;
    QToolButton *m_last;
};

} // namespace plimsoll::views
