import { feedVersion, type ServerMessage } from '@muster/contract/feed.ts'
import { zoneTopic } from '@muster/contract/topic.ts'
import type { Sender } from '../checks/seed.ts'
import type { WebApp } from './web-app.ts'

/** The refetch interval of the counts in `use-zone-people.ts`. */
const recountIntervalMs = 15_000

export type Watcher = {
  /** Returns the bytes received so far over the socket and by requests; bodies only, uncompressed. */
  readonly bytes: () => number
  /** The number of calls by path. */
  readonly reads: ReadonlyMap<string, number>
  close(): void
}
export type Screen = 'people' | 'dashboard'

/** Simulates a person in front of a screen: its queries and the feed of their zone, kept up to date as in the web app. */
export async function watch(web: WebApp, origin: string, person: Sender, screen: Screen): Promise<Watcher> {
  let byteCount = 0
  const readCountsByPath = new Map<string, number>()
  const { orpc } = web
  const client = new web.QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const feeder = web.createCacheFeeder(client, web.liveHandlers, person.userId)

  const read = async (path: string, input?: object) => {
    readCountsByPath.set(path, (readCountsByPath.get(path) ?? 0) + 1)
    const response = await fetch(`${origin}/rpc/${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${person.token}`,
        'content-type': 'application/json',
        'accept-encoding': 'identity',
      },
      body: JSON.stringify({ json: input }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${text}`)
    byteCount += Buffer.byteLength(text)
    return JSON.parse(text).json as unknown
  }
  const observeRead = (feature: string, name: string, input?: object) =>
    new web.QueryObserver(client, {
      queryKey: orpc[feature]?.[name]?.queryKey(input ? { input } : {}) ?? [],
      queryFn: () => read(`${feature}/${name}`, input),
    })
  const zoneInput = { zoneId: person.zoneId }
  const peopleInput = { ...zoneInput, list: 'people' }
  const observePages = (feature: string, name: string, input: object) => {
    const createPage = (cursor: unknown) => ({ ...input, cursor })
    return new web.InfiniteQueryObserver(client, {
      queryKey: orpc[feature]?.[name]?.infiniteKey({ input: createPage, initialPageParam: undefined }) ?? [],
      queryFn: ({ pageParam }) => read(`${feature}/${name}`, createPage(pageParam)),
      initialPageParam: undefined,
      getNextPageParam: (lastPage: { next: string | null }) => lastPage.next ?? undefined,
    })
  }
  const countsQuery = observeRead('users', 'counts', peopleInput)
  const queries =
    screen === 'people'
      ? [
          observePages('users', 'inZone', peopleInput),
          observePages('presence', 'inside', { ...zoneInput, seen: 'lately', limit: 100 }),
          observePages('presence', 'inside', { ...zoneInput, seen: 'long_ago', limit: 100 }),
          countsQuery,
          observeRead('presence', 'panel', zoneInput),
          observeRead('zones', 'mine'),
        ]
      : [observeRead('presence', 'mine'), observeRead('zones', 'mine')]

  const socket = new WebSocket(`${origin.replace(/^http/, 'ws')}/live`)
  const readyPromise = Promise.withResolvers<void>()
  socket.addEventListener('open', () =>
    socket.send(
      JSON.stringify({
        type: 'hello',
        version: feedVersion,
        token: person.token,
        topics: [zoneTopic(person.zoneId)],
      }),
    ),
  )
  socket.addEventListener('message', ({ data }) => {
    const text = String(data)
    byteCount += Buffer.byteLength(text)
    const message = JSON.parse(text) as ServerMessage
    if (message.type === 'event') feeder.event(message.event, message.topic)
    else if (message.type !== 'ready') readyPromise.reject(new Error(`The feed said ${text}`))
    else if (message.denied.length > 0) readyPromise.reject(new Error('The zone is not theirs to follow'))
    else readyPromise.resolve()
  })
  socket.addEventListener('error', () => readyPromise.reject(new Error('The feed could not be opened')))
  socket.addEventListener('close', ({ code }) =>
    readyPromise.reject(new Error(`The feed was closed with ${code}`)),
  )
  await readyPromise.promise
  client.mount()
  const recountTimer =
    screen === 'people' ? setInterval(() => void countsQuery.refetch(), recountIntervalMs) : undefined
  const unsubscribers = queries.map(query => query.subscribe(() => undefined))
  while (queries.some(query => query.getCurrentResult().status === 'pending'))
    await new Promise(resolve => setTimeout(resolve, 20))
  if (queries.some(query => query.getCurrentResult().status === 'error'))
    throw new Error(`A ${screen} screen could not be read`)
  return {
    bytes: () => byteCount,
    reads: readCountsByPath,
    close() {
      clearInterval(recountTimer)
      for (const unsubscribe of unsubscribers) unsubscribe()
      feeder.stop()
      client.unmount()
      client.clear()
      socket.close()
    },
  }
}
