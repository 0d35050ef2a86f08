/** Notifications by the phone's own service, in the native app. */
export type NativePush = {
  /** Asks the person; whether they allow it. */
  permit(): Promise<boolean>
  /** The address that the service knows this phone by. Rejects where it gives none. */
  address(): Promise<string>
  /** Ends it. */
  leave(): Promise<void>
  /** Calls with the address within the app (`#/…`) of a notice that was pressed. Answers how to end that. */
  onOpened(open: (url: string) => void): () => void
}

let push: NativePush | undefined

/** Puts the phone's own in place, before the app starts. */
export function setNativePush(given: NativePush | undefined) {
  push = given
  given?.onOpened(url => {
    window.location.hash = url.slice(1)
  })
}

export const isNativePushHere = () => push !== undefined
