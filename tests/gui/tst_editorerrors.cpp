// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/kinds.h"
#include "redis/types/kind.h"
#include "redis/workspace/workspacefile.h"
#include "views/dialogs/collectioneditor.h"
#include "views/dialogs/keyfinder.h"
#include "views/theme/theme.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/wrappedlabel.h"

#include <QApplication>
#include <QComboBox>
#include <QHash>
#include <QJsonDocument>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>
#include <QTabWidget>
#include <QTest>

#include <array>
#include <memory>

using namespace plimsoll;
using namespace plimsoll::views;

namespace {

/// Lengthens a text as a translation might.
QString longer(const QString &text)
{
    QString more = text + QStringLiteral(" ");
    for (qsizetype i = 0; more.size() * 10 < text.size() * 14; ++i) {
        more += i % 8 == 7 ? u' ' : u'n';
    }
    return more;
}

void type(QWidget *field, const QString &text)
{
    field->setFocus();
    QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(field, Qt::Key_Delete);
    for (const QChar letter : text) {
        letter == u'\n' ? QTest::keyClick(field, Qt::Key_Return) : QTest::keyClicks(field, letter);
    }
}

/// A label that wraps draws its text itself.
QString textOf(const QLabel *label)
{
    return label->text().isEmpty() ? label->accessibleName() : label->text();
}

} // namespace

