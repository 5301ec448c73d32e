// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/inspector/jsonlines.h"

#include <QPlainTextEdit>
#include <QTimer>

class QSyntaxHighlighter;

namespace plimsoll::views {

class Theme;

/// A payload to be read: JSON laid out, coloured and folded (click a line that begins a container, or Space), other
/// text as it is, bytes as hex. Long ones are filled in piece by piece, so the window stays alive. Nothing in it is
/// ever run. GUI thread.
class PayloadView final : public QPlainTextEdit {
    Q_OBJECT

public:
    enum class Format { Json, Text, Hex };

    explicit PayloadView(Theme *theme, QWidget *parent = nullptr);

    /// `cut`: it is the beginning of a longer one.
    void show(const QByteArray &payload, bool cut, const QStringList &redacted);
    [[nodiscard]] Format format() const { return m_format; }
    /// All of it as shown, redacted, nothing folded, for the clipboard.
    [[nodiscard]] QString fullText() const;

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void layOut();
    void fillMore();
    void toggle(int line);
    [[nodiscard]] std::unique_ptr<LineSource> lines(const QSet<qsizetype> &folded) const;

    QByteArray m_payload;
    QStringList m_redacted;
    QSet<qsizetype> m_folded;
    std::unique_ptr<LineSource> m_source; ///< of the lines that are not in the document yet
    std::vector<PayloadLine> m_lines;
    QTimer m_filler;
    QSyntaxHighlighter *m_highlighter;
    Format m_format = Format::Text;
};

} // namespace plimsoll::views
