// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/redaction.h"

#include <QByteArray>
#include <QStringList>

namespace plimsoll::redis {

/// Search text, with ASCII letters in lower case. Redacted fields are not searched: repeated searches would reveal
/// their values.
class SearchText {
public:
    SearchText(const QByteArray &text, const CollectionDefinition &definition)
        : m_text(text.toLower()), m_hidden(redactedFields(definition))
    {
    }
    [[nodiscard]] bool isIn(const QByteArray &bytes) const
    {
        return redactedJson(bytes, m_hidden).toLower().contains(m_text);
    }
    /// In the name, in the value, or in both as rows show them: "order=4711".
    [[nodiscard]] bool isInField(const QByteArray &name, const QByteArray &value) const
    {
        return !hides(name) && (name + '=' + redactedJson(value, m_hidden)).toLower().contains(m_text);
    }
    [[nodiscard]] bool hides(const QByteArray &field) const { return m_hidden.contains(QString::fromUtf8(field)); }

private:
    QByteArray m_text;
    QStringList m_hidden;
};

} // namespace plimsoll::redis
