// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/operation.h"

#include <QWidget>

class QButtonGroup;
class QRadioButton;
class QVBoxLayout;

namespace plimsoll::views {

class DurationField;

/// Tiers that requeued jobs can go to: keys of ready lists, or bands. `now`: server time, which determines the keys.
[[nodiscard]] std::vector<QByteArray> requeueTiers(const CollectionDefinition &definition,
                                                   std::chrono::milliseconds now);

/// First step of the dialog: the parameters of an action (how much to keep, for how long, target, consumer). Each
/// action that needs one has a class and a row in the source. GUI thread.
class OperationForm : public QWidget {
    Q_OBJECT

public:
    /// Returns the form for the parameters that the request lacks; null if it has all. `now`: server time, which
    /// determines the keys.
    [[nodiscard]] static OperationForm *make(const OperationRequest &request, std::chrono::milliseconds now,
                                             QWidget *parent);

    /// The request with what was entered.
    [[nodiscard]] OperationRequest request() const;
    /// Enough was entered to look what it concerns.
    [[nodiscard]] virtual bool isComplete() const { return true; }

signals:
    void changed();

protected:
    OperationForm(const OperationRequest &request, QWidget *parent);

    /// Sets what was entered.
    virtual void fill(OperationRequest &request) const = 0;

    [[nodiscard]] const OperationRequest &asked() const { return m_request; }
    [[nodiscard]] const CollectionDefinition &definition() const;
    [[nodiscard]] QVBoxLayout *column() const { return m_column; }
    void addText(const QString &text);
    /// Adds one of several choices, with a field that is enabled while it is chosen; null for none.
    QRadioButton *addChoice(const QString &text, const char *name, QWidget *field = nullptr);
    /// Adds a field next to its label.
    void addLine(const QString &label, QWidget *field);
    DurationField *makeDuration(const QString &accessible, std::chrono::seconds usual);

private:
    OperationRequest m_request;
    QVBoxLayout *m_column;
    QButtonGroup *m_choices = nullptr;
};

} // namespace plimsoll::views
