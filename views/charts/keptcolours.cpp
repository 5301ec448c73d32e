// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/keptcolours.h"

#include "views/widgets/preferences.h"

#include <QCryptographicHash>
#include <QStringList>

#include <algorithm>

namespace plimsoll::views {

namespace {

constexpr std::size_t mostKnown = 40;

/// Names of members and keys may be confidential; the settings file stores hashes.
QByteArray hashOf(const QByteArray &name)
{
    return QCryptographicHash::hash(name, QCryptographicHash::Sha1).toHex().left(12);
}

QString preferenceOf(const QString &name)
{
    return QStringLiteral("chartColours/") + Preferences::hashOf(name);
}

} // namespace

void KeptColours::keepAs(const QString &name)
{
    if (name == m_name) {
        return;
    }
    m_name = name;
    m_shown.clear();
    m_known.clear();
    const QStringList kept = Preferences::ofPerson().value(preferenceOf(name)).toStringList();
    for (const QString &one : kept) {
        const qsizetype colon = one.lastIndexOf(QLatin1Char(':'));
        bool isNumber = false;
        const int colour = one.mid(colon + 1).toInt(&isNumber);
        if (colon > 0 && isNumber && colour >= 0 && colour < m_count && m_known.size() < mostKnown) {
            m_known.emplace_back(one.left(colon).toLatin1(), colour);
        }
    }
}

std::vector<int> KeptColours::of(const QByteArrayList &shown)
{
    constexpr int none = -1;
    std::vector<int> colours(static_cast<std::size_t>(shown.size()), none);
    std::vector<bool> isTaken(static_cast<std::size_t>(m_count), false);
    const auto take = [&](std::size_t at, int colour) {
        if (colours[at] == none && colour != none && !isTaken[static_cast<std::size_t>(colour)]) {
            colours[at] = colour;
            isTaken[static_cast<std::size_t>(colour)] = true;
        }
    };
    const auto known = [this](const QByteArray &who) {
        const auto found =
            std::find_if(m_known.begin(), m_known.end(), [&](const auto &one) { return one.first == who; });
        return found == m_known.end() ? none : found->second;
    };
    const auto free = [&] {
        const auto found = std::find(isTaken.begin(), isTaken.end(), false);
        return found == isTaken.end() ? none : static_cast<int>(found - isTaken.begin());
    };
    const auto each = [&](const auto &colourOf) {
        for (std::size_t i = 0; i < colours.size(); ++i) {
            take(i, colourOf(shown[static_cast<qsizetype>(i)]));
        }
    };
    each([&](const QByteArray &who) { return m_shown.value(who, none); });
    each([&](const QByteArray &who) { return m_shown.contains(who) ? none : known(hashOf(who)); });
    each([&](const QByteArray &) { return free(); });

    QHash<QByteArray, int> now;
    for (std::size_t i = 0; i < colours.size(); ++i) {
        colours[i] = std::max(colours[i], 0); // there are more entries than colours
        now.insert(shown[static_cast<qsizetype>(i)], colours[i]);
    }
    if (now != m_shown) {
        for (std::size_t i = 0; i < colours.size(); ++i) {
            remember(hashOf(shown[static_cast<qsizetype>(i)]), colours[i]);
        }
        m_shown = now;
        QStringList kept;
        for (const auto &[who, colour] : m_known) {
            kept += QString::fromLatin1(who) + QLatin1Char(':') + QString::number(colour);
        }
        if (!m_name.isEmpty()) {
            Preferences::ofPerson().setValue(preferenceOf(m_name), kept);
        }
    }
    return colours;
}

void KeptColours::remember(const QByteArray &who, int colour)
{
    std::erase_if(m_known, [&](const auto &one) { return one.first == who; });
    m_known.emplace_back(who, colour);
    if (m_known.size() > mostKnown) {
        m_known.erase(m_known.begin());
    }
}

} // namespace plimsoll::views
