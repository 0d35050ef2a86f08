import type { InsidePerson } from '@muster/contract/presence.ts'
import { isSeenLately } from '@muster/domain/freshness.ts'
import { isFoundBy } from '@muster/domain/search-words.ts'
import { answer, type Handlers } from './fake-server.ts'

type Panel = { zoneId: string; maxCapacity: number | null }

/** Creates the handlers for a zone with these people inside, `pageSize` per page, nobody by badge, no visitors, and nobody who left. */
export const createInsideHandlers = (panel: Panel, people: readonly InsidePerson[], pageSize = 100) =>
  ({
    'presence/panel': () =>
      answer({
        ...panel,
        inside: people.length,
        parts: { byPhone: people.length, byBadge: 0, visitors: 0 },
        unseen: 0,
        unseenByBadge: 0,
        recentlyLeft: [],
        history: [],
      }),
    'badges/inside': () => answer({ rows: [], next: null }),
    'visitors/counts': () => answer({ inside: 0, expected: 0, past: 0 }),
    'visitors/list': () => answer({ rows: [], next: null }),
    'presence/left': () => answer({ rows: [], next: null, total: 0 }),
    'presence/inside': ({ seen, search = '', cursor = '0', limit = 50 }) => {
      const now = Date.now()
      const matches = people.filter(
        ({ name, lastSeen }) =>
          isFoundBy(name, search) &&
          (seen === undefined || isSeenLately(Date.parse(lastSeen), now) === (seen === 'lately')),
      )
      const end = Number(cursor) + Math.min(pageSize, Number(limit))
      return answer({
        rows: matches.slice(Number(cursor), end),
        next: end < matches.length ? String(end) : null,
      })
    },
  }) satisfies Handlers
