// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/lab.h"
#include "views/page/labservice.h"
#include "views/window/sessionview.h"

#include <QComboBox>
#include <QPushButton>

namespace plimsoll::testing {

/// Each pattern of the Lab at the end of its tour, with figures of its counters, without a server behind it.
template <typename Look> void walkLab(views::SessionView &window, views::LabService &service, const Look &look)
{
    const auto patterns = lab::patterns();
    emit service.offered(patterns);
    window.showPage(QStringLiteral("lab"));
    auto *choice = window.findChild<QComboBox *>(QStringLiteral("labPattern"));
    auto *next = window.findChild<QPushButton *>(QStringLiteral("labNext"));
    for (const models::LabPattern &pattern : patterns) {
        choice->setCurrentIndex(choice->findData(pattern.id));
        for (std::size_t step = 0; step < pattern.steps.size(); ++step) {
            next->click();
        }
        models::LabReport report{lab::findExperiment(pattern.id)->id, 1, 1, 8, pattern.counters, 123'456, 123'457};
        for (models::LabCounter &counter : report.counters) {
            counter.wrong = counter.right = 12'345;
            counter.bound = counter.role == models::LabRole::Bound ? std::optional(12'345.0) : std::nullopt;
        }
        emit service.reported(report);
        look(QStringLiteral("lab ") + pattern.id);
    }
    emit service.offered({});
    look(QStringLiteral("lab without a server"));
}

} // namespace plimsoll::testing
