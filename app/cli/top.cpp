// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/formats/clitext.h"
#include "app/cli/shared.h"
#include "app/cli/terminalscreen.h"
#include "app/connection/connectioncontroller.h"
#include "app/desktop/datafolder.h"
#include "app/demo/terminationsignals.h"
#include "app/cli/output.h"
#include "models/charts/chartmath.h"
#include "models/alerts/alerttext.h"
#include "models/rows/collectionmodel.h"
#include "models/rows/collectionsortmodel.h"
#include "models/text/format.h"
#include "models/history/history.h"
#include "models/text/ratetext.h"
#include "redis/history/alertstore.h"
#include "redis/history/historyfile.h"
#include "redis/types/plural.h"
#include "redis/types/printable.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QTimer>
#include <QVector>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace plimsoll::app {

namespace {

using models::CollectionModel;

constexpr int columnGap = 2;
constexpr int narrowestName = 14;
constexpr int widestName = 40;
constexpr int narrowestTrend = 8;
constexpr int widestTrend = 30;
constexpr int narrowestSentence = 24; // less of it tells nothing

/// The ways to order the collections, in the turn of the key.
struct TopOrder {
    const char *title;
    int column;
    int role;
    Qt::SortOrder order;
};
constexpr std::array topOrders{
    TopOrder{"trouble", CollectionModel::StateColumn, CollectionModel::TroubleRole, Qt::DescendingOrder},
    TopOrder{"name", CollectionModel::NameColumn, CollectionModel::SortRole, Qt::AscendingOrder},
    TopOrder{"kind", CollectionModel::KindColumn, CollectionModel::SortRole, Qt::AscendingOrder},
    TopOrder{"figure", CollectionModel::FirstFigureColumn, CollectionModel::SortRole, Qt::DescendingOrder},
    TopOrder{"change", CollectionModel::ChangeColumn, CollectionModel::SortRole, Qt::DescendingOrder},
};

struct KeyHelp {
    const char *keys, *help;
};
constexpr std::array topKeys{
    KeyHelp{"Up, Down, k, j", "choose a collection; Page Up, Page Down, Home and End go further"},
    KeyHelp{"Enter", "all figures of the chosen collection; Escape goes back"},
    KeyHelp{"s", "order by trouble, name, kind, figure or change in turn"},
    KeyHelp{"r", "reverse the order"},
    KeyHelp{"/", "filter by name, kind and keys; Escape removes the filter"},
    KeyHelp{"Space, p", "pause and continue"},
    KeyHelp{"?", "this help"},
    KeyHelp{"q", "end"},
};

/// A text of exactly `columns` columns, padded with spaces.
QString filled(const QString &text, int columns, bool isRight = false)
{
    const QString cut = cutTo(text, columns);
    const QString space(std::max(0, columns - columnsOf(cut)), u' ');
    return isRight ? space + cut : cut + space;
}

/// The newest values as blocks of one to eight eighths, one a column or the mean of several; a gap is a space.
QString sparkline(const std::vector<float> &values, int columns)
{
    static const QString blocks = QStringLiteral("\u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588");
    const std::size_t each =
        std::max<std::size_t>(1, (values.size() + std::size_t(columns) - 1) / std::size_t(columns));
    const auto [low, high] = models::sparklineRange(values);
    QString out;
    for (std::size_t from = 0; from < values.size(); from += each) {
        double sum = 0;
        int known = 0;
        for (std::size_t i = from; i < std::min(from + each, values.size()); ++i) {
            if (std::isfinite(values[i])) {
                sum += double(values[i]);
                ++known;
            }
        }
        const double share = known > 0 && high > low ? (sum / known - low) / (high - low) : 0;
        out += known == 0 ? QChar(u' ') : blocks[qsizetype(std::clamp(std::lround(share * 7), 0L, 7L))];
    }
    return filled(out, columns, true);
}

/// "warning 1,000, critical 5,000"
QString limitText(const CollectionDefinition &collection, int figure, const FigureSpec &spec)
{
    for (const Limit &limit : collection.limits) {
        if (limit.figure == figure && limit.hasLevel()) {
            QStringList parts;
            if (limit.warning) {
                parts << tr("warning %1").arg(models::formatFigure(spec, *limit.warning));
            }
            if (limit.critical) {
                parts << tr("critical %1").arg(models::formatFigure(spec, *limit.critical));
            }
            return (limit.below ? tr("below: %1") : QStringLiteral("%1")).arg(parts.join(QLatin1String(", ")));
        }
    }
    return {};
}

/// The Overview in a terminal: the models of the window's Overview, drawn as text. Main thread.
class Top final : public QObject {
    Q_OBJECT

public:
    Top(Opened opened, std::optional<std::chrono::milliseconds> interval, TerminalScreen &screen)
        : m_opened(std::move(opened)), m_interval(interval)
    {
        m_sorted.setSourceModel(&m_model);
        order();
        m_draw.setSingleShot(true);
        connect(&m_draw, &QTimer::timeout, this, &Top::draw);
        connect(&m_connection, &ConnectionController::snapshotReady, this, &Top::apply);
        connect(&m_connection, &ConnectionController::statusChanged, this, &Top::setStatus);
        connect(&m_connection, &ConnectionController::oldChanged, this, [this](bool old) {
            m_isOld = old;
            m_draw.start();
        });
        connect(&m_connection, &ConnectionController::gap, &m_history, &models::History::noteGap);
        connect(&m_connection, &ConnectionController::loginRefused, this, &Top::tryKeychain);
        connect(&screen, &TerminalScreen::pressed, this, &Top::press);
        connect(&screen, &TerminalScreen::resized, this, &Top::draw);
        connect(&screen, &TerminalScreen::closed, this, [this] { end(ExitCode::Done); });
    }

