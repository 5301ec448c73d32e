// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <ctime>

#include <sys/resource.h>

namespace plimsoll::testing {

/// CPU time of the calling thread. Limits on CPU time also hold on a busy machine; limits on elapsed time do not, and
/// belong in the benchmarks.
inline std::chrono::milliseconds threadCost()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::milliseconds(time.tv_sec * 1'000 + time.tv_nsec / 1'000'000);
}

/// CPU time of all child processes that have ended and been waited for.
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
