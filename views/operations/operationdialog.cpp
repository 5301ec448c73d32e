// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/operations/operationdialog.h"

#include "models/text/format.h"
#include "models/text/operationtext.h"
#include "models/rows/plansamplemodel.h"
#include "redis/types/printable.h"
#include "views/operations/differenceview.h"
#include "views/operations/offeraction.h"
#include "views/operations/operationform.h"
#include "views/table/tableview.h"
#include "views/theme/theme.h"
#include "views/widgets/dialogparts.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/notice.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDateTime>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QStyle>
#include <QTextOption>
#include <QVBoxLayout>
#include <QVariant>

#include <algorithm>
#include <utility>

namespace plimsoll::views {

namespace {

constexpr Px operationDialogWidth{680};
constexpr Px dialogHeight{540}; // from the first on: a plan that comes moves no button
constexpr Px dialogMargin{20};
constexpr Px typeSpacing{10};
constexpr Px typeWidth{150};
constexpr int mostSampleRows = 4; // of the sample: more would push the commands out of a small screen
constexpr int leastCommandLines = 3; // of the commands
constexpr Px widestConfirm{220}; // has its place before it is there
constexpr Px noticeHeight{150};
constexpr Px leastDifference{120};
constexpr qsizetype longestTier = 60;

/// Allows line breaks every 24 characters, as a name without spaces may be wider than a line.
QString breakable(const QString &name)
{
    constexpr qsizetype piece = 24;
    QStringList pieces;
    for (qsizetype at = 0; at < name.size(); at += piece) {
        pieces.append(name.mid(at, piece));
    }
    return pieces.join(QChar(0x200B)); // zero width space
}

} // namespace

OperationDialog::OperationDialog(Theme *theme, const OperationRequest &request, QWidget *parent,
                                 std::optional<std::chrono::milliseconds> serverNow)
    : QDialog(parent), m_theme(theme), m_request(request),
      m_now(serverNow.value_or(std::chrono::milliseconds(QDateTime::currentMSecsSinceEpoch())))
{
    setObjectName(QStringLiteral("operationDialog"));
    setWindowModality(Qt::WindowModal);
    setAttribute(Qt::WA_DeleteOnClose);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(dialogMargin, dialogMargin, dialogMargin, dialogMargin);
    layout->setSpacing(metrics::cardGap);
    buildHead(layout);
    m_notice = new Notice(theme, this);
    m_notice->setObjectName(QStringLiteral("operationNotice"));
    m_notice->setMinimumHeight(noticeHeight);
    layout->addWidget(m_notice, 1);
    buildPlan();
    layout->addWidget(m_planArea, 1);
    m_form = OperationForm::make(request, m_now, this);
    if (m_form != nullptr) {
        layout->addWidget(m_form, 1);
        connect(m_form, &OperationForm::changed, this, &OperationDialog::updateConfirm);
    }
    buildButtons(layout);
}

void OperationDialog::buildHead(QVBoxLayout *layout)
{
    auto *head = new QHBoxLayout;
    head->setSpacing(Px(10));
    m_title = new ElidedLabel(this);
    m_title->setFullText(models::requestTitle(m_request));
    m_title->setObjectName(QStringLiteral("operationTitle"));
    m_title->setProperty("role", QStringLiteral("title"));
    m_production = redBadge({}, "operationProduction", m_theme, this);
    showProduction();
    head->addWidget(m_title);
    head->addWidget(m_production, 0, Qt::AlignVCenter);
    head->addStretch(1);
    layout->addLayout(head);
    showTitle();
}

/// The window may show another workspace by now.
void OperationDialog::showTitle()
{
    const QString name = workspaceName();
    setWindowTitle(name.isEmpty() ? m_title->fullText() : tr("%1 – %2").arg(m_title->fullText(), name));
}

QString OperationDialog::workspaceName() const
{
    return m_plan ? m_plan->workspaceName : m_request.workspace ? m_request.workspace->name : QString();
}

void OperationDialog::buildPlan()
{
    m_planArea = new QScrollArea(this); // scrolls where the screen is too small for it
    m_planArea->setFrameShape(QFrame::NoFrame);
    m_planArea->setFocusPolicy(Qt::NoFocus);
    m_planArea->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_planArea->setWidgetResizable(true);
    m_preview = new QWidget(m_planArea);
    m_preview->setObjectName(QStringLiteral("pageBody"));
    m_planArea->setWidget(m_preview);
    auto *layout = new QVBoxLayout(m_preview);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics::cardGap);
    m_sentence = new QLabel(m_preview);
    m_sentence->setObjectName(QStringLiteral("operationSentence"));
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setWordWrap(true);
    m_sample = new TableView(m_theme, m_preview);
    m_sample->setObjectName(QStringLiteral("operationSample"));
    m_sample->setAccessibleName(tr("The first of them"));
    m_sample->setSelectionMode(QAbstractItemView::NoSelection);
    m_sample->setFocusPolicy(Qt::NoFocus);
    m_sample->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_difference = new DifferenceView(m_theme, m_preview);
    m_difference->setObjectName(QStringLiteral("operationDifference"));
    m_difference->setAccessibleName(tr("Changes, line by line"));
    m_difference->setMinimumHeight(leastDifference);
    m_difference->hide();
    m_more = new QLabel(m_preview);
    m_more->setObjectName(QStringLiteral("operationMore"));
    m_more->setProperty("role", QStringLiteral("small"));
    m_keepAttempts = new QCheckBox(tr("Keep attempts, instead of starting again at 0"), m_preview);
    m_keepAttempts->setObjectName(QStringLiteral("operationKeepAttempts"));
    m_keepAttempts->setChecked(m_request.keepAttempts);
    m_keepAttempts->setVisible(hasAttempts());
    connect(m_keepAttempts, &QCheckBox::toggled, this, [this](bool keepAttempts) {
        m_request.keepAttempts = keepAttempts;
        askAnew();
    });
    buildTiers();
    m_commands = new QPlainTextEdit(m_preview);
    m_commands->setObjectName(QStringLiteral("operationCommands"));
    m_commands->setAccessibleName(tr("Commands sent to the server"));
    m_commands->setReadOnly(true);
    m_commands->setTabChangesFocus(true);
    m_commands->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere); // a key may be long and have no blank
    m_commands->setFont(m_theme->monoFont());
    // The commands take the room that the rest of the plan leaves.
    constexpr Px frame{26}; // padding, border and document margin
    m_commands->setMinimumHeight(leastCommandLines * QFontMetrics(m_theme->monoFont()).lineSpacing() + frame);
    m_commands->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);

    m_undo = new QLabel(m_preview);
    m_undo->setObjectName(QStringLiteral("operationUndo"));
    m_typeLabel = new QLabel(m_preview);
    m_typeLabel->setTextFormat(Qt::RichText);
    m_name = new QLineEdit(m_preview);
    m_name->setObjectName(QStringLiteral("operationName"));
    connect(m_name, &QLineEdit::textChanged, this, &OperationDialog::updateConfirm);
    m_typeLabel->setObjectName(QStringLiteral("operationTypeLabel"));
    m_undoLine = new QHBoxLayout;
    m_undoLine->setSpacing(typeSpacing);
    m_undoLine->addWidget(m_undo, 1);
    m_typeLine = new QHBoxLayout;
    m_typeLine->setSpacing(typeSpacing);

    layout->addWidget(m_sentence);
    layout->addWidget(m_sample);
    layout->addWidget(m_difference, 2);
    layout->addWidget(m_more);
    layout->addWidget(m_keepAttempts);
    layout->addWidget(m_tiers);
    layout->addWidget(m_commands, 1);
    layout->addLayout(m_undoLine);
    layout->addLayout(m_typeLine);
}

