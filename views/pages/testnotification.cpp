// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pages/testnotification.h"

#include "models/alerts/alerttext.h"
#include "views/page/alertsservice.h"
#include "views/theme/px.h"
#include "views/widgets/dialogparts.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/wrappedlabel.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace plimsoll::views {

namespace {

constexpr Px testDialogWidth{440};

} // namespace

QStringList TestNotification::channelsOf(const NotifySettings &notify)
{
    QStringList channels;
    if (notify.desktop) {
        channels += QStringLiteral("desktop");
    }
    if (!notify.command.isEmpty()) {
        channels += QStringLiteral("command");
    }
    if (!notify.webhook.isEmpty()) {
        channels += QStringLiteral("webhook");
    }
    return channels;
}

TestNotification::TestNotification(AlertsService *alerts, const NotifySettings &notify, QWidget *parent)
    : QDialog(parent)
{
    setObjectName(QStringLiteral("testNotification"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Test notification"));
    QVBoxLayout *const layout = dialogLayout(this);
    layout->addWidget(dialogTitle(tr("Test notification"), this));
    auto *const what = new WrappedLabel(this);
    what->setFullText(tr("One message marked as a test is sent through each channel of this workspace."));
    layout->addWidget(what);
    QFormLayout *const form = dialogForm(layout);
    for (const QString &channel : channelsOf(notify)) {
        auto *const outcome = new WrappedLabel;
        outcome->setObjectName(QStringLiteral("testOutcome-") + channel);
        outcome->setFullText(tr("sending…"));
        m_outcomes.insert(channel, outcome);
        addRow(form, models::channelTitle(channel), outcome);
    }
    layout->addStretch(1);
    QDialogButtonBox *const buttons = dialogButtons(this);
    named(buttons->addButton(tr("Close"), QDialogButtonBox::RejectRole), "testClose");
    layout->addWidget(buttons);
    resize(testDialogWidth, sizeHint().height());
    connect(alerts, &AlertsService::tested, this, &TestNotification::showOutcome);
    alerts->test();
}

void TestNotification::showOutcome(const QString &channel, const QString &outcome)
{
    for (auto each = m_outcomes.begin(); each != m_outcomes.end(); ++each) {
        if (channel.isEmpty() || each.key() == channel) {
            each.value()->setFullText(outcome);
        }
    }
}

} // namespace plimsoll::views
