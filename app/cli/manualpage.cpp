// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandinfo.h"
#include "app/formats/clitext.h"
#include "models/text/format.h"
#include "redis/collections/kinds.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <utility>

namespace plimsoll::app {

namespace {

const char *const urlText =
    "redis://[user[:password]@]host[:port][/DB], rediss:// (the same over TLS, with the certificates of the "
    "workspace), "
    "unix://[user[:password]@]PATH[?db=N], redis+sentinel://HOST:PORT[,...]/MASTER/DB, redis+cluster:// and "
    "rediss+cluster://. Special characters in user and password are percent-encoded.";
const char *const passwordText =
    "The password comes from the URL, else from PLIMSOLL_PASSWORD, else from REDISCLI_AUTH, else from the "
    "passwordCommand of the workspace, else from the keychain of the desktop, which is asked once the server refuses "
    "the login. It is never logged, printed or written to a "
    "workspace.";

struct ExitText {
    const char *code;
    const char *when;
};
constexpr std::array exitTexts{
    ExitText{"0", "Done."},
    ExitText{"1", "The command failed, or was done only partly: the output says how far."},
    ExitText{"2", "The command line or the workspace has mistakes: one line for each on standard error."},
    ExitText{"3", "Redis cannot be reached, or refuses the login."},
    ExitText{
        "4",
        "Refused: the workspace is read-only, the change was not confirmed, the server's ACL does not allow it, or it "
        "is not safe on this layout."},
    ExitText{"5", "A collection is in the state that --fail-on names, or worse."},
};

struct EnvironmentText {
    const char *name;
    const char *help;
};
constexpr std::array environmentTexts{
    EnvironmentText{"PLIMSOLL_PASSWORD, REDISCLI_AUTH", "The password if the URL has none; the first that is set."},
    EnvironmentText{"PLIMSOLL_LOG", "Levels of the log by part of the program: redis=debug,plimsoll=info."},
    EnvironmentText{"PLIMSOLL_WEBHOOK_NAMES",
                    "Further variables that webhooks may use, separated by commas: PAGER_TOKEN,HOOK_KEY."},
    EnvironmentText{"NO_COLOR", "Any value: no colour in tables. Without a terminal there is none anyway."},
    EnvironmentText{"PAGER", "The program for tables longer than the terminal, less if not set. Empty, or cat: none."},
    EnvironmentText{"LANGUAGE, LC_ALL, LANG", "The language of the window. Commands are in English."},
};

/// Writes one page in troff with the macros of man(7).
class ManualPage {
public:
    ManualPage(const QString &name, int section, const QString &summary)
    {
        static const std::array sections{QLatin1StringView("User Commands"), QLatin1StringView("File Formats")};
        line(QStringLiteral(".\\\" Made from the program's own tables; do not edit"));
        line(QStringLiteral(".TH \"%1\" %2 \"\" \"Plimsoll %3\" \"%4\"")
                 .arg(name.toUpper(), QString::number(section), QStringLiteral(PLIMSOLL_VERSION),
                      QString(sections.at(section == 1 ? 0 : 1))));
        line(QStringLiteral(".nh\n.ad l")); // options and URLs are easier to read whole
        head(tr("Name"));
        QString what = summary;
        what[0] = what[0].toLower();
        line(escaped(name) + QLatin1String(" \\- ") + escaped(what));
    }

    void head(const QString &title) { line(QLatin1String(".SH ") + quotedTitle(title.toUpper())); }
    void subhead(const QString &title) { line(QLatin1String(".SS ") + quotedTitle(title)); }
    void paragraph(const QString &text)
    {
        line(QStringLiteral(".PP"));
        line(marked(text));
    }
    /// A term and its help, indented. `term` is troff.
    void entry(const QString &term, const QString &help)
    {
        line(QStringLiteral(".TP"));
        line(term);
        line(marked(help));
    }
    void code(const QString &text)
    {
        line(QStringLiteral(".PP\n.EX"));
        for (const QString &one : text.split(u'\n')) {
            line(guarded(escaped(one)));
        }
        line(QStringLiteral(".EE"));
    }
    void line(const QString &troff) { m_text += troff + u'\n'; }
    [[nodiscard]] QByteArray text() const { return m_text.toUtf8(); }

