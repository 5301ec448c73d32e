// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/dialogs/settingsdialog.h"

#include "models/text/format.h"
#include "views/widgets/dialogparts.h"
#include "views/widgets/elidedlabel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace plimsoll::views {

namespace {

constexpr std::array intervals{250, 500, 1000, 2000, 5000, 10'000, 30'000, 60'000}; // ms

} // namespace

SettingsDialog::SettingsDialog(QWidget *parent)
    : QDialog(parent), m_theme(named(new QComboBox, "settingsTheme")), m_zoom(named(new QComboBox, "settingsZoom")),
      m_interval(named(new QComboBox, "settingsInterval")), m_rows(named(new QSpinBox, "settingsRows")),
      m_size(named(new QSpinBox, "settingsHistorySize")), m_age(named(new QSpinBox, "settingsHistoryAge")),
      m_reopen(named(new QCheckBox(tr("&Open the last workspace at startup")), "settingsReopen")),
      m_confirm(named(new QCheckBox(tr("&Ask before removing a collection")), "settingsConfirm"))
{
    setObjectName(QStringLiteral("settingsDialog"));
    setWindowTitle(tr("Settings"));
    QVBoxLayout *const layout = dialogLayout(this);
    layout->addWidget(dialogTitle(tr("Settings"), this));

    for (const Theme::Choice choice : {Theme::Choice::System, Theme::Choice::Light, Theme::Choice::Dark}) {
        m_theme->addItem(choiceTitle(choice), QVariant::fromValue(choice));
    }
    for (const int ms : intervals) {
        m_interval->addItem(tr("every %1").arg(models::formatDuration(std::chrono::milliseconds(ms))), ms);
    }
    for (const int percent : Theme::zoomSteps) {
        m_zoom->addItem(tr("%1 %").arg(percent), percent);
    }
    m_rows->setRange(10, 1000);
    m_rows->setSingleStep(10);
    m_size->setRange(10, 100'000);
    m_size->setSingleStep(100);
    m_size->setSuffix(tr(" MiB"));
    m_age->setRange(1, 400);
    m_age->setSuffix(tr(" d"));
    for (QSpinBox *box : {m_rows, m_size, m_age}) {
        box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    }
    auto *const form = dialogForm(dialogScroll(layout));
    addRow(form, tr("&Theme"), m_theme);
    addRow(form, tr("&Zoom"), m_zoom);
    addRow(form, tr("Default &poll interval"), m_interval);
    addRow(form, tr("&Rows on a page"), m_rows);
    addRow(form, tr("Keep &history up to"), m_size);
    addRow(form, tr("for &up to"), m_age);
    form->addRow(QString(), m_reopen);
    form->addRow(QString(), m_confirm);

    auto *const buttons = dialogButtons(this);
    addAccept(buttons, tr("Save"), "settingsAccept");
    addCancel(buttons, "settingsCancel");
    layout->addWidget(buttons);
    resize(std::max(440, sizeHint().width()), sizeHint().height());
    setValues({});
}

void SettingsDialog::setValues(const SettingsValues &values)
{
    m_theme->setCurrentIndex(m_theme->findData(QVariant::fromValue(values.theme)));
    if (m_zoom->findData(values.zoom) < 0) {
        m_zoom->addItem(tr("%1 %").arg(values.zoom), values.zoom);
    }
    m_zoom->setCurrentIndex(m_zoom->findData(values.zoom));
    const int ms = static_cast<int>(values.pollInterval.count());
    int index = m_interval->findData(ms);
    if (index < 0) {
        m_interval->addItem(tr("every %1").arg(models::formatDuration(values.pollInterval)), ms);
        index = m_interval->count() - 1;
    }
    m_interval->setCurrentIndex(index);
    m_rows->setValue(values.pageRows);
    m_size->setValue(values.historyMegabytes);
    m_age->setValue(values.historyDays);
    m_reopen->setChecked(values.reopenLast);
    m_confirm->setChecked(values.confirmRemove);
}

SettingsValues SettingsDialog::values() const
{
    SettingsValues values;
    values.theme = m_theme->currentData().value<Theme::Choice>();
    values.zoom = m_zoom->currentData().toInt();
    values.pollInterval = std::chrono::milliseconds(m_interval->currentData().toInt());
    values.pageRows = m_rows->value();
    values.historyMegabytes = m_size->value();
    values.historyDays = m_age->value();
    values.reopenLast = m_reopen->isChecked();
    values.confirmRemove = m_confirm->isChecked();
    return values;
}

} // namespace plimsoll::views
