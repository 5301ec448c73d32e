// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <ctime>

#include <sys/resource.h>

namespace plimsoll::testing {

/// What the calling thread has cost so far. Bounds on cost hold on a busy machine, too; bounds on elapsed time do not,
/// and stand in the benchmarks.
inline std::chrono::milliseconds threadCost()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::milliseconds(time.tv_sec * 1'000 + time.tv_nsec / 1'000'000);
}

/// What all the processes cost that this one has started and waited for.
inline std::chrono::milliseconds childrenCost()
{
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    const auto of = [](const timeval &time) {
        return std::chrono::milliseconds(time.tv_sec * 1'000 + time.tv_usec / 1'000);
    };
    return of(usage.ru_utime) + of(usage.ru_stime);
}

} // namespace plimsoll::testing
