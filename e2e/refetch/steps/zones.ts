import type { Step } from '../step.ts'
import type { World } from '../world.ts'

const zoneRef = ({ zone }: World) => ({ zoneId: zone.id })
const callZones = ({ call, people }: World) => call(people.otherAdmin).zones
const boxAt = (lat: number) => ({
  boundary: 'rectangle' as const,
  start: { lat, lng: 77.208 },
  end: { lat: lat + 0.002, lng: 77.21 },
})

export const zoneSteps: Step[] = [
  {
    name: 'zones.create',
    act: world =>
      callZones(world).create({ name: 'East yard', shape: boxAt(28.7), requestId: crypto.randomUUID() }),
  },
  {
    name: 'zones.createMany',
    act: world =>
      callZones(world).createMany({
        zones: [{ name: 'West yard', shape: boxAt(28.8), requestId: crypto.randomUUID() }],
      }),
  },
  {
    name: 'zones.star',
    act: world => world.call(world.people.worker).zones.star({ ...zoneRef(world), starred: true }),
  },
  {
    name: 'zones.update',
    act: world =>
      callZones(world).update({
        ...zoneRef(world),
        name: 'Northern yard',
        maxCapacity: 5,
        redrawn: { shape: boxAt(28.612), shapeVersion: 1 },
      }),
  },
  {
    name: 'zones.restoreShape',
    act: world => callZones(world).restoreShape({ ...zoneRef(world), version: 1 }),
  },
  {
    name: 'zones.setStatusOfMany',
    act: world => callZones(world).setStatusOfMany({ zoneIds: [world.otherZone.id], status: 'suspended' }),
  },
  {
    name: 'several zones are opened again',
    act: world => callZones(world).setStatusOfMany({ zoneIds: [world.otherZone.id], status: 'active' }),
  },
  {
    name: 'zones.setStatus',
    act: world => callZones(world).setStatus({ ...zoneRef(world), status: 'suspended' }),
  },
  {
    name: 'a zone is opened again',
    async act(world) {
      await callZones(world).setStatus({ ...zoneRef(world), status: 'active' })
      // Let everybody enter the zone again, because the following steps need them there.
      for (const { id, sessionId } of Object.values(world.people))
        await world.db.pool.query(
          `insert into zone_entries (session_id, zone_id, user_id, expires_at) values ($1, $2, $3, now() + interval '1 day')`,
          [sessionId, world.zone.id, id],
        )
    },
  },
]

/** Steps that run last, because they remove the zone. */
export const zoneRemovalSteps: Step[] = [
  { name: 'zones.remove', act: world => callZones(world).remove(zoneRef(world)) },
]
