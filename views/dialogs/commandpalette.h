// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/dialogs/overlay.h"
#include "redis/types/snapshot.h"

#include <functional>
#include <vector>

class QLineEdit;
class QListView;

namespace plimsoll::views {

/// An entry of the command palette: a collection, a page or an action.
struct Command {
    QString title;
    QString detail; ///< kind, section, or the reason why it is disabled
    QString keys; ///< shortcut; empty if none
    QString search; ///< further words that find it, such as the keys of a collection
    State state = State::Ok; ///< state of the collection or page
    bool enabled = true;
    std::function<void()> run;
};

/// Returns how well the text fits the words typed, higher is better; 0 if a word is not found. A word is found at the
/// beginning of a word, within one, or as letters in this order from the beginning of a word.
int matchScore(const QString &typed, const QString &title, const QString &more);

class CommandModel;

/// Field and list over the window (Ctrl+K) that go to what is typed, or run it. GUI thread.
class CommandPalette final : public Overlay {
    Q_OBJECT

public:
    CommandPalette(const Theme *theme, QWidget *parent);

    /// Lists the commands in this order until something is typed.
    void open(std::vector<Command> commands);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void filter(const QString &typed);
    void step(int by);
    void run();
    void place();

    QLineEdit *m_field;
    QListView *m_list;
    CommandModel *m_model;
};

} // namespace plimsoll::views
