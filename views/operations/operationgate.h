// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

namespace plimsoll::views {

/// Whether operations can be asked for now, and why not. One a window; everything that starts an operation follows it.
/// It explains; what enforces read-only is the connection. GUI thread.
class OperationGate final : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// Empty: they can.
    void setReason(const QString &reason);
    [[nodiscard]] const QString &reason() const { return m_reason; }
    [[nodiscard]] bool isOpen() const { return m_reason.isEmpty(); }

signals:
    void changed();

private:
    QString m_reason;
};

} // namespace plimsoll::views
