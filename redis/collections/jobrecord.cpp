// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/jobrecord.h"

#include "redis/collections/framework.h"
#include "redis/collections/jsonfields.h"
#include "redis/types/printable.h"
#include "redis/types/redaction.h"

#include <QDateTime>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <span>

namespace plimsoll::redis {

namespace {

/// A string record is read no further than this: what is looked for is small and mostly in front.
constexpr QByteArrayView lastRecordByte("65535");
constexpr qsizetype longestRead = 65'536;
constexpr qsizetype maxTextLength = 2'000;

const std::vector<QByteArray> &idNames()
{
    static const std::vector<QByteArray> names{"id", "jid", "uuid", "job_id"};
    return names;
}

/// One line: stack traces and terminal escapes have no place in a table.
QString line(const QByteArray &bytes)
{
    QByteArray flat = bytes.first(qMin(bytes.size(), maxTextLength * 4)).trimmed();
    std::replace_if(
        flat.begin(), flat.end(), [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
    return printable(flat, maxTextLength);
}

template <typename T, typename Known> void keepKnown(std::optional<T> &target, const std::optional<Known> &value)
{
    if (value) {
        target = value;
    }
}

void keepKnown(QString &target, QByteArray &raw, const QByteArray &value)
{
    if (!value.isEmpty()) {
        target = line(value);
        const bool isTooLong = isUtf8(value) && value.size() > longestRead; // a page has many: such a text stays cut
        raw = target.toUtf8() == value || isTooLong ? QByteArray() : value;
    }
}

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

JobReader::JobReader(const CollectionDefinition &definition, Wanted wanted) : m_code(codeOf(definition))
{
    if (m_code != nullptr) {
        const QStringList hidden = redactedFields(definition);
        std::transform(m_code->recordFields.begin(), m_code->recordFields.end(), std::back_inserter(m_hidden),
                       [&hidden](QByteArrayView name) { return hidden.contains(QString::fromUtf8(name)); });
    }
    if (const RoleKeys *job = definition.role(Holds::Record); job != nullptr && !job->templates.empty()) {
        if (auto parsed = KeyTemplate::parse(job->templates.front())) {
            m_record = std::move(parsed).value();
        }
    }
    for (const RoleKeys &keys : definition.keys) {
        if (isInHash() && !keys.role->perId && keys.role->types == HashKey) {
            m_hashes.push_back(definition.source(keys).keys({}).front());
        }
    }
    if (const RoleKeys *started = definition.role(Holds::Processing);
        m_code != nullptr && m_code->ownerOf != nullptr && started != nullptr) {
        m_ownedKey = definition.source(*started).keys({}).front();
    }
    const QString id = definition.text(QLatin1StringView("id"));
    const QLatin1StringView json("json:");
    if (id.startsWith(json)) {
        m_idField = id.mid(json.size()).toUtf8();
    }
    for (std::size_t field = 0; field < FieldCount; ++field) {
        const bool isTime = field == Created || field == Started;
        const bool isStatus = isTime || field == Attempts || field == MaxAttempts;
        const bool isTier = field == Queue || field == Priority;
        if ((wanted == Wanted::Times && !isTime) || (wanted == Wanted::Status && !isStatus)
            || (wanted == Wanted::Tier) != isTier) {
            continue;
        }
        const auto which = static_cast<Field>(field);
        m_names.at(field) = jobFieldNames(which, chosenJobField(definition, which));
    }
}

bool JobReader::asksFailure() const
{
    return m_code != nullptr && m_code->askFailure != nullptr && !m_names.at(LastError).empty();
}

bool JobReader::isNameOf(Field field, const QByteArray &name) const
{
    const std::vector<QByteArray> &known = m_names.at(field);
    return std::find(known.begin(), known.end(), name) != known.end();
}

std::vector<QByteArray> JobReader::names(Field field, const QByteArray &chosen)
{
    return jobFieldNames(field, chosen);
}

QByteArray JobReader::idOf(const QByteArray &element) const
{
    if (m_code != nullptr && m_code->idOf != nullptr) {
        if (QByteArray id = m_code->idOf(element); !id.isEmpty()) {
            return id;
        }
    }
    if (!element.startsWith('{')) {
        return element;
    }
    // The candidates in order of preference, whatever the order in the object.
    const std::vector<QByteArray> chosen{m_idField};
    const std::vector<QByteArray> &names = m_idField.isEmpty() ? idNames() : chosen;
    std::size_t best = names.size();
    QByteArray id;
    visitJsonFields(element, [&](const QByteArray &name, const QByteArray &value) {
        const auto rank = static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
        if (rank < best && !value.isEmpty()) {
            best = rank;
            id = value;
        }
        return best > 0;
    });
    return id.isEmpty() ? element : id;
}

QByteArray JobReader::recordKey(QByteArrayView id, std::chrono::milliseconds serverTime) const
{
    return m_record ? m_record->expandOne(serverTime, id) : QByteArray();
}

QByteArray JobReader::recordKey(const Element &element, std::chrono::milliseconds serverTime) const
{
    const bool isField = std::find(m_hashes.begin(), m_hashes.end(), element.key) != m_hashes.end();
    return isField ? element.key : recordKey(element.id, serverTime);
}

QByteArray JobReader::ownerOf(const QByteArray &key, const QByteArray &element) const
{
    return m_ownedKey.isEmpty() || key != m_ownedKey ? QByteArray() : m_code->ownerOf(element);
}

void JobReader::appendIds(Pipeline &pipeline, std::span<Element> elements, std::chrono::milliseconds serverTime) const
{
    for (Element &element : elements) {
        element.id = idOf(element.element);
        if (!ownerOf(element.key, element.element).isEmpty()) {
            pipeline.add({"EXISTS", recordKey(element.id, serverTime)});
        }
    }
}

void JobReader::readIds(std::span<Element> elements, std::span<const Reply> replies) const
{
    auto reply = replies.begin();
    for (Element &element : elements) {
        const QByteArray owner = ownerOf(element.key, element.element);
        if (!owner.isEmpty() && reply != replies.end() && (reply++)->integer == 0) {
            element.id = owner;
        }
    }
}

void JobReader::appendRead(Pipeline &pipeline, QByteArrayView recordKey, QByteArrayView id) const
{
    const auto addSecond = [&](std::initializer_list<QByteArrayView> usual) {
        if (asksFailure()) {
            pipeline.add(m_code->askFailure(recordKey.toByteArray(), id.toByteArray()));
        } else {
            pipeline.add(usual);
        }
    };
    if (isInHash()) {
        pipeline.add({"HMGET", recordKey, id});
        addSecond({"HEXISTS", recordKey, id}); // two replies, as for any record
        return;
    }
    std::vector<QByteArrayView> arguments{"HMGET", recordKey};
    for (const auto &names : m_names) {
        arguments.insert(arguments.end(), names.begin(), names.end());
    }
    if (m_code != nullptr) {
        arguments.insert(arguments.end(), m_code->recordFields.begin(), m_code->recordFields.end());
    }
    pipeline.add(arguments);
    addSecond({"GETRANGE", recordKey, "0", lastRecordByte});
}

void JobReader::collect(QByteArrayView json, Values &values) const
{
    std::array<std::size_t, FieldCount> best{};
    for (std::size_t field = 0; field < FieldCount; ++field) {
        best.at(field) = m_names.at(field).size();
    }
    visitJsonFields(json, [&](const QByteArray &name, const QByteArray &value) {
        for (std::size_t field = 0; field < FieldCount; ++field) {
            const auto &names = m_names.at(field);
            const auto rank = static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
            if (rank < names.size() && rank <= best.at(field) && !value.isEmpty()) { // of two with one name the last
                best.at(field) = rank;
                values.at(field) = value;
            }
        }
        return true;
    });
}

void JobReader::collect(const Reply &hash, Values &values) const
{
    if (hash.type != Reply::Type::Array) {
        return; // WRONGTYPE: the record is a string
    }
    std::size_t at = 0;
    for (std::size_t field = 0; field < FieldCount; ++field) {
        bool found = false;
        for (std::size_t name = 0; name < m_names.at(field).size() && at < hash.elements.size(); ++name, ++at) {
            const Reply &reply = hash.elements[at];
            if (!found && reply.type == Reply::Type::Bulk && !reply.bytes.isEmpty()) {
                values.at(field) = reply.bytes;
                found = true;
            }
        }
    }
}

JobReader::Values JobReader::valuesOf(const QByteArray &element, const Reply *replies) const
{
    Values values;
    if (element.startsWith('{')) {
        collect(QByteArrayView(element), values);
    }
    if (replies != nullptr && isInHash()) {
        collect(QByteArrayView(textInHash(replies)), values);
    } else if (replies != nullptr) {
        const std::span<const Reply> read(replies, repliesPerRecord);
        collect(read[0], values);
        if (read[1].type == Reply::Type::Bulk && !asksFailure()) {
            collect(QByteArrayView(read[1].bytes), values);
        }
    }
    if (m_code != nullptr && m_code->complete != nullptr) {
        complete(values, element, replies);
    }
    if (replies != nullptr && asksFailure()) {
        m_code->readFailure(values, std::span<const Reply>(replies, repliesPerRecord)[1]);
    }
    return values;
}

QByteArray JobReader::textInHash(const Reply *replies)
{
    return replies->elements.empty() ? QByteArray() : replies->elements.front().bytes;
}

void JobReader::complete(Values &values, const QByteArray &element, const Reply *replies) const
{
    std::vector<QByteArray> fields(m_code->recordFields.size());
    if (replies != nullptr && isInHash()) {
        fields.assign(1, textInHash(replies));
    } else if (replies != nullptr && replies->elements.size() >= fields.size()) {
        const std::size_t first = replies->elements.size() - fields.size(); // behind the fields of every record
        for (std::size_t i = 0; i < fields.size(); ++i) {
            fields[i] = m_hidden[i] ? QByteArray() : replies->elements[first + i].bytes;
        }
    }
    m_code->complete(values, element, fields);
}

JobReader::TierNames JobReader::tierOf(const QByteArray &element, const Reply *replies) const
{
    const Values values = valuesOf(element, replies);
    return {values[Queue], values[Priority]};
}

void JobReader::fill(Element &element, const Reply *replies, std::chrono::milliseconds now) const
{
    if (element.id.isEmpty()) {
        element.id = idOf(element.element);
    }
    const Values values = valuesOf(element.element, replies);
    keepKnown(element.createdAt, timeFromText(values[Created]));
    keepKnown(element.startedAt, timeFromText(values[Started]));
    keepKnown(element.finishedAt, timeFromText(values[Finished]));
    keepKnown(element.failedAt, timeFromText(values[Failed]));
    keepKnown(element.attempts, countFromText(values[Attempts]));
    keepKnown(element.maxAttempts, countFromText(values[MaxAttempts]));
    keepKnown(element.error, element.rawError, values[LastError]);
    keepKnown(element.worker, element.rawWorker, values[Worker]);
    keepKnown(element.jobClass, element.rawClass, values[Class]);
    if (element.createdAt) {
        element.age = std::max(std::chrono::milliseconds(0), now - *element.createdAt);
        element.ageAtLeast = false;
    }
}

std::optional<Error> JobReader::recordError(const Reply *replies, QByteArrayView recordKey)
{
    const std::span<const Reply> read(replies, repliesPerRecord);
    if (!read[0].isError() || !read[1].isError()) {
        return std::nullopt;
    }
    // A record is a hash or a string, so that one of the two is of the wrong type; what the other says is the reason.
    const Error first = read[0].toError(recordKey);
    return first.kind == ErrorKind::WrongType ? read[1].toError(recordKey) : first;
}

qint64 JobReader::bytesOf(const Reply *replies)
{
    const std::span<const Reply> read(replies, repliesPerRecord);
    return std::accumulate(read[0].elements.begin(), read[0].elements.end(), qint64(read[1].bytes.size()),
                           [](qint64 sum, const Reply &field) { return sum + field.bytes.size(); });
}

bool JobReader::isCutOff(const Reply *replies)
{
    const std::span<const Reply> read(replies, repliesPerRecord);
    return read[1].type == Reply::Type::Bulk && read[1].bytes.size() == longestRead;
}

std::optional<std::chrono::milliseconds> timeFromText(const QByteArray &text)
{
    if (text.isEmpty() || text.size() > 64) {
        return std::nullopt;
    }
    bool number = false;
    const double value = text.toDouble(&number);
    if (number) {
        return value >= 0 ? ScoreCodec().timeOf(value) : std::nullopt; // no job is older than the epoch
    }
    QDateTime time = QDateTime::fromString(QString::fromLatin1(text), Qt::ISODateWithMs);
    if (!time.isValid()) {
        return std::nullopt;
    }
    if (time.timeSpec() == Qt::LocalTime) {
        time.setTimeSpec(Qt::UTC); // no zone in the text, and ours says nothing about the server's
    }
    return std::chrono::milliseconds(time.toMSecsSinceEpoch());
}

std::optional<int> countFromText(QByteArrayView text)
{
    constexpr qsizetype mostDigits = 10;
    constexpr qsizetype longestFraction = 20; // bytes, with the digits in front
    const qsizetype point = text.size() <= longestFraction ? text.indexOf('.') : -1;
    const QByteArrayView fraction = point > 0 ? text.sliced(point + 1) : QByteArrayView();
    if (!fraction.isEmpty() && std::all_of(fraction.begin(), fraction.end(), [](char c) { return c == '0'; })) {
        text = text.first(point);
    }
    const bool digits = !text.isEmpty() && text.size() <= mostDigits
        && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!digits || (text.front() == '0' && text.size() > 1)) {
        return std::nullopt;
    }
    bool fits = false;
    const int value = text.toByteArray().toInt(&fits);
    return fits ? std::optional(value) : std::nullopt;
}

// A job's attempts are read exactly like in lua/records.lua, so that a preview matches the operation.

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
