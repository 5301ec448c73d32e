// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/sharedchunks.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <vector>

using plimsoll::SharedChunks;

class SharedChunksTest final : public QObject {
    Q_OBJECT

private slots:
    void isLikeAVector()
    {
        std::mt19937 random(7);
        std::vector<int> expected;
        SharedChunks<int> chunks;
        std::vector<std::pair<std::vector<int>, SharedChunks<int>>> copies;
        for (int step = 0; step < 3'000; ++step) {
            const int value = int(random() % 1'000);
            const std::size_t size = random() % 60;
            switch (random() % 8) {
            case 0:
                expected.resize(size);
                chunks.resize(size);
                break;
            case 1:
                expected.push_back(value);
                chunks.emplace_back() = value;
                break;
            case 2:
                copies.emplace_back(expected, chunks);
                break;
            default:
                if (!expected.empty()) {
                    const std::size_t at = random() % expected.size();
                    expected[at] = value;
                    chunks[at] = value;
                }
            }
            QCOMPARE(chunks.size(), expected.size());
            QVERIFY(std::equal(chunks.begin(), chunks.end(), expected.begin(), expected.end()));
        }
        QVERIFY(copies.size() > 100);
        for (const auto &[then, copy] : copies) { // what was written later is not in them
            QVERIFY(std::equal(copy.begin(), copy.end(), then.begin(), then.end()));
        }
    }

    void copiesShareWhatIsTheSame()
    {
        constexpr std::size_t size = 10 * SharedChunks<int>::chunkSize;
        const SharedChunks<int> before(size);
        SharedChunks<int> after = before;
        after[size / 2] = 1;
        const SharedChunks<int> &read = after;
        std::size_t other = 0;
        for (std::size_t i = 0; i < size; ++i) {
            other += &read[i] == &before[i] ? 0 : 1;
        }
        QCOMPARE(other, SharedChunks<int>::chunkSize);
    }
};

QTEST_GUILESS_MAIN(SharedChunksTest)
#include "tst_sharedchunks.moc"
