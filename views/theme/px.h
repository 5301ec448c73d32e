// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <algorithm>

namespace plimsoll::views {

/// A length in device-independent pixels at 100 %, which converts to the current zoom of the window. Sizes next to text
/// have this type, so that they grow with the text. GUI thread.
class Px final {
public:
    constexpr explicit Px(int pixels) : m_pixels(pixels) { }

    // NOLINTNEXTLINE(*-explicit-*): it stands wherever a number of pixels does
    operator int() const { return m_pixels == 0 ? 0 : scaled(m_pixels, s_zoom); }

    /// The zoom; 1 is 100 %. Theme::setZoom() sets it.
    [[nodiscard]] static double zoom() { return s_zoom; }
    /// Scales a length, which does not vanish.
    [[nodiscard]] static int scaled(double pixels, double zoom)
    {
        const int made = qRound(pixels * zoom);
        return made == 0 && pixels > 0 ? 1 : made;
    }

private:
    friend class Theme;

    static inline double s_zoom = 1;
    int m_pixels;
};

} // namespace plimsoll::views
