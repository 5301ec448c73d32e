// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/discovery/guess.h"

#include <QByteArray>

#include <set>
#include <vector>

namespace plimsoll::redis {

/// Keys that belong to a job framework by the form of their names: its queues are laid out in ways that no kind of
/// collection describes, so they are never proposed as collections made by hand. Value; reentrant.
class FrameworkKeys final {
public:
    /// Looks at all templates first, because some frameworks show only by several keys together.
    explicit FrameworkKeys(const std::vector<ReadTemplate> &all);

    [[nodiscard]] bool owns(const QByteArray &text) const;
    /// True for an element that only a framework writes, such as a message of Celery.
    [[nodiscard]] static bool isElement(QByteArrayView element);

private:
    std::set<QByteArray> m_prefixes; ///< of names
    std::set<QByteArray> m_names; ///< whole names
};

} // namespace plimsoll::redis
