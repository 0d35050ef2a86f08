import { msg } from '@lingui/core/runtime-macro'
import { type RollRow, splitName } from '@muster/domain/roll.ts'
import { findStandInName } from '@muster/domain/stand-in-name.ts'
import { render } from '../../../lib/texts/render.ts'
import type { BadgeRollPerson } from '../../badges/index.ts'
import { hiddenPersonName } from '../presence.queries.ts'
import { personView } from '../presence.view.ts'
import type { FileRow } from './export-file.ts'
import { headings, stateLabels, toYesNo } from './export-rows.ts'
import type { InsideExportRow } from './exports.queries.ts'
import type { RollVisitor } from './roll-visitors.queries.ts'

export type FileRollEntry = {
  /** The role or, for people who are inside by badge only, the reader. */
  readonly role: string
  readonly since: string
  readonly accuracyMeters: number | null
  readonly mock: boolean | null
  readonly firstName: string
  readonly lastName: string
  readonly userCode: string | null
  readonly phone: string | null
  readonly lastSeen: string
  readonly unseen?: boolean
}
export type FileRollRow = RollRow<FileRollEntry>

type Options = { readonly withPhones: boolean; readonly language: string }

/** Builds the entries for people inside. Phone numbers are only for readers who may see the people in the zone. */
export const toRollEntries = (
  rows: readonly InsideExportRow[],
  { withPhones, language }: Options,
): FileRollEntry[] =>
  rows.map(row => ({
    role: personView(row).role,
    since: row.entry_time.toISOString(),
    accuracyMeters: row.accuracy_meters,
    mock: row.mock,
    firstName: row.first_name ?? '',
    lastName: row.global_role === null ? toHiddenName(language) : (row.last_name ?? ''),
    userCode: row.user_code,
    phone: withPhones ? row.phone : null,
    lastSeen: (row.captured_at ?? row.entry_time).toISOString(),
  }))

/** Builds the entries for people who are inside by badge only, with the number in place of a user code. */
export const toBadgeEntries = (people: readonly BadgeRollPerson[], withPhones: boolean): FileRollEntry[] =>
  people.map(({ number, name, phone, since, reader, unseen }) => ({
    role: reader === '' ? 'badge' : `badge: ${reader}`,
    since,
    accuracyMeters: null,
    mock: null,
    firstName: '',
    lastName: name,
    userCode: number,
    phone: withPhones && phone !== '' ? phone : null,
    lastSeen: since,
    unseen,
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

/** Builds a row of the roll, with times in UTC and an empty cell to tick. */
export const toRollFileRow = (entry: Omit<FileRollRow, 'needsCode'>): FileRow => {
  const { number, firstName, lastName, userCode, phone, lastSeen, isUnseen } = entry
  return {
    cells: [
      ...[number, lastName, firstName, userCode, phone, lastSeen],
      isUnseen ? stateLabels.unseen : stateLabels.inside,
      null,
      entry.role,
      entry.since,
      entry.accuracyMeters,
      toYesNo(entry.mock),
    ],
    point: null,
  }
}
