// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/pollfixture.h"

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;
using redis::PollSession;
using redis::Reply;

namespace {

/// A real server whose replies arrive in pieces, as on a slow line, or stop half way, or are all LOADING.
class Piecemeal final : public redis::Server {
public:
    explicit Piecemeal(const redis::Endpoint &endpoint) : Server(endpoint)
    {
        m_nodes.push_back(std::make_unique<redis::Node>(endpoint, redis::ClientOptions{.readOnly = true}));
    }

    Result<std::vector<Reply>> exchange(const redis::Pipeline &pipeline, const std::stop_token &stop,
                                        const redis::ReplySink &sink) override
    {
        Result<std::vector<Reply>> replies = m_nodes.front()->exchange(pipeline, stop);
        if (!replies || !sink) {
            return replies;
        }
        for (std::size_t i = 1; isLoading && i < replies->size(); ++i) { // TIME is answered
            (*replies)[i].type = Reply::Type::Error;
            (*replies)[i].bytes = "LOADING Redis is loading the dataset in memory";
        }
        const std::span<const Reply> all = *replies;
        for (std::size_t size = piece; piece > 0 && size < all.size(); size += piece) {
            if (size > cutAfter) {
                m_nodes.front()->disconnect();
                return Error{ErrorKind::Unreachable, u"cut"_s};
            }
            sink(all.first(size));
        }
        return replies;
    }

    std::size_t piece = 0; ///< replies; 0: all at once
    std::size_t cutAfter = SIZE_MAX; ///< replies that arrive before the line is cut
    bool isLoading = false; ///< each key is answered with LOADING
};

} // namespace

/// The rows of a tick are read while the server still answers.
class ArrivingTest final : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_server.flush();
        m_server.run({"RPUSH", "q", "1", "2", "3"});
        m_server.run({"RPUSH", "p", "1"});
        m_server.run({"SADD", "set", "a", "b"});
        m_server.run({"ZADD", "z", "1", "old", "99999999999999", "later"});
        m_server.run({"SET", "wrong", "no list"});
    }

    void rowsAreTheSameInPiecesOfAnySize()
    {
        const WorkspacePtr collections = everything();
        const SnapshotPtr whole = tickInPieces(collections, 0);
        for (const std::size_t piece : {1, 2, 3, 5, 8, 13}) {
            const SnapshotPtr pieces = tickInPieces(collections, piece);
            for (std::size_t row = 0; row < whole->size(); ++row) {
                QCOMPARE(pieces->rows[row].state, whole->rows[row].state);
                QCOMPARE(pieces->rows[row].head != nullptr, whole->rows[row].head != nullptr);
                for (int figure = 0; figure < std::ssize(whole->figuresOf(row)); ++figure) {
                    const double is = pieces->figure(row, figure);
                    const double was = whole->figure(row, figure);
                    // Times run on between two ticks.
                    const bool isTime = whole->layout->rows[row].figure(figure).unit == Unit::Duration;
                    QVERIFY2(isKnown(is) == isKnown(was) && (isTime || !isKnown(is) || is == was),
                             qPrintable(u"piece %1, row %2, figure %3"_s.arg(piece).arg(row).arg(figure)));
                }
            }
        }
    }

    /// A tick that fails half way shows nothing; the next one has everything, including changes of keys.
    void aTickThatFailsHalfWayLeavesNothing()
    {
        const WorkspacePtr collections = everything();
        for (std::size_t cutAfter = 1; cutAfter < 12; ++cutAfter) {
            auto owned = std::make_unique<Piecemeal>(m_server.local());
            Piecemeal &server = *owned;
            PollSession session(collections, std::move(owned), {});
            QVERIFY(session.tick());
            Workspace other = *collections;
            other.collections[0].keys[0].templates = {"p"};
            session.edit(std::make_shared<Workspace>(other), 0);
            server.piece = 1;
            server.cutAfter = cutAfter;
            const auto failed = session.tick();
            QVERIFY(!failed);
            QCOMPARE(failed.error().message, u"cut"_s);
            server.cutAfter = SIZE_MAX;
            const auto snapshot = session.tick();
            QVERIFY(snapshot);
            QCOMPARE((*snapshot)->figure(0, 0), 1.0);
            QVERIFY((*snapshot)->hasJumped(0, 0));
            QCOMPARE((*snapshot)->figure(1, 0), 2.0);
            const auto next = session.tick();
            QVERIFY(next && !(*next)->hasJumped(0, 0));
        }
    }

    /// While a server loads its data, each key's reply is the same error: no row may take it for its own.
    void noRowIsReadFromErrorsOfTheWholeNode()
    {
        auto owned = std::make_unique<Piecemeal>(m_server.local());
        Piecemeal &loading = *owned;
        loading.piece = 1;
        PollSession session(everything(), std::move(owned), {});
        QVERIFY(session.tick());
        loading.isLoading = true;
        const auto failed = session.tick();
        QVERIFY(!failed);
        QVERIFY2(failed.error().message.contains("loading"_L1), qPrintable(failed.error().message));
        loading.isLoading = false;
        QCOMPARE((*session.tick())->figure(0, 0), 3.0);
    }

private:
    static WorkspacePtr everything()
    {
        return workspace("{'name':'queue','kind':'queue','keys':{'ready':'q'}}",
                         "{'name':'members','kind':'members','keys':{'set':'set'}}",
                         "{'name':'schedule','kind':'schedule','keys':{'delayed':'z'}}",
                         "{'name':'wrong','kind':'queue','keys':{'ready':'wrong'}}",
                         "{'name':'none','kind':'queue','keys':{'ready':'nothing','dead':'none'}}");
    }

    SnapshotPtr tickInPieces(const WorkspacePtr &collections, std::size_t piece)
    {
        auto server = std::make_unique<Piecemeal>(m_server.local());
        server->piece = piece;
        PollSession session(collections, std::move(server), {.headBudget = 0});
        const auto snapshot = session.tick();
        return snapshot ? *snapshot : nullptr;
    }

    RedisServer m_server;
};

QTEST_GUILESS_MAIN(ArrivingTest)
#include "tst_arriving.moc"
