// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/discovery/keywriting.h"

#include "redis/types/keytemplate.h"

#include <algorithm>

namespace plimsoll::redis {

using std::chrono::milliseconds;

namespace {

constexpr std::size_t mostFanned = 16; ///< keys of one fan-out, if there are more than TemplateTree::mostValues

/// Values of one part as a group: "{0..7}", or "{a,b}"; a single one as it is.
QByteArray groupOf(std::vector<QByteArray> values)
{
    std::sort(values.begin(), values.end(), [](const QByteArray &a, const QByteArray &b) {
        return a.size() != b.size() && a.toLongLong() != b.toLongLong() ? a.toLongLong() < b.toLongLong() : a < b;
    });
    if (values.size() == 1) {
        return KeyTemplate::escaped(values.front());
    }
    bool isFirstNumber = false;
    bool isLastNumber = false;
    const qint64 first = values.front().toLongLong(&isFirstNumber);
    const qint64 last = values.back().toLongLong(&isLastNumber);
    const bool isPadded = values.front().startsWith('0') && values.front().size() > 1;
    const bool isRange = isFirstNumber && isLastNumber && first >= 0 && values.size() > 2
        && last - first + 1 == static_cast<qint64>(values.size())
        && (!isPadded || values.front().size() == values.back().size());
    if (isRange) {
        return '{' + values.front() + ".." + values.back() + '}';
    }
    QByteArray out;
    for (const QByteArray &value : values) {
        out += (out.isEmpty() ? "{" : ",") + value;
    }
    return out + '}';
}

QByteArray escapedGlob(QByteArrayView text)
{
    QByteArray out;
    for (const char c : text) {
        out += QByteArrayView("*?[]\\").contains(c) ? QByteArray("\\") + c : QByteArray(1, c);
    }
    return out;
}

} // namespace

bool canBeShard(const QByteArray &value)
{
    return !value.isEmpty()
        && !std::any_of(value.begin(), value.end(), [](char c) { return QByteArrayView(",{}\\").contains(c); });
}

bool isCurrentPeriod(const TemplatePart &part, milliseconds now)
{
    constexpr int daysBack = 45;
    const auto day = std::chrono::floor<std::chrono::days>(now);
    const auto textOf = [](std::chrono::sys_days date) {
        const std::chrono::year_month_day split{date};
        return QByteArray::number(static_cast<int>(split.year())).rightJustified(4, '0')
            + QByteArray::number(static_cast<unsigned>(split.month())).rightJustified(2, '0')
            + QByteArray::number(static_cast<unsigned>(split.day())).rightJustified(2, '0');
    };
    const QByteArray earliest = textOf(std::chrono::sys_days(day) - std::chrono::days(daysBack));
    const QByteArray latest = textOf(std::chrono::sys_days(day) + std::chrono::days(2));
    std::vector<QByteArray> values = part.values;
    if (values.empty()) {
        values.push_back(part.text);
    }
    return part.hasMoreValues || std::any_of(values.begin(), values.end(), [&](QByteArray value) {
               value = value.replace("-", "").first(8);
               return value >= earliest && value <= latest;
           });
}

Written writtenOf(const Candidate &candidate, milliseconds now, bool isMany)
{
    const std::vector<TemplatePart> &parts = candidate.parts();
    const std::vector<TemplateKeys::Sample> &samples = candidate.read->keys.samples;
    std::optional<std::size_t> varying;
    std::size_t count = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i].isVariable && !(isPeriodPart(parts[i]) && isCurrentPeriod(parts[i], now))) {
            varying = i;
            ++count;
        }
    }
    if (count > 1 || (varying && parts[*varying].partClass == PartClass::Rest)) {
        Written keys;
        for (const TemplateKeys::Sample &sample : samples) {
            if (isMany ? keys.templates.size() < mostFanned : keys.templates.empty()) {
                keys.templates.push_back(KeyTemplate::escaped(sample.key));
            }
        }
        keys.isPart = static_cast<qint64>(keys.templates.size()) < candidate.read->keys.count;
        return keys;
    }
    Written keys;
    QByteArray text;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const TemplatePart &part = parts[i];
        text += KeyTemplate::escaped(part.lead);
        if (varying == i) {
            std::vector<QByteArray> values = part.values;
            keys.isPart = part.hasMoreValues;
            if (part.hasMoreValues) { // those of the largest keys
                values.clear();
                for (const TemplateKeys::Sample &sample : samples) {
                    const std::vector<KeyPart> split = splitKey(sample.key);
                    const QByteArray value = i < split.size() ? split[i].text.toByteArray() : QByteArray();
                    if (values.size() < mostFanned && std::find(values.begin(), values.end(), value) == values.end()) {
                        values.push_back(value);
                    }
                }
                keys.isPart = static_cast<qint64>(values.size()) < candidate.read->keys.count;
            }
            const std::size_t before = values.size();
            std::erase_if(values, [](const QByteArray &value) { return !canBeShard(value); });
            keys.isPart = keys.isPart || values.size() < before;
            if (values.empty()) {
                return {};
            }
            text += groupOf(std::move(values));
        } else if (isPeriodPart(part) && isCurrentPeriod(part, now)) {
            text += periodOf(part.partClass);
        } else {
            text += KeyTemplate::escaped(part.text);
        }
    }
    keys.templates.push_back(text);
    return keys;
}

