// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/framework.h"

#include <QtEndian>

#include <algorithm>

/// huey keeps a message as a pickle, which is never unpickled: of its strings the name of the task is guessed.
namespace plimsoll::redis {

namespace huey {
namespace {

constexpr qsizetype mostLooked = 1024; ///< bytes of a message behind the name of its class

/// The strings at the beginning of a pickle, without a look at what else is there.
class Strings {
public:
    explicit Strings(QByteArrayView pickle) : m_pickle(pickle) { }

    /// The next one; empty if there is none.
    QByteArrayView next()
    {
        enum Code : quint8 { Short = 0x8c, Long = 'X', Put = 'q', LongPut = 'r' };
        while (m_at < m_pickle.size()) {
            switch (static_cast<quint8>(m_pickle[m_at++])) {
            case Short:
                return text(1);
            case Long:
                return text(4);
            case Put:
                m_at += 1;
                break;
            case LongPut:
                m_at += 4;
                break;
            default:
                break;
            }
        }
        return {};
    }

private:
    /// A string behind its length, which has that many bytes.
    QByteArrayView text(qsizetype width)
    {
        if (m_pickle.size() - m_at < width) {
            m_at = m_pickle.size();
            return {};
        }
        const char *length = m_pickle.data() + m_at;
        const auto size =
            static_cast<qsizetype>(width == 1 ? static_cast<quint8>(*length) : qFromLittleEndian<quint32>(length));
        m_at += width;
        if (size > m_pickle.size() - m_at) {
            m_at = m_pickle.size();
            return {};
        }
        const QByteArrayView found = m_pickle.sliced(m_at, size);
        m_at += size;
        return found;
    }

    QByteArrayView m_pickle;
    qsizetype m_at = 0;
};

bool isTaskName(QByteArrayView text)
{
    constexpr qsizetype longest = 200;
    return !text.isEmpty() && text.size() <= longest && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
    });
}

/// The name of the task is the second string of a message, behind its id.
void complete(JobReader::Values &values, QByteArrayView element, std::span<const QByteArray> /*record*/)
{
    constexpr QByteArrayView kind("Message");
    const qsizetype module =
        element.first(std::min(element.size(), mostLooked)).indexOf(QByteArrayView("huey.registry"));
    const qsizetype begin = module < 0 ? -1 : element.indexOf(kind, module);
    if (begin < 0) {
        return;
    }
    const QByteArrayView rest = element.sliced(begin + kind.size());
    Strings strings(rest.first(std::min(rest.size(), mostLooked)));
    const QByteArrayView id = strings.next();
    const QByteArrayView name = strings.next();
    if (!id.isEmpty() && isTaskName(name)) {
        values[JobReader::Class] = name.toByteArray() + " (?)";
    }
}

} // namespace
} // namespace huey

extern const FrameworkCode hueyCode;
constinit const FrameworkCode hueyCode{.id = QLatin1StringView("huey"), .complete = &huey::complete};

} // namespace plimsoll::redis
