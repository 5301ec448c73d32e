// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/dialogs/connectiondialog.h"
#include "views/theme/theme.h"

#include <QApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace plimsoll;
using namespace plimsoll::views;

/// Dialogs by keyboard.
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
};

QTEST_MAIN(TestDialogKeys)

#include "tst_dialogkeys.moc"
