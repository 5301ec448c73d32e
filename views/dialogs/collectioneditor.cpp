// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/dialogs/collectioneditor.h"

#include "models/text/fieldwords.h"
#include "models/text/format.h"
#include "redis/types/preset.h"
#include "views/dialogs/collectionfields.h"
#include "views/dialogs/keyfinder.h"
#include "views/theme/theme.h"
#include "views/widgets/dialogparts.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/fieldmessage.h"
#include "views/widgets/wrappedlabel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QShortcut>
#include <QSignalBlocker>
#include <QStyledItemDelegate>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <utility>

namespace plimsoll::views {

namespace {

const QString keysSection = QStringLiteral(QT_TRANSLATE_NOOP("fields", "keys"));
const QString optionsSection = QStringLiteral(QT_TRANSLATE_NOOP("fields", "options"));
const QString boundMember = QStringLiteral(QT_TRANSLATE_NOOP("fields", "bound"));
constexpr Px leastEditorWidth{600}; // px; narrower, an error needs a third line
const QString nameMember = QStringLiteral(QT_TRANSLATE_NOOP("fields", "name"));
const QString kindMember = QStringLiteral(QT_TRANSLATE_NOOP("fields", "kind"));

/// Returns the translation of a word used in the file.
QString wordOf(const char *word)
{
    return QCoreApplication::translate("fields", word);
}

QString kindText(const char *text)
{
    return text ? QCoreApplication::translate("kinds", text) : QString();
}

/// Makes an editor with the height of `lines` lines.
QPlainTextEdit *linesEdit(int lines)
{
    auto *const edit = new QPlainTextEdit;
    edit->setTabChangesFocus(true);
    edit->setLineWrapMode(QPlainTextEdit::NoWrap);
    edit->setFixedHeight(lines * edit->fontMetrics().lineSpacing() + 24);
    return edit;
}

/// Draws a kind in the list: its title, and one sentence about it.
class KindDelegate final : public QStyledItemDelegate {
public:
    enum Role { HelpRole = Qt::UserRole + 1 };

