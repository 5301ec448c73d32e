// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace plimsoll::views {

/// Plain text that wraps, also within words wider than the label, such as ids. GUI thread.
class WrappedLabel final : public QLabel {
    Q_OBJECT

public:
    explicit WrappedLabel(QWidget *parent = nullptr);

    /// `hover` is the tooltip, more detailed than the text.
    void setFullText(const QString &text, const QString &hover = {});
    [[nodiscard]] QString fullText() const { return m_text; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    QString m_text;
    QString m_hover;
};

} // namespace plimsoll::views
