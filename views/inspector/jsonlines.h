// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QSet>
#include <QString>
#include <QStringList>

#include <memory>
#include <vector>

/// Formats payloads as lines: JSON indented and folded, other text split into lines, bytes as hex.
namespace plimsoll::views {

struct PayloadLine {
    QString text;
    qsizetype container = -1; ///< offset in the JSON of the container that starts on this line; -1 if none
    bool folded = false;
};

/// Produces the lines of a payload on demand, so that ten megabytes are not laid out at once.
class LineSource {
public:
    LineSource() = default;
    virtual ~LineSource() = default;
    Q_DISABLE_COPY_MOVE(LineSource)

    /// Returns at least `count` more lines, fewer only at the end.
    virtual std::vector<PayloadLine> next(std::size_t count) = 0;
    [[nodiscard]] virtual bool atEnd() const = 0;
};

/// Formats JSON token by token, which keeps the order, the spelling of numbers and duplicate names that a parsed tree
/// would lose. Accepts a truncated document. Values of fields named in `redacted` show as "•••"; containers at the
/// offsets in `folded` show as one line.
std::unique_ptr<LineSource> jsonLines(const QByteArray &json, const QStringList &redacted,
                                      const QSet<qsizetype> &folded);
/// Formats offset, bytes and characters: "000010  7b 22 61 22 3a 31 7d 0a  {"a":1}.".
std::unique_ptr<LineSource> hexLines(const QByteArray &bytes);
/// Splits text into lines and breaks long ones: the editor takes seconds to lay out a line of 1 MB. Invisible and
/// bidirectional control characters are escaped.
std::unique_ptr<LineSource> textLines(const QByteArray &text);

/// Returns the offsets of the containers below the second level of a long document, which are initially folded.
QSet<qsizetype> foldedAtFirst(const QByteArray &json);
/// Returns true for a JSON document or, with `cut`, the beginning of one.
bool looksLikeJson(const QByteArray &bytes, bool cut);

} // namespace plimsoll::views
