// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/foundkeysmodel.h"

#include "models/text/atleast.h"
#include "models/text/elementtext.h"
#include "models/text/format.h"
#include "models/text/samefigure.h"
#include "redis/types/printable.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <utility>

namespace plimsoll::models {

namespace {

using std::chrono::milliseconds;

constexpr qsizetype longestKeyCell = 200;

struct FoundKeysWords {
    Q_DECLARE_TR_FUNCTIONS(found)
};

milliseconds timeOf(double unix)
{
    return milliseconds(std::llround(unix));
}

bool sameUse(const FoundKey &a, const FoundKey &b)
{
    return a.key == b.key && isSameFigure(a.count, b.count) && isSameFigure(a.outside, b.outside)
        && isSameFigure(a.freeAt, b.freeAt) && isSameFigure(a.refusedPerMinute, b.refusedPerMinute)
        && isSameFigure(a.expiresAt, b.expiresAt) && a.holder == b.holder && a.since == b.since
        && a.isSinceSeen == b.isSinceSeen && isSameFigure(a.lease, b.lease) && a.renewed == b.renewed
        && a.hands == b.hands;
}

QString countInFull(double count)
{
    return isKnown(count) ? formatCount(std::round(count)) : unknownText();
}

template <auto Count> TableColumn<FoundKey> countColumn(const char *title)
{
    return {title, Cell::Figure, [](auto &key) { return countInFull(key.*Count); },
            [](auto &key) { return key.*Count; }};
}

/// True if the next call is admitted within a second; "now" would claim that it already is.
bool isSoon(const FoundKey &key, milliseconds now)
{
    return timeOf(key.freeAt) > now && timeOf(key.freeAt) - now < std::chrono::seconds(1);
}

} // namespace

QString atLimitText(const FoundKey &key, milliseconds now)
{
    if (!std::isfinite(key.freeAt)) {
        return FoundKeysWords::tr("at the limit");
    }
    if (timeOf(key.freeAt) <= now) {
        return FoundKeysWords::tr("was at the limit when it was read; the next call is allowed by now");
    }
    return isSoon(key, now)
        ? FoundKeysWords::tr("at the limit; next call allowed within a second")
        : FoundKeysWords::tr("at the limit; next call allowed %1").arg(formatRelative(timeOf(key.freeAt), now));
}

FoundKeysModel::FoundKeysModel(std::span<const Shown> columns, QObject *parent) : TableModel("found", parent)
{
    const auto isEndless = [](const FoundKey &key) { return std::isinf(key.expiresAt); };
    const auto leaseTip = [](const FoundKey &key) {
        return isKnown(key.lease)
            ? FoundKeysWords::tr("Relative to the longest time left seen so far; the lease is at least that long.")
            : QString();
    };
    setColumns({
        {QT_TRANSLATE_NOOP("found", "key"), Cell::Mono, [](auto &key) { return elementText(key.id, longestKeyCell); },
         nullptr, [](auto &key) { return printable(key.key, 1'000); }},
        {QT_TRANSLATE_NOOP("found", "used"), Cell::Bar},
        countColumn<&FoundKey::count>(QT_TRANSLATE_NOOP("found", "in window")),
        countColumn<&FoundKey::refusedPerMinute>(QT_TRANSLATE_NOOP("found", "refused/min")),
        countColumn<&FoundKey::outside>(QT_TRANSLATE_NOOP("found", "outside")),
        {QT_TRANSLATE_NOOP("found", "next in"), Cell::Figure, [this](auto &key) { return freeText(key); },
         [](auto &key) { return key.freeAt; }},
        {QT_TRANSLATE_NOOP("found", "expires"), Cell::Figure,
         [this](auto &key) {
             return std::isinf(key.expiresAt) ? FoundKeysWords::tr("no expiry")
                 : isKnown(key.expiresAt)     ? formatRelative(std::max(timeOf(key.expiresAt), m_now), m_now)
                                              : unknownText();
         },
         [](auto &key) { return key.expiresAt; }},
        {QT_TRANSLATE_NOOP("found", "holder"), Cell::Mono,
         [](auto &key) { return key.readAt.count() == 0 ? unknownText() : elementText(key.holder, longestKeyCell); }},
        {QT_TRANSLATE_NOOP("found", "held for"), Cell::Figure,
         [this](auto &key) {
             return key.since.count() == 0
                 ? unknownText()
                 : atLeastText(formatDuration(std::max(milliseconds(0), m_now - key.since)), !key.isSinceSeen);
         },
         [this](auto &key) {
             return key.since.count() == 0 ? unknownFigure : static_cast<double>((m_now - key.since).count());
         },
         [](auto &key) {
             return key.isSinceSeen ? QString() : FoundKeysWords::tr("Seen with this holder for at least this long.");
         }},
        {QT_TRANSLATE_NOOP("found", "time left"),
         Cell::Bar,
         nullptr,
         nullptr,
         leaseTip,
         {{ShareRole, [this](auto &key) { return shareLeft(key); }},
          {EndlessRole, isEndless},
          {SeriesRole, [isEndless](auto &key) { return isEndless(key) ? 3 : 0; }}}},
        {"",
         {Cell::Badge, true},
         [this](auto &key) { return leftText(key); },
         [this](auto &key) { return key.expiresAt - static_cast<double>(m_now.count()); },
         leaseTip,
         {{SeverityRole,
           [isEndless](auto &key) { return static_cast<int>(isEndless(key) ? State::Warning : State::Ok); }}}},
        countColumn<&FoundKey::renewed>(QT_TRANSLATE_NOOP("found", "renewed")),
        countColumn<&FoundKey::hands>(QT_TRANSLATE_NOOP("found", "changes, 15 min")),
    });
    pickColumns(columns);
    setRowValues({{IdRole, [](auto &key) { return key.key; }},
                  {ShareRole, [this](auto &key) { return shareUsed(key); }},
                  {SeriesRole, [this](auto &key) {
                       return key.count > m_most || (key.count >= m_most && !m_isFullFine) ? 3 : 0;
                   }}});
}

void FoundKeysModel::apply(const std::shared_ptr<const KeysFound> &found, milliseconds now, double most, bool isHeld)
{
    double fullest = 0;
    if (found != nullptr && m_isFullFine) {
        for (const FoundKey &key : found->first) {
            fullest = std::max(fullest, isKnown(key.count) ? key.count : 0);
        }
    }
    const bool isOther = !isSameFigure(most, m_most) || fullest != std::exchange(m_fullest, fullest) || now != m_now;
    m_most = most;
    m_now = now;
    if (found != m_shown || (m_wasHeld && !isHeld)) {
        m_shown = found;
        m_wasHeld = isHeld;
        std::vector<FoundKey> next = found == nullptr ? std::vector<FoundKey>() : found->first;
        if (isHeld && canHold(next)) {
            next = inPlaces(std::move(next), &FoundKey::key, [](const FoundKey &row) {
                FoundKey gone;
                gone.key = row.key;
                gone.id = row.id;
                return gone;
            });
        }
        show(std::move(next), &FoundKey::key, sameUse);
    }
    if (isOther) { // texts show the time left
        signalAll();
    }
}

int FoundKeysModel::rowOf(const QByteArray &key) const
{
    return findRow([&](const FoundKey &row) { return row.key == key; });
}

QString FoundKeysModel::freeText(const FoundKey &key) const
{
    if (isKnown(key.count) && isKnown(m_most) && key.count < m_most) {
        return FoundKeysWords::tr("now");
    }
    if (!std::isfinite(key.freeAt)) {
        return unknownText();
    }
    return isSoon(key, m_now) ? FoundKeysWords::tr("< 1 s")
                              : formatRelative(std::max(timeOf(key.freeAt), m_now), m_now);
}

QString FoundKeysModel::leftText(const FoundKey &key) const
{
    if (std::isinf(key.expiresAt)) {
        return FoundKeysWords::tr("no expiry");
    }
    if (!isKnown(key.expiresAt)) {
        return unknownText();
    }
    const QString left = formatDuration(std::max(milliseconds(0), timeOf(key.expiresAt) - m_now));
    // The lock was first seen some time after it was taken, so the lease is a lower bound.
    return isKnown(key.lease) ? FoundKeysWords::tr("%1 of ≥ %2").arg(left, formatDuration(timeOf(key.lease))) : left;
}

double FoundKeysModel::shareLeft(const FoundKey &key) const
{
    const double left = key.expiresAt - static_cast<double>(m_now.count());
    return std::isinf(key.expiresAt)          ? 1
        : isKnown(left) && isKnown(key.lease) ? std::clamp(left / std::max(key.lease, 1.0), 0.0, 1.0)
                                              : 0;
}

double FoundKeysModel::shareUsed(const FoundKey &key) const
{
    const double bound = isKnown(m_most) || m_rows.empty() ? m_most : m_rows.front().count;
    const double most = m_isFullFine ? std::max(bound, m_fullest) : bound;
    return isKnown(key.count) && most > 0 ? std::clamp(key.count / most, 0.0, 1.0) : 0;
}

} // namespace plimsoll::models
