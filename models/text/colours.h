// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <array>

namespace plimsoll::models {

/// The colours of the window and of reports, each as 0xrrggbb.
struct Colours {
    quint32 window, card, border, text, secondaryText, accent, navigation, selection;
    quint32 warning, warningBackground, critical, criticalBackground, good;
    quint32 onAccent; ///< text on accent and on the production badge
    quint32 field; ///< background of inputs and payloads
    quint32 badge; ///< background of a badge in the normal state
    quint32 past, pastFrame, onPast, onPastSecondary; ///< past moment: bar, frame, and text on the bar
    std::array<quint32, 6> series;
};

inline constexpr Colours lightColours{
    .window = 0xf5f6f8,
    .card = 0xffffff,
    .border = 0xe2e5ea,
    .text = 0x1b1f24,
    .secondaryText = 0x5d6673,
    .accent = 0x2f6feb,
    .navigation = 0xeceef2,
    .selection = 0xdde5f4,
    .warning = 0x9a6700,
    .warningBackground = 0xfff5d6,
    .critical = 0xc62828,
    .criticalBackground = 0xfdeceb,
    .good = 0x1a8a4f,
    .onAccent = 0xffffff,
    .field = 0xf5f6f8,
    .badge = 0xeceef2,
    .past = 0x5b45a6,
    .pastFrame = 0x5b45a6,
    .onPast = 0xffffff,
    .onPastSecondary = 0xd9d2f0,
    .series = {0x0072b2, 0x56b4e9, 0x009e73, 0xe69f00, 0xd55e00, 0xcc79a7},
};

inline constexpr Colours darkColours{
    .window = 0x15171b,
    .card = 0x1d2026,
    .border = 0x2d313a,
    .text = 0xe7e9ed,
    .secondaryText = 0xa0a8b4,
    .accent = 0x7aa7ff,
    .navigation = 0x191b20,
    .selection = 0x26324a,
    .warning = 0xe3b341,
    .warningBackground = 0x3a2f12,
    .critical = 0xff7b72,
    .criticalBackground = 0x43201f,
    .good = 0x4cc764,
    .onAccent = 0x10131a,
    .field = 0x15171b,
    .badge = 0x272b33,
    .past = 0x41347c,
    .pastFrame = 0x8474d8,
    .onPast = 0xffffff,
    .onPastSecondary = 0xcbc3ea,
    .series = {0x4aa3df, 0x8fd0f5, 0x2fc79a, 0xf2b84b, 0xf08a4b, 0xe3a0c6},
};

} // namespace plimsoll::models
