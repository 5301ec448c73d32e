// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/kinds.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

using namespace plimsoll;
using redis::kindInfos;
using namespace Qt::StringLiterals;

namespace {

/// The columns to check, in the order of the documented tables.
struct Row {
    QStringList required, several, keys, options, figures;
};

Row rowOf(const KindInfo &kind)
{
    Row row;
    for (const RoleSpec &role : kind.roles) {
        row.keys << role.id;
        row.required << (role.required ? QStringList{role.id} : QStringList());
        row.several << (role.many ? QStringList{role.id} : QStringList());
    }
    for (const OptionSpec &option : kind.options) {
        row.options << option.id;
    }
    for (const FigureSpec &figure : kind.figures) {
        row.figures << figure.id;
    }
    return row;
}

/// Names between backticks.
QStringList names(const QString &cell, const QString &around = u"`([^`]+)`"_s)
{
    QStringList found;
    auto matches = QRegularExpression(around).globalMatch(cell);
    while (matches.hasNext()) {
        found << matches.next().captured(1);
    }
    return found;
}

QByteArray read(const char *path)
{
    QFile file(QStringLiteral(PLIMSOLL_SOURCE_DIR "/") + QLatin1String(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// The rows of the documentation's table that begins with such a header, by what their first cell names.
QMap<QString, QStringList> table(const QString &header)
{
    QMap<QString, QStringList> rows;
    bool isIn = false;
    for (const QString &line : QString::fromUtf8(read("docs/workspace.md")).split(u'\n')) {
        const QStringList cells = line.split(u'|');
        isIn = line.startsWith(u'|') && (isIn || cells[1].trimmed() == header);
        if (isIn && cells[1].contains(u'`')) {
            rows[names(cells[1])[0]] = cells;
        }
    }
    return rows;
}

QStringList sorted(QStringList list)
{
    list.sort();
    return list;
}

} // namespace

/// The workspace's schema and its page in the documentation must list the kinds, options and figures of the code.
class TestKindTables final : public QObject {
    Q_OBJECT

private slots:
    void documentation();
    void options();
    void schema();
    void figures();
};

void TestKindTables::documentation()
{
    const QMap<QString, QStringList> rows = table(u"kind"_s);
    QCOMPARE(rows.size(), qsizetype(kindInfos().size()));
    for (const KindInfo *kind : kindInfos()) {
        const QStringList cells = rows.value(kind->id);
        QCOMPARE(cells.size(), 6);
        const Row is = rowOf(*kind);
        QCOMPARE(names(cells[2]), is.keys);
        QCOMPARE(names(cells[2], u"\\*\\*`([^`]+)`\\*\\*"_s), is.required);
        QCOMPARE(names(cells[2], u"`([^`]+)`(?:\\*\\*)? \\*"_s), is.several);
        QCOMPARE(names(cells[3]), is.options);
        QCOMPARE(names(cells[4]), is.figures);
    }
}

/// Each option has its row, with its choices and its default.
void TestKindTables::options()
{
    const QMap<QString, QStringList> rows = table(u"option"_s);
    for (const KindInfo *kind : kindInfos()) {
        for (const OptionSpec &option : kind->options) {
            const QStringList cells = rows.value(option.id);
            QVERIFY2(cells.size() == 6, option.id.data());
            QStringList choices;
            for (const QLatin1StringView choice : option.choices) {
                choices << choice;
            }
            if (!choices.isEmpty()) {
                QCOMPARE(sorted(names(cells[2])), sorted(choices));
            }
            const QString fallback = QLatin1String(option.fallback);
            QVERIFY2(fallback.isEmpty() || names(cells[3]).contains(fallback) || cells[3].trimmed() == fallback,
                     option.id.data());
        }
    }
}

void TestKindTables::schema()
{
    const QJsonObject definitions =
        QJsonDocument::fromJson(read("resources/workspace.schema.json"))[u"definitions"_s].toObject();
    QStringList kinds;
    for (const KindInfo *kind : kindInfos()) {
        kinds << kind->id;
        const QJsonObject properties = definitions[kind->id][u"properties"_s].toObject();
        const auto members = [&properties](const QString &of) {
            return properties[of][u"properties"_s].toObject().keys(); // sorted
        };
        const Row is = rowOf(*kind);
        QCOMPARE(members(u"keys"_s), sorted(is.keys));
        QCOMPARE(members(u"options"_s), sorted(is.options));
        QCOMPARE(members(u"limits"_s), sorted(is.figures));
        QCOMPARE(properties[u"keys"_s][u"required"_s].toArray(), QJsonArray::fromStringList(is.required));
        for (const OptionSpec &option : kind->options) {
            const QJsonObject said = properties[u"options"_s][u"properties"_s][option.id].toObject();
            QCOMPARE(said.contains(u"enum"_s), !option.choices.empty());
            for (const QLatin1StringView choice : option.choices) {
                QVERIFY2(said[u"enum"_s].toArray().contains(QJsonValue(choice)), option.id.data());
            }
        }
    }
    QJsonArray said = definitions[u"collection"_s][u"properties"_s][u"kind"_s][u"enum"_s].toArray();
    QCOMPARE(said, QJsonArray::fromStringList(kinds));
    QCOMPARE(definitions[u"collection"_s][u"allOf"_s].toArray().size(), kinds.size()); // each has its branch
}

QString unitOf(const FigureSpec &figure)
{
    switch (figure.unit) {
    case Unit::Duration:
        return u"ms"_s;
    case Unit::PerMinute:
    case Unit::Frequency:
        return u"per minute"_s;
    case Unit::Score:
        return u"a score"_s;
    case Unit::Count:
        break;
    }
    return {};
}

/// docs/figures.md says of each figure what the window says of it. PLIMSOLL_WRITE_DOCS=1 writes it.
void TestKindTables::figures()
{
    QString page =
        u"# Figures\n\nWhat each figure of a [collection](workspace.md#a-collection) says: in the window, in limits, "
        "snapshots, histories\nand OpenMetrics. Unknown is `null`, in the window \"–\". `bands` of a priority queue "
        "are in [workspace.md](workspace.md#bands).\n"_s;
    for (const KindInfo *kind : kindInfos()) {
        page += u"\n## %1\n\n%2.\n\n| figure | in the window | in | what it says |\n|---|---|---|---|\n"_s.arg(
            QLatin1StringView(kind->id), QString::fromUtf8(kind->help));
        for (const FigureSpec &figure : kind->figures) {
            page += u"| `%1` | %2 | %3 | %4 |\n"_s.arg(figure.id, QString::fromUtf8(figure.title), unitOf(figure),
                                                       QString::fromUtf8(figure.help));
        }
    }
    QFile file(QStringLiteral(PLIMSOLL_SOURCE_DIR "/docs/figures.md"));
    if (qEnvironmentVariableIsSet("PLIMSOLL_WRITE_DOCS")) {
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(page.toUtf8()) > 0);
        return;
    }
    QVERIFY2(file.open(QIODevice::ReadOnly) && QString::fromUtf8(file.readAll()) == page,
             "docs/figures.md: write it again with PLIMSOLL_WRITE_DOCS=1 build/dev/tests/unit/tst_kindtables figures");
}

QTEST_GUILESS_MAIN(TestKindTables)

#include "tst_kindtables.moc"
