/// <reference path="./po-files.d.ts" />
import { i18n, type Messages } from '@lingui/core'
import type { Profile } from '@muster/contract/auth.ts'
import {
  findDirection,
  isLanguage,
  type Language,
  preferredLanguage,
  pseudoLanguage,
  sourceLanguage,
} from '@muster/domain/language.ts'
import { formatLanguage } from './format-language.ts'

/** The language chosen on this device, by people who are not signed in. */
const deviceKey = 'muster.device-language'
/** The language of the person who signed in last. */
const personKey = 'muster.language'

type Catalogue = () => Promise<{ messages: Messages }>

/** English stands in the source; each other language is a file of its own, loaded only when it is chosen. */
const catalogues: Readonly<Record<string, Catalogue>> = {
  ar: () => import('../../locales/ar.po'),
  hi: () => import('../../locales/hi.po'),
  [pseudoLanguage]: () => import('../../locales/en-XA.po'),
}

/** The language of the last activation, even if its catalogue could not be loaded. */
let activated: string = sourceLanguage

/**
 * Loads the reader's language before any module of the app runs, so that constants may hold texts. Without its catalogue, which
 * happens offline after an update, the app is in English.
 */
export async function activateLanguage(): Promise<void> {
  activated = readLanguage()
  const messages = await catalogues[activated]?.().then(
    catalogue => catalogue.messages,
    () => undefined,
  )
  const locale = messages ? activated : sourceLanguage
  i18n.loadAndActivate({
    locale,
    locales: formatLanguage(locale, navigator.languages ?? []),
    messages: messages ?? {},
  })
  document.documentElement.lang = locale
  document.documentElement.dir = findDirection(locale)
}

/** The person's language, or the device's, or the browser's first one whose translation a person has reviewed. */
function readLanguage(): string {
  for (const key of [personKey, deviceKey]) {
    const code = readKey(key)
    if (isLanguage(code) || code === pseudoLanguage) return code
  }
  return preferredLanguage(navigator.languages ?? [])
}

function readKey(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Sets the language of this device and reloads the page in it. */
export function setDeviceLanguage(language: Language): void {
  localStorage.removeItem(personKey)
  localStorage.setItem(deviceKey, language)
  reloadInLanguage()
}

/**
 * Sets the language of the signed-in person: their own choice, or the default of their organisation if it is another than English.
 * Without either, the device decides. Reloads the page if that changes its language.
 */
export function setPersonLanguage({ language, readingLanguage }: PersonLanguage): void {
  const person = language ?? (readingLanguage === sourceLanguage ? null : readingLanguage)
  if (person) localStorage.setItem(personKey, person)
  else localStorage.removeItem(personKey)
  reloadInLanguage()
}

type PersonLanguage = Pick<Profile, 'language' | 'readingLanguage'>

function reloadInLanguage(): void {
  if (readLanguage() !== activated) location.reload()
}
