/** Formats a position: '28.613900, 77.209000', latitude before longitude, in degrees. Six decimals are about a tenth of a metre. */
export function formatPlace({ lat, lng }: { lat: number; lng: number }): string {
  return `${lat.toFixed(6)}, ${lng.toFixed(6)}`
}
