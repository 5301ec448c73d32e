// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QString>

namespace plimsoll {

/// Iterates over the tokens of JSON text without validating it: the text may be truncated or invalid. Value.
class JsonTokens {
public:
    explicit JsonTokens(QByteArray json) : m_json(std::move(json)) { }

    /// Returns the next token, empty at the end.
    QByteArrayView next();
    /// Bounds of the last token.
    [[nodiscard]] qsizetype start() const { return m_start; }
    [[nodiscard]] qsizetype end() const { return m_at; }
    /// Start of the next token.
    [[nodiscard]] qsizetype pastSpace() const;
    /// First character of the next token; '\0' at the end.
    [[nodiscard]] char peek() const;

    /// Skips from after an opening bracket to after its closing one; returns the number of values between them.
    qsizetype skipContainer();
    /// Skips from after the ':' of a field to the next ',' or the closing bracket of its object.
    void skipValue();

private:
    QByteArray m_json; ///< shared, not copied
    qsizetype m_at = 0;
    qsizetype m_start = 0;
};

/// Returns the name of a field without escapes: "c\u0061rd" is "card".
QString fieldName(QByteArrayView quoted);

} // namespace plimsoll
