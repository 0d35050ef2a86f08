// `npm run prove`: what takes too long, or too much of a machine, for a test.
import { readArguments } from '../scripts/lib/command.mjs'
import { attacks } from './prove/attacks/list.ts'
import { proveAttacks } from './prove/attacks.ts'
import { proveBaseMaps } from './prove/basemaps.ts'
import { proveCrash } from './prove/crash.ts'
import { proveGeometry } from './prove/geometry.ts'
import { proveOrder } from './prove/order.ts'
import { provePins } from './prove/pins.ts'

const KILLS = 20
const POINTS = 1_000_000
const ORDERS = 10_000

const { words } = readArguments({
  name: 'prove',
  about: 'Shows what no test can, on a server and a database of its own; ends with 1 where it does not hold.',
  choices: {
    crash: 'kills server and database in the midst of work: what was acknowledged is kept',
    attacks: 'attacks a running server: memory stays bounded, and others hardly notice',
    basemaps: 'every base map of others is drawn once from tiles made here, or replaced with a word',
    geometry: 'a million random points: zones hold what Turf says they hold',
    order:
      'ten thousand shuffled, delayed and doubled deliveries of readings: state and visits are those of the sorted ones',
    pins: 'tries all 10,000 PINs of somebody: no more than the lock allows are looked at',
  },
  words: [
    {
      name: 'what',
      about: `of crash how many kills (${KILLS}); of geometry how many points (${POINTS.toLocaleString('en')}); of order how many deliveries (${ORDERS.toLocaleString('en')}); of attacks one of ${attacks.map(it => it.name).join(', ')}`,
    },
  ],
})
const [name, what] = words
if (name === 'crash') finish(await proveCrash(killsOf(what)))
else if (name === 'pins') finish(await provePins())
else if (name === 'basemaps') finish(await proveBaseMaps())
else if (name === 'geometry') finish(await proveGeometry(pointsOf(what)))
else if (name === 'order') finish(await proveOrder(ordersOf(what)))
else finish(await proveAttacks(attacksOf(what)))

function killsOf(text: string | undefined): number {
  const kills = text === undefined ? KILLS : Number(text)
  return Number.isInteger(kills) && kills > 0 && kills <= 1_000
    ? kills
    : refuse(`"${text}" is no number of kills.`)
}

function pointsOf(text: string | undefined): number {
  const points = text === undefined ? POINTS : Number(text)
  return Number.isInteger(points) && points > 0 && points <= 100 * POINTS
    ? points
    : refuse(`"${text}" is no number of points.`)
}

function ordersOf(text: string | undefined): number {
  const orders = text === undefined ? ORDERS : Number(text)
  return Number.isInteger(orders) && orders > 0 && orders <= 100 * ORDERS
    ? orders
    : refuse(`"${text}" is no number of deliveries.`)
}

function attacksOf(text: string | undefined) {
  const chosen = attacks.filter(it => text === undefined || it.name === text)
  return chosen.length > 0 ? chosen : refuse(`There is no attack "${text}".`)
}

function refuse(problem: string): never {
  console.error(`${problem} npm run prove -- --help lists what there is.`)
  process.exit(2)
}

function finish(holds: boolean): void {
  process.exitCode = holds ? 0 : 1
}
