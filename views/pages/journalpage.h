// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/operation.h"
#include "views/page/page.h"

class QGridLayout;
class QLabel;
class QPushButton;
class QScrollArea;
class QSortFilterProxyModel;
class QStackedWidget;
class QVBoxLayout;

namespace plimsoll::models {
class JournalModel;
}

namespace plimsoll::views {

class Card;
class ElidedLabel;
class Notice;
class OperationGate;
class TableView;

/// Lists every operation run from this computer, by window or command line: effect, target, and whether it can be
/// undone. GUI thread.
class JournalPage final : public Page {
    Q_OBJECT

public:
    explicit JournalPage(const PageContext &context, QWidget *parent = nullptr);

    void apply(const SnapshotPtr &snapshot) override;
    void setFilter(const QString &text) override;

protected:
    void showEvent(QShowEvent *event) override;

private:
    void setOperations(const std::vector<plimsoll::OperationReport> &operations);
    void showOperations();
    void setError(const QString &text);
    void setElements(const QString &operation, const std::vector<QByteArray> &elements);
    /// Selects the operation, now or once it is listed.
    void showOperation(const QString &operation);
    void makeHead(QVBoxLayout *page);
    [[nodiscard]] QWidget *makeDetails();
    void showContent();
    void showDetails();
    QLabel *addDetail(const QString &name, const QString &value, bool mono = false);
    void updateUndo();
    void checkUndos(bool isOpen, const QString &selected);
    void setLost(const QString &operation, const QString &why);
    [[nodiscard]] std::vector<OperationReport> shownOperations() const;
    [[nodiscard]] const OperationReport *current() const;

    std::vector<OperationReport> m_operations; ///< including hidden ones
    std::chrono::milliseconds m_until{}; ///< selected past moment, which hides later operations; 0 for the present
    models::JournalModel *m_model;
    QSortFilterProxyModel *m_filter;
    TableView *m_table;
    Notice *m_notice;
    QStackedWidget *m_stack;
    QPushButton *m_export = nullptr;
    Card *m_details = nullptr;
    QGridLayout *m_fields = nullptr;
    QPushButton *m_undo = nullptr;
    QScrollArea *m_scroll = nullptr;
    ElidedLabel *m_count = nullptr;
    QLabel *m_elements = nullptr; ///< sample elements in the details
    QString m_elementsOf; ///< operation of the sample elements
    QStringList m_checked; ///< operations of which it was asked whether the server still has their data
    QString m_wanted; ///< operation to select once listed
    QString m_error;
    bool m_loaded = false;
};

} // namespace plimsoll::views
