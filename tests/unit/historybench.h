// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/history/historyreader.h"
#include "redis/history/historywriter.h"
#include "tests/support/snapshotbuilder.h"

#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace plimsoll::test {

inline constexpr std::chrono::milliseconds start(1'700'000'000'000);
inline const QString queue = QStringLiteral("queue");
inline const QString email = QStringLiteral("email");
inline const QString ready = QStringLiteral("ready");

/// A history file of a test's own, written tick by tick and read again.
class HistoryBench : public QObject {
protected:
    void begin()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_path = m_folder->filePath(QStringLiteral("history/one.sqlite"));
        m_builder = {};
    }
    void tick(redis::HistoryWriter &writer, std::chrono::milliseconds time, const QStringList &rows)
    {
        const redis::HistoryState state = writer.apply(*m_builder.make(time, rows));
        QVERIFY2(state.is == redis::HistoryState::Is::Kept, qPrintable(state.text));
    }
    redis::CollectionHistory read(const QString &name = email, std::chrono::milliseconds width = {},
                                  redis::TimeRange range = {std::chrono::milliseconds(0), start * 2})
    {
        const auto reader = redis::HistoryReader::open(m_path);
        if (!reader) {
            qWarning("%s", qPrintable(reader.error().message));
            return {};
        }
        const auto history = (*reader)->collection(name, queue, range, width);
        return history ? *history : redis::CollectionHistory();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;
    SnapshotBuilder m_builder;
};

} // namespace plimsoll::test
