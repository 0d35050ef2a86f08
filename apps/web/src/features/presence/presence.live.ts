import type { FeedEvent } from '@muster/contract/feed.ts'
import type { PresencePanel } from '@muster/contract/presence.ts'
import type { Topic } from '@muster/contract/topic.ts'
import { limits } from '@muster/domain/limits.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'

type Changed = Extract<FeedEvent, { kind: 'presence.changed' }>
type Seen = Extract<FeedEvent, { kind: 'presence.seen' }>

/**
 * The panel after somebody left, exactly as the server would answer it; undefined when the event alone does not tell
 * (nobody known as inside, or the panel already knows newer things).
 */
export function panelAfterLeft(panel: PresencePanel, event: Changed): PresencePanel | undefined {
  const person = panel.inside.find(({ userId }) => userId === event.userId)
  if (event.change !== 'left' || !person || Date.parse(person.since) > Date.parse(event.at)) return undefined
  const { userId, name, role } = person
  const others = panel.recentlyLeft.filter(left => left.userId !== userId)
  return {
    ...panel,
    inside: panel.inside.filter(inside => inside.userId !== userId),
    recentlyLeft: [{ userId, name, role, at: event.at }, ...others]
      .sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
      .slice(0, limits.recentlyLeftLimit),
    history: panel.history.map(visit =>
      visit.userId === userId && visit.exitTime === null
        ? { ...visit, exitTime: event.at, durationMinutes: event.durationMinutes }
        : visit,
    ),
  }
}

/** The panel with the newest times people were seen, the same one where nothing is newer; never back in time. */
export function panelAfterSeen(panel: PresencePanel, { seen }: Seen): PresencePanel {
  const times = new Map(seen.map(({ userId, at }) => [userId, at]))
  const inside = panel.inside.map(person => {
    const at = times.get(person.userId)
    return at !== undefined && Date.parse(at) > Date.parse(person.lastSeen)
      ? { ...person, lastSeen: at }
      : person
  })
  return inside.some((person, place) => person !== panel.inside[place]) ? { ...panel, inside } : panel
}

/** What an event changes in the cached presence. Answers with the queries that must be asked again. */
export function applyPresence(client: QueryClient, event: FeedEvent, me: string): QueryKey[] {
  if (event.kind === 'presence.changed') {
    const panelKey = orpc.presence.panel.queryKey({ input: { zoneId: event.zoneId } })
    const panel = client.getQueryData(panelKey)
    const next = panel && panelAfterLeft(panel, event)
    if (next) client.setQueryData(panelKey, next)
    const mine = event.userId === me ? [orpc.presence.mine.key()] : []
    return next ? mine : [panelKey, ...mine]
  }
  if (event.kind === 'presence.seen') {
    const panelKey = orpc.presence.panel.queryKey({ input: { zoneId: event.zoneId } })
    const panel = client.getQueryData(panelKey)
    const next = panel && panelAfterSeen(panel, event)
    if (next && next !== panel) client.setQueryData(panelKey, next)
    const mine = event.seen.some(({ userId }) => userId === me) ? [orpc.presence.mine.key()] : []
    // Not there yet, it may be on its way with older times; and the accuracy of the reading is not in the event.
    return panel && next === panel ? mine : [panelKey, ...mine]
  }
  // The name, on any of the panels that are shown.
  if (event.kind === 'user.changed') return [orpc.presence.panel.key()]
  if (event.kind === 'membership.removed' && event.userId === me) {
    // What somebody may no longer see is not kept.
    client.removeQueries({ queryKey: orpc.presence.panel.key({ input: { zoneId: event.zoneId } }) })
    return [orpc.presence.mine.key()]
  }
  if (event.kind.startsWith('membership.') && 'zoneId' in event) {
    const panelKey = orpc.presence.panel.key({ input: { zoneId: event.zoneId } })
    return event.kind === 'membership.added' && event.userId === me
      ? [panelKey, orpc.presence.mine.key()]
      : [panelKey]
  }
  return []
}

/** The presence a topic keeps up to date. */
export function presenceTopicKeys(topic: Topic, me: string): QueryKey[] {
  if (topic.kind === 'zone') return [orpc.presence.panel.key({ input: { zoneId: topic.id } })]
  return topic.kind === 'user' && topic.id === me ? [orpc.presence.mine.key()] : []
}
