// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/logging.h"

#include "app/cli/command.h"
#include "app/cli/output.h"

#include <QByteArray>
#include <QCoreApplication>
#include <QString>

#include <spdlog/cfg/helpers.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <cstdlib>

namespace plimsoll::app {

namespace {

QString displayName()
{
    for (const char *name : {"WAYLAND_DISPLAY", "DISPLAY", "QT_QPA_PLATFORM"}) {
        if (QString value = qEnvironmentVariable(name); !value.isEmpty()) {
            return value;
        }
    }
    return {};
}

QtMessageHandler &before()
{
    static QtMessageHandler handler = nullptr;
    return handler;
}

/// True for Qt messages that the user cannot act on: a missing XDG_RUNTIME_DIR (ssh, cron, containers), for which Qt
/// creates a folder, features that the platform plugin lacks, and compressed data of a job that are damaged.
bool isNoise(const QMessageLogContext &context, const QString &text)
{
    return text.startsWith(QLatin1StringView("QStandardPaths: "))
        || text.startsWith(QLatin1StringView("This plugin does not support "))
        || text.startsWith(QLatin1StringView("qUncompress"))
        || (context.category != nullptr
            && QLatin1StringView(context.category).startsWith(QLatin1StringView("qt.qpa.")));
}

void handleMessage(QtMsgType type, const QMessageLogContext &context, const QString &text)
{
    if (type == QtFatalMsg && text.contains(QLatin1StringView("no Qt platform plugin could be initialized"))) {
        complain(QStringLiteral("plimsoll: the display %1 cannot be opened: see DISPLAY, "
                                "WAYLAND_DISPLAY and QT_QPA_PLATFORM; -v says more")
                     .arg(displayName()));
        std::_Exit(static_cast<int>(ExitCode::Failed)); // Qt would abort
    }
    if (isNoise(context, text)) {
        spdlog::debug("{}", text.toStdString());
    } else {
        before()(type, context, text);
    }
}

} // namespace

void setUpLog(bool verbose)
{
    before() = qInstallMessageHandler(handleMessage);
    const auto sink = std::make_shared<spdlog::sinks::stderr_sink_mt>();
    spdlog::register_logger(std::make_shared<spdlog::logger>("redis", sink));
    spdlog::set_default_logger(std::make_shared<spdlog::logger>("plimsoll", sink));
    spdlog::set_pattern("%Y-%m-%dT%H:%M:%S.%eZ %l %n: %v", spdlog::pattern_time_type::utc);
    spdlog::set_level(verbose ? spdlog::level::debug : spdlog::level::err);
    const QByteArray levels = qgetenv("PLIMSOLL_LOG");
    if (!levels.isEmpty()) {
        spdlog::cfg::helpers::load_levels(levels.toStdString());
    }
}

} // namespace plimsoll::app
