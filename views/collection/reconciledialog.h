// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/operations/offers.h"
#include "views/page/page.h"

#include <QDialog>
#include <QElapsedTimer>
#include <QTimer>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace plimsoll::models {
class ElementModel;
class ElementOutcomes;
} // namespace plimsoll::models

namespace plimsoll::views {

class OfferAction;
class Reconciling;
class RowsProxy;
class TableView;

/// The jobs of a collection held against their records, while the window goes on: which of them have none, which
/// records are queued nowhere, and what can be done about both. GUI thread.
class ReconcileDialog final : public QDialog {
    Q_OBJECT

public:
    ReconcileDialog(const PageContext &context, const Place &place, QWidget *parent = nullptr);

    /// `serverNow`: ages count on from there.
    void start(std::chrono::milliseconds serverNow);
    /// Elements of both tables.
    [[nodiscard]] std::vector<Element> shownElements() const;

private:
    /// A result table (there are two) and the operations on its rows.
    struct Part {
        QLabel *progress = nullptr;
        TableView *table = nullptr;
        models::ElementModel *model = nullptr;
        RowsProxy *rows = nullptr; ///< rows of the model; removed rows stay, struck out
        std::vector<OfferAction *> actions;
    };

    Part addPart(QVBoxLayout *layout, const QString &title, const QString &help, const char *name,
                 const std::vector<Offer> &offers);
    /// True if a job held by a worker can be told from a lost one.
    [[nodiscard]] bool canTellLost() const;
    [[nodiscard]] Offer offer(const char *name, const QString &title, Action action) const;
    /// Selected elements, else all.
    [[nodiscard]] std::vector<Element> chosen(const Part &part) const;
    void look();
    void refresh();
    void showPart(Part &part, std::vector<Element> elements, const QString &progress);
    void refreshOffers(Part &part, bool byId);
    void setNow();
    [[nodiscard]] std::chrono::milliseconds now() const;
    void step();

    PageContext m_context;
    Place m_place;
    Reconciling *m_reconciling;
    models::ElementOutcomes *m_outcomes; ///< also of what is taken once the page beneath was left
    Part m_withoutRecord, m_nowhere;
    QTimer m_ticks;
    QElapsedTimer m_elapsed; ///< since it was `m_serverAt` at the server
    std::chrono::milliseconds m_serverAt{};
    std::chrono::milliseconds m_lookedAt{}; ///< when the last look began: ages of elements are of that moment
    QLabel *m_note;
    QPushButton *m_button; ///< stop, go on, look again
};

} // namespace plimsoll::views
