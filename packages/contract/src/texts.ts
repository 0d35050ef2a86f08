import { z } from 'zod'
import { fitting } from './fits.ts'

const notStorable = 'This text holds characters that cannot be stored'

/** True for text that PostgreSQL accepts: no NUL and no lone surrogate. */
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()

const unseen = /^[\s\p{Default_Ignorable_Code_Point}]*$/u
const toVisible = (text: string) => (unseen.test(text) ? '' : text)

/**
 * A text of at most `most` characters, trimmed; invisible text counts as empty. Text that is too long is not checked further,
 * because the content rules are not made for any length.
 */
export const text = (limit: number) =>
  fitting(
    z
      .string()
      .trim()
      .max(limit, { abort: true })
      .refine(isStorable, { error: notStorable, abort: true })
      .overwrite(toVisible),
    'text',
  )

/** Invisible format characters, except the two joiners, which the spelling of Indic and Persian names needs. */
const shapeless = /[^\P{Cf}\u200C\u200D]/gu
const breaksLine = /[\s\p{Cc}\p{Zl}\p{Zp}]+/gu
const newLine = /[\n\v\f\r\u0085\u2028\u2029]/

function onOneLine(text: string): string {
  return toVisible(text.replace(shapeless, '').replace(breaksLine, ' ').trim())
}

/**
 * A short text, such as the name of a thing, that stays on one line in every mail, list, file and heading. Line breaks, as in
 * pasted or imported text, become a space; invisible characters, such as those that change the text direction, are removed, and
 * invisible text counts as empty. `noBreaks`: the message if line breaks are refused instead.
 */
export const oneLine = (limit: number, noBreaks?: string) =>
  text(limit)
    .refine(line => noBreaks === undefined || !newLine.test(line), { error: noBreaks, abort: true })
    .overwrite(onOneLine)

/** A text that is kept exactly, spaces included: passwords, tokens, link parameters. */
export const exactText = (limit: number) =>
  fitting(z.string().max(limit, { abort: true }).refine(isStorable, notStorable), 'text')

/** In JSON's escaped form: NUL or a lone surrogate after an even number of other backslashes. */
const notStorableInJson = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i

/** Metadata of any shape, as `jsonb` stores it: at most 4,000 characters of JSON. */
export const metadata = fitting(
  z
    .record(z.string().max(100), z.unknown())
    .refine(
      value => (toJson(value)?.length ?? Infinity) <= 4_000,
      'Metadata may hold at most 4,000 characters',
    )
    .refine(value => !notStorableInJson.test((toJson(value) ?? '').slice(0, 4_000)), notStorable),
  'jsonb',
)

/** JSON that is nested too deeply cannot even be serialised. */
function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}
