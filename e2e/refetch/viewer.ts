import './stand-in-browser.ts'
import { isDeepStrictEqual } from 'node:util'
import { parseTopic, userTopic } from '@muster/contract/topic.ts'
import { QueryClient, type QueryKey } from '@tanstack/react-query'
import type { FeedAccess, Grant } from '../../apps/server/src/live/access.ts'
import type { FeedEntry } from '../../apps/server/src/live/entry.ts'
import type { FeedViewer } from '../../apps/server/src/live/event-rules.ts'
import type { Sessions } from '../../apps/server/src/rpc/sessions.ts'
import type { TestUser } from '../../apps/server/src/testing/factories.ts'
import { liveHandlers } from '../../apps/web/src/app/live-handlers.ts'
import type { Read } from './reads.ts'

type Answers = Map<string, unknown>

type Server = {
  readonly access: FeedAccess<FeedViewer>
  readonly sessions: Sessions
  /** Runs `work` with a function that makes reads as this person; their responses are undefined if they are rejected. */
  readAs(user: TestUser, work: (read: MakeRead) => Promise<void>): Promise<void>
  /** Returns the person's rights as text; undefined if their session ended. */
  readRights(user: TestUser): Promise<string | undefined>
  /** Returns true if the step changed tables behind the rights of people. */
  mayChangeRights(): boolean
  /** Returns true if the step changed tables behind this read. */
  isAffected(read: Read): boolean
}

type Filter = (read: Read) => boolean

export type MakeRead = (read: Read) => Promise<unknown>

/** One viewer: the topics they watch and the responses they cache. */
export type Viewer = {
  readonly name: string
  readonly user: TestUser
  readonly reads: () => readonly Read[]
  readonly topics: () => readonly string[]
}

export type Difference = { readonly viewer: string; readonly read: Read; readonly difference: string }

/**
 * Simulates the web app of one viewer. The product's own event appliers update its cache with the events that the hub would send.
 */
