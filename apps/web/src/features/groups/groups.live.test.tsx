import type { FeedEvent } from '@muster/contract/feed.ts'
import type { GroupMessage } from '@muster/contract/group-messages.ts'
import type { Group } from '@muster/contract/groups.ts'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import { orpc } from '../../lib/api.ts'
import { applyGroups } from './groups.live.ts'
import { type Conversation, conversationKey, sortMessages } from './use-conversation.ts'

const me = '0192f0c0-0000-7000-8000-000000000001'
const otherId = '0192f0c0-0000-7000-8000-000000000002'
const groupId = '0192f0c0-0000-7000-8000-000000000003'
const zoneId = '0192f0c0-0000-7000-8000-000000000004'
const toId = (number: number) => `0192f0c0-0000-7000-8000-${String(number).padStart(12, '0')}`

const aMessage = (number: number, overrides: Partial<GroupMessage> = {}): GroupMessage => ({
  id: toId(number),
  groupId,
  number,
  requestId: toId(number),
  senderId: otherId,
  senderName: 'Ann Test',
  text: `No ${number}`,
  file: null,
  replyTo: null,
  mentions: [],
  reactions: [],
  createdAt: new Date(1_780_000_000_000 + number).toISOString(),
  writtenAt: null,
  editedAt: null,
  deletedAt: null,
  ...overrides,
})
const toMessageEvent = (number: number, overrides: Partial<GroupMessage> = {}): FeedEvent => ({
  kind: 'group.message',
  groupId,
  zoneId,
  message: aMessage(number, overrides),
})

let client: QueryClient
const key = conversationKey(groupId, undefined)
const cacheMessages = (numbers: number[], newer = false) =>
  client.setQueryData<Conversation>(key, {
    pages: [{ rows: numbers.map(number => aMessage(number)), older: true, newer }],
    pageParams: [{}],
  })
const readCachedMessages = () => sortMessages(client.getQueryData<Conversation>(key) as Conversation)
const readCachedNumbers = () => readCachedMessages().map(it => it.number)
/** Applies the event and returns the invalidated queries, except those of `orpc.groups`. */
const applyEvent = (event: FeedEvent) =>
  applyGroups(client, event, me).filter(it => !JSON.stringify(it).startsWith('[["groups"'))

beforeEach(() => {
  client = new QueryClient()
})

describe('a message', () => {
  it('appends the newest message, once', () => {
    cacheMessages([8, 7])
    expect(applyEvent(toMessageEvent(9))).toEqual([])
    applyEvent(toMessageEvent(9))
    expect(readCachedNumbers()).toEqual([7, 8, 9])
  })

  it('is fetched if an earlier one is missing', () => {
    cacheMessages([8, 7])
    expect(applyEvent(toMessageEvent(11))).toEqual([key])
    expect(readCachedNumbers()).toEqual([7, 8])
  })

  it('leaves a window further back unchanged', () => {
    cacheMessages([8, 7], true)
    expect(applyEvent(toMessageEvent(40))).toEqual([])
    expect(readCachedNumbers()).toEqual([7, 8])
  })

  it('counts once as unread on the group’s card, unless it is one’s own', () => {
    const listKey = orpc.groups.list.infiniteKey({
      input: (cursor: string | undefined) => ({ zoneId, cursor }),
      initialPageParam: undefined,
    })
    client.setQueryData(listKey, {
      pages: [
        { rows: [{ id: groupId, unread: 1, isMember: true, lastActivity: null } as Group], next: null },
      ],
      pageParams: [undefined],
    })
    const readCachedUnread = () =>
      client.getQueryData<{ pages: { rows: Group[] }[] }>(listKey)?.pages[0]?.rows[0]?.unread
    applyEvent(toMessageEvent(9))
    applyEvent(toMessageEvent(9))
    expect(readCachedUnread()).toBe(2)
    applyEvent(toMessageEvent(10, { senderId: me }))
    expect(readCachedUnread()).toBe(0)
  })

  it('moves its conversation to the top of the list by last activity, and is its newest message until it is deleted', () => {
    const listKey = orpc.groups.list.infiniteKey({
      input: (cursor: string | undefined) => ({ zoneId, order: 'recent' as const, cursor }),
      initialPageParam: undefined,
    })
    const aRow = (id: string, lastActivity: string) =>
      ({ id, unread: 0, isMember: true, lastActivity, lastMessage: null }) as Group
    client.setQueryData(listKey, {
      pages: [
        { rows: [aRow(otherId, '2026-01-02T00:00:00.000Z')], next: 'next' },
        { rows: [aRow(groupId, '2026-01-01T00:00:00.000Z')], next: null },
      ],
      pageParams: [undefined, undefined],
    })
    const readPages = () =>
      client
        .getQueryData<{ pages: { rows: Group[] }[] }>(listKey)
        ?.pages.map(({ rows }) => rows.map(({ id, lastMessage }) => [id, lastMessage?.text ?? null]))
    applyEvent(toMessageEvent(9, { createdAt: '2026-01-03T00:00:00.000Z' }))
    expect(readPages()).toEqual([[[groupId, 'No 9']], [[otherId, null]]])
    const changedMessage = { groupId, messageId: toId(9), number: 9, editedAt: null, deletedAt: null }
    applyEvent({ kind: 'group.message_changed', ...changedMessage, text: 'Better' })
    expect(readPages()?.[0]).toEqual([[groupId, 'Better']])
    applyEvent({ kind: 'group.message_changed', ...changedMessage, number: 8, text: 'Older' })
    expect(readPages()?.[0]).toEqual([[groupId, 'Better']])
  })

  it('is changed or deleted everywhere it is shown', () => {
    cacheMessages([8, 7])
    const changedMessage = { groupId, messageId: toId(7), number: 7, editedAt: null, deletedAt: null }
    applyEvent({ kind: 'group.message_changed', ...changedMessage, text: 'Better' })
    expect(readCachedMessages()[0]?.text).toBe('Better')
    applyEvent({
      kind: 'group.message_changed',
      ...changedMessage,
      text: '',
      deletedAt: '2026-11-20T09:00:00.000Z',
    })
    expect(readCachedMessages()[0]).toMatchObject({ text: '', deletedAt: '2026-11-20T09:00:00.000Z' })
  })

  it('has the server’s counts of its reactions', () => {
    cacheMessages([7])
    const reaction = { kind: 'group.reaction', groupId, messageId: toId(7), number: 7, emoji: '👍' } as const
    applyEvent({ ...reaction, userId: otherId, on: true, count: 1 })
    applyEvent({ ...reaction, userId: me, on: true, count: 2 })
    applyEvent({ ...reaction, userId: me, on: true, count: 2 })
    expect(readCachedMessages()[0]?.reactions).toEqual([{ emoji: '👍', count: 2, mine: true }])
    applyEvent({ ...reaction, userId: otherId, on: false, count: 1 })
    applyEvent({ ...reaction, userId: me, on: false, count: 0 })
    expect(readCachedMessages()[0]?.reactions).toEqual([])
  })
})

it('a conversation is removed from the cache when its person leaves the group', () => {
  cacheMessages([8, 7])
  applyEvent({ kind: 'group.member_removed', groupId, zoneId, userId: me })
  expect(client.getQueryData(key)).toBeUndefined()
})
