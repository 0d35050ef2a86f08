import { readFileSync } from 'node:fs'
import { type I18n, type MessageDescriptor, setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { type ReadingLanguage, readingLanguages, sourceLanguage } from '@muster/domain/language.ts'
import type { Text } from './text.ts'

export type Renderings = Readonly<Record<ReadingLanguage, string>>

/** The English messages compiled from the source so far. Each is compiled only once. */
const compiledMessagesBySource = new Map<string, ReturnType<typeof compileMessage>>()

function compileOnce(message: string) {
  const compiledMessage = compiledMessagesBySource.get(message) ?? compileMessage(message)
  compiledMessagesBySource.set(message, compiledMessage)
  return compiledMessage
}

const cataloguesByLanguage = new Map(readingLanguages.map(code => [code as string, readCatalogue(code)]))

function readCatalogue(code: string): I18n {
  const messages =
    code === sourceLanguage
      ? {}
      : JSON.parse(readFileSync(new URL(`../../../locales/${code}.generated.json`, import.meta.url), 'utf8'))
  return setupI18n({ locale: code, messages: { [code]: messages } }).setMessagesCompiler(compileOnce)
}

/** Returns the language's catalogue, or the source language's if the language is not offered. */
export function findCatalogue(language: string): I18n {
  const catalogue = cataloguesByLanguage.get(language) ?? cataloguesByLanguage.get(sourceLanguage)
  if (!catalogue) throw new Error('The source language has no catalogue.')
  return catalogue
}

/** Returns the text in a language, or in English if it is not translated. */
export function render(text: Text, language: string): string {
  if (typeof text === 'string') return text
  return typeof text === 'function' ? text(language) : renderMessage(text, findCatalogue(language))
}

/** Renders a text in every language, so that a text for many people is rendered once per language instead of once per person. */
export function renderAll(text: Text): Renderings {
  return Object.fromEntries(
    [...cataloguesByLanguage.keys()].map(code => [code, render(text, code)]),
  ) as Renderings
}

function renderMessage({ id, message, values = {} }: MessageDescriptor, catalogue: I18n): string {
  const localValues = Object.entries(values).map(([name, value]) => [
    name,
    toLocalValue(value, catalogue.locale),
  ])
  return catalogue._({ id, message, values: Object.fromEntries(localValues) })
}

function toLocalValue(value: unknown, language: string): unknown {
  if (typeof value === 'number') return new LocalNumber(value, language)
  return isText(value) ? render(value, language) : value
}

const isText = (value: unknown): value is Text =>
  typeof value === 'function' || (typeof value === 'object' && value !== null && 'id' in value)

/** A number that selects the plural form and is formatted as the language writes it. */
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