    [[nodiscard]] static QString escaped(QString text)
    {
        return text.replace(u'\\', QLatin1String("\\e")).replace(u'-', QLatin1String("\\-"));
    }
    [[nodiscard]] static QString bold(const QString &text)
    {
        return QLatin1String("\\fB") + escaped(text) + QLatin1String("\\fR");
    }
    [[nodiscard]] static QString italic(const QString &text)
    {
        return QLatin1String("\\fI") + escaped(text) + QLatin1String("\\fR");
    }

private:
    /// Keeps a line of text from being taken for a request.
    [[nodiscard]] static QString guarded(const QString &text)
    {
        return text.startsWith(u'.') || text.startsWith(u'\'') ? QLatin1String("\\&") + text : text;
    }
    [[nodiscard]] static QString quotedTitle(const QString &title)
    {
        return u'"' + escaped(title).replace(u'"', QLatin1String("\\(dq")) + u'"';
    }
    /// A text in which options are bold.
    [[nodiscard]] static QString marked(const QString &text)
    {
        static const QRegularExpression option(QStringLiteral("(?<![\\w-])--?[a-z][a-z-]*"));
        QString out;
        qsizetype done = 0;
        for (auto found = option.globalMatch(text); found.hasNext();) {
            const QRegularExpressionMatch match = found.next();
            out += prose(text.mid(done, match.capturedStart() - done)) + bold(match.captured());
            done = match.capturedEnd();
        }
        return guarded(out + prose(text.mid(done)));
    }
    /// Text whose hyphens stay hyphens.
    [[nodiscard]] static QString prose(QString text) { return text.replace(u'\\', QLatin1String("\\e")); }

