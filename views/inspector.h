// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/page.h"

namespace plimsoll::views {

/// The panel on the right (F9): everything known of the selected element: fields of its record, attempts, error,
/// payload as highlighted JSON or hex, cut at 64 KiB with "load the rest". GUI thread.
class Inspector final : public QWidget {
    Q_OBJECT

public:
    explicit Inspector(const PageContext &context, QWidget *parent = nullptr);

    /// Shows what the row knows at once and asks for the rest. `redacted`: names of fields shown as "•••".
    void inspect(std::size_t collection, const Element &element, const QStringList &redacted);
    void clear();
    void answer(const BrowseResult &result);
    void setNow(std::chrono::milliseconds serverNow);

signals:
    void asked(quint64 id, std::size_t collection, const plimsoll::BrowseRequest::Query &query);

private:
    class Private;
    Private *m_private; ///< a child object
};

} // namespace plimsoll::views
