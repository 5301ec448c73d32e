// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/elementmodel.h"
#include "models/text/format.h"
#include "tests/gui/notedservices.h"
#include "tests/gui/pagefixture.h"
#include "tests/support/cputime.h"
#include "tests/support/slowness.h"
#include "views/inspector/inspector.h"
#include "views/inspector/jsonlines.h"
#include "views/inspector/payloadview.h"
#include "views/theme/theme.h"
#include "views/widgets/badge.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/wrappedlabel.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTextBlock>

using namespace plimsoll;
using namespace plimsoll::views;

namespace {

QString joined(const std::unique_ptr<LineSource> &source)
{
    QStringList texts;
    for (const PayloadLine &line : source->next(1'000'000)) {
        texts.append(line.text);
    }
    return texts.join(QLatin1Char('\n'));
}

} // namespace

class InspectorTest final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup() { delete m_inspector; }
    void jsonIsLaidOut_data();
    void jsonIsLaidOut();
    void foldingKeepsCount();
    void hexShowsBytes();
    void showsFieldsAndPayload();
    void redactedIsNeverShown();
    void foldsOnClick();
    void longPayloadIsCutAndLoaded();
    void longFieldIsCutAndLoaded();
    void tenMegabytesDoNotFreeze();
    void binaryIsHex();
    void everyElementCanBeReadAndCopied_data();
    void everyElementCanBeReadAndCopied();
    void longTextsWrap_data();
    void longTextsWrap();
    void errorSaysWhat();
    void agesStopWhereItLeft();
    void agesStopWhereItWasTaken();
    void anUndoBringsItBack();
    void lateAnswersAreDropped();

private:
    void inspect(const QStringList &redacted = {});
    [[nodiscard]] QStringList fieldTexts() const;

    Theme m_theme;
    models::History m_history;
    PageHost m_host;
    testing::NotedServices m_services;
    testing::PageFixture m_fixture;
    Inspector *m_inspector = nullptr;
    bool m_answering = true;
};

void InspectorTest::initTestCase()
{
    m_theme.install(*qApp, Theme::Choice::Dark);
    m_fixture.tick();
}

void InspectorTest::init()
{
    m_fixture.payload.clear();
    m_fixture.payloadSize = 0;
    m_fixture.failing = false;
    m_answering = true;
    m_inspector = new Inspector(m_services.context(m_theme, &m_history, &m_host));
    m_inspector->resize(290, 700);
    m_inspector->show();
    connect(&m_host, &PageHost::asked, m_inspector, [this](const BrowseRequest &asked) {
        if (m_answering) {
            emit m_host.answered(m_fixture.answer(asked));
        }
    });
}

void InspectorTest::inspect(const QStringList &redacted)
{
    const BrowseResult page = m_fixture.answer(1, 0, ElementsQuery{});
    m_inspector->setNow(m_fixture.last()->serverTime);
    m_inspector->inspect({}, std::get<ElementsPage>(page.answer).elements.at(2), {redacted, {}});
}

QStringList InspectorTest::fieldTexts() const
{
    QStringList texts;
    for (const ElidedLabel *label : m_inspector->findChildren<ElidedLabel *>()) {
        texts.append(label->fullText());
    }
    for (const WrappedLabel *label : m_inspector->findChildren<WrappedLabel *>()) {
        texts.append(label->fullText());
    }
    return texts;
}

