// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <memory>

class QSocketNotifier;

namespace plimsoll {

/// Turns SIGINT, SIGTERM and SIGHUP into a Qt signal, so that the program exits normally and cleans up. A second signal
/// of the same kind ends the process at once. At most one instance; GUI (main) thread.
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
