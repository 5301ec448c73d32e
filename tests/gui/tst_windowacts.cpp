// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/complaints.h"
#include "tests/gui/madesession.h"
#include "tests/gui/pagefixture.h"
#include "views/theme/theme.h"

#include <QAction>
#include <QApplication>
#include <QMenu>
#include <QRandomGenerator>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include <array>

using namespace plimsoll;
using namespace plimsoll::views;
using namespace std::chrono_literals;

/// A person who does anything in any order, as fast as it goes: what a page remembers must outlive what it is about.
/// Worth most under the sanitizers; the order of the acts is given by the row's seed.
class WindowActsTest final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_theme.install(*qApp, Theme::Choice::Light); }
    void anythingInAnyOrder_data();
    void anythingInAnyOrder();

private:
    /// One window over ticks and answers made by hand.
    struct Bench {
        Bench(Theme &theme, quint32 seed) : dice(seed), session(theme)
        {
            fixture.fillHistory(session.history, 200);
            QObject::connect(&window.host(), &PageHost::asked, &window,
                             [this](const BrowseRequest &asked) { late.push_back(asked); });
            window.resize(1280, 800);
            window.show();
            openWorkspace();
        }
        int roll(int sides) { return static_cast<int>(dice.bounded(sides)); }
        void openWorkspace()
        {
            window.setWorkspace(fixture.last()->layout->workspace);
            window.apply(fixture.last());
        }
        void tick()
        {
            const SnapshotPtr snapshot = fixture.tick();
            if (roll(8) == 0) {
                session.gap(snapshot->serverTime);
            } else {
                session.tick(snapshot);
            }
        }
        /// Some answers come at once, some after the page has gone, some never.
        void answerSome()
        {
            std::vector<BrowseRequest> questions;
            questions.swap(late);
            for (const BrowseRequest &question : questions) {
                const int outcome = roll(4);
                if (outcome == 0) {
                    late.push_back(question);
                } else if (outcome > 1) {
                    session.answer(fixture.answer(question));
                }
            }
        }
        /// The widget at a place of the window that a person could point at.
        QWidget *anywhere(QPoint *place)
        {
            const QPoint at(roll(window.width()), roll(window.height()));
            QWidget *widget = window.childAt(at);
            *place = widget == nullptr ? at : widget->mapFrom(&window, at);
            return widget == nullptr ? &window : widget;
        }
        void point()
        {
            QPoint at;
            QWidget *widget = anywhere(&at);
            QTest::mouseMove(widget, at);
        }
        /// Buttons with a menu would block until it closes: spans are chosen by chooseSpan().
        [[nodiscard]] static bool opensMenu(const QWidget *widget)
        {
            const auto *button = qobject_cast<const QToolButton *>(widget);
            return button != nullptr && button->menu() != nullptr;
        }
        void click()
        {
            QPoint at;
            QWidget *widget = anywhere(&at);
            if (!opensMenu(widget)) {
                QTest::mouseClick(widget, Qt::LeftButton, Qt::NoModifier, at);
            }
        }
        void press()
        {
            static constexpr std::array keys{Qt::Key_Left,   Qt::Key_Right,  Qt::Key_Up,  Qt::Key_Down,
                                             Qt::Key_Tab,    Qt::Key_Home,   Qt::Key_End, Qt::Key_PageDown,
                                             Qt::Key_Return, Qt::Key_Escape, Qt::Key_F9};
            QWidget *focus = window.focusWidget();
            const Qt::Key key = keys.at(static_cast<std::size_t>(roll(keys.size())));
            // Return opens the menu of a button as a click does.
            if (key != Qt::Key_Return || !opensMenu(focus)) {
                QTest::keyClick(focus == nullptr ? &window : focus, key);
            }
        }
        void chooseSpan()
        {
            const auto buttons = window.findChildren<QToolButton *>(QStringLiteral("spanButton"));
            const auto *button = buttons.value(roll(static_cast<int>(buttons.size())));
            const QList<QAction *> spans = button->menu()->actions();
            spans.at(roll(static_cast<int>(spans.size())))->trigger();
        }
        void showAny()
        {
            const QStringList names = window.pageNames();
            window.showPage(names.at(roll(static_cast<int>(names.size()))));
        }
        void openAny() { window.openCollection(static_cast<std::size_t>(roll(static_cast<int>(rows())))); }
        [[nodiscard]] std::size_t rows() const { return fixture.last()->layout->rows.size(); }

        QRandomGenerator dice;
        testing::PageFixture fixture{3};
        std::vector<BrowseRequest> late;
        testing::MadeSession session;
        SessionView &window = session.window;
    };

    Theme m_theme;
};

void WindowActsTest::anythingInAnyOrder_data()
{
    QTest::addColumn<quint32>("seed");
    for (const quint32 seed : {1U, 2U}) {
        QTest::addRow("seed %u", seed) << seed;
    }
}

void WindowActsTest::anythingInAnyOrder()
{
    QFETCH(quint32, seed);
    testing::failOnComplaints();
    Bench bench(m_theme, seed);
    constexpr int acts = 200;
    for (int act = 0; act < acts; ++act) {
        switch (bench.roll(16)) {
        case 0:
        case 1:
        case 2:
            bench.tick();
            break;
        case 3:
            bench.window.resize(900 + bench.roll(600), 560 + bench.roll(400));
            break;
        case 4:
            m_theme.setChoice(m_theme.tokens().dark ? Theme::Choice::Light : Theme::Choice::Dark);
            break;
        case 5:
        case 6:
            bench.showAny();
            break;
        case 7:
        case 8:
            bench.openAny();
            break;
        case 9:
            bench.chooseSpan();
            break;
        case 10:
            bench.answerSome();
            break;
        case 11:
            bench.session.setOld(bench.roll(2) == 0);
            break;
        case 12:
            bench.press();
            break;
        case 13:
            bench.point();
            break;
        case 14:
            bench.click();
            break;
        default:
            if (bench.roll(6) == 0) { // another workspace, or the same anew
                bench.session.history.clear();
                bench.window.setWorkspace(nullptr);
                bench.openWorkspace();
            }
        }
        if (bench.roll(3) == 0) {
            QCoreApplication::processEvents();
        }
    }
    m_theme.setChoice(Theme::Choice::Light);
    QVERIFY(bench.window.isVisible());
    // It still works: the newest tick reaches the page that is opened next.
    bench.window.openCollection(0);
    bench.tick();
    QCOMPARE(bench.window.currentPage(), QStringLiteral("queue"));
    QVERIFY(bench.window.shown().contains(0));
}

QTEST_MAIN(WindowActsTest)
#include "tst_windowacts.moc"
