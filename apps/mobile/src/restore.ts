import { chooseServer, onServerChosen } from '@muster/web/src/lib/server-address.ts'
import { sessionKey, setSessionBackend } from '@muster/web/src/lib/session-store.ts'

/**
 * The subset of the secure storage plugin's API used here. The plugin stores values in the iOS Keychain or the Android Keystore.
 */
export type SecureStore = {
  getItem(key: string): Promise<string | null>
  setItem(key: string, value: string): Promise<void>
  removeItem(key: string): Promise<void>
}

const serverKey = 'muster.server'

/**
 * Restores the session and the server's URL from the phone's secure storage, and stores changes there. The app reads and writes
 * them synchronously but the native bridge is asynchronous, so values are read once at the start and writes are queued.
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
