// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/page/page.h"

class QComboBox;
class QLabel;

namespace plimsoll::views {

class Question;

/// The choice of the period that a page shows: the present one, or an earlier one that the server still has keys of,
/// which is only looked at. Not there where there is nothing to choose. GUI thread.
class PeriodBar final : public QWidget {
    Q_OBJECT

public:
    explicit PeriodBar(const PageContext &context, QWidget *parent);

    /// Opens a different collection at its current period.
    void open();
    /// Sends due requests and returns the snapshot to show: the newest, or a copy with the collection in the chosen
    /// period.
    [[nodiscard]] SnapshotPtr shown(const SnapshotPtr &newest, std::size_t collection);
    /// Server time of the earlier period; 0: it is the present one.
    [[nodiscard]] std::chrono::milliseconds keysAt() const { return m_chosen; }
    [[nodiscard]] bool isEarlier() const { return m_chosen.count() != 0; }
    [[nodiscard]] QString text() const; ///< description of an earlier period
    void choose(std::chrono::milliseconds begin);

signals:
    void chosen(); ///< the chosen period changed

private:
    void showPeriods(const PeriodsAnswer &answer);
    void takeFigures(const FiguresAnswer &answer);
    void fill();
    [[nodiscard]] SnapshotPtr earlier(const SnapshotPtr &newest, std::size_t collection) const;

    Question *m_which;
    Question *m_reading;
    QComboBox *m_chooser;
    QLabel *m_note;
    PeriodsAnswer m_periods;
    std::chrono::milliseconds m_now{}; ///< server time
    std::chrono::milliseconds m_askedIn{}; ///< period at the last request of the list
    std::chrono::milliseconds m_chosen{};
    std::vector<std::chrono::milliseconds> m_listed; ///< entries of the chooser after the present period
    std::optional<FiguresAnswer> m_figures;
    QString m_unread; ///< why the figures could not be read
    QString m_untold; ///< why the list of periods is unknown
};

/// "22.11.2026", or "22.11.2026 13:00" of an hour.
QString periodTitle(std::chrono::milliseconds begin, std::chrono::milliseconds length);

} // namespace plimsoll::views