    KindDelegate(const Theme *theme, QObject *parent) : QStyledItemDelegate(parent), m_theme(theme) { }

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override
    {
        const int lines = QFontMetrics(m_theme->textFont()).height() + QFontMetrics(m_theme->smallFont()).height();
        return {100, lines + 2 * metrics::step};
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const Tokens &colours = m_theme->tokens();
        painter->save();
        if (option.state.testFlag(QStyle::State_Selected)) {
            painter->setRenderHint(QPainter::Antialiasing);
            painter->setPen(Qt::NoPen);
            painter->setBrush(colours.selection);
            painter->drawRoundedRect(option.rect, metrics::controlRadius, metrics::controlRadius);
        }
        const QRect room = option.rect.adjusted(2 * metrics::step, metrics::step, -2 * metrics::step, -metrics::step);
        const auto draw = [&](const QFont &font, const QColor &colour, Qt::Alignment where, const QString &text) {
            painter->setFont(font);
            painter->setPen(colour);
            painter->drawText(room, where | Qt::AlignLeft,
                              painter->fontMetrics().elidedText(text, Qt::ElideRight, room.width()));
        };
        draw(m_theme->textFont(), colours.text, Qt::AlignTop, index.data().toString());
        draw(m_theme->smallFont(), colours.secondaryText, Qt::AlignBottom, index.data(HelpRole).toString());
        painter->restore();
    }

private:
    const Theme *m_theme;
};

QJsonObject merged(QJsonObject below, const QJsonObject &above)
{
    for (auto member = above.begin(); member != above.end(); ++member) {
        const QJsonValue old = below.value(member.key());
        below.insert(member.key(),
                     member->isObject() && old.isObject() && member.key() != boundMember
                         ? QJsonValue(merged(old.toObject(), member->toObject()))
                         : member.value());
    }
    return below;
}

/// "keys, ready: is missing": names the place in the window rather than the JSON pointer.
QString reasonText(const WorkspaceProblem &problem, std::span<const FigureSpec> figures, bool isAtItsField)
{
    QStringList names = problem.where.mid(1).split(u'/');
    const int figure = names.front() == QLatin1String("limits") ? figureIndex(figures, names.value(1)) : -1;
    for (QString &part : names) {
        part = models::fieldWords(QLatin1StringView(part.toLatin1()));
    }
    if (figure >= 0) {
        names[1] = models::figureTitle(figures[static_cast<std::size_t>(figure)]);
    }
    const QString where = names.join(QStringLiteral(", "));
    return isAtItsField ? CollectionEditor::tr("%1 is not valid yet").arg(where)
                        : CollectionEditor::tr("%1 %2").arg(where, problem.text);
}

} // namespace

CollectionEditor::CollectionEditor(std::span<const KindInfo *const> kinds, Check check, Theme *theme, QWidget *parent)
    : QDialog(parent), m_kinds(kinds), m_check(std::move(check)), m_theme(theme), m_finder(new KeyFinder(this))
{
    setObjectName(QStringLiteral("collectionEditor"));
    build();
    rebuildTabs({});
    m_asOpened = collection();
}

void CollectionEditor::build()
{
    setWindowTitle(tr("Collection"));
    QVBoxLayout *const layout = dialogLayout(this);
    m_title = dialogTitle(tr("Add a collection"), this);
    auto *const top = new QHBoxLayout;
    top->addWidget(m_title, 1);
    m_production = productionBadge(m_theme, this);
    top->addWidget(m_production);
    layout->addLayout(top);
    buildHead(layout);
    m_tabs = named(new QTabWidget, "collectionTabs");
    m_tabs->tabBar()->setDrawBase(false);
    layout->addWidget(m_tabs, 1);

    m_reason = named(new WrappedLabel, "collectionReason");
    setRole(m_reason, QLatin1String("secondary"));
    auto *const buttons = dialogButtons(this);
    m_accept = addAccept(buttons, tr("Add"), "collectionAccept");
    m_cancel = addCancel(buttons, "collectionCancel");
    auto *const foot = new QHBoxLayout;
    foot->addWidget(m_reason, 1, Qt::AlignVCenter);
    foot->addWidget(buttons, 0, Qt::AlignBottom);
    m_reason->ensurePolished();
    foot->addStrut(2 * m_reason->fontMetrics().height()); // nothing moves when it has text
    layout->addLayout(foot);
    for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter}) { // in a field of several lines, too
        connect(new QShortcut(QKeySequence(QKeyCombination(Qt::CTRL, key)), this), &QShortcut::activated, m_accept,
                &QAbstractButton::click);
    }
    setMinimumWidth(leastEditorWidth);
    resize(640, 560);
    m_name->setFocus();
}

void CollectionEditor::setProduction(const QString &workspace)
{
    m_production->setText(productionText(workspace));
    m_production->show();
}

void CollectionEditor::buildHead(QVBoxLayout *layout)
{
    auto *const form = dialogForm(layout);
    m_kind = named(new QComboBox, "collectionKind");
    for (const KindInfo *const info : m_kinds) {
        m_kind->addItem(models::kindTitle(*info), QString(info->id));
        const int item = m_kind->count() - 1;
        m_kind->setItemData(item, kindText(info->help), KindDelegate::HelpRole);
        m_kind->setItemData(item, tr("%1: %2").arg(models::kindTitle(*info), kindText(info->help)),
                            Qt::AccessibleTextRole);
    }
    m_kind->setItemDelegate(new KindDelegate(m_theme, m_kind));
    m_kind->setMaxVisibleItems(static_cast<int>(m_kinds.size()));
    addRow(form, tr("&Kind"), columnOf(m_kind, QString(), &m_kindHelp), m_kind);
    m_name = named(new QLineEdit, "collectionName");
    addRow(form, tr("&Name"), columnOf(m_name, QString(), &m_nameMessage), m_name);
    connect(m_kind, &QComboBox::currentIndexChanged, this, &CollectionEditor::kindChosen);
    connect(m_name, &QLineEdit::textEdited, this, [this] { touched(0); });
}

const KindInfo *CollectionEditor::kind() const
{
    const auto index = static_cast<std::size_t>(m_kind->currentIndex());
    return index < m_kinds.size() ? m_kinds[index] : nullptr;
}

void CollectionEditor::addField(const QString &section, const QString &name, FieldMessage *message,
                                std::function<QJsonValue()> value)
{
    m_fields.push_back({section, name, m_tabs->count() - 1, message, std::move(value), false});
}

