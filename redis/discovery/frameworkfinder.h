// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/discovery/guess.h"
#include "redis/types/preset.h"

#include <QCoreApplication>

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace plimsoll::redis {

/// Recognises the queues of job frameworks by the `find` of their presets: by sets that list them, names of keys, and
/// elements. Tells which keys are a framework's: those are never proposed as collections made by hand. A value for one
/// thread; call in the order of declaration.
class FrameworkFinder final {
    Q_DECLARE_TR_FUNCTIONS(Discovery)

public:
    /// Sends commands to the nodes of their keys; no replies: there is no time left, or the connection failed.
    using Ask = std::function<std::vector<Reply>(const Pipeline &)>;

    FrameworkFinder();

    /// Looks at the name of a key.
    void see(const QByteArray &key);
    /// Asks for what the names alone do not say. `isWhole`: sets that list queues are asked for even if not seen.
    void confirm(const Ask &ask, bool isWhole);
    /// Looks at the elements of keys that are not known to be a framework's.
    void seeElements(const std::vector<ReadTemplate> &templates);
    /// Reads which parts there are, and completes what was found.
    void conclude(const Ask &ask);

    struct Found {
        PresetUse use;
        QString reason;
        double confidence = 0;
        std::vector<QByteArray> partKeys; ///< existing keys, if it is only a part
    };
    [[nodiscard]] const std::vector<Found> &found() const { return m_found; }
    /// Returns what was recognised but is not supported.
    [[nodiscard]] QStringList problems() const;
    /// Returns the index in found() of the collection to which the keys belong; nullopt: none, though they may be
    /// owned.
    [[nodiscard]] std::optional<std::size_t> collectionOf(const TemplateKeys &keys) const;
    [[nodiscard]] bool owns(const TemplateKeys &keys) const;
    /// True for an element that only a framework writes, such as a message of Celery.
    [[nodiscard]] static bool isElement(QByteArrayView element);

private:
    /// How a framework names a key: [prefix] before [queue] after.
    struct Pattern {
        Pattern(const Preset &of, QByteArrayView named);

        const Preset *preset;
        QByteArray text;
        bool hasPrefix, hasQueue;
        bool hasAnyPrefix; ///< prefixes other than the default are known by it
        QByteArray before, after;
        QByteArray usual; ///< the default prefix and `before`
        QByteArray around; ///< the join of a prefix, and `before`
        bool isRegistry = false;
        bool isProof = false; ///< of a key that ends with anything
    };
    struct Named {
        QByteArray prefix, queue;
    };
    struct Queue {
        QByteArray sign; ///< key that showed it; empty: the registry lists it
        bool isSure = false;
        QByteArray otherType{}; ///< type of its key if that is not the framework's
        [[nodiscard]] bool isListed() const { return sign.isEmpty(); }
        [[nodiscard]] bool isFound() const
        {
            return otherType.isEmpty() && (isListed() || isSure);
        } ///< if its framework is
    };
    /// A framework with a prefix.
    struct Base {
        bool isSure = false;
        std::set<QByteArray> registries;
        QByteArray sibling{}; ///< key of the framework's second part that showed it
        std::map<QByteArray, Queue> queues;
    };
    /// Keys of a framework.
    struct Own {
        QByteArray glob;
        std::size_t collection; ///< index into m_found
    };

    static std::optional<Named> namedBy(const Pattern &pattern, const QByteArray &key);
    Base *base(const Preset &preset, const QByteArray &prefix);
    void addQueue(const Preset &preset, const QByteArray &prefix, const QByteArray &name, const Queue &queue);
    void readRegistries(const Ask &ask);
    void askForFurtherKeys(const Ask &ask);
    class Judgement;
    void askForTypes(const Ask &ask);
    void seeSibling(const Preset &preset, const QByteArray &key);
    void addSiblings();
    void addFound(const Preset &preset, const QByteArray &prefix, const QByteArray &queue, const QString &part,
                  const QString &reason, std::vector<QByteArray> partKeys = {});
    void listOwn();
    [[nodiscard]] const Own *ownOf(const TemplateKeys &keys) const;

    std::vector<Pattern> m_patterns;
    std::map<std::pair<const Preset *, QByteArray>, Base> m_bases;
    std::size_t m_queueCount = 0;
    std::map<const Preset *, std::size_t> m_doubtfulCounts; ///< queues that need further keys
    std::map<std::pair<const Preset *, QByteArray>, QByteArray> m_proofs; ///< keys seen, by their prefixes
    std::vector<Found> m_found;
    std::vector<Own> m_own; ///< those of queues first
};

} // namespace plimsoll::redis
