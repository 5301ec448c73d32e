// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/collection/statechooser.h"

#include "models/text/format.h"
#include "redis/types/bands.h"
#include "redis/types/printable.h"
#include "views/page/kindview.h"

#include <QCoreApplication>

#include <algorithm>

namespace plimsoll::views {

namespace {

constexpr int longestGroup = 24; // in the chooser
constexpr double widestCount = 88'888'888; // the chooser has room for

/// The states in the view of its kind; without one, whatever has keys.
std::vector<StateChooser::Choice> choicesOf(const CollectionDefinition &definition)
{
    const auto words = [](const char *text) { return QCoreApplication::translate("kinds", text); };
    std::vector<StateChooser::Choice> choices;
    const KindView &view = viewOf(*definition.kind);
    const Bands bands = Bands::of(definition);
    for (const StateView &state : view.states) {
        for (std::size_t band = 0; state.isBand && band < bands.size(); ++band) {
            const QString id = Bands::idOf(bands.name(band));
            choices.push_back({id, words(state.title).arg(bands.name(band)), id, words(state.emptyHeading),
                               words(state.emptyText), state.byCursor});
        }
        if (!state.isBand && state.title != nullptr && (state.role.isEmpty() || definition.has(state.role))) {
            choices.push_back({QString(state.id), words(state.title), QString(state.figure), words(state.emptyHeading),
                               words(state.emptyText), state.byCursor, words(state.unknownHeading),
                               words(state.unknownText)});
        }
    }
    for (const RoleKeys &keys : definition.keys) {
        if (view.states.empty() && !keys.role->perId) {
            const QString role(keys.role->id);
            choices.push_back({role, role, {}, StateChooser::tr("Nothing in %1").arg(role), words(keys.role->help)});
        }
    }
    return choices;
}

QString countedTitle(const QString &title, double count)
{
    return StateChooser::tr("%1 (%2)").arg(title, models::formatCount(count));
}

} // namespace

StateChooser::StateChooser(QWidget *parent) : QComboBox(parent)
{
    setObjectName(QStringLiteral("stateChooser"));
    setAccessibleName(tr("Which elements"));
    setSizeAdjustPolicy(QComboBox::AdjustToContents);
    hide();
    connect(this, &QComboBox::activated, this,
            [this](int index) { emit chosen(m_choices[static_cast<std::size_t>(index)].state); });
}

void StateChooser::open(const CollectionDefinition &definition)
{
    m_choices = choicesOf(definition);
    clear();
    setMinimumWidth(0);
    for (const Choice &entry : m_choices) {
        addItem(entry.figure.isEmpty() ? entry.title : countedTitle(entry.title, widestCount));
    }
    setFixedWidth(sizeHint().width()); // keep its neighbours in place
    for (std::size_t i = 0; i < m_choices.size(); ++i) {
        setItemText(static_cast<int>(i), m_choices[i].title);
    }
    setVisible(m_choices.size() > 1);
}

bool StateChooser::choose(const QString &state)
{
    const auto found = std::find_if(m_choices.begin(), m_choices.end(),
                                    [&state](const Choice &choice) { return choice.state == state; });
    if (found == m_choices.end()) {
        return false;
    }
    setCurrentIndex(static_cast<int>(found - m_choices.begin()));
    return true;
}

const StateChooser::Choice &StateChooser::choice() const
{
    static const Choice none;
    const int index = std::max(0, currentIndex());
    return m_choices.empty() ? none : m_choices[static_cast<std::size_t>(index)];
}

double StateChooser::showCounts(const Snapshot &snapshot, std::size_t collection, const QByteArray &group)
{
    double chosen = unknownFigure;
    const SnapshotLayout::Row &row = snapshot.layout->rows[collection];
    for (std::size_t i = 0; i < m_choices.size(); ++i) {
        const Choice &entry = m_choices[i];
        const int figure = entry.figure.isEmpty() ? -1 : row.figureIndex(entry.figure);
        const double count = figure < 0 ? unknownFigure : snapshot.figure(collection, figure);
        const bool isOfGroup = !group.isEmpty() && !entry.byCursor; // the figure is of all groups
        const QString title = isOfGroup ? tr("%1, %2").arg(entry.title, printable(group, longestGroup)) : entry.title;
        const QString text = isKnown(count) && !isOfGroup ? countedTitle(title, count) : title;
        if (static_cast<int>(i) == std::max(0, currentIndex())) {
            chosen = count;
        }
        if (itemText(static_cast<int>(i)) != text) {
            setItemText(static_cast<int>(i), text);
        }
    }
    return chosen;
}

} // namespace plimsoll::views
