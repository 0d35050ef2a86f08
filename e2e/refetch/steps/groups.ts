import { type Step, storeFile } from '../step.ts'
import type { World } from '../world.ts'

const groupRef = ({ fields }: World) => ({ groupId: String(fields.groupId) })
const messageRef = (world: World) => ({ ...groupRef(world), messageId: String(world.fields.messageId) })
const callGroups = ({ call, people }: World) => call(people.otherManager).groups
const callMessages = ({ call, people }: World) => call(people.otherWorker).groupMessages
const newRequestId = () => crypto.randomUUID()

async function sendMessage(world: World, text: string, overrides: object = {}) {
  const { id } = await callMessages(world).send({
    ...groupRef(world),
    requestId: newRequestId(),
    text,
    ...overrides,
  })
  world.fields.messageId = id
}

const lastMessageReason = {
  'groups.list': 'an onlooking admin has the last activity and message of a group with the next read',
}
const ownMessageReason = {
  ...lastMessageReason,
  'groupMessages.reads': 'one’s own words count as read, and no page shows how far their author has read',
}

export const groupSteps: Step[] = [
  {
    name: 'groups.create',
    async act(world) {
      const { zone, people, fields } = world
      const { group } = await callGroups(world).create({
        zoneId: zone.id,
        requestId: newRequestId(),
        name: 'Night shift',
        members: [people.otherWorker.id],
      })
      fields.groupId = group.id
    },
  },
  {
    name: 'groups.update',
    act: world =>
      callGroups(world).update({ ...groupRef(world), name: 'Late shift', description: 'After eight' }),
  },
  {
    name: 'groups.addMembers',
    act: world =>
      callGroups(world).addMembers({
        ...groupRef(world),
        members: [world.people.worker.id, world.people.manager.id],
      }),
  },
  {
    name: 'groupMessages.send',
    act: world => sendMessage(world, 'The valve is closed.'),
    late: ownMessageReason,
  },
  {
    name: 'a message with a file is sent',
    late: ownMessageReason,
    async act(world) {
      const fileId = await storeFile(world, 'group-files', world.people.otherWorker)
      await sendMessage(world, 'The plan', { fileId, mentions: [world.people.worker.id] })
    },
  },
  {
    name: 'groupMessages.edit',
    late: lastMessageReason,
    act: world => callMessages(world).edit({ ...messageRef(world), text: 'The plan of the valve' }),
  },
  {
    name: 'groupMessages.react',
    act: world => callMessages(world).react({ ...messageRef(world), emoji: '👍', on: true }),
  },
  {
    name: 'a reaction is taken back',
    act: world => callMessages(world).react({ ...messageRef(world), emoji: '👍', on: false }),
  },
  {
    name: 'groupMessages.read',
    act: world => world.call(world.people.worker).groupMessages.read({ ...groupRef(world), number: 2 }),
  },
  {
    name: 'groupMessages.mute',
    act: world => world.call(world.people.worker).groupMessages.mute({ ...groupRef(world), muted: true }),
  },
  {
    name: 'groupMessages.remove',
    late: lastMessageReason,
    act: world => callMessages(world).remove(messageRef(world)),
  },
  {
    name: 'groups.removeMember',
    act: world => callGroups(world).removeMember({ ...groupRef(world), userId: world.people.worker.id }),
  },
]

/** Steps that run last, because earlier steps need the group. */
export const groupRemovalSteps: Step[] = [
  {
    name: 'groups.remove',
    async act(world) {
      await callGroups(world).remove(groupRef(world))
      delete world.fields.messageId
      delete world.fields.groupId
    },
  },
]
