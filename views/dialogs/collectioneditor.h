// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/recordedday.h"
#include "redis/types/figuretable.h"
#include "redis/types/workspaceproblem.h"

#include <QDialog>
#include <QHash>
#include <QJsonObject>

#include <functional>
#include <memory>
#include <span>
#include <vector>

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QTabWidget;
class QVBoxLayout;

namespace plimsoll::views {

class ElidedLabel;
class FieldMessage;
class KeyFinder;
class Theme;
class WrappedLabel;

/// Adds or changes one collection of the workspace: kind, name, keys by role, options, limits, bound. What it makes is
/// the JSON of the workspace file, checked while the person types by the same check that reads the file; each mistake
/// stands at its field. GUI thread.
class CollectionEditor final : public QDialog {
    Q_OBJECT

public:
    struct Checked {
        WorkspaceProblems problems; ///< whose pointers start at the collection's object ("/keys/ready")
        std::shared_ptr<const FigureTable> ownFigures{}; ///< null: those of its kind
    };
    using Check = std::function<Checked(const QJsonObject &)>;

    CollectionEditor(std::span<const KindInfo *const> kinds, Check check, Theme *theme, QWidget *parent = nullptr);

    /// Changes this one; without it the editor adds a new one.
    void setCollection(const QJsonObject &collection, bool asNew = false);
    enum class Proposing {
        WhenAsked, ///< by its button, for what is empty
        Now, ///< in the place of what does not fit, and the limits are on screen
    };
    /// How the collection was, which limits are proposed from; nothing is saved by it.
    void setDay(const models::RecordedDay &day, Proposing proposing);
    /// Whose questions about the keys somebody with a connection answers.
    [[nodiscard]] KeyFinder *finder() const { return m_finder; }
    [[nodiscard]] QJsonObject collection() const;
    [[nodiscard]] bool isValid() const { return m_valid; }

private:
    /// One member of the collection on screen.
    struct Field {
        QString section; ///< "keys", "options", "limits"; empty for name and bound
        QString name; ///< of the member in its section
        int tab = -1;
        FieldMessage *message = nullptr; ///< under the field
        std::function<QJsonValue()> value; ///< Undefined: absent
        bool touched = false; ///< only then an empty field is called a mistake on the spot
    };

    void build();
    void buildHead(QVBoxLayout *layout);
    void rebuildTabs(const QJsonObject &values);
    void addKeys(const QJsonObject &values);
    void addOptions(const QJsonObject &values);
    void addLimits();
    void fillLimits(const QJsonObject &values);
    void addDay(const FigureSpec &figure, FieldMessage *message);
    [[nodiscard]] const models::RecordedDay::Figure *dayOf(const FigureSpec &figure) const;
    [[nodiscard]] QJsonObject proposalFor(const FigureSpec &figure) const;
    [[nodiscard]] QJsonObject typedLimits() const;
    void takeFigures(std::shared_ptr<const FigureTable> own);
    void addBound(const QJsonObject &values);
    QFormLayout *addTab(const QString &title, const char *name);
    /// The line under the field of a role that says what is at its keys.
    void addFinding(FieldMessage *message, const RoleSpec &role, const std::function<QJsonValue()> &value);
    void addField(const QString &section, const QString &name, FieldMessage *message,
                  std::function<QJsonValue()> value);
    void touched(std::size_t field);
    void kindChosen();
    void check();
    [[nodiscard]] const Field *fieldOf(const WorkspaceProblem &problem) const;
    [[nodiscard]] static bool isShown(const Field &field);
    [[nodiscard]] const KindInfo *kind() const;

    static inline const QString limitsSection = QStringLiteral(QT_TRANSLATE_NOOP("fields", "limits"));

    std::span<const KindInfo *const> m_kinds;
    Check m_check;
    Theme *m_theme;
    std::vector<Field> m_fields;
    QJsonObject m_kept; ///< what was typed for other kinds, should the person go back to them
    bool m_valid = false;
    std::shared_ptr<const FigureTable> m_ownFigures; ///< of the limits on screen; null: those of the kind
    std::size_t m_firstLimit = 0; ///< into m_fields, the last of which are limits
    int m_limitsTab = -1;
    QFormLayout *m_limits = nullptr;
    QPushButton *m_propose = nullptr;
    ElidedLabel *m_proposedFrom = nullptr;
    models::RecordedDay m_day; ///< not there: none is recorded
    const KindInfo *m_dayKind = nullptr; ///< of the collection that it is of
    QHash<QString, QString> m_today; ///< by figure: the limit in the place of which another is proposed

    QLabel *m_title = nullptr;
    QComboBox *m_kind = nullptr;
    FieldMessage *m_kindHelp = nullptr;
    QLineEdit *m_name = nullptr;
    FieldMessage *m_nameMessage = nullptr;
    QTabWidget *m_tabs = nullptr;
    WrappedLabel *m_reason = nullptr;
    QPushButton *m_cancel = nullptr;
    QPushButton *m_accept = nullptr;
    KeyFinder *m_finder;
};

} // namespace plimsoll::views