std::optional<QByteArray> idTemplateOf(const Candidate &candidate)
{
    const std::vector<TemplatePart> &parts = candidate.parts();
    const auto varies = [](const TemplatePart &part) { return part.isVariable; };
    const auto first = std::find_if(parts.begin(), parts.end(), varies);
    const auto end = std::find_if_not(first, parts.end(), varies);
    if (first == parts.end() || std::any_of(end, parts.end(), varies)) {
        return std::nullopt;
    }
    QByteArray text;
    for (auto part = parts.begin(); part != parts.end(); ++part) {
        if (part < first || part >= end) {
            text += KeyTemplate::escaped(part->lead) + KeyTemplate::escaped(part->text);
        } else if (part == first) {
            text += KeyTemplate::escaped(part->lead) + "{id}";
        }
    }
    return text;
}

std::optional<QByteArray> idTemplateBehind(const Candidate &candidate, std::size_t last)
{
    const std::vector<TemplatePart> &parts = candidate.parts();
    if (last + 1 >= parts.size() || parts[last + 1].lead.isEmpty()) {
        return std::nullopt;
    }
    QByteArray text;
    for (std::size_t i = 0; i <= last; ++i) {
        if (parts[i].isVariable) {
            return std::nullopt;
        }
        text += KeyTemplate::escaped(parts[i].lead) + KeyTemplate::escaped(parts[i].text);
    }
    return text + KeyTemplate::escaped(parts[last + 1].lead) + "{id}";
}

std::optional<QByteArray> idTemplateOfSegment(const Candidate &candidate)
{
    const std::vector<TemplatePart> &parts = candidate.parts();
    std::size_t first = parts.size();
    while (first-- > 1 && !std::any_of(parts[first].lead.begin(), parts[first].lead.end(), &isSegmentSeparator)) { }
    if (first == 0 || first >= parts.size() || parts.back().text.isEmpty() != parts.back().isVariable) {
        return std::nullopt;
    }
    return idTemplateBehind(candidate, first - 1);
}

std::optional<QByteArray> idTemplateOfVarying(const Candidate &candidate)
{
    if (!candidate.isVariable()) {
        return std::nullopt;
    }
    const std::optional<QByteArray> segment = idTemplateOfSegment(candidate);
    return segment ? segment : idTemplateOf(candidate);
}

QByteArray globOf(const Candidate &candidate)
{
    const std::vector<TemplatePart> &parts = candidate.parts();
    const std::size_t topic = partOfTopic(candidate, Topic::Cache).value_or(0);
    std::size_t end = topic + 1; // literal parts at the beginning
    if (end + 1 < parts.size() && !parts[end].isVariable) {
        ++end;
    }
    QByteArray glob;
    for (std::size_t i = 0; i < std::min(end, parts.size()); ++i) {
        glob += escapedGlob(parts[i].lead) + (parts[i].isVariable ? QByteArray("*") : escapedGlob(parts[i].text));
    }
    if (end < parts.size()) {
        glob += escapedGlob(parts[end].lead) + "*";
    }
    return glob;
}

} // namespace plimsoll::redis
