// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/statusstrip.h"

#include "models/text/format.h"
#include "models/text/ratetext.h"
#include "redis/types/plural.h"
#include "views/page/kindview.h"
#include "views/theme/plaintext.h"
#include "views/theme/theme.h"
#include "views/window/sessionview.h"

#include <QHelpEvent>
#include <QLabel>
#include <QPainter>
#include <QStyle>
#include <QStyleOption>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace plimsoll::views {

/// An item of the status bar, with an icon for warnings and errors.
class StatusLine final : public QLabel {
public:
    enum class Weight { Normal, Warning, Critical };

    StatusLine(const Theme *theme, const char *name, QWidget *parent) : QLabel(parent), m_theme(theme)
    {
        setObjectName(QLatin1StringView(name));
        setTextFormat(Qt::PlainText);
        setContentsMargins(0, 0, lineGap, 0);
        hide();
        retheme();
    }

    void say(const QString &text, Weight weight = Weight::Normal, const QString &help = {})
    {
        m_weight = weight;
        setText(text);
        setToolTip(help);
        setAccessibleDescription(help);
        setContentsMargins(weight == Weight::Normal ? 0 : iconSize + 4, 0, lineGap, 0);
        showUnless(m_covered);
        recolour();
    }

    /// Hides the item while a message covers it.
    void showUnless(bool covered)
    {
        m_covered = covered;
        setVisible(!covered && !text().isEmpty());
    }

    void retheme()
    {
        setFont(m_theme->smallFont());
        recolour();
    }

    void recolour()
    {
        const Tokens &colours = m_theme->tokens();
        const QColor colour = m_weight == Weight::Critical ? colours.critical
            : m_weight == Weight::Warning                  ? colours.warning
                                                           : colours.secondaryText;
        if (palette().color(QPalette::WindowText) != colour) {
            QPalette own = palette();
            own.setColor(QPalette::WindowText, colour);
            setPalette(own);
        }
    }

    /// Keeps the width if the text gets only a little shorter, so that later items do not move.
    [[nodiscard]] QSize sizeHint() const override
    {
        const QSize needed = QLabel::sizeHint();
        if (needed.width() > m_width || needed.width() < m_width - slack) {
            m_width = needed.width();
        }
        return {m_width, needed.height()};
    }
    /// Makes the item a number or a key word, which is not cut below this squeeze (beyond mostSqueezed: never).
    void setWholeUntil(int squeeze) { m_cutFrom = squeeze; }
    /// Items shrink if they do not all fit, descriptions first; an elided one shows its full text on hover.
    [[nodiscard]] QSize minimumSizeHint() const override { return {leastAt(m_squeeze), QLabel::sizeHint().height()}; }
    /// Minimum width: 0 as usual; 1 with descriptions cut to a few letters; 2 with the poll, 3 with everything.
    [[nodiscard]] int leastAt(int squeeze) const
    {
        const int needed = QLabel::sizeHint().width();
        const int cut =
            squeeze == 0 ? int(leastWidth) : contentsMargins().left() + contentsMargins().right() + fewLetters;
        return squeeze < m_cutFrom ? std::min<int>(needed, widestWhole) : std::min(needed, cut);
    }
    void setSqueeze(int squeeze)
    {
        m_squeeze = squeeze;
        updateGeometry();
    }

    static constexpr int mostSqueezed = 3;

protected:
    bool event(QEvent *event) override
    {
        if (event->type() == QEvent::FontChange) {
            m_width = 0; // it was of letters of another size
        }
        if (event->type() == QEvent::ToolTip && fontMetrics().horizontalAdvance(text()) > contentsRect().width()) {
            const auto *hover = static_cast<QHelpEvent *>(event);
            showTip(hover->globalPos(), text() + QLatin1Char('\n') + toolTip(), this);
            return true;
        }
        return QLabel::event(event);
    }

    void paintEvent(QPaintEvent * /*event*/) override
    {
        QPainter painter(this);
        painter.drawText(contentsRect(), Qt::AlignVCenter | Qt::TextSingleLine,
                         fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width()));
        if (m_weight != Weight::Normal) {
            const QLatin1StringView name(m_weight == Weight::Critical ? "critical" : "warning");
            const QRect place(0, (height() - iconSize) / 2, iconSize, iconSize);
            m_theme->icon(name, palette().color(QPalette::WindowText)).paint(&painter, place);
        }
    }

