// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"

#include <QComboBox>

#include <vector>

namespace plimsoll::views {

/// Chooses one of the states of a collection, each with the number of its elements. GUI thread.
class StateChooser final : public QComboBox {
    Q_OBJECT

public:
    /// One entry of the chooser.
    struct Choice {
        QString state; ///< ElementsQuery::state
        QString title; ///< "stale"
        QString figure; ///< id of the figure that counts it; empty: none
        QString emptyHeading; ///< "No stale jobs"
        QString emptyText; ///< cause of such a row
        bool byCursor = false; ///< a set: paged by SSCAN cursor, by the user only, not by ticks
        QString unknownHeading{}; ///< "Which jobs are stale is not known"; empty: it always is
        QString unknownText{};
    };

    explicit StateChooser(QWidget *parent = nullptr);

    /// Offers the states of a collection and chooses the first.
    void open(const CollectionDefinition &definition);
    /// Returns false if there is no such state.
    bool choose(const QString &state);
    /// The chosen state.
    [[nodiscard]] const Choice &choice() const;
    /// Shows the number of elements of each state, and returns that of the chosen one. `group`: group of a stream whose
    /// entries are shown; empty: all.
    double showCounts(const Snapshot &snapshot, std::size_t collection, const QByteArray &group);

signals:
    void chosen(const QString &state); ///< chosen by the user

private:
    std::vector<Choice> m_choices;
};

} // namespace plimsoll::views
