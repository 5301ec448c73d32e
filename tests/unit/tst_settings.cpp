// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/secrets.h"
#include "app/session/settings.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <memory>

using namespace plimsoll;
using namespace plimsoll::app;
using namespace std::chrono_literals;

/// Tests what the program stores between runs, where passwords come from, and where they must not go.
class TestSettings final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QCoreApplication::setApplicationName(QStringLiteral("plimsoll"));
        QCoreApplication::setOrganizationName(QStringLiteral("plimsoll"));
    }
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder->path());
    }

    void comesBackAsItWas()
    {
        views::SettingsValues values;
        values.theme = views::Theme::Choice::Dark;
        values.pollInterval = 250ms;
        values.pageRows = 500;
        values.reopenLast = false;
        values.confirmRemove = false;
        values.historyMegabytes = 50;
        values.historyDays = 30;
        {
            Settings settings;
            settings.setValues(values);
        }
        const views::SettingsValues read = Settings().values();
        QCOMPARE(read.theme, values.theme);
        QCOMPARE(read.pollInterval, values.pollInterval);
        QCOMPARE(read.pageRows, values.pageRows);
        QCOMPARE(read.reopenLast, values.reopenLast);
        QCOMPARE(read.confirmRemove, values.confirmRemove);
        QVERIFY(read == values);
    }

    void nonsenseInTheFileIsBroughtBack()
    {
        {
            QSettings file;
            file.setValue(QStringLiteral("pollMs"), QStringLiteral("-5"));
            file.setValue(QStringLiteral("pageRows"), 1'000'000);
            file.setValue(QStringLiteral("historyDays"), -1);
            file.setValue(QStringLiteral("historyMiB"), QStringLiteral("much"));
            file.setValue(QStringLiteral("theme"), QStringLiteral("plaid"));
        }
        const views::SettingsValues read = Settings().values();
        QCOMPARE(read.pollInterval, std::chrono::milliseconds(100));
        QCOMPARE(read.pageRows, 1'000);
        QCOMPARE(read.historyDays, 1);
        QCOMPARE(read.historyMegabytes, 10);
        QCOMPARE(read.theme, views::SettingsValues().theme);
    }

    void remembersTheLastEight()
    {
        Settings settings;
        QCOMPARE(settings.last(), QString());
        for (int i = 0; i < 10; ++i) {
            settings.addRecent(QStringLiteral("/w/%1.json").arg(i));
        }
        settings.addRecent(QStringLiteral("/w/5.json")); // known already: to the front
        QCOMPARE(settings.recent().size(), 8);
        QCOMPARE(settings.recent().first(), QStringLiteral("/w/5.json"));
        QCOMPARE(settings.recent().count(QStringLiteral("/w/5.json")), 1);
        QCOMPARE(settings.last(), QStringLiteral("/w/5.json"));
    }

    void anotherProcessKeepsItsOwn()
    {
        Settings settings;
        {
            QSettings other;
            other.setValue(QStringLiteral("theirs"), 1);
        }
        settings.addRecent(QStringLiteral("/w/a.json"));
        settings.layout().finishWriting();
        QCOMPARE(QSettings().value(QStringLiteral("theirs")).toInt(), 1);
    }

    void passwordsLeaveTheArguments()
    {
        std::array<std::string, 4> texts{"plimsoll", "redis://ops:s3cret@host/0", "--url=redis://:s3cret@host",
                                         "a:s3cret@b"};
        std::array<char *, 4> arguments{};
        for (std::size_t i = 0; i < texts.size(); ++i) {
            arguments[i] = texts[i].data();
        }
        hidePasswords(static_cast<int>(arguments.size()), arguments.data());
        QCOMPARE(QByteArray(arguments[1]), QByteArray("redis://ops@host/0"));
        QVERIFY(!QByteArray(arguments[2]).contains("s3cret"));
        QVERIFY(QByteArray(arguments[2]).startsWith("--url=redis://"));
        QCOMPARE(QByteArray(arguments[3]), QByteArray("a:s3cret@b")); // no URL: not ours to change
        // Nothing is left behind the end of the text either.
        QVERIFY(!QByteArray(arguments[1], static_cast<qsizetype>(texts[1].size())).contains("s3cret"));
    }

    void passwordsLeaveTheEnvironment()
    {
        qputenv("REDISCLI_AUTH", "weaker");
        qputenv("PLIMSOLL_PASSWORD", "stronger");
        takeEnvironmentPasswords();
        QVERIFY(!qEnvironmentVariableIsSet("REDISCLI_AUTH"));
        QVERIFY(!qEnvironmentVariableIsSet("PLIMSOLL_PASSWORD"));
        redis::Endpoint endpoint = *redis::Endpoint::parse(QStringLiteral("redis://host"));
        QCOMPARE(withEnvironmentPassword(endpoint).password, QByteArray("stronger"));
        endpoint.password = "own";
        QCOMPARE(withEnvironmentPassword(endpoint).password, QByteArray("own"));
    }

    void withoutABusThereIsNoKeychain()
    {
        qunsetenv("DBUS_SESSION_BUS_ADDRESS");
        qputenv("XDG_RUNTIME_DIR", m_folder->path().toUtf8());
        QVERIFY(!keychainProblem().isEmpty());
        QVERIFY(!readKeychain(*redis::Endpoint::parse(QStringLiteral("redis://host")), 5s).has_value());
        QString problem;
        writeKeychainLater(*redis::Endpoint::parse(QStringLiteral("redis://host")), this,
                           [&problem](const QString &text) { problem = text; });
        QTRY_VERIFY(!problem.isEmpty()); // told, never silent
    }

    void withoutItsLibraryTheKeychainSaysWhatToInstall()
    {
        qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere");
        QVERIFY2(keychainProblem().contains(QLatin1String("libqt6keychain")), qPrintable(keychainProblem()));
        QString problem;
        writeKeychainLater(*redis::Endpoint::parse(QStringLiteral("redis://host")), this,
                           [&problem](const QString &text) { problem = text; });
        QTRY_COMPARE(problem, keychainProblem());
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(TestSettings)

#include "tst_settings.moc"
