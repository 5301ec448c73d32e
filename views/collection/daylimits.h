// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/page/page.h"

namespace plimsoll::models {
struct RecordedDay;
}

namespace plimsoll::views {

class ElidedLabel;

/// The line at the foot of a collection's page that proposes limits from its first recorded day, once: whoever says
/// "Review" or "Not now" is not asked of that collection again. Not there where the limits fit. GUI thread.
class DayLimits final : public QWidget {
    Q_OBJECT

public:
    explicit DayLimits(const PageContext &context, QWidget *parent = nullptr);

    /// Another collection is shown: its day is asked for.
    void open(const Place &place);
    /// The same, in another place of the edited workspace.
    void follow(const Place &place);
    /// A past moment is looked at, in which nothing is edited.
    void setPast(bool past);

private:
    void take(const QString &collection, const QString &kind, const models::RecordedDay &day);
    void answer();
    /// Whose answers are kept.
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
