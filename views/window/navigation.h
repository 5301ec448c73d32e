// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"

#include <QListWidget>

namespace plimsoll::views {

class Theme;

/// Lists the pages of the window with the number of their collections in state warning or worse, if any. GUI thread.
class Navigation final : public QListWidget {
    Q_OBJECT

public:
    explicit Navigation(const Theme *theme, QWidget *parent = nullptr);

    /// `section` is the heading above the entry if it starts a section.
    void addEntry(const QString &page, const QString &title, const QString &section = {});
    /// Shows or hides an entry; pages without content are hidden.
    void setListed(int row, bool listed);
    /// Sets the number of collections in state warning or worse, and the worst state: Unknown for a number that was
    /// true when the server was last read.
    void setTrouble(int row, int count, plimsoll::State worst);
    void showPage(const QString &page);

    /// Heights in pixels of an entry and of a section heading.
    struct Heights {
        int entry, section;
        bool operator==(const Heights &) const = default;
    };
    [[nodiscard]] Heights heights() const { return m_heights; }

    [[nodiscard]] int troubleCount(const QString &page) const;
    [[nodiscard]] plimsoll::State worst(const QString &page) const;
    [[nodiscard]] QStringList pages() const; ///< listed pages only

signals:
    void pageChosen(const QString &page);

protected:
    void mousePressEvent(QMouseEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void fit();
    [[nodiscard]] QListWidgetItem *entryOf(const QString &page) const;

    Heights m_heights;
};

} // namespace plimsoll::views
