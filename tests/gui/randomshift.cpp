// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/randomshift.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QHeaderView>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenu>
#include <QScreen>
#include <QTest>
#include <QWheelEvent>

#include <algorithm>
#include <array>
#include <csignal>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace plimsoll::testing {

namespace {

constexpr auto pace = 15ms; ///< time between two acts: faster than any user
constexpr auto beatEvery = 5ms;

/// redis-servers that this process has started, and no others.
QList<qint64> ourServers()
{
    QList<qint64> found;
    const QByteArray parent = QByteArray::number(QCoreApplication::applicationPid());
    for (const QString &entry : QDir(u"/proc"_s).entryList(QDir::Dirs)) {
        QFile stat(u"/proc/%1/stat"_s.arg(entry));
        if (!entry.front().isDigit() || !stat.open(QIODevice::ReadOnly)) {
            continue;
        }
        // pid (name) state parent …
        const QByteArray line = stat.readAll();
        const QList<QByteArray> rest = line.mid(line.lastIndexOf(')') + 2).split(' ');
        if (rest.value(1) == parent && (line.contains("(redis-server)") || line.contains("(valkey-server)"))) {
            found.append(entry.toLongLong());
        }
    }
    return found;
}

QString nameOf(const QWidget &widget)
{
    QString name = QLatin1StringView(widget.metaObject()->className());
    if (!widget.objectName().isEmpty()) {
        name += u'#' + widget.objectName();
    }
    return name;
}

bool isInScrollArea(const QWidget &widget)
{
    for (const QWidget *parent = widget.parentWidget(); parent != nullptr && !parent->isWindow();
         parent = parent->parentWidget()) {
        if (qobject_cast<const QAbstractScrollArea *>(parent) != nullptr) {
            return true;
        }
    }
    return false;
}

/// Widgets that the user can click: neither hidden nor scrolled away.
QList<QWidget *> targets(const QWidget &within)
{
    QList<QWidget *> list;
    for (QWidget *widget : within.findChildren<QWidget *>()) {
        const bool wanted = qobject_cast<QAbstractButton *>(widget) != nullptr
            || qobject_cast<QLineEdit *>(widget) != nullptr || qobject_cast<QComboBox *>(widget) != nullptr
            || qobject_cast<QAbstractItemView *>(widget) != nullptr || qobject_cast<QHeaderView *>(widget) != nullptr
            || widget->focusPolicy() != Qt::NoFocus;
        if (wanted && widget->isVisibleTo(&within) && widget->isEnabled() && !widget->visibleRegion().isEmpty()
            && widget->window() == within.window()) {
            list.append(widget);
        }
    }
    return list;
}

/// Works like QTest::mouseClick(), but the target may be deleted between press and release.
void clickOn(QWidget *target, Qt::KeyboardModifiers modifiers, QPoint at)
{
    const QPointer<QWidget> alive(target);
    QTest::mousePress(target, Qt::LeftButton, modifiers, at);
    if (alive != nullptr) {
        QTest::mouseRelease(target, Qt::LeftButton, modifiers, at);
    }
}

} // namespace

RandomShift::RandomShift(QMainWindow &window, quint32 seed) : m_window(window), m_random(seed)
{
    m_heart.setTimerType(Qt::PreciseTimer);
    m_heart.setInterval(beatEvery);
    connect(&m_heart, &QTimer::timeout, this, &RandomShift::beat);
}

RandomShift::~RandomShift()
{
    resumeServer();
}

void RandomShift::start(std::chrono::seconds time)
{
    m_length = time;
    m_since.start();
    m_sinceBeat.start();
    m_heart.start();
    QTimer::singleShot(pace, this, &RandomShift::act);
}

void RandomShift::beat()
{
    const auto gap = std::chrono::milliseconds(m_sinceBeat.restart()) - beatEvery;
    if (gap > m_longestStall) {
        m_longestStall = gap;
        m_stalledBy = m_last;
    }
}

void RandomShift::note(const QString &what)
{
    m_last = what;
    ++m_counts[what.section(u' ', 0, 0)];
    if (qEnvironmentVariableIsSet("PLIMSOLL_SHIFT_LOG")) {
        qInfo("%lld ms: %s", m_since.elapsed(), qPrintable(what));
    }
}

