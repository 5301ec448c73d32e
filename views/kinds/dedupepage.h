// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/keyslots.h"
#include "views/collection/collectionpage.h"

class QLineEdit;

namespace plimsoll::views {

class BucketGrid;
class OfferAction;
class Question;

/// Page of a deduplication store: buckets by period and shard, buckets without expiry, hot shards, and a look-up of
/// one id. GUI thread.
class DedupePage final : public CollectionPage {
    Q_OBJECT

public:
    explicit DedupePage(const PageContext &context, QWidget *parent = nullptr);

protected:
    [[nodiscard]] std::vector<TileText> tiles(const Figures &figures) const override;
    [[nodiscard]] QString description(const Figures &figures) const override;
    void reset() override;
    [[nodiscard]] bool showsShards() const override { return true; }
    void refresh(const Figures &figures) override;

private:
    [[nodiscard]] Card *makeDetail();
    void showGrid(const Figures &figures);
    void showDetail();
    void showMember(const MemberAnswer &answer);
    void showSample(const ElementsPage &page);
    [[nodiscard]] std::vector<TimeChart::Line> lines(const Figures &figures) const;
    [[nodiscard]] QString titleOf(int periodsBack) const;
    [[nodiscard]] std::chrono::milliseconds beginOf(int periodsBack) const;

    BucketGrid *m_grid;
    Card *m_gridCard;
    TimeChart *m_chart;
    QLabel *m_key = nullptr;
    QLabel *m_facts = nullptr;
    QLabel *m_sample = nullptr;
    QLineEdit *m_member = nullptr;
    QLabel *m_answer = nullptr;
    OfferAction *m_setExpiry = nullptr;
    OfferAction *m_drop = nullptr;
    Question *m_sampling;
    Question *m_lookUp;
    std::vector<KeySlot> m_slots; ///< slots of the snapshot's parts
    QStringList m_shards;
    std::chrono::milliseconds m_now{}, m_end{}, m_length{}; ///< end of the current period and length of a period
    QByteArray m_sampled; ///< key whose members are shown
};

} // namespace plimsoll::views
