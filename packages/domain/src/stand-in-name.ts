import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'

/**
 * The names that the server sends, in English, in place of a name that is missing or that the reader may not see. Screens show them
 * in the reader's language.
 */
export const standInNames = {
  formerMember: 'Former member',
  unnamedMember: 'Unnamed member',
  hiddenAdmin: 'Administrator',
  hiddenGroup: 'Another group',
  otherZoneMember: 'Someone from another zone',
} as const

const texts: Readonly<Record<string, MessageDescriptor>> = {
  [standInNames.formerMember]: msg`Former member`,
  [standInNames.unnamedMember]: msg`Unnamed member`,
  [standInNames.hiddenAdmin]: msg`Administrator`,
  [standInNames.hiddenGroup]: msg`Another group`,
  [standInNames.otherZoneMember]: msg`Someone from another zone`,
}

/** Returns the stand-in name of somebody whose badge is assigned to nobody. */
export const toUnknownBadgeName = (number: string): string => `Badge ${number} (unknown)`
const unknownBadgeName = /^Badge (.+) \(unknown\)$/

/** True for the stand-in name of a badge that is assigned to nobody. */
export const isUnknownBadgeName = (name: string): boolean => unknownBadgeName.test(name)

/** Returns the number of a badge that is assigned to nobody, from its stand-in name; undefined for other names. */
export const findUnknownBadge = (name: string): string | undefined => unknownBadgeName.exec(name)?.[1]

/** Returns the message of a stand-in name, or undefined for a name that belongs to somebody. */
export function findStandInName(name: string): MessageDescriptor | undefined {
  if (Object.hasOwn(texts, name)) return texts[name]
  const number = findUnknownBadge(name)
  return number === undefined ? undefined : msg`Badge ${{ number }} (unknown)`
}
