// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/alerttext.h"
#include "views/page/page.h"

#include <QElapsedTimer>
#include <QWidget>

class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace plimsoll::views {

class Badge;
class ElidedLabel;
class TimeChart;
class WrappedLabel;

/// All details of the selected alert, next to the tables: its figure and limits, cause and forecast, notifications, and
/// notes. GUI thread.
class AlertPanel final : public QWidget {
    Q_OBJECT

public:
    explicit AlertPanel(const PageContext &context, QWidget *parent = nullptr);

    /// `alert` is null if none is selected; `past` are ended alerts, newest first.
    void show(const Alert *alert, const SnapshotPtr &snapshot, const std::vector<Alert> &past);
    void focusNote();

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void noteAdded(const QString &text);
    void limitEditRequested(std::size_t collection, const QString &figure);
    void unacknowledgeRequested();

protected:
    void paintEvent(QPaintEvent *event) override;
    /// Escape clears the note field before it does anything else.
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Field {
        QLabel *name = nullptr;
        WrappedLabel *value = nullptr;
    };

    [[nodiscard]] QWidget *makeBody();
    /// Returns true if the snapshot is of a past moment.
    [[nodiscard]] bool isPast(const SnapshotPtr &snapshot) const;
    [[nodiscard]] StateSince levelOf(const Alert &alert, const SnapshotPtr &snapshot) const;
    Field addField(const QString &name);
    static void set(const Field &field, const QString &text, const QString &hover = {});
    QLabel *addHeading(QVBoxLayout *layout, const QString &text);
    void showFields(const Alert &alert, const SnapshotPtr &snapshot);
    void showChart(const Alert &alert, const SnapshotPtr &snapshot);
    void showTold(const Alert &alert, std::chrono::milliseconds now);
    void showNotes(const Alert &alert, std::chrono::milliseconds now);

    PageContext m_context;
    QLabel *m_empty;
    QScrollArea *m_scroll;
    ElidedLabel *m_title = nullptr;
    Badge *m_badge = nullptr;
    TimeChart *m_chart = nullptr;
    QGridLayout *m_fields = nullptr;
    Field m_rule, m_clears, m_began, m_worst, m_forecast, m_taken, m_muted, m_ended;
    QGridLayout *m_told = nullptr;
    QVBoxLayout *m_notes = nullptr;
    QLineEdit *m_note = nullptr;
    WrappedLabel *m_before = nullptr;
    QPushButton *m_then = nullptr, *m_edit = nullptr, *m_unacknowledge = nullptr;
    std::chrono::milliseconds m_beganAt{}; ///< moment shown by m_then
    QString m_alert; ///< id of the alert in the chart
    std::optional<std::size_t> m_collection;
    QString m_figure; ///< id of the figure that the alert is about; empty: none
    std::vector<AlertTelling> m_shownTold;
    std::vector<AlertNote> m_shownNotes;
    QElapsedTimer m_notedAt;
    QString m_noted; ///< note being stored, kept in the field until then
    bool m_isFilled = false; ///< true once notifications and notes are filled in
};

} // namespace plimsoll::views
