// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/kinds.h"
#include "redis/types/jobfields.h"
#include "redis/types/workspace.h"

#include <QJsonArray>
#include <QJsonObject>

#include <random>

namespace plimsoll::testing {

using redis::kindInfos;

/// Makes valid workspaces out of every kind's own tables.
class Generator {
public:
    explicit Generator(unsigned seed) : m_random(seed) { }

    Workspace workspace()
    {
        Workspace workspace;
        workspace.name = text() + QStringLiteral(".");
        workspace.connection.url = QStringLiteral("redis://127.0.0.1:%1/%2").arg(below(65535) + 1).arg(below(16));
        workspace.connection.readOnly = chance();
        workspace.connection.production = chance();
        workspace.connection.colour = chance() ? QStringLiteral("#c0392b") : QString();
        workspace.connection.caFile = chance() ? text() + QStringLiteral("x") : QString();
        workspace.connection.certFile = workspace.connection.keyFile = workspace.connection.caFile;
        workspace.connection.verify = chance();
        workspace.pollInterval = std::chrono::milliseconds(100 + below(3'000'000));
        for (int left = below(6); left > 0; --left) {
            workspace.collections.push_back(collection(QString::number(left)));
        }
        return workspace;
    }

private:
    int below(int end) { return std::uniform_int_distribution<int>(0, end - 1)(m_random); }
    bool chance() { return below(2) == 0; }
    std::optional<std::chrono::milliseconds> duration()
    {
        return chance() ? std::optional(std::chrono::milliseconds(1 + below(1'000'000))) : std::nullopt;
    }
    double real() { return std::uniform_real_distribution<double>(0, 1e9)(m_random); }

    QString text()
    {
        static const QStringList pieces{QStringLiteral("a"),  QStringLiteral("\""),        QStringLiteral("\\"),
                                        QStringLiteral("\n"), QStringLiteral("é"),         QStringLiteral("😀"),
                                        QStringLiteral("/"),  QString(QChar(char16_t{0})), QStringLiteral("~")};
        QString out;
        for (int left = below(6); left > 0; --left) {
            out += pieces[below(static_cast<int>(pieces.size()))];
        }
        return out;
    }

    QByteArray key(const RoleSpec &role)
    {
        QByteArray key = "key:" + QByteArray::number(below(1'000'000'000));
        key += chance() ? text().toUtf8() : QByteArray();
        key += below(4) == 0 ? QByteArray("\xff\x00", 2) : QByteArray();
        key += ":"; // text may end with a backslash, which would escape what follows
        key += role.perId ? "{id}" : (chance() ? "{0..7}" : "\\{tag\\}");
        return key;
    }

    QJsonValue option(const OptionSpec &spec)
    {
        switch (spec.type) {
        case OptionType::Duration:
            return durationText(std::chrono::milliseconds(1 + below(1'000'000'000)));
        case OptionType::Integer:
            return 1 + below(1000);
        case OptionType::Number:
            return real();
        case OptionType::Choice:
            return QString(spec.choices[static_cast<std::size_t>(below(static_cast<int>(spec.choices.size())))]);
        case OptionType::Text:
            return QStringLiteral("json:") + text() + QStringLiteral("f");
        case OptionType::TextList:
            return QJsonArray{text() + QStringLiteral("f"), QStringLiteral("g")};
        case OptionType::Object: // the only ones are bands
            return QJsonObject{{QStringLiteral("low"), QJsonArray{below(100), 100 + below(100)}}};
        case OptionType::FieldNames:
            return QJsonObject{
                {jobFieldTitles().at(below(int(plimsoll::jobFieldTitles().size()))), text() + QStringLiteral("f")}};
        }
        return {};
    }

    CollectionDefinition collection(const QString &name)
    {
        CollectionDefinition out;
        out.name = name + text();
        out.kind = kindInfos()[static_cast<std::size_t>(below(static_cast<int>(kindInfos().size())))];
        for (const RoleSpec &role : out.kind->roles) {
            if (role.required || chance()) {
                out.keys.push_back({&role, {key(role)}});
                for (int more = role.many ? below(3) : 0; more > 0; --more) {
                    out.keys.back().templates.push_back(key(role) + QByteArray::number(more));
                }
            }
        }
        for (const OptionSpec &spec : out.kind->options) {
            if (chance()) {
                out.options.insert(spec.id, option(spec));
            }
        }
        for (int figure = 0; figure < static_cast<int>(out.kind->figures.size()); ++figure) {
            if (chance()) {
                const double warning = real();
                out.limits.push_back({figure, warning, chance() ? std::optional(warning / 2) : std::nullopt, true,
                                      duration(), warning * 2});
                out.limits.back().unchangedFor.critical = duration();
            }
        }
        out.bound = bound();
        return out;
    }

    std::optional<Bound> bound()
    {
        Bound out;
        switch (below(5)) {
        case 0:
            out.keep = std::uniform_int_distribution<qint64>(0)(m_random);
            break;
        case 1:
            out.maxAge = std::chrono::milliseconds(1 + below(1'000'000'000));
            break;
        case 2:
            out.ttl = true;
            break;
        case 3:
            out.approved = text() + QStringLiteral("r");
            break;
        default:
            return std::nullopt;
        }
        return out;
    }

    std::mt19937 m_random;
};

} // namespace plimsoll::testing
