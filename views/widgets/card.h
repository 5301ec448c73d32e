// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QHBoxLayout;
class QVBoxLayout;

namespace plimsoll::views {

class ElidedLabel;
class Theme;

/// The frame everything on a page sits in: a rounded rectangle in the card's colour with a thin border, with or
/// without a title line that can hold a control at its right end. GUI thread.
class Card : public QWidget {
    Q_OBJECT

public:
    explicit Card(Theme *theme, QWidget *parent = nullptr);
    Card(const QString &title, Theme *theme, QWidget *parent = nullptr);

    void setTitle(const QString &title);
    [[nodiscard]] QString title() const;
    /// What stands at the right end of the title line.
    void addCorner(QWidget *widget);
    /// Where the content goes.
    [[nodiscard]] QVBoxLayout *body() const { return m_body; }
    /// Without padding, for tables that reach the border.
    void setFlush();

protected:
    void paintEvent(QPaintEvent *event) override;
    [[nodiscard]] Theme *theme() const { return m_theme; }

private:
    void makeTitle();

    Theme *m_theme;
    ElidedLabel *m_title = nullptr;
    QHBoxLayout *m_head = nullptr;
    QVBoxLayout *m_outer = nullptr;
    QVBoxLayout *m_body = nullptr;
};

} // namespace plimsoll::views
