import { readArguments } from '../scripts/lib/command.mjs'
import { benches } from './list.ts'

const { words } = readArguments({
  name: 'bench',
  about: 'Measures, and prints JSON lines; progress goes to standard error.',
  choices: Object.fromEntries(Object.entries(benches).map(([name, { about }]) => [name, about])),
  settings: {
    BENCH_SECONDS: 'of checks, emergency, metrics and map, the length of a measurement (8)',
    BENCH_ROUNDS: 'of checks, emergency, metrics and web, how often (3)',
    BENCH_CONNECTIONS: 'of checks, open connections (512)',
    BENCH_READINGS: 'of download, the readings of each person (10000,100000,1000000)',
    BENCH_MEMBERS: 'of presence-read, the sizes of zones (100,10000,100000)',
    BENCH_VISITS: 'of report, the visits of the month (1000000)',
    BENCH_HISTORY: 'of presence-read, readings kept, and a tenth as many visits (300000; in full 10000000)',
    BENCH_SOCKETS: 'of fanout, how many watch (500,2000,5000)',
  },
})
const results = await benches[words[0] ?? '']?.run()
for (const line of [results].flat()) console.log(JSON.stringify(line))
