// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/session.h"
#include "redis/collections/kinds.h"
#include "redis/workspace/workspacefile.h"
#include "tests/support/redisserver.h"
#include "tests/support/timing.h"
#include "views/table/tableview.h"
#include "views/theme/theme.h"
#include "views/window/sessionview.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThreadPool>

#include <algorithm>
#include <memory>

namespace plimsoll::testing {

/// The real window on a server of the test's own: controllers, threads and journal as in the program. Fill the server,
/// then open().
class WindowBench {
public:
    WindowBench()
    {
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_settings.path());
        theme.install(*qobject_cast<QApplication *>(QCoreApplication::instance()), views::Theme::Choice::Light);
    }

    /// `json`: a workspace; where it says to connect does not matter.
    void open(const QByteArray &json)
    {
        auto parsed = redis::parseWorkspace(json, redis::kindInfos());
        QVERIFY(std::holds_alternative<Workspace>(parsed));
        const auto workspace = std::make_shared<const Workspace>(std::get<Workspace>(std::move(parsed)));
        session = std::make_unique<app::Session>(&theme, m_files);
        window = &session->view();
        connection = &session->connection();
        operations = &session->operations();
        session->setDataDir(m_folder.path());
        window->resize(1280, 800);
        window->show();
        session->open(workspace, server.local(), app::WorkspaceDocument::Keeping::Nowhere);
    }

    [[nodiscard]] QString dataDir() const { return m_folder.path(); }

    ~WindowBench() { session.reset(); }
    Q_DISABLE_COPY_MOVE(WindowBench)

    /// The one on screen, where several have the name.
    template <typename Widget> [[nodiscard]] Widget *find(const char *name) const
    {
        Widget *found = nullptr;
        for (Widget *each : window->findChildren<Widget *>(QString::fromLatin1(name))) {
            found = found == nullptr || each->isVisible() ? each : found;
        }
        return found;
    }

    [[nodiscard]] views::TableView *table() const
    {
        auto *found = find<views::TableView>("elements");
        return found != nullptr && found->isVisible() ? found : nullptr;
    }

    [[nodiscard]] QString cell(int row, int column = 0) const
    {
        return table() == nullptr ? QString() : table()->model()->index(row, column).data().toString();
    }

    [[nodiscard]] QStringList names() const
    {
        QStringList all;
        for (int row = 0; table() != nullptr && row < table()->model()->rowCount(); ++row) {
            all.append(cell(row));
        }
        return all;
    }

    /// Clicks what confirms the plan, once it is there.
    void confirm() const
    {
        QTRY_VERIFY(find<QPushButton>("operationConfirm") != nullptr);
        auto *button = find<QPushButton>("operationConfirm");
        QTRY_VERIFY(button->isVisible());
        QTest::mouseClick(button, Qt::LeftButton);
    }

    /// Whether, soon after the choice of `page`, it shows what `isThere` asks for, in a window that has shown `other`
    /// alone: within 200 ms, or on a slow machine within some times what it takes to draw `other`.
    [[nodiscard]] bool opensAtOnce(const QByteArray &json, const char *page, const char *other,
                                   const std::function<bool()> &isThere)
    {
        constexpr qint64 enough = 200; // ms
        constexpr qint64 timesOfDrawing = 12;
        bool isSoon = false;
        for (int attempt = 0; attempt < attempts && !isSoon; ++attempt) {
            open(json);
            QElapsedTimer timer;
            timer.start();
            window->showPage(QString::fromLatin1(other));
            window->grab();
            const qint64 drawing = timer.elapsed();
            const QSignalSpy polled(connection, &app::ConnectionController::snapshotReady);
            while (polled.size() < 3) { // the other asks for what it shows, too
                QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
            }
            timer.start();
            window->showPage(QString::fromLatin1(page));
            while (!isThere() && !timer.hasExpired(5'000)) {
                QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
            }
            const qint64 took = timer.elapsed();
            qInfo("%s opened in %lld ms, drawing took %lld ms", page, static_cast<long long>(took),
                  static_cast<long long>(drawing));
            isSoon = took <= std::max(enough, timesOfDrawing * drawing);
        }
        return isSoon;
    }

    RedisServer server;
    views::Theme theme;
    std::unique_ptr<app::Session> session;
    views::SessionView *window = nullptr; ///< the session's, like the next two
    app::ConnectionController *connection = nullptr;
    app::OperationsController *operations = nullptr;

private:
    QTemporaryDir m_settings, m_folder;
    QThreadPool m_files;
};

} // namespace plimsoll::testing
