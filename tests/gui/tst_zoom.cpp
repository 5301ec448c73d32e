// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/complaints.h"
#include "tests/gui/madewindow.h"
#include "views/charts/timechart.h"
#include "views/charts/timeplot.h"
#include "views/table/tableview.h"
#include "views/theme/zoom.h"

#include <QAbstractAnimation>
#include <QAbstractButton>
#include <QApplication>
#include <QFontMetricsF>
#include <QHeaderView>
#include <QLabel>
#include <QLayout>
#include <QMainWindow>
#include <QSignalSpy>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <utility>
#include <vector>

using namespace plimsoll;
using namespace plimsoll::views;
using namespace Qt::StringLiterals;

/// Ctrl++, Ctrl+- and Ctrl+0 scale the whole window.
class TestZoom final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        testing::failOnComplaints();
        m_theme.install(*qApp, Theme::Choice::Light);
    }
    void init()
    {
        m_made = std::make_unique<testing::MadeWindow>(m_theme);
        m_made->window.resize(1800, 1200);
    }
    void cleanup()
    {
        m_made.reset();
        m_theme.setZoom(100);
    }

    void scalesSheets()
    {
        const QString sheet = QStringLiteral("QFoo { padding: 5px 12px; border: 1px solid red; margin: -5px 0; }");
        QCOMPARE(scaledSheet(sheet, 1), sheet);
        QCOMPARE(scaledSheet(sheet, 2),
                 QStringLiteral("QFoo { padding: 10px 24px; border: 1px solid red; margin: -10px 0; }"));
    }

    /// Steps that follow one another change the window once: it must not lag behind the keys.
    void keysStepWithinBounds()
    {
        const QSignalSpy changes(&m_theme, &Theme::changed);
        press(Qt::Key_Plus);
        QTRY_COMPARE(m_theme.zoom(), 110);
        press(Qt::Key_Equal); // the same key without Shift
        QTRY_COMPARE(m_theme.zoom(), 125);
        QCOMPARE(changes.size(), 2);
        for (int i = 0; i < 9; ++i) {
            m_theme.stepZoom(1);
        }
        QCOMPARE(m_theme.nextZoom(), 200);
        QTRY_COMPARE(m_theme.zoom(), 200);
        QCOMPARE(changes.size(), 3);
        for (int i = 0; i < 12; ++i) {
            press(Qt::Key_Minus);
        }
        QTRY_COMPARE(m_theme.zoom(), 70);
        press(Qt::Key_0);
        QTRY_COMPARE(m_theme.zoom(), 100);
        m_theme.setZoom(1000); // as the settings may say
        QCOMPARE(m_theme.zoom(), 200);
    }

    void everythingGrowsAndComesBack()
    {
        const auto views = m_made->window.findChildren<QMainWindow *>();
        for (QMainWindow *view : views) {
            view->setAnimated(false); // a size on its way would be kept, however late the slide begins
        }
        m_made->openFirst("queue");
        m_made->tick();
        const auto *table = m_made->visible<TableView>("elements");
        rest();
        const auto before = sizes();
        const int row = table->verticalHeader()->defaultSectionSize();
        const int text = QApplication::font().pixelSize();
        const int navigation = m_made->visible<QWidget>("navigation")->width();
        const int bar = m_made->visible<QWidget>("toolbar")->height();
        m_theme.setZoom(150);
        rest(); // as after each further zoom
        QCOMPARE(table->verticalHeader()->defaultSectionSize(), qRound(row * 1.5));
        QCOMPARE(QApplication::font().pixelSize(), qRound(text * 1.5));
        QCOMPARE(m_made->visible<QWidget>("navigation")->width(), navigation * 3 / 2);
        QCOMPARE(m_made->visible<QWidget>("toolbar")->height(), bar * 3 / 2);
        QCOMPARE(m_theme.smallFont().pixelSize(), 18);
        QCOMPARE(m_made->visible<QWidget>("workspaceButton")->font().pixelSize(), m_theme.headingFont().pixelSize());
        for (const char *name : {"connectionLabel", "tickLabel", "modeLabel"}) {
            QVERIFY2(m_made->visible<QWidget>(name) != nullptr, name);
            QCOMPARE(m_made->visible<QWidget>(name)->font().pixelSize(), 18);
        }
        for (const int percent : {70, 200, 110, 175, 80, 100}) {
            m_theme.setZoom(percent);
            rest(); // else a size on its way is scaled
        }
        const auto after = sizes();
        for (const auto &[name, size] : before) {
            const auto found = after.find(name);
            QVERIFY2(found != after.end(), qPrintable(name));
            QVERIFY2(found->second == size,
                     qPrintable(QStringLiteral("%1: %2×%3 was %4×%5")
                                    .arg(name, QString::number(found->second.width()),
                                         QString::number(found->second.height()), QString::number(size.width()),
                                         QString::number(size.height()))));
        }
    }

    /// The margin of a chart grows with the gap before the names in it.
    void namesOfLinesAreWhole()
    {
        m_made->openFirst("queue");
        m_made->tick();
        m_theme.setZoom(200);
        settle();
        const auto *plot = m_made->visible<TimeChart>("depthChart")->findChild<TimePlot *>();
        QVERIFY(!plot->names().empty());
        for (const TimePlot::Word &name : plot->names()) {
            const double text = QFontMetricsF(m_theme.smallFont()).horizontalAdvance(name.text);
            QVERIFY2(name.place.left() + std::min(text, name.place.width()) <= plot->width(), qPrintable(name.text));
        }
    }

    /// The inspector leaves the page its room, at a larger zoom as in a smaller window.
    void theInspectorNeedsMoreRoom()
    {
        m_made->openFirst("queue");
        m_made->tick();
        settle();
        QVERIFY(m_made->visible<QWidget>("inspector") != nullptr);
        m_theme.setZoom(200); // 1,800 pixels are 900
        settle();
        QVERIFY(m_made->visible<QWidget>("inspector") == nullptr);
        m_theme.setZoom(100);
        settle();
        QVERIFY(m_made->visible<QWidget>("inspector") != nullptr);
    }

    /// A window that opens at a zoom has the distances of one that was zoomed to it.
    void builtAsZoomed()
    {
        using Distances = std::vector<std::pair<QString, std::array<int, 5>>>;
        const auto distances = [this] {
            for (const char *page : {"queue", "stream", "alerts", "journal", "lab"}) {
                m_made->window.showPage(QString::fromLatin1(page));
                m_made->tick();
                settle();
            }
            Distances all;
            for (const QLayout *layout : m_made->window.findChildren<QLayout *>()) {
                const QMargins is = layout->contentsMargins();
                const QWidget *of = layout->parentWidget();
                if (of->layout() != layout) {
                    continue; // a row in it
                }
                all.push_back({QString::fromLatin1(of->metaObject()->className()) + u' ' + of->objectName(),
                               {is.left(), is.top(), is.right(), is.bottom(), layout->spacing()}});
            }
            return all;
        };
        distances(); // pages are built
        m_theme.setZoom(200);
        settle();
        const Distances zoomed = distances();
        m_made.reset();
        m_made = std::make_unique<testing::MadeWindow>(m_theme);
        m_made->window.resize(1800, 1200);
        const Distances built = distances();
        QVERIFY(!built.empty());
        constexpr std::array defaults{6, 9, 11}; // of the style, where a layout has none of its own
        const auto isSame = [&](int is, int was) {
            constexpr int lines = 2; // px of frames, which stay
            const bool isUnpolished = is == 0 && (was == 18 || was == 22); // of a page that was not shown
            return isUnpolished || std::abs(is - was) <= lines
                || std::find(defaults.begin(), defaults.end(), is) != defaults.end();
        };
        QStringList differ;
        for (const auto &[name, each] : built) {
            const bool isThere = std::any_of(zoomed.begin(), zoomed.end(), [&](const auto &other) {
                return other.first == name && std::equal(each.begin(), each.end(), other.second.begin(), isSame);
            });
            if (!isThere) {
                differ +=
                    u"%1: %2 %3 %4 %5, %6"_s.arg(name).arg(each[0]).arg(each[1]).arg(each[2]).arg(each[3]).arg(each[4]);
            }
        }
        QVERIFY2(differ.isEmpty(), qPrintable(differ.join(u'\n')));
    }

    /// At every zoom the words on buttons and labels have room.
    void cutsNoWords()
    {
        m_made->openFirst("queue");
        m_made->tick();
        for (const int percent : {70, 125, 150}) {
            m_theme.setZoom(percent);
            m_made->tick();
            settle();
            for (const auto *button : m_made->window.findChildren<QAbstractButton *>()) {
                const int line = button->fontMetrics().height();
                QVERIFY2(!button->isVisible() || button->text().isEmpty() || button->height() >= line,
                         qPrintable(QStringLiteral("%1 at %2").arg(button->text(), QString::number(percent))));
            }
            for (const auto *label : m_made->window.findChildren<QLabel *>()) {
                QVERIFY2(!label->isVisible() || label->text().isEmpty()
                             || label->height() >= label->fontMetrics().height() - 2,
                         qPrintable(QStringLiteral("%1 at %2").arg(label->text(), QString::number(percent))));
            }
        }
    }

