import { language } from './language.ts'

const all = new Intl.ListFormat(language, { type: 'conjunction' })

/** 'Mia, Noor and Ravi'. */
export function formatList(items: readonly string[]): string {
  return all.format(items)
}
