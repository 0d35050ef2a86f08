import { findDirection } from '@muster/domain/language.ts'
import { render } from './texts/render.ts'
import type { Text } from './texts/text.ts'

/** Excel rejects longer sheet names, and these characters. */
const MOST = 31
const notAllowed = /[[\]:*?/\\]/g

/** Returns the name and direction of a workbook's sheet in a language. */
export const sheetIn = (language: string, name: Text) => ({
  sheet: render(name, language).replace(notAllowed, '').slice(0, MOST),
  rightToLeft: findDirection(language) === 'rtl',
})