void InspectorTest::jsonIsLaidOut_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("text");
    QTest::newRow("empty") << QByteArray("{}") << QStringLiteral("{}");
    QTest::newRow("order and numbers stay") << QByteArray(R"({"b":1.50,"a":12345678901234567890})")
                                            << QStringLiteral("{\n  \"b\": 1.50,\n  \"a\": 12345678901234567890\n}");
    QTest::newRow("nested") << QByteArray(R"({"a":[1,{"b":[]}]})")
                            << QStringLiteral("{\n  \"a\": [\n    1,\n    {\n      \"b\": []\n    }\n  ]\n}");
    QTest::newRow("redacted value") << QByteArray(R"({"card":{"no":"4111"},"x":1})")
                                    << QStringLiteral("{\n  \"card\": \"•••\",\n  \"x\": 1\n}");
    QTest::newRow("redacted, written with an escape")
        << QByteArray(R"({"c\u0061rd":"4111"})") << QStringLiteral("{\n  \"c\\u0061rd\": \"•••\"\n}");
    QTest::newRow("redacted, in a string") << QByteArray(R"({"data":"{\"card\":\"4111\"}"})")
                                           << QStringLiteral("{\n  \"data\": \"{\\\"card\\\":\\\"•••\\\"}\"\n}");
    QTest::newRow("cut in a redacted value")
        << QByteArray(R"({"card":"41)") << QStringLiteral("{\n  \"card\": \"•••\"");
    QTest::newRow("redacted, though no value")
        << QByteArray(R"({"card":41 11,"x":1})") << QStringLiteral("{\n  \"card\": \"•••\",\n  \"x\": 1\n}");
    QTest::newRow("braces in strings") << QByteArray(R"({"a":"}\"]"})") << QStringLiteral("{\n  \"a\": \"}\\\"]\"\n}");
}

void InspectorTest::jsonIsLaidOut()
{
    QFETCH(QByteArray, json);
    QTEST(joined(jsonLines(json, {QStringLiteral("card")}, {})), "text");
}

void InspectorTest::foldingKeepsCount()
{
    const QByteArray json = R"({"a":{"b":{"c":1,"d":2}},"e":[[1,2,3]]})";
    const QSet<qsizetype> folded = foldedAtFirst(json);
    QCOMPARE(folded.size(), 2);
    const QString text = joined(jsonLines(json, {}, folded));
    QVERIFY(text.contains(QStringLiteral("2 fields")));
    QVERIFY(text.contains(QStringLiteral("3 items")));
    QVERIFY(joined(jsonLines(R"({"a":[1]})", {}, {5})).contains(QStringLiteral("… 1 item …")));
}

void InspectorTest::hexShowsBytes()
{
    const auto lines = hexLines(QByteArray::fromHex("7f454c4602010100") + "hi")->next(10);
    QCOMPARE(lines.size(), 2U);
    QCOMPARE(lines[0].text, QStringLiteral("000000  7f 45 4c 46 02 01 01 00  .ELF...."));
    QVERIFY(lines[1].text.endsWith(QStringLiteral("hi")));
}

void InspectorTest::showsFieldsAndPayload()
{
    inspect();
    const QStringList texts = fieldTexts();
    QVERIFY(texts.contains(QStringLiteral("SendInvoice")));
    QVERIFY(texts.contains(QStringLiteral("3 of 3")));
    QVERIFY(texts.contains(QStringLiteral("worker-4")));
    QVERIFY(texts.contains(QStringLiteral("record")));
    QCOMPARE(texts.filter(QStringLiteral("30.50")), QStringList()); // said by the payload's card, and there alone
    const auto *payload = m_inspector->findChild<PayloadView *>();
    QCOMPARE(payload->format(), PayloadView::Format::Json);
    QVERIFY(payload->toPlainText().contains(QStringLiteral("\"after\": 30.50")));
    m_inspector->clear();
    QVERIFY(!payload->isVisible());
}

void InspectorTest::redactedIsNeverShown()
{
    inspect({QStringLiteral("card")});
    const auto *payload = m_inspector->findChild<PayloadView *>();
    QVERIFY(!payload->toPlainText().contains(QStringLiteral("4111")));
    QVERIFY(!fieldTexts().join(QLatin1Char(' ')).contains(QStringLiteral("4111")));
    QVERIFY(fieldTexts().contains(QStringLiteral("•••")));
    m_inspector->findChild<QPushButton *>(QStringLiteral("copyPayload"))->click();
    QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("•••")));
    QVERIFY(!QGuiApplication::clipboard()->text().contains(QStringLiteral("4111")));
}

