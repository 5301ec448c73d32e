# SPDX-License-Identifier: GPL-3.0-or-later
# Jobs that died, and such that wait for their time, in Sidekiq; its own processor makes them and runs them again.
require 'json'
require 'logger'
require 'sidekiq'
require 'sidekiq/api'
require 'sidekiq/cli'
require 'sidekiq/launcher'

Redis.silence_deprecations = true
Sidekiq.logger = Logger.new($stderr, level: Logger::FATAL)
redis = { url: "redis://127.0.0.1:#{ARGV[0]}", size: 20 }
Sidekiq.configure_client { |config| config.redis = redis }
Sidekiq.configure_server { |config| config.redis = redis }

# Fails until it is mended.
class Mail
  include Sidekiq::Worker
  sidekiq_options queue: 'mail', retry: 0
  def perform(name)
    Sidekiq.redis do |connection|
      raise 'boom' unless connection.get('mended')

      connection.rpush('ran', name)
    end
  end
end

def work
  launcher = Sidekiq::Launcher.new(Sidekiq.options.merge(queues: ['mail'], concurrency: 1, timeout: 5))
  launcher.run
  sleep 0.05 until yield
  launcher.quiet
  launcher.instance_variable_get(:@thread).kill.join # its heartbeat has no other end
  launcher.stop
end

# Has the case operated on, then runs what is queued and tells what ran.
def try(line, expected)
  puts JSON.generate(line.merge(expected: expected))
  $stdout.flush
  $stdin.gets
  Sidekiq.redis { |connection| connection.set('mended', '1') }
  count = expected.size
  work { Sidekiq.redis { |connection| connection.llen('ran') } >= count && Sidekiq::Queue.new('mail').size.zero? }
  puts JSON.generate(ran: Sidekiq.redis { |connection| connection.lrange('ran', 0, -1) })
  $stdout.flush
  Sidekiq.redis { |connection| connection.del('ran', 'mended') }
end

%w[a b].each { |name| Mail.perform_async(name) }
work { Sidekiq::DeadSet.new.size == 2 }
try({ name: 'dead', collection: { preset: 'sidekiq', part: 'dead' }, command: %w[dead --requeue --all], moved: 2 }, %w[a b])
%w[c d].each { |name| Mail.perform_async(name) }
work { Sidekiq::DeadSet.new.size == 2 }
try({ name: 'discard', collection: { preset: 'sidekiq', part: 'dead' }, command: %w[dead --discard --all], moved: 2 }, [])
