// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/frameworks/presets.h"
#include "redis/types/jobfields.h"
#include "redis/types/keytemplate.h"
#include "redis/types/printable.h"
#include "redis/workspace/checker.h"
#include "redis/workspace/jsonscan.h"

#include <algorithm>
#include <limits>

namespace plimsoll::redis {

namespace {

constexpr qint64 noUpperEnd = std::numeric_limits<qint64>::max();

using L1 = QLatin1StringView;

template <typename Specs> MemberNames idsOf(const Specs &specs)
{
    MemberNames ids;
    for (const auto &spec : specs) {
        ids.append(spec.id);
    }
    return ids;
}

/// Reads one collection. With an unknown (null) kind, it checks types, but not names.
class CollectionReader {
    Q_DECLARE_TR_FUNCTIONS(Workspace)

public:
    CollectionReader(Checker &checker, const QJsonObject &json, const JsonPlace &place)
        : m_checker(checker), m_json(json), m_place(place)
    {
    }

    CollectionDefinition read(std::span<const KindInfo *const> kinds)
    {
        if (m_json.contains(m_preset)) {
            m_checker.members(m_json, m_place,
                              {m_name, m_preset, m_prefix, m_queue, m_part, L1("options"), L1("limits"), L1("bound")},
                              {m_name, m_preset});
            readName();
            readPreset();
            readOptions();
            if (m_layout != nullptr) {
                applyPreset(m_definition, *m_layout);
            }
        } else {
            m_checker.members(m_json, m_place,
                              {m_name, L1("kind"), L1("keys"), L1("options"), L1("limits"), L1("bound")},
                              {m_name, L1("kind"), L1("keys")});
            readName();
            readKind(kinds);
            readKeys();
            readOptions();
        }
        if (m_definition.kind != nullptr && m_definition.kind->furtherFigures != nullptr) {
            m_definition.ownFigures = m_definition.kind->furtherFigures(m_definition);
        }
        readLimits();
        readBound();
        return std::move(m_definition);
    }

private:
    void readName() { m_definition.name = m_checker.filled(m_json, m_place, m_name).value_or(QString()); }

    /// Reports a misspelt preset and checks the rest as the nearest known one.
    void readPreset()
    {
        const auto id = m_checker.text(m_json, m_place, m_preset);
        PresetUse use;
        use.prefix = m_checker.text(m_json, m_place, m_prefix);
        use.queue = m_checker.filled(m_json, m_place, m_queue).value_or(QString());
        use.part = m_checker.text(m_json, m_place, m_part).value_or(QString());
        if (!id) {
            return;
        }
        use.preset = findPreset(*id);
        if (use.preset == nullptr) {
            QStringList ids;
            for (const Preset &preset : presets()) {
                ids.append(preset.id);
            }
            m_checker.report(JsonPlace(m_place, m_preset), tr("preset %1 is %2").arg(quoted(*id), notKnown(*id, ids)));
            use.preset = findPreset(nearestName(*id, ids));
        }
        if (use.preset == nullptr) {
            return;
        }
        const bool isQueue = m_json.contains(m_queue), isPart = m_json.contains(m_part);
        QStringList parts;
        for (const PresetLayout &layout : use.preset->layouts) {
            if (!layout.part.isEmpty()) {
                parts.append(layout.part);
            }
        }
        if (isQueue && isPart) {
            m_checker.report(m_place, tr("must hold one of %1, not both").arg(eitherOf({m_queue, m_part})));
        } else if (!isQueue && !isPart) {
            m_checker.report(JsonPlace(m_place, m_queue), tr("is missing"));
        } else if (isPart && !parts.contains(use.part)) {
            m_checker.report(JsonPlace(m_place, m_part),
                             tr("%1 of %2 is %3").arg(quoted(use.part), use.preset->title, notKnown(use.part, parts)));
        }
        const PresetLayout *layout = use.preset->layout(isPart && parts.contains(use.part) ? use.part : QString());
        m_definition.kind = layout->kind;
        m_definition.preset = std::move(use);
        m_layout = layout;
    }

