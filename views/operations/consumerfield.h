// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/operation.h"
#include "redis/types/streaminfo.h"

#include <QComboBox>

namespace plimsoll::views {

/// Who reads in a consumer group, as a page has it on screen: what a dialog before that page offers. GUI thread.
class KnownConsumers final : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    void set(std::size_t collection, const QByteArray &group, const std::vector<StreamConsumer> &consumers);
    /// Of that group, or of the one on screen where the request is about each; who asked last stands first.
    [[nodiscard]] std::vector<StreamConsumer> of(const OperationRequest &request) const;

private:
    std::size_t m_collection = 0;
    QByteArray m_group;
    std::vector<StreamConsumer> m_consumers;
};

/// The name of a consumer, typed or chosen from those that are known, each with what it does. GUI thread.
class ConsumerField final : public QComboBox {
    Q_OBJECT

public:
    ConsumerField(const OperationRequest &request, QWidget *parent);
};

} // namespace plimsoll::views
