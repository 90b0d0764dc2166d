import { runBench } from './bench.ts'
import { benchFile } from './processes/start-process.ts'
import { floor } from './targets/floor.ts'
import { nginx } from './targets/nginx.ts'
import { portkey } from './targets/portkey.ts'
import { service } from './targets/service.ts'

/*
 * What a call, a stream, a feed and a start cost, beside the least that Node can do. bench/README.md says how to read it.
 * Run: npm run bench
 */

process.exitCode = await runBench(process.argv.slice(2), {
  targets: [floor, service, nginx, portkey],
  folder: benchFile('results'),
  print: (words) => void process.stdout.write(words),
})
