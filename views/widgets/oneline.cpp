// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/oneline.h"

#include <QLineEdit>
#include <QRegularExpression>
#include <QValidator>

namespace plimsoll::views {

namespace {

/// Changes the text before textChanged() is emitted.
class OneLine final : public QValidator {
public:
    using QValidator::QValidator;

    State validate(QString &text, int &cursor) const override
    {
        static const QRegularExpression breaks(QStringLiteral("\\s*[\\n\\r\\x{2028}\\x{2029}]+\\s*"));
        if (text.contains(breaks)) {
            text.replace(breaks, QStringLiteral(" "));
            text = text.trimmed();
            cursor = static_cast<int>(text.size());
        }
        return Acceptable;
    }
};

} // namespace

void keepToOneLine(QLineEdit *field)
{
    field->setValidator(new OneLine(field));
}

} // namespace plimsoll::views
