import type { GroupMessage } from '@muster/contract/group-messages.ts'
import { expect, it } from 'vitest'
import { splitText, toLines } from './message-lines.ts'
import type { PendingMessage } from './use-send-message.ts'

const [me, otherId] = ['0192f0c0-0000-7000-8000-000000000001', '0192f0c0-0000-7000-8000-000000000002']

const aMessage = (number: number, overrides: Partial<GroupMessage> = {}): GroupMessage => ({
  id: `0192f0c0-0000-7000-8000-00000000010${number}`,
  groupId: '0192f0c0-0000-7000-8000-000000000003',
  number,
  requestId: `request ${number}`,
  senderId: otherId,
  senderName: 'Ann Test',
  text: `No ${number}`,
  file: null,
  replyTo: null,
  mentions: [],
  reactions: [],
  createdAt: '2026-11-20T09:00:00.000Z',
  writtenAt: null,
  editedAt: null,
  deletedAt: null,
  ...overrides,
})
const aPendingMessage = (requestId: string): PendingMessage => ({
  groupId: '',
  requestId,
  text: 'x',
  fileId: null,
  replyTo: null,
  mentions: [],
  entry: { id: requestId, kind: '', userId: me, payload: null, at: '', state: 'waiting' },
})

it('marks the first message of a day, the first unread one, and consecutive ones', () => {
  const lines = toLines(
    [
      aMessage(1),
      aMessage(2, { createdAt: '2026-11-20T09:01:00.000Z' }),
      aMessage(3, { createdAt: '2026-11-20T09:02:00.000Z', senderId: me }),
      aMessage(4, { createdAt: '2026-11-20T09:20:00.000Z' }),
      aMessage(5, { createdAt: '2026-11-22T09:20:00.000Z' }),
    ],
    [],
    { readUpTo: 2, me },
  )
  const flags = lines.map(it => it.kind === 'sent' && [it.startsDay, it.startsUnread, it.isContinuation])
  expect(flags).toEqual([
    [true, false, false],
    [false, false, true],
    [false, false, false],
    [false, true, false],
    [true, false, false],
  ])
})

it('shows pending messages at the end until they arrive', () => {
  const pending = [aPendingMessage('request 2'), aPendingMessage('request 9')]
  const lines = toLines([aMessage(1), aMessage(2)], pending, { readUpTo: undefined, me })
  expect(lines.map(({ kind, key }) => `${kind} ${key}`)).toEqual([
    'sent request 1',
    'sent request 2',
    'pending request 9',
  ])
})

it.each([
  ['nothing special', [], ['text nothing special']],
  ['see https://a.example/x?y=1. Now', [], ['text see ', 'link https://a.example/x?y=1', 'text . Now']],
  ['javascript:alert(1)', [], ['text javascript:alert(1)']],
  ['(http://a.example)', [], ['text (', 'link http://a.example', 'text )']],
  [
    '@Ann Lee and @Ann, look',
    ['Ann', 'Ann Lee'],
    ['mention @Ann Lee', 'text  and ', 'mention @Ann', 'text , look'],
  ],
  ['@nobody', [], ['text @nobody']],
])('splits %s into its parts', (text, names, expected) => {
  const segments = splitText(
    text,
    names.map(name => ({ name })),
  )
  expect(segments.map(it => `${it.kind} ${it.text}`)).toEqual(expected)
})
