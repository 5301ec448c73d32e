// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/history/history.h"
#include "redis/collections/kinds.h"
#include "tests/gui/notedservices.h"
#include "views/window/sessionview.h"

#include <chrono>
#include <functional>

namespace plimsoll::testing {

/// The view of a session and its history: what a connection and the services would say, the test does.
class MadeSession {
public:
    using Answer = std::function<BrowseResult(const BrowseRequest &asked)>;

    explicit MadeSession(views::Theme &theme, const Answer &answer = {})
        : window(services.context(theme, &history), redis::kindInfos())
    {
        if (answer) {
            QObject::connect(&window.host(), &views::PageHost::asked, &window,
                             [this, answer](const auto &asked) { window.answer(answer(asked)); });
        }
        QObject::connect(&window, &views::SessionView::shownChanged, &window, [this] {
            const std::set<std::size_t> shown = window.shown();
            history.setFollowed({shown.begin(), shown.end()});
        });
    }
    ~MadeSession() = default;
    Q_DISABLE_COPY_MOVE(MadeSession)

    void say(const models::ConnectionStatus &status)
    {
        window.setConnection(status);
        history.setInterval(status.interval);
    }
    void sayConnected()
    {
        models::ConnectionStatus status;
        status.state = models::ConnectionStatus::State::Connected;
        say(status);
    }
    void answer(const BrowseResult &result) { window.answer(result); }
    void gap(std::chrono::milliseconds time) { history.noteGap(time); }
    void setOld(bool old) { window.setOld(old); }
    void tick(const SnapshotPtr &snapshot)
    {
        history.apply(snapshot);
        window.apply(history.judged());
    }

    NotedServices services;
    models::History history;
    views::SessionView window;
};

} // namespace plimsoll::testing
