// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/discovery/keywords.h"
#include "redis/discovery/templatetree.h"

#include <QTest>

#include <algorithm>

using namespace plimsoll;
using namespace plimsoll::redis;

/// Names of keys as templates.
class TestTemplateTree final : public QObject {
    Q_OBJECT

    /// "text|type|count" of each template.
    static QStringList linesOf(TemplateTree &tree)
    {
        QStringList lines;
        for (const TemplateKeys &keys : tree.finish()) {
            lines +=
                QStringLiteral("%1|%2|%3")
                    .arg(QString::fromUtf8(keys.text()), QString::fromUtf8(keys.type), QString::number(keys.count));
        }
        return lines;
    }
    static void add(TemplateTree &tree, const QByteArray &key, const QByteArray &type = "string")
    {
        if (tree.add(key)) {
            tree.setType(key, type);
            tree.setSize(key, type, 1);
        }
    }

private slots:
    void splits_data();
    void splits();
    void nothingIsLost();
    void oneValueIsNoVariable();
    void namesOfTenants();
    void namedKeysStay();
    void wordsOfRolesStay();
    void settlesTypes();
    void countsTypesApart();
    void keepsTheLargest();
    void isBounded();
    void takesAnyBytes();
};

void TestTemplateTree::splits_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("text"); ///< with all classes as placeholders
    const auto row = [](const char *key, const char *text) {
        QTest::newRow(key) << QByteArray(key) << QByteArray(text);
    };
    row("queue:email", "queue:email");
    row("user:42", "user:{number}");
    row("user:42:cart", "user:{number}:cart");
    row("user_42", "user_{number}");
    row("user42", "user{number}");
    row("a.b.c", "a.b.c");
    row("a//b::c:", "a//b::c:");
    row("session:550e8400-e29b-41d4-a716-446655440000", "session:{uuid}");
    row("session-550e8400-e29b-41d4-a716-446655440000", "session-{uuid}");
    row("s:550E8400-E29B-41D4-A716-446655440000:x", "s:{uuid}:x");
    row("job:01ARZ3NDEKTSV4RRFFQ69G5FAV", "job:{ulid}");
    row("blob:9f86d081884c7d659a2feaa0c55ad015", "blob:{hex}");
    row("blob:9f86d081884c7d65", "blob:{hex}");
    row("blob:9f86d081884c7d6", "blob:{word}");
    row("id:V1StGXR8_Z5jdHi6B-myT", "id:{base64}");
    row("board:20261128", "board:{date}");
    row("board:2026-11-28", "board:{date}");
    row("board:2026-11-28:eu", "board:{date}:eu");
    row("dedupe:2026112803:7", "dedupe:{hour}:{number}");
    row("dedupe:2026-11-28-03", "dedupe:{hour}");
    row("at:2026-11-28T10:15:00Z:x", "at:{date}:x");
    row("at:2026-11-28T10:15:00.250+01:00", "at:{date}");
    row("number:20261399", "number:{number}");
    row("unix:1764300000", "unix:{number}");
    row("reset:ann.lee+x@example.com:token", "reset:{email}:token");
    row("rl:10.0.0.1", "rl:{host}");
    row("rl:2001:db8:0:1:2:3:4:5", "rl:{host}");
    row("rl:2001:db8:1::5:login", "rl:{host}:login");
    row("dns:www.example.com", "dns:{host}");
    row("app.queue.email", "app.queue.email");
    row("last-seen", "last-seen");
    row("job:8f32-02", "job:{word}");
    row("job:a001", "job:{word}");
    row("{user:42}:jobs", "{user:{number}}:jobs");
    row("{orders}:queue", "{orders}:queue");
    row("a{b:c}d:e", "a{b:c}d:e");
    row("open{brace:5", "open{brace:{number}");
    row("q:{\"a\":1,\"b\":[2]}:x", "q:{json}:x");
    row("q:[\"a:b\",1]", "q:{json}");
    row("q:\"a:b\":c", "q:{json}:c");
    row("größe:7", "größe:{number}");
    row("", "");
    row(":", ":");
    row("shard:{0}", "shard:{{number}}");
}

