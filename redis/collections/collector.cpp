// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/collector.h"

#include "redis/collections/health.h"
#include "redis/collections/keytypes.h"
#include "redis/collections/overtime.h"
#include "redis/types/boundrole.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace plimsoll::redis {

namespace {

using std::chrono::milliseconds;

bool mayBe(unsigned types, KeyType type)
{
    return (types & static_cast<unsigned>(type)) != 0;
}

/// Type assumed for a key until TYPE is answered: the first one its role allows.
KeyType firstType(unsigned types)
{
    const auto *const found = std::find_if(keyTypes.begin(), keyTypes.end(),
                                           [types](const KeyTypeSpec &spec) { return mayBe(types, spec.type); });
    return found == keyTypes.end() ? ListKey : found->type;
}

bool hasSeveralTypes(unsigned types)
{
    return (types & (types - 1)) != 0;
}

int figureOf(std::span<const SizeRule> rules, QLatin1StringView role)
{
    const auto found =
        std::find_if(rules.begin(), rules.end(), [role](const SizeRule &rule) { return rule.role == role; });
    return found == rules.end() ? -1 : found->figure;
}

int ruleOf(const std::vector<TimeRule> &rules, QLatin1StringView role)
{
    const auto found =
        std::find_if(rules.begin(), rules.end(), [role](const TimeRule &rule) { return rule.role == role; });
    return found == rules.end() ? -1 : static_cast<int>(found - rules.begin());
}

bool isSameKey(const PolledKey &a, const PolledKey &b)
{
    return a.key == b.key && a.role == b.role;
}

void addTo(double &sum, double value)
{
    sum += value;
}

constexpr quint8 bitsOf(std::initializer_list<FigureNote> notes)
{
    quint8 bits = 0;
    for (const FigureNote note : notes) {
        bits |= static_cast<quint8>(note);
    }
    return bits;
}

/// Removes the notes that do not fit the value. A lower bound of 0 carries no information: the figure is unknown then.
void settleNotes(Reading &reading, std::size_t figure)
{
    constexpr quint8 ofBounds = bitsOf({FigureNote::AtLeast, FigureNote::Partial});
    constexpr quint8 ofMissing = bitsOf({FigureNote::Absent, FigureNote::NotYet, FigureNote::LeastZero});
    quint8 &notes = reading.notes[figure];
    double &value = reading.figures[figure];
    const bool isBound = isNoted(notes, FigureNote::AtLeast);
    if (value == 0 && isBound) {
        value = unknownFigure;
        if (!isNoted(notes, FigureNote::Partial)) {
            notes |= bitsOf({FigureNote::LeastZero});
        }
    }
    const quint8 gone = (isKnown(value) && isBound ? 0 : ofBounds) | (isKnown(value) ? ofMissing : 0);
    notes &= static_cast<quint8>(~gone);
}

} // namespace

void Reading::fail(int figure, const Error &error)
{
    if (!error.lacks.isEmpty()) {
        lacks.insert(error.lacks);
        return;
    }
    const bool known = std::any_of(problems.begin(), problems.end(),
                                   [&error](const Problem &problem) { return problem.text == error.message; });
    if (!known) {
        problems.push_back({figure, State::Error, error.message});
    }
}

void Reading::reportLacks(const AclUser &user)
{
    problems.insert(problems.begin(), {-1, State::Error, lackingText(lacks, user)});
}

Collector::Collector(const CollectionDefinition &definition, std::span<const SizeRule> sizes,
                     std::vector<TimeRule> times)
    : m_sizes(sizes), m_times(std::move(times))
{
    Q_ASSERT(std::all_of(m_times.begin(), m_times.end(), [this](const TimeRule &rule) {
        return &rule == &m_times[static_cast<std::size_t>(ruleOf(m_times, rule.role))]; // the second would not be asked
    }));
    setSources(definition);
}

Collector::~Collector() = default;

void Collector::setSources(const CollectionDefinition &definition)
{
    m_sources.clear();
    for (const RoleKeys &keys : definition.keys) {
        if (keys.role == nullptr || keys.role->perId) {
            continue;
        }
        // A role whose keys may be searched for is counted here if its size is a figure, else by the search.
        const bool isCounted = std::any_of(m_sizes.begin(), m_sizes.end(),
                                           [&](const SizeRule &rule) { return rule.role == keys.role->id; });
        if (keys.role->named == Named::Written || (keys.role->named == Named::ById && isCounted)) {
            m_sources.push_back({keys.role, definition.codec(*keys.role), definition.source(keys)});
        }
    }
    m_health = HealthLooks::of(definition);
    sourcesChanged(definition);
}

