import { chooseServer, onServerChosen } from '@muster/web/src/lib/server-address.ts'
import { sessionKey, setSessionBackend } from '@muster/web/src/lib/session-store.ts'

/** The part of the plugin that is used: the iOS keychain, or the Android keystore. */
export type SecureStore = {
  getItem(key: string): Promise<string | null>
  setItem(key: string, value: string): Promise<void>
  removeItem(key: string): Promise<void>
}

const serverKey = 'muster.server'

/**
 * Restores the session and the server's URL from the phone's secure storage, and stores changes there. The app reads them
 * synchronously while the bridge is asynchronous, so writes are queued one after the other.
 */
export async function restore(secrets: SecureStore): Promise<void> {
  let lastWrite: Promise<unknown> = Promise.resolve()
  const enqueue = (act: () => Promise<unknown>) => {
    lastWrite = lastWrite.then(act).catch(error => console.warn('The phone keeps no secrets:', error))
  }
  const read = (key: string) => secrets.getItem(key).catch(() => null)
  let session = await read(sessionKey)
  setSessionBackend({
    get: () => session,
    set(text) {
      session = text
      enqueue(() => secrets.setItem(sessionKey, text))
    },
    remove() {
      session = null
      enqueue(() => secrets.removeItem(sessionKey))
    },
  })
  chooseServer((await read(serverKey)) ?? undefined)
  onServerChosen(origin =>
    enqueue(() => (origin ? secrets.setItem(serverKey, origin) : secrets.removeItem(serverKey))),
  )
}
