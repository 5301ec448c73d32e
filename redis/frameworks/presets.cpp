// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/frameworks/presets.h"

#include "redis/collections/framework.h"
#include "redis/collections/keytypes.h"
#include "redis/collections/kinds.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <array>

// PLIMSOLL_PRESETS is "arq", "asynq", …, and PLIMSOLL_FRAMEWORKS is FRAMEWORK(asynq) …: the lists in CMakeLists.txt.
namespace plimsoll::redis {

#define FRAMEWORK(name) extern const FrameworkCode name##Code;
PLIMSOLL_FRAMEWORKS
#undef FRAMEWORK

namespace {

using L1 = QLatin1StringView;

const FrameworkCode *findCode(QStringView id)
{
#define FRAMEWORK(name) &name##Code,
    static constexpr std::array all{PLIMSOLL_FRAMEWORKS};
#undef FRAMEWORK
    const auto *const found =
        std::find_if(all.begin(), all.end(), [id](const FrameworkCode *code) { return id == code->id; });
    return found == all.end() ? nullptr : *found;
}

/// Reads the object of one preset; the first mistake ends it.
class PresetReader {
public:
    explicit PresetReader(const QJsonObject &json) : m_json(json) { }

    Result<Preset> read()
    {
        m_preset.id = m_json.value(L1("preset")).toString();
        m_preset.title = m_json.value(L1("title")).toString();
        m_preset.versions = m_json.value(L1("versions")).toString();
        m_preset.prefix = m_json.value(L1("prefix")).toString();
        m_preset.join = m_json.value(L1("join")).toString();
        m_preset.code = findCode(m_preset.id);
        m_preset.actions = m_preset.code != nullptr ? m_preset.code->actions : std::span<const PresetAction>();
        for (const auto &one : m_json.value(L1("sibling")).toArray()) {
            m_preset.sibling.push_back({one[0].toString(), one[1].toString(), one[2].toString(QStringLiteral("-"))});
        }
        const QJsonObject words = m_json.value(L1("words")).toObject();
        for (auto word = words.begin(); word != words.end(); ++word) {
            m_preset.words.insert(word.key(), word.value().toString());
        }
        readFind(m_json.value(L1("find")).toObject());
        readLayout(QString(), m_json.value(L1("queue")).toObject());
        const QJsonObject parts = m_json.value(L1("parts")).toObject();
        for (auto part = parts.begin(); part != parts.end(); ++part) {
            readLayout(part.key(), part.value().toObject());
        }
        checkWords();
        return m_wrong.isEmpty() ? Result<Preset>(std::move(m_preset)) : Error{ErrorKind::Invalid, m_wrong};
    }

private:
    void report(const QString &text)
    {
        if (m_wrong.isEmpty()) {
            m_wrong = m_preset.id + QStringLiteral(": ") + text;
        }
    }

    void readFind(const QJsonObject &json)
    {
        const auto names = [](const QJsonValue &value) {
            std::vector<QByteArray> all;
            for (const auto &name : value.toArray()) {
                all.push_back(name.toString().toUtf8());
            }
            return all;
        };
        PresetFind &find = m_preset.find;
        const auto sign = [](const QJsonValue &value) {
            const QJsonObject object = value.toObject();
            const auto text = [&object](L1 name) { return object.value(name).toString().toUtf8(); };
            return value.isString()
                ? PresetFind::Sign{value.toString().toUtf8()}
                : PresetFind::Sign{text(L1("key")), text(L1("type")), text(L1("field")), text(L1("begins"))};
        };
        find.prefixed = names(json.value(L1("anyPrefix")));
        find.anyPrefix = json.value(L1("anyPrefix")).toBool() || !find.prefixed.empty();
        find.registry = json.value(L1("registry")).toString().toUtf8();
        find.member = json.value(L1("member")).toString(QString::fromUtf8(find.member)).toUtf8();
        find.usual = names(json.value(L1("usual")));
        find.queues = names(json.value(L1("queue")));
        find.beside = names(json.value(L1("beside")));
        find.present = names(json.value(L1("present")));
        for (const auto &value : json.value(L1("absent")).toArray()) {
            find.absent.push_back(sign(value));
        }
        if (const QJsonValue proof = json.value(L1("proof")); !proof.isUndefined()) {
            find.proof = sign(proof);
        }
        find.unusual = names(json.value(L1("unusual")));
        const QJsonObject sibling = json.value(L1("sibling")).toObject();
        find.siblingKey = sibling.value(L1("key")).toString().toUtf8();
        find.siblingQueue = sibling.value(L1("queue")).toString().toUtf8();
        const QJsonObject element = json.value(L1("element")).toObject();
        find.elementKey = element.value(L1("key")).toString().toUtf8();
        find.elementFields = names(element.value(L1("fields")));
        find.ignored = names(json.value(L1("ignore")));
        find.own = names(json.value(L1("own")));
    }

