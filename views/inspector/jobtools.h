// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/operation.h"
#include "views/page/page.h"

#include <QWidget>

#include <optional>

class QPushButton;

namespace plimsoll::views {

class OfferAction;

/// What can be done with one job as a whole: copy all of it as JSON, or edit it. GUI thread.
class JobTools final : public QWidget {
    Q_OBJECT

public:
    explicit JobTools(const PageContext &context, QWidget *parent = nullptr);

    /// What the inspector shows. `field`: the record's field that is its payload; `cutAt`: where what was read was cut,
    /// 0: nowhere.
    void setJob(const Place &place, const JobDetail &detail, const QByteArray &field, qint64 cutAt,
                const QString &fate);

signals:
    void copyRequested();

private:
    PageContext m_context;
    QPushButton *m_edit;
    OfferAction *m_action;
};

} // namespace plimsoll::views
