// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/operations/consumerfield.h"

#include "models/format.h"

#include <QLineEdit>
#include <QVariant>

#include <algorithm>

namespace plimsoll::views {

void KnownConsumers::set(std::size_t collection, const QByteArray &group, const std::vector<StreamConsumer> &consumers)
{
    m_collection = collection;
    m_group = group;
    m_consumers = consumers;
    std::stable_sort(m_consumers.begin(), m_consumers.end(),
                     [](const StreamConsumer &a, const StreamConsumer &b) { return a.idle < b.idle; });
}

std::vector<StreamConsumer> KnownConsumers::of(const OperationRequest &request) const
{
    std::vector<StreamConsumer> others;
    if (request.collection == m_collection && (request.group.isEmpty() || request.group == m_group)) {
        std::copy_if(m_consumers.begin(), m_consumers.end(), std::back_inserter(others),
                     [&request](const StreamConsumer &one) {
                         const bool canBeTyped = QString::fromUtf8(one.name).toUtf8() == one.name;
                         return canBeTyped && one.name != request.consumer && one.name != neutralConsumer;
                     });
    }
    return others;
}

ConsumerField::ConsumerField(const OperationRequest &request, QWidget *parent) : QComboBox(parent)
{
    setObjectName(QStringLiteral("claimChoice"));
    setEditable(true);
    setInsertPolicy(QComboBox::NoInsert);
    setCompleter(nullptr); // what is in the list says more than the name
    setAccessibleName(tr("Consumer that gets the entries"));
    setMinimumWidth(220);
    lineEdit()->setObjectName(QStringLiteral("claimTo"));
    lineEdit()->setAccessibleName(accessibleName());
    const QWidget *behind = window()->parentWidget(); // the window that the dialog is before
    for (const KnownConsumers *known :
         behind == nullptr ? QList<KnownConsumers *>() : behind->findChildren<KnownConsumers *>()) {
        for (const StreamConsumer &one : known->of(request)) {
            addItem(tr("%1: idle %2, %3 pending")
                        .arg(QString::fromUtf8(one.name), models::formatDuration(one.idle),
                             models::formatCount(double(one.pending))),
                    QString::fromUtf8(one.name));
        }
    }
    lineEdit()->setPlaceholderText(count() > 0 ? tr("name, or choose") : tr("name of the consumer"));
    setCurrentIndex(-1);
    clearEditText();
    connect(this, &QComboBox::activated, this, [this](int index) { setEditText(itemData(index).toString()); });
}

} // namespace plimsoll::views
