// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/trial.h"

#include <QCoreApplication>

namespace plimsoll::lab {

models::LabPlace Trial::place(LabWorker &control, QByteArrayView sizeCommand, const QByteArray &key, bool flows)
{
    const QByteArray name = key.sliced(key.indexOf("}:") + 2);
    return {QString::fromLatin1(name), double(control.command({sizeCommand, key}).integer), flows};
}

models::LabPlace Trial::place(const char *title, double count, bool flows)
{
    return {QCoreApplication::translate("lab", title), count, flows};
}

std::set<int> numbersIn(const redis::Reply &reply)
{
    std::set<int> numbers;
    for (const redis::Reply &element : reply.elements) {
        numbers.insert(numberOf(element.bytes));
    }
    return numbers;
}

void mark(Marks &marks, const redis::Reply &reply)
{
    for (const redis::Reply &element : reply.elements) {
        const auto number = static_cast<std::size_t>(numberOf(element.bytes));
        if (number < marks.size()) {
            marks[number] = true;
        }
    }
}

void JobTruth::expect(int jobs)
{
    m_jobs.resize(static_cast<std::size_t>(jobs));
}

void JobTruth::give(int job)
{
    const std::lock_guard lock(m_mutex);
    at(job).given = true;
    ++m_given;
}

void JobTruth::take(int job)
{
    const std::lock_guard lock(m_mutex);
    ++at(job).taken;
    ++at(job).inHands;
}

void JobTruth::drop(int job, bool workedButNotNoted)
{
    m_diedAfterWork += workedButNotNoted ? 1 : 0;
    release(job);
}

void JobTruth::work(int job)
{
    const std::lock_guard lock(m_mutex);
    ++at(job).worked;
}

void JobTruth::release(int job)
{
    const std::lock_guard lock(m_mutex);
    --at(job).inHands;
}

void JobTruth::giveBack(int job)
{
    const std::lock_guard lock(m_mutex);
    ++at(job).givenBack;
}

std::vector<JobTruth::Job> JobTruth::jobs() const
{
    const std::lock_guard lock(m_mutex);
    return m_jobs;
}

int JobTruth::inHands() const
{
    int held = 0;
    for (const Job &job : jobs()) {
        held += job.inHands;
    }
    return held;
}

double JobTruth::workedAgain() const
{
    double again = 0;
    for (const Job &job : jobs()) {
        again += std::max(0, job.worked - 1);
    }
    return again;
}

} // namespace plimsoll::lab
