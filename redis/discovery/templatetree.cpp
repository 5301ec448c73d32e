// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/discovery/templatetree.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <utility>

namespace plimsoll::redis {

namespace {

constexpr qsizetype longestKeptValue = 256; ///< bytes; longer ones are not kept
constexpr qsizetype longestSample = 1024;
/// Mark of an edge by any word; other edges begin with their class.
constexpr char anyWord = '*';

char markOf(PartClass partClass)
{
    return static_cast<char>('A' + static_cast<char>(partClass));
}

void writeEdge(QByteArray &out, char mark, QByteArrayView lead, QByteArrayView word)
{
    out.resize(0);
    out += mark;
    out += static_cast<char>(std::min<qsizetype>(lead.size(), 255));
    out += lead.first(std::min<qsizetype>(lead.size(), 255));
    out += word;
}

QByteArray edge(char mark, QByteArrayView lead, QByteArrayView word)
{
    QByteArray out;
    writeEdge(out, mark, lead, word);
    return out;
}

QByteArray edgeOf(const KeyPart &part)
{
    const bool isWord = part.partClass == PartClass::Word;
    return edge(markOf(part.partClass), part.lead, isWord ? part.text : QByteArrayView());
}

QByteArrayView leadOf(const QByteArray &edge)
{
    return QByteArrayView(edge).sliced(2, static_cast<uchar>(edge[1]));
}

QByteArrayView wordOf(const QByteArray &edge)
{
    return QByteArrayView(edge).sliced(2 + static_cast<uchar>(edge[1]));
}

bool isLiteral(const QByteArray &edge)
{
    return edge[0] == markOf(PartClass::Word);
}

} // namespace

QByteArray TemplateKeys::text() const
{
    QByteArray out;
    for (const TemplatePart &part : parts) {
        out += part.lead;
        out += part.isVariable ? placeholderOf(part.partClass) : QByteArrayView(part.text);
    }
    return out;
}

QByteArray TemplateKeys::form() const
{
    QByteArray out;
    for (const TemplatePart &part : parts) {
        out += part.lead;
        out += part.isVariable || part.partClass != PartClass::Word ? placeholderOf(part.partClass)
                                                                    : QByteArrayView(part.text);
    }
    return out;
}

void TemplateTree::Values::add(QByteArrayView value)
{
    if (hasMore || std::find(list.begin(), list.end(), value) != list.end()) {
        return;
    }
    hasMore = list.size() >= mostValues || value.size() > longestKeptValue;
    if (!hasMore) {
        list.push_back(value.toByteArray());
    }
}

void TemplateTree::Values::add(const Values &other)
{
    for (const QByteArray &value : other.list) {
        add(value);
    }
    hasMore = hasMore || other.hasMore;
}

void TemplateTree::OfType::add(TemplateKeys::Sample sample)
{
    const auto known = std::find_if(samples.begin(), samples.end(),
                                    [&sample](const TemplateKeys::Sample &one) { return one.key == sample.key; });
    if (known != samples.end()) {
        known->size = std::max(known->size, sample.size);
    } else if (samples.size() < mostSamples) {
        samples.push_back(std::move(sample));
    } else {
        const auto least = std::min_element(
            samples.begin(), samples.end(),
            [](const TemplateKeys::Sample &a, const TemplateKeys::Sample &b) { return a.size < b.size; });
        if (least->size < sample.size) {
            *least = std::move(sample);
        }
    }
}

int TemplateTree::Leaf::mainType() const
{
    const auto most = std::max_element(types.begin(), types.end(),
                                       [](const OfType &a, const OfType &b) { return a.asked < b.asked; });
    return most == types.end() ? -1 : most->type;
}

TemplateTree::OfType &TemplateTree::Leaf::of(int type)
{
    const auto known = std::find_if(types.begin(), types.end(), [type](const OfType &one) { return one.type == type; });
    if (known != types.end()) {
        return *known;
    }
    types.push_back({});
    types.back().type = type;
    return types.back();
}

TemplateTree::TemplateTree(std::function<bool(QByteArrayView)> isKept) : m_isKept(std::move(isKept))
{
    constexpr qsizetype usualEdge = 64;
    m_edge.reserve(usualEdge); // and so kept by resize()
    newNode();
}

int TemplateTree::typeIndex(const QByteArray &type)
{
    const auto known = std::find(m_types.begin(), m_types.end(), type);
    if (known != m_types.end()) {
        return static_cast<int>(known - m_types.begin());
    }
    m_types.push_back(type);
    return static_cast<int>(m_types.size()) - 1;
}

int TemplateTree::newNode()
{
    if (!m_freeNodes.empty()) {
        const int node = m_freeNodes.back();
        m_freeNodes.pop_back();
        return node;
    }
    m_nodes.emplace_back();
    return static_cast<int>(m_nodes.size()) - 1;
}

/// Returns the node with the leaf of a name; -1 if there is none yet. A word of its own is preferred to any word.
int TemplateTree::find(int node, const std::vector<KeyPart> &parts, std::size_t at) const
{
    const Node &here = m_nodes[static_cast<std::size_t>(node)];
    if (at == parts.size()) {
        return here.leaf >= 0 ? node : -1;
    }
    const auto childBy = [this, &here](char mark, QByteArrayView lead, QByteArrayView word) {
        writeEdge(m_edge, mark, lead, word);
        return here.children.value(m_edge, -1);
    };
    const KeyPart &part = parts[at];
    const bool isWord = part.partClass == PartClass::Word;
    const int own = childBy(markOf(part.partClass), part.lead, isWord ? part.text : QByteArrayView());
    int found = own < 0 ? -1 : find(own, parts, at + 1);
    if (found < 0 && isWord) {
        const int any = childBy(anyWord, part.lead, {});
        found = any < 0 || m_isKept(part.text) ? -1 : find(any, parts, at + 1);
    }
    return found >= 0 ? found : childBy(markOf(PartClass::Rest), {}, {});
}

/// Adds the nodes of a name.
int TemplateTree::insert(const std::vector<KeyPart> &parts)
{
    int node = 0;
    for (const KeyPart &part : parts) {
        const QByteArray by = edgeOf(part);
        const auto child = m_nodes[static_cast<std::size_t>(node)].children.constFind(by);
        if (child != m_nodes[static_cast<std::size_t>(node)].children.constEnd()) {
            node = *child;
            continue;
        }
        const int made = newNode();
        Node &parent = m_nodes[static_cast<std::size_t>(node)];
        parent.children.insert(by, made);
        parent.words += part.partClass == PartClass::Word && !m_isKept(part.text) ? 1 : 0;
        node = made;
    }
    Node &last = m_nodes[static_cast<std::size_t>(node)];
    if (last.leaf < 0) {
        if (m_freeLeaves.empty()) {
            m_leaves.emplace_back();
            last.leaf = static_cast<int>(m_leaves.size()) - 1;
        } else {
            last.leaf = m_freeLeaves.back();
            m_freeLeaves.pop_back();
        }
        m_leaves[static_cast<std::size_t>(last.leaf)].values.resize(parts.size());
        ++m_leafCount;
    }
    return node;
}

bool TemplateTree::add(const QByteArray &key)
{
    const std::vector<KeyPart> parts = splitKey(key);
    int node = find(0, parts, 0);
    if (node < 0) {
        node = insert(parts);
        int at = 0;
        for (std::size_t depth = 0; depth < parts.size(); ++depth) {
            const Node &here = m_nodes[static_cast<std::size_t>(at)];
            if (here.words >= here.collapseAt) {
                collapse(at, depth, {});
                break;
            }
            at = here.children.value(edgeOf(parts[depth]));
        }
        if (m_leafCount > mostTemplates) {
            shrink();
        }
        node = find(0, parts, 0);
        if (node < 0) {
            node = insert(parts);
        }
    }
    Leaf &leaf = m_leaves[static_cast<std::size_t>(m_nodes[static_cast<std::size_t>(node)].leaf)];
    ++leaf.count;
    for (std::size_t i = 0; i < std::min(parts.size(), leaf.values.size()); ++i) {
        if (parts[i].partClass != PartClass::Word || !leaf.values[i].list.empty()) {
            leaf.values[i].add(parts[i].text);
        }
    }
    return leaf.inRow < sameUntilSettled || leaf.count % settledOneIn == 0;
}

TemplateTree::Leaf *TemplateTree::leafOf(const QByteArray &key)
{
    const int node = find(0, splitKey(key), 0);
    return node < 0 ? nullptr : &m_leaves[static_cast<std::size_t>(m_nodes[static_cast<std::size_t>(node)].leaf)];
}

void TemplateTree::setType(const QByteArray &key, const QByteArray &type)
{
    Leaf *leaf = leafOf(key);
    if (leaf == nullptr) {
        return;
    }
    const int index = typeIndex(type);
    leaf->inRow = leaf->lastType == index ? leaf->inRow + 1 : 1;
    leaf->lastType = index;
    OfType &of = leaf->of(index);
    ++of.asked;
    if (key.size() <= longestSample) {
        of.add({key, -1});
    }
}

void TemplateTree::setSize(const QByteArray &key, const QByteArray &type, qint64 size)
{
    Leaf *leaf = leafOf(key);
    if (leaf == nullptr) {
        return;
    }
    OfType &of = leaf->of(typeIndex(type));
    ++of.sized;
    of.elements += size;
    if (key.size() <= longestSample) {
        of.add({key, size});
    }
}

void TemplateTree::remove(const QByteArray &key)
{
    if (Leaf *leaf = leafOf(key); leaf != nullptr) {
        --leaf->count;
    }
}

/// Visits the leaves below a node. As a shape, words on the way that may vary are the same.
void TemplateTree::forEachLeaf(int node, const QByteArray &path, bool isShape,
                               const std::function<void(const QByteArray &, int)> &visit) const
{
    const Node &here = m_nodes[static_cast<std::size_t>(node)];
    if (here.leaf >= 0) {
        visit(path, here.leaf);
    }
    for (auto child = here.children.begin(); child != here.children.end(); ++child) {
        const bool isSame = isShape && isLiteral(child.key()) && !m_isKept(wordOf(child.key()));
        forEachLeaf(child.value(), path + (isSame ? edge(anyWord, leadOf(child.key()), {}) : child.key()), isShape,
                    visit);
    }
}

/// Makes words variable at a node where enough of them lead to keys of the same name and type.
void TemplateTree::collapse(int node, std::size_t depth, const Rules &rules)
{
    struct Group {
        std::vector<QByteArray> edges;
        std::size_t leaves = 0;
        bool isVariable = false; ///< other words lead there already
    };
    QHash<QByteArray, Group> groups;
    const QHash<QByteArray, int> children = m_nodes[static_cast<std::size_t>(node)].children;
    for (auto child = children.begin(); child != children.end(); ++child) {
        if (child.key()[0] == anyWord) {
            forEachLeaf(child.value(), child.key(), rules.isByShape, [&](const QByteArray &path, int leaf) {
                const int type = m_leaves[static_cast<std::size_t>(leaf)].mainType();
                groups[path + static_cast<char>(type)].isVariable = type >= 0;
            });
            continue;
        }
        if (!isLiteral(child.key()) || m_isKept(wordOf(child.key())) || wordOf(child.key()).isEmpty()) {
            continue;
        }
        const QByteArray lead = edge(anyWord, leadOf(child.key()), {});
        forEachLeaf(child.value(), lead, rules.isByShape, [&](const QByteArray &path, int leaf) {
            const int type = m_leaves[static_cast<std::size_t>(leaf)].mainType();
            if (type < 0) {
                return; // not known yet
            }
            Group &group = groups[path + static_cast<char>(type)];
            ++group.leaves;
            if (group.edges.empty() || group.edges.back() != child.key()) {
                group.edges.push_back(child.key());
            }
        });
    }
    std::set<QByteArray> merged;
    for (const Group &group : std::as_const(groups)) {
        if (group.isVariable || (group.edges.size() >= rules.same && group.leaves >= rules.fewest)) {
            merged.insert(group.edges.begin(), group.edges.end());
        }
    }
    for (const QByteArray &by : merged) {
        const QByteArray any = edge(anyWord, leadOf(by), {});
        if (!m_nodes[static_cast<std::size_t>(node)].children.contains(any)) {
            const int made = newNode();
            m_nodes[static_cast<std::size_t>(node)].children.insert(any, made);
        }
        Node &here = m_nodes[static_cast<std::size_t>(node)];
        const int from = here.children.take(by);
        --here.words;
        mergeInto(from, here.children.value(any), depth, wordOf(by).toByteArray());
    }
    Node &here = m_nodes[static_cast<std::size_t>(node)];
    here.collapseAt = std::max(2 * here.words, 2 * static_cast<int>(sameUntilVariable));
}

/// Moves everything below `from` below `to`, where the part at `depth` varies; `value` is the one it had.
void TemplateTree::mergeInto(int from, int to, std::size_t depth, const QByteArray &value)
{
    Node moved = std::exchange(m_nodes[static_cast<std::size_t>(from)], Node{});
    m_freeNodes.push_back(from);
    if (moved.leaf >= 0) {
        m_leaves[static_cast<std::size_t>(moved.leaf)].values[depth].add(value);
        int &own = m_nodes[static_cast<std::size_t>(to)].leaf;
        if (own < 0) {
            own = moved.leaf;
        } else {
            mergeLeaf(moved.leaf, own);
        }
    }
    for (auto child = moved.children.begin(); child != moved.children.end(); ++child) {
        Node &target = m_nodes[static_cast<std::size_t>(to)];
        const auto known = target.children.constFind(child.key());
        if (known != target.children.constEnd()) {
            mergeInto(child.value(), *known, depth, value);
        } else {
            target.children.insert(child.key(), child.value());
            target.words += isLiteral(child.key()) && !m_isKept(wordOf(child.key())) ? 1 : 0;
            addValue(child.value(), depth, value);
        }
    }
}

void TemplateTree::addValue(int node, std::size_t depth, const QByteArray &value)
{
    const Node &here = m_nodes[static_cast<std::size_t>(node)];
    if (here.leaf >= 0) {
        m_leaves[static_cast<std::size_t>(here.leaf)].values[depth].add(value);
    }
    for (const int child : here.children) {
        addValue(child, depth, value);
    }
}

void TemplateTree::mergeLeaf(int from, int to)
{
    Leaf moved = std::exchange(m_leaves[static_cast<std::size_t>(from)], Leaf{});
    m_freeLeaves.push_back(from);
    --m_leafCount;
    Leaf &target = m_leaves[static_cast<std::size_t>(to)];
    target.count += moved.count;
    for (const OfType &type : moved.types) {
        OfType &own = target.of(type.type);
        own.asked += type.asked;
        own.sized += type.sized;
        own.elements += type.elements;
        for (const TemplateKeys::Sample &sample : type.samples) {
            own.add(sample);
        }
    }
    target.inRow = target.lastType == moved.lastType ? target.inRow + moved.inRow : 0;
    for (std::size_t i = 0; i < std::min(target.values.size(), moved.values.size()); ++i) {
        target.values[i].add(moved.values[i]);
    }
}

/// Collapses a node, then those below it.
void TemplateTree::settle(int node, std::size_t depth, const Rules &rules)
{
    const Node &here = m_nodes[static_cast<std::size_t>(node)];
    const bool hasVariable = std::any_of(here.children.keyBegin(), here.children.keyEnd(),
                                         [](const QByteArray &by) { return by[0] == anyWord; });
    if (static_cast<std::size_t>(here.words) >= rules.same || (hasVariable && here.words > 0)) {
        collapse(node, depth, rules);
    }
    const QHash<QByteArray, int> children = m_nodes[static_cast<std::size_t>(node)].children;
    for (const int child : children) {
        settle(child, depth + 1, rules);
    }
}

/// Merges templates, the more similar ones first, until there is room for new ones.
void TemplateTree::shrink()
{
    constexpr std::size_t room = mostTemplates / 2;
    static constexpr std::array steps{Rules{sameUntilVariable, false, 0}, Rules{sameUntilVariable, true, 0},
                                      Rules{8, false, 0}, Rules{8, true, 0}, Rules{3, true, 0}};
    for (const Rules &rules : steps) {
        settle(0, 0, rules);
        settle(0, 0, {rules.same, false, 0}); // what was merged by shape has new siblings
        if (m_leafCount <= room) {
            return;
        }
    }
    for (const std::size_t most : {12, 8, 6, 4, 3, 2, 1, 0}) {
        cutOff(0, 0, most);
        if (m_leafCount <= room) {
            return;
        }
    }
}

/// Replaces everything below a depth by one template.
void TemplateTree::cutOff(int node, std::size_t depth, std::size_t most)
{
    const QHash<QByteArray, int> children = m_nodes[static_cast<std::size_t>(node)].children;
    if (depth < most) {
        for (const int child : children) {
            cutOff(child, depth + 1, most);
        }
        return;
    }
    const QByteArray by = edge(markOf(PartClass::Rest), {}, {});
    if (children.isEmpty() || (children.size() == 1 && children.contains(by))) {
        return;
    }
    const int rest = newNode();
    m_nodes[static_cast<std::size_t>(node)].children = {{by, rest}};
    m_nodes[static_cast<std::size_t>(node)].words = 0;
    std::vector<int> below(children.begin(), children.end());
    while (!below.empty()) {
        const int next = below.back();
        below.pop_back();
        const Node gone = std::exchange(m_nodes[static_cast<std::size_t>(next)], Node{});
        m_freeNodes.push_back(next);
        below.insert(below.end(), gone.children.begin(), gone.children.end());
        int &own = m_nodes[static_cast<std::size_t>(rest)].leaf;
        if (gone.leaf >= 0) {
            m_leaves[static_cast<std::size_t>(gone.leaf)].values.resize(depth + 1);
            m_leaves[static_cast<std::size_t>(gone.leaf)].values[depth] = Values{{}, true};
        }
        if (own < 0) {
            own = gone.leaf;
        } else if (gone.leaf >= 0) {
            mergeLeaf(gone.leaf, own);
        }
    }
}

void TemplateTree::write(int node, std::vector<TemplatePart> &parts, std::vector<TemplateKeys> &to) const
{
    const Node &here = m_nodes[static_cast<std::size_t>(node)];
    if (here.leaf >= 0) {
        const Leaf &leaf = m_leaves[static_cast<std::size_t>(here.leaf)];
        std::vector<TemplatePart> own = parts;
        for (std::size_t i = 0; i < std::min(own.size(), leaf.values.size()); ++i) {
            const Values &values = leaf.values[i];
            if (own[i].isVariable && values.list.size() == 1 && !values.hasMore) {
                own[i].text = values.list.front();
                own[i].isVariable = false;
            } else if (own[i].isVariable) {
                own[i].values = values.list;
                own[i].hasMoreValues = values.hasMore;
            }
        }
        qint64 asked = 0;
        for (const OfType &type : leaf.types) {
            asked += type.asked;
        }
        const int main = leaf.mainType();
        if (main < 0 && leaf.count > 0) {
            to.push_back({own, {}, leaf.count, {}, 0, 0, 0}); // no key was asked for its type
        }
        for (const OfType &type : leaf.types) {
            const qint64 others = type.type == main ? std::max<qint64>(0, leaf.count - asked) : 0;
            TemplateKeys keys{own,
                              m_types[static_cast<std::size_t>(type.type)],
                              type.asked + others,
                              type.samples,
                              type.asked,
                              type.elements,
                              type.sized};
            std::stable_sort(keys.samples.begin(), keys.samples.end(),
                             [](const TemplateKeys::Sample &a, const TemplateKeys::Sample &b) {
                                 return a.size != b.size ? a.size > b.size : a.key < b.key;
                             });
            to.push_back(std::move(keys));
        }
    }
    for (auto child = here.children.begin(); child != here.children.end(); ++child) {
        const bool isAny = child.key()[0] == anyWord;
        TemplatePart part;
        part.lead = leadOf(child.key()).toByteArray();
        part.text = wordOf(child.key()).toByteArray();
        part.partClass = isAny ? PartClass::Word : static_cast<PartClass>(child.key()[0] - 'A');
        part.isVariable = isAny || part.partClass != PartClass::Word;
        parts.push_back(part);
        write(child.value(), parts, to);
        parts.pop_back();
    }
}

std::vector<TemplateKeys> TemplateTree::finish()
{
    constexpr std::size_t fewestOfShape = 256;
    settle(0, 0, {});
    settle(0, 0, {2 * sameUntilVariable, true, fewestOfShape});
    settle(0, 0, {});
    std::vector<TemplatePart> parts;
    std::vector<TemplateKeys> all;
    write(0, parts, all);
    std::sort(all.begin(), all.end(), [](const TemplateKeys &a, const TemplateKeys &b) {
        const QByteArray one = a.text();
        const QByteArray other = b.text();
        return one != other ? one < other : a.type < b.type;
    });
    return all;
}

} // namespace plimsoll::redis
