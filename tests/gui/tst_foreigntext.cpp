// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/madesession.h"
#include "tests/gui/pagefixture.h"
#include "views/charts/timeplot.h"
#include "views/theme/plaintext.h"
#include "views/theme/theme.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QFontMetrics>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QMenu>
#include <QRegularExpression>
#include <QTest>
#include <QToolTip>

#include <algorithm>

using namespace plimsoll;
using namespace plimsoll::views;

namespace {

/// A hostile job name: markup that would read a file and show as bold text.
const QByteArray &markup()
{
    static const QByteArray text = "<img src='file:///nowhere/p.png'><b>bold</b>";
    return text;
}

const QLabel *shownTip()
{
    for (const QWidget *widget : QApplication::topLevelWidgets()) {
        if (widget->inherits("QTipLabel") && widget->isVisible()) {
            return qobject_cast<const QLabel *>(widget);
        }
    }
    return nullptr;
}

} // namespace

/// Names, keys, elements and errors come from elsewhere and are shown as they are, wherever they are shown.
class ForeignTextTest final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_theme.install(*qApp, Theme::Choice::Light); }
    void init()
    {
        m_fixture = std::make_unique<testing::PageFixture>(2, markup());
        m_session = std::make_unique<testing::MadeSession>(
            m_theme, [this](const BrowseRequest &asked) { return m_fixture->answer(asked); });
        m_window = &m_session->window;
        m_fixture->fillHistory(m_session->history, 700);
        m_window->resize(1280, 800);
        m_window->show();
        m_window->setWorkspace(m_fixture->last()->layout->workspace);
        m_window->apply(m_fixture->last());
    }
    void cleanup() { m_session.reset(); }

    void labelsArePlain_data() { pages(); }
    void labelsArePlain()
    {
        open();
        int foreign = 0;
        for (const QLabel *label : m_window->findChildren<QLabel *>()) {
            if (!label->isVisible()) {
                continue;
            }
            QVERIFY2(label->textFormat() != Qt::AutoText, qPrintable(label->text()));
            const bool isForeign = label->text().contains(QStringLiteral("<img")); // of a title perhaps no more
            foreign += isForeign ? 1 : 0;
            QVERIFY2(!isForeign || label->textFormat() == Qt::PlainText, qPrintable(label->text()));
        }
        QFETCH(QString, page);
        QVERIFY(foreign > 0 || page == QStringLiteral("overview")); // its cards are painted
    }

    void tooltipsArePlain_data() { pages(); }
    void tooltipsArePlain()
    {
        open();
        int foreign = 0;
        const auto point = [&](QWidget *widget, QPoint at) {
            QHelpEvent event(QEvent::ToolTip, at, widget->mapToGlobal(at));
            QApplication::sendEvent(widget, &event);
            const QLabel *tip = shownTip();
            if (tip != nullptr && tip->text().contains(QStringLiteral("<img"))) {
                ++foreign;
                QCOMPARE(tip->textFormat(), Qt::PlainText);
            }
            QToolTip::hideText();
            // The one that fades is not the next one's.
            QTRY_VERIFY(shownTip() == nullptr);
        };
        for (QWidget *widget : m_window->findChildren<QWidget *>()) {
            if (widget->isVisible() && widget->toolTip().contains(QStringLiteral("<img"))) {
                point(widget, widget->rect().center());
            }
        }
        for (auto *view : m_window->findChildren<QAbstractItemView *>()) {
            const QAbstractItemModel *model = view->model();
            if (!view->isVisible() || model == nullptr || qobject_cast<QHeaderView *>(view) != nullptr) {
                continue;
            }
            for (int row = 0; row < std::min(1, model->rowCount()); ++row) {
                for (int column = 0; column < model->columnCount(); ++column) {
                    const QRect cell = view->visualRect(model->index(row, column));
                    if (!cell.isEmpty() && view->viewport()->rect().contains(cell.center())) {
                        point(view->viewport(), cell.center());
                    }
                }
            }
        }
        QVERIFY(foreign > 0);
    }

    void errorsOfPagesArePlain()
    {
        m_fixture->failing = true;
        m_window->openCollection(m_fixture->indexOf(QLatin1StringView("presence")));
        int foreign = 0;
        for (const QLabel *label : m_window->findChildren<QLabel *>()) {
            if (label->isVisible() && label->text().contains(QStringLiteral("<img"))) {
                ++foreign;
                QCOMPARE(label->textFormat(), Qt::PlainText);
            }
        }
        QVERIFY(foreign > 1);
    }

    void whatIsToldToBeRichStaysSo()
    {
        QLabel label(QStringLiteral("<b>ours</b>"));
        label.setTextFormat(Qt::RichText);
        label.show();
        QCOMPARE(label.textFormat(), Qt::RichText);
    }

    void longTipsWrap()
    {
        const QFont font = m_theme.textFont();
        const QString text = QStringLiteral("a first line\n") + QString(300, u'x') + QStringLiteral(" end");
        const QStringList lines = inLines(text, font, 200).split(u'\n');
        QVERIFY(lines.size() > 3);
        QCOMPARE(lines.front(), QStringLiteral("a first line"));
        for (const QString &line : lines) {
            QVERIFY(QFontMetrics(font).horizontalAdvance(line) <= 202);
        }
        QCOMPARE(inLines(text, font, 200).remove(u'\n').remove(u' '), QString(text).remove(u'\n').remove(u' '));
        QCOMPARE(inLines({}, font, 200), QString());
    }

private:
    static void pages()
    {
        QTest::addColumn<QString>("page");
        for (const char *page : {"overview", "queue", "schedule", "leaderboard", "presence", "members"}) {
            QTest::newRow(page) << QString::fromLatin1(page);
        }
    }
    void open()
    {
        QFETCH(QString, page);
        if (page == QStringLiteral("overview")) {
            m_window->showPage(page);
        } else {
            m_window->openCollection(m_fixture->indexOf(QLatin1StringView(page.toLatin1())));
        }
        QCoreApplication::processEvents();
    }

    Theme m_theme;
    std::unique_ptr<testing::PageFixture> m_fixture;
    std::unique_ptr<testing::MadeSession> m_session;
    SessionView *m_window = nullptr; ///< window of m_session
};

QTEST_MAIN(ForeignTextTest)
#include "tst_foreigntext.moc"
