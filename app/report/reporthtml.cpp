// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/reporthtml.h"

#include "app/report/chartsvg.h"
#include "app/report/html.h"
#include "app/report/reportwords.h"
#include "models/text/colours.h"
#include "models/text/format.h"

#include <QCoreApplication>
#include <QFile>

#include <algorithm>
#include <array>

namespace plimsoll::app {

namespace {

using std::chrono::milliseconds;

constexpr std::size_t mostWithCharts = 100; ///< collections; a file with more opens slowly

struct HtmlWords {
    Q_DECLARE_TR_FUNCTIONS(report)
};

/// The window's colours as CSS variables.
QByteArray variables(const models::Colours &all)
{
    const std::array<std::pair<const char *, quint32>, 14> colours{{
        {"window", all.window},
        {"card", all.card},
        {"border", all.border},
        {"text", all.text},
        {"secondary", all.secondaryText},
        {"accent", all.accent},
        {"badge", all.badge},
        {"onAccent", all.onAccent},
        {"warning", all.warning},
        {"warningBackground", all.warningBackground},
        {"critical", all.critical},
        {"criticalBackground", all.criticalBackground},
        {"good", all.good},
        {"series", all.series[0]},
    }};
    QByteArray out;
    for (const auto &[name, colour] : colours) {
        out += "--" + QByteArray(name) + ":#" + QByteArray::number(colour, 16).rightJustified(6, '0') + ';';
    }
    return out;
}

class Report final {
public:
    explicit Report(const Incident &incident) : m_incident(incident), m_words(incident) { }

    QByteArray write()
    {
        m_html.raw("<!DOCTYPE html>\n");
        m_html.begin("html", {{"lang", HtmlWords::tr("en", "the language of these texts, as HTML names it")}});
        writeHead();
        m_html.begin("body");
        writeChartDefinitions(m_html);
        m_html.begin("main");
        writeTitle();
        writeTiles();
        writeTimeline();
        writeCollections();
        m_html.element(
            "footer",
            HtmlWords::tr("Made by Plimsoll %1 on %2 from what was recorded; the server was not asked. Elements of "
                          "collections are not in it. Limits are those of the workspace when it was made.")
                .arg(QStringLiteral(PLIMSOLL_VERSION), models::formatDateTime(m_incident.made)));
        m_html.end();
        m_html.end();
        m_html.end();
        return m_html.document();
    }

private:
    void writeHead()
    {
        m_html.begin("head");
        m_html.empty("meta", {{"charset", QStringLiteral("utf-8")}});
        // Blocks scripts and external resources, whatever the content.
        m_html.empty("meta",
                     {{"http-equiv", QStringLiteral("Content-Security-Policy")},
                      {"content", QStringLiteral("default-src 'none'; style-src 'unsafe-inline'")}});
        m_html.empty(
            "meta",
            {{"name", QStringLiteral("viewport")}, {"content", QStringLiteral("width=device-width, initial-scale=1")}});
        m_html.empty("meta", {{"name", QStringLiteral("color-scheme")}, {"content", QStringLiteral("light dark")}});
        m_html.element("title", m_words.title());
        QFile style(QStringLiteral(":/plimsoll/styles/report.css"));
        const QByteArray rules = style.open(QIODevice::ReadOnly) ? style.readAll() : QByteArray();
        m_html.raw("<style>\n:root{color-scheme:light dark;" + variables(models::lightColours)
                   + "}\n@media screen and (prefers-color-scheme:dark){:root{" + variables(models::darkColours) + "}}\n"
                   + rules + "</style>\n");
        m_html.end();
    }

    void writeTitle()
    {
        const Workspace &workspace = *m_incident.workspace;
        m_html.begin("h1");
        m_html.text(workspace.name + u' ');
        if (workspace.connection.production) {
            m_html.element("span", {{"class", QStringLiteral("badge production")}}, HtmlWords::tr("production"));
        }
        m_html.end();
        m_html.begin("p");
        m_html.text(HtmlWords::tr("Incident report, "));
        writeTime(m_incident.range.from, models::formatDateTime(m_incident.range.from));
        m_html.text(QStringLiteral(" – "));
        writeTime(m_incident.range.to, models::formatDateTime(m_incident.range.to));
        m_html.text(QStringLiteral(" (%1)").arg(models::formatDuration(m_incident.range.to - m_incident.range.from)));
        m_html.end();
        m_html.element("p", {{"class", QStringLiteral("secondary")}},
                       HtmlWords::tr("Server %1. Times are those of %2.").arg(m_incident.server, m_words.zone()));
        for (const QString &missing : m_incident.missing) {
            m_html.element("p", {{"class", QStringLiteral("notice")}}, missing);
        }
    }

