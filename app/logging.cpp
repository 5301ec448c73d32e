// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logging.h"

#include <QByteArray>
#include <QString>

#include <spdlog/cfg/helpers.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

namespace plimsoll::app {

namespace {

QtMessageHandler &before()
{
    static QtMessageHandler handler = nullptr;
    return handler;
}

/// Qt complains on the console where a session has no XDG_RUNTIME_DIR (ssh, cron, containers) and makes a folder of its
/// own: nothing a person could do anything about here.
void take(QtMsgType type, const QMessageLogContext &context, const QString &text)
{
    if (text.startsWith(QLatin1StringView("QStandardPaths: "))) {
        spdlog::debug("{}", text.toStdString());
    } else {
        before()(type, context, text);
    }
}

} // namespace

void setUpLog(bool verbose)
{
    before() = qInstallMessageHandler(take);
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