    /// Continues the states kept by the window or by record, so that they have begun when they did.
    void continueStates(const QString &dataDir)
    {
        const QString path =
            redis::alertPath(redis::historyPath(dataFolder(dataDir), m_opened.endpoint, m_opened.workspace->name));
        const auto kept = redis::AlertStore::openThere(path);
        if (kept && *kept != nullptr) {
            if (const auto states = (*kept)->reading([&kept] { return (*kept)->clock(); });
                states && !states->isEmpty()) {
                m_history.restoreStates(*states);
            }
        }
    }

    void start()
    {
        m_connection.open(m_opened.workspace, m_opened.endpoint);
        if (m_interval) {
            m_connection.setInterval(*m_interval);
        }
        m_draw.start();
    }

    [[nodiscard]] ExitCode code() const { return m_code; }
    /// Error that ended it; empty: none.
    [[nodiscard]] QString error() const { return m_error; }

private:
    enum class Page { List, Figures, Help };

    void end(ExitCode code)
    {
        m_code = code;
        QCoreApplication::quit();
    }

    void tryKeychain()
    {
        if (const auto password = readKeychain(m_opened.endpoint, keychainDeadline)) {
            m_opened.endpoint.password = *password;
            start();
        }
    }

    void setStatus(const models::ConnectionStatus &status)
    {
        m_status = status;
        m_history.setInterval(status.interval);
        const bool isLost = status.state == models::ConnectionStatus::State::Lost;
        if (isLost && status.loginRefused && status.retryIn.count() == 0 && m_snapshot == nullptr) {
            m_error = status.text;
            end(ExitCode::Unreachable);
        }
        m_draw.start();
    }

    void apply(const SnapshotPtr &snapshot)
    {
        m_history.apply(snapshot);
        const bool isFirst = m_snapshot == nullptr;
        m_snapshot = m_history.judged();
        m_model.apply(m_snapshot);
        // Rows keep their places while a person chooses among them.
        constexpr qint64 stillAfterKey = 3'000; // ms
        if (isFirst || !m_touched.isValid() || m_touched.elapsed() > stillAfterKey) {
            m_sorted.resortNow();
        }
        m_draw.start();
    }

    void order()
    {
        const TopOrder &chosen = topOrders.at(m_order);
        m_sorted.setSortedRole(chosen.role);
        const bool isAscending = (chosen.order == Qt::AscendingOrder) != m_isReversed;
        m_sorted.sort(chosen.column, isAscending ? Qt::AscendingOrder : Qt::DescendingOrder);
    }

    void press(const KeyPress &key)
    {
        m_touched.start();
        if (key.key == KeyPress::Key::Interrupt) {
            end(ExitCode::Done);
        } else if (m_isFiltering) {
            pressInFilter(key);
        } else if (key.key == KeyPress::Key::Text) {
            pressCharacter(key.text);
        } else {
            pressNamed(key.key);
        }
        m_draw.start();
    }

