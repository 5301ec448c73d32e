// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/kinds.h"
#include "redis/workspace/workspacefile.h"
#include "tests/gui/complaints.h"
#include "views/dialogs/collectioneditor.h"
#include "views/dialogs/collectionfields.h"
#include "views/dialogs/connectiondialog.h"
#include "views/dialogs/settingsdialog.h"
#include "views/theme/theme.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/wrappedlabel.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QJsonArray>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabWidget>
#include <QScrollBar>
#include <QTest>

using namespace plimsoll;
using namespace plimsoll::views;

namespace {

template <typename Widget> Widget *child(const QWidget &window, const char *name)
{
    auto *const found = window.findChild<Widget *>(QLatin1String(name));
    if (!found) {
        qFatal("no widget is called %s", name);
    }
    return found;
}

/// Types like a user: selects all in the field and replaces it.
void type(QWidget *field, const QString &text)
{
    field->setFocus();
    QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(field, Qt::Key_Delete);
    QTest::keyClicks(field, text);
}

void click(const QWidget &window, const char *name)
{
    QTest::mouseClick(child<QPushButton>(window, name), Qt::LeftButton);
}

QJsonObject mailQueue()
{
    return {
        {QStringLiteral("name"), QStringLiteral("mail")},
        {QStringLiteral("kind"), QStringLiteral("queue")},
        {QStringLiteral("keys"),
         QJsonObject{{QStringLiteral("ready"), QJsonArray{QStringLiteral("q:high"), QStringLiteral("q")}},
                     {QStringLiteral("dead"), QJsonObject{{QStringLiteral("base64"), QStringLiteral("/wA=")}}},
                     {QStringLiteral("job"), QStringLiteral("job:{id}")}}},
        {QStringLiteral("options"),
         QJsonObject{{QStringLiteral("consume"), QStringLiteral("left")},
                     {QStringLiteral("staleAfter"), QStringLiteral("30s")},
                     {QStringLiteral("maxAttempts"), 3},
                     {QStringLiteral("fields"), QJsonObject{{QStringLiteral("created"), QStringLiteral("born=at")}}},
                     {QStringLiteral("redact"), QJsonArray{QStringLiteral("iban"), QStringLiteral("email")}}}},
        {QStringLiteral("limits"),
         QJsonObject{{QStringLiteral("ready"),
                      QJsonObject{{QStringLiteral("warning"), 10},
                                  {QStringLiteral("critical"), 5.5},
                                  {QStringLiteral("below"), true}}},
                     {QStringLiteral("oldestReadyMs"), QJsonObject{{QStringLiteral("warning"), 60000}}}}},
        {QStringLiteral("bound"), QJsonObject{{QStringLiteral("keep"), 10000}}}};
}

} // namespace

class DialogsTest final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void urlFillsTheFields();
    void fieldsMakeTheUrl();
    void passwordLeavesTheUrl();
    void mistakenUrlKeepsConnectOff();
    void testAnswerIsShownOnce();
    void testCanBeStopped();
    void aTestMovesNothing();
    void connectionGivesBackWhatItTook();
    void newConnectionsAreReadOnly();
    void aLowDialogNeedsNoSidewaysBar();
    void productionIsMarked();
    void passwordIsShownOnDemand();
    void editorMakesACollection();
    void editorShowsMistakesAtTheirField();
    void editorGivesBackWhatItTook();
    void aLongNameFitsTheTitle();
    void editorIsPassedThroughByTab();
    void editorKeepsWhatWasTypedForAnotherKind();
    void limitsTakeDurations();
    void limitsAreProposedAndTurnedOff();
    void boundIsEdited();
    void fieldsRoundTrip_data();
    void fieldsRoundTrip();
    void settingsGiveBackWhatTheyTook();
    void everythingIsNamed();

