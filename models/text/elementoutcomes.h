// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/operation.h"
#include "redis/types/taken.h"

#include <QHash>
#include <QList>
#include <QObject>
#include <QPointer>
#include <QString>

#include <utility>

namespace plimsoll::models {

/// Records what operations did to the elements of the open page, and when. Their rows stay and show it until the page
/// is left. GUI thread.
class ElementOutcomes final : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// An operation has started: no row of `shown` may disappear until its effect is known.
    void expect(const std::vector<Element> &shown);
    [[nodiscard]] bool isExpecting() const { return m_expecting; }
    /// Records the elements that an operation took, from its archive. `time`: end of the operation, server time. An
    /// element that was in no key before is recorded without one. `operation`: its id; empty if it cannot be undone.
    void settle(Action action, ActionVariant variant, const std::vector<TakenElement> &taken,
                std::chrono::milliseconds time, const QString &operation = {});
    /// Records an operation on all dead letters with one cause.
    void settleGroup(const OperationReport &report, const QString &errorGroup, std::chrono::milliseconds time);
    /// Records an operation on all dead letters, for groups that have no letters left.
    void settleAllGroups(const OperationReport &report, std::chrono::milliseconds time);
    /// An operation was undone: what it did to a group is true no longer.
    void forgetGroups(const QString &operation);
    /// Returns the exact bytes of the elements that the operation took, also those that only a follower still records.
    [[nodiscard]] std::vector<QByteArray> takenBy(const QString &operation) const;
    /// An operation was undone: drops the records of its elements, except of those that it still has, `taken`.
    void forgetUndone(const QString &operation, const std::vector<plimsoll::TakenElement> &taken);
    /// The element was read again later: drops its record, unless a worker has taken it as intended.
    void noteSeen(const Element &element, std::chrono::milliseconds readAt);
    /// A page was read without the element: no worker is known to have it.
    void noteUnseen(const Element &element);
    /// The page was left: its records count until its elements are read again, which a lost server delays.
    void leave();
    /// Elements were read again: drops those of their records that were there when the page was left.
    void dropLeft(const std::vector<Element> &elements);
    void dropLeftGroups();
    void clear();
    /// Copies the records of `other` from now on and keeps them when it is cleared, for views that outlive the page.
    /// Drops those of an operation that is undone.
    void follow(ElementOutcomes &other);
    /// Drops all records, because the elements are read again.
    void forget(std::chrono::milliseconds now);

    /// "requeued 03:00:04", or "in work again, requeued 03:00:04"; empty if no operation took it.
    [[nodiscard]] QString of(const Element &element) const;
    /// Server time at which an operation took it; 0 if none did.
    [[nodiscard]] std::chrono::milliseconds timeOf(const Element &element) const;
    [[nodiscard]] QString ofGroup(const QString &errorGroup, bool isEmpty) const;
    [[nodiscard]] bool hasGroups() const { return !m_groups.isEmpty() || m_allGroups; }

signals:
    void changed();
    void undone(const QString &operation, const std::vector<plimsoll::TakenElement> &taken);
    void cleared(); ///< emitted in addition; rows may show the current elements
    void left(); ///< rows may show the current elements as soon as they are read

private:
    /// Identifies a stay of an element in its key: another time means that it left and returned.
    struct Visit {
        double score = unknownFigure;
        std::optional<std::chrono::milliseconds> startedAt;

        static Visit of(const Element &element) { return {element.score, element.startedAt}; }
        [[nodiscard]] bool isSame(const Visit &other) const
        {
            return isKnown(score) && isKnown(other.score) ? score == other.score : startedAt == other.startedAt;
        }
    };
    struct Record {
        QString text;
        std::chrono::milliseconds time{};
        Visit visit; ///< the stay that the operation ended
        QString operation; ///< id
        bool isLeft = false; ///< the page was left since
        bool isTakenAgain = false; ///< a worker has taken it since
    };
    using Identity = std::pair<QByteArray, QByteArray>; ///< key and exact bytes

    void setTakenAgain(const Identity &which, bool isTaken);

    QHash<Identity, Record> m_elements;
    QHash<Identity, Visit> m_shown; ///< elements at the start of the last operation
    struct GroupRecord {
        QString operation; ///< id
        QString text;
        bool isLeft = false;
    };
    QHash<QString, GroupRecord> m_groups;
    std::optional<GroupRecord> m_allGroups; ///< operation on all groups
    std::chrono::milliseconds m_followed{}; ///< time of the newest record copied
    bool m_expecting = false;
    QList<QPointer<ElementOutcomes>> m_followers;
};

} // namespace plimsoll::models