    void pressInFilter(const KeyPress &key)
    {
        using Key = KeyPress::Key;
        if (key.key == Key::Text) {
            m_filter += key.text;
        } else if (key.key == Key::Backspace) {
            m_filter.chop(m_filter.isEmpty() ? 0 : 1);
        } else if (key.key == Key::Escape) {
            m_filter.clear();
            m_isFiltering = false;
        } else if (key.key == Key::Enter) {
            m_isFiltering = false;
        } else {
            pressNamed(key.key);
        }
        m_sorted.setFilterText(m_filter);
    }

    void pressCharacter(const QString &text)
    {
        if (text == QLatin1String("q")) {
            end(ExitCode::Done);
        } else if (text == QLatin1String(" ") || text == QLatin1String("p")) {
            m_connection.setPaused(!m_connection.isPaused());
        } else if (text == QLatin1String("?") || text == QLatin1String("h")) {
            m_page = m_page == Page::Help ? Page::List : Page::Help;
        } else if (text == QLatin1String("j")) {
            pressNamed(KeyPress::Key::Down);
        } else if (text == QLatin1String("k")) {
            pressNamed(KeyPress::Key::Up);
        } else if (m_page == Page::List && text == QLatin1String("/")) {
            m_isFiltering = true;
        } else if (m_page == Page::List && text == QLatin1String("s")) {
            m_order = (m_order + 1) % topOrders.size();
            m_isReversed = false;
            order();
        } else if (m_page == Page::List && text == QLatin1String("r")) {
            m_isReversed = !m_isReversed;
            order();
        }
    }

    void pressNamed(KeyPress::Key key)
    {
        using Key = KeyPress::Key;
        if (key == Key::Escape || key == Key::Backspace) {
            if (m_page == Page::List) {
                m_filter.clear();
                m_sorted.setFilterText({});
            }
            showPage(Page::List);
            return;
        }
        if (m_page == Page::Help) {
            showPage(Page::List);
            return;
        }
        if (key == Key::Enter) {
            showPage(m_page == Page::List && current() ? Page::Figures : Page::List);
            return;
        }
        const bool isList = m_page == Page::List;
        const int rows = isList ? m_sorted.rowCount() : int(figureCount());
        const int at = isList ? currentRow() : m_figure;
        const int page = std::max(1, m_rowsShown - 1);
        const int to = key == Key::Up ? at - 1
            : key == Key::Down        ? at + 1
            : key == Key::PageUp      ? at - page
            : key == Key::PageDown    ? at + page
            : key == Key::Home        ? 0
                                      : rows - 1;
        const int row = std::clamp(to, 0, std::max(0, rows - 1));
        if (!isList) {
            m_figure = row;
        } else if (rows > 0) {
            m_current = collectionAt(row);
        }
    }

    void showPage(Page page)
    {
        m_page = page;
        m_figure = 0;
        m_firstRow = 0;
        const auto collection = page == Page::Figures ? current() : std::nullopt;
        m_connection.setShown(collection ? std::set<std::size_t>{*collection} : std::set<std::size_t>());
        m_history.setFollowed(collection ? std::vector<std::size_t>{*collection} : std::vector<std::size_t>());
    }

    [[nodiscard]] std::size_t collectionAt(int row) const
    {
        return std::size_t(m_sorted.index(row, 0).data(CollectionModel::RowRole).toInt());
    }

    /// The row of the chosen collection, or the first.
    [[nodiscard]] int currentRow() const
    {
        for (int row = 0; m_current && row < m_sorted.rowCount(); ++row) {
            if (collectionAt(row) == *m_current) {
                return row;
            }
        }
        return 0;
    }

    /// The chosen collection, or the first shown; nullopt if the list is empty.
    [[nodiscard]] std::optional<std::size_t> current() const
    {
        return m_sorted.rowCount() > 0 ? std::optional(collectionAt(currentRow())) : std::nullopt;
    }

    [[nodiscard]] std::size_t figureCount() const
    {
        const auto collection = current();
        return collection && m_snapshot ? m_snapshot->layout->rows[*collection].figures().size() : 0;
    }

    // Drawing

