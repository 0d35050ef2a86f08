import { z } from 'zod'
import { fitting } from './fits.ts'

const notStorableMessage = 'This text holds characters that cannot be stored'

/** Returns true for text that PostgreSQL can store: no NUL and no lone surrogate. */
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()

const invisibleTextPattern = /^[\s\p{Default_Ignorable_Code_Point}]*$/u
const toVisible = (text: string) => (invisibleTextPattern.test(text) ? '' : text)

/** Invisible text counts as empty. Length is checked first, because the content rules cannot handle arbitrary lengths. */
export const text = (limit: number) =>
  fitting(
    z
      .string()
      .trim()
      .max(limit, { abort: true })
      .refine(isStorable, { error: notStorableMessage, abort: true })
      .overwrite(toVisible),
    'text',
  )

/** Invisible format characters, except the two joiners, which Indic and Persian names need for correct spelling. */
const formatCharacterPattern = /[^\P{Cf}\u200C\u200D]/gu
const lineBreakPattern = /[\s\p{Cc}\p{Zl}\p{Zp}]+/gu
const newLinePattern = /[\n\v\f\r\u0085\u2028\u2029]/

function toOneLine(text: string): string {
  return toVisible(text.replace(formatCharacterPattern, '').replace(lineBreakPattern, ' ').trim())
}

/**
 * Line breaks become spaces (or, with `noBreaks`, are rejected with it); invisible characters, such as those that change the text
 * direction, go. Invisible text counts as empty.
 */
export const oneLine = (limit: number, noBreaks?: string) =>
  text(limit)
    .refine(line => noBreaks === undefined || !newLinePattern.test(line), { error: noBreaks, abort: true })
    .overwrite(toOneLine)

/** A text that is stored exactly as sent, including spaces at either end. Used for passwords, tokens and link parameters. */
export const exactText = (limit: number) =>
  fitting(z.string().max(limit, { abort: true }).refine(isStorable, notStorableMessage), 'text')

/**
 * Matches an escaped NUL or lone surrogate in JSON text. An even number of other backslashes may precede the escape; after an odd
 * number, its own backslash is itself escaped.
 */
const notStorableInJsonPattern = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i

/** Metadata of any shape that fits a `jsonb` column: at most 4,000 characters of JSON. */
export const metadata = fitting(
  z
    .record(z.string().max(100), z.unknown())
    .refine(
      value => (toJson(value)?.length ?? Infinity) <= 4_000,
      'Metadata may hold at most 4,000 characters',
    )
    .refine(
      value => !notStorableInJsonPattern.test((toJson(value) ?? '').slice(0, 4_000)),
      notStorableMessage,
    ),
  'jsonb',
)

/** Serialises a value. Returns undefined if that is impossible, for example because the value is nested too deeply. */
function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}
