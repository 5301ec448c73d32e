// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/page/pagehost.h"

#include <QElapsedTimer>

namespace plimsoll::views {

/// Which of several questions is waited for: the newest. What an earlier one still brings is dropped.
class Newest {
public:
    quint64 next(); ///< its id
    void forget() { m_id = 0; }
    [[nodiscard]] bool is(quint64 id) const { return id != 0 && id == m_id; }
    [[nodiscard]] bool isOut() const { return m_id != 0; }

private:
    quint64 m_id = 0; ///< 0: none
};

/// What a page wants to know, asked one at a time: the newest question wins, and what an earlier one still brings is
/// dropped. GUI thread.
class Question final : public QObject {
    Q_OBJECT

public:
    /// keep() does not ask more often than every `interval`.
    explicit Question(PageHost *host, QObject *parent, std::chrono::milliseconds interval = {});

    void ask(const Place &place, const BrowseRequest::Query &query);
    /// At every tick of what is on screen: asks anew, never two at once, and once more where no answer comes.
    void keep(const Place &place, const BrowseRequest::Query &query);
    /// Whatever is out is no longer waited for; keep() asks at once.
    void forget();
    [[nodiscard]] bool isOut() const;

    /// Answers of the type that it takes go there.
    template <typename Receiver, typename Answer> void tell(Receiver *receiver, void (Receiver::*to)(const Answer &))
    {
        connect(this, &Question::answered, receiver, [receiver, to](const BrowseResult::Answer &answer) {
            if (const auto *wanted = std::get_if<Answer>(&answer)) {
                (receiver->*to)(*wanted);
            }
        });
    }

signals:
    void answered(const plimsoll::BrowseResult::Answer &answer); ///< not by an error
    void failed(const QString &why);

private:
    void take(const BrowseResult &result);

    PageHost *m_host;
    std::chrono::milliseconds m_interval;
    QElapsedTimer m_since;
    Newest m_newest;
};

/// Ids of questions: unique in the process.
quint64 nextQuestion();

} // namespace plimsoll::views
