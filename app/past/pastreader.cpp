// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/past/pastreader.h"

#include "redis/history/alertstore.h"

#include <QFileInfo>

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

Result<models::MomentPtr> PastReader::readMoment(const QString &path, const models::MomentQuestion &question)
{
    const auto reader = redis::HistoryReader::open(path);
    auto recorded = reader ? (*reader)->recorded() : Result<std::vector<TimeRange>>(reader.error());
    if (question.toward && (recorded ? recorded->empty() : !QFileInfo::exists(path))) {
        return Error{ErrorKind::Storage, tr("Nothing is recorded yet")};
    }
    models::MomentQuestion about = question;
    if (recorded && question.toward) {
        about.time = models::recordedAt(*recorded, question.time, *question.toward);
    }
    auto record = recorded ? (*reader)->at(about.time) : Result<MomentRecord>(recorded.error());
    if (!record) {
        return record.error();
    }
    sayDamage(path, (*reader)->damaged());
    auto moment =
        std::make_shared<models::Moment>(models::momentOf(about, *record, alertsAround(path, about.time), m_limits));
    moment->recorded = *std::move(recorded);
    return models::MomentPtr(std::move(moment));
}

} // namespace plimsoll::app
