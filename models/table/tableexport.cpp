// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/table/tableexport.h"

#include "models/table/cellrole.h"
#include "models/documents/csv.h"
#include "models/text/format.h"
#include "models/documents/jsonwriter.h"
#include "models/documents/numbertext.h"

#include <QAbstractItemModel>
#include <QSet>

#include <cmath>

namespace plimsoll::models {

namespace {

/// The number behind a cell's text, or nullopt.
std::optional<double> rawOf(const QAbstractItemModel &model, int row, int column)
{
    const QVariant value = model.index(row, column).data(SortRole);
    switch (value.typeId()) {
    case QMetaType::Double:
    case QMetaType::Float:
    case QMetaType::Int:
    case QMetaType::UInt:
    case QMetaType::LongLong:
    case QMetaType::ULongLong:
        return value.toDouble();
    default:
        return std::nullopt;
    }
}

struct ExportedColumn {
    int index = 0;
    QString title;
    bool hasNumbers = false;
};

std::vector<ExportedColumn> columnsOf(const QAbstractItemModel &model, const std::vector<int> &columns)
{
    std::vector<ExportedColumn> found;
    QSet<QString> titles;
    for (const int index : columns) {
        QString title = model.headerData(index, Qt::Horizontal).toString().simplified();
        if (title.isEmpty()) {
            title = QString::number(index + 1);
        }
        while (titles.contains(title)) {
            title += u'\'';
        }
        titles.insert(title);
        ExportedColumn &column = found.emplace_back(ExportedColumn{index, title, false});
        for (int row = 0; row < model.rowCount() && !column.hasNumbers; ++row) {
            column.hasNumbers = rawOf(model, row, index).has_value();
        }
    }
    return found;
}

QString shown(const QAbstractItemModel &model, int row, int column)
{
    return model.index(row, column).data(Qt::DisplayRole).toString();
}

/// True for a cell that shows an unknown value. A row's name never counts, whatever its text.
bool isUnknown(const ExportedColumn &column, const QString &text, std::optional<double> raw)
{
    return text == unknownText() && !raw && (column.index > 0 || column.hasNumbers);
}

QString numberText(std::optional<double> value)
{
    if (!value || !std::isfinite(*value)) {
        return {};
    }
    const NumberText text(*value);
    return QString::fromLatin1(text.view().data(), static_cast<qsizetype>(text.view().size()));
}

} // namespace

QByteArray tableCsv(const QAbstractItemModel &model, const std::vector<int> &columns)
{
    const std::vector<ExportedColumn> all = columnsOf(model, columns);
    QStringList cells;
    for (const ExportedColumn &column : all) {
        cells << csvField(column.title);
        if (column.hasNumbers) {
            cells << csvField(column.title + QStringLiteral(" (raw)"));
        }
    }
    QString text = cells.join(u',') + QStringLiteral("\r\n");
    for (int row = 0; row < model.rowCount(); ++row) {
        cells.clear();
        for (const ExportedColumn &column : all) {
            const QString cell = shown(model, row, column.index);
            const std::optional<double> raw = rawOf(model, row, column.index);
            cells << (isUnknown(column, cell, raw) ? QString() : csvField(cell));
            if (column.hasNumbers) {
                cells << numberText(raw);
            }
        }
        text += cells.join(u',') + QStringLiteral("\r\n");
    }
    return text.toUtf8();
}

QByteArray tableJson(const QAbstractItemModel &model, const std::vector<int> &columns)
{
    const std::vector<ExportedColumn> all = columnsOf(model, columns);
    JsonWriter json(JsonWriter::Layout::Indented);
    json.beginArray();
    for (int row = 0; row < model.rowCount(); ++row) {
        json.beginObject();
        for (const ExportedColumn &column : all) {
            const QByteArray title = column.title.toUtf8();
            const std::string_view name(title.constData(), static_cast<std::size_t>(title.size()));
            const QString text = shown(model, row, column.index);
            const std::optional<double> raw = rawOf(model, row, column.index);
            const auto write = [&](std::string_view as) {
                isUnknown(column, text, raw) ? json.knownText(as, {}) : json.text(as, text);
            };
            if (!column.hasNumbers) {
                write(name);
                continue;
            }
            json.beginObject(name);
            write("text");
            json.number("value", raw.value_or(std::nan("")));
            json.endObject();
        }
        json.endObject();
    }
    json.endArray();
    return json.take();
}

} // namespace plimsoll::models
