import { isPersonName, personNameMessage } from '@muster/domain/person-name.ts'
import { z } from 'zod'

/** A first or last name: words on one line, because mails and lists of others carry them. */
export const personName = z.string().trim().max(100).refine(isPersonName, personNameMessage)
