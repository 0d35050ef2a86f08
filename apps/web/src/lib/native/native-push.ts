/** Push notifications through the phone's own service, in the native app. */
export type NativePush = {
  /** Prompts the person. Resolves to true if they allow notifications. */
  permit(): Promise<boolean>
  /** Resolves to this phone's address at the service. Rejects if there is none. */
  address(): Promise<string>
  /** Unregisters from the service. */
  leave(): Promise<void>
  /** Calls `open` with the URL within the app (`#/…`) when a notification is tapped. Returns a function that unsubscribes. */
  onOpened(open: (url: string) => void): () => void
}

let installedPush: NativePush | undefined

/** Installs the phone's push notifications; tapping one opens its URL. Call it before the app starts. */
export function setNativePush(nativePush: NativePush | undefined) {
  installedPush = nativePush
  nativePush?.onOpened(url => {
    window.location.hash = url.slice(1)
  })
}

export const hasNativePush = () => installedPush !== undefined
