// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/faults/crashchild.h"

#include "tests/faults/crashworld.h"

#include "redis/browse/browser.h"
#include "redis/collections/kinds.h"
#include "redis/operations/journal/journal.h"
#include "redis/operations/plan/planner.h"
#include "redis/operations/run/runner.h"
#include "redis/topology/server.h"
#include "redis/workspace/workspacefile.h"

#include <QFile>
#include <QRandomGenerator>

#include <algorithm>
#include <memory>

using namespace Qt::StringLiterals;

namespace plimsoll::testing {

namespace {

constexpr int added = 20; ///< members of one `add`

/// Some of the elements of a state, as a person selects rows.
std::vector<Element> select(redis::Server &client, const OperationRequest &request, int count, quint32 seed)
{
    BrowseRequest question;
    question.workspace = request.workspace;
    question.collection = request.collection;
    question.query = ElementsQuery{request.state, 0, 100, {}, {}};
    const BrowseResult answer = redis::browse(client, question, {});
    const auto *page = std::get_if<ElementsPage>(&answer.answer);
    std::vector<Element> elements = page != nullptr ? page->elements : std::vector<Element>();
    std::shuffle(elements.begin(), elements.end(), std::mt19937(seed));
    elements.resize(std::min(elements.size(), static_cast<std::size_t>(count)));
    std::erase_if(elements, [](const Element &element) { return element.element.startsWith("pin-"); });
    return elements;
}

/// One more space behind what there is to edit: JSON stays JSON, and unedited() knows what it was.
std::optional<JobEdit> anEdit(redis::Server &client, const OperationRequest &request)
{
    BrowseRequest question;
    question.workspace = request.workspace;
    question.collection = request.collection;
    question.query = JobQuery{request.elements.front(), 0};
    const BrowseResult answer = redis::browse(client, question, {});
    const auto *detail = std::get_if<JobDetail>(&answer.answer);
    JobEdit edit;
    edit.before = request.elements.front().element;
    edit.requeue = request.state == "dead"_L1;
    if (!edit.before.startsWith("{\"")) {
        if (detail == nullptr || !detail->recordFound) {
            return std::nullopt;
        }
        edit.isOfRecord = true;
        edit.before = detail->payload;
        edit.seen = detail->fields;
        for (const auto &[name, value] : detail->fields) {
            if (name == "payload") {
                edit.field = name;
                edit.before = value;
            }
        }
    }
    edit.after = edit.before + ' ';
    return edit;
}

} // namespace

int operateAsChild(const QStringList &arguments)
{
    QFile file(arguments.at(0));
    if (!file.open(QIODevice::ReadOnly)) {
        return 2;
    }
    redis::WorkspaceResult parsed = redis::parseWorkspace(file.readAll(), redis::kindInfos());
    OperationRequest request;
    request.workspace = std::make_shared<const Workspace>(std::get<Workspace>(std::move(parsed)));
    const auto &collections = request.workspace->collections;
    request.collection =
        static_cast<std::size_t>(std::find_if(collections.begin(), collections.end(),
                                              [&](const auto &one) { return one.name == arguments.at(2); })
                                 - collections.begin());
    request.action = *findAction(arguments.at(3));
    request.state = arguments.at(4);
    if (request.action == Action::Move) {
        request.target = "q2";
    }
    request.by = std::chrono::hours(2);
    request.olderThan = std::chrono::hours(1);
    if (request.action != Action::Prune && request.action != Action::Trim) {
        request.olderThan.reset();
    }
    const int count = arguments.at(5).toInt();
    const quint32 seed = arguments.at(6).toUInt();
    if (request.action == Action::SetLastId || request.action == Action::RemoveConsumer) {
        request.group = "g";
        request.consumer = "c" + QByteArray::number(seed % 4);
        request.target = arguments.at(4).toLatin1();
        request.state.clear();
    }

    const std::unique_ptr<redis::Server> server =
        redis::makeServer(*redis::Endpoint::parse(request.workspace->connection.url), {});
    redis::Server &client = *server;
    const auto journal = redis::Journal::open(arguments.at(1));
    if (!journal || !client.connect()) {
        return 3;
    }
    if (request.action == Action::Adopt) { // random ids, lost or not
        for (int i = 0; i < losable; ++i) {
            request.ids.push_back(losableId(i));
        }
        std::shuffle(request.ids.begin(), request.ids.end(), std::mt19937(seed));
        request.ids.resize(std::size_t(count));
    } else if (request.action == Action::Add) {
        for (int i = 0; i < added; ++i) {
            Element &element = request.elements.emplace_back();
            element.element = "added-" + QByteArray::number(seed) + '-' + QByteArray::number(i);
        }
    } else if (count > 0) {
        request.elements = select(client, request, count, seed);
        if (request.elements.empty()) {
            return 0;
        }
    }
    if (request.action == Action::Edit) {
        request.edit = anEdit(client, request);
        if (!request.edit) {
            return 0;
        }
    }
    const Result<Plan> plan = redis::Planner(client).plan(request);
    return plan && redis::Runner(client, journal->get()).run(*plan).state == OperationState::Done ? 0 : 1;
}

} // namespace plimsoll::testing
