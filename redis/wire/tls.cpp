// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/wire/tls.h"

#include "redis/types/printable.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QHostAddress>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>
#include <QSslSocket>
#include <QUrl>

#include <unistd.h>

#include <algorithm>
#include <memory>
#include <optional>

namespace plimsoll::redis {

namespace {

using Clock = std::chrono::steady_clock;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Wire)
};

Error invalid(const QString &message)
{
    return {ErrorKind::Invalid, message};
}

Error unreachable(const Endpoint &endpoint, const QString &why)
{
    return {ErrorKind::Unreachable, Words::tr("Cannot connect to %1: %2").arg(endpoint.display(), why)};
}

Result<QByteArray> contents(const QString &path)
{
    QFile file(path);
    if (QFileInfo(path).exists() && !QFileInfo(path).isFile()) {
        return invalid(Words::tr("%1 is not a file").arg(path)); // reading a pipe would block
    }
    constexpr qint64 megabyte = 1024 * 1024, largest = 16 * megabyte; // the system's file has 0.3
    if (file.size() > largest) {
        return invalid(Words::tr("%1 is larger than %2 MiB, too large for a certificate")
                           .arg(path, QString::number(largest / megabyte)));
    }
    if (!file.open(QIODevice::ReadOnly)) {
        return invalid(Words::tr("%1 cannot be read: %2").arg(path, file.errorString()));
    }
    return file.read(largest);
}

Result<QList<QSslCertificate>> certificates(const QString &path)
{
    const Result<QByteArray> pem = contents(path);
    if (!pem) {
        return pem.error();
    }
    const QList<QSslCertificate> found = QSslCertificate::fromData(*pem, QSsl::Pem);
    if (found.isEmpty()) {
        return invalid(Words::tr("%1 contains no certificate; a PEM file is needed").arg(path));
    }
    return found;
}

Result<QSslKey> key(const QString &path)
{
    const Result<QByteArray> pem = contents(path);
    if (!pem) {
        return pem.error();
    }
    for (const QSsl::KeyAlgorithm algorithm : {QSsl::Rsa, QSsl::Ec, QSsl::Dsa}) {
        QSslKey read(*pem, algorithm, QSsl::Pem, QSsl::PrivateKey);
        if (!read.isNull()) {
            return read;
        }
    }
    return invalid(
        Words::tr("%1 contains no readable private key; a PEM file with an RSA or EC key and no passphrase is needed")
            .arg(path));
}

/// Says which member of the workspace names the file.
Error ofMember(const TlsOptions &options, const char *member, const Error &error)
{
    return {error.kind, options.where + QLatin1StringView(member) + QLatin1StringView(": ") + error.message};
}

Result<QSslConfiguration> configuration(const TlsOptions &options)
{
    QSslConfiguration made = QSslConfiguration::defaultConfiguration();
    made.setPeerVerifyMode(options.verify ? QSslSocket::VerifyPeer : QSslSocket::VerifyNone);
    if (!options.caFile.isEmpty()) {
        const auto authorities = certificates(options.caFile);
        if (!authorities) {
            return ofMember(options, "caFile", authorities.error());
        }
        made.setCaCertificates(*authorities);
    }
    if (!options.certFile.isEmpty() || !options.keyFile.isEmpty()) {
        if (options.certFile.isEmpty() || options.keyFile.isEmpty()) {
            return invalid(Words::tr("A client certificate needs both certFile and keyFile"));
        }
        const auto ours = certificates(options.certFile);
        if (!ours) {
            return ofMember(options, "certFile", ours.error());
        }
        const auto secret = key(options.keyFile);
        if (!secret) {
            return ofMember(options, "keyFile", secret.error());
        }
        made.setLocalCertificateChain(*ours);
        made.setPrivateKey(*secret);
    }
    return made;
}

/// Makes a server's text safe to show.
QString shown(const QString &text)
{
    return printable(text.toUtf8(), 100);
}

/// "*.example.com" matches exactly one label, the first.
bool isNameFor(const QString &pattern, const QString &host)
{
    if (!pattern.startsWith(QLatin1String("*."))) {
        return pattern.compare(host, Qt::CaseInsensitive) == 0;
    }
    const qsizetype dot = host.indexOf(u'.');
    return dot > 0 && pattern.count(u'.') > 1
        && QStringView(pattern).sliced(1).compare(QStringView(host).sliced(dot), Qt::CaseInsensitive) == 0;
}

