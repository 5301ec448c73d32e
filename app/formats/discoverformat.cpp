// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/formats/discoverformat.h"

#include "app/formats/clitext.h"
#include "app/formats/texttable.h"
#include "models/text/format.h"
#include "models/documents/jsonwriter.h"
#include "redis/types/printable.h"

#include <algorithm>
#include <cmath>

namespace plimsoll::app {

namespace {

constexpr std::size_t templatesShown = 25; ///< unrecognised templates shown; JSON has all
constexpr qsizetype templateWidth = 70;
constexpr qsizetype nameShownWidth = 32;

double secondsOf(std::chrono::microseconds time)
{
    return std::chrono::duration<double>(time).count();
}

double rounded(double value, double steps)
{
    return std::round(value * steps) / steps;
}

/// Its preset, or its kind and keys, as in a workspace.
void writeSource(models::JsonWriter &json, const CollectionDefinition &definition)
{
    if (const std::optional<PresetUse> &use = definition.preset) {
        const bool isPart = !use->part.isEmpty();
        json.text(PresetUse::presetMember, use->preset->id);
        json.text(PresetUse::prefixMember, use->prefix.value_or(use->preset->prefix));
        json.text(isPart ? PresetUse::partMember : PresetUse::queueMember, isPart ? use->part : use->queue);
        return;
    }
    json.text("kind", definition.kind->id);
    json.beginObject("keys");
    for (const RoleKeys &role : definition.keys) {
        if (role.templates.size() == 1) {
            json.bytes(role.role->id, role.templates.front());
            continue;
        }
        json.beginArray(role.role->id);
        for (const QByteArray &text : role.templates) {
            json.bytes({}, text);
        }
        json.endArray();
    }
    json.endObject();
}

/// "ready queue:email · dead queue:email:failed"
QString keysText(const CollectionDefinition &definition)
{
    QStringList roles;
    for (const RoleKeys &role : definition.keys) {
        QStringList keys;
        for (const QByteArray &text : role.templates) {
            keys.append(printable(text, templateWidth));
        }
        roles.append(QString(role.role->id) + u' ' + keys.join(QLatin1String(", ")));
    }
    return roles.join(QStringLiteral(" · "));
}

QString costText(const Discovery &discovery)
{
    const QString keys = models::formatCount(discovery.keys);
    const QString seconds = QString::number(secondsOf(discovery.duration), 'f', 1);
    const QString some =
        discovery.keys == 1 ? tr("1 key in %1 s").arg(seconds) : tr("%1 keys in %2 s").arg(keys, seconds);
    const QString all = discovery.isComplete ? some : tr("%1, not all keys").arg(some);
    return tr("%1; the server spent %2 s on %3 commands, at most %4 ms on one")
        .arg(all, QString::number(secondsOf(discovery.cost.server), 'f', 2),
             models::formatCount(discovery.cost.commands),
             QString::number(secondsOf(discovery.cost.longest) * 1'000, 'f', 1));
}

QString foundText(const std::vector<Proposal> &found)
{
    TextTable table({{QStringLiteral("collection")},
                     {QStringLiteral("kind")},
                     {QStringLiteral("keys"), true},
                     {QStringLiteral("elements"), true},
                     {QStringLiteral("sure"), true},
                     {QStringLiteral("where")}});
    for (const Proposal &one : found) {
        const CollectionDefinition &definition = one.definition;
        table.add({printable(definition.name.toUtf8(), nameShownWidth), QString(definition.kind->id),
                   models::formatCount(one.count),
                   one.elements ? models::formatCount(*one.elements) : QStringLiteral("–"),
                   QString::number(one.confidence, 'f', 2), keysText(definition)});
    }
    QString text = table.text() + u'\n';
    for (const Proposal &one : found) {
        text += QStringLiteral("%1: %2\n").arg(printable(one.definition.name.toUtf8(), nameShownWidth), one.reason);
    }
    return text;
}

QString unrecognisedText(const std::vector<FoundTemplate> &unrecognised)
{
    TextTable table({{tr("not recognised")}, {QStringLiteral("type")}, {QStringLiteral("keys"), true}});
    const std::size_t shown = std::min(unrecognised.size(), templatesShown);
    for (std::size_t i = 0; i < shown; ++i) {
        const FoundTemplate &one = unrecognised[i];
        table.add({printable(one.text, templateWidth), one.type.isEmpty() ? QStringLiteral("–") : printable(one.type),
                   models::formatCount(one.count)});
    }
    QString text = table.text();
    if (shown < unrecognised.size()) {
        qint64 rest = 0;
        std::for_each(unrecognised.begin() + static_cast<std::ptrdiff_t>(shown), unrecognised.end(),
                      [&rest](const FoundTemplate &one) { rest += one.count; });
        text += tr("and %1 more templates of %2 keys, which --format json lists\n")
                    .arg(models::formatCount(unrecognised.size() - shown), models::formatCount(rest));
    }
    return text;
}

} // namespace

QByteArray discoveryJson(const Discovery &discovery)
{
    constexpr double thousand = 1'000;
    models::JsonWriter json(models::JsonWriter::Layout::Indented);
    json.beginObject();
    json.integer("keys", discovery.keys);
    json.number("seconds", rounded(secondsOf(discovery.duration), thousand));
    json.boolean("complete", discovery.isComplete);
    json.beginObject("cost");
    json.number("serverSeconds", rounded(secondsOf(discovery.cost.server), thousand * thousand));
    json.number("longestMs", rounded(secondsOf(discovery.cost.longest) * thousand, thousand));
    json.integer("commands", discovery.cost.commands);
    json.endObject();
    json.beginArray("found");
    for (const Proposal &one : discovery.found) {
        json.beginObject();
        json.text("name", one.definition.name);
        writeSource(json, one.definition);
        json.integer("count", one.count);
        json.integer("elements", one.elements);
        json.number("confidence", one.confidence);
        json.text("reason", one.reason);
        json.endObject();
    }
    json.endArray();
    json.beginArray("unrecognised");
    for (const FoundTemplate &one : discovery.unrecognised) {
        json.beginObject();
        json.bytes("template", one.text);
        json.knownText("type", printable(one.type));
        json.integer("count", one.count);
        json.endObject();
    }
    json.endArray();
    if (!discovery.problems.isEmpty()) {
        json.beginArray("problems");
        for (const QString &problem : discovery.problems) {
            json.text({}, problem);
        }
        json.endArray();
    }
    json.endObject();
    return json.take();
}

QByteArray discoveryTable(const Discovery &discovery)
{
    QString text;
    text += discovery.found.empty() ? tr("No collection was recognised.\n") : foundText(discovery.found);
    if (!discovery.unrecognised.empty()) {
        text += u'\n' + unrecognisedText(discovery.unrecognised);
    }
    return (text + u'\n' + costText(discovery) + u'\n').toUtf8();
}

} // namespace plimsoll::app
