// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/text/jobedit.h"
#include "views/operations/operationform.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QPlainTextEdit;

namespace plimsoll::views {

/// Form to edit a job's payload or one field of its record, and optionally requeue the job. GUI thread.
class EditForm final : public OperationForm {
    Q_OBJECT

public:
    EditForm(const OperationRequest &request, std::chrono::milliseconds now, QWidget *parent);

    /// Something was changed, and it can be what it becomes.
    [[nodiscard]] bool isComplete() const override { return m_isComplete; }

protected:
    void fill(OperationRequest &request) const override;

private:
    void choose(int index);
    void judge();
    [[nodiscard]] const models::EditChoice &choice() const;

    models::EditChoices m_choices;
    QComboBox *m_which;
    QPlainTextEdit *m_text;
    QLabel *m_note; ///< error in the text
    QCheckBox *m_requeue;
    bool m_isComplete = false;
};

} // namespace plimsoll::views
