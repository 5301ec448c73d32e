// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/formats/historyformat.h"

#include "models/text/atleast.h"
#include "models/documents/csv.h"
#include "models/text/isotime.h"
#include "models/documents/jsonwriter.h"
#include "models/documents/numbertext.h"
#include "redis/types/printable.h"
#include "redis/types/workspace.h"

#include <cmath>

namespace plimsoll::app {

namespace {

QByteArray numberText(double value)
{
    if (std::isinf(value)) {
        return value > 0 ? "inf" : "-inf";
    }
    const models::NumberText text(value);
    return {text.view().data(), static_cast<qsizetype>(text.view().size())};
}

} // namespace

QByteArray historyCsv(const std::vector<HistoryRow> &rows)
{
    QByteArray out = "time,figure,min,mean,max\n";
    for (const HistoryRow &row : rows) {
        out += models::isoTime(row.time).toLatin1() + ',' + models::csvField(row.figure).toUtf8() + ','
            + numberText(row.low) + ',' + numberText(row.mean) + ',' + numberText(row.high) + '\n';
    }
    return out;
}

QByteArray historyJson(const QString &collection, std::optional<std::chrono::milliseconds> step,
                       const std::vector<HistoryRow> &rows)
{
    models::JsonWriter json(models::JsonWriter::Layout::Indented);
    json.beginObject();
    json.text("collection", collection);
    json.knownText("step", step ? durationText(*step) : QString());
    json.beginArray("points");
    for (const HistoryRow &row : rows) {
        json.beginObject();
        json.text("time", models::isoTime(row.time));
        json.text("figure", row.figure);
        json.number("min", row.low);
        json.number("mean", row.mean);
        json.number("max", row.high);
        if (row.isAtLeast) {
            json.boolean("atLeast", true);
        }
        json.endObject();
    }
    json.endArray();
    json.endObject();
    return json.take();
}

QByteArray historyTable(const std::vector<HistoryRow> &rows, Colour colour)
{
    TextTable table({{QStringLiteral("time")},
                     {QStringLiteral("figure")},
                     {QStringLiteral("min"), true},
                     {QStringLiteral("mean"), true},
                     {QStringLiteral("max"), true}},
                    colour);
    table.reserve(rows.size());
    for (const HistoryRow &row : rows) {
        const auto number = [&](double value) {
            constexpr int digits = 7; // a mean has up to 17 digits, too many to read
            const QString text = std::isfinite(value) && value != std::trunc(value)
                ? QString::number(value, 'g', digits)
                : QString::fromLatin1(numberText(value));
            return models::atLeastText(text, row.isAtLeast);
        };
        table.add({models::isoTime(row.time), printable(row.figure.toUtf8(), 60), number(row.low), number(row.mean),
                   number(row.high)});
    }
    return table.text().toUtf8();
}

} // namespace plimsoll::app
