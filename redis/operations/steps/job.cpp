// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/keytypes.h"
#include "redis/operations/steps/packing.h"
#include "redis/operations/steps/prospect.h"
#include "redis/operations/steps/stepkind.h"
#include "redis/operations/journal/words.h"

#include <QDir>
#include <QJsonObject>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <functional>
#include <map>
#include <optional>

namespace plimsoll::redis {

namespace {

/// The key of one job: its id in place of "{id}", or all of its element in place of "{element}". Only the last of these
/// is replaced: those before it belong to the name or the prefix of the queue.
QByteArray keyOf(const JobStep &step, const JobStep::Key &each, const QByteArray &element)
{
    constexpr QByteArrayView id = "{id}", whole = "{element}";
    const qsizetype idAt = each.key.lastIndexOf(id), wholeAt = each.key.lastIndexOf(whole);
    QByteArray key = each.key;
    return idAt > wholeAt ? key.replace(idAt, id.size(), element.chopped(std::min(step.idTail, element.size())))
        : wholeAt >= 0    ? key.replace(wholeAt, whole.size(), element)
                          : key;
}

QJsonArray packedKeys(const std::vector<JobStep::Key> &keys)
{
    QJsonArray array;
    for (const JobStep::Key &key : keys) {
        array.append(QJsonArray{packed(key.name), packed(key.key)});
    }
    return array;
}

std::vector<JobStep::Key> unpackedKeys(const QJsonValue &value)
{
    std::vector<JobStep::Key> keys;
    for (const QJsonValue pair : value.toArray()) {
        keys.push_back({unpacked(pair[0]), unpacked(pair[1])});
    }
    return keys;
}

/// Name of a type as a script compares it; of a list with its old end.
QByteArray typeName(const PlanStep &step)
{
    const QByteArray name = specOf(step.keyType).name.toByteArray();
    return step.keyType == ListKey ? name + (step.atLeft() ? " left" : " right") : name;
}

/// A value of MessagePack, as far as Lua's cmsgpack writes what a script keeps of a change.
struct Packed {
    QByteArray text{}; ///< content of a string; digits of a number
    bool isTrue = false;
    std::vector<Packed> items{};
    std::vector<std::pair<QByteArray, Packed>> members{};

    /// Returns null if there is no such member.
    [[nodiscard]] const Packed *member(QByteArrayView name) const
    {
        const auto found =
            std::find_if(members.begin(), members.end(), [name](const auto &one) { return one.first == name; });
        return found == members.end() ? nullptr : &found->second;
    }
    [[nodiscard]] QByteArray textOf(QByteArrayView name) const
    {
        const Packed *value = member(name);
        return value == nullptr ? QByteArray() : value->text;
    }
};

class PackedReader {
public:
    explicit PackedReader(QByteArrayView bytes) : m_bytes(bytes) { }

    /// Nullopt where the bytes end, break, or have another form.
    std::optional<Packed> read(int depth = 0)
    {
        constexpr int deepest = 8;
        enum Code : quint8 { Nil = 0xc0, False = 0xc2, True = 0xc3, Double = 0xcb, Unsigned8 = 0xcc, Signed8 = 0xd0 };
        const std::optional<quint64> first = number(1);
        if (!first || depth > deepest) {
            return std::nullopt;
        }
        const auto code = static_cast<quint8>(*first);
        const auto isOf = [code](quint8 mask, quint8 bits) { return (code & mask) == bits; };
        if (isOf(0x80, 0)) {
            return Packed{.text = QByteArray::number(code)};
        }
        if (isOf(0xe0, 0xa0)) {
            return string(code & 0x1fU);
        }
        if (isOf(0xf0, 0x90)) {
            return list(code & 0x0fU, depth);
        }
        if (isOf(0xf0, 0x80)) {
            return map(code & 0x0fU, depth);
        }
        if (code >= Unsigned8 && code < Signed8 + 4) {
            const bool isSigned = code >= Signed8;
            const int width = 1 << (code - (isSigned ? Signed8 : Unsigned8));
            const std::optional<quint64> value = number(width);
            const int unused = 64 - 8 * width;
            return !value ? std::nullopt
                : isSigned
                ? std::optional(Packed{.text = QByteArray::number(static_cast<qint64>(*value << unused) >> unused)})
                : std::optional(Packed{.text = QByteArray::number(*value)});
        }
        switch (code) {
        case Nil:
        case False:
        case True:
            return Packed{.isTrue = code == True};
        case Double: {
            const std::optional<quint64> bits = number(8);
            return bits ? std::optional(Packed{.text = QByteArray::number(std::bit_cast<double>(*bits), 'g', 17)})
                        : std::nullopt;
        }
        case 0xd9:
        case 0xda:
        case 0xdb: {
            const std::optional<quint64> size = number(1 << (code - 0xd9));
            return size ? string(*size) : std::nullopt;
        }
        case 0xdc:
        case 0xdd: {
            const std::optional<quint64> count = number(2 << (code - 0xdc));
            return count ? list(*count, depth) : std::nullopt;
        }
        case 0xde:
        case 0xdf: {
            const std::optional<quint64> count = number(2 << (code - 0xde));
            return count ? map(*count, depth) : std::nullopt;
        }
        default:
            return std::nullopt;
        }
    }

private:
    std::optional<quint64> number(int bytes)
    {
        if (m_bytes.size() - m_at < bytes) {
            return std::nullopt;
        }
        quint64 value = 0;
        for (int i = 0; i < bytes; ++i) {
            value = (value << 8U) | static_cast<quint8>(m_bytes[m_at++]);
        }
        return value;
    }

