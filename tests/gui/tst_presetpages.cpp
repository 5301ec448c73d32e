// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/complaints.h"
#include "tests/gui/windowbench.h"
#include "views/dialogs/collectioneditor.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/figuretile.h"

#include <QAction>
#include <QComboBox>
#include <QDateTime>
#include <QJsonDocument>
#include <QLineEdit>
#include <QTableView>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace plimsoll::views;

namespace {

QByteArray workspaceWith(const QByteArray &members)
{
    return R"({"plimsoll": 1, "name": "jobs", "connection": {"url": "redis://h"}, "collections": [)" + members + "]}";
}

} // namespace

/// Pages of presets use the words of the framework and offer what can be done to its jobs; the editor keeps the preset.
class PresetPagesTest final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { failOnComplaints(); }
    void init() { m_bench = std::make_unique<WindowBench>(); }
    void cleanup() { m_bench.reset(); }

    void aQueueIsOnlyWatched();
    void jobsOfAQueueAreOperatedOn();
    void aSetHasItsOwnTiles();
    void jobsOfASetAreOperatedOn();
    void failedJobsByError();
    void theEditorKeepsThePreset_data();
    void theEditorKeepsThePreset();

private:
    [[nodiscard]] QStringList tileTitles() const
    {
        QStringList titles;
        for (const FigureTile *tile : m_bench->window->findChildren<FigureTile *>()) {
            if (tile->isVisible()) {
                titles += tile->text().title;
            }
        }
        return titles;
    }

    std::unique_ptr<WindowBench> m_bench;
};

void PresetPagesTest::aQueueIsOnlyWatched()
{
    m_bench->server.run({"RPUSH", "dramatiq:mail", "1"});
    m_bench->server.run({"HSET", "dramatiq:mail.msgs", "1", R"({"actor_name":"a"})"});
    m_bench->server.run({"ZADD", "dramatiq:mail.XQ", QByteArray::number(QDateTime::currentMSecsSinceEpoch()), "4"});
    m_bench->open(workspaceWith(R"({"name": "dramatiq mail", "preset": "dramatiq", "queue": "mail"})"));
    m_bench->window->showPage(QStringLiteral("queue"));
    QTRY_VERIFY(m_bench->find<QAction>("discardDeadAction") != nullptr);
    const auto *discard = m_bench->find<QAction>("discardDeadAction");
    QTRY_VERIFY2(discard->toolTip().contains(QLatin1String("only watched")), qPrintable(discard->toolTip()));
    QVERIFY(!discard->isEnabled());
    // The buttons of the inspector are disabled as well.
    QTRY_VERIFY(m_bench->table() != nullptr && m_bench->table()->model()->rowCount() > 0);
    m_bench->table()->selectRow(0);
    QTRY_VERIFY(m_bench->find<QPushButton>("inspector.discard") != nullptr);
    for (const char *name : {"inspector.requeue", "inspector.discard", "inspector.deadLetter"}) {
        QTRY_VERIFY(m_bench->find<QPushButton>(name) == nullptr || !m_bench->find<QPushButton>(name)->isEnabled());
    }
    QVERIFY(m_bench->find<QPushButton>("inspector.discard")->toolTip().contains(QLatin1String("only watched")));
    // A hand-written collection with the same keys can be operated: only the preset is refused.
    m_bench->open(workspaceWith(
        R"({"name": "by hand", "kind": "queue", "keys": {"ready": "dramatiq:mail", "dead": "dramatiq:mail.XQ"}})"));
    m_bench->window->showPage(QStringLiteral("queue"));
    QTRY_VERIFY(m_bench->find<QAction>("discardDeadAction") != nullptr);
    QTRY_VERIFY(m_bench->find<QAction>("discardDeadAction")->isEnabled());
}

void PresetPagesTest::jobsOfAQueueAreOperatedOn()
{
    m_bench->server.run({"LPUSH", "bull:mail:active", "2", "3"});
    m_bench->server.run({"SET", "bull:mail:2:lock", "token"});
    m_bench->server.run({"ZADD", "bull:mail:failed", QByteArray::number(QDateTime::currentMSecsSinceEpoch()), "4"});
    m_bench->open(workspaceWith(R"({"name": "bullmq mail", "preset": "bullmq", "queue": "mail"})"));
    m_bench->window->showPage(QStringLiteral("queue"));
    QTRY_VERIFY(m_bench->find<QPushButton>("requeueButton") != nullptr);
    const auto *requeue = m_bench->find<QPushButton>("requeueButton");
    QTRY_COMPARE(requeue->text(), QStringLiteral("Requeue 1 stale"));
    QTRY_VERIFY(requeue->isEnabled());
    QTRY_VERIFY(m_bench->find<QAction>("requeueDeadAction")->isEnabled());
    QVERIFY(m_bench->find<QAction>("discardDeadAction")->isEnabled());
    QTRY_COMPARE(tileTitles().mid(0, 4),
                 (QStringList{QStringLiteral("waiting"), QStringLiteral("active"), QStringLiteral("delayed"),
                              QStringLiteral("failed")}));
}

