// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QString>

#include <optional>

#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

/// Makes folders read-only, also for root, which ignores permission bits.
namespace plimsoll::testing {

constexpr uid_t nobody = 65'534;

/// Removes write permission from a folder and its contents, and makes them readable by all.
inline void takeWritingAway(const QString &folder)
{
    using P = QFile::Permission;
    QStringList all{folder};
    for (QDirIterator in(folder, QDir::AllEntries | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
         in.hasNext();) {
        all << in.next();
    }
    for (const QString &one : all) {
        const bool isFolder = QFileInfo(one).isDir();
        QFile::setPermissions(one,
                              P::ReadOwner | P::ReadGroup | P::ReadOther
                                  | (isFolder ? P::ExeOwner | P::ExeGroup | P::ExeOther : QFile::Permissions()));
    }
}

inline void giveWritingBack(const QString &folder)
{
    QFile::setPermissions(folder, QFile::permissions(folder) | QFile::WriteOwner);
    for (QDirIterator in(folder, QDir::AllEntries | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
         in.hasNext();) {
        const QString one = in.next();
        QFile::setPermissions(one, QFile::permissions(one) | QFile::WriteOwner);
    }
}

/// Makes a folder read-only for this process during its lifetime: removes write permission and, as root, changes to
/// another user. The path to the folder must be accessible to all users.
class OnlyToRead final {
public:
    explicit OnlyToRead(QString folder) : m_folder(std::move(folder))
    {
        takeWritingAway(m_folder);
        m_isOther = ::geteuid() == 0 && ::setresgid(nobody, nobody, 0) == 0 && ::setresuid(nobody, nobody, 0) == 0;
    }
    ~OnlyToRead()
    {
        if (m_isOther && (::setresuid(0, 0, 0) != 0 || ::setresgid(0, 0, 0) != 0)) {
            qFatal("cannot be root again");
        }
        giveWritingBack(m_folder);
    }
    Q_DISABLE_COPY_MOVE(OnlyToRead)

    /// False if the process can write in spite of the permissions.
    [[nodiscard]] bool bites() const { return !QFileInfo(m_folder).isWritable(); }

private:
    QString m_folder;
    bool m_isOther = false;
};

/// For a child of root between fork and exec: changes to an unprivileged user.
inline bool becomeNobody()
{
    return ::setresgid(nobody, nobody, nobody) == 0 && ::setresuid(nobody, nobody, nobody) == 0;
}

/// For a child of root between fork and exec: mounts the folder read-only for the child alone.
inline bool mountReadOnly(const QByteArray &folder)
{
    return ::unshare(CLONE_NEWNS) == 0 && ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0
        && ::mount(folder.constData(), folder.constData(), nullptr, MS_BIND | MS_REC, nullptr) == 0
        && ::mount(nullptr, folder.constData(), nullptr, MS_REMOUNT | MS_BIND | MS_RDONLY, nullptr) == 0;
}

} // namespace plimsoll::testing
