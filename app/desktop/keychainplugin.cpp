// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/keychain.h"

#include <QObject>

#include <qt6keychain/keychain.h>

namespace plimsoll::app {

class KeychainPlugin final : public QObject, public Keychain {
    Q_OBJECT
    Q_PLUGIN_METADATA(IID "org.plimsoll.plimsoll.Keychain")
    Q_INTERFACES(plimsoll::app::Keychain)

public:
    void read(const QString &key, QObject *context,
              const std::function<void(const std::optional<QByteArray> &)> &done) override
    {
        auto *job = new QKeychain::ReadPasswordJob(service); // deletes itself
        job->setKey(key);
        connect(job, &QKeychain::Job::finished, context, [job, done] {
            const bool ok = job->error() == QKeychain::NoError && !job->textData().isEmpty();
            done(ok ? std::optional(job->textData().toUtf8()) : std::nullopt);
        });
        job->start();
    }
    void write(const QString &key, const QByteArray &password, QObject *context,
               const std::function<void(const QString &)> &done) override
    {
        auto *job = new QKeychain::WritePasswordJob(service);
        job->setKey(key);
        job->setTextData(QString::fromUtf8(password));
        connect(job, &QKeychain::Job::finished, context,
                [job, done] { done(job->error() == QKeychain::NoError ? QString() : job->errorString()); });
        job->start();
    }

private:
    const QString service = QStringLiteral("plimsoll");
};

} // namespace plimsoll::app

#include "keychainplugin.moc"
