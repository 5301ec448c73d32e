// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs of BullMQ that failed, and such whose worker is gone; its own workers make them and run them again.
'use strict';
const {Queue, Worker, FlowProducer} = require('bullmq');
const Redis = require('ioredis');
const {operated, until} = require('./nodejobs.cjs');

const connection = {host: '127.0.0.1', port: Number(process.argv[2]), maxRetriesPerRequest: null};
const collection = {preset: 'bullmq', queue: 'mail'};
const redis = new Redis(connection);
const mail = new Queue('mail', {connection});

// Runs until `isDone`; what it runs is noted by the name of the job.
async function work(isDone, ran, perform) {
  const worker = new Worker('mail', async job => {
    ran.push(job.name);
    await perform(job);
  }, {connection, skipStalledCheck: true});
  await until(isDone);
  await worker.close();
}
const fail = async () => {
  throw new Error('boom');
};
const isIdle = async () => await mail.getActiveCount() + await mail.getWaitingCount() + (mail.getPrioritizedCount ? await mail.getPrioritizedCount() : 0) === 0;
const add = (...names) => mail.addBulk(names.map(name => ({name, data: {text: 'ä\u0000"'}})));

async function main() {
  await add('a', 'b');
  await mail.add('first', {}, {priority: 2});
  await mail.add('next', {}, {lifo: true});
  // One that is a child is left: its parent would have to be told.
  await new FlowProducer({connection}).add({name: 'parent', queueName: 'parents', children: [{name: 'child', queueName: 'mail', data: {}}]});
  await work(async () => await mail.getFailedCount() === 5, [], fail);
  await operated({name: 'failed', collection, command: ['dead', '--requeue', '--all'], moved: 4, skipped: 1}, ['a', 'b', 'first', 'next'], async ran => {
    const counts = await mail.getJobCounts('wait', 'prioritized', 'failed');
    if (counts.wait + (counts.prioritized || 0) !== 4 || counts.failed !== 1) {
      ran.push(`BullMQ counts ${JSON.stringify(counts)}`);
    }
    await work(isIdle, ran, async () => {});
  });

  // A worker that waits is woken at once, and not only when it looks by itself.
  await add('woken');
  await work(async () => await mail.getFailedCount() === 2, [], fail);
  const woken = [];
  const idle = new Worker('mail', async job => woken.push(job.name), {connection, skipStalledCheck: true, drainDelay: 3600});
  await idle.waitUntilReady();
  const [id] = await redis.zrevrange('bull:mail:failed', 0, 0);
  await mail.pause(); // so that it does not run while this is tried and undone
  await operated({name: 'paused', collection, command: ['dead', '--requeue', '--id', id], moved: 1}, ['woken'], async ran => {
    await mail.resume();
    await until(() => woken.length > 0);
    ran.push(...woken);
    await idle.close();
  });

  await add('hung', 'hung', 'hung', 'held');
  const lost = new Worker('mail', () => new Promise(() => {}), {connection, concurrency: 4, lockDuration: 300, skipLockRenewal: true, lockRenewTime: 1e8, skipStalledCheck: true});
  await until(async () => await mail.getActiveCount() === 4);
  const active = await redis.lrange('bull:mail:active', 0, -1); // newest first
  await until(async () => await redis.exists(...active.map(job => `bull:mail:${job}:lock`)) === 0);
  await lost.close(true);
  await redis.set(`bull:mail:${active[0]}:lock`, 'token', 'PX', 3600000);
  await operated({name: 'stale', collection, command: ['requeue'], moved: 3}, ['hung', 'hung', 'hung'], async ran => {
    await work(async () => await mail.getActiveCount() === 1 && await mail.getWaitingCount() === 0, ran, async () => {});
  });

  // Since version 5.54 one that stalls a second time is failed by the worker that takes it, which does not run it.
  const [major, minor] = require('bullmq/package.json').version.split('.').map(Number);
  const before = await mail.getFailedCount();
  if (major > 5 || major === 5 && minor >= 54) {
    await add('again');
    const twice = new Worker('mail', () => new Promise(() => {}), {connection, lockDuration: 300, skipLockRenewal: true, lockRenewTime: 1e8, skipStalledCheck: true});
    await until(async () => await mail.getActiveCount() === 2);
    const [again] = await redis.lrange('bull:mail:active', 0, 0);
    await until(async () => await redis.exists(`bull:mail:${again}:lock`) === 0);
    await twice.close(true);
    await redis.hset(`bull:mail:${again}`, 'stc', 1);
    await operated({name: 'stale again', collection, command: ['requeue'], moved: 1}, [], async ran => {
      await work(async () => await mail.getFailedCount() === before + 1, ran, async () => {});
      const job = await mail.getJob(again);
      if (!job.failedReason.includes('stalled')) {
        ran.push(job.failedReason);
      }
      await job.remove();
    });
  }

  await add('c', 'd');
  await work(async () => await mail.getFailedCount() === 3, [], async job => {
    await job.log('a line');
    await fail();
  });
  await operated({name: 'discard', collection, command: ['dead', '--discard', '--all'], moved: 2, skipped: 1}, [], async ran => {
    const left = (await redis.keys('bull:mail:*:logs')).length + await mail.getFailedCount() - 1;
    if (left !== 0) {
      ran.push(`${left} left`);
    }
  });
  process.exit(0);
}

main().catch(error => {
  console.error(error);
  process.exit(1);
});
