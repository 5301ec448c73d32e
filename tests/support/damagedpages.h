// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QTest>

namespace plimsoll::test {

/// Calls `check` with each page of an SQLite file but the first overwritten in turn; every page is as before
/// afterwards.
template <typename Check> void withEachPageDamaged(const QString &path, Check check)
{
    constexpr qint64 page = 4096;
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite | QIODevice::Unbuffered));
    const auto write = [&file](qint64 at, const QByteArray &bytes) {
        return file.seek(at) && file.write(bytes) == bytes.size();
    };
    for (qint64 at = page; at < file.size(); at += page) {
        QVERIFY(file.seek(at));
        const QByteArray before = file.read(page);
        QVERIFY(write(at, QByteArray(page, char(0xff))));
        check();
        QVERIFY(write(at, before));
    }
}

} // namespace plimsoll::test