private:
    void press(Qt::Key key) const { QTest::keyClick(m_made->window.focusWidget(), key, Qt::ControlModifier); }
    void settle() const
    {
        for (int i = 0; i < 3; ++i) {
            QApplication::processEvents();
            QApplication::sendPostedEvents();
        }
    }
    /// Until nothing moves: the inspector slides to its place, on a busy machine with long stops between.
    void rest() const
    {
        const auto slides = [this] {
            const auto all = m_made->window.findChildren<QAbstractAnimation *>();
            return std::any_of(all.begin(), all.end(), [](const QAbstractAnimation *one) {
                return one->state() == QAbstractAnimation::Running;
            });
        };
        std::map<QString, QSize> last;
        do {
            last = sizes();
            QTest::qWait(300);
        } while (slides() || sizes() != last);
    }
    /// Sizes of all visible widgets that have a name.
    [[nodiscard]] std::map<QString, QSize> sizes() const
    {
        std::map<QString, QSize> all;
        for (const auto *widget : m_made->window.findChildren<QWidget *>()) {
            if (widget->isVisible() && !widget->objectName().isEmpty()
                && !widget->objectName().startsWith(QStringLiteral("qt_"))) {
                QString path;
                for (const QWidget *at = widget; at != nullptr; at = at->parentWidget()) {
                    path.prepend(at->objectName() + u'/');
                }
                all.emplace(path, widget->size());
            }
        }
        return all;
    }

    Theme m_theme;
    std::unique_ptr<testing::MadeWindow> m_made;
};

QTEST_MAIN(TestZoom)
#include "tst_zoom.moc"
