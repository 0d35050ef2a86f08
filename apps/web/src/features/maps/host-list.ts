import { language } from '../../lib/language.ts'

const list = new Intl.ListFormat(language, { type: 'conjunction' })

/** Formats the hosts of these origins: 'tiles.example.org and fonts.example.org'. */
export const hostList = (origins: readonly string[]): string =>
  list.format(origins.map(origin => new URL(origin).host))
