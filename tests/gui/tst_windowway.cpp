// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/alerts/consent.h"
#include "redis/collections/kinds.h"
#include "redis/workspace/workspacefile.h"
#include "tests/gui/dashboardbench.h"
#include "tests/support/sshserver.h"
#include "views/dialogs/connectiondialog.h"
#include "views/theme/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QScrollArea>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;

namespace {

const QByteArray secret = "s3cr3t-of-the-window";

} // namespace

/// How the window reaches a server: the form of it, and the programs that wait for the person.
class TestWindowWay final : public DashboardBench {
    Q_OBJECT

private slots:
    void init()
    {
        setUp();
        m_ran = m_folder->filePath(u"ran"_s);
    }
    void cleanup() { tearDown(); }

    void theFormOffersWhatWorks()
    {
        views::Theme theme;
        views::ConnectionDialog dialog(&theme);
        dialog.show();
        const auto isShown = [&](const char *name) {
            return dialog.findChild<QWidget *>(QLatin1StringView(name))->isVisible();
        };
        const auto url = [&](const QString &text) {
            auto *field = dialog.findChild<QLineEdit *>(u"connectionUrl"_s);
            field->clear();
            QTest::keyClicks(field, text);
        };
        auto *const way = dialog.findChild<QComboBox *>(u"connectionWay"_s);
        url(u"redis://h"_s);
        QVERIFY(isShown("connectionWay") && !isShown("connectionSsh") && !isShown("connectionProxy")
                && !isShown("connectionReplicas"));
        way->setCurrentIndex(1);
        emit way->activated(1);
        QVERIFY(isShown("connectionSsh") && !isShown("connectionProxy"));
        QVERIFY(!dialog.isValid()); // no bastion yet
        QTest::keyClicks(dialog.findChild<QLineEdit *>(u"connectionSsh"_s), u"ops@bastion:2222"_s);
        QVERIFY(dialog.isValid());
        QCOMPARE(dialog.form().connection.ssh, u"ops@bastion:2222"_s);
        url(u"redis+cluster://h"_s);
        QVERIFY(isShown("connectionReplicas") && isShown("connectionSsh"));
        dialog.findChild<QCheckBox *>(u"connectionReplicas"_s)->click();
        QVERIFY(dialog.form().connection.replicas);
        dialog.findChild<QLineEdit *>(u"connectionUser"_s)->setFocus();
        QTest::keyClicks(dialog.findChild<QLineEdit *>(u"connectionUser"_s), u"ops"_s);
        QCOMPARE(dialog.form().connection.url, u"redis+cluster://ops@h:6379"_s); // still a cluster
        url(u"unix:///run/redis.sock"_s);
        QVERIFY(!isShown("connectionWay") && !isShown("connectionSsh") && !isShown("connectionReplicas"));
        QVERIFY(dialog.isValid());
        QVERIFY(dialog.form().connection.ssh.isEmpty() && !dialog.form().connection.replicas);
        url(u"rediss://h"_s);
        way->setCurrentIndex(2);
        emit way->activated(2);
        QTest::keyClicks(dialog.findChild<QLineEdit *>(u"connectionProxy"_s), u"socks5://ops:secret@p:1080"_s);
        QVERIFY(!dialog.isValid()); // a password
        dialog.findChild<QLineEdit *>(u"connectionProxy"_s)->clear();
        QTest::keyClicks(dialog.findChild<QLineEdit *>(u"connectionProxy"_s), u"socks5://ops@p:1080"_s);
        QVERIFY(dialog.isValid());
        QCOMPARE(dialog.form().connection.proxy, u"socks5://ops@p:1080"_s);
        QVERIFY(dialog.form().connection.ssh.isEmpty());
    }