void RandomShift::act()
{
    if (std::chrono::milliseconds(m_since.elapsed()) > m_length) {
        m_heart.stop();
        resumeServer();
        // Closes popups first: with one open the window cannot be closed.
        while (QWidget *popup = QApplication::activePopupWidget()) {
            popup->close();
        }
        emit ended();
        return;
    }
    QTimer::singleShot(pace, this, &RandomShift::act); // before acting: a dialog may keep this one waiting
    ++m_acts;
    if (auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget())) {
        actOnMenu(*menu);
    } else if (QWidget *popup = QApplication::activePopupWidget()) {
        note(u"popup "_s + nameOf(*popup));
        QTest::keyClick(popup, m_random.bounded(2) == 0 ? Qt::Key_Escape : Qt::Key_Return);
    } else {
        QWidget *dialog = QApplication::activeModalWidget();
        if (dialog == nullptr) {
            for (QWidget *top : QApplication::topLevelWidgets()) {
                dialog = top != &m_window && top->isVisible() && qobject_cast<QDialog *>(top) != nullptr ? top : dialog;
            }
        }
        if (dialog != nullptr) {
            actOnDialog(*dialog);
        } else {
            actOnWindow(m_window);
        }
    }
    if (m_acts % 20 == 0) {
        checkPlaces();
    }
}

void RandomShift::actOnMenu(QMenu &menu)
{
    QList<QAction *> actions = menu.actions();
    actions.removeIf([](const QAction *action) { return !action->isEnabled() || action->isSeparator(); });
    if (actions.isEmpty() || m_random.bounded(5) == 0) {
        note(u"menu Escape"_s);
        QTest::keyClick(&menu, Qt::Key_Escape);
        return;
    }
    QAction *chosen = actions.at(m_random.bounded(actions.size()));
    if (chosen->objectName() == "closeAction"_L1) {
        return;
    }
    note(u"menu "_s + chosen->text());
    clickOn(&menu, {}, menu.actionGeometry(chosen).center());
}

void RandomShift::actOnDialog(QWidget &dialog)
{
    // Files and servers of the person's own are none of this test's business.
    if (qobject_cast<QFileDialog *>(&dialog) != nullptr
        || (dialog.objectName() == "connectionDialog"_L1 && m_random.bounded(6) == 0)) {
        note(u"dialog leave "_s + nameOf(dialog));
        QTest::keyClick(&dialog, Qt::Key_Escape);
        return;
    }
    const int what = m_random.bounded(12);
    auto *confirm = dialog.findChild<QAbstractButton *>(u"operationConfirm"_s);
    const bool isOperation = confirm != nullptr && confirm->isVisible();
    if (isOperation && !confirm->isEnabled() && m_random.bounded(20) != 0) {
        // Waits for the preview as a person does, however long it takes on this machine.
        wander(dialog);
    } else if (isOperation && confirm->isEnabled() && what < 5) {
        note(u"operate "_s + confirm->text());
        clickOn(confirm, {}, confirm->rect().center());
    } else if (what < 6) {
        click(dialog);
    } else if (what < 8) {
        type();
    } else if (what == 8) {
        note(u"dialog Escape "_s + nameOf(dialog));
        QTest::keyClick(&dialog, Qt::Key_Escape);
    } else if (what == 9) {
        note(u"dialog Tab"_s);
        QTest::keyClick(&dialog, Qt::Key_Tab);
    } else {
        scroll(dialog);
    }
}

void RandomShift::actOnWindow(QWidget &window)
{
    const int what = m_random.bounded(100);
    if (what < 45) {
        click(window);
    } else if (what < 62) {
        press();
    } else if (what < 70) {
        type();
    } else if (what < 80) {
        scroll(window);
    } else if (what < 92) {
        wander(window);
    } else if (what < 97) {
        resize();
    } else {
        disturbServer();
    }
}