/// Offers the tiers of a collection that has several.
void OperationDialog::buildTiers()
{
    m_tiers = new QWidget(m_preview);
    m_tier = new QComboBox(m_tiers);
    m_tier->setObjectName(QStringLiteral("operationTier"));
    m_tier->setAccessibleName(tr("Where they go"));
    auto *label = new QLabel(tr("Requeue to"), m_tiers);
    label->setBuddy(m_tier);
    auto *line = new QHBoxLayout(m_tiers);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(metrics::cardGap);
    line->addWidget(label);
    line->addWidget(m_tier);
    line->addStretch(1);
    const bool isRequeue = m_request.action == Action::Requeue || m_request.action == Action::RequeueDead;
    const std::vector<QByteArray> tiers = isRequeue && m_request.workspace
        ? requeueTiers(m_request.workspace->collections[m_request.collection], m_now)
        : std::vector<QByteArray>();
    m_tier->addItem(tr("where each came from, by its record or key"), QByteArray());
    for (const QByteArray &tier : tiers) {
        m_tier->addItem(printable(tier, longestTier), tier);
    }
    m_tier->setCurrentIndex(std::max(0, m_tier->findData(m_request.target)));
    m_tiers->setVisible(hasTiers());
    connect(m_tier, &QComboBox::activated, this, [this] {
        m_request.target = m_tier->currentData().toByteArray();
        askAnew();
    });
}

