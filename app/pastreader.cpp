// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pastreader.h"

#include "redis/history/alertstore.h"

#include <utility>

/// Reads a past moment: figures from the history file, alerts from the file next to it.
namespace plimsoll::app {

namespace {

using std::chrono::milliseconds;

/// Alerts around a time; empty without a readable file, and states then depend on limits alone.
std::vector<Alert> alertsAround(const QString &historyPath, milliseconds time)
{
    const auto store = redis::AlertStore::openThere(redis::alertPath(historyPath));
    if (!store || *store == nullptr) {
        return {};
    }
    auto alerts =
        (*store)->reading([&] { return (*store)->during(time - models::aroundMoment, time + models::aroundMoment); });
    return alerts ? *std::move(alerts) : std::vector<Alert>();
}

} // namespace

void PastReader::readMoment(quint64 number, const QString &path, const models::MomentQuestion &question)
{
    const auto reader = redis::HistoryReader::open(path);
    auto record = reader ? (*reader)->at(question.time) : Result<MomentRecord>(reader.error());
    if (record) {
        sayDamage(path, (*reader)->damaged());
    }
    const auto range = reader ? (*reader)->range() : Result<std::optional<redis::TimeRange>>(reader.error());
    if (!record || !range) {
        emit momentFailed(number, record ? range.error().message : record.error().message);
        return;
    }
    auto moment = std::make_shared<models::Moment>(
        models::momentOf(question, *record, alertsAround(path, question.time), m_limits));
    moment->recordedFrom = *range ? std::optional((*range)->from) : std::nullopt;
    emit momentRead(number, moment);
}

} // namespace plimsoll::app
