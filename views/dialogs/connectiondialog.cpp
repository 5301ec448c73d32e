// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/dialogs/connectiondialog.h"

#include "models/text/format.h"
#include "redis/types/plural.h"
#include "views/dialogs/importedconnections.h"
#include "views/dialogs/tlsfields.h"
#include "views/dialogs/wayfields.h"
#include "views/operations/offeraction.h"
#include "views/theme/theme.h"
#include "views/widgets/dialogparts.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/screenfit.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QDialogButtonBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace plimsoll::views {

namespace {

constexpr int highestDatabase = 9999; ///< servers have 16 by default

struct NamedColour {
    const char *name;
    const char *hex;
};
constexpr std::array connectionColours{
    NamedColour{QT_TRANSLATE_NOOP("plimsoll::views::ConnectionDialog", "None"), ""},
    NamedColour{QT_TRANSLATE_NOOP("plimsoll::views::ConnectionDialog", "Red"), "#c0392b"},
    NamedColour{QT_TRANSLATE_NOOP("plimsoll::views::ConnectionDialog", "Orange"), "#d35400"},
    NamedColour{QT_TRANSLATE_NOOP("plimsoll::views::ConnectionDialog", "Yellow"), "#b7950b"},
    NamedColour{QT_TRANSLATE_NOOP("plimsoll::views::ConnectionDialog", "Green"), "#1e8449"},
    NamedColour{QT_TRANSLATE_NOOP("plimsoll::views::ConnectionDialog", "Blue"), "#2471a3"},
    NamedColour{QT_TRANSLATE_NOOP("plimsoll::views::ConnectionDialog", "Purple"), "#7d3c98"},
};

constexpr int stepLines = 9; ///< height of the steps of a test
constexpr std::size_t mostSteps = 100;
constexpr QSize importSize{520, 320};
constexpr qsizetype longestStep = 2'000;

QString testText()
{
    return QCoreApplication::translate("plimsoll::views::ConnectionDialog", "&Test");
}

QString stopText()
{
    return QCoreApplication::translate("plimsoll::views::ConnectionDialog", "S&top the test");
}

QIcon swatch(const QString &hex)
{
    QPixmap pixmap(14, 14);
    pixmap.fill(hex.isEmpty() ? QColor(Qt::transparent) : QColor(hex));
    return QIcon(pixmap);
}

} // namespace

ConnectionDialog::ConnectionDialog(Theme *theme, QWidget *parent) : QDialog(parent)
{
    setObjectName(QStringLiteral("connectionDialog"));
    setWindowTitle(tr("Connection"));
    build(theme);
    ConnectionForm fresh;
    fresh.connection.url = redis::Endpoint().url();
    fresh.connection.readOnly = true;
    setForm(fresh);
}

ConnectionDialog::~ConnectionDialog()
{
    // QDialog hides in its destructor; a field that then loses focus would call into a destroyed object.
    hide();
}

void ConnectionDialog::build(Theme *theme)
{
    QVBoxLayout *const layout = dialogLayout(this);

    auto *const head = new QHBoxLayout;
    m_title = dialogTitle(tr("Connect to Redis"), this);
    head->addWidget(m_title);
    m_productionBadge = productionBadge(theme, this);
    head->addWidget(m_productionBadge);
    m_unverifiedBadge = redBadge(unverifiedText(), "unverifiedBadge", theme, this);
    head->addWidget(m_unverifiedBadge);
    head->addStretch();
    layout->addLayout(head);

    m_form = dialogForm(dialogScroll(layout));
    buildAddress();
    buildLogin();
    buildManner();
    buildButtons(layout);
    m_url->setFont(theme->monoFont());
    m_path->setFont(theme->monoFont());
    resize(std::max(540, sizeHint().width()), sizeHint().height());
    m_url->setFocus();
}