    void draw()
    {
        constexpr int lowScreen = 12; // lines; lower ones have no empty lines and say less
        const QSize room = TerminalScreen::size();
        std::vector<ScreenLine> lines;
        addHead(lines, room.width());
        std::vector<ScreenLine> foot;
        addFoot(foot, room.width());
        if (room.height() < lowScreen) {
            lines.pop_back();
            foot.erase(foot.begin(), foot.end() - 1);
        }
        const int rows = std::max(0, room.height() - int(lines.size()) - int(foot.size()));
        if (m_page == Page::Help) {
            addHelp(lines);
        } else if (m_snapshot == nullptr) {
            lines.push_back({{{app::tr("Waiting for the first figures")}}});
        } else if (m_page == Page::Figures && current()) {
            addFigures(lines, room.width(), rows);
        } else {
            addList(lines, room.width(), rows);
        }
        lines.resize(std::size_t(std::max(0, room.height() - int(foot.size()))));
        lines.insert(lines.end(), foot.begin(), foot.end());
        TerminalScreen::show(lines);
    }

    /// Name, server and time; how many are in trouble; what is wrong with the connection.
    void addHead(std::vector<ScreenLine> &lines, int width) const
    {
        const QString name = printable(m_opened.workspace->name.toUtf8(), widestName);
        QStringList server;
        QString time;
        if (m_snapshot) {
            const ServerInfo &info = m_snapshot->server.summary();
            server << info.address << serverTitle(info);
            time = models::formatTime(m_snapshot->serverTime);
        }
        server.removeAll(QString());
        const int left = std::max(0, width - columnsOf(time) - columnGap);
        const QString about = server.isEmpty() ? QString() : QLatin1String("  ") + server.join(QLatin1String("  "));
        const QString shownName = cutTo(name, left);
        lines.push_back({{{shownName, Ink::Heading},
                          {filled(about, left - columnsOf(shownName)) + QString(columnGap, u' ')},
                          {time, isOld() ? Ink::Quiet : Ink::Plain}}});
        addCounts(lines, width);
        if (const QString trouble = connectionText(); !trouble.isEmpty()) {
            const bool isLost = m_status.state == models::ConnectionStatus::State::Lost || m_isOld;
            lines.push_back({{{trouble, isLost ? Ink::Critical : Ink::Warning}}});
        }
        lines.emplace_back();
    }

    void addCounts(std::vector<ScreenLine> &lines, int width) const
    {
        if (!m_snapshot) {
            return;
        }
        models::TroubleCounts states;
        for (const Snapshot::Row &row : m_snapshot->rows) {
            states.add(row.state);
        }
        const int all = int(m_snapshot->size());
        const int shown = m_sorted.rowCount();
        const QString collections =
            all == 1 ? app::tr("1 collection") : app::tr("%1 collections", pluralOf(all)).arg(models::formatCount(all));
        QString counts = shown == all ? collections : app::tr("%1 of %2").arg(models::formatCount(shown), collections);
        const QString trouble = models::troubleText(states);
        const Ink ink = states.critical + states.unreadable > 0 ? Ink::Critical
            : states.warnings > 0                               ? Ink::Warning
                                                                : Ink::Plain;
        QString rest;
        const auto events = models::newEvents(m_history.events(), m_snapshot->serverTime);
        if (!events.empty()) {
            rest = QStringLiteral(" \u00b7 ") + models::newestEventText(events);
        }
        const TopOrder &chosen = topOrders.at(m_order);
        const QString by = (m_isReversed ? app::tr("by %1, reversed") : app::tr("by %1")).arg(app::tr(chosen.title));
        counts += QStringLiteral(" \u00b7 ");
        const QString said = trouble.isEmpty() ? (isOld() ? QString() : app::tr("all well")) : trouble;
        const int room = width - columnsOf(counts) - columnsOf(said) - columnsOf(by) - columnGap;
        lines.push_back(
            {{{counts}, {said, ink}, {filled(rest, std::max(0, room)) + QString(columnGap, u' ')}, {by, Ink::Quiet}}});
    }

    [[nodiscard]] bool isOld() const { return m_isOld || m_status.state == models::ConnectionStatus::State::Lost; }

