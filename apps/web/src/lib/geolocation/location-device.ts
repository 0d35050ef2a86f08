/** Why a device gives no position. `insecure`: browsers give none to a page that came over plain http. */
export type PositionFailure = 'denied' | 'unavailable' | 'timeout' | 'unsupported' | 'insecure'

/** A reading of a device: WGS 84 degrees, metres, and when it was read, in milliseconds of the device's clock. */
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

/** A request to a device; it always gives the most exact it has. */
export type Ask = {
  /** Timeout, in milliseconds. */
  readonly timeoutMs: number
  /** How old a cached position may be, in milliseconds. */
  readonly maximumAgeMs: number
  /** The satellites alone, where the device lets one choose: no position guessed from networks. */
  readonly gpsOnly?: boolean
}

/** The finder of positions: the browser, or the native bridge. Nothing above it knows which. */
export type LocationDevice = {
  readonly platform: 'web' | 'android' | 'ios'
  /** Why it can give no position, whatever the person says. */
  missing?(): PositionFailure | undefined
  /** Whether it may be asked for positions; asks the person where that is open. */
  permit(): Promise<boolean>
  /** Positions, or failures, until the answered function is called. */
  watch(
    ask: Ask,
    found: (position: DevicePosition) => void,
    failed: (failure: PositionFailure) => void,
  ): () => void
}
