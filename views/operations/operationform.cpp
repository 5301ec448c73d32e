// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/operations/operationform.h"

#include "models/text/format.h"
#include "redis/types/bands.h"
#include "redis/types/plural.h"
#include "redis/types/printable.h"
#include "redis/types/streaminfo.h"
#include "views/operations/consumerfield.h"
#include "views/operations/editform.h"
#include "views/page/kindview.h"
#include "views/theme/theme.h"
#include "views/widgets/dialogparts.h"
#include "views/widgets/durationfield.h"
#include "views/widgets/fieldmessage.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QRadioButton>
#include <QSpinBox>
#include <QVBoxLayout>
#include <QVariant>

#include <algorithm>
#include <limits>

namespace plimsoll::views {

namespace {

using std::chrono::hours;
using std::chrono::minutes;

constexpr int usualKeep = 10'000;
constexpr qsizetype longestTargetName = 60;

/// The keys of the tiers now.
std::vector<QByteArray> tiersOf(const CollectionDefinition &definition, std::chrono::milliseconds now)
{
    const RoleKeys *all = definition.role(viewOf(*definition.kind).tiers);
    return all == nullptr ? std::vector<QByteArray>() : definition.source(*all).keys(now);
}

/// Explains that an operation on all found keys covers only those kept in the list; empty if all are kept.
QString partText(const OperationRequest &request)
{
    const auto keys = static_cast<double>(request.keys.size());
    return request.keys.size() < KeysFound::mostShown
        ? QString()
        : OperationForm::tr("One operation handles %1 keys, those that need it most; the others wait for the next one.")
              .arg(models::formatCount(keys));
}

bool isStream(const OperationRequest &request)
{
    return request.workspace != nullptr && request.collection < request.workspace->collections.size()
        && request.workspace->collections[request.collection].has(Holds::Entries);
}

} // namespace

std::vector<QByteArray> requeueTiers(const CollectionDefinition &definition, std::chrono::milliseconds now)
{
    if (definition.preset) {
        return {}; // its jobs go where the framework puts them
    }
    std::vector<QByteArray> tiers = tiersOf(definition, now);
    const Bands bands = Bands::of(definition);
    for (std::size_t band = 0; band < bands.size(); ++band) {
        tiers.push_back(bands.name(band).toUtf8());
    }
    return tiers;
}

bool OperationForm::isNeeded(const OperationRequest &request)
{
    switch (request.action) {
    case Action::Requeue:
        return isStream(request) && request.target.isEmpty();
    case Action::SetLastId:
    case Action::RemoveConsumer:
        return request.target.isEmpty();
    case Action::Trim:
        return !request.keep && !request.olderThan && !request.toBound;
    case Action::Prune:
        return !request.olderThan;
    case Action::Postpone:
    case Action::SetExpiry:
        return request.by.count() == 0;
    case Action::Move:
    case Action::ChangePriority:
        return request.target.isEmpty();
    case Action::Add:
        return request.elements.empty();
    case Action::Edit:
        return !request.edit || request.edit->after.isNull();
    default:
        return false;
    }
}

OperationForm::OperationForm(const OperationRequest &request, std::chrono::milliseconds now, QWidget *parent)
    : QWidget(parent), m_request(request), m_now(now)
{
    setObjectName(QStringLiteral("operationForm"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics::cardGap);
    switch (request.action) {
    case Action::Requeue:
    case Action::RemoveConsumer:
        buildClaim(layout);
        break;
    case Action::SetLastId:
        buildLastId(layout);
        break;
    case Action::Trim:
        buildTrim(layout);
        break;
    case Action::SetExpiry:
        buildExpiry(layout);
        break;
    case Action::Move:
        buildMove(layout);
        break;
    case Action::ChangePriority:
        buildPriority(layout);
        break;
    case Action::Add:
        buildAdd(layout);
        break;
    case Action::Prune:
        addDuration(layout, tr("Remove members last seen longer ago than"), hours(1));
        break;
    case Action::Postpone:
        addDuration(layout, tr("Later by"), minutes(10));
        break;
    case Action::Edit:
        m_edit = new EditForm(request, this);
        connect(m_edit, &EditForm::changed, this, &OperationForm::changed);
        layout->addWidget(m_edit, 1);
        setFocusProxy(m_edit);
        return;
    default:
        break;
    }
    layout->addStretch(1);
    if (focusProxy() == nullptr && m_choices != nullptr) {
        setFocusProxy(m_choices->checkedButton());
    }
}

const CollectionDefinition &OperationForm::definition() const
{
    return m_request.workspace->collections[m_request.collection];
}

void OperationForm::addText(QVBoxLayout *layout, const QString &text)
{
    auto *label = new QLabel(text, this);
    label->setProperty("role", QStringLiteral("secondary"));
    label->setWordWrap(true);
    layout->addWidget(label);
}

QRadioButton *OperationForm::addChoice(QVBoxLayout *layout, const QString &text, const QString &name, QWidget *field)
{
    if (m_choices == nullptr) {
        m_choices = new QButtonGroup(this);
        connect(m_choices, &QButtonGroup::buttonToggled, this, &OperationForm::changed);
    }
    auto *choice = new QRadioButton(text, this);
    choice->setObjectName(name);
    m_choices->addButton(choice);
    auto *line = new QHBoxLayout;
    line->setSpacing(metrics::cardGap);
    line->addWidget(choice);
    if (field != nullptr) {
        putLastInTabOrder(field); // after its choice
        field->setEnabled(false);
        connect(choice, &QRadioButton::toggled, field, &QWidget::setEnabled);
        line->addWidget(field);
    }
    line->addStretch(1);
    layout->addLayout(line);
    return choice;
}

void OperationForm::addDuration(QVBoxLayout *layout, const QString &label, std::chrono::seconds usual)
{
    auto *line = new QHBoxLayout;
    line->setSpacing(metrics::cardGap);
    m_duration = new DurationField(label, usual, this);
    line->addWidget(new QLabel(label, this));
    line->addWidget(m_duration, 1);
    layout->addLayout(line);
    connect(m_duration, &DurationField::changed, this, &OperationForm::changed);
    setFocusProxy(m_duration);
}

void OperationForm::buildTrim(QVBoxLayout *layout)
{
    const char *const ranked = viewOf(*definition().kind).stay;
    const QString newest = tr("The newest");
    const QString stay = ranked == nullptr ? newest : QCoreApplication::translate("kinds", ranked);
    const std::optional<Bound> &bound = definition().bound;
    if (const QString part = partText(m_request); !part.isEmpty()) {
        addText(layout, part);
    }
    addText(layout, tr("Keep"));
    m_number = new QSpinBox(this);
    m_number->setObjectName(QStringLiteral("keepNumber"));
    m_number->setAccessibleName(tr("Number to keep"));
    m_number->setRange(0, std::numeric_limits<int>::max());
    m_number->setGroupSeparatorShown(true);
    m_number->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_number->setMinimumWidth(Px(110));
    m_number->setValue(bound && bound->keep ? static_cast<int>(*bound->keep) : usualKeep);
    connect(m_number, &QSpinBox::valueChanged, this, &OperationForm::changed);
    m_byNumber = addChoice(layout, stay, QStringLiteral("byNumber"), m_number);
    if (ranked == nullptr) {
        m_duration = new DurationField(tr("Age"), hours(24), this);
        connect(m_duration, &DurationField::changed, this, &OperationForm::changed);
        m_byAge = addChoice(layout, tr("Elements not older than"), QStringLiteral("byAge"), m_duration);
    }
    if (bound && (bound->keep || bound->maxAge)) {
        const QString text = bound->keep ? models::formatCount(*bound->keep) : models::formatDuration(*bound->maxAge);
        m_byBound =
            addChoice(layout, tr("The bound in the workspace (%1)").arg(text), QStringLiteral("byBound"), nullptr);
        m_byBound->setChecked(true);
    } else {
        m_byNumber->setChecked(true);
    }
    if (isStream(m_request)) {
        m_wholeNodes =
            new QCheckBox(tr("Only whole nodes, which can leave a few hundred entries more (XTRIM ~)"), this);
        m_wholeNodes->setObjectName(QStringLiteral("wholeNodes"));
        connect(m_wholeNodes, &QCheckBox::toggled, this, &OperationForm::changed);
        layout->addWidget(m_wholeNodes);
        addText(layout,
                tr("An entry cannot go back to its old place in a stream, so a trim is final. The next step shows how "
                   "many are unread or pending."));
        return;
    }
    m_archive = new QCheckBox(tr("Archive the removed elements, so that this can be undone"), this);
    m_archive->setObjectName(QStringLiteral("archive"));
    m_archive->setChecked(true);
    layout->addWidget(m_archive);
    addText(layout, tr("Without the archive a trim is about ten times faster, and final."));
}

void OperationForm::buildLastId(QVBoxLayout *layout)
{
    addText(layout, tr("Where should %1 start reading?").arg(printable(m_request.group, longestTargetName)));
    m_lastId = new QLineEdit(this);
    m_lastId->setObjectName(QStringLiteral("lastId"));
    m_lastId->setAccessibleName(tr("Id or time after which the group continues"));
    m_lastId->setPlaceholderText(tr("id, or a time such as 2026-11-23T12:00"));
    m_lastId->setMinimumWidth(Px(280));
    connect(m_lastId, &QLineEdit::textChanged, this, &OperationForm::changed);
    m_behindId =
        addChoice(layout, tr("After this entry id, or from this time (UTC)"), QStringLiteral("behindId"), m_lastId);
    m_fromStart =
        addChoice(layout, tr("From the oldest entry: everything again"), QStringLiteral("fromStart"), nullptr);
    addChoice(layout, tr("From now on: only new entries"), QStringLiteral("fromNow"), nullptr);
    m_behindId->setChecked(true);
    addText(layout, tr("The next step shows how many are delivered again, or skipped. Nothing is changed yet."));
    setFocusProxy(m_lastId);
}

QByteArray OperationForm::lastId() const
{
    return m_behindId->isChecked() ? m_lastId->text().trimmed().toUtf8() : m_fromStart->isChecked() ? "0" : "$";
}

/// Names the entries, with their number where the page that asks knows it.
QString OperationForm::claimQuestion() const
{
    const std::optional<qint64> count =
        m_request.elements.empty() ? m_consumer->entries() : std::optional<qint64>(m_request.elements.size());
    const QString number = count ? models::formatCount(double(*count)) : QString();
    if (!m_request.consumer.isEmpty()) {
        const QString holder = printable(m_request.consumer, longestTargetName);
        return !count     ? tr("Who gets the pending entries of %1?").arg(holder)
            : *count == 1 ? tr("Who gets the 1 pending entry of %1?").arg(holder)
                          : tr("Who gets the %1 pending entries of %2?", nullptr, pluralOf(*count)).arg(number, holder);
    }
    if (!m_request.elements.empty()) {
        return *count == 1 ? tr("Who gets the selected entry?")
                           : tr("Who gets the %1 selected entries?", nullptr, pluralOf(*count)).arg(number);
    }
    const QString group = printable(m_request.group, longestTargetName);
    return !count     ? tr("Who gets them?")
        : *count == 1 ? tr("Who gets the 1 stale entry of group %1?").arg(group)
                      : tr("Who gets the %1 stale entries of group %2?", nullptr, pluralOf(*count)).arg(number, group);
}

void OperationForm::buildClaim(QVBoxLayout *layout)
{
    m_consumer = new ConsumerField(m_request, this);
    addText(layout, claimQuestion());
    connect(m_consumer, &QComboBox::editTextChanged, this, &OperationForm::changed);
    // Of selected entries "Claim…" is next to "Release". Otherwise the default is that of the command without --to.
    QRadioButton *const toAny = addChoice(layout, tr("Release: any consumer that claims idle entries can take them"),
                                          QStringLiteral("toAny"), nullptr);
    m_toConsumer = addChoice(layout, tr("Assign to consumer"), QStringLiteral("toConsumer"), m_consumer);
    const bool isToOne =
        m_request.action == Action::Requeue && (!m_request.consumer.isEmpty() || !m_request.elements.empty());
    (isToOne ? m_toConsumer : toAny)->setChecked(true);
    m_consumerWarning = new FieldMessage(
        tr("A consumer works on assigned entries only if it reads its own pending entries again (XREADGROUP from 0)."),
        this);
    m_consumerWarning->setObjectName(QStringLiteral("claimWarning"));
    layout->addWidget(m_consumerWarning);
    connect(m_consumer, &QComboBox::editTextChanged, this,
            [this] { m_consumerWarning->setProblem(m_consumer->warning()); });
}

void OperationForm::buildExpiry(QVBoxLayout *layout)
{
    if (const QString part = partText(m_request); !part.isEmpty()) {
        addText(layout, part);
    }
    m_duration = new DurationField(tr("Time until the keys expire"), hours(24), this);
    connect(m_duration, &DurationField::changed, this, &OperationForm::changed);
    if (m_request.onlyMissing) {
        m_likeOthers = addChoice(layout, tr("Like the others of their period, otherwise after the workspace's ttl"),
                                 QStringLiteral("expireLikeOthers"), nullptr);
        addChoice(layout, tr("The keys expire in"), QStringLiteral("expireIn"), m_duration);
        m_likeOthers->setChecked(true);
        addText(layout, tr("Only keys that have no expiry get one. Nothing is removed now."));
        return;
    }
    addChoice(layout, tr("The keys expire in"), QStringLiteral("expireIn"), m_duration)->setChecked(true);
    m_never = addChoice(layout, tr("Never: remove their expiry"), QStringLiteral("expireNever"), nullptr);
}

void OperationForm::buildMove(QVBoxLayout *layout)
{
    auto *line = new QHBoxLayout;
    line->setSpacing(metrics::cardGap);
    m_target = new QComboBox(this);
    m_target->setObjectName(QStringLiteral("moveTarget"));
    m_target->setAccessibleName(tr("Tier to move to"));
    const auto isSource = [this](const QByteArray &key) {
        const auto &elements = m_request.elements;
        return !elements.empty() && std::all_of(elements.begin(), elements.end(), [&](const Element &element) {
            return element.key == key;
        });
    };
    for (const QByteArray &tier : tiersOf(definition(), m_now)) {
        if (!isSource(tier)) {
            m_target->addItem(printable(tier, 120), tier);
        }
    }
    line->addWidget(new QLabel(tr("To tier"), this));
    line->addWidget(m_target, 1);
    layout->addLayout(line);
    if (m_target->count() == 0) {
        addText(layout, tr("There is no other tier: the workspace names one ready list for this collection."));
    }
    setFocusProxy(m_target);
}

void OperationForm::buildPriority(QVBoxLayout *layout)
{
    const Bands bands = Bands::of(definition());
    const auto addBox = [&](const QString &label, const QString &name) {
        auto *line = new QHBoxLayout;
        line->setSpacing(metrics::cardGap);
        auto *box = new QComboBox(this);
        box->setObjectName(name);
        box->setAccessibleName(label);
        for (std::size_t band = 0; band < bands.size(); ++band) {
            box->addItem(bands.name(band), bands.name(band).toUtf8());
        }
        line->addWidget(new QLabel(label, this));
        line->addWidget(box, 1);
        layout->addLayout(line);
        return box;
    };
    if (m_request.elements.empty()) { // else they were selected
        const std::optional<std::size_t> band = bands.find(m_request.state);
        m_band = addBox(tr("Jobs of"), QStringLiteral("fromBand"));
        m_band->insertItem(0, tr("all bands"), QByteArray());
        m_band->setCurrentIndex(band ? static_cast<int>(*band) + 1 : m_band->count() - 1); // who is last waits longest
        connect(m_band, &QComboBox::currentIndexChanged, this, &OperationForm::changed);
        addChoice(layout, tr("All of them"), QStringLiteral("allOfBand"), nullptr)->setChecked(true);
        m_duration = new DurationField(tr("How long they have waited"), minutes(5), this);
        connect(m_duration, &DurationField::changed, this, &OperationForm::changed);
        m_byAge = addChoice(layout, tr("Jobs waiting for longer than"), QStringLiteral("byAge"), m_duration);
        m_byAge->setEnabled(!bands.rangesBefore(0, m_now, m_now).empty());
        m_byAge->setToolTip(m_byAge->isEnabled() ? QString() : tr("These scores hold no time."));
    }
    m_target = addBox(tr("To band"), QStringLiteral("toBand"));
    connect(m_target, &QComboBox::currentIndexChanged, this, &OperationForm::changed);
    setFocusProxy(m_target);
}

void OperationForm::buildAdd(QVBoxLayout *layout)
{
    addText(layout, tr("One member per line, exactly as it should be stored."));
    m_members = new QPlainTextEdit(this);
    m_members->setObjectName(QStringLiteral("newMembers"));
    m_members->setAccessibleName(tr("Members to add, one per line"));
    m_members->setTabChangesFocus(true);
    m_members->setMinimumHeight(Px(120));
    connect(m_members, &QPlainTextEdit::textChanged, this, &OperationForm::changed);
    layout->addWidget(m_members, 1);
    setFocusProxy(m_members);
}

std::vector<Element> OperationForm::members() const
{
    std::vector<Element> elements;
    const QStringList lines = m_members->toPlainText().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    for (const QString &line : lines) {
        const QByteArray bytes = line.toUtf8();
        const auto isSame = [&bytes](const Element &element) { return element.element == bytes; };
        if (std::none_of(elements.begin(), elements.end(), isSame)) {
            Element &element = elements.emplace_back();
            element.element = bytes;
            element.id = bytes;
        }
    }
    return elements;
}

bool OperationForm::isComplete() const
{
    if (m_edit != nullptr) {
        return m_edit->isComplete();
    }
    if (m_members != nullptr) {
        return !members().empty();
    }
    if (m_toConsumer != nullptr && m_toConsumer->isChecked()) {
        return !m_consumer->currentText().isEmpty();
    }
    if (m_behindId != nullptr && m_behindId->isChecked()) {
        const QByteArray id = lastId();
        return StreamId::parse(id) || StreamId::ofTime(QString::fromUtf8(id));
    }
    return m_target == nullptr || m_target->count() > 0;
}

OperationRequest OperationForm::request() const
{
    OperationRequest request = m_request;
    switch (request.action) {
    case Action::SetLastId:
        request.target = lastId();
        break;
    case Action::Requeue:
    case Action::RemoveConsumer:
        request.target = m_toConsumer->isChecked() ? m_consumer->currentText().toUtf8() : neutralConsumer.toByteArray();
        break;
    case Action::Trim:
        request.archive = m_archive != nullptr && m_archive->isChecked();
        request.wholeNodes = m_wholeNodes != nullptr && m_wholeNodes->isChecked();
        if (m_byBound != nullptr && m_byBound->isChecked()) {
            request.toBound = true;
        } else if (m_byAge != nullptr && m_byAge->isChecked()) {
            request.olderThan = m_duration->duration();
        } else {
            request.keep = m_number->value();
        }
        break;
    case Action::Prune:
        request.olderThan = m_duration->duration();
        break;
    case Action::Postpone:
        request.by = m_duration->duration();
        break;
    case Action::SetExpiry:
        request.by =
            (m_never != nullptr && m_never->isChecked()) || (m_likeOthers != nullptr && m_likeOthers->isChecked())
            ? std::chrono::milliseconds(0)
            : m_duration->duration();
        break;
    case Action::Move:
        request.target = m_target->currentData().toByteArray();
        break;
    case Action::ChangePriority:
        request.target = m_target->currentData().toByteArray();
        if (m_band != nullptr) {
            const QByteArray from = m_band->currentData().toByteArray();
            request.state = from.isEmpty() ? QString() : Bands::idOf(QString::fromUtf8(from));
            request.olderThan = m_byAge->isChecked() ? std::optional(m_duration->duration()) : std::nullopt;
        }
        break;
    case Action::Edit:
        request.edit = m_edit->edit();
        break;
    case Action::Add:
        request.elements = members();
        break;
    default:
        break;
    }
    return request;
}

} // namespace plimsoll::views
