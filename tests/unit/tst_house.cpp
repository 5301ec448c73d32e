// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/kinds.h"
#include "redis/types/elementstate.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

/// The rules of docs/architecture.md that no compiler checks: who may include whom, and licence marks.
namespace {

struct House {
    QLatin1StringView folder;
    QList<QLatin1StringView> mayUse; ///< besides itself
};

const QLatin1StringView types("redis/types/");
const QLatin1StringView wire("redis/wire/");
const QLatin1StringView topology("redis/topology/");
const QLatin1StringView collections("redis/collections/");
const QLatin1StringView frameworks("redis/frameworks/");
const QLatin1StringView storage("redis/storage/");
const QLatin1StringView session("app/session/");
const QLatin1StringView windowMain("app/windowmain.cpp");

// The longest folder that fits holds for a file; a folder that is in none of them may be used by app and tests alone.
const QList<House> &houses()
{
    static const QList<House> table{
        {types, {}},
        {wire, {types}},
        {topology, {types, wire}},
        {QLatin1StringView("redis/workspace/"), {types, wire, frameworks}},
        {collections, {types, wire}},
        {frameworks, {types, wire, collections}},
        {QLatin1StringView("redis/browse/"), {types, wire, topology, collections}},
        {QLatin1StringView("redis/poll/"), {types, wire, topology, collections}},
        {QLatin1StringView("redis/storage/"), {types}},
        {QLatin1StringView("redis/operations/"), {types, wire, topology, collections, storage}},
        {QLatin1StringView("redis/history/"), {types, wire, topology, collections, storage}},
        {QLatin1StringView("redis/discovery/"), {types, wire, topology, collections, frameworks}},
        {QLatin1StringView("models/"), {types}},
        {QLatin1StringView("views/"), {types, QLatin1StringView("models/")}},
        {session,
         {QLatin1StringView("redis/"), QLatin1StringView("models/"), QLatin1StringView("views/"),
          QLatin1StringView("app/")}},
        {windowMain, {QLatin1StringView("app/")}},
        {QLatin1StringView("app/"), {QLatin1StringView("redis/"), QLatin1StringView("models/")}},
        {QLatin1StringView("tests/"),
         {QLatin1StringView("redis/"), QLatin1StringView("models/"), QLatin1StringView("views/"),
          QLatin1StringView("app/")}},
    };
    return table;
}

const House *houseOf(const QString &path)
{
    const auto found = std::find_if(houses().begin(), houses().end(),
                                    [&](const House &house) { return path.startsWith(house.folder); });
    return found == houses().end() ? nullptr : &*found;
}

QString sourceRoot()
{
    return QStringLiteral(PLIMSOLL_SOURCE_DIR "/");
}

/// Paths from the root of what is ours, by the ends of their names.
QStringList sources(const QStringList &patterns)
{
    QStringList found;
    for (const char *folder : {"app", "lua", "models", "redis", "resources", "tests", "tools", "views"}) {
        QDirIterator files(sourceRoot() + QLatin1StringView(folder), patterns, QDir::Files,
                           QDirIterator::Subdirectories);
        while (files.hasNext()) {
            found += files.next().mid(sourceRoot().size());
        }
    }
    found.sort();
    return found;
}

QStringList linesOf(const QString &path)
{
    QFile file(sourceRoot() + path);
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    QStringList lines = QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'));
    if (lines.last().isEmpty()) {
        lines.removeLast();
    }
    return lines;
}

/// Rooms of a folder: groups, each made of those before it; rooms of one group may use each other.
struct Rooms {
    QLatin1StringView folder;
    QList<QList<QLatin1StringView>> groups;