void InspectorTest::foldsOnClick()
{
    inspect();
    auto *payload = m_inspector->findChild<PayloadView *>();
    const int lines = payload->blockCount();
    QTextCursor cursor(payload->document()->find(QStringLiteral("retry")));
    cursor.clearSelection();
    payload->setTextCursor(cursor);
    QTest::keyClick(payload, Qt::Key_Space);
    QCOMPARE(payload->blockCount(), lines - 3);
    QTest::keyClick(payload, Qt::Key_Space);
    QCOMPARE(payload->blockCount(), lines);
}

void InspectorTest::longPayloadIsCutAndLoaded()
{
    m_fixture.payload = R"({"a":")" + QByteArray(200LL * 1024, 'x') + R"("})";
    m_fixture.payloadSize = m_fixture.payload.size();
    inspect();
    auto *rest = m_inspector->findChild<QPushButton *>(QStringLiteral("loadRest"));
    QVERIFY(rest->isVisible());
    QVERIFY(rest->text().contains(QStringLiteral("KiB")));
    rest->click();
    QVERIFY(!rest->isVisible());
    const auto *payload = m_inspector->findChild<PayloadView *>();
    QTRY_VERIFY(payload->toPlainText().endsWith(QLatin1Char('}')));
    for (QTextBlock block = payload->document()->begin(); block.isValid(); block = block.next()) {
        QVERIFY(block.length() <= 1001);
    }
}

void InspectorTest::longFieldIsCutAndLoaded()
{
    const BrowseResult page = m_fixture.answer(1, 0, ElementsQuery{});
    m_fixture.payload = std::get<ElementsPage>(page.answer).elements.at(2).element; // an id: the record says what it is
    m_fixture.field = R"({"a":")" + QByteArray(200LL * 1024, 'x') + R"("})";
    inspect();
    auto *rest = m_inspector->findChild<QPushButton *>(QStringLiteral("loadRest"));
    QVERIFY(rest->isVisible());
    rest->click();
    QVERIFY(!rest->isVisible());
    QTRY_VERIFY(m_inspector->findChild<PayloadView *>()->toPlainText().endsWith(QLatin1Char('}')));
}

