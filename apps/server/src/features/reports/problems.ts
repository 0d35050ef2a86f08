import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { errors } from '@muster/contract/errors.ts'
import { sourceLanguage } from '@muster/domain/language.ts'
import { render } from '../../lib/texts/render.ts'

/** Reasons why a report was not made or emailed. */
export const problems = {
  noRecipients: msg`This zone has no recipients, so nothing was sent.`,
  notActive: msg`This zone isn’t active, so nothing was sent.`,
  switchedOff: msg`This schedule was turned off, so nothing was sent.`,
  notMade: msg`The file couldn’t be created.`,
  notMadeNow: msg`The file couldn’t be created. Try again later.`,
  fileGone: msg`The file is no longer available.`,
  addressRefused: msg`The mail server doesn’t accept email for this address.`,
  notSent: msg`The email couldn’t be handed to the mail server.`,
  tooLate: msg`It couldn’t be sent within a day.`,
}

/** The text stored for a problem. It is in English, because people with different languages may read it. */
export const toStoredProblem = (problem: keyof typeof problems): string =>
  render(problems[problem], sourceLanguage)

const refusalTexts = Object.values(errors).map(({ text }) => text)
const messageByEnglish = new Map<string, MessageDescriptor>(
  [...refusalTexts, ...Object.values(problems)].map(text => [render(text, sourceLanguage), text]),
)

/** Translates a stored problem for its reader. */
export const translateProblem = (language: string, stored: string | null): string | null =>
  stored === null ? null : render(messageByEnglish.get(stored) ?? stored, language)
