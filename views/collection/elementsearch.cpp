// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/collection/elementsearch.h"

#include "models/format.h"
#include "redis/types/plural.h"
#include "views/page/question.h"

#include <set>

namespace plimsoll::views {

namespace {

constexpr qint64 budget = 20'000; // elements, until a person says to go on
constexpr std::size_t mostFound = 500;
constexpr int rest = 4; // times as long as a step took, before the next

} // namespace

ElementSearch::ElementSearch(PageHost *host, QObject *parent) : QObject(parent), m_question(new Question(host, this))
{
    m_next.setSingleShot(true);
    connect(&m_next, &QTimer::timeout, this, &ElementSearch::ask);
    m_question->tell(this, &ElementSearch::take);
    connect(m_question, &Question::failed, this, [this](const QString &why) {
        m_error = why;
        m_is = Is::Failed;
        emit changed();
    });
}

void ElementSearch::start(const Place &place, const ElementsQuery &where, const QString &text)
{
    forget();
    m_place = place;
    m_text = text;
    m_query = {where, text.toUtf8()};
    m_query.where.offset = 0;
    m_query.where.cursor.clear();
    goOn();
}

void ElementSearch::forget()
{
    m_question->forget();
    m_next.stop();
    m_is = Is::Idle;
    m_found.clear();
    m_last = {};
    m_error.clear();
    m_looked = m_partly = m_until = 0;
}

void ElementSearch::pause()
{
    m_question->forget();
    m_next.stop();
    m_is = Is::Paused;
    emit changed();
}

void ElementSearch::goOn()
{
    m_is = Is::Running;
    m_error.clear();
    m_until = m_looked + budget;
    ask();
    emit changed();
}

void ElementSearch::ask()
{
    m_asked.start();
    m_question->ask(m_place, m_query);
}

void ElementSearch::take(const SearchStep &step)
{
    if (m_is != Is::Running) {
        return;
    }
    m_last = step;
    m_last.found.clear();
    m_looked += step.looked;
    m_partly += step.partly;
    // What has moved on meanwhile may be met a second time.
    std::set<std::pair<QByteArray, QByteArray>> known;
    for (const Element &element : m_found) {
        known.emplace(element.key, element.element);
    }
    for (const Element &element : step.found) {
        if (m_found.size() < mostFound && known.emplace(element.key, element.element).second) {
            m_found.push_back(element);
        }
    }
    m_query.where = step.next;
    if (step.isAtEnd) {
        m_is = Is::Done;
    } else if (m_looked >= m_until || m_found.size() >= mostFound) {
        m_is = Is::Paused;
    } else {
        m_next.start(int(std::min<qint64>(m_asked.elapsed() * rest, 2'000)));
    }
    emit changed();
}

QString ElementSearch::summary() const
{
    if (m_is == Is::Failed) {
        return tr("The search ended: %1").arg(m_error);
    }
    const auto count = qint64(m_found.size());
    const QString found = m_found.size() >= mostFound ? tr("the first %1 found").arg(models::formatCount(count))
                                                      : tr("%1 found").arg(models::formatCount(count));
    const qint64 total = std::max(m_last.total.value_or(0), m_looked);
    QString looked = m_is == Is::Done
        ? tr("looked at all %1").arg(models::formatCount(m_looked))
        : tr("looked at %1 of %2")
              .arg(models::formatCount(m_looked), m_last.total ? models::formatCount(total) : models::unknownText());
    QStringList parts{found, looked};
    if (m_partly > 0) {
        parts.append(m_partly == 1 ? tr("1 record too large, read in part")
                                   : tr("%1 records too large, read in part", nullptr, pluralOf(m_partly))
                                         .arg(models::formatCount(m_partly)));
    }
    return parts.join(QStringLiteral(" · "));
}

} // namespace plimsoll::views