QFormLayout *CollectionEditor::addTab(const QString &title, const char *name)
{
    auto *const page = named(new QWidget, "pageBody");
    auto *const layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, metrics::cardGap, metrics::cardGap, 0);
    QFormLayout *const form = dialogForm(layout);
    layout->addStretch();
    auto *const scroll = named(new QScrollArea, name);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus); // the focus would be invisible here
    scroll->setWidgetResizable(true);
    scroll->setWidget(page);
    m_tabs->addTab(scroll, title);
    return form;
}

void CollectionEditor::rebuildTabs(const QJsonObject &values)
{
    const int tab = m_tabs->currentIndex();
    while (m_tabs->count() > 0) {
        QWidget *const page = m_tabs->widget(0);
        m_tabs->removeTab(0);
        delete page; // at once: the new pages have widgets of the same names
    }
    m_fields.clear();
    m_finder->clear();
    m_fields.push_back({QString(), nameMember, -1, m_nameMessage, [this] { return m_name->text(); }, false});
    if (kind()) {
        m_kindHelp->setHelp(kindText(kind()->help));
        if (m_isPreset) {
            addPreset(values);
        } else {
            addKeys(values.value(keysSection).toObject());
        }
        addOptions(values.value(optionsSection).toObject());
        addLimits();
        addBound(values.value(boundMember).toObject());
        m_firstLimit = m_fields.size();
        m_ownFigures.reset();
        fillLimits(values.value(limitsSection).toObject());
    }
    m_tabs->setCurrentIndex(std::max(0, std::min(tab, m_tabs->count() - 1)));
    // New widgets are last in the focus chain, but the buttons come after the pages.
    QWidget *last = previousInFocusChain();
    while (last != m_cancel && last->focusPolicy() == Qt::NoFocus) {
        last = last->previousInFocusChain();
    }
    if (last != m_cancel) {
        setTabOrder(last, m_accept);
        setTabOrder(m_accept, m_cancel);
    }
    check();
}

void CollectionEditor::addKeys(const QJsonObject &values)
{
    QFormLayout *const form = addTab(tr("Keys"), "keysTab");
    for (const RoleSpec &role : kind()->roles) {
        const QString id = role.id;
        const QString help = role.many ? tr("%1. One key per line.").arg(kindText(role.help)) : kindText(role.help);
        const std::size_t field = m_fields.size();
        FieldMessage *message = nullptr;
        const QString label =
            role.required ? tr("%1 (required)").arg(models::fieldTitle(role.id)) : models::fieldTitle(role.id);
        if (role.many) {
            auto *const edit = linesEdit(3);
            edit->setObjectName(QStringLiteral("key.") + id);
            edit->setFont(m_theme->monoFont());
            edit->setPlainText(keysText(values.value(id)));
            addRow(form, label, columnOf(edit, help, &message), edit);
            addField(keysSection, id, message, [edit] { return keysValue(edit->toPlainText(), true); });
            addFinding(message, role, m_fields.back().value);
            connect(edit, &QPlainTextEdit::textChanged, this, [this, field] { touched(field); });
        } else {
            auto *const edit = new QLineEdit(keysText(values.value(id)));
            edit->setObjectName(QStringLiteral("key.") + id);
            edit->setFont(m_theme->monoFont());
            edit->setPlaceholderText(role.perId || role.named == Named::ById ? role.id + QStringLiteral(":{id}")
                                                                             : QString());
            addRow(form, label, columnOf(edit, help, &message), edit);
            addField(keysSection, id, message, [edit] { return keysValue(edit->text(), false); });
            addFinding(message, role, m_fields.back().value);
            connect(edit, &QLineEdit::textEdited, this, [this, field] { touched(field); });
        }
    }
}

