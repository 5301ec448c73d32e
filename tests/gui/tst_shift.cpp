// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/dashboard.h"
#include "tests/gui/randomshift.h"

#include <QApplication>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;

namespace {

QStringList complaints; ///< warnings of Qt and of the program

void hear(QtMsgType type, const QMessageLogContext &, const QString &text)
{
    static const QRegularExpression known(
        QStringLiteral("propagateSizeHints|does not support raise|XDG_RUNTIME_DIR|This plugin does not support"));
    if ((type == QtWarningMsg || type == QtCriticalMsg) && !text.contains(known) && complaints.size() < 50) {
        complaints.append(text);
    }
    fprintf(stderr, "%s\n", qPrintable(text));
}

} // namespace

/// The whole dashboard on its demonstration, used at random while the server fails: it neither ends nor complains, and
/// no control leaves its window. PLIMSOLL_SHIFT: seconds (default 20); PLIMSOLL_SEED: of the first run.
class TestShift final : public QObject {
    Q_OBJECT

private slots:
    void aShiftAtRandom();
};

void TestShift::aShiftAtRandom()
{
    const auto seed = static_cast<quint32>(qEnvironmentVariableIntValue("PLIMSOLL_SEED") + 1);
    const int seconds =
        qEnvironmentVariableIsSet("PLIMSOLL_SHIFT") ? qEnvironmentVariableIntValue("PLIMSOLL_SHIFT") : 20;
    auto *application = qobject_cast<QApplication *>(QCoreApplication::instance());
    QApplication::setQuitOnLastWindowClosed(false);
    auto previous = qInstallMessageHandler(hear);
    static constexpr std::array wanted{"click", "key", "page", "menu", "dialog", "type", "resize", "operate"};
    QMap<QString, int> counts;
    const auto isLacking = [&counts](const char *what) { return counts.value(QLatin1StringView(what)) == 0; };
    // Rare events may be missing from one short shift, and one shift may get where nothing can be done any more.
    for (quint32 turn = 0; turn == 0 || (turn < 8 && std::any_of(wanted.begin(), wanted.end(), isLacking)); ++turn) {
        QTemporaryDir folder;
        app::DashboardArguments arguments;
        arguments.isDemo = true;
        arguments.dataDir = folder.path();
        arguments.seed = seed + turn;
        arguments.pace = 4;
        app::Dashboard dashboard(*application);
        dashboard.start(arguments);
        QTRY_COMPARE_WITH_TIMEOUT(dashboard.view().currentPage(), QStringLiteral("overview"), 20'000);
        RandomShift shift(dashboard.window(), seed + turn);
        QSignalSpy ended(&shift, &RandomShift::ended);
        shift.start(std::chrono::seconds(seconds));
        QVERIFY(ended.wait((seconds + 60) * 1'000));

        QStringList told;
        for (auto count = shift.counts().begin(); count != shift.counts().end(); ++count) {
            counts[count.key()] += count.value();
            told.append(QStringLiteral("%1 %2").arg(count.key()).arg(count.value()));
        }
        qInfo("seed %u: %d acts (%s), server disturbed %d times, longest stall %lld ms after \"%s\"", seed + turn,
              shift.acts(), qPrintable(told.join(QLatin1String(", "))), shift.disturbances(),
              static_cast<long long>(shift.longestStall().count()), qPrintable(shift.stalledBy()));
        QVERIFY2(shift.misplaced().isEmpty(), qPrintable(shift.misplaced().join(u'\n')));
        QVERIFY(shift.acts() > seconds * 5);
    }
    for (const char *what : wanted) {
        QVERIFY2(seconds < 20 || !isLacking(what), what);
    }
    qInstallMessageHandler(previous);
    QVERIFY2(complaints.isEmpty(), qPrintable(complaints.join(u'\n')));
}

int main(int argc, char *argv[])
{
    // Does not touch the user's files: settings, recent files and data are in a temporary folder.
    const QTemporaryDir home;
    for (const char *name : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"}) {
        qputenv(name, home.path().toUtf8());
    }
    qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent");
    QApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("plimsoll-shift"));
    QCoreApplication::setOrganizationName(QStringLiteral("plimsoll-shift"));
    TestShift test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_shift.moc"
