// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <initializer_list>
#include <utility>
#include <vector>

namespace plimsoll::app {

/// Writes HTML that is well-formed XML, too. Whatever text and attributes hold is shown, never obeyed: they go in here,
/// and here alone are they escaped.
class Html final {
public:
    using Attributes = std::initializer_list<std::pair<const char *, QString>>;

    void begin(const char *tag, Attributes attributes = {});
    void end(); ///< of the innermost that is open
    /// An element that never has anything in it.
    void empty(const char *tag, Attributes attributes = {});
    void text(const QString &text);
    void element(const char *tag, Attributes attributes, const QString &text);
    void element(const char *tag, const QString &text) { element(tag, {}, text); }
    /// As it is: what is ours, and holds nothing foreign.
    void raw(QByteArrayView ours);

    /// All of it, once everything is ended.
    [[nodiscard]] const QByteArray &document() const { return m_out; }

private:
    void tag(const char *name, Attributes attributes);

    QByteArray m_out;
    std::vector<const char *> m_open;
};

} // namespace plimsoll::app
