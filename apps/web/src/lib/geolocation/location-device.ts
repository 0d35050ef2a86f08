/** The reasons why a device gives no position. `insecure`: browsers give none to a page served over plain http. */
export type PositionFailure = 'denied' | 'unavailable' | 'timeout' | 'unsupported' | 'insecure'

/** A reading from a device, in WGS 84 degrees and metres, with the time in milliseconds by the device's clock. */
export type DevicePosition = {
  readonly coords: {
    readonly latitude: number
    readonly longitude: number
    readonly accuracy: number
    readonly altitude?: number | null
    readonly altitudeAccuracy?: number | null
    readonly heading?: number | null
    readonly speed?: number | null
  }
  readonly timestamp: number
}

/** Options of a request to a device. Requests always ask for the highest accuracy. */
export type WatchOptions = {
  /** Timeout, in milliseconds. */
  readonly timeoutMs: number
  /** Maximum age of a cached position, in milliseconds. */
  readonly maximumAgeMs: number
  /** Uses satellites only, without positions estimated from networks, if the device supports that. */
  readonly gpsOnly?: boolean
}

/** A source of positions: the browser or the native bridge. Callers need not know which. */
export type LocationDevice = {
  readonly platform: 'web' | 'android' | 'ios'
  /** Returns the reason why the device cannot give a position at all, regardless of permission. */
  missing?(): PositionFailure | undefined
  /** Resolves to true if positions may be read. Prompts the person if they have not decided yet. */
  permit(): Promise<boolean>
  /** Resolves to true if positions may be read without prompting the person. */
  isPermitted(): Promise<boolean>
  /** Reports positions or failures until the returned function is called. */
  watch(
    options: WatchOptions,
    found: (position: DevicePosition) => void,
    failed: (failure: PositionFailure) => void,
  ): () => void
}
