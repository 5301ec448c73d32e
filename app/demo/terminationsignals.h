// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <memory>

class QSocketNotifier;

namespace plimsoll {

/// Turns SIGINT, SIGTERM and SIGHUP into a Qt signal, so that a program ends by its own way out and everything is
/// cleaned up. A second signal of the kind ends the process at once. One at a time; GUI (main) thread.
class TerminationSignals final : public QObject {
    Q_OBJECT

public:
    explicit TerminationSignals(QObject *parent = nullptr);
    ~TerminationSignals() override;
    Q_DISABLE_COPY_MOVE(TerminationSignals)

signals:
    void asked();

private:
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace plimsoll
