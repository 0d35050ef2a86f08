import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import type { ClaimHow, PersonState, RollReason } from '@muster/domain/emergency.ts'
import type { Tx } from '../../db/database.ts'
import { loadPersonNames, toDisplayName } from '../../db/person-names.ts'
import { exportCsv, toCsvFileName } from '../../lib/csv-export.ts'
import { render } from '../../lib/texts/render.ts'
import { readOwnLanguage } from '../../rpc/reading-language.queries.ts'
import type { EmergencyRow } from './emergencies.queries.ts'
import { listReportRows } from './report-rows.queries.ts'

const stateTexts: Readonly<Record<PersonState, MessageDescriptor>> = {
  missing: msg`Missing`,
  help: msg`Needs help`,
  safe: msg`Safe`,
  elsewhere: msg`Elsewhere`,
  not_on_site: msg`Not on site`,
}
const reasonTexts: Readonly<Record<RollReason, MessageDescriptor>> = {
  inside: msg`Inside`,
  uncertain: msg`Possibly inside`,
  not_seen: msg`Not seen lately`,
  expected: msg`Expected, not seen`,
  came_later: msg`Came in later`,
  off_site: msg`Not inside`,
  visitor: msg`Visitor`,
  badge: msg`By badge`,
  by_hand: msg`Added by hand`,
}
const howTexts: Readonly<Record<ClaimHow, MessageDescriptor>> = {
  own: msg`On their own phone`,
  captain: msg`Marked by a manager`,
  point: msg`At an assembly point`,
}
const headingRow = [
  msg`Name`,
  msg`Zone`,
  msg`Why on the list`,
  msg`Inside since`,
  msg`Last seen`,
  msg`Called`,
  msg`State`,
  msg`State since`,
  msg`Missing for (seconds)`,
  msg`How`,
  msg`Said by`,
  msg`Place`,
  msg`Two answers`,
  msg`Arrived after the record`,
]
const yes = msg`yes`

/**
 * Exports the roll by surname: why each person counted, how long they were missing, and who said what and how. Times are in UTC; the
 * missing time ends with the all clear for people who were never accounted for.
 */
export async function exportReport(tx: Tx, emergency: EmergencyRow) {
  const language = await readOwnLanguage(tx)
  const toText = (descriptor: MessageDescriptor) => render(descriptor, language)
  const table = await exportCsv({
    header: headingRow.map(toText),
    listPage: async ({
      after,
      limit,
    }: {
      after: { name: string; id: string } | undefined
      limit: number
    }) => {
      const rows = await listReportRows(tx, emergency.id, { after, limit })
      const names = await loadPersonNames(
        tx,
        rows.map(it => it.claimed_by),
      )
      return rows.map(row => ({ ...row, by: toClaimer(row, names) }))
    },
    toPosition: row => ({ name: row.sort_name, id: row.id }),
    toCells: row => [
      toDisplayName(row.name),
      row.zone_name,
      toText(reasonTexts[row.why as RollReason]),
      row.inside_since?.toISOString() ?? null,
      row.seen_at?.toISOString() ?? null,
      row.called_at.toISOString(),
      toText(stateTexts[row.state as PersonState]),
      row.state_at?.toISOString() ?? null,
      Math.round(row.missing_ms / 1_000),
      row.how === null ? null : toText(howTexts[row.how as ClaimHow]),
      row.by,
      row.place,
      row.disputed ? toText(yes) : null,
      row.is_late ? toText(yes) : null,
    ],
  })
  return { fileName: toCsvFileName(emergency.drill ? 'drill' : 'emergency'), ...table }
}

/** Nobody claims an arrival at an assembly point. */
const toClaimer = (
  { how, claimed_by }: { how: string | null; claimed_by: string | null },
  names: Awaited<ReturnType<typeof loadPersonNames>>,
): string | null => (how === null || how === 'point' ? null : names(claimed_by).name)