bool Collector::appendSearch(Pipeline &pipeline, milliseconds now)
{
    return m_health != nullptr && m_health->append(pipeline, now);
}

void Collector::readSearch(ReplyCursor &replies, milliseconds /*now*/, std::chrono::microseconds /*work*/)
{
    if (m_health != nullptr) {
        m_health->read(replies);
    }
}

void Collector::restartSearch()
{
    if (m_health != nullptr) {
        m_health->restart();
    }
}

bool Collector::expand(milliseconds now)
{
    std::vector<PolledKey> keys;
    m_nextChange = milliseconds::max();
    m_takenAt = now;
    for (const Source &source : m_sources) {
        const bool single = !hasSeveralTypes(source.role->types);
        const int timeRule = source.role->score == ScoreIs::Nothing ? -1 : ruleOf(m_times, source.role->id);
        m_nextChange = std::min(m_nextChange, source.keys.nextChange(now));
        for (QByteArray &key : source.keys.keys(now)) {
            keys.push_back({std::move(key), source.role, firstType(source.role->types), single, source.codec,
                            source.codec.code() != ScoreCodec::Code::Auto, unknownFigure,
                            figureOf(m_sizes, source.role->id), timeRule});
        }
    }
    const bool same = std::equal(keys.begin(), keys.end(), m_keys.begin(), m_keys.end(), isSameKey);
    if (same) {
        return false;
    }
    setKeys(std::move(keys));
    return true;
}

void Collector::noteOtherMeaning()
{
    for (const Source &source : m_sources) {
        m_otherKeys.insert(source.role->id);
    }
}

void Collector::setKeys(std::vector<PolledKey> keys)
{
    const bool isFirst = m_keys.empty();
    std::map<std::pair<QByteArray, const RoleSpec *>, std::size_t> before;
    for (std::size_t i = 0; i < m_keys.size(); ++i) {
        before.emplace(std::pair(m_keys[i].key, m_keys[i].role), i);
    }
    KeyOrigins origins;
    for (PolledKey &key : keys) {
        const auto was = before.find({key.key, key.role});
        origins.push_back(was == before.end() ? std::nullopt : std::optional(was->second));
        if (was != before.end()) {
            key = std::move(m_keys[was->second]);
            before.erase(was);
        } else if (!isFirst) {
            m_otherKeys.insert(key.role->id);
        }
    }
    for (const auto &gone : before) {
        m_otherKeys.insert(gone.first.second->id);
    }
    m_keys = std::move(keys);
    m_encoded = false;
    m_head.reset();
    m_headErrors.clear();
    m_isHeadRead = false;
    m_neverExpiring = 0;
    keysChanged(origins);
}

bool Collector::needsTypes() const
{
    return std::any_of(m_keys.begin(), m_keys.end(), [](const PolledKey &key) { return !key.typeKnown; });
}

void Collector::appendTypes(Pipeline &pipeline) const
{
    for (const PolledKey &key : m_keys) {
        if (!key.typeKnown) {
            pipeline.add({"TYPE", key.key});
        }
    }
}

void Collector::readTypes(ReplyCursor &replies)
{
    for (PolledKey &key : m_keys) {
        if (key.typeKnown) {
            continue;
        }
        const Reply &reply = replies.next();
        // A key that is not there counts 0 whatever it is taken for; once it is there, the wrong guess is an error
        // reply, and TYPE is asked again in the same tick.
        key.typeKnown = true;
        key.typeError = reply.isError() ? std::make_shared<const Error>(reply.toError(key.key)) : nullptr;
        for (const KeyTypeSpec &spec : keyTypes) {
            if (reply.bytes == spec.name && mayBe(key.role->types, spec.type) && key.type != spec.type) {
                key.type = spec.type;
                m_encoded = false;
            }
        }
    }
}

const TimeRule &Collector::timeRule(const PolledKey &key) const
{
    return m_times[static_cast<std::size_t>(key.timeRule)];
}

void Collector::appendCounts(CountSegment &counts)
{
    for (const PolledKey &key : m_keys) {
        counts.add({specOf(key.type).size, key.key});
        if (hasMarks(key)) {
            counts.add({"LINDEX", key.key, "0"});
            counts.add({"LINDEX", key.key, "-1"});
        }
        if (isTimed(key)) {
            counts.addTimeCount(key.key, key.codec, timeRule(key).low, timeRule(key).high, key.isCodecGiven);
        }
        if (isBoundByAge(key) && hasTimes(key)) {
            const TimeEdge oldest{.at = TimeEdge::At::Now, .exclusive = true, .shift = -*m_maxAge};
            counts.addTimeCount(key.key, key.codec, {}, oldest, key.isCodecGiven);
        }
        appendKindCounts(counts, key, m_takenAt);
    }
    m_encoded = true;
}