void InspectorTest::tenMegabytesDoNotFreeze()
{
    m_fixture.payload = "[" + QByteArray(R"({"k":"value"},)").repeated(700'000) + "1]";
    m_fixture.payloadSize = m_fixture.payload.size();
    inspect();
    const std::chrono::milliseconds before = testing::threadCost();
    m_inspector->findChild<QPushButton *>(QStringLiteral("loadRest"))->click();
    const std::chrono::milliseconds cost = testing::threadCost() - before;
    QVERIFY2(cost < std::chrono::seconds(2) * testing::slowness, qPrintable(QString::number(cost.count())));
    QVERIFY(m_inspector->findChild<PayloadView *>()->blockCount() <= 2000);
}

void InspectorTest::binaryIsHex()
{
    m_fixture.payload = QByteArray::fromHex("80049525000000") + QByteArray(100, '\xff');
    inspect();
    QCOMPARE(m_inspector->findChild<PayloadView *>()->format(), PayloadView::Format::Hex);
    m_fixture.payload =
        QByteArray("ä").repeated(40LL * 1024); // cut in the middle of a character at 64 KiB or not: text
    m_fixture.payload.prepend('x');
    inspect();
    QCOMPARE(m_inspector->findChild<PayloadView *>()->format(), PayloadView::Format::Text);
}

void InspectorTest::everyElementCanBeReadAndCopied_data()
{
    QTest::addColumn<QByteArray>("element");
    QTest::addColumn<int>("format");
    QTest::addColumn<QString>("copied");
    QTest::addColumn<bool>("isTitle"); // a box would say it twice
    QTest::newRow("an id") << QByteArray("8f32-02") << int(PayloadView::Format::Text) << QStringLiteral("8f32-02")
                           << true;
    QTest::newRow("words") << QByteArray("send mail to <b>ada</b>") << int(PayloadView::Format::Text)
                           << QStringLiteral("send mail to <b>ada</b>") << true;
    QTest::newRow("lines") << QByteArray("two\nlines") << int(PayloadView::Format::Text) << QStringLiteral("two\nlines")
                           << false;
    QTest::newRow("bytes") << QByteArray::fromHex("80ff00") << int(PayloadView::Format::Hex)
                           << QStringLiteral("000000  80 ff 00                 ...\n") << false;
}

void InspectorTest::everyElementCanBeReadAndCopied()
{
    QFETCH(QByteArray, element);
    m_answering = false; // what the row knows is enough
    Element plain;
    plain.element = element;
    plain.id = element;
    plain.key = "queue:email";
    plain.state = QLatin1StringView("ready");
    m_inspector->inspect({}, plain, {});
    const auto *payload = m_inspector->findChild<PayloadView *>();
    QFETCH(const bool, isTitle);
    QCOMPARE(payload->isVisible(), !isTitle);
    QTEST(int(payload->format()), "format");
    auto *copy = m_inspector->findChild<QPushButton *>(QStringLiteral("copyPayload"));
    QVERIFY(copy->isVisible());
    copy->click();
    QTEST(QGuiApplication::clipboard()->text(), "copied");
    JobDetail detail; // and it stays when the answer has nothing more
    detail.element = plain;
    detail.payload = element;
    const QSignalSpy asked(&m_host, &PageHost::asked);
    m_inspector->inspect({}, plain, {});
    emit m_host.answered({asked.back().front().value<BrowseRequest>().id, 0, JobQuery{}, detail});
    QCOMPARE(payload->isVisible(), !isTitle);
}

void InspectorTest::longTextsWrap_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QString>("error");
    QTest::newRow("no spaces") << QByteArray(150, 'i')
                               << QStringLiteral("SMTP ") + QString(300, QLatin1Char('e')) + QStringLiteral(" refused");
    QTest::newRow("words") << QByteArray("customer-with-a-really-long-identifier-40-00000000-1111-2222-3333-"
                                         "444444444444-of-tenant-acme-international")
                           << QStringLiteral("Connection to the mail server smtp.partner-shops.example.com refused "
                                             "after 30 s of waiting for an answer to EHLO");
}

void InspectorTest::longTextsWrap()
{
    QFETCH(const QByteArray, id);
    QFETCH(const QString, error);
    m_answering = false;
    Element element;
    element.state = QLatin1StringView("stale"); // its badge is next to the id
    element.element = id;
    element.id = element.element;
    element.error = error;
    m_inspector->resize(276, 500);
    m_inspector->inspect({}, element, {});
    QCoreApplication::processEvents();
    int wrapped = 0;
    for (const WrappedLabel *label : m_inspector->findChildren<WrappedLabel *>()) {
        if (label->fullText().size() > 100) {
            ++wrapped;
            const int line = label->fontMetrics().height();
            QVERIFY2(label->height() >= 3 * line, qPrintable(QString::number(label->height())));
            QTRY_VERIFY2(label->height() >= label->heightForWidth(label->width()),
                         qPrintable(QStringLiteral("%1×%2, needs %3, in %4×%5")
                                        .arg(label->width())
                                        .arg(label->height())
                                        .arg(label->heightForWidth(label->width()))
                                        .arg(label->parentWidget()->width())
                                        .arg(label->parentWidget()->height())));
        }
    }
    QCOMPARE(wrapped, 2);
}

