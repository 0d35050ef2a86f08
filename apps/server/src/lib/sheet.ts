import { findDirection } from '@muster/domain/language.ts'
import { render } from './texts/render.ts'
import type { Text } from './texts/text.ts'

/** Excel rejects longer sheet names, and these characters. */
const MAX_NAME_CHARS = 31
const forbiddenChars = /[[\]:*?/\\]/g

/** Returns the name and direction of a workbook's sheet in a language. */
export const toSheetOptions = (language: string, name: Text) => ({
  sheet: render(name, language).replace(forbiddenChars, '').slice(0, MAX_NAME_CHARS),
  rightToLeft: findDirection(language) === 'rtl',
})
