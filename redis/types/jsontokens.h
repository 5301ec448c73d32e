// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QString>

namespace plimsoll {

/// Walks the tokens of JSON text without judging them: it may be cut off, or no JSON at all. Values alone.
class JsonTokens {
public:
    explicit JsonTokens(QByteArray json) : m_json(std::move(json)) { }

    /// Empty at the end.
    QByteArrayView next();
    /// Of the last one.
    [[nodiscard]] qsizetype start() const { return m_start; }
    [[nodiscard]] qsizetype end() const { return m_at; }
    /// Where the next one begins.
    [[nodiscard]] qsizetype pastSpace() const;
    /// What it begins with; '\0' at the end.
    [[nodiscard]] char peek() const;

    /// From just behind an opening bracket to just behind the one that closes it; how many values are between.
    qsizetype skipContainer();
    /// From just behind the ':' of a field to just before the next one, or the bracket that closes its object.
    void skipValue();

private:
    QByteArray m_json; ///< shared, not copied
    qsizetype m_at = 0;
    qsizetype m_start = 0;
};

/// The name of a field as it is meant: "c\u0061rd" is "card".
QString fieldName(QByteArrayView quoted);

} // namespace plimsoll
