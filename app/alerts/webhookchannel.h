// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/alerts/alertchannel.h"

#include <QNetworkAccessManager>
#include <QTimer>
#include <QUrl>

#include <chrono>

class QNetworkReply;

namespace plimsoll::app {

/// Posts each alert to a URL as JSON, in order. Failed posts are retried with backoff; permanently rejected ones are
/// dropped. Neither the URL, which may hold a secret, nor the reply is ever shown.
class WebhookChannel final : public AlertChannel {
    Q_OBJECT

public:
    struct Pace {
        std::chrono::milliseconds first{1'000}, most{300'000}; ///< first and longest retry delay; doubles each time
        std::chrono::milliseconds timeout{10'000};
        int attempts = 300; ///< about a day
    };

    /// `url`: as in the workspace; ${PLIMSOLL_NAME} expands to the environment variable, as do the names that
    /// PLIMSOLL_WEBHOOK_NAMES lists. No others, so that a workspace cannot send away variables of other programs.
    WebhookChannel(const QString &url, Pace pace, QObject *parent = nullptr);
    explicit WebhookChannel(const QString &url, QObject *parent = nullptr) : WebhookChannel(url, Pace(), parent) { }
    ~WebhookChannel() override;
    Q_DISABLE_COPY_MOVE(WebhookChannel)

    /// Reason why the channel cannot work; empty: it can.
    [[nodiscard]] const QString &wrong() const { return m_wrong; }

protected:
    void wake() override;
    [[nodiscard]] bool isBusy() const override { return m_reply != nullptr || m_again.isActive(); }

private:
    void send();
    void concludeReply();
    void again(const QString &why);
    void letGo(const QString &why, const QString &outcome);
    void next();

    QString m_title; ///< name in messages, without secrets
    QUrl m_url;
    QString m_wrong;
    Pace m_pace;
    QNetworkAccessManager m_network;
    QNetworkReply *m_reply = nullptr;
    QTimer m_again, m_deadline;
    int m_attempts = 0;
    bool m_isMisnamed = false; ///< the certificate belongs to a different host
};

} // namespace plimsoll::app
