// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/batch/batch.h"
#include "redis/operations/batch/channel.h"
#include "redis/operations/batch/pages.h"
#include "tests/server/operationbench.h"
#include "tests/support/faultproxy.h"

#include <QTest>
#include <QThread>

#include <algorithm>
#include <future>
#include <numeric>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;
using namespace std::chrono_literals;

/// One batch on its way to the server through a network that fails at one exact point: whatever is lost, it runs once.
class TestChannel final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_there.moveToThread(&m_thread);
        m_thread.start();
    }
    void init();
    void cleanup();
    void cleanupTestCase();
    void undisturbed();
    void theRequestIsLost();
    void theAnswerIsLost();
    void theAnswerIsLate();
    void anotherServerAnswers();
    void theServerCameBackWithNothing();
    void aStopEndsTheSearch();
    void aSlowBeginningDoesNotMakeTheServerQuick();
    void aSlowLineIsNoSlowServer();
    void aQuestionIsGivenUp();
    void askingForLessLeadsOut();
    void itIsRefused();
    void theResendIsRefused_data();
    void theResendIsRefused();
    void somebodyElseAnswers_data();
    void somebodyElseAnswers();

private:
    using Sent = std::future<Result<Reply>>;

    [[nodiscard]] static PlanStep step();
    /// Client and channel live on a thread of their own: here is who watches the server and breaks the network.
    template <typename Work> void there(Work work)
    {
        QMetaObject::invokeMethod(&m_there, work, Qt::BlockingQueuedConnection);
    }
    Sent send();
    void open(std::chrono::milliseconds reconnectFor = 20s, qint64 maxReplyBytes = ClientOptions().maxReplyBytes);
    [[nodiscard]] QByteArrayList list(const char *key) { return strings(m_server.run({"LRANGE", key, "0", "-1"})); }
    /// The batch was done once: "b" and "c" have moved, in order.
    void verifyDoneOnce();

    RedisServer m_server;
    std::unique_ptr<FaultProxy> m_proxy;
    QThread m_thread;
    QObject m_there;
    std::unique_ptr<Standalone> m_client;
    std::unique_ptr<OperationChannel> m_channel;
    std::stop_source m_stop;
    BatchCall m_call;
};

void TestChannel::init()
{
    m_server.start();
    m_server.flush();
    m_server.run({"ACL", "SETUSER", "default", "~*", "+@all"});
    m_server.run({"RPUSH", "from", "a", "b", "c", "d"});
    m_proxy = std::make_unique<FaultProxy>(m_server.local());
    m_stop = std::stop_source();
    open();
}

void TestChannel::cleanup()
{
    there([this] {
        m_channel.reset();
        m_client.reset();
    });
}

