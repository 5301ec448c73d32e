// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/dialogs/importedconnections.h"
#include "views/theme/theme.h"

#include <QApplication>
#include <QFile>
#include <QFileDialog>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

using namespace plimsoll;
using namespace plimsoll::views;
using namespace Qt::StringLiterals;

namespace {

/// Files in the form of each tool's export.
constexpr auto ofRedisInsight = R"([
  {"id":"1","host":"a.example","port":6380,"db":3,"name":"orders","username":"ops","password":"p w","tls":true,
   "tlsServername":"redis.internal","verifyServerCert":false,"connectionType":"STANDALONE",
   "caCert":{"name":"ca","certificate":"-----BEGIN CERTIFICATE-----\nMII"}},
  {"id":"2","host":"b.example","port":7000,"name":"shards","connectionType":"CLUSTER","username":null,"password":null},
  {"id":"3","host":"c.example","port":26379,"name":"main","connectionType":"SENTINEL","username":"watch","password":"s",
   "sentinelMaster":{"name":"mymaster","username":"ops","password":"m"},"ssh":true,
   "sshOptions":{"host":"bastion.example","port":2222,"username":"me","privateKey":"-----BEGIN KEY-----"}},
  {"id":"4","host":"","port":1,"name":"no host"}])";
constexpr auto ofAnother = R"([
  {"host":"10.0.0.5","port":"6379","auth":"top","username":"","name":"","separator":":","cluster":false,
   "sslOptions":{"key":"/k.pem","cert":"/c.pem","ca":"/ca.pem","servername":""}},
  {"host":"10.0.0.6","port":"26379","auth":"","name":"sentinel","cluster":false,
   "sentinelOptions":{"masterName":"m1","nodePassword":"np"},
   "sshOptions":{"host":"jump","port":22,"username":"u","password":"x"}}])";
constexpr auto ofTiny = R"(
- name: group
  type: group
  connections:
    - name: local
      network: unix
      sock: /run/redis.sock
      addr: 127.0.0.1
      port: 6379
      password: "0123"
      ssl: {enable: false, ca_file: /x}
      ssh: {enable: false, addr: old.example}
      sentinel: {enable: false, master: mymaster}
      cluster: {enable: false}
- name: east
  addr: east.example
  port: 6379
  username: ops
  password: 'a: b'
  ssl: {enable: true, ca_file: /ca.pem, allow_insecure: true}
  cluster: {enable: true}
  proxy: {type: 2, schema: socks5, addr: p, port: 1080}
)";
constexpr auto ofResp = R"([
  {"type":"group","name":"eu","connections":[
    {"name":"eu 1","host":"eu1.example","port":6379,"auth":"pw","username":"u","ssl":true,"ssl_ca_cert_path":"/ca.pem",
     "ssl_local_cert_path":"/c.pem","ssl_private_key_path":"","ssh_host":"","ssh_port":22}]},
  {"name":"plain","host":"127.0.0.1","port":6379,"auth":""}])";

QString lineOf(const ImportedConnection &one)
{
    const ConnectionSettings &settings = one.form.connection;
    QStringList parts{one.form.name, settings.url, QString::fromUtf8(one.form.password)};
    for (const QString &more : {settings.caFile, settings.certFile, settings.keyFile, settings.serverName, settings.ssh,
                                settings.sentinel ? settings.sentinel->user : QString()}) {
        if (!more.isEmpty()) {
            parts += more;
        }
    }
    parts += QString::number(one.left.size());
    return parts.join(u" | "_s);
}

} // namespace