    /// Reports a misspelt kind and checks the rest as the nearest known kind.
    void readKind(std::span<const KindInfo *const> kinds)
    {
        const auto id = m_checker.text(m_json, m_place, L1("kind"));
        if (!id) {
            return;
        }
        const auto kindOf = [&](const QString &name) {
            const auto found =
                std::find_if(kinds.begin(), kinds.end(), [&](const KindInfo *kind) { return name == kind->id; });
            return found == kinds.end() ? nullptr : *found;
        };
        m_definition.kind = kindOf(*id);
        if (m_definition.kind == nullptr) {
            QStringList ids;
            for (const KindInfo *kind : kinds) {
                ids.append(kind->id);
            }
            m_checker.report(JsonPlace(m_place, L1("kind")), tr("kind %1 is %2").arg(quoted(*id), notKnown(*id, ids)));
            m_definition.kind = kindOf(nearestName(*id, ids));
        }
    }

    void readKeys()
    {
        const auto keys = m_checker.object(m_json, m_place, L1("keys"));
        if (!keys) {
            return;
        }
        const JsonPlace place(m_place, L1("keys"));
        const KindInfo *kind = m_definition.kind;
        if (!kind) {
            for (auto member = keys->begin(); member != keys->end(); ++member) {
                static_cast<void>(readTemplates(member.value(), JsonPlace(place, member.key()), nullptr));
            }
            return;
        }
        MemberNames required;
        for (const RoleSpec &role : kind->roles) {
            if (role.required) {
                required.append(role.id);
            }
        }
        m_checker.members(*keys, place, idsOf(kind->roles), required);
        for (const RoleSpec &role : kind->roles) {
            const QJsonValue value = keys->value(role.id);
            if (!value.isUndefined()) {
                m_definition.keys.push_back({&role, readTemplates(value, JsonPlace(place, role.id), &role)});
                reportSharedKey(place);
            }
        }
    }

    /// An operation on one role would act on the elements of the other.
    void reportSharedKey(const JsonPlace &place)
    {
        const RoleKeys &last = m_definition.keys.back();
        for (const QByteArray &key : last.templates) {
            const auto other = std::find_if(
                m_definition.keys.begin(), std::prev(m_definition.keys.end()), [&key](const RoleKeys &keys) {
                    return std::find(keys.templates.begin(), keys.templates.end(), key) != keys.templates.end();
                });
            if (other != std::prev(m_definition.keys.end())) {
                m_checker.report(
                    JsonPlace(place, last.role->id),
                    tr("key %1 is that of %2 already").arg(quoted(QString::fromUtf8(key)), other->role->id));
            }
        }
    }

