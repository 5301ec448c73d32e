// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>

int main()
{
    std::puts("plimsoll " PLIMSOLL_VERSION);
    return 0;
}
