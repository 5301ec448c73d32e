// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/foundkeysmodel.h"
#include "redis/types/browse.h"
#include "views/collection/collectionpage.h"

class QComboBox;
class QLineEdit;

namespace plimsoll::views {

class BarChart;
class Card;
class OfferAction;
class Question;
class TableView;
class WindowStrip;

/// Page of a rate limiter: usage of the limit, limited subjects, and the entries of one subject by time. GUI thread.
class RatelimitPage final : public CollectionPage {
    Q_OBJECT

public:
    explicit RatelimitPage(const PageContext &context, QWidget *parent = nullptr);

    void setFilter(const QString &text) override;
    [[nodiscard]] QString filterText() const override { return m_filter; }

protected:
    [[nodiscard]] std::vector<TileText> tiles(const Figures &figures) const override;
    [[nodiscard]] QString description(const Figures &figures) const override;
    void reset() override;
    void refresh(const Figures &figures) override;

private:
    [[nodiscard]] Card *makeSubjects();
    [[nodiscard]] Card *makeDetail();
    void showUse(const KeysFound &found);
    void showSubjects(const std::shared_ptr<const KeysFound> &found);
    void choose(const QByteArray &key);
    void filter();
    [[nodiscard]] QString shownText(const KeysFound &found) const;
    [[nodiscard]] bool belongs(const FoundKey &key) const;
    void find();
    void showDetail();
    void askEntries();
    void showEntries(const ElementsPage &page);
    void sayUnread(const QString &why);
    void forgetEntries();
    [[nodiscard]] QStringList facts(const FoundKey *key) const;
    void updateOffers(double inWindow, double outside);

    BarChart *m_use;
    TimeChart *m_course;
    models::FoundKeysModel *m_model;
    TableView *m_table = nullptr;
    Card *m_subjects = nullptr;
    QComboBox *m_which = nullptr;
    QLabel *m_seen = nullptr;
    QLineEdit *m_field = nullptr;
    QLabel *m_name = nullptr;
    QLabel *m_facts = nullptr;
    WindowStrip *m_strip = nullptr;
    OfferAction *m_prune = nullptr;
    OfferAction *m_resetSubject = nullptr;
    Question *m_entries;
    QByteArray m_key; ///< key of the displayed subject
    QByteArray m_picked; ///< key the user selected; empty: the first is shown
    QString m_filter;
    std::shared_ptr<const KeysFound> m_found; ///< newest
    double m_endless = unknownFigure; ///< number of subjects without expiry
    std::vector<double> m_times; ///< times of its entries
    qint64 m_timeless = 0; ///< number of entries read whose scores are no times
    std::optional<qint64> m_stored; ///< number of entries; nullopt: not read
    QString m_unread; ///< error of the last read
    std::chrono::milliseconds m_now{};
};

} // namespace plimsoll::views
