// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPoint>
#include <QPointer>

#include <optional>

class QAbstractItemModel;
class QAbstractItemView;

namespace plimsoll::views {

/// Keeps the tool tip of an item view current: asks for it again when the rows change under the pointer. Owned by the
/// view. GUI thread.
class CurrentTip final : public QObject {
    Q_OBJECT

public:
    explicit CurrentTip(QAbstractItemView *view);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void follow(QAbstractItemModel *model);
    void askSoon();
    void ask();

    QAbstractItemView *m_view;
    QPointer<QAbstractItemModel> m_model; ///< the model whose changes are followed
    std::optional<QPoint> m_pointed; ///< place in the viewport that the last tool tip is about
    bool m_isAsking = false; ///< an update is queued
};

} // namespace plimsoll::views