    void writeTile(std::ptrdiff_t count, const QString &what)
    {
        m_html.begin("div", {{"class", QStringLiteral("tile")}});
        m_html.element("b", models::formatCount(count));
        m_html.text(what);
        m_html.end();
    }

    void writeTiles()
    {
        const auto &alerts = m_incident.alerts;
        const auto count = [&alerts](auto holds) { return std::count_if(alerts.begin(), alerts.end(), holds); };
        m_html.begin("div", {{"class", QStringLiteral("tiles")}});
        const auto raised = count([this](const Alert &alert) { return m_words.isWithin(alert.raised); });
        const auto cleared =
            count([this](const Alert &alert) { return alert.cleared && m_words.isWithin(*alert.cleared); });
        writeTile(raised, raised == 1 ? HtmlWords::tr("alert raised") : HtmlWords::tr("alerts raised"));
        writeTile(cleared, cleared == 1 ? HtmlWords::tr("alert cleared") : HtmlWords::tr("alerts cleared"));
        writeTile(count([this](const Alert &alert) { return !alert.cleared || !m_words.isWithin(*alert.cleared); }),
                  HtmlWords::tr("still active at its end"));
        const auto operations = std::ssize(m_incident.operations);
        auto notes = std::ssize(m_incident.notes); // notes on times and on alerts
        for (const Alert &alert : alerts) {
            notes += std::ssize(alert.notes);
        }
        writeTile(operations, operations == 1 ? HtmlWords::tr("operation") : HtmlWords::tr("operations"));
        writeTile(notes, notes == 1 ? HtmlWords::tr("note") : HtmlWords::tr("notes"));
        m_html.end();
    }

    void writeTime(milliseconds time, const QString &text)
    {
        m_html.element("time", {{"datetime", ReportWords::iso(time)}}, text);
    }

    void writeBadge(const QString &name, const QString &word)
    {
        const bool hasIcon =
            name == QStringLiteral("warning") || name == QStringLiteral("critical") || name == QStringLiteral("error");
        m_html.begin("span", {{"class", QStringLiteral("badge ") + name}});
        if (hasIcon) {
            m_html.begin("svg", {{"aria-hidden", QStringLiteral("true")}});
            m_html.begin(
                "use",
                {{"href",
                  name == QStringLiteral("warning") ? QStringLiteral("#warning") : QStringLiteral("#critical")}});
            m_html.end();
            m_html.end();
        }
        m_html.text(word);
        m_html.end();
    }

    void writeTimeline()
    {
        m_html.element("h2", HtmlWords::tr("What happened"));
        const std::vector<ReportEvent> events = m_words.events();
        if (events.empty()) {
            m_html.element("p", {{"class", QStringLiteral("none")}}, HtmlWords::tr("No alerts, operations or notes."));
            return;
        }
        m_html.begin("div", {{"class", QStringLiteral("card scroll")}});
        m_html.begin("table");
        writeTitles({HtmlWords::tr("time"), QString(), HtmlWords::tr("collection"), QString()}, 4);
        for (const ReportEvent &event : events) {
            m_html.begin("tr");
            m_html.begin("td", {{"class", QStringLiteral("time")}});
            writeTime(event.time, m_words.time(event.time));
            m_html.end();
            m_html.begin("td", {{"class", QStringLiteral("narrow")}});
            writeBadge(event.look, event.word);
            m_html.end();
            m_html.element("td", event.where);
            m_html.begin("td");
            m_html.text(event.text);
            for (const QString &note : event.notes) {
                m_html.element("div", {{"class", QStringLiteral("note")}}, note);
            }
            m_html.end();
            m_html.end();
        }
        m_html.end();
        m_html.end();
    }

