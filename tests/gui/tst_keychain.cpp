// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/logging.h"
#include "tests/gui/dashboardbench.h"
#include "tests/gui/privatebus.h"
#include "views/dialogs/connectiondialog.h"
#include "views/widgets/elidedlabel.h"

#include <QCheckBox>
#include <QDBusConnection>
#include <QDBusError>
#include <QDirIterator>

#include <spdlog/sinks/ringbuffer_sink.h>
#include <spdlog/spdlog.h>

#include <map>
#include <utility>

using namespace plimsoll;
using namespace plimsoll::testing;

/// The desktop's half of the conversation: a wallet as KDE's, the one keychain that is reached without a library of
/// its desktop.
class FakeWallet final : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.kde.KWallet")

public:
    explicit FakeWallet(const PrivateBus &bus)
        : m_bus(QDBusConnection::connectToBus(bus.address(), QStringLiteral("fake wallet")))
    {
        if (!m_bus.registerObject(QStringLiteral("/modules/kwalletd5"), this, QDBusConnection::ExportAllSlots)
            || !m_bus.registerService(QStringLiteral("org.kde.kwalletd5"))) {
            qFatal("the wallet cannot be registered: %s", qPrintable(m_bus.lastError().message()));
        }
    }
    ~FakeWallet() override { QDBusConnection::disconnectFromBus(QStringLiteral("fake wallet")); }
    Q_DISABLE_COPY_MOVE(FakeWallet)

    using Place = std::pair<QString, QString>; // folder and key
    std::map<Place, QString> passwords;
    bool isLocked = false;
    int reads = 0;

public slots: // NOLINTBEGIN(readability-convert-member-functions-to-static)
    QString networkWallet() { return QStringLiteral("kdewallet"); }
    int open(const QString & /*wallet*/, qlonglong /*window*/, const QString & /*program*/)
    {
        return isLocked ? -1 : handle;
    }
    int entryType(int opened, const QString &folder, const QString &key, const QString & /*program*/)
    {
        constexpr int password = 1;
        return opened == handle && passwords.contains({folder, key}) ? password : 0;
    }
    QString readPassword(int opened, const QString &folder, const QString &key, const QString & /*program*/)
    {
        ++reads;
        const auto found = passwords.find({folder, key});
        return opened != handle || found == passwords.end() ? QString() : found->second;
    }
    int writePassword(int opened, const QString &folder, const QString &key, const QString &value,
                      const QString & /*program*/)
    {
        if (opened != handle) {
            return -1;
        }
        passwords[{folder, key}] = value;
        return 0;
    } // NOLINTEND(readability-convert-member-functions-to-static)

private:
    static constexpr int handle = 7;

    QDBusConnection m_bus;
};

/// A password in the system's keychain, by the real window: kept, found at the next start, replaced, gone; and nowhere
/// else.
class TestKeychain final : public DashboardBench {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        qputenv("XDG_CURRENT_DESKTOP", "KDE"); // which keychain is asked is decided once
        qputenv("KDE_FULL_SESSION", "true");
        qputenv("KDE_SESSION_VERSION", "5");
        m_bus = std::make_unique<PrivateBus>();
        qputenv("DBUS_SESSION_BUS_ADDRESS", m_bus->address().toUtf8());
        QCoreApplication::addLibraryPath(QStringLiteral(PLIMSOLL_PLUGINS));
        app::setUpLog(true);
        spdlog::default_logger()->sinks().push_back(m_log);
        spdlog::get("redis")->sinks().push_back(m_log);
    }
    void init()
    {
        setUp();
        m_wallet = std::make_unique<FakeWallet>(*m_bus);
        m_server->run({"CONFIG", "SET", "requirepass", first});
        m_arguments.target = write(QStringLiteral("shop.json"), workspaceJson(*m_server));
        m_arguments.dataDir = m_folder->filePath(QStringLiteral("data"));
    }
    void cleanup()
    {
        tearDown();
        m_wallet.reset();
    }
    void cleanupTestCase()
    {
        spdlog::default_logger()->sinks().pop_back();
        spdlog::get("redis")->sinks().pop_back();
        m_bus.reset();
    }

    void isKeptFoundReplacedAndGone()
    {
        start();
        QTRY_COMPARE(banner()->text(), QStringLiteral("Enter the password…")); // the keychain has none
        remember(first);
        QTRY_COMPARE(message(), QStringLiteral("The password is in the system keychain"));
        QTRY_VERIFY(isConnected());
        QCOMPARE(m_wallet->passwords.size(), 1U);
        const FakeWallet::Place place = m_wallet->passwords.begin()->first;
        QCOMPARE(place.first, QStringLiteral("plimsoll"));
        QVERIFY(!place.second.contains(QLatin1StringView(first)));

        start();
        QTRY_VERIFY(isConnected()); // no password was typed
        QCOMPARE(m_wallet->reads, 1);
        standsNowhereElse();

        m_server->run({"CONFIG", "SET", "requirepass", second});
        start();
        QTRY_COMPARE(banner()->text(), QStringLiteral("Enter the password…")); // the one that is kept is refused
        remember(second);
        QTRY_COMPARE(m_wallet->passwords[place], QLatin1StringView(second));
        QCOMPARE(m_wallet->passwords.size(), 1U);
        start();
        QTRY_VERIFY(isConnected());
        standsNowhereElse();

        m_wallet->passwords.clear(); // in the wallet's own window
        start();
        QTRY_COMPARE(banner()->text(), QStringLiteral("Enter the password…"));
        QVERIFY(!isConnected());
    }

    void isNotKeptUnlessAskedFor()
    {
        start();
        QTRY_COMPARE(banner()->text(), QStringLiteral("Enter the password…"));
        remember(first, false);
        QTRY_VERIFY(isConnected());
        QVERIFY(m_wallet->passwords.empty());
        standsNowhereElse();
    }

    void aLockedKeychainIsTold()
    {
        m_wallet->isLocked = true;
        start();
        QTRY_COMPARE(banner()->text(), QStringLiteral("Enter the password…"));
        remember(first);
        QTRY_VERIFY2(message().startsWith(QLatin1String("The password could not be saved: ")), qPrintable(message()));
        QVERIFY(!message().contains(QLatin1String(first)));
        QTRY_VERIFY(isConnected()); // for now
        QVERIFY(m_wallet->passwords.empty());
        standsNowhereElse();
    }

