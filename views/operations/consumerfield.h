// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/operation.h"
#include "redis/types/streaminfo.h"

#include <QComboBox>
#include <QHash>

namespace plimsoll::views {

class OperationsService;

/// Consumers of a group as shown on a page; the page's dialogs offer them. GUI thread.
class KnownConsumers final : public QObject {
    Q_OBJECT

public:
    /// `operations`: tells whose requests were the window's own; null: none were.
    explicit KnownConsumers(const OperationsService *operations, QObject *parent = nullptr);

    /// `name`: of the collection. `staleAfter`: of the workspace, see StreamConsumer::isDead().
    void set(std::size_t collection, const QString &name, const StreamGroup &group, const StreamAnswer &answer,
             std::optional<std::chrono::milliseconds> staleAfter);
    /// Live consumers of the group on screen, except the request's own; most recently active first. Empty if the
    /// request names a different group.
    [[nodiscard]] std::vector<StreamConsumer> of(const OperationRequest &request) const;
    /// Of these, the one with the fewest entries that made a request within `staleAfter`, and that time; nullopt: none.
    /// A request while an operation of this window ran does not count: the server records one for a consumer that is
    /// given an entry.
    struct Proposal {
        StreamConsumer consumer;
        std::chrono::milliseconds within{};
    };
    [[nodiscard]] std::optional<Proposal> proposed(const OperationRequest &request) const;
    /// Dead consumer of that name; nullopt if there is no such consumer.
    [[nodiscard]] std::optional<StreamConsumer> deadOne(const OperationRequest &request, const QByteArray &name) const;
    /// Number of entries that the request is about: stale ones of the group, or those of its consumer. nullopt:
    /// unknown.
    [[nodiscard]] std::optional<qint64> entriesOf(const OperationRequest &request) const;

private:
    [[nodiscard]] bool isAbout(const OperationRequest &request) const;
    void noteRequests(const QString &name, const StreamAnswer &answer);

    const OperationsService *m_operations;
    QHash<QByteArray, std::chrono::milliseconds> m_active; ///< server time of the last request of their own
    std::chrono::milliseconds m_readAt{}; ///< server time of m_consumers
    std::size_t m_collection = 0;
    StreamGroup m_group;
    std::vector<StreamConsumer> m_consumers;
    std::optional<std::chrono::milliseconds> m_staleAfter;
};

/// The name of a consumer, typed or chosen from those that are known, each with what it does. GUI thread.
class ConsumerField final : public QComboBox {
    Q_OBJECT

public:
    ConsumerField(const OperationRequest &request, QWidget *parent);

    /// Says why the consumer in the field is proposed; empty: none is.
    [[nodiscard]] QString reason() const { return m_reason; }
    /// Warning about the name in the field; empty: none.
    [[nodiscard]] QString warning() const;
    /// Number of entries that are given away; nullopt: unknown.
    [[nodiscard]] std::optional<qint64> entries() const;

private:
    [[nodiscard]] QList<KnownConsumers *> known() const;

    OperationRequest m_request;
    QString m_reason;
};

} // namespace plimsoll::views
