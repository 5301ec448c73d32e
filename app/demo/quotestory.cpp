// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/story.h"

#include <QCoreApplication>

#include <algorithm>

namespace plimsoll::demo {

namespace {

struct QuoteWords {
    Q_DECLARE_TR_FUNCTIONS(demo)
};

constexpr double writesASecond = 0.6;
constexpr double editsASecond = 0.2;
constexpr double deletesASecond = 0.03; ///< drafts deleted by hand, without their index entry
constexpr milliseconds keeps{180'000}; ///< lifetime of an unedited draft
constexpr milliseconds round{8'000}; ///< interval of the cleaner
constexpr milliseconds away{45'000};
constexpr int atOnce = 20;

QByteArray draft(int number)
{
    return "draft:quote:" + QByteArray::number(number);
}

/// Draft quotes with a time limit: each is a key plus an entry in an index by time. Some are edited and postponed. A
/// cleaner removes expired keys and entries together, and pauses occasionally, so that some wait. A few drafts were
/// deleted by hand, which leaves index entries without a key.
class QuoteStory final : public Story {
public:
    explicit QuoteStory(quint32 seed) : m_random(seed) { }

    void begin(Batch &batch, const Moment &moment) override;
    void step(Batch &batch, const Moment &moment) override;

private:
    void write(Batch &batch, int number, milliseconds expires);
    void clean(Batch &batch, const Moment &moment);

    Random m_random;
    int m_next = 1;
    milliseconds m_cleans{}; ///< story time of the cleaner's next round
};

void QuoteStory::write(Batch &batch, int number, milliseconds expires)
{
    const QByteArray content = R"({"customer":"c-)" + QByteArray::number(m_random.between(100, 999)) + R"(","total":)"
        + QByteArray::number(m_random.between(20, 9'000)) + '}';
    batch.add({"SET", draft(number), content});
    batch.add({"ZADD", "drafts:by-expiry", stamp(expires), QByteArray::number(number)});
}

void QuoteStory::begin(Batch &batch, const Moment &moment)
{
    for (int i = 0; i < 90; ++i) {
        write(batch, m_next++, moment.server + moment.onServer(milliseconds(m_random.between(-8'000, 180'000))));
    }
    for (int i = 0; i < 40; ++i) { // drafts of large customers live longer
        write(batch, m_next++, moment.server + milliseconds(m_random.between(300'000, 5'400'000)));
    }
    m_cleans = moment.story + away / 2;
}

/// Reads the entries that are due and removes each in one script if it still is.
void QuoteStory::clean(Batch &batch, const Moment &moment)
{
    batch.add({"ZRANGE", "drafts:by-expiry", "-inf", "(" + stamp(moment.server), "BYSCORE", "LIMIT", "0",
               QByteArray::number(atOnce)},
              [](const redis::Reply &reply, Batch &next) {
                  for (const redis::Reply &id : reply.elements) {
                      next.add({"EVALSHA", expiredScript().sha, "2", "drafts:by-expiry", "draft:quote:" + id.bytes,
                                id.bytes});
                  }
                  if (!reply.elements.empty()) {
                      next.tellMinor(QuoteWords::tr("The cleaner removed the draft quotes that had expired"));
                  }
              });
}

void QuoteStory::step(Batch &batch, const Moment &moment)
{
    for (int i = m_random.arrivals(writesASecond); i > 0; --i) {
        write(batch, m_next++, moment.server + moment.onServer(keeps));
    }
    for (int i = m_random.arrivals(editsASecond); i > 0; --i) { // postponed: changes only the time in the index
        batch.add({"ZADD", "drafts:by-expiry", "XX", stamp(moment.server + moment.onServer(keeps)),
                   QByteArray::number(m_random.between(std::max(1, m_next - 60), m_next))});
    }
    for (int i = m_random.arrivals(deletesASecond); i > 0; --i) {
        batch.add({"UNLINK", draft(m_random.between(std::max(1, m_next - 60), m_next))});
    }
    if (moment.story >= m_cleans) {
        clean(batch, moment);
        m_cleans = moment.story + (m_random.chance(0.2) ? away : round);
    }
}

} // namespace

std::unique_ptr<Story> makeQuoteStory(quint32 seed)
{
    return std::make_unique<QuoteStory>(seed);
}

} // namespace plimsoll::demo
