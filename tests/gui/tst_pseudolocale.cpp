// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/kinds.h"
#include "tests/gui/dashboardbench.h"
#include "tests/gui/kindsamples.h"
#include "tests/gui/labtour.h"
#include "tests/gui/tsfile.h"
#include "views/dialogs/shortcutoverlay.h"
#include "views/widgets/elidedlabel.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QDialog>
#include <QGroupBox>
#include <QHeaderView>
#include <QImage>
#include <QLabel>
#include <QLayout>
#include <QMenu>
#include <QMutex>
#include <QRegularExpression>
#include <QScrollArea>
#include <QTabWidget>
#include <QTableView>
#include <QTranslator>

#include <cmath>
#include <map>
#include <set>

using namespace plimsoll;
using plimsoll::testing::DashboardBench;
using plimsoll::testing::Messages;
using plimsoll::testing::readTs;

namespace {

/// A language in which each text is as in English, between marks, or 40 % longer. Asked on every thread.
class PseudoTranslator final : public QTranslator {
    Q_OBJECT

public:
    enum class Way { Marked, Longer };

    explicit PseudoTranslator(Way way)
        : m_way(way), m_messages(readTs(QStringLiteral(PLIMSOLL_SOURCE_DIR "/resources/translations/plimsoll_de.ts")))
    {
    }

    [[nodiscard]] bool isEmpty() const override { return false; }

    QString translate(const char *context, const char *source, const char *disambiguation, int n) const override
    {
        const QString text = QString::fromUtf8(source);
        const auto message =
            m_messages.constFind({QString::fromUtf8(context), text, QString::fromUtf8(disambiguation)});
        if (message == m_messages.cend() || (n >= 0 && !message->isNumerus)) {
            if (QByteArray(context).startsWith("plimsoll") || QByteArray(context).at(0) != 'Q') { // Qt's own
                const QMutexLocker lock(&m_mutex);
                m_unknown.insert(QString::fromUtf8(context) + QLatin1String(": ") + text
                                 + (message == m_messages.cend() ? QString() : QStringLiteral(" (no plurals)")));
            }
            return {};
        }
        return m_way == Way::Marked ? QChar(0x27e6) + text + QChar(0x27e7) : longer(text);
    }

    [[nodiscard]] QStringList unknown() const
    {
        const QMutexLocker lock(&m_mutex);
        return {m_unknown.cbegin(), m_unknown.cend()};
    }

private:
    /// With spaces in the added, so that it breaks where a sentence would; units of two letters are the same
    /// everywhere.
    static QString longer(const QString &text)
    {
        static const QRegularExpression fixed(QStringLiteral(R"(%L?\d+|%n|\{\w+\}|<[^>]*>|[^\w ])"));
        const auto letters = QString(text).remove(fixed).trimmed().size();
        if (letters <= 2 || text.contains(QLatin1String(";;"))) {
            return text;
        }
        const auto add = static_cast<qsizetype>(std::ceil(double(letters) * 0.4));
        const QString filling = letters > 12 ? QStringLiteral(" longer than it is") : QStringLiteral("elongated");
        return text + filling.repeated(int(add / filling.size() + 1)).left(add);
    }

    Way m_way;
    Messages m_messages;
    mutable QMutex m_mutex;
    mutable std::set<QString> m_unknown;
};

/// Texts that are not translated: data of the test (beginning with "zz", or bytes in hex), terms of Redis, and words to
/// type.
const QRegularExpression allowed(QStringLiteral(
    R"(\b\w+:(?=\{id\})|\bzz[\w:.{}-]*|/\S+|\S+://\S*|127\.0\.0\.1\S*|\S*\.sock\b|\b[Rr]edis\b|\bValkey\b|Plimsoll|demo|noeviction|standalone|\w+\.lua|\bmaster\b|)"
    R"(\b(Ctrl|Shift|Alt|F\d+|Esc|Escape|Del|Return|Enter|PgUp|PgDown|Up|Down|Home|End|Space|Tab)\b|Ctrl\+\S+|Shift\+\S+|\b[A-Z]\b|)"
    R"(EVALSHA \w+|LPUSH|RPUSH|ZADD|SADD|XX|PERSIST|PEXPIREAT|\+inf|-inf|)"
    R"(\b\d+(\.\d+)? ?(ms|s|min|h|d|m)\b|\{\w+\}|\d\w*)"));

/// The part of a text outside all translated parts.
QString unmarked(QString text)
{
    static const QRegularExpression innermost(QStringLiteral("\u27e6[^\u27e6\u27e7]*\u27e7"));
    static const QRegularExpression cutOff(QStringLiteral("\u27e6[^\u27e7]*$"));
    static const QRegularExpression letters(QStringLiteral("[A-Za-z]{2,}"));
    text.remove(QLatin1Char('&'));
    for (qsizetype before = -1; before != text.size();) {
        before = text.size();
        text.replace(innermost, QStringLiteral(" "));
    }
    text.remove(cutOff).remove(allowed);
    return text.contains(letters) ? text.simplified() : QString();
}

QTableView *visibleRows(const QWidget &window)
{
    for (auto *each : window.findChildren<QTableView *>(QStringLiteral("elements"))) {
        if (each->isVisible()) {
            return each;
        }
    }
    return nullptr;
}

} // namespace

