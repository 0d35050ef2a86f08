import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { run } from '../../db/rows.ts'

/** The tables whose `note` has company and host of a visitor. */
const tables = ['emergency_people', 'emergency_leavers'] as const

const clearHostNames = (table: (typeof tables)[number]) => (limit: number) =>
  sql`
  update ${sql.table(table)} p set note = its.company
  from (
    select l.id, v.company from visitor_visits v
      join ${sql.table(table)} l on l.visit_id = v.id
      join emergencies e on e.id = l.emergency_id and e.all_clear_at is not null
    where v.host_id is null and v.host_name = '' and l.note <> v.company limit ${limit}) its
  where p.id = its.id`

/** Removes the names of hosts whose account was deleted from ended emergencies. The company of the visitor stays. */
export const clearHostsOnRolls = clearHostNames('emergency_people')
export const clearHostsOfLeavers = clearHostNames('emergency_leavers')

/** Removes a host's name from the visitors of ended emergencies, before the account is deleted. */
export async function forgetHost(tx: Tx, userId: string): Promise<void> {
  for (const table of tables)
    await run(tx)`update ${sql.table(table)} p set note = v.company from visitor_visits v, emergencies e
      where v.id = p.visit_id and v.host_id = ${userId} and e.id = p.emergency_id and e.all_clear_at is not null`
}