private:
    [[nodiscard]] std::unique_ptr<CollectionEditor> editor()
    {
        auto made = std::make_unique<CollectionEditor>(
            redis::kindInfos(),
            [](const QJsonObject &json) -> CollectionEditor::Checked {
                return {redis::checkCollection(json, redis::kindInfos(), {QStringLiteral("taken")}).problems};
            },
            &m_theme);
        show(*made);
        return made;
    }
    static void show(QDialog &dialog)
    {
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
    }

    Theme m_theme;
};

void DialogsTest::initTestCase()
{
    m_theme.install(*qApp, Theme::Choice::Light);
}

void DialogsTest::init()
{
    testing::failOnComplaints();
}

void DialogsTest::urlFillsTheFields()
{
    ConnectionDialog dialog(&m_theme);
    show(dialog);
    type(child<QLineEdit>(dialog, "connectionUrl"), QStringLiteral("redis://ops@redis.example:6380/3"));
    QCOMPARE(child<QLineEdit>(dialog, "connectionHost")->text(), QStringLiteral("redis.example"));
    QCOMPARE(child<QSpinBox>(dialog, "connectionPort")->value(), 6380);
    QCOMPARE(child<QSpinBox>(dialog, "connectionDatabase")->value(), 3);
    QCOMPARE(child<QLineEdit>(dialog, "connectionUser")->text(), QStringLiteral("ops"));
    QVERIFY(child<QLineEdit>(dialog, "connectionHost")->isVisible());
    QVERIFY(!child<QLineEdit>(dialog, "connectionPath")->isVisible());

    auto *const url = child<QLineEdit>(dialog, "connectionUrl");
    type(url, QStringLiteral("localhost:7801"));
    QVERIFY(dialog.isValid());
    QCOMPARE(child<QLineEdit>(dialog, "connectionHost")->text(), QStringLiteral("localhost"));
    QCOMPARE(child<QSpinBox>(dialog, "connectionPort")->value(), 7801);
    QTest::keyClick(url, Qt::Key_Tab);
    QCOMPARE(url->text(), QStringLiteral("redis://localhost:7801"));

    type(child<QLineEdit>(dialog, "connectionUrl"), QStringLiteral("unix:///run/redis.sock?db=2"));
    QCOMPARE(child<QComboBox>(dialog, "connectionTransport")->currentIndex(), 1);
    QCOMPARE(child<QLineEdit>(dialog, "connectionPath")->text(), QStringLiteral("/run/redis.sock"));
    QVERIFY(child<QLineEdit>(dialog, "connectionPath")->isVisible());
    QVERIFY(!child<QLineEdit>(dialog, "connectionHost")->isVisible());
}

void DialogsTest::fieldsMakeTheUrl()
{
    ConnectionDialog dialog(&m_theme);
    show(dialog);
    const auto *const url = child<QLineEdit>(dialog, "connectionUrl");
    type(child<QLineEdit>(dialog, "connectionHost"), QStringLiteral("::1"));
    type(child<QLineEdit>(dialog, "connectionUser"), QStringLiteral("a b"));
    type(child<QLineEdit>(dialog, "connectionPassword"), QStringLiteral("s:e/c"));
    child<QSpinBox>(dialog, "connectionPort")->setValue(7000);
    child<QSpinBox>(dialog, "connectionDatabase")->setValue(5);
    QCOMPARE(url->text(), QStringLiteral("redis://a%20b@[::1]:7000/5"));
    QCOMPARE(dialog.endpoint().password, QByteArray("s:e/c"));

    child<QComboBox>(dialog, "connectionTransport")->setCurrentIndex(1);
    QVERIFY(!dialog.isValid());
    type(child<QLineEdit>(dialog, "connectionPath"), QStringLiteral("/tmp/r.sock"));
    QVERIFY(dialog.isValid());
    QCOMPARE(url->text(), QStringLiteral("unix://a%20b@/tmp/r.sock?db=5"));
}

