import { i18n } from '@lingui/core'
import { findStandInName } from '@muster/domain/stand-in-name.ts'

/** Returns a name as the reader sees it: stand-in names in their language. For texts; `Name` shows a name as an element. */
export function toShownName(name: string): string {
  const standIn = findStandInName(name)
  return standIn ? i18n._(standIn) : name
}