/// There are several to choose from; the first line leaves the choice to each job.
bool OperationDialog::hasTiers() const
{
    return m_tier->count() > 2;
}

void OperationDialog::buildButtons(QVBoxLayout *layout)
{
    m_cancel = new QPushButton(tr("Cancel"), this);
    m_cancel->setObjectName(QStringLiteral("operationCancel"));
    m_confirm = new QPushButton(this);
    m_confirm->setObjectName(QStringLiteral("operationConfirm"));
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(2 * metrics::step);
    buttons->addStretch(1);
    for (QPushButton *button : {m_cancel, m_confirm}) {
        button->setAutoDefault(false); // Enter does what the focus is on, see keyPressEvent()
        buttons->addWidget(button);
    }
    layout->addLayout(buttons);
    QSizePolicy kept = m_confirm->sizePolicy();
    kept.setRetainSizeWhenHidden(true);
    m_confirm->setSizePolicy(kept);
    m_confirm->setMinimumWidth(widestConfirm);
    keepWidth(*m_cancel, m_cancel->text());
    // From Cancel, where the focus begins, to what is to be typed and done; what is only to be read comes last.
    const std::initializer_list<QWidget *> order{m_cancel, m_name, m_confirm, m_keepAttempts, m_tier, m_commands};
    for (const auto *at = order.begin(); at + 1 != order.end(); ++at) {
        setTabOrder(at[0], at[1]);
    }
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_confirm, &QPushButton::clicked, this, &OperationDialog::next);
}

void OperationDialog::showProduction()
{
    m_production->setText(productionText(workspaceName()));
    m_production->setVisible(isProduction());
}

bool OperationDialog::isProduction() const
{
    return (m_request.workspace && m_request.workspace->connection.production) || (m_plan && m_plan->production);
}

/// Only requeued dead letters start again, and only where attempts are written down.
bool OperationDialog::hasAttempts() const
{
    if (m_request.action != Action::RequeueDead || !m_request.workspace) {
        return false;
    }
    const CollectionDefinition &definition = m_request.workspace->collections[m_request.collection];
    return definition.has(Holds::Record) && !definition.preset; // a framework counts them in its own way
}

void OperationDialog::start()
{
    if (m_form == nullptr) {
        ask();
    } else {
        showForm();
    }
    resize(QSize(operationDialogWidth, dialogHeight).boundedTo(screen()->availableSize()));
    open();
    if (m_form != nullptr) {
        m_form->setFocus();
    } else {
        m_cancel->setFocus();
    }
}