void DialogsTest::passwordLeavesTheUrl()
{
    ConnectionDialog dialog(&m_theme);
    show(dialog);
    auto *const url = child<QLineEdit>(dialog, "connectionUrl");
    type(url, QStringLiteral("redis://ops:secret@redis.example/0"));
    QTest::keyClick(url, Qt::Key_Tab);
    QCOMPARE(url->text(), QStringLiteral("redis://ops@redis.example:6379"));
    QCOMPARE(child<QLineEdit>(dialog, "connectionPassword")->text(), QStringLiteral("secret"));
    QCOMPARE(dialog.form().connection.url, QStringLiteral("redis://ops@redis.example:6379"));
    QCOMPARE(dialog.form().password, QByteArray("secret"));
}

void DialogsTest::mistakenUrlKeepsConnectOff()
{
    ConnectionDialog dialog(&m_theme);
    show(dialog);
    const auto *const accept = child<QPushButton>(dialog, "connectionAccept");
    QVERIFY(accept->isEnabled());
    type(child<QLineEdit>(dialog, "connectionUrl"), QStringLiteral("http://example.com"));
    QVERIFY(!accept->isEnabled());
    QVERIFY(!child<QPushButton>(dialog, "connectionTest")->isEnabled());
    QVERIFY(!child<QLabel>(dialog, "connectionResult")->text().isEmpty());
    type(child<QLineEdit>(dialog, "connectionHost"), QStringLiteral("localhost"));
    QVERIFY(accept->isEnabled());
    QVERIFY(child<QLabel>(dialog, "connectionResult")->text().isEmpty());
    QCOMPARE(child<QLineEdit>(dialog, "connectionUrl")->text(), QStringLiteral("redis://localhost:6379"));
}

void DialogsTest::testAnswerIsShownOnce()
{
    ConnectionDialog dialog(&m_theme);
    show(dialog);
    QSignalSpy asked(&dialog, &ConnectionDialog::testRequested);
    const QSignalSpy stopped(&dialog, &ConnectionDialog::testCancelled);
    const auto *const result = child<QLabel>(dialog, "connectionResult");
    click(dialog, "connectionTest");
    QCOMPARE(asked.size(), 1);
    const auto first = asked[0][0].toULongLong();
    ConnectionReport works;
    works.steps = {{QStringLiteral("connect"), StepState::Ok, QStringLiteral("connected to 127.0.0.1, port 6379")},
                   {QStringLiteral("ssh"), StepState::Skipped, QStringLiteral("not through ssh")},
                   {QStringLiteral("auth"), StepState::Ok, QStringLiteral("the default user")}};
    const auto shown = [&dialog] {
        const auto *const steps = child<QScrollArea>(dialog, "connectionSteps");
        QStringList texts;
        for (const QLabel *label : steps->isVisible() ? steps->findChildren<QLabel *>() : QList<QLabel *>()) {
            texts += label->text();
        }
        return texts.join(u' ');
    };
    QCOMPARE(shown(), QString());
    dialog.showTestResult(first, works);
    QCOMPARE(result->text(), QStringLiteral("The connection works"));
    QCOMPARE(result->property("role").toString(), QStringLiteral("good"));
    QCOMPARE(shown(),
             QStringLiteral("connect ok connected to 127.0.0.1, port 6379 ssh skipped not through ssh auth ok the "
                            "default user"));

    // The address is changed while the test is under way: its answer is about another one.
    click(dialog, "connectionTest");
    type(child<QLineEdit>(dialog, "connectionHost"), QStringLiteral("other"));
    QCOMPARE(stopped.size(), 1);
    dialog.showTestResult(asked[1][0].toULongLong(), works);
    QVERIFY(result->text().isEmpty());
    QCOMPARE(shown(), QString());
    click(dialog, "connectionTest");
    dialog.showTestResult(first, works);
    QCOMPARE(shown(), QString());
    ConnectionReport fails = works;
    fails.steps[2] = {QStringLiteral("auth"), StepState::Failed, QStringLiteral("wrong password")};
    fails.failure = Error{ErrorKind::LoginRefused, QStringLiteral("wrong password")};
    dialog.showTestResult(asked[2][0].toULongLong(), fails);
    QCOMPARE(result->text(), QStringLiteral("The connection does not work: auth failed"));
    QCOMPARE(result->property("role").toString(), QStringLiteral("critical"));
    QVERIFY(shown().endsWith(QStringLiteral("auth failed wrong password")));
}

