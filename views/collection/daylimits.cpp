// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/collection/daylimits.h"

#include "models/history/recordedday.h"
#include "views/page/kindview.h"
#include "views/theme/theme.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/preferences.h"

#include <QCryptographicHash>
#include <QHBoxLayout>
#include <QPushButton>

#include <algorithm>

namespace plimsoll::views {

DayLimits::DayLimits(const PageContext &context, QWidget *parent)
    : QWidget(parent), m_context(context), m_text(new ElidedLabel(this))
{
    setObjectName(QStringLiteral("dayLimits"));
    m_text->setObjectName(QStringLiteral("dayLimitsText"));
    m_text->setProperty("role", QStringLiteral("secondary"));
    m_text->setFullText(tr("A day is recorded: propose limits from it"),
                        tr("Limits derived from what is usual here, next to today's. Nothing changes until you save."));
    auto *review = new QPushButton(tr("Review…"), this);
    review->setObjectName(QStringLiteral("dayLimitsReview"));
    auto *later = new QPushButton(tr("Not now"), this);
    later->setObjectName(QStringLiteral("dayLimitsLater"));
    later->setToolTip(tr("“Propose limits” in the editor of the collection has them later"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(2 * metrics::step);
    row->addWidget(m_text, 1);
    row->addWidget(review);
    row->addWidget(later);
    hide();
    connect(review, &QPushButton::clicked, this, [this] {
        answer();
        emit m_context.host->limitsReviewRequested(m_place.collection);
    });
    connect(later, &QPushButton::clicked, this, &DayLimits::answer);
    connect(context.kept, &HistoryService::dayRead, this, &DayLimits::showDay);
}

void DayLimits::open(const Place &place)
{
    m_place = place;
    m_isWanted = false;
    hide();
    if (place.isThere() && !isAnswered()) {
        m_context.kept->readDay(place.definition().name, QString(place.definition().kind->id));
    }
}

void DayLimits::follow(const Place &place)
{
    m_place = place;
}

void DayLimits::setPast(bool past)
{
    m_isPast = past;
    setVisible(m_isWanted && !m_isPast);
}

void DayLimits::showDay(const QString &collection, const QString &kind, const models::RecordedDay &day)
{
    if (!m_place.isThere() || m_place.definition().name != collection || m_place.definition().kind->id != kind
        || isAnswered()) {
        return;
    }
    m_isWanted = wantsLimitsFrom(day, m_place.definition());
    setPast(m_isPast);
}

void DayLimits::answer()
{
    QStringList answered = Preferences::ofPerson().value(keptName()).toStringList();
    answered += m_place.definition().name;
    Preferences::ofPerson().setValue(keptName(), answered);
    m_isWanted = false;
    hide();
}

QString DayLimits::keptName() const
{
    const QByteArray hash = QCryptographicHash::hash(m_place.workspace->name.toUtf8(), QCryptographicHash::Sha1);
    return QStringLiteral("limitsProposed/") + QString::fromLatin1(hash.toHex().left(16));
}

bool DayLimits::isAnswered() const
{
    return Preferences::ofPerson().value(keptName()).toStringList().contains(m_place.definition().name);
}

bool wantsLimitsFrom(const models::RecordedDay &day, const CollectionDefinition &definition)
{
    const auto figures = definition.figures();
    const auto views = viewOf(*definition.kind).limits;
    return day.isThere() && std::any_of(views.begin(), views.end(), [&](const LimitView &view) {
               const int figure = figureIndex(figures, QString(view.figure));
               const models::RecordedDay::Figure *of = day.figure(QString(view.figure));
               if (figure < 0 || of == nullptr) {
                   return false;
               }
               const FigureSpec &spec = figures[static_cast<std::size_t>(figure)];
               const auto proposed = models::proposedFrom(*of, spec, {view.warning, view.critical});
               const auto limit = std::find_if(definition.limits.begin(), definition.limits.end(),
                                               [figure](const Limit &each) { return each.figure == figure; });
               return proposed
                   && !models::fits(limit == definition.limits.end() ? std::nullopt : std::optional(*limit), *of, spec,
                                    *proposed);
           });
}

} // namespace plimsoll::views
