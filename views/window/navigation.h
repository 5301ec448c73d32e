// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"

#include <QListWidget>

namespace plimsoll::views {

class Theme;

/// The pages of the window, each with the number of its collections that are warning or worse; no number when all is
/// well. GUI thread.
class Navigation final : public QListWidget {
    Q_OBJECT

public:
    explicit Navigation(const Theme *theme, QWidget *parent = nullptr);

    /// `section`: what stands over it when it begins one.
    void addEntry(const QString &page, const QString &title, const QString &section = {});
    /// Whether it is to be seen: pages without anything are not.
    void setListed(int row, bool listed);
    /// `count` collections are warning or worse, the worst of them in this state.
    void setTrouble(int row, int count, plimsoll::State worst);
    void showPage(const QString &page);

    /// In pixels: of an entry, and of what stands over the first of a section.
    struct Heights {
        int entry, section;
        bool operator==(const Heights &) const = default;
    };
    [[nodiscard]] Heights heights() const { return m_heights; }

    [[nodiscard]] int troubleCount(const QString &page) const;
    [[nodiscard]] QStringList pages() const; ///< those that are listed

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
