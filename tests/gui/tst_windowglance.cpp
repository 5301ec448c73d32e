// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/collectionmodel.h"
#include "models/rows/journalmodel.h"
#include "tests/gui/complaints.h"
#include "tests/gui/madewindow.h"
#include "views/table/tableview.h"

#include <QAbstractScrollArea>
#include <QApplication>
#include <QLabel>
#include <QListView>
#include <QScrollArea>
#include <QStackedWidget>

#include <memory>

using namespace plimsoll;
using namespace plimsoll::views;
using namespace std::chrono_literals;

/// Tests that texts and figures seen at a glance are true, complete, and in their place.
class WindowGlanceTest final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        testing::failOnComplaints();
        m_theme.install(*qApp, Theme::Choice::Light);
    }
    void init() { m_made = std::make_unique<testing::MadeWindow>(m_theme); }
    void cleanup() { m_made.reset(); }

    /// While paused, no command fails, but the figures on screen grow old.
    void pausedFiguresGrowOld()
    {
        SessionView &window = m_made->window;
        const auto *cards = m_made->visible<QListView>("collectionCards");
        const auto isOld = [&] {
            const QString tick = m_made->visible<QLabel>("tickLabel")->text();
            return cards->model()->index(0, 0).data(models::CollectionModel::StaleRole).toBool()
                && tick.startsWith(QStringLiteral("last poll "));
        };
        models::ConnectionStatus status;
        status.state = models::ConnectionStatus::State::Connected;
        status.interval = 20ms;
        status.paused = true;
        window.setConnection(status);
        QTRY_VERIFY(isOld());
        QVERIFY(m_made->visible<QWidget>("banner") == nullptr);
        m_made->tick(); // asked for by hand
        QVERIFY(!isOld());
        QTRY_VERIFY(isOld());
        status.paused = false;
        window.setConnection(status);
        QVERIFY(isOld()); // until there is something newer
        m_made->tick();
        QVERIFY(!isOld());
    }

    /// No page without anything; also Ctrl+1, Ctrl+2, … count those that are there.
    void theKindsOfTheWorkspaceAreListed()
    {
        SessionView &window = m_made->window;
        Workspace less = *m_made->fixture.last()->layout->workspace;
        less.name = QStringLiteral("less");
        std::erase_if(less.collections, [](const CollectionDefinition &collection) {
            return collection.kind->id != QLatin1StringView("queue")
                && collection.kind->id != QLatin1StringView("members");
        });
        QVERIFY(!less.collections.empty());
        window.setWorkspace(std::make_shared<const Workspace>(less));
        const QStringList listed{QStringLiteral("overview"), QStringLiteral("queue"),  QStringLiteral("members"),
                                 QStringLiteral("bounds"),   QStringLiteral("alerts"), QStringLiteral("journal")};
        QCOMPARE(window.pageNames(), listed);
        QTest::keyClick(&window, Qt::Key_3, Qt::ControlModifier);
        QCOMPARE(window.currentPage(), QStringLiteral("members"));
        // The last one of a kind goes from under its page: the page says so, until another is opened.
        std::erase_if(less.collections, [](const CollectionDefinition &collection) {
            return collection.kind->id == QLatin1StringView("members");
        });
        window.setWorkspace(std::make_shared<const Workspace>(less));
        QCOMPARE(window.currentPage(), QStringLiteral("members"));
        QCOMPARE(window.pageNames(), listed);
        window.showPage(QStringLiteral("overview"));
        QVERIFY(!window.pageNames().contains(QStringLiteral("members")));
    }

    void nothingOverlapsInASmallWindow_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("960 x 600") << QSize(960, 600);
        QTest::newRow("as small as it gets") << QSize(1, 1);
    }

    void nothingOverlapsInASmallWindow()
    {
        QFETCH(const QSize, size);
        SessionView &window = m_made->window;
        window.resize(size);
        QVERIFY2(window.width() <= std::max(960, size.width()), qPrintable(QString::number(window.width())));
        for (const QString &page : window.pageNames()) {
            window.showPage(page);
            m_made->tick();
            OperationReport done;
            done.id = QStringLiteral("0a1b2c3d");
            done.collection = QString(60, u'c');
            done.notes = {QString(300, u'n')};
            done.error = QString(300, u'e');
            emit m_made->session.services.operations.journalRead({done});
            emit window.host().operationShown(page == QStringLiteral("journal") ? done.id : QString());
            window.showPage(page);
            for (int i = 0; i < 5; ++i) {
                QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
                QCoreApplication::processEvents();
            }
            const auto *shown = window.findChild<QStackedWidget *>(QStringLiteral("pages"))->currentWidget();
            const QString wrong = overlap(shown);
            QVERIFY2(window.minimumSizeHint().width() <= window.width(), qPrintable(page));
            QVERIFY2(wrong.isEmpty(), qPrintable(page + QStringLiteral(": ") + wrong));
        }
    }

    void theJournalTellsWhichServer()
    {
        SessionView &window = m_made->window;
        window.showPage(QStringLiteral("journal"));
        const auto *table = m_made->visible<QWidget>("journalPage")->findChild<TableView *>(QStringLiteral("journal"));
        constexpr int server = static_cast<int>(models::JournalModel::Column::Server);
        OperationReport one;
        one.id = QStringLiteral("a");
        one.collection = QStringLiteral("email");
        one.server = QStringLiteral("redis://10.0.0.1:6379");
        OperationReport other = one;
        other.id = QStringLiteral("b");
        emit m_made->session.services.operations.journalRead({one, other});
        QVERIFY(table->isColumnHidden(server)); // all of the same
        other.server = QStringLiteral("redis://10.0.0.2:6379");
        emit m_made->session.services.operations.journalRead({one, other});
        QVERIFY(!table->isColumnHidden(server));
        QVERIFY(table->columnWidth(server) > 100);
        QCOMPARE(table->model()->index(0, server).data().toString(), QStringLiteral("10.0.0.2:6379"));
    }

