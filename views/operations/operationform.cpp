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
#include "views/widgets/elidedlabel.h"
#include "views/widgets/fieldmessage.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QRadioButton>
#include <QSpinBox>
#include <QVBoxLayout>
#include <QVariant>

#include <algorithm>
#include <array>
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

bool isOfStream(const OperationRequest &request)
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

OperationForm::OperationForm(const OperationRequest &request, QWidget *parent)
    : QWidget(parent), m_request(request), m_column(new QVBoxLayout(this))
{
    setObjectName(QStringLiteral("operationForm"));
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(metrics::cardGap);
}

OperationRequest OperationForm::request() const
{
    OperationRequest request = m_request;
    fill(request);
    return request;
}

const CollectionDefinition &OperationForm::definition() const
{
    return m_request.workspace->collections[m_request.collection];
}

void OperationForm::addText(const QString &text)
{
    auto *label = new QLabel(text, this);
    label->setProperty("role", QStringLiteral("secondary"));
    label->setWordWrap(true);
    m_column->addWidget(label);
}

QRadioButton *OperationForm::addChoice(const QString &text, const char *name, QWidget *field)
{
    if (m_choices == nullptr) {
        m_choices = new QButtonGroup(this);
        connect(m_choices, &QButtonGroup::buttonToggled, this, &OperationForm::changed);
    }
    auto *choice = new QRadioButton(text, this);
    choice->setObjectName(QLatin1StringView(name));
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
    m_column->addLayout(line);
    return choice;
}

void OperationForm::addLine(const QString &label, QWidget *field)
{
    auto *line = new QHBoxLayout;
    line->setSpacing(metrics::cardGap);
    line->addWidget(new QLabel(label, this));
    line->addWidget(field, 1);
    m_column->addLayout(line);
}

DurationField *OperationForm::makeDuration(const QString &accessible, std::chrono::seconds usual)
{
    auto *field = new DurationField(accessible, usual, this);
    connect(field, &DurationField::changed, this, &OperationForm::changed);
    return field;
}

namespace {

/// Asks what to keep: a number, an age, or the bound in the workspace.
class TrimForm final : public OperationForm {
public:
    TrimForm(const OperationRequest &request, std::chrono::milliseconds /*now*/, QWidget *parent)
        : OperationForm(request, parent), m_number(new QSpinBox(this))
    {
        const char *const ranked = viewOf(*definition().kind).stay;
        const QString newest = OperationForm::tr("The newest");
        const QString stay = ranked == nullptr ? newest : QCoreApplication::translate("kinds", ranked);
        const std::optional<Bound> &bound = definition().bound;
        if (const QString part = partText(request); !part.isEmpty()) {
            addText(part);
        }
        addText(OperationForm::tr("Keep"));
        m_number->setObjectName(QStringLiteral("keepNumber"));
        m_number->setAccessibleName(OperationForm::tr("Number to keep"));
        m_number->setRange(0, std::numeric_limits<int>::max());
        m_number->setGroupSeparatorShown(true);
        m_number->setButtonSymbols(QAbstractSpinBox::NoButtons);
        m_number->setMinimumWidth(Px(110));
        m_number->setValue(bound && bound->keep ? static_cast<int>(*bound->keep) : usualKeep);
        connect(m_number, &QSpinBox::valueChanged, this, &OperationForm::changed);
        QRadioButton *byNumber = addChoice(stay, "byNumber", m_number);
        if (ranked == nullptr) {
            m_age = makeDuration(OperationForm::tr("Age"), hours(24));
            m_byAge = addChoice(OperationForm::tr("Elements not older than"), "byAge", m_age);
        }
        if (bound && (bound->keep || bound->maxAge)) {
            const QString text =
                bound->keep ? models::formatCount(*bound->keep) : models::formatDuration(*bound->maxAge);
            m_byBound = addChoice(OperationForm::tr("The bound in the workspace (%1)").arg(text), "byBound");
        }
        (m_byBound == nullptr ? byNumber : m_byBound)->setChecked(true);
        isOfStream(request) ? addWholeNodes() : addArchive();
    }

protected:
    void fill(OperationRequest &request) const override
    {
        request.archive = m_archive != nullptr && m_archive->isChecked();
        request.wholeNodes = m_wholeNodes != nullptr && m_wholeNodes->isChecked();
        if (m_byBound != nullptr && m_byBound->isChecked()) {
            request.toBound = true;
        } else if (m_byAge != nullptr && m_byAge->isChecked()) {
            request.olderThan = m_age->duration();
        } else {
            request.keep = m_number->value();
        }
    }

private:
    void addWholeNodes()
    {
        m_wholeNodes = new QCheckBox(
            OperationForm::tr("Only whole nodes, which can leave a few hundred entries more (XTRIM ~)"), this);
        m_wholeNodes->setObjectName(QStringLiteral("wholeNodes"));
        connect(m_wholeNodes, &QCheckBox::toggled, this, &OperationForm::changed);
        column()->addWidget(m_wholeNodes);
        addText(OperationForm::tr("An entry cannot go back to its old place in a stream, so a trim is final. The next "
                                  "step shows how many are unread or pending."));
    }

