import { msg } from '@lingui/core/runtime-macro'
import type { RollRow } from '@muster/domain/roll.ts'
import { findStandInName } from '@muster/domain/stand-in-name.ts'
import { render } from '../../../lib/texts/render.ts'
import type { RollVisitor } from '../../visitors/index.ts'
import { hiddenPersonName } from '../presence.queries.ts'
import { personView } from '../presence.view.ts'
import type { FileRow } from './export-file.ts'
import { headings, stateLabels, toYesNo } from './export-rows.ts'
import type { InsideExportRow } from './exports.queries.ts'

export type FileRollEntry = {
  readonly row: InsideExportRow
  readonly firstName: string
  readonly lastName: string
  readonly userCode: string | null
  readonly phone: string | null
  readonly lastSeen: string
}
export type FileRollRow = RollRow<FileRollEntry>

type Options = { readonly withPhones: boolean; readonly language: string }

/** Builds the entries for people inside. Phone numbers are only for readers who may see the people in the zone. */
export const toRollEntries = (
  rows: readonly InsideExportRow[],
  { withPhones, language }: Options,
): FileRollEntry[] =>
  rows.map(row => ({
    row,
    firstName: row.first_name ?? '',
    lastName: row.global_role === null ? toHiddenName(language) : (row.last_name ?? ''),
    userCode: row.user_code,
    phone: withPhones ? row.phone : null,
    lastSeen: (row.captured_at ?? row.entry_time).toISOString(),
  }))

const toHiddenName = (language: string) =>
  render(findStandInName(hiddenPersonName) ?? hiddenPersonName, language)

export const rollColumns = [
  ...[msg`number`, msg`last name`, msg`first name`, msg`user code`, headings.phone, headings.lastSeen],
  ...[headings.state, msg`here`, headings.role, headings.since, headings.accuracy, headings.fakePosition],
]

/** Builds the row of a visitor, who was not seen by a reading. `number`: the position on the roll. */
export const toVisitorFileRow = (
  { name, phone, note, signed_in_at }: RollVisitor,
  number: number,
  withPhones: boolean,
): FileRow => {
  const { firstName, lastName } = splitName(name)
  return {
    cells: [
      ...[number, lastName, firstName, null, withPhones ? phone : null, null],
      ...[msg`visitor`, null, note, signed_in_at.toISOString(), null, null],
    ],
    point: null,
  }
}

/** Takes the last word of a visitor's name as the surname. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const words = name.split(' ')
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' }
}

/** Builds a row of the roll, with times in UTC and an empty cell to tick. */
export const toRollFileRow = (entry: Omit<FileRollRow, 'needsCode'>): FileRow => {
  const { row, number, firstName, lastName, userCode, phone, lastSeen, isUnseen } = entry
  return {
    cells: [
      ...[number, lastName, firstName, userCode, phone, lastSeen],
      isUnseen ? stateLabels.unseen : stateLabels.inside,
      null,
      personView(row).role,
      row.entry_time.toISOString(),
      row.accuracy_meters,
      toYesNo(row.mock),
    ],
    point: null,
  }
}
