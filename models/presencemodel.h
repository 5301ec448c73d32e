// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/elementmodel.h"

#include <QHash>

#include <deque>

namespace plimsoll::models {

/// Somebody came or went.
struct PresenceEvent {
    std::chrono::milliseconds time{}; ///< server time of the page that showed it
    QByteArray member;
    bool came = false;
};

/// Tells from pages by last seen who came and who went. Only what the pages prove: a member that is on no page any
/// more because others pushed it off is forgotten, not said to have gone. A plain value.
class PresenceTracker {
public:
    void setWindow(std::chrono::milliseconds window) { m_window = window; }
    /// Events of this page, oldest last seen first. The first page has none: it is what there was.
    std::vector<PresenceEvent> apply(const ElementsPage &page);
    void clear();

private:
    /// What a member's absence from a page means.
    enum class Absence { Unknown, Inactive, Removed };
    [[nodiscard]] Absence absenceFrom(const ElementsPage &page) const;
    [[nodiscard]] bool isActive(std::chrono::milliseconds lastSeen, std::chrono::milliseconds now) const
    {
        return now - lastSeen <= m_window;
    }

    std::chrono::milliseconds m_window{std::chrono::seconds(30)};
    bool m_started = false;
    QHash<QByteArray, std::chrono::milliseconds> m_active; ///< last seen of those within the window
};

/// The last comings and goings as rows, newest first. GUI thread.
class PresenceModel final : public RowsModel {
    Q_OBJECT

public:
    enum Column { TimeColumn, EventColumn, MemberColumn, ColumnCount };
    enum Role { SortRole = Qt::UserRole + 1, BytesRole, CameRole, MonospaceRole };
    static constexpr std::size_t mostEvents = 200;

    explicit PresenceModel(QObject *parent = nullptr);

    void setWindow(std::chrono::milliseconds window) { m_tracker.setWindow(window); }
    /// A page by last seen, as it comes; the table of the page itself is an ElementModel.
    void apply(const ElementsPage &page);
    void setNow(std::chrono::milliseconds serverNow);
    void clear();

    /// Since acknowledge(): for the banner over a list that is kept still.
    [[nodiscard]] int cameCount() const { return m_came; }
    [[nodiscard]] int wentCount() const { return m_went; }
    [[nodiscard]] QString bannerText() const; ///< "3 came, 1 went"; empty when there is nothing to announce
    void acknowledge();

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

signals:
    void bannerChanged();

private:
    PresenceTracker m_tracker;
    std::deque<PresenceEvent> m_events; ///< newest first
    std::chrono::milliseconds m_now{};
    int m_came = 0;
    int m_went = 0;
};

} // namespace plimsoll::models