    void commandsSurviveTheForm_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::addRow("plain") << QStringList{u"pass"_s, u"show"_s, u"redis"_s};
        QTest::addRow("spaces") << QStringList{u"/opt/my tools/pass"_s, u"a  b"_s, QString(), u"c"_s};
        QTest::addRow("quotes") << QStringList{u"pass"_s, u"it's \"mine\""_s, u"\""_s, u"\\"_s};
        QTest::addRow("none") << QStringList();
    }
    void commandsSurviveTheForm()
    {
        QFETCH(const QStringList, command);
        views::Theme theme;
        views::ConnectionDialog dialog(&theme);
        views::ConnectionForm form;
        form.connection.url = u"redis://h"_s;
        form.connection.passwordCommand = command;
        dialog.setForm(form);
        QCOMPARE(dialog.form().connection.passwordCommand, command);
    }

    void connectsOnceItIsAllowed()
    {
        m_server->run({"CONFIG", "SET", "requirepass", secret});
        const QString file = shop({{u"passwordCommand"_s, command()}});
        open(file);
        QTRY_VERIFY(consent() != nullptr);
        const QString shown = consent()->findChild<QPlainTextEdit *>(u"consentActions"_s)->toPlainText();
        QVERIFY2(shown.contains(m_ran) && shown.contains(m_server->url()), qPrintable(shown));
        QVERIFY(!isConnected());
        QCOMPARE(timesRun(), 0);
        QTest::mouseClick(consent()->findChild<QPushButton *>(u"consentAllow"_s), Qt::LeftButton);
        QTRY_VERIFY(isConnected());
        QCOMPARE(timesRun(), 1);
        // It is kept: nothing is asked the next time.
        const auto read = redis::readWorkspace(file, redis::kindInfos());
        const app::ConsentStore store(m_folder->filePath(u"data"_s));
        QTRY_VERIFY(*store.isAllowed(std::get<Workspace>(read)));
        open(file);
        QTRY_VERIFY(isConnected());
        QVERIFY(consent() == nullptr);
        QVERIFY(!allText().contains(QString::fromUtf8(secret)));
    }

    void staysAwayWhereItIsRefused()
    {
        open(shop({{u"passwordCommand"_s, command()}}));
        QTRY_VERIFY(consent() != nullptr);
        QTest::mouseClick(consent()->findChild<QPushButton *>(u"consentNotNow"_s), Qt::LeftButton);
        QTRY_VERIFY(allText().contains(u"plimsoll trust"_s)); // the reason
        QVERIFY(!isConnected());
        QCOMPARE(timesRun(), 0);
    }

    /// The test of the dialog runs nothing of a file that is not allowed; what the person types is.
    void theDialogTestsWhatIsTyped()
    {
        SshServer ssh;
        open(shop({{u"url"_s, m_server->tcpUrl()}, {u"ssh"_s, ssh.name()}}));
        QTRY_VERIFY(consent() != nullptr);
        consent()->close();
        emit m_dashboard->view().editConnectionRequested();
        QTRY_VERIFY(m_dashboard->view().findChild<views::ConnectionDialog *>() != nullptr);
        auto *const dialog = m_dashboard->view().findChild<views::ConnectionDialog *>();
        auto *const test = dialog->findChild<QPushButton *>(u"connectionTest"_s);
        const auto result = [dialog] { return dialog->findChild<QLabel *>(u"connectionResult"_s)->text(); };
        QTest::mouseClick(test, Qt::LeftButton);
        QTRY_VERIFY(result().contains(u"does not work"_s));
        auto *const bastion = dialog->findChild<QLineEdit *>(u"connectionSsh"_s);
        bastion->clear();
        QTest::keyClicks(bastion, QString(ssh.name()).replace(u"127.0.0.1"_s, u"localhost"_s)); // not in known_hosts
        QTest::mouseClick(test, Qt::LeftButton);
        QTRY_VERIFY(result().contains(u"ssh failed"_s));
        QTest::mouseClick(dialog->findChild<QPushButton *>(u"connectionCancel"_s), Qt::LeftButton);
    }

    void throughSsh()
    {
        SshServer ssh;
        const QString file = shop({{u"url"_s, m_server->tcpUrl()}, {u"ssh"_s, ssh.name()}});
        const auto read = redis::readWorkspace(file, redis::kindInfos());
        QVERIFY(app::ConsentStore(m_folder->filePath(u"data"_s)).allow(std::get<Workspace>(read)).ok());
        open(file);
        QTRY_VERIFY(isConnected());
        ssh.kill9();
        QTRY_VERIFY(!isConnected());
        QTRY_VERIFY(allText().contains(u"ssh to "_s + ssh.name()));
        ssh.start();
        QTRY_VERIFY_WITH_TIMEOUT(isConnected(), 60'000);
    }

private:
    QString shop(const QJsonObject &more)
    {
        QJsonObject connection{{u"url"_s, m_server->url()}};
        for (auto member = more.begin(); member != more.end(); ++member) {
            connection.insert(member.key(), member.value());
        }
        const QJsonObject mail{
            {u"name"_s, u"mail"_s}, {u"kind"_s, u"queue"_s}, {u"keys"_s, QJsonObject{{u"ready"_s, u"q0"_s}}}};
        return write(u"shop.json"_s,
                     QJsonDocument(QJsonObject{{u"plimsoll"_s, 1},
                                               {u"connection"_s, connection},
                                               {u"pollMs"_s, 100},
                                               {u"collections"_s, QJsonArray{mail}}})
                         .toJson());
    }
    [[nodiscard]] QJsonArray command() const
    {
        return {u"/bin/sh"_s, u"-c"_s, u"echo x >> \"$0\"; echo "_s + QString::fromUtf8(secret), m_ran};
    }
    void open(const QString &file)
    {
        app::DashboardArguments arguments;
        arguments.target = file;
        dashboard(arguments);
        QObject::connect(&m_dashboard->sessions().front()->session().connection(),
                         &app::ConnectionController::statusChanged, this,
                         [this](const models::ConnectionStatus &status) { m_state = status.state; });
        m_state = models::ConnectionStatus::State::Connecting;
    }
    [[nodiscard]] QDialog *consent() const { return m_dashboard->view().findChild<QDialog *>(u"consentDialog"_s); }
    [[nodiscard]] bool isConnected() const { return m_state == models::ConnectionStatus::State::Connected; }
    [[nodiscard]] int timesRun() const
    {
        QFile file(m_ran);
        return file.open(QIODevice::ReadOnly) ? static_cast<int>(file.readAll().count('x')) : 0;
    }
    /// All that labels and tooltips say.
    [[nodiscard]] QString allText() const
    {
        QString all = message();
        for (const QLabel *label : m_dashboard->view().findChildren<QLabel *>()) {
            all += label->text() + u'\n' + label->toolTip() + u'\n';
        }
        for (const QWidget *widget : m_dashboard->view().findChildren<QWidget *>()) {
            all += widget->toolTip() + u'\n' + widget->accessibleName() + u'\n';
        }
        return all;
    }

    QString m_ran;
    models::ConnectionStatus::State m_state{};
};

QTEST_MAIN(TestWindowWay)

#include "tst_windowway.moc"
