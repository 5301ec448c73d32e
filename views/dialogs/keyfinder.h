// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/page/question.h"

#include <QByteArray>
#include <QObject>
#include <QTimer>

#include <functional>
#include <vector>

namespace plimsoll::views {

class ElidedLabel;

/// The keys of one role as they are typed, and what they may hold.
struct KeyQuestion {
    std::vector<QByteArray> templates;
    unsigned types = 0; ///< KeyType bits
    Named named = Named::Written; ///< how the role is written
};

/// What is there, in words.
struct KeyFinding {
    QString text;
    bool wrong = false; ///< something is there that the role cannot be
};

/// Has the keys of an editor looked up while a person types, and says under each field what is there. GUI thread.
class KeyFinder final : public QObject {
    Q_OBJECT

public:
    explicit KeyFinder(QObject *parent = nullptr);

    void clear();
    /// Under `label` stands what is at the keys that `question` gives.
    void add(ElidedLabel *label, std::function<KeyQuestion()> question);
    /// Asks once the person rests.
    void changed();
    /// One for each question; of an earlier question they are dropped.
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
