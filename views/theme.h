// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QObject>

#include <array>

class QApplication;

namespace plimsoll::views {

/// The colours of look.md, in one place; palette, style sheet, delegates and charts all take them from here.
struct Tokens {
    QColor window, card, border, text, secondaryText, accent, navigation, selection;
    QColor warning, warningBackground, critical, criticalBackground, good;
    std::array<QColor, 6> series;
    bool dark = false;
};

const Tokens &lightTokens();
const Tokens &darkTokens();

/// Spacing and sizes of look.md, in device-independent pixels.
namespace metrics {
    inline constexpr int step = 4;
    inline constexpr int cardGap = 12;
    inline constexpr int pageMargin = 18;
    inline constexpr int cardRadius = 8;
    inline constexpr int controlRadius = 6;
    inline constexpr int rowHeight = 31;
}

/// Which tokens hold now, and the fonts. One per application, owned by app, handed to every view that paints.
/// GUI thread.
class Theme final : public QObject {
    Q_OBJECT

public:
    enum class Choice { System, Light, Dark };

    explicit Theme(QObject *parent = nullptr);

    /// Sets palette, style sheet and fonts of the application.
    void install(QApplication &application, Choice choice);
    void setChoice(Choice choice);
    [[nodiscard]] Choice choice() const { return m_choice; }
    [[nodiscard]] const Tokens &tokens() const;

    [[nodiscard]] QFont textFont() const; ///< 13 px
    [[nodiscard]] QFont titleFont() const; ///< 18 px semi-bold
    [[nodiscard]] QFont figureFont() const; ///< 22 px semi-bold, tabular digits
    [[nodiscard]] QFont smallFont() const; ///< 12 px
    [[nodiscard]] QFont monoFont() const; ///< keys, ids, payloads

signals:
    void changed();

private:
    QApplication *m_application = nullptr;
    Choice m_choice = Choice::System;
};

} // namespace plimsoll::views
