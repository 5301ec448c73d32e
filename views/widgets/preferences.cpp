// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/preferences.h"

#include <QCryptographicHash>
#include <QSettings>
#include <QThreadPool>

namespace plimsoll::views {

Preferences::Preferences() = default;

Preferences::~Preferences()
{
    finishWriting();
}

Preferences &Preferences::ofPerson()
{
    static Preferences preferences;
    return preferences;
}

QString Preferences::hashOf(const QString &name)
{
    return QString::fromLatin1(QCryptographicHash::hash(name.toUtf8(), QCryptographicHash::Sha1).toHex().left(12));
}

void Preferences::load()
{
    finishWriting();
    m_writer = std::make_unique<QThreadPool>();
    m_writer->setMaxThreadCount(1);
    m_values.clear();
    const QSettings file;
    const QStringList names = file.allKeys();
    for (const QString &name : names) {
        m_values.insert(name, file.value(name));
    }
}

QVariant Preferences::value(const QString &name, const QVariant &fallback) const
{
    return m_values.value(name, fallback);
}

void Preferences::setValue(const QString &name, const QVariant &value)
{
    if (m_values.value(name) == value && m_values.contains(name)) {
        return;
    }
    m_values.insert(name, value);
    if (m_writer) {
        m_writer->start([name, value] {
            QSettings file; // includes what other processes have written
            file.setValue(name, value);
            file.sync();
        });
    }
}

void Preferences::finishWriting()
{
    if (m_writer) {
        m_writer->waitForDone();
    }
}

} // namespace plimsoll::views
