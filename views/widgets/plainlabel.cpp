// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/plainlabel.h"

#include <QLabel>
#include <QVariant>

namespace plimsoll::views {

QLabel *plainLabel(QWidget *parent, const QString &name, const char *role)
{
    auto *label = new QLabel(parent);
    label->setObjectName(name);
    label->setTextFormat(Qt::PlainText);
    label->setProperty("role", QLatin1StringView(role));
    return label;
}

} // namespace plimsoll::views
