// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/collection/steppedwalk.h"

#include <algorithm>

namespace plimsoll::views {

namespace {

constexpr int restRatio = 4; // times as long as a step took, before the next
constexpr qint64 longestRest = 2'000; // ms

} // namespace

SteppedWalk::SteppedWalk(PageHost *host, qint64 budget, QObject *parent)
    : QObject(parent), m_question(new Question(host, this)), m_budget(budget)
{
    m_next.setSingleShot(true);
    connect(&m_next, &QTimer::timeout, this, &SteppedWalk::ask);
    connect(m_question, &Question::failed, this, [this](const QString &why) {
        m_error = why;
        settle(Is::Failed);
    });
}

void SteppedWalk::reset(const Place &place)
{
    m_question->forget();
    m_next.stop();
    m_place = place;
    m_is = Is::Idle;
    m_error.clear();
    m_looked = m_until = 0;
}

void SteppedWalk::pause()
{
    m_question->forget();
    m_next.stop();
    settle(Is::Paused);
}

void SteppedWalk::goOn()
{
    m_error.clear();
    m_until = m_looked + m_budget;
    m_is = Is::Running;
    ask();
    emit changed();
}

void SteppedWalk::stepped(qint64 looked, Then then)
{
    m_looked += looked;
    if (then == Then::End) {
        settle(Is::Done);
    } else if (then == Then::Ask || (then == Then::GoOn && m_looked >= m_until)) {
        settle(Is::Paused);
    } else {
        m_next.start(int(std::min(m_asked.elapsed() * restRatio, longestRest)));
        emit changed();
    }
}

void SteppedWalk::ask()
{
    m_asked.start();
    m_question->ask(m_place, nextStep());
}

void SteppedWalk::settle(Is is)
{
    m_is = is;
    emit changed();
}

} // namespace plimsoll::views
