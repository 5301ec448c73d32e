// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/collection/collectionpage.h"

class QLineEdit;
class QPushButton;

namespace plimsoll::views {

class ElementsPanel;
class Question;
class SetToolsCard;

/// A set: its members by cursor or by chance, whether one is in it, how it relates to another set. GUI thread.
class MembersPage final : public CollectionPage {
    Q_OBJECT

public:
    explicit MembersPage(const PageContext &context, QWidget *parent = nullptr);

protected:
    [[nodiscard]] std::vector<TileText> tiles(const Figures &figures) const override;
    [[nodiscard]] QString description(const Figures &figures) const override;
    void reset() override;
    void refresh(const Figures &figures) override;

private:
    [[nodiscard]] QWidget *makeLookUp();
    [[nodiscard]] QWidget *makeCompare();
    void showMember(const MemberAnswer &answer);
    void showSample(const ElementsPage &page);
    void showComparison(const CompareAnswer &answer);

    ElementsPanel *m_panel;
    TimeChart *m_chart;
    QLineEdit *m_member = nullptr;
    QLabel *m_memberAnswer = nullptr;
    QLineEdit *m_otherKey = nullptr;
    QPushButton *m_compare = nullptr;
    QLabel *m_comparison = nullptr;
    SetToolsCard *m_sets;
    Question *m_lookUp;
    Question *m_sampling;
    Question *m_comparing;
    std::vector<QByteArray> m_setKeys; ///< keys of the displayed period
};

} // namespace plimsoll::views
