// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/proposalmodel.h"
#include "redis/collections/kinds.h"
#include "redis/workspace/workspacefile.h"

#include <QAbstractItemModelTester>
#include <QJsonObject>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <array>

using namespace plimsoll;
using models::ProposalModel;

namespace {

Proposal proposal(const char *name, const QList<QByteArray> &keys, double confidence)
{
    static constexpr std::array roles{"ready", "processing", "dead"};
    QJsonObject json;
    for (qsizetype i = 0; i < keys.size(); ++i) {
        json.insert(QLatin1StringView(roles.at(static_cast<std::size_t>(i))), QString::fromUtf8(keys[i]));
    }
    Proposal made;
    made.definition = redis::checkCollection({{QStringLiteral("name"), QString::fromUtf8(name)},
                                              {QStringLiteral("kind"), QStringLiteral("queue")},
                                              {QStringLiteral("keys"), json}},
                                             redis::kindInfos(), {})
                          .definition;
    made.confidence = confidence;
    made.count = keys.size();
    made.reason = QStringLiteral("its name");
    return made;
}

} // namespace

/// Proposed collections as rows.
class TestProposalModel final : public QObject {
    Q_OBJECT

private slots:
    void ticksTheLikelyOnes();
    void keepsWhatTheUserDecided();
    void marksWhatIsWatched();
    void keepsNamesApart();
    void nothingNewIsNoSignal();
    void survivesAnySequence();

private:
    static QModelIndex check(const ProposalModel &model, int row)
    {
        return model.index(row, static_cast<int>(ProposalModel::Column::Watch));
    }
    static bool isTicked(const ProposalModel &model, int row)
    {
        return check(model, row).data(Qt::CheckStateRole).toInt() == Qt::Checked;
    }
};

void TestProposalModel::ticksTheLikelyOnes()
{
    ProposalModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.apply(
        {proposal("a", {"a"}, 0.9), proposal("b", {"b"}, ProposalModel::tickedFrom), proposal("c", {"c"}, 0.45)},
        false);
    QVERIFY(isTicked(model, 0) && isTicked(model, 1) && !isTicked(model, 2));
    QCOMPARE(model.wanted().size(), 2U);
    const QSignalSpy changed(&model, &ProposalModel::wantedChanged);
    QVERIFY(model.setData(check(model, 2), Qt::Checked, Qt::CheckStateRole));
    QVERIFY(model.setData(check(model, 0), Qt::Unchecked, Qt::CheckStateRole));
    QCOMPARE(changed.size(), 2);
    QVERIFY(!isTicked(model, 0) && isTicked(model, 2));
    QVERIFY(
        !model.setData(model.index(0, static_cast<int>(ProposalModel::Column::Name)), Qt::Checked, Qt::CheckStateRole));
}

void TestProposalModel::keepsWhatTheUserDecided()
{
    ProposalModel model;
    model.apply({proposal("mail", {"queue:mail"}, 0.9), proposal("sms", {"queue:sms"}, 0.9)}, false);
    model.tick({check(model, 0)}, false);
    model.change(model.row(1).id, proposal("texts", {"queue:sms"}, 0).definition);
    // The search goes on, and finds more keys of the first.
    model.apply(
        {proposal("sms", {"queue:sms"}, 0.95), proposal("mail queue", {"queue:mail", "queue:mail:processing"}, 0.97)},
        false);
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.row(0).proposal.definition.name, QStringLiteral("texts"));
    QVERIFY(isTicked(model, 0));
    QCOMPARE(model.row(1).proposal.definition.keys.size(), 2U);
    QVERIFY(!isTicked(model, 1));
    model.apply({}, false); // the keys are gone: the user's version stays
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(model.row(0).proposal.definition.name, QStringLiteral("texts"));
}

void TestProposalModel::marksWhatIsWatched()
{
    ProposalModel model;
    model.apply({proposal("mail", {"queue:mail", "queue:mail:processing"}, 0.9), proposal("sms", {"queue:sms"}, 0.9)},
                false);
    auto workspace = std::make_shared<Workspace>();
    workspace->collections.push_back(proposal("letters", {"queue:mail"}, 0).definition);
    model.setWorkspace(workspace);
    QVERIFY(model.row(0).isWatched && !model.row(1).isWatched);
    QVERIFY(!check(model, 0).data(Qt::CheckStateRole).isValid());
    QVERIFY(!check(model, 0).flags().testFlag(Qt::ItemIsUserCheckable));
    QVERIFY(!model.setData(check(model, 0), Qt::Checked, Qt::CheckStateRole));
    QCOMPARE(model.wanted().size(), 1U);
    model.setWorkspace(std::make_shared<Workspace>());
    QVERIFY(!model.row(0).isWatched && isTicked(model, 0));
}

void TestProposalModel::keepsNamesApart()
{
    ProposalModel model;
    auto workspace = std::make_shared<Workspace>();
    workspace->collections.push_back(proposal("mail", {"other"}, 0).definition);
    model.setWorkspace(workspace);
    model.apply({proposal("mail", {"queue:mail"}, 0.9)}, false);
    QCOMPARE(model.wanted().front().name, QStringLiteral("mail 2"));
    QCOMPARE(model.otherNames(model.row(0).id), QStringList{QStringLiteral("mail")});
}

void TestProposalModel::nothingNewIsNoSignal()
{
    ProposalModel model;
    const std::vector<Proposal> all{proposal("a", {"a"}, 0.9), proposal("b", {"b"}, 0.9)};
    model.apply(all, false);
    const QSignalSpy changed(&model, &ProposalModel::dataChanged);
    const QSignalSpy layout(&model, &ProposalModel::layoutChanged);
    model.apply(all, false);
    QVERIFY(changed.isEmpty() && layout.isEmpty());
}

void TestProposalModel::survivesAnySequence()
{
    ProposalModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QRandomGenerator random(7);
    for (int round = 0; round < 60; ++round) {
        std::vector<Proposal> all;
        for (int i = 0; i < 12; ++i) {
            if (random.bounded(2) == 0) {
                const QByteArray key = "q" + QByteArray::number(i);
                all.push_back(proposal(key.constData(), {key}, random.bounded(1.0)));
            }
        }
        std::shuffle(all.begin(), all.end(), random);
        model.apply(all, random.bounded(2) == 0);
        QCOMPARE(static_cast<std::size_t>(model.rowCount()), all.size());
        if (model.rowCount() > 0) {
            model.tick({check(model, random.bounded(model.rowCount()))}, random.bounded(2) == 0);
        }
    }
}

QTEST_GUILESS_MAIN(TestProposalModel)
#include "tst_proposalmodel.moc"
