// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/jobrecord.h"
#include "redis/collections/jsonfields.h"

#include <algorithm>
#include <map>
#include <span>

/// Reads a job's attempts exactly like lua/records.lua, so that a preview matches the operation.
namespace plimsoll::redis {

namespace {

/// Returns the value of the first name that has a non-empty one.
QByteArray choose(const std::vector<QByteArray> &names, const std::map<QByteArray, QByteArray> &values)
{
    for (const QByteArray &name : names) {
        if (const auto found = values.find(name); found != values.end() && !found->second.isEmpty()) {
            return found->second;
        }
    }
    return {};
}

} // namespace

std::optional<int> countFromText(QByteArrayView text)
{
    constexpr qsizetype mostDigits = 10;
    const bool digits = !text.isEmpty() && text.size() <= mostDigits
        && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!digits || (text.front() == '0' && text.size() > 1)) {
        return std::nullopt;
    }
    bool fits = false;
    const int value = text.toByteArray().toInt(&fits);
    return fits ? std::optional(value) : std::nullopt;
}

JobAttempts JobReader::attemptsIn(const std::map<QByteArray, QByteArray> &values) const
{
    const QByteArray text = choose(m_names.at(Attempts), values);
    return {countFromText(text),
            countFromText(choose(m_names.at(MaxAttempts), values)),
            true,
            text,
            choose(m_names.at(Started), values),
            choose(m_names.at(Finished), values)};
}

JobAttempts JobReader::attemptsOf(const Reply *replies) const
{
    const std::span<const Reply> read(replies, repliesPerRecord);
    if (read[1].type == Reply::Type::Bulk) {
        return attemptsOf(read[1].bytes);
    }
    if (read[0].type != Reply::Type::Array) {
        return {};
    }
    std::map<QByteArray, QByteArray> values;
    std::size_t at = 0;
    for (const auto &names : m_names) {
        for (const QByteArray &name : names) {
            if (at < read[0].elements.size()) {
                values[name] = read[0].elements[at++].bytes;
            }
        }
    }
    return attemptsIn(values);
}

JobAttempts JobReader::attemptsOf(const QByteArray &json) const
{
    std::map<QByteArray, QByteArray> values;
    const bool whole = json.size() <= longestRecord
        && visitWholeObject(json, [&values](const QByteArray &name, const std::optional<QByteArray> &value) {
                           values[name] = value.value_or(QByteArray()); // of two with one name the last
                       });
    return whole ? attemptsIn(values) : JobAttempts{};
}

bool JobReader::isAbsent(const Reply *replies)
{
    const Reply &text = std::span<const Reply>(replies, repliesPerRecord)[1];
    return text.type == Reply::Type::Bulk && text.bytes.isEmpty(); // GETRANGE of no key; of a hash it is an error
}

JobAttempts JobReader::attemptsInside(const QByteArray &element) const
{
    JobAttempts own = attemptsOf(element);
    return own.count && own.max ? own : JobAttempts{};
}

std::optional<std::chrono::milliseconds> JobReader::startOf(const QByteArray &element, const JobAttempts &record) const
{
    if (!record.start.isEmpty()) {
        return timeFromText(record.start);
    }
    Element own;
    own.element = element;
    fill(own, nullptr, {});
    return own.startedAt;
}

} // namespace plimsoll::redis
