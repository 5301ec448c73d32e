// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/payloadview.h"

#include "redis/types/printable.h"
#include "views/theme/theme.h"

#include <QMouseEvent>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSyntaxHighlighter>
#include <QTextBlock>

#include <algorithm>

namespace plimsoll::views {

namespace {

constexpr std::size_t linesAtOnce = 400; // laid out in about 4 ms
constexpr qsizetype longDocument = 2000; // bytes; inner containers of longer documents start folded
constexpr qsizetype longestFolded = 1024LL * 1024; // bytes; finding containers walks the whole document
constexpr int mostHintLines = 22;

/// Returns true for valid text; a cut may split the last character.
bool isText(const QByteArray &payload, bool cut)
{
    if (payload.contains('\0')) {
        return false;
    }
    for (qsizetype end = 0; end <= (cut ? 3 : 0); ++end) {
        if (isUtf8(QByteArrayView(payload).chopped(std::min(end, payload.size())))) {
            return true;
        }
    }
    return false;
}

/// Colours names, strings, numbers and literals of JSON, line by line.
class JsonHighlighter final : public QSyntaxHighlighter {
public:
    JsonHighlighter(QTextDocument *document, const Theme *theme) : QSyntaxHighlighter(document), m_theme(theme) { }

    void setOn(bool on) { m_on = on; }

protected:
    void highlightBlock(const QString &text) override
    {
        if (!m_on) {
            return;
        }
        static const QRegularExpression tokens(
            QStringLiteral(R"(("(?:[^"\\]|\\.)*"?)(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b|(… .* …))"));
        const Tokens &colours = m_theme->tokens();
        auto matches = tokens.globalMatch(text);
        while (matches.hasNext()) {
            const auto match = matches.next();
            const bool name = match.capturedLength(2) > 0;
            const QColor colour = name        ? colours.text
                : match.capturedLength(1) > 0 ? colours.series[2]
                : match.capturedLength(3) > 0 ? colours.series[0]
                : match.capturedLength(4) > 0 ? colours.series[5]
                                              : colours.secondaryText;
            const int group = match.capturedLength(1) > 0 ? 1 : 0;
            setFormat(static_cast<int>(match.capturedStart(group)), static_cast<int>(match.capturedLength(group)),
                      colour);
        }
    }

private:
    const Theme *m_theme;
    bool m_on = false;
};

} // namespace

PayloadView::PayloadView(Theme *theme, QWidget *parent)
    : QPlainTextEdit(parent), m_highlighter(new JsonHighlighter(document(), theme))
{
    setObjectName(QStringLiteral("payload"));
    setAccessibleName(tr("Payload"));
    setReadOnly(true);
    setUndoRedoEnabled(false);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setMouseTracking(true);
    setFont(theme->monoFont());
    setProperty("role", QStringLiteral("payload"));
    m_filler.setInterval(0);
    connect(&m_filler, &QTimer::timeout, this, &PayloadView::fillMore);
    connect(theme, &Theme::changed, this, [this, theme] {
        setFont(theme->monoFont());
        m_highlighter->rehighlight();
    });
    connect(this, &QPlainTextEdit::blockCountChanged, this, &QWidget::updateGeometry);
}

void PayloadView::show(const QByteArray &payload, bool cut, const QStringList &redacted)
{
    if (payload == m_payload && redacted == m_redacted && !m_lines.empty()) {
        return; // repeated by a tick: keep scroll position and folding
    }
    m_payload = payload;
    m_redacted = redacted;
    m_folded.clear();
    m_format = !isText(payload, cut) ? Format::Hex : looksLikeJson(payload, cut) ? Format::Json : Format::Text;
    if (m_format == Format::Json && payload.size() > longDocument && payload.size() < longestFolded) {
        m_folded = foldedAtFirst(payload);
    }
    static_cast<JsonHighlighter *>(m_highlighter)->setOn(m_format == Format::Json);
    setLineWrapMode(m_format == Format::Hex ? QPlainTextEdit::NoWrap : QPlainTextEdit::WidgetWidth);
    setWordWrapMode(QTextOption::WrapAnywhere);
    layOut();
}

std::unique_ptr<LineSource> PayloadView::lines(const QSet<qsizetype> &folded) const
{
    switch (m_format) {
    case Format::Json:
        return jsonLines(m_payload, m_redacted, folded);
    case Format::Hex:
        return hexLines(m_payload);
    case Format::Text:
        break;
    }
    return textLines(m_payload);
}

void PayloadView::layOut()
{
    m_lines.clear();
    m_source = lines(m_folded);
    clear();
    fillMore();
    if (!m_source->atEnd()) {
        m_filler.start();
    }
}

void PayloadView::fillMore()
{
    QStringList piece;
    for (PayloadLine &line : m_source->next(linesAtOnce)) {
        piece.append(line.text);
        line.text.clear(); // now held by the document
        m_lines.push_back(std::move(line));
    }
    if (!piece.isEmpty()) {
        const int scrolled = verticalScrollBar()->value();
        appendPlainText(piece.join(QLatin1Char('\n')));
        verticalScrollBar()->setValue(scrolled);
    }
    if (m_source->atEnd()) {
        m_filler.stop();
    }
}

QString PayloadView::fullText() const
{
    if (m_format == Format::Text) {
        return QString::fromUtf8(m_payload);
    }
    QString text;
    const std::unique_ptr<LineSource> source = lines({});
    while (!source->atEnd()) {
        for (const PayloadLine &line : source->next(linesAtOnce)) {
            text += line.text + QLatin1Char('\n');
        }
    }
    return text;
}

QSize PayloadView::sizeHint() const
{
    const int shownLines = std::clamp(blockCount(), 2, mostHintLines);
    return {240, shownLines * fontMetrics().lineSpacing() + 24};
}

void PayloadView::toggle(int line)
{
    if (line < 0 || static_cast<std::size_t>(line) >= m_lines.size()) {
        return;
    }
    const qsizetype container = m_lines[static_cast<std::size_t>(line)].container;
    if (container < 0) {
        return;
    }
    if (!m_folded.remove(container)) {
        m_folded.insert(container);
    }
    const int scrolled = verticalScrollBar()->value();
    layOut();
    setTextCursor(QTextCursor(document()->findBlockByNumber(line)));
    verticalScrollBar()->setValue(scrolled);
}

void PayloadView::mouseReleaseEvent(QMouseEvent *event)
{
    QPlainTextEdit::mouseReleaseEvent(event);
    if (event->button() == Qt::LeftButton && !textCursor().hasSelection()) {
        toggle(cursorForPosition(event->pos()).blockNumber());
    }
}

void PayloadView::mouseMoveEvent(QMouseEvent *event)
{
    QPlainTextEdit::mouseMoveEvent(event);
    const auto line = static_cast<std::size_t>(cursorForPosition(event->pos()).blockNumber());
    const bool folds = line < m_lines.size() && m_lines[line].container >= 0;
    viewport()->setCursor(folds ? Qt::PointingHandCursor : Qt::IBeamCursor);
}

void PayloadView::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Space) {
        toggle(textCursor().blockNumber());
        return;
    }
    QPlainTextEdit::keyPressEvent(event);
}

} // namespace plimsoll::views