    std::optional<Packed> string(quint64 size)
    {
        if (size > static_cast<quint64>(m_bytes.size() - m_at)) {
            return std::nullopt;
        }
        const QByteArrayView text = m_bytes.sliced(m_at, static_cast<qsizetype>(size));
        m_at += text.size();
        return Packed{.text = text.toByteArray()};
    }

    std::optional<Packed> list(quint64 count, int depth)
    {
        Packed packed;
        for (quint64 i = 0; i < count; ++i) {
            std::optional<Packed> item = read(depth + 1);
            if (!item) {
                return std::nullopt;
            }
            packed.items.push_back(*std::move(item));
        }
        return packed;
    }

    std::optional<Packed> map(quint64 count, int depth)
    {
        Packed packed;
        for (quint64 i = 0; i < count; ++i) {
            std::optional<Packed> name = read(depth + 1);
            std::optional<Packed> value = name ? read(depth + 1) : std::nullopt;
            if (!value) {
                return std::nullopt;
            }
            packed.members.emplace_back(name->text, *std::move(value));
        }
        return packed;
    }

    QByteArrayView m_bytes;
    qsizetype m_at = 0;
};

/// The changes of a job. Where a script has added a member to them, cmsgpack writes their numbers as names.
std::optional<std::vector<Packed>> changesIn(const QByteArray &packed)
{
    std::optional<Packed> read = PackedReader(packed).read();
    if (!read) {
        return std::nullopt;
    }
    std::vector<Packed> changes = std::move(read->items);
    for (auto &[name, value] : read->members) {
        if (value.member("does") != nullptr) {
            changes.push_back(std::move(value));
        }
    }
    return changes.empty() ? std::nullopt : std::optional(std::move(changes));
}

/// Whether one change of a job stands as it was made: as `stands` of jobs.lua.
struct StandsQuestion {
    std::vector<QByteArray> command; ///< empty: it stands in any case
    std::function<bool(const Reply &)> stands{};
};

StandsQuestion questionOf(const Packed &change, const QByteArray &element, std::chrono::milliseconds now)
{
    constexpr qint64 tolerated = 5'000; ///< ms between the question and `now`
    const QByteArray does = change.textOf("does"), key = change.textOf("key"), field = change.textOf("field");
    const QByteArray value = change.member("value") != nullptr ? change.textOf("value") : element;
    const auto isNil = [](const Reply &reply) { return reply.isNil(); };
    const auto isThere = [](const Reply &reply) { return !reply.isNil(); };
    const auto isZero = [](const Reply &reply) { return reply.integer == 0; };
    const auto isValue = [value](const Reply &reply) { return !reply.isNil() && reply.bytes == value; };
    if (does == "zrem") {
        return {{"ZSCORE", key, value}, isNil};
    }
    if (does == "srem") {
        return {{"SISMEMBER", key, value}, isZero};
    }
    if (does == "lpush") {
        return {{"LPOS", key, value}, isThere};
    }
    if (does == "rpush") {
        return {{"LPOS", key, value, "RANK", "-1"}, isThere};
    }
    if (does == "zadd") {
        return {{"ZSCORE", key, value}, [score = change.textOf("score")](const Reply &reply) {
                    return !reply.isNil() && reply.bytes.toDouble() == score.toDouble();
                }};
    }
    if (does == "hset") {
        return {{"HGET", key, field}, isValue};
    }
    if (does == "hdel") {
        return {{"HEXISTS", key, field}, isZero};
    }
    if (does == "set") {
        return {{"GET", key}, isValue};
    }
    if (does == "unlink") {
        return {{"EXISTS", key}, isZero};
    }
    if (does == "persist") {
        return {{"PTTL", key}, [](const Reply &reply) { return reply.integer == -1; }};
    }
    if (does == "expire") {
        return {{"PTTL", key}, [left = change.textOf("at").toLongLong() - now.count()](const Reply &reply) {
                    return reply.integer > 0 && std::abs(reply.integer - left) < tolerated;
                }};
    }
    return {};
}

class JobKind final : public KindOf<JobStep> {
public:
    JobKind() : KindOf("jobs_back")
    {
        for (const QString &file : QDir(QStringLiteral(":/lua/frameworks")).entryList({QStringLiteral("*.lua")})) {
            const QString name = file.section(u'.', 0, 0);
            m_scripts.try_emplace(name.toLatin1(), QStringLiteral("frameworks/") + name);
        }
    }