private:
    static constexpr Px iconSize{12};
    static constexpr Px lineGap{12};
    static constexpr Px slack{48};
    static constexpr Px leastWidth{60};
    static constexpr Px widestWhole{240};
    static constexpr Px fewLetters{22};

    const Theme *m_theme;
    Weight m_weight = Weight::Normal;
    bool m_covered = false;
    mutable int m_width = 0;
    int m_cutFrom = 0; ///< squeeze from which it is cut
    int m_squeeze = 0;
};

using Weight = StatusLine::Weight;

namespace {

constexpr std::chrono::seconds messageStays{6};
constexpr Px textLeft{14};

/// Tells which keys the server may evict.
enum class Eviction { Never, Expiring, Any };

Eviction evictionOf(const ServerInfo &server)
{
    const bool unlimited = server.maxMemory.has_value() && *server.maxMemory == 0;
    if (unlimited || server.maxMemoryPolicy.isEmpty() || server.maxMemoryPolicy == QLatin1StringView("noeviction")) {
        return Eviction::Never;
    }
    return server.maxMemoryPolicy.startsWith(QLatin1StringView("volatile")) ? Eviction::Expiring : Eviction::Any;
}

/// Returns true if elements are jobs, so that evicting one loses work.
bool holdsWork(const WorkspacePtr &workspace)
{
    return workspace != nullptr
        && std::any_of(workspace->collections.begin(), workspace->collections.end(),
                       [](const CollectionDefinition &collection) { return !viewOf(*collection.kind).dead.isEmpty(); });
}

/// Returns the used share of the limit; without a limit a negative number, so that the fullest comes first.
double memoryShare(const NodeState &node)
{
    const double used = static_cast<double>(node.info.usedMemory.value_or(0));
    const double limit = static_cast<double>(node.info.maxMemory.value_or(0));
    return limit > 0 ? used / limit : -1 / (1 + used);
}

QString memoryText(const ServerInfo &server)
{
    if (!server.usedMemory) {
        return {};
    }
    const QString used = models::formatBytes(*server.usedMemory);
    if (!server.maxMemory) {
        return StatusStrip::tr("memory %1").arg(used);
    }
    if (*server.maxMemory == 0) {
        return StatusStrip::tr("memory %1, no limit").arg(used);
    }
    const QString limit = models::formatBytes(*server.maxMemory);
    const auto unitAt = used.lastIndexOf(u' ');
    // "1.2 of 4 GiB": omit the first unit if both are equal.
    if (unitAt > 0 && limit.endsWith(used.mid(unitAt))) {
        return StatusStrip::tr("memory %1 of %2").arg(used.left(unitAt), limit);
    }
    return StatusStrip::tr("memory %1 of %2").arg(used, limit);
}

QString millisecondsText(std::chrono::microseconds time)
{
    const double ms = static_cast<double>(time.count()) / 1000.0;
    return StatusStrip::tr("%1 ms").arg(QLocale().toString(ms, 'f', ms < 10 ? 1 : 0));
}

} // namespace

QString persistenceText(const ServerInfo &server)
{
    if (server.aofEnabled.value_or(false)) {
        if (server.appendFsync == QLatin1StringView("always")) {
            return StatusStrip::tr("AOF always: nothing acknowledged is lost");
        }
        if (server.appendFsync == QLatin1StringView("everysec")) {
            return StatusStrip::tr("AOF everysec: at most 1 s lost");
        }
        if (server.appendFsync == QLatin1StringView("no")) {
            return StatusStrip::tr("AOF no: writes the system had not flushed are lost");
        }
        return StatusStrip::tr("AOF on");
    }
    if (server.aofEnabled && !server.rdbEnabled) { // servers report a last save even without RDB
        return StatusStrip::tr("AOF off; unknown whether RDB saves (no CONFIG GET)");
    }
    if (server.rdbEnabled.value_or(false)) {
        if (server.changesSinceSave && server.lastSaveUnix) {
            const qint64 changes = *server.changesSinceSave;
            return (changes == 1
                        ? StatusStrip::tr("RDB: %1 change since %2 would be lost")
                        : StatusStrip::tr("RDB: %1 changes since %2 would be lost", nullptr, pluralOf(changes)))
                .arg(models::formatCount(changes), models::formatTime(std::chrono::seconds(*server.lastSaveUnix)));
        }
        return StatusStrip::tr("RDB: changes since the last save would be lost");
    }
    if (server.aofEnabled && server.rdbEnabled) {
        return StatusStrip::tr("not saved by itself: a crash loses all since the last save");
    }
    return {};
}

