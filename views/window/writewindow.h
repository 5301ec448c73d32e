// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QDeadlineTimer>
#include <QObject>
#include <QTimer>

#include <chrono>

namespace plimsoll::views {

/// The time for which a person has allowed changes on a production connection. It ends by itself, also over a sleep of
/// the computer, and never begins by itself. GUI thread.
class WriteWindow final : public QObject {
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds usual = std::chrono::minutes(15);

    explicit WriteWindow(QObject *parent = nullptr, std::chrono::milliseconds length = usual);

    void setOpen(bool open);
    [[nodiscard]] bool isOpen() const { return m_second.isActive(); }
    /// Rounded up; 0 if closed.
    [[nodiscard]] std::chrono::seconds left() const;

signals:
    void changed(bool open);
    void ended(); ///< closed by timeout; changed() follows
    void ticked(); ///< once a second while open

private:
    void look();

    std::chrono::milliseconds m_length;
    QDeadlineTimer m_end; ///< stands still while the computer sleeps
    QDateTime m_endOnClock; ///< may be set by hand; the earlier of the two counts
    QTimer m_second;
};

} // namespace plimsoll::views
