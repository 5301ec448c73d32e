// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVariantMap>

#include <memory>

class QThreadPool;

namespace plimsoll::views {

/// Named values kept between runs: choices of the user, window geometry, column widths. Held in memory; a separate
/// thread writes the file, because a write waits for the disk and for other processes. Nothing is stored before load().
/// GUI thread.
class Preferences final {
public:
    Preferences();
    /// Waits for pending writes.
    ~Preferences();
    Q_DISABLE_COPY_MOVE(Preferences)

    /// Returns the preferences of the user who runs the program.
    static Preferences &ofPerson();

    /// Returns a hash for names that reveal user data, which must not be in a settings file.
    [[nodiscard]] static QString hashOf(const QString &name);

    /// Reads the settings file of the platform (QSettings) and writes changes to it from now on.
    void load();
    [[nodiscard]] QVariant value(const QString &name, const QVariant &fallback = {}) const;
    void setValue(const QString &name, const QVariant &value);
    /// Waits for pending writes before the program ends.
    void finishWriting();

private:
    QVariantMap m_values;
    std::unique_ptr<QThreadPool> m_writer; ///< single thread, so that the last write wins; null before load()
};

} // namespace plimsoll::views