    void addArchive()
    {
        m_archive = new QCheckBox(OperationForm::tr("Archive the removed elements, so that this can be undone"), this);
        m_archive->setObjectName(QStringLiteral("archive"));
        m_archive->setChecked(true);
        column()->addWidget(m_archive);
        addText(OperationForm::tr("Without the archive a trim is about ten times faster, and final."));
    }

    QSpinBox *m_number;
    DurationField *m_age = nullptr; ///< null: elements are kept by rank
    QRadioButton *m_byAge = nullptr;
    QRadioButton *m_byBound = nullptr; ///< null: the workspace has no such bound
    QCheckBox *m_archive = nullptr; ///< null for a stream
    QCheckBox *m_wholeNodes = nullptr; ///< null except for a stream
};

/// The entry after which a consumer group continues.
class LastIdForm final : public OperationForm {
public:
    LastIdForm(const OperationRequest &request, std::chrono::milliseconds /*now*/, QWidget *parent)
        : OperationForm(request, parent), m_id(new QLineEdit(this))
    {
        addText(OperationForm::tr("Where should %1 start reading?").arg(printable(request.group, longestTargetName)));
        m_id->setObjectName(QStringLiteral("lastId"));
        m_id->setAccessibleName(OperationForm::tr("Id or time after which the group continues"));
        m_id->setPlaceholderText(OperationForm::tr("id, or a time such as 2026-11-23T12:00"));
        m_id->setMinimumWidth(Px(280));
        connect(m_id, &QLineEdit::textChanged, this, &OperationForm::changed);
        m_behindId = addChoice(OperationForm::tr("After this entry id, or from this time (UTC)"), "behindId", m_id);
        m_fromStart = addChoice(OperationForm::tr("From the oldest entry: everything again"), "fromStart");
        addChoice(OperationForm::tr("From now on: only new entries"), "fromNow");
        m_behindId->setChecked(true);
        addText(
            OperationForm::tr("The next step shows how many are delivered again, or skipped. Nothing is changed yet."));
        setFocusProxy(m_id);
    }

    [[nodiscard]] bool isComplete() const override
    {
        return !m_behindId->isChecked() || StreamId::parse(id()) || StreamId::ofTime(QString::fromUtf8(id()));
    }

protected:
    void fill(OperationRequest &request) const override { request.target = id(); }

private:
    [[nodiscard]] QByteArray id() const
    {
        return m_behindId->isChecked() ? m_id->text().trimmed().toUtf8() : m_fromStart->isChecked() ? "0" : "$";
    }