    [[nodiscard]] static QString nameOf(const QString &path, QLatin1StringView folder)
    {
        return path.mid(folder.size()).section(u'/', 0, 0);
    }
    /// Index of the group that a path lies in; -1: in none.
    [[nodiscard]] qsizetype groupOf(const QString &path) const
    {
        const QString name = nameOf(path, folder);
        const auto found = std::find_if(groups.begin(), groups.end(), [&](const auto &g) { return g.contains(name); });
        return found == groups.end() ? -1 : found - groups.begin();
    }
};

const Rooms *roomsOf(const QString &path)
{
    static const QList<Rooms> table{
        {QLatin1StringView("redis/operations/"),
         {{"journal"_L1, "batch"_L1, "steps"_L1, "lists"_L1, "plan"_L1, "frameworks"_L1}, {"run"_L1}}},
        {QLatin1StringView("models/"),
         {{"documents"_L1}, {"text"_L1}, {"alerts"_L1}, {"history"_L1}, {"charts"_L1}, {"table"_L1}, {"rows"_L1}}},
        {QLatin1StringView("views/"),
         {{"theme"_L1},
          {"widgets"_L1},
          {"table"_L1},
          {"charts"_L1},
          {"page"_L1},
          {"operations"_L1},
          {"inspector"_L1},
          {"collection"_L1},
          {"kinds"_L1},
          {"pages"_L1},
          {"dialogs"_L1},
          {"window"_L1}}},
        {QLatin1StringView("app/"),
         {{"desktop"_L1},
          {"demo"_L1},
          {"lab"_L1},
          {"recording"_L1},
          {"alerts"_L1},
          {"formats"_L1},
          {"past"_L1},
          {"report"_L1},
          {"connection"_L1},
          {"cli"_L1},
          {"session"_L1},
          {"main.cpp"_L1, "windowmain.cpp"_L1}}},
    };
    const auto found =
        std::find_if(table.begin(), table.end(), [&](const Rooms &rooms) { return path.startsWith(rooms.folder); });
    return found == table.end() ? nullptr : &*found;
}

/// The fault of one include; empty if it is right.
QString fault(const QString &path, const QString &included)
{
    const House *from = houseOf(path);
    const House *to = houseOf(included);
    if (from == nullptr) {
        return QStringLiteral("is in no known folder");
    }
    if (to == nullptr) {
        return QStringLiteral("is not written from the root, as \"redis/types/x.h\"");
    }
    if (const Rooms *rooms = roomsOf(path); rooms != nullptr && rooms == roomsOf(included)) {
        const qsizetype own = rooms->groupOf(path);
        const qsizetype used = rooms->groupOf(included);
        return own < 0 || used < 0 ? QStringLiteral("is in no known room")
            : used > own           ? included.section(u'/', 0, -2) + QStringLiteral(" is made of this room")
                                   : QString();
    }
    const bool allowed = from == to
        || std::any_of(from->mayUse.begin(), from->mayUse.end(),
                       [&](QLatin1StringView used) { return included.startsWith(used); });
    return allowed ? QString() : from->folder + QStringLiteral(" may not use ") + to->folder;
}

/// Libraries that belong to some folders alone, by how their headers begin.
QString libraryFault(const QString &path, const QString &included)
{
    static const QRegularExpression gui(
        QStringLiteral("^Q(Widget|Application|GuiApplication|Painter|Color|Brush|Pen|Font|Icon|Pixmap|Image|"
                       "Palette|Style|Dialog|MessageBox|Chart|Main)"));
    const bool isWindow = path.startsWith(QLatin1StringView("views/")) || path.startsWith(session) || path == windowMain
        || path.startsWith(QLatin1StringView("tests/"));
    if (!isWindow && included.contains(gui)) {
        return QStringLiteral("is of the window; redis, models and the program without a window know none");
    }
    if (included.startsWith(QLatin1StringView("hiredis/")) && !path.startsWith(wire)) {
        return QStringLiteral("is of redis/wire/ alone");
    }
    if (included.startsWith(QLatin1StringView("CLI/")) && path != QLatin1StringView("app/cli/options.cpp")) {
        return QStringLiteral("is of app/cli/options.cpp alone; it takes long to compile");
    }
    if (included == QLatin1StringView("curses.h") && path != QLatin1StringView("app/cli/terminalscreen.cpp")) {
        return QStringLiteral("is of app/cli/terminalscreen.cpp alone; it declares common names");
    }
    return {};
}

} // namespace

class TestHouse final : public QObject {
    Q_OBJECT

private slots:
    void includes();
    void tableIsTheRule_data();
    void tableIsTheRule();
    void licence();
    void argumentsAtOnce();
    void latin1IsAscii();
    void largeCounts();
    void kindsByName();
    void constantsOfHeaders();
    void applicationByItsClass();
};

