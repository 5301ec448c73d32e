// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/theme/px.h"

#include <QColor>
#include <QFont>
#include <QIcon>
#include <QLatin1StringView>
#include <QObject>
#include <QPalette>

#include <array>
#include <optional>

class QApplication;
class QTimer;

namespace plimsoll::views {

/// models::Colours as Qt paints them. Palette, style sheet, delegates and charts all take them from here.
struct Tokens {
    QColor window, card, border, text, secondaryText, accent, navigation, selection;
    QColor warning, warningBackground, critical, criticalBackground, good;
    QColor onAccent; ///< text on accent and on the production badge
    QColor field; ///< background of inputs and payloads
    QColor badge; ///< background of a badge in the normal state
    QColor past, pastFrame, onPast, onPastSecondary; ///< past moment: bar, frame, and text on the bar
    std::array<QColor, 6> series;
    bool dark = false;
};

const Tokens &lightTokens();
const Tokens &darkTokens();

/// Spacing and sizes of look.md.
namespace metrics {
inline constexpr Px step{4};
inline constexpr Px cardGap{12};
inline constexpr Px pageMargin{18};
inline constexpr Px cardRadius{8};
inline constexpr Px controlRadius{6};
inline constexpr Px rowHeight{31};
} // namespace metrics

/// Provides the current tokens, the fonts and the icons. One per application, owned by app and passed to every view
/// that paints. GUI thread.
///
/// The style sheet uses these dynamic properties: "card" (bool) on frames; "role" on buttons ("primary", "destructive")
/// and on labels ("title", "heading", "secondary", "small", "figure", "mono", "critical", "warning", "good").
class Theme final : public QObject {
    Q_OBJECT

public:
    enum class Choice { System, Light, Dark };

    explicit Theme(QObject *parent = nullptr);
    /// Installs the theme at once: widgets made earlier keep the fonts of the platform.
    Theme(QApplication &application, Choice choice);

    /// Sets style, palette, style sheet and fonts of the application, and makes its labels plain text.
    void install(QApplication &application, Choice choice);
    /// Scales fonts and sizes of the whole application, in percent; bounded to the range of the zoom.
    void setZoom(int percent);
    [[nodiscard]] int zoom() const { return m_zoom; }
    /// Goes to the next larger or smaller zoom, once no further step follows: each takes up to a second in a large
    /// window.
    void stepZoom(int by);
    [[nodiscard]] int nextZoom() const { return m_nextZoom; } ///< zoom() after the steps that were asked for
    static constexpr std::array zoomSteps{70, 80, 90, 100, 110, 125, 150, 175, 200}; ///< %
    static constexpr int leastZoom = zoomSteps.front(), mostZoom = zoomSteps.back();

    void setChoice(Choice choice);
    /// Changes from system to light, to dark, to system.
    void setNextChoice();
    /// Sets the system's preference, used by Choice::System; nullopt for the initial palette of the platform.
    void setSystemDark(std::optional<bool> dark);
    [[nodiscard]] Choice choice() const { return m_choice; }
    [[nodiscard]] const Tokens &tokens() const;

    [[nodiscard]] QFont textFont() const; ///< 13 px at 100 %, like the others
    [[nodiscard]] QFont headingFont() const; ///< 13 px semi-bold: title of a card
    [[nodiscard]] QFont titleFont() const; ///< 18 px semi-bold
    [[nodiscard]] QFont figureFont() const; ///< 22 px semi-bold; digits line up through paintFigure()
    [[nodiscard]] QFont smallFont() const; ///< 12 px
    [[nodiscard]] QFont monoFont() const; ///< keys, ids, payloads

    /// Returns an icon of resources/icons ("warning", "critical", …) in this colour, sharp at every scale.
    [[nodiscard]] QIcon icon(QLatin1StringView name, const QColor &colour) const;

signals:
    void changed();

private:
    [[nodiscard]] bool isDark() const;
    void refresh();
    [[nodiscard]] QPalette palette() const;
    [[nodiscard]] QString styleSheet() const;

    QApplication *m_application = nullptr;
    Choice m_choice = Choice::System;
    int m_zoom = 100, m_nextZoom = 100; ///< %
    QTimer *m_zoomSoon; ///< until the next zoom is set
    bool m_paletteDark = false; ///< palette of the platform before install()
    std::optional<bool> m_systemDark;
};

/// "Follow system", "Light", "Dark".
QString choiceTitle(Theme::Choice choice);

} // namespace plimsoll::views
