// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <chrono>

class QComboBox;
class QSpinBox;

namespace plimsoll::views {

/// A duration as a number and a unit. GUI thread.
class DurationField final : public QWidget {
    Q_OBJECT

public:
    DurationField(const QString &accessibleName, std::chrono::seconds duration, QWidget *parent = nullptr);

    [[nodiscard]] std::chrono::milliseconds duration() const;

signals:
    void changed();

private:
    QSpinBox *m_number;
    QComboBox *m_unit;
};

} // namespace plimsoll::views
