// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/collection/elementsearch.h"

#include "models/text/format.h"
#include "redis/types/plural.h"

#include <set>

namespace plimsoll::views {

namespace {

constexpr qint64 searchBudget = 20'000; // elements once something is found, until a person says to go on
constexpr std::size_t mostFound = 500;

} // namespace

ElementSearch::ElementSearch(PageHost *host, QObject *parent) : SteppedWalk(host, searchBudget, parent)
{
    tell(this, &ElementSearch::addStep);
}

void ElementSearch::start(const Place &at, const ElementsQuery &where, const QString &text)
{
    forget();
    reset(at);
    m_text = text;
    m_query = {where, text.toUtf8()};
    m_query.where.offset = 0;
    m_query.where.cursor.clear();
    m_query.where.match.clear();
    goOn();
}

void ElementSearch::forget()
{
    reset(place());
    m_found.clear();
    m_trail.clear();
    m_total.reset();
    m_passed = m_partly = 0;
    m_isCut = false;
}

void ElementSearch::addStep(const SearchStep &step)
{
    m_total = step.total;
    m_partly += step.partly;
    // Elements that moved in the meantime may be found twice.
    std::set<std::pair<QByteArray, QByteArray>> known;
    for (const Element &element : m_found) {
        known.emplace(element.key, element.element);
    }
    for (const Element &element : step.found) {
        if (known.emplace(element.key, element.element).second) {
            m_isCut = m_isCut || m_found.size() >= mostFound;
            if (!m_isCut) {
                m_found.push_back(element);
            }
        }
    }
    const qint64 offset = m_query.where.offset;
    const bool byCursor = !step.next.cursor.isEmpty() || !m_query.where.cursor.isEmpty();
    m_query.where = step.next;
    bool isAtEnd = step.isAtEnd;
    if (byCursor) {
        m_passed += step.looked;
    } else {
        const Trail::Step next = m_trail.after(offset, step.prints, step.total);
        m_query.where.offset = next.offset;
        m_passed = std::max(m_trail.met(), next.isAhead ? offset + step.looked : 0);
        isAtEnd = isAtEnd && next.isAhead;
    }
    // Without a hit yet, the user would always choose to continue.
    stepped(step.looked, isAtEnd || m_isCut ? Then::End : m_found.empty() ? Then::GoOnPastBudget : Then::GoOn);
}

QString ElementSearch::lookedAt() const
{
    const qint64 total = std::max(m_total.value_or(0), m_passed);
    return tr("%1 of %2")
        .arg(models::formatCount(m_passed), m_total ? models::formatCount(total) : models::unknownText());
}

QString ElementSearch::summary() const
{
    if (is() == Is::Failed) {
        return tr("The search ended: %1").arg(error());
    }
    const auto count = qint64(m_found.size());
    const QString found = m_isCut ? tr("the first %1 found").arg(models::formatCount(count))
                                  : tr("%1 found").arg(models::formatCount(count));
    QStringList parts{found,
                      is() == Is::Done && !m_isCut ? tr("looked at all %1").arg(models::formatCount(m_passed))
                                                   : tr("looked at %1").arg(lookedAt())};
    if (m_partly > 0) {
        parts.append(m_partly == 1 ? tr("1 record too large, read in part")
                                   : tr("%1 records too large, read in part", nullptr, pluralOf(m_partly))
                                         .arg(models::formatCount(m_partly)));
    }
    return parts.join(QStringLiteral(" · "));
}

} // namespace plimsoll::views
