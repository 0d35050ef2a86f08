import { prepareShape } from '@muster/domain/geofence.ts'
import { expect, it, vi } from 'vitest'
import { insideTestBox, testBox } from '../../testing/factories.ts'
import { type CheckPositionDeps, checkPosition } from './check-position.ts'
import type { PendingCheck } from './check-writer/pending-check.ts'

const [homeZoneId, otherZoneId] = [
  '0192f0c0-0000-7000-8000-000000000101',
  '0192f0c0-0000-7000-8000-000000000102',
]
const ann = { userId: '0192f0c0-0000-7000-8000-000000000001', role: 'app_user' } as const

/** Creates dependencies in which every lookup is cached and the check writer is slow. */
function createWorld(zones: readonly string[]) {
  const writtenChecks: PendingCheck[] = []
  const findRefusal = vi.fn(() => undefined)
  const zonesOfAdmin = vi.fn()
  const shape = prepareShape(testBox)
  const deps: CheckPositionDeps = {
    writer: {
      write(check) {
        writtenChecks.push(check)
        return new Promise(() => undefined)
      },
      findRefusal,
    },
    zones: { get: id => ({ id, name: id, status: 'active', shape, widthAt: () => 200, shapeVersion: 1 }) },
    members: {
      findZones: () => new Set(zones),
      isMember: (_, zoneId) => zones.includes(zoneId),
      findConsentRefusal: () => undefined,
    },
    zonesOfAdmin,
    retentionDays: 90,
  }
  const check = (source: 'manual' | 'device') => {
    const reading = {
      id: homeZoneId,
      ...insideTestBox,
      accuracyMeters: 5,
      capturedAt: new Date().toISOString(),
    }
    void checkPosition(deps, ann, reading, [homeZoneId], source)
    return writtenChecks.map(it => it.zoneId)
  }
  return { check, written: writtenChecks, findRefusal, zonesOfAdmin }
}

it('sends the check of a person in one zone to the writer immediately, without a lookup', () => {
  const { check, findRefusal, zonesOfAdmin } = createWorld([homeZoneId])
  expect(check('manual')).toEqual([homeZoneId])
  expect(findRefusal).not.toHaveBeenCalled()
  expect(zonesOfAdmin).not.toHaveBeenCalled()
})

it('sends the checks of a person in several zones to the writer in the same turn, the named zone first', async () => {
  const { check, written } = createWorld([otherZoneId, homeZoneId])
  check('manual')
  await vi.waitFor(() => expect(written.map(it => it.zoneId)).toEqual([homeZoneId, otherZoneId]))
  expect(new Set(written.map(it => it.id)).size).toBe(1)
})

it("counts a device's reading only for the zone it names", () => {
  expect(createWorld([homeZoneId, otherZoneId]).check('device')).toEqual([homeZoneId])
})
