// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/notedialog.h"
#include "views/dialogs/connectiondialog.h"
#include "views/theme/theme.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

using namespace plimsoll;
using namespace plimsoll::views;

/// Dialogs by keyboard, and pages by the wheel.
class TestDialogKeys final : public QObject {
    Q_OBJECT

private slots:
    void enterPressesTheFocusedButton()
    {
        Theme theme;
        theme.install(*qobject_cast<QApplication *>(QCoreApplication::instance()), Theme::Choice::Light);
        ConnectionDialog dialog(&theme);
        const QSignalSpy asked(&dialog, &ConnectionDialog::testRequested);
        const QSignalSpy finished(&dialog, &QDialog::finished);
        const auto enter = [&dialog](const char *name) {
            dialog.show();
            auto *const widget = dialog.findChild<QWidget *>(QLatin1String(name));
            QVERIFY(widget != nullptr && QTest::qWaitForWindowExposed(&dialog));
            QTest::keyClick(widget, Qt::Key_Return);
        };
        enter("connectionTest");
        QCOMPARE(asked.size(), 1);
        QCOMPARE(finished.size(), 0);
        enter("connectionCancel");
        QCOMPARE(finished.size(), 1);
        QCOMPARE(dialog.result(), int(QDialog::Rejected));
        enter("connectionUrl"); // of a field it is the dialog's
        QCOMPARE(finished.size(), 2);
        QCOMPARE(dialog.result(), int(QDialog::Accepted));
    }

    /// The rows of its list are those of a menu: one colour for the chosen one, and no frame of the base style.
    void aComboBoxLooksLikeTheWindow()
    {
        for (const Theme::Choice choice : {Theme::Choice::Light, Theme::Choice::Dark}) {
            Theme theme;
            theme.install(*qobject_cast<QApplication *>(QCoreApplication::instance()), choice);
            QComboBox box;
            box.addItems({QStringLiteral("one"), QStringLiteral("two"), QStringLiteral("three")});
            box.resize(200, 30);
            box.show();
            QVERIFY(QTest::qWaitForWindowExposed(&box));
            box.showPopup();
            QTRY_VERIFY(box.view()->isVisible());
            const QRect row = box.view()->visualRect(box.model()->index(0, 0));
            QVERIFY2(row.height() >= 26, qPrintable(QString::number(row.height())));
            QTRY_COMPARE(box.view()->currentIndex().row(), 0);
            const QImage picture = box.view()->viewport()->grab().toImage();
            for (const int y : {row.top() + 3, row.center().y(), row.bottom() - 3}) {
                QCOMPARE(picture.pixelColor(row.right() - 20, y), theme.tokens().selection);
            }
            QCOMPARE(picture.pixelColor(row.right() - 20, row.bottom() + row.height() / 2), theme.tokens().card);
            box.hidePopup();
        }
    }

    /// Tab from the text goes to the accepting button first, wherever the style puts Cancel.
    void tabGoesToWhatKeeps()
    {
        Theme theme;
        theme.install(*qobject_cast<QApplication *>(QCoreApplication::instance()), Theme::Choice::Light);
        static constexpr std::chrono::milliseconds now(1'790'000'000'000);
        NoteDialog dialog(
            {{}, now, {}, {}}, [] { return now; }, nullptr);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        auto *const text = dialog.findChild<QWidget *>(QStringLiteral("noteText"));
        text->setFocus();
        QTest::keyClicks(text, QStringLiteral("deployed"));
        QStringList met;
        for (int i = 0; i < 2; ++i) {
            QTest::keyClick(dialog.focusWidget(), Qt::Key_Tab);
            met += dialog.focusWidget()->objectName();
        }
        QCOMPARE(met, (QStringList{QStringLiteral("noteAccept"), QStringLiteral("noteCancel")}));
    }

    /// Scrolling a page with the wheel does not change a combo box under the pointer.
    void theWheelScrollsThePage()
    {
        Theme theme;
        theme.install(*qobject_cast<QApplication *>(QCoreApplication::instance()), Theme::Choice::Light);
        QScrollArea area;
        auto *content = new QWidget;
        content->setFixedSize(200, 2'000);
        auto *choice = new QComboBox(content);
        choice->addItems({QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")});
        area.setWidget(content);
        area.resize(200, 200);
        area.show();
        QVERIFY(QTest::qWaitForWindowExposed(&area));
        const auto turn = [choice] {
            const QPointF at = choice->rect().center();
            QWheelEvent wheel(at, choice->mapToGlobal(at), {}, {0, -120}, Qt::NoButton, Qt::NoModifier,
                              Qt::NoScrollPhase, false);
            QSpontaneKeyEvent::setSpontaneous(&wheel); // one that a program makes goes no further than its widget
            QCoreApplication::instance()->notify(choice, &wheel);
        };
        area.setFocus();
        turn();
        QCOMPARE(choice->currentIndex(), 0);
        QVERIFY(!choice->hasFocus());
        QVERIFY(area.verticalScrollBar()->value() > 0);
        choice->setFocus();
        QTRY_VERIFY(choice->hasFocus());
        turn();
        QCOMPARE(choice->currentIndex(), 1);
    }
};

QTEST_MAIN(TestDialogKeys)

#include "tst_dialogkeys.moc"