/// Lists the names that count, for the user.
QString namesOf(const QSslCertificate &certificate)
{
    constexpr qsizetype enough = 4;
    QStringList names = certificate.subjectAlternativeNames().values();
    if (names.isEmpty()) {
        names = certificate.subjectInfo(QSslCertificate::CommonName);
    }
    names.removeDuplicates();
    if (names.size() > enough) {
        names = names.mid(0, enough) + QStringList(QStringLiteral("…"));
    }
    return names.isEmpty() ? Words::tr("nobody") : shown(names.join(QLatin1String(", ")));
}

/// Returns the name that the certificate must be for, without the trailing dot of the root, which certificates do not
/// contain.
QString peerName(const Endpoint &endpoint)
{
    const QString &name =
        endpoint.tls && !endpoint.tls->serverName.isEmpty() ? endpoint.tls->serverName : endpoint.host;
    return name.endsWith(u'.') ? name.chopped(1) : name;
}

QString otherName(const QSslCertificate &certificate, const Endpoint &endpoint)
{
    return Words::tr("the server's certificate is for %1, not for %2").arg(namesOf(certificate), peerName(endpoint));
}

/// Returns the most informative verification error.
QString reason(const QList<QSslError> &errors, const Endpoint &endpoint, const QSslCertificate &certificate)
{
    const auto has = [&errors](std::initializer_list<QSslError::SslError> kinds) {
        return std::any_of(errors.begin(), errors.end(), [&](const QSslError &error) {
            return std::find(kinds.begin(), kinds.end(), error.error()) != kinds.end();
        });
    };
    if (has({QSslError::CertificateExpired})) {
        return Words::tr("the server's certificate has expired (%1)")
            .arg(certificate.expiryDate().toUTC().toString(Qt::ISODate));
    }
    if (has({QSslError::CertificateNotYetValid})) {
        return Words::tr("the server's certificate is not valid before %1")
            .arg(certificate.effectiveDate().toUTC().toString(Qt::ISODate));
    }
    if (has({QSslError::SelfSignedCertificate, QSslError::SelfSignedCertificateInChain,
             QSslError::UnableToGetLocalIssuerCertificate, QSslError::UnableToGetIssuerCertificate,
             QSslError::UnableToVerifyFirstCertificate, QSslError::CertificateUntrusted})) {
        const QString issuer = shown(certificate.issuerDisplayName());
        return endpoint.tls->caFile.isEmpty()
            ? Words::tr(
                  "the server's certificate was issued by “%1”, which this system does not know; name its authority in "
                  "the workspace's caFile")
                  .arg(issuer)
            : Words::tr("the server's certificate was issued by “%1”, which caFile does not hold").arg(issuer);
    }
    if (has({QSslError::HostNameMismatch})) {
        return otherName(certificate, endpoint);
    }
    return errors.isEmpty() ? QString() : errors.front().errorString();
}

/// Version of TLS, and whose certificate the server has.
QString certificateText(const QSslSocket &socket)
{
    const QSslCertificate certificate = socket.peerCertificate();
    const QString version = socket.sessionProtocol() == QSsl::TlsV1_2 ? QStringLiteral("TLS 1.2")
        : socket.sessionProtocol() == QSsl::TlsV1_3                   ? QStringLiteral("TLS 1.3")
                                                                      : QStringLiteral("TLS");
    return Words::tr("%1, certificate for %2, issued by “%3”, valid until %4")
        .arg(version, namesOf(certificate), shown(certificate.issuerDisplayName()),
             certificate.expiryDate().toUTC().toString(Qt::ISODate));
}

QString noTls()
{
    return Words::tr("it does not speak TLS; without TLS its URL begins with redis://");
}

