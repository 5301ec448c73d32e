// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/text/elementtext.h"
#include "views/operations/offers.h"
#include "views/page/page.h"

#include <functional>
#include <optional>
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

/// The panel on the right (F9) with all details of the selected element: record fields, attempts, error, and the
/// payload as highlighted JSON or hex, cut at 64 KiB with "load the rest". GUI thread.
class Inspector final : public QWidget {
    Q_OBJECT

public:
    explicit Inspector(const PageContext &context, QWidget *parent = nullptr);

    /// Shows the data of the row at once and requests the rest. `rules` tell which data to redact.
    void inspect(const Place &place, const Element &element, const models::ElementRules &rules);
    /// Sets the available operations, or the reason why there are none; call after inspect(). `isAlone`: they are about
    /// this element, not about a selection that it is part of.
    void offer(const std::vector<Offer> &offers, const QString &whyNone = {}, bool isAlone = true);
    /// Sets the outcome if an operation took the element at that server time; empty if none.
    void setOutcome(const QString &text, std::chrono::milliseconds at);
    /// Updates the element from its row; returns true if its state, and so the available operations, changed.
    bool follow(const Element &element);
    /// The element left its page at this server time: its ages stop there until follow().
    void setLeft(const Element &element, std::chrono::milliseconds at);
    void clear();
    /// Follows an edit of the workspace, which may have moved or removed the collection.
    void followEdit(const WorkspacePtr &after);
    [[nodiscard]] bool isEmpty() const { return m_body->isHidden(); }
    /// Returns the collection of the element; only valid unless isEmpty().
    [[nodiscard]] const Place &place() const { return m_place; }
    [[nodiscard]] const Element &element() const { return m_element; }
    void setNow(std::chrono::milliseconds serverNow);
    /// Greys the state while the server does not answer.
    void setOld(bool old);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    /// A text that depends on the current time.
    struct Timed {
        WrappedLabel *label = nullptr;
        std::chrono::milliseconds time{};
    };

    /// The payload on display.
    struct Payload {
        QByteArray field; ///< field of the record; empty for the element or the record's string
        QByteArray bytes;
        bool isElement = false; ///< true for the element itself
    };

    [[nodiscard]] QWidget *makeBody();
    /// True if some group has the entry pending.
    [[nodiscard]] bool isPendingAnywhere() const;
    [[nodiscard]] bool areAllDeleted() const;
    void showOffers();
    void placeOffers();
    void ask(qint64 maxBytes);
    void showDetail(const JobDetail &detail);
    void sayFailed(const QString &why);
    void showElement();
    void showState();
    void showFields();
    [[nodiscard]] bool isEntry() const;
    void showNotes();
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
    QWidget *m_offers = nullptr; ///< operation buttons
    QLabel *m_note = nullptr;
    std::vector<Timed> m_timed;

    Place m_place;
    Element m_element;
    Element m_row; ///< element as last given by its row
    JobDetail m_detail;
    QString m_outcome;
    std::vector<Offer> m_offered;
    QString m_whyNone; ///< why nothing is offered; empty: something is, or nothing to say
    bool m_isAlone = true; ///< what is offered is about this element alone
    bool m_isSettled = false; ///< an entry that the row has as pending is not
    bool m_isDeleted = false; ///< an entry that is no longer in the stream
    models::ElementRules m_rules;
    bool m_isOld = false;
    std::chrono::milliseconds m_now{};
    std::optional<std::chrono::milliseconds> m_leftAt; ///< when the element was taken or left; nullopt: it is there
    Question *m_question;
    qint64 m_askedBytes = 0; ///< size at which the pending reply is truncated; 0 without a pending reply
    qint64 m_shownBytes = 0; ///< size at which the display was cut; the size of a record field is unknown
    bool m_hasDetail = false;
};

} // namespace plimsoll::views
