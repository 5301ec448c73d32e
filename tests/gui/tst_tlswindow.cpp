// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/dashboard.h"
#include "tests/support/tlsserver.h"
#include "views/dialogs/connectiondialog.h"
#include "views/widgets/elidedlabel.h"
#include "views/window/sessionview.h"

#include <QApplication>
#include <QCheckBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;

/// TLS in the window: what it connects to, what it says where it does not, and how it is set up by hand.
class TestTlsWindow final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();
    void opensOrSaysWhy_data();
    void opensOrSaysWhy();
    void fieldsAndUrlAgree();
    void editedToTls();
    void theDialogTests();
    void unverifiedIsRed();

private:
    QString write(const QByteArray &connection);
    views::SessionView &open(const QByteArray &connection);
    /// The window's text about its connection.
    [[nodiscard]] QString said() const;
    views::ConnectionDialog *edit();
    template <typename Widget> [[nodiscard]] Widget *child(const QWidget *of, const char *name) const
    {
        return of->findChild<Widget *>(QLatin1String(name));
    }

    Certificates m_certificates;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<app::Dashboard> m_dashboard;
};

void TestTlsWindow::initTestCase()
{
    QCoreApplication::setApplicationName(u"plimsoll"_s);
    QCoreApplication::setOrganizationName(u"plimsoll"_s);
}

void TestTlsWindow::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder->path());
    QVERIFY(QFile::copy(m_certificates.authority(), m_folder->filePath(u"ca.pem"_s)));
}

void TestTlsWindow::cleanup()
{
    m_dashboard.reset();
}

QString TestTlsWindow::write(const QByteArray &connection)
{
    QFile file(m_folder->filePath(u"workspace.json"_s));
    if (!file.open(QIODevice::WriteOnly)) {
        qFatal("no temporary file");
    }
    file.write(R"({"plimsoll":1,"name":"shop","connection":{)" + connection
               + R"(},"pollMs":100,"collections":[{"name":"q","kind":"queue","keys":{"ready":"q"}}]})");
    return file.fileName();
}

views::SessionView &TestTlsWindow::open(const QByteArray &connection)
{
    m_dashboard = std::make_unique<app::Dashboard>(*qobject_cast<QApplication *>(QCoreApplication::instance()));
    app::DashboardArguments arguments;
    arguments.dataDir = m_folder->filePath(u"data"_s);
    arguments.target = write(connection);
    m_dashboard->start(arguments);
    return m_dashboard->view();
}

QString TestTlsWindow::said() const
{
    const auto *connection = child<views::ElidedLabel>(&m_dashboard->view(), "connectionLabel");
    const auto *banner = child<views::ElidedLabel>(&m_dashboard->view(), "bannerText");
    return connection->fullText().startsWith(u"connected"_s) ? u"connected"_s : banner->fullText();
}

views::ConnectionDialog *TestTlsWindow::edit()
{
    const views::SessionView &window = m_dashboard->view();
    const auto dialog = [&window] { return window.findChild<views::ConnectionDialog *>(); };
    // The file is read in the background, and a closed dialog is deleted in the next event loop pass.
    if (!QTest::qWaitFor([&] { return window.windowTitle().startsWith(u"shop"_s) && dialog() == nullptr; })) {
        qFatal("nothing to edit");
    }
    emit m_dashboard->view().editConnectionRequested();
    return dialog();
}

void TestTlsWindow::opensOrSaysWhy_data()
{
    QTest::addColumn<QString>("certificate");
    QTest::addColumn<bool>("asks"); ///< the server asks for a client certificate
    QTest::addColumn<bool>("tlsPort");
    QTest::addColumn<QByteArray>("more");
    QTest::addColumn<QString>("says");
    const QString good = m_certificates.issue(u"good"_s, u"localhost"_s);
    const QString other = m_certificates.issue(u"other"_s, u"redis.example"_s);
    const QString expired = m_certificates.issue(u"expired"_s, u"localhost"_s, -1);
    const QByteArray trusted = R"(,"caFile":"ca.pem")"; // next to the workspace
    const QByteArray stranger = R"(,"caFile":")" + m_certificates.stranger().toUtf8() + '"';
    const QByteArray ours = trusted + R"(,"certFile":")" + m_certificates.certificate(good).toUtf8()
        + R"(","keyFile":")" + m_certificates.key(good).toUtf8() + '"';

    QTest::newRow("right") << good << false << true << trusted << u"connected"_s;
    QTest::newRow("wrong authority") << good << false << true << stranger << u"which caFile does not hold"_s;
    QTest::newRow("no authority") << good << false << true << QByteArray() << u"which this system does not know"_s;
    QTest::newRow("wrong name") << other << false << true << trusted << u"is for redis.example, not for localhost"_s;
    QTest::newRow("expired") << expired << false << true << trusted << u"certificate has expired"_s;
    QTest::newRow("none of ours") << good << true << true << trusted << u"requires a client certificate"_s;
    QTest::newRow("one of ours") << good << true << true << ours << u"connected"_s;
    QTest::newRow("not TLS at all") << good << false << false << trusted << u"it does not speak TLS"_s;
}

