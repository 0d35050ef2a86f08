import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { orpc } from '../lib/api.ts'
import { changeOwnZone, zoneNamesById } from '../lib/session/own-zones.ts'
import { aZone } from '../testing/people.ts'
import { noticeLayer } from '../ui/toast/notice-layer.ts'
import { notifyRemoved } from './live-notices.ts'

const me = '0192f0c0-0000-7000-8000-000000000001'
const zone = aZone({ name: 'North yard' })
const event = { kind: 'membership.removed', userId: me, zoneId: zone.id, was: 'unknown' } as const
afterEach(() => {
  zoneNamesById.clear()
  vi.restoreAllMocks()
})

it('names the lost zone, even if the list has already been refetched', () => {
  const messageSpy = vi.spyOn(noticeLayer, 'message').mockReturnValue('')
  const client = new QueryClient()
  zoneNamesById.set(zone.id, zone.name)
  client.setQueryData(orpc.zones.mine.queryKey(), { zones: [] })
  notifyRemoved(client, event, me)
  expect(messageSpy.mock.calls.map(([title]) => title)).toEqual(['You no longer belong to North yard'])
})

it('shows nothing for a zone the person left themselves', () => {
  const messageSpy = vi.spyOn(noticeLayer, 'message').mockReturnValue('')
  const client = new QueryClient()
  zoneNamesById.set(zone.id, zone.name)
  client.setQueryData(orpc.zones.mine.queryKey(), { zones: [zone] })
  changeOwnZone(client, zone.id, () => undefined)
  notifyRemoved(client, event, me)
  expect(messageSpy).not.toHaveBeenCalled()
})
