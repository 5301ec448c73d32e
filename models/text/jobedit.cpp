// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/jobedit.h"

#include "models/text/elementtext.h"
#include "models/documents/jsonwriter.h"
#include "redis/types/elementstate.h"
#include "redis/types/jsontokens.h"
#include "redis/types/operation.h"
#include "redis/types/printable.h"
#include "redis/types/redaction.h"
#include "redis/types/slot.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonParseError>
#include <QStringConverter>

#include <algorithm>
#include <array>

namespace plimsoll::models {

namespace {

struct JobEditWords {
    Q_DECLARE_TR_FUNCTIONS(jobedit)
};

constexpr qsizetype longestJobName = 60;
constexpr std::size_t around = 3; // unchanged lines before and after a change
constexpr std::size_t mostCompared = 4'000'000; // pairs of lines

constexpr int deepestIndent = 40; // deeper levels keep this indent

/// Common styles: the text after each ':' and ','.
constexpr std::array<const char *, 2> gaps{"", " "};

QByteArray onOneLine(const QByteArray &json, const char *gap)
{
    JsonTokens tokens(json);
    QByteArray text;
    for (QByteArrayView token = tokens.next(); !token.isEmpty(); token = tokens.next()) {
        text += token;
        if (token == ":" || token == ",") {
            text += gap;
        }
    }
    return text;
}

/// The style of `json`; null if it has another one.
const char *gapOf(const QByteArray &json)
{
    for (const char *const gap : gaps) {
        if (onOneLine(json, gap) == json) {
            return gap;
        }
    }
    return nullptr;
}

/// Pretty-prints JSON with two spaces per level. Keeps order, number format and duplicate names, which a parsed tree
/// would lose.
QByteArray spreadJson(const QByteArray &json)
{
    JsonTokens tokens(json);
    QByteArray text;
    int depth = 0;
    const auto newLine = [&] { text += '\n' + QByteArray(2 * std::min(depth, deepestIndent), ' '); };
    for (QByteArrayView token = tokens.next(); !token.isEmpty(); token = tokens.next()) {
        const char first = token.front();
        if (first == '}' || first == ']') {
            depth = std::max(0, depth - 1);
            newLine();
        }
        text += token;
        if ((first == '{' || first == '[') && tokens.peek() == (first == '{' ? '}' : ']')) {
            text += tokens.next();
        } else if (first == '{' || first == '[') {
            ++depth;
            newLine();
        } else if (first == ',') {
            newLine();
        } else if (first == ':') {
            text += ' ';
        }
    }
    return text;
}

/// Formats JSON in the style of `like`: without spaces, or with one after each ':' and ','. Returns it unchanged if
/// `like` has another style.
QByteArray jsonLike(const QByteArray &json, const QByteArray &like)
{
    const char *const gap = gapOf(like);
    return gap == nullptr ? json : onOneLine(json, gap);
}

/// True if jsonLike() restores `like` byte for byte from its pretty-printed form.
bool comesBack(const QByteArray &like)
{
    return gapOf(like) != nullptr;
}

/// True if a line editor returns the text unchanged.
bool isPlainText(const QByteArray &bytes)
{
    QStringDecoder decode(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString text = decode(bytes);
    return !decode.hasError() && std::none_of(text.begin(), text.end(), [](QChar c) {
        return c == u'\r' || c == QChar::Null || c == QChar::ParagraphSeparator || c == QChar::LineSeparator
            || c == QChar::ObjectReplacementCharacter || c.unicode() == 0xfdd0 || c.unicode() == 0xfdd1;
    });
}

/// Reason why the bytes cannot be edited; empty: they can.
QString whyNotBytes(const QByteArray &bytes, const QStringList &redacted)
{
    return bytes.size() > longestEdit ? JobEditWords::tr("more than 1 MiB cannot be edited here")
        : !isPlainText(bytes)         ? JobEditWords::tr("it is not text")
        : redactedJson(bytes, redacted) != bytes
        ? JobEditWords::tr("it holds fields that must not be shown (options.redact)")
        : QString();
}

EditChoice choiceOf(const QString &title, JobEdit edit)
{
    EditChoice choice{title, std::move(edit), {}, false, false};
    choice.isJson = isJson(choice.edit.before);
    choice.isSpread = choice.isJson && comesBack(choice.edit.before);
    choice.text = QString::fromUtf8(choice.isSpread ? spreadJson(choice.edit.before) : choice.edit.before);
    return choice;
}

QList<QByteArray> linesOf(const QByteArray &bytes)
{
    return (isJson(bytes) ? spreadJson(bytes) : bytes).split('\n');
}

using Is = DifferenceLine::Is;

/// Adds the lines of the shortest change, by the longest common subsequence.
void addChange(std::vector<DifferenceLine> &lines, const QList<QByteArray> &from, const QList<QByteArray> &to)
{
    const auto n = static_cast<std::size_t>(from.size()), m = static_cast<std::size_t>(to.size());
    const auto add = [&lines](Is is, const QByteArray &text) { lines.push_back({is, QString::fromUtf8(text)}); };
    std::vector<std::vector<unsigned>> common;
    if (n * m <= mostCompared) {
        common.assign(n + 1, std::vector<unsigned>(m + 1, 0));
        for (std::size_t i = n; i-- > 0;) {
            for (std::size_t j = m; j-- > 0;) {
                common[i][j] = from[qsizetype(i)] == to[qsizetype(j)] ? common[i + 1][j + 1] + 1
                                                                      : std::max(common[i + 1][j], common[i][j + 1]);
            }
        }
    }
    std::size_t i = 0, j = 0;
    while (i < n || j < m) {
        if (i < n && j < m && from[qsizetype(i)] == to[qsizetype(j)] && !common.empty()) {
            add(Is::Same, from[qsizetype(i++)]);
            ++j;
        } else if (i < n && (j == m || common.empty() || common[i + 1][j] >= common[i][j + 1])) {
            add(Is::Gone, from[qsizetype(i++)]);
        } else {
            add(Is::New, to[qsizetype(j++)]);
        }
    }
}

/// Keeps only unchanged lines next to changes.
std::vector<DifferenceLine> shortened(const std::vector<DifferenceLine> &lines)
{
    std::vector<DifferenceLine> kept;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::size_t from = i > around ? i - around : 0;
        const bool isNear = std::any_of(lines.begin() + qsizetype(from),
                                        lines.begin() + qsizetype(std::min(i + around + 1, lines.size())),
                                        [](const DifferenceLine &line) { return line.is != Is::Same; });
        if (isNear) {
            kept.push_back(lines[i]);
        } else if (kept.empty() || kept.back().is != Is::LeftOut) {
            kept.push_back({Is::LeftOut, QStringLiteral("…")});
        }
    }
    return kept;
}

void writeValue(JsonWriter &json, const QByteArray &name, const QByteArray &value, const QStringList &redacted)
{
    const std::string_view key(name.constData(), static_cast<std::size_t>(name.size()));
    if (redacted.contains(QString::fromUtf8(name))) {
        json.text(key, QStringLiteral("•••"));
    } else {
        json.bytes(key, redactedJson(value, redacted));
    }
}

} // namespace

EditChoices editChoices(const OperationRequest &request)
{
    EditChoices all;
    if (request.elements.size() != 1 || !request.edit) {
        all.none = JobEditWords::tr("only one job can be edited at a time");
        return all;
    }
    const JobEdit &shown = *request.edit;
    const QStringList redacted = ElementRules::of(request.workspace->collections[request.collection]).redacted;
    const Element &job = request.elements.front();
    const CollectionDefinition &definition = request.workspace->collections[request.collection];
    // The script that edits a record looks for its job as well.
    const QString apart = apartFromRecord(*request.workspace, definition, {job.key}, job.id);
    const auto offer = [&](const QString &title, JobEdit edit) {
        const QString why = edit.isOfRecord && !apart.isEmpty() ? apart : whyNotBytes(edit.before, redacted);
        if (!why.isEmpty()) {
            all.none = JobEditWords::tr("%1: %2").arg(title, why);
            return;
        }
        if (edit.isOfRecord == shown.isOfRecord && edit.field == shown.field) {
            all.preferred = all.choices.size();
        }
        all.choices.push_back(choiceOf(title, std::move(edit)));
    };
    for (const auto &[name, value] : shown.seen) {
        const bool isWhole = shown.cutAt == 0 || value.size() < shown.cutAt;
        if (!redacted.contains(QString::fromUtf8(name)) && isWhole) {
            offer(printable(name, longestJobName),
                  {.isOfRecord = true, .field = name, .before = value, .seen = shown.seen, .cutAt = shown.cutAt});
        } else if (!isWhole) {
            all.none = JobEditWords::tr("load the rest first: only the beginning is here");
        }
    }
    if (shown.isOfRecord && shown.seen.empty()) {
        offer(JobEditWords::tr("record"), shown);
    }
    if (const QByteArray &element = request.elements.front().element; isJson(element)) {
        offer(JobEditWords::tr("element"), {.before = element});
    }
    if (!all.choices.empty()) {
        all.none.clear();
    } else if (all.none.isEmpty()) {
        all.none = JobEditWords::tr(
            "there is nothing to edit: the element is only the id of its job, and the job has no record");
    }
    return all;
}

QByteArray editedBytes(const EditChoice &choice, const QString &text)
{
    const QByteArray bytes = text.toUtf8();
    return choice.isSpread ? jsonLike(bytes, choice.edit.before) : bytes;
}

QString whyNot(const EditChoice &choice, const QString &text)
{
    const QByteArray bytes = text.toUtf8();
    if (choice.isJson) {
        QJsonParseError error;
        QJsonDocument::fromJson(bytes, &error);
        if (error.error != QJsonParseError::NoError) {
            return JobEditWords::tr("Not JSON: line %1, %2")
                .arg(QString::number(bytes.left(error.offset).count('\n') + 1), error.errorString());
        }
    }
    if (bytes.size() > longestEdit) {
        return JobEditWords::tr("More than 1 MiB");
    }
    return editedBytes(choice, text) == choice.edit.before ? JobEditWords::tr("No changes yet") : QString();
}

WayBack wayBack(const OperationRequest &request)
{
    const CollectionDefinition &definition = request.workspace->collections[request.collection];
    const QLatin1StringView state = request.elements.front().state;
    const RoleKeys *role = definition.roleOfState(QString(state));
    const Holds holds = role == nullptr ? Holds::Elements : role->role->holds;
    return holds == Holds::Dead || isState(state, Holds::Processing, ElementState::Which::Overdue) ? WayBack::Usual
        : holds == Holds::Delayed                                                                  ? WayBack::Offered
                                                                                                   : WayBack::None;
}

std::vector<DifferenceLine> differenceOf(const Plan &plan)
{
    const auto step = std::find_if(plan.steps.begin(), plan.steps.end(),
                                   [](const PlanStep &one) { return one.is<EditStep>() && !one.items.empty(); });
    if (step == plan.steps.end()) {
        return {};
    }
    QList<QByteArray> from = linesOf(step->items.front().element), to = linesOf(step->items.front().after);
    if (from == to) { // only spaces differ
        from = step->items.front().element.split('\n');
        to = step->items.front().after.split('\n');
    }
    qsizetype before = 0, behind = 0;
    const qsizetype most = std::min(from.size(), to.size());
    while (before < most && from[before] == to[before]) {
        ++before;
    }
    while (behind < most - before && from[from.size() - 1 - behind] == to[to.size() - 1 - behind]) {
        ++behind;
    }
    std::vector<DifferenceLine> lines;
    for (qsizetype i = 0; i < before; ++i) {
        lines.push_back({Is::Same, QString::fromUtf8(from[i])});
    }
    addChange(lines, from.sliced(before, from.size() - before - behind),
              to.sliced(before, to.size() - before - behind));
    for (qsizetype i = from.size() - behind; i < from.size(); ++i) {
        lines.push_back({Is::Same, QString::fromUtf8(from[i])});
    }
    return shortened(lines);
}

QString jobJson(const Element &element, const JobDetail &detail, const ElementRules &rules)
{
    const QStringList &redacted = rules.redacted;
    using Stands = JobDetail::Standing::Is;
    const auto time = [](const std::optional<std::chrono::milliseconds> &at) {
        return at ? std::optional<qint64>(at->count()) : std::nullopt;
    };
    JsonWriter json(JsonWriter::Layout::Indented);
    json.beginObject();
    writeValue(json, "id", element.id, redacted);
    writeValue(json, "element", element.element, redacted);
    json.bytes("key", element.key);
    json.knownText("state", QString(element.state));
    json.number("score", element.score);
    json.integer("createdAt", time(element.createdAt));
    json.integer("startedAt", time(element.startedAt));
    json.integer("finishedAt", time(element.finishedAt));
    json.integer("failedAt", time(element.failedAt));
    json.integer("dueAt", time(element.due));
    json.integer("attempts", element.attempts);
    json.knownText("class", classText(element.jobClass, rules));
    json.knownText("worker", workerText(element.worker, rules));
    json.knownText("error", errorText(element.error, rules));
    if (!element.group.isEmpty()) {
        json.bytes("group", element.group);
    }
    if (!detail.groups.empty()) {
        json.beginArray("groups");
        for (const JobDetail::Standing &standing : detail.groups) {
            json.beginObject();
            json.bytes("group", standing.group);
            if (standing.is != Stands::Unknown) {
                json.boolean("isRead", standing.is != Stands::Unread);
                json.boolean("isPending", standing.is == Stands::Pending);
            }
            if (standing.is == Stands::Pending) {
                json.bytes("consumer", standing.consumer);
            }
            json.endObject();
        }
        json.endArray();
    }
    if (detail.recordFound) {
        json.bytes("record", detail.recordKey);
        if (!detail.fields.empty()) {
            json.beginObject("fields");
            for (const auto &[name, value] : detail.fields) {
                writeValue(json, name, value, redacted);
            }
            json.endObject();
        } else {
            writeValue(json, "payload", detail.payload, redacted);
            json.integer("payloadSize", detail.payloadSize);
        }
    }
    if (!detail.cutFields.empty() || detail.hasMoreFields) { // fields that are incomplete without looking so
        json.beginArray("cut");
        for (const QByteArray &name : detail.cutFields) {
            json.bytes({}, name);
        }
        json.endArray();
        json.boolean("moreFields", detail.hasMoreFields);
    }
    json.endObject();
    return QString::fromUtf8(json.take());
}

} // namespace plimsoll::models