    QString m_text;
};

QString manualSentence(const QString &text)
{
    return models::asSentence(text);
}

/// "\fB\-w\fR, \fB\-\-workspace\fR \fIFILE\fR"
QString optionTerm(const OptionInfo &option)
{
    QStringList names;
    for (const QString &name : option.names) {
        names << ManualPage::bold(name);
    }
    const QString value = option.value.isEmpty() ? QString() : ManualPage::italic(option.value);
    return option.isWord() ? value : names.join(QLatin1String(", ")) + (value.isEmpty() ? QString() : u' ' + value);
}

/// The line of the synopsis, with every option.
QString synopsisOf(const CommandInfo &command)
{
    QStringList parts{ManualPage::bold(command.name.isEmpty() ? QStringLiteral("plimsoll")
                                                              : QLatin1String("plimsoll ") + command.name)};
    const auto add = [&parts](const OptionInfo &option) {
        QString text = option.isWord() ? QString() : ManualPage::bold(option.names.front());
        if (!option.value.isEmpty()) {
            text += (text.isEmpty() ? QString() : QStringLiteral("\\ ")) + ManualPage::italic(option.value);
        }
        parts << (option.isRequired ? text : u'[' + text + u']')
                + (option.isRepeatable ? QStringLiteral("\\ ...") : QString());
    };
    for (const OptionInfo &option : command.options) {
        if (!option.isWord() && option.longName() != QLatin1String("--help")) {
            add(option);
        }
    }
    for (const OptionInfo &word : command.words()) {
        add(word);
    }
    return parts.join(u' ');
}

void addOptions(ManualPage &page, const CommandInfo &command)
{
    page.head(tr("Options"));
    for (const OptionInfo &option : command.options) {
        page.entry(optionTerm(option), manualSentence(option.help));
    }
}

void addExits(ManualPage &page, const CommandInfo &command)
{
    const bool isProgram = command.name.isEmpty();
    const bool connects = isProgram || command.option(u"--url") != nullptr;
    page.head(tr("Exit status"));
    for (const ExitText &exit : exitTexts) {
        const QLatin1StringView code(exit.code);
        const bool isOfServer = code == QLatin1StringView("3") || code == QLatin1StringView("4");
        const bool isOfFailOn = code == QLatin1StringView("5");
        if ((!isOfServer || connects) && (!isOfFailOn || isProgram || command.option(u"--fail-on") != nullptr)) {
            page.entry(ManualPage::bold(code), tr(exit.when));
        }
    }
}

void addExamples(ManualPage &page, const CommandInfo &command)
{
    page.head(tr("Examples"));
    for (const ExampleInfo &example : command.examples) {
        page.paragraph(QString(example.help) + u':');
        page.code(QLatin1String("    ") + example.line);
    }
}

void addSeeAlso(ManualPage &page, const QStringList &pages)
{
    page.head(tr("See also"));
    QStringList shown;
    for (const QString &one : pages) {
        const qsizetype bracket = one.indexOf(u'(');
        shown << ManualPage::bold(one.left(bracket)) + one.mid(bracket);
    }
    page.line(shown.join(QLatin1String(", ")));
}

QByteArray programPage(std::span<const CommandInfo> all)
{
    const CommandInfo &program = all.front();
    ManualPage page(QStringLiteral("plimsoll"), 1, tr("Dashboard for Redis collections"));
    page.head(tr("Synopsis"));
    page.line(synopsisOf(program));
    page.line(QStringLiteral(".br"));
    page.line(ManualPage::bold(QStringLiteral("plimsoll")) + u' ' + ManualPage::italic(QStringLiteral("COMMAND"))
              + QLatin1String(" [OPTIONS]"));
    page.head(tr("Description"));
    for (const QString &paragraph : program.paragraphs) {
        page.paragraph(paragraph);
    }
    page.head(tr("Commands"));
    for (const CommandInfo &command : all.subspan(1)) {
        page.entry(ManualPage::bold(command.name),
                   manualSentence(command.summary) + QStringLiteral(" See plimsoll-%1(1).").arg(command.name));
    }
    addOptions(page, program);
    page.head(tr("Servers and passwords"));
    page.paragraph(tr(urlText));
    page.paragraph(tr(passwordText));
    page.head(tr("Durations and times"));
    page.paragraph(tr("A duration is 500ms, 30s, 5m, 2h or 7d. A time is ISO 8601 (without a zone: local time), or a "
                      "duration ago."));
    addExits(page, program);
    page.head(tr("Environment"));
    for (const EnvironmentText &variable : environmentTexts) {
        page.entry(ManualPage::bold(QString::fromLatin1(variable.name)), tr(variable.help));
    }
    page.head(tr("Files"));
    page.entry(ManualPage::italic(QStringLiteral("~/.local/share/plimsoll/plimsoll")),
               tr("The journal of operations, the history and the alerts, unless --data-dir names another folder."));
    page.entry(ManualPage::italic(QStringLiteral("~/.config/plimsoll/NAME.json")),
               tr("The workspace of the unit plimsoll-record@NAME of systemd, which runs record."));
    page.entry(ManualPage::italic(QStringLiteral("/etc/plimsoll/NAME.json")),
               tr("The same of the unit of the whole system, which keeps its data in /var/lib/plimsoll."));
    page.entry(ManualPage::italic(QStringLiteral("~/.config/plimsoll/plimsoll.conf")),
               tr("What the window remembers: its size, the last workspaces, the look of tables and charts."));
    addExamples(page, program);
    QStringList others{QStringLiteral("plimsoll-workspace(5)")};
    for (const CommandInfo &command : all.subspan(1)) {
        others << QStringLiteral("plimsoll-%1(1)").arg(command.name);
    }
    addSeeAlso(page, others << QStringLiteral("redis-cli(1)") << QStringLiteral("redis-server(1)"));
    return page.text();
}

QByteArray commandPage(const CommandInfo &command)
{
    ManualPage page(QLatin1String("plimsoll-") + command.name, 1, command.summary);
    page.head(tr("Synopsis"));
    page.line(synopsisOf(command));
    page.head(tr("Description"));
    for (const QString &paragraph : command.paragraphs) {
        page.paragraph(paragraph);
    }
    addOptions(page, command);
    if (command.option(u"--url") != nullptr) {
        page.head(tr("Servers and passwords"));
        page.paragraph(tr(urlText));
        page.paragraph(tr(passwordText));
    }
    addExits(page, command);
    addExamples(page, command);
    addSeeAlso(page, {QStringLiteral("plimsoll(1)"), QStringLiteral("plimsoll-workspace(5)")});
    return page.text();
}

// The workspace file, from the schema and the tables of the kinds

/// Type of a member in words: "text", "true or false", "one of a, b", "a duration".
QString typeText(const QJsonObject &member)
{
    const QString type = member.value(QLatin1String("type")).toString();
    if (const QJsonArray words = member.value(QLatin1String("enum")).toArray(); !words.isEmpty()) {
        QStringList shown;
        for (const auto &word : words) {
            shown << word.toVariant().toString();
        }
        return shown.join(QLatin1String(" | "));
    }
    return member.contains(QLatin1String("pattern")) ? tr("text")
        : type == QLatin1String("string")            ? tr("text")
        : type == QLatin1String("boolean")           ? tr("true or false")
        : type == QLatin1String("integer")           ? tr("whole number")
        : type == QLatin1String("number")            ? tr("number")
        : type == QLatin1String("array")             ? tr("array")
                                                     : tr("object");
}

class WorkspaceSchema {
public:
    WorkspaceSchema()
    {
        QFile file(QStringLiteral(":/plimsoll/workspace.schema.json"));
        if (file.open(QIODevice::ReadOnly)) {
            m_root = QJsonDocument::fromJson(file.readAll()).object();
        }
    }

