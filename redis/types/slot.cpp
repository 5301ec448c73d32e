// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/slot.h"

#include "redis/types/endpoint.h"
#include "redis/types/printable.h"
#include "redis/types/workspace.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace plimsoll {

namespace {

struct SlotWords {
    Q_DECLARE_TR_FUNCTIONS(Workspace)
};

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

QString differentSlots(std::span<const QByteArray> keys)
{
    const auto hasName = [](const QByteArray &key) { return !key.isEmpty(); };
    const auto first = std::find_if(keys.begin(), keys.end(), hasName);
    const auto other = std::find_if(
        first, keys.end(), [&](const QByteArray &key) { return hasName(key) && slotOf(key) != slotOf(*first); });
    return other == keys.end()
        ? QString()
        : SlotWords::tr("%1 and %2 are in different slots of the cluster, where no script can change both; keys that "
                        "share a part in braces, as in {email}:ready and {email}:dead, are in one slot")
              .arg(printable(*first, 60), printable(*other, 60));
}

QString apartFromRecord(const Workspace &workspace, const CollectionDefinition &definition,
                        std::vector<QByteArray> keys, const QByteArray &id)
{
    const Result<redis::Endpoint> endpoint = redis::Endpoint::parse(workspace.connection.url);
    if (!endpoint || endpoint->topology != redis::Endpoint::Topology::Cluster) {
        return {};
    }
    if (const RoleKeys *records = definition.role(Holds::Record); records != nullptr && !records->templates.empty()) {
        const Result<KeyTemplate> record = KeyTemplate::parse(records->templates.front());
        keys.push_back(record ? record->expandOne({}, id) : QByteArray());
    }
    return differentSlots(keys);
}

} // namespace plimsoll
