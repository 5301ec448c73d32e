// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/wire/slot.h"

#include <array>

namespace plimsoll::redis {

namespace {

constexpr std::array<quint16, 256> crcTable()
{
    std::array<quint16, 256> table{};
    for (unsigned byte = 0; byte < table.size(); ++byte) {
        unsigned crc = byte << 8U;
        for (int bit = 0; bit < 8; ++bit) {
            crc = ((crc & 0x8000U) != 0 ? (crc << 1U) ^ 0x1021U : crc << 1U) & 0xFFFFU;
        }
        table.at(byte) = static_cast<quint16>(crc);
    }
    return table;
}

} // namespace

QByteArrayView hashedPart(QByteArrayView key)
{
    const qsizetype open = key.indexOf('{');
    const qsizetype close = open < 0 ? -1 : key.indexOf('}', open + 1);
    return close > open + 1 ? key.sliced(open + 1, close - open - 1) : key;
}

unsigned slotOf(QByteArrayView key)
{
    static constexpr auto table = crcTable();
    unsigned crc = 0;
    for (const char byte : hashedPart(key)) {
        crc = ((crc << 8U) ^ table.at(((crc >> 8U) ^ static_cast<unsigned char>(byte)) & 0xFFU)) & 0xFFFFU;
    }
    return crc % slotCount;
}

} // namespace plimsoll::redis
