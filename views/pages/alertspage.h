// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerttext.h"
#include "views/page/page.h"

#include <QPointer>

class QAction;
class QLabel;
class QMenu;
class QPushButton;
class QVBoxLayout;

namespace plimsoll::views {

class AlertPanel;
class AlertsCard;
class ElidedLabel;

/// The alerts of the workspace: what is in trouble now and nobody has taken, what was, and all that is known of one of
/// them beside it. What people say of them it tells its host. GUI thread.
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
    /// Without the buttons that have their like elsewhere.
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void makeHead(QVBoxLayout *page);
    /// The head with the first so many of its buttons.
    [[nodiscard]] int headWidth(std::size_t buttons) const;
    QAction *addAction(const QString &text, const char *name);
    void fillMute(QMenu *menu);
    void setAlerts(const AlertList &alerts);
    void refresh();
    void showHead();
    void showSelection();
    /// Of either table: the other has none then.
    void select(AlertsCard *from);
    void showAlert(const QString &alert);
    void sayAcknowledged(bool acknowledged);
    void mute(std::chrono::milliseconds length);
    void openItsCollection();
    [[nodiscard]] std::chrono::milliseconds now() const;
    [[nodiscard]] const Alert *current() const;
    [[nodiscard]] QStringList selected() const;
    [[nodiscard]] bool isAnySelected(bool acknowledged) const; ///< of those that are active

    AlertList m_alerts; ///< as they are
    AlertList m_shown; ///< as they are, or were at the moment that is looked at
    std::chrono::milliseconds m_shownAt{}; ///< of that; 0: now
    SnapshotPtr m_snapshot;
    QString m_trouble, m_wanted, m_filterText;
    bool m_behind = false; ///< not on screen when something came
    bool m_areNew = true; ///< since they were shown
    bool m_selecting = false;
    QLabel *m_title = nullptr;
    ElidedLabel *m_line = nullptr;
    QPushButton *m_acknowledge = nullptr, *m_mute = nullptr, *m_note = nullptr, *m_open = nullptr;
    std::vector<QAction *> m_actions; ///< the same in the menu of a row
    AlertsCard *m_active, *m_past;
    QPointer<AlertPanel> m_panel; ///< beside the page, in another parent
};

} // namespace plimsoll::views
