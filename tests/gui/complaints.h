// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRegularExpression>
#include <QTest>

namespace plimsoll::testing {

/// From now on a warning fails the test, except those about missing features of the offscreen platform.
inline void failOnComplaints()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support )")));
}

} // namespace plimsoll::testing