    void checkWords()
    {
        for (auto word = m_preset.words.begin(); word != m_preset.words.end(); ++word) {
            if (std::none_of(m_preset.layouts.begin(), m_preset.layouts.end(), [&word](const PresetLayout &layout) {
                    return layout.kind->figureIndex(word.key()) >= 0;
                })) {
                report(QStringLiteral("no figure is called %1").arg(word.key()));
            }
        }
    }

    void readLayout(const QString &part, const QJsonObject &json)
    {
        PresetLayout layout;
        layout.part = part;
        layout.kind = findKind(json.value(L1("kind")).toString());
        if (layout.kind == nullptr) {
            report(QStringLiteral("no kind is called %1").arg(json.value(L1("kind")).toString()));
            return;
        }
        QJsonObject keys = json.value(L1("keys")).toObject();
        for (const RoleSpec &role : layout.kind->roles) { // in the order of the kind
            if (const QJsonValue value = keys.take(role.id); !value.isUndefined()) {
                readRole(layout, role, value);
            }
        }
        if (!keys.isEmpty()) {
            report(QStringLiteral("%1 has no role %2").arg(layout.kind->id, keys.begin().key()));
        }
        layout.options = json.value(L1("options")).toObject();
        for (const QString &name : layout.options.keys()) {
            if (std::none_of(layout.kind->options.begin(), layout.kind->options.end(),
                             [&name](const OptionSpec &option) { return name == option.id; })) {
                report(QStringLiteral("%1 has no option %2").arg(layout.kind->id, name));
            }
        }
        m_preset.layouts.push_back(std::move(layout));
    }

    void readRole(PresetLayout &layout, const RoleSpec &role, const QJsonValue &value)
    {
        RoleSpec own = role;
        const QJsonObject json = value.isObject() ? value.toObject() : QJsonObject{{QStringLiteral("keys"), value}};
        if (const QJsonArray types = json.value(L1("types")).toArray(); !types.isEmpty()) {
            own.types = 0;
            for (const auto &type : types) {
                own.types |= typeOf(type.toString());
            }
        }
        readScore(own, json.value(L1("score")));
        if (const QString marks = json.value(L1("marks")).toString(); !marks.isEmpty()) {
            own.marks = QLatin1StringView(m_preset.texts.emplace_back(marks.toLatin1()));
        }
        if (const QString timeout = json.value(L1("timeout")).toString(); !timeout.isEmpty()) {
            const auto option = std::find_if(layout.kind->options.begin(), layout.kind->options.end(),
                                             [&timeout](const OptionSpec &one) { return timeout == one.id; });
            if (option == layout.kind->options.end()) {
                report(QStringLiteral("%1 has no option %2").arg(layout.kind->id, timeout));
                return;
            }
            own.timeout = option->id;
        }
        add(layout, own, json.value(L1("keys")));
        if (const QJsonValue lease = json.value(L1("lease")); lease.isString()) {
            add(layout,
                {.id = L1("lease"),
                 .types = StringKey,
                 .perId = true,
                 .help = QT_TRANSLATE_NOOP("kinds", "The key that a worker keeps while it has the job"),
                 .holds = Holds::Lease},
                lease);
        }
        if (const QJsonObject size = json.value(L1("size")).toObject(); !size.isEmpty()) {
            add(layout,
                {.id = L1("size"),
                 .types = typeOf(size.value(L1("type")).toString()),
                 .perId = true,
                 .help = QT_TRANSLATE_NOOP("kinds", "The key whose size is the number of jobs in processing"),
                 .holds = Holds::Size},
                size.value(L1("key")));
        }
    }

