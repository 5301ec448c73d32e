// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/elementtext.h"
#include "models/text/format.h"
#include "models/history/rankmemory.h"
#include "redis/types/printable.h"
#include "models/charts/chartmath.h"
#include "views/charts/keptcolours.h"
#include "views/collection/collectionpage.h"
#include "views/collection/rankspanel.h"
#include "views/kinds/histogramchart.h"
#include "views/kinds/kindparts.h"
#include "views/page/question.h"
#include "views/theme/theme.h"
#include "views/widgets/dialogparts.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QVBoxLayout>
#include <QVariant>

#include <algorithm>
#include <array>
#include <utility>

namespace plimsoll::views {

/// A leaderboard: ranks with bars and changes, one member with its neighbours, the top five over time, how the scores
/// are distributed. GUI thread.
class LeaderboardPage final : public CollectionPage {
    Q_OBJECT

public:
    explicit LeaderboardPage(const PageContext &context, QWidget *parent = nullptr);

protected:
    [[nodiscard]] std::vector<TileText> tiles(const Figures &figures) const override;
    [[nodiscard]] QString description(const Figures &figures) const override;
    void reset() override;
    void refresh(const Figures &figures) override;

private:
    void makeSearch();
    void search();
    void rememberTop(const Head *head);
    void showTop(std::chrono::milliseconds now);
    void showNoMember();
    void showMember(const MemberAnswer &member);
    void showScores(const Histogram &histogram);

    RanksPanel *m_ranks;
    TimeChart *m_top;
    HistogramChart *m_scores;
    Question *m_member; ///< the one that was looked up
    MemberQuery m_looked;
    QLineEdit *m_search;
    QLabel *m_searchAnswer;
    models::RankMemory m_memory; ///< top ranks in past heads, independent of the table's page
    KeptColours m_colours;
    std::vector<std::pair<int, QByteArray>> m_leaders; ///< leaders in the chart, with their colour index
    std::chrono::milliseconds m_headRead{};
    bool m_searching = false;
    bool m_isNew = false; ///< requested but not shown yet
};

namespace {

using std::chrono::seconds;

// clang-format off
constexpr std::array leaderboardStates{
    StateView{.id = L1("board"), .role = L1("board"), .title = QT_TRANSLATE_NOOP("kinds", "ranks"), .figure = {},
              .emptyHeading = QT_TRANSLATE_NOOP("kinds", "This board is empty"),
              .emptyText = QT_TRANSLATE_NOOP("kinds", "The first score (ZADD or ZINCRBY) creates it. With a period in its key, a new board starts empty."),
              .offers = memberRows}};
constexpr std::array leaderboardOffers{
    Offered{L1("trim"), Action::Trim, {}, L1("members"), L1("board"), Offered::Button, QT_TRANSLATE_NOOP("kinds", "Trim to best…"), noneThere},
    Offered{L1("setExpiry"), Action::SetExpiry, {}, L1("members"), L1("board"), Offered::Button, QT_TRANSLATE_NOOP("kinds", "Set expiry…"), noneThere},
    Offered{L1("purge"), Action::Purge, L1("board"), L1("members"), L1("board"), Offered::Menu, QT_TRANSLATE_NOOP("kinds", "Purge…"), noneThere}};
constexpr int leaderCount = 5;
constexpr std::array leaderColours{0, 2, 3, 5, 4}; // neighbours on the chart are far apart in the palette
constexpr int neighbours = 2;
constexpr qint64 mostTop = 500;
constexpr qsizetype longestBoardMember = 60;
// clang-format on

/// Round scores under the bars; the only one where all members have the same.
std::vector<models::AxisTick> scoreTicks(const std::vector<double> &edges)
{
    if (edges.empty()) {
        return {};
    }
    const double lowest = edges.front();
    const double highest = edges.back();
    if (!(highest > lowest)) {
        return {{0, models::formatScore(lowest)}};
    }
    std::vector<models::AxisTick> ticks;
    for (const double score : models::roundBetween(lowest, highest, 4)) {
        ticks.push_back({(score - lowest) / (highest - lowest), models::formatScore(score)});
    }
    return ticks;
}

} // namespace

extern const KindView leaderboardView;
constinit const KindView leaderboardView{.kind = L1("leaderboard"),
                                         .makePage = makePage<LeaderboardPage>,
                                         .states = leaderboardStates,
                                         .offers = leaderboardOffers,
                                         .stay = QT_TRANSLATE_NOOP("kinds", "The best")};

LeaderboardPage::LeaderboardPage(const PageContext &pageContext, QWidget *parent)
    : CollectionPage(pageContext, parent), m_ranks(new RanksPanel(pageContext, this)),
      m_top(addChart(tr("Top 5 over time"), QStringLiteral("topChart"))),
      m_scores(new HistogramChart(tr("Scores"), QStringLiteral("scoresHistogram"), seconds(10), pageContext, this)),
      m_member(new Question(pageContext.host, this, seconds(2))), m_search(new QLineEdit(this)),
      m_searchAnswer(new QLabel(this)), m_colours(leaderCount)
{
    makeSearch();
    addPanel(m_ranks);
    auto *columns = new QHBoxLayout;
    columns->setSpacing(metrics::cardGap);
    columns->addWidget(m_ranks, 6);
    auto *side = new QVBoxLayout;
    side->setSpacing(metrics::cardGap);
    side->addWidget(m_searchAnswer);
    side->addWidget(m_top, 5);
    side->addWidget(m_scores, 6);
    columns->addLayout(side, 5);
    content()->addLayout(columns, 1);

    connect(m_scores, &HistogramChart::counted, this, &LeaderboardPage::showScores);
    m_member->tell(this, &LeaderboardPage::showMember);
    connect(m_member, &Question::failed, m_searchAnswer, &QLabel::setText);
}

void LeaderboardPage::makeSearch()
{
    m_search->setObjectName(QStringLiteral("memberField"));
    m_search->setPlaceholderText(tr("Find a member"));
    m_search->setAccessibleName(tr("Find a member"));
    m_search->setToolTip(tr("Exact name, then Enter: rank, score and neighbours"));
    m_search->setClearButtonEnabled(true);
    m_search->setFixedWidth(Px(150));
    headTools()->insertWidget(0, m_search);
    m_searchAnswer->setObjectName(QStringLiteral("memberAnswer"));
    m_searchAnswer->setTextFormat(Qt::PlainText);
    m_searchAnswer->setWordWrap(true);
    m_searchAnswer->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_searchAnswer->ensurePolished();
    m_searchAnswer->setMinimumHeight(2 * m_searchAnswer->fontMetrics().lineSpacing()); // the charts stay where they are
    showNoMember();
    connect(m_search, &QLineEdit::returnPressed, this, &LeaderboardPage::search);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString &text) {
        if (text.isEmpty()) {
            search();
        }
    });
}

