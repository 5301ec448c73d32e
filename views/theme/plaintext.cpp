// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/theme/plaintext.h"

#include "views/theme/px.h"

#include <QApplication>
#include <QEvent>
#include <QLabel>
#include <QStringList>
#include <QTextLayout>
#include <QToolTip>

namespace plimsoll::views {

namespace {

constexpr Px tipWidth{480};

/// A label is polished before it is shown, and a tooltip before its text is set.
class PlainLabels final : public QObject {
public:
    using QObject::QObject;

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::Polish) {
            auto *label = qobject_cast<QLabel *>(watched);
            if (label != nullptr && label->textFormat() == Qt::AutoText) {
                label->setTextFormat(Qt::PlainText);
            }
            if (label != nullptr && label->inherits("QTipLabel") && !label->isVisible()) {
                label->setWindowFlag(Qt::WindowTransparentForInput); // a click reaches the widget below the tooltip
            }
        }
        return QObject::eventFilter(watched, event);
    }
};

} // namespace

void showTextPlainly(QApplication &application, QObject *owner)
{
    application.installEventFilter(new PlainLabels(owner));
}

QString inLines(const QString &text, const QFont &font, int width)
{
    QStringList lines;
    for (const QString &paragraph : text.split(QLatin1Char('\n'))) {
        QTextLayout layout(paragraph, font);
        QTextOption option;
        option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
        layout.setTextOption(option);
        layout.beginLayout();
        for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
            line.setLineWidth(width);
            lines.append(paragraph.mid(line.textStart(), line.textLength()).trimmed());
        }
        layout.endLayout();
    }
    return lines.join(QLatin1Char('\n'));
}

void showTip(const QPoint &globalPosition, const QString &text, QWidget *widget, const QRect &rect)
{
    QToolTip::showText(globalPosition, inLines(text, QToolTip::font(), tipWidth), widget, rect);
}

} // namespace plimsoll::views
