// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/formats/clitext.h"
#include "app/formats/snapshotformat.h"

#include "app/formats/texttable.h"
#include "models/text/atleast.h"
#include "models/text/format.h"
#include "redis/types/plural.h"
#include "redis/types/printable.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QHash>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace plimsoll::app {

namespace {

constexpr qsizetype collectionWidth = 48;

QString inTable(const QString &name)
{
    return printable(name.toUtf8(), collectionWidth);
}

QString utcTime(std::chrono::milliseconds unix)
{
    return QDateTime::fromMSecsSinceEpoch(unix.count(), Qt::UTC).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss 'UTC'"));
}

QString heading(const Snapshot &snapshot)
{
    const ServerInfo &server = snapshot.server.summary();
    QStringList parts{inTable(snapshot.layout->workspace->name), server.address, serverTitle(server)};
    if (!server.mode.isEmpty() && server.mode != QLatin1StringView("standalone")) {
        parts << server.mode;
    }
    parts << utcTime(snapshot.serverTime)
          << (snapshot.commands == 1 ? tr("%1 command in %2 ms")
                                     : tr("%1 commands in %2 ms", pluralOf(snapshot.commands)))
                 .arg(QString::number(snapshot.commands),
                      QString::number(static_cast<double>(snapshot.pollTime.count()) / 1000.0, 'f', 1));
    if (snapshot.asked.isTracking) {
        parts << tr("%1 of %2 collections asked")
                     .arg(QString::number(snapshot.asked.count), QString::number(snapshot.size()));
    }
    parts.removeAll(QString());
    return parts.join(QStringLiteral("  ")) + u'\n';
}

/// The kinds in the order of their first row.
std::vector<const KindInfo *> kindsOf(const SnapshotLayout &layout)
{
    std::vector<const KindInfo *> kinds;
    for (const SnapshotLayout::Row &row : layout.rows) {
        if (std::find(kinds.begin(), kinds.end(), row.kind) == kinds.end()) {
            kinds.push_back(row.kind);
        }
    }
    return kinds;
}

/// Caches the texts of one figure: collections often share values, and a lookup takes a tenth of the time of formatting
/// a number for the locale.
class FigureTexts {
public:
    const QString &of(const FigureSpec &figure, double value, bool atLeast)
    {
        if (!isKnown(value)) {
            return m_unknown;
        }
        const std::size_t bound = atLeast ? 1 : 0;
        const bool isSmall = value >= 0 && value < small && value == std::trunc(value);
        QString &text = isSmall ? m_small.at(bound).at(static_cast<std::size_t>(value))
                                : m_texts.at(bound)[models::shownValue(figure, value)];
        if (text.isNull()) {
            text = models::formatFigure(figure, value, atLeast);
        }
        return text;
    }

private:
    QString m_unknown = models::unknownText();
    static constexpr std::size_t small = 256; ///< most values are whole numbers below it and need no hash lookup
    std::array<std::array<QString, small>, 2> m_small; ///< exact values, then lower bounds
    std::array<QHash<double, QString>, 2> m_texts; ///< likewise, keyed by shownValue()
};

/// The figures of all collections of a kind: those of the kind, then additional ones of single collections.
std::vector<FigureSpec> figuresOf(const SnapshotLayout &layout, const KindInfo &kind)
{
    std::vector<FigureSpec> figures(kind.figures.begin(), kind.figures.end());
    for (const SnapshotLayout::Row &row : layout.rows) {
        for (const FigureSpec &figure :
             row.kind == &kind ? row.figures().subspan(kind.figures.size()) : std::span<const FigureSpec>()) {
            if (figureIndex(figures, QString(figure.id)) < 0) {
                figures.push_back(figure);
            }
        }
    }
    return figures;
}

QString tableOf(const Snapshot &snapshot, const KindInfo &kind, Colour colour)
{
    const std::vector<FigureSpec> figures = figuresOf(*snapshot.layout, kind);
    std::vector<TextTable::Column> columns{{models::kindTitle(kind), false}, {tr("state"), false}};
    for (const FigureSpec &figure : figures) {
        columns.push_back({models::figureTitle(figure), true});
    }
    TextTable table(std::move(columns), colour);
    const auto &rows = snapshot.layout->rows;
    table.reserve(static_cast<std::size_t>(
        std::count_if(rows.begin(), rows.end(), [&kind](const auto &row) { return row.kind == &kind; })));
    const std::array states{models::stateTitle(State::Ok), models::stateTitle(State::Unknown),
                            models::stateTitle(State::Warning), models::stateTitle(State::Critical),
                            models::stateTitle(State::Error)};
    std::vector<FigureTexts> texts(figures.size());
    for (std::size_t at = 0; at < snapshot.size(); ++at) {
        const SnapshotLayout::Row &row = snapshot.layout->rows[at];
        if (row.kind != &kind) {
            continue;
        }
        table.add(inTable(row.name));
        table.add(states.at(static_cast<std::size_t>(snapshot.rows[at].state)), inkOf(snapshot.rows[at].state));
        for (std::size_t i = 0; i < figures.size(); ++i) {
            const int figure = i < kind.figures.size() ? static_cast<int>(i) : row.figureIndex(QString(figures[i].id));
            if (figure < 0) {
                table.add(QString());
                continue;
            }
            const double value = snapshot.figure(at, figure);
            table.add(models::estimateText(texts[i].of(figures[i], value, snapshot.isAtLeast(at, figure)),
                                           isKnown(value) && snapshot.has(at, figure, FigureNote::Estimate)));
        }
    }
    return table.text();
}

} // namespace

QByteArray snapshotTable(const Snapshot &snapshot, Colour colour)
{
    QString out = heading(snapshot);
    for (const KindInfo *kind : kindsOf(*snapshot.layout)) {
        out += u'\n' + tableOf(snapshot, *kind, colour);
    }
    if (snapshot.size() == 0) {
        out += u'\n' + tr("The workspace has no collections.") + u'\n';
    }
    QString problems;
    for (const ServerEvent &event : snapshot.events) {
        problems += QStringLiteral("%1: %2\n").arg(utcTime(event.time), event.text);
    }
    for (std::size_t at = 0; at < snapshot.size(); ++at) {
        for (const Problem &problem :
             snapshot.rows[at].problems ? *snapshot.rows[at].problems : std::vector<Problem>()) {
            problems += QStringLiteral("%1: %2: %3\n")
                            .arg(inked(models::stateTitle(problem.level), inkOf(problem.level), colour),
                                 inTable(snapshot.layout->rows[at].name), problem.text);
        }
    }
    return (problems.isEmpty() ? out : out + u'\n' + problems).toUtf8();
}

} // namespace plimsoll::app
