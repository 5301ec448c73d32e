// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QHBoxLayout;
class QVBoxLayout;

namespace plimsoll::views {

class ElidedLabel;
class Theme;

/// A frame for the content of a page: a rounded rectangle with a thin border and an optional title line, which can hold
/// controls at its right end. GUI thread.
class Card : public QWidget {
    Q_OBJECT

public:
    explicit Card(Theme *theme, QWidget *parent = nullptr);
    Card(const QString &title, Theme *theme, QWidget *parent = nullptr);

    void setTitle(const QString &title);
    [[nodiscard]] QString title() const;
    /// Adds a widget at the right end of the title line.
    void addCorner(QWidget *widget);
    /// Returns the layout of the content.
    [[nodiscard]] QVBoxLayout *body() const { return m_body; }
    /// Removes the padding, for tables that reach the border.
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
