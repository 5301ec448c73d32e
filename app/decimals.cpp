// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/decimals.h"

#include <CLI/CLI.hpp>

#include <QRegularExpression>
#include <QString>

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <string_view>

namespace plimsoll::app {

namespace {

/// Returns an error, or nothing after removing leading zeros, which CLI11 would read as octal.
std::string readDecimal(std::string &word)
{
    static const QRegularExpression decimal(QStringLiteral(R"(\A[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\z)"),
                                            QRegularExpression::CaseInsensitiveOption);
    if (!decimal.match(QString::fromLocal8Bit(word.data(), static_cast<qsizetype>(word.size()))).hasMatch()) {
        return word + " is no number";
    }
    const bool isNegative = word.front() == '-';
    const std::size_t digits = word.find_first_not_of("+-");
    const std::size_t from = std::min(word.find_first_not_of('0', digits), word.size());
    const bool needsZero = from == word.size() || word[from] < '0' || word[from] > '9';
    word = (isNegative ? "-" : "") + std::string(needsZero ? "0" : "") + word.substr(from);
    long long whole = 0;
    const auto read = std::from_chars(word.data(), word.data() + word.size(), whole);
    return read.ec == std::errc::result_out_of_range ? word + " is too large" : std::string();
}

} // namespace

void readDecimals(CLI::App &app)
{
    using namespace std::string_view_literals;
    constexpr std::array numbers{"N"sv, "S"sv, "SECONDS"sv, "X"sv};
    for (CLI::Option *option : app.get_options()) {
        const std::string type = option->get_type_name(); // followed by a colon and the checks
        if (std::find(numbers.begin(), numbers.end(), std::string_view(type).substr(0, type.find(':')))
            != numbers.end()) {
            option->transform(CLI::Validator(&readDecimal, std::string()));
        }
    }
    for (CLI::App *command : app.get_subcommands([](const CLI::App *) { return true; })) {
        readDecimals(*command);
    }
}

} // namespace plimsoll::app
