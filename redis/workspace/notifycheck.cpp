// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/environmenttext.h"
#include "redis/workspace/checker.h"
#include "redis/workspace/jsonscan.h"

#include <QUrl>

namespace plimsoll::redis {

namespace {

/// Reads the notification settings.
class NotifyReader {
    Q_DECLARE_TR_FUNCTIONS(Workspace)

public:
    NotifyReader(Checker &checker, const QJsonObject &json, const QString &pointer)
        : m_checker(checker), m_json(json), m_pointer(pointer)
    {
    }

    NotifySettings read()
    {
        const QString from = QStringLiteral("from");
        const QString unknownFor = QStringLiteral("unknownFor");
        const QString desktop = QStringLiteral("desktop");
        m_checker.members(m_json, m_pointer, {from, unknownFor, desktop, QStringLiteral("command"), m_webhook});
        NotifySettings notify;
        if (const auto state = m_checker.text(m_json, m_pointer, from)) {
            const QStringList states{QStringLiteral("warning"), QStringLiteral("critical")};
            notify.from = *state == states[1] ? State::Critical : State::Warning;
            if (!states.contains(*state)) {
                m_checker.report(pointerTo(m_pointer, from),
                                 tr("must be %1, not %2").arg(eitherOf(states), quoted(*state)));
            }
        }
        notify.unknownFor = m_checker.duration(m_json, m_pointer, unknownFor).value_or(notify.unknownFor);
        notify.desktop = m_checker.boolean(m_json, m_pointer, desktop).value_or(false);
        notify.command = readCommand(QStringLiteral("command"));
        notify.webhook = readWebhook();
        return notify;
    }

private:
    QStringList readCommand(const QString &member)
    {
        const auto items = m_checker.array(m_json, m_pointer, member);
        if (!items) {
            return {};
        }
        const QString pointer = pointerTo(m_pointer, member);
        QStringList command;
        for (qsizetype i = 0; i < items->size(); ++i) {
            if (!items->at(i).isString()) {
                m_checker.wrongType(pointerTo(pointer, i), tr("a text"), items->at(i));
            } else if (i == 0 && items->at(i).toString().trimmed().isEmpty()) {
                m_checker.report(pointerTo(pointer, i), tr("is empty"));
            }
            command += items->at(i).toString();
        }
        if (items->isEmpty()) {
            m_checker.report(pointer, tr("is empty; a program is needed"));
        }
        return command;
    }

    QString readWebhook()
    {
        const auto url = m_checker.filled(m_json, m_pointer, m_webhook);
        if (!url) {
            return {};
        }
        const QString pointer = pointerTo(m_pointer, m_webhook);
        const bool isWeb = url->startsWith(QLatin1String("https://")) || url->startsWith(QLatin1String("http://"));
        const QString filled = withEnvironment(*url, [](const QString &) { return QStringLiteral("1"); });
        if (!isWeb || filled.isEmpty() || QUrl(filled, QUrl::StrictMode).host().isEmpty()) {
            // The URL may contain a secret: not repeated in the message.
            m_checker.report(pointer, tr(R"(is no URL that begins with "https://" or "http://")"));
        } else if (holdsPassword(withEnvironment(*url, [](const QString &) { return QStringLiteral(""); }))) {
            m_checker.report(pointer,
                             tr("holds a password, which a workspace never does; write ${NAME} for what the "
                                "environment has under that name"));
        }
        return *url;
    }

    const QString m_webhook = QStringLiteral("webhook"); ///< member name
    Checker &m_checker;
    const QJsonObject &m_json;
    const QString &m_pointer;
};

} // namespace

NotifySettings readNotify(Checker &checker, const QJsonObject &notify, const QString &pointer)
{
    return NotifyReader(checker, notify, pointer).read();
}

} // namespace plimsoll::redis
