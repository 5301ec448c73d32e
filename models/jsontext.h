// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace plimsoll::models {

/// JSON laid out to be edited, two spaces a level. Order, spelling of numbers and doubled names stay, which a parser
/// that builds a tree would lose.
QByteArray spreadJson(const QByteArray &json);

/// JSON as a program writes it that writes `like`: without spaces, or with one behind each ':' and ','. As it is where
/// `like` is written in another way.
QByteArray jsonLike(const QByteArray &json, const QByteArray &like);

/// Whether `like` is written in such a way: what is laid out comes back to the same bytes.
bool comesBack(const QByteArray &like);

} // namespace plimsoll::models