/// Tests where the collection editor shows mistakes: at their field, in full, without covering or moving what the user
/// points at. Checks geometry at every size of the dialog; ctest also runs it at 200 %.
class TestEditorErrors final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_theme.install(*qobject_cast<QApplication *>(QCoreApplication::instance()), Theme::Choice::Light);
    }

    void standInRoomOfTheirOwn_data()
    {
        QTest::addColumn<int>("tab");
        QTest::addColumn<QStringList>("fields");
        QTest::addColumn<QStringList>("typed");
        QTest::addColumn<bool>("smallest");
        QTest::addColumn<bool>("isLong");
        const auto rows = [](const char *name, int tab, const QStringList &fields, const QStringList &typed) {
            for (const bool smallest : {false, true}) {
                for (const bool isLong : {false, true}) {
                    QTest::addRow("%s, %s, %s", name, smallest ? "smallest" : "as it opens",
                                  isLong ? "40 %% longer" : "as it is")
                        << tab << fields << typed << smallest << isLong;
                }
            }
        };
        const QString id = QStringLiteral("{id}");
        rows("keys", 0, {QStringLiteral("key.processing"), QStringLiteral("key.job")},
             {QStringLiteral("processing:{id}"), QStringLiteral("job")});
        rows("two keys", 0, {QStringLiteral("key.ready"), QStringLiteral("key.delayed")},
             {QStringLiteral("q:{id}\nq2:{id}"), QStringLiteral("delayed:{id}")});
        rows("options", 1, {QStringLiteral("option.staleAfter"), QStringLiteral("option.maxAttempts")},
             {QStringLiteral("half an hour or so"), QStringLiteral("many")});
        rows("limits", 2, {QStringLiteral("limit.ready.warning"), QStringLiteral("limit.stale.warning")},
             {QStringLiteral("lots"), QStringLiteral("some")});
        rows("bound", 3, {QStringLiteral("boundValue")}, {QStringLiteral("about a week")});
        rows("the name", 0, {QStringLiteral("collectionName")}, {QStringLiteral("taken")});
    }

    void standInRoomOfTheirOwn()
    {
        QFETCH(const int, tab);
        QFETCH(const QStringList, fields);
        QFETCH(const QStringList, typed);
        QFETCH(const bool, smallest);
        QFETCH(const bool, isLong);
        open(isLong, smallest);
        tabs()->setCurrentIndex(tab);
        if (tab == 3) {
            auto *way = m_editor->findChild<QComboBox *>(QStringLiteral("boundWay"));
            way->setCurrentIndex(way->findData(QStringLiteral("maxAge")));
            type(field(QStringLiteral("boundValue")), QStringLiteral("7d"));
        }
        settle();
        const Places before = places();
        for (qsizetype i = 0; i < fields.size(); ++i) {
            type(field(fields[i]), typed[i]);
        }
        settle();
        QVERIFY(!m_editor->isValid());
        for (const QString &name : fields) {
            const auto *problem = problemOf(field(name));
            QVERIFY2(problem != nullptr && problem->isVisible(), qPrintable(name));
            QVERIFY(!textOf(problem).isEmpty());
        }
        const QString wrong = crowded();
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
        const QString moved = difference(before, places());
        QVERIFY2(moved.isEmpty(), qPrintable(moved));
    }

    /// More than there is room for: it takes the room, and covers nothing.
    void growWhereTheyMust()
    {
        open(true, true);
        tabs()->setCurrentIndex(1);
        type(field(QStringLiteral("option.staleAfter")), QString(200, u'x'));
        type(field(QStringLiteral("option.maxAttempts")), QStringLiteral("many"));
        settle();
        const QString wrong = crowded();
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }

    /// Names the limit as its row does, not as the file does.
    void aLimitIsNamedInWords()
    {
        open(false, false);
        tabs()->setCurrentIndex(2);
        type(field(QStringLiteral("limit.oldestReadyMs.critical")), QStringLiteral("soon"));
        settle();
        const QString reason = m_editor->findChild<WrappedLabel *>(QStringLiteral("collectionReason"))->fullText();
        QVERIFY2(reason.contains(QStringLiteral("oldest ready")), qPrintable(reason));
        QVERIFY2(!reason.contains(QStringLiteral("Ms")), qPrintable(reason));
    }

    void fitsASmallScreen()
    {
        open(false, true);
        const QSize there(640, 400 - 30); // 1280×800 at 200 %, with a frame
        QVERIFY2(m_editor->width() <= there.width() && m_editor->height() <= there.height(),
                 qPrintable(QStringLiteral("%1×%2").arg(m_editor->width()).arg(m_editor->height())));
    }

    /// Members of a limit without a field are kept; its duration has a field.
    void limitsKeepTheirTimes()
    {
        open(false, false);
        const QJsonObject queue = QJsonDocument::fromJson(
                                      R"({"name": "jobs", "kind": "queue", "keys": {"ready": "q"},
                                          "limits": {"ready": {"warning": 10, "clear": 8, "for": "5m"},
                                                     "stale": {"unchangedFor": {"critical": "1h"}}}})")
                                      .object();
        m_editor->setCollection(queue);
        QCOMPARE(m_editor->collection(), queue);
        tabs()->setCurrentIndex(2);
        const auto limit = [this](const char *figure) {
            return m_editor->collection()[QStringLiteral("limits")].toObject()[QLatin1StringView(figure)].toObject();
        };
        const auto holdFor = field(QStringLiteral("limit.ready.for"));
        type(holdFor, QStringLiteral("5"));
        QVERIFY(!m_editor->isValid());
        type(holdFor, QString());
        QVERIFY(m_editor->isValid());
        QCOMPARE(limit("ready"), (QJsonObject{{QStringLiteral("warning"), 10}, {QStringLiteral("clear"), 8}}));
        type(field(QStringLiteral("limit.ready.warning")), QString());
        QVERIFY(m_editor->isValid()); // where it clears goes with the limit
        QVERIFY(limit("ready").isEmpty());
        QCOMPARE(limit("stale"), queue[QStringLiteral("limits")].toObject()[QStringLiteral("stale")].toObject());
    }

    /// Options make figures: their limits come and go with them, and nothing typed is lost on the way.
    void limitsFollowTheOptions()
    {
        static constexpr auto bandsOf = [](const CollectionDefinition &definition) {
            auto table = std::make_shared<FigureTable>(*definition.kind);
            for (qint64 band = 0; band < definition.integer(QLatin1StringView("top")).value_or(0); ++band) {
                const QByteArray number = QByteArray::number(band);
                table->add("band." + number, "band " + number, "Members of one band");
            }
            return std::shared_ptr<const FigureTable>(std::move(table));
        };
        KindInfo banded = *redis::findKind(u"leaderboard");
        banded.furtherFigures = bandsOf;
        const std::array<const KindInfo *, 1> kinds{&banded};
        m_editor = std::make_unique<CollectionEditor>(
            kinds,
            [&kinds](const QJsonObject &json) -> CollectionEditor::Checked {
                redis::CheckedCollection checked = redis::checkCollection(json, kinds, {});
                return {std::move(checked.problems), std::move(checked.definition.ownFigures)};
            },
            &m_theme);
        m_editor->setCollection(
            QJsonDocument::fromJson(R"({"name":"jobs","kind":"leaderboard","keys":{"board":"b"},"options":{"top":2},
                                       "limits":{"members":{"warning":3},"band.1":{"warning":5}}})")
                .object());
        const auto warning = [this](const char *figure) {
            return m_editor->findChild<QLineEdit *>(QStringLiteral("limit.%1.warning").arg(QLatin1String(figure)));
        };
        const auto top = [this](const QString &text) {
            auto *const edit = m_editor->findChild<QLineEdit *>(QStringLiteral("option.top"));
            edit->selectAll();
            QTest::keyClicks(edit, text);
        };
        QVERIFY(m_editor->isValid());
        QCOMPARE(warning("members")->text(), QStringLiteral("3"));
        QCOMPARE(warning("band.1")->text(), QStringLiteral("5"));
        QVERIFY(warning("band.2") == nullptr);
        top(QStringLiteral("3"));
        QCOMPARE(warning("band.1")->text(), QStringLiteral("5"));
        QTest::keyClicks(warning("band.2"), QStringLiteral("9"));
        warning("members")->selectAll();
        QTest::keyClick(warning("members"), Qt::Key_Delete);
        top(QStringLiteral("x")); // wrong: what is typed stays where it is
        QCOMPARE(warning("band.2")->text(), QStringLiteral("9"));
        QVERIFY(!m_editor->isValid());
        top(QStringLiteral("1"));
        QVERIFY(m_editor->isValid());
        QVERIFY(warning("band.2") == nullptr);
        QVERIFY(m_editor->collection().value(QStringLiteral("limits")).toObject().isEmpty());
        top(QStringLiteral("3"));
        const QJsonObject limits = m_editor->collection().value(QStringLiteral("limits")).toObject();
        QCOMPARE(limits.keys(), (QStringList{QStringLiteral("band.1"), QStringLiteral("band.2")}));
        QVERIFY(m_editor->isValid());
    }

