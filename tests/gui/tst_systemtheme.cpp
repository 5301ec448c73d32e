// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/sessionbus.h"
#include "app/desktop/systemtheme.h"
#include "tests/gui/privatebus.h"
#include "views/theme/theme.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusError>
#include <QDBusPendingCallWatcher>
#include <QDBusVariant>
#include <QLocalServer>
#include <QLocalSocket>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QThreadPool>
#include <QTimer>

#include <memory>

using namespace plimsoll;
using namespace plimsoll::app;
using testing::PrivateBus;
using views::Theme;

/// The desktop's half of the conversation.
class FakePortal final : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.portal.Settings")

public:
    FakePortal(const PrivateBus &bus, uint scheme)
        : m_bus(QDBusConnection::connectToBus(bus.address(), QStringLiteral("fake portal"))), m_scheme(scheme)
    {
        if (!m_bus.registerObject(QStringLiteral("/org/freedesktop/portal/desktop"), this,
                                  QDBusConnection::ExportAllSlots | QDBusConnection::ExportAllSignals)
            || !m_bus.registerService(QStringLiteral("org.freedesktop.portal.Desktop"))) {
            qFatal("the portal cannot be registered: %s", qPrintable(m_bus.lastError().message()));
        }
    }
    ~FakePortal() override { QDBusConnection::disconnectFromBus(QStringLiteral("fake portal")); }
    Q_DISABLE_COPY_MOVE(FakePortal)

    void change(uint scheme) { tell(QStringLiteral("color-scheme"), scheme); }
    void tell(const QString &key, uint value)
    {
        emit SettingChanged(QStringLiteral("org.freedesktop.appearance"), key, QDBusVariant(value));
    }

public slots:
    QDBusVariant Read(const QString &group, const QString &key) // NOLINT(readability-identifier-naming)
    {
        const bool known = group == QLatin1String("org.freedesktop.appearance") && key == QLatin1String("color-scheme");
        return QDBusVariant(QVariant::fromValue(QDBusVariant(known ? m_scheme : 99)));
    }

signals:
    void SettingChanged(const QString &group, const QString &key, const QDBusVariant &value);

private:
    QDBusConnection m_bus;
    uint m_scheme;
};