    [[nodiscard]] const Script &script(const PlanStep &step) const override
    {
        return of(step).isBack ? KindOf::script(step) : forward(step);
    }

    [[nodiscard]] QString text(const PlanStep &step) const override
    {
        const JobStep &job = of(step);
        QString text =
            Words::tr("EVALSHA %1  %2: %3")
                .arg(job.isBack ? QStringLiteral("jobs_back") : QString::fromLatin1("frameworks/" + job.script),
                     shownKey(step.key), QString::number(step.planned()));
        if (job.isBack) {
            return text + Words::tr("\n  each as it was, while nothing has changed it since");
        }
        if (job.target) {
            text += QStringLiteral("\n  → ") + shownTarget(*job.target);
        }
        for (const JobStep::Key &key : job.keys) {
            text += QStringLiteral("\n  ") + QString::fromLatin1(key.name) + QStringLiteral(": ") + shownKey(key.key);
        }
        for (const JobStep::Key &key : job.each) {
            text += QStringLiteral("\n  ") + QString::fromLatin1(key.name) + QStringLiteral(": ") + shownKey(key.key);
        }
        return text;
    }

    void addArguments(BatchCall &call, const PlanStep &step, const BatchRange &range) const override
    {
        const JobStep &job = of(step);
        QByteArrayList names, each;
        if (job.target) {
            call.keys.push_back(job.target->key);
            names += "target";
        }
        for (const JobStep::Key &key : job.keys) {
            call.keys.push_back(key.key);
            names += key.name;
        }
        for (const JobStep::Key &key : job.each) {
            each += key.name;
        }
        call.arguments = {names.join(' '), each.join(' '), QByteArray(1, job.outcome()), typeName(step),
                          decimal(qint64(job.arguments.size()))};
        call.arguments.insert(call.arguments.end(), job.arguments.begin(), job.arguments.end());
        for (const PlanItem &item : itemsOf(step, range)) {
            for (const JobStep::Key &key : job.each) {
                call.keys.push_back(keyOf(job, key, item.element));
            }
            call.arguments.insert(call.arguments.end(), {item.element, item.score, item.newScore});
        }
    }

    void write(QJsonObject &json, const PlanStep &step) const override
    {
        const JobStep &job = of(step);
        QJsonArray arguments;
        for (const QByteArray &argument : job.arguments) {
            arguments.append(packed(argument));
        }
        json.insert(QStringLiteral("script"), QString::fromLatin1(job.script));
        json.insert(QStringLiteral("removes"), job.removes);
        json.insert(QStringLiteral("isBack"), job.isBack);
        json.insert(QStringLiteral("target"), packedTarget(job.target));
        json.insert(QStringLiteral("keys"), packedKeys(job.keys));
        json.insert(QStringLiteral("each"), packedKeys(job.each));
        json.insert(QStringLiteral("idTail"), qint64(job.idTail));
        json.insert(QStringLiteral("arguments"), arguments);
    }
    void read(const QJsonValue &json, PlanStep &step) const override
    {
        JobStep &job = of(step);
        job.script = json[QStringLiteral("script")].toString().toLatin1();
        job.removes = json[QStringLiteral("removes")].toBool();
        job.isBack = json[QStringLiteral("isBack")].toBool();
        job.target = unpackedTarget(json[QStringLiteral("target")]);
        job.keys = unpackedKeys(json[QStringLiteral("keys")]);
        job.each = unpackedKeys(json[QStringLiteral("each")]);
        job.idTail = json[QStringLiteral("idTail")].toInt();
        for (const QJsonValue argument : json[QStringLiteral("arguments")].toArray()) {
            job.arguments.push_back(unpacked(argument));
        }
    }

    /// The head of a framework's script says what is called to make its changes, and to revert them.
    [[nodiscard]] std::vector<StepPart> parts(const PlanStep &step) const override
    {
        const JobStep &job = of(step);
        const Script &script = forward(step);
        const QByteArray example = step.items.empty() ? QByteArray() : step.items.front().element;
        std::vector<StepPart> parts;
        if (job.isBack) {
            parts.push_back({"source", step.key, false, &script});
            parts.push_back({specOf(step.keyType).name.toByteArray(), step.key, false, &script});
            if (job.target) {
                parts.push_back({QByteArray(addsBy(job.target->how).data()), job.target->key, false, &script});
            }
        }
        for (const JobStep::Key &key : job.keys) {
            parts.push_back({key.name, key.key, true, &script});
        }
        for (const JobStep::Key &key : job.each) {
            parts.push_back({key.name, keyOf(job, key, example), false, &script});
        }
        return parts;
    }
    /// None: exampleSteps() has them, as they depend on the framework.
    [[nodiscard]] std::vector<PlanStep> examples(PlanStep /*step*/, const ExampleKeys & /*keys*/) const override
    {
        return {};
    }

