// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/operation.h"
#include "views/page/page.h"

#include <QWidget>

#include <optional>

class QPushButton;

namespace plimsoll::views {

class OfferAction;

/// Actions on a whole job: copy it as JSON, or edit it. GUI thread.
class JobTools final : public QWidget {
    Q_OBJECT

public:
    explicit JobTools(const PageContext &context, QWidget *parent = nullptr);

    /// Sets the job shown by the inspector. `field` is the field of the record that holds the payload; `cutAt` is the
    /// size at which the payload was cut, or 0.
    void setJob(const Place &place, const JobDetail &detail, const QByteArray &field, qint64 cutAt,
                const QString &outcome);

signals:
    void copyRequested();

private:
    PageContext m_context;
    QPushButton *m_edit;
    OfferAction *m_action;
};

} // namespace plimsoll::views
