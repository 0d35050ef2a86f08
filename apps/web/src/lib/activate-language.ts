/// <reference path="./po-files.d.ts" />
import { i18n, type Messages } from '@lingui/core'
import {
  directionOf,
  isLanguage,
  type Language,
  preferredLanguage,
  pseudoLanguage,
  sourceLanguage,
} from '@muster/domain/language.ts'

const languageKey = 'muster.language'

type Catalogue = () => Promise<{ messages: Messages }>

/** English stands in the source; each other language is a file of its own, loaded only when it is chosen. */
const catalogues: Readonly<Record<string, Catalogue>> = {
  ar: () => import('../../locales/ar.po'),
  hi: () => import('../../locales/hi.po'),
  [pseudoLanguage]: () => import('../../locales/en-XA.po'),
}

/** The language chosen on this device, or the browser's first one that a person has reviewed. */
export function deviceLanguage(): string {
  const chosen = readChoice()
  return chosen && (isLanguage(chosen) || chosen === pseudoLanguage)
    ? chosen
    : preferredLanguage(navigator.languages ?? [])
}

function readChoice(): string | null {
  try {
    return localStorage.getItem(languageKey)
  } catch {
    return null
  }
}

/**
 * Loads the reader's language before any module of the app runs, so that constants may hold texts. Without its catalogue, which is
 * possible offline after an update, the app speaks English.
 */
export async function activateLanguage(): Promise<void> {
  const language = deviceLanguage()
  const messages = await catalogues[language]?.().then(
    catalogue => catalogue.messages,
    () => undefined,
  )
  const active = messages ? language : sourceLanguage
  i18n.loadAndActivate({ locale: active, messages: messages ?? {} })
  document.documentElement.lang = active
  document.documentElement.dir = directionOf(active)
}

/** Remembers the language on this device and reloads the page in it. Does nothing if it is active already. */
export function switchLanguage(language: Language): void {
  if (language === deviceLanguage()) return
  localStorage.setItem(languageKey, language)
  location.reload()
}
