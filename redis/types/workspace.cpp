// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/workspace.h"

#include "redis/types/bands.h"
#include "redis/types/elementstate.h"
#include "redis/types/endpoint.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <array>

namespace plimsoll {

namespace {

struct DurationUnit {
    QLatin1StringView suffix;
    qint64 milliseconds;
};

// "ms" before "m" and "s": the first matching suffix is used.
constexpr std::array durationUnits{
    DurationUnit{QLatin1StringView("ms"), 1},         DurationUnit{QLatin1StringView("s"), 1'000},
    DurationUnit{QLatin1StringView("m"), 60'000},     DurationUnit{QLatin1StringView("h"), 3'600'000},
    DurationUnit{QLatin1StringView("d"), 86'400'000},
};

constexpr qint64 longestDuration = 10'000LL * 86'400'000LL;

const char *fallbackOf(const KindInfo *kind, QLatin1StringView option)
{
    if (kind == nullptr) {
        return nullptr;
    }
    const auto found = std::find_if(kind->options.begin(), kind->options.end(),
                                    [option](const OptionSpec &spec) { return spec.id == option; });
    return found == kind->options.end() ? nullptr : found->fallback;
}

} // namespace

const RoleKeys *CollectionDefinition::role(QLatin1StringView id) const
{
    const auto found = std::find_if(keys.begin(), keys.end(), [&](const RoleKeys &k) { return k.role->id == id; });
    return found == keys.end() ? nullptr : &*found;
}

const RoleKeys *CollectionDefinition::role(Holds holds) const
{
    const auto found =
        std::find_if(keys.begin(), keys.end(), [&](const RoleKeys &k) { return k.role->holds == holds; });
    return found == keys.end() ? nullptr : &*found;
}

const RoleKeys *CollectionDefinition::roleOfState(QStringView state) const
{
    const auto found = std::find_if(keys.begin(), keys.end(),
                                    [&](const RoleKeys &k) { return k.role->id == state && !k.role->perId; });
    if (found != keys.end()) {
        return &*found;
    }
    const ElementState *const known = findState(state);
    if (known != nullptr && (known->isOfJobs() || known->of == Holds::Expiring)) {
        const bool isStale = known->of == Holds::Processing && known->which == ElementState::Which::Overdue;
        return isStale && has(Holds::Entries) ? role(Holds::Entries) : role(known->of);
    }
    return Bands::of(*this).find(state) ? role(Holds::Ready) : nullptr;
}

ScoreCodec CollectionDefinition::codec(const RoleSpec &role) const
{
    const ScoreCodec said = ScoreCodec::of(text(role.unit));
    const ScoreCodec::Code code = said.code() == ScoreCodec::Code::Auto ? role.code : said.code();
    constexpr std::chrono::days never{10'000}; // the option is null
    return role.timeout.isEmpty() ? ScoreCodec(code) : ScoreCodec(code, duration(role.timeout).value_or(never));
}

bool CollectionDefinition::isOldestRight(const RoleSpec &role) const
{
    return text(role.consume) != u"left" && text(role.newest) != u"right";
}

bool CollectionDefinition::isHighestFirst(const RoleSpec &role) const
{
    return role.score == ScoreIs::PastTime ? !codec(role).isDescending()
                                           : role.score == ScoreIs::Rank && text(role.order) != u"asc";
}

bool ConnectionSettings::isSameServer(ConnectionSettings other) const
{
    other.readOnly = readOnly;
    other.production = production;
    other.colour = colour;
    // Compares normalised URLs: "/0" is the default database.
    const auto written = redis::Endpoint::parse(url);
    const auto another = redis::Endpoint::parse(other.url);
    if (written && another && written->url() == another->url()) {
        other.url = url;
    }
    return *this == other;
}

int CollectionDefinition::periods(const RoleSpec &of) const
{
    constexpr qint64 most = 1'000;
    return of.periods.isEmpty() ? 1 : static_cast<int>(std::clamp<qint64>(integer(of.periods).value_or(1), 1, most));
}

KeySource CollectionDefinition::source(const RoleKeys &of) const
{
    return of.role->named == Named::ByGlob ? KeySource({}) : KeySource(of.templates, periods(*of.role));
}

std::vector<KeyPattern> CollectionDefinition::patterns(const RoleKeys &of, std::chrono::milliseconds serverTime) const
{
    std::vector<KeyPattern> all;
    for (const QByteArray &text : of.templates) {
        if (of.role->named == Named::ByGlob) {
            all.push_back(KeyPattern::ofGlob(text));
            continue;
        }
        const Result<KeyTemplate> parsed = KeyTemplate::parse(text);
        if (of.role->named == Named::ById && parsed && parsed->hasId()) {
            all.emplace_back(*parsed, serverTime);
        }
    }
    return all;
}

bool CollectionDefinition::isKeyOf(const RoleKeys &of, const QByteArray &key,
                                   std::chrono::milliseconds serverTime) const
{
    const std::vector<QByteArray> written = source(of).keys(serverTime);
    const std::vector<KeyPattern> looked = patterns(of, serverTime);
    return std::find(written.begin(), written.end(), key) != written.end()
        || std::any_of(looked.begin(), looked.end(),
                       [&key](const KeyPattern &pattern) { return pattern.idOf(key).has_value(); });
}

std::vector<QByteArray> CollectionDefinition::writtenKeys() const
{
    std::vector<QByteArray> all;
    for (const RoleKeys &role : keys) {
        if (!role.role->perId) {
            all.insert(all.end(), role.templates.begin(), role.templates.end());
        }
    }
    return all;
}

const RoleKeys *CollectionDefinition::foundRole() const
{
    const auto found = std::find_if(keys.begin(), keys.end(), [](const RoleKeys &k) {
        return k.role->named == Named::ByGlob
            || (k.role->named == Named::ById
                && std::any_of(k.templates.begin(), k.templates.end(), [](const QByteArray &text) {
                       const Result<KeyTemplate> parsed = KeyTemplate::parse(text);
                       return parsed && parsed->hasId();
                   }));
    });
    return found == keys.end() ? nullptr : &*found;
}

std::optional<std::chrono::milliseconds> CollectionDefinition::duration(QLatin1StringView option) const
{
    return isOff(option) ? std::nullopt : parseDuration(text(option, QLatin1StringView(fallbackOf(kind, option))));
}

std::optional<qint64> CollectionDefinition::integer(QLatin1StringView option) const
{
    const QJsonValue value = options.value(option);
    if (value.isDouble()) {
        return value.toInteger();
    }
    if (isOff(option)) {
        return std::nullopt;
    }
    bool isNumber = false;
    const qint64 fallback = QByteArrayView(fallbackOf(kind, option)).toLongLong(&isNumber);
    return isNumber ? std::optional(fallback) : std::nullopt;
}

QString CollectionDefinition::defaultOf(QLatin1StringView option) const
{
    return options.contains(option) ? QString() : QString::fromLatin1(fallbackOf(kind, option));
}

QString CollectionDefinition::text(QLatin1StringView option, const QString &fallback) const
{
    return options.value(option).toString(fallback);
}

namespace {

/// Measured with a million keys: 738 MiB, and 30 s per poll.
QString keyCost(qint64 keys)
{
    constexpr qint64 bytesOfAKey = 774, keysASecond = 33'000;
    return QCoreApplication::translate("Workspace", "about %1 MiB of memory and %2 s for each poll")
        .arg(QString::number(keys * bytesOfAKey / (1024LL * 1024)),
             QString::number(std::max<qint64>(1, keys / keysASecond)));
}

} // namespace

qint64 Workspace::keyCount() const
{
    qint64 all = 0;
    for (const CollectionDefinition &collection : collections) {
        for (const RoleKeys &keys : collection.keys) {
            all += collection.source(keys).count();
        }
    }
    return all;
}

QString Workspace::tooManyKeys() const
{
    const qint64 keys = keyCount();
    return keys <= maxKeys
        ? QString()
        : QCoreApplication::translate("Workspace",
                                      "name %1 keys, which cost %2; at most %3 are read, unless maxKeys allows more")
              .arg(QLocale().toString(keys), keyCost(keys), QLocale().toString(maxKeys));
}

QString Workspace::manyKeys() const
{
    constexpr qint64 many = 50'000;
    const qint64 keys = keyCount();
    return keys < many ? QString()
                       : QCoreApplication::translate("Workspace", "its collections name %1 keys, which cost %2")
                             .arg(QLocale().toString(keys), keyCost(keys));
}

std::optional<std::chrono::milliseconds> parseDuration(QStringView text)
{
    for (const DurationUnit &unit : durationUnits) {
        if (!text.endsWith(unit.suffix)) {
            continue;
        }
        const QStringView digits = text.chopped(unit.suffix.size());
        const bool plain = !digits.isEmpty()
            && std::all_of(digits.begin(), digits.end(), [](QChar c) { return c >= u'0' && c <= u'9'; });
        bool parsed = false;
        const qint64 number = plain ? digits.toLongLong(&parsed) : 0;
        if (!parsed || number > longestDuration / unit.milliseconds) {
            return std::nullopt;
        }
        return std::chrono::milliseconds(number * unit.milliseconds);
    }
    return std::nullopt;
}

QString durationText(std::chrono::milliseconds duration)
{
    const qint64 total = duration.count();
    const auto unit = std::find_if(durationUnits.rbegin(), durationUnits.rend(),
                                   [&](const DurationUnit &u) { return total != 0 && total % u.milliseconds == 0; });
    return unit == durationUnits.rend() ? QStringLiteral("0s")
                                        : QString::number(total / unit->milliseconds) + unit->suffix;
}

} // namespace plimsoll