void ConnectionDialog::buildAddress()
{
    m_name = named(new QLineEdit, "connectionName");
    m_name->setPlaceholderText(tr("orders, production"));
    addRow(m_form, tr("&Name"), m_name);
    m_url = named(new QLineEdit, "connectionUrl");
    m_url->setPlaceholderText(QStringLiteral("redis://127.0.0.1:6379/0"));
    addRow(m_form, tr("&URL"), m_url);

    m_transport = named(new QComboBox, "connectionTransport");
    m_transport->addItems({tr("Host and port"), tr("Unix socket")});
    addRow(m_form, tr("Reached &by"), m_transport);
    m_host = named(new QLineEdit, "connectionHost");
    m_port = named(new QSpinBox, "connectionPort");
    m_port->setRange(1, 65535);
    m_port->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_port->setAccessibleName(tr("Port"));
    m_hostRow = rowOf({m_host, m_port});
    addRow(m_form, tr("&Host and port"), m_hostRow, m_host);
    m_path = named(new QLineEdit, "connectionPath");
    m_path->setPlaceholderText(QStringLiteral("/run/redis/redis.sock"));
    auto *const browse = named(new QPushButton(tr("Choose…")), "connectionChoosePath");
    m_pathRow = rowOf({m_path, browse});
    addRow(m_form, tr("&Socket"), m_pathRow, m_path);
    m_database = named(new QSpinBox, "connectionDatabase");
    m_database->setRange(0, highestDatabase);
    m_database->setButtonSymbols(QAbstractSpinBox::NoButtons);
    addRow(m_form, tr("&Database"), m_database);
    m_tls = new TlsFields(m_form, this);

    connect(m_url, &QLineEdit::textEdited, this, &ConnectionDialog::urlEdited);
    connect(m_url, &QLineEdit::editingFinished, this, &ConnectionDialog::urlFinished);
    connect(m_host, &QLineEdit::textEdited, this, &ConnectionDialog::fieldsEdited);
    connect(m_path, &QLineEdit::textEdited, this, &ConnectionDialog::fieldsEdited);
    connect(m_port, &QSpinBox::valueChanged, this, &ConnectionDialog::fieldsEdited);
    connect(m_database, &QSpinBox::valueChanged, this, &ConnectionDialog::fieldsEdited);
    connect(m_transport, &QComboBox::currentIndexChanged, this, &ConnectionDialog::fieldsEdited);
    connect(browse, &QPushButton::clicked, this, &ConnectionDialog::chooseSocket);
    connect(m_tls, &TlsFields::edited, this, &ConnectionDialog::fieldsEdited);
    connect(m_tls, &TlsFields::trustsAnybody, m_unverifiedBadge, &QWidget::setVisible);
}

void ConnectionDialog::buildLogin()
{
    m_user = named(new QLineEdit, "connectionUser");
    m_user->setPlaceholderText(tr("default"));
    addRow(m_form, tr("Us&er"), m_user);
    m_password = named(new QLineEdit, "connectionPassword");
    m_password->setEchoMode(QLineEdit::Password);
    m_password->setPlaceholderText(tr("none"));
    auto *const show = named(new QPushButton(tr("Show")), "connectionShowPassword");
    show->setCheckable(true);
    show->setAccessibleName(tr("Show the password"));
    addRow(m_form, tr("&Password"), rowOf({m_password, show}), m_password);
    m_remember = named(new QCheckBox(tr("Remember the password in the system keychain")), "connectionRemember");
    m_form->addRow(QString(), m_remember);
    m_way = new WayFields(m_form, this);

    connect(m_user, &QLineEdit::textEdited, this, &ConnectionDialog::fieldsEdited);
    connect(m_password, &QLineEdit::textEdited, this, &ConnectionDialog::fieldsEdited);
    connect(m_way, &WayFields::edited, this, [this] {
        m_mistake = mistakeInSections();
        changed();
    });
    connect(show, &QPushButton::toggled, this, [this, show](bool shown) {
        m_password->setEchoMode(shown ? QLineEdit::Normal : QLineEdit::Password);
        show->setText(shown ? tr("Hide") : tr("Show"));
    });
}

void ConnectionDialog::buildManner()
{
    m_colour = named(new QComboBox, "connectionColour");
    addRow(m_form, tr("&Colour"), m_colour);
    m_readOnly = named(new QCheckBox(tr("&Read-only: nothing on the server can be changed")), "connectionReadOnly");
    m_form->addRow(QString(), m_readOnly);
    m_production =
        named(new QCheckBox(tr("Pr&oduction: marked in red, names are typed to confirm")), "connectionProduction");
    m_form->addRow(QString(), m_production);
    connect(m_production, &QCheckBox::toggled, m_productionBadge, &QWidget::setVisible);
}