/// The theme "system" follows the desktop, and does without a desktop that says nothing.
class TestSystemTheme final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
        QVERIFY2(!QStandardPaths::findExecutable(QStringLiteral("dbus-daemon")).isEmpty(), "install dbus-daemon");
    }

    void init()
    {
        QPalette light = QApplication::palette();
        light.setColor(QPalette::Window, Qt::white);
        QApplication::setPalette(light);
        m_theme = std::make_unique<Theme>(*qApp, Theme::Choice::System);
    }

    /// The first of all: as in a process that has had nothing to do with D-Bus yet.
    void followsLive()
    {
        FakePortal portal(m_bus, 1);
        const auto system = follow();
        QTRY_VERIFY(m_theme->tokens().dark);
        QSignalSpy changed(m_theme.get(), &Theme::changed);
        portal.change(2);
        QTRY_VERIFY(!m_theme->tokens().dark);
        QCOMPARE(QApplication::palette().color(QPalette::Window), views::lightTokens().window);
        portal.change(1);
        QTRY_VERIFY(m_theme->tokens().dark);
        portal.change(0); // no preference any more: back to what the palette was
        QTRY_VERIFY(!m_theme->tokens().dark);
        QCOMPARE(changed.size(), 3);
    }

    void startsAsTheDesktopIs_data()
    {
        QTest::addColumn<uint>("scheme");
        QTest::addColumn<bool>("dark");
        QTest::newRow("no preference") << 0U << false;
        QTest::newRow("dark") << 1U << true;
        QTest::newRow("light") << 2U << false;
        QTest::newRow("unheard-of") << 3U << false;
    }

    void startsAsTheDesktopIs()
    {
        QFETCH(uint, scheme);
        QFETCH(bool, dark);
        const FakePortal portal(m_bus, scheme);
        const auto system = follow();
        QSignalSpy told(system.get(), &SystemTheme::preferenceChanged);
        QTRY_COMPARE(told.size(), 1);
        QCOMPARE(m_theme->tokens().dark, dark);
    }

    void hearsOfItsSettingAlone()
    {
        FakePortal portal(m_bus, 2);
        const auto system = follow();
        QSignalSpy told(system.get(), &SystemTheme::preferenceChanged);
        QTRY_COMPARE(told.size(), 1);
        portal.tell(QStringLiteral("contrast"), 1);
        portal.change(2); // heard after the other
        QTRY_COMPARE(told.size(), 2);
        QVERIFY(!m_theme->tokens().dark);
    }

    void leavesAChosenThemeAlone()
    {
        m_theme->setChoice(Theme::Choice::Light);
        const FakePortal portal(m_bus, 1);
        const auto system = follow();
        QSignalSpy told(system.get(), &SystemTheme::preferenceChanged);
        QTRY_COMPARE(told.size(), 1);
        QVERIFY(!m_theme->tokens().dark);
        m_theme->setChoice(Theme::Choice::System);
        QVERIFY(m_theme->tokens().dark);
    }

    void hearsAPortalThatComesLater()
    {
        const auto system = follow();
        QSignalSpy told(system.get(), &SystemTheme::preferenceChanged);
        QVERIFY(QThreadPool::globalInstance()->waitForDone()); // it listens
        QCoreApplication::processEvents(); // it asks
        QTRY_VERIFY(system->findChild<QDBusPendingCallWatcher *>() == nullptr); // it knows that no portal is running
        QCOMPARE(told.size(), 0);
        QVERIFY(!m_theme->tokens().dark);
        FakePortal portal(m_bus, 1);
        portal.change(1);
        QTRY_VERIFY(m_theme->tokens().dark);
    }

    void doesWithoutABus_data()
    {
        QTest::addColumn<QString>("address");
        QTest::newRow("none") << QString();
        QTest::newRow("nobody there") << QStringLiteral("unix:path=/nonexistent/bus");
        QTest::newRow("no address at all") << QStringLiteral("not an address");
    }

    void doesWithoutABus()
    {
        QFETCH(QString, address);
        SystemTheme system(address);
        QSignalSpy told(&system, &SystemTheme::preferenceChanged);
        QVERIFY(QThreadPool::globalInstance()->waitForDone());
        QCoreApplication::processEvents();
        QCOMPARE(told.size(), 0);
        QVERIFY(!m_theme->tokens().dark);
    }

    /// The event loop goes on while a bus that never answers is waited for.
    void waitsForNoBus()
    {
        const QTemporaryDir folder;
        QLocalServer silent;
        QVERIFY(silent.listen(folder.filePath(QStringLiteral("bus"))));
        const SystemTheme system(QStringLiteral("unix:path=") + silent.fullServerName());
        QTRY_VERIFY(silent.hasPendingConnections());
        QTimer timer;
        QSignalSpy turns(&timer, &QTimer::timeout);
        timer.start(1);
        QTRY_VERIFY(turns.size() >= 100);
        QCOMPARE(QThreadPool::globalInstance()->activeThreadCount(), 1); // still waiting
        delete silent.nextPendingConnection();
        QVERIFY(QThreadPool::globalInstance()->waitForDone());
    }

    void findsTheSessionsBus()
    {
        const QTemporaryDir runtime;
        qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/somewhere");
        qputenv("XDG_RUNTIME_DIR", runtime.path().toUtf8());
        QCOMPARE(sessionBusAddress(), QStringLiteral("unix:path=/somewhere"));
        qunsetenv("DBUS_SESSION_BUS_ADDRESS");
        QCOMPARE(sessionBusAddress(), QString());
        QLocalServer bus;
        QVERIFY(bus.listen(runtime.filePath(QStringLiteral("bus"))));
        QCOMPARE(sessionBusAddress(), QStringLiteral("unix:path=") + bus.fullServerName());
        qunsetenv("XDG_RUNTIME_DIR");
        QCOMPARE(sessionBusAddress(), QString());
    }

private:
    [[nodiscard]] std::unique_ptr<SystemTheme> follow()
    {
        auto system = std::make_unique<SystemTheme>(m_bus.address());
        connect(system.get(), &SystemTheme::preferenceChanged, m_theme.get(), &Theme::setSystemDark);
        return system;
    }

    PrivateBus m_bus;
    std::unique_ptr<Theme> m_theme;
};

QTEST_MAIN(TestSystemTheme)
#include "tst_systemtheme.moc"
