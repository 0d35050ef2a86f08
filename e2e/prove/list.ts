import { proveAlerts } from './alerts.ts'
import { attacks } from './attacks/list.ts'
import { proveAttacks } from './attacks.ts'
import { proveBaseMaps } from './basemaps.ts'
import { proveBroadcast } from './broadcast.ts'
import { findContainerObstacle, proveContainer } from './container.ts'
import { proveCrash } from './crash.ts'
import { findPostgresObstacle, proveFailover } from './failover.ts'
import { findImageObstacle, proveImage } from './image.ts'
import { npmVersions, proveInstall } from './install.ts'
import { proveManifests } from './manifests.ts'
import { proveOffline } from './offline.ts'
import { provePins } from './pins.ts'
import { findProgramObstacle } from './programs.ts'
import { ArgumentProblem, type Proof, withCount, withTestRuns, withTests } from './proof.ts'
import { findProxyObstacle, proveProxies } from './proxies.ts'
import { proveRollCall } from './rollcall.ts'
import { proveScreens, screenTests, screenVariables } from './screens.ts'
import { proveWaysIn } from './ways-in.ts'

/** Chooses the entries with the name of the argument; all of them without one. */
function choose<T>(all: readonly T[], toName: (it: T) => string, argument: string | undefined): readonly T[] {
  const chosen = all.filter(it => argument === undefined || toName(it) === argument)
  if (chosen.length === 0)
    throw new ArgumentProblem(`There is no "${argument}". There are: ${all.map(toName).join(', ')}.`)
  return chosen
}

const toContainerBases = (argument: string | undefined) => (argument === 'pull' ? 'pull' : 'stand-ins')