void Collector::appendEarliest(Pipeline &pipeline, QByteArrayView key, ScoreCodec codec, const ScoreRange &range)
{
    if (codec.isDescending()) {
        pipeline.add({"ZREVRANGEBYSCORE", key, range.max, range.min, "WITHSCORES", "LIMIT", "0", "1"});
    } else {
        pipeline.add({"ZRANGEBYSCORE", key, range.min, range.max, "WITHSCORES", "LIMIT", "0", "1"});
    }
}

Error Collector::errorOf(const PolledKey &key, const Reply &reply)
{
    const Error error = reply.toError(key.key);
    return error.kind == ErrorKind::WrongType && key.typeError ? *key.typeError : error;
}

void Collector::readSize(PolledKey &key, ReplyCursor &replies, double &part, Reading &reading)
{
    const Reply &reply = replies.next();
    key.count = unknownFigure;
    if (reply.type == Reply::Type::Integer) {
        key.count = static_cast<double>(reply.integer);
    } else if (reply.isError()) {
        const Error error = reply.toError(key.key);
        if (error.kind == ErrorKind::WrongType && hasSeveralTypes(key.role->types)) {
            key.typeKnown = false;
        }
        reading.fail(key.figure, errorOf(key, reply));
    }
    if (hasMarks(key)) {
        const std::span<const Reply> ends = replies.take(2);
        key.count -= key.role->isMark(ends[0].bytes) ? 1 : 0;
        key.count -= key.count > 0 && key.role->isMark(ends[1].bytes) ? 1 : 0; // the end of one element is both
    }
    part = key.count;
    if (key.figure >= 0) {
        addTo(reading.figures[static_cast<std::size_t>(key.figure)], key.count);
    }
}

void Collector::readTimes(const PolledKey &key, ReplyCursor &replies, Reading &reading) const
{
    const int figure = timeRule(key).figure;
    for (int i = 0; i < CountSegment::commandsFor(key.codec); ++i) {
        const Reply &reply = replies.next();
        if (reply.isError()) {
            reading.fail(figure, errorOf(key, reply));
        }
        addTo(reading.figures[static_cast<std::size_t>(figure)],
              reply.type == Reply::Type::Integer ? static_cast<double>(reply.integer) : unknownFigure);
    }
}

int Collector::boundedFigure() const
{
    return m_boundRole == nullptr ? -1 : figureOf(m_sizes, m_boundRole->id);
}

double Collector::readBeyondAge(const PolledKey &key, ReplyCursor &replies, Reading &reading)
{
    if (!hasTimes(key)) {
        return key.count == 0 ? 0 : unknownFigure;
    }
    double beyond = 0;
    for (int i = 0; i < CountSegment::commandsFor(key.codec); ++i) {
        const Reply &reply = replies.next();
        if (reply.isError()) {
            reading.fail(key.figure, errorOf(key, reply));
        }
        addTo(beyond, reply.type == Reply::Type::Integer ? static_cast<double>(reply.integer) : unknownFigure);
    }
    return beyond;
}

void Collector::readCounts(ReplyCursor &replies, Reading &reading)
{
    // Sums start at 0 only where there is something to add up: a role that is not given stays unknown.
    for (const PolledKey &key : m_keys) {
        if (key.figure >= 0) {
            reading.figures[static_cast<std::size_t>(key.figure)] = 0;
        }
        if (isTimed(key)) {
            reading.figures[static_cast<std::size_t>(timeRule(key).figure)] = 0;
        }
    }
    for (std::size_t i = 0; i < m_keys.size(); ++i) {
        PolledKey &key = m_keys[i];
        readSize(key, replies, reading.parts[i], reading);
        if (isTimed(key)) {
            readTimes(key, replies, reading);
        }
        if (isBoundByAge(key)) {
            addTo(reading.beyondBound, readBeyondAge(key, replies, reading));
        } else if (m_isBoundOfEachKey && key.role == m_boundRole) {
            const double count = reading.parts[i];
            addTo(reading.beyondBound, !isKnown(count) ? unknownFigure : count > m_keep ? 1 : 0);
        }
        readKindCounts(key, replies, reading);
    }
}

