// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/atleast.h"
#include "models/text/elementtext.h"
#include "models/text/format.h"
#include "redis/types/plural.h"
#include "redis/types/printable.h"
#include "views/collection/collectionpage.h"
#include "views/collection/elementspanel.h"
#include "views/kinds/kindparts.h"
#include "views/page/pagehost.h"
#include "views/page/question.h"
#include "views/theme/theme.h"
#include "views/widgets/card.h"

#include <QComboBox>
#include <QDateTime>
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

/// Compares two or more sets: members only in this set, in all of them, or in any. Counts are exact if their cost is
/// bounded, else labelled estimates from a sample. GUI thread.
class SetToolsCard final : public Card {
    Q_OBJECT

public:
    SetToolsCard(Theme *theme, PageHost *host, QWidget *parent = nullptr);

    /// Opens a different collection; `keys`: current keys of its set.
    void open(const Place &place, const std::vector<QByteArray> &keys);
    /// Updates the place to the newest snapshot.
    void follow(const Place &place) { m_place = place; }

signals:
    void membersWanted(const std::vector<plimsoll::Element> &members, const QString &text);

private:
    void ask();
    void tell(const SetsAnswer &answer);
    [[nodiscard]] std::vector<QByteArray> others() const;

    Place m_place;
    Question *m_question;
    QComboBox *m_mine; ///< choice of a shard
    QComboBox *m_which;
    QLineEdit *m_others;
    QPushButton *m_ask;
    QLabel *m_answer;
    QPushButton *m_show;
    SetsQuery m_asked;
    SetsAnswer m_told;
};

/// A set: its members by cursor or by chance, whether one is in it, how it relates to another set. GUI thread.
class MembersPage final : public CollectionPage {
    Q_OBJECT

public:
    explicit MembersPage(const PageContext &context, QWidget *parent = nullptr);

protected:
    [[nodiscard]] std::vector<TileText> tiles(const Figures &figures) const override;
    [[nodiscard]] QString description(const Figures &figures) const override;
    void reset() override;
    void refresh(const Figures &figures) override;

private:
    [[nodiscard]] QWidget *makeLookUp();
    [[nodiscard]] QWidget *makeCompare();
    void showMember(const MemberAnswer &answer);
    void showSample(const ElementsPage &page);
    void showComparison(const CompareAnswer &answer);

    ElementsPanel *m_panel;
    TimeChart *m_chart;
    QLineEdit *m_member = nullptr;
    QLabel *m_memberAnswer = nullptr;
    QLineEdit *m_otherKey = nullptr;
    QPushButton *m_compare = nullptr;
    QLabel *m_comparison = nullptr;
    SetToolsCard *m_sets;
    Question *m_lookUp;
    Question *m_sampling;
    Question *m_comparing;
    std::vector<QByteArray> m_setKeys; ///< keys of the displayed period
};

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
        return SetToolsCard::tr("at least %1: counting stopped early").arg(setNumber(count));
    case Is::AtMost:
        return SetToolsCard::tr("at most %1: counting what is in both stopped early").arg(setNumber(count));
    case Is::Sampled:
        return SetToolsCard::tr("about %1 (95 %: %2 to %3), from a sample of %4")
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

constexpr std::array membersColumns{Shown{Column::Member}};

// clang-format off
constexpr std::array membersStates{
    StateView{.id = L1("set"), .role = L1("set"), .title = QT_TRANSLATE_NOOP("kinds", "members"), .figure = L1("members"),
              .emptyHeading = QT_TRANSLATE_NOOP("kinds", "The set is empty"),
              .emptyText = QT_TRANSLATE_NOOP("kinds", "SADD creates it; a set without members does not exist on the server."),
              .offers = memberRows, .byCursor = true}};
constexpr std::array membersOffers{
    Offered{L1("add"), Action::Add, L1("set"), {}, L1("set"), Offered::Button, QT_TRANSLATE_NOOP("kinds", "Add…"), noneThere},
    Offered{L1("setExpiry"), Action::SetExpiry, {}, L1("members"), L1("set"), Offered::Menu, QT_TRANSLATE_NOOP("kinds", "Set expiry…"), noneThere},
    Offered{L1("purge"), Action::Purge, L1("set"), L1("members"), L1("set"), Offered::Menu, QT_TRANSLATE_NOOP("kinds", "Purge…"), noneThere}};
constexpr int longestAnsweredMember = 80; // characters of a member shown in an answer
// clang-format on

QString memberCount(std::optional<qint64> number, bool atLeast = false)
{
    if (!number) {
        return models::unknownText();
    }
    return models::atLeastText(models::formatCount(*number), atLeast);
}