    [[nodiscard]] QJsonObject root() const { return m_root; }
    [[nodiscard]] QJsonObject definition(const QString &name) const
    {
        return m_root.value(QLatin1String("definitions")).toObject().value(name).toObject();
    }

    /// Adds the members of an object, in alphabetical order.
    void addMembers(ManualPage &page, const QJsonObject &object) const
    {
        const QJsonObject members = object.value(QLatin1String("properties")).toObject();
        const QJsonArray required = object.value(QLatin1String("required")).toArray();
        for (auto member = members.begin(); member != members.end(); ++member) {
            const QJsonObject own = member.value().toObject();
            const QString reference = own.value(QLatin1String("$ref")).toString().section(u'/', -1);
            const QJsonObject named = definition(reference);
            const QString help =
                own.value(QLatin1String("description")).toString(named.value(QLatin1String("description")).toString());
            QStringList notes{reference == QLatin1String("duration") ? tr("duration")
                                                                     : typeText(reference.isEmpty() ? own : named)};
            if (required.contains(member.key())) {
                notes << tr("required");
            }
            if (own.contains(QLatin1String("default"))) {
                notes << tr("default: %1").arg(own.value(QLatin1String("default")).toVariant().toString());
            }
            page.entry(ManualPage::bold(member.key()) + QLatin1String(" (")
                           + ManualPage::escaped(notes.join(QLatin1String("; "))) + u')',
                       manualSentence(help));
        }
    }

private:
    QJsonObject m_root;
};

const char *const workspaceExample = R"({ "plimsoll": 1,
  "name": "orders, production",
  "connection": {"url": "rediss://ops@redis.example:6380/0", "readOnly": true},
  "collections": [
    { "name": "email", "kind": "queue",
      "keys": {"ready": "queue:email", "processing": "queue:email:processing",
               "dead": "queue:email:failed", "job": "job:{id}"},
      "options": {"staleAfter": "30s", "maxAttempts": 3},
      "limits": {"ready": {"warning": 1000, "critical": 5000}},
      "bound": {"keep": 100000} } ] })";

