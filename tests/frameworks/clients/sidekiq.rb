# SPDX-License-Identifier: GPL-3.0-or-later
# Jobs in the queues and sets of Sidekiq, and what its API counts.
require 'json'
require 'sidekiq'
require 'sidekiq/api'

Sidekiq.configure_client { |config| config.redis = { url: "redis://127.0.0.1:#{ARGV[0]}" } }
push = lambda { |more| Sidekiq::Client.push({ 'class' => 'Mail', 'args' => [1], 'queue' => 'mail' }.merge(more)) }

3.times { push.call({}) }
push.call('queue' => 'low')
[3600, 7200].each { |seconds| push.call('at' => Time.now.to_f + seconds) }
failed = { 'class' => 'Mail', 'args' => [], 'queue' => 'mail', 'jid' => 'a', 'retry_count' => 1, 'created_at' => Time.now.to_f }
Sidekiq::RetrySet.new.schedule(Time.now.to_f + 60, failed)
Sidekiq::RetrySet.new.schedule(Time.now.to_f - 60, failed.merge('jid' => 'b'))
Sidekiq::DeadSet.new.kill(Sidekiq.dump_json(failed.merge('jid' => 'c')))

queue = Sidekiq::Queue.new('mail')
set = lambda { |part, figures| { collection: { preset: 'sidekiq', part: part }, figures: figures } }
puts JSON.generate(
  mail: { collection: { preset: 'sidekiq', queue: 'mail' },
          figures: { ready: queue.size, processing: nil, dead: nil, oldestReadyMs: (queue.latency * 1000).round } },
  low: { collection: { preset: 'sidekiq', queue: 'low' }, figures: { ready: Sidekiq::Queue.new('low').size } },
  schedule: set.call('schedule', delayed: Sidekiq::ScheduledSet.new.size, due: 0),
  retry: set.call('retry', delayed: Sidekiq::RetrySet.new.size, due: 1),
  dead: set.call('dead', dead: Sidekiq::DeadSet.new.size)
)
$stdout.flush
$stdin.read
