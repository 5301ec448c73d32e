// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/format.h"
#include "tests/gui/pastbench.h"
#include "views/window/momentslider.h"

#include <QLineEdit>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

/// A past moment by its time, as a person types it into the bar.
class TestMomentTime final : public PastBench {
    Q_OBJECT

private slots:
    void init()
    {
        setUp();
        m_begin = std::chrono::floor<std::chrono::seconds>(now()) - 11min;
        {
            Earlier shop = earlier(workspaceJson(*m_server));
            for (int second = 0; second < 300; ++second) {
                shop.poll(m_begin + std::chrono::seconds(second), second % 97);
            }
        }
        openShop(workspaceJson(*m_server));
        view().openCollection(0);
        goTo(m_begin + 60s);
    }
    void cleanup() { tearDown(); }
    void byAClick();
    void byTheFirstDigit();
    void whatIsNoTime();
    void escapeEndsItFirst();
    void homeIsTheFirstThatWasRecorded();
    void alertsAreFaintWhereNothingWasRecorded();

private:
    [[nodiscard]] QLineEdit *field() const { return find<QLineEdit>("momentField"); }
    void type(const QString &text)
    {
        field()->selectAll();
        QTest::keyClicks(field(), text);
        QTest::keyClick(field(), Qt::Key_Return);
    }
    [[nodiscard]] QString stamp(milliseconds time, const QString &format) const
    {
        return QDateTime::fromMSecsSinceEpoch(time.count()).toString(format);
    }

    milliseconds m_begin{};
};

void TestMomentTime::byAClick()
{
    QCOMPARE(field(), nullptr);
    QTest::mouseClick(find<views::ElidedLabel>("momentTitle"), Qt::LeftButton);
    QVERIFY(field() != nullptr);
    QCOMPARE(field()->selectedText(), field()->text()); // what is shown, to be written over
    type(stamp(m_begin + 150s, u"yyyy-MM-dd HH:mm:ss"_s));
    QTRY_COMPARE(session().history().moment()->time, m_begin + 150s);
    QCOMPARE(tile(u"ready"_s).first, u"53"_s);
    QCOMPARE(field(), nullptr);
    QVERIFY(word("momentTitle").endsWith(models::formatTime(m_begin + 150s)));
}

void TestMomentTime::byTheFirstDigit()
{
    auto *slider = find<views::MomentSlider>("momentSlider");
    auto *window = m_dashboard->view().window();
    QTest::keyClick(window, Qt::Key_2, Qt::ControlModifier); // another page, with the focus in it
    QTRY_VERIFY(!slider->hasFocus() && window->focusWidget() != nullptr);
    const QString time = stamp(m_begin + 200s, u"HH:mm:ss"_s);
    QTest::keyClicks(window->focusWidget(), time.left(1));
    QVERIFY(field() != nullptr);
    QCOMPARE(field()->text(), time.left(1));
    QTest::keyClicks(field(), time.mid(1));
    QTest::keyClick(field(), Qt::Key_Return);
    QTRY_COMPARE(session().history().moment()->time, m_begin + 200s);
    QTest::keyClick(slider, Qt::Key_Return); // opens the field with the whole time
    QVERIFY(field() != nullptr);
    QCOMPARE(field()->text(), models::formatDateTime(m_begin + 200s));
}

void TestMomentTime::whatIsNoTime()
{
    QTest::mouseClick(find<views::ElidedLabel>("momentTitle"), Qt::LeftButton);
    type(u"soon"_s);
    QVERIFY2(word("momentLine").contains(u"“soon” is not a time"_s), qPrintable(word("momentLine")));
    QVERIFY(field() != nullptr);
    type(stamp(now() + 48h, u"yyyy-MM-dd HH:mm"_s));
    QCOMPARE(word("momentLine"), u"That time is in the future"_s);
    QCOMPARE(session().history().moment()->time, m_begin + 60s);
    QTest::keyClicks(field(), u"1"_s); // what is wrong is told once
    QVERIFY(word("momentLine").endsWith(u"Enter shows it"_s));
    type(u"now"_s);
    QTRY_VERIFY(!isPast());
}

void TestMomentTime::escapeEndsItFirst()
{
    QTest::mouseClick(find<views::ElidedLabel>("momentTitle"), Qt::LeftButton);
    QTest::keyClick(field(), Qt::Key_Escape);
    QCOMPARE(field(), nullptr);
    QVERIFY(isPast());
    QVERIFY(word("momentLine").contains(u"operations off"_s));
    QTest::keyClick(m_dashboard->view().window(), Qt::Key_Escape);
    QTRY_VERIFY(!isPast());
    goTo(m_begin + 60s);
    QTest::mouseClick(find<views::ElidedLabel>("momentTitle"), Qt::LeftButton);
    session().keptHistory().goLive(); // while one is typed
    QTRY_VERIFY(!isPast());
    goTo(m_begin + 70s);
    QCOMPARE(field(), nullptr);
}

/// Polls come at no whole second, and before the first one nothing was recorded.
void TestMomentTime::homeIsTheFirstThatWasRecorded()
{
    tearDown();
    setUp();
    {
        Earlier shop = earlier(workspaceJson(*m_server));
        for (int second = 0; second < 100; ++second) {
            shop.poll(m_begin + 437ms + std::chrono::seconds(second), 5 + second);
        }
    }
    openShop(workspaceJson(*m_server));
    view().openCollection(0);
    goTo(m_begin + 60s);
    auto *slider = find<views::MomentSlider>("momentSlider");
    QTest::keyClick(slider, Qt::Key_Home);
    QTRY_VERIFY(session().history().moment()->time < m_begin + 10s);
    QCOMPARE(session().history().moment()->time, m_begin + 1s);
    QCOMPARE(tile(u"ready"_s).first, u"5"_s);
    QVERIFY2(word("momentLine").contains(u"not live"_s), qPrintable(word("momentLine")));
    goTo(m_begin + 60s);
    QTest::mouseClick(slider, Qt::LeftButton, {}, QPoint(2, 22)); // its left end is the same
    QTRY_COMPARE(session().history().moment()->time, m_begin + 1s);
}

void TestMomentTime::alertsAreFaintWhereNothingWasRecorded()
{
    views::Theme theme;
    views::MomentSlider slider(&theme);
    const milliseconds present = m_begin + 10min;
    slider.resize(600, slider.sizeHint().height());
    slider.setRecorded({{present - 10min, present - 6min}, {present - 2min, present}}, present);
    slider.setReach(present - 8min, present);
    slider.setTime(present - 8min);
    const auto colourAt = [&](milliseconds time) {
        const double share =
            double((time - slider.begin()).count()) / double((slider.present() - slider.begin()).count());
        return slider.grab().toImage().pixelColor(int(7 + share * (slider.width() - 14)), 11);
    };
    const QColor critical = views::darkTokens().critical;
    Mark alert{Mark::Kind::Raised, present - 9min, State::Critical, u"63 stale"_s};
    slider.setMarks({alert});
    QCOMPARE(colourAt(present - 7min), critical);
    QVERIFY(colourAt(present - 4min) != critical && colourAt(present - 4min).alpha() > 0);
    QCOMPARE(colourAt(present - 1min), critical);
    alert.level = State::Error; // the server did not answer
    slider.setMarks({alert});
    QCOMPARE(colourAt(present - 4min), critical);
}

QTEST_MAIN(TestMomentTime)

#include "tst_momenttime.moc"