private:
    static constexpr const char *first = "opensesame-1";
    static constexpr const char *second = "opensesame-2";

    void start()
    {
        dashboard(m_arguments);
        QVERIFY(!m_dashboard->view().findChildren<QPushButton *>(QStringLiteral("bannerAction")).isEmpty());
    }
    [[nodiscard]] const QPushButton *banner() const
    {
        return m_dashboard->view().findChild<QPushButton *>(QStringLiteral("bannerAction"));
    }
    [[nodiscard]] bool isConnected() const
    {
        return m_dashboard->view()
            .findChild<views::ElidedLabel *>(QStringLiteral("connectionLabel"))
            ->fullText()
            .startsWith(QLatin1String("connected"));
    }
    void remember(const char *password, bool keep = true)
    {
        emit m_dashboard->view().editConnectionRequested();
        auto *dialog = m_dashboard->view().findChild<views::ConnectionDialog *>();
        QVERIFY(dialog != nullptr);
        auto *field = dialog->findChild<QLineEdit *>(QStringLiteral("connectionPassword"));
        field->selectAll();
        QTest::keyClicks(field, QString::fromLatin1(password));
        auto *box = dialog->findChild<QCheckBox *>(QStringLiteral("connectionRemember"));
        QVERIFY(box->isEnabled());
        box->setChecked(keep);
        QTest::mouseClick(dialog->findChild<QPushButton *>(QStringLiteral("connectionAccept")), Qt::LeftButton);
        QTRY_VERIFY(m_dashboard->view().findChild<views::ConnectionDialog *>() == nullptr);
    }
    /// Workspace, settings, journal and what else was written; and the log, with everything in it.
    void standsNowhereElse()
    {
        int files = 0;
        QDirIterator each(m_folder->path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (each.hasNext()) {
            QFile file(each.next());
            const auto isRead = [&file] { return file.isOpen() || file.open(QIODevice::ReadOnly); };
            QTRY_VERIFY(isRead() || !file.exists()); // a database's journal comes and goes
            if (!file.isOpen()) {
                continue;
            }
            QVERIFY2(!file.readAll().contains("opensesame"), qPrintable(file.fileName()));
            ++files;
        }
        QVERIFY(files >= 2); // the workspace and the settings
        const std::vector<std::string> log = m_log->last_formatted();
        QVERIFY(!log.empty());
        for (const std::string &line : log) {
            QVERIFY2(line.find("opensesame") == std::string::npos, line.c_str());
        }
    }

    std::unique_ptr<PrivateBus> m_bus;
    std::unique_ptr<FakeWallet> m_wallet;
    std::shared_ptr<spdlog::sinks::ringbuffer_sink_mt> m_log =
        std::make_shared<spdlog::sinks::ringbuffer_sink_mt>(10'000);
    app::DashboardArguments m_arguments;
};

QTEST_MAIN(TestKeychain)

#include "tst_keychain.moc"