void PresetPagesTest::aSetHasItsOwnTiles()
{
    m_bench->server.run({"ZADD", "dead", "1700000000", R"({"jid": "j", "class": "Mail"})"});
    m_bench->open(workspaceWith(R"({"name": "sidekiq dead", "preset": "sidekiq", "part": "dead"})"));
    m_bench->window->showPage(QStringLiteral("queue"));
    QTRY_COMPARE(tileTitles(), QStringList{QStringLiteral("dead")});
    QTRY_COMPARE(m_bench->names(), QStringList{QStringLiteral("j")});
}

/// Failed jobs of a framework are grouped as any dead letters, and a group can be acted on.
void PresetPagesTest::failedJobsByError()
{
    for (int i = 0; i < 3; ++i) {
        const QByteArray id = "7" + QByteArray::number(i);
        m_bench->server.run({"ZADD", "bull:mail:failed", QByteArray::number(1'700'000'000'000 + i), id});
        m_bench->server.run({"HSET", "bull:mail:" + id, "name", "Send", "failedReason",
                             i == 1 ? QByteArray("no address") : "timeout after " + QByteArray::number(30 + i) + " s"});
    }
    m_bench->open(workspaceWith(R"({"name": "bullmq mail", "preset": "bullmq", "queue": "mail"})"));
    m_bench->window->showPage(QStringLiteral("queue"));
    QTRY_VERIFY(m_bench->find<QPushButton>("deadLettersButton") != nullptr);
    QTRY_VERIFY(m_bench->find<QPushButton>("deadLettersButton")->isEnabled());
    QTest::mouseClick(m_bench->find<QPushButton>("deadLettersButton"), Qt::LeftButton);
    auto *groups = m_bench->find<QTableView>("deadGroups");
    QTRY_COMPARE(groups->model()->rowCount(), 2);
    QStringList cells;
    for (int column = 0; column < 4; ++column) {
        cells += groups->model()->index(0, column).data().toString();
    }
    QCOMPARE(cells.join(u'|'), QStringLiteral("timeout after # s|Send|2|67 %"));
    groups->selectRow(0);
    QTRY_VERIFY(m_bench->find<QPushButton>("requeueGroupButton")->isEnabled());
    QVERIFY(m_bench->find<QPushButton>("discardGroupButton")->isEnabled());
}

