// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/troublemodel.h"

#include "models/text/format.h"

#include <algorithm>
#include <tuple>

namespace plimsoll::models {

namespace {

struct TroubleWords {
    Q_DECLARE_TR_FUNCTIONS(troubles)
};

QString idOf(const TroubleRow &row)
{
    return QString::number(reinterpret_cast<quintptr>(row.tab)) + u' ' + row.collection;
}

/// Worst first, a tab before its collections, then the newest.
bool isShownBefore(const TroubleRow &a, const TroubleRow &b)
{
    const auto order = [](const TroubleRow &row) {
        return std::tuple(-static_cast<int>(row.state), !row.collection.isEmpty(), -row.began.count());
    };
    return order(a) < order(b);
}

} // namespace

TroubleModel::TroubleModel(QObject *parent) : TableModel("troubles", parent)
{
    setColumns({
        {QT_TRANSLATE_NOOP("troubles", "state"), Cell::Badge, [](auto &row) { return row.since; },
         [](auto &row) { return static_cast<int>(row.state); }},
        {QT_TRANSLATE_NOOP("troubles", "workspace"), Cell::Text, [](auto &row) { return row.workspace; }},
        {QT_TRANSLATE_NOOP("troubles", "collection"), Cell::Text,
         [](auto &row) { return row.collection.isEmpty() ? unknownText() : row.collection; }},
        {QT_TRANSLATE_NOOP("troubles", "what"), Cell::Text, [](auto &row) { return row.what; }},
    });
    showTextsAsTips();
    setRowValues({{IdRole, idOf},
                  {SeverityRole, [](auto &row) { return static_cast<int>(row.state); }},
                  {StaleRole, [](auto &row) { return row.isOld; }}});
}

void TroubleModel::apply(std::vector<TroubleRow> rows, bool isHeld)
{
    std::stable_sort(rows.begin(), rows.end(), isShownBefore);
    if (isHeld && canHold(rows)) {
        rows = inPlaces(std::move(rows), idOf, [](const TroubleRow &before) {
            TroubleRow gone = before;
            gone.state = State::Ok;
            gone.since.clear(); // it may be well, or closed, or others are worse
            gone.what = TroubleWords::tr("no longer listed");
            gone.isOld = true;
            return gone;
        });
    }
    show(std::move(rows), idOf, [](const TroubleRow &a, const TroubleRow &b) {
        return std::tie(a.state, a.workspace, a.since, a.what, a.isOld)
            == std::tie(b.state, b.workspace, b.since, b.what, b.isOld);
    });
}

} // namespace plimsoll::models
