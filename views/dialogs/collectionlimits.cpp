// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/format.h"
#include "views/dialogs/collectioneditor.h"
#include "views/dialogs/collectionfields.h"
#include "views/dialogs/limitfields.h"
#include "views/page/kindview.h"
#include "views/theme/theme.h"
#include "views/widgets/dialogparts.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/fieldmessage.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QTabWidget>

#include <optional>
#include <utility>

/// Limits of the edited collection, and proposals for them.
namespace plimsoll::views {

namespace {

const QString warningMember = QStringLiteral("warning");
const QString criticalMember = QStringLiteral("critical");

constexpr Px leastAround{60}; // px; the help below a field is in view as well
const QString limitNames = QStringLiteral("limit."); // beginning of the object names of their fields

/// Parses input to compare with the recorded day; nullopt if it has no level.
std::optional<Limit> limitOf(const QJsonValue &value)
{
    if (value.isNull()) {
        return Limit(); // turned off
    }
    const QJsonObject object = value.toObject();
    Limit limit;
    for (const auto &[member, level] :
         {std::pair(warningMember, &limit.warning), std::pair(criticalMember, &limit.critical)}) {
        if (const QJsonValue typed = object.value(member); typed.isDouble()) {
            *level = typed.toDouble();
        }
    }
    limit.below = object.value(QLatin1String("below")).toBool();
    return limit.hasLevel() ? std::optional(limit) : std::nullopt;
}

QString levelsText(Unit unit, const QJsonObject &limit)
{
    QStringList levels;
    for (const QString &member : {warningMember, criticalMember}) {
        const QJsonValue level = limit.value(member);
        levels += level.isUndefined()                    ? models::unknownText()
            : level.isDouble() && unit != Unit::Duration ? models::formatScore(level.toDouble())
                                                         : limitText(unit, level);
    }
    return levels.join(QStringLiteral(" / "));
}

} // namespace

void CollectionEditor::addLimits()
{
    m_limits = addTab(tr("Limits"), "limitsTab");
    m_limitsTab = m_tabs->count() - 1;
    m_propose = named(new QPushButton(tr("Propose limits")), "proposeLimits");
    m_propose->setToolTip(tr("Fills empty fields with starting values. Without a limit, stale and poison elements, "
                             "growing dead letters and an exceeded bound are warnings; “%1” turns that off.")
                              .arg(limitOffText()));
    m_proposedFrom = named(new ElidedLabel, "proposedFrom");
    setRole(m_proposedFrom, QLatin1String("small"));
    auto *const row = new QWidget;
    auto *const boxes = new QHBoxLayout(row);
    boxes->setContentsMargins(0, 0, 0, 0);
    boxes->addWidget(m_propose);
    boxes->addWidget(m_proposedFrom, 1);
    m_limits->addRow(row);
}

/// Returns the recorded day of a figure; null if the kind was changed since.
const models::RecordedDay::Figure *CollectionEditor::dayOf(const FigureSpec &figure) const
{
    return kind() == m_dayKind ? m_day.figure(QString(figure.id)) : nullptr;
}

QJsonObject CollectionEditor::proposalFor(const FigureSpec &figure) const
{
    const QJsonObject begin = proposedLimit(*kind(), figure.id);
    const models::RecordedDay::Figure *day = dayOf(figure);
    if (begin.isEmpty() || day == nullptr) {
        return begin;
    }
    const auto proposed = models::proposedFrom(
        *day, figure, {begin.value(warningMember).toDouble(), begin.value(criticalMember).toDouble()});
    return proposed ? QJsonObject{{warningMember, proposed->warning}, {criticalMember, proposed->critical}}
                    : QJsonObject();
}

void CollectionEditor::fillLimits(const QJsonObject &values)
{
    m_fields.erase(m_fields.begin() + static_cast<std::ptrdiff_t>(m_firstLimit), m_fields.end());
    while (m_limits->rowCount() > 1) {
        m_limits->removeRow(1);
    }
    const bool hasDay = m_day.isThere() && kind() == m_dayKind;
    m_proposedFrom->setFullText(
        hasDay ? tr("from the recorded day: twice the usual value") : tr("starting values"),
        hasDay ? tr("%1 of the last 24 h are recorded. The usual value was not exceeded for 99 % of that time.")
                     .arg(models::formatDuration(m_day.recorded))
               : QString());
    for (const FigureSpec &figure : figuresOf(m_ownFigures.get(), *kind())) {
        const LimitFields fields(figure, values.value(figure.id));
        const auto changed = [this, field = m_fields.size()] { touched(field); };
        for (const QLineEdit *line : {fields.warning, fields.critical, fields.holdFor}) {
            connect(line, &QLineEdit::textEdited, this, changed);
        }
        connect(fields.below, &QCheckBox::toggled, this, changed);
        connect(m_propose, &QPushButton::clicked, fields.row, [this, fields, changed, figure] {
            if (fields.propose(proposalFor(figure))) {
                changed();
            }
        });
        FieldMessage *message = nullptr;
        addRow(m_limits, models::figureTitle(figure), columnOf(fields.row, models::figureHelp(figure), &message),
               fields.warning);
        addDay(figure, message);
        m_fields.push_back(
            {limitsSection, figure.id, m_limitsTab, message, [fields] { return fields.value(); }, false});
    }
}

/// Adds a note with the recorded day and the limit currently saved.
void CollectionEditor::addDay(const FigureSpec &figure, FieldMessage *message)
{
    const models::RecordedDay::Figure *day = dayOf(figure);
    if (day == nullptr) {
        return;
    }
    QString text = tr("on the recorded day usually at most %1, peak %2")
                       .arg(models::formatFigure(figure, day->usual), models::formatFigure(figure, day->most));
    if (const auto today = m_today.constFind(figure.id); today != m_today.constEnd()) {
        text = today->isEmpty() ? tr("%1 · no limit today").arg(text) : tr("%1 · today %2").arg(text, *today);
    }
    auto *const label = new ElidedLabel;
    label->setObjectName(QStringLiteral("day.%1").arg(figure.id));
    setRole(label, QLatin1String("small"));
    label->setFullText(text);
    message->addNote(label);
}

QJsonObject CollectionEditor::typedLimits() const
{
    QJsonObject limits = m_kept.value(limitsSection).toObject();
    for (auto field = m_fields.begin() + static_cast<std::ptrdiff_t>(m_firstLimit); field != m_fields.end(); ++field) {
        limits.insert(field->name, field->value()); // Undefined removes it
    }
    return limits;
}

void CollectionEditor::setDay(const models::RecordedDay &day, Proposing proposing)
{
    m_day = day;
    m_dayKind = kind();
    if (m_dayKind == nullptr) {
        return;
    }
    QJsonObject limits = typedLimits();
    m_today.clear();
    for (const FigureSpec &figure : figuresOf(m_ownFigures.get(), *kind())) {
        const QJsonObject proposed = proposalFor(figure);
        const models::RecordedDay::Figure *of = dayOf(figure);
        if (proposing != Proposing::Now || proposed.isEmpty() || of == nullptr) {
            continue;
        }
        const QJsonValue typed = limits.value(figure.id);
        const models::ProposedLimit levels{proposed.value(warningMember).toDouble(),
                                           proposed.value(criticalMember).toDouble()};
        if (models::fits(limitOf(typed), *of, figure, levels)) {
            continue;
        }
        QJsonObject limit = typed.toObject();
        m_today.insert(figure.id, limitOf(typed) ? levelsText(figure.unit, limit) : QString());
        limit.insert(warningMember, levels.warning);
        limit.insert(criticalMember, levels.critical);
        if (limit.value(QLatin1String("clear")).toDouble() >= levels.warning) {
            limit.remove(QStringLiteral("clear"));
        }
        limits.insert(figure.id, limit);
    }
    if (proposing == Proposing::Now) {
        m_tabs->setCurrentIndex(m_limitsTab);
    }
    if (day.isThere()) {
        const bool isUntouched = collection() == m_asOpened;
        const QWidget *focused = focusWidget();
        const QString name = focused == nullptr ? QString() : focused->objectName();
        fillLimits(limits);
        check();
        if (isUntouched) {
            m_asOpened = collection(); // proposals are no entries of the user
        }
        if (name.startsWith(limitNames)) {
            focusLimit(name);
        }
    }
}

void CollectionEditor::showLimit(const QString &figure)
{
    focusLimit(limitNames + figure + QStringLiteral(".warning"));
}

void CollectionEditor::focusLimit(const QString &name)
{
    auto *const line = findChild<QLineEdit *>(name);
    if (line == nullptr) {
        return;
    }
    m_tabs->setCurrentIndex(m_limitsTab);
    line->setFocus(Qt::OtherFocusReason);
    line->selectAll();
    // Queued, because the rows are not laid out yet.
    QMetaObject::invokeMethod(
        line,
        [this, line] {
            if (auto *scroll = qobject_cast<QScrollArea *>(m_tabs->widget(m_limitsTab))) {
                scroll->ensureWidgetVisible(line, 0, leastAround);
            }
        },
        Qt::QueuedConnection);
}

/// Options may add figures and thus limits; input for the remaining figures is kept.
void CollectionEditor::takeFigures(std::shared_ptr<const FigureTable> own)
{
    const QJsonObject limits = typedLimits();
    m_kept.insert(limitsSection, limits);
    m_ownFigures = std::move(own);
    fillLimits(limits);
}

} // namespace plimsoll::views
