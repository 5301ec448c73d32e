// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/subscriber.h"

#include <QLocalServer>
#include <QLocalSocket>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <latch>
#include <memory>
#include <semaphore>

using namespace plimsoll;

/// What an experiment of the Lab is put together from, each part alone.
class TestLabParts : public QObject {
    Q_OBJECT

private slots:
    void hearsWhatComesWithTheAnswer();
    void hearsPieceByPiece();
    void knowsThatNobodyIsThere();
};

namespace {

constexpr auto channel = "__keyevent@0__:expired";

QByteArray messageOf(const QByteArray &text)
{
    return QByteArray("*3\r\n$7\r\nmessage\r\n$22\r\n") + channel + "\r\n$" + QByteArray::number(text.size()) + "\r\n"
        + text + "\r\n";
}

QByteArray answer()
{
    return QByteArray("*3\r\n$9\r\nsubscribe\r\n$22\r\n") + channel + "\r\n:1\r\n";
}

/// A server that takes one subscription and then says what it was told to, each part when the part before was heard.
class Publisher {
public:
    explicit Publisher(const QByteArrayList &parts) : m_thread(QThread::create([this, parts] { serve(parts); }))
    {
        m_thread->start();
        m_listening.wait();
    }
    ~Publisher()
    {
        m_said.release(1'000); // whoever has failed waits for nobody
        m_thread->wait();
    }
    Q_DISABLE_COPY_MOVE(Publisher)

    [[nodiscard]] redis::Endpoint endpoint() const
    {
        redis::Endpoint endpoint;
        endpoint.transport = redis::Endpoint::Transport::Local;
        endpoint.path = path();
        return endpoint;
    }
    void sayNext() { m_said.release(); }

private:
    [[nodiscard]] QString path() const { return m_folder.filePath(QStringLiteral("publisher.sock")); }

    void serve(const QByteArrayList &parts)
    {
        QLocalServer server;
        const bool listens = server.listen(path());
        m_listening.count_down();
        if (!listens || !server.waitForNewConnection(10'000)) {
            return;
        }
        const std::unique_ptr<QLocalSocket> client(server.nextPendingConnection());
        client->waitForReadyRead(10'000);
        for (const QByteArray &part : parts) {
            client->write(part);
            client->waitForBytesWritten(10'000);
            m_said.acquire();
        }
    }

    QTemporaryDir m_folder;
    std::latch m_listening{1};
    std::counting_semaphore<> m_said{0};
    std::unique_ptr<QThread> m_thread;
};

/// What is heard until there are so many, or nothing came for long.
QByteArrayList heard(lab::Subscriber &subscriber, qsizetype count)
{
    QByteArrayList all;
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (all.size() < count && std::chrono::steady_clock::now() < until && subscriber.isOpen()) {
        for (const QByteArray &one : subscriber.hear(std::chrono::milliseconds(20))) {
            all << one;
        }
    }
    return all;
}

} // namespace

/// Messages that come in the same read as the answer to SUBSCRIBE, whole ones too.
void TestLabParts::hearsWhatComesWithTheAnswer()
{
    for (const qsizetype cut : {qsizetype(0), qsizetype(5), messageOf("two").size()}) {
        const QByteArray two = messageOf("two");
        Publisher publisher({answer() + messageOf("one") + two.first(cut), two.sliced(cut) + messageOf("three")});
        lab::Subscriber subscriber;
        QVERIFY(subscriber.subscribe(publisher.endpoint(), channel, {}).ok());
        publisher.sayNext();
        QCOMPARE(heard(subscriber, 3), (QByteArrayList{"one", "two", "three"}));
        publisher.sayNext();
    }
}

void TestLabParts::hearsPieceByPiece()
{
    QByteArrayList parts;
    for (const char byte : answer() + messageOf("one") + messageOf("two")) {
        parts << QByteArray(1, byte);
    }
    Publisher publisher(parts);
    for (qsizetype i = 0; i < parts.size(); ++i) {
        publisher.sayNext();
    }
    lab::Subscriber subscriber;
    QVERIFY(subscriber.subscribe(publisher.endpoint(), channel, {}).ok());
    QCOMPARE(heard(subscriber, 2), (QByteArrayList{"one", "two"}));
}

/// Who publishes is gone: it is open no more, so that whoever listens subscribes anew.
void TestLabParts::knowsThatNobodyIsThere()
{
    Publisher publisher({answer() + messageOf("one")});
    publisher.sayNext(); // and leaves
    lab::Subscriber subscriber;
    QVERIFY(subscriber.subscribe(publisher.endpoint(), channel, {}).ok());
    QCOMPARE(heard(subscriber, 2), QByteArrayList{"one"});
    QVERIFY(!subscriber.isOpen());
}

QTEST_GUILESS_MAIN(TestLabParts)

#include "tst_lab_parts.moc"
