// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/keytemplate.h"
#include "redis/types/printable.h"
#include "redis/workspace/checker.h"
#include "redis/workspace/jsonscan.h"

#include <algorithm>
#include <limits>

namespace plimsoll::redis {

namespace {

constexpr qint64 noUpperEnd = std::numeric_limits<qint64>::max();

template <typename Specs> QStringList idsOf(const Specs &specs)
{
    QStringList ids;
    for (const auto &spec : specs) {
        ids.append(spec.id);
    }
    return ids;
}

template <typename Spec> const Spec *specOf(std::span<const Spec> specs, const QString &id)
{
    const auto found = std::find_if(specs.begin(), specs.end(), [&](const Spec &spec) { return id == spec.id; });
    return found == specs.end() ? nullptr : &*found;
}

/// Reads one collection. With an unknown (null) kind, it checks types, but not names.
class CollectionReader {
    Q_DECLARE_TR_FUNCTIONS(Workspace)

public:
    CollectionReader(Checker &checker, const QJsonObject &json, QString pointer)
        : m_checker(checker), m_json(json), m_pointer(std::move(pointer))
    {
    }

    CollectionDefinition read(std::span<const KindInfo *const> kinds)
    {
        if (m_json.contains(QLatin1String("preset"))) {
            m_checker.report(pointerTo(m_pointer, QStringLiteral("preset")),
                             tr(R"(this version reads no framework presets; give "kind" and "keys" instead)"));
            readName();
            return std::move(m_definition);
        }
        m_checker.members(m_json, m_pointer,
                          {QStringLiteral("name"), QStringLiteral("kind"), QStringLiteral("keys"),
                           QStringLiteral("options"), QStringLiteral("limits"), QStringLiteral("bound")},
                          {QStringLiteral("name"), QStringLiteral("kind"), QStringLiteral("keys")});
        readName();
        readKind(kinds);
        readKeys();
        readOptions();
        if (m_definition.kind != nullptr && m_definition.kind->furtherFigures != nullptr) {
            m_definition.ownFigures = m_definition.kind->furtherFigures(m_definition);
        }
        readLimits();
        readBound();
        return std::move(m_definition);
    }

private:
    void readName()
    {
        m_definition.name = m_checker.filled(m_json, m_pointer, QStringLiteral("name")).value_or(QString());
    }

    /// Reports a misspelt kind and checks the rest as the nearest known kind.
    void readKind(std::span<const KindInfo *const> kinds)
    {
        const auto id = m_checker.text(m_json, m_pointer, QStringLiteral("kind"));
        if (!id) {
            return;
        }
        QStringList ids;
        for (const KindInfo *kind : kinds) {
            ids.append(kind->id);
        }
        if (!ids.contains(*id)) {
            m_checker.report(pointerTo(m_pointer, QStringLiteral("kind")),
                             tr("kind %1 is %2").arg(quoted(*id), notKnown(*id, ids)));
        }
        const QString meant = ids.contains(*id) ? *id : nearestName(*id, ids);
        const auto found =
            std::find_if(kinds.begin(), kinds.end(), [&](const KindInfo *kind) { return meant == kind->id; });
        m_definition.kind = found == kinds.end() ? nullptr : *found;
    }

    void readKeys()
    {
        const auto keys = m_checker.object(m_json, m_pointer, QStringLiteral("keys"));
        if (!keys) {
            return;
        }
        const QString pointer = pointerTo(m_pointer, QStringLiteral("keys"));
        const KindInfo *kind = m_definition.kind;
        if (!kind) {
            for (auto member = keys->begin(); member != keys->end(); ++member) {
                static_cast<void>(readTemplates(member.value(), pointerTo(pointer, member.key()), nullptr));
            }
            return;
        }
        QStringList required;
        for (const RoleSpec &role : kind->roles) {
            if (role.required) {
                required.append(role.id);
            }
        }
        m_checker.members(*keys, pointer, idsOf(kind->roles), required);
        for (const RoleSpec &role : kind->roles) {
            const QJsonValue value = keys->value(role.id);
            if (!value.isUndefined()) {
                m_definition.keys.push_back({&role, readTemplates(value, pointerTo(pointer, role.id), &role)});
            }
        }
    }