void addKind(ManualPage &page, const KindInfo &kind)
{
    page.subhead(QString(kind.id));
    page.paragraph(manualSentence(models::kindTitle(kind)) + u' '
                   + manualSentence(QCoreApplication::translate("kinds", kind.help)));
    page.paragraph(tr("Keys:"));
    for (const RoleSpec &role : kind.roles) {
        page.entry(ManualPage::bold(QString(role.id))
                       + (role.required ? QLatin1String(" (") + tr("required") + u')' : QString()),
                   role.help == nullptr ? QString() : manualSentence(QString::fromUtf8(role.help)));
    }
    if (!kind.options.empty()) {
        page.paragraph(tr("Options:"));
    }
    for (const OptionSpec &option : kind.options) {
        QStringList notes;
        for (const QLatin1StringView choice : option.choices) {
            notes << QString(choice);
        }
        QString note = notes.join(QLatin1String(" | "));
        if (option.fallback != nullptr) {
            note += (note.isEmpty() ? QString() : QStringLiteral("; "))
                + tr("default: %1").arg(QString::fromUtf8(option.fallback));
        }
        page.entry(ManualPage::bold(QString(option.id))
                       + (note.isEmpty() ? QString() : QLatin1String(" (") + ManualPage::escaped(note) + u')'),
                   option.help == nullptr ? QString() : manualSentence(QString::fromUtf8(option.help)));
    }
    page.paragraph(tr("Figures, in a snapshot and for limits:"));
    for (const FigureSpec &figure : kind.figures) {
        page.entry(ManualPage::bold(QString(figure.id)), manualSentence(models::figureHelp(figure)));
    }
}

QByteArray workspacePage()
{
    const WorkspaceSchema schema;
    ManualPage page(QStringLiteral("plimsoll-workspace"), 5, tr("Workspace file of Plimsoll"));
    page.head(tr("Description"));
    page.paragraph(
        tr("A workspace says which Redis server to watch, which collections on it, and when they are in trouble. "
           "It is one JSON file, in UTF-8, which the window writes and every command takes with -w. An unknown "
           "member is an error, with the nearest known name. For editors that complete JSON, "
           "/usr/share/plimsoll/workspace.schema.json describes it."));
    page.head(tr("Members"));
    schema.addMembers(page, schema.root());
    const QJsonObject members = schema.root().value(QLatin1String("properties")).toObject();
    for (auto member = members.begin(); member != members.end(); ++member) {
        if (member.value().toObject().contains(QLatin1String("properties"))) {
            page.head(member.key());
            schema.addMembers(page, member.value().toObject());
        }
    }
    page.head(tr("A collection"));
    schema.addMembers(page, schema.definition(QStringLiteral("collection")));
    page.head(tr("Keys"));
    page.paragraph(
        tr("A key is a literal or a template. {id} stands for the id of a job. {yyyyMMdd}, {yyyyMMddHH}, "
           "{yyyy-MM-dd} and {yyyy-MM-dd-HH} stand for the current period, in UTC by the server's clock. "
           "{a,b,c} and {0..15} stand for several keys, whose figures are added up and also shown one by one. "
           "\\{ and \\} are literal braces; braces around anything else are literal too."));
    page.head(tr("Limits"));
    page.paragraph(tr("By figure. A value at or over warning or critical sets the state."));
    schema.addMembers(page, schema.definition(QStringLiteral("limit")));
    page.head(tr("Bound"));
    page.paragraph(tr("How the collection is kept from growing forever: exactly one of these."));
    schema.addMembers(page, schema.definition(QStringLiteral("bound")));
    page.head(tr("Kinds"));
    for (const KindInfo *kind : redis::kindInfos()) {
        addKind(page, *kind);
    }
    page.head(tr("Examples"));
    page.paragraph(tr("A queue on a server with TLS:"));
    page.code(QString::fromUtf8(workspaceExample));
    page.paragraph(tr("Check the file, and see its figures:"));
    page.code(QStringLiteral("    plimsoll snapshot -w orders.json"));
    addSeeAlso(page, {QStringLiteral("plimsoll(1)"), QStringLiteral("plimsoll-snapshot(1)")});
    return page.text();
}

} // namespace

std::map<QString, QByteArray> manualPages(std::span<const CommandInfo> all)
{
    std::map<QString, QByteArray> pages{
        {QStringLiteral("plimsoll.1"), programPage(all)},
        {QStringLiteral("plimsoll-workspace.5"), workspacePage()},
    };
    for (const CommandInfo &command : all.subspan(1)) {
        pages.emplace(QStringLiteral("plimsoll-%1.1").arg(command.name), commandPage(command));
    }
    return pages;
}

} // namespace plimsoll::app
