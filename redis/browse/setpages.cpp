// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/browse/asking.h"

#include <algorithm>

namespace plimsoll::redis {

namespace {

/// Members scanned for one page at most, so that a search with few hits returns what it has.
constexpr qint64 scanBudget = 100'000;

/// Position of the next page of sets: the key, its SSCAN cursor, and the members of that step already returned.
/// SSCAN returns small sets whole and large ones in steps of about COUNT; a page takes no more than requested.
struct SetPlace {
    std::size_t key = 0;
    QByteArray cursor{"0"};
    qint64 skip = 0;

    [[nodiscard]] QByteArray text() const
    {
        return QByteArray::number(static_cast<qulonglong>(key)) + ':' + cursor + ':' + QByteArray::number(skip);
    }
    static SetPlace parse(const QByteArray &text)
    {
        const QList<QByteArray> parts = text.split(':');
        if (parts.size() != 3) {
            return {};
        }
        return {static_cast<std::size_t>(parts[0].toULongLong()), parts[1], parts[2].toLongLong()};
    }
};

QByteArray globFor(const QString &part)
{
    QByteArray glob("*");
    for (const char c : part.toUtf8()) {
        if (QByteArrayView("*?[]\\^-").contains(c)) {
            glob += '\\';
        }
        glob += c;
    }
    return glob + '*';
}

Result<std::vector<Element>> scanFrom(const Asking &asking, const std::vector<HeldKey> &sets,
                                      const ElementsQuery &query, SetPlace &place, qint64 leaveOut)
{
    std::vector<Element> elements;
    // With a filter most of what is scanned is thrown away: larger steps then.
    const qint64 step = query.match.isEmpty() ? std::max(query.limit, 10) : 1'000;
    const QByteArray count = QByteArray::number(step);
    const QByteArray glob = globFor(query.match);
    for (qint64 scanned = 0; place.key < sets.size() && scanned < scanBudget; scanned += step) {
        const HeldKey &set = sets[place.key];
        Pipeline pipeline;
        if (query.match.isEmpty()) {
            pipeline.add({"SSCAN", set.key, place.cursor, "COUNT", count});
        } else {
            pipeline.add({"SSCAN", set.key, place.cursor, "COUNT", count, "MATCH", glob});
        }
        const auto replies = asking.exchange(pipeline);
        if (!replies) {
            return replies.error();
        }
        const Reply &reply = replies->front();
        if (reply.isError() || reply.elements.size() != 2) {
            return reply.isError() ? reply.toError(set.key) : Error{ErrorKind::Protocol, QString()};
        }
        const std::vector<Reply> &members = reply.elements[1].elements;
        const auto size = static_cast<qint64>(members.size());
        for (; place.skip < size; ++place.skip) {
            if (static_cast<int>(elements.size()) >= query.limit) {
                return elements;
            }
            if (leaveOut > 0) {
                --leaveOut;
                continue;
            }
            Element element;
            element.element = members[static_cast<std::size_t>(place.skip)].bytes;
            element.key = set.key;
            elements.push_back(std::move(element));
        }
        const bool done = reply.elements[0].bytes == "0";
        place = {place.key + (done ? 1U : 0U), reply.elements[0].bytes, 0};
    }
    return elements;
}

} // namespace

BrowseResult::Answer answerSetPage(const Asking &asking, const std::vector<HeldKey> &sets, const ElementsQuery &query)
{
    ElementsPage page;
    page.offset = query.offset;
    page.readAt = asking.now();
    if (query.match.isEmpty()) {
        page.total = 0;
        for (const HeldKey &set : sets) {
            page.total = *page.total + set.size;
        }
    }
    SetPlace place = query.cursor.isEmpty() ? SetPlace() : SetPlace::parse(query.cursor);
    auto elements = scanFrom(asking, sets, query, place, query.cursor.isEmpty() ? query.offset : 0);
    if (!elements) {
        return elements.error();
    }
    page.elements = std::move(elements).value();
    page.nextCursor = place.key < sets.size() ? place.text() : QByteArray();
    if (const Outcome read = asking.readRecords(page.elements); !read) {
        return read.error();
    }
    for (Element &element : page.elements) {
        const auto set = std::find_if(sets.begin(), sets.end(), [&](const HeldKey &s) { return s.key == element.key; });
        const bool job = set != sets.end() && set->role->holds == Holds::Dead;
        element.state = job ? set->role->id : QLatin1StringView();
    }
    return page;
}

} // namespace plimsoll::redis