/// Explains the last alert or OpenSSL error; empty if it is unspecific.
QString alertReason(const QSslSocket &socket)
{
    const auto says = [text = socket.errorString()](const char *words) {
        return text.contains(QLatin1StringView(words), Qt::CaseInsensitive);
    };
    if (says("alert certificate required")) {
        return Words::tr("the server requires a client certificate; name it in certFile and keyFile");
    }
    if (says("alert certificate expired")) {
        return Words::tr("the server rejected the client certificate: it has expired");
    }
    if (says("alert unknown ca")) {
        return Words::tr("the server rejected the client certificate: it does not know the issuer");
    }
    if (says("alert bad certificate") || says("alert certificate") || says("alert unsupported certificate")) {
        return Words::tr("the server rejected the client certificate");
    }
    if (says("alert handshake failure")) { // TLS 1.2 has no more specific alert
        return socket.localCertificate().isNull() ? Words::tr(
                   "the server refused the TLS handshake; it may require a client certificate (certFile and keyFile)")
                                                  : Words::tr("the server refused the TLS handshake");
    }
    if (says("alert protocol version") || says("unsupported protocol") || says("no protocols available")) {
        return Words::tr("the server speaks no version of TLS that is still safe (1.2 or 1.3)");
    }
    if (says("wrong version number") || says("packet length too long") || says("http request")) {
        return noTls();
    }
    return {};
}

/// Maximum duration of a probe with the other protocol.
constexpr std::chrono::milliseconds askingAgain{500};

/// The first bytes that the server answers on another connection; empty if none come.
QByteArray answerTo(const char *request, const Endpoint &endpoint, Clock::time_point deadline,
                    const std::stop_token &stop)
{
    const auto until = std::min(deadline, Clock::now() + askingAgain);
    const auto transport = openTransport(endpoint, until, stop);
    if (!transport) {
        return {};
    }
    transport->device->write(request);
    while (Clock::now() < until && !stop.stop_requested() && transport->isOpen()
           && transport->device->bytesAvailable() == 0) {
        transport->device->waitForReadyRead(static_cast<int>(stopCheckInterval.count()));
    }
    constexpr qint64 enough = 16;
    return transport->device->peek(enough);
}

/// A Redis without TLS waits for the end of a line forever, but answers a plain command at once.
bool answersPlainly(const Endpoint &endpoint, Clock::time_point deadline, const std::stop_token &stop)
{
    Endpoint plain = endpoint;
    plain.tls.reset();
    const QByteArray answer = answerTo("PING\r\n", plain, deadline, stop);
    return answer.startsWith('+') || answer.startsWith('-');
}

/// Performs the handshake. The error is the bare reason, or empty if unknown.
std::optional<Error> shakeHands(QSslSocket &socket, const Endpoint &endpoint, Clock::time_point deadline,
                                const std::stop_token &stop)
{
    const auto refused = [](const QString &why) { return Error{ErrorKind::Unreachable, why}; };
    // A server answers in milliseconds. After a second without answer, check whether it speaks TLS at all.
    const auto left = deadline - Clock::now();
    Clock::time_point askAgain = Clock::now() + std::min<Clock::duration>(std::chrono::seconds(1), left / 2);
    socket.startClientEncryption();
    if (socket.error() == QAbstractSocket::SslInternalError && !socket.localCertificate().isNull()) {
        return invalid(
            Words::tr("the key in keyFile is not that of the certificate in certFile")); // nothing was sent yet
    }
    while (!socket.isEncrypted()) {
        if (stop.stop_requested()) {
            return Error{ErrorKind::Cancelled, Words::tr("Cancelled")};
        }
        if (socket.error() == QAbstractSocket::SslInternalError || socket.state() != QAbstractSocket::ConnectedState) {
            const QString why = endpoint.tls->verify
                ? reason(socket.sslHandshakeErrors(), endpoint, socket.peerCertificate())
                : QString();
            return refused(why.isEmpty() ? alertReason(socket) : why);
        }
        if (Clock::now() >= deadline) {
            return refused(Words::tr("it does not answer the TLS handshake"));
        }
        if (Clock::now() >= askAgain) {
            askAgain = Clock::time_point::max(); // once
            if (answersPlainly(endpoint, deadline, stop)) {
                return refused(noTls());
            }
        }
        socket.waitForEncrypted(static_cast<int>(stopCheckInterval.count()));
    }
    if (endpoint.tls->verify && !isCertificateFor(socket.peerCertificate(), peerName(endpoint))) {
        return refused(otherName(socket.peerCertificate(), endpoint)); // before any command is sent
    }
    return std::nullopt;
}

} // namespace

