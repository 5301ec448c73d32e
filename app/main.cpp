// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"

/// The program without a window: it needs no library for one.
int main(int argc, char **argv)
{
    return plimsoll::app::runProgram(argc, argv, nullptr);
}
