import { plural, t } from '@lingui/core/macro'
import type { Emergency } from '@muster/contract/emergencies.ts'
import { useEffect } from 'react'
import { appBadge } from '../../../lib/app-badge.ts'

/** The number of people not accounted for, while `isActive`; afterwards both say again what they said before. */
export function useDeskMarks(
  { states: { help, missing } }: Pick<Emergency, 'states'>,
  isActive: boolean,
): void {
  useEffect(() => {
    if (!isActive) return
    const title = document.title
    const missingText = plural(missing, { other: '# missing' })
    const marks =
      help > 0
        ? `${plural(help, { one: '# needs help', other: '# need help' })}, ${missingText}`
        : missingText
    const markedTitle = t`(${marks}) ${title}`
    document.title = markedTitle
    return () => {
      // The next page may have set its own title already.
      if (document.title === markedTitle) document.title = title
    }
  }, [help, missing, isActive])
  useEffect(() => {
    if (isActive) appBadge.setDeskCount(help + missing)
  }, [help, missing, isActive])
  useEffect(() => {
    if (!isActive) return
    return () => appBadge.setDeskCount(undefined)
  }, [isActive])
}
