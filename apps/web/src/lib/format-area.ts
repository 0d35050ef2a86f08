import { t } from '@lingui/core/macro'
import { toHectares } from '@muster/domain/geo/area.ts'
import { formatCount } from './format-count.ts'
import { language } from './language.ts'

const tenthsFormat = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })

/** Formats an area: '480 m²', '2.4 ha' from one hectare, as is usual for land, and '12 km²' from ten square kilometres. */
export function formatArea(squareMeters: number): string {
  const squareMetres = formatCount(squareMeters)
  if (squareMeters < 10_000) return t`${squareMetres} m²`
  const hectareCount = toHectares(squareMeters)
  const squareKilometres = formatCount(hectareCount / 100)
  if (hectareCount >= 1_000) return t`${squareKilometres} km²`
  const inHectares = hectareCount < 100 ? tenthsFormat.format(hectareCount) : formatCount(hectareCount)
  return t`${inHectares} ha`
}
