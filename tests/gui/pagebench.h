// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/kinds.h"
#include "tests/gui/notedservices.h"
#include "tests/gui/pagefixture.h"
#include "views/pages/kindpage.h"
#include "views/table/tableview.h"
#include "views/widgets/notice.h"

#include <memory>

namespace plimsoll::testing {

/// A page with everything it needs, answered by the fixture at once.
struct Bench {
    Bench(views::Theme &theme, QLatin1StringView kind, int queues = 1, int shards = 1, const QByteArray &before = {})
        : fixture(queues, before, shards)
    {
        page =
            std::make_unique<views::KindPage>(redis::findKind(QString(kind)), services.context(theme, &history, &host));
        page->resize(1000, 640);
        page->show();
        QObject::connect(&host, &views::PageHost::asked, page.get(), [this](const BrowseRequest &asked) {
            ++questions;
            if (answering) {
                emit host.answered(fixture.answer(asked));
            }
        });
    }
    void tick(int count = 1)
    {
        for (int i = 0; i < count; ++i) {
            const SnapshotPtr snapshot = fixture.tick();
            history.apply(snapshot);
            page->apply(snapshot);
        }
    }
    template <typename Widget> [[nodiscard]] Widget *find(const QString &name) const
    {
        return page->findChild<Widget *>(name);
    }
    [[nodiscard]] views::TableView *elements() const { return find<views::TableView>(QStringLiteral("elements")); }
    [[nodiscard]] QString cell(int row, int column = 0) const
    {
        return elements()->model()->index(row, column).data().toString();
    }
    [[nodiscard]] QString notice() const
    {
        for (const views::Notice *notice : page->findChildren<views::Notice *>()) {
            if (notice->isVisible()) {
                return notice->heading();
            }
        }
        return {};
    }

    models::History history;
    views::PageHost host;
    NotedServices services;
    PageFixture fixture;
    std::unique_ptr<views::KindPage> page;
    int questions = 0;
    bool answering = true;
};

} // namespace plimsoll::testing
