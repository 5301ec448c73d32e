// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/dashboard.h"
#include "tests/support/redisserver.h"
#include "views/dialogs/collectioneditor.h"
#include "views/window/sessionview.h"

#include <QApplication>
#include <QFile>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace plimsoll::testing {

inline QByteArray workspaceJson(const RedisServer &server, int collections = 2)
{
    QByteArray all;
    for (int i = 0; i < collections; ++i) {
        const QByteArray name = "list " + QByteArray::number(i);
        all += (i > 0 ? "," : "") + QByteArray(R"({"name":")") + name + R"(","kind":"queue","keys":{"ready":"q)"
            + QByteArray::number(i) + R"("}})";
    }
    return R"({"plimsoll":1,"name":"shop","connection":{"url":")" + server.url().toUtf8()
        + R"("},"pollMs":100,"collections":[)" + all + "]}";
}

/// Common parts of tests of the program's window: the complete program as main() builds it, a server, and files.
class DashboardBench : public QObject {
protected:
    void setUp()
    {
        QCoreApplication::setApplicationName(QStringLiteral("plimsoll"));
        QCoreApplication::setOrganizationName(QStringLiteral("plimsoll"));
        m_folder = std::make_unique<QTemporaryDir>();
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder->path());
        m_server = std::make_unique<RedisServer>();
        m_server->run({"RPUSH", "q0", "a", "b"});
    }

    void tearDown()
    {
        m_dashboard.reset();
        m_server.reset();
    }

    QString write(const QString &name, const QByteArray &text)
    {
        QString path = m_folder->filePath(name);
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) {
            qFatal("no temporary file");
        }
        return path;
    }

    app::Dashboard &dashboard(const app::DashboardArguments &arguments = {})
    {
        m_dashboard.reset();
        m_dashboard = std::make_unique<app::Dashboard>(*qobject_cast<QApplication *>(QCoreApplication::instance()));
        app::DashboardArguments own = arguments;
        own.dataDir = m_folder->filePath(QStringLiteral("data"));
        m_dashboard->start(own);
        return *m_dashboard;
    }

    [[nodiscard]] QString message() const { return m_dashboard->view().statusBar()->currentMessage(); }

    /// An editor of a new collection, filled in.
    views::CollectionEditor *fillEditor()
    {
        emit m_dashboard->view().addCollectionRequested();
        auto *editor = m_dashboard->view().findChild<views::CollectionEditor *>();
        QTest::keyClicks(editor->findChild<QLineEdit *>(QStringLiteral("collectionName")), QStringLiteral("mail"));
        QTest::keyClicks(editor->findChild<QPlainTextEdit *>(QStringLiteral("key.ready")), QStringLiteral("q0"));
        return editor;
    }

    static void accept(const views::CollectionEditor *editor)
    {
        QTest::mouseClick(editor->findChild<QPushButton *>(QStringLiteral("collectionAccept")), Qt::LeftButton);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<app::Dashboard> m_dashboard;
};

} // namespace plimsoll::testing
