// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/browse/searchtext.h"
#include "redis/browse/streamplaces.h"

#include <algorithm>

namespace plimsoll::redis {

namespace {

constexpr qint64 entriesAStep = 1'000;

bool isIn(const StreamEntry &entry, const SearchText &text)
{
    return text.isIn(entry.id) || std::any_of(entry.fields.begin(), entry.fields.end(), [&text](const auto &field) {
               return text.isInField(field.first, field.second);
           });
}

void addLooked(SearchStep &step, const Element &element)
{
    ++step.looked;
    step.prints.push_back(quint64(qHashMulti(0, element.key, element.group, element.element)));
}

BrowseResult::Answer searchStream(const Asking &asking, const StreamsOf &streams, SearchStep step,
                                  const SearchText &text)
{
    StreamPosition position = StreamPosition::of(step.next.cursor);
    position.at = streams.present(position.at);
    step.total = streams.length();
    if (position.at >= streams.held.size()) {
        step.isAtEnd = true;
        return step;
    }
    EntryRange stretch{streams.held[position.at].key,
                       step.next.state == oldestFirst ? EntryOrder::OldestFirst : EntryOrder::NewestFirst,
                       position.from};
    if (stretch.from.isEmpty()) {
        stretch.from = stretch.order == EntryOrder::OldestFirst ? "-" : "+";
    }
    const auto read = readStretch(asking, stretch, entriesAStep);
    if (!read) {
        return read.error();
    }
    for (const StreamEntry &entry : read->entries) {
        Element element = elementOf(entry.id, stretch.key, asking.now());
        addLooked(step, element);
        if (isIn(entry, text)) {
            element.state = streams.shown();
            setFields(element, entry);
            step.found.push_back(std::move(element));
        }
    }
    const StreamPosition next{read->next.isEmpty() ? streams.present(position.at + 1) : position.at, read->next};
    step.isAtEnd = next.at >= streams.held.size();
    step.next.cursor = step.isAtEnd ? QByteArray() : next.cursor();
    return step;
}

/// Position of the search in pending entries. Groups come and go while it runs; the server lists them by name, so
/// the search resumes at the next group if one is gone.
struct PendingPosition {
    StreamPosition place; ///< the stream, and the last searched entry pending in the group
    QByteArray group; ///< first group name to search

    static PendingPosition of(const QByteArray &cursor)
    {
        const qsizetype first = cursor.indexOf(' ');
        const qsizetype second = first < 0 ? -1 : cursor.indexOf(' ', first + 1);
        return second < 0 ? PendingPosition()
                          : PendingPosition{StreamPosition::of(cursor.first(second)), cursor.sliced(second + 1)};
    }
    [[nodiscard]] QByteArray cursor() const { return place.cursor() + ' ' + group; }

    /// Index of the group to search next among the current ones.
    [[nodiscard]] std::size_t among(const std::vector<GroupPlace> &places) const
    {
        const auto isNext = [this](const GroupPlace &one) {
            return one.stream > place.at || (one.stream == place.at && one.group.name >= group);
        };
        return static_cast<std::size_t>(std::find_if(places.begin(), places.end(), isNext) - places.begin());
    }
    static PendingPosition at(const GroupPlace &one, const QByteArray &from)
    {
        return {{one.stream, from}, one.group.name};
    }
};

/// Searches the pending entries of one group in one step.
BrowseResult::Answer searchPending(const Asking &asking, const std::vector<GroupPlace> &places, SearchStep step,
                                   const SearchText &text)
{
    const WantedPending wanted(asking, step.next.state);
    const PendingPosition position = PendingPosition::of(step.next.cursor);
    const std::size_t at = position.among(places);
    if (!wanted.isPart()) {
        step.total = 0;
        for (const GroupPlace &place : places) {
            *step.total += place.group.pending;
        }
    }
    step.isAtEnd = !wanted.canTell() || at >= places.size();
    if (step.isAtEnd) {
        return step;
    }
    const auto &[key, group, stream] = places[at];
    const bool isSame = group.name == position.group && !position.place.from.isEmpty();
    Pipeline pipeline;
    pipeline.add({"XPENDING", key, group.name, isSame ? position.place.from : QByteArray("-"), "+",
                  QByteArray::number(entriesAStep)});
    const auto replies = asking.exchange(pipeline);
    if (!replies) {
        return replies.error();
    }
    if (replies->front().isError() && !isNoGroup(replies->front())) {
        return replies->front().toError(key);
    }
    const std::vector<PendingEntry> entries = pendingIn(replies->front());
    std::vector<Element> elements;
    for (const PendingEntry &entry : entries) {
        if (wanted.takes(entry)) {
            elements.push_back(wanted.elementOf(entry, key, group.name));
        }
    }
    std::vector<bool> isFound;
    std::transform(elements.begin(), elements.end(), std::back_inserter(isFound),
                   [&text](const Element &element) { return text.isIn(element.id); });
    const auto read = readEntries(asking, elements, [&](Element &element, const StreamEntry &entry) {
        setFields(element, entry);
        const auto own = static_cast<std::size_t>(&element - elements.data());
        isFound[own] = isFound[own] || isIn(entry, text);
    });
    if (!read) {
        return read.error();
    }
    for (std::size_t i = 0; i < *read; ++i) {
        addLooked(step, elements[i]);
        if (isFound[i]) {
            step.found.push_back(elements[i]);
        }
    }
    PendingPosition next;
    if (*read < elements.size()) { // large ones: the next step goes on behind the last that was read
        next = PendingPosition::at(places[at], '(' + elements[*read - 1].id);
    } else if (std::ssize(entries) == entriesAStep) {
        next = PendingPosition::at(places[at], '(' + entries.back().id);
    } else if (at + 1 < places.size()) {
        next = PendingPosition::at(places[at + 1], {});
    } else {
        step.isAtEnd = true;
    }
    step.next.cursor = step.isAtEnd ? QByteArray() : next.cursor();
    return step;
}

} // namespace

BrowseResult::Answer answerStreamSearch(const Asking &asking, const SearchQuery &query)
{
    const SearchText text(query.text, asking.definition());
    SearchStep step;
    step.next = query.where;
    const auto streams = streamsOf(asking, query.where.state);
    if (!streams) {
        return streams.error();
    }
    if (!streams->isPending) {
        return searchStream(asking, *streams, std::move(step), text);
    }
    const auto places = placesOf(asking, streams->held, query.where.group);
    return places ? searchPending(asking, *places, std::move(step), text) : BrowseResult::Answer(places.error());
}

} // namespace plimsoll::redis