export function openViewer(server: Server, viewer: Viewer) {
  const client = new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } })
  const { user } = viewer
  const ownTopic = userTopic(user.id)
  let grantsByTopic = new Map<string, Grant<FeedViewer> | null>()
  let watchedTopics: string | undefined
  let rights: string | undefined
  let hasNewRights = false
  /** The hashes of the reads that were rejected when last made. */
  const rejectedHashes = new Set<string>()

  async function readGrants(): Promise<void> {
    const session = await server.sessions.resolve(user.token)
    const previousGrants = grantsByTopic
    const topics = viewer.topics()
    const grantResult = session ? await server.access.grant(session, topics) : { granted: [] }
    grantsByTopic = new Map([
      [ownTopic, null],
      ...grantResult.granted.map(grant => [grant.topic, grant] as const),
    ])
    invalidateTopics([...new Set(grantsByTopic.keys()).symmetricDifference(new Set(previousGrants.keys()))])
  }

  function invalidate(keys: readonly QueryKey[]): void {
    for (const queryKey of keys) void client.invalidateQueries({ queryKey, refetchType: 'none' })
  }

  function invalidateTopics(topics: readonly string[]): void {
    for (const topicText of topics) {
      const topic = parseTopic(topicText)
      if (topic) invalidate((liveHandlers.topicKeys ?? []).flatMap(keys => keys(topic, user.id)))
    }
  }

  /** The hashes of the reads made so far. `compare` removes rejected reads, so that they are retried. */
  const loadedHashes = new Set<string>()
  const findState = ({ queryHash }: Read) => client.getQueryCache().get(queryHash)?.state
  const toData = ({ isPaged }: Read, answer: unknown) =>
    isPaged ? { pages: [answer], pageParams: [undefined] } : answer

  /** Repeats reads. A call is made only once, even if one screen reads it whole and another by pages. */
  async function reload(reads: readonly Read[]): Promise<void> {
    if (reads.length === 0) return
    const answersByCall: Answers = new Map()
    await server.readAs(user, async makeRead => {
      for (const read of reads) {
        const callKey = toCallKey(read)
        const answer = answersByCall.has(callKey) ? answersByCall.get(callKey) : await makeRead(read)
        answersByCall.set(callKey, answer)
        loadedHashes.add(read.queryHash)
        if (answer === undefined) {
          rejectedHashes.add(read.queryHash)
          client.removeQueries({ queryKey: read.queryKey, exact: true })
          continue
        }
        rejectedHashes.delete(read.queryHash)
        client.setQueryData(read.queryKey, toData(read, answer))
      }
    })
  }

  return {
    ...viewer,
    /**
     * Applies the events that the hub would send for these entries, in the same way as the server's `live/connection.ts`. Returns
     * false if the session ended.
     */
    async follow(entries: readonly FeedEntry[]): Promise<boolean> {
      const session = await server.sessions.resolve(user.token)
      if (!session) return false
      const currentRights = server.mayChangeRights() ? await server.readRights(user) : rights
      hasNewRights = currentRights !== rights
      rights = currentRights
      if (hasNewRights) rejectedHashes.clear()
      // The feeder applies all events of a batch before it refetches.
      const staleKeys: QueryKey[] = []
      for (const entry of entries) {
        const grant = grantsByTopic.get(entry.topic)
        if (grant === undefined) continue
        const revokedTopics = server.access.revokes(entry.event, session)
        if (revokedTopics === 'session') return false
        const visibility = grant === null || server.access.maySee(grant.viewer, entry.event)
        if (visibility !== false) {
          const event = visibility === true ? entry.event : visibility
          for (const applier of liveHandlers.appliers)
            staleKeys.push(...applier(client, structuredClone(event), user.id, entry.topic))
        }
        for (const topic of revokedTopics) grantsByTopic.delete(topic)
        invalidateTopics(revokedTopics)
        if (entry.topic === ownTopic && server.access.regrants(entry.event)) await readGrants()
      }
      invalidate(staleKeys)
      return true
    },
    isRejected: ({ queryHash }: Read): boolean => rejectedHashes.has(queryHash),
    /**
     * Fetches selected reads that are missing from the cache or stale. Reads without events are fetched only if `unfed` names them,
     * but then every time.
     */
    async load(isSelected: Filter = () => true, unfed: readonly string[] = []): Promise<void> {
      const topics = viewer.topics().join()
      if (topics !== watchedTopics) await readGrants()
      watchedTopics = topics
      rights ??= await server.readRights(user)
      const isStale = (read: Read) => !loadedHashes.has(read.queryHash) || findState(read)?.isInvalidated
      const isMissing = (read: Read) => (read.isUnfed ? unfed.includes(read.name) : isStale(read))
      await reload(viewer.reads().filter(read => isSelected(read) && isMissing(read)))
    },
    /**
     * Repeats the selected cached reads that count as fresh, and returns the differences; only those that the step affects, or all if
     * it changed the person's rights. Of the reads without events, only those in `renews` are compared.
     */
    async compare(isSelected: Filter, renews: readonly string[]): Promise<Difference[]> {
      const allAffectedReads = viewer
        .reads()
        .filter(read => !read.isUnfed || renews.includes(read.name))
        .filter(read => hasNewRights || server.isAffected(read))
      const affectedReads = allAffectedReads.filter(isSelected)
      // A read that is not compared is made again before its next comparison, so that no step is blamed for an earlier one.
      for (const read of allAffectedReads) if (!isSelected(read)) loadedHashes.delete(read.queryHash)
      // A rejected read is retried before the next step, because it may be allowed by then.
      for (const read of affectedReads)
        if (findState(read)?.data === undefined) loadedHashes.delete(read.queryHash)
      const freshReads = affectedReads.filter(read => {
        const state = findState(read)
        return state?.data !== undefined && !state.isInvalidated
      })
      const cachedData = freshReads.map(read => findState(read)?.data)
      await reload(freshReads)
      return freshReads.flatMap((read, index) => {
        const freshData = findState(read)?.data
        const difference = findDifference(normalize(read, cachedData[index]), normalize(read, freshData))
        return difference === undefined ? [] : [{ viewer: viewer.name, read, difference }]
      })
    },
    close: () => client.clear(),
  }
}

export type OpenViewer = ReturnType<typeof openViewer>

/** Identifies the call of a read, which two responses in the cache may share. */
const toCallKey = ({ name, input }: Read): string => JSON.stringify([name, input])

/** Returns the first difference between two responses, as text; undefined if they are equal. */
function findDifference(cached: unknown, fresh: unknown, path = ''): string | undefined {
  const [a, b] = [toPlain(cached), toPlain(fresh)]
  if (isDeepStrictEqual(a, b)) return undefined
  if (isRecord(a) && isRecord(b) && Array.isArray(a) === Array.isArray(b))
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const nestedDifference = findDifference(a[key], b[key], `${path}.${key}`)
      if (nestedDifference !== undefined) return nestedDifference
    }
  return `${path}: the cache holds ${toBrief(a)}, a new read answers ${toBrief(b)}`
}

/**
 * Returns the response as sent over the network. Cuts off the microseconds of events created by SQL, because responses have
 * milliseconds.
 */
const toPlain = (value: unknown): unknown =>
  value === undefined
    ? undefined
    : JSON.parse(JSON.stringify(value).replaceAll(/(?<=:\d\d\.\d{3})\d+(?=(?:Z|[+-]\d\d:\d\d)")/g, ''))
const toBrief = (value: unknown) => (value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 160))
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Returns the data without parts that differ between any two reads. */
function normalize({ name }: Read, data: unknown): unknown {
  if (name === 'presence.zoneDay' && isRecord(data) && Array.isArray(data.pages))
    return { ...data, pages: data.pages.map(page => ({ ...page, keptSince: undefined, total: undefined })) }
  // The positions on the map have no order.
  if (name === 'presence.positions' && isRecord(data) && Array.isArray(data.people))
    return { people: data.people.toSorted((a, b) => (a.userId < b.userId ? -1 : 1)) }
  return data
}
