import { sql } from 'kysely'
import type { Audience } from '../../live/write.ts'

/** The people who manage the zone or, with `everybody`, all who may see its hazards, except the reporter. */
export const audienceOfReport = (zoneId: string, reportedBy: string | null, everybody: boolean): Audience =>
  sql<string[]>`hazard_audience(${zoneId}, ${everybody}, ${reportedBy}::uuid)`

/** The person, if they may see only the hazards they reported, and unless they are the actor. */
export const reporterWhoSeesOnlyOwn = (person: string | null, zoneId: string, actorId: string): Audience =>
  sql<string[]>`array(select ${person}::uuid where ${person !== null && person !== actorId}::boolean
    and sees_hazard(${person}::uuid, ${zoneId}::uuid, ${person}::uuid) and not sees_hazard(${person}::uuid, ${zoneId}::uuid, null))`

/** The subset of `people` who may still see the hazard, without the actor, because nobody is alerted about their own action. */
export const viewersAmong = (
  people: readonly (string | null)[],
  { zoneId, reportedBy, actorId }: { zoneId: string; reportedBy: string | null; actorId: string },
): Audience =>
  sql<
    string[]
  >`array(select distinct person from unnest(${people.filter(id => id !== null && id !== actorId)}::uuid[]) person
    where sees_hazard(person, ${zoneId}, ${reportedBy}))`
