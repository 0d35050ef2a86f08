import type { Step } from '../step.ts'
import type { World } from '../world.ts'

const callNotices = ({ call, people }: World) => call(people.otherManager).notices
const toWorker = ({ zone, people }: World) => ({ zoneId: zone.id, userId: people.worker.id })

/** A manager on one device; another device of theirs, and the worker who is followed, see the effects. */
export const noticeSteps: Step[] = [
  {
    name: 'notices.setOwn',
    act: world => callNotices(world).setOwn({ kind: 'shift_begins', enabled: true, minutes: 30 }),
  },
  {
    name: 'notices.setOfZone',
    async act(world) {
      const { ruleId } = await callNotices(world).setOfZone({
        zoneId: world.zone.id,
        kind: 'zone_above',
        enabled: true,
        threshold: 3,
      })
      world.fields.ruleId = ruleId
    },
  },
  {
    name: 'notices.remove',
    act: world => callNotices(world).remove({ ruleId: String(world.fields.ruleId) }),
  },
  { name: 'notices.follow', act: world => callNotices(world).follow({ ...toWorker(world), follows: true }) },
  {
    name: 'the person is no longer followed',
    act: world => callNotices(world).follow({ ...toWorker(world), follows: false }),
  },
]