QString sampleText(const std::vector<QByteArray> &members)
{
    constexpr std::size_t most = 8;
    QStringList names;
    for (std::size_t i = 0; i < members.size() && i < most; ++i) {
        names.append(models::elementText(members[i], longestAnsweredMember));
    }
    return members.empty() ? MembersPage::tr("none in the sample") : names.join(QStringLiteral(", "));
}

QLabel *answerLabel(QWidget *parent, const QString &name)
{
    auto *label = new QLabel(parent);
    label->setObjectName(name);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setProperty("role", QStringLiteral("secondary"));
    return label;
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
    m_others->setToolTip(tr("Separate keys with spaces. A key that contains a space goes in quotes, where \\\" is a "
                            "quote and \\\\ a backslash."));
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
        emit membersWanted(
            members,
            count == 1 ? tr("1 from the comparison")
                       : tr("%1 from the comparison", nullptr, pluralOf(count)).arg(models::formatCount(count)));
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
        sizes.append(answer.sizes[i] < 0 ? tr("%1 does not exist").arg(key)
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
            (isUnion ? tr("Only in another: %1") : tr("Some of them: %1")).arg(names.join(QStringLiteral(", "))));
    } else if (answer.is == Is::Sampled && !isUnion) {
        lines.append(tr("None in the sample."));
    }
    m_answer->setText(lines.join(QLatin1Char('\n')));
    m_show->setEnabled(!answer.members.empty() && !isUnion);
}

extern const KindView membersView;
constinit const KindView membersView{
    .kind = L1("members"), .makePage = makePage<MembersPage>, .states = membersStates, .offers = membersOffers};

MembersPage::MembersPage(const PageContext &pageContext, QWidget *parent)
    : CollectionPage(pageContext, parent),
      m_panel(new ElementsPanel(membersColumns, QStringLiteral("members"), pageContext, this)),
      m_chart(addChart(tr("Members"), QStringLiteral("membersChart"))),
      m_sets(new SetToolsCard(pageContext.theme, pageContext.host, this)),
      m_lookUp(new Question(pageContext.host, this)), m_sampling(new Question(pageContext.host, this)),
      m_comparing(new Question(pageContext.host, this))
{
    auto *sample = new QPushButton(tr("Random sample"), m_panel);
    sample->setObjectName(QStringLiteral("sampleButton"));
    connect(sample, &QPushButton::clicked, this, [this] { m_sampling->ask(place(), SampleQuery{}); });
    m_sampling->tell(this, &MembersPage::showSample);
    connect(m_sampling, &Question::failed, m_panel, &PagedPanel::sayUnread);
    m_panel->addTool(sample);
    addPanel(m_panel);

    auto *membersColumns = new QHBoxLayout;
    membersColumns->setSpacing(metrics::cardGap);
    membersColumns->addWidget(m_panel, 5);
    auto *side = new QVBoxLayout;
    side->setSpacing(metrics::cardGap);
    side->addWidget(m_chart, 1);
    side->addWidget(makeLookUp());
    side->addWidget(makeCompare());
    side->addWidget(m_sets);
    connect(m_sets, &SetToolsCard::membersWanted, m_panel, &ElementsPanel::showElements);
    membersColumns->addLayout(side, 5);
    content()->addLayout(membersColumns, 1);
}

QWidget *MembersPage::makeLookUp()
{
    auto *card = new Card(tr("Is it a member?"), context().theme, this);
    m_member = new QLineEdit(card);
    m_member->setObjectName(QStringLiteral("memberField"));
    m_member->setPlaceholderText(tr("Exact name, then Enter"));
    m_member->setAccessibleName(tr("Member to look up"));
    m_memberAnswer = answerLabel(card, QStringLiteral("memberAnswer"));
    m_memberAnswer->setMinimumHeight(m_memberAnswer->fontMetrics().lineSpacing());
    connect(m_member, &QLineEdit::returnPressed, this, [this] {
        if (!m_member->text().isEmpty()) {
            m_lookUp->ask(place(), MemberQuery{m_member->text().toUtf8(), 0});
        }
    });
    m_lookUp->tell(this, &MembersPage::showMember);
    connect(m_lookUp, &Question::failed, m_memberAnswer, &QLabel::setText);
    card->body()->addWidget(m_member);
    card->body()->addWidget(m_memberAnswer);
    return card;
}

