const typingShownMs = 5_000

/** The people typing in each group, and when each entry expires. */
const writersByGroup = new Map<string, Map<string, { name: string; until: number }>>()
const listeners = new Set<() => void>()
const typingNamesByGroup = new Map<string, readonly string[]>()
const noNames: readonly string[] = []

function publish(groupId: string) {
  const now = Date.now()
  const names = [...(writersByGroup.get(groupId) ?? [])].flatMap(([, it]) => (it.until > now ? it.name : []))
  if (names.join('\n') === (typingNamesByGroup.get(groupId) ?? noNames).join('\n')) return
  if (names.length > 0) typingNamesByGroup.set(groupId, names)
  else typingNamesByGroup.delete(groupId)
  for (const listener of listeners) listener()
}

/** Expires after `typingShownMs`; if `name` is undefined, the record is removed immediately. */
export function recordTyping(groupId: string, userId: string, name: string | undefined): void {
  const groupWriters = writersByGroup.get(groupId) ?? new Map()
  if (name === undefined) groupWriters.delete(userId)
  else {
    groupWriters.set(userId, { name, until: Date.now() + typingShownMs })
    setTimeout(() => {
      if ((groupWriters.get(userId)?.until ?? 0) <= Date.now()) groupWriters.delete(userId)
      publish(groupId)
    }, typingShownMs + 10)
  }
  if (groupWriters.size > 0) writersByGroup.set(groupId, groupWriters)
  else writersByGroup.delete(groupId)
  publish(groupId)
}

export const typingStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  /** Returns the names of the people typing in a group, as the same array until they change. */
  get: (groupId: string) => typingNamesByGroup.get(groupId) ?? noNames,
}
