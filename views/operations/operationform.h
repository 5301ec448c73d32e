// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/operation.h"

#include <QWidget>

class QButtonGroup;
class QCheckBox;
class QComboBox;
class QLineEdit;
class QPlainTextEdit;
class QRadioButton;
class QSpinBox;
class QVBoxLayout;

namespace plimsoll::views {

class ConsumerField;
class DurationField;
class EditForm;
class FieldMessage;

/// Tiers that requeued jobs can go to: keys of ready lists, or bands. `now`: server time, which determines the keys.
[[nodiscard]] std::vector<QByteArray> requeueTiers(const CollectionDefinition &definition,
                                                   std::chrono::milliseconds now);

/// First step of the dialog: the parameters of an action (how much to keep, for how long, target, consumer). GUI
/// thread.
class OperationForm final : public QWidget {
    Q_OBJECT

public:
    /// True if the request lacks a parameter that only the user can provide.
    [[nodiscard]] static bool isNeeded(const OperationRequest &request);

    /// `now`: server time, which determines the keys.
    OperationForm(const OperationRequest &request, std::chrono::milliseconds now, QWidget *parent);

    /// The request with what was entered.
    [[nodiscard]] OperationRequest request() const;
    /// Enough was entered to look what it concerns.
    [[nodiscard]] bool isComplete() const;

signals:
    void changed();

private:
    void buildTrim(QVBoxLayout *layout);
    void buildClaim(QVBoxLayout *layout);
    [[nodiscard]] QString claimQuestion() const;
    void buildLastId(QVBoxLayout *layout);
    [[nodiscard]] QByteArray lastId() const;
    void buildExpiry(QVBoxLayout *layout);
    void buildMove(QVBoxLayout *layout);
    void buildPriority(QVBoxLayout *layout);
    void buildAdd(QVBoxLayout *layout);
    void addDuration(QVBoxLayout *layout, const QString &label, std::chrono::seconds usual);
    QRadioButton *addChoice(QVBoxLayout *layout, const QString &text, const QString &name, QWidget *field);
    void addText(QVBoxLayout *layout, const QString &text);
    [[nodiscard]] std::vector<Element> members() const;
    [[nodiscard]] const CollectionDefinition &definition() const;

    OperationRequest m_request;
    std::chrono::milliseconds m_now;
    QButtonGroup *m_choices = nullptr;
    QRadioButton *m_byNumber = nullptr;
    QRadioButton *m_byAge = nullptr;
    QRadioButton *m_byBound = nullptr;
    QRadioButton *m_never = nullptr;
    QRadioButton *m_likeOthers = nullptr;
    QSpinBox *m_number = nullptr;
    DurationField *m_duration = nullptr;
    QComboBox *m_target = nullptr;
    QComboBox *m_band = nullptr; ///< band of the affected jobs
    QPlainTextEdit *m_members = nullptr;
    QCheckBox *m_archive = nullptr;
    QCheckBox *m_wholeNodes = nullptr;
    ConsumerField *m_consumer = nullptr;
    FieldMessage *m_consumerWarning = nullptr;
    QRadioButton *m_toConsumer = nullptr;
    QLineEdit *m_lastId = nullptr;
    QRadioButton *m_behindId = nullptr;
    QRadioButton *m_fromStart = nullptr;
    EditForm *m_edit = nullptr;
};

} // namespace plimsoll::views
