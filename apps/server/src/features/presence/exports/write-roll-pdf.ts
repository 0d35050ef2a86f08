import { formatRollName } from '@muster/domain/roll.ts'
import { makeInThread } from '../../../lib/make-in-thread.ts'
import type { RollDocument } from './roll-document.ts'
import type { FileRollRow } from './roll-rows.ts'

type Head = {
  readonly zone: { readonly name: string; readonly timeZone: string }
  readonly language: string
  readonly at: number
}

/** Writes a roll as PDF on a separate thread. */
export function writeRollPdf(roll: readonly FileRollRow[], { zone, language, at }: Head): Promise<Buffer> {
  const rows = roll.map(({ row, number, userCode, phone, lastSeen, isUnseen, hasNamesake, ...name }) => ({
    number,
    name: formatRollName(name),
    code: hasNamesake ? userCode : null,
    phone,
    lastSeen: Date.parse(lastSeen),
    isUnseen,
    mock: row.mock ?? false,
  }))
  const document: RollDocument = { zoneName: zone.name, timeZone: zone.timeZone, language, at, rows }
  return makeInThread(new URL('./roll-worker.ts', import.meta.url), document)
}