    [[nodiscard]] QString connectionText() const
    {
        QStringList parts;
        if (m_status.state == models::ConnectionStatus::State::Lost) {
            parts << printable(m_status.text.simplified().toUtf8());
        } else if (m_isOld) {
            parts << app::tr("The server does not answer");
        }
        if (m_connection.isPaused()) {
            parts << app::tr("Paused; Space continues");
        }
        if (!parts.isEmpty() && m_snapshot) { // first, since a long error is cut
            parts.prepend(app::tr("Figures of %1").arg(models::formatTime(m_snapshot->serverTime)));
        }
        return parts.join(QStringLiteral(" \u00b7 "));
    }

    /// One row of the list, read from the model.
    struct Cells {
        QString name, state, figure, change, sentence;
        std::vector<float> trend;
        Ink ink = Ink::Plain;
    };

    [[nodiscard]] Cells cellsAt(int row) const
    {
        const auto at = [this, row](int column) { return m_sorted.index(row, column); };
        const QModelIndex figure = at(CollectionModel::FirstFigureColumn);
        const auto trend = at(CollectionModel::TrendColumn).data(CollectionModel::TrendRole).value<QVector<float>>();
        return {printable(at(CollectionModel::NameColumn).data().toString().toUtf8()),
                at(CollectionModel::StateColumn).data(CollectionModel::ShortStateRole).toString(),
                figure.data().toString() + u' ' + figure.data(CollectionModel::FigureTitleRole).toString(),
                at(CollectionModel::ChangeColumn).data(CollectionModel::ShortChangeRole).toString(),
                printable(at(CollectionModel::SentenceColumn).data().toString().toUtf8()),
                {trend.begin(), trend.end()},
                inkOf(State(figure.data(CollectionModel::SeverityRole).toInt()))};
    }

    void addList(std::vector<ScreenLine> &lines, int width, int rows)
    {
        if (m_sorted.rowCount() == 0) {
            lines.push_back(
                {{{m_filter.isEmpty() ? app::tr("The workspace has no collections.")
                                      : app::tr("No collection has “%1” in its name, kind or keys.").arg(m_filter)}}});
            return;
        }
        const bool hasTitles = rows > 2;
        m_rowsShown = std::max(1, rows - (hasTitles ? 1 : 0));
        const int chosen = currentRow();
        scrollTo(chosen, m_sorted.rowCount());
        std::vector<Cells> cells;
        for (int row = m_firstRow; row < std::min(m_firstRow + m_rowsShown, m_sorted.rowCount()); ++row) {
            cells.push_back(cellsAt(row));
        }
        const auto widest = [&cells](QString Cells::*cell, const QString &title) {
            return std::accumulate(cells.begin(), cells.end(), columnsOf(title),
                                   [cell](int most, const Cells &one) { return std::max(most, columnsOf(one.*cell)); });
        };
        const std::array titles{app::tr("COLLECTION"), app::tr("STATE"), app::tr("FIGURE"),
                                app::tr("A MIN"),      app::tr("TREND"), app::tr("NOW")};
        const int state = widest(&Cells::state, titles[1]);
        const int figure = widest(&Cells::figure, titles[2]);
        const int change = widest(&Cells::change, titles[3]);
        const int fixed = state + figure + change + 4 * columnGap;
        const int wanted = std::clamp(widest(&Cells::name, titles[0]), narrowestName, widestName);
        const int name = std::clamp(width - fixed - narrowestTrend, narrowestName, wanted);
        const int trend = std::clamp(width - fixed - name, narrowestTrend, widestTrend);
        const int sentence = width - fixed - name - trend - columnGap;
        const auto line = [&](const QString &a, const QString &b, const QString &c, const QString &d, const QString &e,
                              const QString &f) {
            const QString gap(columnGap, u' ');
            return std::array{filled(a, name) + gap, filled(b, state),
                              gap + filled(c, figure, true) + gap + filled(d, change, true) + gap + e,
                              sentence >= narrowestSentence ? gap + f : QString()};
        };
        const auto head = line(titles[0], titles[1], titles[2], titles[3], filled(titles[4], trend, true), titles[5]);
        if (hasTitles) {
            lines.push_back({{{head[0] + head[1] + head[2] + head[3], Ink::Heading}}});
        }
        const Ink plain = isOld() ? Ink::Quiet : Ink::Plain;
        for (int row = 0; row < int(cells.size()); ++row) {
            const Cells &one = cells[std::size_t(row)];
            const auto parts =
                line(one.name, one.state, one.figure, one.change, sparkline(one.trend, trend), one.sentence);
            lines.push_back(
                {{{parts[0], plain}, {parts[1], isOld() ? Ink::Quiet : one.ink}, {parts[2] + parts[3], plain}},
                 m_firstRow + row == chosen});
        }
    }

