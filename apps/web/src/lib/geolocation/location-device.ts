/** The reasons why a device gives no position. `insecure`: browsers give none to a page served over plain http. */
export type PositionFailure = 'denied' | 'unavailable' | 'timeout' | 'unsupported' | 'insecure'

/** A reading of a device: WGS 84 degrees, metres, and its time in milliseconds of the device's clock. */
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

/** A request to a device, always for its highest accuracy. */
export type WatchOptions = {
  /** Timeout, in milliseconds. */
  readonly timeoutMs: number
  /** The maximum age of a cached position, in milliseconds. */
  readonly maximumAgeMs: number
  /** Satellites only, if the device offers the choice: no positions estimated from networks. */
  readonly gpsOnly?: boolean
}

/** A source of positions: the browser or the native bridge. Callers do not know which. */
export type LocationDevice = {
  readonly platform: 'web' | 'android' | 'ios'
  /** The reason why the device can give no position, whatever the person allows. */
  missing?(): PositionFailure | undefined
  /** Resolves to whether positions may be read; prompts the person if undecided. */
  permit(): Promise<boolean>
  /** Reports positions or failures until the returned function is called. */
  watch(
    options: WatchOptions,
    found: (position: DevicePosition) => void,
    failed: (failure: PositionFailure) => void,
  ): () => void
}
