// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/server/operationbench.h"

/// Edits of jobs, as tests ask for them.
namespace plimsoll::testing {

inline constexpr auto jobQueue = R"({"name":"email","kind":"queue","keys":{"ready":["q","q2"],"processing":"p",)"
                                 R"("delayed":"late","dead":"dead","job":"job:{id}"},)"
                                 R"("options":{"staleAfter":"30s","maxAttempts":3}})";
inline constexpr auto taggedQueue =
    R"({"name":"email","kind":"queue","keys":{"ready":"q\\{a\\}","dead":"dead\\{a\\}"}})";

inline const QByteArray before = R"({"id":"7","to":"anna"})";
inline const QByteArray after = R"({"id":"7","to":"otto"})";

inline OperationRequest editing(const Bench &bench, const QByteArray &key, const QByteArray &element, JobEdit edit,
                                double score = unknownFigure)
{
    OperationRequest request = bench.request(Action::Edit);
    Element &job = request.elements.emplace_back();
    job.element = element;
    job.key = key;
    job.score = score;
    request.edit = std::move(edit);
    return request;
}

inline JobEdit ofElement(const QByteArray &from, const QByteArray &to, bool requeue = false)
{
    return {.before = from, .after = to, .requeue = requeue};
}

inline JobEdit ofField(const QByteArray &field, const QByteArray &from, const QByteArray &to,
                       std::vector<std::pair<QByteArray, QByteArray>> seen = {}, bool requeue = false)
{
    return {
        .isOfRecord = true, .field = field, .before = from, .after = to, .seen = std::move(seen), .requeue = requeue};
}

inline JobEdit ofText(const QByteArray &from, const QByteArray &to, bool requeue = false)
{
    return {.isOfRecord = true, .before = from, .after = to, .requeue = requeue};
}

} // namespace plimsoll::testing
