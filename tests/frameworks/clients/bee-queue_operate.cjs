// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs of Bee-Queue that failed, and such whose worker was killed; its own workers make them and run them again.
'use strict';
const {spawn} = require('child_process');
const Queue = require('bee-queue');
const {operated, pause, until} = require('./nodejobs.cjs');

const redis = {host: '127.0.0.1', port: Number(process.argv[2])};
const collection = {preset: 'bee-queue', queue: 'mail'};
const stallInterval = 300;
const open = options => new Queue('mail', {redis, stallInterval, ...options});

// A worker that never ends what it has begun.
async function hang() {
  open({}).process(3, () => new Promise(() => {}));
}

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

// The key that tells when its check for stalled jobs ran last is gone then.
const settled = () => pause(2 * stallInterval);

async function main() {
  const mail = open({isWorker: false});
  const health = () => mail.checkHealth();
  const add = async (...names) => {
    for (const name of names) {
      await mail.createJob({name, text: 'ä\u0000"'}).save();
    }
  };
  const isIdle = async () => {
    const now = await health();
    return now.waiting + now.active === 0;
  };
  await add('a', 'b', 'c');
  await work(async () => (await health()).failed === 3, [], fail);
  await settled();
  await operated({name: 'failed', collection, command: ['dead', '--requeue', '--all'], moved: 3}, ['a', 'b', 'c'], async ran => {
    const now = await health();
    if (now.waiting !== 3 || now.failed !== 0) {
      ran.push(`Bee-Queue counts ${JSON.stringify(now)}`);
    }
    await work(isIdle, ran, async () => {});
  });

  await add('hung', 'hung', 'hung');
  const lost = spawn(process.execPath, [__filename, process.argv[2], 'hang'], {stdio: ['ignore', 'ignore', 'inherit']});
  await until(async () => (await health()).active === 3);
  lost.kill('SIGKILL');
  await settled();
  await mail.checkStalledJobs(); // marks what is active
  await settled();
  await operated({name: 'stalled', collection, command: ['requeue'], moved: 3}, ['hung', 'hung', 'hung'], async ran => {
    await work(isIdle, ran, async () => {});
  });

  await add('d', 'e');
  await work(async () => (await health()).failed === 2, [], fail);
  await settled();
  await operated({name: 'discard', collection, command: ['dead', '--discard', '--all'], moved: 2}, [], async ran => {
    const now = await health();
    if (now.failed !== 0) {
      ran.push(`Bee-Queue counts ${JSON.stringify(now)}`);
    }
  });
  process.exit(0);
}

(process.argv[3] === 'hang' ? hang() : main()).catch(error => {
  console.error(error);
  process.exit(1);
});
