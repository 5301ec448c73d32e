// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandinfo.h"

#include <algorithm>
#include <array>
#include <utility>

namespace plimsoll::app {

namespace {

constexpr std::array listNames{
    std::pair(Candidates::Collections, QLatin1StringView("collections")),
    std::pair(Candidates::Figures, QLatin1StringView("figures")),
    std::pair(Candidates::Operations, QLatin1StringView("operations")),
    std::pair(Candidates::Patterns, QLatin1StringView("patterns")),
};

/// Quotes a text for all three shells, which agree on single quotes but for the backslash in fish.
QString shellQuoted(QString text, bool isFish = false)
{
    if (isFish) {
        return u'\'' + text.replace(u'\\', QLatin1String("\\\\")).replace(u'\'', QLatin1String("\\'")) + u'\'';
    }
    return u'\'' + text.replace(u'\'', QLatin1String("'\\''")) + u'\'';
}

/// The options that take a value, in all their spellings.
QStringList namesWithValue(const CommandInfo &command)
{
    QStringList names;
    for (const OptionInfo &option : command.options) {
        if (!option.value.isEmpty()) {
            names += option.names;
        }
    }
    return names;
}

QStringList commandNames(std::span<const CommandInfo> all)
{
    QStringList names;
    for (const CommandInfo &command : all.subspan(1)) {
        names << command.name;
    }
    return names;
}

// bash

/// Candidates of a value for the bash script: "words a b", "files", "folders", "list collections", "any".
QString bashOffer(const OptionInfo &option)
{
    if (!option.choices.isEmpty()) {
        return QLatin1String("words ") + option.choices.join(u' ');
    }
    const Candidates candidates = candidatesOf(option);
    switch (candidates) {
    case Candidates::Nothing:
        return QStringLiteral("any");
    case Candidates::Files:
        return QStringLiteral("files");
    case Candidates::Folders:
        return QStringLiteral("folders");
    default:
        return QLatin1String("list ") + listName(candidates);
    }
}

QString bashTables(std::span<const CommandInfo> all)
{
    QString options;
    QString offers;
    for (const CommandInfo &command : all) {
        QStringList names;
        int place = 0;
        for (const OptionInfo &option : command.options) {
            names += option.names;
            QStringList keys;
            for (const QString &name : option.names) {
                keys << shellQuoted(command.name + u':' + name);
            }
            if (option.isWord()) {
                keys << shellQuoted(command.name + u':'
                                    + (option.isRepeatable ? QStringLiteral("*") : QString::number(++place)));
            }
            if (!option.value.isEmpty()) {
                offers += QStringLiteral("        %1) _plimsoll_offer=%2 ;;\n")
                              .arg(keys.join(u'|'), shellQuoted(bashOffer(option)));
            }
        }
        options += QStringLiteral("        %1) _plimsoll_names=%2 ;;\n")
                       .arg(shellQuoted(command.name), shellQuoted(names.join(u' ')));
    }
    return QStringLiteral(R"(# Sets _plimsoll_names to the options of a command.
_plimsoll_options() {
    case "$1" in
%1    esac
}

# Sets _plimsoll_offer to what stands behind an option, or for the word at a place: nothing for a flag.
_plimsoll_value() {
    _plimsoll_offer=
    case "$1:$2" in
%2    esac
}
)")
        .arg(options, offers);
}

const char *const bashScript = R"(
# Lists collections, figures, operations or patterns: local files only, no connection.
_plimsoll_list() {
    local -a command=("${_plimsoll_program/#\~\//$HOME/}" completion --list "$1")
    [[ $_plimsoll_file ]] && command+=(--workspace "${_plimsoll_file/#\~\//$HOME/}")
    [[ $_plimsoll_folder ]] && command+=(--data-dir "${_plimsoll_folder/#\~\//$HOME/}")
    "${command[@]}" 2>/dev/null | cut -f 1
}

_plimsoll() {
    COMPREPLY=()
    # The words up to the cursor as the program would get them. `broken` counts the characters of the last one that bash
    # takes for words of their own, because of a colon or an equals sign.
    local line=${COMP_LINE:0:COMP_POINT} character quote= word= broken=0 begun= i
    local -a words=()
    for ((i = 0; i < ${#line}; ++i)); do
        character=${line:i:1}
        if [[ $quote ]]; then
            if [[ $character == "$quote" ]]; then
                quote=
            elif [[ $quote == '"' && $character == '\' ]]; then
                ((++i))
                word+=${line:i:1}
            else
                word+=$character
            fi
        elif [[ $character == [[:space:]] ]]; then
            [[ $begun ]] && words+=("$word")
            word= broken=0 begun=
            continue
        elif [[ $character == [\"\'] ]]; then
            quote=$character
        elif [[ $character == '\' ]]; then
            ((++i))
            word+=${line:i:1}
        else
            word+=$character
            [[ $character == [:=] && $COMP_WORDBREAKS == *"$character"* ]] && broken=${#word}
        fi
        begun=1
    done

    # What the line says so far.
    local command= place=0 expecting= name= value= _plimsoll_offer= _plimsoll_names=
    local _plimsoll_program=${words[0]} _plimsoll_file= _plimsoll_folder=
    for ((i = 1; i < ${#words[@]}; ++i)); do
        name= value=${words[i]}
        if [[ $expecting ]]; then
            name=$expecting expecting=
        elif [[ $value == --*=* ]]; then
            name=${value%%=*} value=${value#*=}
        elif [[ $value == -?* ]]; then
            _plimsoll_value "$command" "$value"
            [[ $_plimsoll_offer ]] && expecting=$value
            continue
        elif [[ ! $command && " @COMMANDS@ " == *" $value "* ]]; then
            command=$value
            continue
        else
            ((++place))
            continue
        fi
        case $name in
            -w | --workspace) _plimsoll_file=$value ;;
            --data-dir) _plimsoll_folder=$value ;;
        esac
    done

    local prefix=
    if [[ $expecting ]]; then
        _plimsoll_value "$command" "$expecting"
    elif [[ $word == --*=* ]]; then
        _plimsoll_value "$command" "${word%%=*}"
        prefix=${word%%=*}=
        word=${word#*=}
    elif [[ $word == -* ]]; then
        _plimsoll_options "$command"
        _plimsoll_offer="words $_plimsoll_names"
    else
        _plimsoll_value "$command" $((place + 1))
        [[ $_plimsoll_offer ]] || _plimsoll_value "$command" '*'
    fi

    local -a found=()
    case $_plimsoll_offer in
        files)
            mapfile -t found < <(compgen -f -- "$word")
            compopt -o filenames 2>/dev/null
            ;;
        folders)
            mapfile -t found < <(compgen -d -- "$word")
            compopt -o filenames 2>/dev/null
            ;;
        'words '*) IFS=' ' read -r -a found <<<"${_plimsoll_offer#words }" ;;
        'list '*)
            mapfile -t found < <(_plimsoll_list "${_plimsoll_offer#list }")
            compopt -o filenames 2>/dev/null # quotes what the shell would take apart
            ;;
    esac
    if [[ ! $command && ! $prefix && ! $expecting && $word != -* ]]; then
        found+=(@COMMANDS@)
    fi
    for value in "${found[@]}"; do
        [[ $value == "$word"* ]] || continue
        value=$prefix$value
        COMPREPLY+=("${value:broken}")
    done
}

complete -F _plimsoll plimsoll
)";

QString bashText(std::span<const CommandInfo> all)
{
    return QStringLiteral("# Completion of plimsoll for bash, made by: plimsoll completion bash\n\n") + bashTables(all)
        + QString::fromUtf8(bashScript).replace(QLatin1String("@COMMANDS@"), commandNames(all).join(u' '));
}

// zsh

QString zshEscaped(QString text)
{
    for (const char16_t special : {u'\\', u'[', u']', u':'}) {
        text.replace(QChar(special), QString(u'\\') + QChar(special));
    }
    return text;
}

/// The action of _arguments for a value.
QString zshAction(const OptionInfo &option)
{
    if (!option.choices.isEmpty()) {
        return u'(' + option.choices.join(u' ') + u')';
    }
    const Candidates candidates = candidatesOf(option);
    switch (candidates) {
    case Candidates::Nothing:
        return QStringLiteral(" ");
    case Candidates::Files:
        return QStringLiteral("_files");
    case Candidates::Folders:
        return QStringLiteral("_files -/");
    default:
        // In braces, or _arguments puts options of compadd before the argument.
        return QStringLiteral("{_plimsoll_list %1}").arg(listName(candidates));
    }
}

/// The specifications of _arguments, one a line.
QString zshSpecs(const CommandInfo &command, const QString &indent)
{
    QString out;
    const auto add = [&out, &indent](const QString &spec) { out += QLatin1String(" \\\n") + indent + spec; };
    for (const OptionInfo &option : command.options) {
        const QString value =
            option.value.isEmpty() ? QString() : u':' + zshEscaped(option.value) + u':' + zshAction(option);
        if (option.isWord()) {
            add(shellQuoted((option.isRepeatable     ? QStringLiteral("*")
                                 : option.isRequired ? QString()
                                                     : QStringLiteral(":"))
                            + value));
            continue;
        }
        const QString help = u'[' + zshEscaped(option.help) + u']';
        const QString excluded = option.isRepeatable ? QStringLiteral("*") : u'(' + option.names.join(u' ') + u')';
        for (const QString &name : option.names) {
            const QString joined = option.value.isEmpty() ? name : name.size() > 2 ? name + u'=' : name + u'+';
            add(shellQuoted(excluded + joined + help + value));
        }
    }
    return out;
}

const char *const zshScript = R"(
# Lists collections, figures, operations or patterns: local files only, no connection.
_plimsoll_list() {
    local -a command found
    local i word
    command=("${_plimsoll_line[1]}" completion --list $1)
    for ((i = 2; i < ${#_plimsoll_line}; ++i)); do
        word=${(Q)_plimsoll_line[i]}
        case $word in
            (-w|--workspace) command+=(--workspace "${(Q)_plimsoll_line[i + 1]/#\~\//$HOME/}") ;;
            (--workspace=*) command+=(--workspace "${${word#*=}/#\~\//$HOME/}") ;;
            (--data-dir) command+=(--data-dir "${(Q)_plimsoll_line[i + 1]/#\~\//$HOME/}") ;;
            (--data-dir=*) command+=(--data-dir "${${word#*=}/#\~\//$HOME/}") ;;
        esac
    done
    found=("${(@f)$(_call_program $1 ${(q)command} 2>/dev/null)}")
    found=("${(@)found//:/\\:}")
    found=("${(@)found/$'\t'/:}")
    _describe -t $1 ${1%s} found
}
)";

QString zshText(std::span<const CommandInfo> all)
{
    QString commands;
    QString cases;
    for (const CommandInfo &command : all.subspan(1)) {
        commands += QStringLiteral("        %1\n").arg(shellQuoted(zshEscaped(command.name) + u':' + command.summary));
        cases +=
            QStringLiteral("                %1)\n                    _arguments%2 && ret=0\n                    ;;\n")
                .arg(command.name, zshSpecs(command, QString(24, u' ')));
    }
    CommandInfo program = all.front();
    program.options.erase(std::remove_if(program.options.begin(), program.options.end(),
                                         [](const OptionInfo &option) { return option.isWord(); }),
                          program.options.end());
    return QStringLiteral(R"(#compdef plimsoll
# Completion of plimsoll for zsh, made by: plimsoll completion zsh
%1
_plimsoll_commands() {
    local -a commands=(
%2    )
    _describe -t commands command commands
}

_plimsoll() {
    local curcontext=$curcontext state state_descr line ret=1
    local -a _plimsoll_line=("${words[@]}")
    typeset -A opt_args
    _arguments -C -A '-*'%3 \
        '1: :->first' \
        '*:: :->rest' && ret=0
    case $state in
        first)
            _alternative 'commands:command:_plimsoll_commands' 'files:workspace:_files' && ret=0
            ;;
        rest)
            curcontext=${curcontext%:*:*}:plimsoll-$line[1]:
            case $line[1] in
%4                *)
                    _files && ret=0
                    ;;
            esac
            ;;
    esac
    return ret
}

# Sourced, it declares itself; loaded by compinit, it is the function.
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _plimsoll "$@"
else
    compdef _plimsoll plimsoll
fi
)")
        .arg(QString::fromUtf8(zshScript), commands, zshSpecs(program, QString(8, u' ')), cases);
}

// fish

/// The arguments of fish's `complete` for a value; empty for a flag.
QString fishValue(const OptionInfo &option)
{
    if (option.value.isEmpty()) {
        return {};
    }
    if (!option.choices.isEmpty()) {
        return QLatin1String(" -x -a ") + shellQuoted(option.choices.join(u' '), true);
    }
    const Candidates candidates = candidatesOf(option);
    switch (candidates) {
    case Candidates::Nothing:
        return QStringLiteral(" -x");
    case Candidates::Files:
        return QStringLiteral(" -r -F");
    case Candidates::Folders:
        return QStringLiteral(" -x -a '(__fish_complete_directories (commandline -ct))'");
    default:
        return QStringLiteral(" -x -a '(__plimsoll_list %1)'").arg(listName(candidates));
    }
}

QString fishOptions(const CommandInfo &command, const QString &condition)
{
    QString out;
    for (const OptionInfo &option : command.options) {
        QString line = QStringLiteral("complete -c plimsoll -n %1").arg(shellQuoted(condition, true));
        if (option.isWord()) {
            if (command.name.isEmpty()) {
                continue; // the program's own words are offered with the commands
            }
            line += QLatin1String(option.choices.isEmpty() && candidatesOf(option) == Candidates::Files ? " -F" : " -f")
                + QString(fishValue(option)).remove(QLatin1String(" -x")).remove(QLatin1String(" -r -F"));
        } else {
            for (const QString &name : option.names) {
                line += name.size() == 2 ? QLatin1String(" -s ") + name.mid(1) : QLatin1String(" -l ") + name.mid(2);
            }
            line += fishValue(option) + QLatin1String(" -d ") + shellQuoted(option.help, true);
        }
        out += line + u'\n';
    }
    return out;
}

const char *const fishScript = R"(
# The command on the line; fails without one.
function __plimsoll_command
    set -l expecting 0
    for word in (commandline -opc)[2..-1]
        if test $expecting = 1
            set expecting 0
            continue
        end
        switch $word
            case @VALUES@
                set expecting 1
            case '-*'
            case '*'
                contains -- $word @COMMANDS@; and echo $word
                return
        end
    end
    return 1
end

function __plimsoll_is
    set -l command (__plimsoll_command)
    test "$command" = "$argv[1]"
end

# Lists collections, figures, operations or patterns: local files only, no connection.
function __plimsoll_list
    set -l line (commandline -opc)
    set -l command $line[1] completion --list $argv[1]
    set -l name
    for word in $line[2..-1]
        switch "$name"
            case -w --workspace
                set -a command --workspace (string replace -r '^~/' "$HOME/" -- $word)
            case --data-dir
                set -a command --data-dir (string replace -r '^~/' "$HOME/" -- $word)
        end
        set name $word
        if string match -qr -- '^--(workspace|data-dir)=' $word
            set -l parts (string split -m 1 = -- $word)
            set -a command $parts[1] (string replace -r '^~/' "$HOME/" -- $parts[2])
        end
    end
    $command 2>/dev/null
end

)";

QString fishText(std::span<const CommandInfo> all)
{
    QString out = QStringLiteral("# Completion of plimsoll for fish, made by: plimsoll completion fish\n")
        + QString::fromUtf8(fishScript)
              .replace(QLatin1String("@VALUES@"), namesWithValue(all.front()).join(u' '))
              .replace(QLatin1String("@COMMANDS@"), commandNames(all).join(u' '));
    const QString none = QStringLiteral("not __plimsoll_command");
    for (const CommandInfo &command : all.subspan(1)) {
        out += QStringLiteral("complete -c plimsoll -n %1 -a %2 -d %3\n")
                   .arg(shellQuoted(none, true), command.name, shellQuoted(command.summary, true));
    }
    out += fishOptions(all.front(), none);
    for (const CommandInfo &command : all.subspan(1)) {
        out += QStringLiteral("\ncomplete -c plimsoll -n %1 -f\n")
                   .arg(shellQuoted(QLatin1String("__plimsoll_is ") + command.name, true))
            + fishOptions(command, QLatin1String("__plimsoll_is ") + command.name);
    }
    return out;
}

} // namespace

Candidates candidatesOf(const OptionInfo &option)
{
    static const std::array known{
        std::pair(QLatin1StringView("FILE"), Candidates::Files),
        std::pair(QLatin1StringView("WORKSPACE|URL"), Candidates::Files),
        std::pair(QLatin1StringView("DIR"), Candidates::Folders),
        std::pair(QLatin1StringView("DIRECTORY"), Candidates::Folders),
        std::pair(QLatin1StringView("COLLECTION"), Candidates::Collections),
        std::pair(QLatin1StringView("FIGURE"), Candidates::Figures),
        std::pair(QLatin1StringView("OPERATION"), Candidates::Operations),
        std::pair(QLatin1StringView("PATTERN"), Candidates::Patterns),
    };
    const auto *const found =
        std::find_if(known.begin(), known.end(), [&option](const auto &entry) { return option.value == entry.first; });
    return found == known.end() ? Candidates::Nothing : found->second;
}

QString listName(Candidates candidates)
{
    const auto *const found = std::find_if(listNames.begin(), listNames.end(),
                                           [candidates](const auto &entry) { return entry.first == candidates; });
    return found == listNames.end() ? QString() : QString(found->second);
}

QByteArray completionScript(Shell shell, std::span<const CommandInfo> all)
{
    return (shell == Shell::Bash ? bashText(all) : shell == Shell::Zsh ? zshText(all) : fishText(all)).toUtf8();
}

} // namespace plimsoll::app