    std::vector<QByteArray> readTemplates(const QJsonValue &value, const QString &pointer, const RoleSpec *role)
    {
        if (!value.isArray()) {
            const auto key = readTemplate(value, pointer, role);
            return key ? std::vector{*key} : std::vector<QByteArray>{};
        }
        std::vector<QByteArray> keys;
        const QJsonArray items = value.toArray();
        if (role && !role->many) {
            m_checker.report(pointer, tr("must be one key, not an array; shards are written {a,b} or {0..15}"));
            return keys;
        }
        if (items.isEmpty()) {
            m_checker.report(pointer, tr("is empty; a key is needed"));
        }
        for (qsizetype i = 0; i < items.size(); ++i) {
            const QString at = pointerTo(pointer, i);
            const auto key = readTemplate(items[i], at, role);
            if (key && std::find(keys.begin(), keys.end(), *key) != keys.end()) {
                m_checker.report(at, tr("key %1 is given twice").arg(quoted(QString::fromUtf8(*key))));
            } else if (key) {
                keys.push_back(*key);
            }
        }
        return keys;
    }

    /// Reads a text, or `{"base64": "…"}` for bytes that are not UTF-8.
    std::optional<QByteArray> readBytes(const QJsonValue &value, const QString &pointer)
    {
        if (value.isString()) {
            if (!value.toString().isValidUtf16()) {
                m_checker.report(pointer, tr("holds half a surrogate pair, which is no character"));
                return std::nullopt;
            }
            return value.toString().toUtf8();
        }
        if (!value.isObject()) {
            m_checker.wrongType(pointer, tr("a key"), value);
            return std::nullopt;
        }
        const QString base64 = QStringLiteral("base64");
        const QJsonObject object = value.toObject();
        m_checker.members(object, pointer, {base64}, {base64});
        const auto text = m_checker.text(object, pointer, base64);
        if (!text) {
            return std::nullopt;
        }
        const auto decoded = QByteArray::fromBase64Encoding(text->toUtf8(), QByteArray::AbortOnBase64DecodingErrors);
        if (!decoded) {
            m_checker.report(pointerTo(pointer, base64), tr("is not base64"));
            return std::nullopt;
        }
        return *decoded;
    }

    std::optional<QByteArray> readTemplate(const QJsonValue &value, const QString &pointer, const RoleSpec *role)
    {
        auto bytes = readBytes(value, pointer);
        if (!bytes) {
            return std::nullopt;
        }
        if (role && role->named == Named::ByGlob) {
            if (bytes->isEmpty()) {
                m_checker.report(pointer, tr("is empty; a key is needed"));
            }
            return bytes->isEmpty() ? std::nullopt : bytes;
        }
        const Result<KeyTemplate> parsed = KeyTemplate::parse(*bytes);
        if (!parsed) {
            m_checker.report(pointer, parsed.error().message);
            return std::nullopt;
        }
        if (role && role->perId && role->named != Named::AfterFound && !parsed->hasId()) {
            m_checker.report(pointer, tr("must hold {id}, where an id stands"));
            return std::nullopt;
        }
        if (role && (role->perId || parsed->hasId()) && parsed->shardCount() > 1) {
            m_checker.report(pointer, tr("a key with {id} cannot be spread over shards"));
            return std::nullopt;
        }
        if (role && !role->perId && role->named != Named::ById && parsed->hasId()) {
            m_checker.report(pointer, tr("{id} has no meaning in this key; literal braces are written \\{id\\}"));
            return std::nullopt;
        }
        return bytes;
    }

    void readOptions()
    {
        const auto options = m_checker.object(m_json, m_pointer, QStringLiteral("options"));
        if (!options || !m_definition.kind) {
            return;
        }
        const QString pointer = pointerTo(m_pointer, QStringLiteral("options"));
        m_checker.members(*options, pointer, idsOf(m_definition.kind->options));
        for (const OptionSpec &option : m_definition.kind->options) {
            readOption(*options, pointer, option);
        }
        m_definition.options = *options;
    }

