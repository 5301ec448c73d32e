// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alerts/alerttext.h"
#include "models/history/moment.h"
#include "redis/collections/kinds.h"
#include "redis/types/momentrecord.h"
#include "tests/support/sampleworkspace.h"

#include <QTest>
#include <QTranslator>

using namespace plimsoll;
using namespace Qt::StringLiterals;
using std::chrono::milliseconds;
using std::chrono::minutes;

namespace {

constexpr milliseconds then(1'795'000'000'000);

/// A language that names the bound of each key in words of its own.
class OneSentence final : public QTranslator {
public:
    [[nodiscard]] bool isEmpty() const override { return false; }
    [[nodiscard]] QString translate(const char * /*context*/, const char *text, const char * /*disambiguation*/,
                                    int /*count*/) const override
    {
        return QByteArrayView(text) == "%1, bound %2 for each key" ? u"%1, höchstens %2 je Schlüssel"_s : QString();
    }
};

} // namespace

/// How a collection stood at a moment, as what was kept of it and the alerts of then tell.
class MomentTest final : public QObject {
    Q_OBJECT

    /// The stream of a workspace at the moment, with these figures.
    static models::Moment momentOf(support::SampleWorkspace &sample, const QStringList &figures,
                                   const std::vector<double> &values, std::vector<Alert> alerts = {},
                                   const QByteArray &judged = {})
    {
        const MomentFigures kept{u"events"_s,         u"stream"_s, figures, values, std::vector<char>(values.size()),
                                 milliseconds(1'000), judged};
        models::MomentLimits limits;
        return models::momentOf({sample.snapshot(then)->layout, then}, {{kept}}, std::move(alerts), limits);
    }
    static Alert raised(const QString &figure, State worst)
    {
        Alert alert;
        alert.id = figure;
        alert.subject = {u"events"_s, u"stream"_s, figure, Cause::Level};
        alert.worst = worst;
        alert.raised = then - minutes(5);
        alert.cleared = then + minutes(5);
        return alert;
    }
    static QStringList problems(const models::Moment &moment)
    {
        QStringList texts;
        if (const auto &all = moment.snapshot->rows[0].problems) {
            for (const Problem &problem : *all) {
                texts += problem.text;
            }
        }
        return texts;
    }

private slots:
    /// A figure that should be 0 is trouble without a limit, live and in the past.
    void whatOughtToBeNothing()
    {
        support::SampleWorkspace sample;
        sample.add(u"events"_s, redis::findKind(u"stream"_s));
        const models::Moment bad = momentOf(sample, {u"length"_s, u"poison"_s}, {100, 4});
        QCOMPARE(bad.snapshot->rows[0].state, State::Warning);
        QCOMPARE(problems(bad), QStringList{u"4 poison"_s});
        QVERIFY(!bad.since[0]); // unknown: no alert says since when
        const models::Moment well = momentOf(sample, {u"length"_s, u"poison"_s}, {100, 0});
        QCOMPARE(well.snapshot->rows[0].state, State::Ok);
        const models::Moment unknown = momentOf(sample, {u"length"_s}, {100});
        QCOMPARE(unknown.snapshot->rows[0].state, State::Ok);
        QVERIFY(problems(unknown).isEmpty());
    }

    /// Elements that an event of the server took are trouble that no figure shows.
    void whatWasLost()
    {
        support::SampleWorkspace sample;
        sample.add(u"events"_s, redis::findKind(u"stream"_s));
        Alert lost = raised(QString(), State::Warning);
        lost.text = u"restarted, 201 elements gone"_s;
        const models::Moment bad = momentOf(sample, {u"length"_s}, {0}, {lost});
        QCOMPARE(bad.snapshot->rows[0].state, State::Warning);
        QCOMPARE(problems(bad), QStringList{lost.text});
        lost.raised = then + minutes(1);
        QCOMPARE(momentOf(sample, {u"length"_s}, {0}, {lost}).snapshot->rows[0].state, State::Ok);
    }

    /// A key that never expires has no time until its expiry: only the alert tells of it.
    void whatNeverExpires()
    {
        support::SampleWorkspace sample;
        sample.add(u"events"_s, redis::findKind(u"stream"_s));
        Alert alert = raised(u"poison"_s, State::Warning);
        alert.text = u"never expires, bound by expiry"_s;
        const models::Moment bad = momentOf(sample, {u"length"_s}, {100}, {alert});
        QCOMPARE(bad.snapshot->rows[0].state, State::Warning);
        QCOMPARE(problems(bad), QStringList{alert.text});
        QCOMPARE(bad.since[0]->since, then - minutes(5));
        alert.steps = {{then - minutes(5), State::Warning, then - minutes(5), u"never expires: 1 of 2 keys"_s}};
        QCOMPARE(problems(momentOf(sample, {u"length"_s}, {100}, {alert})), QStringList{alert.steps.front().text});
        alert.cleared = then - minutes(1);
        QCOMPARE(momentOf(sample, {u"length"_s}, {100}, {alert}).snapshot->rows[0].state, State::Ok);
        // What happened is told in its words, though the figure that it is about has a value.
        Alert removed = raised(u"groups"_s, State::Warning);
        removed.text = u"group billing was removed"_s;
        const models::Moment gone = momentOf(sample, {u"length"_s, u"groups"_s}, {100, 1}, {removed});
        QCOMPARE(problems(gone), QStringList{removed.text});
        const Alert one = models::alertsAt(gone, {}).active.front();
        QCOMPARE(models::alertText(one, models::placeOf(one.subject, *gone.snapshot), gone.snapshot.get()),
                 removed.text);
    }

    /// The value is that of the moment, and the bound stands beside it as in the alert.
    void whatWasBeyondItsBound()
    {
        support::SampleWorkspace sample;
        sample.add(u"events"_s, redis::findKind(u"stream"_s));
        Alert alert = raised(u"length"_s, State::Warning);
        for (const QString &bound :
             {u", bound 50"_s, u", bound 50 for each key"_s, u", some older than the bound 1 h"_s}) {
            alert.text = u"90 length"_s + bound;
            const models::Moment bad = momentOf(sample, {u"length"_s}, {100}, {alert});
            QCOMPARE(problems(bad), QStringList{u"100 length"_s + bound});
            const Alert one = models::alertsAt(bad, {}).active.front();
            QCOMPARE(one.text, u"100 length"_s + bound);
        }
    }

    /// Each sentence of a bound is known in the language of the window.
    void whatWasBeyondItsBoundInAnotherLanguage()
    {
        OneSentence other;
        QVERIFY(QCoreApplication::installTranslator(&other));
        support::SampleWorkspace sample;
        sample.add(u"events"_s, redis::findKind(u"stream"_s));
        Alert alert = raised(u"length"_s, State::Warning);
        alert.text = u"90 length, höchstens 50 je Schlüssel"_s;
        const QStringList told = problems(momentOf(sample, {u"length"_s}, {100}, {alert}));
        QCoreApplication::removeTranslator(&other);
        QCOMPARE(told, QStringList{u"100 length, höchstens 50 je Schlüssel"_s});
    }

    void sinceWhenAsTheAlertsTell()
    {
        support::SampleWorkspace sample;
        sample.add(u"events"_s, redis::findKind(u"stream"_s));
        const models::Moment bad =
            momentOf(sample, {u"length"_s, u"poison"_s}, {100, 4}, {raised(u"poison"_s, State::Warning)});
        QVERIFY(bad.since[0]);
        QCOMPARE(bad.since[0]->since, then - minutes(5));
        Alert held = raised(u"poison"_s, State::Warning); // for as long as its `for` says, and still is
        held.cleared.reset();
        held.state = State::Warning;
        held.since = then - minutes(15);
        QCOMPARE(momentOf(sample, {u"length"_s, u"poison"_s}, {100, 4}, {held}).since[0]->since, then - minutes(15));
    }

    /// With two equally bad problems, the start is that of the one whose text is shown.
    void sinceWhenOfTheTextItStandsWith()
    {
        support::SampleWorkspace sample;
        sample.add(u"events"_s, redis::findKind(u"stream"_s));
        sample.addLimit(0, QLatin1StringView("length"), 10, 1'000);
        Alert older = raised(u"poison"_s, State::Warning);
        older.raised = then - minutes(10);
        const Alert younger = raised(u"length"_s, State::Warning);
        const models::Moment both = momentOf(sample, {u"length"_s, u"poison"_s}, {100, 4}, {older, younger});
        QCOMPARE(problems(both), (QStringList{u"100 length, limit 10"_s, u"4 poison"_s}));
        QCOMPARE(both.since[0]->since, then - minutes(5));
        const models::Moment one = momentOf(sample, {u"length"_s, u"poison"_s}, {100, 4}, {older});
        QVERIFY(!one.since[0]); // unknown since when the length is beyond its limit
    }

    /// At each moment the alert is shown with the step of that time; later changes are ignored.
    void stepsOfAnAlert()
    {
        support::SampleWorkspace sample;
        sample.add(u"events"_s, redis::findKind(u"stream"_s));
        sample.addLimit(0, QLatin1StringView("length"), 10, 100);
        Alert alert = raised(u"length"_s, State::Critical);
        alert.steps = {{then - minutes(5), State::Critical, then - minutes(7), u"230 length, limit 100"_s},
                       {then - minutes(1), State::Warning, then - minutes(1), u"60 length, limit 10"_s},
                       {then + minutes(1), State::Critical, then + minutes(1), u"900 length, limit 100"_s}};
        alert.muted = then + minutes(2);
        alert.mutedUntil = then + minutes(60);
        const models::Moment moment = momentOf(sample, {u"length"_s}, {40}, {alert});
        QCOMPARE(moment.snapshot->rows[0].state, State::Warning);
        QCOMPARE(moment.since[0]->since, then - minutes(1));
        const AlertList list = models::alertsAt(moment, {});
        QCOMPARE(list.active.size(), std::size_t{1});
        QCOMPARE(list.active.front().state, State::Warning);
        QCOMPARE(list.active.front().text, u"60 length, limit 10"_s);
        QVERIFY(!list.active.front().isMuted(then));
    }

    /// The value in an alert's first text is not shown for later moments.
    void figuresOfAlertsAreOfThen()
    {
        support::SampleWorkspace sample;
        sample.add(u"events"_s, redis::findKind(u"stream"_s));
        Alert alert = raised(u"poison"_s, State::Warning);
        alert.text = u"12 poison"_s;
        alert.worstText = u"41 poison"_s; // later
        alert.worstValue = 41;
        alert.steps = {{then - minutes(5), State::Warning, then - minutes(5), u"4 poison"_s}};
        const auto seen = [&](double poison) {
            const models::Moment moment = momentOf(sample, {u"length"_s, u"poison"_s}, {100, poison}, {alert});
            const Alert one = models::alertsAt(moment, {}).active.front();
            const models::AlertPlace place = models::placeOf(one.subject, *moment.snapshot);
            return QStringList{models::alertText(one, place, moment.snapshot.get()),
                               models::alertWorst(one, place, moment.snapshot.get())};
        };
        QCOMPARE(seen(8), QStringList({u"8 poison"_s, QString()}));
        QCOMPARE(seen(unknownFigure), QStringList({u"poison"_s, QString()}));
        for (const auto &[text, later] :
             {std::pair(u"1,146 ready, limit 1,000"_s, u"ready, limit 1,000"_s), std::pair(u"≥ 41 stale"_s, u"stale"_s),
              std::pair(u"oldest ready 4.2 s, limit 1 s"_s, u"oldest ready, limit 1 s"_s),
              std::pair(u"ready unchanged for 12 min, limit 10 min"_s, u"ready unchanged for 12 min, limit 10 min"_s),
              std::pair(u"the server does not answer"_s, u"the server does not answer"_s)}) {
            QCOMPARE(models::withoutValue(text), later);
        }
    }

    /// Trouble that shows only over time, such as growing dead letters, is taken from the alerts of that time.
    void whatFiguresAloneDoNotTell()
    {
        support::SampleWorkspace sample;
        sample.add(u"events"_s, redis::findKind(u"stream"_s));
        const models::Moment bad = momentOf(sample, {u"length"_s}, {100}, {raised(u"length"_s, State::Warning)});
        QCOMPARE(bad.snapshot->rows[0].state, State::Warning);
        QCOMPARE(problems(bad), QStringList{u"100 length"_s});
    }

    /// A limit replaces what is trouble without one.
    void aLimitOfItsOwn()
    {
        support::SampleWorkspace sample;
        sample.add(u"events"_s, redis::findKind(u"stream"_s));
        sample.addLimit(0, QLatin1StringView("poison"), 10, 100);
        QCOMPARE(momentOf(sample, {u"poison"_s}, {4}).snapshot->rows[0].state, State::Ok);
        QCOMPARE(momentOf(sample, {u"poison"_s}, {11}).snapshot->rows[0].state, State::Warning);
        QCOMPARE(problems(momentOf(sample, {u"poison"_s}, {11})).size(), 1);
    }

    /// Uses the limits of that time, if known, instead of the current ones.
    void byTheLimitsOfThen()
    {
        support::SampleWorkspace sample;
        sample.add(u"events"_s, redis::findKind(u"stream"_s));
        sample.addLimit(0, QLatin1StringView("length"), 10, 100);
        const QByteArray others = R"({"limits":{"length":{"critical":60,"warning":50}}})";
        for (const auto &[length, state] :
             {std::pair(40.0, State::Ok), std::pair(55.0, State::Warning), std::pair(60.0, State::Critical)}) {
            const models::Moment moment = momentOf(sample, {u"length"_s}, {length}, {}, others);
            QCOMPARE(moment.snapshot->rows[0].state, state);
            QCOMPARE(moment.limits.front(), models::LimitsThen::Others);
            QVERIFY(moment.snapshot->layout != moment.present);
            QCOMPARE(moment.snapshot->layout->workspace->collections[0].limits[0].warning.value_or(0), 50.0);
            QCOMPARE(moment.present->workspace->collections[0].limits[0].warning.value_or(0), 10.0);
            QCOMPARE(models::limitsText(moment), u"limits that differ today: events"_s);
        }
        QCOMPARE(problems(momentOf(sample, {u"length"_s}, {55}, {}, others)), QStringList{u"55 length, limit 50"_s});
        // The limit of a figure that should be 0 was switched off then.
        QCOMPARE(momentOf(sample, {u"length"_s, u"poison"_s}, {1, 4}, {}, R"({"limits":{"poison":{}}})")
                     .snapshot->rows[0]
                     .state,
                 State::Ok);
    }

    void whichLimitsIsSaid()
    {
        support::SampleWorkspace sample;
        sample.add(u"events"_s, redis::findKind(u"stream"_s));
        sample.addLimit(0, QLatin1StringView("length"), 10, 100);
        const models::Moment unknown = momentOf(sample, {u"length"_s}, {40});
        QCOMPARE(unknown.snapshot->rows[0].state, State::Warning);
        QCOMPARE(unknown.snapshot->layout, unknown.present);
        QCOMPARE(models::limitsText(unknown), u"states by today's limits"_s);
        QVERIFY(models::limitsHelp(unknown).contains(u"not kept"_s));
        const QByteArray same = judgedBy(sample.workspace()->collections[0]);
        const models::Moment known = momentOf(sample, {u"length"_s}, {40}, {}, same);
        QCOMPARE(known.snapshot->layout, known.present);
        QCOMPARE(known.limits.front(), models::LimitsThen::AsNow);
        QCOMPARE(models::limitsText(known), u"same limits as today"_s);
        QCOMPARE(models::limitsText(momentOf(sample, {}, {}, {}, same)), QString()); // nothing was recorded
    }
};

QTEST_GUILESS_MAIN(MomentTest)
#include "tst_moment.moc"