    QLineEdit *m_id;
    QRadioButton *m_behindId;
    QRadioButton *m_fromStart;
};

/// Asks for the new owner of pending entries: one consumer, or any that claims idle entries.
class ClaimForm final : public OperationForm {
public:
    ClaimForm(const OperationRequest &request, std::chrono::milliseconds /*now*/, QWidget *parent)
        : OperationForm(request, parent), m_consumer(new ConsumerField(request, this))
    {
        addText(question());
        connect(m_consumer, &QComboBox::editTextChanged, this, &OperationForm::changed);
        QRadioButton *const toAny =
            addChoice(OperationForm::tr("Any consumer that claims idle entries (release)"), "toAny");
        m_toConsumer = addChoice(OperationForm::tr("One consumer (claim)"), "toConsumer", m_consumer);
        // The form opens with what its button said: "Release" is an offer of its own. Removing a consumer says neither.
        (request.action == Action::Requeue ? m_toConsumer : toAny)->setChecked(true);
        auto *warning =
            new FieldMessage(OperationForm::tr("A consumer works on assigned entries only if it reads its own pending "
                                               "entries again (XREADGROUP from 0)."),
                             this);
        warning->setObjectName(QStringLiteral("claimWarning"));
        if (const QString reason = m_consumer->reason(); !reason.isEmpty()) {
            auto *why = new ElidedLabel(warning);
            why->setObjectName(QStringLiteral("claimReason"));
            why->setProperty("role", QStringLiteral("small"));
            why->setFullText(reason);
            warning->addNote(why);
        }
        column()->addWidget(warning);
        connect(m_consumer, &QComboBox::editTextChanged, warning,
                [this, warning] { warning->setProblem(m_consumer->warning()); });
    }

    [[nodiscard]] bool isComplete() const override
    {
        return !m_toConsumer->isChecked() || !m_consumer->currentText().isEmpty();
    }

protected:
    void fill(OperationRequest &request) const override
    {
        request.target = m_toConsumer->isChecked() ? m_consumer->currentText().toUtf8() : neutralConsumer.toByteArray();
    }

private:
    /// Names the entries, with their number where the page that asks knows it.
    [[nodiscard]] QString question() const
    {
        const std::vector<Element> &selected = asked().elements;
        const std::optional<qint64> count =
            selected.empty() ? m_consumer->entries() : std::optional<qint64>(selected.size());
        const QString number = count ? models::formatCount(double(*count)) : QString();
        if (!asked().consumer.isEmpty()) {
            const QString holder = printable(asked().consumer, longestTargetName);
            return !count     ? OperationForm::tr("Who gets the pending entries of %1?").arg(holder)
                : *count == 1 ? OperationForm::tr("Who gets the 1 pending entry of %1?").arg(holder)
                              : OperationForm::tr("Who gets the %1 pending entries of %2?", nullptr, pluralOf(*count))
                                    .arg(number, holder);
        }
        if (!selected.empty()) {
            return *count == 1
                ? OperationForm::tr("Who gets the selected entry?")
                : OperationForm::tr("Who gets the %1 selected entries?", nullptr, pluralOf(*count)).arg(number);
        }
        const QString group = printable(asked().group, longestTargetName);
        return !count     ? OperationForm::tr("Who gets them?")
            : *count == 1 ? OperationForm::tr("Who gets the 1 stale entry of group %1?").arg(group)
                          : OperationForm::tr("Who gets the %1 stale entries of group %2?", nullptr, pluralOf(*count))
                                .arg(number, group);
    }

    ConsumerField *m_consumer;
    QRadioButton *m_toConsumer;
};

/// When keys expire.
class ExpiryForm final : public OperationForm {
public:
    ExpiryForm(const OperationRequest &request, std::chrono::milliseconds /*now*/, QWidget *parent)
        : OperationForm(request, parent), m_in(makeDuration(OperationForm::tr("Time until the keys expire"), hours(24)))
    {
        if (const QString part = partText(request); !part.isEmpty()) {
            addText(part);
        }
        if (request.onlyMissing) {
            addChoice(OperationForm::tr("Like the others of their period, otherwise after the workspace's ttl"),
                      "expireLikeOthers")
                ->setChecked(true);
        }
        m_expireIn = addChoice(OperationForm::tr("The keys expire in"), "expireIn", m_in);
        if (request.onlyMissing) {
            addText(OperationForm::tr("Only keys that have no expiry get one. Nothing is removed now."));
            return;
        }
        m_expireIn->setChecked(true);
        addChoice(OperationForm::tr("Never: remove their expiry"), "expireNever");
    }

protected:
    void fill(OperationRequest &request) const override
    {
        request.by = m_expireIn->isChecked() ? m_in->duration() : std::chrono::milliseconds(0);
    }

private:
    DurationField *m_in;
    QRadioButton *m_expireIn;
};

/// The tier that jobs move to.
class MoveForm final : public OperationForm {
public:
    MoveForm(const OperationRequest &request, std::chrono::milliseconds now, QWidget *parent)
        : OperationForm(request, parent), m_tier(new QComboBox(this))
    {
        m_tier->setObjectName(QStringLiteral("moveTarget"));
        m_tier->setAccessibleName(OperationForm::tr("Tier to move to"));
        const auto isSource = [&request](const QByteArray &key) {
            const auto &elements = request.elements;
            return !elements.empty() && std::all_of(elements.begin(), elements.end(), [&](const Element &element) {
                return element.key == key;
            });
        };
        for (const QByteArray &tier : tiersOf(definition(), now)) {
            if (!isSource(tier)) {
                m_tier->addItem(printable(tier, 120), tier);
            }
        }
        addLine(OperationForm::tr("To tier"), m_tier);
        if (m_tier->count() == 0) {
            addText(
                OperationForm::tr("There is no other tier: the workspace names one ready list for this collection."));
        }
        setFocusProxy(m_tier);
    }

