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

/// Who is in this set and in none of the others, in all of them, in any: of two sets or more, counted by the server
/// where that is bounded and else told by a sample, and said as what it is. GUI thread.
class SetToolsCard final : public Card {
    Q_OBJECT

public:
    SetToolsCard(Theme *theme, PageHost *host, QWidget *parent = nullptr);

    /// Another collection; `keys`: those of its set now.
    void open(const Place &place, const std::vector<QByteArray> &keys);
    /// The same, by the newest snapshot.
    void follow(const Place &place) { m_place = place; }

signals:
    void membersWanted(const std::vector<plimsoll::Element> &members, const QString &text);

private:
    void ask();
    void tell(const SetsAnswer &answer);
    [[nodiscard]] std::vector<QByteArray> others() const;

    Place m_place;
    Question *m_question;
    QComboBox *m_mine; ///< of several shards, which
    QComboBox *m_which;
    QLineEdit *m_others;
    QPushButton *m_ask;
    QLabel *m_answer;
    QPushButton *m_show;
    SetsQuery m_asked;
    SetsAnswer m_told;
};

} // namespace plimsoll::views