void LeaderboardPage::search()
{
    m_searching = !m_search->text().isEmpty();
    if (!m_searching) {
        m_member->forget();
        m_ranks->model()->clearPinned();
        showNoMember();
        return;
    }
    setRole(m_searchAnswer, L1());
    m_searchAnswer->setText(tr("Looking…"));
    m_isNew = true;
    m_looked = MemberQuery{m_search->text().toUtf8(), neighbours};
    m_member->ask(place(), m_looked);
}

void LeaderboardPage::showNoMember()
{
    setRole(m_searchAnswer, L1("secondary"));
    m_searchAnswer->setText(tr("Type an exact name to see score, rank and neighbours."));
}

void LeaderboardPage::showMember(const MemberAnswer &member)
{
    m_ranks->pin(member, std::exchange(m_isNew, false));
    const QString name = models::elementText(member.member, longestBoardMember);
    if (!member.found) {
        m_searchAnswer->setText(tr("%1 is not on this board. Names are compared exactly.").arg(name));
        return;
    }
    QStringList parts{tr("%1 with %2").arg(name, models::formatScore(member.element.score))};
    if (member.element.rank) {
        const QString number = models::formatCount(*member.element.rank + 1);
        const QString rank = member.element.rankAtMost ? QStringLiteral("≤ ") + number : number;
        const QString of = member.total ? models::formatCount(*member.total) : QString();
        parts.append(of.isEmpty() ? tr("rank %1").arg(rank) : tr("rank %1 of %2").arg(rank, of));
    }
    if (member.element.shards > 1) {
        parts.append(tr("in %n shards, the best score counts", nullptr, member.element.shards));
    }
    if (isKnown(member.percentile)) {
        parts.append(tr("as good as or better than %1 %").arg(QLocale().toString(member.percentile, 'f', 1)));
    }
    m_searchAnswer->setText(parts.join(QStringLiteral(", ")));
}

