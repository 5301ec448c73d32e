// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/inspector.h"

#include "models/text/atleast.h"
#include "models/rows/elementmodel.h"
#include "models/text/format.h"
#include "models/text/jobedit.h"
#include "redis/types/elementstate.h"
#include "redis/types/printable.h"
#include "redis/types/redaction.h"
#include "redis/types/workspacechange.h"
#include "views/inspector/jobtools.h"
#include "views/inspector/payloadview.h"
#include "views/operations/offeraction.h"
#include "views/operations/offers.h"
#include "views/page/kindview.h"
#include "views/page/question.h"
#include "views/theme/theme.h"
#include "views/widgets/badge.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/wrappedlabel.h"

#include <QClipboard>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QStyle>
#include <QVBoxLayout>
#include <QVariant>

#include <algorithm>
#include <utility>

namespace plimsoll::views {

namespace {

constexpr int longestInspectedTitle = 200;
constexpr int longestValue = 800; // characters; longer values are elided, with more on hover
constexpr int longestHover = 2000;
constexpr int mostFields = 60;
const QString redactedText = QStringLiteral("•••");

/// Returns true for fields that another row already shows.
bool isSaid(const QByteArray &name)
{
    static const QList<QByteArray> said{"created_at",   "createdAt",   "enqueued_at", "timestamp",     "started_at",
                                        "startedAt",    "processedOn", "attempts",    "attempt_count", "attemptsMade",
                                        "max_attempts", "maxAttempts", "last_error",  "error",         "failedReason",
                                        "worker",       "worker_id",   "class",       "failed_at",     "failedAt",
                                        "finished_at",  "finishedAt",  "finishedOn"};
    return said.contains(name);
}

void addHeading(QGridLayout &grid, const QString &text, const QString &hover)
{
    auto *heading = new ElidedLabel;
    heading->setProperty("role", QStringLiteral("small"));
    heading->setFullText(text, hover);
    grid.addWidget(heading, grid.rowCount(), 0, 1, 2);
}

} // namespace

Inspector::Inspector(const PageContext &pageContext, QWidget *parent)
    : QWidget(parent), m_context(pageContext), m_question(new Question(pageContext.host, this))
{
    m_question->tell(this, &Inspector::showDetail);
    connect(m_question, &Question::failed, this, &Inspector::sayFailed);
    setObjectName(QStringLiteral("inspector"));
    setAccessibleName(tr("Inspector"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    m_empty = new QLabel(tr("Select one element to see all of it here."), this);
    m_empty->setProperty("role", QStringLiteral("secondary"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(14);
    layout->addWidget(m_empty, 1);
    auto *scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus); // the focus would be invisible here
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(makeBody());
    m_body = scroll;
    layout->addWidget(scroll, 1);
    clear();
}

QWidget *Inspector::makeBody()
{
    auto *body = new QWidget(this);
    body->setObjectName(QStringLiteral("pageBody"));
    auto *layout = new QVBoxLayout(body);
    layout->setContentsMargins(Px(14), Px(14), Px(14), Px(14));
    layout->setSpacing(Px(10));
    auto *head = new QHBoxLayout;
    m_title = new WrappedLabel(body);
    m_title->setObjectName(QStringLiteral("inspectorTitle"));
    m_title->setProperty("role", QStringLiteral("mono"));
    m_badge = new Badge(m_context.theme, body);
    head->addWidget(m_title, 1);
    head->addWidget(m_badge, 0, Qt::AlignTop);
    layout->addLayout(head);

    auto *fields = new QWidget(body);
    m_fields = new QGridLayout(fields);
    m_fields->setContentsMargins(0, 0, 0, 0);
    m_fields->setHorizontalSpacing(Px(12));
    m_fields->setVerticalSpacing(Px(6));
    m_fields->setColumnStretch(1, 1);
    layout->addWidget(fields);

    m_payloadTitle = new QLabel(body);
    m_payloadTitle->setProperty("role", QStringLiteral("small"));
    layout->addWidget(m_payloadTitle);
    m_payload = new PayloadView(m_context.theme, body);
    m_payload->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    layout->addWidget(m_payload);

    auto *tools = new QHBoxLayout;
    tools->setSpacing(Px(8));
    m_copy = new QPushButton(tr("Copy"), body);
    m_copy->setObjectName(QStringLiteral("copyPayload"));
    m_copy->setAccessibleName(tr("Copy payload"));
    m_rest = new QPushButton(body);
    m_rest->setObjectName(QStringLiteral("loadRest"));
    tools->addWidget(m_copy);
    tools->addWidget(m_rest);
    tools->addStretch(1);
    layout->addLayout(tools);
    m_tools = new JobTools(m_context, body);
    layout->addWidget(m_tools);
    connect(m_tools, &JobTools::copyRequested, this, &Inspector::copyJson);
    m_offers = new QWidget(body);
    auto *offers = new QGridLayout(m_offers);
    offers->setContentsMargins(0, 0, 0, 0);
    offers->setSpacing(Px(8));
    layout->addWidget(m_offers);
    m_note = new QLabel(body);
    m_note->setObjectName(QStringLiteral("inspectorNote"));
    m_note->setWordWrap(true);
    m_note->setTextFormat(Qt::PlainText);
    layout->addWidget(m_note);
    layout->addStretch(1);
    connect(m_copy, &QPushButton::clicked, this, &Inspector::copyPayload);
    connect(m_rest, &QPushButton::clicked, this, [this] {
        m_rest->setEnabled(false);
        ask(0);
    });
    return body;
}

void Inspector::paintEvent(QPaintEvent * /*event*/)
{
    QPainter(this).fillRect(rect(), m_context.theme->tokens().card);
}

void Inspector::inspect(const Place &place, const Element &element, const models::ElementRules &rules)
{
    const bool same = m_body->isVisibleTo(this) && place.collection == m_place.collection
        && element.element == m_element.element && element.key == m_element.key;
    m_place = place;
    m_element = m_row = element;
    m_rules = rules;
    if (!same) {
        m_detail = {};
        m_outcome.clear();
        m_leftAt.reset();
        m_hasDetail = m_isSettled = m_isDeleted = false;
        m_shownBytes = JobQuery{}.maxBytes;
        m_rest->setEnabled(true);
    }
    m_empty->hide();
    m_body->show();
    showElement();
    ask(JobQuery{}.maxBytes);
}

bool Inspector::follow(const Element &element)
{
    if (isEmpty() || element.key != m_element.key || element.element != m_element.element) {
        return false;
    }
    const Element before = std::exchange(m_row, element);
    const bool isBack = std::exchange(m_leftAt, std::nullopt).has_value();
    if (element.state != before.state || element.attempts != before.attempts) {
        m_element = element;
        showElement();
        ask(m_shownBytes);
        return element.state != before.state;
    }
    const bool hasMoved = element.rank != m_element.rank
        || (isKnown(element.score) && isKnown(m_element.score) && element.score != m_element.score);
    if (hasMoved) {
        m_element.rank = element.rank;
        m_element.score = element.score;
    }
    if (hasMoved || isBack) {
        showElement();
    }
    return false;
}

void Inspector::setLeft(const Element &element, std::chrono::milliseconds at)
{
    const bool isShown = !isEmpty() && element.key == m_element.key && element.element == m_element.element;
    if (isShown && (!m_leftAt || *m_leftAt < at)) { // a job that was requeued may have come back in between
        m_leftAt = at;
        showElement();
        if (!m_detail.groups.empty()) { // it was acknowledged, by whomever, or its group has gone
            ask(m_shownBytes);
        }
    }
}

void Inspector::offer(const std::vector<Offer> &offers, const QString &whyNone, bool isAlone)
{
    const bool wereAllDeleted = areAllDeleted();
    m_offered = offers;
    m_isAlone = isAlone;
    const bool isOther = std::exchange(m_whyNone, whyNone) != whyNone || areAllDeleted() != wereAllDeleted;
    showOffers();
    if (isOther) {
        showNotes();
    }
}

bool Inspector::isPendingAnywhere() const
{
    using Is = JobDetail::Standing::Is;
    return std::any_of(m_detail.groups.begin(), m_detail.groups.end(), [this](const auto &standing) {
        return standing.is == Is::Pending || (standing.is == Is::Unknown && standing.group == m_row.group);
    });
}

/// True if this entry is one of several selected ones, none of which is in the stream.
bool Inspector::areAllDeleted() const
{
    const bool areSeveral = !m_isAlone && !m_offered.empty() && m_offered.front().request.elements.size() > 1;
    return areSeveral && std::ranges::all_of(m_offered.front().request.elements, models::isDeletedEntry);
}

void Inspector::showOffers()
{
    qDeleteAll(m_offers->findChildren<QPushButton *>(Qt::FindDirectChildrenOnly));
    if (m_context.gate == nullptr) {
        return;
    }
    std::vector<Offer> offered = m_offered;
    if (offered.empty() && m_isAlone && m_isDeleted && isPendingAnywhere()) {
        Element pending = m_element;
        pending.state = stateOf(Holds::Entries).id;
        offered = rowOffers(m_place, {pending});
        std::erase_if(offered, [](const Offer &offer) { return offer.request.action != Action::Acknowledge; });
    }
    for (Offer each : offered) {
        if (m_isSettled && each.missing.isEmpty()) {
            each.missing = tr("The entry is no longer pending in %1.").arg(printable(m_row.group, longestValue));
        } else if (m_isDeleted && m_isAlone && each.missing.isEmpty() && each.request.action != Action::Acknowledge) {
            each.missing = deletedText(1);
        }
        auto *button = new QPushButton(m_offers);
        (new OfferAction(each, m_context, button))->drive(button);
        button->setObjectName(QStringLiteral("inspector.") + each.name);
        if (each.destructive) {
            button->setProperty("role", QStringLiteral("destructive"));
        }
    }
    placeOffers();
}

/// Places two buttons per row if the translated texts are short enough.
void Inspector::placeOffers()
{
    auto *grid = qobject_cast<QGridLayout *>(m_offers->layout());
    const auto buttons = m_offers->findChildren<QPushButton *>(Qt::FindDirectChildrenOnly);
    int widest = 0;
    for (const QPushButton *button : buttons) {
        widest = std::max(widest, button->sizeHint().width());
    }
    const QMargins around = m_offers->parentWidget()->layout()->contentsMargins();
    const int room = width() - around.left() - around.right();
    const int columns = 2 * widest + grid->horizontalSpacing() <= room ? 2 : 1;
    for (int i = 0; i < buttons.size(); ++i) {
        grid->addWidget(buttons[i], i / columns, i % columns);
    }
}

void Inspector::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    placeOffers();
}

void Inspector::setOutcome(const QString &text, std::chrono::milliseconds at)
{
    if (text != m_outcome) {
        m_outcome = text;
        if (text.isEmpty()) { // undone; if it is not back, the next reading of its page tells
            m_leftAt.reset();
        } else {
            m_leftAt = m_leftAt.value_or(at);
        }
        showElement();
        if (!m_detail.groups.empty()) { // their states have changed
            ask(m_shownBytes);
        }
    }
}

void Inspector::clear()
{
    m_question->forget();
    m_place = {};
    m_body->hide();
    m_empty->show();
}

void Inspector::followEdit(const WorkspacePtr &after)
{
    const auto there = isEmpty() ? std::nullopt : placeAfterEdit(*m_place.workspace, m_place.collection, *after);
    if (there) {
        m_place = {after, *there, m_place.keysAt};
    } else {
        clear();
    }
}

void Inspector::ask(qint64 maxBytes)
{
    m_askedBytes = maxBytes;
    m_question->ask(m_place, JobQuery{m_row, maxBytes}); // m_element may lack what is settled
}

void Inspector::showDetail(const JobDetail &detail)
{
    m_rest->setEnabled(true);
    m_detail = detail;
    m_hasDetail = true;
    m_shownBytes = m_askedBytes;
    m_element = detail.element;
    // The row in the table may be older.
    const auto own = std::find_if(detail.groups.begin(), detail.groups.end(), [this](const auto &standing) {
        return !m_row.group.isEmpty() && standing.group == m_row.group;
    });
    const bool isSettled = own != detail.groups.end() && own->is == JobDetail::Standing::Is::NotPending;
    if (isSettled) {
        m_element.state = {};
        m_element.worker.clear();
        m_element.group.clear();
        m_element.due.reset();
        m_element.startedAt.reset();
    }
    const bool isDeleted = isEntry() && !detail.recordKey.isEmpty() && !detail.recordFound;
    const bool isSame = isSettled == m_isSettled && isDeleted == m_isDeleted;
    m_isSettled = isSettled;
    m_isDeleted = isDeleted;
    if (!isSame || isDeleted) { // a deleted entry may be acknowledged in the meantime
        showOffers();
    }
    showElement();
}

void Inspector::sayFailed(const QString &why)
{
    m_rest->setEnabled(true);
    showNote(tr("The rest could not be read: %1 Select the row again to retry.").arg(why), true);
}

void Inspector::setNow(std::chrono::milliseconds serverNow)
{
    m_now = serverNow;
    if (m_leftAt) {
        return;
    }
    for (const Timed &timed : m_timed) {
        timed.label->setFullText(models::formatRelative(timed.time, m_now), models::formatDateTime(timed.time));
    }
}

void Inspector::setOld(bool old)
{
    m_isOld = old;
    showState();
}

void Inspector::showState()
{
    const QString state = models::elementStateTitle(m_element.state);
    const QString away = !m_outcome.isEmpty() || !m_leftAt ? m_outcome : tr("left this page");
    const bool isAway = !away.isEmpty();
    m_badge->setVisible(isAway || !state.isEmpty());
    m_badge->show(isAway || m_isOld ? State::Ok : models::elementSeverity(m_element.state), isAway ? away : state,
                  true);
}

void Inspector::showElement()
{
    m_title->setFullText(models::elementName(m_element, m_rules, longestInspectedTitle),
                         models::elementName(m_element, m_rules, longestHover));
    showState();
    showFields();
    showPayload();
    if (m_hasDetail) {
        m_tools->setJob(m_place, m_detail, payloadOf().field, m_shownBytes, m_outcome);
    } else {
        m_tools->hide();
    }
    showNotes();
}

bool Inspector::isEntry() const
{
    return m_place.isThere() && m_place.definition().has(Holds::Entries);
}

void Inspector::showNotes()
{
    QStringList notes;
    if (m_leftAt) {
        notes << (m_outcome.isEmpty() ? tr("It has left this page: times are as of %1.")
                                      : tr("It is no longer there: times are as of %1."))
                     .arg(models::formatTime(*m_leftAt));
    }
    const bool isRecordGone = m_hasDetail && !m_detail.recordKey.isEmpty() && !m_detail.recordFound;
    if (isRecordGone) {
        notes << (isEntry() ? (areAllDeleted()
                                   ? tr("They are no longer in the stream: they were trimmed or deleted. They can only "
                                        "be acknowledged.")
                                   : isPendingAnywhere()
                                   ? tr("It is no longer in the stream: it was trimmed or deleted. It can only be "
                                        "acknowledged.")
                                   : tr("It is no longer in the stream: it was trimmed or deleted."))
                            : tr("No record %1 on the server: it expired, was removed, or the job has finished.")
                                  .arg(printable(m_detail.recordKey, longestInspectedTitle)));
    }
    if (!m_whyNone.isEmpty()) {
        notes << m_whyNone;
    }
    showNote(notes.join(QLatin1Char('\n')));
}

void Inspector::showNote(const QString &text, bool error)
{
    m_note->setText(text);
    m_note->setVisible(!text.isEmpty());
    m_note->setProperty("role", error ? QStringLiteral("critical") : QStringLiteral("small"));
    m_note->style()->unpolish(m_note);
    m_note->style()->polish(m_note);
}

void Inspector::clearFields()
{
    m_timed.clear();
    while (QLayoutItem *item = m_fields->takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

void Inspector::showFields()
{
    setUpdatesEnabled(false);
    clearFields();
    const Element &element = m_element;
    addField(tr("class"), models::classText(element.jobClass, m_rules));
    const StateView *state =
        m_place.isThere() ? viewOf(*m_place.definition().kind).state(QString(element.state)) : nullptr;
    const RoleKeys *role = state == nullptr ? nullptr : m_place.definition().role(state->role);
    const bool scoreIsTime = isKnown(element.score) && role != nullptr && role->role->score != ScoreIs::Rank;
    if (element.rank && !scoreIsTime) {
        addField(tr("rank"), models::formatCount(*element.rank + 1));
    }
    if (isKnown(element.score) && !element.due) {
        addField(tr("score"), models::formatScore(element.score));
    }
    const bool isEntry = m_place.isThere() && m_place.definition().has(Holds::Entries);
    addTime(isEntry ? tr("added") : tr("created"), element.createdAt);
    if (!element.createdAt && element.age) {
        addField(tr("age"), models::atLeastText(models::formatDuration(*element.age), element.ageAtLeast));
    }
    addTime(isEntry ? tr("last delivered") : tr("started"), element.startedAt);
    addTime(tr("finished"), element.finishedAt);
    addTime(tr("failed"), element.failedAt);
    addField(isEntry ? tr("consumer") : tr("claimed by"), models::workerText(element.worker, m_rules));
    addField(tr("group"), printable(element.group, longestValue));
    addTime(QCoreApplication::translate("kinds", (state == nullptr ? StateView() : *state).due),
            models::deadlineOf(element, m_rules));
    if (element.attempts) {
        addField(isEntry ? tr("delivered") : tr("attempts"), models::attemptsText(element, m_rules));
    }
    addField(tr("error"), models::errorText(element.error, m_rules));
    const QString key = printable(element.key, longestValue);
    addField(tr("key"), key, key, true);
    addRecord();
    addStandings();
    setUpdatesEnabled(true);
}

/// Adds the state of the entry in each consumer group.
void Inspector::addStandings()
{
    using Is = JobDetail::Standing::Is;
    if (m_detail.groups.empty()) {
        return;
    }
    addHeading(*m_fields, tr("in each group"), {});
    for (const JobDetail::Standing &standing : m_detail.groups) {
        const QString text = standing.is == Is::Pending
            ? tr("pending at %1").arg(printable(standing.consumer, longestInspectedTitle))
            : standing.is == Is::Unread     ? (m_isDeleted ? tr("deleted before it was read") : tr("not read yet"))
            : standing.is != Is::NotPending ? models::unknownText()
            : standing.group == m_row.group ? tr("acknowledged") // its row was pending
                                            : tr("not pending: acknowledged, or never delivered");
        addField(printable(standing.group, 40), text);
    }
}

void Inspector::addRecord()
{
    if (m_detail.fields.empty()) {
        return;
    }
    const bool isEntry = m_place.isThere() && m_place.definition().has(Holds::Entries);
    const QString key = printable(m_detail.recordKey, longestValue);
    if (isEntry) {
        addHeading(*m_fields, tr("fields"), {});
    } else {
        addField(tr("record"), key, tr("The job's record: %1").arg(key), true);
    }
    const QByteArray payloadField = payloadOf().field;
    int shown = 0;
    for (const auto &[name, value] : m_detail.fields) {
        if ((!isEntry && isSaid(name)) || name == payloadField) {
            continue;
        }
        if (shown == mostFields) {
            addHeading(*m_fields, tr("and %1 more").arg(m_detail.fields.size() - mostFields), {});
            break;
        }
        ++shown;
        const bool hidden = isHidden(name);
        // A JSON value may contain a redacted field, which a single line would reveal.
        const bool nested = !m_rules.redacted.isEmpty()
            && (looksLikeJson(value, true) || redactedJson(value, m_rules.redacted) != value);
        const QString text = hidden ? redactedText
            : nested                ? tr("JSON, below or hidden")
                                    : printable(value, longestValue);
        addField(printable(name, 40), text, hidden || nested ? QString() : printable(value, longestHover), true);
    }
}

bool Inspector::isHidden(const QByteArray &field) const
{
    return m_rules.redacted.contains(QString::fromUtf8(field));
}

void Inspector::addField(const QString &name, const QString &value, const QString &hover, bool mono)
{
    if (value.isEmpty()) {
        return;
    }
    const int row = m_fields->rowCount();
    auto *label = new ElidedLabel;
    label->setFullText(name);
    label->setProperty("role", QStringLiteral("secondary"));
    label->setMaximumWidth(Px(96));
    m_fields->addWidget(label, row, 0, Qt::AlignTop);
    auto *text = new WrappedLabel;
    const QString whole = value.simplified();
    const QString shown = whole.size() > longestValue ? whole.left(longestValue) + QChar(0x2026) : whole;
    text->setFullText(shown, hover.isEmpty() && shown != whole ? whole.left(longestHover) : hover);
    if (mono) {
        text->setProperty("role", QStringLiteral("mono"));
    }
    m_fields->addWidget(text, row, 1);
}

void Inspector::addTime(const QString &name, std::optional<std::chrono::milliseconds> time)
{
    if (!time) {
        return;
    }
    addField(name, models::formatRelative(*time, m_leftAt.value_or(m_now)), models::formatDateTime(*time));
    m_timed.push_back({qobject_cast<WrappedLabel *>(m_fields->itemAt(m_fields->count() - 1)->widget()), *time});
}

/// Returns the element or the string of the record; if the element is only an id, the largest JSON field of the record.
Inspector::Payload Inspector::payloadOf() const
{
    const QByteArray payload = m_hasDetail ? m_detail.payload : m_element.element;
    Payload largest;
    if (payload == m_element.id || payload == m_element.element) {
        for (const auto &[name, value] : m_detail.fields) {
            if (!isHidden(name) && looksLikeJson(value, true) && value.size() > largest.bytes.size()) {
                largest = {name, value, false};
            }
        }
    }
    if (!largest.field.isEmpty()) {
        return largest;
    }
    return {{}, payload, payload == m_element.element};
}

void Inspector::showPayload()
{
    const auto [field, payload, isElement] = payloadOf();
    const bool isField = !field.isEmpty();
    const qint64 size =
        isField || !m_hasDetail ? payload.size() : std::max(m_detail.payloadSize, qint64(payload.size()));
    const bool cut = size > payload.size() || (isField && m_shownBytes > 0 && payload.size() >= m_shownBytes);
    const bool shown = !payload.isEmpty();
    const bool isTitle = shown && isElement && !cut // the title says the same
        && models::elementName(m_element, m_rules, longestInspectedTitle).toUtf8() == payload;
    m_payload->setVisible(shown && !isTitle);
    m_copy->setVisible(shown);
    m_payloadTitle->setVisible(!isTitle && (shown || isElement));
    const QString blank = isElement ? models::blankText(payload) : QString();
    m_payloadTitle->setText(isField              ? printable(field, 40)
                                : !isElement     ? tr("payload")
                                : blank.isNull() ? tr("element")
                                                 : tr("element %1").arg(blank));
    m_rest->setVisible(shown && cut);
    if (!shown) {
        return;
    }
    m_payload->show(payload, cut, m_rules.redacted);
    m_rest->setText(isField ? tr("Load the rest")
                            : tr("Load the rest (%1)").arg(models::formatBytes(size - payload.size())));
}

void Inspector::copyJson()
{
    QGuiApplication::clipboard()->setText(models::jobJson(m_element, m_detail, m_rules));
}

void Inspector::copyPayload()
{
    QGuiApplication::clipboard()->setText(m_payload->fullText());
}

} // namespace plimsoll::views