void Collector::appendEdges(Pipeline &pipeline, milliseconds now) const
{
    for (const PolledKey &key : m_keys) {
        pipeline.add({"PTTL", key.key});
        forEachEdge(key, [&](milliseconds shift) {
            for (const ScoreRange &range : key.codec.ranges({.from = now + shift})) {
                appendEarliest(pipeline, key.key, key.codec, range);
            }
        });
    }
}

milliseconds Collector::readEdge(ReplyCursor &replies, milliseconds now) const
{
    milliseconds edge = never;
    for (const PolledKey &key : m_keys) {
        const Reply &left = replies.next();
        if (left.isError()) {
            return always;
        }
        if (left.integer >= 0) {
            edge = std::min(edge, now + milliseconds(left.integer));
        }
        bool isTold = true;
        forEachEdge(key, [&](milliseconds shift) {
            for (const ScoreCodec part : key.codec.parts()) {
                const Reply &first = replies.next();
                isTold = isTold && !first.isError();
                const auto score = first.elements.size() == 2 ? first.elements[1].toDouble() : std::nullopt;
                if (const auto time = score ? part.timeOf(*score) : std::nullopt) {
                    edge = std::min(edge, *time - shift);
                }
            }
        });
        if (!isTold) {
            return always;
        }
    }
    return edge;
}

int Collector::headCost() const
{
    const auto units = std::count_if(m_keys.begin(), m_keys.end(), &wantsUnit);
    return kindHeadCost() + static_cast<int>(units) + (m_boundByExpiry ? static_cast<int>(m_keys.size()) : 0);
}

milliseconds Collector::headWantedFrom() const
{
    return m_headErrors.empty() ? kindHeadWantedFrom() : always;
}

void Collector::appendHead(Pipeline &pipeline, milliseconds now)
{
    for (const PolledKey &key : m_keys) {
        if (wantsUnit(key)) {
            pipeline.add({"ZCOUNT", key.key, ScoreCodec::beforeMilliseconds, "+inf"});
        }
    }
    if (m_boundByExpiry) {
        Expiry::append(pipeline, m_keys);
    }
    appendKindHead(pipeline, now);
}

void Collector::setBound(const CollectionDefinition &definition)
{
    const std::optional<Bound> &bound = definition.bound;
    const RoleKeys *role = boundRole(definition);
    const auto maxAge = bound && figureIndex(definition.figures(), Means::Age) < 0 ? bound->maxAge : std::nullopt;
    m_encoded = m_encoded && maxAge == m_maxAge;
    m_maxAge = maxAge;
    m_boundRole = role != nullptr ? role->role : nullptr;
    m_boundByExpiry = bound && bound->ttl;
    m_neverExpiring = m_boundByExpiry ? m_neverExpiring : 0;
    m_keep = bound && bound->keep ? static_cast<double>(*bound->keep) : unknownFigure;
    m_isBoundOfEachKey = isKnown(m_keep) && isBoundOfEachKey(definition);
}

void Collector::readHead(ReplyCursor &replies, milliseconds now)
{
    m_headErrors.clear();
    m_isHeadRead = true;
    for (PolledKey &key : m_keys) {
        if (!wantsUnit(key)) {
            continue;
        }
        // All scores above 1e11, or none: from now on one ZCOUNT tells what took two.
        const Reply &reply = replies.next();
        ScoreCodec codec;
        if (reply.type == Reply::Type::Integer && key.count > 0) {
            const auto above = static_cast<double>(reply.integer);
            using Code = ScoreCodec::Code;
            codec = ScoreCodec(above >= key.count ? Code::Milliseconds : above == 0 ? Code::Seconds : Code::Auto);
        }
        if (codec != key.codec) {
            key.codec = codec;
            m_encoded = false;
        }
    }
    m_neverExpiring = 0;
    for (std::size_t i = 0; m_boundByExpiry && i < m_keys.size(); ++i) {
        const Reply &reply = replies.next();
        if (reply.isError()) {
            failHead(-1, reply.toError(m_keys[i].key));
        }
        m_neverExpiring += reply.type == Reply::Type::Integer && reply.integer == -1 ? 1 : 0; // -2: there is no key
    }
    readKindHead(replies, now);
}