/// While it runs, the button of the test stops it; what it came to is shown all the same.
void DialogsTest::testCanBeStopped()
{
    ConnectionDialog dialog(&m_theme);
    show(dialog);
    QSignalSpy asked(&dialog, &ConnectionDialog::testRequested);
    const QSignalSpy stopped(&dialog, &ConnectionDialog::testCancelled);
    const auto *const button = child<QPushButton>(dialog, "connectionTest");
    const QString before = button->text();
    click(dialog, "connectionTest");
    QVERIFY(button->isEnabled() && button->text() != before);
    click(dialog, "connectionTest");
    QCOMPARE(stopped.size(), 1);
    QCOMPARE(asked.size(), 1);
    QVERIFY(!button->isEnabled());
    ConnectionReport report;
    report.steps = {{QStringLiteral("connect"), StepState::Skipped, QStringLiteral("cancelled")}};
    report.failure = Error{ErrorKind::Cancelled, QStringLiteral("cancelled")};
    dialog.showTestResult(asked[0][0].toULongLong(), report);
    QVERIFY(button->isEnabled() && button->text() == before);
    QCOMPARE(child<QLabel>(dialog, "connectionResult")->text(), QStringLiteral("The test was stopped"));
    QVERIFY(child<QScrollArea>(dialog, "connectionSteps")->isVisible());
    click(dialog, "connectionTest");
    QCOMPARE(asked.size(), 2);

    // With many collections only those that are not in order are listed.
    for (int i = 0; i < 5'000; ++i) {
        report.steps.push_back({QStringLiteral("collection %1").arg(i), i == 4'000 ? StepState::Failed : StepState::Ok,
                                QString(10'000, u'x')});
    }
    dialog.showTestResult(asked[1][0].toULongLong(), report);
    const auto labels = child<QScrollArea>(dialog, "connectionSteps")->findChildren<QLabel *>();
    QCOMPARE(labels.size(), 7);
    QCOMPARE(labels[3]->text(), QStringLiteral("collection 4000"));
    QVERIFY(labels[5]->text().size() < 3'000);
    QVERIFY(labels[6]->text().startsWith(QStringLiteral("4,999 more")));
}

/// Who presses the button twice presses the same one.
void DialogsTest::aTestMovesNothing()
{
    ConnectionDialog dialog(&m_theme);
    show(dialog);
    QSignalSpy asked(&dialog, &ConnectionDialog::testRequested);
    const auto places = [&dialog] {
        QList<QRect> all{dialog.geometry()};
        for (const char *name : {"connectionTest", "connectionImport", "connectionAccept", "connectionCancel",
                                 "connectionUrl", "connectionReadOnly", "connectionResult"}) {
            const auto *const widget = child<QWidget>(dialog, name);
            all.append({widget->mapToGlobal(QPoint()), widget->size()});
        }
        return all;
    };
    const QList<QRect> before = places();
    const auto staysThere = [&](const char *when) {
        QTRY_VERIFY2(places() == before, when); // once it is laid out
    };
    click(dialog, "connectionTest");
    staysThere("testing");
    ConnectionReport report;
    for (int i = 0; i < 12; ++i) {
        report.steps.push_back({QStringLiteral("step"), StepState::Ok, QStringLiteral("works")});
    }
    dialog.showTestResult(asked[0][0].toULongLong(), report);
    staysThere("works");
    QVERIFY(child<QScrollArea>(dialog, "connectionSteps")->isVisible());
    click(dialog, "connectionTest");
    staysThere("testing again");
    report.steps.back().state = StepState::Failed;
    dialog.showTestResult(asked[1][0].toULongLong(), report);
    staysThere("fails");
}

void DialogsTest::connectionGivesBackWhatItTook()
{
    ConnectionForm form;
    form.name = QStringLiteral("orders");
    form.connection.url = QStringLiteral("unix:///run/redis.sock");
    form.connection.caFile = QStringLiteral("ca.pem");
    form.connection.production = true;
    form.connection.colour = QStringLiteral("#123456");
    form.password = "pässword";
    form.rememberPassword = true;
    ConnectionDialog dialog(&m_theme);
    dialog.setForm(form);
    show(dialog);
    QVERIFY(dialog.form().connection == form.connection);
    QCOMPARE(dialog.form().name, form.name);
    QCOMPARE(dialog.form().password, form.password);
    QVERIFY(dialog.form().rememberPassword);
}

void DialogsTest::newConnectionsAreReadOnly()
{
    const ConnectionDialog dialog(&m_theme);
    QVERIFY(dialog.form().connection.readOnly);
    QVERIFY(!dialog.form().connection.production);
    QCOMPARE(dialog.form().connection.url, QStringLiteral("redis://127.0.0.1:6379"));
}

void DialogsTest::aLowDialogNeedsNoSidewaysBar()
{
    ConnectionDialog dialog(&m_theme);
    child<QCheckBox>(dialog, "connectionProduction")->setText(QString(60, u'm')); // as in a language of long words
    dialog.setKeychainProblem(QStringLiteral("the library libqt6keychain is not installed"));
    show(dialog);
    const auto *const form = dialog.findChild<QScrollArea *>();
    QCOMPARE(form->horizontalScrollBar()->maximum(), 0);
    dialog.resize(dialog.width(), dialog.height() / 2);
    QTRY_VERIFY(form->verticalScrollBar()->maximum() > 0);
    QCOMPARE(form->horizontalScrollBar()->maximum(), 0);
}

void DialogsTest::productionIsMarked()
{
    ConnectionDialog dialog(&m_theme);
    show(dialog);
    const auto *const badge = child<QLabel>(dialog, "productionBadge");
    QVERIFY(!badge->isVisible());
    child<QCheckBox>(dialog, "connectionProduction")->click();
    QVERIFY(badge->isVisible());
    QVERIFY(dialog.form().connection.production);
}

void DialogsTest::passwordIsShownOnDemand()
{
    ConnectionDialog dialog(&m_theme);
    show(dialog);
    const auto *const password = child<QLineEdit>(dialog, "connectionPassword");
    QCOMPARE(password->echoMode(), QLineEdit::Password);
    click(dialog, "connectionShowPassword");
    QCOMPARE(password->echoMode(), QLineEdit::Normal);
    click(dialog, "connectionShowPassword");
    QCOMPARE(password->echoMode(), QLineEdit::Password);
}

void DialogsTest::editorMakesACollection()
{
    const auto dialog = editor();
    const auto *const accept = child<QPushButton>(*dialog, "collectionAccept");
    QVERIFY(!accept->isEnabled());
    type(child<QLineEdit>(*dialog, "collectionName"), QStringLiteral("mail"));
    type(child<QPlainTextEdit>(*dialog, "key.ready"), QStringLiteral("queue:mail"));
    QVERIFY(accept->isEnabled());
    QSignalSpy accepted(dialog.get(), &QDialog::accepted);
    click(*dialog, "collectionAccept");
    QCOMPARE(accepted.size(), 1);
    QCOMPARE(
        dialog->collection(),
        (QJsonObject{{QStringLiteral("name"), QStringLiteral("mail")},
                     {QStringLiteral("kind"), QStringLiteral("queue")},
                     {QStringLiteral("keys"), QJsonObject{{QStringLiteral("ready"), QStringLiteral("queue:mail")}}}}));
}

void DialogsTest::editorShowsMistakesAtTheirField()
{
    const auto dialog = editor();
    dialog->setCollection(mailQueue());
    const auto *const tabs = child<QTabWidget>(*dialog, "collectionTabs");
    const auto problemOf = [](const QWidget *field) {
        return field->parentWidget()->findChild<WrappedLabel *>(QStringLiteral("fieldProblem"));
    };
    const auto *const stale = child<QLineEdit>(*dialog, "option.staleAfter");
    QVERIFY(dialog->isValid());
    QVERIFY(tabs->tabIcon(1).isNull());

    child<QTabWidget>(*dialog, "collectionTabs")->setCurrentIndex(1);
    type(child<QLineEdit>(*dialog, "option.staleAfter"), QStringLiteral("30"));
    QVERIFY(!dialog->isValid());
    QVERIFY(problemOf(stale)->isVisible());
    QVERIFY(problemOf(stale)->fullText().contains(QLatin1String("'30' is not a duration")));
    QVERIFY(!tabs->tabIcon(1).isNull());
    QVERIFY(tabs->tabIcon(0).isNull());
    QVERIFY(child<WrappedLabel>(*dialog, "collectionReason")
                ->fullText()
                .startsWith(QLatin1String("options, stale after ")));
    type(child<QLineEdit>(*dialog, "option.staleAfter"), QStringLiteral("30m"));
    QVERIFY(dialog->isValid());
    QVERIFY(!problemOf(stale)->isVisible());
    type(child<QLineEdit>(*dialog, "option.staleAfter"), QString());
    QVERIFY(dialog->isValid());
    QCOMPARE(stale->placeholderText(), QStringLiteral("default: 5m; “off” turns it off"));
    type(child<QLineEdit>(*dialog, "option.staleAfter"), QStringLiteral("off"));
    QVERIFY(dialog->isValid());
    QVERIFY(dialog->collection()[u"options"][u"staleAfter"].isNull());

    auto *const name = child<QLineEdit>(*dialog, "collectionName");
    type(name, QStringLiteral("taken"));
    QVERIFY(!dialog->isValid());
    QVERIFY(problemOf(name)->isVisible());
}

void DialogsTest::editorGivesBackWhatItTook()
{
    const auto dialog = editor();
    dialog->setCollection(mailQueue());
    QCOMPARE(dialog->collection(), mailQueue());
    QVERIFY(dialog->isValid());
    QCOMPARE(child<ElidedLabel>(*dialog, "dialogTitle")->fullText(), QStringLiteral("Edit mail"));
}

/// It ends in an ellipsis; the dialog gets no wider for it.
void DialogsTest::aLongNameFitsTheTitle()
{
    const auto usual = editor();
    usual->setCollection(mailQueue());
    QJsonObject queue = mailQueue();
    queue[u"name"] = QString(200, u'W');
    const auto dialog = editor();
    dialog->setCollection(queue);
    dialog->show();
    QVERIFY(QTest::qWaitForWindowExposed(dialog.get()));
    const auto *title = child<ElidedLabel>(*dialog, "dialogTitle");
    QCOMPARE(dialog->minimumSizeHint().width(), usual->minimumSizeHint().width());
    QVERIFY(title->mapTo(dialog.get(), QPoint(title->width(), 0)).x() <= dialog->width());
    QVERIFY(title->sizeHint().width() > title->width()); // else nothing had to be cut
}

void DialogsTest::editorIsPassedThroughByTab()
{
    const auto made = editor();
    const auto *cancel = made->findChild<QWidget *>(QStringLiteral("collectionCancel"));
    const auto before = [&made, cancel](const char *name) {
        for (QWidget *at = made->findChild<QWidget *>(QStringLiteral("collectionName")); at != cancel;
             at = at->nextInFocusChain()) {
            if (at->objectName() == QLatin1StringView(name)) {
                return true;
            }
        }
        return false;
    };
    QVERIFY(before("keysTab"));
    QVERIFY(before("boundWay"));
    made->findChild<QComboBox *>(QStringLiteral("collectionKind"))->setCurrentIndex(1);
    QVERIFY(before("keysTab"));
    QVERIFY(before("boundWay"));
}

void DialogsTest::editorKeepsWhatWasTypedForAnotherKind()
{
    const auto dialog = editor();
    dialog->setCollection(mailQueue());
    auto *const kind = child<QComboBox>(*dialog, "collectionKind");
    kind->setCurrentIndex(kind->findData(QStringLiteral("leaderboard")));
    QVERIFY(!dialog->isValid());
    type(child<QLineEdit>(*dialog, "key.board"), QStringLiteral("board:{yyyyMMdd}"));
    QCOMPARE(dialog->collection().value(QStringLiteral("keys")).toObject().keys(),
             QStringList{QStringLiteral("board")});
    kind->setCurrentIndex(kind->findData(QStringLiteral("queue")));
    QCOMPARE(dialog->collection(), mailQueue());
}

void DialogsTest::limitsTakeDurations()
{
    const auto dialog = editor();
    dialog->setCollection(mailQueue());
    child<QTabWidget>(*dialog, "collectionTabs")->setCurrentIndex(2);
    auto *const warning = child<QLineEdit>(*dialog, "limit.oldestReadyMs.warning");
    QCOMPARE(warning->text(), QStringLiteral("1m"));
    type(warning, QStringLiteral("5m"));
    const auto limit = [&] {
        return dialog->collection()[QStringLiteral("limits")].toObject()[QStringLiteral("oldestReadyMs")].toObject();
    };
    QCOMPARE(limit().value(QStringLiteral("warning")).toInt(), 300'000);
    type(warning, QStringLiteral("1500"));
    QCOMPARE(limit().value(QStringLiteral("warning")).toInt(), 1500);
    type(warning, QStringLiteral("soon"));
    QVERIFY(!dialog->isValid());
    type(warning, QString());
    QVERIFY(dialog->isValid());
    QVERIFY(limit().isEmpty());
}

void DialogsTest::limitsAreProposedAndTurnedOff()
{
    const auto dialog = editor();
    QJsonObject queue = mailQueue();
    queue.insert(QStringLiteral("limits"), QJsonObject{{QStringLiteral("stale"), QJsonValue::Null}});
    dialog->setCollection(queue);
    QCOMPARE(dialog->collection(), queue); // what is off stays off
    child<QTabWidget>(*dialog, "collectionTabs")->setCurrentIndex(2);
    QCOMPARE(child<QLineEdit>(*dialog, "limit.stale.warning")->text(), QStringLiteral("off"));
    QTest::mouseClick(child<QPushButton>(*dialog, "proposeLimits"), Qt::LeftButton);
    const QJsonObject limits = dialog->collection()[QStringLiteral("limits")].toObject();
    QVERIFY(limits.value(QStringLiteral("stale")).isNull()); // only what is empty is filled
    QVERIFY(limits.value(QStringLiteral("ready")).toObject().contains(QStringLiteral("warning")));
    QCOMPARE(child<QLineEdit>(*dialog, "limit.oldestReadyMs.warning")->text(), QStringLiteral("1m"));
    QVERIFY(dialog->isValid());
}

void DialogsTest::boundIsEdited()
{
    const auto dialog = editor();
    dialog->setCollection(mailQueue());
    child<QTabWidget>(*dialog, "collectionTabs")->setCurrentIndex(3);
    auto *const way = child<QComboBox>(*dialog, "boundWay");
    auto *const value = child<QLineEdit>(*dialog, "boundValue");
    QCOMPARE(value->text(), QStringLiteral("10000"));
    way->setCurrentIndex(way->findData(QStringLiteral("maxAge")));
    type(value, QStringLiteral("7d"));
    QVERIFY(dialog->isValid());
    QCOMPARE(dialog->collection()[QStringLiteral("bound")].toObject(),
             (QJsonObject{{QStringLiteral("maxAge"), QStringLiteral("7d")}}));
    way->setCurrentIndex(way->findData(QStringLiteral("ttl")));
    QVERIFY(!value->isVisible());
    QVERIFY(dialog->isValid());
    way->setCurrentIndex(way->findData(QString()));
    QVERIFY(!dialog->collection().contains(QStringLiteral("bound")));
    way->setCurrentIndex(way->findData(QStringLiteral("approved")));
    type(value, QStringLiteral(" "));
    QVERIFY(!dialog->isValid());
}

void DialogsTest::fieldsRoundTrip_data()
{
    QTest::addColumn<QJsonValue>("keys");
    QTest::newRow("one") << QJsonValue(QStringLiteral("a"));
    QTest::newRow("several") << QJsonValue(QJsonArray{QStringLiteral("a"), QStringLiteral(" b ")});
    QTest::newRow("bytes") << QJsonValue(QJsonObject{{QStringLiteral("base64"), QStringLiteral("/wA=")}});
    QTest::newRow("hash tag") << QJsonValue(QStringLiteral("{user:42}:jobs"));
    QTest::newRow("bytes among others") << QJsonValue(
        QJsonArray{QStringLiteral("a"), QJsonObject{{QStringLiteral("base64"), QStringLiteral("/wA=")}}});
}

void DialogsTest::fieldsRoundTrip()
{
    QFETCH(const QJsonValue, keys);
    QCOMPARE(keysValue(keysText(keys), true), keys);
    // A line break in a key cannot be a line of its own: the same bytes come back in their other form.
    QCOMPARE(keysValue(keysText(QStringLiteral("a\nb")), true),
             QJsonValue(QJsonObject{{QStringLiteral("base64"), QStringLiteral("YQpi")}}));
}

void DialogsTest::settingsGiveBackWhatTheyTook()
{
    SettingsDialog dialog;
    show(dialog);
    QVERIFY(dialog.values() == SettingsValues());
    const SettingsValues odd{Theme::Choice::Dark, 125, std::chrono::milliseconds(1234), 250, false, false, 50, 30};
    dialog.setValues(odd);
    QVERIFY(dialog.values() == odd);
    child<QComboBox>(dialog, "settingsTheme")->setCurrentIndex(1);
    child<QCheckBox>(dialog, "settingsConfirm")->click();
    QCOMPARE(dialog.values().theme, Theme::Choice::Light);
    QVERIFY(dialog.values().confirmRemove);
    QSignalSpy accepted(&dialog, &QDialog::accepted);
    click(dialog, "settingsAccept");
    QCOMPARE(accepted.size(), 1);
}

/// Every control has a name for tests and one for screen readers, and fits the smallest window.
void DialogsTest::everythingIsNamed()
{
    ConnectionDialog connection(&m_theme);
    const auto collection = editor();
    SettingsDialog settings;
    for (QDialog *const dialog : {static_cast<QDialog *>(&connection), static_cast<QDialog *>(collection.get()),
                                  static_cast<QDialog *>(&settings)}) {
        show(*dialog);
        QVERIFY2(dialog->width() <= 1280 && dialog->height() <= 720, qPrintable(QString::number(dialog->height())));
        for (const QWidget *const widget : dialog->findChildren<QWidget *>()) {
            const bool isInput = qobject_cast<const QLineEdit *>(widget) || qobject_cast<const QComboBox *>(widget)
                || qobject_cast<const QPlainTextEdit *>(widget) || qobject_cast<const QSpinBox *>(widget);
            if (!isInput || widget->objectName().startsWith(QLatin1String("qt_"))) {
                continue;
            }
            QVERIFY2(!widget->objectName().isEmpty(), widget->metaObject()->className());
            QVERIFY2(!widget->accessibleName().isEmpty(), qPrintable(widget->objectName()));
        }
        const QString folder = qEnvironmentVariable("PLIMSOLL_SCREENSHOTS");
        QVERIFY(folder.isEmpty() || dialog->grab().save(folder + u'/' + dialog->objectName() + QStringLiteral(".png")));
    }
}

QTEST_MAIN(DialogsTest)
#include "tst_dialogs.moc"
