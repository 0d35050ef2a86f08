import { benchBroadcast } from './broadcast.ts'
import { benchChat } from './chat.ts'
import { benchChecks } from './checks.ts'
import { benchDownload } from './download.ts'
import { benchEmergency } from './emergency.ts'
import { benchEmergencyBadges } from './emergency-badges.ts'
import { benchFanout } from './fanout.ts'
import { benchGeofence } from './geofence.ts'
import { benchMap } from './map.ts'
import { benchMetrics } from './metrics.ts'
import { benchPresenceRead } from './presence-read.ts'
import { benchReport } from './report.ts'
import { benchSizes } from './sizes.ts'
import { benchTwoNodes } from './two-nodes.ts'
import { benchWatch } from './watch.ts'
import { benchWeb } from './web.ts'

type Bench = {
  readonly about: string
  readonly run: () => Promise<object | object[]>
  /** The reason why the tests do not play it with the smallest sizes (`short-form.ts`). */
  readonly tooHeavy?: string
}

/** Every bench of `npm run bench`. */
export const benches: Readonly<Record<string, Bench>> = {
  broadcast: {
    about: 'a broadcast to 5,000 people until it is in their inboxes, and what it costs the door of devices',
    run: benchBroadcast,
  },
  chat: {
    about: 'a message to a room of 200 until all of them have it, and reading a room among a thousand',
    run: benchChat,
  },
  checks: {
    about: 'durable position checks a second at the doors of devices and people, and their latency',
    run: benchChecks,
  },
  download: {
    about: 'the file of everything of one person, of up to a million readings, and the memory it takes',
    run: benchDownload,
  },
  emergency: {
    about:
      'an emergency with 10,000 badges, and checks at the door of devices beside one of 5,000 people and without one',
    run: async () => [await benchEmergencyBadges(), ...(await benchEmergency())],
  },
  fanout: {
    about: 'from the commit of an event to everybody who watches its zone, beside bare ws',
    run: benchFanout,
  },
  geofence: { about: 'one reading held against all zones', run: benchGeofence },
  map: {
    about: 'frames a second of a map with 500 zones and 1,000 people who move',
    run: benchMap,
    tooHeavy: 'opens a browser; the journeys draw the map',
  },
  metrics: {
    about: 'what the metrics and the request log cost each check at the door of devices',
    run: benchMetrics,
    tooHeavy: 'starts three servers, which takes long; the bench checks loads the same doors',
  },
  'presence-read': {
    about: 'reading the people of zones of up to 100,000 members',
    run: benchPresenceRead,
  },
  report: {
    about:
      'reports of a month over a thousand people and a million visits, and what they cost the door of devices',
    run: benchReport,
  },
  sizes: {
    about: 'what a row of each table takes on disk, and how many events a second the feed takes',
    run: benchSizes,
  },
  'two-nodes': {
    about: 'two servers on one database beside one, and one of them stopped',
    run: benchTwoNodes,
    tooHeavy: 'starts three servers, which takes long, and stops one of them under load',
  },
  watch: {
    about: 'what it costs that people watch a zone of 3,000',
    run: benchWatch,
    tooHeavy: 'compiles the web app, and needs a machine that keeps up with its readings',
  },
  web: {
    about: 'first paint and until usable, on a slow phone and network',
    run: benchWeb,
    tooHeavy: 'opens a browser; the journeys wait for the same pages',
  },
}
