// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/chartrange.h"

#include "models/charts/chartmath.h"
#include "views/widgets/preferences.h"

#include <algorithm>
#include <utility>

namespace plimsoll::views {

using std::chrono::milliseconds;

namespace {

/// Suffixes to the name of the stored span.
const QLatin1StringView keptDays("ComparedDays");
const QLatin1StringView keptScale("Logarithmic");

} // namespace

ChartRange::ChartRange(QObject *parent) : QObject(parent), m_length(models::axisLength(m_span, {})) { }

void ChartRange::keepAs(const QString &name)
{
    if (name == m_name) {
        return;
    }
    m_name = name;
    // The length is stored rather than an index, so that it survives changes to the list of spans.
    const milliseconds kept = std::chrono::minutes(Preferences::ofPerson().value(name).toInt());
    for (std::size_t i = 0; i < models::spans.size(); ++i) {
        if (models::spans.at(i).length() == kept) {
            applySpan(static_cast<models::Span>(i));
        }
    }
    const int days = Preferences::ofPerson().value(name + keptDays).toInt();
    for (const models::Comparison one : {models::Comparison::Yesterday, models::Comparison::LastWeek}) {
        if (models::daysBefore(one) == days) {
            compare(one);
        }
    }
    if (Preferences::ofPerson().value(name + keptScale, false).toBool() != m_isLogarithmic) {
        toggleLogarithmic();
    }
}

void ChartRange::keepHiddenAs(const QString &what)
{
    const QString name = QStringLiteral("chartHidden/") + Preferences::hashOf(what);
    if (name != m_hiddenName) {
        m_hiddenName = name;
        m_hidden = Preferences::ofPerson().value(name).toStringList();
    }
}

bool ChartRange::isHidden(const QString &chart, const QString &line) const
{
    return !m_hidden.isEmpty() && m_hidden.contains(Preferences::hashOf(chart + QLatin1Char('/') + line));
}

void ChartRange::keepHidden(const QString &chart, const QString &line, bool isHidden)
{
    if (!m_hiddenName.isEmpty()) {
        const QString hash = Preferences::hashOf(chart + QLatin1Char('/') + line);
        m_hidden.removeAll(hash);
        if (isHidden) {
            m_hidden.append(hash);
        }
        Preferences::ofPerson().setValue(m_hiddenName, m_hidden);
    }
}

void ChartRange::compare(models::Comparison comparison)
{
    if (comparison != m_comparison) {
        m_comparison = comparison;
        if (!m_name.isEmpty()) {
            Preferences::ofPerson().setValue(m_name + keptDays, models::daysBefore(comparison));
        }
        emit spanChanged();
    }
}

void ChartRange::setSpan(models::Span span)
{
    if (span == m_span) {
        showLive();
        return;
    }
    if (!m_name.isEmpty()) {
        const auto minutes = std::chrono::duration_cast<std::chrono::minutes>(models::spanLength(span));
        Preferences::ofPerson().setValue(m_name, static_cast<int>(minutes.count()));
    }
    applySpan(span);
}

void ChartRange::applySpan(models::Span span)
{
    if (span != m_span) {
        m_span = span;
        m_from = m_to = {};
        m_length = models::axisLength(m_span, {});
        emit spanChanged();
    }
}

void ChartRange::show(milliseconds from, milliseconds to, milliseconds now)
{
    constexpr milliseconds shortest = std::chrono::seconds(10);
    const milliseconds middle = from + (to - from) / 2;
    const milliseconds length = std::clamp(to - from, shortest, models::spans.back().length());
    to = std::min(middle + length / 2, now);
    from = to - length;
    if (from != m_from || to != m_to) {
        m_from = from;
        m_to = to;
        m_length = length;
        emit spanChanged();
        emit lengthChanged();
    }
}

void ChartRange::toggleLogarithmic()
{
    m_isLogarithmic = !m_isLogarithmic;
    if (!m_name.isEmpty()) {
        Preferences::ofPerson().setValue(m_name + keptScale, m_isLogarithmic);
    }
    emit lengthChanged();
}

void ChartRange::showLive()
{
    if (!isLive()) {
        m_from = m_to = {};
        m_length = models::axisLength(m_span, {});
        emit spanChanged();
        emit lengthChanged();
    }
}

void ChartRange::cover(milliseconds age)
{
    const milliseconds length = models::axisLength(m_span, age);
    if (isLive() && length > m_length) {
        m_length = length;
        emit lengthChanged();
        // A longer axis is read in coarser steps. Queued, because the caller is still setting its lines.
        QMetaObject::invokeMethod(this, &ChartRange::spanChanged, Qt::QueuedConnection);
    }
}

/// Moves the charts only if the moment changed: otherwise they stay where the user moved them.
void ChartRange::lookAt(std::optional<milliseconds> moment, milliseconds present)
{
    m_present = present;
    if (moment == m_moment) {
        return;
    }
    m_moment = moment;
    if (!moment) {
        if (std::exchange(m_isMoved, false)) {
            showLive();
        }
        emit lengthChanged();
        return;
    }
    const milliseconds to = isLive() ? present : m_to;
    if (*moment < to - m_length || *moment > to) {
        m_isMoved = true;
        const milliseconds length = isLive() ? models::spanLength(m_span) : m_length;
        show(*moment - length * 2 / 3, *moment + length / 3, present);
    }
    emit lengthChanged();
}

void ChartRange::forget()
{
    const bool wasLive = isLive();
    m_from = m_to = {};
    m_length = models::axisLength(m_span, {});
    m_isMoved = false;
    if (!wasLive) {
        emit spanChanged();
    }
    emit lengthChanged();
    if (const auto moment = std::exchange(m_moment, std::nullopt)) { // it applies to the next collection, too
        lookAt(moment, m_present);
    }
}

} // namespace plimsoll::views