void TestHouse::includes()
{
    static const QRegularExpression include(QStringLiteral(R"(^\s*#\s*include\s*(["<])([^">]+)[">])"));
    const QStringList files = sources({QStringLiteral("*.cpp"), QStringLiteral("*.h")});
    QVERIFY2(files.size() > 50, "the sources were not found");
    QStringList faults;
    for (const QString &path : files) {
        const QStringList lines = linesOf(path);
        for (qsizetype i = 0; i < lines.size(); ++i) {
            const QRegularExpressionMatch match = include.match(lines[i]);
            if (!match.hasMatch() || match.captured(2).endsWith(QLatin1StringView(".moc"))) {
                continue;
            }
            const QString included = match.captured(2);
            const QString found =
                match.captured(1) == QLatin1StringView("\"") ? fault(path, included) : libraryFault(path, included);
            if (!found.isEmpty()) {
                faults += QStringLiteral("%1:%2: %3 %4").arg(path).arg(i + 1).arg(included, found);
            }
        }
    }
    QVERIFY2(faults.isEmpty(), qPrintable(QLatin1Char('\n') + faults.join(QLatin1Char('\n'))));
}

void TestHouse::tableIsTheRule_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("included");
    QTest::addColumn<bool>("allowed");
    QTest::newRow("own folder") << "models/text/format.cpp"
                                << "models/text/format.h" << true;
    QTest::newRow("models use values") << "models/text/format.h"
                                       << "redis/types/snapshot.h" << true;
    QTest::newRow("models use no Redis") << "models/text/format.h"
                                         << "redis/wire/client.h" << false;
    QTest::newRow("views use models") << "views/page/page.h"
                                      << "models/history/history.h" << true;
    QTest::newRow("views use no poller") << "views/page/page.h"
                                         << "redis/poll/poller.h" << false;
    QTest::newRow("models use no views") << "models/text/format.h"
                                         << "views/theme/theme.h" << false;
    QTest::newRow("values use nothing") << "redis/types/snapshot.h"
                                        << "redis/wire/reply.h" << false;
    QTest::newRow("wire uses no kinds") << "redis/wire/client.cpp"
                                        << "redis/collections/kinds.h" << false;
    QTest::newRow("wire knows of no topology") << "redis/wire/client.cpp"
                                               << "redis/topology/server.h" << false;
    QTest::newRow("topology uses wire") << "redis/topology/node.h"
                                        << "redis/wire/client.h" << true;
    QTest::newRow("topology uses no kinds") << "redis/topology/server.cpp"
                                            << "redis/collections/kinds.h" << false;
    QTest::newRow("polling uses topology") << "redis/poll/pollsession.cpp"
                                           << "redis/topology/server.h" << true;
    QTest::newRow("operations use kinds") << "redis/operations/plan/planner.cpp"
                                          << "redis/collections/kinds.h" << true;
    QTest::newRow("discovery uses kinds") << "redis/discovery/drafts.cpp"
                                          << "redis/collections/kinds.h" << true;
    QTest::newRow("discovery uses no polling") << "redis/discovery/discover.cpp"
                                               << "redis/poll/searchshare.h" << false;
    QTest::newRow("nothing uses app") << "views/page/page.h"
                                      << "app/session/dashboard.h" << false;
    QTest::newRow("the window uses all") << "app/session/dashboard.cpp"
                                         << "redis/poll/poller.h" << true;
    QTest::newRow("the window uses views") << "app/session/dashboard.cpp"
                                           << "views/page/page.h" << true;
    QTest::newRow("commands use no window") << "app/cli/top.cpp"
                                            << "views/page/page.h" << false;
    QTest::newRow("commands use no session") << "app/cli/top.cpp"
                                             << "app/session/session.h" << false;
    QTest::newRow("rooms use earlier ones") << "views/kinds/queuepage.cpp"
                                            << "views/charts/timechart.h" << true;
    QTest::newRow("rooms use no later ones") << "views/widgets/badge.cpp"
                                             << "views/page/page.h" << false;
    QTest::newRow("planning does not run") << "redis/operations/plan/planner.cpp"
                                           << "redis/operations/run/runner.h" << false;
    QTest::newRow("no room") << "views/page.cpp"
                             << "views/page/page.h" << false;
    QTest::newRow("short forms") << "views/page/page.cpp"
                                 << "page.h" << false;
}

