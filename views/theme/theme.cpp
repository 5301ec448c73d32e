// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/theme/theme.h"

#include "models/text/colours.h"

#include "views/theme/plaintext.h"
#include "views/theme/wheel.h"
#include "views/theme/zoom.h"

#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QFile>
#include <QFontDatabase>
#include <QFontInfo>
#include <QIconEngine>
#include <QKeyEvent>
#include <QPainter>
#include <QPalette>
#include <QPixmapCache>
#include <QStyleFactory>
#include <QStyledItemDelegate>
#include <QSvgRenderer>
#include <QTimer>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

namespace plimsoll::views {

namespace {

QColor mixed(const QColor &base, const QColor &over, double share)
{
    const auto blend = [share](int a, int b) { return static_cast<int>(a + (b - a) * share); };
    return {blend(base.red(), over.red()), blend(base.green(), over.green()), blend(base.blue(), over.blue())};
}

QFont sized(QFont font, int pixels, QFont::Weight weight = QFont::Normal)
{
    font.setPixelSize(Px(pixels));
    font.setWeight(weight);
    return font;
}

/// Returns Inter if installed, otherwise the system font.
QString textFamily()
{
    static const QString family = [] {
        const QString wanted = QStringLiteral("Inter");
        return QFontDatabase::hasFamily(wanted) ? wanted
                                                : QFontDatabase::systemFont(QFontDatabase::GeneralFont).family();
    }();
    return family;
}

QString monoFamily()
{
    static const QString family = [] {
        for (const QString &wanted : {QStringLiteral("JetBrains Mono"), QStringLiteral("DejaVu Sans Mono")}) {
            if (QFontDatabase::hasFamily(wanted)) {
                return wanted;
            }
        }
        return QFontInfo(QFontDatabase::systemFont(QFontDatabase::FixedFont)).family();
    }();
    return family;
}

/// An SVG resource in one colour, rendered for each size and scale.
class TintedSvg final : public QIconEngine {
public:
    TintedSvg(QString name, const QColor &colour) : m_name(std::move(name)), m_colour(colour) { }

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State) override
    {
        QFile file(QStringLiteral(":/plimsoll/icons/%1.svg").arg(m_name));
        if (!file.open(QIODevice::ReadOnly)) {
            return;
        }
        QByteArray source = file.readAll();
        source.replace("currentColor", m_colour.name().toLatin1());
        QSvgRenderer renderer(source);
        painter->save();
        if (mode == QIcon::Disabled) {
            painter->setOpacity(0.4);
        }
        renderer.render(painter, QRectF(rect));
        painter->restore();
    }

    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        if (size.isEmpty()) { // a button that shows no icon yet
            return {};
        }
        const QString key = QStringLiteral("plimsoll/%1/%2/%3x%4/%5")
                                .arg(m_name, m_colour.name(), QString::number(size.width()),
                                     QString::number(size.height()), QString::number(static_cast<int>(mode)));
        QPixmap pixmap;
        if (!QPixmapCache::find(key, &pixmap)) {
            pixmap = QPixmap(size);
            pixmap.fill(Qt::transparent);
            QPainter painter(&pixmap);
            paint(&painter, QRect({}, size), mode, state);
            painter.end();
            QPixmapCache::insert(key, pixmap);
        }
        return pixmap;
    }

    [[nodiscard]] QIconEngine *clone() const override { return new TintedSvg(m_name, m_colour); }

private:
    QString m_name;
    QColor m_colour;
};

/// Has the style sheet draw the rows of combo boxes, whose own delegate leaves them to the base style, and Escape close
/// their lists alone.
class ComboLists final : public QObject {
public:
    using QObject::QObject;

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        auto *combo = event->type() == QEvent::Polish ? qobject_cast<QComboBox *>(watched) : nullptr;
        if (combo != nullptr
            && QLatin1StringView(combo->itemDelegate()->metaObject()->className())
                == QLatin1StringView("QComboBoxDelegate")) {
            combo->setItemDelegate(new QStyledItemDelegate(combo));
        }
        const bool isEscape =
            event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent *>(event)->matches(QKeySequence::Cancel);
        if (isEscape && QApplication::activePopupWidget() != nullptr) {
            event->accept(); // it closes the list alone: the shortcut of the window behind would act as well
        }
        return false;
    }
};

