import { getNiceTickValues } from 'recharts'

/** Round numbers, without fractions if `isWhole`. The last tick is above the highest bar, to leave room for its label. */
export function valueTicks(highest: number, isWhole: boolean): number[] {
  return getNiceTickValues([0, Math.max(highest, 1) * 1.1], 5, !isWhole)
}
