// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QVBoxLayout;

namespace plimsoll::views {

class WrappedLabel;

/// The lines below a field: its help, or its error in the same place. Reserves the height of both, so that nothing
/// below moves when an error appears; a longer error takes more. GUI thread.
class FieldMessage final : public QWidget {
    Q_OBJECT

public:
    explicit FieldMessage(const QString &help, QWidget *parent = nullptr);

    /// Adds a line that is visible while there is no error.
    void addNote(QWidget *note);
    void setHelp(const QString &help);
    /// Sets the error; empty for none.
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