/// The colours as Qt paints them.
Tokens tokensOf(const models::Colours &colours, bool isDark)
{
    Tokens tokens;
    tokens.window = QColor(colours.window);
    tokens.card = QColor(colours.card);
    tokens.border = QColor(colours.border);
    tokens.text = QColor(colours.text);
    tokens.secondaryText = QColor(colours.secondaryText);
    tokens.accent = QColor(colours.accent);
    tokens.navigation = QColor(colours.navigation);
    tokens.selection = QColor(colours.selection);
    tokens.warning = QColor(colours.warning);
    tokens.warningBackground = QColor(colours.warningBackground);
    tokens.critical = QColor(colours.critical);
    tokens.criticalBackground = QColor(colours.criticalBackground);
    tokens.good = QColor(colours.good);
    tokens.onAccent = QColor(colours.onAccent);
    tokens.field = QColor(colours.field);
    tokens.badge = QColor(colours.badge);
    tokens.past = QColor(colours.past);
    tokens.pastFrame = QColor(colours.pastFrame);
    tokens.onPast = QColor(colours.onPast);
    tokens.onPastSecondary = QColor(colours.onPastSecondary);
    std::transform(colours.series.begin(), colours.series.end(), tokens.series.begin(),
                   [](quint32 colour) { return QColor(colour); });
    tokens.dark = isDark;
    return tokens;
}

} // namespace

const Tokens &lightTokens()
{
    static const Tokens tokens = tokensOf(models::lightColours, false);
    return tokens;
}

const Tokens &darkTokens()
{
    static const Tokens tokens = tokensOf(models::darkColours, true);
    return tokens;
}

Theme::Theme(QObject *parent) : QObject(parent), m_zoomSoon(new QTimer(this))
{
    constexpr std::chrono::milliseconds untilNoFurtherStep{50};
    m_zoomSoon->setSingleShot(true);
    m_zoomSoon->setInterval(untilNoFurtherStep);
    connect(m_zoomSoon, &QTimer::timeout, this, [this] { setZoom(m_nextZoom); });
}

Theme::Theme(QApplication &application, Choice choice) : Theme()
{
    install(application, choice);
}

void Theme::install(QApplication &application, Choice choice)
{
    m_choice = choice;
    // Read before setting our own palette: until setSystemDark(), the platform's palette tells the preference of the
    // system. Qt 6.4 cannot report a colour scheme.
    m_paletteDark = QApplication::palette().color(QPalette::Window).lightness() < 128;
    Px::s_zoom = m_zoom / 100.0;
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setFont(textFont());
    if (m_application == nullptr) {
        showTextPlainly(application, this);
        leaveWheelToPage(application, this);
        application.installEventFilter(new ComboLists(this));
    }
    m_application = &application;
    refresh();
}

void Theme::setZoom(int percent)
{
    const int zoom = std::clamp(percent, leastZoom, mostZoom);
    const double from = Px::zoom();
    m_zoomSoon->stop();
    m_nextZoom = zoom;
    if (zoom == m_zoom) {
        return;
    }
    m_zoom = zoom;
    Px::s_zoom = zoom / 100.0;
    QApplication::setFont(textFont());
    rescaleWidgets(from, Px::zoom());
    refresh();
}

void Theme::stepZoom(int by)
{
    if (by > 0) {
        const auto *next = std::upper_bound(zoomSteps.begin(), zoomSteps.end(), m_nextZoom);
        m_nextZoom = next == zoomSteps.end() ? mostZoom : *next;
    } else {
        const auto *next = std::lower_bound(zoomSteps.begin(), zoomSteps.end(), m_nextZoom);
        m_nextZoom = next == zoomSteps.begin() ? leastZoom : *std::prev(next);
    }
    m_zoomSoon->start();
}

void Theme::setChoice(Choice choice)
{
    if (m_choice == choice) {
        return;
    }
    const bool before = isDark();
    m_choice = choice;
    if (isDark() != before) {
        refresh();
    } else {
        emit changed();
    }
}

void Theme::setNextChoice()
{
    setChoice(m_choice == Choice::System ? Choice::Light : m_choice == Choice::Light ? Choice::Dark : Choice::System);
}

QString choiceTitle(Theme::Choice choice)
{
    return choice == Theme::Choice::System ? Theme::tr("Follow system")
        : choice == Theme::Choice::Light   ? Theme::tr("Light")
                                           : Theme::tr("Dark");
}

void Theme::setSystemDark(std::optional<bool> dark)
{
    const bool before = isDark();
    m_systemDark = dark;
    if (isDark() != before) {
        refresh();
    }
}

bool Theme::isDark() const
{
    return m_choice == Choice::System ? m_systemDark.value_or(m_paletteDark) : m_choice == Choice::Dark;
}

const Tokens &Theme::tokens() const
{
    return isDark() ? darkTokens() : lightTokens();
}