void TestTlsWindow::opensOrSaysWhy()
{
    QFETCH(const QString, certificate);
    QFETCH(const bool, asks);
    QFETCH(const bool, tlsPort);
    QFETCH(const QByteArray, more);
    QFETCH(const QString, says);
    TlsServer server(m_certificates, certificate,
                     asks ? QStringList{u"--tls-auth-clients"_s, u"yes"_s} : QStringList());
    const quint16 port = tlsPort ? server.port() : server.server().tcp().port;
    const views::SessionView &window = open(R"("url":"rediss://localhost:)" + QByteArray::number(port) + '"' + more);
    QTRY_VERIFY2(said().contains(says), qPrintable(said()));
    QVERIFY(!child<QLabel>(&window, "unverifiedBadge")->isVisible());
}

void TestTlsWindow::fieldsAndUrlAgree()
{
    open(R"("url":"redis://127.0.0.1:1")");
    const views::ConnectionDialog *dialog = edit();
    auto *url = child<QLineEdit>(dialog, "connectionUrl");
    auto *tls = child<QCheckBox>(dialog, "connectionTls");
    auto *certificate = child<QLineEdit>(dialog, "connectionCertFile");
    auto *key = child<QLineEdit>(dialog, "connectionKeyFile");
    const auto *accept = child<QPushButton>(dialog, "connectionAccept");
    const auto typeUrl = [url](const QString &text) {
        url->selectAll();
        QTest::keyClicks(url, text);
    };
    QVERIFY(tls->isVisible() && !tls->isChecked() && !certificate->isVisible());
    typeUrl(u"rediss://redis.example"_s);
    QVERIFY(tls->isChecked() && certificate->isVisible());
    QVERIFY(child<QCheckBox>(dialog, "connectionVerify")->isChecked());
    QVERIFY(dialog->endpoint().tls.has_value());

    // Half a pair is no way to connect; turned off, it is neither in the way nor kept.
    QTest::keyClicks(certificate, u"client.pem"_s);
    QVERIFY(!accept->isEnabled());
    QVERIFY(child<QLabel>(dialog, "connectionResult")->text().contains(u"needs its key"_s));
    QTest::mouseClick(tls, Qt::LeftButton, {}, {8, 8});
    QCOMPARE(url->text(), u"redis://redis.example:6379"_s);
    QVERIFY(accept->isEnabled() && !certificate->isVisible());
    QCOMPARE(dialog->form().connection.certFile, QString());
    QTest::mouseClick(tls, Qt::LeftButton, {}, {8, 8});
    QCOMPARE(url->text(), u"rediss://redis.example:6379"_s);
    QTest::keyClicks(key, u"client.key"_s);
    QVERIFY(accept->isEnabled());
    QCOMPARE(dialog->form().connection.certFile, u"client.pem"_s);
    QCOMPARE(dialog->form().connection.keyFile, u"client.key"_s);

    typeUrl(u"unix:///run/redis.sock"_s);
    QVERIFY(!tls->isVisible() && !certificate->isVisible());
    QVERIFY(!dialog->endpoint().tls.has_value());
}

/// Every connection of the window goes over to TLS when the workspace's connection does, and its file says so.
void TestTlsWindow::editedToTls()
{
    TlsServer server(m_certificates, m_certificates.issue(u"edited"_s, u"localhost"_s));
    const QByteArray port = QByteArray::number(server.port());
    const views::SessionView &window =
        open(R"("url":"redis://localhost:)" + QByteArray::number(server.server().tcp().port) + R"(","readOnly":false)");
    const auto at = [&](const QByteArray &name) {
        QByteArrayList places;
        for (const QByteArray &line : server.server().run({"CLIENT", "LIST"}).bytes.split('\n')) {
            if (line.contains(" name=plimsoll:" + name)) {
                const qsizetype from = line.indexOf("laddr=127.0.0.1:") + 16;
                places += line.sliced(from, line.indexOf(' ', from) - from);
            }
        }
        return places.join(' ');
    };
    const QByteArray plain = QByteArray::number(server.server().tcp().port);
    QTRY_COMPARE(said(), u"connected"_s);
    m_dashboard->view().openCollection(0);
    QTRY_COMPARE(at("poll"), plain);
    QTRY_COMPARE(at("browse"), plain);
    QTRY_COMPARE(at("operate"), plain);

    views::ConnectionDialog *dialog = edit();
    auto *url = child<QLineEdit>(dialog, "connectionUrl");
    url->selectAll();
    QTest::keyClicks(url, u"rediss://localhost:"_s + QString::fromLatin1(port));
    QTest::keyClicks(child<QLineEdit>(dialog, "connectionCaFile"), u"ca.pem"_s);
    QTest::mouseClick(child<QPushButton>(dialog, "connectionAccept"), Qt::LeftButton);
    QTRY_COMPARE(at("poll"), port);
    QTRY_COMPARE(at("operate"), port);
    QTRY_COMPARE(said(), u"connected"_s);
    m_dashboard->view().openCollection(0);
    QTRY_COMPARE(at("browse"), port);
    const auto saved = [this] {
        QFile file(m_folder->filePath(u"workspace.json"_s));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    QTRY_VERIFY(saved().contains(R"("caFile": "ca.pem")"));

    // Other certificates also change the way to the server: here, to one that fails.
    dialog = edit();
    auto *authority = child<QLineEdit>(dialog, "connectionCaFile");
    QCOMPARE(authority->text(), u"ca.pem"_s);
    authority->selectAll();
    QTest::keyClicks(authority, m_certificates.stranger());
    QTest::mouseClick(child<QPushButton>(dialog, "connectionAccept"), Qt::LeftButton);
    QTRY_VERIFY2(said().contains(u"which caFile does not hold"_s), qPrintable(said()));
    QTRY_COMPARE(at("operate"), QByteArray());
    QCOMPARE(at("poll"), QByteArray());
    QVERIFY(!child<QLabel>(&window, "unverifiedBadge")->isVisible());
}

void TestTlsWindow::theDialogTests()
{
    TlsServer server(m_certificates, m_certificates.issue(u"tested"_s, u"localhost"_s));
    open(R"("url":"rediss://localhost:)" + QByteArray::number(server.port()) + R"(","caFile":"ca.pem")");
    const views::ConnectionDialog *dialog = edit();
    const auto *result = child<QLabel>(dialog, "connectionResult");
    auto *authority = child<QLineEdit>(dialog, "connectionCaFile");
    QVERIFY(authority->isVisible());
    QTest::mouseClick(child<QPushButton>(dialog, "connectionTest"), Qt::LeftButton);
    QTRY_COMPARE(result->text(), u"The connection works"_s);
    authority->selectAll();
    QTest::keyClick(authority, Qt::Key_Delete);
    QTest::mouseClick(child<QPushButton>(dialog, "connectionTest"), Qt::LeftButton);
    QTRY_COMPARE(result->text(), u"The connection does not work: tls failed"_s);
    QStringList steps;
    for (const QLabel *line : child<QScrollArea>(dialog, "connectionSteps")->findChildren<QLabel *>()) {
        steps += line->text();
    }
    QVERIFY2(steps.join(u'|').contains(u"which this system does not know"_s), qPrintable(steps.join(u'|')));
}

void TestTlsWindow::unverifiedIsRed()
{
    TlsServer server(m_certificates, m_certificates.issue(u"unverified"_s, u"redis.example"_s));
    const views::SessionView &window =
        open(R"("url":"rediss://localhost:)" + QByteArray::number(server.port()) + R"(","verify":false)");
    const auto *badge = child<QLabel>(&window, "unverifiedBadge");
    QTRY_COMPARE(said(), u"connected"_s);
    QVERIFY(badge->isVisible());
    QCOMPARE(badge->text(), u"NOT VERIFIED"_s);

    const views::ConnectionDialog *dialog = edit();
    const auto *warning = child<QLabel>(dialog, "connectionUnverified");
    QVERIFY(warning->isVisible());
    QCOMPARE(warning->property("role").toString(), u"critical"_s);
    QVERIFY(child<QLabel>(dialog, "unverifiedBadge")->isVisible());
    QTest::mouseClick(child<QCheckBox>(dialog, "connectionVerify"), Qt::LeftButton, {}, {8, 8});
    QVERIFY(!warning->isVisible());
    QVERIFY(!child<QLabel>(dialog, "unverifiedBadge")->isVisible());
    QTest::mouseClick(child<QPushButton>(dialog, "connectionAccept"), Qt::LeftButton);
    QTRY_VERIFY2(said().contains(u"which this system does not know"_s), qPrintable(said()));
    QVERIFY(!badge->isVisible());
}

QTEST_MAIN(TestTlsWindow)

#include "tst_tlswindow.moc"
