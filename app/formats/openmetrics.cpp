// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/formats/snapshotformat.h"

#include "models/documents/numbertext.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <vector>

namespace plimsoll::app {

namespace {

/// Escapes a label value: only backslash, double quote and line feed.
QByteArray escapedLabel(QByteArray out)
{
    if (out.contains('\\') || out.contains('"') || out.contains('\n')) {
        out.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    }
    return out;
}

/// The output. Pieces are copied in place, because 10,000 collections have half a million pieces.
class Out {
public:
    void reserve(qsizetype more) { m_bytes.resize(std::max(m_bytes.size(), m_used + more)); }
    void add(QByteArrayView piece)
    {
        if (m_bytes.size() - m_used < piece.size()) {
            m_bytes.resize(2 * m_bytes.size() + piece.size());
        }
        std::copy(piece.begin(), piece.end(), m_bytes.data() + m_used);
        m_used += piece.size();
    }
    void add(double value)
    {
        if (std::isinf(value)) {
            add(value > 0 ? "+Inf" : "-Inf");
        } else {
            const models::NumberText text(value);
            add(QByteArrayView(text.view().data(), static_cast<qsizetype>(text.view().size())));
        }
    }
    [[nodiscard]] QByteArray take()
    {
        m_bytes.resize(m_used);
        return std::move(m_bytes);
    }

private:
    QByteArray m_bytes;
    qsizetype m_used = 0;
};

/// Converts "oldestReadyMs" to "oldestReadySeconds", because OpenMetrics requires base units.
QByteArray nameOf(const FigureSpec &figure)
{
    QByteArray name(figure.id.data(), figure.id.size());
    if (figure.unit == Unit::Duration && name.endsWith("Ms")) {
        name.chop(2);
        name += "Seconds";
    }
    return name;
}

/// `common` precedes the other labels: empty, or a label and a comma.
QByteArray labels(const QByteArray &common, const SnapshotLayout::Row &row)
{
    return common + "collection=\"" + escapedLabel(row.name.toUtf8()) + "\",kind=\""
        + QByteArray::fromRawData(row.kind->id.data(), row.kind->id.size()) + '"';
}

/// Line suffixes after the collection's labels, by figure; shared by all collections with the same table.
class FigureLabels {
public:
    struct Ends {
        std::vector<QByteArray> exact;
        std::vector<QByteArray> lower; ///< suffixes for lower bounds
    };
    const Ends &of(std::span<const FigureSpec> figures)
    {
        Ends &ends = m_ends[figures.data()];
        for (std::size_t i = ends.exact.size(); i < figures.size(); ++i) {
            const QByteArray name = ",figure=\"" + escapedLabel(nameOf(figures[i])) + '"';
            ends.exact.push_back(name + "} ");
            ends.lower.push_back(name + ",bound=\"lower\"} ");
        }
        return ends;
    }

private:
    std::unordered_map<const FigureSpec *, Ends> m_ends;
};

/// Typical length of a line without the name of its collection.
constexpr qsizetype usualLine = 90;

void addCollections(Out &out, const QByteArray &common, const Snapshot &snapshot)
{
    qsizetype size = 0;
    for (const SnapshotLayout::Row &row : snapshot.layout->rows) {
        size += (row.name.size() + usualLine) * static_cast<qsizetype>(row.figures().size());
    }
    out.reserve(size);
    FigureLabels figureLabels;
    for (std::size_t at = 0; at < snapshot.size(); ++at) {
        const SnapshotLayout::Row &row = snapshot.layout->rows[at];
        const QByteArray start = "plimsoll_collection{" + labels(common, row);
        const FigureLabels::Ends &ends = figureLabels.of(row.figures());
        for (std::size_t i = 0; i < row.figures().size(); ++i) {
            const double value = snapshot.figure(at, static_cast<int>(i));
            if (isKnown(value)) {
                out.add(start);
                out.add((snapshot.isAtLeast(at, static_cast<int>(i)) ? ends.lower : ends.exact)[i]);
                out.add(row.figures()[i].unit == Unit::Duration ? value / 1000.0 : value);
                out.add("\n");
            }
        }
    }
}

/// Numbers that alert rules compare with: unknown came later, and lies between its neighbours.
double levelOf(State state)
{
    return state == State::Unknown ? 0.5 : stateNumber(state);
}

/// A snapshot of a document of several.
struct Part {
    QByteArray common; ///< a label and a comma, or empty
    const Snapshot *snapshot;
};

void addPollSeconds(Out &out, const Part &part)
{
    out.add("plimsoll_poll_seconds");
    if (!part.common.isEmpty()) {
        out.add("{" + part.common.chopped(1) + "}");
    }
    out.add(" ");
    out.add(static_cast<double>(part.snapshot->pollTime.count()) / 1e6);
    out.add("\n");
}

void addFamilies(Out &out, std::span<const Part> parts)
{
    out.add("# TYPE plimsoll_collection gauge\n"
            "# HELP plimsoll_collection A figure of a collection; durations in seconds.\n");
    for (const Part &part : parts) {
        addCollections(out, part.common, *part.snapshot);
    }
    out.add("# TYPE plimsoll_collection_state gauge\n"
            "# HELP plimsoll_collection_state 0 ok, 0.5 unknown, 1 warning, 2 critical, 3 error.\n");
    for (const Part &part : parts) {
        for (std::size_t at = 0; at < part.snapshot->size(); ++at) {
            out.add("plimsoll_collection_state{" + labels(part.common, part.snapshot->layout->rows[at]) + "} ");
            out.add(levelOf(part.snapshot->rows[at].state));
            out.add("\n");
        }
    }
    out.add("# TYPE plimsoll_poll_seconds gauge\n"
            "# UNIT plimsoll_poll_seconds seconds\n"
            "# HELP plimsoll_poll_seconds How long the poll took.\n");
    for (const Part &part : parts) {
        addPollSeconds(out, part);
    }
}

} // namespace

QByteArray snapshotOpenMetrics(const Snapshot &snapshot)
{
    Out out;
    const Part part{{}, &snapshot};
    addFamilies(out, {&part, 1});
    out.add("# EOF\n");
    return out.take();
}

QByteArray watchedOpenMetrics(std::span<const WatchedSnapshot> watched)
{
    Out out;
    std::vector<Part> parts;
    Out up;
    for (const WatchedSnapshot &each : watched) {
        const QByteArray label = "workspace=\"" + escapedLabel(each.workspace.toUtf8()) + "\"";
        if (each.snapshot) {
            parts.push_back({watched.size() > 1 ? label + ',' : QByteArray(), each.snapshot.get()});
        }
        up.add("plimsoll_up{" + label + "} " + (each.snapshot ? "1\n" : "0\n"));
    }
    addFamilies(out, parts);
    out.add("# TYPE plimsoll_up gauge\n"
            "# HELP plimsoll_up Whether the last poll of a workspace was answered.\n");
    out.add(up.take());
    out.add("# EOF\n");
    return out.take();
}

} // namespace plimsoll::app
