// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/span.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>

namespace plimsoll::views {

/// How far back the charts of one page reach, the same for all of them: the span a person chose, kept between runs,
/// and how much of it the axes show, what it is compared with; or a stretch of the past that was zoomed or moved to.
/// While the readings are younger that is less, so that they fill the plots; it only grows, until forget() or another
/// span. GUI thread.
class ChartRange final : public QObject {
    Q_OBJECT

public:
    explicit ChartRange(QObject *parent = nullptr);

    /// Takes the span, the comparison and the scale kept under that name, and keeps what is chosen from now on.
    void keepAs(const QString &name);
    /// Takes which lines were hidden last where the charts show that, and keeps it from now on.
    void keepHiddenAs(const QString &what);
    /// Of what the charts are, for those who see one of them alone, in a file: "email · shop".
    void setSubject(const QString &subject) { m_subject = subject; }
    [[nodiscard]] const QString &subject() const { return m_subject; }
    [[nodiscard]] bool isHidden(const QString &chart, const QString &line) const;
    void keepHidden(const QString &chart, const QString &line, bool isHidden);
    void setSpan(models::Span span);
    [[nodiscard]] models::Span span() const { return m_span; }
    /// What the lines are to be read for.
    [[nodiscard]] models::Reach reach() const
    {
        return models::Reach(m_span, m_from, m_to).with(m_comparison).drawing(m_length);
    }
    [[nodiscard]] bool isLive() const { return m_to == std::chrono::milliseconds::zero(); }
    /// That stretch of time, as far as it has been: no shorter than ten seconds, no longer than a year.
    void show(std::chrono::milliseconds from, std::chrono::milliseconds to, std::chrono::milliseconds now);
    /// Up to now again.
    void showLive();
    /// With what the lines are compared.
    [[nodiscard]] models::Comparison comparison() const { return m_comparison; }
    void compare(models::Comparison comparison);
    [[nodiscard]] bool isLogarithmic() const { return m_isLogarithmic; }
    void toggleLogarithmic();
    [[nodiscard]] std::chrono::milliseconds length() const { return m_length; }
    /// There are readings that old; of a stretch of the past nothing.
    void cover(std::chrono::milliseconds age);
    /// What comes next is of another collection.
    void forget();

    /// People look at that moment, which is on screen from now on; nullopt: at what is now.
    void lookAt(std::optional<std::chrono::milliseconds> moment, std::chrono::milliseconds present);
    [[nodiscard]] const std::optional<std::chrono::milliseconds> &moment() const { return m_moment; }
    /// While a moment is looked at: now.
    [[nodiscard]] std::chrono::milliseconds present() const { return m_present; }

signals:
    void momentChosen(std::chrono::milliseconds time); ///< in one of its charts
    void spanChanged(); ///< set the lines anew
    void lengthChanged();

private:
    void take(models::Span span);

    QString m_name, m_hiddenName, m_subject;
    QStringList m_hidden; ///< charts and lines, by hashes
    models::Span m_span = models::Span::QuarterHour;
    std::chrono::milliseconds m_length;
    models::Comparison m_comparison = models::Comparison::None;
    bool m_isLogarithmic = false;
    std::chrono::milliseconds m_from{}, m_to{}; ///< of the past; zero: up to now
    std::optional<std::chrono::milliseconds> m_moment;
    std::chrono::milliseconds m_present{};
    bool m_isMoved = false; ///< to a stretch of the past, so that a moment is in it
};

} // namespace plimsoll::views
