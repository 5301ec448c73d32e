// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/operation.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace plimsoll::views {

class ElidedLabel;
class Notice;
class DifferenceView;
class OperationForm;
class TableView;
class Theme;

/// Preview of an operation: count, sample, exact scripts and keys, and undo. Risky operations require the collection's
/// name to be typed. The confirmed plan is the one that runs. Window-modal, opened by the user's click. GUI thread.
class OperationDialog final : public QDialog {
    Q_OBJECT

public:
    /// Number of elements from which the collection's name must be typed; always required on production.
    static constexpr qint64 typedFrom = 1'001;

    /// `serverNow`: server time, which determines the keys; nullopt: local time.
    OperationDialog(Theme *theme, const OperationRequest &request, QWidget *parent = nullptr,
                    std::optional<std::chrono::milliseconds> serverNow = {});

    /// Opens it: with the form where something has to be said first, else asking for the plan at once.
    void start();
    /// Only after planRequested().
    void showPlan(const plimsoll::PlanPtr &plan);
    void showError(const plimsoll::Error &error);
    [[nodiscard]] const OperationRequest &request() const { return m_request; }

signals:
    /// Look what this concerns; answered by showPlan() or showError().
    void planRequested(const plimsoll::OperationRequest &request);
    void confirmed(const plimsoll::PlanPtr &plan);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void buildHead(QVBoxLayout *layout);
    void buildPlan();
    void buildButtons(QVBoxLayout *layout);
    void showProduction();
    void showTitle();
    [[nodiscard]] QString workspaceName() const;
    void showStep(QWidget *step);
    void ask();
    void next();
    void offerBack();
    void showForm();
    void updateConfirm();
    void buildTiers();
    void askAnew();
    void showSample();
    void showCommands();
    void showTyping();
    void showNotice(const QString &heading, const QString &text, State state, const QString &cancel);
    void setRole(QWidget *widget, const QString &role);
    [[nodiscard]] bool isProduction() const;
    [[nodiscard]] bool hasAttempts() const;
    [[nodiscard]] bool hasTiers() const;

    Theme *m_theme;
    OperationRequest m_request; ///< request to plan
    std::chrono::milliseconds m_now; ///< server time that determines the keys
    PlanPtr m_plan; ///< null until planned
    bool m_goesBack = false; ///< the button returns to the form
    bool m_typed = false; ///< the name must be typed to confirm
    ElidedLabel *m_title = nullptr;
    QLabel *m_production = nullptr;
    OperationForm *m_form = nullptr;
    Notice *m_notice = nullptr;
    QScrollArea *m_planArea = nullptr; ///< holds the preview
    QWidget *m_preview = nullptr;
    QLabel *m_sentence = nullptr;
    TableView *m_sample = nullptr;
    DifferenceView *m_difference = nullptr; ///< replaces the sample for an edit
    QLabel *m_more = nullptr;
    QCheckBox *m_keepAttempts = nullptr;
    QWidget *m_tiers = nullptr; ///< line with m_tier
    QComboBox *m_tier = nullptr; ///< tier that requeued jobs go to
    QPlainTextEdit *m_commands = nullptr;
    QLabel *m_undo = nullptr;
    QHBoxLayout *m_undoLine = nullptr; ///< undo note, with the name to type if it fits
    QHBoxLayout *m_typeLine = nullptr; ///< name to type if it does not fit
    QLabel *m_typeLabel = nullptr;
    QLineEdit *m_name = nullptr;
    QPushButton *m_cancel = nullptr;
    QPushButton *m_confirm = nullptr;
};

} // namespace plimsoll::views
