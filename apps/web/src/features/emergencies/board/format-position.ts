/** Decimals of a coordinate: about one metre. */
const decimals = 5

/** Formats a WGS 84 position as responders type it, in every language: `28.61300, 77.20900`. */
export const formatPosition = ({ lat, lng }: { lat: number; lng: number }): string =>
  `${lat.toFixed(decimals)}, ${lng.toFixed(decimals)}`
