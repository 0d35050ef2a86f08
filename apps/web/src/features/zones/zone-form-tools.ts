/** What the form of a zone needs from the device; handed in by the routes. */
export type FormTools = {
  /** A new key for the zone, so that sending twice creates one. */
  newId: () => string
  /** Where the person stands, or the text that says why that is not known. `signal` lets the device go. */
  locate: (signal?: AbortSignal) => Promise<{ lat: number; lng: number } | { problem: string }>
}
