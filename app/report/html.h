// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <initializer_list>
#include <utility>
#include <vector>

namespace plimsoll::app {

/// Writes HTML that is also well-formed XML. Text and attributes are escaped here and only here, so their content is
/// shown and never interpreted.
class Html final {
public:
    using Attributes = std::initializer_list<std::pair<const char *, QString>>;

    void begin(const char *tag, Attributes attributes = {});
    void end(); ///< ends the innermost open element
    /// Writes an element without content.
    void empty(const char *tag, Attributes attributes = {});
    void text(const QString &text);
    void element(const char *tag, Attributes attributes, const QString &text);
    void element(const char *tag, const QString &text) { element(tag, {}, text); }
    /// Writes `ours` unescaped. It must not contain foreign text.
    void raw(QByteArrayView ours);

    /// The whole document; valid once all elements are ended.
    [[nodiscard]] const QByteArray &document() const { return m_out; }

private:
    void tag(const char *name, Attributes attributes);

    QByteArray m_out;
    std::vector<const char *> m_open;
};

} // namespace plimsoll::app
