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

/** The local storage key of the language chosen on this device by people who are not signed in. */
const deviceLanguageKey = 'muster.device-language'
/** The local storage key of the language of the person who signed in last. */
const personLanguageKey = 'muster.language'

type LoadCatalogue = () => Promise<{ messages: Messages }>

/** English is part of the source code. Every other language has its own file, loaded only when the language is chosen. */
const catalogueLoaders: Readonly<Record<string, LoadCatalogue>> = {
  ar: () => import('../../locales/ar.po'),
  hi: () => import('../../locales/hi.po'),
  [pseudoLanguage]: () => import('../../locales/en-XA.po'),
}

/** Milliseconds to wait for a catalogue before the app starts in English, which is better than an empty page in an emergency. */
const loadTimeoutMs = 5_000

/** The language of the last activation, even if its catalogue could not be loaded. */
let activeLanguage: string = sourceLanguage

/**
 * Loads the reader's language before any app module runs, so that module-level constants can contain translated strings. Falls back
 * to English if the catalogue is unavailable, for example offline after an update, or if the server does not respond in time; a
 * catalogue that comes later reloads a page that nobody has touched.
 */
export async function activateLanguage(): Promise<void> {
  activeLanguage = readLanguage()
  const catalogue = catalogueLoaders[activeLanguage]?.().then(
    loaded => loaded.messages,
    () => undefined,
  )
  const messages =
    catalogue &&
    (await Promise.race([
      catalogue,
      new Promise<undefined>(done => setTimeout(done, loadTimeoutMs, undefined)),
    ]))
  if (!messages) void catalogue?.then(late => late && reloadUntouched())
  const locale = messages ? activeLanguage : sourceLanguage
  i18n.loadAndActivate({
    locale,
    locales: formatLanguage(locale, navigator.languages ?? []),
    messages: messages ?? {},
  })
  document.documentElement.lang = locale
  document.documentElement.dir = findDirection(locale)
}

/** Reloads the page once, for a catalogue that came late, unless the reader has already pressed something. */
function reloadUntouched(): void {
  const [visit] = performance.getEntriesByType('navigation')
  const isReloaded = visit instanceof PerformanceNavigationTiming && visit.type === 'reload'
  if (!isReloaded && !navigator.userActivation.hasBeenActive) location.reload()
}

/** Returns the person's language, otherwise the device's, otherwise the first of the browser's that the app has. */
function readLanguage(): string {
  for (const key of [personLanguageKey, deviceLanguageKey]) {
    const storedLanguage = readKey(key)
    if (isLanguage(storedLanguage) || storedLanguage === pseudoLanguage) return storedLanguage
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
  localStorage.removeItem(personLanguageKey)
  localStorage.setItem(deviceLanguageKey, language)
  reloadInLanguage()
}

/** Their own choice, or their organisation's default unless it is English, or else the device's. Reloads the page if it changes. */
export function setPersonLanguage({ language, readingLanguage }: PersonLanguage): void {
  const personalLanguage = language ?? (readingLanguage === sourceLanguage ? null : readingLanguage)
  if (personalLanguage) localStorage.setItem(personLanguageKey, personalLanguage)
  else localStorage.removeItem(personLanguageKey)
  reloadInLanguage()
}

type PersonLanguage = Pick<Profile, 'language' | 'readingLanguage'>

function reloadInLanguage(): void {
  if (readLanguage() !== activeLanguage) location.reload()
}
