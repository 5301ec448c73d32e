// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commandinfo.h"
#include "redis/types/result.h"

#include <QByteArray>
#include <QStringList>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace plimsoll::app {

inline Error mistake(const QString &text)
{
    return {ErrorKind::Invalid, text};
}

/// Bounds of a number, both included.
template <typename Number> struct Bounds {
    Number least, most;
};

/// Declares the options of one command, in the order of --help, and where their values go. Values are set while the
/// command line is parsed; checks run after that, in the order in which they were added, and the first error counts.
/// Names are as in "-w,--workspace", types are the placeholders that --help shows. Only options.cpp knows CLI11, whose
/// header takes long to compile.
class Options final {
public:
    enum class Need { Optional, Required };
    using Check = std::function<Outcome()>;

    explicit Options(CLI::App &app);
    Q_DISABLE_COPY_MOVE(Options)

    /// Adds a paragraph that --help and the manual show before the options.
    void describe(const std::string &paragraph);
    /// Adds an example: a command line and what it does.
    void example(const std::string &line, const std::string &help);

    /// Adds a word without an option's name.
    void word(const char *name, const std::string &help, QString *to, Need need = Need::Required);
    void flag(const char *names, const std::string &help, bool *to);
    /// Adds --no-pager, -v and -h, which every command has.
    void common();
    [[nodiscard]] bool isVerbose() const { return m_isVerbose; }
    [[nodiscard]] bool isPaging() const { return !m_hasNoPager; }
    void text(const char *names, const char *type, const std::string &help, QString *to, Need need = Need::Optional);
    void bytes(const char *names, const char *type, const std::string &help, QByteArray *to);
    /// Adds an option that may be repeated, or any number of words; duplicate texts are dropped.
    void texts(const char *names, const char *type, const std::string &help, QStringList *to);
    void texts(const char *names, const char *type, const std::string &help, std::vector<QByteArray> *to);

    /// Adds a decimal number: int, quint32, qint64 or double.
    template <typename Number>
    void number(const char *names, const char *type, const std::string &help, Number *to,
                std::type_identity_t<std::optional<Bounds<Number>>> bounds = {})
    {
        addNumber<Number>(
            names, type, help, [to](Number value) { *to = value; }, bounds);
    }
    template <typename Number>
    void number(const char *names, const char *type, const std::string &help, std::optional<Number> *to,
                std::type_identity_t<std::optional<Bounds<Number>>> bounds = {})
    {
        addNumber<Number>(
            names, type, help, [to](Number value) { *to = value; }, bounds);
    }

    /// Adds an option that takes one of the given words, each with its value. `offered`: those that the command line
    /// offers, because a check refuses the others; empty: all.
    template <typename Value, typename Target>
    void choice(const char *names, const char *type, const std::string &help,
                std::vector<std::pair<std::string, Value>> values, Target *to, const QStringList &offered = {})
    {
        std::vector<std::string> known;
        known.reserve(values.size());
        for (const auto &[word, value] : values) {
            known.push_back(word);
        }
        addChoice(names, type, help, known, offered,
                  [values = std::move(values), to](std::size_t index) { *to = values[index].second; });
    }

    /// Adds a duration of more than nothing: "500ms", "30s", "5m", "2h" or "7d".
    void duration(const char *name, const std::string &help, std::optional<std::chrono::milliseconds> *to);
    /// Adds a time in Unix ms: "2026-11-23T12:00:00Z", local time without a zone, or a duration as an age.
    void moment(const char *name, const std::string &help, std::optional<std::chrono::milliseconds> *to,
                Need need = Need::Optional);
    /// Unix ms at which these options were declared: the reference of moment().
    [[nodiscard]] std::chrono::milliseconds now() const { return m_now; }

    /// Adds a check of values or of their combination. Its error is the command's one line.
    void check(Check check) { m_checks.push_back(std::move(check)); }
    /// Adds a check that fails with `text` if `isWrong`.
    void refuse(const std::function<bool()> &isWrong, const QString &text);
    [[nodiscard]] Outcome runChecks() const;

    /// Shows an option as required that a check requires.
    void showRequired(const char *name);
    /// All declarations made until now.
    [[nodiscard]] const CommandInfo &info() const { return m_info; }

    /// Refuses options of the program where no command follows: only commands use them.
    void leaveToCommands(std::vector<std::string> names) { m_ofCommands = std::move(names); }
    [[nodiscard]] const std::vector<std::string> &ofCommands() const { return m_ofCommands; }

private:
    template <typename Number>
    void addNumber(const char *names, const char *type, const std::string &help, const std::function<void(Number)> &set,
                   const std::optional<Bounds<Number>> &bounds);
    void addTexts(const char *names, const char *type, const std::string &help,
                  const std::function<void(const std::vector<std::string> &)> &set);
    void addChoice(const char *names, const char *type, const std::string &help, const std::vector<std::string> &known,
                   const QStringList &offered, const std::function<void(std::size_t)> &set);
    OptionInfo &note(const char *names, const QString &value, const std::string &help);

    CLI::App &m_app;
    CommandInfo m_info; ///< without name and summary
    const std::chrono::milliseconds m_now;
    std::vector<Check> m_checks;
    std::vector<std::string> m_ofCommands;
    bool m_isVerbose = false;
    bool m_hasNoPager = false;
};

} // namespace plimsoll::app
