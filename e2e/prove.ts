// `npm run prove`: proofs that take too long, or too many resources, for a test.
import { readArguments } from '../scripts/lib/command.mjs'
import { proveAccess } from './prove/access.ts'
import { proveAlerts } from './prove/alerts.ts'
import { attacks } from './prove/attacks/list.ts'
import { proveAttacks } from './prove/attacks.ts'
import { proveBaseMaps } from './prove/basemaps.ts'
import { proveBroadcast } from './prove/broadcast.ts'
import { proveContainer } from './prove/container.ts'
import { proveCrash } from './prove/crash.ts'
import { proveDrift } from './prove/drift.ts'
import { proveFailover } from './prove/failover.ts'
import { proveGeometry } from './prove/geometry.ts'
import { proveImage } from './prove/image.ts'
import { proveManifests } from './prove/manifests.ts'
import { proveOffline } from './prove/offline.ts'
import { proveOrder } from './prove/order.ts'
import { provePins } from './prove/pins.ts'
import { proveProxies } from './prove/proxies.ts'
import { proveRaces } from './prove/races.ts'
import { proveRefetch } from './prove/refetch.ts'
import { proveReleases } from './prove/releases.ts'
import { proveRollCall } from './prove/rollcall.ts'
import { proveScreens } from './prove/screens.ts'
import { proveWaysIn } from './prove/ways-in.ts'

const KILLS = 20
const POINTS = 1_000_000
const RACES = 1_000
const ORDERS = 10_000
const HOURS = 3_000
const RECIPIENTS = 5_000
const CLIENTS = 200
const ROLL = 5_000
const COMERS = 300

const { words } = readArguments({
  name: 'prove',
  about: 'Shows what no test can, on a server and a database of its own; ends with 1 where it does not hold.',
  choices: {
    crash: 'kills server and database in the midst of work: what was acknowledged is kept',
    attacks: 'attacks a running server: memory stays bounded, and others hardly notice',
    basemaps: 'every base map of others is drawn once from tiles made here, or replaced with a word',
    geometry: 'a million random points: zones hold what Turf says they hold',
    races: 'a thousand runs of each: people who act at once on members, codes and roles of a zone',
    releases: 'upgrades the database of every release and starts the server on it: people sign in',
    order:
      'ten thousand shuffled, delayed and doubled deliveries of readings: state and visits are those of the sorted ones',
    drift:
      'three thousand hours of phones that lie still near an edge or walk across it: how often and how late they are told in and out',
    broadcast:
      'five thousand recipients, the server killed twice and half of the pushes failing: each has it once and is in one final state',
    offline:
      'two hundred phones that were an hour without a network: nothing they read is lost or doubled, and none is refused',
    failover:
      'two nodes on two PostgreSQL servers: the primary is lost twice, the standby takes over, and nothing that was acknowledged is lost (needs PostgreSQL from Debian)',
    access:
      'every procedure and endpoint answers every kind of person as the access table says, and tells no more than they may know',
    alerts:
      'the alert rules of deploy/monitoring: a healthy node fires none, each fault fires its own (needs promtool)',
    image:
      'makes the folder of the image and runs it read-only, without network and capabilities, as nobody: it is ready, small and ends with 0',
    container:
      'builds the image by deploy/Dockerfile with buildah and starts it with crun, read-only, without network and capabilities: it is healthy, small and ends with 0',
    proxies:
      'Muster behind nginx and Caddy with the files of deploy/: real addresses, live events, large uploads, https remembered',
    manifests: 'the manifests of deploy/kubernetes are valid (needs kubeconform)',
    rollcall:
      'a simulated roll call of five thousand people and twenty captains, half of the phones offline, the server killed twice: the final list equals the truth, and the board and the first list are in time',
    screens:
      'every screen of every role in both directions of text, on a phone and a desktop: accessible, translated and no wider than the phone',
    'ways-in':
      'three hundred people by phone, location app, badge, kiosk, host and manager, and ten thousand badge events in wrong order: Inside now, roll and report equal the truth, person by person',
    refetch:
      'after each mutation every answer that every role has cached equals a new read, once its events have come',
    pins: 'tries all 10,000 PINs of somebody: no more than the lock allows are looked at',
  },
  words: [
    {
      name: 'what',
      about: `of crash how many kills (${KILLS}); of geometry how many points (${POINTS.toLocaleString('en')}); of races how many runs (${RACES.toLocaleString('en')}); of order how many deliveries (${ORDERS.toLocaleString('en')}); of drift how many hours (${HOURS.toLocaleString('en')}); of broadcast how many recipients (${RECIPIENTS.toLocaleString('en')}); of offline how many phones (${CLIENTS}); of rollcall how many people (${ROLL.toLocaleString('en')}); of ways-in how many people (${COMERS}, no more, because the poster takes 150 a day from one address); of container pull, to take its base images from their registry instead of making stand-ins; of manifests where the schemas of Kubernetes are, by default the internet; of attacks one of ${attacks.map(it => it.name).join(', ')}`,
    },
  ],
})
const [name, argument] = words
if (name === 'crash')
  finish(await proveCrash(countLines(argument, { usual: KILLS, most: 1_000, of: 'kills' })))
