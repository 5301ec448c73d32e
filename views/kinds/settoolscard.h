// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/page/pagehost.h"
#include "views/widgets/card.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace plimsoll::views {

class Question;

/// Compares two or more sets: members only in this set, in all of them, or in any. Counts are exact if their cost is
/// bounded, else labelled estimates from a sample. GUI thread.
class SetToolsCard final : public Card {
    Q_OBJECT

public:
    SetToolsCard(Theme *theme, PageHost *host, QWidget *parent = nullptr);

    /// Opens a different collection; `keys`: current keys of its set.
    void open(const Place &place, const std::vector<QByteArray> &keys);
    /// Updates the place to the newest snapshot.
    void follow(const Place &place) { m_place = place; }

signals:
    void membersWanted(const std::vector<plimsoll::Element> &members, const QString &text);

private:
    void ask();
    void tell(const SetsAnswer &answer);
    [[nodiscard]] std::vector<QByteArray> others() const;

    Place m_place;
    Question *m_question;
    QComboBox *m_mine; ///< choice of a shard
    QComboBox *m_which;
    QLineEdit *m_others;
    QPushButton *m_ask;
    QLabel *m_answer;
    QPushButton *m_show;
    SetsQuery m_asked;
    SetsAnswer m_told;
};

} // namespace plimsoll::views
