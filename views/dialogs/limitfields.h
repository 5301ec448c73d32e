// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/kind.h"

#include <QJsonObject>

class QCheckBox;
class QLineEdit;
class QWidget;

namespace plimsoll::views {

/// The fields of one figure's limit, owned by a row widget. Copyable; GUI thread.
struct LimitFields {
    /// `limit` is the workspace's value: Undefined if absent, null if turned off.
    LimitFields(const FigureSpec &figure, const QJsonValue &limit);

    /// Returns the value for the workspace.
    [[nodiscard]] QJsonValue value() const;
    /// Fills empty fields; returns false if there is input or nothing to propose.
    [[nodiscard]] bool propose(const QJsonObject &proposed) const;

    Unit unit;
    QJsonObject rest; ///< members without a field, kept unchanged
    QLineEdit *warning;
    QLineEdit *critical;
    QCheckBox *below;
    QLineEdit *holdFor;
    QWidget *row;
};

} // namespace plimsoll::views
