/** Notifications through the phone's own service, in the native app. */
export type NativePush = {
  /** Prompts the person and resolves to whether they allow notifications. */
  permit(): Promise<boolean>
  /** The address of this phone at the service. Rejects if there is none. */
  address(): Promise<string>
  /** Unregisters from the service. */
  leave(): Promise<void>
  /** Calls `open` with the address within the app (`#/…`) of a tapped notification. Returns a function to unsubscribe. */
  onOpened(open: (url: string) => void): () => void
}

let push: NativePush | undefined

/** Installs the phone's notifications before the app starts. */
export function setNativePush(nativePush: NativePush | undefined) {
  push = nativePush
  nativePush?.onOpened(url => {
    window.location.hash = url.slice(1)
  })
}

export const isNativePushHere = () => push !== undefined