QWidget *MembersPage::makeCompare()
{
    auto *card = new Card(tr("Compare with another set"), context().theme, this);
    auto *line = new QHBoxLayout;
    m_otherKey = new QLineEdit(card);
    m_otherKey->setObjectName(QStringLiteral("otherKeyField"));
    m_otherKey->setPlaceholderText(tr("Key of the other set"));
    m_otherKey->setAccessibleName(tr("Key of the other set"));
    m_compare = new QPushButton(tr("Compare"), card);
    m_compare->setObjectName(QStringLiteral("compareButton"));
    m_compare->setEnabled(false);
    m_comparison = answerLabel(card, QStringLiteral("comparison"));
    m_comparison->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_comparison->setMinimumHeight(3 * m_comparison->fontMetrics().lineSpacing()); // an answer moves nothing below
    const auto compare = [this] {
        if (!m_otherKey->text().isEmpty()) {
            m_comparison->setText(tr("Comparing…"));
            m_comparing->ask(place(), CompareQuery{m_otherKey->text().toUtf8()});
        }
    };
    m_comparing->tell(this, &MembersPage::showComparison);
    connect(m_comparing, &Question::failed, m_comparison, &QLabel::setText);
    connect(m_compare, &QPushButton::clicked, this, compare);
    connect(m_otherKey, &QLineEdit::returnPressed, this, compare);
    connect(m_otherKey, &QLineEdit::textChanged, this,
            [this](const QString &text) { m_compare->setEnabled(!text.isEmpty()); });
    line->addWidget(m_otherKey, 1);
    line->addWidget(m_compare);
    card->body()->addLayout(line);
    card->body()->addWidget(m_comparison);
    return card;
}

std::vector<TileText> MembersPage::tiles(const Figures &figures) const
{
    return {figures.tile(L1("members")), figures.tile(L1("growthPerMinute")), figures.tile(L1("ttlMs"), {})};
}

QString MembersPage::description(const Figures &figures) const
{
    const int parts = figures.layout().partCount;
    const QString keys = keyNames(figures.definition(), L1("set"));
    return parts > 1 ? tr("Set in %n shards, %1", nullptr, parts).arg(keys) : tr("Set %1").arg(keys);
}

void MembersPage::reset()
{
    for (Question *question : {m_lookUp, m_sampling, m_comparing}) {
        question->forget();
    }
    m_memberAnswer->setText(tr("Answered by SISMEMBER, whatever the size of the set."));
    m_sets->open(place(), {}); // which keys there are is known with the server's time
    m_setKeys.clear();
    m_comparison->setText(tr("Counts members in both sets, and shows some that only one of them has."));
}

void MembersPage::refresh(const Figures &figures)
{
    const RoleKeys &role = *definition().role(Holds::Members);
    if (std::vector<QByteArray> keys = definition().source(role).keys(figures.keysAt()); keys != m_setKeys) {
        m_setKeys = std::move(keys);
        m_sets->open(place(), m_setKeys);
    }
    m_sets->follow(place());
    m_chart->setLimits(figures.limits(L1("members")));
    m_chart->setLines({{tr("members"), figures.series(L1("members"), m_chart->reach()), 0, true}}, figures.now());
}

void MembersPage::showMember(const MemberAnswer &answer)
{
    const QString name = models::elementText(answer.member, longestAnsweredMember);
    m_memberAnswer->setText(answer.found ? tr("Yes, “%1” is a member.").arg(name)
                                         : tr("No, “%1” is not a member.").arg(name));
}

void MembersPage::showSample(const ElementsPage &page)
{
    const auto size = static_cast<int>(page.elements.size());
    m_panel->showElements(page.elements,
                          size == 1 ? tr("1 random member")
                                    : tr("%1 random members", nullptr, size).arg(models::formatCount(size)));
}

void MembersPage::showComparison(const CompareAnswer &answer)
{
    // Several keys may hold the same members, which their sum counts more than once.
    const auto summed = [this](std::optional<qint64> sum) {
        return m_setKeys.size() > 1 && sum > 0 ? tr("at most %1").arg(memberCount(sum)) : memberCount(sum);
    };
    const QStringList lines{
        tr("%1 here, %2 there, %3 in both.")
            .arg(summed(answer.mine), memberCount(answer.other),
                 answer.commonAtLeast ? memberCount(answer.common, true) : summed(answer.common)),
        tr("Only here: %1").arg(sampleText(answer.onlyMine)),
        tr("Only there: %1").arg(sampleText(answer.onlyOther)),
    };
    m_comparison->setText(lines.join(QLatin1Char('\n')));
}

} // namespace plimsoll::views

#include "memberspage.moc"
