// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session.h"

#include <QThreadPool>

#include <chrono>
#include <functional>
#include <utility>

namespace plimsoll::testing {

/// A session as the program's, but for its server: what a connection would say, the test does.
class MadeSession {
public:
    using Answer = std::function<BrowseResult(const BrowseRequest &asked)>;

    explicit MadeSession(views::Theme &theme, const Answer &answer = {})
        : m_session(&theme, m_files), window(m_session.view()), history(m_session.history())
    {
        if (answer) {
            QObject::connect(&window.host(), &views::PageHost::asked, &window,
                             [this, answer](const auto &asked) { this->answer(answer(asked)); });
        }
    }
    ~MadeSession() = default;
    Q_DISABLE_COPY_MOVE(MadeSession)

    void say(const views::ConnectionStatus &status) { emit m_session.connection().statusChanged(status); }
    void sayConnected()
    {
        views::ConnectionStatus status;
        status.state = views::ConnectionStatus::State::Connected;
        say(status);
    }
    void answer(const BrowseResult &result) { emit m_session.connection().answered(result); }
    void gap(std::chrono::milliseconds time) { emit m_session.connection().gap(time); }
    void setOld(bool old) { emit m_session.connection().oldChanged(old); }
    void tick(const SnapshotPtr &snapshot) { emit m_session.connection().snapshotReady(snapshot); }

private:
    QThreadPool m_files;
    app::Session m_session;

public: // of the session
    views::SessionView &window;
    models::History &history;
};

} // namespace plimsoll::testing
