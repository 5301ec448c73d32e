// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/texts.h"

#include "app/lab/lab.h"

#include <QCoreApplication>

#include <algorithm>
#include <limits>

namespace plimsoll::lab {

namespace {

QString said(const char *text)
{
    return text == nullptr ? QString() : QCoreApplication::translate("lab", text);
}

/// The script without its header comment.
QString bodyOf(const Script &script)
{
    QStringList lines = QString::fromUtf8(script.text).split(u'\n');
    while (!lines.isEmpty() && (lines.front().isEmpty() || lines.front().startsWith(QLatin1String("--")))) {
        lines.removeFirst();
    }
    return lines.join(u'\n').trimmed();
}

models::LabCode codeOf(const char *client, const char *scripts = "", const Patch &patch = {})
{
    models::LabCode code{{QCoreApplication::translate("lab", "client"), QString::fromUtf8(client)}};
    for (const QByteArray &name : QByteArray(scripts).split(',')) {
        if (!name.isEmpty()) {
            code.emplaceBack(QString::fromLatin1(name), bodyOf(cookbook(name, true, patch)));
        }
    }
    return code;
}

models::LabPattern patternOf(const Experiment &experiment, const Texts &texts)
{
    models::LabPattern pattern;
    pattern.id = experiment.id;
    pattern.title = said(experiment.title);
    pattern.question = said(experiment.question);
    pattern.say = said(texts.say);
    pattern.wrongTitle = said(texts.wrongTitle);
    pattern.rightTitle = said(texts.rightTitle);
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    for (const CounterSpec &counter : experiment.counters) {
        pattern.counters.push_back({counter.id, said(counter.title), counter.role, unknown, unknown});
    }
    pattern.wrongCode = codeOf(texts.wrongCode);
    pattern.rightCode = codeOf(texts.rightCode, texts.scripts);
    pattern.isFed = texts.isFed;
    pattern.crashes = texts.crashes;
    pattern.heldSeconds = experiment.heldSeconds;
    if (const Switch &turned = texts.turned; turned.title != nullptr) {
        pattern.switchTitle = said(turned.title);
        pattern.switchesRight = turned.right;
        pattern.switchedCode = codeOf(turned.code, turned.scripts, turned.patch);
    }
    if (*texts.unguardedCode != '\0') {
        pattern.unguardedCode = codeOf(texts.unguardedCode, texts.scripts);
    }
    if (const Dial &dial = texts.dial; dial.title != nullptr) {
        pattern.dial = models::LabDial{said(dial.title), dial.least, dial.most, dial.usual};
    }
    pattern.whyNotSlow = said(texts.whyNotSlow);
    for (const Step &step : texts.steps) {
        pattern.steps.push_back({said(step.text), QString::fromLatin1(step.spot), step.kills, step.switched,
                                 step.contention > 0 ? std::optional(step.contention) : std::nullopt,
                                 step.dial > 0 ? std::optional(step.dial) : std::nullopt});
    }
    return pattern;
}

} // namespace

std::vector<models::LabPattern> patterns()
{
    std::vector<models::LabPattern> all;
    for (const Experiment *experiment : experiments()) {
        const auto written = allTexts();
        const auto found =
            std::find_if(written.begin(), written.end(), [&](const Texts &one) { return one.id == experiment->id; });
        Q_ASSERT(found != written.end());
        all.push_back(patternOf(*experiment, *found));
    }
    return all;
}

} // namespace plimsoll::lab
