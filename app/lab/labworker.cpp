// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/labworker.h"

#include "app/lab/bench.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace plimsoll::lab {

LabWorker::LabWorker(Bench &bench, Side side, QByteArray name, int number)
    : m_bench(bench), m_side(side), m_name(std::move(name)), m_number(number),
      m_client(bench.endpoint(), {.name = "plimsoll:lab"})
{
    open();
}

bool LabWorker::open()
{
    const Outcome connected = m_client.connect(m_bench.stop());
    if (!connected) {
        m_bench.fail(connected.error());
    }
    return connected.ok();
}

std::vector<redis::Reply> LabWorker::exchange(const redis::Pipeline &pipeline)
{
    auto replies = m_client.exchange(pipeline, m_bench.stop());
    if (!replies) {
        m_bench.fail(replies.error());
        return std::vector<redis::Reply>(static_cast<std::size_t>(pipeline.size()));
    }
    for (const redis::Reply &reply : *replies) {
        if (reply.isError() && !reply.bytes.startsWith("NOSCRIPT")) {
            m_bench.fail(reply.toError());
            return std::vector<redis::Reply>(static_cast<std::size_t>(pipeline.size()));
        }
    }
    return std::move(*replies);
}

redis::Reply LabWorker::command(Words words)
{
    m_bench.passGate(*this, std::span(words.begin(), words.size()));
    redis::Pipeline pipeline;
    pipeline.add(words);
    redis::Reply reply = std::move(exchange(pipeline).front());
    note(std::span(words.begin(), words.size()), reply);
    return reply;
}

namespace {

/// Shows a script by name, without its number of keys.
std::vector<QByteArrayView> saidOf(const Script &script, std::span<const QByteArrayView> words)
{
    std::vector<QByteArrayView> said{script.name};
    said.insert(said.end(), words.begin() + 3, words.end());
    return said;
}

} // namespace

void LabWorker::note(std::span<const QByteArrayView> words, const redis::Reply &reply, const Script *evaluated)
{
    if (m_name == "control") {
        return;
    }
    if (evaluated == nullptr) {
        m_bench.note(*this, words, reply);
        return;
    }
    m_bench.note(*this, saidOf(*evaluated, words), reply);
}

namespace {

constexpr std::size_t keysReadAtOnce = 1'000;

/// Builds the arguments of EVALSHA. `count` is the number of keys, as text that outlives the result.
template <typename Each>
std::vector<QByteArrayView> callOf(const Script &script, const QByteArray &count, const Each &keys,
                                   const Each &arguments)
{
    std::vector<QByteArrayView> words{"EVALSHA", script.sha, count};
    words.insert(words.end(), keys.begin(), keys.end());
    words.insert(words.end(), arguments.begin(), arguments.end());
    return words;
}

} // namespace

redis::Reply LabWorker::script(const Script &script, Words keys, Words arguments)
{
    const QByteArray count = QByteArray::number(qulonglong(keys.size()));
    return noted(script, callOf(script, count, keys, arguments));
}

redis::Reply LabWorker::script(const Script &script, const std::vector<QByteArray> &keys,
                               const std::vector<QByteArray> &arguments)
{
    const QByteArray count = QByteArray::number(qulonglong(keys.size()));
    return noted(script, callOf(script, count, keys, arguments));
}

redis::Reply LabWorker::counted(const Script &script, Words keys, Words arguments, Words shown)
{
    m_bench.passGate(*this, std::span(shown.begin(), shown.size()));
    const QByteArray count = QByteArray::number(qulonglong(keys.size()));
    return evaluate(script, callOf(script, count, keys, arguments));
}

redis::Reply LabWorker::noted(const Script &script, const std::vector<QByteArrayView> &words)
{
    m_bench.passGate(*this, saidOf(script, words));
    redis::Reply reply = evaluate(script, words);
    note(words, reply, &script);
    return reply;
}

redis::Reply LabWorker::evaluate(const Script &script, std::vector<QByteArrayView> words)
{
    redis::Pipeline pipeline;
    pipeline.add(words);
    redis::Reply reply = std::move(exchange(pipeline).front());
    if (!reply.isError()) {
        return reply;
    }
    words[0] = "EVAL"; // runs and loads the script
    words[1] = script.text;
    pipeline.clear();
    pipeline.add(words);
    return std::move(exchange(pipeline).front());
}

std::vector<redis::Reply> LabWorker::each(QByteArrayView command, const std::vector<QByteArray> &keys)
{
    std::vector<redis::Reply> all;
    for (std::size_t from = 0; from < keys.size(); from += keysReadAtOnce) {
        redis::Pipeline pipeline;
        for (std::size_t i = from; i < std::min(keys.size(), from + keysReadAtOnce); ++i) {
            pipeline.add({command, keys[i]});
        }
        std::vector<redis::Reply> some = exchange(pipeline);
        std::move(some.begin(), some.end(), std::back_inserter(all));
    }
    return all;
}

std::vector<redis::Reply> LabWorker::transaction(std::initializer_list<Words> commands, const Script *evaluated)
{
    m_bench.passGate(*this, {});
    redis::Pipeline pipeline;
    pipeline.add({"MULTI"});
    for (const Words &words : commands) {
        pipeline.add(words);
    }
    pipeline.add({"EXEC"});
    std::vector<redis::Reply> replies = std::move(exchange(pipeline).back().elements);
    replies.resize(commands.size()); // nil if the run failed
    for (std::size_t i = 0; i < commands.size(); ++i) {
        const Words &words = commands.begin()[i];
        const bool isScript = *words.begin() == "EVAL";
        note(std::span(words.begin(), words.size()), replies[i], isScript ? evaluated : nullptr);
    }
    return replies;
}

void LabWorker::send(const redis::Pipeline &pipeline)
{
    exchange(pipeline);
}

void LabWorker::sleep(Milliseconds duration)
{
    const Clock::time_point now = m_index >= 0 ? m_bench.now() : Clock::now();
    sleepUntil(now + std::chrono::duration_cast<Clock::duration>(duration));
}

void LabWorker::sleepUntil(Clock::time_point time)
{
    m_bench.sleepUntil(*this, time);
}

void LabWorker::crash(const QByteArray &held)
{
    m_bench.noteDeath(*this, QString::fromLatin1(held));
    m_client.disconnect();
    m_crashed = true;
}

void LabWorker::revive()
{
    sleep(Milliseconds(10));
    ++m_lives;
    m_crashed = false;
    open();
}

qint64 microsecondsOf(const redis::Reply &time)
{
    if (time.elements.size() != 2) {
        return 0;
    }
    return time.elements[0].toInteger().value_or(0) * 1'000'000 + time.elements[1].toInteger().value_or(0);
}

} // namespace plimsoll::lab
