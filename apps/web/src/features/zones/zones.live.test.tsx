import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { orpc } from '../../lib/api.ts'
import { aZone, toListedZone } from '../../testing/people.ts'
import { aListedPerson, aProfileChange } from '../../testing/people-events.ts'
import { aPresenceChange } from '../../testing/presence-events.ts'
import { applyZones } from './zones.live.ts'

const me = '0192f0c0-0000-7000-8000-000000000001'
const otherUserId = '0192f0c0-0000-7000-8000-000000000002'
const north = aZone()
const south = aZone({ id: '0192f0c0-0000-7000-8000-000000000102', name: 'South gate' })

const allKey = orpc.zones.all.infiniteKey({ input: cursor => ({ cursor }), initialPageParam: undefined })

function createCache() {
  const client = new QueryClient()
  client.setQueryData(orpc.zones.mine.queryKey(), { zones: [north, south] })
  client.setQueryData(allKey, {
    pages: [{ rows: [north, south].map(toListedZone), next: null }],
    pageParams: [undefined],
  })
  const getCachedNames = () => ({
    mine: client.getQueryData(orpc.zones.mine.queryKey())?.zones.map(zone => zone.name),
    all: client.getQueryData(allKey)?.pages.flatMap(page => page.rows.map(zone => zone.name)),
  })
  return { client, names: getCachedNames }
}

it('a removed zone leaves both lists, as in the server’s response', () => {
  const { client, names } = createCache()
  const keys = applyZones(client, { kind: 'zone.removed', zoneId: north.id }, me)
  expect(names()).toEqual({ mine: ['South gate'], all: ['South gate'] })
  expect(keys).toEqual([orpc.zones.mine.key(), orpc.zones.available.key(), orpc.zones.counts.key()])
})

it('losing a membership removes the zone; another person’s loss only changes the numbers of members', () => {
  const { client, names } = createCache()
  expect(
    applyZones(
      client,
      { kind: 'membership.removed', zoneId: north.id, userId: otherUserId, was: 'unknown' },
      me,
    ),
  ).toEqual([orpc.zones.all.key()])
  expect(names().mine).toHaveLength(2)
  applyZones(client, { kind: 'membership.removed', zoneId: north.id, userId: me, was: 'unknown' }, me)
  expect(names()).toEqual({ mine: ['South gate'], all: ['North yard', 'South gate'] })
})

it('refetches the zones after joining one', () => {
  const { client } = createCache()
  const joinedEvent = {
    kind: 'membership.added' as const,
    zoneId: north.id,
    userId: me,
    role: 'app_user' as const,
    listed: aListedPerson(),
  }
  expect(applyZones(client, joinedEvent, me)).toEqual([orpc.zones.mine.key(), orpc.zones.available.key()])
})

it("a changed occupancy shows everywhere immediately, like in the server's response", () => {
  const { client } = createCache()
  const zoneKey = orpc.zones.get.queryKey({ input: { zoneId: north.id } })
  client.setQueryData(zoneKey, north)
  const parts = { byPhone: 5, byBadge: 2, visitors: 1 }
  const occupancyEvent = {
    kind: 'zone.occupancy' as const,
    zoneId: north.id,
    currentOccupancy: 8,
    parts,
  }
  expect(applyZones(client, occupancyEvent, me)).toEqual([])
  const updatedZone = { ...north, currentOccupancy: 8, parts }
  expect(client.getQueryData(orpc.zones.mine.queryKey())).toEqual({ zones: [updatedZone, south] })
  expect(client.getQueryData(allKey)?.pages).toEqual([
    { rows: [updatedZone, south].map(toListedZone), next: null },
  ])
  expect(client.getQueryData(zoneKey)).toEqual(updatedZone)
  const myZonesData = client.getQueryData(orpc.zones.mine.queryKey())
  applyZones(client, occupancyEvent, me)
  expect(client.getQueryData(orpc.zones.mine.queryKey())).toBe(myZonesData)
})

it('the number of people not seen recently is patched the same way', () => {
  const { client } = createCache()
  const unseenEvent = {
    kind: 'zone.unseen' as const,
    zoneId: north.id,
    unseenOccupancy: 2,
    unseenByBadge: 0,
  }
  applyZones(client, unseenEvent, me)
  expect(client.getQueryData(orpc.zones.mine.queryKey())?.zones[0]).toEqual({ ...north, unseenOccupancy: 2 })
})

it('an entry or exit does not refetch the zones', () => {
  expect(
    applyZones(createCache().client, aPresenceChange({ zoneId: north.id, userId: otherUserId }), me),
  ).toEqual([])
})

it('refetches the zones when one’s own profile changes, not when another person’s does', () => {
  const { client } = createCache()
  expect(applyZones(client, aProfileChange(me), me)).toEqual([orpc.zones.key()])
  expect(applyZones(client, aProfileChange(otherUserId), me)).toEqual([])
})