std::vector<TileText> LeaderboardPage::tiles(const Figures &figures) const
{
    const Head *head = figures.row().head.get();
    const bool led = head != nullptr && !head->elements.empty();
    TileText top = figures.tile(
        L1("topScore"), led ? models::elementText(head->elements.front().element, longestBoardMember) : QString());
    TileText ties;
    ties.title = tr("ties shown");
    ties.value = figures.isPast() ? models::unknownText() : models::formatCount(m_ranks->model()->tieCount());
    ties.help = tr("Members of the table that share a score; they are ordered by name.");
    TileText members = figures.tile(L1("members"));
    if (const int repeated = m_ranks->model()->repeatedCount(); repeated > 0 && !figures.isPast()) {
        members.note = tr("%n shown in several shards", nullptr, repeated);
        members.help = tr("Every shard counts its own members: a member in several shards is counted in each, and "
                          "shown once with its best score.");
    }
    return {members, top, figures.tile(L1("medianScore"), {}), ties, figures.tile(L1("ttlMs"), {})};
}

QString LeaderboardPage::description(const Figures &figures) const
{
    const SnapshotLayout &layout = *figures.snapshot().layout;
    const int parts = figures.layout().partCount;
    const bool lowest = !figures.definition().isHighestFirst(*figures.definition().role(Holds::Ranked)->role);
    QString order = lowest ? tr("lowest score first") : tr("highest score first");
    if (parts == 0) {
        return order;
    }
    const QString key = printable(layout.parts[static_cast<std::size_t>(figures.layout().firstPart)].key, 120);
    return parts > 1 ? tr("%1 and %n more shards, %2", nullptr, parts - 1).arg(key, order)
                     : tr("%1, %2").arg(key, order);
}

void LeaderboardPage::reset()
{
    m_ranks->setTop(static_cast<int>(std::clamp(*definition().integer(L1("top")), qint64(5), mostTop)));
    m_memory.clear();
    m_leaders.clear();
    m_headRead = {};
    m_search->clear();
    m_scores->forget();
}

void LeaderboardPage::refresh(const Figures &figures)
{
    m_colours.keepAs(
        QStringLiteral("top/%1/%2").arg(figures.snapshot().layout->workspace->name, figures.layout().name));
    rememberTop(figures.row().head.get());
    m_top->setEmptyText(figures.isPast() ? tr("the scores of members are not recorded")
                                         : tr("collecting since this page was opened"));
    showTop(figures.now());
    m_scores->keep(place(), HistogramQuery{{}, 40});
    if (m_searching) {
        m_member->keep(place(), m_looked);
    }
}

void LeaderboardPage::rememberTop(const Head *head)
{
    if (head == nullptr || head->readAt == m_headRead) {
        return;
    }
    m_headRead = head->readAt;
    ElementsPage page;
    page.readAt = head->readAt;
    for (const HeadElement &place : head->elements) {
        Element element;
        element.element = place.element;
        element.score = place.score;
        element.rank = static_cast<qint64>(page.elements.size());
        page.elements.push_back(element);
    }
    m_memory.remember(page);

    QByteArrayList now;
    for (const HeadElement &place : head->elements) {
        if (now.size() < leaderCount && !now.contains(place.element)) {
            now.append(place.element);
        }
    }
    const std::vector<int> colours = m_colours.of(now);
    m_leaders.clear();
    for (qsizetype i = 0; i < now.size(); ++i) {
        m_leaders.emplace_back(colours[static_cast<std::size_t>(i)], now[i]);
    }
    std::sort(m_leaders.begin(), m_leaders.end());
}

void LeaderboardPage::showTop(std::chrono::milliseconds now)
{
    std::vector<TimeChart::Line> lines;
    for (const auto &[colour, leader] : m_leaders) {
        lines.push_back({models::elementText(leader, longestBoardMember), m_memory.scoresOf(leader, m_top->span()),
                         leaderColours.at(static_cast<std::size_t>(colour)), false});
        lines.back().series.earlier.emplace(); // ranks are not recorded
    }
    m_top->setLines(lines, now, Unit::Score);
}

void LeaderboardPage::showScores(const Histogram &histogram)
{
    m_scores->setEmptyText(tr("no scores"));
    m_scores->showCounts(histogram, scoreTicks(histogram.edges), models::formatScore);
    m_scores->setNote(tr("members by score"));
}

} // namespace plimsoll::views

#include "leaderboardpage.moc"
