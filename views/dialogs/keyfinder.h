// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/page/question.h"

#include <QByteArray>
#include <QJsonObject>
#include <QObject>
#include <QTimer>

#include <functional>
#include <vector>

namespace plimsoll::views {

class ElidedLabel;

/// The key templates typed for one role, and the types it accepts.
struct KeyQuestion {
    std::vector<QByteArray> templates;
    unsigned types = 0; ///< KeyType bits
    Named named = Named::Written; ///< syntax of the role
    QJsonObject tried{}; ///< the collection, to try the record of its first job; empty for other roles
};

/// Text about the keys found.
struct KeyFinding {
    QString text;
    bool wrong = false; ///< true for a key of an unsuitable type
};

/// Looks up the keys of an editor during typing and shows the findings below each field. GUI thread.
class KeyFinder final : public QObject {
    Q_OBJECT

public:
    explicit KeyFinder(QObject *parent = nullptr);

    void clear();
    /// Adds a label that shows the findings for the keys returned by `question`.
    void add(ElidedLabel *label, std::function<KeyQuestion()> question);
    /// Asks after a pause in typing.
    void changed();
    /// Shows one finding per question; replies to earlier queries are dropped.
    void show(quint64 id, const std::vector<KeyFinding> &findings);

signals:
    void asked(quint64 id, const std::vector<plimsoll::views::KeyQuestion> &questions);

private:
    struct Field {
        ElidedLabel *label = nullptr;
        std::function<KeyQuestion()> question;
    };

    void ask();

    std::vector<Field> m_fields;
    QTimer m_rest;
    Newest m_newest;
};

} // namespace plimsoll::views
