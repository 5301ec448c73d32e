// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/kinds.h"
#include "tests/gui/pagefixture.h"
#include "views/theme/theme.h"
#include "views/window/mainwindow.h"
#include "views/window/sessionview.h"

#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace plimsoll::testing {

/// The window on a workspace with a collection of every kind and three queues; ticks and answers are made by hand.
class MadeWindow {
public:
    explicit MadeWindow(views::Theme &theme)
        : window(views::PageContext{.theme = &theme, .history = &history}, redis::kindInfos())
    {
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_settings.path());
        fixture.fillHistory(history, 30);
        fixture.staleJobs = 41;
        QObject::connect(&window.host(), &views::PageHost::asked, &window,
                         [this](const BrowseRequest &asked) { window.answer(fixture.answer(asked)); });
        window.setMinimumSize(views::MainWindow::smallest);
        window.resize(1280, 800);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        window.setWorkspace(fixture.last()->layout->workspace);
        views::ConnectionStatus status;
        status.state = views::ConnectionStatus::State::Connected;
        window.setConnection(status);
        tick();
    }
    Q_DISABLE_COPY_MOVE(MadeWindow)

    void tick()
    {
        const SnapshotPtr snapshot = fixture.tick();
        history.apply(snapshot);
        window.apply(snapshot);
    }
    void openFirst(const char *kind) { window.openCollection(fixture.indexOf(QLatin1StringView(kind))); }

    template <typename Widget> [[nodiscard]] Widget *visible(const char *name) const
    {
        const auto all = window.findChildren<Widget *>(QString::fromLatin1(name));
        const auto found = std::find_if(all.begin(), all.end(), [](const Widget *each) { return each->isVisible(); });
        return found == all.end() ? nullptr : *found;
    }

    models::History history;
    PageFixture fixture{3};
    views::SessionView window;

private:
    QTemporaryDir m_settings;
};

} // namespace plimsoll::testing
