// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/page/page.h"

#include <QStringList>

class QGridLayout;
class QLabel;
class QPushButton;
class QScrollArea;

namespace plimsoll::models {
struct ProposalRow;
}

namespace plimsoll::views {

class ElidedLabel;
class Question;
class WrappedLabel;

/// All details of the selected proposal, next to the table: why it is one, its keys, its figures now, and a few
/// elements. GUI thread.
class FindPanel final : public QWidget {
    Q_OBJECT

public:
    explicit FindPanel(const PageContext &context, QWidget *parent = nullptr);

    /// `row` is null if no proposal is selected.
    void show(const models::ProposalRow *row);
    /// Shows the figures of the proposal, if the snapshot of the preview has them.
    void apply(const SnapshotPtr &preview);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void changeRequested();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    [[nodiscard]] QWidget *makeBody();
    void showKeys();
    void showFigures(const Snapshot &snapshot, std::size_t row);
    void sampleElements(const Snapshot &snapshot, std::size_t row);
    void showElements(const ElementsPage &page);

    PageContext m_context;
    PageHost m_preview; ///< host of the questions about elements
    Question *m_question;
    QLabel *m_empty;
    QScrollArea *m_scroll;
    ElidedLabel *m_title = nullptr;
    WrappedLabel *m_kind = nullptr, *m_reason = nullptr, *m_elements = nullptr;
    QGridLayout *m_figures = nullptr, *m_keys = nullptr;
    QStringList m_figureNames; ///< names shown in m_figures
    std::vector<WrappedLabel *> m_figureValues; ///< labels of the values, in the order of m_figureNames
    QLabel *m_elementsTitle = nullptr;
    QPushButton *m_change = nullptr;
    std::optional<CollectionDefinition> m_definition; ///< definition of the proposal on screen
};

} // namespace plimsoll::views