void PresetPagesTest::jobsOfASetAreOperatedOn()
{
    m_bench->server.run({"ZADD", "dead", "1700000000", R"({"jid": "j", "class": "Mail", "queue": "mail"})"});
    m_bench->server.run({"ZADD", "retry", "1700000000", R"({"jid": "k", "class": "Mail", "queue": "mail"})"});
    m_bench->open(workspaceWith(R"({"name": "sidekiq dead", "preset": "sidekiq", "part": "dead"})"));
    m_bench->window->showPage(QStringLiteral("queue"));
    QTRY_VERIFY(m_bench->find<QAction>("requeueDeadAction") != nullptr);
    QTRY_VERIFY(m_bench->find<QAction>("requeueDeadAction")->isEnabled());
    QTRY_VERIFY(m_bench->find<QAction>("discardDeadAction")->isEnabled());
    QTRY_COMPARE(m_bench->names(), QStringList{QStringLiteral("j")});
    m_bench->table()->selectRow(0);
    QTRY_VERIFY(m_bench->find<QPushButton>("inspector.requeue") != nullptr);
    QTRY_VERIFY(m_bench->find<QPushButton>("inspector.requeue")->isEnabled());
    QVERIFY(m_bench->find<QPushButton>("inspector.discard")->isEnabled());
    QVERIFY(m_bench->find<QPushButton>("inspector.edit") == nullptr
            || !m_bench->find<QPushButton>("inspector.edit")->isEnabled());
    // A framework's own word for them.
    m_bench->server.run({"ZADD", "rq:failed:mail", "4000000000", "a"});
    m_bench->open(workspaceWith(R"({"name": "rq mail", "preset": "rq", "queue": "mail"})"));
    m_bench->window->showPage(QStringLiteral("queue"));
    QTRY_VERIFY(m_bench->find<QAction>("requeueDeadAction") != nullptr);
    QTRY_VERIFY(m_bench->find<QAction>("requeueDeadAction")->isEnabled());
    QCOMPARE(m_bench->find<QAction>("requeueDeadAction")->text(), QStringLiteral("Requeue all failed…"));
    // An operation that would leave something behind is disabled, with the reason.
    m_bench->open(workspaceWith(R"({"name": "sidekiq retry", "preset": "sidekiq", "part": "retry"})"));
    m_bench->window->showPage(QStringLiteral("schedule"));
    QTRY_VERIFY(m_bench->find<QAction>("runDelayedAction") != nullptr);
    QTRY_VERIFY(m_bench->find<QAction>("runDelayedAction")->isEnabled());
    QVERIFY(!m_bench->find<QAction>("postponeAction")->isEnabled());
    QTRY_COMPARE(m_bench->names(), QStringList{QStringLiteral("k")});
    m_bench->table()->selectRow(0);
    QTRY_VERIFY(m_bench->find<QPushButton>("inspector.deadLetter") != nullptr
                || m_bench->find<QPushButton>("inspector.postpone") != nullptr);
    const auto *postpone = m_bench->find<QPushButton>("inspector.postpone");
    QVERIFY(postpone != nullptr && !postpone->isEnabled());
    QVERIFY2(postpone->toolTip().contains(QLatin1String("leave behind")), qPrintable(postpone->toolTip()));
}

void PresetPagesTest::theEditorKeepsThePreset_data()
{
    QTest::addColumn<QByteArray>("given");
    QTest::addColumn<QString>("kind");
    QTest::newRow("queue") << QByteArray(R"({"name": "n", "preset": "bullmq", "prefix": "bull", "queue": "mail"})")
                           << QStringLiteral("queue");
    QTest::newRow("no prefix") << QByteArray(R"({"name": "n", "preset": "rq", "queue": "mail"})")
                               << QStringLiteral("queue");
    QTest::newRow("empty prefix") << QByteArray(R"({"name": "n", "preset": "bullmq", "prefix": "", "queue": "mail"})")
                                  << QStringLiteral("queue");
    QTest::newRow("part") << QByteArray(
        R"({"name": "n", "preset": "sidekiq", "part": "retry", "limits": {"due": {"warning": 3}}})")
                          << QStringLiteral("schedule");
    QTest::newRow("options") << QByteArray(
        R"({"name": "n", "preset": "celery", "part": "unacked", "options": {"staleAfter": "5m"}, "bound": {"keep": 9}})")
                             << QStringLiteral("queue");
}

void PresetPagesTest::theEditorKeepsThePreset()
{
    QFETCH(const QByteArray, given);
    QFETCH(const QString, kind);
    const QJsonObject collection = QJsonDocument::fromJson(given).object();
    CollectionEditor editor(
        redis::kindInfos(),
        [](const QJsonObject &json) {
            redis::CheckedCollection checked = redis::checkCollection(json, redis::kindInfos(), {});
            return CollectionEditor::Checked{std::move(checked.problems), std::move(checked.definition.ownFigures),
                                             checked.definition.kind};
        },
        &m_bench->theme);
    editor.setCollection(collection);
    QCOMPARE(editor.collection(), collection);
    QVERIFY(editor.isValid());
    const auto *kinds = editor.findChild<QComboBox *>(QStringLiteral("collectionKind"));
    QCOMPARE(kinds->currentData().toString(), kind);
    QVERIFY(!kinds->isEnabled());
    auto *prefix = editor.findChild<QLineEdit *>(QStringLiteral("preset.prefix"));
    prefix->clear();
    QTest::keyClicks(prefix, QStringLiteral("app"));
    QCOMPARE(editor.collection().value(QLatin1String("prefix")).toString(), QStringLiteral("app"));
    QVERIFY(editor.isValid());
    if (auto *queue = editor.findChild<QLineEdit *>(QStringLiteral("preset.queue"))) {
        queue->selectAll();
        QTest::keyClick(queue, Qt::Key_Delete);
        QVERIFY(!editor.isValid());
    }
}

QTEST_MAIN(PresetPagesTest)
#include "tst_presetpages.moc"
