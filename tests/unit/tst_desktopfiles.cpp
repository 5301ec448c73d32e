// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QMimeDatabase>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

QString resource(const QString &name)
{
    return QStringLiteral(PLIMSOLL_SOURCE_DIR "/resources/") + name;
}

/// Runs a tool and returns all that it printed; its exit code goes first.
QString checked(const QString &program, const QStringList &arguments)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, arguments);
    if (!process.waitForFinished(120'000)) {
        return program + u" is missing"_s;
    }
    return QString::number(process.exitCode()) + u' ' + QString::fromUtf8(process.readAll()).trimmed();
}

} // namespace

/// The files that tell desktop and systemd about the program, by their own checkers.
class TestDesktopFiles final : public QObject {
    Q_OBJECT

private slots:
    void desktopFile()
    {
        QCOMPARE(checked(u"desktop-file-validate"_s, {resource(u"org.plimsoll.plimsoll.desktop"_s)}), u"0 "_s);
    }
    void metainfo();
    void mediaType();
    void units_data();
    void units();
};

void TestDesktopFiles::metainfo()
{
    const QString result = checked(u"appstreamcli"_s,
                                   {u"validate"_s, u"--pedantic"_s, u"--no-net"_s, u"--no-color"_s,
                                    resource(u"org.plimsoll.plimsoll.metainfo.xml"_s)});
    QVERIFY2(result.startsWith(u"0 "_s) && result.endsWith(u"Validation was successful."_s), qPrintable(result));
}

/// Workspaces are recognised by their file names; other programs still see them as JSON.
void TestDesktopFiles::mediaType()
{
    QTemporaryDir folder;
    const QDir packages(folder.filePath(u"mime/packages"_s));
    QVERIFY(packages.mkpath(u"."_s));
    QVERIFY(QFile::copy(resource(u"org.plimsoll.plimsoll.xml"_s), packages.filePath(u"org.plimsoll.plimsoll.xml"_s)));
    qputenv("XDG_DATA_HOME", QFile::encodeName(folder.path()));
    QCOMPARE(checked(u"update-mime-database"_s, {folder.filePath(u"mime"_s)}), u"0 "_s);
    const QMimeDatabase types;
    const QMimeType type = types.mimeTypeForFile(u"orders.plimsoll.json"_s, QMimeDatabase::MatchExtension);
    QCOMPARE(type.name(), u"application/vnd.plimsoll.workspace+json"_s);
    QVERIFY(type.inherits(u"application/json"_s));
    QCOMPARE(types.mimeTypeForFile(u"orders.json"_s, QMimeDatabase::MatchExtension).name(), u"application/json"_s);
    QFile desktop(resource(u"org.plimsoll.plimsoll.desktop"_s));
    QVERIFY(desktop.open(QIODevice::ReadOnly));
    QVERIFY(desktop.readAll().contains(type.name().toUtf8()));
}

void TestDesktopFiles::units_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("manager");
    QTest::newRow("of a user") << u"resources/plimsoll-record@.service.in"_s << u"--user"_s;
    QTest::newRow("of the system") << u"debian/plimsoll-cli.plimsoll-record@.service"_s << u"--system"_s;
}

void TestDesktopFiles::units()
{
    QFETCH(const QString, file);
    QFETCH(const QString, manager);
    QFile unit(QStringLiteral(PLIMSOLL_SOURCE_DIR "/") + file);
    QVERIFY(unit.open(QIODevice::ReadOnly));
    QString text = QString::fromUtf8(unit.readAll());
    // The program has to be there, and need not be installed.
    static const QRegularExpression program(u"^ExecStart=\\S+/plimsoll record "_s, QRegularExpression::MultilineOption);
    QVERIFY(text.contains(program));
    text.replace(program, u"ExecStart=/bin/true record "_s);
    const QTemporaryDir folder;
    qputenv("XDG_RUNTIME_DIR", QFile::encodeName(folder.path()));
    const QString path = folder.filePath(u"plimsoll-record@.service"_s);
    const auto judged = [&](const QByteArray &content) {
        QFile written(path);
        return written.open(QIODevice::WriteOnly) && written.write(content) == content.size() && written.flush()
            ? checked(u"systemd-analyze"_s, {manager, u"verify"_s, u"--man=no"_s, path})
            : u"not written"_s;
    };
    QCOMPARE(judged(text.toUtf8()), u"0 "_s);
    QVERIFY(judged(text.replace(u"RestartSec"_s, u"RestartSek"_s).toUtf8()).contains(u"RestartSek"_s));
}

QTEST_GUILESS_MAIN(TestDesktopFiles)
#include "tst_desktopfiles.moc"