void ConnectionDialog::buildButtons(QVBoxLayout *layout)
{
    // Takes its room from the form, which scrolls meanwhile, so that a test moves nothing.
    m_steps = named(new QScrollArea, "connectionSteps");
    m_steps->setWidgetResizable(true);
    m_steps->setFrameShape(QFrame::NoFrame);
    m_steps->setFixedHeight(stepLines * fontMetrics().lineSpacing());
    m_steps->setAccessibleName(tr("Steps of the test"));
    m_steps->hide();
    layout->addWidget(m_steps);
    m_imported = named(new QLabel, "connectionImported");
    m_imported->setWordWrap(true);
    m_imported->setTextFormat(Qt::PlainText);
    m_imported->hide();
    layout->addWidget(m_imported);
    m_result = named(new QLabel, "connectionResult");
    m_result->setWordWrap(true);
    m_result->setTextFormat(Qt::PlainText);
    m_result->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_result->setMinimumHeight(2 * m_result->fontMetrics().lineSpacing());
    m_result->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    layout->addWidget(m_result);

    auto *const buttons = dialogButtons(this);
    m_test = named(buttons->addButton(testText(), QDialogButtonBox::ResetRole), "connectionTest"); // left-aligned
    keepWidth(*m_test, stopText());
    m_import = named(buttons->addButton(tr("&Import…"), QDialogButtonBox::ResetRole), "connectionImport");
    m_import->setToolTip(
        tr("Connections that RedisInsight, Another Redis Desktop Manager, Tiny RDM or RESP.app have exported."));
    m_accept = addAccept(buttons, tr("Connect"), "connectionAccept");
    addCancel(buttons, "connectionCancel");
    layout->addWidget(buttons);

    connect(m_test, &QPushButton::clicked, this, &ConnectionDialog::startOrStopTest);
    connect(m_import, &QPushButton::clicked, this, &ConnectionDialog::chooseImport);
}

void ConnectionDialog::fillColours(const QString &chosen)
{
    m_colour->clear();
    for (const NamedColour &colour : connectionColours) {
        const QString hex = QLatin1String(colour.hex);
        m_colour->addItem(swatch(hex), tr(colour.name), hex);
    }
    int index = m_colour->findData(chosen, Qt::UserRole, Qt::MatchFixedString);
    if (index < 0) {
        m_colour->addItem(swatch(chosen), chosen, chosen);
        index = m_colour->count() - 1;
    }
    m_colour->setCurrentIndex(index);
}

void ConnectionDialog::setEditing()
{
    setWindowTitle(tr("Edit the connection"));
    m_title->setFullText(tr("Edit the connection"));
    m_accept->setText(tr("Save"));
    m_import->hide();
}

void ConnectionDialog::setKeychainProblem(const QString &problem)
{
    m_remember->setEnabled(problem.isEmpty());
    m_remember->setText(problem.isEmpty() ? tr("Remember the password in the system keychain")
                                          : tr("Remember the password: %1").arg(problem));
    if (!problem.isEmpty()) {
        m_remember->setChecked(false);
    }
    grow();
}

void ConnectionDialog::setForm(const ConnectionForm &form)
{
    m_settings = form.connection;
    m_name->setText(form.name);
    fillColours(form.connection.colour);
    m_readOnly->setChecked(form.connection.readOnly);
    m_production->setChecked(form.connection.production);
    m_productionBadge->setVisible(form.connection.production);
    m_remember->setChecked(form.rememberPassword && m_remember->isEnabled());
    m_password->setText(QString::fromUtf8(form.password));
    m_tls->setSettings(form.connection);
    m_way->setSettings(form.connection);
    m_url->setText(form.connection.url);
    urlEdited(form.connection.url);
    urlFinished();
    grow(); // for the rows of TLS
}

/// Makes room for what the form has become, which its scroll area would only notice at the next event.
void ConnectionDialog::grow()
{
    auto *const form = findChild<QScrollArea *>();
    form->widget()->layout()->activate();
    form->updateGeometry();
    resize(size().expandedTo(sizeHint()));
    if (isVisible()) {
        ScreenFit::fit(this);
    }
}

