import { t } from '@lingui/core/macro'
/** Formats a length in metres: "85 m", "1.2 km". */
export function formatLength(meters: number): string {
  if (meters < 1_000) return `${Math.round(meters)} m`
  const km = meters / 1_000
  return t`${km < 10 ? km.toFixed(1).replace(/\.0$/, '') : Math.round(km).toLocaleString('en')} km`
}
