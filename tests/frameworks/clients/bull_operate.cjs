// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs of Bull that failed, and such whose worker is gone; its own workers make them and run them again.
'use strict';
const Queue = require('bull');
const {operated, until} = require('./nodejobs.cjs');

const redis = {host: '127.0.0.1', port: Number(process.argv[2])};
const collection = {preset: 'bull', queue: 'mail'};
const open = settings => new Queue('mail', {redis, settings: {stalledInterval: 0, ...settings}});
const mail = open({});

async function work(isDone, ran, perform) {
  const queue = open({});
  queue.process(async job => {
    ran.push(job.data.name);
    await perform(job);
  });
  await until(isDone);
  await queue.close();
}
const fail = async () => {
  throw new Error('boom');
};
const add = (...names) => mail.addBulk(names.map(name => ({data: {name, text: 'ä\u0000"'}})));
const isIdle = async () => await mail.getActiveCount() + await mail.getWaitingCount() === 0;

async function main() {
  await add('a', 'b');
  await mail.add({name: 'next'}, {lifo: true, priority: 3, attempts: 2});
  await work(async () => await mail.getFailedCount() === 3, [], fail);
  await operated({name: 'failed', collection, command: ['dead', '--requeue', '--all'], moved: 3}, ['a', 'b', 'next'], async ran => {
    const counts = await mail.getJobCounts();
    if (counts.waiting !== 3 || counts.failed !== 0) {
      ran.push(`Bull counts ${JSON.stringify(counts)}`);
    }
    await work(isIdle, ran, async () => {});
  });

  await add('hung', 'hung', 'held');
  const lost = open({lockDuration: 300, lockRenewTime: 1e8, guardInterval: 1e8});
  lost.process(3, () => new Promise(() => {}));
  await until(async () => await mail.getActiveCount() === 3);
  await until(async () => (await mail.client.keys('bull:mail:*:lock')).length === 0);
  lost.close(true).catch(() => {});
  const [newest] = await mail.client.lrange('bull:mail:active', 0, 0);
  await mail.client.set(`bull:mail:${newest}:lock`, 'token', 'PX', 3600000);
  await operated({name: 'stale', collection, command: ['requeue'], moved: 2}, ['hung', 'hung'], async ran => {
    await work(async () => await mail.getActiveCount() === 1 && await mail.getWaitingCount() === 0, ran, async () => {});
  });

  await add('c', 'd');
  await work(async () => await mail.getFailedCount() === 2, [], async job => {
    await job.log('a line');
    await fail();
  });
  await operated({name: 'discard', collection, command: ['dead', '--discard', '--all'], moved: 2}, [], async ran => {
    const left = (await mail.client.keys('bull:mail:*:logs')).length + await mail.getFailedCount();
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
