// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/kind.h"

#include <QJsonObject>

class QCheckBox;
class QLineEdit;
class QWidget;

namespace plimsoll::views {

/// The fields of one figure's limit, in a row that owns them. A value; GUI thread.
struct LimitFields {
    /// `limit`: as the workspace has it; Undefined where there is none, null where it is turned off.
    LimitFields(const FigureSpec &figure, const QJsonValue &limit);

    /// As it would stand in the workspace.
    [[nodiscard]] QJsonValue value() const;
    /// Fills what is empty; false: something is typed there, or there is nothing to propose.
    [[nodiscard]] bool propose(const QJsonObject &proposed) const;

    Unit unit;
    QJsonObject rest; ///< what is not shown here, and stays as it is
    QLineEdit *warning;
    QLineEdit *critical;
    QCheckBox *below;
    QLineEdit *holdFor;
    QWidget *row;
};

} // namespace plimsoll::views
