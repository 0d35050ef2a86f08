import { readFileSync } from 'node:fs'
import { type I18n, type MessageDescriptor, setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { type Language, languageCodes, pseudoLanguage, sourceLanguage } from '@muster/domain/language.ts'
import type { LocalValue, Text } from './text.ts'

/** One text in every language. */
export type Renderings = Readonly<Record<Language | typeof pseudoLanguage, string>>

/** English is compiled from the source, each message once. */
const compiled = new Map<string, ReturnType<typeof compileMessage>>()

function compileOnce(message: string) {
  const known = compiled.get(message) ?? compileMessage(message)
  compiled.set(message, known)
  return known
}

const catalogues = new Map(
  [...languageCodes, pseudoLanguage].map(code => [code as string, readCatalogue(code)]),
)

function readCatalogue(code: string): I18n {
  const messages =
    code === sourceLanguage
      ? {}
      : JSON.parse(readFileSync(new URL(`../../../locales/${code}.generated.json`, import.meta.url), 'utf8'))
  return setupI18n({ locale: code, messages: { [code]: messages } }).setMessagesCompiler(compileOnce)
}

/** Returns the catalogue of a language, or that of the source language for one that is not offered. */
export function catalogueIn(language: string): I18n {
  const catalogue = catalogues.get(language) ?? catalogues.get(sourceLanguage)
  if (!catalogue) throw new Error('The source language has no catalogue.')
  return catalogue
}

/** Returns the text in a language; what is not translated is English. */
export function render(text: Text, language: string): string {
  return typeof text === 'string' ? text : renderMessage(text, catalogueIn(language))
}

/** Renders a text for an audience: once per language instead of once per person. */
export function renderAll(text: Text): Renderings {
  return Object.fromEntries([...catalogues.keys()].map(code => [code, render(text, code)])) as Renderings
}

function renderMessage({ id, message, values = {} }: MessageDescriptor, catalogue: I18n): string {
  const local = Object.entries(values).map(([name, value]) => [name, localValue(value, catalogue.locale)])
  return catalogue._({ id, message, values: Object.fromEntries(local) })
}

function localValue(value: unknown, language: string): unknown {
  if (typeof value === 'number') return new LocalNumber(value, language)
  if (typeof value === 'function') return (value as LocalValue)(language)
  return isMessage(value) ? render(value, language) : value
}

const isMessage = (value: unknown): value is MessageDescriptor =>
  typeof value === 'object' && value !== null && 'id' in value

/** A number that chooses plural forms as a number and is inserted into a text as the language writes it. */
class LocalNumber {
  readonly value: number
  readonly language: string

  constructor(value: number, language: string) {
    this.value = value
    this.language = language
  }

  [Symbol.toPrimitive](hint: string) {
    if (hint === 'number') return this.value
    return hint === 'string' ? String(this.value) : new Intl.NumberFormat(this.language).format(this.value)
  }
}
