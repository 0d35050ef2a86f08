import { plural, t } from '@lingui/core/macro'
import { formatCount } from '../../lib/format-count.ts'
export const fileTexts = { done: t`File download started`, failed: t`Failed to download file` }

export const memberCountText = (members: number) =>
  t`${plural(members, { one: '# member', other: '# members' })}`

export function typingText(names: readonly string[]): string {
  const [first, second] = names
  if (first === undefined) return ''
  if (second === undefined) return t`${first} is typing…`
  if (names.length === 2) return t`${first} and ${second} are typing…`
  return t`${plural({ count: names.length }, { one: '# person is typing…', other: '# people are typing…' })}`
}

/** Formats the number of files not shown: '+4 more', or '+4 or more' if the list is not `complete`. */
export function moreFilesText(more: number, complete: boolean): string {
  const count = formatCount(more)
  return complete ? t`+${count} more` : t`+${count} or more`
}
