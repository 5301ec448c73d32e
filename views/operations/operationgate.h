// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

namespace plimsoll::views {

/// Whether operations can be asked for now, and why not. One a window, and one within it a page; everything that starts
/// an operation follows it. It explains; what enforces read-only is the connection. GUI thread.
class OperationGate final : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;
    /// One within another, of a page: closed where either is.
    OperationGate(const OperationGate *outer, QObject *parent);

    /// Empty: they can.
    void setReason(const QString &reason);
    [[nodiscard]] const QString &reason() const;
    [[nodiscard]] bool isOpen() const { return reason().isEmpty(); }

signals:
    void changed();

private:
    const OperationGate *m_outer = nullptr;
    QString m_reason;
};

} // namespace plimsoll::views
