// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/durationfield.h"

#include "views/theme/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSpinBox>

#include <array>

namespace plimsoll::views {

namespace {

using std::chrono::seconds;

constexpr std::array<seconds, 4> durationUnits{seconds(1), std::chrono::minutes(1), std::chrono::hours(1),
                                               std::chrono::hours(24)};

} // namespace

DurationField::DurationField(const QString &accessibleName, seconds duration, QWidget *parent)
    : QWidget(parent), m_number(new QSpinBox(this)), m_unit(new QComboBox(this))
{
    m_number->setObjectName(QStringLiteral("durationNumber"));
    m_number->setAccessibleName(accessibleName);
    m_number->setRange(1, 100'000);
    m_number->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_number->setGroupSeparatorShown(true);
    m_unit->setObjectName(QStringLiteral("durationUnit"));
    m_unit->setAccessibleName(tr("Unit"));
    m_unit->addItems({tr("seconds"), tr("minutes"), tr("hours"), tr("days")});
    std::size_t unit = durationUnits.size() - 1;
    while (unit > 0 && (duration < durationUnits.at(unit) || duration % durationUnits.at(unit) != seconds(0))) {
        --unit;
    }
    m_unit->setCurrentIndex(static_cast<int>(unit));
    m_number->setValue(static_cast<int>(duration / durationUnits.at(unit)));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2 * metrics::step);
    layout->addWidget(m_number);
    layout->addWidget(m_unit);
    layout->addStretch(1);
    setFocusProxy(m_number);
    connect(m_number, &QSpinBox::valueChanged, this, &DurationField::changed);
    connect(m_unit, &QComboBox::currentIndexChanged, this, &DurationField::changed);
}

std::chrono::milliseconds DurationField::duration() const
{
    return m_number->value() * durationUnits.at(static_cast<std::size_t>(m_unit->currentIndex()));
}

} // namespace plimsoll::views
