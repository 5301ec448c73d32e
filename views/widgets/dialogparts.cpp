// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/dialogparts.h"

#include "views/theme/theme.h"
#include "views/theme/zoom.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/fieldmessage.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStyle>
#include <QVBoxLayout>

namespace plimsoll::views {

namespace {

/// Keeps room for its scroll bar, which comes when something below needs height: no field changes its width then.
class MiddleArea final : public QScrollArea {
public:
    MiddleArea() { connect(verticalScrollBar(), &QScrollBar::rangeChanged, this, &MiddleArea::keepRoom); }
    [[nodiscard]] QSize sizeHint() const override
    {
        return widget()->sizeHint() + QSize(isScrolled() ? barWidth() : 0, 0);
    }
    void keepRoom()
    {
        widget()->layout()->setContentsMargins(0, 0, metrics::step + (isScrolled() ? 0 : barWidth()), 0);
    }
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, leastHeight}; }

private:
    [[nodiscard]] bool isScrolled() const { return verticalScrollBar()->maximum() > 0; }
    [[nodiscard]] int barWidth() const { return verticalScrollBar()->sizeHint().width(); }

    static constexpr Px leastHeight{80};
};

/// Orders the focus so that Tab goes from the last field to the accepting button, wherever the style puts it.
class DialogButtons final : public QDialogButtonBox {
public:
    using QDialogButtonBox::QDialogButtonBox;

protected:
    void showEvent(QShowEvent *event) override
    {
        QDialogButtonBox::showEvent(event);
        order();
    }
    void changeEvent(QEvent *event) override
    {
        QDialogButtonBox::changeEvent(event); // a style change lays the buttons out again
        order();
    }

private:
    void order()
    {
        QWidget *before = nullptr;
        for (const ButtonRole role : {ResetRole, AcceptRole, RejectRole, DestructiveRole}) {
            for (QAbstractButton *button : buttons()) {
                if (buttonRole(button) != role) {
                    continue;
                }
                if (before == nullptr) {
                    setFocusProxy(button); // Tab enters the box here
                } else {
                    setTabOrder(before, button);
                }
                before = button;
            }
        }
    }
};

} // namespace

QVBoxLayout *dialogLayout(QDialog *dialog)
{
    auto *const layout = new QVBoxLayout(dialog);
    layout->setContentsMargins(metrics::pageMargin, metrics::pageMargin, metrics::pageMargin, metrics::pageMargin);
    layout->setSpacing(metrics::cardGap);
    return layout;
}

QVBoxLayout *dialogScroll(QVBoxLayout *layout)
{
    auto *const scroll = new MiddleArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    auto *const body = named(new QWidget, "pageBody");
    auto *const inner = new QVBoxLayout(body);
    scroll->setWidget(body);
    scroll->keepRoom();
    layout->addWidget(scroll, 1);
    return inner;
}

ElidedLabel *dialogTitle(const QString &text, QWidget *parent)
{
    auto *const title = named(new ElidedLabel(parent), "dialogTitle");
    title->setFullText(text);
    setRole(title, QLatin1String("title"));
    return title;
}

QLabel *redBadge(const QString &text, const char *name, Theme *theme, QWidget *parent)
{
    auto *const badge = named(new QLabel(text, parent), name);
    const auto paint = [badge, theme] {
        badge->setStyleSheet(scaledSheet(
            QStringLiteral("background: %1; color: %2; border-radius: 4px; padding: 2px 7px; font-weight: 600;")
                .arg(theme->tokens().critical.name(), theme->tokens().onAccent.name())));
    };
    paint();
    QObject::connect(theme, &Theme::changed, badge, paint);
    badge->hide();
    return badge;
}

QLabel *productionBadge(Theme *theme, QWidget *parent)
{
    return redBadge(QCoreApplication::translate("Dialogs", "PRODUCTION"), "productionBadge", theme, parent);
}

QString productionText(const QString &workspace)
{
    constexpr qsizetype longest = 40;
    const QString name = workspace.simplified();
    return QCoreApplication::translate("Dialogs", "PRODUCTION · %1")
        .arg(name.size() > longest ? name.left(longest - 1) + u'…' : name);
}

void putLastInTabOrder(QWidget *widget)
{
    QWidget *const parent = widget->parentWidget();
    widget->setParent(nullptr);
    widget->setParent(parent);
}

QString unverifiedText()
{
    return QCoreApplication::translate("Dialogs", "NOT VERIFIED");
}

QFormLayout *dialogForm(QVBoxLayout *layout)
{
    auto *const form = new QFormLayout;
    form->setHorizontalSpacing(metrics::cardGap);
    form->setVerticalSpacing(2 * metrics::step);
    form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    layout->addLayout(form);
    return form;
}

QWidget *rowOf(std::initializer_list<QWidget *> widgets)
{
    auto *const row = new QWidget;
    auto *const layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2 * metrics::step);
    for (QWidget *const widget : widgets) {
        layout->addWidget(widget, layout->isEmpty() ? 1 : 0);
    }
    return row;
}

QWidget *columnOf(QWidget *widget, const QString &help, FieldMessage **message)
{
    auto *const box = new QWidget;
    auto *const layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics::step / 2);
    layout->addWidget(widget);
    if (!help.isEmpty()) {
        widget->setAccessibleDescription(help);
    }
    *message = new FieldMessage(help);
    layout->addWidget(*message);
    return box;
}

void addRow(QFormLayout *form, const QString &label, QWidget *field, QWidget *buddy)
{
    QWidget *const target = buddy ? buddy : field;
    auto *const text = new QLabel(label);
    text->setBuddy(target);
    if (target->accessibleName().isEmpty()) {
        target->setAccessibleName(QString(label).remove(u'&'));
    }
    form->addRow(text, field);
}

QDialogButtonBox *dialogButtons(QDialog *dialog)
{
    auto *const buttons = new DialogButtons(dialog);
    QObject::connect(buttons, &QDialogButtonBox::accepted, dialog, &QDialog::accept);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    return buttons;
}

QPushButton *addAccept(QDialogButtonBox *buttons, const QString &text, const char *name)
{
    auto *const accept = named(buttons->addButton(text, QDialogButtonBox::AcceptRole), name);
    setRole(accept, QLatin1String("primary"));
    accept->setDefault(true);
    return accept;
}

QPushButton *addCancel(QDialogButtonBox *buttons, const char *name)
{
    return named(buttons->addButton(QCoreApplication::translate("Dialogs", "Cancel"), QDialogButtonBox::RejectRole),
                 name);
}

QMessageBox *makeQuestion(QWidget *parent, const char *name, const QString &title, const QString &text,
                          const QString &more)
{
    auto *const question = named(new QMessageBox(QMessageBox::NoIcon, title, text, QMessageBox::Cancel, parent), name);
    question->setTextFormat(Qt::PlainText);
    question->setInformativeText(more);
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setDefaultButton(QMessageBox::Cancel);
    return question;
}

QPushButton *addAnswer(QMessageBox *question, const QString &text, QMessageBox::ButtonRole role, const char *look)
{
    QPushButton *const button = question->addButton(text, role);
    setRole(button, QLatin1String(look));
    return button;
}

void setRole(QWidget *widget, QLatin1String role)
{
    widget->setProperty("role", role);
    widget->style()->unpolish(widget);
    widget->style()->polish(widget);
}

} // namespace plimsoll::views