ConnectionForm ConnectionDialog::form() const
{
    ConnectionForm form;
    form.name = m_name->text().trimmed();
    form.connection = m_settings;
    form.connection.url = m_endpoint.url();
    m_tls->fill(form.connection);
    m_way->fill(form.connection);
    form.connection.colour = m_colour->currentData().toString();
    form.connection.readOnly = m_readOnly->isChecked();
    form.connection.production = m_production->isChecked();
    form.password = m_endpoint.password;
    form.rememberPassword = m_remember->isChecked();
    return form;
}

void ConnectionDialog::urlEdited(const QString &text)
{
    static const QRegularExpression address(QStringLiteral("^[^/@,\\s]+:\\d+(/\\d+)?$")); // without redis://
    const QString typed = text.trimmed();
    const Result<redis::Endpoint> parsed =
        redis::Endpoint::parse(address.match(typed).hasMatch() ? QStringLiteral("redis://") + typed : typed);
    if (!parsed) {
        m_mistake = parsed.error().message;
        changed();
        return;
    }
    m_endpoint = *parsed;
    if (m_endpoint.password.isEmpty()) {
        m_endpoint.password = m_password->text().toUtf8();
    }
    showFields(m_endpoint);
    m_mistake = mistakeInSections();
    changed();
}

QString ConnectionDialog::mistakeInSections() const
{
    const QString mistake = m_tls->mistake();
    return mistake.isEmpty() ? m_way->mistake() : mistake;
}

/// Moves a password in the URL to its own field, and completes an address without a scheme.
void ConnectionDialog::urlFinished()
{
    const bool hasPassword = !m_endpoint.password.isEmpty() && m_url->text().contains(u'@');
    if (m_mistake.isEmpty() && (hasPassword || !m_url->text().contains(QLatin1String("://")))) {
        m_url->setText(m_endpoint.url());
    }
}

redis::Endpoint ConnectionDialog::fromFields() const
{
    redis::Endpoint endpoint;
    const bool socket = m_transport->currentIndex() == 1;
    endpoint.transport = socket ? redis::Endpoint::Transport::Local : redis::Endpoint::Transport::Tcp;
    if (!socket) { // which no field says
        endpoint.topology = m_endpoint.topology;
        endpoint.seeds = m_endpoint.seeds;
        endpoint.masterName = m_endpoint.masterName;
    }
    endpoint.host = m_host->text().trimmed();
    endpoint.port = static_cast<quint16>(m_port->value());
    endpoint.path = m_path->text();
    endpoint.user = m_user->text().toUtf8();
    endpoint.password = m_password->text().toUtf8();
    endpoint.database = m_database->value();
    if (m_tls->isOn()) {
        endpoint.tls.emplace();
    }
    return endpoint;
}

void ConnectionDialog::fieldsEdited()
{
    showTransport(m_transport->currentIndex() == 1);
    m_endpoint = fromFields();
    const bool socket = m_endpoint.transport == redis::Endpoint::Transport::Local;
    if (socket ? m_endpoint.path.isEmpty() : m_endpoint.host.isEmpty()) {
        m_mistake = socket ? tr("Give the path of the socket") : tr("Give the name or address of the host");
    } else {
        // The fields must make a URL that a workspace can store.
        const Result<redis::Endpoint> parsed = redis::Endpoint::parse(m_endpoint.url());
        m_mistake = parsed ? QString() : parsed.error().message;
    }
    if (m_mistake.isEmpty()) {
        m_url->setText(m_endpoint.url());
        m_mistake = mistakeInSections();
    }
    m_way->setEndpoint(m_endpoint);
    changed();
}

void ConnectionDialog::showFields(const redis::Endpoint &endpoint)
{
    const std::array<QSignalBlocker, 3> quiet{QSignalBlocker(m_transport), QSignalBlocker(m_port),
                                              QSignalBlocker(m_database)};
    const bool socket = endpoint.transport == redis::Endpoint::Transport::Local;
    m_transport->setCurrentIndex(socket ? 1 : 0);
    m_host->setText(endpoint.host);
    m_port->setValue(endpoint.port);
    m_path->setText(endpoint.path);
    m_database->setValue(endpoint.database);
    m_user->setText(QString::fromUtf8(endpoint.user));
    m_password->setText(QString::fromUtf8(endpoint.password));
    m_tls->setOn(endpoint.tls.has_value());
    m_way->setEndpoint(endpoint);
    showTransport(socket);
}