    /// Scrolls as little as it takes to show a row.
    void scrollTo(int row, int rows)
    {
        m_firstRow = std::clamp(m_firstRow, std::max(0, row - m_rowsShown + 1), row);
        m_firstRow = std::clamp(m_firstRow, 0, std::max(0, rows - m_rowsShown));
    }

    /// Every figure of the chosen collection.
    void addFigures(std::vector<ScreenLine> &lines, int width, int rows)
    {
        const std::size_t collection = *current();
        const SnapshotLayout::Row &layout = m_snapshot->layout->rows[collection];
        const Snapshot::Row &row = m_snapshot->rows[collection];
        const Cells cells = cellsAt(currentRow());
        lines.push_back({{{cells.name, Ink::Heading},
                          {QLatin1String("  ") + models::kindTitle(*layout.kind) + QLatin1String("  ")},
                          {cells.state, cells.ink}}});
        lines.push_back({{{cells.sentence}}});
        lines.emplace_back();
        const std::span<const FigureSpec> figures = layout.figures();
        std::array<int, 3> widths{};
        std::vector<std::array<QString, 3>> texts;
        std::array heads{app::tr("FIGURE"), app::tr("VALUE"), app::tr("LIMIT")};
        for (std::size_t i = 0; i < figures.size(); ++i) {
            const int figure = int(i);
            texts.push_back({models::figureTitle(figures[i]), models::formatFigure(*m_snapshot, collection, figure),
                             limitText(m_opened.workspace->collections[collection], figure, figures[i])});
        }
        texts.insert(texts.begin(), heads);
        for (const auto &cell : texts) {
            for (std::size_t i = 0; i < widths.size(); ++i) {
                widths[i] = std::max(widths[i], columnsOf(cell[i]));
            }
        }
        const int used = widths[0] + widths[1] + widths[2] + 3 * columnGap;
        const int trend = std::clamp(width - used, narrowestTrend, CollectionModel::trendLength);
        const QString gap(columnGap, u' ');
        const auto add = [&](const std::array<QString, 3> &cell, const QString &spark, Ink ink, bool isSelected) {
            lines.push_back({{{filled(cell[0], widths[0]) + gap, ink == Ink::Heading ? ink : Ink::Plain},
                              {filled(cell[1], widths[1], true) + gap, ink},
                              {filled(cell[2], widths[2]) + gap + spark, ink == Ink::Heading ? ink : Ink::Plain}},
                             isSelected});
        };
        add(texts.front(), filled(app::tr("TREND"), trend, true), Ink::Heading, false);
        m_rowsShown = std::max(1, rows - 4);
        scrollTo(m_figure, int(figures.size()));
        for (int figure = m_firstRow; figure < std::min(m_firstRow + m_rowsShown, int(figures.size())); ++figure) {
            const Problem *problem = worstOf(row.problems.get(), figure);
            const Ink ink = isOld() ? Ink::Quiet : problem != nullptr ? inkOf(problem->level) : Ink::Plain;
            add(texts[std::size_t(figure) + 1],
                sparkline(m_history.recentOf(collection, figure, CollectionModel::trendLength), trend), ink,
                figure == m_figure);
        }
    }

    static void addHelp(std::vector<ScreenLine> &lines)
    {
        lines.push_back({{{app::tr("Keys"), Ink::Heading}}});
        for (const KeyHelp &key : topKeys) {
            lines.push_back({{{filled(app::tr(key.keys), 16), Ink::Heading}, {app::tr(key.help)}}});
        }
        lines.emplace_back();
        lines.push_back({{{app::tr("Nothing here changes anything on the server. Times are by its clock.")}}});
    }

