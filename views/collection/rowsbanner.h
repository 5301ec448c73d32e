// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QPushButton;

namespace plimsoll::views {

class ElidedLabel;

/// The line of a PagedPanel about its rows: texts, and buttons that select all, search all and show waiting rows.
/// Buttons keep their width, so that nothing moves. GUI thread.
class RowsBanner final : public QWidget {
    Q_OBJECT

public:
    /// Effect of the button for searching.
    enum class Search { None, Start, Stop, GoOn };

    explicit RowsBanner(QWidget *parent = nullptr);

    /// Offers to select all, titled `title`, or only this page if all are selected.
    void offerWhole(bool isOffered, bool isWhole, const QString &title);
    void offerSearch(Search search, const QString &tip);
    [[nodiscard]] bool isSearchFocused() const;
    /// Sets the title of the button that shows other rows: newer ones, or all.
    void setShowTitle(const QString &title);
    /// Shows the texts; hides the line if there is nothing to say or to search. `isWaiting`: other rows can be shown.
    void say(const QStringList &texts, bool isWaiting);

signals:
    void wholeClicked();
    void searchClicked();
    void showClicked();

private:
    ElidedLabel *m_text;
    QPushButton *m_whole; ///< extends the selection from the page to all, and back
    QPushButton *m_show;
    QPushButton *m_search; ///< searches all elements of the state; stop, continue
};

} // namespace plimsoll::views
