// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/page/page.h"

namespace plimsoll::models {
struct RecordedDay;
}

namespace plimsoll::views {

class ElidedLabel;

/// Line at the foot of a collection's page that proposes limits from its first recorded day. After "Review" or "Not
/// now" it does not return for that collection. Hidden if the limits fit. GUI thread.
class DayLimits final : public QWidget {
    Q_OBJECT

public:
    explicit DayLimits(const PageContext &context, QWidget *parent = nullptr);

    /// Opens a different collection and requests its recorded day.
    void open(const Place &place);
    /// Updates the collection's index after a workspace edit.
    void follow(const Place &place);
    /// Disables edits at a past moment.
    void setPast(bool past);

private:
    void showDay(const QString &collection, const QString &kind, const models::RecordedDay &day);
    void answer();
    /// Name under which answers are stored.
    [[nodiscard]] QString keptName() const;
    [[nodiscard]] bool isAnswered() const;

    PageContext m_context;
    Place m_place;
    bool m_isWanted = false, m_isPast = false;
    ElidedLabel *m_text;
};

/// The day does not fit the limits that the collection has.
bool wantsLimitsFrom(const models::RecordedDay &day, const CollectionDefinition &definition);

} // namespace plimsoll::views
