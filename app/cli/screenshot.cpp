// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output.h"
#include "app/cli/window.h"
#include "app/demo/workload.h"
#include "app/formats/clitext.h"

#include <QDir>

namespace plimsoll::app {

namespace {

class ScreenshotCommand final : public Command {
    void addOptions(Options &options) override
    {
        options.describe(
            "Saves one PNG for every page of the window, without a display: of a workspace, of a recording, or of the "
            "demonstration if neither is given. Each picture is taken when its page is complete.");
        options.example("plimsoll screenshot pictures -w orders.json", "Every page of a workspace");
        options.example("plimsoll screenshot pictures --theme dark --watch 60",
                        "The demonstration after a minute, in the dark theme");
        options.word("DIRECTORY", "Where the pictures go", &m_options.directory);
        options.text("--size", "WxH", "Width and height of the window (default: 1280x800)", &m_size);
        options.number("--scale", "X", "Device pixels for each pixel of the window", &m_options.scale,
                       Bounds<double>{0.5, 4.0});
        options.choice<bool>("--theme", "THEME", "light or dark", {{"light", false}, {"dark", true}},
                             &m_options.isDark);
        options.number("--watch", "SECONDS", "Watch the server for this long first", &m_options.watchSeconds,
                       Bounds<int>{0, 86'400});
        options.flag("--print-snapshot", "Also print the last figures as a table", &m_options.printsSnapshot);
        options.number("--pace", "X", "Pace of the demo's workload; 1 is normal", &m_options.pace,
                       Bounds<double>{demo::Workload::slowest, demo::Workload::fastest});
        options.number("--seed", "N", "Seed of the demo's workload, without a workspace", &m_options.seed);
        options.check([this] { return parseSize(); });
        addPlace(options, &m_options.place, UrlAsWorkspace::ServerIsEnough);
        addReplay(options, &m_options.replay);
        requireAlone(options, &m_options.replay, [this] { return m_options.place.isNamed(); });
    }

    ExitCode start(int &argc, char **argv, Window *window) override
    {
        if (!QDir().mkpath(m_options.directory)) {
            complain(tr("plimsoll: %1: this folder cannot be created").arg(m_options.directory));
            return ExitCode::Failed;
        }
        return window->takeScreenshots(argc, argv, m_options);
    }

    Outcome parseSize()
    {
        const QStringList parts = m_size.split(u'x');
        bool widthOk = false;
        bool heightOk = false;
        const int width = parts.value(0).toInt(&widthOk);
        const int height = parts.value(1).toInt(&heightOk);
        const auto fits = [](int value) { return value >= 320 && value <= 10'000; };
        if (parts.size() != 2 || !widthOk || !heightOk || !fits(width) || !fits(height)) {
            return mistake(tr("--size: %1 is not a size such as 1280x800").arg(m_size));
        }
        m_options.width = width;
        m_options.height = height;
        return Done{};
    }

    ScreenshotOptions m_options;
    QString m_size = QStringLiteral("1280x800");
};

} // namespace

extern const CommandSpec screenshotCommand{"screenshot", "One PNG per page, offscreen, from real data",
                                           &makeCommand<ScreenshotCommand>};

} // namespace plimsoll::app
