// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/history/history.h"
#include "tests/gui/notedservices.h"
#include "tests/support/snapshotbuilder.h"
#include "views/page/page.h"
#include "views/pages/eventline.h"
#include "views/pages/overviewnews.h"
#include "views/theme/theme.h"
#include "views/widgets/elidedlabel.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace plimsoll;
using namespace plimsoll::views;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace {

constexpr milliseconds start = 1'700'000'000'000ms;

Mark mark(Mark::Kind kind, milliseconds time, const QString &text = {})
{
    return {kind, time, State::Critical, text};
}

} // namespace

/// Tests that events are reported to a user who returns to the overview, until they have been seen.
class OverviewNewsTest final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_theme.install(*qobject_cast<QApplication *>(qApp), Theme::Choice::Light); }
    void init()
    {
        m_history = std::make_unique<models::History>();
        m_host = std::make_unique<PageHost>();
        m_line = std::make_unique<EventLine>(&m_theme);
        m_line->resize(1000, 40);
        m_line->QWidget::show();
        m_head = std::make_unique<QWidget>();
        m_since = nullptr;
        Workspace workspace;
        workspace.name = QStringLiteral("shop%1").arg(++m_made); // each its own
        m_workspace = std::make_shared<const Workspace>(workspace);
        open();
        connect(m_history.get(), &models::History::marksWanted, this, [this](const MarkQuestion &question) {
            std::vector<Mark> some;
            for (const Mark &each : m_marks) {
                if (each.time >= question.from && each.time <= question.to) {
                    some.push_back(each);
                }
            }
            m_history->takeMarks(question, some);
        });
        m_marks.clear();
    }
    void cleanup()
    {
        m_news.reset();
        m_line.reset();
        m_history.reset();
    }

    void theNewestEvent();
    void anEventIsDismissed();
    void whatHappenedSinceTheyLooked();
    void whoStaysIsToldNothing();
    void nothingHappened();

private:
    void open()
    {
        m_news.reset();
        delete m_head->layout();
        delete m_since;
        auto *layout = new QHBoxLayout(m_head.get());
        const PageContext context = m_services.context(m_theme, m_history.get(), m_host.get());
        m_news = std::make_unique<OverviewNews>(context, m_line.get(), layout, nullptr);
        m_since = m_head->findChild<ElidedLabel *>();
    }
    void at(milliseconds time, bool looking = true)
    {
        m_history->apply(m_builder.make(time, {QStringLiteral("q | queue | ok")}));
        m_history->outdateMarks();
        m_news->show(m_workspace, time, looking);
    }
    [[nodiscard]] QString title() const
    {
        return m_line->event() ? m_line->findChild<ElidedLabel *>(QStringLiteral("eventTitle"))->fullText() : QString();
    }

    Theme m_theme;
    test::SnapshotBuilder m_builder;
    std::unique_ptr<models::History> m_history;
    std::unique_ptr<PageHost> m_host;
    testing::NotedServices m_services;
    std::unique_ptr<EventLine> m_line;
    std::unique_ptr<QWidget> m_head;
    ElidedLabel *m_since = nullptr;
    std::unique_ptr<OverviewNews> m_news;
    WorkspacePtr m_workspace;
    std::vector<Mark> m_marks;
    int m_made = 0;
};

void OverviewNewsTest::theNewestEvent()
{
    at(start);
    QCOMPARE(title(), QString());
    m_marks = {mark(Mark::Kind::Event, start - 25h, QStringLiteral("flushed")),
               mark(Mark::Kind::Event, start - 8h, QStringLiteral("restarted, 326,000 elements gone"))};
    m_marks.back().more = QStringLiteral("1,982,410 before, 1,656,410 after");
    m_marks.push_back(mark(Mark::Kind::Raised, start - 1h, QStringLiteral("63 stale")));
    at(start + 1s);
    QVERIFY2(title().startsWith(QLatin1String("Server restarted "))
                 && title().endsWith(QLatin1String(": 326,000 elements gone")),
             qPrintable(title()));
    QCOMPARE(m_line->findChild<ElidedLabel *>(QStringLiteral("eventMore"))->fullText(), m_marks[1].more);
    QCOMPARE(m_line->findChild<QLabel *>(QStringLiteral("eventAgo"))->text(), QStringLiteral("8 h ago"));
    m_marks.insert(m_marks.begin() + 1,
                   mark(Mark::Kind::Event, start - 9h, QStringLiteral("restarted, 3 elements gone")));
    at(start + 1s);
    QCOMPARE(m_line->findChild<ElidedLabel *>(QStringLiteral("eventMore"))->fullText(),
             QStringLiteral("1,982,410 before, 1,656,410 after; 1 event before"));
    m_marks.erase(m_marks.begin() + 1);
    at(start + 1s);
    testing::Calls &wanted = m_services.kept.moments;
    m_line->findChild<QPushButton *>(QStringLiteral("eventShow"))->click();
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted.first().first().value<milliseconds>(), start - 8h);
    at(start + 17h); // it is no news any more
    QCOMPARE(title(), QString());
}

/// For good, also over a restart; the next one is told.
void OverviewNewsTest::anEventIsDismissed()
{
    m_marks = {mark(Mark::Kind::Event, start - 8h, QStringLiteral("restarted"))};
    at(start);
    QVERIFY(!title().isEmpty());
    m_line->findChild<QPushButton *>(QStringLiteral("eventDismiss"))->click();
    QCOMPARE(title(), QString());
    at(start + 1s);
    QCOMPARE(title(), QString());
    open();
    at(start + 2s);
    QCOMPARE(title(), QString());
    m_marks.push_back(mark(Mark::Kind::Event, start + 2s, QStringLiteral("restarted")));
    at(start + 3s);
    QVERIFY(!title().isEmpty());
}

void OverviewNewsTest::whatHappenedSinceTheyLooked()
{
    at(start);
    QCOMPARE(m_since->fullText(), QString()); // for the first time
    open(); // the window was closed meanwhile
    const Mark raised = mark(Mark::Kind::Raised, start + 1h);
    m_marks = {mark(Mark::Kind::Raised, start - 1h),
               raised,
               raised,
               mark(Mark::Kind::Cleared, start + 2h),
               mark(Mark::Kind::Operation, start + 3h),
               mark(Mark::Kind::Operation, start + 4h)};
    at(start + 8h, false); // not on screen yet
    QCOMPARE(m_since->fullText(), QString());
    at(start + 9h);
    QVERIFY2(m_since->fullText().startsWith(QLatin1String("since you last looked, ")), qPrintable(m_since->fullText()));
    QVERIFY2(m_since->fullText().endsWith(QLatin1String(": 2 alerts raised, 1 cleared, 2 operations")),
             qPrintable(m_since->fullText()));
    const QString told = m_since->fullText();
    at(start + 9h + 60s); // and it stays, while they look
    QCOMPARE(m_since->fullText(), told);
    m_news->pause(); // a past moment is on screen
    QCOMPARE(m_since->fullText(), QString());
}

void OverviewNewsTest::whoStaysIsToldNothing()
{
    for (int minute = 0; minute < 120; minute += 5) {
        at(start + minute * 1min);
        QCOMPARE(m_since->fullText(), QString());
    }
}

void OverviewNewsTest::nothingHappened()
{
    at(start);
    at(start + 2h);
    QVERIFY2(m_since->fullText().endsWith(QLatin1String(": no alert, no operation")), qPrintable(m_since->fullText()));
}

QTEST_MAIN(OverviewNewsTest)
#include "tst_overviewnews.moc"
