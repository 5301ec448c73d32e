// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRegularExpression>
#include <QTest>

namespace plimsoll::testing {

/// From now on a warning fails the test; what the offscreen platform says it cannot do is none of ours.
inline void failOnComplaints()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support )")));
}

} // namespace plimsoll::testing
