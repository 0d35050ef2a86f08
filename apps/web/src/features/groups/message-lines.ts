import type { GroupMessage } from '@muster/contract/group-messages.ts'
import type { PendingMessage } from './use-send-message.ts'

export type MessageLine =
  | {
      readonly kind: 'sent'
      readonly key: string
      readonly message: GroupMessage
      /** True for the first message of its day. */
      readonly startsDay: boolean
      readonly startsUnread: boolean
      /** True if the line above is by the same sender and less than five minutes older, and no separator is between them. */
      readonly isContinuation: boolean
    }
  | { readonly kind: 'pending'; readonly key: string; readonly message: PendingMessage }

const groupingMs = 5 * 60_000

/** Oldest first, pending ones last. `readUpTo`: the last number read before. An accepted message keeps its key, and so its line. */
export function toLines(
  messages: readonly GroupMessage[],
  pending: readonly PendingMessage[],
  { readUpTo, me }: { readUpTo: number | undefined; me: string },
): MessageLine[] {
  const firstUnread =
    readUpTo === undefined ? undefined : messages.find(it => it.number > readUpTo && it.senderId !== me)
  const lines: MessageLine[] = messages.map((message, index) => {
    const previousMessage = messages[index - 1]
    const startsDay = !previousMessage || toDay(previousMessage) !== toDay(message)
    const startsUnread = message === firstUnread
    const isContinuation =
      !startsDay &&
      !startsUnread &&
      previousMessage !== undefined &&
      previousMessage.senderId === message.senderId &&
      Date.parse(message.createdAt) - Date.parse(previousMessage.createdAt) < groupingMs
    return { kind: 'sent', key: message.requestId, message, startsDay, startsUnread, isContinuation }
  })
  const confirmedIds = new Set(messages.map(({ requestId }) => requestId))
  for (const message of pending)
    if (!confirmedIds.has(message.requestId)) lines.push({ kind: 'pending', key: message.requestId, message })
  return lines
}

const toDay = ({ createdAt }: GroupMessage) => new Date(createdAt).toDateString()

export type TextSegment = { readonly kind: 'text' | 'link' | 'mention'; readonly text: string }

const urlPattern = /\bhttps?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]]/g

/** Splits a text into segments: plain text, URLs as links, and the names that are mentioned. */
export function splitText(text: string, mentions: readonly { readonly name: string }[]): TextSegment[] {
  const segments: TextSegment[] = []
  let start = 0
  for (const match of text.matchAll(urlPattern)) {
    segments.push(...splitMentions(text.slice(start, match.index), mentions))
    segments.push({ kind: 'link', text: match[0] })
    start = match.index + match[0].length
  }
  segments.push(...splitMentions(text.slice(start), mentions))
  return segments.filter(segment => segment.text !== '')
}

function splitMentions(text: string, mentions: readonly { readonly name: string }[]): TextSegment[] {
  const nextMention = mentions
    .map(({ name }) => ({ name: `@${name}`, at: text.indexOf(`@${name}`) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at || b.name.length - a.name.length)[0]
  if (!nextMention) return [{ kind: 'text', text }]
  return [
    { kind: 'text', text: text.slice(0, nextMention.at) },
    { kind: 'mention', text: nextMention.name },
    ...splitMentions(text.slice(nextMention.at + nextMention.name.length), mentions),
  ]
}
