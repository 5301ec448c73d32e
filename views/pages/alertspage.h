// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/alerttext.h"
#include "views/page/page.h"

#include <QPointer>

class QAction;
class QButtonGroup;
class QLabel;
class QMenu;
class QPushButton;
class QStackedWidget;
class QToolButton;
class QVBoxLayout;

namespace plimsoll::views {

class AlertPanel;
class AlertsCard;
class ElidedLabel;

/// The alerts of the workspace, active or past ones, and next to them all details of the selected one. Emits the
/// user's actions to its host. GUI thread.
class AlertsPage final : public Page {
    Q_OBJECT

public:
    explicit AlertsPage(const PageContext &context, QWidget *parent = nullptr);
    ~AlertsPage() override;
    Q_DISABLE_COPY_MOVE(AlertsPage)

    void apply(const SnapshotPtr &snapshot) override;
    void setFilter(const QString &text) override;
    [[nodiscard]] QString filterText() const override { return m_filterText; }
    [[nodiscard]] QWidget *side() override;
    /// Excludes the buttons that are available elsewhere.
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void makeHead(QVBoxLayout *page);
    /// Returns the width of the head with this text and its first `buttons` buttons.
    [[nodiscard]] int headWidth(std::size_t buttons, int line) const;
    void fitHead();
    [[nodiscard]] QString shortSummary() const;
    [[nodiscard]] QString curvesTitle() const;
    QAction *addAction(const QString &text, const char *name);
    void fillMute(QMenu *menu);
    void makeTabs(QVBoxLayout *page);
    void makeMore();
    void setAlerts(const AlertList &alerts);
    void refresh();
    void showHead();
    void showSelection();
    /// Selects an alert in its table and shows that; false if none lists it.
    bool select(const QString &alert);
    void showAlert(const QString &alert);
    void sayAcknowledged(bool acknowledged);
    void mute(std::chrono::milliseconds length);
    void openItsCollection();
    [[nodiscard]] std::chrono::milliseconds now() const;
    [[nodiscard]] const Alert *current() const;
    [[nodiscard]] QStringList selected() const;
    [[nodiscard]] bool isAnySelected(bool acknowledged) const; ///< considers only active alerts

    AlertList m_alerts; ///< current alerts
    AlertList m_shown; ///< current alerts, or those of a past moment
    std::chrono::milliseconds m_shownAt{}; ///< time of m_shown; 0 for now
    SnapshotPtr m_snapshot;
    QString m_trouble, m_wanted, m_filterText;
    QString m_summary; ///< number of alerts by state, in the head
    bool m_behind = false; ///< true if the page was left, or updates arrived while it was hidden
    bool m_areNew = true; ///< true if alerts changed since shown
    QLabel *m_title = nullptr;
    ElidedLabel *m_line = nullptr;
    QPushButton *m_acknowledge = nullptr, *m_mute = nullptr, *m_note = nullptr, *m_open = nullptr;
    QToolButton *m_more = nullptr;
    QAction *m_menuEnd = nullptr; ///< before which the menu has the actions whose buttons are hidden
    QAction *m_test = nullptr; ///< sends a test notification
    std::vector<QAction *> m_actions; ///< actions in the context menu of rows
    QButtonGroup *m_tabs; ///< chooses one of m_cards
    QStackedWidget *m_cards;
    AlertsCard *m_active, *m_past;
    QPointer<AlertPanel> m_panel; ///< next to the page, with another parent
};

} // namespace plimsoll::views