    void readOption(const QJsonObject &options, const QString &pointer, const OptionSpec &option)
    {
        const QString id = option.id;
        if (option.mayBeOff && options.value(id).isNull()) {
            return;
        }
        switch (option.type) {
        case OptionType::Duration:
            static_cast<void>(m_checker.duration(options, pointer, id));
            break;
        case OptionType::Integer:
            static_cast<void>(m_checker.whole(options, pointer, id, 1, 1'000'000'000));
            break;
        case OptionType::Number:
            static_cast<void>(m_checker.number(options, pointer, id));
            break;
        case OptionType::Choice:
            readChoice(options, pointer, option);
            break;
        case OptionType::Text:
            readText(options, pointer, id);
            break;
        case OptionType::TextList:
            if (const auto items = m_checker.array(options, pointer, id)) {
                readTextItems(*items, pointerTo(pointer, id));
            }
            break;
        case OptionType::TextMap:
            if (const auto map = m_checker.object(options, pointer, id)) {
                for (auto member = map->begin(); member != map->end(); ++member) {
                    static_cast<void>(m_checker.filled(*map, pointerTo(pointer, id), member.key()));
                }
            }
            break;
        case OptionType::Object:
            if (const auto object = m_checker.object(options, pointer, id); object && option.wrong != nullptr) {
                if (const QString wrong = option.wrong(*object); !wrong.isEmpty()) {
                    m_checker.report(pointerTo(pointer, id), wrong);
                }
            }
            break;
        }
    }

    void readChoice(const QJsonObject &options, const QString &pointer, const OptionSpec &option)
    {
        const auto chosen = m_checker.text(options, pointer, option.id);
        const QStringList choices(option.choices.begin(), option.choices.end());
        if (chosen && !choices.contains(*chosen)) {
            m_checker.report(pointerTo(pointer, option.id),
                             tr("must be %1, not %2").arg(eitherOf(choices), quoted(*chosen)));
        }
    }

    void readText(const QJsonObject &options, const QString &pointer, const QString &id)
    {
        static constexpr QLatin1StringView json("json:");
        const auto text = m_checker.filled(options, pointer, id);
        // The only text option with its own syntax, in every kind that has it.
        if (text && id == QLatin1String("id") && (!text->startsWith(json) || text->size() == json.size())) {
            m_checker.report(pointerTo(pointer, id), tr("must be \"json:\" and the name of the field with the id"));
        }
    }

    void readTextItems(const QJsonArray &items, const QString &pointer)
    {
        for (qsizetype i = 0; i < items.size(); ++i) {
            if (!items[i].isString()) {
                m_checker.wrongType(pointerTo(pointer, i), tr("a text"), items[i]);
            } else if (items[i].toString().trimmed().isEmpty()) {
                m_checker.report(pointerTo(pointer, i), tr("is empty"));
            }
        }
    }

    void readLimits()
    {
        const auto limits = m_checker.object(m_json, m_pointer, QStringLiteral("limits"));
        if (!limits) {
            return;
        }
        const QString pointer = pointerTo(m_pointer, QStringLiteral("limits"));
        if (m_definition.kind) {
            m_checker.members(*limits, pointer, idsOf(m_definition.figures()));
        }
        for (auto member = limits->begin(); member != limits->end(); ++member) {
            const int figure = m_definition.kind ? figureIndex(m_definition.figures(), member.key()) : -1;
            if (figure >= 0 || !m_definition.kind) {
                readLimit(*limits, pointer, member.key(), figure);
            }
        }
        std::sort(m_definition.limits.begin(), m_definition.limits.end(),
                  [](const Limit &a, const Limit &b) { return a.figure < b.figure; });
    }

    void readLimit(const QJsonObject &limits, const QString &parent, const QString &name, int figure)
    {
        if (limits.value(name).isNull()) { // disables a default warning
            m_definition.limits.push_back({figure, std::nullopt, std::nullopt, false});
            return;
        }
        const auto json = m_checker.object(limits, parent, name);
        if (!json) {
            return;
        }
        const QString pointer = pointerTo(parent, name);
        m_definition.limits.push_back(redis::readLimit(m_checker, *json, pointer, figure));
    }

    void readBound()
    {
        const auto json = m_checker.object(m_json, m_pointer, QStringLiteral("bound"));
        if (!json) {
            return;
        }
        const QString pointer = pointerTo(m_pointer, QStringLiteral("bound"));
        const QStringList ways{QStringLiteral("keep"), QStringLiteral("maxAge"), QStringLiteral("ttl"),
                               QStringLiteral("approved")};
        const bool allKnown = m_checker.members(*json, pointer, ways);
        Bound bound;
        bound.keep = m_checker.whole(*json, pointer, ways[0], 0, noUpperEnd);
        bound.maxAge = m_checker.duration(*json, pointer, ways[1]);
        if (const auto ttl = m_checker.boolean(*json, pointer, ways[2])) {
            bound.ttl = *ttl;
            if (!bound.ttl) {
                m_checker.report(pointerTo(pointer, ways[2]), tr("must be true, or be left out"));
            }
        }
        bound.approved = m_checker.filled(*json, pointer, ways[3]).value_or(QString());
        if (allKnown && json->size() != 1) {
            m_checker.report(pointer, tr("must hold exactly one of %1").arg(eitherOf(ways)));
        }
        m_definition.bound = bound;
    }

    Checker &m_checker;
    const QJsonObject &m_json;
    QString m_pointer;
    CollectionDefinition m_definition;
};

} // namespace

CollectionDefinition readCollection(Checker &checker, const QJsonObject &collection, const QString &pointer,
                                    std::span<const KindInfo *const> kinds)
{
    return CollectionReader(checker, collection, pointer).read(kinds);
}

} // namespace plimsoll::redis