void TestTemplateTree::splits()
{
    QFETCH(const QByteArray, key);
    QFETCH(const QByteArray, text);
    QByteArray found;
    QByteArray whole;
    for (const KeyPart &part : splitKey(key)) {
        whole += part.lead;
        whole += part.text;
        found += part.lead;
        found +=
            part.partClass == PartClass::Word ? part.text.toByteArray() : placeholderOf(part.partClass).toByteArray();
    }
    QCOMPARE(whole, key);
    QCOMPARE(found, text);
}

/// Leads and texts are the key, whatever its bytes.
void TestTemplateTree::nothingIsLost()
{
    quint32 random = 1;
    const auto next = [&random](int below) {
        random = random * 1'664'525 + 1'013'904'223;
        return static_cast<int>((random >> 16U) % static_cast<quint32>(below));
    };
    const QByteArray alphabet("ab19Z:{}[]\"-_./@+ \xff\x01\xc3\xbc");
    for (int i = 0; i < 20'000; ++i) {
        QByteArray key;
        for (int length = next(40); length > 0; --length) {
            key += alphabet[next(static_cast<int>(alphabet.size()))];
        }
        QByteArray whole;
        for (const KeyPart &part : splitKey(key)) {
            whole += part.lead;
            whole += part.text;
        }
        QCOMPARE(whole, key);
    }
}

void TestTemplateTree::oneValueIsNoVariable()
{
    TemplateTree tree(&isKept);
    add(tree, "leaderboard:game-1:20261128");
    add(tree, "user:1");
    add(tree, "user:2");
    QCOMPARE(linesOf(tree),
             (QStringList{QStringLiteral("leaderboard:game-1:20261128|string|1"),
                          QStringLiteral("user:{number}|string|2")}));
}

/// Also where tenants come first, and not all have all keys.
void TestTemplateTree::namesOfTenants()
{
    TemplateTree tree(&isKept);
    for (int i = 0; i < 1'000; ++i) {
        QByteArray tenant;
        for (int rest = i + 1'000; rest > 0; rest /= 10) {
            tenant += static_cast<char>('a' + rest % 10);
        }
        add(tree, tenant + ":orders", "list");
        add(tree, tenant + ":profile", "hash");
        if (i % 20 == 0) {
            add(tree, tenant + ":notes:" + QByteArray::number(i));
        }
    }
    QCOMPARE(linesOf(tree),
             (QStringList{QStringLiteral("{word}:notes:{number}|string|50"), QStringLiteral("{word}:orders|list|1000"),
                          QStringLiteral("{word}:profile|hash|1000")}));
}

void TestTemplateTree::namedKeysStay()
{
    TemplateTree tree(&isKept);
    for (const char *name : {"email", "invoices", "thumbnails", "sms", "push"}) {
        add(tree, QByteArray("queue:") + name, "list");
        add(tree, QByteArray("queue:") + name + ":processing", "list");
    }
    QCOMPARE(linesOf(tree).size(), 10);
}

void TestTemplateTree::wordsOfRolesStay()
{
    TemplateTree tree(&isKept);
    for (int i = 0; i < 100; ++i) {
        add(tree, QByteArray("user:x") + static_cast<char>('a' + i / 10) + static_cast<char>('a' + i % 10), "hash");
    }
    add(tree, "user:online", "set");
    add(tree, "user:last-seen", "zset");
    QCOMPARE(linesOf(tree),
             (QStringList{QStringLiteral("user:last-seen|zset|1"), QStringLiteral("user:online|set|1"),
                          QStringLiteral("user:{word}|hash|100")}));
}

