// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/text/elementtext.h"
#include "models/table/tablemodel.h"
#include "redis/types/browse.h"
#include "redis/types/errorgroup.h"

namespace plimsoll::models {

class ElementOutcomes;

/// Dead letters with the same cause.
struct DeadGroup {
    QString error; ///< normalised error (errorGroup()), the identity of the group
    QString text; ///< common message, with the numbers that all letters share; redacted
    QString jobClass; ///< class of the first letter; the text adds "…" if there are several
    int classes = 0; ///< number of different classes
    qint64 count = 0;
    qint64 before = 0; ///< count while letters were left, of a group that has none any more
    double share = 0; ///< share of all counted letters, 0 to 1
    std::optional<std::chrono::milliseconds> first, last; ///< known times of failure, Unix
    qint64 untimed = 0; ///< number of letters whose time of failure is unknown
    std::vector<Element> letters; ///< the first letters, for inspection
};

/// Dead letters grouped by normalised error, the largest group first, built page by page. GUI thread.
class DeadGroupModel final : public TableModel<DeadGroup> {
    Q_OBJECT

public:
    enum class Column { Error, Class, Count, Share, First, Last };

    explicit DeadGroupModel(QObject *parent = nullptr);

    /// Starts a new count; the rows stay until finish(). Without it, add() continues the count before.
    void begin();
    void add(const std::vector<Element> &letters);
    /// Shows what was added since begin(). If `held`, existing rows keep their places, with 0 if no letter is left, and
    /// new rows are appended.
    void finish(std::chrono::milliseconds serverNow, bool held);
    /// Lets the times of the groups go on between two counts.
    void setNow(std::chrono::milliseconds serverNow); ///< does nothing while the rows are stale
    /// Sets what is hidden of errors and classes.
    void setRules(const ElementRules &rules) { m_rules = rules; }
    /// Sets the effects of operations on whole groups; null: none are shown.
    void setOutcomes(ElementOutcomes *outcomes);
    /// Letters added since begin().
    [[nodiscard]] qint64 counted() const { return m_counted; }
    [[nodiscard]] const DeadGroup &groupAt(int row) const { return rowAt(row); }
    [[nodiscard]] int causes() const; ///< number of groups with letters left
    void clear();

private:
    struct Counting {
        DeadGroup group;
        ErrorParts parts; ///< common parts of its messages
        QStringList classes; ///< different classes, bounded
        qsizetype bytes = 0; ///< size of the stored letters
    };

    ElementOutcomes *m_outcomes = nullptr;
    ElementRules m_rules;
    QHash<QString, Counting> m_counting;
    qint64 m_counted = 0;
    std::chrono::milliseconds m_now{};
};

} // namespace plimsoll::models
