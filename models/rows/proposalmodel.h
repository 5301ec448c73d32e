// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/table/tablemodel.h"
#include "redis/types/discovery.h"
#include "redis/types/snapshot.h"

namespace plimsoll::models {

struct ProposalRow {
    int id = 0; ///< the same as long as its keys are proposed
    Proposal proposal;
    QString application; ///< a framework, or what the names of several proposals begin with; empty: neither
    std::optional<bool> choice; ///< user's choice whether to watch it; nullopt: not chosen
    bool isChanged = false; ///< edited by the user
    bool isWatched = false; ///< already in the workspace
    double figure = unknownFigure; ///< main figure of its preview
    QString figureText; ///< "1,165 ready"; empty: not read yet
};

/// Proposed collections as rows with a check mark: those to be watched. GUI thread.
class ProposalModel final : public TableModel<ProposalRow> {
    Q_OBJECT

public:
    enum class Column { Watch, Application, Name, Kind, Keys, Change, Elements, Confidence, Reason };
    /// Proposals at least this likely are ticked until the user decides.
    static constexpr double tickedFrom = 0.6;

    explicit ProposalModel(QObject *parent = nullptr);

    /// Marks what is in the workspace, and renames proposals that have the name of another collection.
    void setWorkspace(const WorkspacePtr &workspace);
    /// Shows the proposals of a search. What the user ticked or edited stays. `isHeld`: rows keep their places.
    void apply(const std::vector<Proposal> &proposals, bool isHeld);
    /// Shows the figures of collections with the names of the rows.
    void setFigures(const Snapshot &snapshot);
    /// Replaces a proposal by the user's version, which is then ticked.
    void change(int id, const CollectionDefinition &definition);
    /// Ticks rows, if they are not watched.
    void tick(const QModelIndexList &rows, bool isWanted);

    [[nodiscard]] const ProposalRow &row(int at) const { return rowAt(at); }
    /// Returns -1 if it is gone.
    [[nodiscard]] int rowOfId(int id) const;
    [[nodiscard]] static bool isWanted(const ProposalRow &row);
    /// Returns the ticked collections.
    [[nodiscard]] std::vector<CollectionDefinition> wanted() const;
    /// Returns the names of all others, and of those in the workspace.
    [[nodiscard]] QStringList otherNames(int id) const;
    /// False if no proposal is of an application.
    [[nodiscard]] bool hasApplications() const;

    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;

signals:
    void wantedChanged();

private:
    void show(std::vector<ProposalRow> next, bool isHeld);
    void complete(std::vector<ProposalRow> &rows) const;

    WorkspacePtr m_workspace;
    int m_lastId = 0;
};

} // namespace plimsoll::models