void RandomShift::click(QWidget &within)
{
    QList<QWidget *> list = targets(within);
    if (within.objectName() == "connectionDialog"_L1) {
        // Anything but going there.
        list.removeIf([](const QWidget *widget) { return qobject_cast<const QAbstractButton *>(widget) != nullptr; });
    }
    if (list.isEmpty()) {
        return;
    }
    QWidget *target = list.at(m_random.bounded(list.size()));
    if (auto *view = qobject_cast<QAbstractItemView *>(target)) {
        target = view->viewport();
    }
    const QRect visible = target->visibleRegion().boundingRect();
    const QPoint at(visible.left() + m_random.bounded(std::max(1, visible.width())),
                    visible.top() + m_random.bounded(std::max(1, visible.height())));
    static constexpr std::array modifiers{Qt::NoModifier, Qt::NoModifier, Qt::NoModifier, Qt::ControlModifier,
                                          Qt::ShiftModifier};
    const auto modifier = modifiers.at(m_random.bounded(unsigned(modifiers.size())));
    const int how = m_random.bounded(12);
    note((how == 0 ? u"context "_s : how == 1 ? u"doubleclick "_s : u"click "_s) + nameOf(*target));
    const QPointer<QWidget> alive(target);
    if (how == 0) {
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, target->mapToGlobal(at));
        QApplication::sendEvent(target, &event);
        return;
    }
    clickOn(target, modifier, at);
    if (how == 1 && alive != nullptr && alive->isVisible()) {
        QTest::mouseDClick(target, Qt::LeftButton, modifier, at);
    }
}

void RandomShift::press()
{
    struct Stroke {
        Qt::Key key;
        Qt::KeyboardModifiers modifiers = Qt::NoModifier;
    };
    static const std::array strokes{
        Stroke{Qt::Key_F5},
        Stroke{Qt::Key_F9},
        Stroke{Qt::Key_F1},
        Stroke{Qt::Key_L, Qt::ControlModifier},
        Stroke{Qt::Key_F, Qt::ControlModifier},
        Stroke{Qt::Key_A, Qt::ControlModifier},
        Stroke{Qt::Key_C, Qt::ControlModifier},
        Stroke{Qt::Key_E, Qt::ControlModifier},
        Stroke{Qt::Key_Comma, Qt::ControlModifier},
        Stroke{Qt::Key_N, Qt::ControlModifier | Qt::ShiftModifier},
        Stroke{Qt::Key_Up, Qt::ControlModifier | Qt::ShiftModifier},
        Stroke{Qt::Key_Escape},
        Stroke{Qt::Key_Return},
        Stroke{Qt::Key_Space},
        Stroke{Qt::Key_Delete},
        Stroke{Qt::Key_Tab},
        Stroke{Qt::Key_Backtab},
        Stroke{Qt::Key_Up},
        Stroke{Qt::Key_Down},
        Stroke{Qt::Key_PageDown},
        Stroke{Qt::Key_Home},
        Stroke{Qt::Key_End},
    };
    QWidget *focus = QApplication::focusWidget();
    if (focus == nullptr) {
        focus = &m_window;
    }
    const int chosen = m_random.bounded(int(strokes.size()) + 9);
    if (chosen >= int(strokes.size())) {
        const auto page = static_cast<Qt::Key>(Qt::Key_1 + (chosen - int(strokes.size())));
        note(u"page %1"_s.arg(chosen - int(strokes.size()) + 1));
        QTest::keyClick(focus, page, Qt::ControlModifier);
        return;
    }
    const Stroke &stroke = strokes.at(static_cast<std::size_t>(chosen));
    note(u"key "_s + QKeySequence(QKeyCombination(stroke.modifiers, stroke.key)).toString());
    QTest::keyClick(focus, stroke.key, stroke.modifiers);
}

void RandomShift::type()
{
    static const std::array words{u"job"_s, u"7"_s, u"mail"_s,        u"<img src=x>"_s,
                                  u"{"_s,   u"ä"_s, u"99999999999"_s, u"-1"_s};
    auto *field = qobject_cast<QLineEdit *>(QApplication::focusWidget());
    if (field == nullptr || field->window()->objectName() == "connectionDialog"_L1) {
        press();
        return;
    }
    note(u"type "_s + nameOf(*field));
    if (m_random.bounded(3) == 0) {
        field->clear();
    }
    for (const QChar letter : words.at(m_random.bounded(unsigned(words.size())))) {
        QTest::sendKeyEvent(QTest::Click, field, Qt::Key_unknown, QString(letter), Qt::NoModifier);
    }
}

