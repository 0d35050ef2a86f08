import { isPersonName } from '@muster/domain/person-name.ts'
import { text } from './texts.ts'

/** A first or last name. It is kept on one line, because it appears in other people's emails and lists. */
export const personName = text(100).refine(
  isPersonName,
  'A name cannot contain line breaks, addresses or signs such as < > / @',
)
