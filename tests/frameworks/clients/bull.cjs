// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs of Bull in every state, and what its queue counts.
'use strict';
const Queue = require('bull');

const redis = {host: '127.0.0.1', port: Number(process.argv[2])};
const until = async condition => {
  while (!await condition()) {
    await new Promise(resolve => setTimeout(resolve, 20));
  }
};

async function main() {
  const settings = {lockDuration: 300, lockRenewTime: 100000000, stalledInterval: 0, guardInterval: 100000000};
  const mail = new Queue('mail', {redis, settings});
  mail.process('hang', 2, () => new Promise(() => {}));
  mail.process('fail', 1, async () => {
    throw new Error('boom');
  });
  await mail.addBulk([{name: 'fail', data: {}}, {name: 'fail', data: {}}]);
  await until(async () => await mail.getFailedCount() === 2);
  await mail.addBulk([{name: 'hang', data: {}}, {name: 'hang', data: {}}, {name: 'hang', data: {}}]);
  await until(async () => await mail.getActiveCount() === 3);
  await until(async () => (await mail.client.keys('bull:mail:*:lock')).length === 0);
  await mail.pause();
  await mail.add('wait', {});
  await mail.add('wait', {}, {priority: 1});
  await mail.add('later', {}, {delay: 3600000});
  await mail.add('later', {}, {delay: 7200000});
  const counts = await mail.getJobCounts();
  console.log(JSON.stringify({
    mail: {
      collection: {preset: 'bull', queue: 'mail'},
      figures: {ready: counts.waiting + (counts.paused || await mail.getPausedCount()), processing: counts.active, stale: 3, delayed: counts.delayed, due: 0, dead: counts.failed},
    },
  }));
  process.stdin.resume();
  process.stdin.on('end', () => process.exit(0));
}

main().catch(error => {
  console.error(error);
  process.exit(1);
});