/// Connections that other tools exported.
class TestImportedConnections final : public QObject {
    Q_OBJECT

private slots:
    void everyTool_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QStringList>("lines");
        QTest::newRow("RedisInsight") << QByteArray(ofRedisInsight)
                                      << QStringList{
                                             u"orders | rediss://ops@a.example:6380/3 | p w | redis.internal | 2"_s,
                                             u"shards | redis+cluster://b.example:7000 |  | 0"_s,
                                             u"main | redis+sentinel://ops@c.example:26379/mymaster | m | "
                                             "me@bastion.example:2222 | watch | 2"_s};
        QTest::newRow("Another Redis Desktop Manager")
            << QByteArray(ofAnother).toBase64()
            << QStringList{u"10.0.0.5:6379 | rediss://10.0.0.5:6379 | top | /ca.pem | /c.pem | /k.pem | 0"_s,
                           u"sentinel | redis+sentinel://10.0.0.6:26379/m1 | np | u@jump | 1"_s};
        QTest::newRow("Tiny RDM") << QByteArray(ofTiny)
                                  << QStringList{
                                         u"local | unix:///run/redis.sock | 0123 | 0"_s,
                                         u"east | rediss+cluster://ops@east.example:6379 | a: b | /ca.pem | 2"_s};
        QTest::newRow("RESP.app") << QByteArray(ofResp)
                                  << QStringList{u"eu 1 | rediss://u@eu1.example:6379 | pw | /ca.pem | 0"_s,
                                                 u"plain | redis://127.0.0.1:6379 |  | 0"_s};
    }
    void everyTool()
    {
        QFETCH(QByteArray, file);
        QFETCH(QStringList, lines);
        const auto all = importedConnections(file);
        QVERIFY2(all.ok(), qPrintable(all.ok() ? QString() : all.error().message));
        QStringList got;
        for (const ImportedConnection &one : all->all) {
            got += lineOf(one);
            QVERIFY(one.form.connection.readOnly && one.form.connection.verify); // never weakened by a file
        }
        QCOMPARE(got, lines);
        QCOMPARE(all->skipped, file.contains("no host") ? 1 : 0);
    }

    void otherFiles_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("text") << QByteArray("secret: hunter2");
        QTest::newRow("list") << QByteArray("[1,2,{\"host\":{}}]");
        QTest::newRow("zip") << QByteArray("PK\x03\x04");
        QTest::newRow("deep") << QByteArray(100'000, '[');
        QTest::newRow("bytes") << QByteArray("\x00\xff\xfe\x80{", 5);
        QTest::newRow("a URL as host") << QByteArray(R"([{"host":"me:secret@h","port":6379}])");
        QTest::newRow("too many") << QByteArray("[" + QByteArray(R"({"host":"a"},)").repeated(1'001) + "{}]");
        QTest::newRow("bad host") << QByteArray(R"([{"host":"a b/c","port":6379}])");
        QTest::newRow("aliases") << QByteArray("a: &a [1,1,1,1,1,1,1,1,1]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c "
                                               "[*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: "
                                               "&e [*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: [*e,*e,*e,*e,*e,*e,*e,*e,*e]\n");
    }
    /// One clear line, and nothing of the file in it.
    void otherFiles()
    {
        QFETCH(QByteArray, file);
        const auto all = importedConnections(file);
        QVERIFY(!all.ok());
        QVERIFY(!all.error().message.isEmpty() && !all.error().message.contains(u"hunter2"_s));
    }

    /// A person chooses one of several connections; it fills the form, and nothing is connected.
    void intoTheDialog()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(u"export.json"_s);
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(ofRedisInsight) > 0);
        file.close();
        Theme theme;
        theme.install(*qApp, Theme::Choice::Light);
        ConnectionDialog dialog(&theme);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        auto *import = dialog.findChild<QPushButton *>(u"connectionImport"_s);
        const auto choose = [&](const QString &chosen) {
            QTest::mouseClick(import, Qt::LeftButton);
            auto *chooser = dialog.findChild<QFileDialog *>(u"importDialog"_s);
            QVERIFY(chooser != nullptr);
            chooser->selectFile(chosen);
            static_cast<QDialog *>(chooser)->accept();
        };
        choose(path);
        QTRY_VERIFY(dialog.findChild<QInputDialog *>(u"importChoice"_s) != nullptr);
        auto *choice = dialog.findChild<QInputDialog *>(u"importChoice"_s);
        QCOMPARE(choice->comboBoxItems().size(), 3);
        QCOMPARE(choice->comboBoxItems().front(),
                 u"1. orders: rediss://ops@a.example:6380/3"_s); // without its password
        QVERIFY(choice->comboBoxItems().back().endsWith(u" through me@bastion.example:2222"_s));
        auto *list = choice->findChild<QListView *>();
        list->setCurrentIndex(list->model()->index(0, 0));
        choice->accept();
        QTRY_COMPARE(dialog.form().connection.url, u"rediss://ops@a.example:6380/3"_s);
        QCOMPARE(dialog.form().name, u"orders"_s);
        QCOMPARE(dialog.form().password, QByteArray("p w"));
        QCOMPARE(dialog.form().connection.serverName, u"redis.internal"_s);
        const auto *result = dialog.findChild<QLabel *>(u"connectionResult"_s);
        const auto *imported = dialog.findChild<QLabel *>(u"connectionImported"_s);
        const auto saysAll = [imported] {
            return imported->isVisible() && imported->text().contains(u"There the server was not verified."_s)
                && imported->text().contains(u"1 entry of the file has no address"_s);
        };
        QVERIFY2(saysAll(), qPrintable(imported->text()));
        QTest::keyClicks(dialog.findChild<QLineEdit *>(u"connectionHost"_s), u"x"_s); // it stays during an edit
        QVERIFY(saysAll());

        const QString other = folder.filePath(u"notes.txt"_s);
        QFile notes(other);
        QVERIFY(notes.open(QIODevice::WriteOnly) && notes.write("hello") > 0);
        notes.close();
        QTRY_VERIFY(dialog.findChild<QFileDialog *>(u"importDialog"_s) == nullptr);
        choose(other);
        QTRY_VERIFY2(result->text().startsWith(u"Cannot import from notes.txt. It has no connections"_s),
                     qPrintable(result->text()));
        QCOMPARE(dialog.form().name, u"orders"_s); // as it was
        ConnectionDialog editing(&theme);
        editing.setEditing();
        editing.show();
        QVERIFY(!editing.findChild<QPushButton *>(u"connectionImport"_s)->isVisible());
    }
};

QTEST_MAIN(TestImportedConnections)
#include "tst_importedconnections.moc"
