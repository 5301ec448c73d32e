// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/server/pollfixture.h"

namespace plimsoll::testing {

/// A server of one's own, filled with keys whose times are told from the server's clock.
class KindFixture : public QObject {
protected:
    void command(std::initializer_list<QByteArrayView> arguments)
    {
        const redis::Reply reply = m_server.run(arguments);
        QVERIFY2(!reply.isError(), reply.bytes.constData());
    }
    /// The server's time plus `shift`, Unix ms.
    qint64 at(std::chrono::milliseconds shift)
    {
        const redis::Reply time = m_server.run({"TIME"});
        return *time.elements[0].toInteger() * 1000 + *time.elements[1].toInteger() / 1000 + shift.count();
    }
    QByteArray ms(std::chrono::milliseconds shift) { return QByteArray::number(at(shift)); }
    QByteArray seconds(std::chrono::milliseconds shift)
    {
        return QByteArray::number(static_cast<double>(at(shift)) / 1000.0, 'f', 3);
    }
    void push(QByteArrayView key, int count)
    {
        for (int i = 0; i < count; ++i) {
            command({"LPUSH", key, "job-" + QByteArray::number(i)});
        }
    }
    static bool isNear(double value, double expected) { return std::abs(value - expected) < 2000; }

    RedisServer m_server;
};

} // namespace plimsoll::testing