StatusStrip::StatusStrip(const Theme *theme, QWidget *parent) : QStatusBar(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("statusStrip"));
    setAccessibleName(tr("Status"));
    setSizeGripEnabled(false);
    setContentsMargins(textLeft - 2, 0, 2, 0); // QStatusBar adds two pixels
    setFixedHeight(Px(28));
    m_tick = addLine("tickLabel");
    m_tick->setWholeUntil(2);
    m_event = addLine("eventLabel");
    m_widened = addLine("widenedLabel");
    m_server = addLine("serverLabel");
    m_memory = addLine("memoryLabel");
    m_policy = addLine("policyLabel");
    for (StatusLine *line : {m_server, m_memory, m_policy}) {
        line->setWholeUntil(StatusLine::mostSqueezed);
    }
    m_persistence = addLine("persistenceLabel");
    m_slowLog = addLine("slowLogLabel");
    m_slowLog->setCursor(Qt::PointingHandCursor);
    m_slowLog->installEventFilter(this);
    m_role = addLine("roleLabel");
    m_history = new StatusLine(theme, "historyLabel", this);
    m_mode = new StatusLine(theme, "modeLabel", this);
    m_mode->setWholeUntil(StatusLine::mostSqueezed + 1);
    addPermanentWidget(m_history);
    addPermanentWidget(m_mode);
    connect(theme, &Theme::changed, this, [this] {
        for (StatusLine *line : lines()) {
            line->retheme();
        }
        m_history->retheme();
        m_mode->retheme();
    });
    connect(this, &QStatusBar::messageChanged, this, [this](const QString &message) {
        if (message.isEmpty()) {
            m_problem.clear();
        }
        for (StatusLine *line : lines()) {
            line->showUnless(!message.isEmpty());
        }
    });
    setWorkspace({});
}

void StatusStrip::showMessage(const QString &text)
{
    QStringList parts{m_problem, text};
    parts.removeAll(QString());
    QStatusBar::showMessage(parts.join(QStringLiteral(" · ")),
                            static_cast<int>(std::chrono::milliseconds(messageStays).count()));
}

void StatusStrip::showProblem(const QString &text)
{
    const QString between = QStringLiteral(" · ");
    if (!m_problem.split(between).contains(text)) { // only once
        m_problem += m_problem.isEmpty() ? text : between + text;
    }
    showMessage({});
}

std::vector<StatusLine *> StatusStrip::shownLines() const
{
    std::vector<StatusLine *> shown{m_history, m_mode};
    const auto left = lines();
    shown.insert(shown.end(), left.begin(), left.end());
    std::erase_if(shown, [](const StatusLine *line) { return line->isHidden(); });
    return shown;
}

/// The width with all items cut, so that it does not widen the window.
QSize StatusStrip::minimumSizeHint() const
{
    QSize least = QStatusBar::minimumSizeHint();
    for (const StatusLine *line : shownLines()) {
        least.rwidth() -= line->leastAt(m_squeeze) - line->leastAt(StatusLine::mostSqueezed);
    }
    return least;
}

/// Cuts items until all of them have room, with an ellipsis: none is pushed out of the window.
void StatusStrip::fit()
{
    const std::vector<StatusLine *> shown = shownLines();
    const auto needed = [&shown](int squeeze) {
        return std::accumulate(shown.begin(), shown.end(), 0,
                               [squeeze](int sum, const StatusLine *line) { return sum + line->leastAt(squeeze); });
    };
    const int room = width() - QStatusBar::minimumSizeHint().width() + needed(m_squeeze);
    int squeeze = 0;
    while (squeeze < StatusLine::mostSqueezed && needed(squeeze) > room) {
        ++squeeze;
    }
    if (std::exchange(m_squeeze, squeeze) != squeeze) {
        for (StatusLine *line : lines()) {
            line->setSqueeze(squeeze);
        }
        m_history->setSqueeze(squeeze);
        m_mode->setSqueeze(squeeze);
    }
}

bool StatusStrip::event(QEvent *event)
{
    const bool isTaken = QStatusBar::event(event);
    if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Resize) {
        fit();
    }
    return isTaken;
}

