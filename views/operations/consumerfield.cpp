// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/operations/consumerfield.h"

#include "models/text/format.h"
#include "redis/types/elementstate.h"
#include "views/page/operationsservice.h"
#include "views/theme/px.h"

#include <QLineEdit>
#include <QVariant>

#include <algorithm>
#include <utility>

namespace plimsoll::views {

KnownConsumers::KnownConsumers(const OperationsService *operations, QObject *parent)
    : QObject(parent), m_operations(operations)
{
}

void KnownConsumers::set(std::size_t collection, const QString &name, const StreamGroup &group,
                         const StreamAnswer &answer, std::optional<std::chrono::milliseconds> staleAfter)
{
    if (collection != m_collection || group.name != m_group.name) {
        m_active.clear();
    }
    noteRequests(name, answer);
    m_staleAfter = staleAfter;
    m_collection = collection;
    m_group = group;
    m_consumers = answer.consumers;
    std::stable_sort(m_consumers.begin(), m_consumers.end(),
                     [](const StreamConsumer &a, const StreamConsumer &b) { return a.idle < b.idle; });
}

/// Consumers keep the request that was known before an operation of this window touched them.
void KnownConsumers::noteRequests(const QString &name, const StreamAnswer &answer)
{
    QHash<QByteArray, std::chrono::milliseconds> active;
    for (const StreamConsumer &one : answer.consumers) {
        const std::chrono::milliseconds last = answer.readAt - one.idle;
        if (m_operations == nullptr || !m_operations->wasRunning(name, last)) {
            active.insert(one.name, last);
        } else if (const auto before = m_active.constFind(one.name); before != m_active.constEnd()) {
            active.insert(one.name, *before);
        }
    }
    m_active = std::move(active);
    m_readAt = answer.readAt;
}

bool KnownConsumers::isAbout(const OperationRequest &request) const
{
    return request.collection == m_collection && (request.group.isEmpty() || request.group == m_group.name);
}

std::optional<StreamConsumer> KnownConsumers::deadOne(const OperationRequest &request, const QByteArray &name) const
{
    const auto found = std::find_if(m_consumers.begin(), m_consumers.end(),
                                    [&name](const StreamConsumer &one) { return one.name == name; });
    return isAbout(request) && found != m_consumers.end() && found->isDead(m_staleAfter) ? std::optional(*found)
                                                                                         : std::nullopt;
}

std::optional<qint64> KnownConsumers::entriesOf(const OperationRequest &request) const
{
    if (!isAbout(request) || request.group.isEmpty()) {
        return {};
    }
    if (request.consumer.isEmpty()) {
        return isState(request.state, Holds::Processing, ElementState::Which::Overdue) && !m_group.staleAtLeast
            ? m_group.stale
            : std::nullopt;
    }
    const auto found = std::find_if(m_consumers.begin(), m_consumers.end(),
                                    [&request](const StreamConsumer &one) { return one.name == request.consumer; });
    return found == m_consumers.end() ? std::nullopt : std::optional(found->pending);
}

std::vector<StreamConsumer> KnownConsumers::of(const OperationRequest &request) const
{
    std::vector<StreamConsumer> others;
    if (isAbout(request)) {
        std::copy_if(m_consumers.begin(), m_consumers.end(), std::back_inserter(others),
                     [this, &request](const StreamConsumer &one) {
                         const bool canBeTyped = QString::fromUtf8(one.name).toUtf8() == one.name;
                         return canBeTyped && !one.isDead(m_staleAfter) && one.name != request.consumer
                             && one.name != neutralConsumer;
                     });
    }
    return others;
}

std::optional<KnownConsumers::Proposal> KnownConsumers::proposed(const OperationRequest &request) const
{
    std::vector<StreamConsumer> live = of(request);
    std::erase_if(live, [this](const StreamConsumer &one) {
        const auto last = m_active.constFind(one.name);
        return !m_staleAfter || last == m_active.constEnd() || m_readAt - *last > *m_staleAfter;
    });
    const auto least = std::ranges::min_element(live, {}, &StreamConsumer::pending);
    return least == live.end() ? std::nullopt : std::optional(Proposal{*least, *m_staleAfter});
}

ConsumerField::ConsumerField(const OperationRequest &request, QWidget *parent) : QComboBox(parent), m_request(request)
{
    setObjectName(QStringLiteral("claimChoice"));
    setEditable(true);
    setInsertPolicy(QComboBox::NoInsert);
    setCompleter(nullptr); // what is in the list says more than the name
    setAccessibleName(tr("Consumer that gets the entries"));
    setMinimumWidth(Px(220));
    lineEdit()->setObjectName(QStringLiteral("claimTo"));
    lineEdit()->setAccessibleName(accessibleName());
    for (const KnownConsumers *page : known()) {
        for (const StreamConsumer &one : page->of(request)) {
            addItem(tr("%1: idle %2, %3 pending")
                        .arg(QString::fromUtf8(one.name), models::formatDuration(one.idle),
                             models::formatCount(double(one.pending))),
                    QString::fromUtf8(one.name));
        }
    }
    lineEdit()->setPlaceholderText(count() > 0 ? tr("name, or choose") : tr("name of the consumer"));
    setCurrentIndex(-1);
    clearEditText();
    for (const KnownConsumers *page : known()) {
        if (const std::optional<KnownConsumers::Proposal> one = page->proposed(request)) {
            const QString name = QString::fromUtf8(one->consumer.name);
            setEditText(name);
            m_reason = tr("Proposed: %1 holds the fewest entries of the consumers that were active in the last %2.")
                           .arg(name, models::formatDuration(one->within));
            break;
        }
    }
    connect(this, &QComboBox::activated, this, [this](int index) { setEditText(itemData(index).toString()); });
}

QList<KnownConsumers *> ConsumerField::known() const
{
    const QWidget *behind = window()->parentWidget(); // the window that the dialog is before
    return behind == nullptr ? QList<KnownConsumers *>() : behind->findChildren<KnownConsumers *>();
}

std::optional<qint64> ConsumerField::entries() const
{
    for (const KnownConsumers *page : known()) {
        if (const std::optional<qint64> count = page->entriesOf(m_request)) {
            return count;
        }
    }
    return {};
}

QString ConsumerField::warning() const
{
    const QByteArray name = currentText().toUtf8();
    for (const KnownConsumers *page : known()) {
        if (const std::optional<StreamConsumer> dead = page->deadOne(m_request, name)) {
            return tr("%1 looks dead: it holds %2 and has made no request for %3.")
                .arg(currentText(), models::formatCount(double(dead->pending)), models::formatDuration(dead->idle));
        }
    }
    return {};
}

} // namespace plimsoll::views
