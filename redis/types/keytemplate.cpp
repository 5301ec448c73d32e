// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/keytemplate.h"

#include "redis/types/printable.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <numeric>
#include <optional>

namespace plimsoll {

using std::chrono::milliseconds;

namespace {

Error invalid(const QString &message)
{
    return {ErrorKind::Invalid, message};
}

QString translated(const char *text)
{
    return QCoreApplication::translate("KeyTemplate", text);
}

Error tooManyShards()
{
    return invalid(
        translated(QT_TRANSLATE_NOOP("KeyTemplate", "stands for more than %1 keys")).arg(KeyTemplate::maxShards));
}

bool isEscape(QByteArrayView text, qsizetype at)
{
    return text[at] == '\\' && at + 1 < text.size() && (text[at + 1] == '{' || text[at + 1] == '}');
}

/// Returns the text between the brace at `open` and its closing brace; nullopt if another one opens first or none
/// closes.
std::optional<QByteArrayView> groupBody(QByteArrayView text, qsizetype open)
{
    for (qsizetype i = open + 1; i < text.size(); ++i) {
        if (isEscape(text, i)) {
            ++i;
        } else if (text[i] == '}') {
            return text.sliced(open + 1, i - open - 1);
        } else if (text[i] == '{') {
            return std::nullopt;
        }
    }
    return std::nullopt;
}

QByteArray unescaped(QByteArrayView text)
{
    QByteArray out;
    out.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        i += isEscape(text, i) ? 1 : 0;
        out += text[i];
    }
    return out;
}

bool isNumber(QByteArrayView text)
{
    return !text.isEmpty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// Returns both ends of `0..15`; nullopt if it has another form.
std::optional<std::pair<QByteArrayView, QByteArrayView>> rangeEnds(QByteArrayView body)
{
    const qsizetype dots = body.indexOf("..");
    if (dots < 0 || !isNumber(body.first(dots)) || !isNumber(body.sliced(dots + 2))) {
        return std::nullopt;
    }
    return std::pair(body.first(dots), body.sliced(dots + 2));
}

/// Counts like a shell: down if the first end is larger, with equal width if an end has a leading zero.
Result<std::vector<QByteArray>> rangeShards(QByteArrayView first, QByteArrayView last)
{
    bool firstFits = false;
    bool lastFits = false;
    const qint64 from = first.toByteArray().toLongLong(&firstFits);
    const qint64 to = last.toByteArray().toLongLong(&lastFits);
    if (!firstFits || !lastFits || std::max(from, to) - std::min(from, to) >= qint64{KeyTemplate::maxShards}) {
        return tooManyShards();
    }
    const bool padded = (first.size() > 1 && first[0] == '0') || (last.size() > 1 && last[0] == '0');
    const qsizetype width = padded ? std::max(first.size(), last.size()) : 0;
    std::vector<QByteArray> shards;
    const qint64 step = from <= to ? 1 : -1;
    for (qint64 number = from; number != to + step; number += step) {
        shards.push_back(QByteArray::number(number).rightJustified(width, '0'));
    }
    return shards;
}

/// Returns the items of `a,b,c`; empty if there are fewer than two, or one is empty.
std::vector<QByteArray> listShards(QByteArrayView body)
{
    std::vector<QByteArray> shards;
    qsizetype start = 0;
    while (start <= body.size()) {
        const qsizetype comma = body.indexOf(',', start);
        const qsizetype end = comma < 0 ? body.size() : comma;
        if (end == start) {
            return {};
        }
        shards.push_back(unescaped(body.sliced(start, end - start)));
        start = end + 1;
    }
    return shards.size() < 2 ? std::vector<QByteArray>{} : shards;
}

QByteArray padded(unsigned number, int width)
{
    return QByteArray::number(number).rightJustified(width, '0');
}

QByteArray periodText(milliseconds unixTime, bool withHour, QByteArrayView separator)
{
    const auto day = std::chrono::floor<std::chrono::days>(unixTime);
    const std::chrono::year_month_day date{std::chrono::sys_days(day)};
    QByteArray out = padded(static_cast<unsigned>(std::max(0, static_cast<int>(date.year()))), 4);
    out += separator;
    out += padded(static_cast<unsigned>(date.month()), 2);
    out += separator;
    out += padded(static_cast<unsigned>(date.day()), 2);
    if (withHour) {
        out += separator;
        out += padded(static_cast<unsigned>(std::chrono::floor<std::chrono::hours>(unixTime - day).count()), 2);
    }
    return out;
}

/// Returns whether a bracket expression matches the character `c`; `glob` begins with "[" and is advanced past the
/// closing bracket.
bool hasInBrackets(QByteArrayView &glob, char c)
{
    qsizetype at = 1;
    const bool isNot = at < glob.size() && glob[at] == '^';
    at += isNot ? 1 : 0;
    bool found = false;
    for (; at < glob.size() && glob[at] != ']'; ++at) {
        if (glob[at] == '\\' && at + 1 < glob.size()) {
            ++at;
            found = found || glob[at] == c;
        } else if (at + 2 < glob.size() && glob[at + 1] == '-') {
            const auto one = static_cast<uchar>(glob[at]), other = static_cast<uchar>(glob[at + 2]);
            const uchar wanted = static_cast<uchar>(c);
            found = found || (wanted >= std::min(one, other) && wanted <= std::max(one, other));
            at += 2;
        } else {
            found = found || glob[at] == c;
        }
    }
    glob = glob.sliced(std::min(at + 1, glob.size()));
    return found != isNot;
}

/// Matches like the server. Backtracks only to the last star, so that the time is at most the product of both lengths.
bool isMatch(QByteArrayView glob, QByteArrayView key)
{
    std::optional<QByteArrayView> afterStar;
    QByteArrayView retry;
    while (true) {
        if (!glob.isEmpty() && glob.front() == '*') {
            glob = glob.sliced(1);
            afterStar = glob;
            retry = key;
            continue;
        }
        if (glob.isEmpty() && key.isEmpty()) {
            return true;
        }
        bool fits = !glob.isEmpty() && !key.isEmpty();
        if (fits && glob.front() == '[') {
            fits = hasInBrackets(glob, key.front());
        } else if (fits) {
            const bool isEscaped = glob.front() == '\\' && glob.size() > 1;
            glob = glob.sliced(isEscaped ? 1 : 0);
            fits = (glob.front() == '?' && !isEscaped) || glob.front() == key.front();
            glob = glob.sliced(1);
        }
        if (fits) {
            key = key.sliced(1);
        } else if (!afterStar || retry.isEmpty()) {
            return false;
        } else {
            retry = retry.sliced(1);
            key = retry;
            glob = *afterStar;
        }
    }
}

} // namespace

Result<KeyTemplate::Part> KeyTemplate::parseGroup(QByteArrayView body)
{
    static constexpr std::array<std::pair<const char *, PartType>, 5> named{{{"id", PartType::Id},
                                                                             {"yyyyMMdd", PartType::Day},
                                                                             {"yyyyMMddHH", PartType::Hour},
                                                                             {"yyyy-MM-dd", PartType::DashedDay},
                                                                             {"yyyy-MM-dd-HH", PartType::DashedHour}}};
    const auto *const found = std::find_if(named.begin(), named.end(), [&](const auto &n) { return body == n.first; });
    if (found != named.end()) {
        return Part{found->second, {}, {}};
    }
    if (const auto ends = rangeEnds(body)) {
        Result<std::vector<QByteArray>> shards = rangeShards(ends->first, ends->second);
        return shards ? Result<Part>(Part{PartType::Shards, {}, std::move(*shards)}) : shards.error();
    }
    std::vector<QByteArray> shards = listShards(body);
    if (!shards.empty()) {
        return Part{PartType::Shards, {}, std::move(shards)};
    }
    return Part{PartType::Literal, '{' + unescaped(body) + '}', {}};
}

void KeyTemplate::appendLiteral(QByteArrayView text)
{
    if (m_parts.empty() || m_parts.back().type != PartType::Literal) {
        m_parts.emplace_back();
    }
    m_parts.back().text.append(text);
}

Result<KeyTemplate> KeyTemplate::parse(QByteArrayView text)
{
    if (text.isEmpty()) {
        return invalid(translated(QT_TRANSLATE_NOOP("KeyTemplate", "is empty; a key is needed")));
    }
    KeyTemplate result;
    std::size_t shards = 1;
    qsizetype at = 0;
    while (at < text.size()) {
        const std::optional<QByteArrayView> body = text[at] == '{' ? groupBody(text, at) : std::nullopt;
        if (!body) {
            at += isEscape(text, at) ? 1 : 0;
            const auto *const end = std::find_if(text.begin() + at + 1, text.end(), [](char c) {
                return c == '{' || c == '\\'; // a group, or an escape of one
            });
            result.appendLiteral(text.sliced(at, end - text.begin() - at));
            at = end - text.begin();
            continue;
        }
        Result<Part> part = parseGroup(*body);
        if (!part) {
            return part.error();
        }
        shards *= std::max<std::size_t>(1, part->shards.size());
        if (shards > maxShards) {
            return tooManyShards();
        }
        if (part->type == PartType::Literal) {
            result.appendLiteral(part->text);
        } else {
            result.m_parts.push_back(std::move(*part));
        }
        at += body->size() + 2;
    }
    if (shards == 1) {
        return result;
    }
    // A duplicate key would be counted twice.
    std::vector<QByteArray> keys = result.expand(milliseconds::zero());
    std::sort(keys.begin(), keys.end());
    const auto twice = std::adjacent_find(keys.begin(), keys.end());
    if (twice != keys.end()) {
        return invalid(
            translated(QT_TRANSLATE_NOOP("KeyTemplate", "names the key '%1' twice")).arg(printable(*twice, 80)));
    }
    return result;
}

QByteArray KeyTemplate::escaped(QByteArrayView key)
{
    QByteArray out;
    out.reserve(key.size());
    for (const char c : key) {
        if (c == '{' || c == '}') {
            out += '\\';
        }
        out += c;
    }
    return out;
}

bool KeyTemplate::hasId() const
{
    return std::any_of(m_parts.begin(), m_parts.end(), [](const Part &p) { return p.type == PartType::Id; });
}

bool KeyTemplate::hasPeriod() const
{
    return periodLength().count() > 0;
}

std::size_t KeyTemplate::shardCount() const
{
    std::size_t count = 1;
    for (const Part &part : m_parts) {
        count *= std::max<std::size_t>(1, part.shards.size());
    }
    return count;
}

std::chrono::seconds KeyTemplate::periodLength() const
{
    std::chrono::seconds length{};
    for (const Part &part : m_parts) {
        if (part.type == PartType::Hour || part.type == PartType::DashedHour) {
            return std::chrono::hours(1);
        }
        if (part.type == PartType::Day || part.type == PartType::DashedDay) {
            length = std::chrono::days(1);
        }
    }
    return length;
}

std::vector<QByteArray> KeyTemplate::expand(milliseconds serverTime, QByteArrayView id, int periodsBack) const
{
    const milliseconds time = serverTime - periodLength() * periodsBack;
    std::vector<QByteArray> keys(1);
    const auto appendToAll = [&keys](QByteArrayView text) {
        for (QByteArray &key : keys) {
            key.append(text);
        }
    };
    for (const Part &part : m_parts) {
        switch (part.type) {
        case PartType::Literal:
            appendToAll(part.text);
            break;
        case PartType::Id:
            appendToAll(id);
            break;
        case PartType::Day:
        case PartType::Hour:
            appendToAll(periodText(time, part.type == PartType::Hour, {}));
            break;
        case PartType::DashedDay:
        case PartType::DashedHour:
            appendToAll(periodText(time, part.type == PartType::DashedHour, "-"));
            break;
        case PartType::Shards: {
            std::vector<QByteArray> fanned;
            fanned.reserve(keys.size() * part.shards.size());
            for (const QByteArray &key : keys) {
                std::transform(part.shards.begin(), part.shards.end(), std::back_inserter(fanned),
                               [&key](const QByteArray &shard) { return key + shard; });
            }
            keys = std::move(fanned);
            break;
        }
        }
    }
    return keys;
}

std::vector<QByteArray> KeyTemplate::globs() const
{
    KeyTemplate text; // a template of the globs: their shards and literals escaped, all else a star
    for (const Part &part : m_parts) {
        Part escaped{part.type == PartType::Shards ? part.type : PartType::Literal, globOf(part.text), part.shards};
        if (part.type != PartType::Literal && part.type != PartType::Shards) {
            escaped.text = "*";
        }
        std::transform(escaped.shards.begin(), escaped.shards.end(), escaped.shards.begin(),
                       [](const QByteArray &shard) { return globOf(shard); });
        text.m_parts.push_back(std::move(escaped));
    }
    return text.expand({});
}

QByteArray KeyTemplate::globOf(QByteArrayView text)
{
    QByteArray glob;
    glob.reserve(text.size());
    for (const char c : text) {
        if (QByteArrayView("*?[]\\").contains(c)) {
            glob += '\\';
        }
        glob += c;
    }
    return glob;
}

QByteArray KeyTemplate::expandOne(milliseconds serverTime, QByteArrayView id) const
{
    return expand(serverTime, id).front();
}

std::vector<QByteArray> KeyTemplate::aroundId(milliseconds serverTime) const
{
    std::vector<QByteArray> pieces;
    KeyTemplate piece;
    const auto close = [&] {
        pieces.push_back(piece.expandOne(serverTime, {}));
        piece.m_parts.clear();
    };
    for (const Part &part : m_parts) {
        if (part.type == PartType::Id) {
            close();
        } else {
            piece.m_parts.push_back(part);
        }
    }
    close();
    return pieces;
}

milliseconds KeyTemplate::nextChange(milliseconds serverTime) const
{
    const std::chrono::seconds length = periodLength();
    if (length.count() == 0) {
        return milliseconds::max();
    }
    // Periods are whole hours and days of UTC, so they start at multiples of their length since 1970.
    if (length == std::chrono::hours(1)) {
        return std::chrono::floor<std::chrono::hours>(serverTime) + std::chrono::hours(1);
    }
    return std::chrono::floor<std::chrono::days>(serverTime) + std::chrono::days(1);
}

KeyPattern KeyPattern::ofGlob(const QByteArray &glob)
{
    KeyPattern pattern;
    pattern.m_glob = glob;
    QByteArray head;
    for (qsizetype i = 0; i < glob.size() && !QByteArrayView("*?[").contains(glob[i]); ++i) {
        i += glob[i] == '\\' && i + 1 < glob.size() ? 1 : 0;
        head += glob[i];
    }
    pattern.m_around = {head};
    return pattern;
}

KeyPattern::KeyPattern(const KeyTemplate &text, std::chrono::milliseconds serverTime)
    : m_around(text.aroundId(serverTime))
{
    for (std::size_t i = 0; i < m_around.size(); ++i) {
        m_glob += (i == 0 ? QByteArray() : QByteArray("*")) + KeyTemplate::globOf(m_around[i]);
    }
}

std::optional<QByteArray> KeyPattern::idOf(const QByteArray &key) const
{
    const auto ids = static_cast<qsizetype>(m_around.size()) - 1;
    if (ids == 0) {
        return isMatch(m_glob, key) ? std::optional(key.sliced(m_around.front().size())) : std::nullopt;
    }
    const qsizetype fixed = std::accumulate(m_around.begin(), m_around.end(), qsizetype(0),
                                            [](qsizetype sum, const QByteArray &piece) { return sum + piece.size(); });
    const qsizetype left = key.size() - fixed;
    if (ids < 1 || left < ids || left % ids != 0 || !key.startsWith(m_around.front())) {
        return std::nullopt;
    }
    QByteArray id = key.sliced(m_around.front().size(), left / ids);
    QByteArray again = m_around.front();
    std::for_each(m_around.begin() + 1, m_around.end(), [&](const QByteArray &piece) { again += id + piece; });
    return again == key ? std::optional(std::move(id)) : std::nullopt;
}

KeySource::KeySource(std::span<const QByteArray> templates, int periods) : m_periods(periods)
{
    for (const QByteArray &text : templates) {
        if (Result<KeyTemplate> parsed = KeyTemplate::parse(text); parsed && !parsed->hasId()) {
            m_templates.push_back(std::move(*parsed));
        }
    }
}

std::vector<QByteArray> KeySource::keys(milliseconds serverTime) const
{
    std::vector<QByteArray> keys;
    for (const KeyTemplate &text : m_templates) {
        for (int back = 0; back < (text.hasPeriod() ? m_periods : 1); ++back) {
            std::vector<QByteArray> some = text.expand(serverTime, {}, back);
            std::move(some.begin(), some.end(), std::back_inserter(keys));
        }
    }
    return keys;
}

qint64 KeySource::count() const
{
    qint64 all = 0;
    for (const KeyTemplate &text : m_templates) {
        all += static_cast<qint64>(text.shardCount()) * (text.hasPeriod() ? m_periods : 1);
    }
    return all;
}

milliseconds KeySource::nextChange(milliseconds serverTime) const
{
    milliseconds next = milliseconds::max();
    for (const KeyTemplate &text : m_templates) {
        next = std::min(next, text.nextChange(serverTime));
    }
    return next;
}

} // namespace plimsoll
