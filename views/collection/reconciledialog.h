// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/operations/offers.h"
#include "views/page/page.h"

#include <QDialog>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace plimsoll::models {
class ElementModel;
}

namespace plimsoll::views {

class OfferAction;
class Reconciling;
class TableView;

/// The jobs of a collection held against their records, while the window goes on: which of them have none, which
/// records are queued nowhere, and what can be done about both. GUI thread.
class ReconcileDialog final : public QDialog {
    Q_OBJECT

public:
    ReconcileDialog(const PageContext &context, const Place &place, QWidget *parent = nullptr);

    void start();

private:
    /// One of the two questions: its rows and what can be done to them.
    struct Part {
        QLabel *progress = nullptr;
        TableView *table = nullptr;
        models::ElementModel *model = nullptr;
        std::vector<OfferAction *> actions;
    };

    Part addPart(QVBoxLayout *layout, const QString &title, const QString &help, const char *name,
                 const std::vector<Offer> &offers);
    /// Whether a job that a worker has is known from one that is lost.
    [[nodiscard]] bool canTellLost() const;
    [[nodiscard]] Offer offer(const char *name, const QString &title, Action action) const;
    /// Those selected, else all.
    [[nodiscard]] std::vector<Element> chosen(const Part &part) const;
    void refresh();
    void refreshOffers(Part &part, bool byId);
    void step();

    PageContext m_context;
    Place m_place;
    Reconciling *m_reconciling;
    Part m_withoutRecord, m_nowhere;
    QLabel *m_note;
    QPushButton *m_button; ///< stop, go on, look again
};

} // namespace plimsoll::views
