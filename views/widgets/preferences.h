// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVariantMap>

#include <memory>

class QThreadPool;

namespace plimsoll::views {

/// What is kept between runs, by name: a person's choices, the places of windows, the widths of columns. Held in
/// memory; the file is written by a thread of its own, because a write waits for the disk and for other processes.
/// Without load() nothing goes beyond the process. GUI thread.
class Preferences final {
public:
    Preferences();
    /// Waits until all is written.
    ~Preferences();
    Q_DISABLE_COPY_MOVE(Preferences)

    /// Those of the person who runs the program.
    static Preferences &ofPerson();

    /// For names of what somebody's data is about, which are not written into a file of settings.
    [[nodiscard]] static QString hashOf(const QString &name);

    /// Reads the file of the platform (QSettings) and writes to it from now on.
    void load();
    [[nodiscard]] QVariant value(const QString &name, const QVariant &fallback = {}) const;
    void setValue(const QString &name, const QVariant &value);
    /// Waits until all is written: before the program ends.
    void finishWriting();

private:
    QVariantMap m_values;
    std::unique_ptr<QThreadPool> m_writer; ///< one thread: the later value lasts; null before load()
};

} // namespace plimsoll::views
