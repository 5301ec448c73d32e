// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/foundkeys.h"

#include <algorithm>
#include <utility>

namespace plimsoll::redis {

namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

constexpr milliseconds firstOldAfter{900}; ///< ms; keys shown first are read with every tick
constexpr std::size_t firstRead = 50;
constexpr std::size_t leastBatch = 8;
constexpr std::size_t mostBatch = 512;
constexpr microseconds shortBatch{500};
constexpr microseconds longBatch{1'500};
constexpr milliseconds oldPass{10'000}; ///< ms; age of other figures, as an older pass misses newer keys
constexpr milliseconds toleratedStepBack{1'000}; ///< nodes of a cluster differ in their clocks
constexpr int overdueAfter = 3; ///< times oldAfter() without a step, from which on nothing is known
constexpr std::size_t mostGone = 10'000; ///< keys remembered for an undo; others are found by the search
constexpr double leastProgress = 0.001; ///< share of all keys scanned before a total is estimated

/// Finds the searched role, also if the workspace lists all its keys.
const RoleKeys &roleOf(const CollectionDefinition &definition)
{
    return *std::find_if(definition.keys.begin(), definition.keys.end(), [](const RoleKeys &keys) {
        return keys.role->named == Named::ById || keys.role->named == Named::ByGlob;
    });
}

/// True if a node did not answer; the others may.
bool isOfNode(const Error &error)
{
    return error.kind == ErrorKind::Unreachable || error.kind == ErrorKind::TimedOut
        || error.kind == ErrorKind::Protocol || error.kind == ErrorKind::LoginRefused
        || error.kind == ErrorKind::NotNow;
}

} // namespace

FoundCollector::FoundCollector(const CollectionDefinition &definition, Keep keep, std::size_t most)
    : Collector(definition, {}, {}), m_definition(definition), m_keep(keep), m_most(most),
      m_scan(roleOf(definition).role->types)
{
}

void FoundCollector::sourcesChanged(const CollectionDefinition &definition)
{
    m_definition = definition;
    m_isRenewed = false;
}

/// Expands patterns and listed keys at `now`; forgets keys found by previous patterns or of another period.
void FoundCollector::renew(milliseconds now)
{
    const RoleKeys &role = roleOf(m_definition);
    m_isRenewed = true;
    m_renewAt = milliseconds::max();
    for (const QByteArray &text : role.templates) {
        if (const Result<KeyTemplate> parsed = KeyTemplate::parse(text)) {
            m_renewAt = std::min(m_renewAt, parsed->nextChange(now));
        }
    }
    const std::vector<KeyPattern> patterns = m_definition.patterns(role, now);
    const std::vector<QByteArray> written = m_definition.source(role).keys(now);
    for (std::size_t i = m_entries.size(); i-- > 0;) {
        const QByteArray &key = m_entries[i].told.key;
        const bool stays = m_entries[i].isWritten
            ? std::find(written.begin(), written.end(), key) != written.end()
            : std::any_of(patterns.begin(), patterns.end(),
                          [&key](const KeyPattern &pattern) { return pattern.idOf(key).has_value(); });
        if (!stays) {
            drop(i);
        }
    }
    for (const QByteArray &key : written) {
        add({key, key}, m_scan.pass(), true);
    }
    m_scan.setPatterns(patterns);
    m_wholeAt = patterns.empty() ? now : milliseconds(0);
    m_wholeFrom = now;
    m_wasComplete = false;
    m_matched = m_leftOut = m_leftOutBefore = 0;
}

void FoundCollector::add(const KeyScan::Match &match, quint32 pass, bool isWritten)
{
    const auto known = m_places.constFind(match.key);
    if (known != m_places.constEnd()) {
        Entry &entry = m_entries[*known];
        m_matched += entry.pass != pass ? 1 : 0;
        entry.pass = pass;
        m_isChanged = m_isChanged || (!entry.isThere && !entry.isWritten);
        entry.isThere = entry.isThere || !entry.isWritten; // it was doubted
        return;
    }
    ++m_matched;
    while (m_keep == Keep::Sample && !hasRoomFor(match.key) && !m_entries.empty() && isSampled(match.key)) {
        thinOut(pass);
    }
    if (!isWritten && (!hasRoomFor(match.key) || !isSampled(match.key))) {
        ++m_leftOut;
        return;
    }
    m_sawOwnChange = m_sawOwnChange || m_changedByUs.contains(match.key);
    m_goneByUs.erase(match.key);
    Entry &entry = insert(match, pass);
    entry.isWritten = isWritten;
    entry.isThere = !isWritten;
}

FoundCollector::Entry &FoundCollector::insert(const KeyScan::Match &match, quint32 pass)
{
    m_places.insert(match.key, m_entries.size());
    m_bytes += match.key.size();
    Entry &entry = m_entries.emplace_back();
    entry.told.key = match.key;
    entry.told.id = match.id;
    entry.pass = pass;
    m_freshUntil = {};
    m_isChanged = true;
    return entry;
}

bool FoundCollector::hasRoomFor(const QByteArray &key) const
{
    return m_entries.size() < m_most && m_bytes + key.size() <= mostBytes;
}

bool FoundCollector::isSampled(const QByteArray &key) const
{
    constexpr std::size_t seed = 7;
    return (qHash(key, seed) & ((std::size_t(1) << m_thinning) - 1)) == 0;
}

/// Half of them are enough.
void FoundCollector::thinOut(quint32 pass)
{
    ++m_thinning;
    for (std::size_t i = m_entries.size(); i-- > 0;) {
        if (!isSampled(m_entries[i].told.key)) {
            m_leftOut += m_entries[i].pass == pass ? 1 : 0;
            drop(i);
        }
    }
}

void FoundCollector::drop(std::size_t index)
{
    m_sawOwnChange = m_changedByUs.erase(m_entries[index].told.key) > 0 || m_sawOwnChange;
    m_places.remove(m_entries[index].told.key);
    m_bytes -= m_entries[index].told.key.size();
    if (index + 1 < m_entries.size()) {
        m_entries[index] = std::move(m_entries.back());
        m_places[m_entries[index].told.key] = index;
    }
    m_entries.pop_back();
    m_isChanged = true;
}

void FoundCollector::restartSearch()
{
    m_scan.restart();
    m_matched = m_leftOut = 0;
    m_goneByUs.clear();
    if (m_scan.isAny()) { // on another server, maybe
        m_wholeAt = {};
        m_wasComplete = false;
        m_isChanged = true;
    }
}

void FoundCollector::doubtFound()
{
    for (Entry &entry : m_entries) { // holder and start are restored if the key still exists
        FoundKey &told = entry.told;
        entry.isThere = false;
        told.readAt = {};
        told.count = told.outside = told.freeAt = told.refused = told.refusedPerMinute = told.expiresAt = unknownFigure;
    }
    m_scan.hurry();
    m_matched = m_leftOut = m_leftOutBefore = 0;
    m_wholeAt = m_scan.isAny() ? milliseconds(0) : m_wholeAt;
    m_freshUntil = m_firstAt = {};
    m_isDoubted = true;
    m_wasComplete = false;
    m_isChanged = true;
}

/// Drops the keys that the pass did not find.
void FoundCollector::endPass(milliseconds begun, milliseconds now)
{
    const quint32 ended = m_scan.pass() - 1;
    for (std::size_t i = m_entries.size(); i-- > 0;) {
        if (!m_entries[i].isWritten && m_entries[i].pass != ended && m_entries[i].pass != m_scan.pass()) {
            drop(i);
        }
    }
    std::erase_if(m_changedByUs, [&](const auto &key) { return key.second < begun && !m_places.contains(key.first); });
    m_leftOutBefore = std::exchange(m_leftOut, 0);
    m_matched = 0;
    m_wholeAt = now;
    m_wholeFrom = begun;
    m_thinning -= m_thinning > 0 && m_entries.size() < m_most / 4 ? 1 : 0; // there are fewer now
    m_isChanged = true;
}

bool FoundCollector::noteOwnChanges(const std::set<QByteArray> &changed, milliseconds now)
{
    bool isAny = false;
    for (const QByteArray &key : changed) {
        const std::optional<QByteArray> id = m_scan.idOf(key);
        if (!m_places.contains(key) && !id) {
            continue;
        }
        isAny = true;
        m_changedByUs[key] = now;
        if (!m_places.contains(key) && m_goneByUs.erase(key) > 0 && hasRoomFor(key) && isSampled(key)) {
            insert({key, *id}, m_scan.pass()).isThere = false; // unless it is read so
        }
    }
    return isAny;
}

bool FoundCollector::chooseChangedKeys()
{
    m_chosen.clear();
    for (auto key = m_changedByUs.begin(); key != m_changedByUs.end() && m_chosen.size() < m_batch; ++key) {
        if (const auto place = m_places.constFind(key->first); place != m_places.constEnd()) {
            m_chosen.push_back(*place);
        }
    }
    return !m_chosen.empty();
}

/// Chooses the keys shown first if they are due for a read, else the next outdated ones.
bool FoundCollector::chooseKeys(milliseconds now)
{
    m_chosen.clear();
    if (m_found != nullptr && oldAfter() <= usuallyOldAfter && now - m_firstAt >= firstOldAfter) {
        m_firstAt = now;
        for (std::size_t i = 0; i < std::min(firstRead, m_found->first.size()); ++i) {
            const auto place = m_places.constFind(m_found->first[i].key);
            if (place != m_places.constEnd() && now - m_entries[*place].told.readAt >= firstOldAfter) {
                m_chosen.push_back(*place);
            }
        }
    }
    if (!m_chosen.empty() || now < m_freshUntil) {
        return !m_chosen.empty();
    }
    milliseconds oldest = now;
    for (std::size_t looked = 0; looked < m_entries.size() && m_chosen.size() < m_batch; ++looked) {
        m_next = m_next + 1 < m_entries.size() ? m_next + 1 : 0;
        const milliseconds readAt = m_entries[m_next].told.readAt;
        if (now - readAt >= oldAfter() || readAt > now) {
            m_chosen.push_back(m_next);
        } else {
            oldest = std::min(oldest, readAt);
        }
    }
    if (m_chosen.empty()) {
        m_freshUntil = oldest + oldAfter();
    }
    return !m_chosen.empty();
}

bool FoundCollector::appendSearch(Pipeline &pipeline, milliseconds now)
{
    if (now + toleratedStepBack < m_searchedAt) { // the server's clock was set back: all is due now
        m_scan.hurry();
        m_freshUntil = m_firstAt = {};
        m_searchedAt = now;
        m_isRenewed = false;
    }
    if (!m_isRenewed || now >= m_renewAt) {
        renew(now);
    }
    m_asked = Asked::Nothing;
    const bool mayScan = m_scan.isDue(now);
    if (chooseChangedKeys() || ((!mayScan || !m_scanNext) && chooseKeys(now))) {
        m_asked = Asked::Keys;
        for (const std::size_t place : m_chosen) {
            appendKey(pipeline, m_entries[place], now);
        }
    } else if (mayScan) {
        m_asked = Asked::Scan;
        m_scan.append(pipeline);
    }
    m_scanNext = !m_scanNext;
    return m_asked != Asked::Nothing;
}

void FoundCollector::readSearch(ReplyCursor &replies, milliseconds now, microseconds work)
{
    m_searchedAt = now;
    if (std::exchange(m_asked, Asked::Nothing) == Asked::Keys) {
        readKeys(replies, now, work);
        return;
    }
    const double before = m_scan.progress();
    const KeyScan::Step step = m_scan.read(replies.next(), now, work);
    if (step.error) {
        m_scanError = step.error;
        m_failedAt = isOfNode(*step.error) ? before : 0;
        m_matched = m_leftOut = 0; // it begins anew
    } else if (step.endsPass || m_scan.progress() > m_failedAt) { // that node answers again
        m_scanError.reset();
    }
    const quint32 pass = m_scan.pass() - (step.endsPass ? 1 : 0);
    for (const KeyScan::Match &match : step.matches) {
        add(match, pass);
    }
    if (step.endsPass) {
        endPass(step.begun, now);
    }
    m_isChanged = m_isChanged || m_wholeAt.count() == 0;
}

void FoundCollector::readKeys(ReplyCursor &replies, milliseconds now, microseconds work)
{
    std::vector<std::size_t> gone;
    for (const std::size_t place : m_chosen) {
        Entry &entry = m_entries[place];
        const Result<Is> is = readKey(replies, entry, now);
        entry.told.readAt = now;
        const bool isOurs = m_changedByUs.erase(entry.told.key) > 0;
        m_sawOwnChange = m_sawOwnChange || isOurs;
        if (isOurs && is && *is == Is::Gone) {
            if (m_goneByUs.size() >= mostGone) {
                m_goneByUs.clear();
            }
            m_goneByUs.insert(entry.told.key);
        }
        entry.isThere = is ? *is == Is::There : entry.isThere;
        const bool isAnothers = !is && is.error().kind == ErrorKind::WrongType && !entry.isWritten;
        entry.error = is ? nullptr : std::make_shared<const Error>(is.error());
        if (!entry.isWritten && (isAnothers || (is && *is == Is::Gone))) {
            gone.push_back(place);
        }
    }
    std::sort(gone.begin(), gone.end(), std::greater<>());
    std::for_each(gone.begin(), gone.end(), [this](std::size_t place) { drop(place); });
    if (work < shortBatch) {
        m_batch = std::min(m_batch * 2, mostBatch);
    } else if (work > longBatch) {
        m_batch = std::max(m_batch / 2, leastBatch);
    }
    m_isChanged = true;
}

/// Elements of a key, those in the window where there is one; of a string 1. Unknown until it is read.
double FoundCollector::sizeOf(const Entry &entry)
{
    if (entry.error != nullptr || entry.told.readAt.count() == 0) {
        return unknownFigure;
    }
    return !entry.isThere ? 0 : isKnown(entry.told.count) ? entry.told.count : 1;
}

void FoundCollector::makeFound()
{
    auto found = std::make_shared<KeysFound>();
    std::vector<const Entry *> there;
    there.reserve(m_entries.size());
    found->oldestRead = milliseconds::max();
    m_keyError.reset();
    for (const Entry &entry : m_entries) {
        if (entry.error != nullptr && !m_keyError) {
            m_keyError = *entry.error;
        }
        if (entry.isThere) {
            there.push_back(&entry);
        }
        if (entry.isWritten) {
            found->named.emplace_back(entry.told.key, sizeOf(entry));
        }
        if (entry.told.readAt.count() == 0) {
            ++found->unread;
        } else {
            found->oldestRead = std::min(found->oldestRead, entry.told.readAt);
        }
    }
    m_isDoubted = m_isDoubted && found->unread > 0;
    found->seen = static_cast<qint64>(there.size());
    found->wholeAt = m_wholeAt;
    found->isFull = m_leftOut + m_leftOutBefore > 0;
    if (!m_wasComplete && found->isWhole() && found->unread == 0 && !m_isDoubted) {
        m_wasComplete = true;
        m_sawOwnChange = true; // figures before the search were of other keys
    }
    if (m_wholeAt.count() > 0) {
        found->about = static_cast<double>(found->seen + std::max(m_leftOut, m_leftOutBefore));
    } else if (m_scan.progress() >= leastProgress && (m_matched > 0 || found->seen > 0)) { // else there may be some
        found->about = std::max(static_cast<double>(found->seen), static_cast<double>(m_matched) / m_scan.progress());
    }
    const std::size_t shown = std::min(there.size(), KeysFound::mostShown);
    for (std::size_t i = 0; i < shown; ++i) {
        found->ends.push_back(there[i * there.size() / shown]->told.expiresAt);
    }
    std::partial_sort(there.begin(), there.begin() + static_cast<std::ptrdiff_t>(shown), there.end(),
                      [this](const Entry *a, const Entry *b) { return isBefore(a->told, b->told); });
    for (std::size_t i = 0; i < shown; ++i) {
        found->first.push_back(there[i]->told);
    }
    sumUp(m_entries, *found);
    m_found = std::move(found);
}

void FoundCollector::tellFigure(Reading &reading, int figure, double value, bool needsRead) const
{
    reading.figures[static_cast<std::size_t>(figure)] = value;
    if (m_found == nullptr) {
        return;
    }
    if (!m_found->isWhole() || m_isDoubted || (needsRead && m_found->unread > 0)) {
        reading.setAtLeast(figure, true);
    } else if (mayHaveMore(reading.now)) {
        reading.setAtLeast(figure);
    }
    if (m_wasComplete && value == 0) { // keys that came since are read soon
        reading.note(figure, FigureNote::LeastZero);
    }
}

const char *FoundCollector::whyUnknown(int figure) const
{
    return m_found != nullptr && m_found->isFull ? QT_TRANSLATE_NOOP("problems", "too many keys to keep")
        : m_isOverdue                            ? QT_TRANSLATE_NOOP("problems", "not read again for too long")
        : m_wasComplete                          ? Collector::whyUnknown(figure)
                                                 : QT_TRANSLATE_NOOP("problems", "still searching");
}

/// True if keys are due but the search has rested so long that figures may be wrong either way: they are no lower
/// bounds.
bool FoundCollector::isOverdue(milliseconds now) const
{
    return m_searchedAt.count() > 0 && now >= m_freshUntil && now - m_searchedAt > overdueAfter * oldAfter();
}

/// Keys came, maybe, that the last pass has not seen: it began before the newest change. One that began a moment ago is
/// as new as other figures.
bool FoundCollector::mayHaveMore(milliseconds now) const
{
    return m_scan.isAny() && now - m_wholeFrom > oldPass && (m_changedAt >= m_wholeFrom || !m_data.isKnown());
}

bool FoundCollector::showsChange(const std::set<QByteArray> &changed)
{
    return std::exchange(m_sawOwnChange, false)
        || std::any_of(changed.begin(), changed.end(),
                       [this](const QByteArray &key) { return m_places.contains(key) || m_scan.idOf(key); });
}

void FoundCollector::finishKind(Reading &reading)
{
    if (!m_isRenewed) {
        return; // nothing was looked for yet
    }
    if (const DataSize before = std::exchange(m_data, reading.data); before.isKnown() && before != m_data) {
        m_changedAt = reading.now;
    }
    if (std::exchange(m_isChanged, false)) {
        makeFound();
    }
    for (const std::optional<Error> *error : {&m_scanError, &m_keyError}) {
        if (*error) {
            reading.fail(-1, **error);
        }
    }
    m_isOverdue = isOverdue(reading.now);
    if (m_isOverdue) {
        reading.beyondBound = unknownFigure;
    } else if (!m_scanError || m_wholeAt.count() > 0) {
        tell(reading);
    }
    if (m_keyError || (m_scanError && isOfNode(*m_scanError))) {
        std::fill(reading.figures.begin(), reading.figures.end(), unknownFigure);
    }
}

} // namespace plimsoll::redis