void RandomShift::scroll(QWidget &within)
{
    const QList<QAbstractScrollArea *> areas = within.findChildren<QAbstractScrollArea *>();
    if (areas.isEmpty()) {
        return;
    }
    QAbstractScrollArea *area = areas.at(m_random.bounded(areas.size()));
    if (!area->isVisible()) {
        return;
    }
    note(u"scroll "_s + nameOf(*area));
    const QPointF at = QRectF(area->viewport()->rect()).center();
    QWheelEvent event(at, area->viewport()->mapToGlobal(at), {}, {0, m_random.bounded(2) == 0 ? 240 : -240},
                      Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(area->viewport(), &event);
}

void RandomShift::wander(QWidget &within)
{
    note(u"wander"_s);
    const QPoint at(m_random.bounded(std::max(1, within.width())), m_random.bounded(std::max(1, within.height())));
    QWidget *under = within.childAt(at);
    QTest::mouseMove(under != nullptr ? under : &within, under != nullptr ? under->mapFrom(&within, at) : at);
}

void RandomShift::resize()
{
    const QRect screen = m_window.screen()->availableGeometry();
    static constexpr std::array<QSize, 5> sizes{QSize(1, 1), QSize(1280, 720), QSize(1366, 740), QSize(1000, 640),
                                                QSize(1920, 1080)};
    const QSize wanted =
        sizes.at(m_random.bounded(unsigned(sizes.size()))).boundedTo(screen.size() - QSize(40, 40)); // room for a frame
    note(u"resize %1x%2"_s.arg(wanted.width()).arg(wanted.height()));
    m_window.resize(wanted);
    // If the smallest window is as large as the screen, it cannot be moved.
    const QSize free = screen.size() - m_window.frameGeometry().size();
    m_window.move(screen.topLeft() + QPoint(std::clamp(free.width(), 0, 5), std::clamp(free.height(), 0, 30)));
}

void RandomShift::disturbServer()
{
    if (m_stopped != 0) {
        return;
    }
    const QList<qint64> servers = ourServers();
    if (servers.isEmpty()) {
        return;
    }
    ++m_disturbances;
    const auto server = static_cast<pid_t>(servers.front());
    if (m_random.bounded(3) == 0) {
        note(u"server killed"_s);
        kill(server, SIGKILL);
    } else {
        note(u"server stopped"_s);
        kill(server, SIGSTOP);
        m_stopped = server;
        QTimer::singleShot(std::chrono::milliseconds(200 + m_random.bounded(4'000)), this, &RandomShift::resumeServer);
    }
}

void RandomShift::resumeServer()
{
    if (const qint64 server = std::exchange(m_stopped, 0); server != 0) {
        kill(static_cast<pid_t>(server), SIGCONT);
    }
}

void RandomShift::checkPlaces()
{
    for (QWidget *top : QApplication::topLevelWidgets()) {
        if (!top->isVisible() || top->windowType() == Qt::ToolTip) {
            continue;
        }
        const QRect screen = top->screen()->availableGeometry().adjusted(-2, -2, 2, 2);
        if (!screen.contains(top->geometry())) {
            ++m_misplaced[u"%1 (%2x%3) is not on the screen"_s.arg(nameOf(*top)).arg(top->width()).arg(top->height())];
        }
        for (QAbstractButton *button : top->findChildren<QAbstractButton *>()) {
            if (!button->isVisible() || button->window() != top || isInScrollArea(*button)) {
                continue;
            }
            const QRect place(button->mapTo(top, QPoint()), button->size());
            if (!top->rect().contains(place)) {
                ++m_misplaced[u"%1 (%2, %3 to %4, %5) lies outside of %6 at %7x%8"_s.arg(
                    nameOf(*button), QString::number(place.left()), QString::number(place.top()),
                    QString::number(place.right()), QString::number(place.bottom()), nameOf(*top),
                    QString::number(top->width()), QString::number(top->height()))];
            }
        }
    }
}

} // namespace plimsoll::testing
