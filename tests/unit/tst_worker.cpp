// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/worker.h"

#include <QEventLoop>
#include <QPointer>
#include <QSemaphore>
#include <QTest>
#include <QTimer>

#include <atomic>

using namespace plimsoll::app;
using namespace std::chrono_literals;

namespace {

/// Waits for something that is not to be had, as an exchange with a server that hangs does.
class Waiting final : public QObject {
public:
    Waiting(QSemaphore &began, QSemaphore &wanted, std::atomic<int> &ended)
        : m_began(began), m_wanted(wanted), m_ended(ended)
    {
    }
    ~Waiting() override { ++m_ended; }
    Q_DISABLE_COPY_MOVE(Waiting)

    void wait()
    {
        m_began.release();
        m_wanted.acquire();
    }

private:
    QSemaphore &m_began, &m_wanted;
    std::atomic<int> &m_ended;
};

} // namespace

class TestWorker final : public QObject {
    Q_OBJECT

private slots:
    /// The owner waits for a busy worker only for a limited time; the worker still ends by itself and frees its
    /// resources.
    void whatIsLeftAloneGoesWhenItHasStopped()
    {
        QSemaphore began, wanted;
        std::atomic<int> ended = 0;
        QPointer<QThread> thread;
        QEventLoop loop;
        QTimer::singleShot(0, this, [&] {
            QObject owner;
            {
                Worker<Waiting> worker(QLatin1StringView("waiting"), &owner, 20ms);
                worker.begin(std::ref(began), std::ref(wanted), std::ref(ended));
                worker.call(&Waiting::wait);
                began.acquire();
                thread = worker.object()->thread();
            }
            loop.quit();
        });
        loop.exec();
        QVERIFY(thread != nullptr && thread->isRunning());
        QCOMPARE(ended.load(), 0);
        wanted.release();
        QTRY_COMPARE(ended.load(), 1);
        QTRY_VERIFY(thread == nullptr);
    }
};

QTEST_GUILESS_MAIN(TestWorker)
#include "tst_worker.moc"
