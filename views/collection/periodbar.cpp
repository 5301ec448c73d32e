// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/collection/periodbar.h"

#include "redis/types/keyslots.h"
#include "views/page/question.h"
#include "views/theme/theme.h"
#include "views/widgets/plainlabel.h"

#include <QComboBox>
#include <QDateTime>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>

#include <algorithm>
#include <functional>
#include <utility>

namespace plimsoll::views {

namespace {

using std::chrono::milliseconds;

constexpr std::chrono::seconds asksEvery{30}; ///< s; interval for finding periods that expired or were written late
constexpr std::chrono::seconds readsEvery{5}; ///< maximum age of a head

} // namespace

QString periodTitle(milliseconds begin, milliseconds length)
{
    // Days are in UTC, as in the keys; hours are in local time.
    const QDateTime at = QDateTime::fromMSecsSinceEpoch(begin.count());
    return length >= std::chrono::hours(24)
        ? QLocale().toString(at.toUTC().date(), QLocale::ShortFormat)
        : PeriodBar::tr("%1, %2").arg(QLocale().toString(at.date(), QLocale::ShortFormat),
                                      QLocale().toString(at.time(), QStringLiteral("HH:mm")));
}

PeriodBar::PeriodBar(const PageContext &context, QWidget *parent)
    : QWidget(parent), m_which(new Question(context.host, this, asksEvery)),
      m_reading(new Question(context.host, this, readsEvery)), m_chooser(new QComboBox(this)),
      m_note(plainLabel(this, QStringLiteral("periodNote"), "secondary"))
{
    setObjectName(QStringLiteral("periodBar"));
    m_chooser->setObjectName(QStringLiteral("periodChooser"));
    m_chooser->setAccessibleName(tr("Period"));
    m_chooser->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_note->setWordWrap(true);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(2 * metrics::step);
    row->addWidget(new QLabel(tr("Period"), this));
    row->addWidget(m_chooser);
    row->addWidget(m_note, 1);
    hide();
    m_which->tell(this, &PeriodBar::showPeriods);
    connect(m_which, &Question::failed, this, [this](const QString &why) {
        m_untold = why;
        fill();
    });
    m_reading->tell(this, &PeriodBar::takeFigures);
    connect(m_reading, &Question::failed, this, [this](const QString &why) {
        m_unread = why;
        m_figures.reset();
    });
    connect(m_chooser, &QComboBox::activated, this, [this](int index) {
        choose(index == 0 ? milliseconds(0) : m_listed[static_cast<std::size_t>(index) - 1]);
    });
}

void PeriodBar::open()
{
    m_which->forget();
    m_reading->forget();
    m_periods = {};
    m_askedIn = m_chosen = {};
    m_listed.clear();
    m_figures.reset();
    m_unread.clear();
    m_untold.clear();
    m_chooser->clear();
    hide();
}

void PeriodBar::choose(milliseconds begin)
{
    if (begin == m_chosen) {
        return;
    }
    m_chosen = begin;
    m_figures.reset();
    m_unread.clear();
    m_reading->forget();
    fill();
    emit chosen();
}

void PeriodBar::showPeriods(const PeriodsAnswer &answer)
{
    m_periods = answer;
    m_untold.clear();
    fill();
}

void PeriodBar::takeFigures(const FiguresAnswer &answer)
{
    m_figures = answer;
    m_unread.clear();
}

QString PeriodBar::text() const
{
    return tr("This is an earlier period: it can be viewed, but not changed.");
}

/// The one that is looked at stays in the list, there or not: the server may have dropped it meanwhile.
void PeriodBar::fill()
{
    std::vector<milliseconds> listed = m_periods.begins;
    if (isEarlier() && std::find(listed.begin(), listed.end(), m_chosen) == listed.end()) {
        listed.insert(std::lower_bound(listed.begin(), listed.end(), m_chosen, std::greater<>()), m_chosen);
    }
    const milliseconds length = m_periods.length;
    const QString present =
        length.count() == 0 ? tr("present") : tr("present: %1").arg(periodTitle(m_now / length * length, length));
    if (listed != m_listed || m_chooser->count() == 0 || m_chooser->itemText(0) != present) {
        m_listed = listed;
        m_chooser->clear();
        m_chooser->addItem(present);
        for (const milliseconds begin : m_listed) {
            m_chooser->addItem(periodTitle(begin, length));
        }
    }
    const auto at = std::find(m_listed.begin(), m_listed.end(), m_chosen);
    m_chooser->setCurrentIndex(isEarlier() ? static_cast<int>(at - m_listed.begin()) + 1 : 0);
    m_note->setProperty("role", isEarlier() ? QStringLiteral("warning") : QStringLiteral("secondary"));
    m_note->setText(isEarlier()               ? text()
                        : !m_untold.isEmpty() ? tr("Earlier periods could not be searched for: %1").arg(m_untold)
                                              : QString());
    setVisible(!m_listed.empty() || !m_untold.isEmpty());
}

SnapshotPtr PeriodBar::shown(const SnapshotPtr &newest, std::size_t collection)
{
    const WorkspacePtr &workspace = newest->layout->workspace;
    const milliseconds length = periodOf(workspace->collections[collection]);
    m_now = newest->serverTime;
    if (length.count() == 0) {
        open();
        return newest;
    }
    if (const milliseconds period = m_now / length * length; std::exchange(m_askedIn, period) != period) {
        m_which->forget(); // what was present is an earlier one now
        fill();
    }
    m_which->keep({workspace, collection, {}}, PeriodsQuery{});
    if (!isEarlier()) {
        return newest;
    }
    m_reading->keep({workspace, collection, m_chosen}, FiguresQuery{});
    return earlier(newest, collection);
}

/// Snapshot of the earlier period. Values not read yet are unknown; those of the present period are not used.
SnapshotPtr PeriodBar::earlier(const SnapshotPtr &newest, std::size_t collection) const
{
    auto made = std::make_shared<Snapshot>(*newest);
    made->keysAt = m_chosen;
    made->rows[collection] = {};
    const SnapshotLayout::Row row = newest->layout->rows[collection];
    const auto figures = made->figures.begin() + row.firstFigure;
    const auto notes = made->notes.begin() + row.firstFigure;
    const auto parts = made->parts.begin() + row.firstPart;
    std::fill_n(figures, row.figures().size(), unknownFigure);
    std::fill_n(notes, row.figures().size(), quint8(0));
    std::fill_n(parts, row.partCount, unknownFigure);
    Snapshot::Row &out = made->rows[collection];
    const bool isOfThis = m_figures && m_figures->keysAt == m_chosen
        && m_figures->figures.size() == row.figures().size() && std::ssize(m_figures->parts) == row.partCount;
    if (!isOfThis) {
        if (!m_unread.isEmpty()) {
            out.state = State::Error;
            out.problems = std::make_shared<const std::vector<Problem>>(1, Problem{-1, State::Error, m_unread});
        }
        return made;
    }
    std::copy(m_figures->figures.begin(), m_figures->figures.end(), figures);
    std::copy(m_figures->notes.begin(), m_figures->notes.end(), notes);
    std::copy(m_figures->parts.begin(), m_figures->parts.end(), parts);
    auto layout = std::make_shared<SnapshotLayout>(*newest->layout);
    for (std::size_t part = 0; part < m_figures->keys.size(); ++part) {
        layout->parts[static_cast<std::size_t>(row.firstPart) + part].key = m_figures->keys[part];
    }
    made->layout = std::move(layout);
    out.head = m_figures->head;
    if (!m_figures->problems.empty()) {
        out.problems = std::make_shared<const std::vector<Problem>>(m_figures->problems);
        out.state = State::Error;
    }
    return made;
}

} // namespace plimsoll::views
