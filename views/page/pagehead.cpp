// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/page/pagehead.h"

#include "views/theme/theme.h"
#include "views/widgets/elidedlabel.h"

#include <QVariant>

namespace plimsoll::views {

PageHead::PageHead(const QString &text, QVBoxLayout *page)
    : title(new QLabel(text)), line(new ElidedLabel), row(new QHBoxLayout), tools(new QHBoxLayout)
{
    constexpr Px buttonHeight{33};
    constexpr Px footMargin{4}; // px; the operation line below the page adds its own margin
    constexpr Px gap{10};
    page->setContentsMargins(metrics::pageMargin, metrics::pageMargin - 2, metrics::pageMargin, footMargin);
    page->setSpacing(metrics::cardGap);
    page->addLayout(row);
    title->setObjectName(QStringLiteral("pageTitle"));
    title->setProperty("role", QStringLiteral("title"));
    title->setTextFormat(Qt::PlainText);
    line->setProperty("role", QStringLiteral("secondary"));
    constexpr int aWord = 7;
    line->setLeastShown(aWord);
    line->setMinimumWidth(1); // before anything else gets narrower
    row->setSpacing(gap);
    row->addStrut(buttonHeight);
    row->addWidget(title);
    row->addWidget(line, 1);
    tools->setSpacing(gap);
    row->addLayout(tools);
}

} // namespace plimsoll::views
