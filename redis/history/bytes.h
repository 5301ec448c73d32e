// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QtGlobal>

#include <cstring>
#include <utility>

/// Variable-length encoding of numbers: small ones take fewer bytes.
namespace plimsoll::redis {

constexpr quint64 zigzag(qint64 value)
{
    return (static_cast<quint64>(value) << 1U) ^ static_cast<quint64>(value >> 63);
}
constexpr qint64 unzigzag(quint64 bits)
{
    return static_cast<qint64>(bits >> 1U) ^ -static_cast<qint64>(bits & 1U);
}

class ByteWriter final {
public:
    ByteWriter() = default;
    /// Appends to these bytes.
    explicit ByteWriter(QByteArray bytes) : m_bytes(std::move(bytes)) { }

    [[nodiscard]] QByteArray take() { return std::move(m_bytes); }
    void byte(quint8 value) { m_bytes.append(static_cast<char>(value)); }
    void number(quint64 value)
    {
        while (value >= 0x80) {
            byte(static_cast<quint8>(value | 0x80U));
            value >>= 7U;
        }
        byte(static_cast<quint8>(value));
    }
    void signedNumber(qint64 value) { number(zigzag(value)); }
    void real(double value)
    {
        char raw[sizeof value];
        std::memcpy(raw, &value, sizeof value);
        m_bytes.append(raw, sizeof value);
    }
    void text(const QByteArray &value)
    {
        number(static_cast<quint64>(value.size()));
        m_bytes.append(value);
    }

    [[nodiscard]] const QByteArray &bytes() const { return m_bytes; }

private:
    QByteArray m_bytes;
};

/// Reads untrusted bytes: past the end, or after an invalid value, it returns zeros and ok() is false.
class ByteReader final {
public:
    /// The bytes must stay valid while they are read.
    explicit ByteReader(const QByteArray &bytes) : m_at(bytes.constData()), m_end(m_at + bytes.size()) { }
    explicit ByteReader(QByteArray &&) = delete;

    [[nodiscard]] bool ok() const { return m_ok; }
    [[nodiscard]] bool atEnd() const { return m_at == m_end; }
    [[nodiscard]] quint64 left() const { return static_cast<quint64>(m_end - m_at); }
    void fail()
    {
        m_ok = false;
        m_at = m_end;
    }

    quint8 byte()
    {
        if (m_at == m_end) {
            m_ok = false;
            return 0;
        }
        return static_cast<quint8>(*m_at++);
    }
    quint64 number()
    {
        quint64 value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            const quint8 next = byte();
            value |= static_cast<quint64>(next & 0x7FU) << shift;
            if ((next & 0x80U) == 0) {
                return value;
            }
        }
        fail();
        return 0;
    }
    qint64 signedNumber() { return unzigzag(number()); }
    /// Reads a count of at most `most`, so that damaged data cannot request unbounded memory.
    std::size_t count(std::size_t most)
    {
        const quint64 value = number();
        if (value > most) {
            fail();
            return 0;
        }
        return static_cast<std::size_t>(value);
    }
    double real()
    {
        double value = 0;
        if (left() < sizeof value) {
            fail();
            return 0;
        }
        std::memcpy(&value, m_at, sizeof value);
        m_at += sizeof value;
        return value;
    }
    QByteArray text()
    {
        const quint64 size = number();
        if (size > left()) {
            fail();
            return {};
        }
        QByteArray value(m_at, static_cast<qsizetype>(size));
        m_at += size;
        return value;
    }

private:
    const char *m_at;
    const char *m_end;
    bool m_ok = true;
};

} // namespace plimsoll::redis