    void add(PresetLayout &layout, const RoleSpec &role, const QJsonValue &keys)
    {
        std::vector<QByteArray> templates;
        for (const auto &key : keys.isArray() ? keys.toArray() : QJsonArray{keys}) {
            templates.push_back(key.toString().toUtf8());
        }
        layout.roles.push_back(role);
        layout.templates.push_back(std::move(templates));
    }

    unsigned typeOf(const QString &name)
    {
        const KeyTypeSpec *type = findKeyType(name.toLatin1());
        if (type == nullptr) {
            report(QStringLiteral("no type of keys is called %1").arg(name));
            return 0;
        }
        return type->type;
    }

    void readScore(RoleSpec &role, const QJsonValue &value)
    {
        using Code = ScoreCodec::Code;
        struct Score {
            L1 name;
            Code code;
        };
        static constexpr std::array codes{Score{L1("ms"), Code::Milliseconds}, Score{L1("s"), Code::Seconds},
                                          Score{L1("s.ms"), Code::FractionalSeconds},
                                          Score{L1("ms*4096"), Code::Milliseconds4096},
                                          Score{L1("-s"), Code::NegativeSeconds}};
        if (value.isUndefined()) {
            return;
        }
        const QString name = value.toString();
        const auto *const code =
            std::find_if(codes.begin(), codes.end(), [&name](const Score &one) { return name == one.name; });
        if (name == L1("unknown")) { // times of an unknown clock
            role.score = ScoreIs::Nothing;
        } else if (code == codes.end()) {
            report(QStringLiteral("no score is called %1").arg(name));
        } else {
            role.code = code->code;
        }
    }

    const QJsonObject &m_json;
    Preset m_preset;
    QString m_wrong;
};

} // namespace

Result<Preset> parsePreset(const QByteArray &json)
{
    const QJsonObject object = QJsonDocument::fromJson(json).object();
    return PresetReader(object).read();
}

std::span<const Preset> presets()
{
    static const std::vector<Preset> all = [] {
        std::vector<Preset> read;
        for (const char *name : {PLIMSOLL_PRESETS}) {
            QFile file(QStringLiteral(":/presets/%1.json").arg(QLatin1StringView(name)));
            if (file.open(QIODevice::ReadOnly)) {
                if (Result<Preset> preset = parsePreset(file.readAll())) { // tst_presetfiles checks every file
                    read.push_back(*std::move(preset));
                }
            }
        }
        return read;
    }();
    return all;
}

void applyPreset(CollectionDefinition &definition, const PresetLayout &layout)
{
    PresetUse &use = *definition.preset;
    definition.kind = layout.kind;
    use.options = definition.options;
    for (auto option = layout.options.begin(); option != layout.options.end(); ++option) {
        if (!definition.options.contains(option.key())) {
            definition.options.insert(option.key(), option.value());
        }
    }
    for (std::size_t role = 0; role < layout.roles.size(); ++role) {
        if (std::vector<QByteArray> keys = use.templates(layout, role); !keys.empty()) {
            definition.keys.push_back({&layout.roles[role], std::move(keys)});
        }
    }
    if (!use.preset->words.isEmpty()) {
        const auto table = std::make_shared<FigureTable>(*layout.kind);
        for (auto word = use.preset->words.begin(); word != use.preset->words.end(); ++word) {
            if (const int figure = layout.kind->figureIndex(word.key()); figure >= 0) {
                table->rename(figure, word.value().toUtf8());
            }
        }
        definition.ownFigures = table;
    }
}

const Preset *findPreset(QStringView id)
{
    const std::span<const Preset> all = presets();
    const auto found = std::find_if(all.begin(), all.end(), [id](const Preset &preset) { return preset.id == id; });
    return found == all.end() ? nullptr : &*found;
}

} // namespace plimsoll::redis