    [[nodiscard]] bool isComplete() const override { return m_tier->count() > 0; }

protected:
    void fill(OperationRequest &request) const override { request.target = m_tier->currentData().toByteArray(); }

private:
    QComboBox *m_tier;
};

/// Asks for the new band of jobs and, unless they were selected, for their present band and age.
class PriorityForm final : public OperationForm {
public:
    PriorityForm(const OperationRequest &request, std::chrono::milliseconds now, QWidget *parent)
        : OperationForm(request, parent)
    {
        const Bands bands = Bands::of(definition());
        if (request.elements.empty()) {
            addSource(bands, now);
        }
        m_to = addBands(bands, OperationForm::tr("To band"), "toBand");
        setFocusProxy(m_to);
    }

    [[nodiscard]] bool isComplete() const override { return m_to->count() > 0; }

protected:
    void fill(OperationRequest &request) const override
    {
        request.target = m_to->currentData().toByteArray();
        if (m_from != nullptr) {
            const QByteArray from = m_from->currentData().toByteArray();
            request.state = from.isEmpty() ? QString() : Bands::idOf(QString::fromUtf8(from));
            request.olderThan = m_byAge->isChecked() ? std::optional(m_age->duration()) : std::nullopt;
        }
    }

private:
    void addSource(const Bands &bands, std::chrono::milliseconds now)
    {
        const std::optional<std::size_t> band = bands.find(asked().state);
        m_from = addBands(bands, OperationForm::tr("Jobs of"), "fromBand");
        m_from->insertItem(0, OperationForm::tr("all bands"), QByteArray());
        m_from->setCurrentIndex(band ? static_cast<int>(*band) + 1 : m_from->count() - 1); // the last waits longest
        addChoice(OperationForm::tr("All of them"), "allOfBand")->setChecked(true);
        m_age = makeDuration(OperationForm::tr("How long they have waited"), minutes(5));
        m_byAge = addChoice(OperationForm::tr("Jobs waiting for longer than"), "byAge", m_age);
        m_byAge->setEnabled(!bands.rangesBefore(0, now, now).empty());
        m_byAge->setToolTip(m_byAge->isEnabled() ? QString() : OperationForm::tr("These scores hold no time."));
    }

    QComboBox *addBands(const Bands &bands, const QString &label, const char *name)
    {
        auto *box = new QComboBox(this);
        box->setObjectName(QLatin1StringView(name));
        box->setAccessibleName(label);
        for (std::size_t band = 0; band < bands.size(); ++band) {
            box->addItem(bands.name(band), bands.name(band).toUtf8());
        }
        addLine(label, box);
        connect(box, &QComboBox::currentIndexChanged, this, &OperationForm::changed);
        return box;
    }

    QComboBox *m_to;
    QComboBox *m_from = nullptr; ///< null: jobs were selected
    DurationField *m_age = nullptr;
    QRadioButton *m_byAge = nullptr;
};

/// Members to add to a set.
class AddForm final : public OperationForm {
public:
    AddForm(const OperationRequest &request, std::chrono::milliseconds /*now*/, QWidget *parent)
        : OperationForm(request, parent), m_text(new QPlainTextEdit(this))
    {
        addText(OperationForm::tr("One member per line, exactly as it should be stored."));
        m_text->setObjectName(QStringLiteral("newMembers"));
        m_text->setAccessibleName(OperationForm::tr("Members to add, one per line"));
        m_text->setTabChangesFocus(true);
        m_text->setMinimumHeight(Px(120));
        connect(m_text, &QPlainTextEdit::textChanged, this, &OperationForm::changed);
        column()->addWidget(m_text, 1);
        setFocusProxy(m_text);
    }