    std::vector<QByteArray> readTemplates(const QJsonValue &value, const JsonPlace &place, const RoleSpec *role)
    {
        if (!value.isArray()) {
            const auto key = readTemplate(value, place, role);
            return key ? std::vector{*key} : std::vector<QByteArray>{};
        }
        std::vector<QByteArray> keys;
        const QJsonArray items = value.toArray();
        if (role && !role->many) {
            m_checker.report(place, tr("must be one key, not an array; shards are written {a,b} or {0..15}"));
            return keys;
        }
        if (items.isEmpty()) {
            m_checker.report(place, tr("is empty; a key is needed"));
        }
        for (qsizetype i = 0; i < items.size(); ++i) {
            const JsonPlace at(place, i);
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
    std::optional<QByteArray> readBytes(const QJsonValue &value, const JsonPlace &place)
    {
        if (value.isString()) {
            const QString text = value.toString();
            if (!text.isValidUtf16()) {
                m_checker.report(place, tr("contains half a surrogate pair, which is not a character"));
                return std::nullopt;
            }
            return text.toUtf8();
        }
        if (!value.isObject()) {
            m_checker.wrongType(place, tr("a key"), value);
            return std::nullopt;
        }
        constexpr L1 base64("base64");
        const QJsonObject object = value.toObject();
        m_checker.members(object, place, {base64}, {base64});
        const auto text = m_checker.text(object, place, base64);
        if (!text) {
            return std::nullopt;
        }
        const auto decoded = QByteArray::fromBase64Encoding(text->toUtf8(), QByteArray::AbortOnBase64DecodingErrors);
        if (!decoded) {
            m_checker.report(JsonPlace(place, base64), tr("is not base64"));
            return std::nullopt;
        }
        return *decoded;
    }

    std::optional<QByteArray> readTemplate(const QJsonValue &value, const JsonPlace &place, const RoleSpec *role)
    {
        auto bytes = readBytes(value, place);
        if (!bytes) {
            return std::nullopt;
        }
        if (role && role->named == Named::ByGlob) {
            if (bytes->isEmpty()) {
                m_checker.report(place, tr("is empty; a key is needed"));
            }
            return bytes->isEmpty() ? std::nullopt : bytes;
        }
        const Result<KeyTemplate> parsed = KeyTemplate::parse(*bytes);
        if (!parsed) {
            m_checker.report(place, parsed.error().message);
            return std::nullopt;
        }
        if (role && role->perId && role->named != Named::AfterFound && !parsed->hasId()) {
            m_checker.report(place, tr("must contain {id}, which stands for the id"));
            return std::nullopt;
        }
        if (role && (role->perId || parsed->hasId()) && parsed->shardCount() > 1) {
            m_checker.report(place, tr("a key with {id} cannot be spread over shards"));
            return std::nullopt;
        }
        if (role && !role->perId && role->named != Named::ById && parsed->hasId()) {
            m_checker.report(place, tr("{id} has no meaning in this key; literal braces are written \\{id\\}"));
            return std::nullopt;
        }
        return bytes;
    }

    void readOptions()
    {
        const auto options = m_checker.object(m_json, m_place, L1("options"));
        if (!options || !m_definition.kind) {
            return;
        }
        const JsonPlace place(m_place, L1("options"));
        m_checker.members(*options, place, idsOf(m_definition.kind->options));
        for (const OptionSpec &option : m_definition.kind->options) {
            readOption(*options, place, option);
        }
        m_definition.options = *options;
    }

    void readOption(const QJsonObject &options, const JsonPlace &place, const OptionSpec &option)
    {
        const L1 id = option.id;
        if (option.mayBeOff && options.value(id).isNull()) {
            return;
        }
        switch (option.type) {
        case OptionType::Duration:
            static_cast<void>(m_checker.duration(options, place, id));
            break;
        case OptionType::Integer:
            static_cast<void>(m_checker.whole(options, place, id, 1, 1'000'000'000));
            break;
        case OptionType::Number:
            static_cast<void>(m_checker.number(options, place, id));
            break;
        case OptionType::Choice:
            readChoice(options, place, option);
            break;
        case OptionType::Text:
            readText(options, place, id);
            break;
        case OptionType::TextList:
            if (const auto items = m_checker.array(options, place, id)) {
                readTextItems(*items, JsonPlace(place, id));
            }
            break;
        case OptionType::FieldNames:
            if (const auto map = m_checker.object(options, place, id)) {
                for (auto member = map->begin(); member != map->end(); ++member) {
                    if (!isJobFieldName(member.key())) {
                        m_checker.report(JsonPlace(JsonPlace(place, id), member.key()),
                                         notKnown(member.key(), jobFieldTitles()));
                        continue;
                    }
                    static_cast<void>(m_checker.filled(*map, JsonPlace(place, id), member.key()));
                }
            }
            break;
        case OptionType::Object:
            if (const auto object = m_checker.object(options, place, id); object && option.wrong != nullptr) {
                if (const QString wrong = option.wrong(*object); !wrong.isEmpty()) {
                    m_checker.report(JsonPlace(place, id), wrong);
                }
            }
            break;
        }
    }

    void readChoice(const QJsonObject &options, const JsonPlace &place, const OptionSpec &option)
    {
        const auto chosen = m_checker.text(options, place, option.id);
        const QStringList choices(option.choices.begin(), option.choices.end());
        if (chosen && !choices.contains(*chosen)) {
            m_checker.report(JsonPlace(place, option.id),
                             tr("must be %1, not %2").arg(eitherOf(choices), quoted(*chosen)));
        }
    }

    void readText(const QJsonObject &options, const JsonPlace &place, L1 id)
    {
        static constexpr QLatin1StringView json("json:");
        const auto text = m_checker.filled(options, place, id);
        // The only text option with its own syntax, in every kind that has it.
        if (text && id == L1("id") && (!text->startsWith(json) || text->size() == json.size())) {
            m_checker.report(JsonPlace(place, id), tr("must be \"json:\" and the name of the field with the id"));
        }
    }

    void readTextItems(const QJsonArray &items, const JsonPlace &place)
    {
        for (qsizetype i = 0; i < items.size(); ++i) {
            if (!items[i].isString()) {
                m_checker.wrongType(JsonPlace(place, i), tr("a string"), items[i]);
            } else if (items[i].toString().trimmed().isEmpty()) {
                m_checker.report(JsonPlace(place, i), tr("is empty"));
            }
        }
    }

    void readLimits()
    {
        const auto limits = m_checker.object(m_json, m_place, L1("limits"));
        if (!limits) {
            return;
        }
        const JsonPlace place(m_place, L1("limits"));
        if (m_definition.kind) {
            m_checker.members(*limits, place, idsOf(m_definition.figures()));
        }
        for (auto member = limits->begin(); member != limits->end(); ++member) {
            const int figure = m_definition.kind ? figureIndex(m_definition.figures(), member.key()) : -1;
            if (figure >= 0 || !m_definition.kind) {
                readLimit(*limits, place, member.key(), figure);
            }
        }
        std::sort(m_definition.limits.begin(), m_definition.limits.end(),
                  [](const Limit &a, const Limit &b) { return a.figure < b.figure; });
    }

    void readLimit(const QJsonObject &limits, const JsonPlace &parent, const QString &name, int figure)
    {
        if (limits.value(name).isNull()) { // disables a default warning
            m_definition.limits.push_back({figure, std::nullopt, std::nullopt, false});
            return;
        }
        const auto json = m_checker.object(limits, parent, name);
        if (!json) {
            return;
        }
        const JsonPlace place(parent, name);
        m_definition.limits.push_back(redis::readLimit(m_checker, *json, place, figure));
    }

    void readBound()
    {
        const auto json = m_checker.object(m_json, m_place, L1("bound"));
        if (!json) {
            return;
        }
        const JsonPlace place(m_place, L1("bound"));
        const MemberNames ways{L1("keep"), L1("maxAge"), L1("ttl"), L1("approved")};
        const bool allKnown = m_checker.members(*json, place, ways);
        Bound bound;
        bound.keep = m_checker.whole(*json, place, ways[0], 0, noUpperEnd);
        bound.maxAge = m_checker.duration(*json, place, ways[1]);
        if (const auto ttl = m_checker.boolean(*json, place, ways[2])) {
            bound.ttl = *ttl;
            if (!bound.ttl) {
                m_checker.report(JsonPlace(place, ways[2]), tr("must be true, or be left out"));
            }
        }
        bound.approved = m_checker.filled(*json, place, ways[3]).value_or(QString());
        if (allKnown && json->size() != 1) {
            m_checker.report(place, tr("must hold exactly one of %1").arg(eitherOf(textsOf(ways))));
        }
        m_definition.bound = bound;
    }

    static constexpr L1 m_name{"name"}, m_preset = PresetUse::presetMember, m_prefix = PresetUse::prefixMember,
                                        m_queue = PresetUse::queueMember, m_part = PresetUse::partMember;
    Checker &m_checker;
    const QJsonObject &m_json;
    const JsonPlace &m_place;
    CollectionDefinition m_definition;
    const PresetLayout *m_layout = nullptr; ///< null: no preset
};

} // namespace

CollectionDefinition readCollection(Checker &checker, const QJsonObject &collection, const JsonPlace &place,
                                    std::span<const KindInfo *const> kinds)
{
    return CollectionReader(checker, collection, place).read(kinds);
}

} // namespace plimsoll::redis