/// Like QStatusBar, but aligns a message with the items instead of the edge.
void StatusStrip::paintEvent(QPaintEvent *event)
{
    const QString message = currentMessage();
    if (message.isEmpty()) {
        QStatusBar::paintEvent(event);
        return;
    }
    QPainter painter(this);
    QStyleOption option;
    option.initFrom(this);
    style()->drawPrimitive(QStyle::PE_PanelStatusBar, &option, &painter, this);
    painter.setPen(m_theme->tokens().text);
    const int right = m_history->isVisible() ? m_history->x() : m_mode->isVisible() ? m_mode->x() : width();
    const QRect place(textLeft, 0, right - textLeft - metrics::cardGap, height());
    painter.drawText(place, Qt::AlignVCenter | Qt::TextSingleLine,
                     fontMetrics().elidedText(message, Qt::ElideRight, place.width()));
}

std::array<StatusLine *, 9> StatusStrip::lines() const
{
    return {m_tick, m_event, m_widened, m_server, m_memory, m_policy, m_persistence, m_slowLog, m_role};
}

StatusLine *StatusStrip::addLine(const char *name)
{
    auto *line = new StatusLine(m_theme, name, this);
    addWidget(line);
    return line;
}

void StatusStrip::setWorkspace(const WorkspacePtr &workspace)
{
    m_snapshot.reset();
    m_old = false;
    m_events.clear();
    m_allowance = {};
    for (StatusLine *line : lines()) {
        line->say({});
    }
    showMode(workspace);
}

void StatusStrip::setHistory(HistoryIs is, const QString &why)
{
    switch (is) {
    case HistoryIs::Kept:
        m_history->say({});
        break;
    case HistoryIs::KeptElsewhere:
        m_history->say(tr("history: kept elsewhere"), Weight::Normal,
                       tr("Another window or process keeps the history of this workspace, and it is shown here too. "
                          "When that ends, it is kept here.\n%1")
                           .arg(why));
        break;
    case HistoryIs::Damaged:
        m_history->say(tr("history: damaged"), Weight::Warning,
                       tr("Some gaps in charts are not real: part of the history cannot be read.\n%1").arg(why));
        break;
    case HistoryIs::NotKept:
        m_history->say(
            tr("history: not kept"), Weight::Warning,
            tr("The figures cannot be saved. Polling continues, and so does the history once this is solved.\n%1")
                .arg(why));
        break;
    }
}

void StatusStrip::setAllowance(const Allowance &allowance)
{
    m_allowance = allowance;
    showMode(m_workspace);
}

void StatusStrip::setChangesAllowed(bool allowed)
{
    m_areChangesAllowed = allowed;
    showMode(m_workspace);
}

void StatusStrip::showMode(const WorkspacePtr &workspace)
{
    m_workspace = workspace;
    if (workspace == nullptr) {
        return m_mode->say({});
    }
    if (workspace->connection.readOnly) {
        return m_mode->say(tr("read-only"), Weight::Normal, tr("This connection sends nothing that changes data."));
    }
    if (!m_areChangesAllowed) {
        return m_mode->say(tr("changes are off"), Weight::Normal,
                           tr("This is a production connection: it sends nothing that changes data until you press "
                              "“Allow changes”."));
    }
    if (const QString &why = m_allowance.journal; !why.isEmpty()) {
        const QString text = tr("Operations are off while their journal cannot be written: %1");
        return m_mode->say(tr("operate: off"), Weight::Warning, text.arg(why));
    }
    const QString missing = m_allowance.missing.join(u'\n');
    switch (m_allowance.answer) {
    case Allowance::Answer::NotAsked:
        return m_mode->say(tr("operate: asking…"), Weight::Normal, tr("The server is asked what this user may do."));
    case Allowance::Answer::Unknown:
        return m_mode->say(tr("operate: unknown"), Weight::Warning,
                           tr("The server could not be asked what this user may do: %1").arg(missing));
    case Allowance::Answer::All:
        return m_mode->say(tr("operate: allowed"), Weight::Normal,
                           tr("Operations that change data are allowed, after they are shown and confirmed."));
    case Allowance::Answer::Some:
        return m_mode->say(
            tr("operate: in part"), Weight::Warning,
            tr("The server's ACL does not allow this user everything that operations need. It lacks:\n%1")
                .arg(missing));
    case Allowance::Answer::None:
        return m_mode->say(
            tr("operate: not allowed"), Weight::Warning,
            tr("The server's ACL does not allow this user to run operations. It lacks:\n%1").arg(missing));
    }
}

