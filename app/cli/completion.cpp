// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/formats/clitext.h"
#include "app/cli/commandinfo.h"
#include "app/cli/shared.h"
#include "app/desktop/datafolder.h"
#include "app/formats/operationformat.h"
#include "app/lab/lab.h"
#include "app/lab/trial.h"
#include "app/cli/output.h"
#include "models/text/format.h"
#include "redis/collections/kinds.h"
#include "redis/operations/journal/journal.h"
#include "redis/types/printable.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>

#include <algorithm>
#include <set>

namespace plimsoll::app {

namespace {

constexpr std::size_t mostOperations = 100; // the newest; more are too many to choose from

struct ListEntry {
    QString word, help;
};

/// The collections of a workspace file as JSON, whether or not the rest of the file is right: a person who completes a
/// command is not helped by its mistakes.
QJsonArray collectionsIn(const QString &file)
{
    QFile opened(file);
    return !file.isEmpty() && opened.open(QIODevice::ReadOnly)
        ? QJsonDocument::fromJson(opened.readAll()).object().value(QLatin1String("collections")).toArray()
        : QJsonArray();
}

std::vector<ListEntry> listCollections(const QString &file)
{
    std::vector<ListEntry> entries;
    for (const auto &collection : collectionsIn(file)) {
        const QJsonObject object = collection.toObject();
        const QString kind = object.value(QLatin1String("kind")).toString();
        const KindInfo *known = redis::findKind(kind);
        entries.push_back(
            {object.value(QLatin1String("name")).toString(),
             known != nullptr ? models::kindTitle(*known) : object.value(QLatin1String("preset")).toString(kind)});
    }
    return entries;
}

/// The figures of all kinds in the workspace.
std::vector<ListEntry> listFigures(const QString &file)
{
    std::vector<ListEntry> entries;
    std::set<QString> seen;
    for (const auto &collection : collectionsIn(file)) {
        const KindInfo *kind = redis::findKind(collection.toObject().value(QLatin1String("kind")).toString());
        for (const FigureSpec &figure : kind != nullptr ? kind->figures : std::span<const FigureSpec>()) {
            if (seen.insert(QString(figure.id)).second) {
                entries.push_back({QString(figure.id), models::figureTitle(figure)});
            }
        }
    }
    return entries;
}

std::vector<ListEntry> listOperations(const QString &dataDir)
{
    const QString folder = dataFolder(dataDir);
    if (!QFile::exists(QDir(folder).filePath(QStringLiteral("operations.sqlite")))) {
        return {}; // opening would create it
    }
    const auto journal = redis::Journal::openToRead(folder);
    if (!journal) {
        return {};
    }
    const Result<std::vector<OperationReport>> operations =
        (*journal)->reading([&journal] { return (*journal)->operations(); });
    std::vector<ListEntry> entries;
    if (!operations) {
        return entries;
    }
    for (auto report = operations->rbegin(); report != operations->rend() && entries.size() < mostOperations;
         ++report) {
        entries.push_back(
            {report->id,
             tr("%1 %2, %3").arg(shownId(*report), report->collection, QString(operationStateId(report->state)))});
    }
    return entries;
}

std::vector<ListEntry> listPatterns()
{
    std::vector<ListEntry> entries;
    for (const lab::Experiment *experiment : lab::experiments()) {
        entries.push_back({experiment->id, QCoreApplication::translate("lab", experiment->title)});
    }
    return entries;
}

/// "name<TAB>help" a line. What would not survive as a word of a line is left out.
QByteArray candidateLines(const std::vector<ListEntry> &entries)
{
    QByteArray lines;
    for (const ListEntry &entry : entries) {
        if (!entry.word.isEmpty() && isPrintable(entry.word.toUtf8())) {
            lines += entry.word.toUtf8() + '\t' + printable(entry.help.toUtf8()).toUtf8() + '\n';
        }
    }
    return lines;
}

Outcome writeGenerated(const QString &path, const QByteArray &content)
{
    QSaveFile file(path);
    const bool isWritten = QDir().mkpath(QFileInfo(path).absolutePath()) && file.open(QIODevice::WriteOnly)
        && file.write(content) == content.size() && file.commit();
    return isWritten ? Outcome(Done{})
                     : Error{ErrorKind::Storage, tr("%1 cannot be written: %2").arg(path, file.errorString())};
}

/// Writes the scripts and pages as they lie below /usr/share on Debian.
Outcome writeAll(const QString &folder)
{
    const std::vector<CommandInfo> all = commandInfos();
    std::map<QString, QByteArray> files{
        {QStringLiteral("bash-completion/completions/plimsoll"), completionScript(Shell::Bash, all)},
        {QStringLiteral("zsh/vendor-completions/_plimsoll"), completionScript(Shell::Zsh, all)},
        {QStringLiteral("fish/vendor_completions.d/plimsoll.fish"), completionScript(Shell::Fish, all)},
    };
    for (const auto &[name, page] : manualPages(all)) {
        files.emplace(QStringLiteral("man/man%1/%2").arg(name.right(1), name), page);
    }
    for (const auto &[path, content] : files) {
        if (Outcome written = writeGenerated(QDir(folder).filePath(path), content); !written) {
            return written;
        }
    }
    return Done{};
}

class CompletionCommand final : public HeadlessCommand {
    void addOptions(Options &options) override
    {
        options.describe(
            "Prints the completion script for a shell. It completes commands, options and their values, the "
            "collections of the workspace behind -w, the operations in the journal and the patterns of "
            "the Lab. It reads local files only and never connects to a server.");
        options.describe(
            "The Debian package installs all three scripts. Otherwise, put the script where the shell looks "
            "for it, or read it when the shell starts, as in the examples.");
        options.example("source <(plimsoll completion bash)",
                        "In ~/.bashrc; in ~/.zshrc the same with zsh, after compinit");
        options.example("plimsoll completion fish > ~/.config/fish/completions/plimsoll.fish",
                        "For every fish that starts from now on");
        options.choice<Shell>("SHELL", "SHELL", "bash, zsh or fish",
                              {{"bash", Shell::Bash}, {"zsh", Shell::Zsh}, {"fish", Shell::Fish}}, &m_shell);
        options.choice<Candidates>("--list", "WHAT",
                                   "Print candidates instead of a script, one per line, each with a tab and its help",
                                   {{"collections", Candidates::Collections},
                                    {"figures", Candidates::Figures},
                                    {"operations", Candidates::Operations},
                                    {"patterns", Candidates::Patterns}},
                                   &m_list);
        options.text("-w,--workspace", "FILE", "The workspace whose collections or figures are listed", &m_workspace);
        options.text("--data-dir", "DIR", "Folder of the journal whose operations are listed", &m_dataDir);
        options.text("--write", "DIRECTORY",
                     "Write all scripts and manual pages below this folder, as in /usr/share: for packages", &m_folder);
        options.refuse([this] { return int(!!m_shell) + int(!!m_list) + int(!m_folder.isEmpty()) != 1; },
                       tr("completion takes one of SHELL (bash, zsh or fish), --list WHAT and --write DIRECTORY"));
    }

    ExitCode run() override
    {
        if (!m_folder.isEmpty()) {
            const Outcome written = writeAll(m_folder);
            return written ? ExitCode::Done : fail(written.error());
        }
        const QByteArray text = m_shell ? completionScript(*m_shell, commandInfos()) : candidateLines(list());
        return print(text) ? ExitCode::Done : ExitCode::Failed;
    }

    [[nodiscard]] std::vector<ListEntry> list() const
    {
        switch (*m_list) {
        case Candidates::Collections:
            return listCollections(m_workspace);
        case Candidates::Figures:
            return listFigures(m_workspace);
        case Candidates::Operations:
            return listOperations(m_dataDir);
        default:
            return listPatterns();
        }
    }

    std::optional<Shell> m_shell;
    std::optional<Candidates> m_list;
    QString m_workspace, m_dataDir, m_folder;
};

} // namespace

extern const CommandSpec completionCommand{"completion", "The completion script for bash, zsh or fish",
                                           &makeCommand<CompletionCommand>};

} // namespace plimsoll::app
