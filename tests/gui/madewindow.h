// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/gui/madesession.h"
#include "tests/gui/pagefixture.h"
#include "views/theme/theme.h"
#include "views/window/mainwindow.h"

#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace plimsoll::testing {

/// The window on a workspace with a collection of every kind and three queues; ticks and answers are made by hand.
class MadeWindow {
public:
    explicit MadeWindow(views::Theme &theme)
        : session(theme, [this](const BrowseRequest &asked) { return fixture.answer(asked); })
    {
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_settings.path());
        fixture.fillHistory(history, 30);
        fixture.staleJobs = 41;
        window.setMinimumSize(views::MainWindow::smallest);
        window.resize(1280, 800);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        window.setWorkspace(fixture.last()->layout->workspace);
        session.sayConnected();
        tick();
    }
    Q_DISABLE_COPY_MOVE(MadeWindow)

    void tick() { session.tick(fixture.tick()); }
    void openFirst(const char *kind) { window.openCollection(fixture.indexOf(QLatin1StringView(kind))); }

    template <typename Widget> [[nodiscard]] Widget *visible(const char *name) const
    {
        const auto all = window.findChildren<Widget *>(QString::fromLatin1(name));
        const auto found = std::find_if(all.begin(), all.end(), [](const Widget *each) { return each->isVisible(); });
        return found == all.end() ? nullptr : *found;
    }

    PageFixture fixture{3};
    MadeSession session;
    views::SessionView &window = session.window;
    models::History &history = session.history;

private:
    QTemporaryDir m_settings;
};

} // namespace plimsoll::testing