void StatusStrip::apply(const SnapshotPtr &snapshot, const Rate &memory)
{
    m_snapshot = snapshot;
    m_memoryRate = memory;
    models::addEvents(m_events, snapshot->events);
    std::erase_if(m_events, [&snapshot](const ServerEvent &event) {
        return snapshot->serverTime - event.time > models::eventsTold;
    });
    showTick();
    showEvents();
    showServer();
}

void StatusStrip::setOld(bool old)
{
    m_old = old;
    showTick();
}

void StatusStrip::setConnection(const models::ConnectionStatus &status)
{
    if (!status.widened) {
        m_widened->say({});
        return;
    }
    m_widened->say(tr("slow server: every %1").arg(models::formatDuration(status.interval)), Weight::Warning,
                   tr("A poll may cost the server at most 10 % of the interval, so the interval was widened. It "
                      "narrows again by itself."));
}

void StatusStrip::showTick()
{
    if (m_snapshot == nullptr) {
        m_tick->say({});
        return;
    }
    const Snapshot &snapshot = *m_snapshot;
    const QString commands = snapshot.commands == 1
        ? tr("1 command")
        : tr("%1 commands", nullptr, pluralOf(snapshot.commands)).arg(models::formatCount(snapshot.commands));
    QStringList parts{(m_old ? tr("last poll %1 · %2 · %3") : tr("poll %1 · %2 · %3"))
                          .arg(models::formatTime(snapshot.serverTime), commands, millisecondsText(snapshot.pollTime))};
    QStringList sentences{
        tr("Server time of the last figures, commands sent for them, and the total duration. The server spent %1 on "
           "them.")
            .arg(millisecondsText(snapshot.serverShare))};
    const AskedRows &asked = snapshot.asked;
    if (asked.isTracking) {
        const QString some = models::formatCount(asked.count);
        const QString all = models::formatCount(static_cast<double>(snapshot.size()));
        parts.append(tr("%1 of %2 asked").arg(some, all));
        sentences.append(
            tr("The server tells which keys change: only collections that may have changed are asked, and each "
               "of them once a minute."));
    } else if (!asked.whyAll.isEmpty()) {
        parts.append(tr("all asked"));
        sentences.append(tr("All collections are asked at each poll: %1.").arg(asked.whyAll));
    }
    m_tick->say(parts.join(QStringLiteral(" · ")), m_old ? Weight::Warning : Weight::Normal,
                sentences.join(QLatin1Char(' ')));
}

void StatusStrip::showEvents()
{
    if (m_events.empty()) {
        m_event->say({});
        return;
    }
    QStringList all;
    for (const ServerEvent &event : m_events) {
        all.append(models::eventText(event));
    }
    m_event->say(models::newestEventText(m_events), Weight::Warning,
                 tr("Recent server events: %1.").arg(all.join(QLatin1String("; "))));
}

/// Shows memory use and the forecast when it is full.
void StatusStrip::showMemory(const ServerInfo &server)
{
    const QString text = memoryText(server);
    const bool hasLimit = server.usedMemory && server.maxMemory && *server.maxMemory > 0;
    if (!hasLimit) {
        m_memory->say(text);
        return;
    }
    const QString ahead = models::memoryForecast(m_memoryRate, static_cast<double>(*server.usedMemory),
                                                 static_cast<double>(*server.maxMemory));
    QStringList help;
    const auto amount = [](double bytes) {
        const QString size = models::formatBytes(static_cast<qint64>(std::abs(bytes)));
        return bytes < 0 ? QStringLiteral("\u2212") + size : u'+' + size;
    };
    if (isKnown(m_memoryRate.perMinute)) {
        help += tr("Memory in use: %1 per minute.").arg(amount(m_memoryRate.perMinute));
    }
    help += models::forecastHelp(m_memoryRate, amount);
    help.removeAll(QString());
    m_memory->say(ahead.isEmpty() ? text : tr("%1, %2").arg(text, ahead), Weight::Normal, help.join(u'\n'));
}

