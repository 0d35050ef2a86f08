import { language } from '../../lib/language.ts'

const listFormat = new Intl.ListFormat(language, { type: 'conjunction' })

/** Formats the hosts of these origins: 'tiles.example.org and fonts.example.org'. */
export const formatHosts = (origins: readonly string[]): string =>
  listFormat.format(origins.map(origin => new URL(origin).host))
