// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/page/pagehost.h"

#include <QElapsedTimer>

namespace plimsoll::views {

/// Identifies the newest of several queries; replies to earlier ones are dropped.
class Newest {
public:
    quint64 next(); ///< returns its id
    void forget() { m_id = 0; }
    [[nodiscard]] bool is(quint64 id) const { return id != 0 && id == m_id; }
    [[nodiscard]] bool isOut() const { return m_id != 0; }

private:
    quint64 m_id = 0; ///< id of the pending question; 0: none
};

/// Sends the queries of a page one at a time; the newest replaces earlier ones, whose replies are dropped. GUI thread.
class Question final : public QObject {
    Q_OBJECT

public:
    /// keep() waits at least `interval` between queries.
    explicit Question(PageHost *host, QObject *parent, std::chrono::milliseconds interval = {});

    void ask(const Place &place, const BrowseRequest::Query &query);
    /// Called at every tick of a visible page: repeats the query, at most one in flight, and again after a timeout.
    /// Large answers are asked for less often, so that a page reads about 1 MiB a second at most. A query that the host
    /// refused is asked at once when it no longer does.
    void keep(const Place &place, const BrowseRequest::Query &query);
    /// Drops the pending query; keep() then asks at once.
    void forget();
    [[nodiscard]] bool isOut() const;

    /// Connects replies of type `Answer` to a slot of `receiver`.
    template <typename Receiver, typename Answer> void tell(Receiver *receiver, void (Receiver::*to)(const Answer &))
    {
        connect(this, &Question::answered, receiver, [receiver, to](const BrowseResult::Answer &answer) {
            if (const auto *wanted = std::get_if<Answer>(&answer)) {
                (receiver->*to)(*wanted);
            }
        });
    }

signals:
    void answered(const plimsoll::BrowseResult::Answer &answer); ///< never an error
    void failed(const QString &why);

private:
    void deliver(const BrowseResult &result);

    PageHost *m_host;
    std::chrono::milliseconds m_interval;
    std::chrono::milliseconds m_pause{}; ///< after the last answer, by its size
    QElapsedTimer m_since;
    Newest m_newest;
    bool m_isRefused = false; ///< by the host, which shows the past
};

} // namespace plimsoll::views
