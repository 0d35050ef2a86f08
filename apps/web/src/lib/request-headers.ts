import { i18n } from '@lingui/core'
import { readLanguages } from './read-languages.ts'

/**
 * Returns the headers of a request to the server: the session's token, and the reader's languages for error messages and for
 * texts that people wrote. The service worker always asks for English, because it shows neither.
 */
export const toRequestHeaders = (token: string | undefined): Record<string, string> => ({
  ...(i18n.locale && { 'accept-language': readLanguages() }),
  ...(token && { authorization: `Bearer ${token}` }),
})
