import './activate-english.ts'
import { matchPrecache, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { parseWorkerMessage } from '../installed/worker-messages.ts'
import { outboxName } from '../offline/outbox-lock.ts'
import { openNotice } from './open-notice.ts'
import { readNotice } from './read-notice.ts'
import { receiveSharedFiles } from './receive-shared-files.ts'
import { type PushSubscriptionChangeEvent, resubscribe } from './resubscribe.ts'
import { sendWaitingEntries } from './send-waiting.ts'
import { serveAsset } from './serve-asset.ts'
import { isLanguageFile, serveLanguage } from './serve-language.ts'
import { serveMapScript } from './serve-map-script.ts'
import { showNotice } from './show-notice.ts'
import { showPage } from './show-page.ts'
import { answerOpenPage } from './take-over.ts'

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: readonly (PrecacheEntry | string)[] }

/** The files of this version of the app, listed by the build. */
const precacheEntries = self.__WB_MANIFEST.map(entry =>
  typeof entry === 'string' ? { url: entry, revision: null } : entry,
)
const pause = (ms: number) => new Promise<void>(done => setTimeout(done, ms))

// The first version controls the page that loaded it. Later versions wait until the person wants them, or no page is left.
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))

registerRoute(
  ({ request, url }) =>
    request.mode === 'navigate' && url.origin === self.location.origin && url.pathname === '/',
  ({ request }) =>
    showPage({ fetch: () => fetch(request), readCached: () => matchPrecache('/index.html'), pause }),
)
registerRoute(
  ({ url }) => url.origin === self.location.origin && url.pathname === '/map-fetch.js',
  ({ request }) => serveMapScript(request),
)
registerRoute(
  ({ url }) => url.pathname === '/share-target',
  ({ request }) => receiveSharedFiles(request),
  'POST',
)
precacheAndRoute(precacheEntries)
registerRoute(
  ({ url }) => url.origin === self.location.origin && isLanguageFile(url.pathname),
  ({ request }) => serveLanguage(request),
)
registerRoute(
  ({ url }) => url.origin === self.location.origin && url.pathname.startsWith('/assets/'),
  ({ request }) => serveAsset({ cached: () => caches.match(request), fetch: () => fetch(request) }),
)

self.addEventListener('message', event => {
  const message = parseWorkerMessage(event.data)
  if (message?.type === 'SYNC_DATA') event.waitUntil(sendWaitingEntries(self).catch(() => undefined))
  if (message?.type === 'TAKE_OVER') void self.skipWaiting()
  if (message?.type === 'IS_OPEN')
    event.waitUntil(
      answerOpenPage(self, {
        entry: message.entry,
        files: precacheEntries.map(({ url }) => new URL(url, self.registration.scope).href),
      }).then(isOurs => event.ports[0]?.postMessage(isOurs)),
    )
})

// Background Sync reports that the network is back. Not every browser supports it, and TypeScript's library does not declare it.
self.addEventListener('sync' as 'message', event => {
  if ((event as unknown as { tag: string }).tag === outboxName) event.waitUntil(sendWaitingEntries(self))
})

self.addEventListener('push', event => {
  event.waitUntil(showNotice(self, readNotice(event.data?.text())))
})
self.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(openNotice(self, event.notification.data))
})
// Not every browser supports this event.
self.addEventListener('pushsubscriptionchange', event => {
  event.waitUntil(resubscribe(self, event as unknown as PushSubscriptionChangeEvent))
})