    /// The sentence of the chosen row, and the keys.
    void addFoot(std::vector<ScreenLine> &lines, int width) const
    {
        QString words;
        const auto collection = current();
        if (m_snapshot && collection && m_page == Page::List) {
            words = printable(m_sorted.index(currentRow(), CollectionModel::SentenceColumn).data().toString().toUtf8());
        } else if (m_snapshot && collection && m_page == Page::Figures) {
            words = models::figureHelp(m_snapshot->layout->rows[*collection].figures()[std::size_t(m_figure)]);
        }
        lines.emplace_back();
        lines.push_back({{{cutTo(words, width)}}});
        const QString keys = m_isFiltering ? app::tr("Filter: %1_   Enter keeps it, Escape removes it").arg(m_filter)
            : m_page == Page::Help         ? app::tr("Escape back  q end")
            : m_page == Page::Figures      ? app::tr("Up, Down choose  Escape back  p pause  ? help  q end")
            : m_filter.isEmpty() ? app::tr("Enter figures  s order  r reverse  / filter  p pause  ? help  q end")
                                 : app::tr("Filter: %1   Escape removes it  / changes it  ? help  q end").arg(m_filter);
        lines.push_back({{{keys, m_isFiltering ? Ink::Heading : Ink::Quiet}}});
    }

    Opened m_opened;
    std::optional<std::chrono::milliseconds> m_interval;
    ConnectionController m_connection;
    models::History m_history;
    CollectionModel m_model{&m_history};
    models::CollectionSortModel m_sorted;
    QTimer m_draw; ///< draws once after everything that happened
    models::ConnectionStatus m_status;
    SnapshotPtr m_snapshot; ///< with states judged over time
    bool m_isOld = false;
    Page m_page = Page::List;
    std::size_t m_order = 0;
    bool m_isReversed = false;
    QString m_filter;
    bool m_isFiltering = false;
    std::optional<std::size_t> m_current; ///< chosen collection; nullopt: the first
    int m_figure = 0; ///< chosen figure
    int m_firstRow = 0; ///< first visible row
    int m_rowsShown = 1;
    QElapsedTimer m_touched; ///< since the last key
    ExitCode m_code = ExitCode::Done;
    QString m_error;
};

class TopCommand final : public HeadlessCommand {
    void addOptions(Options &options) override
    {
        options.describe(
            "Shows the Overview in the terminal: every collection with its state and how long it has lasted, its most "
            "important figure, the change and trend of that, the worst first. It only reads.");
        options.describe("Keys: arrows choose, Enter shows all figures of a collection, s orders, / filters, Space "
                         "pauses, ? shows all keys, q ends. While the server is away, the last figures stay, marked as "
                         "old.");
        options.example("plimsoll top -w orders.json", "Watch a workspace");
        options.example("plimsoll top -w orders.json --every 10", "Poll only every ten seconds");
        options.number("--every", "SECONDS", "Interval of the polls (default: as in the workspace)", &m_everySeconds,
                       Bounds<double>{0.1, 3'600.0});
        addPlace(options, &m_place);
        requireWorkspace(options, [this] { return m_place.workspace.isEmpty(); });
    }

    ExitCode run() override
    {
        auto opened = openWorkspace(m_place);
        if (const auto *code = std::get_if<ExitCode>(&opened)) {
            return *code;
        }
        if (const auto refusal = std::get<Opened>(opened).endpoint.programs.refusal()) {
            return fail(*refusal);
        }
        auto screen = TerminalScreen::open();
        if (!screen) {
            return fail(screen.error());
        }
        const TerminationSignals termination;
        QObject::connect(&termination, &TerminationSignals::asked, QCoreApplication::instance(),
                         &QCoreApplication::quit);
        Top top(std::get<Opened>(std::move(opened)),
                m_everySeconds ? std::optional(std::chrono::milliseconds(qint64(*m_everySeconds * 1000)))
                               : std::nullopt,
                **screen);
        top.continueStates(m_place.dataDir);
        top.start();
        QCoreApplication::exec();
        screen->reset(); // the terminal is the person's again before anything is said
        if (!top.error().isEmpty()) {
            complain(QLatin1String("plimsoll: ") + top.error().simplified());
        }
        return top.code();
    }

    Place m_place;
    std::optional<double> m_everySeconds;
};

} // namespace

extern const CommandSpec topCommand{"top", "The Overview in a terminal", &makeCommand<TopCommand>};

} // namespace plimsoll::app

#include "top.moc"
