// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/collection/figures.h"
#include "views/page/page.h"
#include "views/page/pagehead.h"

#include <QPointer>
#include <QTimer>

class QAction;
class QHBoxLayout;
class QLabel;
class QScrollArea;
class QVBoxLayout;

namespace plimsoll::views {

class AroundCard;
class Badge;
class DayLimits;
class HeadOperations;
struct CollectionOffers;
class JobsAndDead;
class PagedPanel;
class PeriodBar;
class Question;
class ShardBar;

/// Page of one collection: head (name, state, description), tiles of figures, charts and elements. Subclasses for each
/// kind provide the tiles, charts and elements. GUI thread.
class CollectionPage : public Page {
    Q_OBJECT

public:
    explicit CollectionPage(const PageContext &context, QWidget *parent = nullptr);

    /// Shows a different collection and forgets the state of the previous one.
    void open(std::size_t collection, const SnapshotPtr &newest);
    /// Updates the collection's index after a workspace edit; the page stays unchanged.
    void follow(std::size_t collection, const SnapshotPtr &newest);
    [[nodiscard]] std::size_t collection() const { return m_collection; }

    void apply(const SnapshotPtr &newest) override;
    void setOld(bool old) override;
    void setFilter(const QString &text) override;
    void search() override;
    [[nodiscard]] QString filterText() const override;
    [[nodiscard]] bool hasElements() const override { return !m_panels.empty(); }
    [[nodiscard]] std::vector<Element> shownElements() const override;
    void setPageRows(int rows) override;
    bool stepBack() override;
    [[nodiscard]] std::set<std::size_t> shown() const override { return {m_collection}; }

signals:
    /// Nothing on the page may be operated on, and why; empty: it may, as far as the page knows.
    void operationsClosed(const QString &why);

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

    /// The figures at the top, by the newest snapshot.
    [[nodiscard]] virtual std::vector<TileText> tiles(const Figures &figures) const = 0;
    /// One line of what it is: "FIFO on 3 lists, processing zset, workers take from the right".
    [[nodiscard]] virtual QString description(const Figures &figures) const = 0;
    /// A sentence that says what the page has no past of.
    [[nodiscard]] virtual QString unrecordedText() const;
    /// Definition of the open collection; valid after open().
    [[nodiscard]] const CollectionDefinition &definition() const;
    /// Called when the page shows a different collection.
    virtual void reset() { }
    /// True if the page itself shows how full the shards are.
    [[nodiscard]] virtual bool showsShards() const { return false; }
    /// Updates charts and other content to the newest snapshot.
    virtual void refresh(const Figures &figures) { Q_UNUSED(figures) }
    /// Restricts the offers at the head to the part of the collection that is selected on the page.
    virtual void narrow(CollectionOffers &offers) const { Q_UNUSED(offers) }
    /// Brings the offers at the head up to what is selected.
    void showOffers();
    /// The charts' right end, while no snapshot comes.
    virtual void setNow(std::chrono::milliseconds now);

    /// True at a past moment: content that is not recorded is hidden, and no requests are sent.
    [[nodiscard]] bool isPast() const;
    /// True if the server has not answered for two ticks.
    [[nodiscard]] bool isOld() const { return m_old; }
    /// Open collection and displayed period, for requests.
    [[nodiscard]] Place place() const;

    TimeChart *addChart(const QString &title, const QString &name);
    /// A panel of the open collection, with the operations on its rows.
    void addPanel(PagedPanel *panel);
    /// Adds a panel of jobs with dead letters next to it; returns the widget to lay out.
    QWidget *addJobs(PagedPanel *jobs);
    /// Places two cards next to each other, with the given shares of the width, and the elements below.
    void layOut(QWidget *left, QWidget *right, QWidget *elements, int leftShare = 1, int rightShare = 1);
    [[nodiscard]] QVBoxLayout *content() const { return m_content; }
    [[nodiscard]] QHBoxLayout *headTools() const { return m_head.tools; }

private:
    void makeMenu();
    void showHead(const Figures &figures);
    void fitHead();
    void showState(const Figures &figures);
    [[nodiscard]] static QString figureInTrouble(const Figures &figures);
    void keepNote(Note note);
    void placeMoment();
    void showUnrecorded();
    [[nodiscard]] std::vector<TileText> tilesOf(const Figures &figures) const;
    void refreshAll();
    void sayOld();
    void start();
    void showPeriod();
    void copyKeys();
    void editLimit(const QString &figure);
    void reconcile();
    [[nodiscard]] std::chrono::milliseconds serverNow() const;

    std::size_t m_collection = 0;
    SnapshotPtr m_snapshot;
    QVBoxLayout *m_page;
    PageHead m_head;
    Badge *m_badge;
    QLabel *m_oldSince;
    HeadOperations *m_operations = nullptr;
    QAction *m_reconcile = nullptr;
    QAction *m_copyCommands = nullptr; ///< off for an earlier period and in the past
    QAction *m_editLimit = nullptr; ///< limit of the figure in trouble
    JobsAndDead *m_jobs = nullptr; ///< null: a kind without dead letters
    PeriodBar *m_period;
    TileRow *m_tiles;
    ShardBar *m_shards;
    QVBoxLayout *m_content;
    DayLimits *m_day;
    AroundCard *m_around = nullptr; ///< once a moment was looked at
    std::vector<QPointer<QWidget>> m_unrecorded; ///< hidden while one is
    ChartRange *m_range;
    std::vector<TimeChart *> m_charts;
    std::vector<PagedPanel *> m_panels;
    QTimer m_clock; ///< moves the charts on while figures are old
    bool m_old = false;
    bool m_behind = false; ///< a snapshot came while hidden
};

/// The names the definition gives the role ("queue:email and 2 more").
QString keyNames(const CollectionDefinition &definition, QLatin1StringView role);

} // namespace plimsoll::views
