// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/environmenttext.h"
#include "redis/workspace/checker.h"
#include "redis/workspace/jsonscan.h"

#include <QUrl>

namespace plimsoll::redis {

namespace {

using L1 = QLatin1StringView;

/// Reads the notification settings.
class NotifyReader {
    Q_DECLARE_TR_FUNCTIONS(Workspace)

public:
    NotifyReader(Checker &checker, const QJsonObject &json, const JsonPlace &place)
        : m_checker(checker), m_json(json), m_place(place)
    {
    }

    NotifySettings read()
    {
        constexpr L1 from("from");
        constexpr L1 unknownFor("unknownFor");
        constexpr L1 desktop("desktop");
        m_checker.members(m_json, m_place, {from, unknownFor, desktop, L1("command"), m_webhook});
        NotifySettings notify;
        const QStringList states{QStringLiteral("warning"), QStringLiteral("critical")};
        notify.from =
            m_checker.choice(m_json, m_place, from, states) == qsizetype(1) ? State::Critical : State::Warning;
        notify.unknownFor = m_checker.duration(m_json, m_place, unknownFor).value_or(notify.unknownFor);
        notify.desktop = m_checker.boolean(m_json, m_place, desktop).value_or(false);
        notify.command = m_checker.command(m_json, m_place, L1("command")).value_or(QStringList());
        notify.webhook = readWebhook();
        return notify;
    }

private:
    QString readWebhook()
    {
        const auto url = m_checker.filled(m_json, m_place, m_webhook);
        if (!url) {
            return {};
        }
        const JsonPlace place(m_place, m_webhook);
        const bool isWeb = url->startsWith(QLatin1String("https://")) || url->startsWith(QLatin1String("http://"));
        const QString filled = withEnvironment(*url, [](const QString &) { return QStringLiteral("1"); });
        if (!isWeb || filled.isEmpty() || QUrl(filled, QUrl::StrictMode).host().isEmpty()) {
            // The URL may contain a secret: not repeated in the message.
            m_checker.report(place, tr(R"(must be a URL that begins with "https://" or "http://")"));
        } else if (holdsPassword(withEnvironment(*url, [](const QString &) { return QStringLiteral(""); }))) {
            m_checker.report(place,
                             tr("contains a password, which a workspace must not; write ${NAME} for the environment "
                                "variable that holds it"));
        }
        return *url;
    }

    static constexpr L1 m_webhook{"webhook"}; ///< member name
    Checker &m_checker;
    const QJsonObject &m_json;
    const JsonPlace &m_place;
};

} // namespace

NotifySettings readNotify(Checker &checker, const QJsonObject &notify, const JsonPlace &place)
{
    return NotifyReader(checker, notify, place).read();
}

} // namespace plimsoll::redis
