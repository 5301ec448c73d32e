// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logging.h"

#include <QByteArray>

#include <spdlog/cfg/helpers.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

namespace plimsoll::app {

void setUpLog(bool verbose)
{
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
