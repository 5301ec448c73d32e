// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/elementtext.h"
#include "views/operations/offers.h"
#include "views/page/page.h"

#include <functional>
#include <vector>

class QGridLayout;
class QLabel;
class QPushButton;

namespace plimsoll::views {

class Badge;
class JobTools;
class PayloadView;
class Question;
class WrappedLabel;

/// The panel on the right (F9): everything known of the selected element: fields of its record, attempts, error,
/// payload as highlighted JSON or hex, cut at 64 KiB with "load the rest". GUI thread.
class Inspector final : public QWidget {
    Q_OBJECT

public:
    explicit Inspector(const PageContext &context, QWidget *parent = nullptr);

    /// Shows what the row knows at once and asks for the rest. `rules`: what of it is not to be shown.
    void inspect(const Place &place, const Element &element, const models::ElementRules &rules);
    /// What can be done to it; after inspect().
    void offer(const std::vector<Offer> &offers);
    /// What became of it, when an operation has taken it; empty: nothing.
    void setFate(const QString &text);
    /// Takes over what the row of the element says by now. True where it is in another state: other things can be
    /// done to it.
    bool follow(const Element &element);
    void clear();
    /// The workspace was edited: the element's collection may have another place, or none.
    void followEdit(const WorkspacePtr &after);
    [[nodiscard]] bool isEmpty() const { return m_body->isHidden(); }
    /// Where what is shown was read, and what it is; unless it is empty.
    [[nodiscard]] const Place &place() const { return m_place; }
    [[nodiscard]] const Element &element() const { return m_element; }
    void setNow(std::chrono::milliseconds serverNow);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    /// A value whose text goes on with the time.
    struct Timed {
        WrappedLabel *label = nullptr;
        std::chrono::milliseconds time{};
    };

    /// What the payload's card shows.
    struct Payload {
        QByteArray field; ///< of the record; empty: the element or the record's string itself
        QByteArray bytes;
        bool isElement = false; ///< the element, in whatever bytes it is
    };

    [[nodiscard]] QWidget *makeBody();
    void placeOffers();
    void ask(qint64 maxBytes);
    void take(const JobDetail &detail);
    void sayFailed(const QString &why);
    void showElement();
    void showFields();
    void showPayload();
    void addField(const QString &name, const QString &value, const QString &hover = {}, bool mono = false);
    void addTime(const QString &name, std::optional<std::chrono::milliseconds> time);
    void addRecord();
    void addStandings();
    void clearFields();
    void showNote(const QString &text, bool error = false);
    void copyPayload();
    void copyJson();
    [[nodiscard]] bool isHidden(const QByteArray &field) const;
    [[nodiscard]] Payload payloadOf() const;

    PageContext m_context;
    QLabel *m_empty = nullptr;
    QWidget *m_body = nullptr;
    WrappedLabel *m_title = nullptr;
    Badge *m_badge = nullptr;
    QGridLayout *m_fields = nullptr;
    QLabel *m_payloadTitle = nullptr;
    PayloadView *m_payload = nullptr;
    QPushButton *m_copy = nullptr;
    QPushButton *m_rest = nullptr;
    JobTools *m_tools = nullptr;
    QWidget *m_offers = nullptr; ///< the buttons of what can be done
    QLabel *m_note = nullptr;
    std::vector<Timed> m_timed;

    Place m_place;
    Element m_element;
    Element m_row; ///< the same as its row said it last
    JobDetail m_detail;
    QString m_fate;
    models::ElementRules m_rules;
    std::chrono::milliseconds m_now{};
    Question *m_question;
    qint64 m_askedBytes = 0; ///< where the answer that is waited for will be cut; 0: nowhere
    qint64 m_shownBytes = 0; ///< where what is shown was cut; of a record's field the server does not say its size
    bool m_hasDetail = false;
};

} // namespace plimsoll::views