QFont Theme::textFont() const
{
    return sized(QFont(textFamily()), 13);
}
QFont Theme::headingFont() const
{
    return sized(QFont(textFamily()), 13, QFont::DemiBold);
}
QFont Theme::titleFont() const
{
    return sized(QFont(textFamily()), 18, QFont::DemiBold);
}
QFont Theme::figureFont() const
{
    return sized(QFont(textFamily()), 22, QFont::DemiBold);
}
QFont Theme::smallFont() const
{
    return sized(QFont(textFamily()), 12);
}

QFont Theme::monoFont() const
{
    QFont font = sized(QFont(monoFamily()), 12);
    font.setStyleHint(QFont::Monospace);
    font.setFixedPitch(true);
    return font;
}

QIcon Theme::icon(QLatin1StringView name, const QColor &colour) const
{
    return QIcon(new TintedSvg(QString(name), colour));
}

void Theme::refresh()
{
    if (m_application != nullptr) {
        QApplication::setPalette(palette());
        m_application->setStyleSheet(styleSheet());
    }
    emit changed();
}

QPalette Theme::palette() const
{
    const Tokens &colours = tokens();
    QPalette result(colours.card, colours.window);
    result.setColor(QPalette::Window, colours.window);
    result.setColor(QPalette::WindowText, colours.text);
    result.setColor(QPalette::Base, colours.card);
    result.setColor(QPalette::AlternateBase, colours.window);
    result.setColor(QPalette::Text, colours.text);
    result.setColor(QPalette::Button, colours.card);
    result.setColor(QPalette::ButtonText, colours.text);
    result.setColor(QPalette::BrightText, colours.critical);
    result.setColor(QPalette::ToolTipBase, colours.card);
    result.setColor(QPalette::ToolTipText, colours.text);
    result.setColor(QPalette::PlaceholderText, mixed(colours.card, colours.secondaryText, 0.8));
    result.setColor(QPalette::Highlight, colours.selection);
    result.setColor(QPalette::HighlightedText, colours.text);
    result.setColor(QPalette::Link, colours.accent);
    result.setColor(QPalette::LinkVisited, colours.accent);
    const QColor disabled = mixed(colours.card, colours.secondaryText, 0.55);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        result.setColor(QPalette::Disabled, role, disabled);
    }
    return result;
}

QString Theme::styleSheet() const
{
    QFile file(QStringLiteral(":/plimsoll/styles/plimsoll.qss"));
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    QString sheet = QString::fromUtf8(file.readAll());
    const Tokens &colours = tokens();
    // Longer names first: "@accentHover" must not match "@accent".
    const std::array<std::pair<QLatin1StringView, QString>, 24> names{{
        {QLatin1StringView("@onPastSecondary"), colours.onPastSecondary.name()},
        {QLatin1StringView("@onPast"), colours.onPast.name()},
        {QLatin1StringView("@past"), colours.past.name()},
        {QLatin1StringView("@accentHover"), mixed(colours.accent, colours.text, 0.15).name()},
        {QLatin1StringView("@onAccent"), colours.onAccent.name()},
        {QLatin1StringView("@accent"), colours.accent.name()},
        {QLatin1StringView("@secondaryText"), colours.secondaryText.name()},
        {QLatin1StringView("@navigation"), colours.navigation.name()},
        {QLatin1StringView("@selection"), colours.selection.name()},
        {QLatin1StringView("@disabled"), mixed(colours.card, colours.secondaryText, 0.55).name()},
        {QLatin1StringView("@critical"), colours.critical.name()},
        {QLatin1StringView("@warning"), colours.warning.name()},
        {QLatin1StringView("@good"), colours.good.name()},
        {QLatin1StringView("@border"), colours.border.name()},
        {QLatin1StringView("@handle"), mixed(colours.window, colours.secondaryText, 0.4).name()},
        {QLatin1StringView("@field"), colours.field.name()},
        {QLatin1StringView("@badge"), colours.badge.name()},
        {QLatin1StringView("@check"),
         QString(colours.dark ? QLatin1StringView("check-dark") : QLatin1StringView("check-light"))},
        {QLatin1StringView("@arrow"),
         QString(colours.dark ? QLatin1StringView("down-dark") : QLatin1StringView("down-light"))},
        {QLatin1StringView("@left"),
         QString(colours.dark ? QLatin1StringView("left-dark") : QLatin1StringView("left-light"))},
        {QLatin1StringView("@right"),
         QString(colours.dark ? QLatin1StringView("right-dark") : QLatin1StringView("right-light"))},
        {QLatin1StringView("@mono"), monoFamily()},
        {QLatin1StringView("@card"), colours.card.name()},
        {QLatin1StringView("@text"), colours.text.name()},
    }};
    for (const auto &[name, value] : names) {
        sheet.replace(name, value);
    }
    return scaledSheet(sheet);
}

} // namespace plimsoll::views
