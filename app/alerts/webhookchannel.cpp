// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/alerts/webhookchannel.h"

#include "redis/types/environmenttext.h"
#include "redis/wire/tls.h"

#include <QCoreApplication>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QSslCertificate>
#include <QSslConfiguration>

#include <algorithm>

namespace plimsoll::app {

using std::chrono::milliseconds;

namespace {

constexpr qint64 mostOfAnswer = 64 * 1024;

/// The host as it is written, with ${NAME} for what the environment has: everything behind it may be a secret.
QString hostAsWritten(const QString &url)
{
    const qsizetype start = url.indexOf(QLatin1String("://")) + 3;
    QString host = url.sliced(start, std::min(url.size(), std::max(start, url.indexOf(u'/', start))) - start);
    if (url.indexOf(u'/', start) < 0) {
        host = url.sliced(start);
    }
    return host.sliced(host.lastIndexOf(u'@') + 1).section(u'?', 0, 0).section(u'#', 0, 0);
}

/// Not QNetworkReply::errorString(), which has the URL in it.
QString reasonOf(const QNetworkReply &reply)
{
    const int status = reply.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    if (status != 0) {
        return QStringLiteral("HTTP %1").arg(status);
    }
    switch (reply.error()) {
    case QNetworkReply::ConnectionRefusedError:
        return WebhookChannel::tr("connection refused");
    case QNetworkReply::HostNotFoundError:
        return WebhookChannel::tr("no such host");
    case QNetworkReply::NoError: // it was cut short
    case QNetworkReply::OperationCanceledError:
    case QNetworkReply::TimeoutError:
        return WebhookChannel::tr("no answer in time");
    case QNetworkReply::SslHandshakeFailedError:
        return WebhookChannel::tr("its certificate is not trusted");
    default:
        return WebhookChannel::tr("the connection was lost");
    }
}

/// True if a webhook may have this variable: its name begins with PLIMSOLL_, or the person lists it in
/// PLIMSOLL_WEBHOOK_NAMES, which no workspace can set.
bool maySend(const QString &name)
{
    static const QRegularExpression between(QStringLiteral("[\\s,]+"));
    return name.startsWith(QLatin1String("PLIMSOLL_"))
        || qEnvironmentVariable("PLIMSOLL_WEBHOOK_NAMES").split(between).contains(name);
}

/// Asked again in the same words it would say the same.
bool isFinal(int status)
{
    constexpr int timeout = 408, tooEarly = 425, tooMany = 429;
    return status >= 300 && status < 500 && status != timeout && status != tooEarly && status != tooMany;
}

} // namespace

WebhookChannel::WebhookChannel(const QString &url, Pace pace, QObject *parent)
    : AlertChannel(parent), m_title(tr("the webhook at %1").arg(hostAsWritten(url))), m_pace(pace)
{
    QString missing, foreign;
    const QString filled = withEnvironment(url, [&missing, &foreign](const QString &name) {
        if (!maySend(name)) {
            foreign = name;
            return QString();
        }
        const QString value = qEnvironmentVariable(name.toUtf8().constData());
        missing = value.isEmpty() ? name : missing;
        return value.isEmpty() ? QString() : value;
    });
    m_url = QUrl(filled, QUrl::StrictMode);
    if (!foreign.isEmpty()) {
        m_wrong = tr("%1: %2 is not sent; only names that begin with PLIMSOLL_ are, and those that "
                     "PLIMSOLL_WEBHOOK_NAMES lists")
                      .arg(m_title, foreign);
    } else if (filled.isNull()) {
        m_wrong = tr("%1: the environment variable %2 is not set").arg(m_title, missing);
    } else if (!m_url.isValid() || m_url.host().isEmpty()) {
        m_wrong = tr("%1: not a valid URL once its variables are filled in").arg(m_title);
    }
    m_again.setSingleShot(true);
    connect(&m_again, &QTimer::timeout, this, &WebhookChannel::send);
    m_deadline.setSingleShot(true);
    connect(&m_deadline, &QTimer::timeout, this, &WebhookChannel::concludeReply);
}

WebhookChannel::~WebhookChannel()
{
    if (m_reply != nullptr) {
        m_reply->disconnect(this);
        m_reply->abort();
    }
}

void WebhookChannel::wake()
{
    if (!isBusy() && !isEmpty()) {
        send();
    }
}

void WebhookChannel::send()
{
    if (!m_wrong.isEmpty()) {
        letGo(m_wrong, tr("not sent: its URL is incomplete"));
        return;
    }
    QNetworkRequest request(m_url);
    request.setHeader(QNetworkRequest::ContentTypeHeader, QStringLiteral("application/json"));
    request.setHeader(QNetworkRequest::UserAgentHeader,
                      QStringLiteral("plimsoll/") + QCoreApplication::applicationVersion());
    // Another place would get what was meant for this one.
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    ++m_attempts;
    m_reply = m_network.post(request, first().payload);
    m_reply->setReadBufferSize(mostOfAnswer);
    connect(m_reply, &QNetworkReply::finished, this, &WebhookChannel::concludeReply);
    connect(m_reply, &QIODevice::readyRead, this, [this] {
        if (m_reply->bytesAvailable() >= mostOfAnswer) {
            concludeReply();
        }
    });
    m_isMisnamed = false;
    connect(m_reply, &QNetworkReply::encrypted, this, [this] { // nothing was sent yet
        if (!redis::isCertificateFor(m_reply->sslConfiguration().peerCertificate(), m_url.host())) {
            m_isMisnamed = true;
            m_reply->abort();
        }
    });
    m_deadline.start(m_pace.timeout); // limits the whole request: a transfer timeout restarts with each byte
}

/// Evaluates the status, even if the body of the reply never ends.
void WebhookChannel::concludeReply()
{
    m_deadline.stop();
    m_reply->disconnect(this);
    const int status = m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    const bool isTaken = m_reply->error() == QNetworkReply::NoError && status >= 200 && status < 300;
    const QString reason = isTaken ? QString()
        : m_isMisnamed             ? tr("its certificate is for another host")
                                   : reasonOf(*m_reply);
    m_reply->abort();
    m_reply->deleteLater();
    m_reply = nullptr;
    if (isTaken) {
        conclude(tr("answered %1").arg(status));
        next();
    } else if (isFinal(status)) {
        letGo(tr("%1: %2; the alert is not sent again").arg(m_title, reason), reason);
    } else if (m_attempts >= m_pace.attempts) {
        letGo(
            tr("%1: %2, tried %3 times; the alert is not sent again").arg(m_title, reason, QString::number(m_attempts)),
            reason);
    } else {
        again(reason);
    }
}

void WebhookChannel::again(const QString &why)
{
    delay(why);
    if (m_attempts == 1) { // once for each alert
        emit failed(tr("%1: %2; trying again").arg(m_title, why));
    }
    milliseconds wait = m_pace.first;
    for (int i = 1; i < m_attempts && wait < m_pace.most; ++i) {
        wait *= 2;
    }
    wait = std::min(wait, m_pace.most);
    // Up to a quarter less, by chance: not all who wait for the same come back at once.
    m_again.start(wait - milliseconds(QRandomGenerator::global()->bounded(qint64{wait.count() / 4 + 1})));
}

void WebhookChannel::letGo(const QString &why, const QString &outcome)
{
    emit failed(why);
    conclude(outcome);
    next();
}

void WebhookChannel::next()
{
    m_attempts = 0;
    QMetaObject::invokeMethod(this, &WebhookChannel::wake, Qt::QueuedConnection);
}

} // namespace plimsoll::app
