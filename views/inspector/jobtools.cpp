// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/jobtools.h"

#include "models/text/jobedit.h"
#include "views/operations/offeraction.h"
#include "views/page/kindview.h"
#include "views/theme/px.h"

#include <QHBoxLayout>
#include <QPushButton>

namespace plimsoll::views {

namespace {

/// Returns true if elements are jobs that can be edited in place; entries of a stream are immutable.
bool holdsJobs(const CollectionDefinition &definition)
{
    return !definition.has(Holds::Entries)
        && (definition.has(Holds::Record) || !viewOf(*definition.kind).dead.isEmpty());
}

/// Returns an edit of the displayed job that starts at its payload.
JobEdit shownOf(const JobDetail &detail, const QByteArray &field, qint64 cutAt)
{
    JobEdit edit;
    if (!detail.recordFound) {
        return edit;
    }
    edit.isOfRecord = !detail.fields.empty() ? !field.isEmpty() : true;
    edit.field = field;
    edit.seen = detail.fields;
    edit.cutAt = cutAt;
    if (detail.fields.empty()) {
        edit.before = detail.payload;
    }
    return edit;
}

} // namespace

JobTools::JobTools(const PageContext &pageContext, QWidget *parent)
    : QWidget(parent), m_context(pageContext), m_edit(new QPushButton(this)),
      m_action(new OfferAction({QStringLiteral("editJob"), tr("Edit…"), {}, {}, false, {}}, pageContext, this))
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Px(8));
    auto *copy = new QPushButton(tr("Copy as JSON"), this);
    copy->setObjectName(QStringLiteral("copyJson"));
    copy->setToolTip(tr("Everything known about it, as one JSON document"));
    connect(copy, &QPushButton::clicked, this, &JobTools::copyRequested);
    m_action->drive(m_edit);
    layout->addWidget(copy);
    layout->addWidget(m_edit);
    layout->addStretch(1);
}

void JobTools::setJob(const Place &place, const JobDetail &detail, const QByteArray &field, qint64 cutAt,
                      const QString &outcome)
{
    setVisible(true);
    m_edit->setVisible(m_context.gate != nullptr && place.isThere() && !place.isEarlier()
                       && holdsJobs(place.definition()));
    if (m_edit->isHidden()) {
        return;
    }
    Offer offer = m_action->offer();
    offer.request = {};
    offer.request.workspace = place.workspace;
    offer.request.collection = place.collection;
    offer.request.action = Action::Edit;
    offer.request.state = QString(detail.element.state);
    offer.request.elements = {detail.element};
    offer.request.edit = shownOf(detail, field, cutAt);
    offer.missing = place.definition().refusal(Action::Edit);
    if (offer.missing.isEmpty()) {
        offer.missing = outcome;
    }
    if (offer.missing.isEmpty() && detail.recordFound && detail.fields.empty()
        && detail.payloadSize > detail.payload.size()) {
        offer.missing = tr("Load the rest first: only the beginning of the record is here.");
    } else if (offer.missing.isEmpty()) {
        offer.missing = models::editChoices(offer.request).none;
    }
    m_action->setOffer(std::move(offer));
}

} // namespace plimsoll::views
