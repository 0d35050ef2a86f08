import { i18n } from '@lingui/core'
import { readLanguages } from './read-languages.ts'

/** The session's token, and the reader's languages. The service worker always asks for English, because it shows no texts. */
export const toRequestHeaders = (token: string | undefined): Record<string, string> => ({
  ...(i18n.locale && { 'accept-language': readLanguages() }),
  ...(token && { authorization: `Bearer ${token}` }),
})
