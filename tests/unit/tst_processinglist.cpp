// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/processinglist.h"

#include <QTest>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace std::chrono_literals;

namespace {

Reply bulk(const QByteArray &bytes)
{
    Reply reply;
    reply.type = Reply::Type::Bulk;
    reply.bytes = bytes;
    return reply;
}

} // namespace

/// Tests what is known of the jobs of a processing list from the pages read so far: no server.
class ProcessingListTest final : public QObject {
    Q_OBJECT

private slots:
    void remembersWhenItSawWhat()
    {
        ProcessingList list;
        Reply page;
        page.type = Reply::Type::Array;
        page.elements = {bulk("c"), bulk("b"), bulk("a")};
        QVERIFY(!list.read({&page, 1}, 3, true, 100s));
        QCOMPARE(list.elements().front(), QByteArray("a"));
        list.setStarted(0, 40s);
        list.release();
        QCOMPARE(list.oldest()->time, 40s);
        QVERIFY(list.oldest()->observed); // a job not read yet may be older
        page.elements = {bulk("d"), bulk("c")};
        QVERIFY(!list.read({&page, 1}, 2, true, 160s));
        list.release();
        QCOMPARE(list.startedBefore(130s), 1.0); // c has been here since it was first seen
        QVERIFY(list.mayBeMore(130s));
        QCOMPARE(list.oldest()->time, 100s);
    }

    void asksForAsMuchAsItCanBear()
    {
        ProcessingList list;
        Reply page;
        page.type = Reply::Type::Array;
        QVERIFY(list.page() * 1024 * 1024 < 10LL * 1024 * 1024); // should they all be large
        for (const qint64 next : {qint64{64}, ProcessingList::mostElements}) {
            page.elements.resize(static_cast<std::size_t>(list.page()), bulk("element"));
            QVERIFY(list.read({&page, 1}, 1000, true, 0s)); // small ones, and there are more
            QCOMPARE(list.page(), next);
        }
        page.elements = {bulk(QByteArray(3LL * 1024 * 1024, 'x'))};
        QVERIFY(!list.read({&page, 1}, 1000, true, 0s));
        QCOMPARE(list.page(), qint64{1});
    }

    /// Small ones say nothing of those behind them: some of these are looked at before a page of them is read.
    void asksForFewWhereLargeOnesFollow()
    {
        ProcessingList list;
        Pipeline pipeline;
        list.append(pipeline, "p", true);
        QCOMPARE(std::size_t(pipeline.size()), list.replies());
        QVERIFY(list.replies() > 1);
        std::vector<Reply> replies(list.replies(), bulk("small"));
        replies.front() = {};
        replies.front().type = Reply::Type::Array;
        replies.front().elements.resize(static_cast<std::size_t>(list.page()), bulk("small"));
        replies.back() = bulk(QByteArray(200'000, 'x'));
        QVERIFY(!list.read(replies, 1000, true, 0s));
        QCOMPARE(list.page(), qint64{5});
        list.release();
        replies.assign(list.replies(), {}); // nothing stands there: a list that ended
        replies.front().type = Reply::Type::Array;
        replies.front().elements = {bulk("small"), bulk("small")};
        QVERIFY(!list.read(replies, 10, true, 0s));
        QCOMPARE(list.page(), qint64{40});
    }

    void knowsWhatCameSinceItWasSeenWhole()
    {
        ProcessingList list;
        Reply page;
        page.type = Reply::Type::Array;
        page.elements = {bulk("a")};
        QVERIFY(!list.read({&page, 1}, 1, true, 100s));
        list.release();
        QVERIFY(list.mayBeMore(70s)); // unknown how long it was there before
        page.elements = {bulk("b"), bulk("c")};
        QVERIFY(!list.read({&page, 1}, 2, true, 105s));
        list.release();
        QCOMPARE(list.startedBefore(90s), 0.0);
        QVERIFY(!list.mayBeMore(90s)); // they were not there at 100 s
        QVERIFY(list.mayBeMore(103s));
        list.noteEmpty(110s);
        page.elements = {bulk("d")};
        QVERIFY(!list.read({&page, 1}, 1, true, 112s));
        list.release();
        QVERIFY(!list.mayBeMore(109s));
    }

    void isReadPageByPage()
    {
        std::vector<QByteArray> all; // oldest first
        for (int i = 0; i < 1'200; ++i) {
            all.push_back(QByteArray::number(i));
        }
        ProcessingList list;
        Pipeline pipeline;
        const auto readOn = [&] {
            do {
                pipeline.clear();
                list.append(pipeline, "p", false);
                const QByteArrayList lines = pipeline.bytes().split('\n'); // *4, $6, LRANGE, $1, p, $1, first, …
                Reply page;
                page.type = Reply::Type::Array;
                const qsizetype last = lines.at(8).trimmed().toInt();
                for (qsizetype i = lines.at(6).trimmed().toInt(); i <= last && i < qsizetype(all.size()); ++i) {
                    page.elements.push_back(bulk(all[static_cast<std::size_t>(i)]));
                }
                if (!list.read({&page, 1}, static_cast<double>(all.size()), false, 500s)) {
                    break;
                }
            } while (true);
            for (std::size_t i = 0; i < list.elements().size(); ++i) {
                list.setStarted(i, std::chrono::seconds(list.elements()[i].toInt() < 1'100 ? 10 : 400));
            }
            list.release();
        };
        readOn();
        QCOMPARE(list.startedBefore(100s), 500.0);
        QVERIFY(list.mayBeMore(100s) && list.wantsMore());
        readOn();
        QCOMPARE(list.startedBefore(100s), 1'000.0);
        readOn();
        QCOMPARE(list.startedBefore(100s), 1'100.0);
        QVERIFY(!list.mayBeMore(100s) && !list.wantsMore());
        // Some leave while it is read anew: those that moved up unseen are not taken for absent.
        readOn();
        all.erase(all.begin(), all.begin() + 100);
        readOn();
        readOn();
        QVERIFY(list.mayBeMore(100s));
        readOn();
        readOn();
        readOn();
        QCOMPARE(list.startedBefore(100s), 1'000.0);
        QVERIFY(!list.mayBeMore(100s));
        // Most leave: what was known of them does not stand for long.
        all.erase(all.begin(), all.begin() + 550);
        QCOMPARE(list.oldest()->time, 10s);
        QVERIFY(!list.oldest()->observed);
        list.noteCount(static_cast<double>(all.size()));
        QVERIFY(list.wantsMore());
        QVERIFY(!list.oldest()); // it may have left, and how many came is not known
        readOn();
        QVERIFY(list.oldest());
        QCOMPARE(list.startedBefore(100s), 450.0);
        QVERIFY(list.mayBeMore(100s));
        readOn();
        QVERIFY(!list.mayBeMore(100s) && !list.wantsMore());
        // Those that workers take between two heads are young; many at once may be old ones that an undo gives back.
        list.noteCount(static_cast<double>(all.size()) + 500);
        QVERIFY(!list.mayBeMore(100s) && !list.wantsMore());
        list.noteCount(2 * static_cast<double>(all.size()) + 501);
        QVERIFY(list.mayBeMore(100s) && list.wantsMore());
    }
};

QTEST_GUILESS_MAIN(ProcessingListTest)
#include "tst_processinglist.moc"
