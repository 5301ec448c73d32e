// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QVBoxLayout;

namespace plimsoll::views {

class WrappedLabel;

/// The lines under a field: what it is for, and in the same place what is wrong with it. Always as high as either, so
/// that nothing below moves when a mistake comes or goes; a mistake that needs more room takes it. GUI thread.
class FieldMessage final : public QWidget {
    Q_OBJECT

public:
    explicit FieldMessage(const QString &help, QWidget *parent = nullptr);

    /// Another line that stands there while nothing is wrong.
    void addNote(QWidget *note);
    void setHelp(const QString &help);
    /// Empty: nothing is wrong.
    void setProblem(const QString &text);
    [[nodiscard]] QString problem() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void place();

    QWidget *m_notes;
    QVBoxLayout *m_lines;
    WrappedLabel *m_help;
    WrappedLabel *m_problem;
};

} // namespace plimsoll::views
