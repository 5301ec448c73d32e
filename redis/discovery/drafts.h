// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/jobrecord.h"
#include "redis/discovery/candidate.h"
#include "redis/discovery/keywriting.h"

#include <QCoreApplication>
#include <QSet>
#include <QStringList>

namespace plimsoll::redis {

/// Role of a draft, with its keys.
struct DraftRole {
    QLatin1StringView id;
    Written written;
};

/// Proposal in the making.
struct Draft {
    QLatin1StringView kind;
    std::vector<DraftRole> roles{};
    Candidates used{}; ///< templates that it explains
    double confidence = 0;
    QStringList reasons{};
    QByteArray subject{}; ///< words of its name
};

/// The candidates of a discovery, and the proposals made of them. Each key is counted in one proposal. Lives for one
/// guess.
class Drafts final {
    Q_DECLARE_TR_FUNCTIONS(Discovery)

public:
    Drafts(const std::vector<ReadTemplate> &templates, const FrameworkFinder &frameworks, std::chrono::milliseconds now,
           const Questions &questions, Discovery &result);

    [[nodiscard]] std::vector<Candidate> &candidates() { return m_candidates; }
    [[nodiscard]] std::chrono::milliseconds now() const { return m_now; }
    [[nodiscard]] const Questions &questions() const { return m_questions; }

    /// Adds keys of a role; those that it cannot take are left out.
    void addRole(Draft &draft, Holds holds, const Candidates &candidates) const;
    /// Adds a template to a role of the kind.
    static void addTemplate(Draft &draft, const RoleSpec &role, const QByteArray &text);
    /// Finds the keys that are named after elements of a collection: records of jobs, or targets of an index. Returns
    /// true if there are any.
    bool addRecords(Draft &draft, Holds holds, const std::vector<QByteArray> &elements);
    /// Makes what is known of frameworks proposals. Call first: these names come before others.
    void addFrameworks(const FrameworkFinder &frameworks);
    /// Makes it a proposal if it is likely enough and has all keys that its kind requires.
    void add(Draft draft);
    /// Lists what no proposal explains. Call once, at the end.
    void conclude();

private:
    struct Made {
        Proposal proposal;
        Candidates counted; ///< templates that no other proposal counts
    };
    using RecordTemplates = std::vector<std::pair<QByteArray, Candidates>>;
    RecordTemplates recordTemplates(const Draft &draft, Holds holds, const std::vector<QByteArray> &ids);
    void useMatching(Draft &draft, const CollectionDefinition &definition);
    QString nameOf(const Draft &draft);
    QString uniqueName(const QString &name, const QString &further);

    std::chrono::milliseconds m_now;
    const Questions &m_questions;
    Discovery &m_result;
    JobReader m_jobs{CollectionDefinition{}};
    std::vector<Candidate> m_candidates;
    std::vector<Made> m_made;
    QSet<QString> m_names;
};

const KindInfo &kindInfo(QLatin1StringView kind);
/// The role of a kind that holds something; null if it has none.
const RoleSpec *roleOf(QLatin1StringView kind, Holds holds);
/// A name as reasons show it.
QString shownName(const QByteArray &text);

// The guesses, one file each. Call them in this order: later ones leave out what earlier ones have used.
void guessJobs(Drafts &drafts);
void guessKeys(Drafts &drafts);
void guessFound(Drafts &drafts);

} // namespace plimsoll::redis
