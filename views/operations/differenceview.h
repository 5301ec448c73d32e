// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/text/jobedit.h"

#include <QPlainTextEdit>

namespace plimsoll::views {

class Theme;

/// Line-by-line difference of an edit: removed lines with a minus, added ones with a plus, in colour. GUI thread.
class DifferenceView final : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit DifferenceView(Theme *theme, QWidget *parent = nullptr);

    void setLines(const std::vector<models::DifferenceLine> &lines);

private:
    void colour();

    Theme *m_theme;
    std::vector<models::DifferenceLine> m_lines;
};

} // namespace plimsoll::views
