// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace plimsoll::views {

/// One line of text, elided with "…" and then shown in full on hover. GUI thread.
class ElidedLabel final : public QLabel {
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget *parent = nullptr);

    /// `hover` replaces the text on hover; if empty, an elided text is shown in full.
    void setFullText(const QString &text, const QString &hover = {});
    /// Shows nothing, instead of less than this many characters of a longer text.
    void setLeastShown(int characters) { m_leastShown = characters; }
    [[nodiscard]] QString fullText() const { return m_text; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    QString m_text;
    QString m_hover;
    int m_leastShown = 0;
};

} // namespace plimsoll::views
