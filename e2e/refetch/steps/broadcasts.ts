import { releaseDueBroadcasts } from '../../../apps/server/src/features/broadcasts/release-broadcasts.ts'
import { write } from '../../../apps/server/src/live/write.ts'
import type { Step } from '../step.ts'
import type { World } from '../world.ts'

const broadcastRef = ({ fields }: World) => ({ broadcastId: String(fields.broadcastId) })
const callBroadcasts = ({ call, people }: World) => call(people.otherManager).broadcasts
const content = { title: 'Leave the hall', message: 'By the north gate.', priority: 'urgent' as const }
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

async function sendBroadcast(world: World, overrides: object = {}) {
  const { broadcastId } = await callBroadcasts(world).send({
    ...content,
    zoneId: world.zone.id,
    requestId: crypto.randomUUID(),
    answers: ['I am out', 'I need help'],
    ...overrides,
  })
  world.fields.broadcastId = broadcastId
}

const templatesReason = {
  'broadcasts.templates': 'no event carries templates; a form has them with its next read',
}

export const broadcastSteps: Step[] = [
  { name: 'broadcasts.send', act: world => sendBroadcast(world) },
  {
    name: 'broadcasts.see',
    act: world => world.call(world.people.worker).broadcasts.see(broadcastRef(world)),
    late: {
      'broadcasts.get': 'another device of the person learns with its next read that they have seen it',
      'broadcasts.list': 'another device of the person learns with its next read that they have seen it',
    },
  },
  {
    name: 'broadcasts.answer',
    act: world =>
      world.call(world.people.worker).broadcasts.answer({ ...broadcastRef(world), answer: 'I am out' }),
    late: {
      'broadcasts.list': 'progress is told in the zone; the list of all zones has it with the next read',
    },
  },
  { name: 'broadcasts.remind', act: world => callBroadcasts(world).remind(broadcastRef(world)) },
  { name: 'broadcasts.endQuestion', act: world => callBroadcasts(world).endQuestion(broadcastRef(world)) },
  { name: 'a broadcast is scheduled', act: world => sendBroadcast(world, { sendAt: inAnHour() }) },
  {
    name: 'broadcasts.update',
    act: world =>
      callBroadcasts(world).update({
        ...content,
        ...broadcastRef(world),
        title: 'Stay inside',
        sendAt: inAnHour(),
      }),
  },
  {
    name: 'a scheduled broadcast is released',
    async act({ db, fields }) {
      await db.pool.query(`update broadcasts set send_at = now() - interval '1 minute' where id = $1`, [
        fields.broadcastId,
      ])
      await db.asOwner('the job of every minute', tx => write(tx, releaseDueBroadcasts))
    },
  },
  {
    name: 'a broadcast is scheduled that will be recalled',
    act: world => sendBroadcast(world, { sendAt: inAnHour() }),
  },
  { name: 'broadcasts.recall', act: world => callBroadcasts(world).recall(broadcastRef(world)) },
  {
    name: 'a broadcast to all zones',
    act: ({ call, people }) =>
      call(people.otherAdmin).broadcasts.send({ ...content, zoneId: null, requestId: crypto.randomUUID() }),
  },
  {
    name: 'broadcasts.saveTemplate',
    late: templatesReason,
    async act(world) {
      const { templateId } = await callBroadcasts(world).saveTemplate({
        ...content,
        zoneId: world.zone.id,
        name: 'Fire',
      })
      world.fields.templateId = templateId
    },
  },
  {
    name: 'broadcasts.removeTemplate',
    late: templatesReason,
    act: world => callBroadcasts(world).removeTemplate({ templateId: String(world.fields.templateId) }),
  },
]
