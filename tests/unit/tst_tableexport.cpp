// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/collectionmodel.h"
#include "models/documents/csv.h"
#include "models/history/history.h"
#include "models/table/tableexport.h"
#include "tests/support/snapshotbuilder.h"

#include <QAbstractTableModel>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <cmath>
#include <limits>

using namespace plimsoll;
using namespace plimsoll::models;
using namespace Qt::StringLiterals;

namespace {

/// Names, counts and times, some of them not known.
class Sample final : public QAbstractTableModel {
public:
    struct Row {
        QString name;
        QVariant count;
    };
    std::vector<Row> rows;
    QStringList titles{u"name"_s, u"count"_s, QString()};

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : int(rows.size());
    }
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : 3; }
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override
    {
        const Row &row = rows[std::size_t(index.row())];
        if (role == SortRole) {
            return index.column() == 1 ? row.count : QVariant(row.name);
        }
        if (role != Qt::DisplayRole) {
            return {};
        }
        return index.column() == 0 ? QVariant(row.name)
            : index.column() == 1  ? QVariant(row.count.isNull() ? u"–"_s : u"shown "_s + row.count.toString())
                                   : QVariant(u"x"_s);
    }
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation, int role) const override
    {
        return role == Qt::DisplayRole ? QVariant(titles.value(section)) : QVariant();
    }
};

} // namespace

class TestTableExport final : public QObject {
    Q_OBJECT

private slots:
    void fields_data();
    void fields();
    void csv();
    void json();
    void whatIsNotKnown();
    void titlesAreNames();
    void collections();
};

void TestTableExport::fields_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("field");
    QTest::newRow("plain") << u"email"_s << u"email"_s;
    QTest::newRow("empty") << QString() << QString();
    QTest::newRow("comma") << u"a,b"_s << u"\"a,b\""_s;
    QTest::newRow("semicolon") << u"a;b"_s << u"\"a;b\""_s;
    QTest::newRow("quote") << u"said \"no\""_s << u"\"said \"\"no\"\"\""_s;
    QTest::newRow("lines") << u"a\r\nb"_s << u"\"a\r\nb\""_s;
    QTest::newRow("space at the end") << u"a "_s << u"\"a \""_s;
    QTest::newRow("dash") << u"–"_s << u"–"_s;
    QTest::newRow("formula") << u"=1+1"_s << u"\"'=1+1\""_s;
    QTest::newRow("formula behind spaces") << u"  =1+1"_s << u"\"'  =1+1\""_s;
    QTest::newRow("plus") << u"+24/min"_s << u"\"'+24/min\""_s;
    QTest::newRow("minus") << u"-2+3"_s << u"\"'-2+3\""_s;
    QTest::newRow("at") << u"@SUM(A1)"_s << u"\"'@SUM(A1)\""_s;
    QTest::newRow("tab") << u"\t=1"_s << u"\"'\t=1\""_s;
    QTest::newRow("return") << u"\r=1"_s << u"\"'\r=1\""_s;
    QTest::newRow("quote and formula") << u"=\"a\""_s << u"\"'=\"\"a\"\"\""_s;
}

void TestTableExport::fields()
{
    QFETCH(QString, text);
    QFETCH(QString, field);
    QCOMPARE(csvField(text), field);
}

void TestTableExport::csv()
{
    Sample sample;
    QCOMPARE(tableCsv(sample, {0, 1}), QByteArray("name,count\r\n")); // nothing there, nothing to tell the numbers by
    sample.rows = {{u"email"_s, 1200.5},
                   {u"=cmd"_s, qlonglong(-3)},
                   {u"a,b"_s, QVariant()},
                   {u"inf"_s, std::numeric_limits<double>::infinity()},
                   {u"nan"_s, std::nan("")}};
    QCOMPARE(tableCsv(sample, {0, 1}),
             QByteArray("name,count,count (raw)\r\nemail,shown 1200.5,1200.5\r\n\"'=cmd\",shown -3,-3\r\n\"a,b\",,\r\n"
                        "inf,shown inf,\r\nnan,shown nan,\r\n"));
    QCOMPARE(tableCsv(sample, {1}).split('\n').first(), QByteArray("count,count (raw)\r")); // as it stands on screen
    QCOMPARE(tableCsv(sample, {1, 0}).split('\n').first(), QByteArray("count,count (raw),name\r"));
}

void TestTableExport::json()
{
    Sample sample;
    sample.rows = {{u"=cmd \"x\""_s, 1200.5}, {u"b"_s, QVariant()}};
    const QJsonArray rows = QJsonDocument::fromJson(tableJson(sample, {0, 1})).array();
    QCOMPARE(rows.size(), 2);
    QCOMPARE(rows[0][u"name"_s].toString(), u"=cmd \"x\""_s); // no spreadsheet reads it
    QCOMPARE(rows[0][u"count"_s][u"text"_s].toString(), u"shown 1200.5"_s);
    QCOMPARE(rows[0][u"count"_s][u"value"_s].toDouble(), 1200.5);
    QVERIFY(rows[1][u"count"_s][u"value"_s].isNull());
    QCOMPARE(tableJson(Sample(), {0}).trimmed(), QByteArray("[]"));
}

/// Empty and null, also in columns without numbers; the name of a row is what it is.
void TestTableExport::whatIsNotKnown()
{
    Sample sample;
    sample.rows = {{u"–"_s, QVariant()}, {u"b"_s, 1}};
    QCOMPARE(tableCsv(sample, {0, 1}), QByteArray("name,count,count (raw)\r\n–,,\r\nb,shown 1,1\r\n"));
    const QJsonArray numbers = QJsonDocument::fromJson(tableJson(sample, {0, 1})).array();
    QCOMPARE(numbers[0][u"name"_s].toString(), u"–"_s);
    QVERIFY(numbers[0][u"count"_s][u"text"_s].isNull() && numbers[0][u"count"_s][u"value"_s].isNull());
    sample.rows = {{u"a"_s, QVariant()}};
    QCOMPARE(tableCsv(sample, {0, 1}), QByteArray("name,count\r\na,\r\n"));
    QVERIFY(QJsonDocument::fromJson(tableJson(sample, {0, 1})).array()[0][u"count"_s].isNull());
}

/// One without a title has its place, and of two alike each is there.
void TestTableExport::titlesAreNames()
{
    Sample sample;
    sample.titles = {u"a"_s, u"a"_s, QString()};
    sample.rows = {{u"email"_s, 1}};
    QCOMPARE(tableCsv(sample, {0, 1, 2}), QByteArray("a,a',a' (raw),3\r\nemail,shown 1,1,x\r\n"));
    QCOMPARE(QJsonDocument::fromJson(tableJson(sample, {0, 1, 2})).array()[0].toObject().size(), 3);
}

/// A table of the program's.
void TestTableExport::collections()
{
    const History history;
    CollectionModel model(&history);
    test::SnapshotBuilder builder;
    model.apply(builder.make(std::chrono::milliseconds(1'795'000'000'000),
                             {u"email | queue | warning | ready=1200 dead=0"_s, u"=sms | queue | ok | ready=-0"_s}));
    std::vector<int> columns;
    for (int column = 0; column < model.columnCount(); ++column) {
        columns.push_back(column);
    }
    const QByteArray csv = tableCsv(model, columns);
    QVERIFY2(csv.contains("\r\nemail,") && csv.contains("\r\n\"'=sms\","), csv.constData());
    QVERIFY2(csv.contains(",1200,") || csv.contains(",1200\r\n"), csv.constData());
}

QTEST_GUILESS_MAIN(TestTableExport)

#include "tst_tableexport.moc"
