import { maxSheetRows } from '@muster/contract/presence-exports.ts'
import { formatRollName } from '@muster/domain/roll.ts'
import { makeInThread } from '../../../lib/make-in-thread.ts'
import type { ExportCounts } from './exports.queries.ts'
import type { RollDocument } from './roll-document.ts'
import { type FileRollRow, splitName } from './roll-rows.ts'
import type { RollVisitor } from './roll-visitors.queries.ts'

type Head = {
  readonly zone: { readonly name: string; readonly timeZone: string }
  readonly language: string
  readonly at: number
  readonly counts: ExportCounts
  readonly visitors: readonly RollVisitor[]
  readonly signal?: AbortSignal
  readonly onProgress?: (percent: number) => void
}

/** Writes a roll as PDF on a separate thread. */
export function writeRollPdf(
  roll: readonly FileRollRow[],
  { zone, language, at, counts, visitors, signal, onProgress }: Head,
): Promise<Buffer> {
  const rows = roll.map(
    ({ mock, number, userCode, phone, lastSeen, isUnseen, needsCode, firstName, lastName }) => ({
      number,
      name: formatRollName({ firstName, lastName }),
      code: needsCode ? userCode : null,
      phone,
      lastSeen: Date.parse(lastSeen),
      isUnseen,
      mock: mock ?? false,
    }),
  )
  const isCut = roll.length >= maxSheetRows && counts.total > roll.length
  const unseen = isCut ? counts.unseen : rows.filter(({ isUnseen }) => isUnseen).length
  const visitorRows = visitors.map((it, index) => ({
    number: rows.length + index + 1,
    name: formatRollName(splitName(it.name)),
    code: null,
    phone: it.phone || null,
    lastSeen: it.signed_in_at.getTime(),
    isUnseen: false,
    mock: false,
    visitor: it.note,
  }))
  const document: RollDocument = {
    zoneName: zone.name,
    timeZone: zone.timeZone,
    language,
    at,
    rows: [...rows, ...visitorRows],
    visitors: visitorRows.length,
    unseen,
    inside: (isCut ? counts.total : rows.length) - unseen,
  }
  return makeInThread(new URL('./roll-worker.ts', import.meta.url), document, signal, onProgress)
}