/// The window in a made-up language, with every page and dialog: what is shown without a translation, and what does not
/// fit when the texts are 40 % longer.
class TestPseudoLocale final : public DashboardBench {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void everyTextIsTranslated();
    void longerTextsFit();
    void germanFits();

private:
    using Look = void (TestPseudoLocale::*)(const QWidget &);
    QByteArray otherKinds();
    void visitAll(QTranslator &translator, Look look);
    void lookFor(Look look, QWidget &root, const QString &place);
    void texts(const QWidget &root);
    void sizes(const QWidget &root);
    void text(const QString &text, const QObject &whose);
    void fault(const QString &what, const QObject &whose);

    QString m_place;
    QStringList m_kinds; ///< kinds of the collections
    std::map<QString, QString> m_faults; ///< and where each was seen first
};

void TestPseudoLocale::init()
{
    setUp();
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    redis::Pipeline pipeline;
    for (int i = 0; i < 120; ++i) {
        const QByteArray id = "zz" + QByteArray::number(i);
        const QByteArray at = QByteArray::number(i);
        pipeline.add({"LPUSH", "zzq", id});
        pipeline.add({"HSET", "zzjob:" + id, "attempts", "2", "error", "zzerror", "class", "zzclass", "created_at",
                      QByteArray::number(now - 100'000), "payload", R"({"zzfield":1})"});
        pipeline.add({"ZADD", "zzp", QByteArray::number(now - 120'000 + i), "zzs" + at});
        pipeline.add({"ZADD", "zzd", QByteArray::number(now + (i - 60) * 60'000), "zzt" + at});
        pipeline.add({"RPUSH", "zzdead", "zzx" + at});
        pipeline.add({"SADD", "zzset", "zzm" + at});
        pipeline.add({"SADD", "zzon", "zzu" + at});
        pipeline.add({"ZADD", "zzseen", QByteArray::number(now - 3'600'000 * (i % 2)), "zzu" + at});
        pipeline.add({"ZADD", "zzboard", QByteArray::number(i / 2), "zzplayer" + at});
    }
    m_server->run(pipeline);
}

void TestPseudoLocale::cleanup()
{
    tearDown();
}

void TestPseudoLocale::fault(const QString &what, const QObject &whose)
{
    QString names;
    for (const QObject *each = &whose; each != nullptr && names.size() < 60; each = each->parent()) {
        if (!each->objectName().isEmpty() && !each->objectName().startsWith(QLatin1String("qt_"))) {
            names += QLatin1String(" < ") + each->objectName();
        }
    }
    m_faults.emplace(
        QStringLiteral("%1   [%2%3]").arg(what, QString::fromLatin1(whose.metaObject()->className()), names),
        m_place); // the first place says enough
}

void TestPseudoLocale::text(const QString &text, const QObject &whose)
{
    const QString rest = unmarked(text);
    if (!rest.isEmpty()) {
        fault(QStringLiteral("“%1” in “%2”").arg(rest, text), whose);
    }
}

void TestPseudoLocale::texts(const QWidget &root)
{
    QList<const QWidget *> widgets{&root};
    for (const QWidget *widget : root.findChildren<QWidget *>()) {
        widgets += widget;
    }
    for (const QWidget *widget : widgets) {
        if (!widget->isVisible() || (widget != &root && widget->window() != root.window())) {
            continue;
        }
        text(widget->toolTip(), *widget);
        text(widget->accessibleName(), *widget);
        if (widget->isWindow()) {
            text(widget->windowTitle(), *widget);
        }
        if (const auto *elided = qobject_cast<const views::ElidedLabel *>(widget)) {
            text(elided->fullText(), *widget);
        } else if (const auto *label = qobject_cast<const QLabel *>(widget)) {
            text(label->text(), *widget);
        } else if (const auto *button = qobject_cast<const QAbstractButton *>(widget)) {
            text(button->text(), *widget);
        } else if (const auto *group = qobject_cast<const QGroupBox *>(widget)) {
            text(group->title(), *widget);
        } else if (const auto *edit = qobject_cast<const QLineEdit *>(widget)) {
            text(edit->placeholderText(), *widget);
        } else if (const auto *combo = qobject_cast<const QComboBox *>(widget)) {
            for (int i = 0; i < combo->count(); ++i) {
                text(combo->itemText(i), *widget);
            }
        } else if (const auto *view = qobject_cast<const QAbstractItemView *>(widget); view && view->model()) {
            const QAbstractItemModel &model = *view->model();
            for (int column = 0; column < model.columnCount(); ++column) {
                text(model.headerData(column, Qt::Horizontal).toString(), *widget);
                text(model.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString(), *widget);
                for (int row = 0; row < std::min(model.rowCount(), 20); ++row) {
                    for (const int role : {Qt::DisplayRole, Qt::ToolTipRole, Qt::AccessibleTextRole}) {
                        text(model.index(row, column).data(role).toString(), *widget);
                    }
                }
            }
        }
        for (const QAction *action : widget->actions()) {
            text(action->text(), *widget);
            text(action->toolTip(), *widget);
        }
    }
    for (const QMenu *menu : root.findChildren<QMenu *>()) {
        for (const QAction *action : menu->actions()) {
            text(action->text(), *menu);
        }
    }
}

void TestPseudoLocale::sizes(const QWidget &root)
{
    for (const QWidget *widget : root.findChildren<QWidget *>()) {
        if (!widget->isVisible() || widget->visibleRegion().isEmpty() || widget->window() != root.window()) {
            continue;
        }
        const auto cut = [&](const QString &text, int wanted, int has) {
            if (wanted > has + 1) {
                fault(QStringLiteral("“%1” wants %2 pixels and has %3")
                          .arg(text, QString::number(wanted), QString::number(has)),
                      *widget);
            }
        };
        if (const auto *label = qobject_cast<const QLabel *>(widget); label && !label->text().isEmpty()) {
            if (label->wordWrap()) {
                cut(label->text() + QLatin1String(" (height)"), label->heightForWidth(label->width()), label->height());
            } else {
                cut(label->text(), label->minimumSizeHint().width(), label->width()); // small where it ends in "…"
            }
        } else if (const auto *button = qobject_cast<const QAbstractButton *>(widget);
                   button && !button->text().isEmpty()) {
            cut(button->text(), button->minimumSizeHint().width(), button->width());
        } else if (const auto *scroll = qobject_cast<const QScrollArea *>(widget); scroll && scroll->widget()) {
            cut(QStringLiteral("what is scrolled"), scroll->widget()->minimumSizeHint().width(),
                scroll->viewport()->width()); // its width follows a moment later
        }
        if (auto *header = qobject_cast<QHeaderView *>(const_cast<QWidget *>(widget));
            header && header->orientation() == Qt::Horizontal) {
            constexpr int padding = 8; // of the style sheet; text that is too long for its column is cut at it
            const QImage picture = header->grab().toImage();
            for (int section = 0; section < header->count(); ++section) {
                const int x = header->sectionViewportPosition(section) + padding;
                const QAbstractItemModel &model = *header->model();
                const int alignment = model.headerData(section, Qt::Horizontal, Qt::TextAlignmentRole).toInt();
                if (header->isSectionHidden(section) || x >= picture.width() || (alignment & Qt::AlignRight) == 0) {
                    continue; // at the left, "…" says that it is cut
                }
                for (int y = 2; y < picture.height() - 4; ++y) {
                    if (picture.pixel(x, y) != picture.pixel(x, 2)) {
                        fault(QStringLiteral("the title “%1” runs out of its column")
                                  .arg(model.headerData(section, Qt::Horizontal).toString()),
                              *header);
                        break;
                    }
                }
            }
        }
        const QWidget *parent = widget->parentWidget();
        if (parent != nullptr && parent->layout() != nullptr && parent->layout()->indexOf(widget) >= 0) {
            cut(QStringLiteral("a part of what it is in"), widget->geometry().right() + 1, parent->width());
        }
    }
}

void TestPseudoLocale::lookFor(Look look, QWidget &root, const QString &place)
{
    m_place = place;
    if (qobject_cast<views::SessionView *>(&root) != nullptr) {
        root.window()->resize(1280, 720);
        QTRY_COMPARE(root.window()->size(), QSize(1280, 720)); // nothing in it wants more
    }
    QCoreApplication::processEvents();
    for (int inner = 0; inner < 3; ++inner) { // what a layout asks of the one around it
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    }
    static_cast<void>(root.grab()); // painted, as on a screen
    (this->*look)(root);
}

/// A collection of each kind that has none yet, with a hundred elements where they go first.
QByteArray TestPseudoLocale::otherKinds()
{
    QByteArray json;
    m_kinds = {QStringLiteral("queue"), QStringLiteral("schedule"), QStringLiteral("leaderboard"),
               QStringLiteral("presence"), QStringLiteral("members")};
    redis::Pipeline pipeline;
    for (const KindInfo *kind : redis::kindInfos()) {
        if (m_kinds.contains(kind->id)) {
            continue;
        }
        m_kinds += kind->id;
        const QByteArray id(kind->id.data(), kind->id.size());
        QByteArrayList keys;
        for (const RoleSpec &role : kind->roles) {
            const QByteArray name(role.id.data(), role.id.size());
            const QByteArray key = "zz" + id + name;
            keys += '"' + name + R"(":")" + key + (role.perId ? R"(:{id}")" : R"(")");
            if (!role.perId) {
                plimsoll::testing::addSample(pipeline, role, key);
            }
        }
        json += R"(,{"name":"zz)" + id + R"(","kind":")" + id + R"(","keys":{)" + keys.join(',') + "}}";
    }
    m_server->run(pipeline);
    return json;
}

void TestPseudoLocale::visitAll(QTranslator &translator, Look look)
{
    QCoreApplication::installTranslator(&translator);
    m_faults.clear();
    app::DashboardArguments arguments;
    arguments.target = write(
        QStringLiteral("zz.json"),
        R"({"plimsoll":1,"name":"zzshop","connection":{"url":")" + m_server->url().toUtf8()
            + R"("},"pollMs":100,"collections":[{"name":"zzmail","kind":"queue","keys":{"ready":"zzq","processing":"zzp",)"
              R"("delayed":"zzd","dead":"zzdead","job":"zzjob:{id}"},"options":{"staleAfter":"30s","maxAttempts":3},)"
              R"("limits":{"ready":{"warning":10,"critical":1000}}},)"
              R"({"name":"zzlater","kind":"schedule","keys":{"delayed":"zzd"}},)"
              R"({"name":"zzbest","kind":"leaderboard","keys":{"board":"zzboard"},"bound":{"keep":100}},)"
              R"({"name":"zzlobby","kind":"presence","keys":{"connected":"zzon","lastSeen":"zzseen"},"options":{"window":"30s"}},)"
              R"({"name":"zzgroup","kind":"members","keys":{"set":"zzset"}})"
            + otherKinds() + "]}");
    lookFor(look, dashboard().view(), QStringLiteral("welcome"));
    emit m_dashboard->view().connectRequested();
    auto *connecting = m_dashboard->view().findChild<QDialog *>(QStringLiteral("connectionDialog"));
    QTRY_VERIFY(connecting != nullptr && connecting->isVisible());
    lookFor(look, *connecting, QStringLiteral("connectionDialog"));
    views::SessionView &window = dashboard(arguments).view();
    QTRY_VERIFY(window.windowTitle().startsWith(QLatin1String("zzshop")));
    QTRY_VERIFY(window.pageNames().size() > 6);
    for (const QString &page : window.pageNames()) {
        window.showPage(page);
        lookFor(look, window, page);
    }
    plimsoll::testing::walkLab(window, m_dashboard->sessions().front()->session().lab(),
                               [&](const QString &place) { lookFor(look, window, place); });
    for (std::size_t i = 0; i < std::size_t(m_kinds.size()); ++i) {
        window.openCollection(i);
        // Their pages have buckets or subjects, and no elements to inspect.
        if (QStringLiteral("dedupe ratelimit lock cache").contains(m_kinds[qsizetype(i)])) {
            lookFor(look, window, m_kinds[qsizetype(i)]);
            continue;
        }
        QTRY_VERIFY2(visibleRows(window) != nullptr && visibleRows(window)->model()->rowCount() > 0,
                     qPrintable(m_kinds[qsizetype(i)]));
        visibleRows(window)->selectRow(0);
        const auto *dock = window.findChild<QWidget *>(QStringLiteral("inspectorDock"));
        if (!dock->isVisible()) {
            QTest::keyClick(&window, Qt::Key_F9);
        }
        QTRY_VERIFY(dock->isVisible());
        lookFor(look, window, m_kinds[qsizetype(i)] + QLatin1String(" and its inspector"));
    }

    window.openCollection(0);
    QTest::keyClick(&window, Qt::Key_F1);
    const auto *overlay = window.findChild<views::ShortcutOverlay *>();
    QTRY_VERIFY(overlay != nullptr && overlay->isVisible());
    lookFor(look, window, QStringLiteral("shortcuts"));
    QTest::keyClick(&window, Qt::Key_Escape);
    QTRY_VERIFY(!overlay->isVisible());
    const auto dialogOf = [&](const QString &name) {
        QDialog *found = nullptr;
        for (auto *each : window.findChildren<QDialog *>(name)) {
            found = each->isVisible() ? each : found;
        }
        return found;
    };
    const auto visit = [&](const QString &name) {
        QTRY_VERIFY2(dialogOf(name) != nullptr, qPrintable(name));
        auto *tabs = dialogOf(name)->findChild<QTabWidget *>();
        for (int i = 0; i < (tabs == nullptr ? 1 : tabs->count()); ++i) {
            if (tabs != nullptr) {
                tabs->setCurrentIndex(i);
            }
            lookFor(look, *dialogOf(name), name);
        }
        dialogOf(name)->reject();
        QTRY_VERIFY(dialogOf(name) == nullptr);
    };
    emit window.editConnectionRequested();
    visit(QStringLiteral("connectionDialog"));
    emit window.addCollectionRequested();
    visit(QStringLiteral("collectionEditor"));
    for (std::size_t i = 0; i < std::size_t(m_kinds.size()); ++i) {
        emit window.editCollectionRequested(i);
        visit(QStringLiteral("collectionEditor"));
    }
    emit window.settingsRequested();
    visit(QStringLiteral("settingsDialog"));

    // One operation, from its question to what it did.
    const auto *rows = visibleRows(window);
    QVERIFY(rows != nullptr);
    QTRY_VERIFY(rows->model()->rowCount() > 0);
    visibleRows(window)->selectRow(0);
    const auto discard = [&] { return window.findChild<QPushButton *>(QStringLiteral("inspector.discard")); };
    QTRY_VERIFY(discard() != nullptr && discard()->isVisible() && discard()->isEnabled());
    QTest::mouseClick(discard(), Qt::LeftButton);
    QTRY_VERIFY(dialogOf(QStringLiteral("operationDialog")) != nullptr);
    QDialog *question = dialogOf(QStringLiteral("operationDialog"));
    auto *confirm = question->findChild<QPushButton *>(QStringLiteral("operationConfirm"));
    QTRY_VERIFY(confirm->isVisible());
    lookFor(look, *question, QStringLiteral("operation"));
    QTest::mouseClick(confirm, Qt::LeftButton);
    QTRY_VERIFY(dialogOf(QStringLiteral("operationDialog")) == nullptr);
    QTRY_COMPARE(m_server->run({"ZCARD", "zzp"}).integer, 119);
    lookFor(look, window, QStringLiteral("what an operation did"));
    window.showPage(QStringLiteral("journal"));
    lookFor(look, window, QStringLiteral("journal of one"));
    m_server->stop();
    window.showPage(QStringLiteral("overview"));
    const auto *banner = window.findChild<QWidget *>(QStringLiteral("banner"));
    QTRY_VERIFY(banner != nullptr && banner->isVisible());
    lookFor(look, window, QStringLiteral("server gone"));
    m_dashboard.reset();
    QCoreApplication::removeTranslator(&translator);
    if (const auto *pseudo = qobject_cast<const PseudoTranslator *>(&translator)) {
        for (const QString &unknown : pseudo->unknown()) {
            m_faults.emplace(unknown, QStringLiteral("asked for in vain"));
        }
    }
    for (const auto &[what, place] : m_faults) {
        qInfo("%s: %s", qPrintable(place), qPrintable(what)); // one message of a failure would be cut
    }
    QVERIFY(m_faults.empty());
}

void TestPseudoLocale::everyTextIsTranslated()
{
    PseudoTranslator marked(PseudoTranslator::Way::Marked);
    visitAll(marked, &TestPseudoLocale::texts);
}

void TestPseudoLocale::longerTextsFit()
{
    PseudoTranslator longer(PseudoTranslator::Way::Longer);
    visitAll(longer, &TestPseudoLocale::sizes);
}

/// German has words of twice the length.
void TestPseudoLocale::germanFits()
{
    QTranslator german;
    QVERIFY(german.load(QStringLiteral(":/plimsoll/translations/plimsoll_de.qm")));
    visitAll(german, &TestPseudoLocale::sizes);
}

QTEST_MAIN(TestPseudoLocale)
#include "tst_pseudolocale.moc"
