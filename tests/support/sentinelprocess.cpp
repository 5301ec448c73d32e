// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sentinelprocess.h"

#include "tests/support/redisserver.h"

#include <QFile>

#include <sys/prctl.h>

#include <csignal>

using namespace Qt::StringLiterals;

namespace plimsoll::testing {

SentinelProcess::SentinelProcess(const RedisServer &master, const QByteArray &name, const QByteArray &further)
    : m_name(QString::fromUtf8(name))
{
    m_endpoint.port = freePort();
    QFile file(m_folder.filePath(u"sentinel.conf"_s));
    if (!file.open(QIODevice::WriteOnly)) {
        qFatal("SentinelProcess: no sentinel.conf");
    }
    file.write("bind 127.0.0.1\nport " + QByteArray::number(m_endpoint.port) + "\ndir " + m_folder.path().toUtf8()
               + "\nsentinel monitor " + name + " 127.0.0.1 " + QByteArray::number(master.tcp().port) + " 1\n"
               + further);
    file.close();
    m_process.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
    const QStringList program = serverProgram();
    m_process.start(program.first(), program.mid(1) + QStringList{file.fileName(), u"--sentinel"_s});
    m_process.waitForStarted();
}

SentinelProcess::~SentinelProcess()
{
    m_process.kill();
    m_process.waitForFinished();
}

QString SentinelProcess::url() const
{
    return u"redis+sentinel://127.0.0.1:%1/%2"_s.arg(QString::number(m_endpoint.port), m_name);
}

} // namespace plimsoll::testing
