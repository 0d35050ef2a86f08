import { z } from 'zod'
import { fitting } from './fits.ts'

const notStorable = 'This text holds characters that cannot be stored'

/** True for text that PostgreSQL takes: no NUL, and no half of a surrogate pair. */
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()

const unseen = /^[\s\p{Default_Ignorable_Code_Point}]*$/u
const seen = (text: string) => (unseen.test(text) ? '' : text)

/**
 * A text of at most so many characters, without the space around it; one that nobody could see is empty. One that is too long is
 * looked at no further: rules about what it may hold were not made for it.
 */
export const text = (most: number) =>
  fitting(
    z
      .string()
      .trim()
      .max(most, { abort: true })
      .refine(isStorable, { error: notStorable, abort: true })
      .overwrite(seen),
    'text',
  )

/** Marks without a shape but the two joiners, which belong to the spelling of Indic and Persian names. */
const shapeless = /[^\P{Cf}\u200C\u200D]/gu
const breaksLine = /[\s\p{Cc}\p{Zl}\p{Zp}]+/gu
const newLine = /[\n\v\f\r\u0085\u2028\u2029]/

function onOneLine(text: string): string {
  return seen(text.replace(shapeless, '').replace(breaksLine, ' ').trim())
}

/**
 * A short text, such as the name of a thing: one line in every mail, list, file and heading that carries it. Breaks, as texts pasted or
 * read from files have them, become a space; signs without a shape, such as those that turn the direction of what follows, are
 * left out, and what nobody could see is empty. `noBreaks`: what is said where breaks are refused instead.
 */
export const oneLine = (most: number, noBreaks?: string) =>
  text(most)
    .refine(line => noBreaks === undefined || !newLine.test(line), { error: noBreaks, abort: true })
    .overwrite(onOneLine)

/** A text that counts to the last space: passwords, tokens, what a link carries. */
export const exactText = (most: number) =>
  fitting(z.string().max(most, { abort: true }).refine(isStorable, notStorable), 'text')

/** In JSON's own spelling: NUL, or half of a surrogate pair, behind an even number of other backslashes. */
const notStorableInJson = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i

/** Facts of any shape, as `jsonb` stores them: at most 4,000 characters of JSON. */
export const metadata = fitting(
  z
    .record(z.string().max(100), z.unknown())
    .refine(
      value => (jsonOf(value)?.length ?? Infinity) <= 4_000,
      'Metadata may hold at most 4,000 characters',
    )
    .refine(value => !notStorableInJson.test((jsonOf(value) ?? '').slice(0, 4_000)), notStorable),
  'jsonb',
)

/** JSON that is nested too deeply cannot even be measured. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}