/** Every proof of `npm run prove`, and how the tests play it. */
export const proofs: Readonly<Record<string, Proof>> = {
  crash: {
    about: 'kills server and database in the midst of work: what was acknowledged is kept',
    ...withCount({ usual: 20, most: 1_000, of: 'kills' }, proveCrash),
    short: { tests: ['e2e/durability/kill-nine.pg.test.ts'] },
  },
  attacks: {
    about: 'attacks a running server: memory stays bounded, and others hardly notice',
    argument: `one of ${attacks.map(it => it.name).join(', ')}`,
    run: name => proveAttacks(choose(attacks, it => it.name, name)),
    short: {
      tooHeavy: 'an attack is compared with quiet seconds before it, on a machine that does nothing else',
    },
  },
  basemaps: {
    about: 'every base map of others is drawn once from tiles made here, or replaced with a word',
    run: proveBaseMaps,
    short: { tests: ['e2e/journeys/base-map.spec.ts'] },
  },
  geometry: {
    about: 'a million random points: zones hold what Turf says they hold',
    ...withTestRuns(
      { usual: 1_000_000, most: 100_000_000, of: 'points' },
      ['packages/domain/src/geofence-turf.test.ts'],
      // Each run tests ten points.
      { GEOMETRY_RUNS: 1 / 10 },
    ),
  },
  races: {
    about: 'a thousand runs of each: people who act at once on members, codes and roles of a zone',
    ...withTestRuns({ usual: 1_000, most: 100_000, of: 'runs' }, ['apps/server/src/app/races.pg.test.ts'], {
      RACE_RUNS: 1,
    }),
  },
  releases: {
    about: 'upgrades the database of every release and starts the server on it: people sign in',
    ...withTests(['e2e/durability/releases.pg.test.ts'], { RELEASES: 'all' }),
  },
  order: {
    about:
      'ten thousand shuffled, delayed and doubled deliveries of readings: state and visits are those of the sorted ones',
    ...withTestRuns(
      { usual: 10_000, most: 1_000_000, of: 'deliveries' },
      [
        'packages/domain/src/presence-order.test.ts',
        'apps/server/src/features/presence/check-writer/order.pg.test.ts',
      ],
      { ORDER_RUNS: 1, ORDER_PG_RUNS: 1 / 100 },
    ),
  },
  drift: {
    about:
      'three thousand hours of phones that lie still near an edge or walk across it: how often and how late they are told in and out',
    ...withTestRuns(
      { usual: 3_000, most: 300_000, of: 'hours' },
      ['packages/domain/src/presence-drift.test.ts'],
      { DRIFT_HOURS: 1 },
    ),
  },
  broadcast: {
    about:
      'five thousand recipients, the server killed twice and half of the pushes failing: each has it once and is in one final state',
    ...withCount({ usual: 5_000, most: 50_000, of: 'recipients' }, proveBroadcast),
    short: {
      tests: ['broadcasts/broadcasts', 'push/push'].map(it => `apps/server/src/features/${it}.pg.test.ts`),
    },
  },
  offline: {
    about:
      'two hundred phones that were an hour without a network: nothing they read is lost or doubled, and none is refused',
    ...withCount({ usual: 200, most: 2_000, of: 'phones' }, proveOffline),
    short: { argument: '2' },
  },
  failover: {
    about:
      'two nodes on two PostgreSQL servers: the primary is lost twice, the standby takes over, and nothing that was acknowledged is lost (needs PostgreSQL from Debian)',
    findObstacle: findPostgresObstacle,
    run: proveFailover,
    short: { tests: ['apps/server/src/live/failover.pg.test.ts'] },
  },
  access: {
    about:
      'every procedure and endpoint answers every kind of person as the access table says, and tells no more than they may know',
    ...withTests(
      ['access-table', 'access-to-things', 'access-in-sql', 'who-sees-what'].map(
        it => `apps/server/src/app/${it}.pg.test.ts`,
      ),
      { ACCESS: 'all' },
    ),
  },
  alerts: {
    about:
      'the alert rules of deploy/monitoring: a healthy node fires none, each fault fires its own (needs promtool)',
    findObstacle: () => findProgramObstacle('promtool', 'Debian: apt-get install prometheus'),
    run: proveAlerts,
    short: { tests: ['e2e/prove/alerts/faults.test.ts'] },
  },
  image: {
    about:
      'makes the folder of the image and runs it read-only, without network and capabilities, as nobody: it is ready, small and ends with 0',
    findObstacle: findImageObstacle,
    run: proveImage,
    short: { tooHeavy: 'copies the whole installation, 330 MB, and needs root' },
  },
  container: {
    about:
      'builds the image by deploy/Dockerfile with buildah and starts it with crun, read-only, without network and capabilities: it is healthy, small and ends with 0',
    argument: 'pull, to take its base images from their registry instead of making stand-ins',
    findObstacle: argument => findContainerObstacle(toContainerBases(argument)),
    run: argument => proveContainer(toContainerBases(argument)),
    short: { tests: ['scripts/deploy.test.ts'] },
  },
  proxies: {
    about:
      'Muster behind nginx and Caddy with the files of deploy/: real addresses, live events, large uploads, https remembered',
    findObstacle: findProxyObstacle,
    opensWeb: true,
    run: proveProxies,
    short: { tests: ['scripts/deploy.test.ts'] },
  },
  manifests: {
    about: 'the manifests of deploy/kubernetes are valid (needs kubeconform)',
    argument: 'where the schemas of Kubernetes are, by default the internet',
    findObstacle: () =>
      findProgramObstacle('kubeconform', 'go install github.com/yannh/kubeconform/cmd/kubeconform@v0.7.0'),
    run: proveManifests,
    short: { tests: ['scripts/deploy.test.ts'] },
  },
  rollcall: {
    about:
      'a simulated roll call of five thousand people and twenty captains, half of the phones offline, the server killed twice: the final list equals the truth, and the board and the first list are in time',
    ...withCount({ usual: 5_000, most: 50_000, of: 'people' }, proveRollCall),
    short: { tests: ['e2e/prove/rollcall/rollcall.pg.test.ts'] },
  },
  screens: {
    about:
      'every screen of every role in both directions of text, on a phone and a desktop: accessible, translated and no wider than the phone',
    opensWeb: true,
    run: proveScreens,
    short: { tests: screenTests },
    variables: Object.keys(screenVariables),
  },
  'ways-in': {
    about:
      'three hundred people by phone, location app, badge, kiosk, host and manager, and ten thousand badge events in wrong order: Inside now, roll and report equal the truth, person by person',
    ...withCount(
      {
        ...{ usual: 300, most: 300, of: 'people' },
        note: ', no more, because the poster takes 150 a day from one address',
      },
      proveWaysIn,
    ),
    opensWeb: true,
    short: { tests: ['e2e/prove/ways-in/ways-in.pg.test.ts'] },
  },
  refetch: {
    about:
      'after each mutation every answer that every role has cached equals a new read, once its events have come',
    ...withTests(['e2e/refetch/refetch.pg.test.ts'], { REFETCH: 'all' }),
  },
  pins: {
    about: 'tries all 10,000 PINs of somebody: no more than the lock allows are looked at',
    run: provePins,
    short: { tests: ['apps/server/src/app/pin-guessing.pg.test.ts'] },
  },
  install: {
    about:
      'installs and starts a copy with every Node that README.md names, by hand and by npm start: it prints its address (needs the npm registry)',
    argument: `one Node of ${Object.keys(npmVersions).join(', ')}`,
    run: node => proveInstall(choose(Object.keys(npmVersions), it => it, node)),
    short: { tests: ['scripts/bring-npm.test.ts'] },
  },
}
