// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/text/span.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>

namespace plimsoll::views {

/// The time range that all charts of a page share: the span chosen by the user, stored between runs, with its
/// comparison and scale; or a past range that the user zoomed or moved to. While readings are younger than the span,
/// the axes show only a part of it that grows until forget() or the next change of span. GUI thread.
class ChartRange final : public QObject {
    Q_OBJECT

public:
    explicit ChartRange(QObject *parent = nullptr);

    /// Loads the span, the comparison and the scale stored under `name`, and stores later choices there.
    void keepAs(const QString &name);
    /// Loads the hidden lines stored for the subject `what`, and stores later changes.
    void keepHiddenAs(const QString &what);
    /// Sets the subject named in exported files: "email · shop".
    void setSubject(const QString &subject) { m_subject = subject; }
    [[nodiscard]] const QString &subject() const { return m_subject; }
    [[nodiscard]] bool isHidden(const QString &chart, const QString &line) const;
    void keepHidden(const QString &chart, const QString &line, bool isHidden);
    void setSpan(models::Span span);
    [[nodiscard]] models::Span span() const { return m_span; }
    /// Returns the time range, comparison and resolution that the lines should be read for.
    [[nodiscard]] models::Reach reach() const
    {
        return models::Reach(m_span, m_from, m_to).with(m_comparison).drawing(m_length);
    }
    [[nodiscard]] bool isLive() const { return m_to == std::chrono::milliseconds::zero(); }
    /// Shows a past range, cut at `now`: at least ten seconds, at most a year.
    void show(std::chrono::milliseconds from, std::chrono::milliseconds to, std::chrono::milliseconds now);
    /// Returns to the range that ends now.
    void showLive();
    /// Returns the period that the lines are compared with.
    [[nodiscard]] models::Comparison comparison() const { return m_comparison; }
    void compare(models::Comparison comparison);
    [[nodiscard]] bool isLogarithmic() const { return m_isLogarithmic; }
    void toggleLogarithmic();
    [[nodiscard]] std::chrono::milliseconds length() const { return m_length; }
    /// Lengthens a live axis to cover readings of this age; no effect on a past range.
    void cover(std::chrono::milliseconds age);
    /// Resets the range before another collection is shown.
    void forget();

    /// Selects a past moment and moves the range to contain it; nullopt returns to now.
    void lookAt(std::optional<std::chrono::milliseconds> moment, std::chrono::milliseconds present);
    [[nodiscard]] const std::optional<std::chrono::milliseconds> &moment() const { return m_moment; }
    /// Returns the current time while a moment is selected.
    [[nodiscard]] std::chrono::milliseconds present() const { return m_present; }

signals:
    void momentChosen(std::chrono::milliseconds time); ///< user's choice in one of the charts
    void spanChanged(); ///< lines must be set again
    void lengthChanged();

private:
    void applySpan(models::Span span);

    QString m_name, m_hiddenName, m_subject;
    QStringList m_hidden; ///< hashes of chart and line names
    models::Span m_span = models::Span::QuarterHour;
    std::chrono::milliseconds m_length;
    models::Comparison m_comparison = models::Comparison::None;
    bool m_isLogarithmic = false;
    std::chrono::milliseconds m_from{}, m_to{}; ///< past range; zero if live
    std::optional<std::chrono::milliseconds> m_moment;
    std::chrono::milliseconds m_present{};
    bool m_isMoved = false; ///< true if the range was moved to contain the moment
};

} // namespace plimsoll::views
