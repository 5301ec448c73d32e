// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/inspector/jsonlines.h"

#include <QPlainTextEdit>
#include <QTimer>

class QSyntaxHighlighter;

namespace plimsoll::views {

class Theme;

/// Displays a payload: JSON indented, coloured and foldable (by a click on the first line of a container, or Space),
/// other text as it is, bytes as hex. Long payloads are appended in pieces, so that the window stays responsive.
/// Nothing in a payload is executed. GUI thread.
class PayloadView final : public QPlainTextEdit {
    Q_OBJECT

public:
    enum class Format { Json, Text, Hex };

    explicit PayloadView(Theme *theme, QWidget *parent = nullptr);

    /// `cut` is true for the beginning of a longer payload.
    void show(const QByteArray &payload, bool cut, const QStringList &redacted);
    [[nodiscard]] Format format() const { return m_format; }
    /// Returns the whole text for the clipboard, redacted and unfolded.
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
    std::unique_ptr<LineSource> m_source; ///< lines not yet in the document
    std::vector<PayloadLine> m_lines;
    QTimer m_filler;
    QSyntaxHighlighter *m_highlighter;
    Format m_format = Format::Text;
};

} // namespace plimsoll::views