/// From 32 keys of one type on, 1 in 16 is asked; another type makes all be asked again.
void TestTemplateTree::settlesTypes()
{
    TemplateTree tree(&isKept);
    int asked = 0;
    const auto fill = [&](int from, int count, const QByteArray &type) {
        for (int i = from; i < from + count; ++i) {
            const QByteArray key = "k:" + QByteArray::number(i);
            if (tree.add(key)) {
                ++asked;
                tree.setType(key, type);
            }
        }
    };
    fill(0, 32, "string");
    QCOMPARE(asked, 32);
    fill(32, 1'600, "string");
    QCOMPARE(asked, 132);
    fill(2'000, 64, "hash");
    QVERIFY(asked > 132 + 32);
    qint64 count = 0;
    for (const TemplateKeys &keys : tree.finish()) {
        count += keys.count;
    }
    QCOMPARE(count, 1'696);
}

void TestTemplateTree::countsTypesApart()
{
    TemplateTree tree(&isKept);
    for (int i = 0; i < 10; ++i) {
        add(tree, "k:" + QByteArray::number(i), i < 7 ? "string" : "list");
    }
    const QByteArray gone("k:99");
    QVERIFY(tree.add(gone));
    tree.remove(gone);
    QVERIFY(tree.add("k:secret"));
    tree.setType("k:secret", {});
    QCOMPARE(linesOf(tree),
             (QStringList{QStringLiteral("k:secret||1"), QStringLiteral("k:{number}|list|3"),
                          QStringLiteral("k:{number}|string|7")}));
}

void TestTemplateTree::keepsTheLargest()
{
    TemplateTree tree(&isKept);
    for (int i = 1; i <= 30; ++i) {
        const QByteArray key = "k:" + QByteArray::number(i);
        QVERIFY(tree.add(key));
        tree.setType(key, "list");
        tree.setSize(key, "list", i);
    }
    const std::vector<TemplateKeys> all = tree.finish();
    QCOMPARE(all.size(), std::size_t(1));
    QCOMPARE(all[0].samples.size(), TemplateTree::mostSamples);
    QCOMPARE(all[0].samples.front().key, QByteArray("k:30"));
    QCOMPARE(all[0].elements, 465);
    QCOMPARE(all[0].parts.back().values.size(), std::size_t(30));
}

/// 100,000 templates that have nothing in common, and 300,000 keys: what is kept stays small, and no key is lost.
void TestTemplateTree::isBounded()
{
    TemplateTree tree(&isKept);
    quint32 random = 7;
    const auto word = [&random] {
        QByteArray made;
        for (int i = 0; i < 6; ++i) {
            random = random * 1'664'525 + 1'013'904'223;
            made += static_cast<char>('a' + (random >> 24U) % 26);
        }
        return made;
    };
    constexpr int templates = 100'000;
    for (int i = 0; i < templates; ++i) {
        QByteArray name = word();
        for (int depth = i % 7; depth > 0; --depth) {
            name += ":./|#;,"[depth] + word();
        }
        for (int id = 0; id < 3; ++id) {
            add(tree, name + ':' + QByteArray::number(id));
        }
        QVERIFY(tree.templateCount() <= TemplateTree::mostTemplates);
    }
    qint64 count = 0;
    const std::vector<TemplateKeys> all = tree.finish();
    std::for_each(all.begin(), all.end(), [&count](const TemplateKeys &keys) { count += keys.count; });
    QCOMPARE(count, 3LL * templates);
    QVERIFY(all.size() <= TemplateTree::mostTemplates);
}

void TestTemplateTree::takesAnyBytes()
{
    TemplateTree tree(&isKept);
    add(tree, QByteArray("\xff\xfe\x00\x01", 4));
    add(tree, QByteArray("bin:\xff\x01", 6));
    add(tree, QByteArray("bin:\xfe\x02", 6));
    add(tree, QByteArray(100'000, 'x'));
    add(tree, QByteArray(100'000, ':'));
    const std::vector<TemplateKeys> all = tree.finish();
    QCOMPARE(std::count_if(all.begin(), all.end(),
                           [](const TemplateKeys &keys) { return keys.text() == "bin:{bytes}" && keys.count == 2; }),
             1);
    QCOMPARE(all.size(), std::size_t(4));
}

QTEST_GUILESS_MAIN(TestTemplateTree)

#include "tst_templatetree.moc"
