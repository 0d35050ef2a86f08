import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { aZone } from '../../testing/people.ts'
import { orpc } from '../api.ts'
import { changeOwnZone } from './own-zones.ts'

const entryExpiry = '2036-01-01T00:00:00.000Z'

it('an older response does not undo an entry', async () => {
  const zone = aZone()
  const queryKey = orpc.zones.mine.queryKey()
  const resolvers: ((entryExpiresAt: string | null) => void)[] = []
  const client = new QueryClient()
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: () =>
      new Promise<{ zones: (typeof zone)[] }>(resolve => {
        resolvers.push(entryExpiresAt => resolve({ zones: [{ ...zone, entryExpiresAt }] }))
      }),
  })
  const stop = observer.subscribe(() => undefined)
  const readEntryExpiry = () => observer.getCurrentResult().data?.zones[0]?.entryExpiresAt
  resolvers[0]?.(null)
  await vi.waitFor(() => expect(readEntryExpiry()).toBeNull())

  void client.refetchQueries({ queryKey })
  await vi.waitFor(() => expect(resolvers).toHaveLength(2))
  changeOwnZone(client, zone.id, it => ({ ...it, entryExpiresAt: entryExpiry }))
  expect(readEntryExpiry()).toBe(entryExpiry)
  resolvers[1]?.(null)
  await vi.waitFor(() => expect(resolvers).toHaveLength(3))
  await Promise.resolve()
  expect(readEntryExpiry()).toBe(entryExpiry)
  stop()
})
