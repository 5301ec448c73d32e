// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/operation.h"
#include "redis/types/taken.h"

#include <QHash>
#include <QObject>
#include <QString>

#include <utility>

namespace plimsoll::models {

/// What became of the elements that operations took from the page that is open, and when: their rows stay and say it
/// until the page is left. GUI thread.
class Fates final : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// An operation runs: what it takes of `shown` is not known yet, and no row may go until it is.
    void expect(const std::vector<Element> &shown);
    [[nodiscard]] bool isExpecting() const { return m_expecting; }
    /// What it took, as its archive tells; `time`: when it ended, by the server's clock. Who was nowhere before it has
    /// no key there.
    void settle(Action action, Called called, const std::vector<TakenElement> &taken, std::chrono::milliseconds time);
    /// Of dead letters, all of one cause at once.
    void settleGroup(const OperationReport &report, const QString &errorGroup, std::chrono::milliseconds time);
    /// It was read later than it was taken: it is there again, unless a worker has taken it from where it went.
    void noteSeen(const Element &element, std::chrono::milliseconds readAt);
    /// The page was left.
    void clear();
    /// Learns what the other does from now on, and keeps it when that forgets: for what stays open without its page.
    void follow(const Fates &other);
    /// All is looked at anew: whatever was taken before says nothing about it.
    void forget(std::chrono::milliseconds now);

    /// "requeued 03:00:04"; empty: nothing took it.
    [[nodiscard]] QString of(const Element &element) const;
    [[nodiscard]] QString ofGroup(const QString &errorGroup) const { return m_groups.value(errorGroup); }
    [[nodiscard]] bool hasGroups() const { return !m_groups.isEmpty(); }

signals:
    void changed();
    void cleared(); ///< besides: rows may show what is there now

private:
    /// When an element came to where it was: another time is another visit.
    struct Visit {
        double score = unknownFigure;
        std::optional<std::chrono::milliseconds> startedAt;

        static Visit of(const Element &element) { return {element.score, element.startedAt}; }
        [[nodiscard]] bool isSame(const Visit &other) const
        {
            return isKnown(score) && isKnown(other.score) ? score == other.score : startedAt == other.startedAt;
        }
    };
    struct Fate {
        QString text;
        std::chrono::milliseconds time{};
        Visit visit; ///< that was ended
    };
    using Identity = std::pair<QByteArray, QByteArray>; ///< key and exact bytes

    QHash<Identity, Fate> m_elements;
    QHash<Identity, Visit> m_shown; ///< when the operation began that runs, or ran last
    QHash<QString, QString> m_groups;
    std::chrono::milliseconds m_followed{}; ///< the time of the newest that the other was asked for
    bool m_expecting = false;
};

} // namespace plimsoll::models
