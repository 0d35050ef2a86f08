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

/** Increment when a message changes its meaning; a server refuses other versions with an explicit code. */
export const feedVersion = 1

/**
 * The position of an event in the feed: a number, in an order in which nothing appears before positions already read. Clients only
 * return it to resume. Every cursor of a socket means that all events of its topics up to there were sent before. A client
 * therefore stores the newest cursor of any message, together with the `epoch` of `ready`.
 */
export const feedCursor = fitting(z.string().regex(/^\d{1,19}$/), 'no column')

/** The events of the feed, as defined by their features, with the data a screen needs to show them. */
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
  /** The first message of a socket. `since`: the last cursor seen, to resume; absent for a fresh start. */
  z.object({
    type: z.literal('hello'),
    version: fitting(z.int(), 'no column'),
    token: exactText(512),
    since: feedCursor.optional(),
    epoch: exactText(64).optional(),
    topics: z.array(topic).max(1000),
  }),
  /** The topics to watch from now on; replaces the previous list. */
  z.object({ type: z.literal('watch'), topics: z.array(topic).max(1000) }),
  z.object({ type: z.literal('ping') }),
])
export type ClientMessage = z.infer<typeof clientMessage>

export const serverMessage = z.discriminatedUnion('type', [
  /**
   * Subscribed. `cursor` is where the stream begins. If `resumed`, that is `since`, and everything since then follows; otherwise
   * (fresh start, or missed events cannot be replayed) read everything again. `denied` are requested topics that were not granted;
   * `user:<own id>` is among `topics` even if not requested.
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
   * The topics from now on: the answer to `watch`, and sent unasked when a new membership opens a requested topic. Read the data of
   * a newly listed topic after this message, so that nothing is missed.
   */
  z.object({
    type: z.literal('watching'),
    cursor: feedCursor,
    topics: z.array(topic),
    denied: z.array(topic),
  }),
  z.object({ type: z.literal('event'), cursor: feedCursor, topic, event: feedEvent }),
  /** Sent within a resumed stream if the rest of the missed events cannot be replayed after all. Read everything again. */
  z.object({ type: z.literal('resync'), cursor: feedCursor }),
  /** A granted topic was withdrawn because the membership ended. It sends no events until `watching` lists it again. */
  z.object({ type: z.literal('closed-topic'), topic }),
  /** Answers `ping`, and advances the cursor of an idle client so that it has little to resume. */
  z.object({ type: z.literal('pong'), cursor: feedCursor }),
])
export type ServerMessage = z.infer<typeof serverMessage>

/**
 * The reasons why the server closes a socket (WebSocket close codes, ours from the private range). After `unauthorized` and
 * `revoked` the session is over; after all others the client reconnects with increasing delays and resumes. Messages over 64 KiB
 * are answered with the standard's own 1009.
 */
export const closeCodes = {
  malformed: 4400,
  unauthorized: 4401,
  /** The session is valid, but only for setting up the second step. */
  twoStepDue: 4402,
  revoked: 4403,
  /** No `hello` arrived in time. */
  helloMissing: 4405,
  versionUnknown: 4406,
  tooSlow: 4408,
  /** Too many sockets of one session, too much traffic on one socket, or too many `hello` messages from one address. */
  tooMany: 4429,
  /** An internal error while serving this socket. */
  internal: 1011,
  serverRestart: 1012,
  /** The server cannot follow the feed at the moment. */
  unavailable: 1013,
} as const
