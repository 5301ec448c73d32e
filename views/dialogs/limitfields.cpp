// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/dialogs/limitfields.h"

#include "models/text/format.h"
#include "views/dialogs/collectioneditor.h"
#include "views/dialogs/collectionfields.h"
#include "views/widgets/dialogparts.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QLineEdit>

namespace plimsoll::views {

namespace {

constexpr QLatin1StringView warningName("warning");
constexpr QLatin1StringView criticalName("critical");
constexpr QLatin1StringView belowMember("below");
constexpr QLatin1StringView forMember("for");
constexpr QLatin1StringView clearMember("clear");

QLineEdit *editOf(const FigureSpec &figure, QLatin1StringView member, const QJsonObject &limit,
                  const QString &placeholder)
{
    auto *const line = new QLineEdit(limitText(figure.unit, limit.value(member)));
    line->setObjectName(QStringLiteral("limit.%1.%2").arg(figure.id, member));
    line->setPlaceholderText(placeholder);
    line->setAccessibleName(CollectionEditor::tr("%1: %2").arg(models::figureTitle(figure), placeholder));
    return line;
}

QJsonObject without(QJsonObject limit, std::initializer_list<QLatin1StringView> members)
{
    for (const QLatin1StringView member : members) {
        limit.remove(member);
    }
    return limit;
}

/// Makes a duration field in the file's syntax, for figures of any unit.
QLineEdit *holdForOf(const FigureSpec &figure, const QJsonObject &limit)
{
    QLineEdit *const line = editOf(figure, forMember, {}, CollectionEditor::tr("for at least (e.g. 5m)"));
    line->setText(limit.value(forMember).toString());
    line->setToolTip(CollectionEditor::tr("How long it must last before it counts"));
    return line;
}

} // namespace

LimitFields::LimitFields(const FigureSpec &figure, const QJsonValue &limit)
    : unit(figure.unit), rest(without(limit.toObject(), {warningName, criticalName, belowMember, forMember})),
      warning(editOf(figure, warningName, limit.toObject(),
                     figure.unit == Unit::Duration ? CollectionEditor::tr("warning (e.g. 30s)")
                                                   : CollectionEditor::tr("warning at"))),
      critical(editOf(figure, criticalName, limit.toObject(),
                      figure.unit == Unit::Duration ? CollectionEditor::tr("critical (e.g. 5m)")
                                                    : CollectionEditor::tr("critical at"))),
      below(new QCheckBox(CollectionEditor::tr("alert when below"))), holdFor(holdForOf(figure, limit.toObject())),
      row(rowOf({warning, critical, below, holdFor}))
{
    if (limit.isNull()) {
        warning->setText(limitOffText());
    }
    below->setObjectName(QStringLiteral("limit.%1.below").arg(figure.id));
    below->setToolTip(CollectionEditor::tr("The limit is a floor: values at or below it are trouble"));
    below->setChecked(limit.toObject().value(belowMember).toBool());
    auto *const boxes = qobject_cast<QBoxLayout *>(row->layout());
    boxes->setStretch(1, 1); // equal widths
    boxes->setStretch(3, 1);
}

QJsonValue LimitFields::value() const
{
    if (warning->text().trimmed() == limitOffText() && critical->text().trimmed().isEmpty()) {
        return QJsonValue::Null;
    }
    QJsonObject made = rest;
    for (const auto &[member, line] : {std::pair(warningName, warning), std::pair(criticalName, critical)}) {
        const QJsonValue typed = limitValue(unit, line->text());
        if (!typed.isUndefined()) {
            made.insert(member, typed);
        }
    }
    if (!made.contains(warningName) && !made.contains(criticalName)) {
        made.remove(clearMember); // it needs a level
    }
    if (below->isChecked()) {
        made.insert(belowMember, true);
    }
    if (const QString typed = holdFor->text().trimmed(); !typed.isEmpty()) {
        made.insert(forMember, typed);
    }
    return made.isEmpty() ? QJsonValue(QJsonValue::Undefined) : QJsonValue(made);
}

bool LimitFields::propose(const QJsonObject &proposed) const
{
    if (proposed.isEmpty() || !warning->text().isEmpty() || !critical->text().isEmpty()) {
        return false;
    }
    warning->setText(limitText(unit, proposed.value(warningName)));
    critical->setText(limitText(unit, proposed.value(criticalName)));
    return true;
}

} // namespace plimsoll::views
