// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace plimsoll::models {

/// Pretty-prints JSON with two spaces per level. Keeps order, number format and duplicate names, which a parsed tree
/// would lose.
QByteArray spreadJson(const QByteArray &json);

/// Formats JSON in the style of `like`: without spaces, or with one after each ':' and ','. Returns it unchanged if
/// `like` has another style.
QByteArray jsonLike(const QByteArray &json, const QByteArray &like);

/// True if jsonLike() restores `like` byte for byte from its pretty-printed form.
bool comesBack(const QByteArray &like);

} // namespace plimsoll::models
