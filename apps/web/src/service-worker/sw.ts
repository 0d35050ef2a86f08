import { openNotice } from './open-notice.ts'
import { readNotice } from './read-notice.ts'
import { showNotice } from './show-notice.ts'
import { type SubscriptionChange, subscribeAnew } from './subscribe-anew.ts'

declare const self: ServiceWorkerGlobalScope

// It keeps no files of the app, so a new version may take over from the one before it at once.
self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))

self.addEventListener('push', event => {
  event.waitUntil(showNotice(self, readNotice(event.data?.text())))
})
self.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(openNotice(self, event.notification.data))
})
// Not every browser knows it.
self.addEventListener('pushsubscriptionchange', event => {
  event.waitUntil(subscribeAnew(self, event as unknown as SubscriptionChange))
})