void CollectionEditor::addPreset(const QJsonObject &values)
{
    struct Member {
        QLatin1StringView name;
        QString label, help;
        bool isFixed;
    };
    const bool isPart = values.contains(PresetUse::partMember);
    QFormLayout *const form = addTab(tr("Framework"), "keysTab");
    for (const Member &member :
         {Member{PresetUse::presetMember, tr("Framework"), tr("The layout of its keys is known."), true},
          Member{PresetUse::prefixMember, tr("&Prefix"),
                 tr("The beginning of its key names. Empty: the framework's default."), false},
          isPart ? Member{PresetUse::partMember, tr("Part"), tr("Holds the sets of all queues together."), true}
                 : Member{PresetUse::queueMember, tr("&Queue"), tr("Its name in the framework."), false}}) {
        auto *const edit = new QLineEdit(values.value(member.name).toString());
        edit->setObjectName(QStringLiteral("preset.") + member.name);
        edit->setReadOnly(member.isFixed);
        const std::size_t field = m_fields.size();
        FieldMessage *message = nullptr;
        addRow(form, member.label, columnOf(edit, member.help, &message), edit);
        const bool isGiven = values.contains(member.name);
        addField(QString(), QString(member.name), message, [edit, isGiven, isWritten = values.value(member.name)] {
            const bool isAsWritten = isGiven && edit->text() == isWritten.toString();
            return edit->text().isEmpty() && !isAsWritten ? QJsonValue(QJsonValue::Undefined)
                                                          : QJsonValue(edit->text());
        });
        connect(edit, &QLineEdit::textEdited, this, [this, field] { touched(field); });
    }
}

void CollectionEditor::addFinding(FieldMessage *message, const RoleSpec &role, const std::function<QJsonValue()> &value)
{
    auto *const label = named(new ElidedLabel, "fieldFound"); // always one line: nothing moves when it is filled
    setRole(label, QLatin1String("small"));
    message->addNote(label);
    m_finder->add(label, [this, value, types = role.types, how = role.named, isRecord = role.holds == Holds::Record] {
        return KeyQuestion{keyTemplates(value()), types, how, isRecord ? collection() : QJsonObject()};
    });
}

void CollectionEditor::addOptions(const QJsonObject &values)
{
    if (kind()->options.empty()) {
        return;
    }
    QFormLayout *const form = addTab(tr("Options"), "optionsTab");
    for (const OptionSpec &option : kind()->options) {
        const QString id = option.id;
        const QString help = kindText(option.help);
        const QString text = optionText(option, values.value(id));
        const std::size_t field = m_fields.size();
        FieldMessage *message = nullptr;
        const bool lines = option.type == OptionType::TextList || option.type == OptionType::FieldNames
            || option.type == OptionType::Object;
        if (option.type == OptionType::Choice) {
            auto *const combo = new QComboBox;
            combo->setObjectName(QStringLiteral("option.") + id);
            combo->addItem(option.fallback ? tr("default (%1)").arg(wordOf(option.fallback)) : tr("default"),
                           QString());
            for (const QLatin1StringView choice : option.choices) {
                combo->addItem(wordOf(choice.latin1()), QString(choice));
            }
            combo->setCurrentIndex(std::max(0, combo->findData(text)));
            addRow(form, models::fieldTitle(option.id), columnOf(combo, help, &message), combo);
            addField(optionsSection, id, message,
                     [combo, &option] { return optionValue(option, combo->currentData().toString()); });
            connect(combo, &QComboBox::currentIndexChanged, this, [this, field] { touched(field); });
        } else if (lines) {
            auto *const edit = linesEdit(3);
            edit->setObjectName(QStringLiteral("option.") + id);
            edit->setPlainText(text);
            edit->setPlaceholderText(option.type == OptionType::FieldNames ? QStringLiteral("created=enqueued")
                                                                           : QString());
            addRow(form, models::fieldTitle(option.id), columnOf(edit, help, &message), edit);
            addField(optionsSection, id, message, [edit, &option] { return optionValue(option, edit->toPlainText()); });
            connect(edit, &QPlainTextEdit::textChanged, this, [this, field] { touched(field); });
        } else {
            auto *const edit = new QLineEdit(text);
            edit->setObjectName(QStringLiteral("option.") + id);
            edit->setPlaceholderText(optionHint(option));
            addRow(form, models::fieldTitle(option.id), columnOf(edit, help, &message), edit);
            addField(optionsSection, id, message, [edit, &option] { return optionValue(option, edit->text()); });
            connect(edit, &QLineEdit::textEdited, this, [this, field] { touched(field); });
        }
    }
}

