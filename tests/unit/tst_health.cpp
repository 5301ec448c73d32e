// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/health.h"
#include "redis/collections/kinds.h"
#include "redis/workspace/workspacefile.h"

#include <QTest>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace std::chrono_literals;

/// When the checks of a framework look, by the server's clock. What they find is in tst_presets.
class HealthTest final : public QObject {
    Q_OBJECT

private slots:
    void init();
    void looksOnceAMinute();
    void looksAgainOnAnotherServer();
    void followsAClockThatIsSetBack();
    void isThereForFrameworksAlone();

private:
    /// Number of exchanges until there is nothing more to do; each is answered by nil.
    int look(std::chrono::milliseconds now);
    static CollectionDefinition definition(const QByteArray &members);

    std::unique_ptr<HealthLooks> m_looks;
};

CollectionDefinition HealthTest::definition(const QByteArray &members)
{
    const WorkspaceResult parsed = parseWorkspace(
        R"({"plimsoll":1,"name":"w","connection":{"url":"redis://h"},"collections":[{"name":"n",)" + members + "}]}",
        kindInfos());
    return std::get<Workspace>(parsed).collections.front();
}

void HealthTest::init()
{
    m_looks = HealthLooks::of(definition(R"("preset":"asynq","queue":"mail")"));
    QVERIFY(m_looks != nullptr);
}

int HealthTest::look(std::chrono::milliseconds now)
{
    int exchanges = 0;
    for (Pipeline pipeline; m_looks->append(pipeline, now); pipeline.clear()) {
        const std::vector<Reply> replies(static_cast<std::size_t>(pipeline.size()));
        ReplyCursor cursor(replies);
        m_looks->read(cursor);
        ++exchanges;
    }
    return exchanges;
}

void HealthTest::looksOnceAMinute()
{
    const int first = look(1'000s);
    QVERIFY(first >= 3); // each of its checks
    QCOMPARE(look(1'000s), 0);
    QCOMPARE(look(1'059s), 0);
    QCOMPARE(look(1'060s), first);
    QCOMPARE(look(1'061s), 0);
}

void HealthTest::looksAgainOnAnotherServer()
{
    const int first = look(1'000s);
    Pipeline pipeline;
    QVERIFY(m_looks->append(pipeline, 1'060s)); // its answer never comes
    m_looks->restart();
    QCOMPARE(look(1'061s), first);
}

void HealthTest::followsAClockThatIsSetBack()
{
    const int first = look(10'000s);
    QCOMPARE(look(1'000s), first);
}

void HealthTest::isThereForFrameworksAlone()
{
    QVERIFY(HealthLooks::of(definition(R"("kind":"queue","keys":{"ready":"q"})")) == nullptr);
    QVERIFY(HealthLooks::of(definition(R"("preset":"huey","queue":"huey")")) == nullptr);
}

QTEST_GUILESS_MAIN(HealthTest)
#include "tst_health.moc"
