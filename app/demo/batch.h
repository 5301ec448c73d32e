// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/wire/pipeline.h"
#include "redis/wire/reply.h"

#include <QString>

#include <functional>
#include <initializer_list>
#include <span>
#include <vector>

namespace plimsoll::demo {

/// Commands of one step of the workload, each with a handler for its reply. A handler may add commands to the batch of
/// the next step, like a worker that acts on the job it received.
class Batch {
public:
    using Handler = std::function<void(const redis::Reply &reply, Batch &next)>;

    void add(std::initializer_list<QByteArrayView> arguments, Handler handler = {})
    {
        m_pipeline.add(arguments);
        m_handlers.push_back(std::move(handler));
    }
    void add(std::span<const QByteArrayView> arguments, Handler handler = {})
    {
        m_pipeline.add(arguments);
        m_handlers.push_back(std::move(handler));
    }
    [[nodiscard]] const redis::Pipeline &pipeline() const { return m_pipeline; }

    /// Describes the step to the user. A minor caption is shown only if no other was shown recently.
    struct Caption {
        QString text;
        bool minor = false;
    };
    void tell(const QString &text) { m_told.push_back({text, false}); }
    void tellMinor(const QString &text) { m_told.push_back({text, true}); }
    [[nodiscard]] const std::vector<Caption> &told() const { return m_told; }

    /// Hands each reply to its handler; an error reply goes to `failed` instead.
    void deliver(std::span<const redis::Reply> replies, Batch &next,
                 const std::function<void(const redis::Reply &)> &failed) const
    {
        for (std::size_t i = 0; i < replies.size() && i < m_handlers.size(); ++i) {
            if (replies[i].isError()) {
                failed(replies[i]);
            } else if (m_handlers[i]) {
                m_handlers[i](replies[i], next);
            }
        }
    }

private:
    redis::Pipeline m_pipeline;
    std::vector<Handler> m_handlers;
    std::vector<Caption> m_told;
};

} // namespace plimsoll::demo
