import { isPersonName, personNameMessage } from '@muster/domain/person-name.ts'
import { text } from './texts.ts'

/** A first or last name: words on one line, because mails and lists of others carry them. */
export const personName = text(100).refine(isPersonName, personNameMessage)
