import { alertDueHazards } from '../../../apps/server/src/features/hazards/alert-due-hazards.ts'
import { write } from '../../../apps/server/src/live/write.ts'
import { insideTestBox } from '../../../apps/server/src/testing/factories.ts'
import { type Step, storeFile } from '../step.ts'
import type { World } from '../world.ts'

const hazardRef = ({ zone, fields }: World) => ({ zoneId: zone.id, hazardId: String(fields.hazardId) })

export const hazardSteps: Step[] = [
  {
    name: 'hazards.report',
    async act({ call, people, zone, fields }) {
      const { hazardId } = await call(people.otherWorker).hazards.report({
        zoneId: zone.id,
        requestId: crypto.randomUUID(),
        title: 'Leaking valve',
        description: 'Oil at the second pump',
        severity: 'high',
        position: { ...insideTestBox, accuracyMeters: 8 },
      })
      fields.hazardId = hazardId
    },
  },
  {
    name: 'hazards.assign',
    act: world =>
      world.call(world.people.otherManager).hazards.assign({
        ...hazardRef(world),
        userId: world.people.worker.id,
        dueAt: new Date(Date.now() + 3_600_000).toISOString(),
      }),
  },
  {
    name: 'hazards.comment',
    act: world =>
      world.call(world.people.otherManager).hazards.comment({
        ...hazardRef(world),
        requestId: crypto.randomUUID(),
        note: 'The valve is closed.',
      }),
  },
  {
    name: 'hazards.setStatus',
    act: world =>
      world
        .call(world.people.otherManager)
        .hazards.setStatus({ ...hazardRef(world), from: 'open', to: 'in_progress', note: '' }),
  },
  {
    name: 'hazards.changeMany',
    act(world) {
      const { zoneId, hazardId } = hazardRef(world)
      const change = { assigneeId: world.people.otherWorker.id }
      return world
        .call(world.people.otherManager)
        .hazards.changeMany({ zoneId, hazardIds: [hazardId], change })
    },
  },
  {
    name: 'the due time of a hazard comes near',
    async act({ db }) {
      await db.asOwner('the job of every minute', tx => write(tx, alertDueHazards))
    },
  },
  {
    name: 'hazards.removeFile',
    async act(world) {
      const { hazardId } = hazardRef(world)
      const fileId = await storeFile(world, 'hazard-attachments', world.people.otherWorker, {
        hazard_id: hazardId,
      })
      await world.db.pool.query(
        `update hazards set photo_urls = array(select path from stored_files where hazard_id = hazards.id) where id = $1`,
        [hazardId],
      )
      await world.call(world.people.otherManager).hazards.removeFile({ ...hazardRef(world), fileId })
    },
  },
]