    /// Cells from `numbersFrom` on are right-aligned, like the numbers below them.
    void writeTitles(const QStringList &titles, qsizetype numbersFrom)
    {
        m_html.begin("tr");
        for (qsizetype i = 0; i < titles.size(); ++i) {
            m_html.element("th", {{"class", i < numbersFrom ? QString() : QStringLiteral("number")}}, titles[i]);
        }
        m_html.end();
    }

    void writeCollections()
    {
        m_html.element("h2", HtmlWords::tr("Collections"));
        if (m_incident.collections.size() > mostWithCharts) {
            m_html.element("p", {{"class", QStringLiteral("secondary")}},
                           HtmlWords::tr("There are charts of the first %1, in the order of their alerts.")
                               .arg(models::formatCount(mostWithCharts)));
        }
        for (std::size_t i = 0; i < m_incident.collections.size(); ++i) {
            writeCollection(m_incident.collections[i], i < mostWithCharts);
        }
    }

    void writeCollection(const IncidentCollection &known, bool withCharts)
    {
        const CollectionDefinition &collection = m_incident.workspace->collections[known.collection];
        m_html.begin("section", {{"class", QStringLiteral("card")}});
        m_html.begin("div", {{"class", QStringLiteral("head")}});
        m_html.element("h3", collection.name);
        m_html.element("span", {{"class", QStringLiteral("secondary")}}, models::kindTitle(*collection.kind));
        if (known.worst != State::Ok) {
            writeBadge(stateId(known.worst), models::stateTitle(known.worst));
        }
        m_html.end();
        if (known.figures.empty()) {
            m_html.element("p", {{"class", QStringLiteral("none")}},
                           HtmlWords::tr("Nothing was recorded for it in this time."));
        } else {
            writeFigures(collection, known);
            if (withCharts) {
                writeCharts(collection, known);
            }
        }
        m_html.end();
    }

    void writeFigures(const CollectionDefinition &collection, const IncidentCollection &known)
    {
        m_html.begin("div", {{"class", QStringLiteral("scroll")}});
        m_html.begin("table", {{"class", QStringLiteral("figures")}});
        writeTitles({HtmlWords::tr("figure"), HtmlWords::tr("at the beginning"), HtmlWords::tr("at the end"),
                     HtmlWords::tr("lowest"), HtmlWords::tr("highest")},
                    1);
        for (const IncidentFigure &figure : known.figures) {
            const FigureSpec &spec = collection.figures()[static_cast<std::size_t>(figure.figure)];
            m_html.begin("tr");
            m_html.element("td", models::figureTitle(spec));
            writeReading(spec, figure.before, figure.before.time != m_incident.range.from);
            writeReading(spec, figure.after, figure.after.time != m_incident.range.to);
            writeReading(spec, figure.lowest, figure.moved());
            writeReading(spec, figure.highest, figure.moved());
            m_html.end();
        }
        m_html.end();
        m_html.end();
    }

    void writeReading(const FigureSpec &spec, const Reading &reading, bool withTime)
    {
        m_html.begin("td", {{"class", QStringLiteral("number")}});
        m_html.text(isKnown(reading.value) ? models::formatFigure(spec, reading.value, reading.isAtLeast)
                                           : models::unknownText());
        if (withTime && isKnown(reading.value)) {
            m_html.element("small", m_words.time(reading.time));
        }
        m_html.end();
    }

    /// Shows figures that changed or have limits or alerts, and always the collection's main figure.
    void writeCharts(const CollectionDefinition &collection, const IncidentCollection &known)
    {
        m_html.begin("div", {{"class", QStringLiteral("charts")}});
        for (const int index : m_words.charted(collection, known)) {
            const FigureSpec &spec = collection.figures()[static_cast<std::size_t>(index)];
            SvgPicture picture{.title = m_words.chartTitle(collection, spec),
                               .range = m_incident.range,
                               .points = known.figure(index)->points,
                               .unit = spec.unit,
                               .limits = ReportWords::limits(collection, index),
                               .marks = m_words.marks(collection)};
            m_html.begin("figure");
            m_html.element("figcaption", models::figureTitle(spec));
            writeChart(m_html, picture);
            m_html.end();
        }
        m_html.end();
    }

    const Incident &m_incident;
    ReportWords m_words;
    Html m_html;
};

} // namespace

QByteArray reportHtml(const Incident &incident)
{
    return Report(incident).write();
}

} // namespace plimsoll::app
