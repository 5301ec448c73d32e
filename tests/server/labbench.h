// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/lab.h"
#include "tests/support/redisserver.h"

#include <QTest>

#include <cstdio>

namespace plimsoll::testing {

/// Report of one run; ends the test if it could not run.
inline models::LabReport runLab(RedisServer &server, const QString &pattern, const lab::Settings &settings)
{
    const lab::Experiment *experiment = lab::findExperiment(pattern);
    if (experiment == nullptr) {
        qFatal("no pattern %s", qPrintable(pattern));
    }
    const auto report = lab::run(*experiment, server.local(), settings);
    if (!report) {
        qFatal("%s: %s", qPrintable(pattern), qPrintable(report.error().message));
    }
    return *report;
}

inline models::LabCounter counterOf(const models::LabReport &report, QByteArrayView id)
{
    const auto found = std::find_if(report.counters.begin(), report.counters.end(),
                                    [&](const models::LabCounter &one) { return one.id == QLatin1StringView(id); });
    if (found == report.counters.end()) {
        qFatal("no counter %s", id.data());
    }
    return *found;
}

inline QByteArray described(const models::LabReport &report)
{
    QByteArray text = QByteArray(report.pattern.data()) + " seed " + QByteArray::number(report.seed) + ": load "
        + QByteArray::number(report.wrongLoad) + "/" + QByteArray::number(report.rightLoad);
    for (const models::LabCounter &counter : report.counters) {
        text += ", " + QByteArray(counter.id.data()) + " " + QByteArray::number(counter.wrong) + "/"
            + QByteArray::number(counter.right);
        text += counter.bound ? " <= " + QByteArray::number(*counter.bound) : QByteArray();
    }
    return text;
}

} // namespace plimsoll::testing