void OperationDialog::ask()
{
    showNotice(tr("Finding what this affects…"), tr("Nothing is changed yet."), State::Ok, tr("Cancel"));
    emit planRequested(m_request);
}

/// Another plan; what is shown stays until it is there, and cannot be confirmed any more.
void OperationDialog::askAnew()
{
    m_plan.reset();
    updateConfirm();
    emit planRequested(m_request);
}

/// Offers a way back to the form, if there is one.
void OperationDialog::offerBack()
{
    if (m_form != nullptr) {
        m_goesBack = true;
        m_confirm->setText(tr("Back"));
        setRole(m_confirm, {});
        m_confirm->setEnabled(true);
        m_confirm->show();
    }
}

void OperationDialog::showForm()
{
    m_confirm->setText(tr("Preview"));
    setRole(m_confirm, QStringLiteral("primary"));
    m_confirm->show();
    m_cancel->setText(tr("Cancel"));
    updateConfirm();
    showStep(m_form);
}

/// The form is filled in, or the plan confirmed.
void OperationDialog::next()
{
    if (std::exchange(m_goesBack, false)) {
        showForm();
        m_form->setFocus();
        return;
    }
    if (m_plan == nullptr) {
        m_request = m_form->request();
        ask();
        return;
    }
    emit confirmed(m_plan);
    accept();
}

void OperationDialog::showNotice(const QString &heading, const QString &text, State state, const QString &cancel)
{
    m_notice->say(heading, text, state);
    m_confirm->hide();
    m_cancel->setText(cancel);
    m_cancel->setFocus();
    showStep(m_notice);
}

void OperationDialog::showError(const Error &error)
{
    showNotice(tr("This cannot be done"), tr("%1\nNothing was changed.").arg(error.message), State::Error, tr("Close"));
    offerBack();
}

void OperationDialog::showPlan(const PlanPtr &plan)
{
    if (plan->matched() == 0) {
        showNotice(models::nothingHeading(m_request, *plan), models::nothingText(m_request, *plan), State::Ok,
                   tr("Close"));
        offerBack();
        return;
    }
    if (const QString inVain = models::inVainText(*plan); !inVain.isEmpty()) {
        m_plan.reset();
        showNotice(inVain, {}, State::Ok, tr("Close"));
        return;
    }
    m_plan = plan;
    m_title->setFullText(models::planTitle(*plan, m_request));
    showTitle();
    showProduction();
    m_sentence->setText(models::planSentence(*plan, m_request));
    m_tiers->setVisible(hasTiers() && !plan->isAllExhausted());
    showSample();
    showCommands();
    m_undo->setText(models::undoText(*plan));
    setRole(m_undo, plan->undoable || plan->action == Action::Undo ? QString() : QStringLiteral("critical"));
    showTyping();
    m_confirm->setText(models::planButton(*plan, m_request));
    setRole(m_confirm, models::isDestructive(plan->action) ? QStringLiteral("danger") : QStringLiteral("primary"));
    m_confirm->show();
    m_cancel->setText(tr("Cancel"));
    updateConfirm();
    showStep(m_planArea);
    if (!m_keepAttempts->hasFocus() && !m_tier->hasFocus()) {
        m_cancel->setFocus();
    }
}

/// One step at a time, all in the same room.
void OperationDialog::showStep(QWidget *step)
{
    for (QWidget *each :
         {static_cast<QWidget *>(m_notice), static_cast<QWidget *>(m_planArea), static_cast<QWidget *>(m_form)}) {
        if (each != nullptr) {
            each->setVisible(each == step);
        }
    }
}

