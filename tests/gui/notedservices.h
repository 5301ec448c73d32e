// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/page/discoveryservice.h"
#include "views/page/labservice.h"
#include "views/page/page.h"

#include <QVariant>

namespace plimsoll::testing {

/// The arguments of each call of a function, as a QSignalSpy has those of a signal.
using Calls = QList<QVariantList>;

class NotedAlerts final : public views::AlertsService {
public:
    void readPast(const QString &before) override { pasts.append({before}); }
    void acknowledge(const QStringList &alerts, bool acknowledged) override
    {
        acknowledgements.append({alerts, acknowledged});
    }
    void mute(const QStringList &alerts, std::chrono::milliseconds until) override
    {
        mutes.append({alerts, QVariant::fromValue(until)});
    }
    void note(const QStringList &alerts, const QString &text) override { notes.append({alerts, text}); }
    void keepNote(const Note & /*note*/) override { }
    void test() override { }

    Calls pasts, acknowledgements, mutes, notes;
};

class NotedHistory final : public views::HistoryService {
public:
    void goTo(std::chrono::milliseconds time) override { moments.append({QVariant::fromValue(time)}); }
    void goToPast() override { }
    void goToLastBefore(std::chrono::milliseconds time) override { moments.append({QVariant::fromValue(time)}); }
    void goLive() override { emit momentRead(nullptr); }
    void readDay(const QString & /*collection*/, const QString & /*kind*/) override { }
    void exportCsv(const QString & /*collection*/, const QString & /*kind*/) override { }
    void makeReport(std::chrono::milliseconds /*from*/, std::chrono::milliseconds /*to*/) override { }

    Calls moments;
};

class NotedOperations final : public views::OperationsService {
public:
    void request(const OperationRequest &request) override { requests.append({QVariant::fromValue(request)}); }
    void undo(const QString &operation) override { undos.append({operation}); }
    void checkUndo(const QStringList &operations) override { checks.append({operations}); }
    void stop() override { }
    void recover() override { ++recoveries; }
    void readJournal() override { }
    void readElements(const QString &operation) override { elements.append({operation}); }
    [[nodiscard]] bool wasRunning(const QString & /*collection*/, std::chrono::milliseconds /*time*/) const override
    {
        return false;
    }

    Calls requests, undos, checks, elements;
    int recoveries = 0;
};

class NotedLab final : public views::LabService {
public:
    void start(const models::LabChoice & /*choice*/) override { }
    void stop() override { }
    void setPaused(bool /*paused*/) override { }
    void step(bool /*toFault*/) override { }
    void kill() override { }
};

class NotedDiscovery final : public views::DiscoveryService {
public:
    void start() override { ++starts; }
    void stop() override { ++stops; }
    void preview(const std::vector<CollectionDefinition> &collections) override { polled = collections; }
    void ask(const BrowseRequest & /*request*/) override { }

    int starts = 0, stops = 0;
    std::vector<CollectionDefinition> polled;
};

/// Services with nothing behind them: they note what they are asked, and a test emits what they would say.
struct NotedServices {
    [[nodiscard]] views::PageContext context(views::Theme &theme, models::History *history,
                                             views::PageHost *host = nullptr, const views::Actions *actions = nullptr)
    {
        return {.theme = &theme,
                .history = history,
                .host = host,
                .actions = actions,
                .alerts = &alerts,
                .kept = &kept,
                .operations = &operations,
                .lab = &lab,
                .discovery = &discovery};
    }

    NotedAlerts alerts;
    NotedHistory kept;
    NotedOperations operations;
    NotedLab lab;
    NotedDiscovery discovery;
};

} // namespace plimsoll::testing
