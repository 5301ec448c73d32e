// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/poll/poller.h"
#include "tests/server/pollfixture.h"
#include "tests/support/faultproxy.h"
#include "tests/support/timing.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QThread>
#include <QTimer>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;
using plimsoll::redis::Poller;
using plimsoll::redis::PollOutcome;

/// A poller on its own thread, asked as the window asks.
class PollerTest final : public QObject {
    Q_OBJECT

private:
    RedisServer m_server;
    QThread m_thread;
    Poller *m_poller = nullptr;
    std::unique_ptr<QSignalSpy> m_spy;
    std::stop_source m_stop;

    void open(quint64 epoch) { open(epoch, m_server.local()); }
    void open(quint64 epoch, const redis::Endpoint &endpoint)
    {
        m_stop = std::stop_source();
        const WorkspacePtr queue = workspace("{'kind': 'queue', 'keys': {'ready': 'q'}}");
        QMetaObject::invokeMethod(m_poller, [this, queue, endpoint, epoch, stop = m_stop.get_token()] {
            m_poller->open(queue, endpoint, epoch, stop);
        });
    }
    void askToPoll() { QMetaObject::invokeMethod(m_poller, &Poller::poll); }
    PollOutcome poll()
    {
        const auto before = m_spy->size();
        askToPoll();
        while (m_spy->size() == before) {
            if (!m_spy->wait(10'000)) {
                qFatal("no outcome");
            }
        }
        return m_spy->last().front().value<PollOutcome>();
    }

private slots:
    void init()
    {
        m_server.flush();
        m_poller = new Poller; // deleted by the end of its thread
        m_poller->moveToThread(&m_thread);
        connect(&m_thread, &QThread::finished, m_poller, &QObject::deleteLater);
        m_spy = std::make_unique<QSignalSpy>(m_poller, &Poller::polled);
        m_thread.start();
    }
    void cleanup()
    {
        m_stop.request_stop();
        m_thread.quit();
        QVERIFY(m_thread.wait(5'000));
    }

    void oneOutcomeForEveryPoll()
    {
        open(3);
        for (int i = 0; i < 5; ++i) {
            askToPoll();
        }
        QTRY_COMPARE(m_spy->size(), 5);
        for (const QList<QVariant> &arguments : *m_spy) {
            const auto outcome = arguments.front().value<PollOutcome>();
            QCOMPARE(outcome.epoch, quint64{3});
            QVERIFY(outcome.snapshot);
            QCOMPARE(outcome.snapshot->epoch, quint64{3});
            QVERIFY(outcome.next <= 1s && outcome.next > 500ms);
            QVERIFY(!outcome.widened);
        }
    }

    void anOldEpochIsToldFromTheNew()
    {
        open(1);
        askToPoll();
        open(2);
        askToPoll();
        QTRY_COMPARE(m_spy->size(), 2);
        QCOMPARE(m_spy->at(0).front().value<PollOutcome>().epoch, quint64{1});
        const auto fresh = m_spy->at(1).front().value<PollOutcome>();
        QCOMPARE(fresh.epoch, quint64{2});
        QCOMPARE(fresh.snapshot->sequence, quint64{1});
    }

    void pollingNothingIsAnOutcomeToo()
    {
        QVERIFY(!poll().snapshot);
        open(1);
        QVERIFY(poll().snapshot);
    }

    void failuresBackOffAndTheServerIsFoundAgain()
    {
        open(1);
        QVERIFY(poll().snapshot);
        m_server.kill9();
        for (int failure = 1; failure <= 4; ++failure) {
            const PollOutcome outcome = poll();
            QVERIFY(!outcome.snapshot);
            QCOMPARE(outcome.error.kind, ErrorKind::Unreachable);
            QCOMPARE(outcome.failures, failure);
            QVERIFY(outcome.next >= 250ms && outcome.next <= 250ms * (1 << (failure - 1)));
        }
        m_server.start();
        const PollOutcome back = poll();
        QVERIFY(back.snapshot);
        QCOMPARE(back.failures, 0);
    }

    void stopCancelsAtOnce()
    {
        FaultProxy proxy(m_server.local());
        open(1, proxy.endpoint());
        QVERIFY(poll().snapshot);
        m_server.pause();
        const qint64 before = proxy.requestBytes();
        askToPoll();
        QTRY_VERIFY(proxy.requestBytes() > before); // it has asked, and waits
        QElapsedTimer timer;
        timer.start();
        m_stop.request_stop();
        QVERIFY(m_spy->wait(20'000));
        QVERIFY2(timer.elapsed() < testing::atOnce.count(), qPrintable(QString::number(timer.elapsed())));
        m_server.resume();
        QCOMPARE(m_spy->last().front().value<PollOutcome>().error.kind, ErrorKind::Cancelled);
        open(2, proxy.endpoint()); // stopped is not for ever
        QVERIFY(poll().snapshot);
    }

    /// A server that stood still has not worked: the next poll comes as soon as ever.
    void aServerThatStoodStillIsNotSlow()
    {
        open(1);
        QTRY_VERIFY(!poll().widened); // on a busy machine one tick may be slow by itself
        m_server.pause();
        QTimer::singleShot(2s, this, [this] { m_server.resume(); });
        const PollOutcome late = poll();
        QVERIFY(late.snapshot);
        QVERIFY(late.snapshot->serverShare >= 1s);
        QVERIFY(!late.widened);
        QVERIFY(late.next <= 1s);
    }

    void aSlowServerIsAskedLessOften()
    {
        FaultProxy proxy(m_server.local());
        open(1, proxy.endpoint());
        QVERIFY(poll().snapshot);
        QMetaObject::invokeMethod(m_poller, [this] { m_poller->setInterval(100ms); });
        QTRY_VERIFY(!poll().widened); // on a busy machine one tick may be slow by itself
        Faults late;
        late.delay = 200ms; // the server is busy for this time
        proxy.set(late);
        const PollOutcome first = poll(), slow = poll();
        proxy.heal();
        QVERIFY(first.snapshot && slow.snapshot);
        QVERIFY(slow.widened);
        QVERIFY(slow.next > 100ms);
        const auto share = std::min(first.snapshot->serverShare, slow.snapshot->serverShare);
        QVERIFY(slow.next + slow.snapshot->pollTime + 2ms >= 10 * share);
        QTRY_VERIFY(!poll().widened);
    }
};

QTEST_GUILESS_MAIN(PollerTest)
#include "tst_poller.moc"