void OperationDialog::showSample()
{
    auto *model = new models::PlanSampleModel(m_plan, m_request, mostSampleRows, this);
    const int rows = model->rowCount();
    m_sample->setModel(model);
    const std::vector<models::DifferenceLine> difference = models::differenceOf(*m_plan);
    m_difference->setVisible(!difference.empty());
    m_difference->setLines(difference);
    m_sample->setVisible(rows > 0 && difference.empty());
    m_sample->setFixedHeight(m_sample->horizontalHeader()->sizeHint().height() + rows * metrics::rowHeight + 1);
    const qint64 more = rows == 0 ? 0 : m_plan->possible.value_or(models::plannedElements(*m_plan)) - rows;
    const QString frozen =
        (m_plan->action == Action::Trim ? tr("counted at %1")
                                        : tr("list fixed at %1; anything finished or moved meanwhile is skipped"))
            .arg(models::formatTime(m_plan->frozenAt));
    m_more->setText(more > 0 ? tr("and %1 more · %2").arg(models::formatCount(more), frozen) : frozen);
}

void OperationDialog::showCommands()
{
    QStringList lines{models::keysText(*m_plan)};
    lines += m_plan->commands;
    m_commands->setPlainText(lines.join(QLatin1Char('\n')));
}

void OperationDialog::showTyping()
{
    m_typed = isProduction() || m_plan->matched() >= typedFrom;
    const QString wanted = tr("Type <b>%1</b> to confirm");
    m_typeLabel->setWordWrap(false);
    m_typeLabel->setText(wanted.arg(m_plan->collection.toHtmlEscaped()));
    // Beside what can be undone where there is room; what has to be typed is never cut off.
    const int needed = m_undo->sizeHint().width() + m_typeLabel->sizeHint().width() + typeWidth + 2 * typeSpacing;
    const bool fits = needed <= width() - 2 * dialogMargin;
    if (!fits) {
        m_typeLabel->setText(wanted.arg(breakable(m_plan->collection).toHtmlEscaped()));
        m_typeLabel->setWordWrap(true);
    }
    QHBoxLayout *line = fits ? m_undoLine : m_typeLine;
    line->addWidget(m_typeLabel, fits ? 0 : 1);
    line->addWidget(m_name);
    m_name->setFixedWidth(fits ? typeWidth : 2 * typeWidth);
    m_name->setAccessibleName(tr("Type %1 to confirm").arg(m_plan->collection));
    m_typeLabel->setVisible(m_typed);
    m_name->setVisible(m_typed);
    m_name->clear();
}

void OperationDialog::updateConfirm()
{
    if (m_plan == nullptr) {
        m_confirm->setEnabled(m_form != nullptr && m_form->isComplete());
        return;
    }
    m_confirm->setEnabled(!m_typed || m_name->text() == m_plan->collection);
}

void OperationDialog::setRole(QWidget *widget, const QString &role)
{
    widget->setProperty("role", role);
    widget->style()->unpolish(widget);
    widget->style()->polish(widget);
}

void OperationDialog::keyPressEvent(QKeyEvent *event)
{
    if (m_plan != nullptr && m_typed && !m_name->hasFocus() && !event->text().isEmpty()
        && event->text().front().isPrint() && !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier))) {
        // Typed text goes to the name field; otherwise a space would press the focused button.
        m_name->setFocus();
        m_name->insert(event->text());
        return;
    }
    if (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter) {
        QDialog::keyPressEvent(event);
        return;
    }
    if ((event->modifiers() & Qt::ControlModifier) != 0 && (event->isAutoRepeat() || !m_confirm->hasFocus())) {
        // Opens the dialog as well: pressed twice, it must neither do what nobody has read nor cancel it.
        if (m_confirm->isVisible() && m_confirm->isEnabled()) {
            m_confirm->setFocus();
        }
    } else if (m_tier->hasFocus()) {
        m_tier->showPopup();
    } else if (auto *button = qobject_cast<QPushButton *>(focusWidget())) {
        button->click();
    } else if (m_confirm->isVisible() && m_confirm->isEnabled()) {
        m_confirm->click();
    }
}

} // namespace plimsoll::views
