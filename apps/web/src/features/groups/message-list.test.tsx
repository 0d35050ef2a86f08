import { expect, it, vi } from 'vitest'
import { renderUi } from '../../testing/render.tsx'
import type { MessageLine } from './message-lines.ts'
import { MessageList } from './message-list.tsx'

const aPendingLine = (requestId: string, at: string): MessageLine => ({
  kind: 'pending',
  key: requestId,
  message: {
    ...{ requestId, groupId: 'group-1', groupName: 'Night shift', text: 'The valve is closed.' },
    ...{ fileId: null, replyTo: null, mentions: [] },
    entry: { id: requestId, kind: 'message', userId: 'ana', payload: null, at, state: 'waiting' },
  },
})
const queuedLine = aPendingLine('queued', '2026-01-01T00:00:00.000Z')

it('an own message moves the conversation to its end when it is sent, but not if it was already waiting', () => {
  const onEnd = vi.fn()
  const createList = (lines: MessageLine[]) => (
    <MessageList
      lines={lines}
      jumpTarget={3}
      isAtEnd={false}
      onNearTop={() => undefined}
      onNearEnd={() => undefined}
      onEnd={onEnd}
      onSeen={() => undefined}
      unread={0}
    >
      {line => line.key}
    </MessageList>
  )
  const { rerender } = renderUi(createList([queuedLine]))
  expect(onEnd).not.toHaveBeenCalled()
  rerender(createList([queuedLine, aPendingLine('sent-now', new Date().toISOString())]))
  expect(onEnd).toHaveBeenCalledOnce()
})
