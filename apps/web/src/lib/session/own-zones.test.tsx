import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { aZone } from '../../testing/people.ts'
import { orpc } from '../api.ts'
import { changeOwnZone } from './own-zones.ts'

const entryEnd = '2036-01-01T00:00:00.000Z'

it('an older response does not undo an entry', async () => {
  const zone = aZone()
  const queryKey = orpc.zones.mine.queryKey()
  const answers: ((entryExpiresAt: string | null) => void)[] = []
  const client = new QueryClient()
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: () =>
      new Promise<{ zones: (typeof zone)[] }>(resolve => {
        answers.push(entryExpiresAt => resolve({ zones: [{ ...zone, entryExpiresAt }] }))
      }),
  })
  const stop = observer.subscribe(() => undefined)
  const entry = () => observer.getCurrentResult().data?.zones[0]?.entryExpiresAt
  answers[0]?.(null)
  await vi.waitFor(() => expect(entry()).toBeNull())

  void client.refetchQueries({ queryKey })
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  changeOwnZone(client, zone.id, it => ({ ...it, entryExpiresAt: entryEnd }))
  expect(entry()).toBe(entryEnd)
  answers[1]?.(null)
  await vi.waitFor(() => expect(answers).toHaveLength(3))
  await Promise.resolve()
  expect(entry()).toBe(entryEnd)
  stop()
})
