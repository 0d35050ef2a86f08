import { i18n } from '@lingui/core'

/**
 * The headers of a request to the server: who asks, and the language in which errors are worded. The service worker, which shows no
 * errors, has no language.
 */
export const requestHeaders = (token: string | undefined): Record<string, string> => ({
  ...(i18n.locale && { 'accept-language': i18n.locale }),
  ...(token && { authorization: `Bearer ${token}` }),
})
