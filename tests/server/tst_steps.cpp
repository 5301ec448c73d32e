// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/batch/permissions.h"
#include "redis/operations/plan/planjson.h"
#include "redis/operations/plan/planning.h"
#include "redis/operations/steps/stepkind.h"
#include "redis/types/streaminfo.h"
#include "tests/server/operationbench.h"

#include <QDirIterator>
#include <QRegularExpression>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;

namespace {

using How = PlanTarget::How;
using Command = std::vector<QByteArray>;

constexpr auto frozenAt = 1'800'000'000'000ms; // in 2027
constexpr qint64 later = 4'102'444'800'000; // in 2100
const QByteArray laterText = QByteArray::number(later);
const QByteArray binary("a\0\xff\n ", 5);

/// One step, what its batches leave in the archive and in an escrow, and the server on which it is undone.
struct Sample {
    const char *name;
    PlanStep step;
    std::vector<ArchivedElement> taken{};
    std::vector<Command> server{};
    std::vector<QByteArray> escrow{};
    std::optional<qint64> expiresAt = later;
};

ArchivedElement element(char outcome, const QByteArray &bytes, const QByteArray &score = {},
                        const QByteArray &attempts = {}, const QByteArray &given = {})
{
    return {0, 0, outcome, bytes, score, attempts, {}, given};
}

PlanItem item(const QByteArray &bytes, const QByteArray &score = {}, const QByteArray &newScore = {})
{
    return {bytes, score, {}, newScore, {}};
}

PlanItem cleaned(const QByteArray &bytes, const QByteArray &score, const QByteArray &key, const IndexedKey &known)
{
    PlanItem one{bytes, score, {}, {}, key};
    one.indexed = std::make_shared<IndexedKey>(known);
    return one;
}

PlanStep listMove()
{
    PlanStep step{.key = "p",
                  .keyType = ListKey,
                  .does = MoveStep{.target = PlanTarget{"q", How::PushRight, {}},
                                   .dead = PlanTarget{"dead", How::AddToZSet, "3"},
                                   .attempts = MoveStep::Attempts::Increment,
                                   .maxAttempts = 3,
                                   .atLeft = true},
                  .items = {{"1", {}, {}, {}, "job:1"}, {binary, {}, {}, {}, "job:2"}}};
    step.items[0].attemptsLeft = "=2";
    step.items[0].startLeft = "=170";
    step.items[1].place = 4;
    step.records = {"job:{id}", 1'700'000'000'000ms, u"id"_s, u"tries"_s, u"max"_s, u"began"_s, u"ended"_s};
    return step;
}

PlanStep zsetMove()
{
    return {.key = "z",
            .keyType = ZSetKey,
            .does = MoveStep{.target = PlanTarget{"q", How::PushLeft, {}},
                             .attempts = MoveStep::Attempts::Set,
                             .countsInside = true,
                             .expireAt = laterText},
            .items = {{R"({"attempts":1,"maxAttempts":3})", "1.5", "0", "2", {}}, {"2", "2", "0", {}, {}}}};
}

PlanStep setMove()
{
    return {.key = "s",
            .keyType = SetKey,
            .does = MoveStep{.guard = "seen"},
            .items = {item("1", "10"), item("2", "11")},
            .beside = true};
}

PlanStep listCut()
{
    CutListStep cut;
    cut.count = 3;
    cut.keep = 7;
    cut.averageBytes = 12;
    cut.atLeft = true;
    cut.mark = "newest";
    cut.beyondMark = {knownAs("1"), 2};
    cut.onlyKnown = true;
    cut.known = {knownAs("2"), knownAs(binary)};
    return {.key = "q", .keyType = ListKey, .does = cut};
}

PlanStep zsetCut(bool atMax)
{
    CutZSetStep cut;
    cut.count = 3;
    cut.keep = 7;
    cut.atMax = atMax;
    cut.low = "(1";
    cut.bound = "12.5";
    return {.key = "z", .keyType = ZSetKey, .does = cut};
}

PlanStep streamCut()
{
    CutStreamStep cut;
    cut.count = 3;
    cut.keep = 7;
    cut.stays = "5-1";
    cut.wholeNodes = true;
    return {.key = "st", .keyType = StreamKey, .does = cut};
}

PlanStep pending(PendingStep::What what, const QByteArray &consumer, std::optional<PlanTarget> target = {})
{
    return {.key = "st",
            .keyType = StreamKey,
            .does = PendingStep{what, "g", consumer, std::move(target)},
            .items = {item("1-1", "2 1700000000000 lost"), item("2-1", "1 1700000000500 lost")}};
}

PlanStep edit(EditStep::Of of)
{
    EditStep does{.of = of, .atLeft = true};
    PlanStep step{.key = "q", .keyType = ListKey, .does = does, .items = {item("old")}};
    if (of != EditStep::Of::Element) {
        does.job = "1";
        does.record = "job:1";
        does.field = of == EditStep::Of::Field ? "tries" : "";
        does.seen = {"tries", "other"};
        does.digest = "abc";
        step.does = does;
    }
    step.items.front().after = binary;
    return step;
}

PlanStep clean()
{
    PlanStep step{.key = "i",
                  .keyType = ZSetKey,
                  .does = CleanStep{4'096},
                  .items = {{"1", "10", {}, {}, "quote:1"}, {"2", "11", {}, {}, "quote:2"}, {"3", "12", {}, {}, {}}}};
    step.items[0].indexed = std::make_shared<IndexedKey>(IndexedKey{.shown = "-"});
    step.items[1].indexed = std::make_shared<IndexedKey>(IndexedKey{.shown = "+", .expiry = "100-200"});
    return step;
}

PlanStep adopt()
{
    PlanStep step{.key = "q",
                  .keyType = ListKey,
                  .does = AdoptStep{.atLeft = true, .elsewhere = {"p", "dead"}, .listed = 12},
                  .items = {{"1", {}, {}, {}, "job:1"}, {"2", {}, {}, {}, "job:2"}}};
    step.items[0].attemptsLeft = "=2";
    step.items[0].startLeft = "=170";
    step.records = {"job:{id}", {}, {}, u"tries"_s, u"max"_s, u"began"_s, u"ended"_s};
    return step;
}

PlanStep job()
{
    JobStep does{.script = "sidekiq_push",
                 .target = PlanTarget{"queue:mail", How::PushLeft, {}},
                 .keys = {{"registry", "queues"}},
                 .each = {{"job", "job:{id}"}},
                 .idTail = 2,
                 .arguments = {"mail", "1"},
                 .left = u"Left: %1"_s};
    return {.key = "z", .keyType = ZSetKey, .does = does, .items = {item("1:x", "5"), item("2:x", "6")}};
}

std::vector<Sample> samples()
{
    using What = PendingStep::What;
    const std::vector<Command> stream{{"XADD", "st", "1-1", "f", "v"},
                                      {"XADD", "st", "2-1", "f", "v"},
                                      {"XGROUP", "CREATE", "st", "g", "0"},
                                      {"XREADGROUP", "GROUP", "g", "lost", "STREAMS", "st", ">"}};
    std::vector<Command> claimed = stream;
    claimed.push_back({"XCLAIM", "st", "g", "w", "0", "1-1", "TIME", "1700000000900", "RETRYCOUNT", "2"});
    std::vector<Command> copied = stream;
    copied.push_back({"XACK", "st", "g", "1-1", "2-1"});
    copied.push_back({"XADD", "dead", "8-1", "f", "v"});
    std::vector<ArchivedElement> atPlaces{element('m', "1", "5", "2"), element('d', binary, {}, "3")};
    atPlaces[0].start = "170";
    atPlaces[0].place = 0;
    atPlaces[1].place = 4;
    const std::vector<ArchivedElement> claims{element('m', "1-1", "2 1700000000000 lost", {}, "2 1700000000900 w"),
                                              element('m', "2-1", "1 1700000000500 lost", {}, "2 1700000000900 w")};
    const std::vector<ArchivedElement> copies{element('d', "1-1", "2 1700000000000 lost", {}, "8-1"),
                                              element('d', "2-1", "1 1700000000500 lost", {}, "9-1")};
    const PlanTarget deadStream{"dead", How::AddToStream, {}};
    const std::vector<QByteArray> answered{"1 2 0 0 1 1 -1", "m", "x", "1", "2"};
    return {
        {"move-list",
         listMove(),
         atPlaces,
         {{"RPUSH", "q", "1", "other"}, {"ZADD", "dead", "3", binary}},
         {"2 1 1 0 1 5 4102444800000 6", "m", "1", "", "2", "170", "1", "d", "x", "", "3", "", "=4"}},
        {"move-zset",
         zsetMove(),
         {element('m', R"({"attempts":1,"maxAttempts":3})", "1.5", "~12 1 2"), element('m', "2", "2")},
         {{"RPUSH", "q", R"({"attempts":2,"maxAttempts":3})"}},
         {"1 2 0 0 0 0 -1", "m", "1", "1.5", "2"}},
        {"move-set-out",
         setMove(),
         {element('r', "1"), element('r', "2")},
         {{"SADD", "s", "2"}},
         {"1 0 0 2 0 0 60000", "r", "1", "10", "", "r", "2", "11", ""}},
        {"cut-list",
         listCut(),
         {element('r', "1"), element('r', "2")},
         {},
         {"2 2 1 4 2 17 4102444800000", "00000000000000ff", "1", "2"}},
        {"cut-list-first-version", listCut(), {}, {}, {"1 2 1 0 -1", "", "1", "2"}},
        {"cut-zset-lowest",
         zsetCut(false),
         {element('r', "1", "1"), element('r', "2", "2.5")},
         {{"ZADD", "z", "9", "2"}},
         {"2 2 1 0 0 17 -1", "", "1", "1", "2", "2.5"}},
        {"cut-zset-highest", zsetCut(true), {element('r', "1", "1")}, {}, {"2 1 0 0 0 3 -1", "", "1", "1"}, {}},
        {"restore-list",
         {.key = "q", .keyType = ListKey, .does = RestoreStep{.atLeft = true}, .items = {item("1"), item(binary)}},
         {element('a', "1")},
         {{"RPUSH", "q", "1"}},
         {"1 2 1", "gone"}},
        {"restore-zset",
         {.key = "z", .keyType = ZSetKey, .does = RestoreStep{.expireAt = laterText}, .items = {item("1", "5")}},
         {element('a', "1", "5")},
         {{"ZADD", "z", "5", "1"}},
         {"1 1 1", "gone", "1"},
         {}},
        {"rescore",
         {.key = "z", .keyType = ZSetKey, .does = RescoreStep{}, .items = {item("1", "5", "6"), item("2", "7", "8")}},
         {element('m', "1", "5", {}, "6"), element('m', "2", "7", "8")},
         {{"ZADD", "z", "6", "1", "9", "2"}},
         answered},
        {"expire",
         {.key = "q", .keyType = ListKey, .does = ExpireStep{laterText, "-1"}, .items = {item({})}},
         {element('m', {}, "100")},
         {{"RPUSH", "q", "1"}, {"PEXPIREAT", "q", laterText}},
         {"1 1 0 0 0 2 -1", "m", "", "4102444800000", ""}},
        {"expire-never",
         {.key = "s", .keyType = SetKey, .does = ExpireStep{}, .items = {item({})}},
         {element('m', {}, "4102444800000")},
         {{"SADD", "s", "1"}},
         {"1 1 0 0 0 0 -1", "m", "", "-1", ""},
         {}},
        {"unlock",
         {.key = "l", .keyType = StringKey, .does = UnlockStep{}, .items = {item("token")}},
         {element('r', "token")},
         {},
         {"1 0 0 1 0 0 4102444800000", "r", "token", "", ""}},
        {"relock",
         {.key = "l", .keyType = StringKey, .does = RelockStep{laterText}, .items = {item("token")}},
         {element('m', "token")},
         {},
         answered,
         {}},
        {"pending-claim",
         pending(What::Claim, "w"),
         claims,
         claimed,
         {"1 2 0 0 1 3 -1 4", "m", "1-1", "2 1700000000000 lost", "2 1700000000900 w"}},
        {"pending-release", pending(What::Release, neutralConsumer.toByteArray()), claims, claimed, answered},
        {"pending-acknowledge",
         pending(What::Acknowledge, {}),
         {element('r', "1-1", "2 1700000000000 lost")},
         copied,
         answered},
        {"pending-dead", pending(What::DeadLetter, {}, deadStream), copies, copied, answered},
        {"pending-again", pending(What::Again, {}, PlanTarget{"st", How::AddToStream, {}}), copies, copied, answered},
        {"pending-back",
         {.key = "st",
          .keyType = StreamKey,
          .does = PendingBackStep{'d', "g", "w", deadStream},
          .items = {item("1-1", "2 1700000000000 lost", "8-1")}},
         {},
         {},
         {"1 1 0 0 0 3 -1", "m", "1-1", "", "lag"}},
        {"cut-stream", streamCut(), {element('r', "1-1", "f v")}, {}, {"2 3 0 0 0 17 -1", ""}},
        {"group-id",
         {.key = "st",
          .keyType = StreamKey,
          .does = GroupIdStep{},
          .items = {item("g", "0-0 ", "1-1 1"), item(binary, "2-1 3", "0-0 ")}},
         {element('m', "g", "0-0 ", {}, "2-1 2"), element('m', binary, "2-1 3", {}, "0-0 ")},
         stream,
         answered},
        {"consumer",
         {.key = "st", .keyType = StreamKey, .does = ConsumerStep{"g", false}, .items = {item("idle")}},
         {element('r', "idle"), element('r', "lost")},
         stream,
         answered},
        {"consumer-back",
         {.key = "st", .keyType = StreamKey, .does = ConsumerStep{"g", true}, .items = {item("idle")}},
         {},
         {},
         answered},
        {"clean",
         clean(),
         {element('r', "1", "10", {}, "4102444800000 7 quote:1" + binary), element('r', "2", "11", {}, "-1 7 quote:2d"),
          element('r', "3", "12"), element('r', "4", "13", {}, "100 7 quote:4d")},
         {{"SET", "quote:2", "x"}},
         {"1 0 0 1 1 1 -1", "r", "1", "10", "-1 7 quote:1d"}},
        {"clean-back",
         {.key = "i",
          .keyType = ZSetKey,
          .does = CleanBackStep{laterText},
          .items = {cleaned("1", "10", "quote:1", {.expiry = "-1", .dump = "dump"}), {"2", "11", {}, {}, {}}}},
         {},
         {},
         answered},
        {"edit-element",
         edit(EditStep::Of::Element),
         {element('m', "old", {}, {}, binary)},
         {{"RPUSH", "q", binary}},
         answered},
        {"edit-record",
         edit(EditStep::Of::Text),
         {element('m', "old", {}, {}, binary)},
         {{"RPUSH", "q", "1"}, {"SET", "job:1", binary}},
         answered},
        {"edit-field",
         edit(EditStep::Of::Field),
         {element('m', "old", {}, {}, binary)},
         {{"RPUSH", "q", "1"}, {"HSET", "job:1", "tries", "changed"}},
         answered},
        {"job",
         job(),
         {element('m', "1", "5", {}, "changes"), element('m', "2", "6", {}, binary)},
         {{"ZADD", "z", "5", "1"}},
         {"2 1 0 0 2 1 -1 0", "m", "1", "5", "changes", "", ""}},
        {"job-discard",
         {.key = "q",
          .keyType = ListKey,
          .does = JobStep{.script = "discard", .removes = true, .atLeft = true},
          .items = {item("1")}},
         atPlaces,
         {{"RPUSH", "q", "2"}},
         {"2 0 0 1 0 0 -1 3", "r", "1", "", "changes", "", "2"}},
        {"adopt", adopt(), {element('a', "1")}, {{"RPUSH", "q", "1"}}, {"2 1 0 0 1 1 -1 0", "a", "1", "", "", "", ""}},
    };
}

/// Bytes as text that one can read: no other characters than printable ASCII.
QString shown(const QByteArray &bytes)
{
    QString text;
    for (const char byte : bytes) {
        text += byte >= 0x20 && byte < 0x7f && byte != '\\' && byte != '|'
            ? QString(QLatin1Char(byte))
            : u"\\%1"_s.arg(uint(static_cast<unsigned char>(byte)), 2, 16, QLatin1Char('0'));
    }
    return text;
}

QString shown(const std::vector<QByteArray> &all)
{
    QStringList texts;
    for (const QByteArray &bytes : all) {
        texts.append(shown(bytes));
    }
    return texts.join(u" | "_s);
}

QString scriptName(const Script &script)
{
    for (QDirIterator files(u":/lua"_s, {u"*.lua"_s}, QDir::Files, QDirIterator::Subdirectories); files.hasNext();) {
        const QString name = files.next().section(u'/', 2).chopped(4);
        if (Script(name).sha1() == script.sha1()) {
            return name;
        }
    }
    return {};
}

class Text {
public:
    void line(const QString &what, const QString &value) { m_lines.append(what + u": "_s + value); }
    void head(const QString &text) { m_lines.append(u"\n== "_s + text); }
    [[nodiscard]] QString text() const { return m_lines.join(u'\n').trimmed() + u'\n'; }

private:
    QStringList m_lines;
};

void addCall(Text &text, const PlanStep &step, const BatchRange &range)
{
    const BatchCall call = makeCall(step, range, "escrow");
    text.line(u"script"_s, scriptName(*call.script));
    text.line(u"  keys"_s, shown(call.keys));
    text.line(u"  arguments"_s, shown(call.arguments));
}

void addCalls(Text &text, const PlanStep &step)
{
    if (step.items.empty() && step.cut() == nullptr) { // they are in the archive
        return;
    }
    const std::size_t all = std::max<std::size_t>(1, step.items.size());
    addCall(text, step, {.first = 0, .count = all, .window = 4, .bytes = 1'000, .came = 1, .beyond = 9});
    addCall(text, step,
            {.first = all - 1, .count = 1, .archive = false, .bytes = 1'000, .known = 1, .left = true, .within = 5});
}

void addStep(Text &text, const PlanStep &step)
{
    Plan plan;
    plan.steps = {step};
    for (const QString &line : textOf(plan.steps)) {
        text.line(u"says"_s, line);
    }
    text.line(u"touches"_s, shown(plan.keys()));
    text.line(u"changes"_s, shown(plan.changedKeys()));
    plan.exhausted = {"1"};
    text.line(u"changes with dead letters"_s, shown(plan.changedKeys()));
    text.line(u"planned"_s, QString::number(step.planned()));
    text.line(u"left, list, records"_s,
              u"%1 %2 %3"_s.arg(step.atLeft()).arg(step.takesFromList()).arg(step.readsRecords()));
    addCalls(text, step);
    for (const WireCommand &command : commandsOf(step, "escrow")) {
        text.line(u"asks"_s, shown(command));
    }
}

void addElement(Text &text, const ArchivedElement &one)
{
    text.line(u"  element"_s,
              u"%1 | %2 | %3 | %4 | %5 | %6 | %7"_s.arg(QLatin1Char(one.outcome))
                  .arg(shown(one.element), shown(one.score), shown(one.attempts),
                       one.start.isNull() ? u"none"_s : shown(one.start), shown(one.given))
                  .arg(one.place));
}

void addAnswer(Text &text, const Sample &sample)
{
    std::vector<Reply> replies;
    for (const QByteArray &string : sample.escrow) {
        replies.push_back({Reply::Type::Bulk, 0, string, {}});
    }
    const EscrowLayout layout = escrowLayout(sample.step, sample.escrow.front());
    text.line(u"layout"_s, u"%1 %2"_s.arg(layout.before).arg(layout.width));
    const std::vector<ArchivedElement> expected{element('a', "gone"), element('a', "back")};
    const Result<BatchAnswer> answer = readAnswer(sample.step, 0, replies, expected, frozenAt);
    if (!answer) {
        text.line(u"answer"_s, answer.error().message);
        return;
    }
    const BatchResult &result = answer->result;
    text.line(u"answer"_s,
              u"moved %1, dead %2, removed %3, skipped %4, stayed %5, too many %6"_s.arg(result.moved)
                  .arg(result.deadLettered)
                  .arg(result.removed)
                  .arg(result.skipped)
                  .arg(answer->stayed)
                  .arg(answer->tooMany));
    text.line(u"  expires"_s, result.expiresAt ? QString::number(*result.expiresAt) : u"never"_s);
    const CutAnswer &cut = answer->cut;
    text.line(u"  cut"_s,
              u"left %1, came %2, passed %3, bytes %4, other %5"_s.arg(cut.left)
                  .arg(cut.came)
                  .arg(cut.passed)
                  .arg(cut.bytes)
                  .arg(cut.other ? QString::number(*cut.other) : u"none"_s));
    for (const ArchivedElement &one : result.elements) {
        addElement(text, one);
    }
}

/// Describes an undo of what the journal has, on the server as it is.
void addUndo(Text &text, Bench &bench, const QString &id)
{
    const Result<OpenOperation> details = bench.journal->details(id);
    QVERIFY(details.ok());
    for (const PlanStep &step : details->steps) {
        text.line(u"read"_s, QString::fromUtf8(stepsToJson({step})));
    }
    Plan plan;
    plan.frozenAt = frozenAt;
    plan.undoOf = id;
    const Outcome planned = planning::planBack(bench.client, {}, *bench.journal, *details, plan);
    QVERIFY2(planned.ok(), planned.ok() ? "" : qPrintable(planned.error().message));
    text.line(u"possible"_s, plan.possible ? QString::number(*plan.possible) : u"unknown"_s);
    text.line(u"note"_s, plan.note);
    for (const Element &shownElement : plan.sample) {
        text.line(u"sample"_s,
                  u"%1 | %2 | %3 | %4"_s.arg(shown(shownElement.element), shown(shownElement.key),
                                             shown(shownElement.group), shownElement.worker));
    }
    for (const PlanStep &step : plan.steps) {
        text.head(u"back: outcome %1, %2, beside %3, %4 of type %5"_s.arg(QLatin1Char(step.archived->outcome))
                      .arg(step.archived->count)
                      .arg(step.beside)
                      .arg(shown(step.key))
                      .arg(int(step.keyType)));
        addStep(text, step);
        text.line(u"writes"_s, QString::fromUtf8(stepsToJson({step})));
        UndoParts parts(*bench.journal, *details, step);
        for (auto part = parts.next(); part.ok() && *part; part = parts.next()) {
            text.line(u"rows"_s, QString::number((*part)->archiveRows.size()));
            addCalls(text, **part);
        }
    }
}

QString folderOfFiles()
{
    return QStringLiteral(PLIMSOLL_STEPS);
}

/// Compares with a file, or writes it where PLIMSOLL_WRITE_STEPS is set.
void compareWithFile(const QString &name, const QString &text)
{
    QFile file(QDir(folderOfFiles()).filePath(name));
    if (qEnvironmentVariableIsSet("PLIMSOLL_WRITE_STEPS")) {
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text.toUtf8()) >= 0);
        return;
    }
    QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
    const QStringList expected = QString::fromUtf8(file.readAll()).split(u'\n');
    const QStringList lines = text.split(u'\n');
    for (qsizetype i = 0; i < std::min(expected.size(), lines.size()); ++i) {
        QVERIFY2(lines[i] == expected[i],
                 qPrintable(u"%1:%2 is\n%3\nand was\n%4"_s.arg(name).arg(i + 1).arg(lines[i], expected[i])));
    }
    QCOMPARE(lines.size(), expected.size());
}

/// Puts an operation into the journal that ran and took the samples' elements; a step for each sample.
void keep(Bench &bench, const QString &id, const std::vector<Sample> &taken)
{
    Plan plan;
    plan.id = id;
    plan.frozenAt = frozenAt;
    std::vector<BatchResult> results;
    for (const Sample &sample : taken) {
        BatchResult &result = results.emplace_back();
        result.step = int(plan.steps.size());
        result.elements = sample.taken;
        result.expiresAt = sample.expiresAt;
        for (ArchivedElement &one : result.elements) {
            one.step = result.step;
        }
        plan.steps.push_back(sample.step);
    }
    OperationReport report;
    report.id = id;
    report.time = frozenAt;
    QVERIFY(bench.journal->begin(plan, report, {}).ok());
    QVERIFY(bench.journal->commitBatches(id, 1, results).ok());
    report.state = OperationState::Done;
    report.undoable = true;
    QVERIFY(bench.journal->finish(report).ok());
}

/// Describes the one operation of a journal, which has a step of every kind.
QString describeJournal(Bench &bench)
{
    Text text;
    const Result<OpenOperation> details = bench.journal->details(u"all"_s);
    if (!details) {
        return details.error().message;
    }
    for (std::size_t i = 0; i < details->steps.size(); ++i) {
        PlanStep step = details->steps[i];
        step.items = {item("1", "2", "3")};
        if (step.is<CleanBackStep>()) {
            step.items = {cleaned("1", "2", {}, {.dump = "3"})};
        }
        text.head(QString::fromUtf8(stepsToJson({step})));
        addCall(text, step, {.first = 0, .count = 1, .bytes = 1'000});
        const std::optional<qint64> expiry = bench.journal->archive().expiryBefore(u"all"_s, int(i));
        text.line(u"expiry"_s, expiry ? QString::number(*expiry) : u"none"_s);
    }
    const Result<std::vector<ArchivedElement>> archived =
        bench.journal->archive().elements(u"all"_s, Archive::From::Oldest);
    for (const ArchivedElement &one : archived ? *archived : std::vector<ArchivedElement>()) {
        text.line(u"row"_s, u"%1 of %2"_s.arg(one.row).arg(one.step));
        addElement(text, one);
    }
    return text.text();
}

} // namespace

/// Compares the arguments, journals and undos of each step with files that an earlier version wrote. Behaviour and
/// files stay as they are, unless a file in tests/server/steps changes with them.
class StepsTest final : public QObject {
    Q_OBJECT

    RedisServer m_server;

private slots:
    void init() { m_server.flush(); }

    void isAsRecorded_data()
    {
        QTest::addColumn<int>("index");
        const std::vector<Sample> all = samples();
        for (int i = 0; i < int(all.size()); ++i) {
            QTest::newRow(all[std::size_t(i)].name) << i;
        }
    }

    void isAsRecorded()
    {
        QFETCH(int, index);
        const Sample sample = samples()[std::size_t(index)];
        Bench bench(m_server, plainQueue);
        Text text;
        addStep(text, sample.step);
        text.head(u"journal"_s);
        const QByteArray json = stepsToJson({sample.step});
        text.line(u"writes"_s, QString::fromUtf8(json));
        std::vector<PlanStep> read = stepsFromJson(json);
        QCOMPARE(read.size(), std::size_t(1));
        QCOMPARE(stepsToJson(read), json);
        read.front().items = sample.step.items;
        addStep(text, read.front());
        text.head(u"answer"_s);
        addAnswer(text, sample);
        if (!sample.taken.empty()) {
            text.head(u"undo"_s);
            for (const Command &command : sample.server) {
                Pipeline pipeline;
                pipeline.add(std::vector<QByteArrayView>(command.begin(), command.end()));
                m_server.run(pipeline);
            }
            keep(bench, u"one"_s, {sample});
            addUndo(text, bench, u"one"_s);
        }
        compareWithFile(QLatin1StringView(sample.name) + u".txt"_s, text.text());
    }

    /// A sample at least of each step.
    void hasAllSteps()
    {
        std::set<std::size_t> kinds;
        for (const Sample &sample : samples()) {
            kinds.insert(sample.step.does.index());
        }
        QCOMPARE(kinds.size(), std::variant_size_v<PlanStep::Does>);
    }

    /// A server says whether a command is permitted only where it has as many words as it may have.
    void asksWithAsManyWordsAsTheCommandHas()
    {
        std::vector<PlanStep> steps;
        for (const Sample &sample : samples()) {
            steps.push_back(sample.step);
        }
        steps.push_back({.key = "z",
                         .keyType = ZSetKey,
                         .does = JobStep{.script = "asynq_recover", .keys = {{"active", "q"}, {"archived", "a"}}},
                         .items = {item("1")}});
        std::set<QByteArray> asked;
        for (const PlanStep &step : steps) {
            for (const WireCommand &command : commandsOf(step, "escrow")) {
                const Reply about = m_server.run({"COMMAND", "INFO", command.front()});
                QVERIFY2(!about.elements.empty() && about.elements.front().elements.size() > 1,
                         command.front().constData());
                const qint64 words = about.elements.front().elements[1].integer;
                QVERIFY2(words < 0 ? qint64(command.size()) >= -words : qint64(command.size()) == words,
                         qPrintable(shown(command)));
                asked.insert(command.front());
            }
        }
        QVERIFY(asked.contains("LINSERT") && asked.contains("LREM"));
    }

    void readsEarlierJournals_data()
    {
        QTest::addColumn<int>("layout");
        for (int layout = 1; layout <= 8; ++layout) {
            QTest::addRow("layout %d", layout) << layout;
        }
    }

    /// journal-N.sql makes a journal as version N of its layout had it, with every step.
    void readsEarlierJournals()
    {
        QFETCH(int, layout);
        Bench bench(m_server, plainQueue);
        const QString name = u"journal-%1"_s.arg(layout);
        if (qEnvironmentVariableIsSet("PLIMSOLL_WRITE_STEPS")) {
            writeJournal(bench, layout, name + u".sql"_s);
        }
        QFile file(QDir(folderOfFiles()).filePath(name + u".sql"_s));
        QVERIFY(file.open(QIODevice::ReadOnly));
        bench.journal.reset();
        QVERIFY(QFile::remove(bench.folder.filePath(u"operations.sqlite"_s)));
        for (const QString &statement : QString::fromUtf8(file.readAll()).split(u";\n"_s, Qt::SkipEmptyParts)) {
            executeInJournal(bench.folder.path(), statement);
        }
        bench.openJournal();
        compareWithFile(name + u".txt"_s, describeJournal(bench));
    }

private:
    static void writeJournal(Bench &bench, int layout, const QString &name)
    {
        std::vector<Sample> all;
        std::set<std::size_t> kinds;
        std::vector<Sample> known = samples();
        for (Sample &sample : known) {
            if (!kinds.insert(sample.step.does.index()).second) {
                continue;
            }
            if (layout < 7 && sample.step.is<ExpireStep>()) { // its expiry was stored as the score of its key
                sample.expiresAt.reset();
            }
            all.push_back(std::move(sample));
        }
        keep(bench, u"all"_s, all);
        bench.journal.reset();
        QStringList dropped;
        if (layout < 8) {
            dropped << u"operations.called"_s << u"operations.left_alone"_s;
        }
        if (layout < 6) {
            dropped << u"operations.notes"_s;
        }
        if (layout < 5) {
            dropped << u"operations.asked_by"_s;
        }
        if (layout < 4) {
            dropped << u"archive.start"_s << u"archive.given"_s << u"archive.place"_s;
            executeInJournal(bench.folder.path(), u"UPDATE archive SET attempts = given WHERE given IS NOT NULL"_s);
        }
        if (layout < 3) {
            dropped << u"operations.local_time"_s << u"operations.replication_offset"_s << u"operations.escrow_at"_s
                    << u"operations.lost"_s << u"operations.kept_until"_s;
        }
        if (layout < 2) {
            dropped << u"operations.production"_s << u"operations.given_up"_s;
        }
        for (const QString &column : dropped) {
            executeInJournal(
                bench.folder.path(),
                u"ALTER TABLE %1 DROP COLUMN %2"_s.arg(column.section(u'.', 0, 0), column.section(u'.', 1, 1)));
        }
        QStringList statements;
        {
            QSqlDatabase file = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"dump"_s);
            file.setDatabaseName(bench.folder.filePath(u"operations.sqlite"_s));
            QVERIFY(file.open());
            QSqlQuery tables(u"SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid"_s, file);
            QStringList names;
            while (tables.next()) {
                statements << tables.value(1).toString().simplified();
                if (tables.value(1).toString().startsWith(u"CREATE TABLE"_s)) {
                    names << tables.value(0).toString();
                }
            }
            for (const QString &table : names) {
                QStringList columns;
                for (QSqlQuery info(u"PRAGMA table_info(%1)"_s.arg(table), file); info.next();) {
                    columns << info.value(1).toString();
                }
                const QString quoted = u"quote("_s + columns.join(u"), quote("_s) + u')';
                for (QSqlQuery rows(u"SELECT %1 FROM %2"_s.arg(quoted, table), file); rows.next();) {
                    QStringList values;
                    for (int i = 0; i < columns.size(); ++i) {
                        values << (columns[i] == u"asked_by"_s         ? u"'ada@desk'"_s
                                       : columns[i] == u"local_time"_s ? u"1800000000000"_s
                                                                       : rows.value(i).toString());
                    }
                    statements << u"INSERT INTO %1 (%2) VALUES (%3)"_s.arg(table, columns.join(u", "_s),
                                                                           values.join(u", "_s));
                }
            }
            statements << u"PRAGMA user_version = %1"_s.arg(layout);
        }
        QSqlDatabase::removeDatabase(u"dump"_s);
        QFile out(QDir(folderOfFiles()).filePath(name));
        QVERIFY(out.open(QIODevice::WriteOnly) && out.write((statements.join(u";\n"_s) + u";\n"_s).toUtf8()) > 0);
    }
};

QTEST_GUILESS_MAIN(StepsTest)
#include "tst_steps.moc"