else if (name === 'access') finish(await proveAccess())
else if (name === 'alerts') finish(await proveAlerts())
else if (name === 'failover') finish(await proveFailover())
else if (name === 'pins') finish(await provePins())
else if (name === 'rollcall')
  finish(await proveRollCall(countLines(argument, { usual: ROLL, most: 10 * ROLL, of: 'people' })))
else if (name === 'ways-in')
  finish(await proveWaysIn(countLines(argument, { usual: COMERS, most: COMERS, of: 'people' })))
else if (name === 'refetch') finish(await proveRefetch())
else if (name === 'screens') finish(await proveScreens())
else if (name === 'releases') finish(await proveReleases())
else if (name === 'image') finish(await proveImage())
else if (name === 'container') finish(await proveContainer(argument === 'pull' ? 'pull' : 'stand-ins'))
else if (name === 'manifests') finish(proveManifests(argument))
else if (name === 'proxies') finish(await proveProxies())
else if (name === 'basemaps') finish(await proveBaseMaps())
else if (name === 'races')
  finish(await proveRaces(countLines(argument, { usual: RACES, most: 100 * RACES, of: 'runs' })))
else if (name === 'geometry')
  finish(await proveGeometry(countLines(argument, { usual: POINTS, most: 100 * POINTS, of: 'points' })))
else if (name === 'drift')
  finish(await proveDrift(countLines(argument, { usual: HOURS, most: 100 * HOURS, of: 'hours' })))
else if (name === 'order')
  finish(await proveOrder(countLines(argument, { usual: ORDERS, most: 100 * ORDERS, of: 'deliveries' })))
else if (name === 'broadcast')
  finish(
    await proveBroadcast(
      countLines(argument, { usual: RECIPIENTS, most: 10 * RECIPIENTS, of: 'recipients' }),
    ),
  )
else if (name === 'offline')
  finish(await proveOffline(countLines(argument, { usual: CLIENTS, most: 10 * CLIENTS, of: 'phones' })))
else finish(await proveAttacks(parseAttacks(argument)))

function countLines(
  text: string | undefined,
  { usual, most, of }: { usual: number; most: number; of: string },
): number {
  const count = text === undefined ? usual : Number(text)
  return Number.isInteger(count) && count > 0 && count <= most
    ? count
    : exitWithUsage(`"${text}" is no number of ${of}.`)
}

function parseAttacks(text: string | undefined) {
  const selectedAttacks = attacks.filter(it => text === undefined || it.name === text)
  return selectedAttacks.length > 0 ? selectedAttacks : exitWithUsage(`There is no attack "${text}".`)
}

function exitWithUsage(problem: string): never {
  console.error(`${problem} npm run prove -- --help lists what there is.`)
  process.exit(2)
}

function finish(passed: boolean): void {
  process.exitCode = passed ? 0 : 1
}
