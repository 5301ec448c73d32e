// SPDX-License-Identifier: GPL-3.0-or-later
// What the clients of tests/frameworks/operate in node have in common.
'use strict';
const lines = require('readline').createInterface({input: process.stdin})[Symbol.asyncIterator]();

const pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));
const until = async condition => {
  while (!await condition()) {
    await pause(20);
  }
};

// Has a case operated on, then lets `work` run what is queued: it is given what each job that ran is noted in, and is
// over when it resolves.
async function operated(line, expected, work) {
  console.log(JSON.stringify({...line, expected}));
  await lines.next();
  const ran = [];
  await work(ran);
  await pause(200); // a job that ran twice would have by now
  console.log(JSON.stringify({ran}));
}

module.exports = {operated, pause, until};
