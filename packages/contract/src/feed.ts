import { z } from 'zod'
import { alertsEvents } from './alerts.events.ts'
import { authEvents } from './auth.events.ts'
import { broadcastsEvents } from './broadcasts.events.ts'
import { consentsEvents } from './consents.events.ts'
import { documentsEvents } from './documents.events.ts'
import { fitting } from './fits.ts'
import { groupsEvents } from './groups.events.ts'
import { hazardsEvents } from './hazards.events.ts'
import { mapsEvents } from './maps.events.ts'
import { organisationsEvents } from './organisations.events.ts'
import { presenceEvents } from './presence.events.ts'
import { presenceSharingEvents } from './presence-sharing.events.ts'
import { pushEvents } from './push.events.ts'
import { reportRunsEvents } from './report-runs.events.ts'
import { settingsEvents } from './settings.events.ts'
import { shiftsEvents } from './shifts.events.ts'
import { exactText } from './texts.ts'
import { topic } from './topic.ts'
import { trackersEvents } from './trackers.events.ts'
import { twoStepEvents } from './two-step.events.ts'
import { usersEvents } from './users.events.ts'
import { zonesEvents } from './zones.events.ts'

/** Raised when a message changes its meaning; a server refuses another version by name. */
export const feedVersion = 1

/**
 * The place of an event in the feed: a number, in an order in which nothing appears before what was read. Clients only
 * hand it back to resume. Every cursor of a socket means: all events of its topics up to here were sent before. So a
 * client keeps the newest one it read, of whichever message, together with the `epoch` of `ready`.
 */
export const feedCursor = fitting(z.string().regex(/^\d{1,19}$/), 'no column')

/** The events of the feed, as their features state them: what a screen needs to show them. */
export const feedEvent = z.discriminatedUnion('kind', [
  ...presenceEvents,
  ...presenceSharingEvents,
  ...usersEvents,
  ...zonesEvents,
  ...organisationsEvents,
  ...authEvents,
  ...mapsEvents,
  ...trackersEvents,
  ...pushEvents,
  ...twoStepEvents,
  ...settingsEvents,
  ...consentsEvents,
  ...hazardsEvents,
  ...broadcastsEvents,
  ...groupsEvents,
  ...documentsEvents,
  ...alertsEvents,
  ...shiftsEvents,
  ...reportRunsEvents,
])
export type FeedEvent = z.infer<typeof feedEvent>
export type FeedEventKind = FeedEvent['kind']
/** The event of one kind. */
export type EventOf<Kind extends FeedEventKind> = Extract<FeedEvent, { kind: Kind }>

export const clientMessage = z.discriminatedUnion('type', [
  /** First message of a socket. `since`: the last cursor seen, to resume; absent for a fresh start. */
  z.object({
    type: z.literal('hello'),
    version: fitting(z.int(), 'no column'),
    token: exactText(512),
    since: feedCursor.optional(),
    epoch: exactText(64).optional(),
    topics: z.array(topic).max(1000),
  }),
  /** The topics wanted from now on; replaces the former list. */
  z.object({ type: z.literal('watch'), topics: z.array(topic).max(1000) }),
  z.object({ type: z.literal('ping') }),
])
export type ClientMessage = z.infer<typeof clientMessage>

export const serverMessage = z.discriminatedUnion('type', [
  /**
   * Subscribed. `cursor` is where the stream begins. `resumed`: that is `since`, and everything since then follows;
   * otherwise (fresh start, or what was missed cannot be replayed) read everything anew. `denied` are the topics
   * asked for and not given; `user:<own id>` is among `topics` even if not asked for.
   */
  z.object({
    type: z.literal('ready'),
    version: z.int(),
    epoch: z.string(),
    cursor: feedCursor,
    resumed: z.boolean(),
    topics: z.array(topic),
    denied: z.array(topic),
  }),
  /**
   * The topics from now on: the answer to `watch`, and unasked when a new membership opens a topic that was wanted.
   * The data of a topic that is new here must be read after this message, to miss nothing.
   */
  z.object({
    type: z.literal('watching'),
    cursor: feedCursor,
    topics: z.array(topic),
    denied: z.array(topic),
  }),
  z.object({ type: z.literal('event'), cursor: feedCursor, topic, event: feedEvent }),
  /** In the midst of a resumed stream: the rest of what was missed cannot be replayed after all. Read everything anew. */
  z.object({ type: z.literal('resync'), cursor: feedCursor }),
  /** A topic that was granted is no longer: the membership ended. Nothing of it follows, until `watching` names it. */
  z.object({ type: z.literal('closed-topic'), topic }),
  /** Answers `ping`; carries a quiet client's cursor forward, so that it has little to resume. */
  z.object({ type: z.literal('pong'), cursor: feedCursor }),
])
export type ServerMessage = z.infer<typeof serverMessage>

/**
 * Why the server closed a socket (WebSocket close codes, ours of the private range). After `unauthorized` and
 * `revoked` the session is over; after all others the client comes back, later each time, and resumes. A message over
 * 64 KiB is answered with the standard's own 1009.
 */
export const closeCodes = {
  malformed: 4400,
  unauthorized: 4401,
  /** The session lives, and is for nothing but setting up the second step. */
  twoStepDue: 4402,
  revoked: 4403,
  /** No `hello` in time. */
  helloMissing: 4405,
  versionUnknown: 4406,
  tooSlow: 4408,
  /** Too many sockets of one session, too much on one socket, or too many greetings from one address. */
  tooMany: 4429,
  /** A fault of the server while it served this socket. */
  internal: 1011,
  serverRestart: 1012,
  /** The server cannot follow the feed now. */
  unavailable: 1013,
} as const
