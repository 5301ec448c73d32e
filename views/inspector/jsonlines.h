// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QSet>
#include <QString>
#include <QStringList>

#include <memory>
#include <vector>

/// Payloads as lines for reading: JSON laid out and folded, other text cut to lines, bytes as hex.
namespace plimsoll::views {

struct PayloadLine {
    QString text;
    qsizetype container = -1; ///< where in the JSON the container that begins on this line begins; -1: none does
    bool folded = false;
};

/// Lines of one payload, a few at a time, so that ten megabytes need not be laid out at once.
class LineSource {
public:
    LineSource() = default;
    virtual ~LineSource() = default;
    Q_DISABLE_COPY_MOVE(LineSource)

    /// At least `count` more lines; fewer only at the end.
    virtual std::vector<PayloadLine> next(std::size_t count) = 0;
    [[nodiscard]] virtual bool atEnd() const = 0;
};

/// Lays JSON out as it stands: order, spelling of numbers and doubled names are kept, which a parser that builds a tree
/// would lose. Works on the beginning of a document too, since payloads are cut. Values of fields named in `redacted`
/// show as "•••". `folded`: positions of containers that show as one line.
std::unique_ptr<LineSource> jsonLines(const QByteArray &json, const QStringList &redacted,
                                      const QSet<qsizetype> &folded);
/// Offset, bytes, characters: "000010  7b 22 61 22 3a 31 7d 0a  {"a":1}.".
std::unique_ptr<LineSource> hexLines(const QByteArray &bytes);
/// Text as its lines, long ones broken: a line of a megabyte would take the editor seconds to lay out. What nobody
/// would see, or what turns text round, is written out.
std::unique_ptr<LineSource> textLines(const QByteArray &text);

/// Positions of the containers that are better folded at first, in a long document: those inside the first two levels.
QSet<qsizetype> foldedAtFirst(const QByteArray &json);
/// Whether it is worth laying out: a document, or with `cut` the beginning of one.
bool looksLikeJson(const QByteArray &bytes, bool cut);

} // namespace plimsoll::views
