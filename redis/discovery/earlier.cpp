// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/discovery/earlier.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

namespace plimsoll::redis {

namespace {

using std::chrono::milliseconds;

constexpr qint64 largestFoundFile = 64LL * 1024 * 1024; ///< bytes
constexpr milliseconds leastApart = std::chrono::hours(1);
constexpr QByteArrayView wordPlaceholder = "{word}";

struct EarlierWords {
    Q_DECLARE_TR_FUNCTIONS(Discovery)
};

/// Contents of the file.
struct KeptForms {
    struct Collection {
        qint64 count = 0;
        std::optional<qint64> elements;
    };

    milliseconds time{};
    /// Keyed by the form of the names alone, because only some of the keys are asked for their type.
    QHash<QByteArray, FoundTemplate> templates;
    std::vector<Collection> collections;
    QHash<QByteArray, std::size_t> collectionOf; ///< index, by its keys as they are written
};

/// Calls `visit` with each template of a discovery.
template <typename AnyDiscovery, typename Visit> void visitTemplates(AnyDiscovery &discovery, const Visit &visit)
{
    for (auto &proposal : discovery.found) {
        for (auto &keys : proposal.templates) {
            visit(keys);
        }
    }
    for (auto &keys : discovery.unrecognised) {
        visit(keys);
    }
}

/// True if `wide` has a word that varies where all names of the form `text` have the same one: there were fewer then.
bool covers(const QByteArray &wide, const QByteArray &text)
{
    const auto isWord = [&text](qsizetype from, qsizetype end) {
        return from < end && std::none_of(text.begin() + from, text.begin() + end, [](char c) {
                   return QByteArrayView(":/|#;,=&?~ {").contains(c);
               });
    };
    qsizetype from = 0; // in `wide`
    qsizetype at = 0; // in `text`
    while (true) {
        const qsizetype end = wide.indexOf(wordPlaceholder, from);
        const QByteArrayView piece = QByteArrayView(wide).sliced(from, (end < 0 ? wide.size() : end) - from);
        if (from == 0) {
            if (!text.startsWith(piece)) {
                return false;
            }
            at = piece.size();
        } else {
            const qsizetype found = end >= 0 ? text.indexOf(piece, at + 1)
                : text.endsWith(piece)       ? text.size() - piece.size()
                                             : -1;
            if (!isWord(at, found)) {
                return false;
            }
            at = found + piece.size();
        }
        if (end < 0) {
            return at == text.size();
        }
        from = end + wordPlaceholder.size();
    }
}

Result<KeptForms> readKeptForms(const QString &path)
{
    QFile file(path);
    if (!file.exists()) {
        return KeptForms();
    }
    const auto damaged = [&path](const QString &why) {
        return Error{ErrorKind::Storage, EarlierWords::tr("What was found earlier is unknown: %1: %2").arg(path, why)};
    };
    if (!file.open(QIODevice::ReadOnly)) {
        return damaged(file.errorString());
    }
    const QJsonObject json =
        file.size() > largestFoundFile ? QJsonObject() : QJsonDocument::fromJson(file.readAll()).object();
    KeptForms kept;
    kept.time = milliseconds(static_cast<qint64>(json.value(QLatin1String("time")).toDouble()));
    if (json.value(QLatin1String("plimsoll")).toInt() != 1 || kept.time.count() <= 0) {
        return damaged(EarlierWords::tr("not a list of found keys of Plimsoll"));
    }
    for (const QJsonValue &value : json.value(QLatin1String("templates")).toArray()) {
        const QJsonArray one = value.toArray();
        FoundTemplate keys;
        keys.form = keys.text = one.at(0).toString().toUtf8();
        keys.type = one.at(1).toString().toUtf8();
        keys.countBefore = static_cast<qint64>(one.at(2).toDouble());
        if (const auto same = kept.templates.find(keys.form); same != kept.templates.end()) {
            *same->countBefore += *keys.countBefore;
        } else {
            kept.templates.insert(keys.form, std::move(keys));
        }
    }
    for (const QJsonValue &value : json.value(QLatin1String("collections")).toArray()) {
        const QJsonArray one = value.toArray();
        const double elements = one.at(2).toDouble(unknownFigure);
        for (const QJsonValue &text : one.at(0).toArray()) {
            kept.collectionOf.insert(text.toString().toUtf8(), kept.collections.size());
        }
        kept.collections.push_back({static_cast<qint64>(one.at(1).toDouble()),
                                    isKnown(elements) ? std::optional(static_cast<qint64>(elements)) : std::nullopt});
    }
    return kept;
}

Outcome keepForms(const Discovery &discovery, const QString &path)
{
    std::map<std::pair<QByteArray, QByteArray>, qint64> all; // by form and type
    visitTemplates(discovery, [&all](const FoundTemplate &keys) { all[{keys.form, keys.type}] += keys.count; });
    QJsonArray templates;
    for (const auto &[which, count] : all) {
        templates.append(QJsonArray{QString::fromUtf8(which.first), QString::fromUtf8(which.second), count});
    }
    QJsonArray collections;
    for (const Proposal &proposal : discovery.found) {
        QJsonArray texts;
        for (const QByteArray &text : proposal.definition.writtenKeys()) {
            texts.append(QString::fromUtf8(text));
        }
        collections.append(
            QJsonArray{texts, proposal.count, proposal.elements ? QJsonValue(*proposal.elements) : QJsonValue()});
    }
    const QJsonObject json{{QStringLiteral("plimsoll"), 1},
                           {QStringLiteral("time"), static_cast<qint64>(discovery.time.count())},
                           {QStringLiteral("templates"), templates},
                           {QStringLiteral("collections"), collections}};
    const QByteArray text = QJsonDocument(json).toJson(QJsonDocument::Compact);
    QSaveFile file(path);
    if (!QDir().mkpath(QFileInfo(path).absolutePath()) || !file.open(QIODevice::WriteOnly)
        || !file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner) || file.write(text) != text.size()
        || !file.commit()) {
        return Error{ErrorKind::Storage,
                     EarlierWords::tr("What was found cannot be kept: %1: %2").arg(path, file.errorString())};
    }
    return Done{};
}

void compareForms(Discovery &discovery, KeptForms &kept)
{
    QHash<QByteArray, int> now; // how many templates have the form
    visitTemplates(discovery, [&now](const FoundTemplate &keys) { ++now[keys.form]; });
    const auto wideOf = [](const auto &forms) {
        std::vector<QByteArray> wide;
        std::copy_if(forms.keyBegin(), forms.keyEnd(), std::back_inserter(wide),
                     [](const QByteArray &form) { return form.contains(wordPlaceholder); });
        return wide;
    };
    const std::vector<QByteArray> wideNow = wideOf(now);
    const std::vector<QByteArray> wideBefore = wideOf(kept.templates);
    const auto coverOf = [](const std::vector<QByteArray> &wide, const QByteArray &form) {
        return std::find_if(wide.begin(), wide.end(), [&form](const QByteArray &any) { return covers(any, form); });
    };
    discovery.earlier = EarlierDiscovery{kept.time};
    QHash<QByteArray, FoundTemplate> before; // by the form that it has now
    for (auto one = kept.templates.begin(); one != kept.templates.end(); ++one) {
        const auto wider = now.contains(one.key()) ? wideNow.end() : coverOf(wideNow, one.key());
        const QByteArray &form = wider == wideNow.end() ? one.key() : *wider;
        if (const auto same = before.find(form); same != before.end()) {
            *same->countBefore += *one->countBefore;
        } else {
            before.insert(form, *one);
        }
    }
    visitTemplates(discovery, [&](FoundTemplate &keys) {
        const auto had = before.constFind(keys.form);
        if (had == before.constEnd()) {
            // Under a form with a word that varied then, it is not new; how many of those keys had this word is
            // unknown.
            keys.isNew = coverOf(wideBefore, keys.form) == wideBefore.end();
        } else if (now.value(keys.form) == 1) { // else how many of them were these is not known
            keys.countBefore = had->countBefore;
        }
    });
    for (Proposal &proposal : discovery.found) {
        for (const QByteArray &text : proposal.definition.writtenKeys()) {
            if (const auto had = kept.collectionOf.constFind(text); had != kept.collectionOf.constEnd()) {
                proposal.countBefore = kept.collections[*had].count;
                proposal.elementsBefore = kept.collections[*had].elements;
                break;
            }
        }
    }
    for (auto one = before.begin(); one != before.end(); ++one) {
        const bool isWide = one.key().contains(wordPlaceholder);
        const bool isThere = now.contains(one.key())
            || (isWide && std::any_of(now.keyBegin(), now.keyEnd(), [&one](const QByteArray &form) {
                                 return covers(one.key(), form);
                             }));
        if (!isThere) {
            discovery.earlier->gone.push_back(std::move(*one));
        }
    }
    std::sort(discovery.earlier->gone.begin(), discovery.earlier->gone.end(),
              [](const FoundTemplate &a, const FoundTemplate &b) {
                  return a.countBefore != b.countBefore ? a.countBefore > b.countBefore : a.form < b.form;
              });
}

} // namespace

Outcome compareWithEarlier(Discovery &discovery, const QString &path)
{
    if (!discovery.isComplete || path.isEmpty()) {
        return Done{};
    }
    Result<KeptForms> kept = readKeptForms(path);
    if (kept && kept->time.count() > 0) {
        compareForms(discovery, *kept);
    }
    const bool isDue = !kept || std::abs((discovery.time - kept->time).count()) >= leastApart.count();
    if (const Outcome written = isDue ? keepForms(discovery, path) : Outcome(Done{}); !written) {
        return written;
    }
    return kept ? Outcome(Done{}) : Outcome(kept.error());
}

} // namespace plimsoll::redis