void CollectionEditor::addBound(const QJsonObject &values)
{
    static const OptionSpec keepSpec{QLatin1StringView("keep"), OptionType::Integer, {}, nullptr, nullptr};
    static const OptionSpec textSpec{QLatin1StringView("maxAge"), OptionType::Text, {}, nullptr, nullptr};
    QFormLayout *const form = addTab(tr("Bound"), "boundTab");
    auto *const way = named(new QComboBox, "boundWay");
    way->addItem(tr("No bound (may grow without limit)"), QString());
    way->addItem(tr("Keep at most N"), QStringLiteral("keep"));
    way->addItem(tr("Keep for a limited time"), QStringLiteral("maxAge"));
    way->addItem(tr("Its keys expire"), QStringLiteral("ttl"));
    way->addItem(tr("Approved to grow, because"), QStringLiteral("approved"));
    auto *const edit = named(new QLineEdit, "boundValue");
    const QString chosen = values.isEmpty() ? QString() : values.begin().key();
    way->setCurrentIndex(std::max(0, way->findData(chosen)));
    edit->setText(chosen == keepSpec.id ? optionText(keepSpec, values.value(chosen)) : values.value(chosen).toString());
    const auto showValue = [way, edit] {
        const QString id = way->currentData().toString();
        edit->setVisible(!id.isEmpty() && id != QLatin1String("ttl"));
        edit->setPlaceholderText(id == QLatin1String("keep")         ? QStringLiteral("10000")
                                     : id == QLatin1String("maxAge") ? QStringLiteral("7d")
                                                                     : tr("the reason"));
    };
    showValue();
    const std::size_t field = m_fields.size();
    FieldMessage *message = nullptr;
    addRow(form, tr("&Bound"),
           columnOf(rowOf({way, edit}), tr("How the collection is kept from growing forever."), &message), way);
    edit->setAccessibleName(tr("Value of the bound"));
    addField(QString(), boundMember, message, [way, edit]() -> QJsonValue {
        const QString id = way->currentData().toString();
        if (id.isEmpty()) {
            return QJsonValue(QJsonValue::Undefined);
        }
        if (id == QLatin1String("ttl")) {
            return QJsonObject{{id, true}};
        }
        const QJsonValue value = optionValue(id == keepSpec.id ? keepSpec : textSpec, edit->text());
        return QJsonObject{{id, value.isUndefined() ? QJsonValue(QString()) : value}};
    });
    connect(way, &QComboBox::currentIndexChanged, this, [this, field, showValue] {
        showValue();
        touched(field);
    });
    connect(edit, &QLineEdit::textEdited, this, [this, field] { touched(field); });
}

void CollectionEditor::showBound(bool approve)
{
    auto *const way = findChild<QComboBox *>(QStringLiteral("boundWay"));
    auto *const edit = findChild<QLineEdit *>(QStringLiteral("boundValue"));
    m_tabs->setCurrentWidget(findChild<QScrollArea *>(QStringLiteral("boundTab")));
    if (const int approved = way->findData(QStringLiteral("approved")); approve && way->currentIndex() != approved) {
        edit->clear(); // the number of another bound is no reason
        way->setCurrentIndex(approved);
        m_asOpened = collection(); // nothing was entered yet
    }
    (approve ? static_cast<QWidget *>(edit) : way)->setFocus(Qt::OtherFocusReason);
}

void CollectionEditor::setCollection(const QJsonObject &collection, bool asNew)
{
    const QString name = collection.value(nameMember).toString();
    if (!asNew) {
        m_title->setFullText(tr("Edit %1").arg(name));
        m_accept->setText(tr("Save"));
    }
    m_name->setText(name);
    {
        const QSignalBlocker quiet(m_kind);
        m_isPreset = collection.contains(PresetUse::presetMember);
        const KindInfo *const known = m_isPreset ? m_check(collection).kind : nullptr;
        m_kind->setCurrentIndex(
            m_kind->findData(known != nullptr ? QString(known->id) : collection.value(kindMember).toString()));
        m_kind->setEnabled(!m_isPreset);
    }
    m_kept = collection;
    rebuildTabs(collection);
    m_asOpened = this->collection();
}

