<?php
// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs of Laravel that a worker took and never finished; its own worker runs them again.
error_reporting(E_ALL & ~E_DEPRECATED);
foreach (['Queue', 'Redis', 'Events', 'Container'] as $part) {
    require_once "/usr/share/php/Illuminate/$part/autoload.php";
}

use Illuminate\Container\Container;
use Illuminate\Events\Dispatcher;
use Illuminate\Queue\Capsule\Manager;
use Illuminate\Queue\Connectors\RedisConnector;
use Illuminate\Queue\Worker;
use Illuminate\Queue\WorkerOptions;
use Illuminate\Redis\RedisManager;

$container = new Container();
Container::setInstance($container);
$container->instance('events', $events = new Dispatcher($container));
$redis = new RedisManager($container, 'phpredis', ['default' => ['host' => '127.0.0.1', 'port' => (int) $argv[1]]]);
$capsule = new Manager($container);
$manager = $capsule->getQueueManager();
$manager->addConnector('redis', fn () => new RedisConnector($redis));
$capsule->addConnection(['driver' => 'redis', 'connection' => 'default', 'queue' => 'mail', 'retry_after' => 1]);

class Mail
{
    public static array $ran = [];

    public function fire($job, array $data): void
    {
        self::$ran[] = $data['name'];
        $job->delete();
    }
}

class Handler implements Illuminate\Contracts\Debug\ExceptionHandler
{
    public function report(Throwable $e) { fwrite(STDERR, $e->getMessage() . "\n"); }
    public function shouldReport(Throwable $e) { return true; }
    public function render($request, Throwable $e) { }
    public function renderForConsole($output, Throwable $e) { }
}

$queue = $manager->connection('default');
foreach (['a', 'b', 'c'] as $name) {
    $queue->push('Mail', ['name' => $name]);
}
foreach (['a', 'b'] as $name) {
    $queue->pop('mail'); // by a worker that dies
}
sleep(2);
echo json_encode(['name' => 'stale', 'collection' => ['preset' => 'laravel', 'queue' => 'mail'],
                  'command' => ['requeue'], 'moved' => 2, 'expected' => ['a', 'b', 'c']]), "\n";
fgets(STDIN);
$worker = new Worker($manager, $events, new Handler(), fn () => false);
for ($i = 0; $i < 6; ++$i) {
    $worker->runNextJob('default', 'mail', new WorkerOptions('default', 0, 128, 60, 0, 5));
}
echo json_encode(['ran' => Mail::$ran]), "\n";
