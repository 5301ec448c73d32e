// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/discovery/keyparts.h"

#include <QByteArray>
#include <QHash>

#include <functional>
#include <optional>
#include <vector>

namespace plimsoll::redis {

/// One part of a template.
struct TemplatePart {
    QByteArray lead; ///< separators before it
    QByteArray text; ///< if it does not vary
    PartClass partClass = PartClass::Word;
    bool isVariable = false;
    std::vector<QByteArray> values; ///< distinct values seen, if it varies; at most TemplateTree::mostValues
    bool hasMoreValues = false;
};

/// The keys of one template that hold one type.
struct TemplateKeys {
    std::vector<TemplatePart> parts;
    QByteArray type; ///< as TYPE says it; empty if the user may not ask
    qint64 count = 0; ///< keys
    struct Sample {
        QByteArray key;
        qint64 size = -1; ///< elements, or bytes of a string; -1: unknown
    };
    std::vector<Sample> samples; ///< the largest of the keys asked, largest first; all of them if there are only a few
    qint64 asked = 0; ///< keys whose type was asked
    qint64 elements = 0; ///< sum of the sizes of `sized` keys
    qint64 sized = 0;

    /// The template as text: "session:{uuid}". A part that has one value only is that value.
    [[nodiscard]] QByteArray text() const;
    /// The same with a placeholder for that part too, so that it is equal when there are more.
    [[nodiscard]] QByteArray form() const;
};

/// Generalises names of keys to templates. Parts of a class (KeyPart) are variable at once; a word becomes variable
/// when enough of its siblings lead to the same keys, such as the names of tenants. Memory is bounded by the number of
/// templates, at most mostTemplates: beyond that, similar templates are merged and long ones truncated. Counts are
/// exact. A value for one thread.
class TemplateTree final {
public:
    static constexpr std::size_t mostTemplates = 10'000;
    static constexpr std::size_t mostValues = 32; ///< values kept of one variable part
    static constexpr std::size_t mostSamples = 16; ///< keys kept of one template and type
    static constexpr int sameUntilSettled = 32; ///< keys of one type until the type of a template is settled
    static constexpr int settledOneIn = 16; ///< share of the further keys whose type is asked
    static constexpr std::size_t sameUntilVariable = 24; ///< siblings that lead to the same keys

    /// `isKept`: words that are never variable, such as the names of roles.
    explicit TemplateTree(std::function<bool(QByteArrayView word)> isKept);

    /// Counts a key. Returns true if its type should be asked.
    bool add(const QByteArray &key);
    /// Records the type of a key that was counted; empty if the user may not ask.
    void setType(const QByteArray &key, const QByteArray &type);
    void setSize(const QByteArray &key, const QByteArray &type, qint64 size);
    /// Takes back a key that is gone.
    void remove(const QByteArray &key);

    [[nodiscard]] std::size_t templateCount() const { return m_leafCount; }
    /// Merges what is similar and returns all templates, one entry for each type.
    std::vector<TemplateKeys> finish();

private:
    struct Values {
        std::vector<QByteArray> list;
        bool hasMore = false;
        void add(QByteArrayView value);
        void add(const Values &other);
    };
    struct OfType {
        int type = 0; ///< index into m_types
        qint64 asked = 0, sized = 0, elements = 0;
        std::vector<TemplateKeys::Sample> samples;
        void add(TemplateKeys::Sample sample);
    };
    struct Leaf {
        qint64 count = 0;
        int lastType = -1;
        int inRow = 0; ///< keys of lastType, one after the other
        std::vector<OfType> types;
        std::vector<Values> values; ///< one for each part; empty for words that do not vary
        [[nodiscard]] int mainType() const;
        OfType &of(int type);
    };
    struct Node {
        QHash<QByteArray, int> children; ///< children by the text of the edge
        int leaf = -1;
        int words = 0; ///< children by a word that may become variable
        int collapseAt = 2 * static_cast<int>(sameUntilVariable);
    };
    struct Rules {
        std::size_t same = sameUntilVariable;
        bool isByShape = false; ///< words further on need not be the same
        std::size_t fewest = 0; ///< templates below a node
    };

    int typeIndex(const QByteArray &type);
    int newNode();
    [[nodiscard]] int find(int node, const std::vector<KeyPart> &parts, std::size_t at) const;
    int insert(const std::vector<KeyPart> &parts);
    Leaf *leafOf(const QByteArray &key);
    void collapse(int node, std::size_t depth, const Rules &rules);
    void settle(int node, std::size_t depth, const Rules &rules);
    void forEachLeaf(int node, const QByteArray &path, bool isShape,
                     const std::function<void(const QByteArray &path, int leaf)> &visit) const;
    void mergeInto(int from, int to, std::size_t depth, const QByteArray &value);
    void addValue(int node, std::size_t depth, const QByteArray &value);
    void mergeLeaf(int from, int to);
    void shrink();
    void cutOff(int node, std::size_t depth, std::size_t most);
    void write(int node, std::vector<TemplatePart> &parts, std::vector<TemplateKeys> &to) const;

    std::function<bool(QByteArrayView)> m_isKept;
    std::vector<QByteArray> m_types;
    std::vector<Node> m_nodes;
    std::vector<Leaf> m_leaves;
    std::vector<int> m_freeNodes, m_freeLeaves;
    std::size_t m_leafCount = 0;
    mutable QByteArray m_edge; ///< buffer of find(), a member to reuse its memory
};

} // namespace plimsoll::redis
