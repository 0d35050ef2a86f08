import type { Visit } from '@muster/contract/visitors.ts'
import { api } from '../../lib/api.ts'

/** Loads all visitors who are signed in, for the printed roll. */
export async function readVisitors(zoneId: string): Promise<Visit[]> {
  const visits: Visit[] = []
  let cursor: string | undefined
  do {
    const page = await api.visitors.list({ zoneId, state: 'inside', cursor, limit: 200 })
    visits.push(...page.rows)
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  return visits
}