private:
    using Places = QHash<QString, QPoint>;

    void open(bool isLong, bool smallest)
    {
        m_editor = std::make_unique<CollectionEditor>(
            redis::kindInfos(),
            [isLong](const QJsonObject &json) -> CollectionEditor::Checked {
                WorkspaceProblems problems =
                    redis::checkCollection(json, redis::kindInfos(), {QStringLiteral("taken")}).problems;
                for (WorkspaceProblem &problem : problems) {
                    problem.text = isLong ? longer(problem.text) : problem.text;
                }
                return {std::move(problems)};
            },
            &m_theme);
        m_editor->setCollection(
            {{QStringLiteral("name"), QStringLiteral("mail")},
             {QStringLiteral("kind"), QStringLiteral("queue")},
             {QStringLiteral("keys"), QJsonObject{{QStringLiteral("ready"), QStringLiteral("q")}}}});
        m_editor->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_editor.get()));
        if (smallest) {
            for (QSize last; last != m_editor->size(); settle()) { // what wraps is higher where it is narrower
                last = m_editor->size();
                m_editor->resize(m_editor->minimumSizeHint().expandedTo(m_editor->minimumSize()));
            }
        }
        settle();
    }

    static void settle()
    {
        for (int i = 0; i < 5; ++i) {
            QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
            QCoreApplication::processEvents();
        }
    }

    [[nodiscard]] QTabWidget *tabs() const
    {
        return m_editor->findChild<QTabWidget *>(QStringLiteral("collectionTabs"));
    }
    [[nodiscard]] QWidget *field(const QString &name) const { return m_editor->findChild<QWidget *>(name); }

    /// The nearest label for problems: that of the field's own column.
    [[nodiscard]] const QLabel *problemOf(const QWidget *of) const
    {
        for (const QWidget *at = of->parentWidget(); at != nullptr && at != m_editor.get(); at = at->parentWidget()) {
            if (const auto *found = at->findChild<const QLabel *>(QStringLiteral("fieldProblem"))) {
                return found;
            }
        }
        return nullptr;
    }

    /// Everything a person could be pointing at, where it is in the dialog; what is in a tab, where it is in the tab:
    /// to reach a field the tab may have scrolled.
    [[nodiscard]] Places places() const
    {
        Places all;
        int number = 0;
        for (const QWidget *each : m_editor->findChildren<QWidget *>()) {
            const bool pointed = qobject_cast<const QLineEdit *>(each) != nullptr
                || qobject_cast<const QPlainTextEdit *>(each) != nullptr
                || qobject_cast<const QComboBox *>(each) != nullptr
                || qobject_cast<const QAbstractButton *>(each) != nullptr
                || qobject_cast<const QTabWidget *>(each) != nullptr;
            if (!pointed || !each->isVisible() || each->objectName().isEmpty()
                || each->objectName().startsWith(QLatin1String("qt_"))) {
                continue;
            }
            const QWidget *within = m_editor.get();
            for (const QWidget *at = each->parentWidget(); at != nullptr; at = at->parentWidget()) {
                within = at->objectName() == QLatin1String("pageBody") ? at : within;
            }
            all.insert(QStringLiteral("%1#%2").arg(each->objectName()).arg(number++), each->mapTo(within, QPoint()));
        }
        return all;
    }

    [[nodiscard]] static QString difference(const Places &before, const Places &after)
    {
        for (auto place = before.begin(); place != before.end(); ++place) {
            const QPoint now = after.value(place.key(), {-1, -1});
            if (now != place.value()) {
                return QStringLiteral("%1 was at %2, %3 and is at %4, %5")
                    .arg(place.key())
                    .arg(place.value().x())
                    .arg(place.value().y())
                    .arg(now.x())
                    .arg(now.y());
            }
        }
        return {};
    }

    /// Which label that says something wrong is cut off or shares its place with another widget; empty: none.
    [[nodiscard]] QString crowded() const
    {
        QList<const QLabel *> saying = m_editor->findChildren<const QLabel *>(QStringLiteral("fieldProblem"));
        saying.append(m_editor->findChild<const QLabel *>(QStringLiteral("collectionReason")));
        for (const QLabel *label : saying) {
            if (!label->isVisible() || textOf(label).isEmpty()) {
                continue;
            }
            if (label->heightForWidth(label->width()) > label->height()
                || label->minimumSizeHint().width() > label->width()) {
                return QStringLiteral("cut off at %1×%2: %3")
                    .arg(label->width())
                    .arg(label->height())
                    .arg(textOf(label));
            }
            const QRect place(label->mapTo(m_editor.get(), QPoint()), label->size());
            for (const QWidget *each : m_editor->findChildren<QWidget *>()) {
                const bool related = each == label || each->isAncestorOf(label) || label->isAncestorOf(each);
                const bool leaf = each->findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly).isEmpty()
                    || qobject_cast<const QPlainTextEdit *>(each) != nullptr;
                const bool sameWindow = each->window() == m_editor.get();
                // A label scrolled out of sight overlaps the dialog's own only in coordinates.
                const bool together = bodyOf(each) == bodyOf(label);
                const QRect other(each->mapTo(m_editor.get(), QPoint()), each->size());
                if (!related && leaf && sameWindow && together && each->isVisible() && other.intersects(place)) {
                    return QStringLiteral("%1 and “%2” share a place")
                        .arg(each->objectName().isEmpty() ? QString::fromLatin1(each->metaObject()->className())
                                                          : each->objectName(),
                             textOf(label));
                }
            }
        }
        return {};
    }

    static const QWidget *bodyOf(const QWidget *each)
    {
        for (; each != nullptr; each = each->parentWidget()) {
            if (each->objectName() == QLatin1String("pageBody")) {
                return each;
            }
        }
        return nullptr;
    }

    Theme m_theme;
    std::unique_ptr<CollectionEditor> m_editor;
};

QTEST_MAIN(TestEditorErrors)
#include "tst_editorerrors.moc"