bool isCertificateFor(const QSslCertificate &certificate, const QString &host)
{
    const auto names = certificate.subjectAlternativeNames();
    const bool isNamed = names.contains(QSsl::DnsEntry) || names.contains(QSsl::IpAddressEntry);
    const QHostAddress address(host);
    if (!address.isNull()) {
        const QStringList addresses = names.values(QSsl::IpAddressEntry);
        const bool isListed = std::any_of(addresses.begin(), addresses.end(),
                                          [&](const QString &one) { return QHostAddress(one) == address; });
        return isListed || (!isNamed && certificate.subjectInfo(QSslCertificate::CommonName).contains(host));
    }
    const QString ace = QString::fromLatin1(QUrl::toAce(host));
    const QStringList patterns =
        isNamed ? names.values(QSsl::DnsEntry) : certificate.subjectInfo(QSslCertificate::CommonName);
    return std::any_of(patterns.begin(), patterns.end(),
                       [&](const QString &pattern) { return isNameFor(pattern, ace.isEmpty() ? host : ace); });
}

Result<Transport> startTls(int descriptor, const Endpoint &endpoint, Clock::time_point deadline,
                           const std::stop_token &stop)
{
    auto socket = std::make_unique<QSslSocket>();
    if (!socket->setSocketDescriptor(descriptor)) {
        ::close(descriptor);
        return unreachable(endpoint, socket->errorString());
    }
    if (!QSslSocket::supportsSsl()) {
        return unreachable(endpoint, Words::tr("this system has no OpenSSL, which TLS needs"));
    }
    const auto made = configuration(*endpoint.tls);
    if (!made) {
        return made.error();
    }
    socket->setSslConfiguration(*made);
    socket->setPeerVerifyName(peerName(endpoint)); // also sent as SNI
    if (!endpoint.tls->verify) {
        socket->ignoreSslErrors();
    }
    if (auto error = shakeHands(*socket, endpoint, deadline, stop)) {
        if (error->kind == ErrorKind::Cancelled) {
            return *error;
        }
        if (error->message.isEmpty()) {
            const QString words = socket->errorString();
            error->message = answersPlainly(endpoint, deadline, stop)
                ? noTls()
                : Words::tr("the TLS handshake failed (%1)").arg(words);
        }
        error->message = Words::tr("Cannot connect to %1: %2").arg(endpoint.display(), error->message);
        return *error;
    }
    // The last alert arrives before the close, whose error would replace it.
    const auto ended = std::make_shared<QString>();
    auto *const watched = socket.get();
    QObject::connect(watched, &QAbstractSocket::errorOccurred, watched,
                     [watched, ended](QAbstractSocket::SocketError error) {
                         if (error == QAbstractSocket::SslInternalError && ended->isEmpty()) {
                             const QString why = alertReason(*watched);
                             *ended = why.isEmpty() ? Words::tr("TLS failed (%1)").arg(watched->errorString()) : why;
                         }
                     });
    return Transport{
        std::move(socket),
        [watched, ended] { return watched->state() == QAbstractSocket::ConnectedState && ended->isEmpty(); },
        [ended] { return *ended; }, static_cast<int>(watched->socketDescriptor()), certificateText(*watched)};
}

bool answersHttp(const Endpoint &endpoint, Clock::time_point deadline, const std::stop_token &stop)
{
    return answerTo("GET / HTTP/1.0\r\n\r\n", endpoint, deadline, stop).startsWith("HTTP/");
}

bool answersTls(const Endpoint &endpoint, Clock::time_point deadline, const std::stop_token &stop)
{
    const auto until = std::min(deadline, Clock::now() + askingAgain);
    const auto plain = openTransport(endpoint, until, stop);
    const auto *const opened = plain ? qobject_cast<QTcpSocket *>(plain->device.get()) : nullptr;
    QSslSocket socket;
    if (opened == nullptr || !socket.setSocketDescriptor(::dup(static_cast<int>(opened->socketDescriptor())))) {
        return false;
    }
    Endpoint unverified = endpoint;
    unverified.tls.emplace().verify = false;
    socket.setPeerVerifyMode(QSslSocket::VerifyNone);
    socket.setPeerVerifyName(peerName(endpoint));
    // A server that requires a client certificate has already sent its own.
    return !shakeHands(socket, unverified, until, stop) || !socket.peerCertificate().isNull();
}

} // namespace plimsoll::redis
