import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { msg } from '@lingui/core/runtime-macro'
import { render } from '../texts/render.ts'

/** The files of each typeface, one per group of scripts, in lookup order. */
const families = [
  [
    'noto-sans',
    ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese', 'devanagari'],
  ],
  ['noto-sans-arabic', ['arabic']],
  ['noto-sans-hebrew', ['hebrew']],
  ['noto-sans-thai', ['thai']],
] as const

export type Weight = 400 | 600
type Subset = {
  readonly family: string
  readonly subset: string
  readonly has: (codePoint: number) => boolean
}

const toPath = (specifier: string) => fileURLToPath(import.meta.resolve(specifier))

const subsets: readonly Subset[] = families.flatMap(([family, names]) => {
  const ranges = JSON.parse(readFileSync(toPath(`@fontsource/${family}/unicode.json`), 'utf8')) as Record<
    string,
    string
  >
  return names.map(subset => ({ family, subset, has: createRangeCheck(ranges[subset] ?? '') }))
})

/** Parses ranges such as `U+0000-00FF,U+0131`. Returns a function that tests whether a code point is in one of them. */
function createRangeCheck(ranges: string): (codePoint: number) => boolean {
  const bounds = ranges.split(',').map(range => {
    const [from = '', to = from] = range.replace('U+', '').split('-')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const
  })
  return codePoint => bounds.some(([from, to]) => codePoint >= from && codePoint <= to)
}

/** Every font of a weight, with its name within a document. */
export const listFonts = (weight: Weight) =>
  subsets.map(({ family, subset }, at) => ({
    name: `${at}-${weight}`,
    path: toPath(`@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff`),
  }))

/** The character shown instead of symbols missing from every font. */
const UNKNOWN_LETTER = '\uFFFD'
/**
 * The text shown instead of words with letters missing from every font, such as Chinese words. The other formats need no fonts, so
 * they contain these words.
 */
const missingTextNote = msg`(text in CSV and XLSX)`
const fontByCodePoint = new Map<number, number>()

/** Text in one font. `rtl` is its direction; null for text without one, such as digits and punctuation. */
export type Run = { readonly text: string; readonly font: number; readonly rtl: boolean | null }

/** Splits a word into runs in reading order. */
export function splitRuns(word: string): Run[] {
  const runs: { text: string; font: number; rtl: boolean | null }[] = []
  for (const char of word) {
    const lastRun = runs.at(-1)
    const isMark = /\p{M}|\u200C|\u200D/u.test(char)
    const font = isMark && lastRun ? lastRun.font : findFont(char.codePointAt(0) ?? 0)
    const text = font === -1 ? UNKNOWN_LETTER : char
    const isRtl = isMark && lastRun ? lastRun.rtl : isRtlLetter(char)
    if (lastRun && lastRun.font === Math.max(font, 0) && lastRun.rtl === isRtl) lastRun.text += text
    else runs.push({ text, font: Math.max(font, 0), rtl: isRtl })
  }
  return runs
}

/** The placeholder for a word with letters missing from every font; no font contains this character either. */
const MISSING_LETTER = '\uE000'

/** Replaces words that contain letters missing from every font with a reference to other formats, once for adjacent words. */
export function replaceUnknownLetters(text: string, language: string): string {
  const isUnknown = (char: string) => findFont(char.codePointAt(0) ?? 0) === -1
  return text
    .replace(/[\p{L}\p{M}\p{N}]+/gu, word => ([...word].some(isUnknown) ? MISSING_LETTER : word))
    .replace(/\uE000(?: \uE000)*/g, () => render(missingTextNote, language))
}

function findFont(codePoint: number): number {
  let font = fontByCodePoint.get(codePoint)
  if (font === undefined) {
    font = subsets.findIndex(({ has }) => has(codePoint))
    fontByCodePoint.set(codePoint, font)
  }
  return font
}

/**
 * True for a letter of a right-to-left script, false for any other letter, null for digits and symbols, which take the direction of
 * their text.
 */
export function isRtlLetter(char: string): boolean | null {
  if (/\p{N}/u.test(char)) return null
  if (/[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(char))
    return true
  return /\p{L}/u.test(char) ? false : null
}