void TestChannel::cleanupTestCase()
{
    m_thread.quit();
    QVERIFY(m_thread.wait(5'000));
}

void TestChannel::open(std::chrono::milliseconds reconnectFor, qint64 maxReplyBytes)
{
    bool opened = false;
    there([&] {
        ClientOptions options;
        options.exchangeDeadline = 500ms;
        options.maxReplyBytes = maxReplyBytes;
        m_channel.reset();
        m_client = std::make_unique<Standalone>(m_proxy->endpoint(), options);
        if (m_client->connect()) {
            m_channel = std::make_unique<OperationChannel>(*m_client, reconnectFor, m_stop.get_token());
            opened = m_channel->open().ok();
        }
    });
    QVERIFY(opened);
    m_server.run({"SCRIPT", "LOAD", scriptOf(step()).source()}); // so that each call is one EVALSHA
    m_server.run({"CONFIG", "RESETSTAT"});
    BatchRange range;
    range.count = 2;
    m_call = makeCall(step(), range, escrowKey("from", QStringLiteral("20261122-000000-abcdef"), 0));
}

PlanStep TestChannel::step()
{
    PlanStep step{.key = "from", .does = MoveStep{.target = PlanTarget{"to", PlanTarget::How::PushRight, {}}}};
    for (const char *element : {"b", "c"}) {
        PlanItem item;
        item.element = element;
        step.items.push_back(item);
    }
    return step;
}

TestChannel::Sent TestChannel::send()
{
    const auto promise = std::make_shared<std::promise<Result<Reply>>>();
    QMetaObject::invokeMethod(&m_there, [this, promise] {
        std::chrono::microseconds took{};
        promise->set_value(m_channel->send(m_call, took));
    });
    return promise->get_future();
}

void TestChannel::verifyDoneOnce()
{
    QCOMPARE(list("from"), QByteArrayList({"a", "d"}));
    QCOMPARE(list("to"), QByteArrayList({"b", "c"}));
}

void TestChannel::undisturbed()
{
    const Result<Reply> reply = send().get();
    QVERIFY2(reply.ok(), qPrintable(reply ? QString() : reply.error().message));
    QVERIFY2(!reply->isError(), reply->bytes.constData());
    QCOMPARE(m_server.calls("evalsha"), 1);
    verifyDoneOnce();
    QVERIFY(!m_channel->isUncertain());
}

void TestChannel::theRequestIsLost()
{
    Faults swallowed;
    swallowed.answer = QByteArray(); // the request is lost silently
    m_proxy->set(swallowed);
    const qint64 before = m_proxy->requestBytes();
    Sent sent = send();
    QTRY_VERIFY(m_proxy->requestBytes() > before);
    m_proxy->dropAll();
    m_proxy->heal();
    const Result<Reply> reply = sent.get();
    QVERIFY2(reply.ok(), qPrintable(reply ? QString() : reply.error().message));
    QCOMPARE(m_server.calls("evalsha"), 1); // it had never come
    verifyDoneOnce();
}

void TestChannel::theAnswerIsLost()
{
    Faults held;
    held.stallAfter = 0;
    m_proxy->set(held);
    Sent sent = send();
    QTRY_COMPARE(m_server.calls("evalsha"), 1); // it was done,
    QTRY_COMPARE(list("to"), QByteArrayList({"b", "c"}));
    m_proxy->dropAll(); // and the reply is lost for good
    m_proxy->heal();
    const Result<Reply> reply = sent.get();
    QVERIFY2(reply.ok(), qPrintable(reply ? QString() : reply.error().message));
    QCOMPARE(m_server.calls("evalsha"), 2); // asked again: the same answer, and nothing done
    verifyDoneOnce();
    const Result<BatchAnswer> answer = readAnswer(step(), 0, reply->elements, {}, 0ms);
    QVERIFY(answer);
    QCOMPARE(answer->result.moved, 2);
}

void TestChannel::theAnswerIsLate()
{
    Faults late;
    late.delay = 1500ms; // three times the deadline
    m_proxy->set(late);
    const int connections = m_proxy->connections();
    Sent sent = send();
    QTRY_VERIFY(m_proxy->connections() > connections); // given up, and sought again
    QCOMPARE(m_server.calls("evalsha"), 1);
    m_proxy->heal();
    const Result<Reply> reply = sent.get();
    QVERIFY2(reply.ok(), qPrintable(reply ? QString() : reply.error().message));
    verifyDoneOnce();
    // No late answer is taken for that of a later question.
    qint64 length = -1;
    there([&] {
        const Result<Reply> asked = m_channel->ask({"LLEN", "from"});
        length = asked ? asked->integer : -1;
    });
    QCOMPARE(length, 2);
}

void TestChannel::anotherServerAnswers()
{
    RedisServer other;
    other.run({"RPUSH", "from", "a", "b", "c", "d"}); // of the same names
    Faults swallowed;
    swallowed.answer = QByteArray();
    m_proxy->set(swallowed);
    const qint64 before = m_proxy->requestBytes();
    Sent sent = send();
    QTRY_VERIFY(m_proxy->requestBytes() > before);
    m_proxy->setUpstream(other.local());
    m_proxy->dropAll();
    m_proxy->heal();
    const Result<Reply> reply = sent.get();
    QVERIFY(!reply);
    QCOMPARE(reply.error().kind, ErrorKind::Refused);
    QVERIFY2(reply.error().message.contains(QStringLiteral("different server")), qPrintable(reply.error().message));
    QCOMPARE(other.calls("evalsha"), 0);
    QCOMPARE(strings(other.run({"KEYS", "*"})), QByteArrayList({"from"})); // nothing was written there
    QCOMPARE(list("from"), QByteArrayList({"a", "b", "c", "d"}));
}

void TestChannel::theServerCameBackWithNothing()
{
    Faults held;
    held.stallAfter = 0;
    m_proxy->set(held);
    Sent sent = send();
    QTRY_COMPARE(m_server.calls("evalsha"), 1);
    m_server.kill9();
    m_server.start(); // with no file to load
    m_proxy->dropAll();
    m_proxy->heal();
    const Result<Reply> reply = sent.get();
    QVERIFY(!reply);
    QCOMPARE(reply.error().kind, ErrorKind::Refused);
    QCOMPARE(m_server.run({"DBSIZE"}).integer, 0); // nothing is made up there
    QVERIFY(m_channel->isUncertain()); // what came of the batch is for recovery to say
}

void TestChannel::aStopEndsTheSearch()
{
    Faults swallowed;
    swallowed.answer = QByteArray();
    m_proxy->set(swallowed);
    const qint64 before = m_proxy->requestBytes();
    Sent sent = send();
    QTRY_VERIFY(m_proxy->requestBytes() > before);
    m_proxy->refuse(true);
    m_proxy->dropAll();
    m_stop.request_stop();
    QCOMPARE(sent.wait_for(5s), std::future_status::ready); // not after the twenty seconds it would seek
    QVERIFY(!sent.get());
    QVERIFY(m_channel->isUncertain());
    m_proxy->refuse(false);
}

void TestChannel::aSlowBeginningDoesNotMakeTheServerQuick()
{
    Faults late;
    late.delay = 80ms;
    m_proxy->set(late);
    open();
    m_proxy->heal();
    std::chrono::microseconds took{};
    bool isDone = false;
    there([&] { isDone = m_channel->ask({"LLEN", "from"}).ok() && m_channel->send(m_call, took).ok(); });
    QVERIFY(isDone);
    QVERIFY2(took >= 0ms, QByteArray::number(qlonglong(took.count())).constData());
}

/// Measured by the server's own clock: a slow line would make batches too small, a varying one of any size.
void TestChannel::aSlowLineIsNoSlowServer()
{
    Faults late;
    late.delay = 300ms;
    m_proxy->set(late);
    std::chrono::microseconds took{};
    bool isDone = false;
    there([&] { isDone = m_channel->send(m_call, took).ok(); });
    QVERIFY(isDone);
    QVERIFY2(took >= 0ms && took < 300ms, QByteArray::number(qlonglong(took.count())).constData());
}

void TestChannel::aQuestionIsGivenUp()
{
    open(300ms, 64 * 1'024);
    m_server.run({"RPUSH", "large", QByteArray(128 * 1'024, 'x')});
    std::promise<Result<Reply>> promise;
    std::future<Result<Reply>> asked = promise.get_future();
    QMetaObject::invokeMethod(&m_there, [&] { promise.set_value(m_channel->ask({"LRANGE", "large", "0", "-1"})); });
    const bool ended = asked.wait_for(15s) == std::future_status::ready;
    m_stop.request_stop(); // else it would ask for ever
    const Result<Reply> reply = asked.get();
    QVERIFY2(ended, "asked again and again, though no answer can ever be taken");
    QVERIFY(!reply);
    QCOMPARE(reply.error().kind, ErrorKind::Protocol);
    QVERIFY2(reply.error().message.contains(QStringLiteral("times")), qPrintable(reply.error().message));
    QVERIFY(m_server.calls("lrange") >= 3);
    QVERIFY(!m_channel->isUncertain());
}

void TestChannel::askingForLessLeadsOut()
{
    open(20s, 64 * 1'024);
    for (int i = 0; i < 40; ++i) {
        m_server.run({"RPUSH", "large", QByteArray(i < 32 ? 8 : 20 * 1'024, 'x')});
    }
    std::vector<qsizetype> pages;
    there([&] {
        const auto ask = [this](const Pipeline &pipeline, bool canAskForLess) {
            return m_channel->ask(
                pipeline, canAskForLess ? OperationChannel::TooMuch::Tell : OperationChannel::TooMuch::AskAgain);
        };
        ListPages list(ask, "large", true, PageSize(8, 1'024 * 1'024, 8));
        while (true) {
            const Result<std::vector<QByteArray>> page = list.next();
            pages.push_back(page ? qsizetype(page->size()) : -1);
            if (pages.back() <= 0) {
                break;
            }
        }
    });
    QCOMPARE(std::accumulate(pages.begin(), pages.end(), qsizetype(0)), 40);
    QVERIFY(std::find(pages.begin(), pages.end(), 2) != pages.end()); // 8 and 4 were too many
}

void TestChannel::itIsRefused()
{
    m_server.run({"ACL", "SETUSER", "default", "-evalsha", "-eval", "-llen"});
    const Result<Reply> reply = send().get();
    QVERIFY(reply.ok() && reply->isError());
    QVERIFY(!m_channel->isUncertain()); // it was sent once, and the reply is final
}

void TestChannel::theResendIsRefused_data()
{
    QTest::addColumn<QByteArrayList>("rules");
    QTest::addColumn<bool>("isKnown");
    QTest::newRow("scripts") << QByteArrayList{"-evalsha", "-eval"} << true;
    QTest::newRow("coming back") << QByteArrayList{"-time"} << false;
    QTest::newRow("the collection") << QByteArrayList{"resetkeys", "~plimsoll:*"} << true;
    QTest::newRow("escrows") << QByteArrayList{"resetkeys"} << false;
    QTest::newRow("asking") << QByteArrayList{"-evalsha", "-eval", "-llen"} << false;
}

/// The refusal says nothing about the first request.
void TestChannel::theResendIsRefused()
{
    QFETCH(QByteArrayList, rules);
    QFETCH(bool, isKnown);
    Faults held;
    held.stallAfter = 0;
    m_proxy->set(held);
    Sent sent = send();
    QTRY_COMPARE(list("to"), QByteArrayList({"b", "c"}));
    std::vector<QByteArrayView> words{"ACL", "SETUSER", "default"};
    words.insert(words.end(), rules.begin(), rules.end());
    m_server.run(std::span<const QByteArrayView>(words));
    m_proxy->dropAll();
    m_proxy->heal();
    const Result<Reply> reply = sent.get();
    QCOMPARE(reply.ok() && !reply->isError(), isKnown);
    QCOMPARE(m_channel->isUncertain(), !isKnown);
    verifyDoneOnce();
    if (isKnown) {
        const Result<BatchAnswer> answer = readAnswer(step(), 0, reply->elements, {}, 0ms);
        QVERIFY(answer);
        QCOMPARE(answer->result.moved, 2);
    }
}

void TestChannel::somebodyElseAnswers_data()
{
    QTest::addColumn<bool>("ran");
    QTest::newRow("it was passed on") << true;
    QTest::newRow("it was not") << false;
}

/// A proxy may have passed the request on; its own error says nothing about that.
void TestChannel::somebodyElseAnswers()
{
    QFETCH(bool, ran);
    Faults failed;
    if (ran) {
        failed.replace = std::pair(QByteArray("*13\r\n"), QByteArray("-NO\r\n"));
    } else {
        failed.answer = QByteArray("-ERR upstream failure\r\n").repeated(3); // the script, and TIME around it
    }
    m_proxy->set(failed);
    const int connections = m_proxy->connections();
    Sent sent = send();
    QTRY_VERIFY(m_proxy->connections() > connections); // it may still be on its way there
    m_proxy->heal();
    m_proxy->dropAll();
    const Result<Reply> reply = sent.get();
    QVERIFY(reply.ok());
    QVERIFY(!m_channel->isUncertain());
    QCOMPARE(reply->isError(), !ran);
    if (ran) {
        verifyDoneOnce();
    } else {
        QCOMPARE(list("from"), QByteArrayList({"a", "b", "c", "d"}));
    }
}

QTEST_GUILESS_MAIN(TestChannel)
#include "tst_channel.moc"
