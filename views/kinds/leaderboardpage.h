// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/rankmemory.h"
#include "views/charts/keptcolours.h"
#include "views/collection/collectionpage.h"

class QLineEdit;

namespace plimsoll::views {

class HistogramChart;
class Question;
class RanksPanel;

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

} // namespace plimsoll::views