/// Shows how many nodes of a cluster answer, and in the tooltip each with its slots and memory, worst first.
void StatusStrip::showNodes(const QString &title)
{
    std::vector<const NodeState *> nodes;
    for (const NodeState &node : m_snapshot->server.nodes) {
        nodes.push_back(&node);
    }
    std::stable_sort(nodes.begin(), nodes.end(), [](const NodeState *a, const NodeState *b) {
        return a->error.isEmpty() != b->error.isEmpty() ? b->error.isEmpty() : memoryShare(*a) > memoryShare(*b);
    });
    QStringList lines;
    for (const NodeState *node : nodes) {
        QStringList parts{node->info.address};
        if (!node->error.isEmpty()) {
            parts = {tr("%1: no answer").arg(node->info.address), node->error};
        } else {
            parts << tr("%1 slots").arg(models::formatCount(node->slotsServed.value_or(0))) << memoryText(node->info)
                  << (node->info.replicaLag
                          ? tr("replica, %1 behind").arg(models::formatDuration(*node->info.replicaLag))
                          : QString())
                  << tr("%1 away").arg(millisecondsText(node->roundTrip));
        }
        parts.removeAll(QString());
        lines += parts.join(QStringLiteral(" · "));
    }
    const auto count = static_cast<qint64>(nodes.size());
    const qint64 silent =
        std::count_if(nodes.begin(), nodes.end(), [](const NodeState *node) { return !node->error.isEmpty(); });
    if (silent > 0) {
        const QString text = silent == 1 ? tr("%1, cluster: %2 of %3 nodes does not answer")
                                         : tr("%1, cluster: %2 of %3 nodes do not answer", nullptr, pluralOf(silent));
        m_server->say(text.arg(title, models::formatCount(silent), models::formatCount(count)), Weight::Critical,
                      lines.join(u'\n'));
        return;
    }
    const QString text = count == 1
        ? tr("%1, cluster of one node").arg(title)
        : tr("%1, cluster of %2 nodes", nullptr, pluralOf(count)).arg(title, models::formatCount(count));
    m_server->say(text, Weight::Normal, lines.join(u'\n'));
}

void StatusStrip::showServer()
{
    const ServerInfo &server = m_snapshot->server.summary();
    const bool usual = server.mode.isEmpty() || server.mode == QLatin1StringView("standalone");
    const QString title = serverTitle(server);
    if (server.mode == QLatin1StringView("cluster")) {
        showNodes(title);
    } else {
        m_server->say(
            title.isEmpty() || usual ? title : tr("%1, %2").arg(title, server.mode), Weight::Normal,
            tr("Server, version and mode: %1.").arg(server.mode.isEmpty() ? models::unknownText() : server.mode));
    }
    showMemory(server);
    showPolicy();
    showPersistence();
    showSlowLog();
    if (server.role != QLatin1StringView("slave")) {
        m_role->say({});
    } else if (server.masterLinkUp.has_value() && !*server.masterLinkUp) {
        m_role->say(tr("replica: cut off from its master"), Weight::Warning);
    } else if (server.replicaLag) {
        m_role->say(tr("replica, %1 behind").arg(models::formatDuration(*server.replicaLag)));
    } else {
        m_role->say(tr("replica"));
    }
}

void StatusStrip::showPolicy()
{
    const ServerInfo &server = m_snapshot->server.summary();
    const Eviction eviction = evictionOf(server);
    if (eviction == Eviction::Never || !holdsWork(m_workspace)) {
        m_policy->say(server.maxMemoryPolicy);
        return;
    }
    if (eviction == Eviction::Any) {
        m_policy->say(tr("%1: jobs can be evicted").arg(server.maxMemoryPolicy), Weight::Critical,
                      tr("When memory is full, this server evicts any key, including whole queues and schedules. Set "
                         "maxmemory-policy to noeviction."));
        return;
    }
    m_policy->say(tr("%1: expiring keys can be evicted").arg(server.maxMemoryPolicy), Weight::Warning,
                  tr("When memory is full, this server evicts keys that have an expiry. Queues and schedules without "
                     "one are safe."));
}

void StatusStrip::showPersistence()
{
    const ServerInfo &server = m_snapshot->server.summary();
    const bool nothing = server.aofEnabled == std::optional(false) && server.rdbEnabled == std::optional(false);
    m_persistence->say(persistenceText(server), nothing && holdsWork(m_workspace) ? Weight::Warning : Weight::Normal,
                       tr("What a server crash would lose."));
}

void StatusStrip::showSlowLog()
{
    const std::optional<qint64> &length = m_snapshot->server.summary().slowLogLength;
    m_slowLog->say(length.value_or(0) > 0 ? tr("slow log %1").arg(models::formatCount(*length)) : QString(),
                   Weight::Normal, tr("Slow commands of this server. Click to see them."));
}

bool StatusStrip::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_slowLog && event->type() == QEvent::MouseButtonRelease) {
        emit slowLogWanted();
        return true;
    }
    return QStatusBar::eventFilter(watched, event);
}

} // namespace plimsoll::views