    [[nodiscard]] bool isComplete() const override { return !members().empty(); }

protected:
    void fill(OperationRequest &request) const override { request.elements = members(); }

private:
    [[nodiscard]] std::vector<Element> members() const
    {
        std::vector<Element> elements;
        const QStringList lines = m_text->toPlainText().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
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

    QPlainTextEdit *m_text;
};

/// Asks for the least time since pruned members were last seen.
class PruneForm final : public OperationForm {
public:
    PruneForm(const OperationRequest &request, std::chrono::milliseconds /*now*/, QWidget *parent)
        : OperationForm(request, parent),
          m_age(makeDuration(OperationForm::tr("Remove members last seen longer ago than"), hours(1)))
    {
        addLine(OperationForm::tr("Remove members last seen longer ago than"), m_age);
        setFocusProxy(m_age);
    }

protected:
    void fill(OperationRequest &request) const override { request.olderThan = m_age->duration(); }

private:
    DurationField *m_age;
};

/// Asks for the time by which delayed jobs are put off.
class PostponeForm final : public OperationForm {
public:
    PostponeForm(const OperationRequest &request, std::chrono::milliseconds /*now*/, QWidget *parent)
        : OperationForm(request, parent), m_by(makeDuration(OperationForm::tr("Later by"), minutes(10)))
    {
        addLine(OperationForm::tr("Later by"), m_by);
        setFocusProxy(m_by);
    }

protected:
    void fill(OperationRequest &request) const override { request.by = m_by->duration(); }

private:
    DurationField *m_by;
};

struct FormOf {
    Action action;
    bool (*isNeeded)(const OperationRequest &request); ///< true if a parameter is missing
    OperationForm *(*make)(const OperationRequest &request, std::chrono::milliseconds now, QWidget *parent);
};

template <typename Form>
OperationForm *makeOf(const OperationRequest &request, std::chrono::milliseconds now, QWidget *parent)
{
    return new Form(request, now, parent);
}

bool hasNoTarget(const OperationRequest &request)
{
    return request.target.isEmpty();
}

bool hasNoTime(const OperationRequest &request)
{
    return request.by.count() == 0;
}

constexpr std::array forms{
    FormOf{Action::Requeue, [](const OperationRequest &request) { return isOfStream(request) && hasNoTarget(request); },
           makeOf<ClaimForm>},
    FormOf{Action::RemoveConsumer, hasNoTarget, makeOf<ClaimForm>},
    FormOf{Action::SetLastId, hasNoTarget, makeOf<LastIdForm>},
    FormOf{Action::Trim,
           [](const OperationRequest &request) { return !request.keep && !request.olderThan && !request.toBound; },
           makeOf<TrimForm>},
    FormOf{Action::Prune, [](const OperationRequest &request) { return !request.olderThan; }, makeOf<PruneForm>},
    FormOf{Action::Postpone, hasNoTime, makeOf<PostponeForm>},
    FormOf{Action::SetExpiry, hasNoTime, makeOf<ExpiryForm>},
    FormOf{Action::Move, hasNoTarget, makeOf<MoveForm>},
    FormOf{Action::ChangePriority, hasNoTarget, makeOf<PriorityForm>},
    FormOf{Action::Add, [](const OperationRequest &request) { return request.elements.empty(); }, makeOf<AddForm>},
    FormOf{Action::Edit, [](const OperationRequest &request) { return !request.edit || request.edit->after.isNull(); },
           makeOf<EditForm>},
};

} // namespace

OperationForm *OperationForm::make(const OperationRequest &request, std::chrono::milliseconds now, QWidget *parent)
{
    const auto found =
        std::find_if(forms.begin(), forms.end(), [&](const FormOf &each) { return each.action == request.action; });
    if (found == forms.end() || !found->isNeeded(request)) {
        return nullptr;
    }
    OperationForm *form = found->make(request, now, parent);
    if (form->m_choices != nullptr && form->focusProxy() == nullptr) {
        form->setFocusProxy(form->m_choices->checkedButton());
    }
    form->m_column->addStretch(1);
    return form;
}

} // namespace plimsoll::views
