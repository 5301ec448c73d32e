// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/keypattern.h"

#include <algorithm>
#include <numeric>

namespace plimsoll {

namespace {

/// Returns whether a bracket expression matches the character `c`; `glob` begins with "[" and is advanced past the
/// closing bracket.
bool hasInBrackets(QByteArrayView &glob, char c)
{
    qsizetype at = 1;
    const bool isNot = at < glob.size() && glob[at] == '^';
    at += isNot ? 1 : 0;
    bool found = false;
    for (; at < glob.size() && glob[at] != ']'; ++at) {
        if (glob[at] == '\\' && at + 1 < glob.size()) {
            ++at;
            found = found || glob[at] == c;
        } else if (at + 2 < glob.size() && glob[at + 1] == '-') {
            const auto one = static_cast<uchar>(glob[at]), other = static_cast<uchar>(glob[at + 2]);
            const uchar wanted = static_cast<uchar>(c);
            found = found || (wanted >= std::min(one, other) && wanted <= std::max(one, other));
            at += 2;
        } else {
            found = found || glob[at] == c;
        }
    }
    glob = glob.sliced(std::min(at + 1, glob.size()));
    return found != isNot;
}

/// Matches like the server. Backtracks only to the last star, so that the time is at most the product of both lengths.
bool isMatch(QByteArrayView glob, QByteArrayView key)
{
    std::optional<QByteArrayView> afterStar;
    QByteArrayView retry;
    while (true) {
        if (!glob.isEmpty() && glob.front() == '*') {
            glob = glob.sliced(1);
            afterStar = glob;
            retry = key;
            continue;
        }
        if (glob.isEmpty() && key.isEmpty()) {
            return true;
        }
        bool fits = !glob.isEmpty() && !key.isEmpty();
        if (fits && glob.front() == '[') {
            fits = hasInBrackets(glob, key.front());
        } else if (fits) {
            const bool isEscaped = glob.front() == '\\' && glob.size() > 1;
            glob = glob.sliced(isEscaped ? 1 : 0);
            fits = (glob.front() == '?' && !isEscaped) || glob.front() == key.front();
            glob = glob.sliced(1);
        }
        if (fits) {
            key = key.sliced(1);
        } else if (!afterStar || retry.isEmpty()) {
            return false;
        } else {
            retry = retry.sliced(1);
            key = retry;
            glob = *afterStar;
        }
    }
}

} // namespace

KeyPattern KeyPattern::ofGlob(const QByteArray &glob)
{
    KeyPattern pattern;
    pattern.m_glob = glob;
    QByteArray head;
    for (qsizetype i = 0; i < glob.size() && !QByteArrayView("*?[").contains(glob[i]); ++i) {
        i += glob[i] == '\\' && i + 1 < glob.size() ? 1 : 0;
        head += glob[i];
    }
    pattern.m_around = {head};
    return pattern;
}

KeyPattern::KeyPattern(const KeyTemplate &text, std::chrono::milliseconds serverTime)
    : m_around(text.aroundId(serverTime))
{
    for (std::size_t i = 0; i < m_around.size(); ++i) {
        m_glob += (i == 0 ? QByteArray() : QByteArray("*")) + KeyTemplate::globOf(m_around[i]);
    }
}

std::optional<QByteArray> KeyPattern::idOf(const QByteArray &key) const
{
    const auto ids = static_cast<qsizetype>(m_around.size()) - 1;
    if (ids == 0) {
        return isMatch(m_glob, key) ? std::optional(key.sliced(m_around.front().size())) : std::nullopt;
    }
    const qsizetype fixed = std::accumulate(m_around.begin(), m_around.end(), qsizetype(0),
                                            [](qsizetype sum, const QByteArray &piece) { return sum + piece.size(); });
    const qsizetype left = key.size() - fixed;
    if (ids < 1 || left < ids || left % ids != 0 || !key.startsWith(m_around.front())) {
        return std::nullopt;
    }
    QByteArray id = key.sliced(m_around.front().size(), left / ids);
    QByteArray again = m_around.front();
    std::for_each(m_around.begin() + 1, m_around.end(), [&](const QByteArray &piece) { again += id + piece; });
    return again == key ? std::optional(std::move(id)) : std::nullopt;
}

} // namespace plimsoll
