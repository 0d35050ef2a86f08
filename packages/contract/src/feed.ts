import { z } from 'zod'
import { featureEvents } from './events.generated.ts'
import { fitting } from './fits.ts'
import { exactText } from './texts.ts'
import { topic } from './topic.ts'

/** Incremented when a message changes its meaning. The server rejects other versions with the close code `versionUnknown`. */
export const feedVersion = 1

/**
 * Positions increase, and none appears before one already read. On a socket: everything up to it was sent, so clients store the
 * newest cursor of any message, with the `epoch` of `ready`.
 */
export const feedCursor = fitting(z.string().regex(/^\d{1,19}$/), 'no column')

/** The events of the feed, as defined in the features' `*.events.ts`, with the data that screens need to show them. */
export const feedEvent = z.discriminatedUnion('kind', featureEvents)
export type FeedEvent = z.infer<typeof feedEvent>
export type FeedEventKind = FeedEvent['kind']
export type EventOf<Kind extends FeedEventKind> = Extract<FeedEvent, { kind: Kind }>

export const clientMessage = z.discriminatedUnion('type', [
  /** The first message on a socket. `since`: the last cursor seen, to resume from; omitted for a fresh start. */
  z.object({
    type: z.literal('hello'),
    version: fitting(z.int(), 'no column'),
    token: exactText(512),
    since: feedCursor.optional(),
    epoch: exactText(64).optional(),
    topics: z.array(topic).max(1000),
  }),
  /** The topics to watch from now on. Replaces the previous list. */
  z.object({ type: z.literal('watch'), topics: z.array(topic).max(1000) }),
  z.object({ type: z.literal('ping') }),
])
export type ClientMessage = z.infer<typeof clientMessage>

export const serverMessage = z.discriminatedUnion('type', [
  /**
   * If `resumed`, `cursor` equals `since` and all events follow; otherwise the client must refetch everything. `denied`: requested,
   * not granted. `topics` always includes `user:<own id>`.
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
  /** Answers `watch`; also sent when a new membership opens a topic. Clients fetch a topic's data after it, so nothing is missed. */
  z.object({
    type: z.literal('watching'),
    cursor: feedCursor,
    topics: z.array(topic),
    denied: z.array(topic),
  }),
  z.object({ type: z.literal('event'), cursor: feedCursor, topic, event: feedEvent }),
  /** The remaining missed events of a resumed stream cannot be replayed after all. The client must refetch everything. */
  z.object({ type: z.literal('resync'), cursor: feedCursor }),
  /**
   * A granted topic was withdrawn because the person lost access to it, for example with their membership. The topic sends no
   * events until `watching` lists it again.
   */
  z.object({ type: z.literal('closed-topic'), topic }),
  /** The response to `ping`. It also advances the cursor of an idle client, so that there is little to resume. */
  z.object({ type: z.literal('pong'), cursor: feedCursor }),
])
export type ServerMessage = z.infer<typeof serverMessage>

/**
 * From 4400 our own, others standard (1009: message over 64 KiB). After `unauthorized` and `revoked` the session is over; after
 * others the client reconnects with increasing delays and resumes.
 */
export const closeCodes = {
  malformed: 4400,
  unauthorized: 4401,
  /** The session is only valid for setting up the second step. */
  twoStepDue: 4402,
  revoked: 4403,
  /** No `hello` arrived in time. */
  helloMissing: 4405,
  versionUnknown: 4406,
  tooSlow: 4408,
  /** Too many sockets in one session, too much traffic on one socket, or too many `hello` messages from one IP address. */
  tooMany: 4429,
  /** An internal error occurred while serving this socket. */
  internal: 1011,
  serverRestart: 1012,
  /** The server cannot currently read the feed. */
  unavailable: 1013,
} as const