    /// A job can go back while every change of it stands.
    [[nodiscard]] bool look(Prospect &prospect) const override
    {
        std::vector<std::vector<StandsQuestion>> questions;
        std::map<QByteArray, qint64> searches; ///< searches in each list
        std::size_t rounds = 0;
        for (const PlanItem &item : prospect.step.items) {
            const std::optional<std::vector<Packed>> changes = changesIn(item.newScore);
            if (!of(prospect.step).isBack || !changes) {
                return false;
            }
            std::vector<StandsQuestion> &own = questions.emplace_back();
            for (const Packed &change : *changes) {
                const Packed *loose = change.member("loose");
                StandsQuestion question = questionOf(change, item.element, prospect.now);
                if (question.command.empty() || (loose != nullptr && loose->isTrue)) {
                    continue;
                }
                searches[change.textOf("key")] += question.command.front() == "LPOS" ? 1 : 0;
                own.push_back(std::move(question));
            }
            rounds = std::max(rounds, own.size());
        }
        if (!isCheap(prospect, searches)) {
            return false;
        }
        for (std::size_t round = 0; round < rounds; ++round) {
            const auto ofItem = [&](const PlanItem &item) -> const StandsQuestion * {
                const auto &own = questions[std::size_t(&item - prospect.step.items.data())];
                return round < own.size() ? &own[round] : nullptr;
            };
            const bool isAnswered = prospect.ask(
                [&](const PlanItem &item) {
                    const StandsQuestion *question = ofItem(item);
                    return question == nullptr ? Prospect::Question{"EXISTS", prospect.step.key} // of no interest
                                               : Prospect::Question(question->command.begin(), question->command.end());
                },
                [&](const PlanItem &item, const Reply &reply) {
                    const StandsQuestion *question = ofItem(item);
                    return question == nullptr || question->stands(reply);
                });
            if (!isAnswered) {
                return false;
            }
        }
        return true;
    }

    [[nodiscard]] EscrowLayout escrowLayout(QByteArrayView /*header*/) const override { return {1, typedWidth}; }
    void keepLast(const QByteArray &value, ArchivedElement &element) const override { element.given = value; }
    [[nodiscard]] qint64 archiveBytes(const PlanStep &step) const override
    {
        constexpr qint64 changes = 512; ///< bytes of one job's changes, besides its element, which is pushed too
        qint64 bytes = 0;
        for (const PlanItem &item : step.items) {
            bytes += item.element.size() + changes;
        }
        return bytes;
    }
    [[nodiscard]] std::size_t leftOver(const BatchAnswer &answer) const override
    {
        return static_cast<std::size_t>(answer.left);
    }
    [[nodiscard]] QString whyLeft(const PlanStep &step) const override { return of(step).left; }

    void makeBack(const PlanStep &step, char /*outcome*/, PlanStep &back) const override
    {
        JobStep job = of(step);
        job.isBack = true;
        job.removes = false;
        back.does = std::move(job);
    }
    void completeItem(PlanItem &item, const ArchivedElement &element, const PlanStep & /*undone*/) const override
    {
        item.score = element.score;
        item.newScore = element.given;
    }

private:
    /// Whether all jobs can be looked for in the lists on which they were pushed.
    static bool isCheap(Prospect &prospect, const std::map<QByteArray, qint64> &searches)
    {
        constexpr qint64 most = 5'000'000; ///< elements passed, some tens of ms of the server's time
        qint64 passed = 0;
        for (const auto &[key, count] : searches) {
            const Result<Reply> size =
                count == 0 ? Result<Reply>(Reply()) : prospect.server.command({"LLEN", key}, prospect.stop);
            if (!size || size->isError()) {
                return false;
            }
            passed += count * size->integer;
        }
        return passed <= most;
    }

    [[nodiscard]] const Script &forward(const PlanStep &step) const
    {
        const auto found = m_scripts.find(of(step).script);
        return found == m_scripts.end() ? KindOf::script(step) : found->second; // an example has none
    }

    std::map<QByteArray, Script> m_scripts; ///< scripts by name
};

} // namespace

const StepKind &stepKind(const JobStep & /*does*/)
{
    static const JobKind kind;
    return kind;
}

} // namespace plimsoll::redis
