// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/collection/aroundcard.h"

#include "models/alerts/alerttext.h"
#include "models/text/format.h"
#include "models/history/marks.h"
#include "views/charts/notedialog.h"
#include "views/theme/theme.h"
#include "views/theme/zoom.h"
#include "views/widgets/elidedlabel.h"

#include <QDateTime>
#include <QGridLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <utility>

namespace plimsoll::views {

using std::chrono::milliseconds;

namespace {

constexpr std::size_t mostAround = 9;
constexpr std::size_t moreAround = 20; ///< how many more a click shows
constexpr Px aroundRowHeight{26};
constexpr Px aroundIconSize{12};
constexpr const char *smallButton = "padding: 2px 8px; min-height: 18px; font-size: 12px";

/// The beginning or the end of an alert; steps between them stand for themselves.
bool isEndpoint(const Mark &mark)
{
    return mark.kind == Mark::Kind::Raised || mark.kind == Mark::Kind::Cleared;
}

/// Chooses the `most` nearest of these marks, which are in the order of time; true for each one chosen. An alert's
/// beginning and end are chosen together, both as near as the nearer one.
std::vector<bool> nearest(const std::vector<Mark> &marks, milliseconds moment, std::size_t most)
{
    const auto away = [moment](const Mark &mark) { return std::chrono::abs(mark.time - moment); };
    std::map<QString, milliseconds> ofAlerts;
    for (const Mark &mark : marks) {
        if (isEndpoint(mark)) {
            milliseconds &nearer = ofAlerts.try_emplace(mark.id, away(mark)).first->second;
            nearer = std::min(nearer, away(mark));
        }
    }
    const auto place = [&](std::size_t i) {
        const Mark &mark = marks[i];
        return isEndpoint(mark) ? std::pair(ofAlerts.at(mark.id), mark.id) : std::pair(away(mark), QString());
    };
    std::vector<std::size_t> order(marks.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::stable_sort(order.begin(), order.end(),
                     [&place](std::size_t a, std::size_t b) { return place(a) < place(b); });
    std::size_t count = std::min(order.size(), most);
    if (count > 0 && count < order.size()) {
        const Mark &last = marks[order[count - 1]], &next = marks[order[count]];
        count += isEndpoint(last) && isEndpoint(next) && last.id == next.id ? 1 : 0;
    }
    std::vector<bool> chosen(marks.size(), false);
    for (std::size_t i = 0; i < count; ++i) {
        chosen[order[i]] = true;
    }
    return chosen;
}

} // namespace

AroundCard::AroundCard(Theme *theme, const QString &unrecorded, QWidget *parent)
    : Card(QString(), theme, parent), m_rows(new QGridLayout)
{
    setObjectName(QStringLiteral("aroundCard"));
    m_rows->setHorizontalSpacing(0);
    m_rows->setVerticalSpacing(0);
    m_rows->setColumnStretch(2, 1);
    body()->addLayout(m_rows);
    auto *add = new QPushButton(tr("Add a note…"), this);
    add->setObjectName(QStringLiteral("aroundAddNote"));
    add->setStyleSheet(scaledSheet(QString::fromLatin1(smallButton)));
    connect(add, &QPushButton::clicked, this, &AroundCard::askNote);
    addCorner(add);
    auto *note = new QLabel(unrecorded, this);
    note->setObjectName(QStringLiteral("aroundNote"));
    note->setProperty("role", QStringLiteral("small"));
    note->setWordWrap(true);
    body()->addWidget(note);
    body()->addStretch(1);
    connect(theme, &Theme::changed, this, &AroundCard::fill);
}

void AroundCard::show(milliseconds moment, const QString &collection, const std::vector<Mark> &marks)
{
    std::vector<Mark> all;
    std::copy_if(marks.begin(), marks.end(), std::back_inserter(all),
                 [&collection](const Mark &mark) { return mark.isOf(collection); });
    std::stable_sort(all.begin(), all.end(), [](const Mark &a, const Mark &b) { return a.time < b.time; });
    if (m_isFilled && moment == m_moment && all == m_marks) {
        return;
    }
    if (moment != m_moment || !m_isFilled) {
        m_most = mostAround;
    }
    m_moment = moment;
    m_marks = std::move(all);
    m_isFilled = true;
    fill();
}

void AroundCard::askNote()
{
    const auto now = [about = m_moment] { return std::max(milliseconds(QDateTime::currentMSecsSinceEpoch()), about); };
    auto *dialog = new NoteDialog({{}, m_moment, {}, {}}, now, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &NoteDialog::made, this, &AroundCard::noteMade);
    dialog->open();
}

/// One by one, the moment itself where it belongs.
void AroundCard::fill()
{
    while (QLayoutItem *item = m_rows->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    const QString time = models::formatTime(m_moment);
    setTitle(tr("Around %1").arg(time.left(time.lastIndexOf(QLatin1Char(':')))));
    const std::vector<bool> chosen = nearest(m_marks, m_moment, m_most);
    bool isPlaced = false;
    qsizetype left = 0; // since the row before
    for (std::size_t i = 0; i < m_marks.size(); ++i) {
        const Mark &mark = m_marks[i];
        if (mark.time > m_moment && !isPlaced) {
            addMore(std::exchange(left, 0));
            addRow(m_moment, nullptr);
            isPlaced = true;
        }
        if (!chosen[i]) {
            ++left;
            continue;
        }
        addMore(std::exchange(left, 0));
        addRow(mark.time, &mark);
    }
    addMore(left);
    if (!isPlaced) {
        addRow(m_moment, nullptr);
    }
    updateGeometry();
}

/// A row for events that are left out here; a click shows some of them.
void AroundCard::addMore(qsizetype count)
{
    if (count == 0) {
        return;
    }
    auto *more = new QPushButton(tr("%1 more…").arg(QLocale().toString(count)), this);
    more->setObjectName(QStringLiteral("aroundMore"));
    more->setStyleSheet(scaledSheet(QString::fromLatin1(smallButton)));
    connect(more, &QPushButton::clicked, this, [this] {
        m_most += moreAround;
        QTimer::singleShot(0, this, &AroundCard::fill); // which deletes the button
    });
    m_rows->addWidget(more, m_rows->rowCount(), 2, Qt::AlignLeft);
}

void AroundCard::addRow(milliseconds time, const Mark *mark)
{
    const Tokens &tokens = theme()->tokens();
    const int row = m_rows->rowCount();
    auto *clock = new QLabel(models::formatTime(time), this);
    auto *icon = new QLabel(this);
    auto *text = new ElidedLabel(this);
    clock->setToolTip(models::formatDateTime(time));
    for (QLabel *label : {clock, icon}) {
        label->setFixedHeight(aroundRowHeight);
    }
    text->setFixedHeight(aroundRowHeight);
    clock->setContentsMargins(Px(6), 0, Px(12), 0);
    text->setContentsMargins(0, 0, Px(6), 0);
    if (mark == nullptr) {
        text->setFullText(tr("the moment shown"));
        text->setObjectName(QStringLiteral("aroundMoment"));
        for (QWidget *part :
             {static_cast<QWidget *>(clock), static_cast<QWidget *>(icon), static_cast<QWidget *>(text)}) {
            part->setAutoFillBackground(true);
            QPalette own = part->palette();
            own.setColor(QPalette::Window, tokens.past);
            own.setColor(QPalette::WindowText, tokens.onPast);
            part->setPalette(own);
            part->setFont(theme()->headingFont());
        }
    } else {
        clock->setProperty("role", QStringLiteral("secondary"));
        text->setObjectName(QStringLiteral("aroundText"));
        const bool isAlert = mark->isOngoing() || mark->kind == Mark::Kind::Cleared;
        const QString what = models::markText(*mark);
        text->setFullText(isAlert && mark->collection.isEmpty()
                              ? QStringLiteral("%1 · %2").arg(models::alertAbout({}), what) // the server's
                              : what,
                          mark->more);
        const bool isTrouble = mark->level != State::Ok && mark->isOngoing();
        if (isTrouble) {
            const bool isCritical = mark->level >= State::Critical;
            const QColor colour = isCritical ? tokens.critical : tokens.warning;
            icon->setPixmap(theme()
                                ->icon(QLatin1StringView(isCritical ? "critical" : "warning"), colour)
                                .pixmap(QSize(aroundIconSize, aroundIconSize), devicePixelRatioF()));
            icon->setContentsMargins(0, 0, Px(6), 0);
            QPalette own = text->palette();
            own.setColor(QPalette::WindowText, colour);
            text->setPalette(own);
            text->setFont(theme()->headingFont());
        }
    }
    m_rows->addWidget(clock, row, 0);
    m_rows->addWidget(icon, row, 1);
    m_rows->addWidget(text, row, 2);
}

} // namespace plimsoll::views
