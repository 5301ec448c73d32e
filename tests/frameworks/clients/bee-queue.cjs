// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs of Bee-Queue in every state, and what its queue counts.
'use strict';
const Queue = require('bee-queue');

const redis = {host: '127.0.0.1', port: Number(process.argv[2])};
const until = async condition => {
  while (!await condition()) {
    await new Promise(resolve => setTimeout(resolve, 20));
  }
};

async function main() {
  const worker = new Queue('mail', {redis, activateDelayedJobs: true, stallInterval: 3600000});
  const client = new Queue('mail', {redis, isWorker: false});
  worker.process(2, async job => {
    if (job.data.fail) {
      throw new Error('boom');
    }
    await new Promise(() => {});
  });
  await client.createJob({fail: true}).save();
  await client.createJob({fail: true}).save();
  await until(async () => (await client.checkHealth()).failed === 2);
  for (let i = 0; i < 5; ++i) {
    await client.createJob({i}).save();
  }
  await client.createJob({}).delayUntil(Date.now() + 3600000).save();
  await until(async () => (await client.checkHealth()).active === 2);
  const health = await client.checkHealth();
  console.log(JSON.stringify({
    mail: {
      collection: {preset: 'bee-queue', queue: 'mail'},
      figures: {ready: health.waiting, processing: health.active, stale: null, delayed: health.delayed, due: 0, dead: health.failed},
    },
  }));
  process.stdin.resume();
  process.stdin.on('end', () => process.exit(0));
}

main().catch(error => {
  console.error(error);
  process.exit(1);
});
