// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/story.h"

#include <array>
#include <optional>

namespace plimsoll::demo {

namespace {

constexpr std::array<QByteArrayView, 3> spread{"search:", "home:", "cart:"};
constexpr milliseconds usualTtl{20 * 60'000};
constexpr milliseconds oneHour{3'600'000};
constexpr milliseconds sinceDeployment{17 * 60'000};
constexpr int products = 260;
constexpr int others = 500;
constexpr int builtIn = 12; ///< pages that never expire
constexpr double cachedPagesASecond = 1.5;
constexpr QByteArrayView wanted = "home:best-sellers"; ///< page that most readers request
constexpr QByteArrayView guard = "lock:build:best-sellers";
constexpr milliseconds wantedFor{45'000};
constexpr milliseconds building{1'500};
constexpr int stampede = 8; ///< readers that miss the page at the same moment

/// Cached pages of a shop. Search pages and the start page get a randomized TTL; product pages, all built by one
/// deployment, share a TTL of an hour. One popular page is rebuilt by one reader at a time.
class CacheStory final : public Story {
public:
    explicit CacheStory(quint32 seed) : m_random(seed) { }

    void begin(Batch &batch, const Moment &moment) override;
    void step(Batch &batch, const Moment &moment) override;

private:
    void keep(Batch &batch, const QByteArray &page, milliseconds time);
    [[nodiscard]] QByteArray somePage();
    void regenerate(Batch &batch, milliseconds now);

    Random m_random;
    milliseconds m_goneAt{}; ///< server time at which the popular page expires
    std::optional<milliseconds> m_builtAt{}; ///< server time at which it is rebuilt; nullopt: not being built
};

void CacheStory::keep(Batch &batch, const QByteArray &page, milliseconds time)
{
    batch.add({"SET", "cache:page:" + page, "<html>" + m_random.hex(40), "PX", stamp(time)});
}

QByteArray CacheStory::somePage()
{
    return m_random.of<QByteArrayView>(spread).toByteArray() + QByteArray::number(m_random.below(400));
}

void CacheStory::begin(Batch &batch, const Moment & /*moment*/)
{
    for (int i = 0; i < products; ++i) { // all built by one deployment, 80 ms apart
        keep(batch, "product:" + QByteArray::number(1'000 + i), oneHour - sinceDeployment + milliseconds(i * 80));
    }
    for (int i = 0; i < others; ++i) {
        keep(batch, somePage(), milliseconds(m_random.between(20'000, static_cast<int>((usualTtl * 5 / 4).count()))));
    }
    for (int i = 0; i < builtIn; ++i) {
        batch.add({"SET", "cache:page:admin:" + QByteArray::number(i), "<html>"});
    }
}

/// The first reader that misses the page and sets the guard rebuilds it; the others wait.
void CacheStory::regenerate(Batch &batch, milliseconds now)
{
    if (m_builtAt && now >= *m_builtAt) {
        keep(batch, wanted.toByteArray(), wantedFor);
        batch.add({"UNLINK", guard});
        m_builtAt.reset();
        m_goneAt = now + wantedFor;
    } else if (!m_builtAt && now >= m_goneAt) {
        for (int reader = 0; reader < stampede; ++reader) {
            batch.add({"SET", guard, "web-" + m_random.hex(4), "NX", "PX", stamp(10 * building)});
        }
        m_builtAt = now + building;
    }
}

void CacheStory::step(Batch &batch, const Moment &moment)
{
    regenerate(batch, moment.server);
    for (int i = m_random.arrivals(cachedPagesASecond); i > 0; --i) {
        const int jitter = static_cast<int>((usualTtl / 4).count());
        keep(batch, somePage(), usualTtl + milliseconds(m_random.between(-jitter, jitter)));
    }
}

} // namespace

std::unique_ptr<Story> makeCacheStory(quint32 seed)
{
    return std::make_unique<CacheStory>(seed);
}

} // namespace plimsoll::demo
