// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/dialogs/keyfinder.h"

#include "views/widgets/dialogparts.h"
#include "views/widgets/elidedlabel.h"

#include <utility>

namespace plimsoll::views {

namespace {

constexpr std::chrono::milliseconds typingPause{250}; // pause in typing before a query

} // namespace

KeyFinder::KeyFinder(QObject *parent) : QObject(parent)
{
    m_rest.setSingleShot(true);
    m_rest.setInterval(typingPause);
    connect(&m_rest, &QTimer::timeout, this, &KeyFinder::ask);
}

void KeyFinder::clear()
{
    m_fields.clear();
    m_newest.forget(); // pending replies are for removed fields
}

void KeyFinder::add(ElidedLabel *label, std::function<KeyQuestion()> question)
{
    m_fields.push_back({label, std::move(question)});
}

void KeyFinder::changed()
{
    m_rest.start();
}

void KeyFinder::ask()
{
    std::vector<KeyQuestion> questions;
    for (const Field &field : m_fields) {
        questions.push_back(field.question());
    }
    emit asked(m_newest.next(), questions);
}

void KeyFinder::show(quint64 id, const std::vector<KeyFinding> &findings)
{
    if (!m_newest.is(id)) {
        return;
    }
    for (std::size_t i = 0; i < m_fields.size() && i < findings.size(); ++i) {
        ElidedLabel *const label = m_fields[i].label;
        label->setFullText(findings[i].text);
        setRole(label, QLatin1String(findings[i].wrong ? "warning" : "small"));
    }
}

} // namespace plimsoll::views
