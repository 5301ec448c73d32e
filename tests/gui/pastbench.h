// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/gui/dashboardbench.h"
#include "tests/gui/earlier.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/figuretile.h"
#include "views/window/momentbar.h"

#include <QDateTime>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <chrono>

namespace plimsoll::testing {

inline std::chrono::milliseconds now()
{
    return std::chrono::milliseconds(QDateTime::currentMSecsSinceEpoch());
}

/// The window with a history recorded before it was opened, also at a past moment.
class PastBench : public DashboardBench {
protected:
    /// Polls a workspace with this JSON before the window is opened.
    [[nodiscard]] Earlier earlier(const QByteArray &json) const
    {
        return {m_folder->filePath(QStringLiteral("data")), json};
    }
    void openShop(const QByteArray &json)
    {
        app::DashboardArguments arguments;
        arguments.target = write(QStringLiteral("shop.json"), json);
        dashboard(arguments);
        const QSignalSpy polled(&session().connection(), &app::ConnectionController::snapshotReady);
        QTRY_VERIFY(!polled.isEmpty());
    }
    [[nodiscard]] app::Session &session() const { return m_dashboard->sessions().front()->session(); }
    [[nodiscard]] views::SessionView &view() const { return session().view(); }
    /// The visible widget of that name.
    template <typename Widget> [[nodiscard]] Widget *find(const char *name) const
    {
        const auto all = view().findChildren<Widget *>(QString::fromLatin1(name));
        const auto shown = std::find_if(all.begin(), all.end(), [](const Widget *each) { return each->isVisible(); });
        return shown == all.end() ? nullptr : *shown;
    }
    [[nodiscard]] bool isPast() const { return find<views::MomentBar>("momentBar") != nullptr; }
    /// Does what a chart or the slider does.
    void goTo(std::chrono::milliseconds time)
    {
        session().keptHistory().goTo(time);
        QTRY_VERIFY(session().history().moment() != nullptr && session().history().moment()->time == time);
    }
    /// Value and note of the tile with that title.
    [[nodiscard]] std::pair<QString, QString> tile(const QString &title) const
    {
        for (const auto *each : view().findChildren<views::FigureTile *>()) {
            if (each->isVisible() && each->text().title == title) {
                return {each->text().value, each->text().note};
            }
        }
        return {};
    }
    [[nodiscard]] QString word(const char *name) const
    {
        const auto *label = find<views::ElidedLabel>(name);
        return label == nullptr ? QString() : label->fullText();
    }
};

} // namespace plimsoll::testing
