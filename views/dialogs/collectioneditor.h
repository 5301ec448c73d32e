// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/history/recordedday.h"
#include "redis/types/kind.h"
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

/// Adds or edits one collection of the workspace: kind, name, keys by role (of a preset: prefix and queue), options,
/// limits, bound. Produces the JSON of the workspace file, validated during typing by the check that reads the file;
/// each error is shown at its field. GUI thread.
class CollectionEditor final : public QDialog {
    Q_OBJECT

public:
    struct Checked {
        WorkspaceProblems problems; ///< pointers relative to the collection's object ("/keys/ready")
        std::shared_ptr<const FigureTable> ownFigures{}; ///< null for those of the kind
        const KindInfo *kind = nullptr; ///< null if it is not known
    };
    using Check = std::function<Checked(const QJsonObject &)>;

    CollectionEditor(std::span<const KindInfo *const> kinds, Check check, Theme *theme, QWidget *parent = nullptr);

    /// Edits an existing collection; otherwise the editor adds one.
    void setCollection(const QJsonObject &collection, bool asNew = false);
    enum class Proposing {
        WhenAsked, ///< on a click of its button, for empty fields
        Now, ///< at once, replacing limits that do not fit
    };
    /// Marks the workspace as production.
    void setProduction(const QString &workspace);
    /// Sets the recorded day that limits are proposed from; saves nothing.
    void setDay(const models::RecordedDay &day, Proposing proposing);
    /// Shows the limit of a figure and puts the focus into it.
    void showLimit(const QString &figure);
    /// Shows the bound and puts the focus into it; `approve`: into the reason for having none.
    void showBound(bool approve);
    /// Emits queries about keys, which are answered if there is a connection.
    [[nodiscard]] KeyFinder *finder() const { return m_finder; }
    [[nodiscard]] QJsonObject collection() const;
    [[nodiscard]] bool isValid() const { return m_valid; }
    /// Asks before entries are lost.
    void reject() override;

private:
    /// An input for one member of the collection.
    struct Field {
        QString section; ///< "keys", "options", "limits"; empty for name and bound
        QString name; ///< member name in the section
        int tab = -1;
        FieldMessage *message = nullptr; ///< below the field
        std::function<QJsonValue()> value; ///< Undefined: absent
        bool touched = false; ///< true if visited; only then is an empty field an error
    };

    void build();
    void buildHead(QVBoxLayout *layout);
    void rebuildTabs(const QJsonObject &values);
    void addKeys(const QJsonObject &values);
    /// Fields of a preset, in place of keys; the framework stays what it is.
    void addPreset(const QJsonObject &values);
    void addOptions(const QJsonObject &values);
    void addLimits();
    void fillLimits(const QJsonObject &values);
    void addDay(const FigureSpec &figure, FieldMessage *message);
    [[nodiscard]] const models::RecordedDay::Figure *dayOf(const FigureSpec &figure) const;
    [[nodiscard]] QJsonObject proposalFor(const FigureSpec &figure) const;
    [[nodiscard]] QJsonObject typedLimits() const;
    /// `name`: object name of a field.
    void focusLimit(const QString &name);
    void takeFigures(std::shared_ptr<const FigureTable> own);
    void addBound(const QJsonObject &values);
    QFormLayout *addTab(const QString &title, const char *name);
    /// Adds the line below the field of a role that tells what its keys hold.
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
    QJsonObject m_kept; ///< input for other kinds, restored if the user returns to them
    QJsonObject m_asOpened; ///< contents without entries of the user
    bool m_isPreset = false; ///< a framework's queue, whose kind and keys follow from it
    bool m_valid = false;
    std::shared_ptr<const FigureTable> m_ownFigures; ///< figures with limits; null for those of the kind
    std::size_t m_firstLimit = 0; ///< index in m_fields; limits are last
    int m_limitsTab = -1;
    QFormLayout *m_limits = nullptr;
    QPushButton *m_propose = nullptr;
    ElidedLabel *m_proposedFrom = nullptr;
    models::RecordedDay m_day; ///< empty if not recorded
    const KindInfo *m_dayKind = nullptr; ///< kind of the recorded collection
    QHash<QString, QString> m_today; ///< figure id to the limit that a proposal replaced

    ElidedLabel *m_title = nullptr;
    QLabel *m_production = nullptr;
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
