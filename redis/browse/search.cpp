// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/browse/asking.h"
#include "redis/browse/searchtext.h"

#include <algorithm>

namespace plimsoll::redis {

namespace {

constexpr int searchedAStep = 200;
constexpr qint64 largestRecord = 256LL * 1'024; ///< looked through; of a longer text its beginning
constexpr qint64 bytesAtOnce = 2LL * 1'024 * 1'024; ///< limit of records per exchange
constexpr auto fieldsAtOnce = "512";

struct Record {
    std::size_t element = 0; ///< index of its element
    QByteArray key;
    bool isHash = false;
    qint64 size = 0;
};

/// The records of elements in which the text was not found, with their sizes.
Result<std::vector<Record>> recordsOf(const Asking &asking, const std::vector<Element> &elements,
                                      const std::vector<bool> &isFound)
{
    std::vector<Record> records;
    Pipeline pipeline;
    for (std::size_t i = 0; i < elements.size(); ++i) {
        if (!isFound[i]) {
            records.push_back({i, asking.jobs().recordKey(elements[i].id, asking.keysAt())});
            pipeline.add({"TYPE", records.back().key});
            pipeline.add({"MEMORY", "USAGE", records.back().key});
        }
    }
    if (records.empty()) {
        return records;
    }
    const auto replies = asking.exchange(pipeline);
    if (!replies) {
        return replies.error();
    }
    for (std::size_t i = 0; i < records.size(); ++i) {
        const Reply &type = (*replies)[2 * i];
        if (type.isError()) {
            return type.toError(records[i].key);
        }
        records[i].isHash = type.bytes == "hash";
        records[i].size = type.bytes == "string" || records[i].isHash ? (*replies)[2 * i + 1].integer : -1;
    }
    std::erase_if(records, [](const Record &record) { return record.size < 0; });
    return records;
}

bool isIn(const Reply &reply, const Record &record, const SearchText &text)
{
    if (!record.isHash) {
        return text.isIn(reply.bytes);
    }
    if (reply.elements.size() != 2) {
        return false;
    }
    const std::vector<Reply> &fields = reply.elements[1].elements;
    for (std::size_t i = 0; i + 1 < fields.size(); i += 2) {
        if (!text.hides(fields[i].bytes) && text.isIn(fields[i + 1].bytes)) {
            return true;
        }
    }
    return false;
}

Outcome lookInRecords(const Asking &asking, const std::vector<Element> &elements, const SearchText &text,
                      std::vector<bool> &isFound, SearchStep &step)
{
    if (asking.jobs().isInHash()) { // of presets: not looked through
        step.partly += std::count(isFound.begin(), isFound.end(), false);
        return Done{};
    }
    const auto records = recordsOf(asking, elements, isFound);
    if (!records) {
        return records.error();
    }
    for (std::size_t first = 0; first < records->size();) {
        Pipeline pipeline;
        std::vector<const Record *> asked;
        for (qint64 bytes = 0; first < records->size() && bytes < bytesAtOnce; ++first) {
            const Record &record = (*records)[first];
            if (record.isHash && record.size > largestRecord) {
                ++step.partly; // its fields come as they are, however long
                continue;
            }
            bytes += std::min(record.size, largestRecord);
            asked.push_back(&record);
            if (record.isHash) {
                pipeline.add({"HSCAN", record.key, "0", "COUNT", fieldsAtOnce});
            } else {
                pipeline.add({"GETRANGE", record.key, "0", QByteArray::number(largestRecord - 1)});
            }
        }
        if (asked.empty()) {
            continue;
        }
        const auto replies = asking.exchange(pipeline);
        if (!replies) {
            return replies.error();
        }
        for (std::size_t i = 0; i < asked.size(); ++i) {
            const Reply &reply = (*replies)[i];
            if (reply.isError()) {
                return reply.toError(asked[i]->key);
            }
            const bool isThere = isIn(reply, *asked[i], text);
            const bool isPart = asked[i]->isHash
                ? !reply.elements.empty() && reply.elements.front().bytes != QByteArrayView("0")
                : reply.bytes.size() >= largestRecord;
            isFound[asked[i]->element] = isThere;
            step.partly += isPart && !isThere ? 1 : 0;
        }
    }
    return Done{};
}

} // namespace

BrowseResult::Answer answerSearch(const Asking &asking, const SearchQuery &query)
{
    if (asking.definition().has(Holds::Entries)) {
        return answerStreamSearch(asking, query);
    }
    SearchStep step;
    step.next = query.where;
    step.next.limit = searchedAStep;
    const BrowseResult::Answer read = answerElements(asking, step.next);
    const auto *page = std::get_if<ElementsPage>(&read);
    if (page == nullptr) {
        return read;
    }
    step.looked = qint64(page->elements.size());
    step.total = page->total;
    step.totalAtLeast = page->totalAtLeast;
    step.next.offset += step.looked;
    step.next.cursor = page->nextCursor;
    const bool isLast = page->nextCursor.isEmpty() && page->total && step.next.offset >= *page->total;
    step.isAtEnd = isLast || (page->elements.empty() && page->nextCursor.isEmpty());
    const SearchText text(query.text, asking.definition());
    std::vector<bool> isFound;
    for (const Element &element : page->elements) {
        step.prints.push_back(quint64(qHashMulti(0, element.key, element.element)));
        isFound.push_back(text.isIn(element.id) || text.isIn(element.element) || text.isIn(element.error.toUtf8()));
    }
    if (asking.jobs().hasRecord()) {
        if (const Outcome looked = lookInRecords(asking, page->elements, text, isFound, step); !looked) {
            return looked.error();
        }
    }
    for (std::size_t i = 0; i < isFound.size(); ++i) {
        if (isFound[i]) {
            step.found.push_back(page->elements[i]);
        }
    }
    return step;
}

} // namespace plimsoll::redis
