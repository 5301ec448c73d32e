// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/keylookup.h"

#include "app/session/recordtrial.h"
#include "models/text/format.h"
#include "redis/collections/keytypes.h"
#include "redis/collections/kinds.h"
#include "redis/topology/server.h"
#include "redis/types/keytemplate.h"
#include "redis/types/plural.h"
#include "redis/types/printable.h"
#include "redis/workspace/workspacefile.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <optional>

namespace plimsoll::app {

namespace {

using views::KeyFinding;

struct KeyLookupWords {
    Q_DECLARE_TR_FUNCTIONS(keylookup)
};

struct TypeInfo {
    KeyType type;
    const char *title;
    const char *one; ///< text for a size of 1
    const char *many;
};

constexpr std::array typeInfos{
    // an entry for each of redis::keyTypes
    TypeInfo{ListKey, QT_TRANSLATE_NOOP("keylookup", "a list"), QT_TRANSLATE_NOOP("keylookup", "1 element"),
             QT_TRANSLATE_N_NOOP("keylookup", "%1 elements")},
    TypeInfo{SetKey, QT_TRANSLATE_NOOP("keylookup", "a set"), QT_TRANSLATE_NOOP("keylookup", "1 member"),
             QT_TRANSLATE_N_NOOP("keylookup", "%1 members")},
    TypeInfo{ZSetKey, QT_TRANSLATE_NOOP("keylookup", "a sorted set"), QT_TRANSLATE_NOOP("keylookup", "1 member"),
             QT_TRANSLATE_N_NOOP("keylookup", "%1 members")},
    TypeInfo{HashKey, QT_TRANSLATE_NOOP("keylookup", "a hash"), QT_TRANSLATE_NOOP("keylookup", "1 field"),
             QT_TRANSLATE_N_NOOP("keylookup", "%1 fields")},
    TypeInfo{StringKey, QT_TRANSLATE_NOOP("keylookup", "a string"), QT_TRANSLATE_NOOP("keylookup", "1 byte"),
             QT_TRANSLATE_N_NOOP("keylookup", "%1 bytes")},
    TypeInfo{StreamKey, QT_TRANSLATE_NOOP("keylookup", "a stream"), QT_TRANSLATE_NOOP("keylookup", "1 entry"),
             QT_TRANSLATE_N_NOOP("keylookup", "%1 entries")},
};

constexpr std::size_t mostKeys = 64; // maximum keys per role; a template may expand to thousands

/// A key and what it holds.
struct Probe {
    QByteArray key;
    const TypeInfo *info = nullptr; ///< null: the key does not exist
    qint64 size = 0;
};

struct Role {
    std::vector<Probe> probes;
    QString said; ///< text without probes
    bool isWrong = false; ///< `said` is about a mistake
};

Role expand(const views::KeyQuestion &question, std::chrono::milliseconds now)
{
    Role role;
    for (const QByteArray &text : question.templates) {
        if (question.named == Named::ByGlob) {
            role.said = KeyLookupWords::tr("every matching key (found by scanning)");
            continue;
        }
        const Result<KeyTemplate> parsed = KeyTemplate::parse(text);
        if (!parsed) {
            continue; // the editor reports the error
        }
        if (parsed->hasId()) {
            role.said = question.named == Named::ById ? KeyLookupWords::tr("one key per id (found by scanning)")
                : question.named == Named::AfterFound ? KeyLookupWords::tr("one key per id found")
                                                      : KeyLookupWords::tr("one key per job");
            continue;
        }
        for (const QByteArray &key : parsed->expand(now)) {
            if (role.probes.size() < mostKeys) {
                role.probes.push_back({key, nullptr, 0});
            }
        }
    }
    return role;
}

const TypeInfo *infoOf(KeyType type)
{
    return std::find_if(typeInfos.begin(), typeInfos.end(), [&](const TypeInfo &info) { return info.type == type; });
}

std::optional<Error> learn(redis::Server &server, std::vector<Role> &roles, const std::stop_token &stop)
{
    std::vector<Probe *> all;
    redis::Pipeline types;
    for (Role &role : roles) {
        for (Probe &probe : role.probes) {
            types.add({"TYPE", probe.key});
            all.push_back(&probe);
        }
    }
    if (all.empty()) {
        return std::nullopt;
    }
    const auto named = server.exchange(types, stop);
    if (!named) {
        return named.error();
    }
    redis::Pipeline sizes;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if ((*named)[i].isError()) {
            return (*named)[i].toError();
        }
        if (const redis::KeyTypeSpec *type = redis::findKeyType((*named)[i].bytes)) {
            all[i]->info = infoOf(type->type);
            sizes.add({type->size, all[i]->key});
        }
    }
    if (sizes.isEmpty()) {
        return std::nullopt;
    }
    const auto counted = server.exchange(sizes, stop);
    if (!counted) {
        return counted.error();
    }
    auto reply = counted->begin();
    for (Probe *probe : all) {
        if (probe->info != nullptr) {
            probe->size = reply->toInteger().value_or(0);
            ++reply;
        }
    }
    return std::nullopt;
}

KeyFinding inWords(const Role &role, unsigned types)
{
    if (role.probes.empty()) {
        return {role.said, role.isWrong};
    }
    qint64 size = 0;
    std::size_t there = 0;
    const TypeInfo *info = nullptr;
    for (const Probe &probe : role.probes) {
        if (probe.info == nullptr) {
            continue;
        }
        if (types != 0 && (probe.info->type & types) == 0) {
            return {KeyLookupWords::tr("%1 is %2; this needs another type")
                        .arg(printable(probe.key, 80), KeyLookupWords::tr(probe.info->title)),
                    true};
        }
        info = probe.info;
        size += probe.size;
        ++there;
    }
    if (info == nullptr) {
        return {KeyLookupWords::tr("no such key right now: it may be empty, or misspelled"), false};
    }
    const QString counted = size == 1
        ? KeyLookupWords::tr(info->one)
        : KeyLookupWords::tr(info->many, nullptr, pluralOf(size)).arg(models::formatCount(size));
    if (role.probes.size() == 1) {
        return {KeyLookupWords::tr("%1, %2").arg(KeyLookupWords::tr(info->title), counted), false};
    }
    return {
        KeyLookupWords::tr("%1 of %2 keys are there: %3", nullptr, pluralOf(static_cast<qint64>(role.probes.size())))
            .arg(models::formatCount(there), models::formatCount(role.probes.size()), counted),
        false};
}

/// Returns the key that has the next job: of ready jobs if there are any, else of those that come later.
TrialSource sourceOf(const CollectionDefinition &definition, const std::vector<Role> &roles)
{
    for (const Holds holds : {Holds::Ready, Holds::Delayed, Holds::Processing, Holds::Elements}) {
        const std::span<const RoleSpec> specs = definition.kind->roles;
        for (std::size_t i = 0; i < specs.size() && i < roles.size(); ++i) {
            for (const Probe &probe : specs[i].holds == holds ? roles[i].probes : std::vector<Probe>()) {
                if (probe.info != nullptr && (probe.info->type == ListKey || probe.info->type == ZSetKey)) {
                    return {&specs[i], probe.key, probe.info->type};
                }
            }
        }
    }
    return {};
}

/// Tries the record of a collection as far as it is typed; nullopt if that says nothing yet.
std::optional<Error> tryRecords(redis::Server &server, const std::vector<views::KeyQuestion> &questions,
                                std::vector<Role> &roles, std::chrono::milliseconds now, const std::stop_token &stop)
{
    for (std::size_t i = 0; i < questions.size(); ++i) {
        if (questions[i].tried.isEmpty() || questions[i].templates.empty()) {
            continue;
        }
        QJsonObject typed = questions[i].tried;
        typed.insert(QStringLiteral("name"), QStringLiteral("-")); // it is often typed last
        const redis::CheckedCollection checked = redis::checkCollection(typed, redis::kindInfos(), {});
        const TrialSource from = checked.problems.empty() ? sourceOf(checked.definition, roles) : TrialSource();
        if (from.role == nullptr) {
            continue;
        }
        const auto finding = tryRecord(server, checked.definition, from, now, stop);
        if (!finding) {
            return finding.error();
        }
        roles[i].said = finding->text;
        roles[i].isWrong = finding->wrong;
    }
    return std::nullopt;
}

} // namespace

std::vector<views::KeyFinding> lookUpKeys(const redis::Endpoint &endpoint,
                                          const std::vector<views::KeyQuestion> &questions, const std::stop_token &stop)
{
    redis::ClientOptions options;
    options.name = "plimsoll:lookup";
    options.readOnly = true;
    const auto server = redis::makeServer(endpoint, options);
    std::optional<Error> error;
    std::vector<Role> roles;
    if (const Outcome connected = server->connect(stop); !connected) {
        error = connected.error();
    } else if (const auto now = server->time(stop); !now) {
        error = now.error();
    } else {
        for (const views::KeyQuestion &question : questions) {
            roles.push_back(expand(question, *now));
        }
        error = learn(*server, roles, stop);
        if (!error) {
            error = tryRecords(*server, questions, roles, *now, stop);
        }
    }
    std::vector<views::KeyFinding> findings;
    for (std::size_t i = 0; i < questions.size(); ++i) {
        if (!error) {
            findings.push_back(inWords(roles[i], questions[i].types));
        } else {
            findings.push_back({questions[i].templates.empty()
                                    ? QString()
                                    : KeyLookupWords::tr("not looked up: %1").arg(error->message),
                                false});
        }
    }
    return findings;
}

} // namespace plimsoll::app
