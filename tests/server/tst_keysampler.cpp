// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/browse/keysampler.h"
#include "redis/topology/standalone.h"
#include "tests/support/redisserver.h"

#include <QTest>

#include <limits>

using namespace plimsoll;
using plimsoll::redis::KeySampler;
using plimsoll::testing::RedisServer;
using namespace std::chrono_literals;

/// Memory of keys, measured on a real server within its bound.
class TestKeySampler final : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_server = std::make_unique<RedisServer>();
        m_client = std::make_unique<redis::Standalone>(m_server->local(),
                                                       redis::ClientOptions{.name = "plimsoll:test", .readOnly = true});
        QVERIFY(m_client->connect());
        m_server->run({"CONFIG", "RESETSTAT"});
    }
    void cleanup()
    {
        m_client.reset();
        m_server.reset();
    }

    void measuresMemoryAndExpiry();
    void sendsNoMoreThanItsShare();
    void leavesLargeKeysAlone();
    void readsUsesWhereTheServerKeepsThem();
    void saysWhichPermissionIsMissing();

private:
    [[nodiscard]] int commands() const
    {
        return m_server->calls("pttl") + m_server->calls("memory|usage") + m_server->calls("object|freq");
    }

    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<redis::Standalone> m_client;
};

void TestKeySampler::measuresMemoryAndExpiry()
{
    m_server->run({"RPUSH", "q", "a", QByteArray(1'000, 'x')});
    m_server->run({"SET", "s", "v", "PX", "60000"});
    const KeySizes measured = KeySampler().sample(*m_client, {{{"q", 2}, {"s", 1}, {"gone", 3}}, false}, 0ms);
    QVERIFY(!measured.error);
    QCOMPARE(measured.sizes.size(), 2U);
    QCOMPARE(measured.sizes[0].key, QByteArray("q"));
    QVERIFY2(measured.sizes[0].bytes.value_or(0) > 1'000, qPrintable(QString::number(*measured.sizes[0].bytes)));
    QVERIFY(measured.sizes[0].expiresIn == KeySize::never);
    QVERIFY(*measured.sizes[1].expiresIn > 0ms && *measured.sizes[1].expiresIn <= 60s);
    QVERIFY(!measured.sizes[1].frequency);
    QCOMPARE(measured.missing, std::vector<QByteArray>{"gone"});
}

/// However often it is asked, and whatever it is asked for.
void TestKeySampler::sendsNoMoreThanItsShare()
{
    KeySizesRequest request;
    for (int i = 0; i < 500; ++i) {
        const QByteArray key = "k" + QByteArray::number(i);
        m_server->run({"SET", key, "v"});
        request.keys.push_back({key, 1});
    }
    m_server->run({"CONFIG", "RESETSTAT"});
    KeySampler sampler;
    QCOMPARE(sampler.sample(*m_client, request, 1s).sizes.size(), std::size_t{KeySizes::mostKeys});
    for (const auto now : {2s, 30s, 60s}) {
        QVERIFY(sampler.sample(*m_client, request, now).sizes.empty());
    }
    QCOMPARE(commands(), 2 * KeySizes::mostKeys);
    QCOMPARE(sampler.sample(*m_client, request, 61s).sizes.size(), std::size_t{KeySizes::mostKeys});
    QCOMPARE(commands(), 4 * KeySizes::mostKeys);
}

void TestKeySampler::leavesLargeKeysAlone()
{
    m_server->run({"RPUSH", "large", "a"});
    const KeySizes measured = KeySampler().sample(
        *m_client,
        {{{"large", KeySizes::mostElements + 1}, {"large", std::numeric_limits<double>::quiet_NaN()}}, false}, 0ms);
    QCOMPARE(m_server->calls("memory|usage"), 0);
    QCOMPARE(measured.sizes.size(), 2U);
    QVERIFY(!measured.sizes[0].bytes && measured.sizes[0].expiresIn == KeySize::never);
}

void TestKeySampler::readsUsesWhereTheServerKeepsThem()
{
    m_server->run({"CONFIG", "SET", "maxmemory-policy", "allkeys-lfu"});
    m_server->run({"SET", "s", "v"});
    const KeySizesRequest request{{{"s", 1}}, true};
    QVERIFY(KeySampler().sample(*m_client, request, 0ms).sizes.at(0).frequency);
    m_server->run({"CONFIG", "SET", "maxmemory-policy", "noeviction"});
    const KeySizes without = KeySampler().sample(*m_client, request, 0ms);
    QVERIFY(!without.sizes.at(0).frequency && !without.error);
}

void TestKeySampler::saysWhichPermissionIsMissing()
{
    m_server->run({"SET", "s", "v"});
    m_server->run({"ACL", "SETUSER", "default", "-memory|usage"});
    const KeySizes measured = KeySampler().sample(*m_client, {{{"s", 1}}, false}, 0ms);
    QVERIFY(measured.error);
    QVERIFY2(measured.error->message.contains(QLatin1String("+memory|usage")), qPrintable(measured.error->message));
    QVERIFY(!measured.sizes.at(0).bytes && measured.sizes.at(0).expiresIn == KeySize::never);
}

QTEST_GUILESS_MAIN(TestKeySampler)
#include "tst_keysampler.moc"
