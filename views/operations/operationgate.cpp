// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/operations/operationgate.h"

namespace plimsoll::views {

void OperationGate::setReason(const QString &reason)
{
    if (reason != m_reason) {
        m_reason = reason;
        emit changed();
    }
}

} // namespace plimsoll::views
