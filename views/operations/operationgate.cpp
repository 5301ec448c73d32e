// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/operations/operationgate.h"

namespace plimsoll::views {

OperationGate::OperationGate(const OperationGate *outer, QObject *parent) : QObject(parent), m_outer(outer)
{
    connect(outer, &OperationGate::changed, this, &OperationGate::changed);
}

const QString &OperationGate::reason() const
{
    return m_outer != nullptr && !m_outer->isOpen() ? m_outer->reason() : m_reason;
}

void OperationGate::setReason(const QString &reason)
{
    if (reason != m_reason) {
        m_reason = reason;
        emit changed();
    }
}

} // namespace plimsoll::views