bool Collector::markJumps(const std::set<QByteArray> &changed, Reading &reading)
{
    std::set<QLatin1StringView> roles = m_otherKeys;
    for (const PolledKey &key : m_keys) {
        if (changed.contains(key.key)) {
            roles.insert(key.role->id);
        }
    }
    if (!showsChange(changed) && roles.empty()) {
        return false;
    }
    std::set<int> others;
    const auto leaveOut = [&](QLatin1StringView role, int figure) {
        if (!roles.contains(role)) {
            others.insert(figure);
        }
    };
    for (const SizeRule &rule : m_sizes) {
        leaveOut(rule.role, rule.figure);
    }
    for (const TimeRule &rule : m_times) {
        leaveOut(rule.role, rule.figure);
    }
    for (int figure = 0; figure < std::ssize(reading.notes); ++figure) {
        if (!others.contains(figure)) {
            reading.note(figure, FigureNote::Jumped);
        }
    }
    return true;
}

void Collector::startRates(Reading & /*reading*/) { }

void Collector::appendKindHead(Pipeline & /*pipeline*/, milliseconds /*now*/) { }

void Collector::readKindHead(ReplyCursor & /*replies*/, milliseconds /*now*/) { }

void Collector::appendFollowUp(Pipeline & /*pipeline*/, milliseconds /*now*/) { }

void Collector::readFollowUp(ReplyCursor & /*replies*/, milliseconds /*now*/) { }

void Rest::run(const RunningFigure &figure, milliseconds now)
{
    if (figure.isUntil || figure.mark >= now) {
        endAt(figure.mark);
    }
    if (!figure.isUntil && figure.mark >= now) {
        return; // 0 until then, and what is seen for the first time has no age yet
    }
    if (m_count == mostRunning) {
        end();
        return;
    }
    m_running[m_count++] = figure;
}

void Rest::endAtValue(const RunningFigure &figure, double value, milliseconds now)
{
    if (!isKnown(value) || std::abs(value) > 1e15) {
        return;
    }
    const milliseconds reached = figure.isUntil ? figure.mark - milliseconds(static_cast<qint64>(std::ceil(value)))
                                                : figure.mark + milliseconds(static_cast<qint64>(std::floor(value)));
    if (reached >= now) {
        endAt(reached);
    }
}

void Collector::finishKind(Reading & /*reading*/) { }

void Collector::finish(Reading &reading)
{
    reading.neverExpiring = m_neverExpiring;
    finishKind(reading);
    for (const auto &[figure, error] : m_headErrors) {
        reading.fail(figure, error);
        if (figure >= 0) {
            reading.figures[static_cast<std::size_t>(figure)] = unknownFigure;
        }
    }
    for (std::size_t figure = 0; figure < reading.notes.size(); ++figure) {
        if (reading.notes[figure] != 0) {
            settleNotes(reading, figure);
        }
    }
}

bool Collector::isHeadDue(milliseconds now) const
{
    return m_headErrors.empty() && (m_isHeadRead ? kindHeadWantedFrom() <= now : headCost() > 0);
}

bool Collector::hasKeysFor(int figure) const
{
    return !lacksRole(figure, [this](QLatin1StringView role) {
        return std::any_of(m_sources.begin(), m_sources.end(),
                           [role](const Source &source) { return source.role->id == role; });
    });
}

const char *Collector::whyUnknown(int figure) const
{
    const bool isMissing = lacksRole(figure, [this](QLatin1StringView role) { return hasRole(role); });
    return isMissing ? QT_TRANSLATE_NOOP("problems", "no key given") : nullptr;
}

bool Collector::hasRole(QLatin1StringView role) const
{
    return std::any_of(m_keys.begin(), m_keys.end(), [role](const PolledKey &key) { return key.role->id == role; });
}

bool Collector::hadOtherKeys(QLatin1StringView role, milliseconds then, milliseconds now) const
{
    return std::any_of(m_sources.begin(), m_sources.end(), [&](const Source &source) {
        return source.role->id == role && source.keys.nextChange(then) <= now;
    });
}

double Collector::countOf(QLatin1StringView role) const
{
    double sum = hasRole(role) ? 0 : unknownFigure;
    for (const PolledKey &key : m_keys) {
        if (key.role->id == role) {
            addTo(sum, key.count);
        }
    }
    return sum;
}

std::vector<std::size_t> Collector::keysOf(QLatin1StringView role) const
{
    std::vector<std::size_t> indices;
    for (std::size_t i = 0; i < m_keys.size(); ++i) {
        if (m_keys[i].role->id == role) {
            indices.push_back(i);
        }
    }
    return indices;
}

void Collector::failHead(int figure, const Error &error)
{
    const bool isTold = std::any_of(m_headErrors.begin(), m_headErrors.end(),
                                    [figure](const auto &told) { return told.first == figure; });
    if (!isTold) {
        m_headErrors.emplace_back(figure, error);
    }
}

} // namespace plimsoll::redis