void InspectorTest::errorSaysWhat()
{
    const BrowseResult page = m_fixture.answer(1, 0, ElementsQuery{});
    m_fixture.failing = true;
    m_inspector->inspect({}, std::get<ElementsPage>(page.answer).elements.at(2), {});
    const auto *note = m_inspector->findChild<QLabel *>(QStringLiteral("inspectorNote"));
    QVERIFY(note->isVisible());
    QVERIFY(note->text().contains(QStringLiteral("127.0.0.1:6379")));
    QVERIFY(fieldTexts().contains(QStringLiteral("SendInvoice"))); // what the row knew stays
}

/// An element that has left its page is told as of then, until it is back.
void InspectorTest::agesStopWhereItLeft()
{
    QLocale::setDefault(QLocale(QLocale::English));
    inspect();
    const std::chrono::milliseconds then = m_fixture.last()->serverTime;
    const Element element = m_inspector->element();
    const auto *note = m_inspector->findChild<QLabel *>(QStringLiteral("inspectorNote"));
    const QStringList before = fieldTexts();
    QVERIFY(!before.filter(QStringLiteral(" ago")).isEmpty());
    m_inspector->setLeft(element, then);
    m_inspector->setNow(then + std::chrono::minutes(5));
    QCOMPARE(fieldTexts(), before);
    QCOMPARE(note->text(), QStringLiteral("It has left this page: times are as of %1.").arg(models::formatTime(then)));
    QCOMPARE(m_inspector->findChild<Badge *>()->shownText(), QStringLiteral("left this page"));
    m_inspector->follow(element);
    QVERIFY(fieldTexts() != before);
    QVERIFY(!note->isVisible());
    QCOMPARE(m_inspector->findChild<Badge *>()->shownText(), models::elementStateTitle(element.state));
}

/// So is one that an operation took. A worker may take it again, and it may leave then.
void InspectorTest::agesStopWhereItWasTaken()
{
    QLocale::setDefault(QLocale(QLocale::English));
    inspect();
    const std::chrono::milliseconds then = m_fixture.last()->serverTime;
    const Element element = m_inspector->element();
    const auto *note = m_inspector->findChild<QLabel *>(QStringLiteral("inspectorNote"));
    const QStringList before = fieldTexts();
    const QString outcome = QStringLiteral("requeued 07:28:01");
    m_inspector->setOutcome(outcome, then);
    m_inspector->setNow(then + std::chrono::minutes(5));
    QCOMPARE(fieldTexts(), before);
    QCOMPARE(note->text(), QStringLiteral("It is no longer there: times are as of %1.").arg(models::formatTime(then)));
    m_inspector->follow(element);
    QVERIFY(fieldTexts() != before);
    const QStringList again = fieldTexts();
    m_inspector->setLeft(element, then + std::chrono::minutes(5));
    m_inspector->setNow(then + std::chrono::minutes(9));
    QCOMPARE(fieldTexts(), again);
    QCOMPARE(m_inspector->findChild<Badge *>()->shownText(), outcome);
}

void InspectorTest::anUndoBringsItBack()
{
    inspect();
    const std::chrono::milliseconds then = m_fixture.last()->serverTime;
    m_inspector->setOutcome(QStringLiteral("requeued 07:28:01"), then);
    m_inspector->setLeft(m_inspector->element(), then);
    m_inspector->setOutcome({}, then + std::chrono::seconds(9));
    QVERIFY(!m_inspector->findChild<QLabel *>(QStringLiteral("inspectorNote"))->isVisible());
    QCOMPARE(m_inspector->findChild<Badge *>()->shownText(), models::elementStateTitle(m_inspector->element().state));
}

void InspectorTest::lateAnswersAreDropped()
{
    m_answering = false;
    const QSignalSpy asked(&m_host, &PageHost::asked);
    inspect();
    inspect();
    QCOMPARE(asked.count(), 2);
    BrowseResult late = m_fixture.answer(asked.at(0).at(0).value<BrowseRequest>().id, 0, JobQuery{});
    emit m_host.answered(late);
    QVERIFY(!fieldTexts().contains(QStringLiteral("normal")));
}

QTEST_MAIN(InspectorTest)
#include "tst_inspector.moc"
