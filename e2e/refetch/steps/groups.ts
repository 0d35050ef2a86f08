import { type Step, storeFile } from '../step.ts'
import type { World } from '../world.ts'

const groupId = ({ fields }: World) => ({ groupId: String(fields.groupId) })
const ofMessage = (world: World) => ({ ...groupId(world), messageId: String(world.fields.messageId) })
const callGroups = ({ call, people }: World) => call(people.otherManager).groups
const callMessages = ({ call, people }: World) => call(people.otherWorker).groupMessages
const requestId = () => crypto.randomUUID()

async function send(world: World, text: string, more: object = {}) {
  const { id } = await callMessages(world).send({ ...groupId(world), requestId: requestId(), text, ...more })
  world.fields.messageId = id
}

const ownWords = {
  'groupMessages.reads': 'one’s own words count as read, and no page shows how far their author has read',
  'groups.list': 'an onlooking admin has the last activity of a group with the next read',
}

export const groupSteps: Step[] = [
  {
    name: 'groups.create',
    async act(world) {
      const { zone, people, fields } = world
      const { group } = await callGroups(world).create({
        zoneId: zone.id,
        requestId: requestId(),
        name: 'Night shift',
        members: [people.otherWorker.id],
      })
      fields.groupId = group.id
    },
  },
  {
    name: 'groups.update',
    act: world =>
      callGroups(world).update({ ...groupId(world), name: 'Late shift', description: 'After eight' }),
  },
  {
    name: 'groups.addMembers',
    act: world =>
      callGroups(world).addMembers({
        ...groupId(world),
        members: [world.people.worker.id, world.people.manager.id],
      }),
  },
  { name: 'groupMessages.send', act: world => send(world, 'The valve is closed.'), late: ownWords },
  {
    name: 'a message with a file is sent',
    late: ownWords,
    async act(world) {
      const fileId = await storeFile(world, 'group-files', world.people.otherWorker)
      await send(world, 'The plan', { fileId, mentions: [world.people.worker.id] })
    },
  },
  {
    name: 'groupMessages.edit',
    act: world => callMessages(world).edit({ ...ofMessage(world), text: 'The plan of the valve' }),
  },
  {
    name: 'groupMessages.react',
    act: world => callMessages(world).react({ ...ofMessage(world), emoji: '👍', on: true }),
  },
  {
    name: 'a reaction is taken back',
    act: world => callMessages(world).react({ ...ofMessage(world), emoji: '👍', on: false }),
  },
  {
    name: 'groupMessages.read',
    act: world => world.call(world.people.worker).groupMessages.read({ ...groupId(world), number: 2 }),
  },
  {
    name: 'groupMessages.mute',
    act: world => world.call(world.people.worker).groupMessages.mute({ ...groupId(world), muted: true }),
  },
  { name: 'groupMessages.remove', act: world => callMessages(world).remove(ofMessage(world)) },
  {
    name: 'groups.removeMember',
    act: world => callGroups(world).removeMember({ ...groupId(world), userId: world.people.worker.id }),
  },
]

/** Steps that run last, because things linked to a group must exist before it is removed. */
export const groupRemovalSteps: Step[] = [
  {
    name: 'groups.remove',
    async act(world) {
      await callGroups(world).remove(groupId(world))
      delete world.fields.messageId
      delete world.fields.groupId
    },
  },
]