private:
    /// Two visible sibling widgets that overlap, or a page that is cut off.
    static QString overlap(const QWidget *parent)
    {
        QList<const QWidget *> beside;
        for (const QObject *child : parent->children()) {
            const auto *widget = qobject_cast<const QWidget *>(child);
            const bool lies =
                widget != nullptr && widget->objectName() == QStringLiteral("focusRing"); // around another
            if (widget != nullptr && !lies && widget->isVisible() && !widget->isWindow() && !widget->size().isEmpty()) {
                beside.append(widget);
            }
        }
        const bool isView = qobject_cast<const QAbstractScrollArea *>(parent) != nullptr;
        if (const auto *scroll = qobject_cast<const QScrollArea *>(parent); scroll != nullptr
            && scroll->widget()->width() > scroll->viewport()->width()
            && scroll->horizontalScrollBarPolicy() == Qt::ScrollBarAlwaysOff) {
            return QStringLiteral("cut off: %1 of %2 in %3")
                .arg(scroll->viewport()->width())
                .arg(scroll->widget()->width())
                .arg(scroll->widget()->objectName());
        }
        for (const QWidget *one : beside) {
            for (const QWidget *other : beside) {
                if (one < other && !isView && one->geometry().intersects(other->geometry())) {
                    return QStringLiteral("%1 %2 and %3 %4 in %5")
                        .arg(QString::fromLatin1(one->metaObject()->className()), one->objectName(),
                             QString::fromLatin1(other->metaObject()->className()), other->objectName(),
                             parent->objectName());
                }
            }
            if (const QString inside = overlap(one); !inside.isEmpty()) {
                return inside;
            }
        }
        return {};
    }

    Theme m_theme;
    std::unique_ptr<testing::MadeWindow> m_made;
};

QTEST_MAIN(WindowGlanceTest)
#include "tst_windowglance.moc"
