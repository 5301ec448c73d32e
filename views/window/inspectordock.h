// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDockWidget>

class QPushButton;

namespace plimsoll::views {

class Inspector;
class Page;
struct PageContext;

/// The inspector's place: next to the page, or over it where the window is too narrow for both. GUI thread.
class InspectorDock final : public QDockWidget {
    Q_OBJECT

public:
    InspectorDock(const PageContext &context, QWidget *window);

    [[nodiscard]] Inspector *inspector() const { return m_inspector; }
    /// True if the person wants it where there is something to inspect.
    [[nodiscard]] bool isWanted() const { return m_isWanted; }
    void setWanted(bool wanted) { m_isWanted = wanted; }
    /// True if it is shown, or will be with the window.
    [[nodiscard]] bool isOpen() const { return isVisibleTo(parentWidget()); }
    /// Opens or closes it as the person wants it. `isPossible`: the page has nothing else in its place.
    void open(bool wanted, bool isPossible);
    /// Reserves its place next to a page with elements, so that a click moves nothing. Without room next to the page,
    /// it only stays after a row was opened, until it is empty.
    void place(bool hasElements);
    /// Closes it if it covers the page; returns false if it is next to the page, or closed.
    bool leave();
    /// Fits it to the window; returns true if it has to be placed anew.
    bool fit();
    /// Offers operations on the inspected element or, like shortcuts and menu of the tables, on the whole selection of
    /// the page. What was done with the element is offered no more.
    void offer(const PageContext &context, const Page &page);

signals:
    /// It was closed by its button.
    void left();

private:
    QPushButton *m_close; ///< shown where it has no room next to the page
    Inspector *m_inspector;
    bool m_isWanted = true;
    bool m_hasRoom = true; ///< the window is wide enough for it next to the page
};

} // namespace plimsoll::views
