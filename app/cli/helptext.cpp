// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandinfo.h"
#include "app/formats/clitext.h"

#include <algorithm>

namespace plimsoll::app {

namespace {

constexpr qsizetype helpWidth = 80; // columns of a terminal
constexpr qsizetype widestTerm = 24; ///< a longer term has its help on the next line

/// Breaks a text into lines that fit between `indent` and the width, each indented.
QString helpWrapped(const QString &text, qsizetype indent)
{
    QString out;
    qsizetype column = helpWidth;
    for (const QString &word : text.split(u' ', Qt::SkipEmptyParts)) {
        if (column + 1 + word.size() > helpWidth) {
            out += (out.isEmpty() ? QString() : QStringLiteral("\n")) + QString(indent, u' ') + word;
            column = indent + word.size();
        } else {
            out += u' ' + word;
            column += 1 + word.size();
        }
    }
    return out;
}

/// "  -w, --workspace FILE   The workspace": a term and its help, in columns.
QString helpEntry(const QString &term, const QString &help, qsizetype width)
{
    const qsizetype indent = 2 + width + 2;
    const QString lines = helpWrapped(help, indent);
    const QString first = QLatin1String("  ") + term;
    return first.size() + 2 > indent ? first + u'\n' + lines + u'\n'
                                     : first.leftJustified(indent) + lines.mid(indent) + u'\n';
}

QString helpTerm(const OptionInfo &option)
{
    if (option.isWord()) {
        return option.value;
    }
    const bool hasShort = option.names.front().size() == 2;
    const QString names = (hasShort ? QString() : QStringLiteral("    ")) + option.names.join(QLatin1String(", "));
    return option.value.isEmpty() ? names : names + u' ' + option.value;
}

/// A heading with its entries, in columns as wide as their terms need.
QString helpSection(const QString &heading, const std::vector<std::pair<QString, QString>> &entries)
{
    qsizetype width = 0;
    for (const auto &[term, help] : entries) {
        width = std::max(width, term.size() <= widestTerm ? term.size() : 0);
    }
    QString out = u'\n' + heading + u'\n';
    for (const auto &[term, help] : entries) {
        out += helpEntry(term, help, width);
    }
    return entries.empty() ? QString() : out;
}

/// "plimsoll jobs [OPTIONS] -w FILE COLLECTION"
QString helpUsage(const CommandInfo &command)
{
    QStringList parts{QStringLiteral("plimsoll")};
    if (!command.name.isEmpty()) {
        parts << command.name;
    }
    parts << QStringLiteral("[OPTIONS]");
    for (const OptionInfo &option : command.options) {
        if (option.isRequired && !option.isWord()) {
            parts << option.names.front() + u' ' + option.value;
        }
    }
    for (const OptionInfo &word : command.words()) {
        parts << (word.isRequired         ? word.value
                      : word.isRepeatable ? QStringLiteral("[%1 ...]").arg(word.value)
                                          : QStringLiteral("[%1]").arg(word.value));
    }
    return parts.join(u' ');
}

} // namespace

const OptionInfo *CommandInfo::option(QStringView wanted) const
{
    const auto found = std::find_if(options.begin(), options.end(), [wanted](const OptionInfo &option) {
        return std::any_of(option.names.begin(), option.names.end(),
                           [wanted](const QString &own) { return own == wanted; });
    });
    return found == options.end() ? nullptr : &*found;
}

std::vector<OptionInfo> CommandInfo::words() const
{
    std::vector<OptionInfo> found;
    std::copy_if(options.begin(), options.end(), std::back_inserter(found),
                 [](const OptionInfo &option) { return option.isWord(); });
    return found;
}

QString helpText(const CommandInfo &command, std::span<const CommandInfo> all)
{
    const bool isProgram = command.name.isEmpty();
    const QString title =
        isProgram ? command.summary : QStringLiteral("plimsoll %1: %2").arg(command.name, command.summary);
    QString out = helpWrapped(title, 0) + QLatin1String("\n\n") + tr("Usage: %1").arg(helpUsage(command)) + u'\n';
    if (isProgram) {
        out += tr("       plimsoll COMMAND [OPTIONS]") + u'\n';
    }
    for (const QString &paragraph : command.paragraphs) {
        out += u'\n' + helpWrapped(paragraph, 0) + u'\n';
    }
    if (isProgram) {
        std::vector<std::pair<QString, QString>> commands;
        for (const CommandInfo &one : all) {
            if (!one.name.isEmpty()) {
                commands.emplace_back(one.name, one.summary);
            }
        }
        out += helpSection(tr("Commands:"), commands);
    }
    std::vector<std::pair<QString, QString>> words;
    std::vector<std::pair<QString, QString>> options;
    for (const OptionInfo &option : command.options) {
        (option.isWord() ? words : options).emplace_back(helpTerm(option), option.help);
    }
    out += helpSection(tr("Words:"), words) + helpSection(tr("Options:"), options);
    if (!command.examples.empty()) {
        out += u'\n' + tr("Examples:") + u'\n';
        for (const ExampleInfo &example : command.examples) {
            out += QStringLiteral("  %1\n%2\n").arg(example.line, helpWrapped(example.help, 6));
        }
    }
    return out + u'\n'
        + (isProgram ? tr("More: plimsoll COMMAND --help, man plimsoll, man plimsoll-workspace")
                     : tr("More: man plimsoll-%1").arg(command.name));
}

} // namespace plimsoll::app