void ConnectionDialog::showTransport(bool socket)
{
    m_tls->setPossible(!socket);
    m_form->setRowVisible(m_hostRow, !socket);
    m_form->setRowVisible(m_pathRow, socket);
}

void ConnectionDialog::chooseSocket()
{
    // Opened asynchronously, without a nested event loop.
    auto *const chooser = new QFileDialog(this, tr("Choose the server's socket"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFilter(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot);
    connect(chooser, &QFileDialog::fileSelected, this, [this](const QString &path) {
        m_path->setText(path);
        fieldsEdited();
    });
    chooser->open();
}

void ConnectionDialog::chooseImport()
{
    auto *const chooser = new QFileDialog(this, tr("Choose the export of another tool"));
    chooser->setObjectName(QStringLiteral("importDialog"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::ExistingFile);
    connect(chooser, &QFileDialog::fileSelected, this, &ConnectionDialog::importFrom);
    chooser->open();
}

void ConnectionDialog::importFrom(const QString &path)
{
    QFile file(path);
    const QString name = QFileInfo(path).fileName();
    if (!QFileInfo(path).isFile()) { // a pipe could keep the window waiting
        say(tr("%1 is not a file").arg(name), "critical");
        return;
    }
    if (!file.open(QIODevice::ReadOnly)) {
        say(tr("Cannot read %1: %2").arg(name, file.errorString()), "critical");
        return;
    }
    if (file.size() > mostImportBytes) {
        say(tr("%1 has more than 1 MiB, which no export of connections has").arg(name), "critical");
        return;
    }
    const Result<ImportedConnections> found = importedConnections(file.readAll());
    if (!found) {
        say(tr("Cannot import from %1. %2.").arg(name, found.error().message), "critical");
    } else if (found->all.size() == 1) {
        fillFrom(found->all.front(), found->skipped);
    } else {
        chooseImported(*found);
    }
}

void ConnectionDialog::chooseImported(const ImportedConnections &found)
{
    const std::vector<ImportedConnection> &all = found.all;
    QStringList lines; // numbered, as names and addresses may be alike
    for (const ImportedConnection &each : all) {
        const ConnectionSettings &settings = each.form.connection;
        const QString to = settings.ssh.isEmpty() ? settings.url : tr("%1 through %2").arg(settings.url, settings.ssh);
        lines += tr("%1. %2: %3").arg(QString::number(lines.size() + 1), each.form.name, to);
    }
    auto *const chooser = new QInputDialog(this);
    chooser->setObjectName(QStringLiteral("importChoice"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setWindowTitle(tr("Import a connection"));
    chooser->setLabelText(tr("Which of these %1?", nullptr, pluralOf(std::ssize(all)))
                              .arg(models::formatCount(static_cast<qint64>(all.size()))));
    chooser->setOption(QInputDialog::UseListViewForComboBoxItems);
    chooser->setOkButtonText(tr("Import"));
    chooser->setComboBoxItems(lines);
    chooser->setTextValue(lines.front());
    chooser->resize(importSize);
    connect(chooser, &QInputDialog::textValueSelected, this, [this, found, lines](const QString &line) {
        const qsizetype chosen = lines.indexOf(line);
        if (chosen >= 0) {
            fillFrom(found.all[static_cast<std::size_t>(chosen)], found.skipped);
        }
    });
    chooser->open();
}

void ConnectionDialog::fillFrom(const ImportedConnection &imported, int skipped)
{
    setForm(imported.form);
    QStringList said = imported.left;
    if (skipped > 0) {
        said += skipped == 1
            ? tr("1 entry of the file has no address that can be used.")
            : tr("%1 entries of the file have no address that can be used.", nullptr, pluralOf(skipped))
                  .arg(models::formatCount(skipped));
    }
    const bool isWhole = said.isEmpty();
    m_imported->setText(isWhole ? tr("Imported. Nothing is connected or saved yet.") : said.join(u' '));
    setRole(m_imported, isWhole ? QLatin1String("secondary") : QLatin1String("warning"));
    m_imported->show(); // stays while the form is edited
    grow();
}

void ConnectionDialog::startOrStopTest()
{
    if (m_isTesting) {
        m_test->setEnabled(false); // until it has stopped
        emit testCancelled();
        return;
    }
    ++m_testNumber;
    m_isTesting = true;
    m_test->setText(stopText());
    m_steps->hide();
    say(tr("Testing %1…").arg(m_endpoint.display()), "secondary");
    emit testRequested(m_testNumber);
}

void ConnectionDialog::endTest()
{
    m_isTesting = false;
    m_test->setText(testText());
    m_test->setEnabled(isValid());
}

void ConnectionDialog::showTestResult(quint64 test, const ConnectionReport &report)
{
    if (test != m_testNumber || !m_isTesting) {
        return;
    }
    endTest();
    const auto hasState = [](StepState state) {
        return [state](const ConnectionStep &step) { return step.state == state; };
    };
    const auto failed = std::find_if(report.steps.begin(), report.steps.end(), hasState(StepState::Failed));
    if (failed != report.steps.end()) {
        say(tr("The connection does not work: %1 failed").arg(failed->step), "critical");
    } else if (!report.isOk()) {
        say(tr("The test was stopped"), "secondary");
    } else if (std::any_of(report.steps.begin(), report.steps.end(), hasState(StepState::Warning))) {
        say(tr("The connection works, with warnings"), "warning");
    } else {
        say(tr("The connection works"), "good");
    }
    showSteps(report.steps);
}

void ConnectionDialog::showSteps(const std::vector<ConnectionStep> &steps)
{
    static constexpr std::array roles{"good", "warning", "critical", "secondary"}; // by StepState
    auto *const list = named(new QWidget, "pageBody"); // as dialogScroll() has it
    auto *const rows = new QGridLayout(list);
    rows->setContentsMargins(0, 0, metrics::step, 0);
    rows->setColumnStretch(2, 1);
    const auto add = [&](int row, int column, const QString &text, const char *role) {
        auto *const label = new QLabel(text);
        label->setTextFormat(Qt::PlainText);
        label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->setWordWrap(column == 2);
        setRole(label, QLatin1String(role));
        rows->addWidget(label, row, column);
        return label;
    };
    QWidget *failed = nullptr; // the first
    int row = 0;
    std::size_t left = 0; // not shown
    for (const ConnectionStep &step : steps) {
        // With very many steps, shows only those that are not in order: laying out a row takes a while.
        const bool isShown = steps.size() <= mostSteps || (step.state != StepState::Ok && row < int(mostSteps));
        if (!isShown) {
            ++left;
            continue;
        }
        const char *const role = roles.at(static_cast<std::size_t>(step.state));
        const QString shortened =
            step.text.size() > longestStep ? step.text.left(longestStep) + QStringLiteral("…") : step.text;
        add(row, 0, step.step, "secondary");
        add(row, 1, stepStateId(step.state), role);
        QLabel *const text = add(row, 2, shortened, step.state == StepState::Failed ? role : "");
        failed = failed == nullptr && step.state == StepState::Failed ? text : failed;
        ++row;
    }
    if (left > 0) {
        add(row, 2, tr("%1 more are not shown here; plimsoll doctor shows all").arg(models::formatCount(left)),
            "secondary");
        ++row;
    }
    rows->setRowStretch(row, 1);
    m_steps->setWidget(list); // deletes the one before
    m_steps->show();
    if (failed != nullptr) { // its place is known once the rows are laid out
        QTimer::singleShot(0, failed, [this, failed] { m_steps->ensureWidgetVisible(failed, 0, 0); });
    }
}

/// Called on every edit: an earlier test no longer applies to this address.
void ConnectionDialog::changed()
{
    m_accept->setEnabled(isValid());
    m_accept->setToolTip(m_mistake);
    if (m_isTesting) {
        emit testCancelled();
    }
    endTest();
    m_steps->hide();
    say(m_mistake, "critical");
}

void ConnectionDialog::say(const QString &text, const char *role)
{
    setRole(m_result, QLatin1String(role));
    m_result->setText(text);
}

} // namespace plimsoll::views