void TestHouse::tableIsTheRule()
{
    QFETCH(const QString, path);
    QFETCH(const QString, included);
    QFETCH(const bool, allowed);
    QCOMPARE(fault(path, included).isEmpty(), allowed);
}

void TestHouse::licence()
{
    const QStringList files = sources({QStringLiteral("*.cpp"), QStringLiteral("*.h"), QStringLiteral("*.lua"),
                                       QStringLiteral("CMakeLists.txt"), QStringLiteral("*.svg"),
                                       QStringLiteral("*.xml"), QStringLiteral("*.desktop")})
        + sources({QStringLiteral("*")}).filter(QRegularExpression(QStringLiteral("^tools/")));
    QStringList without;
    for (const QString &path : files) {
        const QString top = linesOf(path).mid(0, 3).join(QLatin1Char('\n'));
        if (!top.contains(QLatin1StringView("SPDX-License-Identifier: "))) {
            without += path;
        }
    }
    QCOMPARE(without.join(QLatin1Char('\n')), QString());
}

/// "%1: %2".arg(key).arg(number) looks for %2 in the key as well, which may have one: arguments go in at once. Text
/// that is cut off at the matching parenthesis, with those between quotes left out, tells the one from the other.
void TestHouse::argumentsAtOnce()
{
    static const QRegularExpression quoted(QStringLiteral(R"("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)')"));
    static const QRegularExpression chained(QStringLiteral(R"(\.arg(\((?:[^()]|(?1))*+\))\s*\.arg\()"));
    const auto faultIn = [](const QString &text) {
        const QRegularExpressionMatch found = chained.match(QString(text).replace(quoted, QStringLiteral("\"\"")));
        return found.hasMatch() ? found.captured().simplified() : QString();
    };
    QVERIFY(!faultIn(QStringLiteral(R"(QString("%1 (%2").arg(f(x, ')')).arg(1))")).isEmpty());
    QVERIFY(!faultIn(QStringLiteral("text.arg(name)\n        .arg(1)")).isEmpty());
    QVERIFY(faultIn(QStringLiteral("text.arg(name.arg(1), other).size(); a.arg(1)")).isEmpty());
    QStringList faults;
    for (const QString &path : sources({QStringLiteral("*.cpp"), QStringLiteral("*.h")})) {
        if (path.startsWith(QLatin1StringView("tests/"))) {
            continue;
        }
        if (const QString fault = faultIn(linesOf(path).join(QLatin1Char('\n'))); !fault.isEmpty()) {
            faults += QStringLiteral("%1: %2").arg(path, fault);
        }
    }
    QVERIFY2(faults.isEmpty(), qPrintable(QLatin1Char('\n') + faults.join(QLatin1Char('\n'))));
}

/// Sources are UTF-8: a literal that is read as Latin-1 shows "Â·" for "·".
void TestHouse::latin1IsAscii()
{
    static const QRegularExpression literal(QStringLiteral(
        R"((?:Latin1String(?:View)?|Latin1Char|\bL1|fromLatin1)\s*\(\s*["'][^"'\n]*[^\x01-\x7f"'\n]|"[^"\n]*[^\x01-\x7f"\n][^"\n]*"_L1)"));
    QVERIFY(literal.match(QStringLiteral("QLatin1String(\" · \")")).hasMatch());
    QStringList faults;
    for (const QString &path : sources({QStringLiteral("*.cpp"), QStringLiteral("*.h")})) {
        const QStringList lines = linesOf(path);
        for (qsizetype i = 0; i < lines.size(); ++i) {
            if (literal.match(lines[i]).hasMatch()) {
                faults += QStringLiteral("%1:%2: %3").arg(path).arg(i + 1).arg(lines[i].trimmed());
            }
        }
    }
    QVERIFY2(faults.isEmpty(), qPrintable(QLatin1Char('\n') + faults.join(QLatin1Char('\n'))));
}

/// No text may show the number from pluralOf(), which only selects a plural: from two million on it differs.
void TestHouse::largeCounts()
{
    static const QRegularExpression shown(QStringLiteral(R"(%n[^;]*pluralOf\()"));
    QStringList faults;
    for (const QString &path : sources({QStringLiteral("*.cpp"), QStringLiteral("*.h")})) {
        const QRegularExpressionMatch found = shown.match(linesOf(path).join(QLatin1Char('\n')));
        if (!path.startsWith(QLatin1StringView("tests/")) && found.hasMatch()) {
            faults += QStringLiteral("%1: %2").arg(path, found.captured().simplified());
        }
    }
    QVERIFY2(faults.isEmpty(), qPrintable(QLatin1Char('\n') + faults.join(QLatin1Char('\n'))));
}

/// Names of kinds and roles stay in the files of the kinds, next to their tables. Any other source that names one would
/// have to be changed for each new kind.
void TestHouse::kindsByName()
{
    struct Exception {
        QLatin1StringView path;
        const char *reason;
    };
    const QList<Exception> exceptions{
        {QLatin1StringView("redis/collections/keytypes.h"), "names of Redis types"},
        {QLatin1StringView("redis/collections/joboptions.h"), "tables that several kinds share"},
        {QLatin1StringView("redis/types/jobfields.cpp"), "fields of job records, some called like a kind"},
        {QLatin1StringView("redis/frameworks/"),
         "words of the files of presets, fields of the frameworks' own records"},
        {QLatin1StringView("redis/types/preset.h"), "the member that names a framework's queue"},
        {QLatin1StringView("redis/types/elementstate.cpp"), "the table of states, some called like a role"},
        {QLatin1StringView("redis/operations/frameworks/"), "fields of the frameworks' own records"},
        {QLatin1StringView("redis/operations/plan/planjson.cpp"), "members of a plan in the journal"},
        {QLatin1StringView("redis/operations/steps/"), "parameters of the scripts, members of a plan in the journal"},
        {QLatin1StringView("redis/collections/streamreplies.cpp"), "fields of what the server says of streams"},
        {QLatin1StringView("redis/discovery/"), "guesses kinds and roles by the words of names"},
        {QLatin1StringView("app/cli/"), "words of the command line"},
        {QLatin1StringView("app/formats/snapshotjson.cpp"), "members of the snapshot"},
        {QLatin1StringView("app/session/settings.cpp"), "names of settings"},
        {QLatin1StringView("views/kinds/kindparts.h"), "rows that the views of several kinds share"},
    };
    constexpr std::array ours{QLatin1StringView("redis/"), QLatin1StringView("models/"), QLatin1StringView("views/"),
                              QLatin1StringView("app/")};
    QStringList names;
    QStringList kinds;
    for (const plimsoll::KindInfo *kind : plimsoll::redis::kindInfos()) {
        kinds += QString(kind->id);
        for (const plimsoll::RoleSpec &role : kind->roles) {
            names += QString(role.id);
        }
    }
    names += kinds;
    for (const plimsoll::ElementState &state : plimsoll::elementStates()) {
        names += QString(state.id);
    }
    const QRegularExpression own(
        QStringLiteral("^(?:redis/collections/(?:%1)[.]cpp|views/kinds/(?:%1)page[.]|app/demo/\\w*stor|app/lab/)")
            .arg(kinds.join(u'|')));
    const QRegularExpression named(QStringLiteral(R"re("(?:%1)")re").arg(names.join(u'|')));
    // Comments and texts for users may name them.
    static const QRegularExpression said(
        QStringLiteral(R"re(//.*|\btr\("[^"]*"|\bQT_TRANSLATE_NOOP\("(?!fields)\w+", "[^"]*")re"));
    const auto isNamed = [&](QString line) { return line.remove(said).contains(named); };
    for (const char *line : {R"(kind->id == L1("queue"))", R"(figureIndex(u"dead"))", R"(L1 seen{"lastSeen"})",
                             R"(definition.has(L1("dead")))", R"(QByteArrayLiteral("job"))"}) {
        QVERIFY2(isNamed(QString::fromLatin1(line)), line);
    }
    QVERIFY(!isNamed(QStringLiteral("Info{QT_TRANSLATE_NOOP(\"elements\", \"job\"), false}, ///< \"queue\"")));
    QStringList faults;
    QList<bool> needed(exceptions.size(), false);
    for (const QString &path : sources({QStringLiteral("*.cpp"), QStringLiteral("*.h")})) {
        const bool isOurs = std::any_of(ours.begin(), ours.end(),
                                        [&path](QLatin1StringView folder) { return path.startsWith(folder); });
        const QStringList lines = isOurs && !path.contains(own) ? linesOf(path) : QStringList();
        const auto exception = std::find_if(exceptions.begin(), exceptions.end(),
                                            [&path](const Exception &one) { return path.startsWith(one.path); });
        for (qsizetype i = 0; i < lines.size(); ++i) {
            if (!isNamed(lines[i])) {
                continue;
            }
            if (exception != exceptions.end()) {
                needed[exception - exceptions.begin()] = true;
            } else {
                faults += QStringLiteral("%1:%2: %3").arg(path, QString::number(i + 1), lines[i].trimmed());
            }
        }
    }
    QVERIFY2(faults.isEmpty(), qPrintable(QLatin1Char('\n') + faults.join(QLatin1Char('\n'))));
    for (qsizetype i = 0; i < exceptions.size(); ++i) {
        QVERIFY2(needed[i], exceptions[i].path.data()); // else the exception can go
    }
}

/// qApp is a QApplication as soon as another source of the same group includes that header, but the program without a
/// window has none.
void TestHouse::applicationByItsClass()
{
    static const QRegularExpression macro(QStringLiteral(R"(\bqApp\b)"));
    QStringList wrong;
    for (const QString &path : sources({QStringLiteral("*.cpp"), QStringLiteral("*.h")})) {
        if (!path.startsWith(QLatin1StringView("views/")) && !path.startsWith(QLatin1StringView("tests/"))
            && macro.match(linesOf(path).join(QLatin1Char('\n'))).hasMatch()) {
            wrong.append(path + QStringLiteral(": say QCoreApplication::instance()"));
        }
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
}

/// Sources are compiled in groups. A constant of one source that has the name of a header's constant would silently
/// replace it in later sources of the group.
void TestHouse::constantsOfHeaders()
{
    static const QRegularExpression constant(
        QStringLiteral(R"(^(?:inline )?(?:constexpr|const|constinit const) .*?(\w+)(?:\[\])?(?: = |\{))"));
    const auto constantIn = [](const QString &line) { return constant.match(line).captured(1); };
    QCOMPARE(constantIn(QStringLiteral("inline constexpr qint64 pageBytes = 64LL * 1024;")),
             QStringLiteral("pageBytes"));
    QCOMPARE(constantIn(QStringLiteral("constexpr std::chrono::minutes step{1};")), QStringLiteral("step"));
    QCOMPARE(constantIn(QStringLiteral("inline constexpr std::array jobColumns{")), QStringLiteral("jobColumns"));
    const auto placeOf = [](const QString &path, const QString &name) {
        return path.section(u'/', 0, 0) + u'/' + name;
    };
    QHash<QString, QString> headers; // by folder and name
    for (const QString &path : sources({QStringLiteral("*.h")})) {
        for (const QString &line : linesOf(path)) {
            if (const QString name = constantIn(line); !name.isEmpty()) {
                headers.insert(placeOf(path, name), path);
            }
        }
    }
    QVERIFY(headers.contains(QStringLiteral("redis/pageBytes")));
    QStringList faults;
    for (const QString &path : sources({QStringLiteral("*.cpp")})) {
        for (const QString &line : linesOf(path)) {
            const QString name = constantIn(line);
            if (!path.startsWith(QLatin1StringView("tests/")) && !name.isEmpty()
                && headers.contains(placeOf(path, name))) {
                faults += QStringLiteral("%1: %2 is a constant of %3").arg(path, name, headers[placeOf(path, name)]);
            }
        }
    }
    QVERIFY2(faults.isEmpty(), qPrintable(QLatin1Char('\n') + faults.join(QLatin1Char('\n'))));
}

QTEST_GUILESS_MAIN(TestHouse)

#include "tst_house.moc"
