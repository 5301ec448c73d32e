// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs of BullMQ in every state, and what its queue counts.
'use strict';
const {Queue, Worker} = require('bullmq');
const Redis = require('ioredis');

const connection = {host: '127.0.0.1', port: Number(process.argv[2]), maxRetriesPerRequest: null};
const until = async condition => {
  while (!await condition()) {
    await new Promise(resolve => setTimeout(resolve, 20));
  }
};
const forever = () => new Promise(() => {});

async function main() {
  const mail = new Queue('mail', {connection});
  // Two jobs whose worker renews no lock, one whose worker does, three that fail.
  await mail.addBulk([1, 2].map(i => ({name: 'hang', data: {i}})));
  const lost = new Worker('mail', forever, {connection, concurrency: 2, lockDuration: 300, skipLockRenewal: true, skipStalledCheck: true});
  await until(async () => await mail.getActiveCount() === 2);
  await lost.pause(true);
  await mail.addBulk([1, 2, 3].map(i => ({name: 'fail', data: {i}})));
  const worker = new Worker('mail', async job => {
    if (job.name === 'fail') {
      throw new Error('boom');
    }
    await forever();
  }, {connection, skipStalledCheck: true});
  await until(async () => await mail.getFailedCount() === 3);
  await mail.add('hang', {});
  await until(async () => await mail.getActiveCount() === 3);
  await worker.pause(true);
  await mail.add('wait', {});
  await mail.add('wait', {});
  await mail.add('first', {}, {priority: 1});
  await mail.add('later', {}, {delay: 3600000});
  await mail.add('due', {}, {delay: 1});
  await mail.add('later', {}, {delay: 7200000});
  // Nobody promotes the delayed job: both workers are paused.
  const redis = new Redis(connection);
  await until(async () => await redis.exists('bull:mail:1:lock') + await redis.exists('bull:mail:2:lock') === 0);

  const paused = new Queue('paused', {connection});
  await paused.add('a', {});
  await paused.pause();
  await paused.add('b', {});

  const counts = await mail.getJobCounts('wait', 'paused', 'prioritized', 'active', 'delayed', 'failed');
  const held = await paused.getJobCounts();
  console.log(JSON.stringify({
    mail: {
      collection: {preset: 'bullmq', queue: 'mail'},
      figures: {ready: counts.wait + (counts.paused || 0) + counts.prioritized, processing: counts.active, stale: 2,
        delayed: counts.delayed, due: 1, dead: counts.failed},
    },
    paused: {
      collection: {preset: 'bullmq', queue: 'paused'},
      figures: {ready: (held.waiting || 0) + (held.wait || 0) + (held.paused || 0)},
    },
  }));
  process.stdin.resume();
  process.stdin.on('end', () => process.exit(0));
}

main().catch(error => {
  console.error(error);
  process.exit(1);
});
