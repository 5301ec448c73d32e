// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QIcon>
#include <QLatin1StringView>
#include <QObject>
#include <QPalette>

#include <array>
#include <optional>

class QApplication;

namespace plimsoll::views {

/// The colours of look.md, in one place; palette, style sheet, delegates and charts all take them from here.
struct Tokens {
    QColor window, card, border, text, secondaryText, accent, navigation, selection;
    QColor warning, warningBackground, critical, criticalBackground, good;
    QColor onAccent; ///< text on accent and on the production badge
    QColor field; ///< background of inputs and payloads
    QColor badge; ///< background of a badge that says nothing is wrong
    QColor past, pastFrame, onPast, onPastSecondary; ///< of a past moment: bar, frame, and what stands on the bar
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
} // namespace metrics

/// Which tokens hold now, the fonts and the icons. One per application, owned by app, handed to every view that
/// paints. GUI thread.
///
/// The style sheet knows these dynamic properties: "card" (bool) on frames; "role" on buttons ("primary",
/// "destructive") and on labels ("title", "heading", "secondary", "small", "figure", "mono", "critical", "warning",
/// "good").
class Theme final : public QObject {
    Q_OBJECT

public:
    enum class Choice { System, Light, Dark };

    explicit Theme(QObject *parent = nullptr);
    /// Installed at once: widgets made before keep fonts of the platform.
    Theme(QApplication &application, Choice choice);

    /// Sets style, palette, style sheet and fonts of the application, and that its labels are plain text.
    void install(QApplication &application, Choice choice);
    void setChoice(Choice choice);
    /// What the system wants now, for the choice System; nothing: as the platform's palette was at the start.
    void setSystemDark(std::optional<bool> dark);
    [[nodiscard]] Choice choice() const { return m_choice; }
    [[nodiscard]] const Tokens &tokens() const;

    [[nodiscard]] QFont textFont() const; ///< 13 px
    [[nodiscard]] QFont headingFont() const; ///< 13 px semi-bold: title of a card
    [[nodiscard]] QFont titleFont() const; ///< 18 px semi-bold
    [[nodiscard]] QFont figureFont() const; ///< 22 px semi-bold; digits line up through paintFigure()
    [[nodiscard]] QFont smallFont() const; ///< 12 px
    [[nodiscard]] QFont monoFont() const; ///< keys, ids, payloads

    /// An icon of resources/icons ("warning", "critical", …) in that colour; crisp at every scale.
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
    bool m_paletteDark = false; ///< the platform's, before ours
    std::optional<bool> m_systemDark;
};

} // namespace plimsoll::views
