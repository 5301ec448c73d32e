// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/preset.h"

#include "redis/types/elementstate.h"
#include "redis/types/keytemplate.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <span>

namespace plimsoll {

namespace {

/// Replaces the variables in one pass, so that a value that looks like a variable stays what it is.
std::optional<QByteArray> filled(const QByteArray &text,
                                 const std::array<std::pair<QByteArrayView, std::optional<QByteArray>>, 3> &variables)
{
    QByteArray out;
    for (qsizetype at = 0; at < text.size();) {
        const auto *const variable = std::find_if(variables.begin(), variables.end(), [&](const auto &one) {
            return QByteArrayView(text).sliced(at).startsWith(one.first);
        });
        if (variable == variables.end()) {
            out += text[at++];
        } else if (!variable->second) {
            return std::nullopt;
        } else {
            out += *variable->second;
            at += variable->first.size();
        }
    }
    return out;
}

} // namespace

const PresetLayout *Preset::layout(QStringView part) const
{
    const auto found =
        std::find_if(layouts.begin(), layouts.end(), [part](const PresetLayout &one) { return one.part == part; });
    return found == layouts.end() ? nullptr : &*found;
}

QByteArray PresetUse::keyPrefix() const
{
    const QString given = prefix.value_or(preset->prefix);
    return given.isEmpty() ? QByteArray() : (given + preset->join).toUtf8();
}

std::vector<QByteArray> PresetUse::siblingPrefixes() const
{
    const QString given = prefix.value_or(preset->prefix);
    std::vector<QByteArray> all;
    for (const Preset::Sibling &sibling : preset->sibling) {
        if (!given.endsWith(sibling.end)) {
            continue;
        }
        QString rest = given.chopped(sibling.end.size());
        const QByteArray made = (rest.replace(u'-', sibling.hyphen) + sibling.replacement).toUtf8();
        if (std::find(all.begin(), all.end(), made) == all.end()) {
            all.push_back(made);
        }
    }
    return all;
}

std::vector<QByteArray> PresetUse::templates(const PresetLayout &layout, std::size_t role) const
{
    std::vector<std::optional<QByteArray>> siblings;
    for (const QByteArray &sibling : siblingPrefixes()) {
        siblings.emplace_back(KeyTemplate::escaped(sibling));
    }
    if (siblings.empty()) {
        siblings.emplace_back();
    }
    std::vector<QByteArray> keys;
    for (const QByteArray &text : layout.templates[role]) {
        const bool hasSibling = text.contains("{sibling}");
        for (const std::optional<QByteArray> &sibling : std::span(siblings).first(hasSibling ? siblings.size() : 1)) {
            if (auto key = filled(text,
                                  {{{"{prefix}", KeyTemplate::escaped(keyPrefix())},
                                    {"{queue}", KeyTemplate::escaped(queue.toUtf8())},
                                    {"{sibling}", sibling}}})) {
                keys.push_back(*std::move(key));
            }
        }
    }
    return keys;
}

bool PresetUse::mayOperate() const
{
    return std::any_of(preset->actions.begin(), preset->actions.end(),
                       [this](const PresetAction &one) { return one.part == part && one.refusal == nullptr; });
}

QString PresetUse::refusal(Action action, QStringView state) const
{
    const ElementState *const known = findState(state);
    const auto found = std::find_if(preset->actions.begin(), preset->actions.end(), [&](const PresetAction &one) {
        return one.part == part && one.action == action && (!one.of || known == nullptr || known->of == *one.of);
    });
    if (found != preset->actions.end() && found->refusal == nullptr) {
        return {};
    }
    const auto elsewhere = std::find_if(preset->actions.begin(), preset->actions.end(), [&](const PresetAction &one) {
        return !one.part.isEmpty() && one.part != part && one.action == action && one.refusal == nullptr;
    });
    if (found == preset->actions.end() && elsewhere != preset->actions.end()) {
        return QCoreApplication::translate(
                   "presets",
                   "not possible here: in %1 it is for jobs of the part %2, which is a collection of its own")
            .arg(preset->title, elsewhere->part);
    }
    const char *const reason = found != preset->actions.end() ? found->refusal
        : mayOperate()
        ? QT_TRANSLATE_NOOP("presets", "refused, because it would leave behind what %1 keeps of a job in other places")
        : QT_TRANSLATE_NOOP("presets",
                            "%1 is only watched in this version: a job that is moved would lose what %1 keeps beside "
                            "its queue");
    return QCoreApplication::translate("presets", reason).arg(preset->title);
}

} // namespace plimsoll
