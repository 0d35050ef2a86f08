import { i18n } from '@lingui/core'

/**
 * Returns the headers of a request to the server: the session's token, and the language for error messages. The service worker
 * always asks for English, because it shows no errors.
 */
export const toRequestHeaders = (token: string | undefined): Record<string, string> => ({
  ...(i18n.locale && { 'accept-language': i18n.locale }),
  ...(token && { authorization: `Bearer ${token}` }),
})
