// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/keytypes.h"
#include "redis/operations/steps/packing.h"
#include "redis/operations/steps/stepkind.h"
#include "redis/operations/journal/words.h"

#include <QDir>
#include <QJsonObject>

#include <map>

namespace plimsoll::redis {

namespace {

/// The key of one job: its id in place of "{id}", all of its element in place of "{element}".
QByteArray keyOf(const JobStep &step, const JobStep::Key &each, const QByteArray &element)
{
    QByteArray key = each.key;
    return key.contains("{element}") ? key.replace("{element}", element)
                                     : key.replace("{id}", element.chopped(std::min(step.idTail, element.size())));
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
    /// Presets are not asked about.
    [[nodiscard]] std::vector<PlanStep> examples(PlanStep /*step*/, const ExampleKeys & /*keys*/) const override
    {
        return {};
    }

    [[nodiscard]] EscrowLayout escrowLayout(QByteArrayView /*header*/) const override { return {1, typedWidth}; }
    void keepLast(const QByteArray &value, ArchivedElement &element) const override { element.given = value; }
    [[nodiscard]] qint64 archiveBytes(const PlanStep &step) const override
    {
        constexpr qint64 changes = 512; ///< of one job, besides its element, which is pushed as well
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
    const Script &forward(const PlanStep &step) const
    {
        const auto found = m_scripts.find(of(step).script);
        return found == m_scripts.end() ? KindOf::script(step) : found->second; // an example has none
    }

    std::map<QByteArray, Script> m_scripts; ///< by name
};

} // namespace

const StepKind &stepKind(const JobStep & /*does*/)
{
    static const JobKind kind;
    return kind;
}

} // namespace plimsoll::redis
