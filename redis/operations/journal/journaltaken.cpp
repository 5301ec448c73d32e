// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/journal/journal.h"

#include <QSqlQuery>
#include <QStringList>
#include <QVariant>

#include <algorithm>
#include <span>

namespace plimsoll::redis {

Result<std::vector<TakenElement>> Journal::taken(const QString &operation,
                                                 const std::vector<QByteArray> &elements) const
{
    constexpr std::size_t atOnce = 500; // SQLite allows 999 parameters
    Result<OpenOperation> about = details(operation);
    if (!about) {
        return about.error();
    }
    std::vector<TakenElement> found;
    std::span<const QByteArray> rest(elements);
    while (!rest.empty()) {
        const auto some = rest.first(std::min(atOnce, rest.size()));
        rest = rest.subspan(some.size());
        const QStringList places(static_cast<qsizetype>(some.size()), QStringLiteral("?"));
        QVariantList values{operation};
        values.append(QVariantList(some.begin(), some.end()));
        Result<QSqlQuery> query = select(QStringLiteral("SELECT step, outcome, element FROM archive WHERE operation = ?"
                                                        " AND restored = 0 AND element IN (%1)")
                                             .arg(places.join(QLatin1Char(','))),
                                         values);
        if (!query) {
            return query.error();
        }
        while (query->next()) {
            const auto step = static_cast<std::size_t>(query->value(0).toInt());
            const QString outcome = query->value(1).toString();
            if (step < about->steps.size() && !outcome.isEmpty()) {
                found.push_back({about->steps[step].key, query->value(2).toByteArray(), outcome.front().toLatin1()});
            }
        }
    }
    return found;
}

} // namespace plimsoll::redis