void CollectionEditor::reject()
{
    QJsonObject now = collection();
    now.insert(kindMember, m_asOpened.value(kindMember)); // a kind alone is nothing to lose
    if (now == m_asOpened) {
        QDialog::reject();
        return;
    }
    QMessageBox *const question =
        makeQuestion(this, "loseEntries", windowTitle(), tr("Close without saving?"), tr("Your entries will be lost."));
    const QPushButton *lose = addAnswer(question, tr("Discard entries"), QMessageBox::DestructiveRole, "destructive");
    connect(lose, &QPushButton::clicked, this, [this] { QDialog::reject(); });
    question->button(QMessageBox::Cancel)->setText(tr("Keep editing"));
    question->open();
}

QJsonObject CollectionEditor::collection() const
{
    QJsonObject out;
    if (!m_isPreset) {
        out = {{kindMember, m_kind->currentData().toString()}, {keysSection, QJsonObject()}};
    }
    for (const Field &field : m_fields) {
        const QJsonValue value = field.value();
        if (value.isUndefined()) {
            continue;
        }
        if (field.section.isEmpty()) {
            out.insert(field.name, value);
        } else {
            QJsonObject section = out.value(field.section).toObject();
            section.insert(field.name, value);
            out.insert(field.section, section);
        }
    }
    return out;
}

void CollectionEditor::kindChosen()
{
    QJsonObject typed = collection();
    typed.remove(kindMember);
    m_kept = merged(m_kept, typed);
    rebuildTabs(m_kept);
}

void CollectionEditor::touched(std::size_t field)
{
    m_fields[field].touched = true;
    check();
}

void CollectionEditor::check()
{
    m_finder->changed();
    Checked checked = m_check(collection());
    const auto isOfOptions = [](const WorkspaceProblem &problem) {
        return problem.where.startsWith(u'/' + optionsSection);
    };
    if (kind() != nullptr && std::none_of(checked.problems.begin(), checked.problems.end(), isOfOptions)
        && !std::ranges::equal(figuresOf(checked.ownFigures.get(), *kind()), figuresOf(m_ownFigures.get(), *kind()), {},
                               &FigureSpec::id, &FigureSpec::id)) {
        takeFigures(std::move(checked.ownFigures));
        checked = m_check(collection());
    }
    const WorkspaceProblems &problems = checked.problems;
    for (int tab = 0; tab < m_tabs->count(); ++tab) {
        m_tabs->setTabIcon(tab, QIcon());
    }
    m_valid = problems.empty();
    m_accept->setEnabled(m_valid);
    std::map<const Field *, QStringList> wrong;
    for (const WorkspaceProblem &problem : problems) {
        if (const Field *field = fieldOf(problem); field != nullptr && isShown(*field)) {
            wrong[field].append(problem.text);
        }
    }
    for (const Field &field : m_fields) {
        const QStringList texts = wrong[&field];
        field.message->setProblem(
            texts.size() < 2 ? texts.value(0)
                             : tr("%1 (and %n more)", nullptr, static_cast<int>(texts.size()) - 1).arg(texts.front()));
        if (!texts.isEmpty() && field.tab >= 0) {
            m_tabs->setTabIcon(field.tab, m_theme->icon(QLatin1StringView("critical"), m_theme->tokens().critical));
        }
    }
    m_reason->setFullText(m_valid ? QString()
                                  : reasonText(problems.front(), figuresOf(m_ownFigures.get(), *kind()),
                                               !wrong[fieldOf(problems.front())].isEmpty()));
}

const CollectionEditor::Field *CollectionEditor::fieldOf(const WorkspaceProblem &problem) const
{
    const QStringList path = problem.where.split(u'/');
    const auto found = std::find_if(m_fields.begin(), m_fields.end(), [&path](const Field &candidate) {
        return candidate.section.isEmpty() ? candidate.name == path.value(1)
                                           : candidate.section == path.value(1) && candidate.name == path.value(2);
    });
    return found == m_fields.end() ? nullptr : &*found; // reported next to the buttons
}

/// Returns true if errors are shown; an empty field counts as incomplete until visited.
bool CollectionEditor::isShown(const Field &field)
{
    const QJsonValue value = field.value();
    return field.touched || !(value.isUndefined() || value == QJsonValue(QString()));
}

} // namespace plimsoll::views
