// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/kinds/settoolscard.h"

#include "models/elementtext.h"
#include "models/format.h"
#include "redis/types/plural.h"
#include "redis/types/printable.h"
#include "views/page/question.h"
#include "views/theme/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>
#include <QVariant>

#include <array>
#include <cmath>
#include <utility>

namespace plimsoll::views {

namespace {

using What = SetsQuery::What;
using Is = SetsAnswer::Is;

constexpr int longestSetMember = 60;
constexpr int longestSetKey = 60;

QString setNumber(double value)
{
    return models::formatCount(double(std::llround(value)));
}

/// The count as what it is: exact, a bound, or between two numbers.
QString countText(const SetsAnswer &answer)
{
    const double count = answer.count.value_or(0);
    switch (answer.is) {
    case Is::Exact:
        return SetToolsCard::tr("%1, exactly").arg(setNumber(count));
    case Is::AtLeast:
        return SetToolsCard::tr("at least %1: not counted further").arg(setNumber(count));
    case Is::AtMost:
        return SetToolsCard::tr("at most %1: what is in both was not counted further").arg(setNumber(count));
    case Is::Sampled:
        return SetToolsCard::tr("about %1, between %2 and %3 in 95 of 100 cases, of a sample of %4")
            .arg(setNumber(count), setNumber(answer.low), setNumber(answer.high), models::formatCount(answer.looked));
    }
    return {};
}

QString whatText(What what, qsizetype others)
{
    switch (what) {
    case What::Intersection:
        return SetToolsCard::tr("In all of them: %1");
    case What::Union:
        return SetToolsCard::tr("In any of them: %1");
    case What::Difference:
        break;
    }
    return others > 1 ? SetToolsCard::tr("Here and in none of those: %1") : SetToolsCard::tr("Here and not there: %1");
}

} // namespace

SetToolsCard::SetToolsCard(Theme *theme, PageHost *host, QWidget *parent)
    : Card(tr("Compare with other sets"), theme, parent), m_question(new Question(host, this)),
      m_mine(new QComboBox(this)), m_which(new QComboBox(this)), m_others(new QLineEdit(this)),
      m_ask(new QPushButton(tr("Compare"), this)), m_answer(new QLabel(this)), m_show(new QPushButton(this))
{
    m_mine->setObjectName(QStringLiteral("setMine"));
    m_mine->setAccessibleName(tr("Which of its keys"));
    m_mine->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_which->setObjectName(QStringLiteral("setQuestion"));
    m_which->setAccessibleName(tr("Comparison"));
    m_which->addItem(tr("Who is here and not there?"), int(What::Difference));
    m_which->addItem(tr("Who is in all of them?"), int(What::Intersection));
    m_which->addItem(tr("How many are in any of them?"), int(What::Union));
    m_others->setObjectName(QStringLiteral("setOthers"));
    m_others->setPlaceholderText(tr("Keys of other sets: a b \"with space\""));
    m_others->setAccessibleName(tr("Keys of other sets"));
    m_others->setToolTip(
        tr("A space parts them. A key with a space in it stands in quotes, and in those \\\" is a quote "
           "and \\\\ a backslash."));
    m_ask->setObjectName(QStringLiteral("setAsk"));
    m_ask->setEnabled(false);
    m_answer->setObjectName(QStringLiteral("setAnswer"));
    m_answer->setWordWrap(true);
    m_answer->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_answer->setMinimumHeight(3 * m_answer->fontMetrics().lineSpacing()); // its text must not move other widgets
    m_answer->setTextFormat(Qt::PlainText);
    m_answer->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_answer->setProperty("role", QStringLiteral("secondary"));
    m_show->setObjectName(QStringLiteral("setShow"));
    m_show->setText(tr("Show in the table"));
    m_show->setEnabled(false);
    body()->addWidget(m_mine);
    body()->addWidget(m_which);
    auto *line = new QHBoxLayout;
    line->addWidget(m_others, 1);
    line->addWidget(m_ask);
    body()->addLayout(line);
    body()->addWidget(m_answer);
    auto *last = new QHBoxLayout;
    last->addWidget(m_show);
    last->addStretch(1);
    body()->addLayout(last);
    m_question->tell(this, &SetToolsCard::tell);
    connect(m_question, &Question::failed, m_answer, &QLabel::setText);
    connect(m_ask, &QPushButton::clicked, this, &SetToolsCard::ask);
    connect(m_others, &QLineEdit::returnPressed, this, &SetToolsCard::ask);
    connect(m_others, &QLineEdit::textChanged, this, [this] { m_ask->setEnabled(!others().empty()); });
    connect(m_show, &QPushButton::clicked, this, [this] {
        std::vector<Element> members;
        for (const QByteArray &member : m_told.members) {
            Element &element = members.emplace_back();
            element.element = element.id = member;
            element.key = m_asked.keys.front();
        }
        const auto count = qint64(members.size());
        emit membersWanted(members,
                           count == 1
                               ? tr("1 of those told")
                               : tr("%1 of those told", nullptr, pluralOf(count)).arg(models::formatCount(count)));
    });
}

void SetToolsCard::open(const Place &place, const std::vector<QByteArray> &keys)
{
    m_place = place;
    m_question->forget();
    m_mine->clear();
    for (const QByteArray &key : keys) {
        m_mine->addItem(printable(key, longestSetKey), key);
    }
    m_mine->setVisible(keys.size() > 1);
    m_others->clear();
    m_show->setEnabled(false);
    m_answer->setText(
        tr("Counted by the server where that is cheap, otherwise estimated from a sample; the answer says which."));
}

/// A key with spaces is quoted; within quotes a backslash escapes the next character.
std::vector<QByteArray> SetToolsCard::others() const
{
    std::vector<QByteArray> keys;
    QString word;
    bool isQuoted = false;
    const auto end = [&] {
        if (!word.isEmpty()) {
            keys.push_back(word.toUtf8());
            word.clear();
        }
    };
    bool isPlain = false;
    for (const QChar c : m_others->text()) {
        if (std::exchange(isPlain, false)) {
            word += c;
        } else if (c == u'\\' && isQuoted) {
            isPlain = true;
        } else if (c == u'"') {
            isQuoted = !isQuoted;
        } else if (c.isSpace() && !isQuoted) {
            end();
        } else {
            word += c;
        }
    }
    end();
    return keys;
}

void SetToolsCard::ask()
{
    std::vector<QByteArray> keys = others();
    if (keys.empty() || m_mine->count() == 0) {
        return;
    }
    keys.insert(keys.begin(), m_mine->currentData().toByteArray());
    m_asked = {};
    m_asked.what = What(m_which->currentData().toInt());
    m_asked.keys = std::move(keys);
    m_show->setEnabled(false);
    m_answer->setText(tr("Looking…"));
    m_question->ask(m_place, m_asked);
}

void SetToolsCard::tell(const SetsAnswer &answer)
{
    constexpr std::size_t most = 8;
    m_told = answer;
    QStringList lines{whatText(m_asked.what, qsizetype(m_asked.keys.size()) - 1).arg(countText(answer))};
    QStringList sizes;
    for (std::size_t i = 0; i < answer.sizes.size(); ++i) {
        const QString key = printable(m_asked.keys[i], longestSetKey);
        sizes.append(answer.sizes[i] < 0 ? tr("%1 is not there").arg(key)
                                         : tr("%1 has %2").arg(key, models::formatCount(answer.sizes[i])));
    }
    lines.append(sizes.join(QStringLiteral(", ")));
    QStringList names;
    for (std::size_t i = 0; i < answer.members.size() && i < most; ++i) {
        names.append(models::elementText(answer.members[i], longestSetMember));
    }
    const bool isUnion = m_asked.what == What::Union; // of the first of them all are in it
    if (!names.isEmpty()) {
        lines.append(
            (isUnion ? tr("In another alone: %1") : tr("Some of them: %1")).arg(names.join(QStringLiteral(", "))));
    } else if (answer.is == Is::Sampled && !isUnion) {
        lines.append(tr("None was in the sample."));
    }
    m_answer->setText(lines.join(QLatin1Char('\n')));
    m_show->setEnabled(!answer.members.empty() && !isUnion);
}

} // namespace plimsoll::views
